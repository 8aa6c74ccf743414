//! Certificates of false claims, consistent in all their lines.

mod forged;

use forged::{claim, code, definition, numbers};
use grundy_check::{Task, Verdict, check};

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
        let verdict = check(&format!("{head}{claim}"), &Task::default());
        assert_eq!(matches!(verdict, Verdict::Verified(_)), is_true, "{claim}{verdict:?}");
    }
}
