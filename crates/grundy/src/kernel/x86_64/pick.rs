//! The splits that may have a wanted value ([`crate::kernel::pick`]), 64 at once.
//!
//! Where few splits are picked, most groups of vectors have none, and are done.
#![allow(unsafe_code)]

use crate::kernel::dense::Planes;
use crate::kernel::pick::{LANES, Picked, Table, Wanted};
use std::arch::x86_64::{
    __m512i, _MM_HINT_T0, _mm_prefetch, _mm512_and_si512, _mm512_loadu_si512, _mm512_maskz_compress_epi8,
    _mm512_or_si512, _mm512_permutex2var_epi8, _mm512_storeu_si512, _mm512_ternarylogic_epi64, _mm512_test_epi8_mask,
    _mm512_xor_si512,
};

/// Vectors of a group.
const GROUP: usize = LANES / 64;
/// The immediate of `x or (y and z)`.
const OR_AND: i32 = 0xF8;

/// See [`crate::kernel::pick::pick`], which has checked the lengths.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]
pub(super) fn pick(wanted: &Wanted, a: Planes, b: Planes, into: &mut Picked) -> usize {
    let (low, high) = (Entries::new(&wanted.low), Entries::new(&wanted.high));
    let mut count = 0;
    let lows = a.low.as_chunks::<LANES>().0.iter().zip(b.low.as_chunks::<LANES>().0);
    let highs = a.high.as_chunks::<LANES>().0.iter().zip(b.high.as_chunks::<LANES>().0);
    for (lows, highs) in lows.zip(highs) {
        let (lows, highs) = (xor(lows), xor(highs));
        let entries: [_; GROUP] = std::array::from_fn(|k| (low.of(lows[k]), high.of(highs[k])));
        let first = _mm512_ternarylogic_epi64::<OR_AND>(both(entries[0]), entries[1].0, entries[1].1);
        let last = _mm512_ternarylogic_epi64::<OR_AND>(both(entries[2]), entries[3].0, entries[3].1);
        let any = _mm512_or_si512(first, last);
        if _mm512_test_epi8_mask(any, any) == 0 {
            continue;
        }
        for ((low, high), entries) in lows.into_iter().zip(highs).zip(entries) {
            let picked = _mm512_test_epi8_mask(entries.0, entries.1);
            store_packed(&mut into.low[count..], picked, low);
            store_packed(&mut into.high[count..], picked, high);
            count += picked.count_ones() as usize;
        }
    }
    count
}

/// See [`crate::kernel::pick::soon`].
pub(super) fn soon(bytes: Planes) {
    for line in bytes.low.chunks(64).chain(bytes.high.chunks(64)) {
        // SAFETY: a hint, which reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) }
    }
}

/// What both entries have.
#[inline]
#[target_feature(enable = "avx512f")]
fn both((low, high): (__m512i, __m512i)) -> __m512i {
    _mm512_and_si512(low, high)
}

/// A table, to be looked up.
struct Entries {
    below: __m512i,
    above: __m512i,
}

impl Entries {
    #[target_feature(enable = "avx512f")]
    fn new(table: &Table) -> Self {
        let (halves, _) = table.as_chunks::<64>();
        Entries { below: load_64(&halves[0]), above: load_64(&halves[1]) }
    }

    /// The entries of these bytes, by their low seven bits.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vbmi")]
    fn of(&self, bytes: __m512i) -> __m512i {
        _mm512_permutex2var_epi8(self.below, bytes, self.above)
    }
}

/// The picked bytes, one after the other; what follows them in the room for 64 is 0.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
fn store_packed(into: &mut [u8], picked: u64, bytes: __m512i) {
    let room = into.first_chunk_mut::<64>().expect("room for a group more than there are");
    // SAFETY: there is room for 64 bytes; the store needs no alignment.
    unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), _mm512_maskz_compress_epi8(picked, bytes)) }
}

/// The xor of two groups, vector by vector.
#[inline]
#[target_feature(enable = "avx512f")]
fn xor((a, b): (&[u8; LANES], &[u8; LANES])) -> [__m512i; GROUP] {
    let (a, b) = (a.as_chunks::<64>().0, b.as_chunks::<64>().0);
    std::array::from_fn(|k| _mm512_xor_si512(load_64(&a[k]), load_64(&b[k])))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_64(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the reference covers the 64 bytes that are read; the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}
