//! The checker on certificates of misère quotients: those the library writes are verified, mutated ones are not.

use grundy::Game;
use grundy::misere::{Limits, certificate, solve};
use grundy::watch::Unwatched;
use std::path::PathBuf;
use std::process::{Command, Output};

const QUOTIENTS: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../grundy/data/facts/misere_quotients_le3digits.csv"));

fn certificate(game: &str, heaps: u32) -> String {
    let game: Game = game.parse().unwrap();
    let solution = solve(&game, Limits { heaps, ..Limits::default() }, &mut Unwatched);
    let mut text = Vec::new();
    assert!(certificate::write(&mut text, &solution).unwrap());
    String::from_utf8(text).unwrap()
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn check(paths: &[PathBuf]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy-check")).args(paths).output().unwrap()
}

/// The exit code and everything printed.
fn verdict(name: &str, text: &str) -> (i32, String) {
    let output = check(&[file(name, text)]);
    let both = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(both).unwrap())
}

#[test]
fn every_solved_fact_has_a_certificate_that_checks() {
    let facts = QUOTIENTS.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let solved: Vec<Vec<&str>> = facts.filter(|fact| fact[2].starts_with("solved")).collect();
    let write = |fact: &Vec<&str>| file(&format!("fact-{}.cert", fact[0]), &certificate(fact[0], 20_000));
    let paths: Vec<PathBuf> = solved.iter().map(write).collect();
    let output = check(&paths);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 105);
    for (line, fact) in text.lines().zip(&solved) {
        let claim = format!(
            "order {} with {} P-positions; its pretending function has period {} from heap {} on",
            fact[3], fact[4], fact[5], fact[6]
        );
        assert!(line.contains("VERIFIED") && line.ends_with(&claim), "{line} / {claim}");
    }
}

#[test]
fn other_families_and_partial_quotients() {
    for (game, heaps) in [(".0", 20), ("S(1,2)", 100), ("S(2,3,7)", 200), ("grundy", 28), ("couples-are-forever", 20)] {
        let (code, text) = verdict(&format!("family-{heaps}-{}.cert", game.len()), &certificate(game, heaps));
        assert_eq!(code, 0, "{game}: {text}");
    }
    for game in [".07", ".3F", ".8", ".3122"] {
        let (code, text) = verdict(&format!("partial{game}.cert"), &certificate(game, 11));
        assert!(code == 0 && text.contains("of the heaps up to"), "{game}: {text}");
    }
}

#[test]
fn mutated_tables_are_rejected() {
    let text = certificate(".123", 1000);
    let order = 20;
    let mut mutants = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        let first = match words[0] {
            "times" => 2,
            "phi" | "p" => 1,
            _ => continue,
        };
        for k in first..words.len() {
            let old: usize = words[k].parse().unwrap();
            for new in [(old + 1) % order, (old + 7) % order, order] {
                let mut changed: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
                changed[k] = new.to_string();
                mutants.push((number, changed.join(" ")));
            }
        }
        if words[0] == "p" {
            mutants.push((number, words[..words.len() - 1].join(" ")));
            mutants.push((number, format!("{line} 0")));
            mutants.push((number, format!("{line} 2")));
        }
    }
    assert!(mutants.len() > 200);
    // One file each, all checked in one run: each gets its own line.
    let write = |(k, (number, line)): (usize, &(usize, String))| {
        let lines: Vec<&str> =
            text.lines().enumerate().map(|(n, l)| if n == *number { line.as_str() } else { l }).collect();
        file(&format!("mutant-{k}.cert"), &lines.join("\n"))
    };
    let paths: Vec<PathBuf> = mutants.iter().enumerate().map(write).collect();
    let output = check(&paths);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), mutants.len());
    for (line, mutant) in lines.iter().zip(&mutants) {
        assert!(line.contains("REJECTED"), "{line}: {}", mutant.1);
    }
}

/// Each hypothesis is the one named when it is the one that fails.
#[test]
fn the_failing_hypothesis_is_named() {
    let text = certificate(".77", 1000);
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        verdict("named.cert", &text.replacen(from, to, 1))
    };
    for (from, to, expected) in [
        ("game .77", "game .07", "ends: heap 1"),
        ("game .77", "game .7777", "P-check"),
        ("game .77", "game .73", "N-check"),
        ("period 71 12", "period 70 12", "window: heaps 70 and 82"),
        ("period 71 12", "period 72 12", "window: the theorem needs the heaps up to 169"),
        ("period 71 12", "period 71 11", "window: heaps 71 and 82"),
        ("period 71 12", "period 0 12", "window"),
        ("period 71 12", "period 18446744073709551615 12", "window"),
        ("\np ", "\np 0 ", "ends"),
        ("times 1 1 0", "times 1 0 1", "generation"),
        ("times 1 1 0", "times 2 1 0", "generation"),
    ] {
        let (code, found) = change(from, to);
        assert!(code == 1 && found.contains(expected), "{from} -> {to}: {code} {found}");
    }
    // Two elements for one: a table that is not reduced.
    let twice = "grundy-certificate 1\nkind misere-quotient\ngame .1\norder 4\ntimes 1 1 2 3 2\np 1 3\nphi 1 0 0 \
        0\nperiod none\n";
    let (code, found) = verdict("twice.cert", twice);
    assert!(code == 1 && found.contains("reduced"), "{found}");
}

#[test]
fn what_cannot_be_read() {
    let text = certificate(".123", 1000);
    for (name, bad) in [
        ("empty", String::new()),
        ("version", text.replacen("certificate 1", "certificate 2", 1)),
        ("kind", text.replacen("kind misere-quotient", "kind nothing", 1)),
        ("no-p", text.lines().filter(|line| !line.starts_with("p ")).collect::<Vec<_>>().join("\n")),
        ("twice", format!("{text}period none\n")),
        ("unknown", format!("{text}colour red\n")),
        ("word", text.replacen("\nphi ", "\nphi x ", 1)),
        ("large", text.replacen("\nphi ", "\nphi 99999999999 ", 1)),
        ("order", text.replacen("order 20", "order 0", 1)),
        ("game", text.replacen("game .123", "game .3...", 1)),
    ] {
        let (code, found) = verdict(&format!("unreadable-{name}.cert"), &bad);
        assert!(code == 2 && found.starts_with("error: "), "{name}: {code} {found}");
    }
    assert_eq!(check(&[PathBuf::from("no such file")]).status.code(), Some(2));
    assert_eq!(check(&[]).status.code(), Some(2));
}
