//! What can go wrong with a nimber.

use crate::watch::Stopped;
use num_bigint::BigUint;
use thiserror::Error;

/// An operation on nimbers that has no answer, or none that can be computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NimberError {
    /// Text that is no nimber.
    #[error("{0:?} is not a nimber; accepted are whole numbers like 3141, 1_000_000, 0xff or *7")]
    NotANimber(String),
    /// A nimber that does not fit.
    #[error("{value} does not fit into {bits} bits")]
    TooWide {
        /// The number.
        value: String,
        /// The width of the type.
        bits: u32,
    },
    /// Division by 0.
    #[error("division by 0: only non-zero nimbers have inverses")]
    DivisionByZero,
    /// The order or logarithm of 0.
    #[error("0 is not a power of anything: orders and logarithms are for non-zero nimbers")]
    ZeroHasNoOrder,
    /// The zeroth root.
    #[error("the 0-th root is not defined; n-th roots are for n >= 1")]
    ZerothRoot,
    /// The factors of the group order are not known.
    #[error("the factors of 2^{0} - 1 are needed and not known here; nimbers below 2^1024 are accepted")]
    UnknownFactors(u64),
    /// A logarithm in a group with a prime factor beyond the limit.
    #[error(
        "this logarithm needs a search in a group of prime order {0}; up to 2^48 is accepted (all nimbers below 2^128)"
    )]
    LogTooHard(BigUint),
    /// The base and the power lie in a quotient where the root exponent is not invertible.
    #[error("a prime of {0} divides the group order twice; no such case is known")]
    NotSquareFree(BigUint),
    /// A watch asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
