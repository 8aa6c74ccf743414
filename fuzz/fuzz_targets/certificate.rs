//! Any text as a certificate: `cargo +nightly fuzz run certificate` (see CONTRIBUTING.md).

#![no_main]

#[path = "../certificates.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::certificate(text));
