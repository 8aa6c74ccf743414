//! A long proof in parts: the frame and all segments together say what the whole says, and no part alone speaks of the
//! period.

mod forged;

use forged::{Sparse, definition};
use grundy_check::{Part, Sight, Task, Verdict, check, check_segments};

fn part(text: &str, part: Part) -> Verdict {
    check(text, &Task { part, ..Task::default() })
}

/// The verdicts on the frame and on each segment; none where the segments cannot be counted.
fn parts(text: &str) -> Vec<Verdict> {
    let frame = part(text, Part::Frame);
    let count = text.lines().filter(|line| line.starts_with("segment ")).count() + 1;
    [frame].into_iter().chain((1..=count).map(|segment| part(text, Part::Segment(segment)))).collect()
}

fn is_partial(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Partial(_))
}

/// Period 22 from heap 300 on is false for `.45`. With three windows of true values every segment is right, and the
/// window does not return.
#[test]
fn true_segments_of_a_false_period() {
    let g = definition(&[0, 4, 5], 1000);
    let forged = Sparse::new(".45", &[0, 4, 5], &g, (300, 22), (15, 0, 1), 37).with_windows(&g, &[420, 460, 490]);
    let text = forged.text();
    let verdicts = parts(&text);
    assert!(verdicts[1..].iter().all(is_partial) && verdicts.len() == 5, "{verdicts:?}");
    let said: Vec<String> = verdicts.iter().map(ToString::to_string).collect();
    assert_eq!(said[2], "PARTIAL .45: segment 2 of 4 verified, heaps 420 to 460; not the period");
    assert!(said[0].starts_with("REJECTED window: "), "{}", said[0]);
    assert!(matches!(part(&text, Part::Whole), Verdict::Rejected(_)));
}

/// The true period in parts, with windows anywhere, at the place where the window returns too.
#[test]
fn parts_of_a_true_period() {
    let g = definition(&[0, 4, 5], 1000);
    let (preperiod, period) = (498, 20);
    for starts in [&[][..], &[420], &[450, 698], &[698], &[600, 698, 717], &[400, 401, 402]] {
        let proof = Sparse::new(".45", &[0, 4, 5], &g, (preperiod, period), (15, 0, 1), 37).with_windows(&g, starts);
        let text = proof.text();
        let verdicts = parts(&text);
        assert!(verdicts.iter().all(is_partial), "{starts:?} {verdicts:?}");
        let frame = format!("PARTIAL .45: frame verified, without its {} segments; not the period", starts.len() + 1);
        assert_eq!(verdicts[0].to_string(), frame);
        assert!(matches!(part(&text, Part::Whole), Verdict::Verified(_)));
    }
}

/// Whatever is claimed, the parts together accept what the whole accepts, and that is true. Windows hold the values
/// that a believer in the claim would write: those of the period carried on, or the true ones.
#[test]
fn parts_together_are_the_whole() {
    let digits = [0, 4, 5];
    let g = definition(&digits, 1400);
    let mut accepted = 0;
    let claims =
        [298, 300, 320, 478, 497, 498, 499, 518].into_iter().flat_map(|n0| [2, 10, 19, 20, 22, 40].map(|p| (n0, p)));
    for (preperiod, period) in claims {
        let carried = |n: usize| g[if n < preperiod { n } else { preperiod + (n - preperiod) % period }];
        let believed: Vec<u16> = (0..g.len()).map(carried).collect();
        for values in [&g, &believed] {
            let first = Sparse::new(".45", &digits, &g, (preperiod, period), (15, 0, 1), 37);
            let base = preperiod + 200;
            for starts in [vec![], vec![base - 7], vec![base], vec![base - 30, base, base + period - 1]] {
                let starts: Vec<usize> = starts.into_iter().filter(|&start| start > 399).collect();
                let text = first.clone().with_windows(values, &starts).text();
                let whole = part(&text, Part::Whole);
                let together = parts(&text).iter().all(is_partial);
                assert_eq!(together, matches!(whole, Verdict::Verified(_)), "{whole}\n{text}");
                assert!(!together || (preperiod, period) == (498, 20), "{text}");
                accepted += usize::from(together);
            }
        }
    }
    assert_eq!(accepted, 8);
}

/// The verdicts on these segments, asked for together.
fn together(text: &str, numbers: &[usize], jobs: usize) -> Vec<Verdict> {
    check_segments(text, numbers, &Task { jobs, ..Task::default() }, &Sight::default()).unwrap()
}

/// `.45` with its true period, in segments of four to nine heaps: enough of them to be checked side by side.
fn many_segments() -> (Sparse, Vec<u16>) {
    let g = definition(&[0, 4, 5], 1000);
    let starts: Vec<usize> = (0..50).scan(405, |at, k| Some(std::mem::replace(at, *at + 4 + k * k % 6))).collect();
    let proof = Sparse::new(".45", &[0, 4, 5], &g, (498, 20), (15, 0, 1), 37).with_windows(&g, &starts);
    (proof, g)
}

/// Segments asked for together are judged as each of them alone, in any number of threads, literally too; with a forged
/// window only those at its sides fail.
#[test]
fn segments_together_as_alone() {
    let (right, _) = many_segments();
    assert!(matches!(part(&right.text(), Part::Whole), Verdict::Verified(_)));
    let count = right.windows.len() + 1;
    let mut refused = 0;
    for forged in std::iter::once(None).chain((0..right.windows.len()).step_by(3).map(Some)) {
        let mut proof = right.clone();
        if let Some(window) = forged {
            let values = &mut proof.windows[window].1;
            // Another common value: two bits of the mask are changed.
            let place = values.len() - 1 - 5 * window % 60;
            values[place] ^= 3;
        }
        let text = proof.text();
        let alone = &parts(&text)[1..];
        let numbers: Vec<usize> = (1..=count).collect();
        for jobs in [1, 2, 5] {
            assert_eq!(together(&text, &numbers, jobs), alone, "{forged:?}");
        }
        let some: Vec<usize> = numbers.iter().copied().filter(|number| number % 4 != 2).collect();
        let few: Vec<Verdict> = some.iter().map(|number| alone[number - 1].clone()).collect();
        assert_eq!(together(&text, &some, 1), few, "{forged:?}");
        let plain = Task { plain: true, ..Task::default() };
        assert_eq!(check_segments(&text, &numbers, &plain, &Sight::default()).unwrap(), alone, "{forged:?}");
        let failing: Vec<usize> = numbers.into_iter().filter(|number| !is_partial(&alone[number - 1])).collect();
        let sides = forged.map_or(vec![], |window| vec![window + 1, window + 2]);
        assert!(failing.iter().all(|number| sides.contains(number)), "{forged:?} {failing:?}");
        assert_eq!(forged.is_some(), failing.contains(sides.first().unwrap_or(&0)), "{forged:?} {failing:?}");
        // The whole says what is wrong with the first of them.
        let whole = part(&text, Part::Whole);
        assert_eq!(failing.first().map(|number| &alone[number - 1]), forged.map(|_| &whole), "{whole}");
        refused += failing.len();
    }
    assert!(refused > 20, "{refused}");
}

/// A depth that is too small leaves leftovers, at the same heaps together as alone.
#[test]
fn leftovers_together_as_alone() {
    let (mut proof, _) = many_segments();
    let mut verdicts = (0, 0);
    for depth in [1, 2, 4, 7, 12, 20] {
        proof.depth = depth;
        let text = proof.text();
        let numbers: Vec<usize> = (1..=proof.windows.len() + 1).collect();
        let alone = &parts(&text)[1..];
        assert_eq!(together(&text, &numbers, 2), alone, "{depth}");
        let right = alone.iter().filter(|verdict| is_partial(verdict)).count();
        verdicts = (verdicts.0 + right, verdicts.1 + alone.len() - right);
        let first = alone.iter().find(|verdict| !is_partial(verdict)).cloned();
        let whole = part(&text, Part::Whole);
        assert_eq!(first.unwrap_or_else(|| whole.clone()), whole, "{depth}");
    }
    assert!(verdicts.0 > 30 && verdicts.1 > 30, "{verdicts:?}");
}

/// A segment that is not there, and a proof without segments: one verdict on all of it.
#[test]
fn segments_that_are_not_there() {
    let (proof, _) = many_segments();
    let ask = |text: &str, numbers: &[usize]| {
        check_segments(text, numbers, &Task::default(), &Sight::default()).unwrap_err().to_string()
    };
    assert_eq!(ask(&proof.text(), &[1, 2, 52]), "REFUSED there is no segment 52; there are 51");
    assert_eq!(ask(&proof.text(), &[0, 2]), "REFUSED there is no segment 0; there are 51");
    let classical = "grundy-certificate 1\nkind period\ngame .77\ntheorem classical\n\
                     preperiod 71\nperiod 12\ndistinct 2 71\ndistinct 3 71\n";
    assert_eq!(ask(classical, &[1]), "REFUSED the proof has no segments; leave --segment and --frame away");
}
