//! Ctrl-C and SIGTERM ask; loops look. Whoever asks twice is not made to wait.

pub use grundy::interrupt::{listen, requested, waiting};
