//! Terms as kernels use them: lists of pairs `(offset, x)`, far ones and near ones.

use super::{LANES, Rank, Row};
use std::marker::PhantomData;

/// Pairs `(offset, x)`, in the order in which they are used.
#[derive(Clone, Debug)]
pub(crate) struct Terms<R> {
    pub(super) offsets: Vec<u32>,
    /// `x` as often as it fits into four bytes, ready to be broadcast.
    pub(super) xors: Vec<u32>,
    pub(super) nearest: usize,
    pub(super) farthest: usize,
    kind: PhantomData<R>,
}

impl<R> Default for Terms<R> {
    fn default() -> Self {
        Terms { offsets: Vec::new(), xors: Vec::new(), nearest: usize::MAX, farthest: 0, kind: PhantomData }
    }
}

impl<R: Rank> FromIterator<(u32, R)> for Terms<R> {
    fn from_iter<I: IntoIterator<Item = (u32, R)>>(pairs: I) -> Self {
        let mut terms = Terms::default();
        for (offset, x) in pairs {
            terms.offsets.push(offset);
            terms.xors.push(x.repeated());
            terms.nearest = terms.nearest.min(offset as usize);
            terms.farthest = terms.farthest.max(offset as usize);
        }
        terms
    }
}

impl<R: Rank> Terms<R> {
    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.offsets.len()
    }

    /// The terms as pairs.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, R)> {
        self.since(0)
    }

    /// Those from the `from`-th on.
    pub(crate) fn since(&self, from: usize) -> impl Iterator<Item = (u32, R)> {
        self.offsets[from..].iter().zip(&self.xors[from..]).map(|(&offset, &x)| (offset, R::new(x as u16)))
    }
}

/// Terms with an offset below 64.
#[derive(Clone, Debug, Default)]
pub(crate) struct Near<R> {
    pub(super) terms: Vec<(usize, R)>,
    /// For the last 64 heaps the `x` of a term with that offset, and where there is one. Several terms with one offset
    /// are in several layers.
    pub(super) layers: Vec<(Row<R>, u64)>,
    /// The terms with an offset below 8, and the others.
    pub(super) close: Vec<(usize, R)>,
    pub(super) apart: Vec<(usize, R)>,
}

/// Heaps that do not meet each other by the terms of [`Near::apart`].
pub(super) const TOGETHER: usize = 8;

impl<R: Rank> FromIterator<(u32, R)> for Near<R> {
    fn from_iter<I: IntoIterator<Item = (u32, R)>>(pairs: I) -> Self {
        let mut near = Near::default();
        for (offset, x) in pairs {
            let offset = offset as usize;
            assert!((1..LANES).contains(&offset), "a near term is less than a block away");
            near.terms.push((offset, x));
            let place = if offset < TOGETHER { &mut near.close } else { &mut near.apart };
            place.push((offset, x));
            let place = LANES - offset;
            let free = near.layers.iter().position(|(_, there)| there >> place & 1 == 0);
            let layer = free.unwrap_or_else(|| {
                near.layers.push(([R::default(); LANES], 0));
                near.layers.len() - 1
            });
            near.layers[layer].0[place] = x;
            near.layers[layer].1 |= 1 << place;
        }
        near
    }
}

impl<R> Near<R> {
    /// The terms as pairs.
    pub(crate) fn terms(&self) -> &[(usize, R)] {
        &self.terms
    }
}

/// Every load of a kernel lies inside `ranks`: the one check that its unsafe code rests on.
pub(super) fn check<R>(ranks: &[R], n0: usize, terms: &Terms<R>, lanes: usize) {
    assert!(terms.farthest <= n0, "the block begins before the farthest term");
    assert!(
        n0.saturating_add(lanes) <= ranks.len().saturating_add(terms.nearest),
        "a term reads a heap that is not known"
    );
}
