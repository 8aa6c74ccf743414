//! What was learned for a game, kept for the next time: orders of terms ([`super::order`]).
//!
//! Learning takes a fraction of a second for most games and many seconds for those with thousands of rares, each time
//! that a run is resumed. A hint is taken only if it orders the very terms that there are ([`Order::fits`]), or marks
//! by some of them ([`Marking::fits`]); that gives the same values, so a hint can cost time and never a
//! value, whoever wrote it. When heaps have become six times larger, orders are learned anew.

use super::order::{Marking, Order};
use serde::{Deserialize, Serialize};

/// The orders of a plan, where it has learned some.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Hints {
    /// The heap at which they were learned.
    pub(super) heap: u64,
    pub(super) speculation: Option<Order>,
    pub(super) verification: Option<Marking>,
}

impl Hints {
    /// These hints, and the others where there is none.
    #[must_use]
    pub(crate) fn or(self, others: &Hints) -> Self {
        Hints {
            heap: self.heap,
            speculation: self.speculation.or_else(|| others.speculation.clone()),
            verification: self.verification.or_else(|| others.verification.clone()),
        }
    }

    /// The same for a stretch at this heap that is too short to learn anew for it.
    #[must_use]
    pub(crate) fn at(&self, heap: u64) -> Self {
        Hints { heap, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::engine::long::Long;
    use crate::engine::{Options, onward};
    use crate::rules::Rules;
    use proptest::prelude::*;
    use std::ops::ControlFlow;
    use std::sync::LazyLock;

    /// A long run of Officers at its beginning, the values of some heaps after it, and what was learned.
    static BEGUN: LazyLock<(Game, crate::engine::Frontier, Vec<u16>, Hints)> = LazyLock::new(|| {
        let game: Game = ".6".parse().unwrap();
        let mut nobody = |_: u64, _: &[u16]| ControlFlow::Continue(());
        let long = onward(game.rules(), &Options::default(), Vec::new(), 1 << 30, &mut nobody).unwrap().unwrap();
        let frontier = long.frontier();
        let (values, hints) = go_on(game.rules(), frontier.clone(), &Hints::default());
        (game, frontier, values, hints)
    });

    fn go_on(rules: &Rules, frontier: crate::engine::Frontier, hints: &Hints) -> (Vec<u16>, Hints) {
        let mut long = Long::resume_hinted(rules, &Options::default(), frontier, hints).unwrap();
        let mut values = Vec::new();
        let until = long.next() + 20_000;
        long.advance(until, &mut |_: u64, block: &[u16]| {
            values.extend_from_slice(block);
            ControlFlow::Continue(())
        })
        .unwrap();
        (values, long.hints())
    }

    #[test]
    fn what_was_learned_is_taken_and_kept() {
        let (game, frontier, values, hints) = &*BEGUN;
        assert!(hints.speculation.is_some() && hints.verification.is_some());
        // The other way round is as good an order, and it comes back: so nothing was learned anew.
        let mut other = hints.clone();
        other.speculation.iter_mut().for_each(|order| order.terms.reverse());
        other.verification.iter_mut().for_each(|marking| marking.marks.reverse());
        assert_ne!(&other, hints);
        assert_eq!(go_on(game.rules(), frontier.clone(), &other), (values.clone(), other));
        let text = serde_json::to_string(hints).unwrap();
        assert_eq!(&serde_json::from_str::<Hints>(&text).unwrap(), hints);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Whatever stands in a hint, values are the same.
        #[test]
        fn hints_change_no_value(
            way in 0..17,
            a in any::<prop::sample::Index>(),
            b in any::<prop::sample::Index>(),
        ) {
            let (game, frontier, values, hints) = &*BEGUN;
            let mut hints = hints.clone();
            let (order, verification) = (hints.speculation.as_mut().unwrap(), hints.verification.as_mut().unwrap());
            let Marking { marks, stamps } = verification;
            let (i, j) = (a.index(order.terms.len()), b.index(order.terms.len()));
            match way {
                0 => { order.terms.swap(i, j); }
                1 => { order.terms.remove(i); }
                2 => order.terms[i] = order.terms[j],
                3 => { order.marking.marks.truncate(a.index(order.marking.marks.len() + 1)); }
                4 => if let Some(&mark) = order.marking.marks.first() { order.marking.marks.push(mark) },
                5 => order.first = i % 40,
                6 => order.stages.iter_mut().for_each(|stage| stage.begin = i),
                7 => order.stages.iter_mut().for_each(|stage| stage.keep = j % 20),
                8 => order.marking.marks.iter_mut().for_each(|mark| mark.2 = mark.2.wrapping_add(i as u8)),
                9 => order.terms.iter_mut().for_each(|term| term.0 = term.0.wrapping_add(j as u32)),
                10 => marks.truncate(a.index(marks.len() + 1)),
                11 => marks.iter_mut().for_each(|mark| mark.2 = mark.2.wrapping_add(i as u8)),
                12 => marks.iter_mut().for_each(|mark| mark.1 ^= j as u16),
                13 => { let term = order.terms.remove(i); order.marking.stamps.push(term); }
                14 => order.marking.stamps.push(order.terms[i]),
                15 => stamps.push((marks[a.index(marks.len())].0, j as u16)),
                _ => marks.iter_mut().for_each(|mark| mark.0 = mark.0.wrapping_add(j as u32)),
            }
            prop_assert!(&go_on(game.rules(), frontier.clone(), &hints).0 == values);
        }
    }
}
