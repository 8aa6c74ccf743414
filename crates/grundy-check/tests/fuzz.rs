//! A bounded run of the fuzz target for certificates: its seeds with a few changes.

#[path = "../../../fuzz/certificates.rs"]
mod checks;

use proptest::prelude::*;
use std::path::Path;

fn seeds() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/certificate");
    let files = std::fs::read_dir(folder).unwrap();
    let seeds: Vec<String> = files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    assert!(seeds.len() >= 4);
    seeds
}

const ALPHABET: &[char] = &['0', '1', '2', '7', '9', '.', ' ', '\n', 'a', 'S', '(', ')', '-', 'é', '\u{0}'];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn certificates(seed in prop::sample::select(seeds()), changes in prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, prop::sample::select(ALPHABET)), 0..6)) {
        let mut text: Vec<char> = seed.chars().collect();
        for (place, kind, c) in changes {
            let at = place.index(text.len());
            match kind {
                0 => text.insert(at, c),
                1 => text[at] = c,
                _ => drop(text.remove(at)),
            }
        }
        checks::certificate(&String::from_iter(text));
    }
}
