//! Certificates of false claims, consistent in all their lines.

mod forged;

use forged::{Sparse, claim, code, definition, numbers, primes};
use grundy_check::{Task, Verdict, check};
use std::fmt::Write;

/// Small codes: one heap, two and three, with zeros in front, with `d0`.
fn codes() -> Vec<Vec<u32>> {
    let late = |digit: u32| (1..9).map(move |zeros| [vec![0; zeros + 1], vec![digit]].concat());
    let after = numbers(4, 3).chain(numbers(8, 2)).chain(numbers(16, 1)).map(|digits| [vec![0], digits].concat());
    let before = [4, 8].into_iter().flat_map(|d0| numbers(4, 1).map(move |digits| [vec![d0], digits].concat()));
    after.chain((1..16).flat_map(late)).chain(before).collect()
}

/// Every preperiod below 12 with every period below 9, each with the lines `distinct` that suit the claim best, for 200
/// small codes: what is verified is true, and of what is true a good part is verified.
#[test]
fn classical() {
    const COUNT: usize = 70;
    let (mut accepted, mut at_zero, mut refused) = (0, 0, 0);
    for digits in codes() {
        let g = definition(&digits, COUNT);
        for (preperiod, period) in (0..12).flat_map(|n0| (1..9).map(move |p| (n0, p))) {
            let lines = claim(&g, preperiod, period);
            let text = format!("grundy-certificate 1\nkind period\ngame {}\ntheorem classical\n{lines}", code(&digits));
            let is_true = (preperiod..COUNT - period).all(|n| g[n] == g[n + period]);
            match check(&text, &Task::default()) {
                Verdict::Verified(said) => {
                    assert!(is_true, "{said}");
                    accepted += 1;
                    at_zero += usize::from(preperiod == 0);
                }
                Verdict::Rejected(_) => refused += usize::from(!is_true),
                other => panic!("{other:?}\n{text}"),
            }
        }
    }
    assert!(accepted > 100 && at_zero > 30 && refused > 10_000, "{accepted} {at_zero} {refused}");
}

/// A value of the tail that would grow beyond what a value may be is missing one period later: the truth is period 41
/// with saltus 8 from heap 0 on.
#[test]
fn values_that_outgrow_two_bytes_are_not_forgotten() {
    let head = "grundy-certificate 1\nkind period\ngame .33303030(03)...\ntheorem endless\n";
    let claims = [
        (335_848, 12, 4, 335_858, "distinct 2 335850\ndistinct 3 335848\n", false),
        (0, 41, 8, 100, "distinct 41 0\n", true),
    ];
    for (preperiod, period, saltus, tail, distinct, is_true) in claims {
        let claim = format!("preperiod {preperiod}\nperiod {period}\nsaltus {saltus}\ntail {tail}\n{distinct}");
        let verdict = check(&format!("{head}{claim}"), &Task::default());
        assert_eq!(matches!(verdict, Verdict::Verified(_)), is_true, "{claim}{verdict:?}");
    }
}

/// Numbers without a pattern, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }
}

/// What the fast way and the literal way say; they agree.
fn verdict(text: &str) -> Verdict {
    let fast = check(text, &Task::default());
    let plain = check(text, &Task { plain: true, ..Task::default() });
    assert_eq!(matches!(fast, Verdict::Verified(_)), matches!(plain, Verdict::Verified(_)), "{fast} {plain}\n{text}");
    assert_eq!(fast.exit_code(), plain.exit_code(), "{fast} {plain}\n{text}");
    fast
}

/// Sparse proofs in which period, preperiod, space, depth, rares and windows are forged together: the windows and the
/// rares hold the true values, those of the claimed period carried on, or those with one heap changed and all later
/// ones computed from it.
#[test]
fn sparse() {
    const COUNT: usize = 260;
    let mut dice = Dice(1);
    let after = numbers(8, 2).map(|digits| [vec![0], digits].concat());
    let before = numbers(8, 1).map(|digits| [vec![4], digits].concat());
    let games: Vec<(Vec<u32>, Vec<u16>)> =
        after.chain(before).map(|digits| (digits.clone(), definition(&digits, COUNT))).collect();
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..12_000 {
        let (digits, g) = &games[dice.roll(games.len())];
        let (preperiod, period) = (dice.roll(40), 1 + dice.roll(20));
        let is_true = (preperiod..COUNT - period).all(|n| g[n] == g[n + period]);
        // One of two claims is made true where it can be, so that there is something to accept.
        let (preperiod, period) =
            if is_true || dice.roll(2) == 0 { (preperiod, period) } else { nearest(g, preperiod) };
        let is_true = (preperiod..COUNT - period).all(|n| g[n] == g[n + period]);
        let parity = dice.roll(2) as u16;
        let breaks = digits.iter().position(|digit| digit & 4 != 0).unwrap_or(1) as u16;
        let kappa = if dice.roll(8) == 0 { dice.pick(&[0, 1]) } else { 1 ^ parity & breaks & 1 };
        let largest = dice.pick(&[7, 31]);
        let space = (1 + dice.roll(largest) as u16, parity, kappa);
        let mut believed = g.clone();
        match dice.roll(4) {
            0 => (preperiod..COUNT).for_each(|n| believed[n] = g[preperiod + (n - preperiod) % period]),
            1 => believed[1 + dice.roll(60)] ^= 1 << dice.roll(4),
            _ => {}
        }
        let depth = dice.pick(&[0, 1, 2, 5, 10, 20, 40]);
        let mut proof = Sparse::new(&code(digits), digits, &believed, (preperiod, period), space, depth);
        if dice.roll(5) == 0 && !proof.rares.is_empty() {
            proof.rares.remove(dice.roll(proof.rares.len()));
        }
        let last = proof.rares.last().map_or(0, |&(heap, _)| heap);
        let (first, end) = (last + 1 + proof.window(), preperiod.max(1) + proof.window() + period);
        let starts: Vec<usize> = (first + 1..end).filter(|_| dice.roll(12) == 0).collect();
        let text = proof.with_windows(&believed, &starts).text();
        match verdict(&text) {
            Verdict::Verified(said) => {
                assert!(is_true, "{said}\n{text}");
                accepted += 1;
            }
            _ => refused += usize::from(!is_true),
        }
    }
    assert!(accepted > 120 && refused > 3000, "{accepted} {refused}");
}

/// The smallest preperiod and period of these values, if there is a short one; else this preperiod and period 1.
fn nearest(g: &[u16], preperiod: usize) -> (usize, usize) {
    let from = |period: usize| (0..g.len() - period).rev().find(|&n| g[n] != g[n + period]).map_or(0, |n| n + 1);
    (1..40).map(|period| (from(period), period)).find(|&(from, _)| from < 60).unwrap_or((preperiod, 1))
}

/// Proofs about codes without end in which period, preperiod, saltus and tail are forged together.
#[test]
fn endless() {
    const COUNT: usize = 150;
    let mut dice = Dice(2);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..250 {
        let (head, block) = (1 + dice.roll(3), 1 + dice.roll(2));
        let digits: Vec<u32> = (0..head + block).map(|_| dice.pick(&[0, 1, 2, 3, 3])).collect();
        let repeated = |i: usize| if i < head { digits[i] } else { digits[head + (i - head) % block] };
        let all: Vec<u32> = [0].into_iter().chain((0..COUNT).map(repeated)).collect();
        let g = definition(&all, COUNT);
        let digit = |digit: &u32| char::from_digit(*digit, 10).unwrap();
        let (first, again): (String, String) =
            (digits[..head].iter().map(digit).collect(), digits[head..].iter().map(digit).collect());
        for _ in 0..100 {
            let (preperiod, period) = (dice.roll(12), 1 + dice.roll(12));
            let saltus = match dice.roll(3) {
                0 => dice.roll(6),
                _ => usize::from(g[preperiod + period].saturating_sub(g[preperiod])),
            };
            let tail = preperiod + head + block + dice.roll(6);
            let grows = |n: usize| usize::from(g[n + period]) == usize::from(g[n]) + saltus;
            let is_true = (preperiod..COUNT - period).all(grows);
            let game = format!(".{first}({again})...");
            let lines = format!("{}saltus {saltus}\ntail {tail}\n", witnesses(&g, preperiod, period, saltus));
            let text = format!("grundy-certificate 1\nkind period\ngame {game}\ntheorem endless\n{lines}");
            match verdict(&text) {
                Verdict::Verified(said) => {
                    assert!(is_true, "{said}\n{text}");
                    accepted += 1;
                }
                _ => refused += usize::from(!is_true),
            }
        }
    }
    assert!(accepted > 100 && refused > 5000, "{accepted} {refused}");
}

/// The lines `preperiod`, `period` and `distinct` of a claim with a saltus.
fn witnesses(g: &[u16], preperiod: usize, period: usize, saltus: usize) -> String {
    let mut lines = format!("preperiod {preperiod}\nperiod {period}\n");
    for q in primes(period) {
        let differs = |&n: &usize| q as i64 * (i64::from(g[n + period / q]) - i64::from(g[n])) != saltus as i64;
        let witness = (preperiod..preperiod + period).find(differs).unwrap_or(preperiod);
        writeln!(lines, "distinct {q} {witness}").unwrap();
    }
    lines
}
