//! Certificates in the database: short ones as text, long ones compressed.

use flate2::Compression;
use flate2::read::{ZlibDecoder, ZlibEncoder};
use rusqlite::types::Value;
use std::io::Read;

/// Certificates up to this size stay readable.
const SHORT: usize = 1 << 12;
/// No certificate is longer: 1 GiB, as the checker has it.
const LONGEST: u64 = 1 << 30;

/// As it is stored.
pub fn pack(text: &str) -> Value {
    if text.len() <= SHORT {
        return Value::Text(text.to_owned());
    }
    let mut packed = Vec::new();
    let done = ZlibEncoder::new(text.as_bytes(), Compression::best()).read_to_end(&mut packed);
    if done.is_ok() { Value::Blob(packed) } else { Value::Text(text.to_owned()) }
}

/// As it was; none where it is damaged.
pub fn unpack(stored: Value) -> Option<String> {
    match stored {
        Value::Text(text) => Some(text),
        Value::Blob(packed) => {
            let mut text = String::new();
            let length = ZlibDecoder::new(&packed[..]).take(LONGEST + 1).read_to_string(&mut text).ok()?;
            (length as u64 <= LONGEST).then_some(text)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back() {
        for text in ["short\n".to_owned(), "segment 123 0000\n".repeat(5000)] {
            let stored = pack(&text);
            assert_eq!(matches!(stored, Value::Blob(_)), text.len() > SHORT);
            assert_eq!(unpack(stored), Some(text));
        }
        assert_eq!(unpack(Value::Blob(vec![1, 2, 3])), None);
        assert_eq!(unpack(Value::Null), None);
    }
}
