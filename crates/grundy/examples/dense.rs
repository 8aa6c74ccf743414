//! Dense games side by side in one run: the stamp loop, the engines `naive`, `rare` and `dense`.
//!
//! `cargo run --release -p grundy --example dense -- .04 .06 -n 131072 --naive`

use grundy::engine::dense::run_on;
use grundy::engine::{self, Kind};
use grundy::kernel::dense::Kernel;
use grundy::{Game, Rules};
use std::ops::ControlFlow;
use std::time::Instant;

/// The straightforward loop: stamp the value of every option, then look for the least unstamped value.
fn stamp_loop(rules: &Rules, count: usize) -> Vec<u16> {
    let mut g: Vec<u16> = Vec::with_capacity(count);
    let mut stamps = vec![0u32; 1 << 16];
    for n in 0..count {
        let now = n as u32 + 1;
        for &(removed, digit) in rules.moves() {
            let Some(rest) = n.checked_sub(removed as usize) else { break };
            if rest == 0 && digit & 1 != 0 {
                stamps[0] = now;
            }
            if rest > 0 && digit & 2 != 0 {
                stamps[g[rest] as usize] = now;
            }
            if digit & 4 != 0 {
                for a in (1..=rest / 2).filter(|&a| rules.ban().allows(a as u64, (rest - a) as u64)) {
                    stamps[(g[a] ^ g[rest - a]) as usize] = now;
                }
            }
        }
        g.push(stamps.iter().position(|&stamp| stamp != now).expect("two bytes are enough here") as u16);
    }
    g
}

fn timed(name: &str, base: Option<f64>, expected: &[u16], compute: impl FnOnce() -> Vec<u16>) -> f64 {
    let start = Instant::now();
    let values = compute();
    let seconds = start.elapsed().as_secs_f64();
    assert!(expected.is_empty() || values == expected, "{name} differs");
    let ratio = base.map_or(1.0, |base| base / seconds);
    println!("  {name:12} {seconds:9.3} s   {ratio:6.2}x");
    seconds
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut count = 1 << 15;
    let (mut games, mut naive, mut scalar) = (Vec::new(), false, false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-n" => count = args.next().ok_or("-n needs a number")?.parse()?,
            "--naive" => naive = true,
            "--scalar" => scalar = true,
            game => games.push(game.parse::<Game>()?),
        }
    }
    for game in games {
        let rules = game.rules();
        println!("{game} n = {count}");
        let mut expected = Vec::new();
        let base = timed("stamp loop", None, &[], || {
            expected = stamp_loop(&rules, count);
            expected.clone()
        });
        let engine = |kind| engine::values_with(kind, &rules, count as u64).expect("the engine takes the game");
        for kind in [Kind::Rare, Kind::Dense] {
            timed(kind.name(), Some(base), &expected, || engine(kind));
        }
        if scalar {
            timed("dense scalar", Some(base), &expected, || {
                let mut values = Vec::new();
                let sink = &mut |_: u64, block: &[u16]| {
                    values.extend_from_slice(block);
                    ControlFlow::Continue(())
                };
                run_on(Kernel::Scalar, &rules, count as u64, sink).expect("the engine takes the game");
                values
            });
        }
        if naive {
            timed("naive", Some(base), &expected, || engine(Kind::Naive));
        }
    }
    Ok(())
}
