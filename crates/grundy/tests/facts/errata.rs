//! Errors of the literature: the wrong statement fails, the right one holds.

use crate::claims::{self, Judgement};
use crate::engines::{Run, runs};
use crate::values::agree;
use grundy::facts::{self, Erratum, Settled, SparseRow, Status, Subject, Verdict};
use grundy::{Game, Rules};

/// No run goes further than this.
const REACH: u64 = 400_000;

#[test]
fn the_wrong_statement_fails_and_the_right_one_holds() {
    for fact in facts::errata() {
        assert_ne!(fact.wrong, fact.right);
        let Some(game) = &fact.game else {
            // About coin-turning games and about texts: nothing for a heap engine.
            assert!(matches!(fact.about, Subject::List | Subject::Procedure | Subject::Bound));
            continue;
        };
        match fact.about {
            Subject::Preperiod | Subject::Period => period(fact, game),
            Subject::Value => value(fact, game),
            Subject::SameAs => same_as(fact, game),
            Subject::Relation => relation(fact, game),
            Subject::Mask => mask(fact, game),
            Subject::LastRare => last_rare(fact, game),
            Subject::Ratio => ratio(fact, game),
            Subject::Depth => depth(fact, game),
            Subject::Status => assert!(fact.right.starts_with(&format!("period {} from", settled(game).period))),
            // Slips of the pen in formulas: 1 + 2*46 + 1 is not 48, and a bound one short; nothing to run.
            Subject::Bound | Subject::List | Subject::Procedure => {
                assert!(matches!(game.to_string().as_str(), ".56" | ".6" | ".007"));
            }
        }
    }
}

fn settled(game: &Game) -> Settled {
    match facts::about(game).verdict {
        Verdict::Periodic(settled) => settled,
        other => panic!("{game}: {other:?}"),
    }
}

fn sparse(game: &Game) -> &'static SparseRow {
    facts::about(game).sparse.into_iter().find(|row| row.mask.is_some() && row.last_rare.is_some()).unwrap()
}

/// The right pair is the one of a proved fact and holds on the values; the wrong one does not, where it can be seen.
fn period(fact: &Erratum, game: &Game) {
    let right = settled(game);
    assert_eq!(right.status, Status::Proved, "{game}");
    let right = (right.preperiod.unwrap(), right.period);
    let (claimed, wrong): (u64, u64) = (fact.right.parse().unwrap(), fact.wrong.parse().unwrap());
    let (stated, wrong) = match fact.about {
        Subject::Period => (right.1, (right.0, wrong)),
        _ => (right.0, (wrong, right.1)),
    };
    assert_eq!(stated, claimed, "{game}");
    for Run { engine, values } in runs(game.rules(), (right.0 + 2 * right.1).clamp(64, REACH)) {
        let judge = |(n, p): (u64, u64)| claims::period(&values, n as usize, p as usize, 0);
        assert_ne!(judge(right), Judgement::Fails, "{game} {engine}");
        if judge(right) == Judgement::Holds {
            assert_ne!(judge(wrong), Judgement::Holds, "{game} {engine}");
        }
        if values.len() as u64 > wrong.0 + 2 * wrong.1 {
            assert_eq!(judge(wrong), Judgement::Fails, "{game} {engine}");
        }
    }
}

fn value(fact: &Erratum, game: &Game) {
    let at = fact.at.unwrap();
    for run in runs(game.rules(), at + 1) {
        assert_eq!(run.values[at as usize].to_string(), fact.right, "{game} {}", run.engine);
    }
}

fn same_as(fact: &Erratum, game: &Game) {
    let at = fact.at.unwrap() as usize;
    let wrong: Game = fact.wrong.parse().unwrap();
    let right: Game = fact.right.parse().unwrap();
    let same = facts::about(game).same;
    assert!(right == *game || same.iter().any(|other| other.game == right), "{game}");
    assert!(same.iter().all(|other| other.game != wrong), "{game}");
    for (a, b) in pairs(game.rules(), wrong.rules()) {
        assert_eq!(a.values[..at], b.values[..at], "{game} {}", a.engine);
        assert_ne!(a.values[at], b.values[at], "{game} {}", a.engine);
        assert!((-8..=8).all(|shift| agree(&a.values, &b.values, shift) == 0), "{game} {}", a.engine);
    }
    for (a, b) in pairs(game.rules(), right.rules()) {
        assert!((-8..=8).any(|shift| agree(&a.values, &b.values, shift) > 900), "{game} {}", a.engine);
    }
}

/// The runs of two games by the engines that can run both.
fn pairs(a: &Rules, b: &Rules) -> Vec<(Run, Run)> {
    let (a, mut b) = (runs(a, 1000), runs(b, 1000));
    let partner = |a: Run| b.iter().position(|b| b.engine == a.engine).map(|k| (a, b.swap_remove(k)));
    a.into_iter().filter_map(partner).collect()
}

/// "For odd n, G(n) = G(.137, n-1) xor 1" holds below `at` and fails there.
fn relation(fact: &Erratum, game: &Game) {
    assert_eq!((game.to_string().as_str(), fact.wrong.as_str()), (".17", "G(n) = G(.137, n-1) xor 1 for odd n"));
    let chess: Game = ".137".parse().unwrap();
    for (a, b) in pairs(game.rules(), chess.rules()) {
        let fails = (1..a.values.len()).step_by(2).find(|&n| a.values[n] != b.values[n - 1] ^ 1);
        assert_eq!(fails.map(|n| n as u64), fact.at, "{}", a.engine);
    }
}

/// With the right mask the rares are the known ones; with the wrong one there are more.
fn mask(fact: &Erratum, game: &Game) {
    let read = |text: &str| u64::from_str_radix(text.strip_prefix("0x").unwrap(), 16).unwrap();
    let (known, rules) = (sparse(game), game.rules());
    for run in runs(rules, 2000) {
        let right = claims::rares(rules, &run.values, read(&fact.right), 0);
        assert_eq!((Some(right.len() as u64), right.last().copied()), (known.rares, known.last_rare), "{game}");
        assert!(claims::rares(rules, &run.values, read(&fact.wrong), 0).len() > 2 * right.len(), "{game}");
    }
}

fn last_rare(fact: &Erratum, game: &Game) {
    let (known, rules) = (sparse(game), game.rules());
    for run in runs(rules, 4000) {
        let rares = claims::rares(rules, &run.values, known.mask.unwrap(), known.parity.unwrap());
        assert_eq!(rares.last().unwrap().to_string(), fact.right, "{game} {}", run.engine);
        assert!(rares.binary_search(&fact.wrong.parse().unwrap()).is_err(), "{game} {}", run.engine);
    }
}

fn ratio(fact: &Erratum, game: &Game) {
    let ratio = sparse(game).last_rare.unwrap() as f64 / settled(game).preperiod.unwrap() as f64;
    let off = |text: &str| (text.parse::<f64>().unwrap() / ratio - 1.0).abs();
    assert!(off(&fact.right) < 1e-3 && off(&fact.wrong) > 0.1, "{game}: {ratio}");
}

fn depth(fact: &Erratum, game: &Game) {
    let depths: Vec<u64> = facts::about(game).sparse.iter().filter_map(|row| row.depth).collect();
    assert_eq!(depths, [fact.right.parse::<u64>().unwrap()], "{game}");
}
