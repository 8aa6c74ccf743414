//! Inner loops that need the processor's vector instructions: the only unsafe code, each with a portable twin.

pub mod dense;
#[cfg(target_arch = "x86_64")]
mod dense_avx2;
