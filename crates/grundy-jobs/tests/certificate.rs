//! Certificates in parts: on other machines, back in any order, and nothing is called checked unless all of it was.

use grundy::Game;
use grundy::watch::{Progress, Stopped, Unwatched};
use grundy_check::Task;
use grundy_jobs::certificate::{Part, Receipt, Verdict, jobs, merge, open};
use grundy_jobs::ledger::{self, Ledger};
use std::fs;

/// A certificate of `.45` that claims this preperiod and period, with windows at these heaps.
fn certificate(values: &[u16], (preperiod, period): (usize, usize), distinct: &[usize], starts: &[usize]) -> String {
    let begin = "grundy-certificate 1\nkind period\ngame .45\ntheorem sparse\n";
    let claim = format!("preperiod {preperiod}\nperiod {period}\n");
    let distinct = distinct.iter().map(|prime| format!("distinct {prime} {preperiod}\n"));
    let rares = [(1, 0), (6, 3), (11, 3), (19, 6), (31, 3), (78, 6), (88, 5), (98, 6), (106, 3), (198, 6)];
    let rares = rares.iter().map(|(heap, value)| format!("rare {heap} {value}\n"));
    let digit = |value: &u16| char::from_digit((*value).into(), 36).unwrap();
    let window = |start: usize| values[start - 200..start].iter().map(digit).collect::<String>();
    let windows = starts.iter().map(|&start| format!("segment {start} {}\n", window(start)));
    let space = "space 15 0 1\ndepth 37\n".to_owned();
    [begin.to_owned(), claim].into_iter().chain(distinct).chain([space]).chain(rares).chain(windows).collect()
}

fn values() -> Vec<u16> {
    let values = ".45".parse::<Game>().unwrap().values(0..1500, &mut Unwatched).unwrap().values;
    values.into_iter().map(|value| value as u16).collect()
}

fn right() -> String {
    certificate(&values(), (498, 20), &[2, 5], &[420, 450, 600, 700])
}

/// What another machine makes of the jobs of a certificate.
fn receipts(text: &str) -> Vec<Receipt> {
    let job = |job| {
        let text = serde_json::to_string(&job).unwrap();
        let receipt = grundy_jobs::run(&text, &grundy::engine::Options::default(), &mut Unwatched).unwrap();
        serde_json::from_str(&receipt).unwrap()
    };
    jobs(text).unwrap().into_iter().map(job).collect()
}

#[test]
fn receipts_come_back_in_any_order_and_twice() {
    let text = right();
    let mut receipts = receipts(&text);
    assert_eq!(receipts.len(), 6, "the frame and five segments");
    let said = ".45: segment 3 of 5 verified, heaps 450 to 600; not the period";
    assert_eq!((receipts[3].part, receipts[3].said.as_str()), (Part::Segment(3), said));
    assert_eq!(receipts[0].said, ".45: frame verified, without its 5 segments; not the period");
    receipts.reverse();
    let (known, merged) = merge(&text, &[], &receipts[..3], 0.0, &mut Unwatched).unwrap();
    assert_eq!((merged.accepted, merged.coverage.checked, merged.coverage.frame), (3, false, false));
    assert_eq!(merged.coverage.open, [(1, 2)]);
    let left: Vec<Part> = open(&text, &known).unwrap().iter().map(|job| job.part).collect();
    assert_eq!(left, [Part::Frame, Part::Segment(1), Part::Segment(2)]);
    let (new, merged) = merge(&text, &known, &receipts, 1.0, &mut Unwatched).unwrap();
    assert_eq!((merged.accepted, merged.repeated, merged.rechecked), (3, 3, 3));
    assert!(merged.coverage.checked && merged.coverage.open.is_empty() && merged.refused.is_empty());
    assert!(open(&text, &[known, new].concat()).unwrap().is_empty());
    let claim = "game .45, kind period, theorem sparse, preperiod 498, period 20";
    assert_eq!(merged.coverage.claim, claim);
}

#[test]
fn a_job_has_what_it_needs_and_no_more() {
    let text = right();
    let jobs = jobs(&text).unwrap();
    let windows = |k: usize| jobs[k].text.matches("segment ").count();
    assert_eq!((0..6).map(windows).collect::<Vec<_>>(), [4, 1, 2, 2, 2, 1]);
    let numbers: std::collections::HashSet<String> = jobs.iter().map(grundy_jobs::certificate::Job::number).collect();
    assert_eq!(numbers.len(), 6);
}

/// Receipts of many segments, checked together, say what each says alone, in one of which a window is forged; whatever
/// jobs are missing, and in any number of threads.
#[test]
fn many_segments_together_as_each_alone() {
    let starts: Vec<usize> = (0..60).map(|k| 405 + 5 * k).collect();
    let right = certificate(&values(), (498, 20), &[2, 5], &starts);
    let window = right.find("segment 550 ").unwrap() + "segment 550 ".len() + 190;
    let mut forged = right.clone();
    forged.replace_range(window..=window, if &right[window..=window] == "1" { "2" } else { "1" });
    for (text, is_right) in [(right, true), (forged, false)] {
        let alone = receipts(&text);
        let jobs = jobs(&text).unwrap();
        for (threads, leave_out) in [(1, 100), (2, 7), (3, 2), (2, 100)] {
            let some: Vec<_> = jobs.iter().enumerate().filter(|(k, _)| k % leave_out != 1).collect();
            let given: Vec<_> = some.iter().map(|&(_, job)| job).collect();
            let mut together = Vec::new();
            grundy_jobs::certificate::run_all(&given, threads, &mut Unwatched, &mut |receipt| together.push(receipt))
                .unwrap();
            assert_eq!(together.len(), some.len());
            for (k, job) in some {
                let receipt = together.iter().find(|receipt| receipt.job == job.number()).unwrap();
                let says = |receipt: &Receipt| (receipt.part, receipt.verdict, receipt.said.clone());
                assert_eq!(says(receipt), says(&alone[k]));
            }
        }
        let wrong = alone.iter().filter(|receipt| receipt.verdict == Verdict::Rejected).count();
        assert!(if is_right { wrong == 0 } else { (1..=3).contains(&wrong) }, "{wrong}");
    }
}

/// Claims that are true and claims that are not, with windows of true values and of those that a believer in the claim
/// would write: the parts together accept what the whole accepts.
#[test]
fn parts_together_are_the_whole() {
    let g = values();
    let mut accepted = 0;
    for (preperiod, period, distinct) in [
        (298, 20, &[2, 5][..]),
        (478, 20, &[2, 5]),
        (498, 20, &[2, 5]),
        (499, 20, &[2, 5]),
        (498, 10, &[2, 5]),
        (498, 40, &[2, 5]),
        (300, 22, &[2, 11]),
    ] {
        let carried = |n: usize| g[if n < preperiod { n } else { preperiod + (n - preperiod) % period }];
        let believed: Vec<u16> = (0..g.len()).map(carried).collect();
        let base = preperiod + 200;
        for values in [&g, &believed] {
            for starts in [vec![base - 7], vec![base], vec![base - 30, base, base + period - 1]] {
                let text = certificate(values, (preperiod, period), distinct, &starts);
                let whole = grundy_check::check(&text, &Task::default());
                let parts = receipts(&text);
                let (_, merged) = merge(&text, &[], &parts, 0.0, &mut Unwatched).unwrap();
                let is_right = matches!(whole, grundy_check::Verdict::Verified(_));
                assert_eq!(merged.coverage.checked, is_right, "{whole}\n{text}");
                assert_eq!(merged.coverage.rejected.is_empty(), is_right);
                accepted += usize::from(is_right);
            }
        }
    }
    assert_eq!(accepted, 6);
}

#[test]
fn what_does_not_fit_is_refused() {
    let text = right();
    let good = receipts(&text);
    let forged = |change: &dyn Fn(&mut Receipt)| {
        let mut receipt = good[3].clone();
        change(&mut receipt);
        receipt
    };
    let other = certificate(&values(), (498, 20), &[2, 5], &[421, 450, 600, 700]);
    let foreign = receipts(&other)[3].clone();
    for receipt in [
        foreign,
        forged(&|receipt| receipt.job = good[2].job.clone()),
        forged(&|receipt| receipt.part = Part::Frame),
        forged(&|receipt| receipt.certificate = "0".repeat(32)),
        forged(&|receipt| receipt.version = 2),
        // A rejection is believed only when it comes out again.
        forged(&|receipt| receipt.verdict = Verdict::Rejected),
    ] {
        let (new, merged) = merge(&text, &[], std::slice::from_ref(&receipt), 0.0, &mut Unwatched).unwrap();
        assert!(new.is_empty() && merged.refused.len() == 1, "{receipt:?}");
        // Nor does it count when it stands among the known ones; a rejection that was taken in does.
        let (_, merged) = merge(&text, std::slice::from_ref(&receipt), &good, 0.0, &mut Unwatched).unwrap();
        assert_eq!(merged.coverage.checked, receipt.verdict == Verdict::Verified);
    }
    // A false "verified" is found by running it again, and the machine is named.
    let mut wrong = values();
    wrong[590] ^= 6;
    let text = certificate(&wrong, (498, 20), &[2, 5], &[420, 450, 600, 700]);
    let mut lie = receipts(&text)[3].clone();
    assert_eq!(lie.verdict, Verdict::Rejected);
    lie.verdict = Verdict::Verified;
    lie.machine = "liar".to_owned();
    let (_, merged) = merge(&text, &[], &[lie], 1.0, &mut Unwatched).unwrap();
    assert_eq!((merged.accepted, merged.refused[0].machine.as_str()), (0, "liar"));
}

#[test]
fn certificates_without_segments_are_one_job() {
    let text = certificate(&[], (498, 20), &[2, 5], &[]);
    let receipts = receipts(&text);
    assert_eq!((receipts.len(), receipts[0].part), (1, Part::Whole));
    let (_, merged) = merge(&text, &[], &receipts, 0.0, &mut Unwatched).unwrap();
    assert!(merged.coverage.checked && merged.coverage.segments == 0);
    assert!(jobs("period 20").is_err());
    let unreadable = jobs("grundy-certificate 1\nkind mystery\n").unwrap();
    let text = serde_json::to_string(&unreadable[0]).unwrap();
    let error = grundy_jobs::run(&text, &grundy::engine::Options::default(), &mut Unwatched).unwrap_err();
    assert!(error.to_string().contains("unknown kind"), "{error}");
}

#[test]
fn a_check_stops_when_it_is_told_to() {
    let text = "grundy-certificate 1\nkind period\ngame .6\ntheorem classical\npreperiod 400000\nperiod 1\n";
    let job = serde_json::to_string(&jobs(text).unwrap()[0]).unwrap();
    let mut stop = |_: Progress| Err(Stopped);
    let error = grundy_jobs::run(&job, &grundy::engine::Options::default(), &mut stop).unwrap_err();
    assert!(error.is_stop(), "{error}");
}

#[test]
fn a_ledger_survives_half_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("receipts.jsonl");
    assert_eq!(ledger::read::<Receipt>(&path).unwrap(), []);
    let all = receipts(&right());
    let add = |more: &[Receipt]| {
        let (ledger, known) = Ledger::open::<Receipt>(&path).unwrap();
        ledger.append(more).unwrap();
        known.len()
    };
    assert_eq!(add(&all[..2]), 0);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 9]).unwrap();
    assert_eq!(add(&all[1..4]), 1, "half a line is none");
    assert_eq!(ledger::read::<Receipt>(&path).unwrap(), all[..4]);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.trim_end()).unwrap();
    assert_eq!(add(&all[4..]), 4, "a last line without its end is one");
    assert_eq!(ledger::read::<Receipt>(&path).unwrap(), all);
    fs::write(&path, format!("x\n{text}")).unwrap();
    let error = ledger::read::<Receipt>(&path).unwrap_err().to_string();
    assert!(error.contains("line 1 is not a receipt"), "{error}");
}
