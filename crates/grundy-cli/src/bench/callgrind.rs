//! Instructions for each value, counted by valgrind: a figure that no noise of the machine touches.
//!
//! `bench run` is run twice under callgrind, for two lengths beyond the warm-up, and the difference is divided by the
//! difference in length: what comes before the steady state, which `--warmup` makes the same in both, cancels. Threads that wait for each other burn instructions that
//! mean nothing, so only contestants with one thread are counted.

use super::contestant::Contestant;
use crate::interrupt;
use crate::outcome::{Failure, fail};
use std::process::Command;

/// The two lengths.
const LENGTHS: [u64; 2] = [1 << 14, 1 << 15];

/// Says in one line if valgrind is missing.
pub fn available() -> Result<(), Failure> {
    match Command::new("valgrind").arg("--version").output() {
        Ok(output) if output.status.success() => Ok(()),
        _ => fail("--callgrind needs valgrind, which is not installed; leave --callgrind out for the times alone"),
    }
}

/// Instructions for each value in the steady state; none for more than one thread.
pub fn per_value(game: &str, contestant: Contestant, warmup: u64) -> Result<Option<f64>, Failure> {
    if contestant.threads() > 1 {
        return Ok(None);
    }
    let [short, long] = LENGTHS.map(|length| instructions(game, contestant, warmup, length));
    Ok(Some((long? - short?) / (LENGTHS[1] - LENGTHS[0]) as f64))
}

/// Instructions of one whole run.
fn instructions(game: &str, contestant: Contestant, warmup: u64, length: u64) -> Result<f64, Failure> {
    let program = std::env::current_exe()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["bench", "run", game, "-n", &(warmup + length).to_string(), "--warmup", &warmup.to_string(), "--json"])
        .args(contestant.arguments())
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
