//! Misère quotients against the published facts and against the definition.

use grundy::misere::canonical::{self, Arena};
use grundy::misere::diagonal;
use grundy::misere::{Limits, Solution, Stuck, Unresolved, solve};
use grundy::{Game, Rules};
use std::collections::HashMap;
use std::ops::ControlFlow;

const QUOTIENTS: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/facts/misere_quotients_le3digits.csv"));
const PRESENTATIONS: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/facts/misere_wild_presentations_le3digits.csv"));
const VECTORS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/facts/cgsuite_extra_vectors.csv"));
const PUBLISHED: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/facts/misere_published_facts.csv"));

fn rules(game: &str) -> Rules {
    game.parse::<Game>().unwrap().rules().clone()
}

fn run(rules: &Rules, heaps: u32) -> Solution {
    solve(rules, heaps, Limits::default(), &mut |_| ControlFlow::Continue(()))
}

/// The definition: a position is P iff it has a move and no move leads to P.
struct Outcomes {
    rules: Rules,
    known: HashMap<Vec<u64>, bool>,
}

impl Outcomes {
    fn is_p(&mut self, position: &[u64]) -> bool {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let mut options = Vec::new();
        for (k, &heap) in position.iter().enumerate() {
            let _ = self.rules.each_option(heap, |_, parts| {
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
fn agrees_with_definition(game: &str, solution: &Solution, total: u64) {
    let mut outcomes = Outcomes { rules: rules(game), known: HashMap::new() };
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
        let solution = run(&rules(fact[0]), 20_000);
        let period = solution.period.as_ref().unwrap_or_else(|why| panic!("{}: {why:?}", fact[0]));
        let found =
            [solution.monoid.order(), solution.monoid.p().count(), period.period as usize, period.start as usize];
        assert_eq!(found.map(|x| x.to_string()), fact[3..7], "{}", fact[0]);
        assert_eq!(solution.is_tame(), fact[2] == "solved-tame", "{}", fact[0]);
        agrees_with_definition(fact[0], &solution, 16);
    }
}

/// Generators, relations, P-portion and the values of heaps, as they were published.
#[test]
fn presentations_of_wild_games() {
    let mut presentations = 0;
    for line in PRESENTATIONS.lines().skip(1) {
        let fact: Vec<&str> = line.split('"').collect();
        let code = fact[0].split(',').next().unwrap();
        let solution = run(&rules(code), 1000);
        let found = solution.monoid.presentation(&solution.phi);
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
        let solution = run(&rules(fact[0]), 1000);
        assert_eq!(solution.period.unwrap().period.to_string(), fact[4], "{}", fact[0]);
        periods += 1;
    }
    assert!(periods >= 18);
}

#[test]
fn dawsons_kayles_to_heap_33() {
    let solution = run(&rules(".07"), 33);
    assert_eq!(solution.monoid.order(), 638);
    assert!(solution.growth.contains(&(30, 360)));
    assert_eq!(solution.period, Err(Unresolved::Heaps));
}

#[test]
fn the_first_infinite_quotient_is_not_called_solved() {
    let solution = run(&rules(".3122"), 100);
    assert_eq!((solution.heaps(), solution.monoid.order()), (6, 52));
    assert!(matches!(solution.period, Err(Unresolved::Stuck(Stuck::Diagonal(_)))));
}

#[test]
fn outcomes_of_other_families() {
    for game in ["S(1,2)", "S(2,3,7)", ".3101", ".1232", ".0", "4", "couples-are-forever", "grundy", ".3F", ".8", "nim"]
    {
        let limits = Limits { order: 600, ..Limits::default() };
        let solution = solve(&rules(game), 10, limits, &mut |_| ControlFlow::Continue(()));
        agrees_with_definition(game, &solution, 18);
    }
}

#[test]
fn stopping_is_reported() {
    let solution = solve(&rules(".07"), 40, Limits::default(), &mut |_| ControlFlow::Break(()));
    assert_eq!(solution.period, Err(Unresolved::Stuck(Stuck::Stopped)));
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
        let rules = match what {
            "misere nim values n=0..20" | "genus n=0..20" => rules(&name.to_lowercase()),
            _ => continue,
        };
        let mut arena = Arena::new(1 << 20);
        let heaps = arena.heaps(&rules, 20).unwrap();
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
    let mut arena = Arena::new(1 << 16);
    let mut born = vec![canonical::ZERO];
    for count in [2, 3, 5, 22] {
        let mut next = std::collections::BTreeSet::from([canonical::ZERO]);
        for subset in 0u32..1 << born.len() {
            let options = (0..born.len()).filter(|k| subset >> k & 1 == 1).map(|k| born[k]).collect();
            next.insert(arena.game(options).unwrap());
        }
        born = next.into_iter().collect();
        assert_eq!(born.len(), count);
    }
}

/// Quotients that are infinite along a diagonal: the table agrees with the definition.
#[test]
fn infinite_quotients_are_decided() {
    for (game, heaps, total) in [(".3122", 7, 40), (".005", 18, 34), (".76", 12, 26)] {
        let rules = rules(game);
        let solution = run(&rules, 100);
        let decided = diagonal::decide(&rules, &solution, 2_000_000, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!((decided.heaps, decided.infinite), (heaps, true), "{game}");
        let mut outcomes = Outcomes { rules, known: HashMap::new() };
        let mut check = |position: &[u64]| {
            let heaps: Vec<u32> = position.iter().map(|&heap| heap as u32).collect();
            if let Some(is_p) = decided.is_p(&heaps) {
                assert_eq!(is_p, outcomes.is_p(position), "{game}: {position:?}");
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
    let kayles = rules(".77");
    let solved = run(&kayles, 1000);
    let refused = diagonal::decide(&kayles, &solved, 1000, &mut |_| ControlFlow::Continue(()));
    assert_eq!(refused.unwrap_err(), diagonal::NoDiagonal::NotDiagonal);
}
