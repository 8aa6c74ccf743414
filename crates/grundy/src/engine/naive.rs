//! The definition: `G(n) = mex { G(a) xor G(b) xor … : (a, b, …) an option of n }`.
//!
//! Right for every family of games, never optimised, and the oracle that every other engine is compared with.

use super::EngineError;
use crate::rules::Rules;
use std::ops::ControlFlow;

/// `G(0) … G(count - 1)`.
pub fn values(rules: &Rules, count: usize) -> Result<Vec<u16>, EngineError> {
    let mut g: Vec<u16> = Vec::new();
    for n in 0..count as u64 {
        let mut seen = Vec::new();
        let _ = rules.each_option(n, |_, heaps| {
            let value = heaps.iter().fold(0, |sum, &heap| sum ^ g[heap as usize]) as usize;
            if value >= seen.len() {
                seen.resize(value + 1, false);
            }
            seen[value] = true;
            ControlFlow::<()>::Continue(())
        });
        let mex = seen.iter().position(|&seen| !seen).unwrap_or(seen.len());
        g.push(u16::try_from(mex).map_err(|_| EngineError::ValueTooLarge { heap: n })?);
    }
    Ok(g)
}
