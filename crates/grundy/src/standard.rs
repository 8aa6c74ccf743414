//! Games that are the same up to a shift of the heap sizes: the standard form of a code.
//!
//! **One step.** Suppose `d1` is even. Then a heap of one has no move at all: taking it whole is not allowed, taking it
//! and leaving heaps is impossible, and so is splitting it. So a heap of one is worth as much as no heap, and every
//! heap may be counted one smaller. A move of the old game removes `i` from `n` and leaves exactly `j` heaps `a_1, …,
//! a_j >= 1`. Counted one smaller, it goes from `n - 1` to heaps `a_t - 1 >= 0` with sum
//! `n - i - j = (n - 1) - (i + j - 1)`: it removes `i + j - 1` and leaves *any* heaps, as many as `j` of
//! them non-empty. Conversely, every such choice of heaps, filled up with empty ones to `j`, comes from a move of the
//! old game. Hence
//!
//! ```text
//! G(n) = G'(n - 1) for n >= 1,    bit j of d_i contributes the bits 0, 1, …, j (the digit 2^(j+1) - 1) to d'_(i+j-1)
//! ```
//!
//! No digit lands before the point: `i + j - 1 = 0` would need `i = 1, j = 0` (excluded, `d1` is even) or `i = 0, j =
//! 1` (a do-nothing move, which no code has). This is the "first cousin" of *Winning Ways*.
//!
//! **How often.** The smallest heap with a move has `min (i + j)` beans, over all bits `j` of all digits `d_i`; each
//! step makes it one smaller, and `d1` is odd exactly when it is one. So after `min (i + j) - 1` steps the code is in
//! *standard form*. Only the game without moves never gets there; it is its own standard form.

use crate::code::Code;
use crate::game::{Form, Game};

/// A set whose largest member is below this is also spelled as a code.
const LONGEST_CODE: u64 = 64;

/// A code in standard form and how far it is shifted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standard {
    /// The code with odd `d1` (or the game without moves).
    pub code: Code,
    /// `G(n) = G'(n - shift)` for `n >= shift`; smaller heaps have no move.
    pub shift: u64,
}

/// The game one step nearer to its standard form: `G(n) = G'(n - 1)` for `n >= 1`. `None` when `d1` is odd.
///
/// ```
/// use grundy::{Game, game::cousin};
/// let game: Game = ".07".parse()?;
/// assert_eq!(cousin(game.code().unwrap()).unwrap().to_string(), ".137");
/// # Ok::<(), grundy::GameError>(())
/// ```
pub fn cousin(code: &Code) -> Option<Code> {
    if code.digit(1) & 1 == 1 {
        return None;
    }
    // d'_r reads d_(r+1), d_r, …, d_(r-14): from 15 places after the block begins on, it repeats as the block does.
    let reach = u64::from(u32::BITS - code.head().iter().chain(code.block()).fold(0, |all, d| all | d).leading_zeros());
    let head_length = code.head().len() as u64 + reach;
    let digit = |r: u64| {
        (0..reach)
            .filter(|&j| r + 1 >= j && code.digit(r + 1 - j) >> j & 1 == 1)
            .fold(0, |digit, j| digit | ((2 << j) - 1))
    };
    let head: Vec<u32> = (0..head_length).map(digit).collect();
    let block: Vec<u32> = (head_length..head_length + code.block().len() as u64).map(digit).collect();
    Some(Code::new(&head, &block).expect("no digit lands before the point and no bit beyond the largest"))
}

/// The standard form of a code.
///
/// ```
/// use grundy::{Game, game::standard_form};
/// let game: Game = ".4".parse()?;
/// let standard = standard_form(game.code().unwrap());
/// assert_eq!((standard.code.to_string().as_str(), standard.shift), (".137", 2));
/// # Ok::<(), grundy::GameError>(())
/// ```
pub fn standard_form(code: &Code) -> Standard {
    let mut standard = Standard { code: code.clone(), shift: 0 };
    if code.head().iter().chain(code.block()).all(|&d| d == 0) {
        return standard;
    }
    while let Some(next) = cousin(&standard.code) {
        standard.code = next;
        standard.shift += 1;
    }
    standard
}

/// The code with the same moves, for a code or a set of removals that is not too long to write down.
///
/// `S(1,2)` is `.33`, `allbut(2)` is `.303...`. `S(squares)`, Grundy's game and Couples-are-Forever have no code.
pub fn as_code(game: &Game) -> Option<Code> {
    let digits = |set: &[u64], inside, outside| {
        let last = set.last().copied().filter(|&last| last < LONGEST_CODE)?;
        let digit = |i| if set.binary_search(&i).is_ok() { inside } else { outside };
        Some((0..=last).map(|i| if i == 0 { 0 } else { digit(i) }).collect::<Vec<u32>>())
    };
    match game.form() {
        Form::Code(code) => Some(code.clone()),
        Form::Subtraction(set) => Code::new(&digits(set, 3, 0)?, &[]).ok(),
        Form::AllBut(set) => Code::new(&digits(set, 0, 3)?, &[3]).ok(),
        Form::Series(_) | Form::Grundy | Form::Couples => None,
    }
}
