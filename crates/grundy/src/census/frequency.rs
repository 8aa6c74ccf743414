//! The hidden frequency of a game, as a census keeps it: one number, observed.

use crate::engine::{Kind, choose};
use crate::error::Error;
use crate::game::Game;
use crate::spectrum::Waves;
use crate::watch::Watch;

/// The number of values that are computed; the frequency is that of their later half, where the beginning is forgotten.
const VALUES: u64 = 1 << 14;

/// The strongest [hidden frequency](crate::spectrum) of the heaps 8192 to 16383, in turns a heap: that of the first
/// fundamental that is neither constant nor alternating. None where no line stands out from chance, and for games of
/// three heaps and more, whose values take too long, and without splits, whose values have none.
///
/// ```
/// use grundy::{census::frequency, watch::Unwatched};
/// let theta = frequency(&".024".parse()?, &mut Unwatched)?.unwrap();
/// assert!((theta - 0.30239).abs() < 1e-4);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn frequency(game: &Game, watch: &mut dyn Watch) -> Result<Option<f64>, Error> {
    if matches!(choose(game.rules()), Kind::Take | Kind::Heaps | Kind::Naive) {
        return Ok(None);
    }
    let values = game.sequence(VALUES, watch)?.into_values(VALUES)?;
    let from = VALUES / 2;
    let waves = Waves::of(values.get(from as usize..).unwrap_or_default(), from, watch)?;
    Ok(waves.and_then(|waves| waves.fundamental()).map(|wave| wave.theta))
}
