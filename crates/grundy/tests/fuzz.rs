//! A bounded run of the fuzz targets: their seeds, seeds with a few changes, and text that is nothing at all.

#[path = "../../../fuzz/checks.rs"]
mod checks;

use proptest::prelude::*;
use std::fs;
use std::path::Path;

fn seeds(target: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let seeds: Vec<String> = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    assert!(!seeds.is_empty(), "no seeds in {}", folder.display());
    seeds
}

/// The characters that mean something in a game, and a few that mean nothing.
const ALPHABET: &[char] = &[
    '.', '0', '1', '2', '3', '4', '7', '8', '9', 'A', 'f', '[', ']', '(', ')', '…', ',', ':', ' ', '+', '-', 'S', 's',
    'r', 'n', '\'', '\n', 'é', '\u{0}',
];

/// A seed with up to eight characters removed, inserted or replaced, one after the other.
fn mutated(target: &str) -> impl Strategy<Value = String> + use<> {
    let change = (any::<prop::sample::Index>(), 0..3u8, prop::sample::select(ALPHABET));
    (prop::sample::select(seeds(target)), prop::collection::vec(change, 0..8)).prop_map(|(seed, changes)| {
        let mut text: Vec<char> = seed.chars().collect();
        for (place, kind, c) in changes {
            let at = place.index(text.len() + 1);
            match kind {
                0 => text.insert(at, c),
                1 if at < text.len() => text[at] = c,
                _ if at < text.len() => drop(text.remove(at)),
                _ => text.push(c),
            }
        }
        text.into_iter().collect()
    })
}

fn noise() -> impl Strategy<Value = String> {
    let letters = prop::collection::vec(prop::sample::select(ALPHABET), 0..24);
    prop_oneof![letters.prop_map(String::from_iter), any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40_000))]

    #[test]
    fn games(text in prop_oneof![3 => mutated("game"), 1 => noise()]) {
        checks::game(&text);
    }

    #[test]
    fn positions(text in prop_oneof![3 => mutated("position"), 1 => noise()]) {
        checks::position(&text);
    }
}

#[test]
fn seeds_as_they_are() {
    for text in seeds("game") {
        checks::game(&text);
    }
    for text in seeds("position") {
        checks::position(&text);
    }
}
