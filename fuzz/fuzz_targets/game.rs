//! Any text as a game: `cargo +nightly fuzz run game` (see CONTRIBUTING.md).

#![no_main]

#[path = "../checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::game(text));
