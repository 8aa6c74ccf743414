//! Any text as a position: `cargo +nightly fuzz run position fuzz/corpus/position fuzz/seeds/position`.

#![no_main]

#[path = "../checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::position(text));
