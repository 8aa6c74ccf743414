//! What must hold for any certificate whatever: it is read and checked without a panic.

use grundy_check::{Task, check};

/// Numbers of more digits than this may mean hours of honest work.
const SMALL: usize = 3;

/// A certificate whose numbers are small is checked, in full and one segment at a time.
pub fn certificate(text: &str) {
    let words = text.split(|c: char| !c.is_ascii_digit());
    if words.filter(|word| word.len() > SMALL).count() == 0 {
        for segment in [None, Some(1), Some(2)] {
            let _ = check(text, Task { segment, jobs: 1 });
        }
    }
}
