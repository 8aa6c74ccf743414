//! Tokens for x86-64, and which functions they run.

mod avx2;
mod avx512;
mod dense;
mod dense512;
mod nibbles;
mod open;
mod pick;
mod stamps;
mod wide;

pub(crate) use avx2::Avx2;
pub(crate) use avx512::Avx512;

use super::Kernel;
use std::arch::is_x86_feature_detected as has;

/// The best kernel that this CPU has.
pub(super) fn best() -> Kernel {
    let half = has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt");
    let full = has!("avx512f") && has!("avx512bw") && has!("avx512vbmi") && has!("avx512vbmi2");
    match (half, full) {
        (true, true) => Kernel::Avx512,
        (true, false) => Kernel::Avx2,
        _ => Kernel::Scalar,
    }
}
