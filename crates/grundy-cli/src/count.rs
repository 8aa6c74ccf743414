//! Counts on the command line: `1000000`, `1_000_000`, `1e6`, `2^20`.

/// Reads a count, for clap's `value_parser`.
pub fn parse(text: &str) -> Result<u64, String> {
    grundy::count::read(text)
        .ok_or_else(|| "not a count; accepted are 1000000, 1_000_000, 1e6, 2^20 (whole, below 2^64)".to_owned())
}
