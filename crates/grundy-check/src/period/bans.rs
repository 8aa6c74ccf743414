//! Games that forbid two equal heaps: Grundy's game is the only one with a name, so these are made up. Whatever is
//! claimed of them, what is accepted is true.

use super::{Asked, Claim, classical, sparse};
use crate::code::{Ban, Game};
use crate::limits::{Budget, Limits};
use crate::reader::{Certificate, Refusal};
use crate::{Sight, Task, Verdict, check};

/// Codes `d0.d1d2d3` with the ban, d0 being 0 or 4; every `step`-th.
fn games(step: usize) -> impl Iterator<Item = Game> {
    let digits = |code: u32| vec![code >> 9 << 2, code >> 6 & 7, code >> 3 & 7, code & 7];
    (0..2 * 8 * 8 * 8).step_by(step).map(move |code| Game { digits: digits(code), ban: Ban::Equal })
}

/// The first values, by definition.
fn values(game: &Game, count: usize) -> Vec<u16> {
    let mut g: Vec<u16> = Vec::new();
    for n in 0..count {
        let mut seen = [false; 256];
        let mut visit = |heaps: &[usize]| {
            seen[usize::from(heaps.iter().fold(0, |sum, &heap| sum ^ g[heap]))] = true;
            Ok(())
        };
        game.each_option(n, &mut visit).unwrap();
        g.push(seen.iter().position(|&seen| !seen).unwrap() as u16);
    }
    g
}

fn claim(preperiod: u64, period: u64) -> Claim {
    Claim { preperiod, period, saltus: 0, distinct: Vec::new() }
}

fn is_true(g: &[u16], &Claim { preperiod, period, .. }: &Claim) -> bool {
    (preperiod as usize..g.len() - period as usize).all(|n| g[n] == g[n + period as usize])
}

#[test]
fn the_classical_theorem() {
    let sight = Sight::default();
    let budget = Budget::new(Limits { memory: Some(u64::MAX), values: Some(u64::MAX) }, 0, &sight);
    let (mut accepted, mut by_clause) = (0, 0);
    for game in games(1) {
        let g = values(&game, 300);
        for preperiod in [0, 1, 2, 3, 4, 5, 7, 10, 15] {
            for period in (1..=8).chain([12, 15]) {
                let claim = claim(preperiod, period);
                match classical::check(&game, &claim, &budget) {
                    Ok(_) => {
                        assert!(is_true(&g, &claim), "{game:?} {preperiod} {period}");
                        accepted += 1;
                    }
                    Err(Refusal::Fails(why)) if why.contains("equal heaps") => {
                        assert!(period % 2 == 1);
                        by_clause += usize::from(!is_true(&g, &claim));
                    }
                    Err(_) => {}
                }
            }
        }
    }
    assert!(accepted > 1000 && by_clause > 0, "{accepted} {by_clause}");
}

/// The game `.04` with the ban has the values 0, 0, 0, 0, 0, 1.
#[test]
fn the_clause_about_zero() {
    let sight = Sight::default();
    let budget = Budget::new(Limits::default(), 0, &sight);
    let game = Game { digits: vec![0, 0, 4], ban: Ban::Equal };
    assert_eq!(values(&game, 6), [0, 0, 0, 0, 0, 1]);
    let Err(Refusal::Fails(why)) = classical::check(&game, &claim(1, 1), &budget) else { panic!("accepted") };
    assert!(why.contains("value 0"), "{why}");
}

/// All spaces with small masks, and claims whose rares are right at the beginning. The plain way and the fast ones
/// accept the same, and it is true.
#[test]
fn the_sparse_theorem() {
    let sight = Sight::default();
    let budget = Budget::new(Limits { memory: Some(u64::MAX), values: Some(u64::MAX) }, 0, &sight);
    let (mut accepted, mut refused, mut false_ones) = (0, 0, 0);
    for game in games(3).filter(|game| game.most_heaps() == 2) {
        let g = values(&game, 300);
        let k = classical::last_removal(&game) as usize;
        let breaks: Vec<u64> = (0..).zip(&game.digits).filter(|(_, d)| *d & 4 != 0).map(|(i, _)| i).collect();
        let spaces = (0..32).map(|k| (1 + k / 4, k / 2 % 2, k % 2));
        let admissible = |&(_, parity, kappa): &(u64, u64, u64)| breaks.iter().all(|i| (kappa + parity * i) % 2 == 1);
        for (mask, parity, kappa) in spaces.filter(admissible) {
            let is_rare =
                |&n: &usize| (u64::from((mask & u64::from(g[n])).count_ones()) + parity * n as u64) % 2 != kappa;
            for (preperiod, period, depth) in [1, 2, 3, 5, 8]
                .into_iter()
                .flat_map(|n0| (1..5usize).flat_map(move |p| [3, 9, 20].map(|depth| (n0, p, depth))))
            {
                let rares: Vec<usize> = (1..preperiod).filter(is_rare).collect();
                let window = rares.last().copied().unwrap_or(0) + k;
                let head = 2 * window + 1 + depth;
                if (preperiod..head).any(|n| is_rare(&n)) {
                    continue;
                }
                let rare = |n: &usize| format!("rare {n} {}\n", g[*n]);
                let rares = rares.iter().map(rare).collect::<Vec<String>>().concat();
                let space = format!("space {mask} {parity} {kappa}\ndepth {depth}\n");
                let text = format!("grundy-certificate 1\nkind period\n{space}{rares}");
                let certificate = Certificate::read(&text, &budget).unwrap();
                let claim = claim(preperiod as u64, period as u64);
                let way = |plain: bool| {
                    let task = Task { plain, ..Task::default() };
                    sparse::check(game.clone(), &claim, &certificate, Asked::Whole, &task, &budget).is_ok()
                };
                let found = way(false);
                assert_eq!(found, way(true), "{game:?} {preperiod} {period}\n{text}");
                assert!(!found || is_true(&g, &claim), "{game:?} {preperiod} {period}\n{text}");
                accepted += usize::from(found);
                refused += usize::from(!found);
                false_ones += usize::from(!is_true(&g, &claim));
            }
        }
    }
    assert!(accepted > 100 && refused > 100 && false_ones > 0, "{accepted} {refused} {false_ones}");
}

/// No period of Grundy's game is known, and none that is made up is accepted.
#[test]
fn forged_certificates_of_grundys_game() {
    for (preperiod, period, primes) in [(0, 3, &[3][..]), (1, 3, &[3]), (10, 3, &[3]), (40, 1, &[]), (100, 6, &[2, 3])]
    {
        let distinct: String =
            primes.iter().flat_map(|q: &u64| ["distinct ".to_owned(), format!("{q} {preperiod}\n")]).collect();
        let head = format!(
            "grundy-certificate 1\nkind period\ngame grundy\npreperiod {preperiod}\nperiod {period}\n{distinct}"
        );
        for theorem in ["classical", "sparse\nspace 254 0 1\ndepth 20", "sparse\nspace 1 0 1\ndepth 20\nrare 1 0"] {
            let text = format!("{head}theorem {theorem}\n");
            assert!(matches!(check(&text, &Task::default()), Verdict::Rejected(_)), "{text}");
        }
    }
}
