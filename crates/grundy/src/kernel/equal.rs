//! Every kernel against what its operations mean.

use super::groups::{Groups, empty_sets};
use super::*;
use proptest::prelude::*;

fn terms(least: u32) -> impl Strategy<Value = Vec<(u32, u16)>> {
    prop::collection::vec((least..200u32, any::<u16>()), 0..40)
}

/// Those that can run here.
fn kernels() -> impl Iterator<Item = Kernel> {
    Kernel::ALL.into_iter().filter(|kernel| kernel.is_available())
}

/// Numbers as ranks of a kind.
fn as_ranks<R: Rank>(numbers: &[u16]) -> Vec<R> {
    numbers.iter().map(|&number| R::new(number)).collect()
}

fn as_rows<R: Rank>(rows: &[Vec<u16>]) -> Vec<Row<R>> {
    rows.iter().map(|row| as_ranks(row).try_into().unwrap()).collect()
}

fn as_terms<R: Rank, T: FromIterator<(u32, R)>>(terms: &[(u32, u16)]) -> T {
    terms.iter().map(|&(offset, x)| (offset, R::new(x))).collect()
}

/// Numbers below `most` and some that need two bytes, when there are two.
fn numbers(most: u16, length: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec((0..most, 0u16..2).prop_map(|(low, high)| low | high << 9), length)
}

/// Sets hold what the terms mark in their groups, at every alignment, for any number of blocks.
fn mark<R: Rank>(numbers: &[u16], n0: usize, blocks: usize, triples: &[(u32, u16, u8)]) -> Result<(), TestCaseError> {
    let ranks: Vec<R> = as_ranks(numbers);
    let n0 = n0.min(300 - 64 * blocks + 192);
    let inside = |t: &&(u32, u16, u8)| n0 + 64 * blocks <= 300 + t.0 as usize && t.0 as usize <= n0;
    let triples: Vec<_> = triples.iter().filter(inside).copied().collect();
    let marks = Marks::new::<R>(triples.iter().copied());
    prop_assert_eq!(marks.iter().collect::<std::collections::BTreeSet<_>>(), triples.iter().copied().collect());
    let mut tapes = Groups::new(&marks, 300);
    tapes.extend(&ranks[..100]);
    tapes.extend(&ranks[100..]);
    let mut expected = vec![empty_sets(64); blocks];
    for (offset, x, group) in triples {
        for t in 0..64 * blocks {
            let rank: u16 = (ranks[n0 + t - offset as usize] ^ R::new(x)).into();
            if rank / 16 == u16::from(group) {
                expected[t / 64][usize::from(rank / 8)][t % 64] |= 1 << (rank % 8);
            }
        }
    }
    for kernel in kernels() {
        let mut sets = vec![empty_sets(64); blocks];
        kernel.mark_sets(tapes.of(&ranks), n0, &marks, &mut sets);
        prop_assert!(sets == expected, "{}", kernel);
    }
    Ok(())
}

/// Sets hold what the terms mark, and nothing of ranks that they do not have.
fn stamp<R: Rank>(numbers: &[u16], n0: usize, terms: &[(u32, u16)], words: usize) -> Result<(), TestCaseError> {
    let ranks: Vec<R> = as_ranks(numbers);
    let terms: Terms<R> = as_terms(terms);
    let mut before = empty_sets(4 * words);
    before.iter_mut().flatten().zip(numbers.iter().cycle()).for_each(|(set, &number)| *set = number as u8 & 0x11);
    let mut expected = before.clone();
    for (offset, x) in terms.iter() {
        for lane in 0..LANES {
            let rank: u16 = (ranks[n0 + lane - offset as usize] ^ x).into();
            if usize::from(rank) < 64 * words {
                expected[usize::from(rank / 8)][lane] |= 1 << (rank % 8);
            }
        }
    }
    for kernel in kernels() {
        let mut sets = before.clone();
        kernel.stamp(&ranks, n0, &terms, &mut sets);
        prop_assert!(sets == expected, "{}", kernel);
    }
    Ok(())
}

fn find_open<R: Rank>(sets: &Sets, bound: u16, most: usize) -> Result<(), TestCaseError> {
    for kernel in kernels() {
        let (mut rows, mut open) = (vec![[R::default(); LANES]; most], vec![0; most]);
        kernel.first_open(sets, bound, &mut rows, &mut open);
        for lane in 0..LANES {
            let is_open = |&rank: &u16| sets[usize::from(rank / 8)][lane] >> (rank % 8) & 1 == 0;
            let expected: Vec<u16> = (0..bound).filter(is_open).collect();
            for j in 0..most {
                prop_assert_eq!(open[j] >> lane & 1 == 1, j < expected.len(), "{}", kernel);
                prop_assert!(j >= expected.len() || rows[j][lane].into() == expected[j], "{}", kernel);
            }
        }
    }
    Ok(())
}

fn find_all_open(sets: &Sets, bounds: &[u16; LANES]) -> Result<(), TestCaseError> {
    let is_open = |&(lane, rank): &(u8, u16)| sets[usize::from(rank / 8)][usize::from(lane)] >> (rank % 8) & 1 == 0;
    let below = (0..).zip(bounds).flat_map(|(lane, &bound)| (0..bound).map(move |rank| (lane, rank)));
    let expected: Vec<(u8, u16)> = below.filter(is_open).collect();
    for kernel in kernels() {
        let mut open = Vec::new();
        kernel.open_ranks(sets, bounds, &mut open);
        open.sort_unstable();
        prop_assert!(open == expected, "{}", kernel);
    }
    Ok(())
}

fn strike<R: Rank>(
    ranks: &[u16],
    n0: usize,
    terms: &[(u32, u16)],
    rows: &[Vec<u16>],
    open: u64,
) -> Result<(), TestCaseError> {
    let (ranks, rows): (Vec<R>, Vec<Row<R>>) = (as_ranks(ranks), as_rows(rows));
    let terms: Terms<R> = as_terms(terms);
    let range = terms.len() / 4..terms.len();
    for kernel in kernels() {
        let mut left = vec![open; rows.len()];
        kernel.strike(&ranks, n0, &terms, range.clone(), &rows, &mut left);
        for (row, left) in rows.iter().zip(left) {
            for lane in 0..LANES {
                let marks = |(offset, x): (u32, R)| ranks[n0 + lane - offset as usize] ^ x == row[lane];
                let expected = open >> lane & 1 == 1 && !terms.since(range.start).any(marks);
                prop_assert_eq!(left >> lane & 1 == 1, expected, "{}", kernel);
            }
        }
    }
    Ok(())
}

fn compact<R: Rank>(before: &[Vec<u16>], open: &[u64], most: usize) -> Result<(), TestCaseError> {
    let before: Vec<Row<R>> = as_rows(before);
    for kernel in kernels() {
        let (mut rows, mut left) = (before.clone(), open.to_vec());
        kernel.compact(&mut rows, &mut left, most);
        for lane in 0..LANES {
            let kept = |rows: &[Row<R>], open: &[u64]| -> Vec<R> {
                rows.iter().zip(open).filter(|(_, open)| *open >> lane & 1 == 1).map(|(row, _)| row[lane]).collect()
            };
            let expected = kept(&before, open);
            prop_assert_eq!(&kept(&rows, &left), &expected, "{}", kernel);
            let first = kept(&rows[..most.min(rows.len())], &left);
            prop_assert_eq!(first.len(), expected.len().min(most).min(rows.len()), "{}", kernel);
        }
    }
    Ok(())
}

/// Heap by heap the first candidate that no near term marks, several terms of one offset included.
fn settle<R: Rank>(
    before: &[u16],
    near: &[(u32, u16)],
    rows: &[Vec<u16>],
    open: &[u64],
    from: usize,
) -> Result<(), TestCaseError> {
    let (before, rows): (Vec<R>, Vec<Row<R>>) = (as_ranks(before), as_rows(rows));
    let near: Near<R> = as_terms(near);
    let mut expected = before.clone();
    let struck = |ranks: &[R], n: usize, rank| near.terms().iter().any(|&(offset, x)| ranks[n - offset] ^ x == rank);
    let end = (64 + from..128).find(|&n| {
        let lane = n - 64;
        let mut open = rows.iter().zip(open).filter(|(_, open)| *open >> lane & 1 == 1).map(|(row, _)| row[lane]);
        let rank = open.find(|&rank| !struck(&expected, n, rank));
        rank.map(|rank| expected[n] = rank).is_none()
    });
    let end = end.unwrap_or(128);
    for kernel in kernels() {
        let mut ranks = before.clone();
        prop_assert_eq!(kernel.settle(&mut ranks, 64 + from..128, &near, &rows, open), end, "{}", kernel);
        prop_assert_eq!(&ranks[..end], &expected[..end], "{}", kernel);
    }
    Ok(())
}

/// What is left are the cells that no split of the window excludes, in their order.
fn sift<R: Rank>(numbers: &[u16], from: usize, rares: &[usize], cells: &[(u32, u16)]) -> Result<(), TestCaseError> {
    let ranks: Vec<R> = as_ranks(numbers);
    let (i, heaps) = (3, from..from + windows::WINDOW);
    let window = windows::Window::new(&ranks, i, from, |heap| rares.contains(&heap));
    let cells: Vec<(u32, R)> = cells.iter().map(|&(n, rank)| (n, R::new(rank))).collect();
    let excluded = |&(n, rank): &(u32, R)| {
        let mut commons = heaps.clone().filter(|heap| !rares.contains(heap));
        commons.any(|a| ranks[a] ^ ranks[n as usize - i - a] == rank)
    };
    let expected: Vec<(u32, R)> = cells.iter().copied().filter(|cell| !excluded(cell)).collect();
    for kernel in kernels() {
        let mut left = cells.clone();
        kernel.sift(&ranks, &window, &mut left);
        prop_assert_eq!(&left, &expected, "{}", kernel);
    }
    Ok(())
}

fn find_split<R: Rank>(up: &[u16], down: &[u16], rank: u16) -> Result<(), TestCaseError> {
    let (up, down, rank): (Vec<R>, Vec<R>, R) = (as_ranks(up), as_ranks(down), R::new(rank));
    let expected = (0..up.len()).find(|&t| up[t] ^ down[up.len() - 1 - t] == rank);
    for kernel in kernels() {
        prop_assert_eq!(kernel.find_split(&up, &down, rank), expected, "{}", kernel);
    }
    Ok(())
}

proptest! {
    #[test]
    fn sets_are_marked(
        ranks in numbers(512, 300),
        n0 in 200usize..=300,
        blocks in 1usize..=groups::BLOCKS,
        terms in terms(256 - 64),
        groups in prop::collection::vec(0u8..64, 40),
    ) {
        let with_groups = |least: u16, most: u8| -> Vec<(u32, u16, u8)> {
            terms.iter().zip(&groups).map(|(&(offset, x), &group)| (offset, x % least, group % most)).collect()
        };
        mark::<u8>(&ranks, n0, blocks, &with_groups(256, 16))?;
        mark::<u16>(&ranks, n0, blocks, &with_groups(1024, 64))?;
    }

    #[test]
    fn sets_are_stamped(
        ranks in prop::collection::vec(prop_oneof![0u16..512, any::<u16>()], 300),
        n0 in 200usize..=300,
        terms in terms(64),
        words in prop_oneof![1usize..=16, Just(64)],
    ) {
        stamp::<u16>(&ranks, n0, &terms, words)?;
        stamp::<u8>(&ranks, n0, &terms, words.min(4))?;
    }

    #[test]
    fn first_open_ranks_come_in_order(
        sets in prop::collection::vec(any::<[u8; LANES]>(), 128),
        crowded: bool,
        bounds in prop::collection::vec(0u16..=1024, LANES),
        most in 0usize..=16,
    ) {
        let mut sets: Sets = sets;
        if crowded {
            // As after many marks: seven of eight ranks or more.
            sets.iter_mut().flatten().for_each(|set| *set |= set.rotate_left(3) | set.rotate_left(5));
        }
        let bounds: [u16; LANES] = bounds.try_into().unwrap();
        find_open::<u16>(&sets, bounds[0], most)?;
        find_open::<u8>(&sets, bounds[0].min(256), most)?;
        find_all_open(&sets, &bounds)?;
        find_all_open(&sets, &bounds.map(|bound| bound.min(255)))?;
        find_all_open(&sets, &bounds.map(|bound| bound % 256))?;
        find_all_open(&sets, &bounds.map(|bound| bound % 9))?;
    }

    #[test]
    fn candidates_are_struck(
        ranks in numbers(8, 300),
        n0 in 200usize..=300,
        terms in terms(64),
        rows in prop::collection::vec(numbers(8, LANES), 0..=16),
        open: u64,
    ) {
        let terms: Vec<_> = terms.into_iter().map(|(offset, x)| (offset, x % 8)).collect();
        strike::<u8>(&ranks, n0, &terms, &rows, open)?;
        strike::<u16>(&ranks, n0, &terms, &rows, open)?;
    }

    #[test]
    fn compact_keeps_the_order(
        rows in prop::collection::vec((numbers(256, LANES), any::<u64>()), 0..=16),
        most in 0usize..=16,
    ) {
        let (rows, open): (Vec<Vec<u16>>, Vec<u64>) = rows.into_iter().unzip();
        compact::<u8>(&rows, &open, most)?;
        compact::<u16>(&rows, &open, most)?;
    }

    #[test]
    fn near_terms_settle(
        before in numbers(16, 128),
        near in prop::collection::vec((1u32..64, 0u16..16), 0..30),
        rows in prop::collection::vec((numbers(16, LANES), any::<u64>()), 0..=8),
        from in 0usize..=64,
    ) {
        let (rows, open): (Vec<Vec<u16>>, Vec<u64>) = rows.into_iter().unzip();
        settle::<u8>(&before, &near, &rows, &open, from)?;
        settle::<u16>(&before, &near, &rows, &open, from)?;
    }

    #[test]
    fn open_ranks_are_sifted(
        numbers in numbers(400, 900),
        from in 1usize..100,
        rares in prop::collection::vec(1usize..400, 0..40),
        cells in prop::collection::vec((500u32..900, 0u16..700), 0..60),
    ) {
        sift::<u8>(&numbers, from, &rares, &cells)?;
        sift::<u16>(&numbers, from, &rares, &cells)?;
    }

    #[test]
    fn splits_are_found(up in numbers(16, 0..200), seed: u64, rank in 0u16..32) {
        let down: Vec<u16> = up.iter().map(|c| c ^ (seed >> (c % 16 * 4)) as u16 & 15).rev().collect();
        find_split::<u8>(&up, &down, rank)?;
        find_split::<u16>(&up, &down, rank)?;
    }
}
