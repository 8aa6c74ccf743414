//! What must hold for any certificate whatever: it is read and checked without a panic. Included beside the modules of the checker.

use crate::period::{self, Task};
use crate::reader::Certificate;

/// Numbers of more digits than this may mean hours of honest work.
const SMALL: usize = 3;

/// A certificate is taken apart, and where its numbers are small it is checked too.
pub fn certificate(text: &str) {
    let Ok(certificate) = Certificate::read(text) else { return };
    let _ = crate::code::Game::read(certificate.one("game").unwrap_or(""));
    let words = text.split(|c: char| !c.is_ascii_digit());
    let is_long = |word: &&str| word.len() > SMALL;
    if certificate.kind == period::KIND && words.filter(is_long).count() == 0 {
        for segment in [None, Some(1), Some(2)] {
            let _ = period::check(&certificate, Task { segment, jobs: 1 });
        }
    }
}
