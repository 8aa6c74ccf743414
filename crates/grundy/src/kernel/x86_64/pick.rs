//! The splits that may have a wanted value ([`crate::kernel::pick`]), 64 at once.
//!
//! ```text
//! entry  = low seven bits of a byte looked up
//! picked = entry has bit 6 and the byte has not bit 7, or both have bit 7
//! with few wanted bytes, most groups of vectors have entries 0 only, and are done
//! vectors with picked splits are noted, and their high bytes looked up afterwards
//! ```
#![allow(unsafe_code)]

use crate::kernel::dense::Planes;
use crate::kernel::pick::{Bytes, LANES, NOTED, Picked, Wanted};
use std::arch::x86_64::{
    __m512i, _mm512_loadu_si512, _mm512_maskz_compress_epi8, _mm512_or_si512, _mm512_permutex2var_epi8,
    _mm512_set1_epi8, _mm512_shuffle_epi8, _mm512_storeu_si512, _mm512_ternarylogic_epi64, _mm512_test_epi8_mask,
    _mm512_xor_si512,
};

/// Up to this many bytes are so few that most groups have no split with one of them.
const FEW: usize = 24;
/// Vectors of a group.
const GROUP: usize = LANES / 64;
/// Groups that are looked at before the high bytes of their picked splits are.
const TOGETHER: usize = NOTED / GROUP;
/// The immediates of `x or y or z` and of `x or (y and z)`.
const OR: i32 = 0xFE;
const OR_AND: i32 = 0xF8;

/// See [`crate::kernel::pick::pick`], which has checked the lengths.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]
pub(super) fn pick(wanted: &Wanted, a: Planes, b: Planes, into: &mut Picked) -> usize {
    let (low, high) = (Set::new(&wanted.low), Set::new(&wanted.high));
    let is_few = wanted.low.count <= FEW;
    let mut count = 0;
    let Picked { low: into_low, high: into_high, noted } = into;
    let lows = a.low.as_chunks::<LANES>().0.chunks(TOGETHER).zip(b.low.as_chunks::<LANES>().0.chunks(TOGETHER));
    let highs = a.high.chunks(TOGETHER * LANES).zip(b.high.chunks(TOGETHER * LANES));
    for ((a_groups, b_groups), (a_high, b_high)) in lows.zip(highs) {
        let mut some = 0;
        for (number, (a, b)) in a_groups.iter().zip(b_groups).enumerate() {
            let (a, b) = (a.as_chunks::<64>().0, b.as_chunks::<64>().0);
            let bytes: [__m512i; GROUP] = std::array::from_fn(|k| xor(&a[k], &b[k]));
            if is_few && low.has_none(bytes) {
                continue;
            }
            for (vector, bytes) in (GROUP * number..).zip(bytes) {
                let picked = low.have(bytes);
                // Nobody could foretell a branch here.
                noted[some] = (picked, vector);
                some += usize::from(picked != 0);
            }
        }
        let (a, b) = (a_groups.as_flattened().as_chunks::<64>().0, b_groups.as_flattened().as_chunks::<64>().0);
        let (a_high, b_high) = (a_high.as_chunks::<64>().0, b_high.as_chunks::<64>().0);
        for &(picked, vector) in &noted[..some] {
            let bytes = xor(&a_high[vector], &b_high[vector]);
            let picked = picked & high.have(bytes);
            store_packed(&mut into_low[count..], picked, xor(&a[vector], &b[vector]));
            store_packed(&mut into_high[count..], picked, bytes);
            count += picked.count_ones() as usize;
        }
    }
    count
}

/// The tables of a set of bytes.
struct Set {
    below: __m512i,
    above: __m512i,
}

impl Set {
    #[target_feature(enable = "avx512f")]
    fn new(set: &Bytes) -> Self {
        let (halves, _) = set.sevens.as_chunks::<64>();
        Set { below: load_64(&halves[0]), above: load_64(&halves[1]) }
    }

    /// Which of these bytes it has.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn have(&self, x: __m512i) -> u64 {
        // A byte-shuffle gives 0 where the highest bit is set.
        let sixth = _mm512_shuffle_epi8(_mm512_set1_epi8(0x40), x);
        let bit = _mm512_ternarylogic_epi64::<OR_AND>(sixth, x, _mm512_set1_epi8(i8::MIN));
        _mm512_test_epi8_mask(_mm512_permutex2var_epi8(self.below, x, self.above), bit)
    }

    /// Whether it has surely none of the bytes of a group, not even one that differs in the highest bit.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn has_none(&self, bytes: [__m512i; GROUP]) -> bool {
        let [w, x, y, z] = bytes.map(|x| _mm512_permutex2var_epi8(self.below, x, self.above));
        let any = _mm512_or_si512(_mm512_ternarylogic_epi64::<OR>(w, x, y), z);
        _mm512_test_epi8_mask(any, any) == 0
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

#[inline]
#[target_feature(enable = "avx512f")]
fn xor(a: &[u8; 64], b: &[u8; 64]) -> __m512i {
    _mm512_xor_si512(load_64(a), load_64(b))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_64(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the reference covers the 64 bytes that are read; the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}
