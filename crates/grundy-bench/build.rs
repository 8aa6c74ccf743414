//! Writes the unrolled loops of Officers (`.6`) as Rust source: one statement for each rare heap, one test for each
//! common value, every distance and value a constant.
//!
//! The rares come from the definition, by brute force over the 20628 heaps that hold all known rares of `.6`: about
//! 10^8 steps, the second or two this script takes. What is written is compiled with the crate, at its optimisation
//! level; that of this script does not matter.

use std::fmt::Write;
use std::path::Path;

/// Grossman's space for `.6`: a value is common when it has an odd number of bits at 1, 2, 3, 5, 6, 7, 8.
const MASK: u16 = 0x1EE;
/// The heaps that hold the 1584 known rares: the last one is 20627.
const HEAPS: usize = 20628;
/// Bit 8 of a common value follows from the others, so commons below 512 are told apart by their low bytes.
const VALUES: u16 = 512;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let directory = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let path = Path::new(&directory).join("officers.rs");
    std::fs::write(path, source(&values())).expect("OUT_DIR can be written");
}

fn is_common(value: u16) -> bool {
    (value & MASK).count_ones() % 2 == 1
}

/// `G(n) = mex { G(k) xor G(n - 1 - k) : 0 <= k <= (n - 1) / 2 }` for `n >= 2`: taking one bean and leaving one heap is
/// the split with an empty part.
fn values() -> Vec<u16> {
    let mut g: Vec<u16> = vec![0, 0];
    let mut seen = vec![0; VALUES as usize];
    for n in 2..HEAPS {
        for (a, b) in g[..=(n - 1) / 2].iter().zip(g.iter().rev()) {
            seen[(a ^ b) as usize] = n;
        }
        let mex = seen.iter().position(|&at| at != n).expect("values of .6 stay below 512");
        g.push(mex as u16);
    }
    g
}

fn source(g: &[u16]) -> String {
    let rares: Vec<(usize, u16)> = g.iter().copied().enumerate().filter(|&(_, v)| !is_common(v)).collect();
    assert_eq!((rares.len(), rares.last()), (1584, Some(&(20627, 277))), "the known rares of .6");
    let mut text = format!(
        "/// How many rare heaps `.6` has.\n\
         pub(crate) const COUNT: usize = {count};\n\n\
         /// The rare heaps and their values.\n\
         pub(crate) static RARES: [(u64, u16); COUNT] = {rares:?};\n\n\
         /// How many values before `G(n - 1)` the loop reads.\n\
         pub(crate) const DEPTH: usize = {depth};\n\n\
         /// Marks what `G(0) … G(n - 2)` exclude; `g` ends with `G(n - 2)`.\n\
         #[inline(never)]\n\
         pub(crate) fn mark_far(g: &[u8; DEPTH], mex: &mut [u8; 256]) {{\n",
        count = rares.len(),
        depth = HEAPS - 1,
    );
    // The rare heap k looks back to n - 1 - k, which is k - 1 places before the end of g. Heap 0 looks at G(n - 1).
    for &(k, value) in rares.iter().filter(|&&(k, _)| k > 0) {
        let at = HEAPS - 1 - k;
        match value & 0xFF {
            0 => writeln!(text, "    mex[g[{at}] as usize] = 1;"),
            byte => writeln!(text, "    mex[({byte} ^ g[{at}]) as usize] = 1;"),
        }
        .expect("a string can be written");
    }
    text.push_str(
        "}\n\n/// The first unmarked common value; none when all below 512 are marked.\n\
         #[inline(never)]\n\
         pub(crate) fn first_common(mex: &[u8; 256]) -> Option<u16> {\n",
    );
    for value in (0..VALUES).filter(|&value| is_common(value)) {
        writeln!(text, "    if mex[{}] == 0 {{ return Some({value}); }}", value & 0xFF)
            .expect("a string can be written");
    }
    text.push_str("    None\n}\n");
    text
}
