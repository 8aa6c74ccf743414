//! Any text as a position: `cargo +nightly fuzz run position` (see CONTRIBUTING.md).

#![no_main]

#[path = "../checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::position(text));
