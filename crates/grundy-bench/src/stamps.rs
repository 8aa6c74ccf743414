//! The straightforward loop: stamp the value of every option, then take the least value without a stamp.
//!
//! What a programmer writes who knows that an array need not be cleared for each heap: the fair opponent for games
//! without a sparse space. The definition (the engine `naive`) is slower on purpose.

use crate::LadderError;
use grundy::Rules;
use grundy::engine::{EngineError, Kind, Sink};

/// Its name on the command line.
pub const NAME: &str = "stamp-loop";

const BLOCK: usize = 64;

/// Computes `G(0) … G(count - 1)` of a finite game whose moves leave at most two heaps.
pub fn run(rules: &Rules, count: u64, sink: &mut dyn Sink) -> Result<(), LadderError> {
    if !Kind::Dense.takes(rules) {
        return Err(LadderError::TwoHeapsOnly);
    }
    let mut g: Vec<u16> = Vec::with_capacity(count as usize);
    let mut stamps: Box<[u32; 1 << 16]> = vec![0; 1 << 16].try_into().expect("the length is right");
    let (mut reported, mut work) = (0, 0);
    for n in 0..count as usize {
        let now = n as u32 + 1;
        for &(removed, digit) in rules.moves() {
            let Some(rest) = n.checked_sub(removed as usize) else { break };
            if rest == 0 && digit & 1 != 0 {
                stamps[0] = now;
                work += 1;
            }
            if rest > 0 && digit & 2 != 0 {
                stamps[g[rest] as usize] = now;
                work += 1;
            }
            if digit & 4 != 0 && rest > 1 {
                // What is banned is at most the split into equal halves.
                let half = rest / 2;
                let half = if rules.ban().allows(half as u64, (rest - half) as u64) { half } else { half - 1 };
                let (a, b) = (&g[1..=half], &g[rest - half..rest]);
                for (a, b) in a.iter().zip(b.iter().rev()) {
                    stamps[(a ^ b) as usize] = now;
                }
                work += half as u64;
            }
        }
        let value = stamps.iter().position(|&stamp| stamp != now);
        g.push(value.ok_or(EngineError::ValueTooLarge { heap: n as u64 })? as u16);
        if g.len() - reported == BLOCK || g.len() as u64 == count {
            sink.work(std::mem::take(&mut work));
            if sink.block(reported as u64, &g[reported..]).is_break() {
                return Err(EngineError::Stopped.into());
            }
            reported = g.len();
        }
    }
    Ok(())
}
