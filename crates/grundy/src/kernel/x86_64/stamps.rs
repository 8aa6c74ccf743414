//! Stamps: a byte for each rank and lane, written one by one.
//!
//! ```text
//! r = min(load(n0 - offset) xor x, width)        sixteen lanes at once
//! table[lane][r[lane]] = marked                  sixteen stores of a byte
//! ```
//!
//! With several hundred ranks a mark in a group of 16 hits few lanes, and a store, half a cycle, is cheaper than all
//! the groups. Sixteen lanes share a load, and their tables stay in the nearest cache. What is too large for the sets
//! goes to a place behind the others. In the end a table is packed, 32 ranks with one instruction.
#![allow(unsafe_code)]

use crate::kernel::groups::Sets;
use crate::kernel::{LANES, Terms, WIDEST};
use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm256_castsi256_si128, _mm256_extracti128_si256,
    _mm256_loadu_si256, _mm256_min_epu16, _mm256_movemask_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_xor_si256,
};

/// Lanes that are stamped together.
const TOGETHER: usize = 16;
/// Bytes of a table: a line more than ranks, so that equal ranks of neighbouring lanes are in different cache sets.
const STRIDE: usize = WIDEST + 64;

/// # Safety
/// The instructions, terms that read inside the ranks, and sets of at most [`WIDEST`] ranks.
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[allow(clippy::cast_ptr_alignment)]
pub(super) unsafe fn stamp(ranks: &[u16], n0: usize, terms: &Terms<u16>, sets: &mut Sets) {
    let width = 8 * sets.len();
    let mut tables = vec![0u8; TOGETHER * STRIDE];
    for from in (0..LANES).step_by(TOGETHER) {
        for table in tables.chunks_exact_mut(STRIDE) {
            table[..width].fill(0);
        }
        let (block, table) = (ranks.as_ptr().wrapping_add(n0 + from), tables.as_mut_ptr());
        let most = _mm256_set1_epi16(width as i16);
        for (&offset, &x) in terms.offsets.iter().zip(&terms.xors) {
            // SAFETY: the loads are the caller's; a place is at most `width`, which every table has.
            unsafe {
                let there: *const __m256i = block.wrapping_sub(offset as usize).cast();
                let places = _mm256_xor_si256(_mm256_loadu_si256(there), _mm256_set1_epi32(x as i32));
                let places = _mm256_min_epu16(places, most);
                let (first, last) = (_mm256_castsi256_si128(places), _mm256_extracti128_si256::<1>(places));
                for (half, eight) in [first, last].into_iter().enumerate() {
                    let table = table.add(half * 8 * STRIDE);
                    let (low, high) = (_mm_cvtsi128_si64(eight) as usize, _mm_extract_epi64::<1>(eight) as usize);
                    *table.add(low & 0xFFFF) = 0xFF;
                    *table.add(STRIDE + (low >> 16 & 0xFFFF)) = 0xFF;
                    *table.add(2 * STRIDE + (low >> 32 & 0xFFFF)) = 0xFF;
                    *table.add(3 * STRIDE + (low >> 48)) = 0xFF;
                    *table.add(4 * STRIDE + (high & 0xFFFF)) = 0xFF;
                    *table.add(5 * STRIDE + (high >> 16 & 0xFFFF)) = 0xFF;
                    *table.add(6 * STRIDE + (high >> 32 & 0xFFFF)) = 0xFF;
                    *table.add(7 * STRIDE + (high >> 48)) = 0xFF;
                }
            }
        }
        for (lane, table) in (from..).zip(tables.chunks_exact(STRIDE)) {
            for (planes, marked) in sets.as_chunks_mut::<4>().0.iter_mut().zip(table.as_chunks::<32>().0) {
                // SAFETY: 32 bytes are there.
                let bits = unsafe { _mm256_movemask_epi8(_mm256_loadu_si256(marked.as_ptr().cast())) };
                for (plane, bits) in planes.iter_mut().zip(bits.to_le_bytes()) {
                    plane[lane] |= bits;
                }
            }
        }
    }
}
