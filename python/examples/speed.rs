//! The Rust side of `speed.py` beside it: the best of several times of the calls that the package makes, in seconds.

use grundy::Game;
use grundy::nimber::Nim64;
use grundy::watch::Unwatched;
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

/// How often each call is timed.
const TIMES: usize = 3;

fn best(mut call: impl FnMut() -> Result<(), Box<dyn Error>>) -> Result<f64, Box<dyn Error>> {
    let mut best = f64::INFINITY;
    for _ in 0..TIMES {
        let started = Instant::now();
        call()?;
        best = best.min(started.elapsed().as_secs_f64());
    }
    Ok(best)
}

fn main() -> Result<(), Box<dyn Error>> {
    let heaps = std::env::args().nth(1).ok_or("the number of heaps is missing")?.parse()?;
    let game: Game = ".106".parse()?;
    let values = best(|| {
        black_box(game.array(0..heaps, &mut Unwatched)?);
        Ok(())
    })?;
    // The numbers that speed.py multiplies: odd multiples of a large odd number.
    let words: Vec<u64> = (0..1_000_000u64).map(|n| (2 * n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let (a, b) = (Nim64::from_words(&words), Nim64::from_words(&words));
    let products = best(|| {
        let mut out = vec![Nim64::new(0); a.len()];
        Nim64::products(a, b, &mut out);
        black_box(out);
        Ok(())
    })?;
    println!("{values} {products}");
    Ok(())
}
