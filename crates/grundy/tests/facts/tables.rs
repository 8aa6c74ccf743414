//! The files themselves: every row can be read, and every game is spelled canonically.

use grundy::{Game, facts};
use std::path::Path;

#[test]
fn every_game_is_spelled_canonically() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts"));
    let tables = ["equivalences", "errata", "literature", "open", "options", "outcomes", "periods", "sparse", "values"];
    let mut games = 0;
    for path in tables.map(|table| folder.join(table).with_extension("csv")) {
        let mut reader = csv::Reader::from_path(&path).unwrap();
        let header = reader.headers().unwrap().clone();
        let is_game = |name: &str| matches!(name, "game" | "canonical");
        for row in reader.records().map(Result::unwrap) {
            for (_, text) in header.iter().zip(&row).filter(|(name, text)| is_game(name) && !text.is_empty()) {
                let game: Game = text.parse().unwrap_or_else(|error| panic!("{path:?} {text}: {error}"));
                assert_eq!(game.to_string(), text, "{path:?}");
                games += 1;
            }
        }
    }
    assert!(games > 2000, "{games}");
}

#[test]
fn every_row_has_a_source() {
    fn all<'a>(sources: impl Iterator<Item = &'a String>, least: usize) {
        let sources: Vec<&String> = sources.collect();
        assert!(sources.len() >= least, "{} rows", sources.len());
        assert!(sources.iter().all(|source| !source.is_empty()));
    }
    all(facts::periods().iter().map(|row| &row.source), 380);
    all(facts::outcomes().iter().map(|row| &row.source), 160);
    all(facts::values().iter().map(|row| &row.source), 280);
    all(facts::equivalences().iter().map(|row| &row.source), 1000);
    all(facts::open().iter().map(|row| &row.source), 160);
    all(facts::sparse().iter().map(|row| &row.source), 120);
    all(facts::errata().iter().flat_map(|row| [&row.wrong_source, &row.right_source]), 60);
    all(facts::options().iter().map(|row| &row.source), 10);
    all(facts::literature().iter().map(|row| &row.source), 25);
}
