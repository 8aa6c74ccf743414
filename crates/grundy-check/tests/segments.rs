//! A long proof in parts: the frame and all segments together say what the whole says, and no part alone speaks of the
//! period.

mod forged;

use forged::{Sparse, definition};
use grundy_check::{Part, Task, Verdict, check};

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
