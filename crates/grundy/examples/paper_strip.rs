//! Puzzle 1, sums of games (Project Euler 306): two players paint two neighbouring white squares of a strip black, and
//! who cannot loses. For how many of the strips of 1 to 50 squares does the first player win, and of 1 to a million?
//!
//! Painting cuts the strip into two strips that have nothing to do with each other any more: list them as a sum. For a
//! million squares use the theorem of Guy and Smith: a game that takes at most k squares (here 2) and leaves at most
//! two parts has period p from n0 on for ever, once G(n + p) = G(n) holds for all n from n0 to 2 n0 + p + k.
//!
//! Run it with `cargo run --release -p grundy --example paper_strip`.

use grundy::solver::Solver;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut strips = Solver::with_sums(|&squares: &usize| {
        (0..squares.saturating_sub(1)).map(|left| vec![left, squares - 2 - left]).collect::<Vec<_>>()
    });
    let losses = strips.p_positions(1..=50)?;
    println!("strips of 1 to 50 squares: the first player wins {}", 50 - losses.len());
    println!("  and loses those of {losses:?}");
    println!("  winning moves on 6 squares leave {:?}", strips.winning_moves(&[6])?);

    let values = (0..1000).map(|n| strips.value(&n)).collect::<Result<Vec<_>, _>>()?;
    let start = 100;
    let repeats = |period: &usize| (start..=2 * start + period + 2).all(|n| values[n] == values[n + period]);
    let period = (1..300).find(repeats).ok_or("no period found")?;
    let value = |n: usize| if n < start { values[n] } else { values[start + (n - start) % period] };
    let wins = (1..=1_000_000).filter(|&n| value(n) != 0).count();
    println!("the values have period {period} for ever; strips of 1 to 1000000 squares: {wins} wins");
    Ok(())
}
