//! Misère quotients against the published facts and against the definition.

use grundy::Game;
use grundy::misere::canonical::{self, Arena};
use grundy::misere::census::{Plan, census};
use grundy::misere::closed;
use grundy::misere::diagonal;
use grundy::misere::joint;
use grundy::misere::{Limits, MisereError, Partial, Pieces, Play, Solution, Stuck, Unresolved};
use grundy::position::Outcome;
use grundy::watch::{Stopped, Unwatched};
use proptest::prelude::*;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

const QUOTIENTS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts/misere_quotients_le3digits.csv"));
const PRESENTATIONS: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts/misere_wild_presentations_le3digits.csv"));
const VECTORS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts/cgsuite_extra_vectors.csv"));
const PUBLISHED: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts/misere_published_facts.csv"));

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

fn run(game: &Game, heaps: u32) -> Solution {
    game.misere().solve(Limits { heaps, ..Limits::default() }, &mut Unwatched)
}

/// The definition: a position is P iff it has a move and no move leads to P.
struct Outcomes {
    game: Game,
    known: HashMap<Vec<u64>, bool>,
}

impl Outcomes {
    fn is_p(&mut self, position: &[u64]) -> bool {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let mut options = Vec::new();
        for (k, &heap) in position.iter().enumerate() {
            let _ = self.game.rules().each_option(heap, |_, parts| {
                let mut option = position.to_vec();
                option.remove(k);
                option.extend(parts);
                option.sort_unstable();
                options.push(option);
                ControlFlow::<()>::Continue(())
            });
        }
        let is_p = !options.is_empty() && !options.iter().any(|option| self.is_p(option));
        self.known.insert(position.to_vec(), is_p);
        is_p
    }
}

/// Calls `visit` for every multiset of heaps, ascending, with this total at most.
fn each_position(total: u64, least: u64, position: &mut Vec<u64>, visit: &mut impl FnMut(&[u64])) {
    visit(position);
    for heap in least..=total {
        position.push(heap);
        each_position(total - heap, heap, position, visit);
        position.pop();
    }
}

/// Every sum of at most `total` beans, of heaps that are done, has the outcome that the definition gives it.
fn agrees_with_definition(solution: &Solution, total: u64) {
    let game = &solution.game;
    let mut outcomes = Outcomes { game: game.clone(), known: HashMap::new() };
    each_position(total, 1, &mut Vec::new(), &mut |position| {
        let mut values = position.iter().map(|&heap| solution.value(heap));
        let Some(x) = values.try_fold(0, |x, value| Some(solution.monoid.mul(x, value?))) else { return };
        assert_eq!(solution.monoid.is_p(x), outcomes.is_p(position), "{game}: {position:?}");
    });
}

fn solved_facts() -> impl Iterator<Item = Vec<&'static str>> {
    QUOTIENTS.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>()).filter(|f| f[2].starts_with("solved"))
}

#[test]
fn every_solved_fact() {
    assert_eq!(solved_facts().count(), 105);
    for fact in solved_facts() {
        let solution = run(&game(fact[0]), 20_000);
        let period = solution.period.as_ref().unwrap_or_else(|why| panic!("{}: {why:?}", fact[0]));
        let found = [
            solution.monoid.order(),
            solution.monoid.p_positions().count(),
            period.period as usize,
            period.start as usize,
        ];
        assert_eq!(found.map(|x| x.to_string()), fact[3..7], "{}", fact[0]);
        assert_eq!(solution.is_tame(), fact[2] == "solved-tame", "{}", fact[0]);
        agrees_with_definition(&solution, 16);
    }
}

/// Generators, relations, P-portion and the values of heaps, as they were published.
#[test]
fn presentations_of_wild_games() {
    let mut presentations = 0;
    for line in PRESENTATIONS.lines().skip(1) {
        let fact: Vec<&str> = line.split('"').collect();
        let code = fact[0].split(',').next().unwrap();
        let solution = run(&game(code), 1000);
        let found = solution.monoid.presentation(&solution.phi, &mut Unwatched).unwrap();
        let generators: Vec<String> = found.generators.iter().map(|g| format!("{}=h{}", g.name, g.heap)).collect();
        assert_eq!(format!("<{} | {}>", generators.join(","), found.relations.join(", ")), fact[1], "{code}");
        assert_eq!(format!("{{{}}}", found.p_portion.join(",")), fact[3], "{code}");
        let phi: Vec<&str> = fact[4].split(',').nth(1).unwrap().split(' ').collect();
        assert_eq!(found.phi[..phi.len()], phi, "{code}");
        presentations += 1;
    }
    assert_eq!(presentations, 27);
}

#[test]
fn published_periods() {
    let mut periods = 0;
    for line in PUBLISHED.lines().skip(1) {
        let fact: Vec<&str> = line.splitn(7, ',').collect();
        if fact[4].is_empty() {
            continue;
        }
        let solution = run(&game(fact[0]), 1000);
        assert_eq!(solution.period.unwrap().period.to_string(), fact[4], "{}", fact[0]);
        periods += 1;
    }
    assert!(periods >= 18);
}

#[test]
fn dawsons_kayles_to_heap_33() {
    let solution = run(&game(".07"), 33);
    assert_eq!(solution.monoid.order(), 638);
    assert!(solution.growth.contains(&(30, 360)));
    assert_eq!(solution.period, Err(Unresolved::Heaps));
}

#[test]
fn the_first_infinite_quotient_is_not_called_solved() {
    let solution = run(&game(".3122"), 100);
    assert_eq!((solution.heaps(), solution.monoid.order()), (6, 52));
    assert!(matches!(solution.period, Err(Unresolved::Stuck(Stuck::Diagonal(_)))));
}

#[test]
fn outcomes_of_other_families() {
    for text in ["S(1,2)", "S(2,3,7)", ".3101", ".1232", ".0", "4", "couples-are-forever", "grundy", ".3F", ".8", "nim"]
    {
        let limits = Limits { heaps: 10, order: 600, ..Limits::default() };
        let solution = game(text).misere().solve(limits, &mut Unwatched);
        agrees_with_definition(&solution, 18);
    }
}

#[test]
fn stopping_is_reported() {
    let solution = game(".07").misere().solve(Limits::default(), &mut |_| Err(Stopped));
    assert!(solution.was_stopped());
    agrees_with_definition(&solution, 16);
}

/// Genus symbols and misère nim-values as `CGSuite` prints them.
#[test]
fn genus_and_misere_nim_values() {
    let mut sequences = 0;
    for line in VECTORS.lines().skip(1) {
        let fact: Vec<&str> = line.split('"').collect();
        let (name, rest) = if fact.len() > 1 && fact[0].is_empty() {
            (fact[1], fact[2].strip_prefix(',').unwrap())
        } else {
            line.split_once(',').unwrap()
        };
        let (what, rest) = rest.split_once(',').unwrap();
        let values: Vec<&str> = rest.split(',').next().unwrap().split(' ').collect();
        let game = match what {
            "misere nim values n=0..20" | "genus n=0..20" => game(&name.to_lowercase()),
            _ => continue,
        };
        let mut arena = Arena::default();
        let heaps = arena.heaps(game.rules(), 20, &mut Unwatched).unwrap();
        let found: Vec<String> =
            heaps
                .iter()
                .map(|&heap| {
                    if what.starts_with("genus") { arena.symbol(heap) } else { arena.genus(heap).minus(0).to_string() }
                })
                .collect();
        assert_eq!(found, values, "{name}");
        sequences += 1;
    }
    assert_eq!(sequences, 7);
}

/// 1, 2, 3, 5, 22 games are born by day 0, 1, 2, 3, 4 (Conway).
#[test]
fn canonical_games_by_birthday() {
    let mut arena = Arena::default();
    let mut born = vec![canonical::ZERO];
    for count in [2, 3, 5, 22] {
        let mut next = std::collections::BTreeSet::from([canonical::ZERO]);
        for subset in 0u32..1 << born.len() {
            let options = (0..born.len()).filter(|k| subset >> k & 1 == 1).map(|k| born[k]).collect();
            next.insert(arena.game(options, &mut Unwatched).unwrap());
        }
        born = next.into_iter().collect();
        assert_eq!(born.len(), count);
    }
}

/// Quotients that are infinite along a diagonal: the table agrees with the definition.
#[test]
fn infinite_quotients_are_decided() {
    for (text, heaps, total) in [(".3122", 7, 40), (".005", 18, 34), (".76", 12, 26)] {
        let game = game(text);
        let solution = run(&game, 100);
        let decided = diagonal::decide(&game, &solution, 2_000_000, &mut Unwatched).unwrap();
        assert_eq!((decided.heaps, decided.infinite), (heaps, true), "{text}");
        let mut outcomes = Outcomes { game, known: HashMap::new() };
        let mut check = |position: &[u64]| {
            let heaps: Vec<u32> = position.iter().map(|&heap| heap as u32).collect();
            if let Some(is_p) = decided.is_p(&heaps) {
                assert_eq!(is_p, outcomes.is_p(position), "{text}: {position:?}");
            }
        };
        each_position(20, 1, &mut Vec::new(), &mut check);
        // Long sums of the two heaps on the diagonal.
        let (a, b) = (decided.generators[decided.pair.0], decided.generators[decided.pair.1]);
        for x in 0..=total / u64::from(a) {
            for y in 0..=(total - x * u64::from(a)) / u64::from(b) {
                let mut position = vec![u64::from(b); y as usize];
                position.extend(std::iter::repeat_n(u64::from(a), x as usize));
                check(&position);
            }
        }
        assert_eq!(decided.is_p(&[heaps + 1]), None);
    }
    let kayles = game(".77");
    let solved = run(&kayles, 1000);
    let refused = diagonal::decide(&kayles, &solved, 1000, &mut Unwatched);
    assert_eq!(refused.unwrap_err(), diagonal::NoDiagonal::NotDiagonal);
}

/// What a theorem proves of a period holds when the search simply goes on.
#[test]
fn proved_periods_go_on() {
    for text in
        ["S(1)", "S(2)", ".1", ".2", ".4", ".6", ".77", ".15", ".0002", ".00004", ".00008", ".8", "S(1,4)", ".26"]
    {
        let game = game(text);
        let limits = Limits { heaps: 400, order: 300, ..Limits::default() };
        let solution = game.misere().solve(limits, &mut Unwatched);
        let Ok(period) = solution.period else { continue };
        let mut partial = Partial::new(Pieces::of(&game));
        while partial.heaps() < solution.heaps() + 2 * period.period + 20 {
            partial.next_heap(limits, &mut Unwatched).unwrap();
        }
        assert_eq!(partial.monoid(), &solution.monoid, "{text}");
        for heap in 0..=u64::from(partial.heaps()) {
            assert_eq!(solution.value(heap), Some(partial.phi()[heap as usize]), "{text}: heap {heap}");
        }
    }
}

/// Games recognised as Nim, and their sums, against the definition; games that are not Nim are not recognised.
#[test]
fn nim_in_disguise() {
    for text in
        ["nim", ".1...", ".2...", ".03...", ".(13)...", ".1(03)...", "allbut(1)", "allbut(2,3)", "allbut(1,2,5)"]
    {
        let game = game(text);
        let solution = run(&game, 100);
        assert!(solution.nim.is_some() && solution.is_solved(), "{text}");
        let mut outcomes = Outcomes { game: game.clone(), known: HashMap::new() };
        each_position(10, 1, &mut Vec::new(), &mut |position| {
            let answer = game.misere().position(position, &mut Unwatched).unwrap();
            let is_p = outcomes.is_p(position);
            assert_eq!(answer.outcome == Outcome::P, is_p, "{text}: {position:?}");
            for m in &answer.winning_moves {
                let mut next = position.to_vec();
                next.remove(m.index);
                next.extend(&m.left);
                next.sort_unstable();
                assert!(outcomes.is_p(&next), "{text}: {position:?} by {m:?}");
            }
            // Every winning move is there.
            let mut winning = 0;
            for (k, &heap) in position.iter().enumerate().filter(|_| !is_p) {
                let _ = game.rules().each_option(heap, |_, left| {
                    let mut next = position.to_vec();
                    next.remove(k);
                    next.extend(left);
                    next.sort_unstable();
                    winning += usize::from(outcomes.is_p(&next));
                    ControlFlow::<()>::Continue(())
                });
            }
            assert_eq!(answer.winning_moves.len(), winning, "{text}: {position:?}");
        });
    }
    // `.02...` has the heaps 3 and 4 with the moves to heap 1 alone, a heap without moves; `.4...` and Kayles split.
    for text in [".7...", "kayles", "S(1,2)", ".0(20)..."] {
        let solution = game(text).misere().solve(Limits { heaps: 12, order: 200, ..Limits::default() }, &mut Unwatched);
        if let Some(nim) = &solution.nim {
            agrees_with_definition(&solution, 14);
            assert_eq!(nim.value(0), Some(0), "{text}");
        }
    }
    assert!(run(&game("kayles"), 10).nim.is_none());
}

/// Sums of pieces given by their options: who wins by the definition, under either convention.
fn piece_is_p(options: &[Vec<Vec<u32>>], play: Play, sum: &[u32], known: &mut HashMap<Vec<u32>, bool>) -> bool {
    if let Some(&is_p) = known.get(sum) {
        return is_p;
    }
    let mut next = Vec::new();
    for (k, &piece) in sum.iter().enumerate() {
        for option in &options[piece as usize - 1] {
            let mut after = sum.to_vec();
            after.remove(k);
            after.extend(option);
            after.sort_unstable();
            next.push(after);
        }
    }
    let is_p = if next.is_empty() {
        play == Play::Normal
    } else {
        !next.iter().any(|after| piece_is_p(options, play, after, known))
    };
    known.insert(sum.to_vec(), is_p);
    is_p
}

fn each_sum(pieces: u32, least: u32, length: usize, sum: &mut Vec<u32>, visit: &mut impl FnMut(&[u32])) {
    visit(sum);
    if length > 0 {
        for piece in least..=pieces {
            sum.push(piece);
            each_sum(pieces, piece, length - 1, sum, visit);
            sum.pop();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// Quotients of arbitrary closed sets, under either convention, against the definition.
    #[test]
    fn closed_sets(
        lists in prop::collection::vec(
            prop::collection::vec(prop::collection::vec(0.0..1.0f64, 0..3), 0..4), 1..6),
        normal in any::<bool>(),
    ) {
        let play = if normal { Play::Normal } else { Play::Misere };
        let options: Vec<Vec<Vec<u32>>> = lists.iter().enumerate().map(|(below, sums)| {
            sums.iter().map(|sum| {
                let parts = sum.iter().filter(|_| below > 0).map(|&x| (x * below as f64) as u32 + 1);
                let mut parts: Vec<u32> = parts.collect();
                parts.sort_unstable();
                parts
            }).collect()
        }).collect();
        let pieces = Pieces::listed(options.clone()).unwrap().under(play);
        let names = vec![String::new(); options.len()];
        let limits = Limits { order: 400, ..Limits::default() };
        if let Ok(found) = closed::quotient(pieces, names, limits, &mut Unwatched) {
            let mut known = HashMap::new();
            each_sum(options.len() as u32, 1, 5, &mut Vec::new(), &mut |sum| {
                let truth = piece_is_p(&options, play, sum, &mut known);
                assert_eq!(found.monoid.is_p(found.value(sum)), truth, "{options:?} {play:?} {sum:?}");
            });
            if play == Play::Normal {
                // A group in which every element is its own inverse, with one P-position.
                prop_assert_eq!(found.monoid.p_positions().count(), 1);
                for x in 0..found.monoid.order() as u16 {
                    prop_assert_eq!(found.monoid.mul(x, x), 0);
                }
            }
        }
    }
}

#[test]
fn pieces_must_be_smaller() {
    assert!(Pieces::listed(vec![vec![vec![1]]]).is_err());
    assert!(Pieces::listed(vec![vec![vec![0]]]).is_err());
    assert!(Pieces::listed(vec![vec![vec![]], vec![vec![1, 1]]]).is_ok());
}

/// The quotient of normal play is the group of the nim-values, with the same period.
#[test]
fn normal_play_is_nim() {
    for text in ["kayles", ".07", "S(1,2)", "grundy"] {
        let game = game(text);
        let solution = game.misere().solve_normal(Limits { heaps: 170, ..Limits::default() }, &mut Unwatched);
        let values = grundy::engine::values(game.rules(), u64::from(solution.heaps()) + 1).unwrap();
        for (a, &x) in solution.phi.iter().enumerate() {
            for (b, &y) in solution.phi.iter().enumerate() {
                assert_eq!(solution.monoid.is_p(solution.monoid.mul(x, y)), values[a] == values[b], "{text}: {a} {b}");
            }
        }
    }
}

/// Sums of heaps of different games against the definition: outcomes and all winning moves.
#[test]
fn sums_of_different_games() {
    for texts in [["kayles", ".07"], ["S(1,2)", "grundy"], ["nim", ".6"], [".3122", "kayles"]] {
        let games = texts.map(game);
        // Heaps of the second game are numbered from 100 on.
        let mut known: HashMap<Vec<u64>, bool> = HashMap::new();
        each_position(6, 1, &mut Vec::new(), &mut |first| {
            each_position(5, 1, &mut Vec::new(), &mut |second| {
                let both: Vec<u64> = first.iter().copied().chain(second.iter().map(|heap| heap + 100)).collect();
                if both.len() > 3 {
                    return;
                }
                let parts = [(games[0].clone(), first.to_vec()), (games[1].clone(), second.to_vec())];
                let answer = joint::position(&parts, &mut Unwatched).unwrap();
                let is_p = sum_is_p(&games, &both, &mut known);
                assert_eq!(answer.outcome == Outcome::P, is_p, "{texts:?} {both:?}");
                for m in &answer.winning_moves {
                    let shift = if m.index < first.len() { 0 } else { 100 };
                    let mut next = both.clone();
                    next.remove(m.index);
                    next.extend(m.left.iter().map(|heap| heap + shift));
                    next.sort_unstable();
                    assert!(sum_is_p(&games, &next, &mut known), "{texts:?} {both:?} by {m:?}");
                }
                assert_eq!(
                    answer.winning_moves.is_empty(),
                    is_p || both.is_empty() || {
                        // Heaps without moves: who cannot move wins.
                        options_of(&games, &both).is_empty()
                    }
                );
            });
        });
    }
}

fn options_of(games: &[Game; 2], sum: &[u64]) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    for (k, &heap) in sum.iter().enumerate() {
        let (game, shift) = if heap < 100 { (&games[0], 0) } else { (&games[1], 100) };
        let _ = game.rules().each_option(heap - shift, |_, left| {
            let mut option = sum.to_vec();
            option.remove(k);
            option.extend(left.iter().map(|part| part + shift));
            option.sort_unstable();
            options.push(option);
            ControlFlow::<()>::Continue(())
        });
    }
    options
}

fn sum_is_p(games: &[Game; 2], sum: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
    if let Some(&is_p) = known.get(sum) {
        return is_p;
    }
    let options = options_of(games, sum);
    let is_p = !options.is_empty() && !options.iter().any(|option| sum_is_p(games, option, known));
    known.insert(sum.to_vec(), is_p);
    is_p
}

/// Two solved games together have heaps of any size.
#[test]
fn periods_of_two_games_together() {
    let games = [game("kayles"), game("S(1,2)")];
    let limits = Limits { heaps: 2000, order: 2048, ..Limits::default() };
    let solutions = joint::solve_together(&games, &[1000, 1000], limits, &mut Unwatched);
    // The search ends with the proofs; simply going on shows the same quotient and the same values.
    let mut partial = Partial::new(Pieces::together(&games));
    while partial.heaps() < 2 * 300 {
        partial.next_heap(limits, &mut Unwatched).unwrap();
    }
    for (g, solution) in solutions.iter().enumerate() {
        assert!(solution.period.is_ok() && solution.heaps() < 300);
        assert_eq!(&solution.monoid, partial.monoid());
        for heap in 1..=300 {
            let number = partial.pieces().number(g, heap);
            assert_eq!(solution.value(heap), Some(partial.phi()[number as usize]), "{} {heap}", solution.game);
        }
    }
}

#[test]
fn canonical_forms_keep_to_their_memory() {
    let mut arena = Arena::new(1 << 16);
    let refused = arena.heaps(game("kayles").rules(), 100, &mut Unwatched);
    assert!(matches!(refused, Err(MisereError::Memory { .. })));
    let stopped = Arena::default().heaps(game("kayles").rules(), 100, &mut |_| Err(Stopped));
    assert_eq!(stopped, Err(MisereError::Stopped));
}

/// A watch ends every long question.
#[test]
fn every_question_can_be_stopped() {
    let mut stop = |_| Err(Stopped);
    let hard = game(".6").misere();
    assert_eq!(hard.position(&[60, 61], &mut stop), Err(MisereError::Stopped));
    assert_eq!(game("kayles").misere().genus(&[100], false, &mut stop), Err(MisereError::Stopped));
    assert_eq!(game("kayles").misere().values(100, &mut stop), Err(MisereError::Stopped));
    assert!(hard.infinite(Limits::default(), 1 << 21, &mut stop).is_err());
    let plan = Plan { digits: 3, limits: Limits::default(), time: Duration::from_secs(5), threads: 2 };
    assert_eq!(census(&plan, &|_, _| {}, &mut stop), Err(Stopped));
}
