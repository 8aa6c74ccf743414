//! Certificates of false claims, consistent in all their lines. The truth is computed by the definition, with the simplest code there is.

use grundy_check::{Task, check};
use std::collections::BTreeSet;

const ALL: Task = Task { segment: None, jobs: 1 };

/// The nim-values of the heaps below `count`, from the digits `d0 d1 d2 …`.
fn values(digits: &[u32], count: usize) -> Vec<u16> {
    let mut g: Vec<u16> = Vec::new();
    for n in 0..count {
        let mut options = BTreeSet::new();
        for (removed, digit) in digits.iter().enumerate().take(n + 1) {
            for heaps in (0..16).filter(|heaps| digit >> heaps & 1 == 1) {
                options.extend(sums(&g, n - removed, heaps));
            }
        }
        g.push((0..=u16::MAX).find(|value| !options.contains(value)).unwrap());
    }
    g
}

/// The values of all ways to leave `rest` beans in this number of heaps, none of them empty.
fn sums(g: &[u16], rest: usize, heaps: usize) -> BTreeSet<u16> {
    match heaps {
        0 if rest == 0 => BTreeSet::from([0]),
        0 => BTreeSet::new(),
        1 if rest == 0 => BTreeSet::new(),
        1 => BTreeSet::from([g[rest]]),
        _ => (1..rest).flat_map(|a| sums(g, rest - a, heaps - 1).into_iter().map(move |v| v ^ g[a])).collect(),
    }
}

/// The primes that divide `n`.
fn primes(n: usize) -> Vec<usize> {
    (2..=n).filter(|&q| n.is_multiple_of(q) && (2..q).all(|d| !q.is_multiple_of(d))).collect()
}

/// `d0.d1d2…` in hexadecimal digits.
fn code(digits: &[u32]) -> String {
    let digit = |digit: &u32| char::from_digit(*digit, 16).unwrap().to_ascii_uppercase();
    let after: String = digits[1..].iter().map(digit).collect();
    if digits[0] == 0 { format!(".{after}") } else { format!("{}.{after}", digit(&digits[0])) }
}

/// All lists of this length of digits below `base`.
fn numbers(base: u32, length: u32) -> impl Iterator<Item = Vec<u32>> {
    (0..base.pow(length)).map(move |n| (0..length).map(|place| n / base.pow(place) % base).collect())
}

/// Small codes: one heap, two and three, with zeros in front, with `d0`.
fn codes() -> Vec<Vec<u32>> {
    let late = |digit: u32| (1..9).map(move |zeros| [vec![0; zeros + 1], vec![digit]].concat());
    let after = numbers(4, 3).chain(numbers(8, 2)).chain(numbers(16, 1)).map(|digits| [vec![0], digits].concat());
    let before = [4, 8].into_iter().flat_map(|d0| numbers(4, 1).map(move |digits| [vec![d0], digits].concat()));
    after.chain((1..16).flat_map(late)).chain(before).collect()
}

/// Every preperiod below 12 with every period below 9, each with the lines `distinct` that suit the claim best, for 200 small codes:
/// what is verified is true, and of what is true a good part is verified.
#[test]
fn classical() {
    const COUNT: usize = 70;
    let (mut accepted, mut at_zero, mut refused) = (0, 0, 0);
    for digits in codes() {
        let g = values(&digits, COUNT);
        for (preperiod, period) in (0..12).flat_map(|n0| (1..9).map(move |p| (n0, p))) {
            // Every heap is tried as a witness by someone who believes in the period.
            let repeated = |n: usize| g[if n < preperiod { n } else { preperiod + (n - preperiod) % period }];
            let witness =
                |&q: &usize| (preperiod..preperiod + period).find(|&n| repeated(n) != repeated(n + period / q));
            let distinct =
                primes(period).into_iter().map(|q| format!("distinct {q} {}\n", witness(&q).unwrap_or(preperiod)));
            let lines = format!("preperiod {preperiod}\nperiod {period}\n{}", distinct.collect::<String>());
            let text = format!("grundy-certificate 1\nkind period\ngame {}\ntheorem classical\n{lines}", code(&digits));
            let is_true = (preperiod..COUNT - period).all(|n| g[n] == g[n + period]);
            match check(&text, ALL) {
                Ok(said) => {
                    assert!(is_true, "{said}");
                    accepted += 1;
                    at_zero += usize::from(preperiod == 0);
                }
                Err(_) => refused += usize::from(!is_true),
            }
        }
    }
    assert!(accepted > 100 && at_zero > 30 && refused > 10_000, "{accepted} {at_zero} {refused}");
}

/// A value of the tail that would grow beyond what a value may be is missing one period later: the truth is period 41 with saltus 8 from
/// heap 0 on.
#[test]
fn values_that_outgrow_two_bytes_are_not_forgotten() {
    let head = "grundy-certificate 1\nkind period\ngame .33303030(03)...\ntheorem endless\n";
    let claims = [
        (335_848, 12, 4, 335_858, "distinct 2 335850\ndistinct 3 335848\n", false),
        (0, 41, 8, 100, "distinct 41 0\n", true),
    ];
    for (preperiod, period, saltus, tail, distinct, is_true) in claims {
        let claim = format!("preperiod {preperiod}\nperiod {period}\nsaltus {saltus}\ntail {tail}\n{distinct}");
        let verdict = check(&format!("{head}{claim}"), ALL);
        assert_eq!(verdict.is_ok(), is_true, "{claim}{verdict:?}");
    }
}
