//! Nanoseconds for one nim-product, for every width and every way, all in one run: `cargo bench -p grundy --bench nimber`.
//!
//! *chain* multiplies each result again (latency), *independent* multiplies pairs (throughput), *slices* is the batch
//! product; *portable* is what machines without special instructions use, *plain* the textbook recursion. `nimber` and
//! `ogdoad` are other crates. All ways are checked to agree before they are timed. Each figure is the best of many
//! short rounds, so that other work on the machine disturbs it little.

use grundy::nimber::{Nim8, Nim16, Nim32, Nim64, Nim128, plain};

/// The products without special instructions, which the library keeps to itself.
#[path = "../src/nimber/portable.rs"]
mod portable;
use std::hint::black_box;
use std::time::{Duration, Instant};

const PAIRS: usize = 1024;

/// Numbers that look random and are the same in every run.
fn words(mut state: u64) -> Vec<u128> {
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ (mixed >> 27)
    };
    (0..PAIRS).map(|_| u128::from(next()) << 64 | u128::from(next())).collect()
}

/// The least time of one of `products` products, in nanoseconds, over about a quarter of a second.
fn best(products: usize, mut round: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    let started = Instant::now();
    let mut rounds = 0;
    while rounds < 3 || started.elapsed() < Duration::from_millis(250) {
        let before = Instant::now();
        round();
        best = best.min(before.elapsed().as_nanos() as f64 / products as f64);
        rounds += 1;
    }
    best
}

/// Times a function of two words on independent pairs; slow ones on few.
fn each<T: Copy>(a: &[T], b: &[T], count: usize, product: impl Fn(T, T) -> T) -> f64 {
    best(count, || {
        for (&a, &b) in a[..count].iter().zip(&b[..count]) {
            black_box(product(a, b));
        }
    })
}

struct Line {
    bits: u32,
    chain: f64,
    independent: f64,
    slices: f64,
    portable: f64,
    plain: f64,
    nimber: f64,
    ogdoad: f64,
}

macro_rules! line {
    ($type:ident, $word:ty, $portable:path) => {{
        let a: Vec<$word> = words(1).into_iter().map(|w| w as $word).collect();
        let b: Vec<$word> = words(2).into_iter().map(|w| w as $word).collect();
        let (nim_a, nim_b): (Vec<$type>, Vec<$type>) =
            (a.iter().map(|&x| $type::new(x)).collect(), b.iter().map(|&x| $type::new(x)).collect());
        let mut out = vec![$type::ZERO; PAIRS];
        $type::products(&nim_a, &nim_b, &mut out);
        let foreign = |x: $word| {
            let x = u128::from(x);
            nimber::FiniteNimber::from(vec![x as u64, (x >> 64) as u64])
        };
        let (foreign_a, foreign_b): (Vec<_>, Vec<_>) =
            (a.iter().map(|&x| foreign(x)).collect(), b.iter().map(|&x| foreign(x)).collect());
        for i in 0..PAIRS {
            let expected = nim_a[i] * nim_b[i];
            assert_eq!(out[i], expected);
            assert_eq!($portable(a[i], b[i]), expected.get());
            if i < 64 {
                assert_eq!(plain::product(a[i].into(), b[i].into()), u128::from(expected.get()));
                assert_eq!(ogdoad::scalar::nim_mul(a[i].into(), b[i].into()), u128::from(expected.get()));
                assert_eq!(&foreign_a[i] * &foreign_b[i], foreign(expected.get()));
            }
        }
        Line {
            bits: $type::BITS,
            chain: best(PAIRS, || {
                let mut x = nim_a[0];
                for &b in &nim_b {
                    x = x * b + b;
                }
                black_box(x);
            }),
            independent: each(&nim_a, &nim_b, PAIRS, |a, b| a * b),
            slices: best(PAIRS, || $type::products(&nim_a, &nim_b, black_box(&mut out))),
            portable: each(&a, &b, PAIRS, $portable),
            plain: each(&a, &b, 64, |a, b| plain::product(a.into(), b.into()) as $word),
            nimber: best(64, || {
                for (a, b) in foreign_a[..64].iter().zip(&foreign_b[..64]) {
                    black_box(a * b);
                }
            }),
            ogdoad: each(&a, &b, 64, |a, b| ogdoad::scalar::nim_mul(a.into(), b.into()) as $word),
        }
    }};
}

fn main() {
    let lines = [
        line!(Nim8, u8, portable::mul8),
        line!(Nim16, u16, portable::mul16),
        line!(Nim32, u32, portable::mul32),
        line!(Nim64, u64, portable::mul64),
        line!(Nim128, u128, portable::mul128),
    ];
    println!("ns for one product");
    println!("bits     chain  independent   slices   portable      plain   nimber 0.1   ogdoad 1");
    for l in &lines {
        println!(
            "{:>4} {:>9.2} {:>12.2} {:>8.3} {:>10.2} {:>10.1} {:>12.1} {:>10.1}",
            l.bits, l.chain, l.independent, l.slices, l.portable, l.plain, l.nimber, l.ogdoad
        );
    }
    println!("\ntimes faster than          plain                nimber               ogdoad");
    println!("bits            one   slices         one   slices         one   slices");
    for l in &lines {
        let ratios = |other: f64| format!("{:>8.0}x {:>7.0}x", other / l.independent, other / l.slices);
        println!("{:>4}     {}   {}   {}", l.bits, ratios(l.plain), ratios(l.nimber), ratios(l.ogdoad));
    }
}
