//! Values as text: one, two or three of 64 digits for each, as in the windows of certificates. A list of numbers in
//! JSON would be three times as long.

use serde::{Deserialize, Deserializer, Serializer, de};

/// The digits, in ascending order.
const DIGITS: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_";

/// How many digits each of these values gets.
fn width(values: &[u16]) -> usize {
    match values.iter().copied().max().unwrap_or(0) {
        0..64 => 1,
        64..4096 => 2,
        _ => 3,
    }
}

/// The values, the highest digit first, all with as many digits as the largest needs.
pub(crate) fn digits(values: &[u16]) -> String {
    let places = &[12, 6, 0][3 - width(values)..];
    let digits = values.iter().flat_map(|value| places.iter().map(move |place| value >> place & 63));
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// The same behind one character that tells how many digits a value has.
pub(crate) fn text(values: &[u16]) -> String {
    format!("{}{}", width(values), digits(values))
}

/// Reads it back; none where it is no such text.
pub(crate) fn values(text: &str) -> Option<Vec<u16>> {
    let (&first, rest) = text.as_bytes().split_first()?;
    let width = usize::from(first.checked_sub(b'0').filter(|width| (1..=3).contains(width))?);
    let mut meaning = [None; 256];
    for (digit, &byte) in (0u32..).zip(DIGITS) {
        meaning[usize::from(byte)] = Some(digit);
    }
    let value = |digits: &[u8]| {
        let value = digits.iter().try_fold(0, |value, &byte| Some(value << 6 | meaning[usize::from(byte)]?))?;
        u16::try_from(value).ok()
    };
    rest.len().is_multiple_of(width).then(|| rest.chunks(width).map(value).collect()).flatten()
}

/// For `#[serde(with = "crate::packed")]`.
pub(crate) fn serialize<S: Serializer>(values: &[u16], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text(values))
}

/// For `#[serde(with = "crate::packed")]`.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u16>, D::Error> {
    let text = String::deserialize(deserializer)?;
    values(&text).ok_or_else(|| de::Error::custom("not values in digits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back() {
        for list in [vec![], vec![0], vec![63, 5], vec![64, 4095], vec![4096, 0, 65535]] {
            assert_eq!(values(&text(&list)), Some(list));
        }
        for wrong in ["", "0", "4abcd", "2abc", "1!", "3@__", "1ä"] {
            assert_eq!(values(wrong), None, "{wrong}");
        }
        assert_eq!(digits(&[1, 64]), "0110");
    }
}
