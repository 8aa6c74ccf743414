//! The theorems against each other and against values computed further.

use grundy::game::{Code, Form};
use grundy::period::{Arithmetic, Classical, Endless, Period, Prover, Sparse, Theorem, observe};
use grundy::watch::Unwatched;
use grundy::{Game, Rules, engine};
use proptest::prelude::*;

fn by_sparse(rules: &Rules, values: &[u16]) -> Option<Period> {
    let (period, proof) = Sparse::for_rules(rules)?.prove(values, &mut Unwatched).unwrap()?;
    assert!(proof.end(rules, period.preperiod, period.period) + proof.depth <= values.len() as u64);
    Some(period)
}

/// A proof holds for all further values, and nothing smaller does.
fn holds(Period { preperiod, period, saltus }: Period, values: &[u16]) -> bool {
    let repeats = |n: usize, p: usize, s: u64| u64::from(values[n + p]) == u64::from(values[n]) + s;
    let (n0, p) = (preperiod as usize, period as usize);
    let all = |p: usize, s: u64| (n0..values.len() - p).all(|n| repeats(n, p, s));
    let smaller = (1..p).any(|q| (saltus * q as u64).is_multiple_of(period) && all(q, saltus * q as u64 / period));
    all(p, saltus) && !smaller && (n0 == 0 || !repeats(n0 - 1, p, saltus))
}

fn code(head: &[u32], block: &[u32]) -> Rules {
    Game::from(Code::new(head, block).unwrap()).rules().clone()
}

/// Every octal game with two digits: where both theorems apply they say the same, and the sparse one settles the games
/// with a space from fewer values.
#[test]
fn both_theorems_on_all_short_codes() {
    let (mut both, mut sooner) = (0, 0);
    for number in 0..128u32 {
        let rules = code(&[number / 64 * 4, number / 8 % 8, number % 8], &[]);
        let values = engine::values(&rules, 6000).unwrap();
        let classical = Classical::for_rules(&rules).unwrap();
        let proved = (classical.prove(&values), by_sparse(&rules, &values));
        if let (Some(one), Some(other)) = proved {
            assert_eq!(one, other, "{rules:?}");
            both += 1;
            let needed = classical.values_needed(one).unwrap() as usize;
            let shorter = by_sparse(&rules, &values[..needed - 1]);
            assert!(shorter.is_none_or(|shorter| shorter == one), "{rules:?}");
            sooner += usize::from(shorter.is_some());
        }
        for found in [proved.0, proved.1].into_iter().flatten() {
            assert!(holds(found, &values), "{rules:?} {found:?}");
        }
    }
    assert!(both >= 60 && sooner >= 20, "{both} {sooner}");
}

/// Small codes of one, two and three heaps, those with zeros in front and with `d0` included.
fn small_codes() -> Vec<Vec<u32>> {
    let mut codes: Vec<Vec<u32>> = Vec::new();
    let numbers = |base: u32, length: u32| {
        (0..base.pow(length)).map(move |n| (0..length).map(|place| n / base.pow(place) % base).collect::<Vec<u32>>())
    };
    codes.extend((1..=4).flat_map(|length| numbers(4, length)));
    codes.extend((1..=2).flat_map(|length| numbers(16, length)));
    codes.extend(numbers(8, 3));
    let zeros = |digit: u32| (0..12).map(move |zeros| [vec![0; zeros], vec![digit]].concat());
    codes.extend((1..16).flat_map(zeros));
    let with_d0 = |d0: u32| numbers(8, 2).chain(numbers(16, 1)).map(move |digits| [vec![d0], digits].concat());
    let without = codes.into_iter().map(|digits| [vec![0], digits].concat());
    without.chain([4, 8, 12].into_iter().flat_map(with_d0)).collect()
}

/// No false period meets the hypothesis of the classical theorem, whatever the preperiod; with one value fewer many do.
#[test]
fn classical_theorem_has_no_counterexample() {
    const COUNT: usize = 100;
    let (mut met, mut met_at_zero, mut false_with_one_fewer) = (0, 0, 0);
    for digits in small_codes() {
        let rules = code(&digits, &[]);
        let values = engine::values_with(engine::Kind::Naive, &rules, COUNT as u64).unwrap();
        let classical = Classical::for_rules(&rules).unwrap();
        for period in 1..16 {
            // The law holds from `low` on as far as `high`, and no further.
            let law = |n: usize| values[n] == values[n + period];
            for preperiod in 0..24 {
                let high = (preperiod..COUNT - period).find(|&n| !law(n)).unwrap_or(COUNT) + period;
                let claim = Period { preperiod: preperiod as u64, period: period as u64, saltus: 0 };
                let needed = classical.values_needed(claim).unwrap() as usize;
                if needed > COUNT {
                    continue;
                }
                assert!(high < needed || high >= COUNT, "{digits:?} {claim:?} on {needed} values breaks at {high}");
                met += usize::from(high >= needed);
                met_at_zero += usize::from(high >= needed && preperiod == 0);
                false_with_one_fewer += usize::from(high + 1 == needed);
            }
        }
    }
    assert!(
        met > 10_000 && met_at_zero > 500 && false_with_one_fewer > 50,
        "{met} {met_at_zero} {false_with_one_fewer}"
    );
}

/// A digit after many zeros shows itself late: nothing is proved before it does.
#[test]
fn late_digits_are_waited_for() {
    for (zeros, digit) in [(0, 2), (60, 8), (253, 4), (509, 4), (4094, 2)] {
        let rules = code(&[vec![0; zeros + 1], vec![digit]].concat(), &[]);
        let first = zeros as u64 + u64::from(digit.ilog2()) + 1;
        let values = engine::values(&rules, first + 1).unwrap();
        assert_eq!(values.iter().position(|&value| value > 0), Some(first as usize));
        let look = |values: &[u16]| Prover::new(&rules, None).look(values, &mut Unwatched).unwrap();
        assert_eq!(look(&values[..first as usize]), None, "{zeros} zeros and {digit}");
    }
    // Sets need no more than before: a repeated window of `k` values.
    for (game, period, needed) in [("S(2,5,7)", 22, 29), ("S(1)", 2, 3), ("S(1,2)", 3, 5)] {
        let rules = game.parse::<Game>().unwrap().rules().clone();
        let classical = Classical::for_rules(&rules).unwrap();
        assert_eq!(classical.values_needed(Period { preperiod: 0, period, saltus: 0 }), Some(needed), "{game}");
        assert_eq!(classical.prove(&engine::values(&rules, needed).unwrap()).map(|found| found.period), Some(period));
    }
}

/// Both theorems on the games that were hard once, as the facts have them.
#[test]
fn famous_games() {
    for (game, count, preperiod, period) in
        [(".45", 2000, 498, 20), (".156", 9000, 3479, 349), (".356", 20_000, 7315, 142), (".644", 9000, 3256, 442)]
    {
        let rules = game.parse::<Game>().unwrap().rules().clone();
        let values = engine::values(&rules, count).unwrap();
        let expected = Some(Period { preperiod, period, saltus: 0 });
        assert_eq!(Classical::for_rules(&rules).unwrap().prove(&values), expected, "{game}");
        assert_eq!(by_sparse(&rules, &values), expected, "{game}");
    }
}

/// `S = {1} ∪ 101·N` looks as if it had period 2; heap 203 has value 3.
#[test]
fn a_short_look_proves_nothing() {
    let block: Vec<u32> = (0..101).map(|k| if k == 100 { 3 } else { 0 }).collect();
    let rules = code(&[0, 3], &[&block[1..], &[0]].concat());
    assert_eq!((rules.digit(1), rules.digit(101), rules.digit(202), rules.digit(102)), (3, 3, 3, 0));
    let values = engine::values(&rules, 20_000).unwrap();
    assert_eq!(values[203], 3);
    for count in (100..2000).step_by(50) {
        let proved = Prover::new(&rules, None).look(&values[..count], &mut Unwatched).unwrap();
        assert!(proved.is_none_or(|proved| holds(proved.period, &values)), "{count}");
    }
}

/// `.F6` repeats arithmetically thirty times, and then no longer: never proved, and what is observed is called so.
#[test]
fn hexadecimal_games_are_observed() {
    let rules = ".F6".parse::<Game>().unwrap().rules().clone();
    let values = engine::values(&rules, 2500).unwrap();
    let seen = observe(&values[..1800]);
    assert!(seen.is_some_and(|seen| seen.saltus > 0 && !holds(seen, &values)), "{seen:?}");
    assert_eq!(Prover::new(&rules, None).look(&values, &mut Unwatched), Ok(None));
    assert!(Sparse::for_rules(&rules).is_none() && Endless::for_rules(&rules).is_none());
}

/// All hexadecimal codes of one or two digits that may leave three heaps: what is proved from few values holds for many
/// more, wherever the list is cut.
#[test]
fn arithmetic_proofs_hold() {
    let codes = (8..16).map(|digit| vec![0, digit]);
    let codes = codes.chain((0..256).filter(|n| n & 0x88 != 0).map(|n| vec![0, n / 16, n % 16]));
    let (mut proved, mut largest) = (0, 0);
    for digits in codes {
        let rules = code(&digits, &[]);
        let values = engine::values(&rules, 600).unwrap();
        let theorem = Arithmetic::for_rules(&rules).unwrap();
        let mut first = None;
        for count in [24, 30, 40, 60, 80, 120, 200, 300, 440] {
            if let Some((found, proof)) = theorem.prove(&values[..count], &mut Unwatched).unwrap() {
                assert!(holds(found, &values), "{digits:?} {found:?} from {count} values");
                assert!(
                    proof.values <= count as u64 && first.is_none_or(|first| first == found),
                    "{digits:?} {proof:?}"
                );
                first = Some(found);
                largest = largest.max(proof.values);
            }
        }
        proved += usize::from(first.is_some());
    }
    assert!(proved >= 65 && largest > 300, "{proved} {largest}");
}

#[test]
fn endless_codes() {
    for (game, period, saltus) in [("nim", 1, 1), ("allbut(1)", 2, 1), ("allbut(2,3)", 4, 2), (".1...", 1, 0)] {
        let rules = game.parse::<Game>().unwrap().rules().clone();
        let values = engine::values(&rules, 1000).unwrap();
        let proved = Prover::new(&rules, None).look(&values, &mut Unwatched).unwrap().unwrap();
        assert_eq!((proved.theorem, proved.period.period, proved.period.saltus), (Theorem::Endless, period, saltus));
        assert!(holds(proved.period, &values), "{game}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// What the sparse theorem proves from some values holds for all further ones, and the classical theorem never says
    /// otherwise.
    #[test]
    fn sparse_proofs_hold(
        first in prop_oneof![Just(0u32), Just(4)],
        digits in prop::collection::vec(0u32..8, 1..=4),
        count in 40usize..900,
    ) {
        let rules = code(&[&[first], &digits[..]].concat(), &[]);
        let values = engine::values(&rules, 4000).unwrap();
        if let Some(found) = by_sparse(&rules, &values[..count]) {
            prop_assert!(holds(found, &values), "{:?} {:?}", rules, found);
            if let Some(classical) = Classical::for_rules(&rules).unwrap().prove(&values) {
                prop_assert_eq!(classical, found);
            }
        }
    }

    /// The same for codes without end.
    #[test]
    fn endless_proofs_hold(
        head in prop::collection::vec(0u32..4, 0..6),
        block in prop::collection::vec(0u32..4, 1..6),
        count in 20usize..300,
    ) {
        prop_assume!(block.iter().any(|&digit| digit != 0));
        let rules = code(&[&[0], &head[..]].concat(), &block);
        let values = engine::values(&rules, 3000).unwrap();
        if let Some((found, _)) = Endless::for_rules(&rules).unwrap().prove(&values[..count]) {
            prop_assert!(holds(found, &values), "{:?} {:?}", rules, found);
        }
    }

    /// All-but games are always settled.
    #[test]
    fn all_but_games_are_proved(set in prop::collection::btree_set(1u64..9, 1..5)) {
        let rules = Game::from(Form::AllBut(set.into_iter().collect())).rules().clone();
        let values = engine::values(&rules, 6000).unwrap();
        let found = Endless::for_rules(&rules).unwrap().prove(&values[..3000]);
        prop_assert!(found.is_some_and(|(found, _)| holds(found, &values)), "{:?} {:?}", rules, found);
    }
}
