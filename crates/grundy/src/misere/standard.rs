//! The standard form of a code: the game in which a heap of one bean has a move.
//!
//! When a heap of one has no move it can be left out wherever it appears, so heap `n` plays like a heap of `n - 1` in another
//! game: removing `i` and leaving `j` heaps becomes removing `i + j - 1` and leaving at most `j`, since each heap left is
//! smaller by one and may vanish. Bit `j` of `d_i` becomes the bits `0..=j` of `d_(i+j-1)`. Options correspond one to one, so
//! this holds in normal and in misère play alike; repeated, it ends at a game with `d_1` odd.

use crate::code::Code;
use crate::game::Game;

/// The standard form of a game and by how much its heaps are smaller. Games that are not finite codes, and the game without
/// moves, are their own.
pub fn standard_form(game: &Game) -> (Game, u32) {
    let mut game = game.clone();
    let mut shift = 0;
    while let Some(next) = shifted(&game) {
        game = next;
        shift += 1;
    }
    (game, shift)
}

fn shifted(game: &Game) -> Option<Game> {
    let Game::Code(code) = game else { return None };
    let digits = code.head();
    if !code.block().is_empty() || code.digit(1) & 1 == 1 || digits.iter().all(|&d| d == 0) {
        return None;
    }
    let mut next = vec![0; digits.len() + 16];
    for (i, &digit) in digits.iter().enumerate() {
        for j in (0..16).filter(|j| digit >> j & 1 == 1) {
            next[i + j - 1] |= (2 << j) - 1;
        }
    }
    Code::new(&next, &[]).ok().map(Game::Code)
}
