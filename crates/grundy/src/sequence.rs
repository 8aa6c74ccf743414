//! The nim-sequence of a game as far as anybody asks: computed until a period is proved, and from there on by the
//! period.
//!
//! Provers look over the shoulder of every run. A glance costs next to nothing as long as nothing repeats (see
//! [`Prover::glance`]), and a proof makes the rest of the run unnecessary, however far it would have gone.

use crate::engine::{self, EngineError, Kind, Options};
use crate::error::Error;
use crate::game::Game;
use crate::period::{Period, Prover};
use crate::watch::{Progress, Watch};
use std::ops::{ControlFlow, Range};

/// How values are computed. They do not depend on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct How {
    /// The engine; [`engine::choose`] picks one unless it is given.
    pub engine: Option<Kind>,
    /// Kernel and threads.
    pub options: Options,
}

impl How {
    fn engine(&self, game: &Game) -> Kind {
        self.engine.unwrap_or_else(|| engine::choose(game.rules()))
    }

    /// A run that would go further than eight times this looks for a proof this far before it asks for memory.
    fn near(&self, game: &Game) -> u64 {
        match self.engine(game) {
            Kind::Heaps | Kind::Naive => 1 << 11,
            _ => 1 << 21,
        }
    }
}

/// The nim-sequence of a game: all of it, once a period is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    values: Vec<u16>,
    period: Option<Period>,
}

impl Sequence {
    /// The values of all heaps below `count`.
    pub fn of(game: &Game, count: u64, how: &How, watch: &mut dyn Watch) -> Result<Self, Error> {
        let near = how.near(game);
        if count / 8 > near && !Prover::new(game.rules(), None).is_hopeless() {
            let first = Sequence::run(game, near, how, watch, |_, _| ControlFlow::Continue(()));
            match first {
                // A value that does not fit is reported by the run that follows.
                Err(Error::Engine(_)) => {}
                Ok(first) if first.period.is_none() => {}
                done => return done,
            }
        }
        Sequence::run(game, count, how, watch, |_, _| ControlFlow::Continue(()))
    }

    /// Computes, keeps and shows values, until they prove a period.
    fn run(
        game: &Game,
        count: u64,
        how: &How,
        watch: &mut dyn Watch,
        mut show: impl FnMut(u64, &[u16]) -> ControlFlow<()>,
    ) -> Result<Self, Error> {
        let rules = game.rules();
        let mut values: Vec<u16> = Vec::new();
        let room = usize::try_from(count).unwrap_or(usize::MAX);
        values.try_reserve_exact(room).map_err(|_| EngineError::NoMemory { count })?;
        let mut prover = Prover::new(rules, None);
        let mut period = None;
        let result = engine::run_with(how.engine(game), &how.options, rules, count, &mut |from: u64, block: &[u16]| {
            show(from, block)?;
            values.extend_from_slice(block);
            let stopped = watch.at(Progress::new("values", values.len() as u64, count)).is_err();
            match prover.glance(&values, watch) {
                Ok(None) if !stopped => ControlFlow::Continue(()),
                Ok(proved) => {
                    period = proved.map(|proved| proved.period);
                    ControlFlow::Break(())
                }
                Err(_) => ControlFlow::Break(()),
            }
        });
        match result {
            Err(EngineError::Stopped) if period.is_some() => {}
            result => result?,
        }
        Ok(Sequence { values, period })
    }

    /// The period, if one was proved.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// The values that were computed, `G(0), G(1), …`; all others follow from the period.
    pub fn computed(&self) -> &[u16] {
        &self.values
    }

    /// `G(n)`, for `n` below the count that was asked for, or any `n` if a period is proved.
    ///
    /// None where it is not known, or passes 2^64.
    pub fn at(&self, n: u64) -> Option<u64> {
        match self.period {
            Some(Period { preperiod, period, saltus }) if n >= preperiod => {
                let from = n - preperiod;
                let first = self.values[(preperiod + from % period) as usize];
                (from / period).checked_mul(saltus)?.checked_add(first.into())
            }
            _ => self.values.get(usize::try_from(n).ok()?).map(|&value| value.into()),
        }
    }

    /// The first `count` values in two bytes each, or the first heap whose value does not fit.
    pub fn into_values(mut self, count: u64) -> Result<Vec<u16>, Error> {
        let length = usize::try_from(count).unwrap_or(usize::MAX);
        self.values.truncate(length);
        let missing = length - self.values.len();
        self.values.try_reserve_exact(missing).map_err(|_| EngineError::NoMemory { count })?;
        for n in self.values.len() as u64..count {
            let value = self.at(n).and_then(|value| u16::try_from(value).ok());
            self.values.push(value.ok_or(EngineError::ValueTooLarge { heap: n })?);
        }
        Ok(self.values)
    }

    /// Shows the values of `heaps`, block by block.
    fn show(
        &self,
        heaps: Range<u64>,
        watch: &mut dyn Watch,
        receive: &mut dyn FnMut(u64, &[u64]) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        const BLOCK: usize = 1 << 12;
        let total = heaps.end.saturating_sub(heaps.start);
        let mut block = Vec::with_capacity(BLOCK);
        // Blocks may end at 2^64 - 1, where a step to the next one would overflow.
        let mut from = heaps.start;
        while from < heaps.end {
            watch.at(Progress::new("values", from - heaps.start, total))?;
            block.clear();
            let end = from.saturating_add(BLOCK as u64).min(heaps.end);
            for n in from..end {
                block.push(self.at(n).ok_or(Error::ValueTooLarge { heap: n })?);
            }
            if receive(from, &block).is_break() {
                return Err(Error::Stopped(crate::watch::Stopped));
            }
            from = end;
        }
        Ok(())
    }
}

/// Shows the values of `heaps` to `receive`, in order, block by block, as they are known. Where a value may turn out
/// not to fit, nothing is shown before all are known. A `receive` that breaks ends it with [`Error::Stopped`].
pub fn stream(
    game: &Game,
    heaps: Range<u64>,
    how: &How,
    watch: &mut dyn Watch,
    receive: &mut dyn FnMut(u64, &[u64]) -> ControlFlow<()>,
) -> Result<(), Error> {
    let rules = game.rules();
    let near = how.near(game);
    if !rules.is_finite() || rules.most_heaps() > 2 {
        return Sequence::of(game, heaps.end, how, watch)?.show(heaps, watch, receive);
    }
    let mut wide = Vec::new();
    let mut show = |from: u64, block: &[u16]| {
        let skip = heaps.start.saturating_sub(from).min(block.len() as u64);
        wide.clear();
        wide.extend(block[skip as usize..].iter().map(|&value| u64::from(value)));
        if wide.is_empty() { ControlFlow::Continue(()) } else { receive(from + skip, &wide) }
    };
    if heaps.end / 8 <= near {
        let sequence = Sequence::run(game, heaps.end, how, watch, &mut show)?;
        let shown = heaps.start.max(sequence.values.len() as u64);
        return sequence.show(shown..heaps.end, watch, receive);
    }
    let sequence = Sequence::run(game, near, how, watch, |_, _| ControlFlow::Continue(()))?;
    if sequence.period.is_some() {
        return sequence.show(heaps, watch, receive);
    }
    // Too many to keep: those that come are shown and forgotten.
    engine::run_with(how.engine(game), &how.options, rules, heaps.end, &mut |from: u64, block: &[u16]| {
        let seen = watch.at(Progress::new("values", from + block.len() as u64, heaps.end));
        if seen.is_err() { ControlFlow::Break(()) } else { show(from, block) }
    })?;
    Ok(())
}

/// Values of consecutive heaps in the smallest type that holds all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Array {
    /// All values are below 256.
    Bytes(Vec<u8>),
    /// All values are below 65536.
    Words(Vec<u16>),
    /// Some value is larger.
    Wide(Vec<u64>),
}

impl Default for Array {
    fn default() -> Self {
        Array::Bytes(Vec::new())
    }
}

impl Array {
    /// How many values there are.
    pub fn len(&self) -> usize {
        match self {
            Array::Bytes(values) => values.len(),
            Array::Words(values) => values.len(),
            Array::Wide(values) => values.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends values; what is there becomes wider when one of them does not fit.
    pub fn extend(&mut self, values: &[u64]) {
        let largest = values.iter().copied().max().unwrap_or(0);
        *self = match std::mem::take(self) {
            Array::Bytes(bytes) if largest > 0xffff => Array::Wide(bytes.into_iter().map(u64::from).collect()),
            Array::Words(words) if largest > 0xffff => Array::Wide(words.into_iter().map(u64::from).collect()),
            Array::Bytes(bytes) if largest > 0xff => Array::Words(bytes.into_iter().map(u16::from).collect()),
            wide_enough => wide_enough,
        };
        match self {
            Array::Bytes(bytes) => bytes.extend(values.iter().map(|&value| value as u8)),
            Array::Words(words) => words.extend(values.iter().map(|&value| value as u16)),
            Array::Wide(all) => all.extend_from_slice(values),
        }
    }
}

impl Game {
    /// The nim-values of `heaps` as an array of the smallest type.
    ///
    /// ```
    /// use grundy::{Game, sequence::Array, watch::Unwatched};
    /// let kayles: Game = "kayles".parse()?;
    /// assert_eq!(kayles.array(0..5, &mut Unwatched)?, Array::Bytes(vec![0, 1, 2, 3, 1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn array(&self, heaps: Range<u64>, watch: &mut dyn Watch) -> Result<Array, Error> {
        let count = heaps.end.saturating_sub(heaps.start);
        let mut bytes = Vec::new();
        let room = usize::try_from(count).unwrap_or(usize::MAX);
        bytes.try_reserve_exact(room).map_err(|_| EngineError::NoMemory { count })?;
        let mut array = Array::Bytes(bytes);
        stream(self, heaps, &How::default(), watch, &mut |_, block| {
            array.extend(block);
            ControlFlow::Continue(())
        })?;
        Ok(array)
    }
}

#[cfg(test)]
mod tests {
    use super::Array;

    #[test]
    fn an_array_grows_wider_with_its_values() {
        let mut array = Array::default();
        array.extend(&[0, 255]);
        assert_eq!(array, Array::Bytes(vec![0, 255]));
        array.extend(&[256, 65535]);
        assert_eq!(array, Array::Words(vec![0, 255, 256, 65535]));
        array.extend(&[65536, 1]);
        assert_eq!(array, Array::Wide(vec![0, 255, 256, 65535, 65536, 1]));
        array.extend(&[2]);
        assert_eq!(array.len(), 7);
        let mut at_once = Array::Bytes(vec![7]);
        at_once.extend(&[1 << 40]);
        assert_eq!(at_once, Array::Wide(vec![7, 1 << 40]));
    }
}
