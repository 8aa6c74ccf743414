//! Puzzle 2, listing P-positions (Project Euler 488): nim with three heaps, no two of which may ever be equal. What is
//! the sum of a + b + c over all lost positions with 0 < a < b < c < 32?
//!
//! A position is a sorted array, a move a closure, and the rest is a list. The table shows that the lost positions are
//! those of nim with every heap one larger: a+1, b+1 and c+1 have nim-sum 0, which answers the puzzle for 10^18 too.
//!
//! Run it with `cargo run --release -p grundy --example unbalanced_nim`.

use grundy::solver::Solver;

type Heaps = [u32; 3];

fn options(heaps: &Heaps) -> Vec<Heaps> {
    let mut options = vec![];
    for i in 0..3 {
        for smaller in (0..heaps[i]).filter(|size| !heaps.contains(size)) {
            let mut after = *heaps;
            after[i] = smaller;
            after.sort_unstable();
            options.push(after);
        }
    }
    options
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Solver::new(options);
    for limit in [8, 32] {
        let triples = (1..limit).flat_map(|a| (a + 1..limit).flat_map(move |b| (b + 1..limit).map(move |c| [a, b, c])));
        let lost = game.p_positions(triples)?;
        println!("below {limit}: {} lost positions, sum {}", lost.len(), lost.iter().flatten().sum::<u32>());
        println!("  {:?} …", &lost[..5.min(lost.len())]);
        let like_nim = lost.iter().all(|[a, b, c]| (a + 1) ^ (b + 1) ^ (c + 1) == 0);
        println!("  each is a lost position of nim when every heap gains one: {like_nim}");
    }
    println!("{} positions were valued", game.known());
    Ok(())
}
