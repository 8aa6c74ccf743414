//! Every way to check a stretch against the literal one.

use super::stretch::{End, Stretch};
use super::{Proof, Seen, Space, lists, plain, planes, words};
use crate::code::Game;
use crate::limits::{Budget, Limits};
use crate::period::classical::last_removal;
use crate::reader::Refusal;

/// The proof for a game whose rares are the rare heaps before `from`.
fn proof(text: &str, space: Space, depth: u64, from: u64, budget: &Budget) -> Proof {
    let game = Game::read(text).unwrap();
    let k = last_removal(&game);
    let with = |bit: u32| (0..).zip(&game.digits).filter(|(_, d)| *d & bit != 0).map(|(i, _)| i).collect::<Vec<u64>>();
    let (breaks, singles) = (with(4), with(2));
    let mut proof =
        Proof { game, space, breaks, singles, k, rares: vec![], depth, head: vec![], wanted: vec![], plain: false };
    let g = values(&proof, from, budget);
    proof.rares = (1..from).map(|n| (n, g[n as usize])).filter(|&(n, v)| !space.is_common(n, v)).collect();
    let last = proof.rares.last().map_or(0, |&(heap, _)| heap);
    proof.head = plain::head(&proof, 2 * last + 1 + depth + 2 * k, budget).expect(text);
    proof
}

/// The first values, whatever is rare.
fn values(proof: &Proof, count: u64, budget: &Budget) -> Vec<u16> {
    let mut g = crate::period::classical::Ring { values: vec![0; count as usize] };
    let mut marks = crate::marks::Marks::new();
    let mut meter = crate::limits::Meter::new(budget);
    for n in 0..count {
        let value = crate::period::classical::naive(&proof.game, n, &g, &mut marks, &mut meter).unwrap();
        g.put(n, value);
    }
    g.values
}

/// Words of all widths, lists and the literal way give the same windows and values, or the same refusal. Depths that
/// are too small and windows that were changed are among them; stretches are longer than what is looked at before the
/// order of the splits is learned.
#[test]
fn all_ways_agree() {
    let sight = crate::Sight::default();
    let budget = Budget::new(Limits { memory: None, values: Some(u64::MAX) }, 0, &sight);
    let space = |mask, parity, kappa| Space { mask, parity, kappa };
    let games = [
        (".45", space(15, 0, 1), 300),
        (".77", space(15, 0, 1), 71),
        (".055", space(15, 0, 1), 60),
        (".156", space(27, 0, 1), 400),
        (".644", space(126, 0, 1), 520),
        (".104", space(23, 1, 0), 290),
        (".106", space(13, 1, 0), 1104),
        ("4", space(1, 1, 1), 10),
    ];
    let (mut passed, mut failed, mut too_large) = (0, 0, 0);
    for (game, space, from) in games {
        for depth in [0, 3, 40, 650] {
            let proof = proof(game, space, depth, from, &budget);
            let last = proof.rares.last().map_or(0, |&(heap, _)| heap);
            let first = last + 1 + last + proof.k;
            let opening = &proof.head[(last + 1) as usize..first as usize];
            for change in [None, Some(opening.len() / 2), Some(opening.len() - 1)] {
                let mut window = opening.to_vec();
                if let Some(place) = change {
                    // Another common value: the bits in which it differs are an even number of those of the mask.
                    window[place] ^= (1..16).find(|x: &u16| (x & space.mask).count_ones().is_multiple_of(2)).unwrap();
                }
                for verify in [true, false] {
                    let proof = Proof { wanted: (first..first + 1700).step_by(37).collect(), ..proof.clone() };
                    let stretch = Stretch {
                        proof: &proof,
                        start: first,
                        window: &window,
                        stop: first + 1701,
                        verify,
                        budget: &budget,
                    };
                    let mut seen = Seen::new();
                    let literal = plain::check(&stretch, &mut seen, &|_| ());
                    for way in 0..5 {
                        let mut other = Seen::new();
                        let found = match way {
                            0 => words::check::<u16>(&stretch, &mut other, &|_| ()),
                            1 => words::check::<u32>(&stretch, &mut other, &|_| ()),
                            2 => words::check::<u64>(&stretch, &mut other, &|_| ()),
                            3 => words::check::<u128>(&stretch, &mut other, &|_| ()),
                            _ => lists::check(&stretch, &mut other, &|_| ()).map_err(End::Refused),
                        };
                        match found {
                            Err(End::TooLarge) => too_large += 1,
                            Err(End::Refused(refusal)) => {
                                assert_eq!(Err(refusal), literal, "{game} {depth} {change:?} {way}");
                                failed += 1;
                            }
                            Ok(window) => {
                                assert_eq!(
                                    (Ok::<_, Refusal>(window), &other),
                                    (literal.clone(), &seen),
                                    "{game} {depth} {change:?} {way}"
                                );
                                passed += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(passed > 500 && failed > 100 && too_large < 200, "{passed} {failed} {too_large}");
}

/// Many stretches side by side end as each of them does literally: with the same window and values, or refused at the
/// same heap. Their lengths and the parities of their starts differ; some depths are too small, one window in five was
/// changed.
#[test]
fn side_by_side_as_alone() {
    let sight = crate::Sight::default();
    let budget = Budget::new(Limits { memory: None, values: Some(u64::MAX) }, 0, &sight);
    let space = |mask, parity, kappa| Space { mask, parity, kappa };
    let games = [
        (".45", space(15, 0, 1), 300, 4),
        (".45", space(15, 0, 1), 300, 6),
        (".77", space(15, 0, 1), 71, 4),
        (".055", space(15, 0, 1), 60, 5),
        (".156", space(27, 0, 1), 400, 4),
        (".644", space(126, 0, 1), 520, 6),
        (".104", space(23, 1, 0), 290, 5),
        (".106", space(13, 1, 0), 1104, 4),
        ("4", space(1, 1, 1), 10, 4),
    ];
    let (mut passed, mut failed, mut left) = (0, 0, 0);
    for (game, space, from, bits) in games {
        for (depth, lanes, longest) in [(0, 20, 90), (3, 67, 200), (40, 128, 250), (300, 70, 350), (300, 2, 9_500)] {
            let proof = proof(game, space, depth, from, &budget);
            let window = proof.window();
            let first = proof.window() - proof.k + 1 + window;
            let end = first + 3 * lanes + longest + 1;
            // The values that speculation sets.
            let all = Proof { wanted: (first..end).collect(), depth: 0, ..proof.clone() };
            let opening = &proof.head[(first - window) as usize..first as usize];
            let whole =
                Stretch { proof: &all, start: first, window: opening, stop: end, verify: false, budget: &budget };
            let mut seen = Seen::new();
            plain::check(&whole, &mut seen, &|_| ()).unwrap();
            let g: Vec<u16> = opening.iter().copied().chain(seen.iter().map(|&(_, value)| value)).collect();
            let windows: Vec<(u64, Vec<u16>)> = (0..lanes)
                .map(|lane| {
                    let start = first + 3 * lane;
                    let mut values = g[(start - first) as usize..][..window as usize].to_vec();
                    if lane % 5 == 4 {
                        let place = values.len() - 1 - lane as usize % values.len();
                        values[place] ^=
                            (1..16).find(|x: &u16| (x & space.mask).count_ones().is_multiple_of(2)).unwrap();
                    }
                    (start, values)
                })
                .collect();
            let proof = Proof { wanted: (first..end).step_by(37).collect(), ..proof };
            let stretches: Vec<Stretch> = (1..)
                .zip(&windows)
                .map(|(k, (start, values))| Stretch {
                    proof: &proof,
                    start: *start,
                    window: values,
                    stop: start + longest - longest / 3 * (k % 4 / 3) - k % 2,
                    verify: true,
                    budget: &budget,
                })
                .collect();
            let literal = |stretch: &Stretch| {
                let mut seen = Seen::new();
                plain::check(stretch, &mut seen, &|_| ()).map(|window| (seen, window))
            };
            let literal: Vec<_> = stretches.iter().map(literal).collect();
            let ends = planes::check(&stretches, bits, true, &|_| ()).unwrap();
            assert_eq!(ends.len(), stretches.len());
            for (k, (end, literal)) in ends.into_iter().zip(&literal).enumerate() {
                let end = match end {
                    planes::End::Reached(seen, window) => Ok((seen, window)),
                    planes::End::Refused(refusal) => Err(refusal),
                    planes::End::Left => {
                        left += 1;
                        continue;
                    }
                };
                assert_eq!(&end, literal, "{game} {depth} {k}");
                if end.is_ok() { passed += 1 } else { failed += 1 }
            }
            // Where only all of them matter, the first one that is refused is the same.
            let ends = planes::check(&stretches, bits, false, &|_| ()).unwrap();
            for (end, literal) in ends.into_iter().zip(literal) {
                match end {
                    planes::End::Refused(refusal) => {
                        assert_eq!(Err(refusal), literal, "{game} {depth}");
                        break;
                    }
                    planes::End::Reached(seen, window) => assert_eq!(Ok((seen, window)), literal),
                    planes::End::Left => {}
                }
            }
        }
    }
    assert!(passed > 300 && failed > 300 && left < passed, "{passed} {failed} {left}");
}
