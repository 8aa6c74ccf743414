//! A bounded run of the fuzz target for certificates: its seeds with a few changes, and what long runs of it kept.

#[path = "../../../fuzz/certificates.rs"]
mod checks;

use proptest::prelude::*;
use std::path::Path;

fn files(folder: &str) -> impl Iterator<Item = Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder);
    std::fs::read_dir(folder).unwrap().map(|file| std::fs::read(file.unwrap().path()).unwrap())
}

fn seeds() -> Vec<String> {
    let seeds: Vec<String> = files("seeds/certificate").map(|seed| String::from_utf8(seed).unwrap()).collect();
    assert!(seeds.len() >= 10);
    seeds
}

/// The smallest input for each different answer that long runs have met. What is no text is no certificate.
#[test]
fn what_was_kept() {
    let kept: Vec<String> = files("kept/certificate").filter_map(|input| String::from_utf8(input).ok()).collect();
    assert!(kept.len() >= 60);
    for text in &kept {
        checks::certificate(text);
    }
}

const ALPHABET: &[char] = &['0', '1', '2', '7', '9', '.', ' ', '\n', 'a', 'S', '(', ')', '-', 'é', '\u{0}'];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn certificates(
        seed in prop::sample::select(seeds()),
        changes in
            prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, prop::sample::select(ALPHABET)), 0..6),
    ) {
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
