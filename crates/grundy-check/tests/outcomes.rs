//! The checker on tables of outcomes where the quotient is infinite.

use grundy::Game;
use grundy::misere::{Limits, diagonal, solve};
use grundy::watch::Unwatched;
use std::path::PathBuf;
use std::process::Command;

fn certificate(game: &str) -> String {
    let game: Game = game.parse().unwrap();
    let solution = solve(&game, Limits { heaps: 1000, ..Limits::default() }, &mut Unwatched);
    let decided = diagonal::decide(&game, &solution, 2_000_000, &mut Unwatched).unwrap();
    let mut text = Vec::new();
    decided.write(&mut text, &game).unwrap();
    String::from_utf8(text).unwrap()
}

/// The verdicts on these texts: the exit code, and one line for each.
fn verdicts(name: &str, texts: &[String]) -> (i32, Vec<String>) {
    let write = |(k, text): (usize, &String)| {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{k}.cert"));
        std::fs::write(&path, text).unwrap();
        path
    };
    let paths: Vec<PathBuf> = texts.iter().enumerate().map(write).collect();
    let output = Command::new(env!("CARGO_BIN_EXE_grundy-check")).args(paths).output().unwrap();
    let both = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(both).unwrap().lines().map(str::to_owned).collect())
}

#[test]
fn infinite_quotients_are_verified() {
    let games = [".3122", ".005", ".76", ".154"];
    let (code, lines) = verdicts("infinite", &games.map(certificate));
    assert_eq!(code, 0, "{lines:?}");
    for (game, line) in games.iter().zip(&lines) {
        assert!(line.contains(&format!("VERIFIED {game}:")) && line.ends_with("is infinite"), "{line}");
    }
}

/// Each single outcome of the table is checked: changing any one is noticed.
#[test]
fn mutated_tables_are_rejected() {
    let text = certificate(".005");
    let mut mutants = Vec::new();
    let start = text.find("row ").unwrap();
    for (place, c) in text.char_indices().skip(start).filter(|&(_, c)| c == '0' || c == '1') {
        let mut mutant = text.clone();
        mutant.replace_range(place..=place, if c == '0' { "1" } else { "0" });
        mutants.push(mutant);
    }
    assert_eq!(mutants.len(), 864);
    let (code, lines) = verdicts("mutant", &mutants);
    assert_eq!((code, lines.len()), (1, mutants.len()));
    for line in &lines {
        assert!(line.contains("REJECTED"), "{line}");
    }
}

#[test]
fn other_mutants() {
    let text = certificate(".005");
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        text.replacen(from, to, 1)
    };
    let failing = [
        change("game .005", "game .007"),
        change("heaps 18", "heaps 19"),
        change("heaps 18", "heaps 17"),
        change("cycle 3 0 2", "cycle 3 0 1"),
        change("cycle 7 1 2", "cycle 8 1 2"),
        change("word 5 3", "word 5"),
        change("word 5 3", "word 5 7"),
        change("word 1\n", "word 1 3\n"),
        change("word 1\n", ""),
        change("reach 4", "reach 3"),
        change("reach 4", "reach 1"),
    ];
    let (code, lines) = verdicts("other", &failing);
    assert_eq!(code, 1, "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.contains("REJECTED")).count(), failing.len(), "{lines:?}");
    let unreadable = [
        change("reach 4", "reach x"),
        change("pair 18 13 2 2", "pair 18 13 2"),
        change("row 0", "row 2"),
        change("game .005", "game nim"),
        change("heaps 18", "heaps 0"),
    ];
    let (code, lines) = verdicts("unreadable", &unreadable);
    assert!(code == 2 && lines.iter().all(|line| line.starts_with("error: ")), "{lines:?}");
}

/// What the book says is proved is proved by the certificates kept here.
#[test]
fn records_are_verified() {
    let records = concat!(env!("CARGO_MANIFEST_DIR"), "/../../records/misere");
    let paths: Vec<PathBuf> = std::fs::read_dir(records).unwrap().map(|entry| entry.unwrap().path()).collect();
    let paths: Vec<PathBuf> =
        paths.into_iter().filter(|path| path.extension().is_some_and(|end| end == "cert")).collect();
    assert!(paths.len() >= 23);
    let output = Command::new(env!("CARGO_BIN_EXE_grundy-check")).args(&paths).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains("VERIFIED")).count(), paths.len());
}
