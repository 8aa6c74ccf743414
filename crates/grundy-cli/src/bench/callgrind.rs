//! Instructions for each value, counted by valgrind: a figure that no noise of the machine touches.
//!
//! On a sparse game `bench run` is run twice under callgrind, for two lengths beyond the warm-up, and the difference is
//! divided by the difference in length: what comes before the steady state, which `--warmup` makes the same in both,
//! cancels. On a dense game one whole run is divided by its length. Threads that wait for each other burn instructions
//! that mean nothing, so only contestants with one thread are counted.
//!
//! Valgrind runs no wider vectors than those of AVX2. On a processor with AVX-512 it counts another kernel than the one
//! that was timed, and the table says which.

use super::contestant::Contestant;
use crate::exit::{Failure, fail};
use crate::interrupt;
use grundy::engine::Kernel;
use std::process::Command;

/// The two lengths for a sparse game.
const LENGTHS: [u64; 2] = [1 << 13, 1 << 14];
/// The longest run of a dense game that is counted.
const DENSE: u64 = 1 << 15;

/// The kernel that is counted where there is a choice.
pub fn kernel() -> Kernel {
    if Kernel::Avx2.is_available() { Kernel::Avx2 } else { Kernel::Scalar }
}

/// Says in one line if valgrind is missing.
pub fn available() -> Result<(), Failure> {
    match Command::new("valgrind").arg("--version").output() {
        Ok(output) if output.status.success() => Ok(()),
        _ => fail("--callgrind needs valgrind, which is not installed; leave --callgrind out for the times alone"),
    }
}

/// Instructions for each value of a run of `count` values whose clock starts after `warmup`; none for more than one
/// thread, and for long runs from heap 0 on.
pub fn per_value(game: &str, contestant: Contestant, warmup: u64, count: u64) -> Result<Option<f64>, Failure> {
    if contestant.threads() > 1 {
        return Ok(None);
    }
    let instructions = |count| instructions(game, contestant, warmup, count);
    if warmup == 0 {
        return if count > DENSE { Ok(None) } else { Ok(Some(instructions(count)? / count as f64)) };
    }
    let [short, long] = LENGTHS.map(|length| instructions(warmup + length));
    Ok(Some((long? - short?) / (LENGTHS[1] - LENGTHS[0]) as f64))
}

/// Instructions of one whole run.
fn instructions(game: &str, contestant: Contestant, warmup: u64, count: u64) -> Result<f64, Failure> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args(["bench", "run", game, "-n", &count.to_string(), "--warmup", &warmup.to_string(), "--json"])
        .args(contestant.with_kernel(kernel()).arguments())
        .output()?;
    if interrupt::requested() {
        return Err(Failure::Interrupted);
    }
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    match collected {
        Some(collected) if output.status.success() => Ok(collected),
        _ => fail(format!("valgrind could not run {}: {}", contestant.name(), report.lines().last().unwrap_or(""))),
    }
}
