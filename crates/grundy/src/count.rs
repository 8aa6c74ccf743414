//! Counts as people write them: `1000000`, `1_000_000`, `1e6`, `2^20`.
//!
//! ```
//! assert_eq!(grundy::count::read("2.5e6"), Some(2_500_000));
//! assert_eq!(grundy::count::read("2^64"), None);
//! ```

/// The number, if it is a whole one below 2^64.
pub fn read(text: &str) -> Option<u64> {
    if let Some((base, exponent)) = text.split_once('^') {
        return whole(base)?.checked_pow(u32::try_from(whole(exponent)?).ok()?);
    }
    let Some((mantissa, exponent)) = text.split_once(['e', 'E']) else {
        return whole(text);
    };
    // 2.5e6: the digits after the point eat into the exponent.
    let (units, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = whole(exponent)?.checked_sub(decimals.len() as u64)?;
    whole(&format!("{units}{decimals}"))?.checked_mul(10u64.checked_pow(u32::try_from(exponent).ok()?)?)
}

fn whole(text: &str) -> Option<u64> {
    let starts_and_ends_in_digits =
        text.starts_with(|c: char| c.is_ascii_digit()) && text.ends_with(|c: char| c.is_ascii_digit());
    (starts_and_ends_in_digits && text.bytes().all(|b| b.is_ascii_digit() || b == b'_')).then_some(())?;
    text.replace('_', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn every_spelling() {
        for (text, value) in [
            ("0", 0),
            ("1000000", 1_000_000),
            ("1_000_000", 1_000_000),
            ("1e6", 1_000_000),
            ("2.5E6", 2_500_000),
            ("2^20", 1 << 20),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(read(text), Some(value), "{text}");
        }
        for text in
            ["", "-1", "1.5", "1e-3", "2^64", "1e20", "18446744073709551616", "_1", "1_", "0x10", "ten", "e6", "^2"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
