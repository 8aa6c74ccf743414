//! Dense games side by side in one run: the stamp loop, the engines `naive`, `rare` and `dense`.
//!
//! `cargo run --release -p grundy --example dense -- .04 .06 -n 131072 --rare --scalar --naive`

use grundy::engine::dense::run_on;
use grundy::engine::{self, Kind};
use grundy::kernel::Kernel;
use grundy::rules::Ban;
use grundy::{Game, Rules};
use std::ops::ControlFlow;
use std::time::Instant;

/// Processor seconds of this thread where the system tells them (Linux), so that other work on the machine does not count; else
/// seconds since `start`.
fn seconds(start: Instant) -> f64 {
    let on_cpu = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = on_cpu.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |ns| ns / 1e9)
}

/// The straightforward loop: stamp the value of every option, then look for the least unstamped value.
fn stamp_loop(rules: &Rules, count: usize) -> Vec<u16> {
    let mut g: Vec<u16> = Vec::with_capacity(count);
    let mut stamps: Box<[u32; 1 << 16]> = vec![0; 1 << 16].try_into().expect("the length is right");
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
                let half = if rules.ban() == Ban::EqualHeaps { rest.saturating_sub(1) / 2 } else { rest / 2 };
                let (a, b) = (&g[1.min(rest)..=half], &g[rest - half..rest]);
                for (a, b) in a.iter().zip(b.iter().rev()) {
                    stamps[(a ^ b) as usize] = now;
                }
            }
        }
        g.push(stamps.iter().position(|&stamp| stamp != now).expect("two bytes are enough here") as u16);
    }
    g
}

fn timed(name: &str, base: Option<f64>, expected: &[u16], compute: impl FnOnce() -> Vec<u16>) -> f64 {
    let start = Instant::now();
    let before = seconds(start);
    let values = compute();
    let seconds = seconds(start) - before;
    assert!(expected.is_empty() || values == expected, "{name} differs");
    let ratio = base.map_or(1.0, |base| base / seconds);
    println!("  {name:12} {seconds:9.3} s   {ratio:6.2}x");
    seconds
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut count = 1 << 15;
    let (mut games, mut naive, mut rare, mut scalar) = (Vec::new(), false, false, false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-n" => count = args.next().ok_or("-n needs a number")?.parse()?,
            "--naive" => naive = true,
            "--rare" => rare = true,
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
        timed("dense", Some(base), &expected, || engine(Kind::Dense));
        if rare {
            timed("rare", Some(base), &expected, || engine(Kind::Rare));
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
