//! Any text as a certificate: `cargo +nightly fuzz run certificate` (see CONTRIBUTING.md).

#![no_main]
#![allow(dead_code, reason = "parts of the checker are for other kinds of certificates")]

#[path = "../certificates.rs"]
mod checks;
#[path = "../../crates/grundy-check/src/code.rs"]
mod code;
#[path = "../../crates/grundy-check/src/period/mod.rs"]
mod period;
#[path = "../../crates/grundy-check/src/reader.rs"]
mod reader;

libfuzzer_sys::fuzz_target!(|text: &str| checks::certificate(text));
