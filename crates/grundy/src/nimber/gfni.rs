//! Sixty-four products at a time with the Galois field instructions of AVX-512 machines.
//!
//! The bytes of a nimber are its coordinates over the field of nimbers below 256, which `GFNI` multiplies 64 at a time
//! once one 8×8 bit matrix has carried them to its own polynomial basis. So 64 nimbers of `W` bytes are laid out as `W`
//! *planes* (plane `k` holds the k-th byte of each), and Karatsuba up the tower runs on whole planes:
//!
//! | bits | byte products | by constants |
//! |---|---|---|
//! | 8 | 1 | 0 |
//! | 16 | 3 | 1 |
//! | 32 | 9 | 5 |
//! | 64 | 27 | 21 |
//! | 128 | 81 | 81 |
//!
//! each for 64 products. Byte-transposing costs `W (1 + log W)` shuffles for each of the three arrays.
#![allow(unsafe_code)]

use super::basis::basis8;
use super::product;
use std::arch::x86_64::{
    __m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_gf2p8mul_epi8, _mm512_loadu_si512, _mm512_permutex2var_epi32,
    _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_storeu_si512,
    _mm512_xor_si512,
};

/// Nimbers in one round.
const LANES: usize = 64;

/// Whether this machine has the instructions.
#[inline]
pub fn available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("gfni")
}

/// The matrix of a linear map of bytes in the order the affine instruction wants: row of output bit `i` in byte `7-i`.
const fn matrix(map: &[u8; 256]) -> i64 {
    let mut packed = 0u64;
    let mut input = 0;
    while input < 8 {
        let image = map[1 << input];
        let mut output = 0;
        while output < 8 {
            packed |= ((image >> output & 1) as u64) << (8 * (7 - output) + input);
            output += 1;
        }
        input += 1;
    }
    packed as i64
}

const TO_POLYNOMIAL: i64 = matrix(&basis8::TO_POLYNOMIAL[0]);
const TO_NIMBER: i64 = matrix(&basis8::TO_NIMBER[0]);
/// 128, by which a product in the byte field is folded, in the polynomial basis.
const HALF: i8 = basis8::TO_POLYNOMIAL[0][128] as i8;

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn xor<const N: usize>(a: [__m512i; N], b: [__m512i; N]) -> [__m512i; N] {
    let mut sum = a;
    for i in 0..N {
        sum[i] = _mm512_xor_si512(a[i], b[i]);
    }
    sum
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn mul1(a: [__m512i; 1], b: [__m512i; 1]) -> [__m512i; 1] {
    [_mm512_gf2p8mul_epi8(a[0], b[0])]
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn half1(x: [__m512i; 1]) -> [__m512i; 1] {
    [_mm512_gf2p8mul_epi8(x[0], _mm512_set1_epi8(HALF))]
}

macro_rules! level {
    (
        $product:ident, $times_half:ident, $planes:literal, $half_planes:literal, $half_product:ident, $half_half:ident
    ) => {
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
        fn $product(a: [__m512i; $planes], b: [__m512i; $planes]) -> [__m512i; $planes] {
            let (a0, a1) = $times_half::split(a);
            let (b0, b1) = $times_half::split(b);
            let low = $half_product(a0, b0);
            let high = $half_product(a1, b1);
            let cross = $half_product(xor(a0, a1), xor(b0, b1));
            $times_half::join(xor(low, $half_half(high)), xor(cross, low))
        }

        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
        #[allow(dead_code)] // the widest level is not folded any further
        fn $times_half(x: [__m512i; $planes]) -> [__m512i; $planes] {
            let (low, high) = $times_half::split(x);
            $times_half::join($half_half($half_half(high)), $half_half(xor(low, high)))
        }

        mod $times_half {
            use std::arch::x86_64::__m512i;

            #[inline]
            pub fn split(x: [__m512i; $planes]) -> ([__m512i; $half_planes], [__m512i; $half_planes]) {
                (std::array::from_fn(|i| x[i]), std::array::from_fn(|i| x[i + $half_planes]))
            }

            #[inline]
            pub fn join(low: [__m512i; $half_planes], high: [__m512i; $half_planes]) -> [__m512i; $planes] {
                std::array::from_fn(|i| if i < $half_planes { low[i] } else { high[i - $half_planes] })
            }
        }
    };
}

level!(mul2, half2, 2, 1, mul1, half1);
level!(mul4, half4, 4, 2, mul2, half2);
level!(mul8, half8, 8, 4, mul4, half4);
level!(mul16, half16, 16, 8, mul8, half8);

/// Byte `p` of the result of the first shuffle: within one register, group the bytes by their place in the nimber.
const fn gather(width: usize) -> [u8; 64] {
    let mut index = [0; 64];
    let mut p = 0;
    while p < 64 {
        let (place, nimber) = (p / (64 / width), p % (64 / width));
        index[p] = (nimber * width + place) as u8;
        p += 1;
    }
    index
}

/// The inverse of [`gather`].
const fn scatter(width: usize) -> [u8; 64] {
    let forward = gather(width);
    let mut index = [0; 64];
    let mut p = 0;
    while p < 64 {
        index[forward[p] as usize] = p as u8;
        p += 1;
    }
    index
}

/// One stage of the transposition of `width × width` blocks: which double words the first (`second = false`) or second
/// register of a pair at distance `distance` takes; 16 and up are those of the partner.
const fn exchange(width: usize, distance: usize, second: bool) -> [u32; 16] {
    let size = 16 / width;
    let mut index = [0; 16];
    let mut q = 0;
    while q < 16 {
        let (block, inside) = (q / size, q % size);
        let from_partner = block & distance != 0;
        let source = if second { block | distance } else { block & !distance };
        index[q] = (source * size + inside) as u32 + if from_partner { 16 } else { 0 };
        q += 1;
    }
    index
}

/// `[distance index][second]` for one width.
const fn exchanges(width: usize) -> [[[u32; 16]; 2]; 4] {
    let mut all = [[[0; 16]; 2]; 4];
    let mut stage = 0;
    while 1 << stage < width {
        all[stage] = [exchange(width, 1 << stage, false), exchange(width, 1 << stage, true)];
        stage += 1;
    }
    all
}

struct Shuffles<const W: usize>;

impl<const W: usize> Shuffles<W> {
    const GATHER: [u8; 64] = gather(W);
    const SCATTER: [u8; 64] = scatter(W);
    const EXCHANGES: [[[u32; 16]; 2]; 4] = exchanges(W);
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn constant<T, const N: usize>(words: &[T; N]) -> __m512i {
    const { assert!(size_of::<T>() * N == 64) };
    // SAFETY: the array is exactly one register long, and loads need no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// Transposes the blocks of 64/W bytes of W registers; its own inverse.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
fn transpose<const W: usize>(mut v: [__m512i; W]) -> [__m512i; W] {
    let mut stage = 0;
    while 1 << stage < W {
        let first = constant(&Shuffles::<W>::EXCHANGES[stage][0]);
        let second = constant(&Shuffles::<W>::EXCHANGES[stage][1]);
        for i in 0..W {
            if i & 1 << stage == 0 {
                let (x, y) = (v[i], v[i | 1 << stage]);
                v[i] = _mm512_permutex2var_epi32(x, first, y);
                v[i | 1 << stage] = _mm512_permutex2var_epi32(x, second, y);
            }
        }
        stage += 1;
    }
    v
}

/// Loads 64 nimbers of W bytes as planes in the polynomial basis.
///
/// # Safety
/// `from` must be readable for `64 * W` bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
unsafe fn planes<const W: usize>(from: *const u8) -> [__m512i; W] {
    let order = constant(&Shuffles::<W>::GATHER);
    let mut v = [_mm512_setzero_si512(); W];
    for (i, v) in v.iter_mut().enumerate() {
        // SAFETY: the caller's range covers W registers.
        let raw = unsafe { _mm512_loadu_si512(from.add(64 * i).cast()) };
        let grouped = _mm512_permutexvar_epi8(order, raw);
        *v = _mm512_gf2p8affine_epi64_epi8::<0>(grouped, _mm512_set1_epi64(TO_POLYNOMIAL));
    }
    transpose(v)
}

/// The inverse of [`planes`].
///
/// # Safety
/// `to` must be writable for `64 * W` bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
unsafe fn store<const W: usize>(planes: [__m512i; W], to: *mut u8) {
    let order = constant(&Shuffles::<W>::SCATTER);
    for (i, &plane) in transpose(planes).iter().enumerate() {
        let nimbers = _mm512_gf2p8affine_epi64_epi8::<0>(plane, _mm512_set1_epi64(TO_NIMBER));
        // SAFETY: the caller's range covers W registers.
        unsafe { _mm512_storeu_si512(to.add(64 * i).cast(), _mm512_permutexvar_epi8(order, nimbers)) };
    }
}

macro_rules! pairs {
    ($name:ident, $word:ty, $width:literal, $planes_product:ident, $product:path) => {
        #[doc = concat!("`out[i] = a[i] ⊗ b[i]` for [`", stringify!($word), "`]; the slices have one length.")]
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
        pub fn $name(a: &[$word], b: &[$word], out: &mut [$word]) {
            assert!(a.len() == out.len() && b.len() == out.len());
            let whole = out.len() / LANES * LANES;
            for start in (0..whole).step_by(LANES) {
                // SAFETY: start + 64 words lie within each of the three slices.
                unsafe {
                    let a = planes::<$width>(a.as_ptr().add(start).cast());
                    let b = planes::<$width>(b.as_ptr().add(start).cast());
                    store($planes_product(a, b), out.as_mut_ptr().add(start).cast());
                }
            }
            for ((out, &a), &b) in out[whole..].iter_mut().zip(&a[whole..]).zip(&b[whole..]) {
                *out = $product(a, b);
            }
        }
    };
}

pairs!(pairs8, u8, 1, mul1, product::mul8);
pairs!(pairs16, u16, 2, mul2, product::mul16);
pairs!(pairs32, u32, 4, mul4, product::mul32);
pairs!(pairs64, u64, 8, mul8, product::mul64);
pairs!(pairs128, u128, 16, mul16, product::mul128);
