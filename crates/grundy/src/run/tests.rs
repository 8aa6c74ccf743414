use super::*;
use crate::engine::{Palette, Ranks, Sink};
use crate::rules::Rules;
use crate::watch::Unwatched;
use std::ops::ControlFlow;

/// The smallest preperiod and period, found without landmarks.
fn by_guy_smith(rules: &Rules, count: u64) -> (u64, u64) {
    let values = crate::engine::values(rules, count).unwrap();
    let found = crate::period::Classical::for_rules(rules).unwrap().prove(&values).unwrap();
    (found.preperiod, found.period)
}

/// A run that is long already, whatever a prover would have said of its first values.
pub(super) fn long_run(game: &str, segment_length: u64) -> Run {
    let game: Game = game.parse().unwrap();
    let mut run = Run::begin_with(&game, &Options::default(), segment_length).unwrap();
    let mut values = Vec::new();
    let long = onward(game.rules(), &Options::default(), Vec::new(), ENDLESS, &mut |_: u64, block: &[u16]| {
        values.extend_from_slice(block);
        ControlFlow::Continue(())
    });
    run.state.tally.block(&values);
    run.go_long(long.unwrap().unwrap());
    run.state.check().unwrap();
    run
}

#[test]
fn runs_end_with_the_smallest_period() {
    let (game, count) = (".45", 2000);
    let mut run = long_run(game, 1 << 20);
    assert_eq!(run.advance(1 << 30, &mut Unwatched).unwrap(), Stop::Proved, "{game}");
    let state = run.state();
    let proof = state.proof.clone().unwrap();
    assert_eq!((proof.preperiod, proof.period), by_guy_smith(state.game.rules(), count), "{game}");
    assert_eq!(state.tally.histogram().iter().sum::<u64>(), state.next());
    let found = verify(state, None, 2, &Options::default(), &mut Unwatched).unwrap();
    assert_eq!(found.status, verify::Finding::Verified, "{found:?}");
    assert_eq!(found.claim.unwrap().period, proof.period);
    // The same by all values.
    let mut whole = Run::begin(&state.game, &Options::default()).unwrap();
    assert_eq!(whole.advance(1 << 20, &mut Unwatched).unwrap(), Stop::Proved);
    let again = whole.state().proof.clone().unwrap();
    assert_eq!((again.preperiod, again.period), (proof.preperiod, proof.period));
}

/// Keeps what an engine hands over.
#[derive(Default)]
struct Tape {
    blocks: Vec<(u64, Vec<u8>)>,
    palette: Option<Palette>,
}

impl Sink for Tape {
    fn block(&mut self, _: u64, _: &[u16]) -> ControlFlow<()> {
        panic!("a long run goes on in ranks");
    }

    fn ranks(&mut self, ranks: Ranks) -> ControlFlow<()> {
        self.blocks.push((ranks.from, ranks.bytes.to_vec()));
        self.palette = Some(ranks.palette.clone());
        ControlFlow::Continue(())
    }
}

/// The parts of a long run.
fn parts(run: Run) -> (crate::engine::long::Frontier, Game, Box<Long>) {
    let Run { state, phase: Phase::Long { engine: Engine::Exact(long), .. }, .. } = run else { panic!("not long") };
    (state.frontier.unwrap(), state.game, long)
}

#[test]
fn a_wrong_rank_is_found_by_the_self_check() {
    let (frontier, game, mut long) = parts(long_run(".106", SEGMENT));
    let rules = game.rules();
    let mut tape = Tape::default();
    long.advance(frontier.next + 1000, &mut tape).unwrap();
    let (from, right) = tape.blocks.remove(0);
    let found = |ranks: &[u8]| {
        let mut sample = from + 100;
        let mut lookout = Lookout {
            rules,
            frontier: &frontier,
            tally: &mut tally::Tally::default(),
            recent: Some(&mut Recent::new(&frontier, rules)),
            landmarks: None,
            sample: &mut sample,
            until: ENDLESS,
            watch: &mut Unwatched,
            saver: &mut Unsaved,
            guesses: false,
            found: Found::default(),
        };
        let flow = lookout.ranks(Ranks { from, bytes: ranks, palette: tape.palette.as_ref().unwrap() });
        let found = lookout.found;
        assert_eq!(flow.is_break(), found.mismatch.is_some());
        assert!(sample > from + 1000, "the next sample is elsewhere");
        found.mismatch
    };
    assert_eq!(found(&right), None);
    for place in [100, 120, 163] {
        let mut wrong = right.clone();
        wrong[place] ^= 1;
        let mismatch = found(&wrong).expect("a mismatch");
        assert_eq!(mismatch.from, from + 100);
        assert_ne!(mismatch.plain[place - 100], Some(mismatch.engine[place - 100]));
        assert_eq!(mismatch.before.len(), frontier.window.len());
    }
}

/// Between samples only what landmarks need is kept; before the next one there must be enough again.
#[test]
fn later_samples_are_checked_too() {
    let (frontier, game, mut long) = parts(long_run(".106", SEGMENT));
    let rules = game.rules();
    let (from, keep) = (frontier.next, frontier.window.len() as u64);
    let mut tape = Tape::default();
    long.advance(from + 5 * keep, &mut tape).unwrap();
    let mut recent = Recent::new(&frontier, rules);
    let mut sample = from + 4 * keep;
    let mut least = usize::MAX;
    for (from, mut ranks) in tape.blocks {
        if let Some(rank) = sample.checked_sub(from).and_then(|place| ranks.get_mut(place as usize)) {
            *rank ^= 1;
        }
        let mut lookout = Lookout {
            rules,
            frontier: &frontier,
            tally: &mut tally::Tally::default(),
            recent: Some(&mut recent),
            landmarks: None,
            sample: &mut sample,
            until: ENDLESS,
            watch: &mut Unwatched,
            saver: &mut Unsaved,
            guesses: false,
            found: Found::default(),
        };
        if lookout.ranks(Ranks { from, bytes: &ranks, palette: tape.palette.as_ref().unwrap() }).is_break() {
            let mismatch = lookout.found.mismatch.expect("a mismatch");
            assert_eq!(mismatch.before.len() as u64, keep);
            assert!(least < keep as usize / 4, "few were kept in between: {least}");
            return;
        }
        least = least.min(recent.bytes.len());
    }
    panic!("the sample was not checked");
}

/// A heap that takes all values sends a run back to them; afterwards it is long again, and nothing has changed.
#[test]
fn a_run_that_needed_all_values_for_a_while_counts_the_same() {
    let mut undisturbed = long_run(".104", 1 << 20);
    assert_eq!(undisturbed.advance(5_000_000, &mut Unwatched).unwrap(), Stop::Reached);
    let mut run = long_run(".104", 1 << 20);
    run.advance(3_000_000, &mut Unwatched).unwrap();
    assert_eq!(run.go_whole(&mut Unwatched, &mut Unsaved).unwrap(), None);
    assert!(run.state().frontier.is_none());
    assert_eq!(run.advance(5_000_000, &mut Unwatched).unwrap(), Stop::Reached);
    assert!(run.state().frontier.is_some(), "long again");
    assert_eq!(run.state().segments[0].start, 1 << 22, "segments begin anew");
    assert!(run.state().tally.agrees(&undisturbed.state().tally));
    let rares = |run: &mut Run| run.state().frontier.as_ref().unwrap().rares.clone();
    assert_eq!(rares(&mut run), rares(&mut undisturbed));
    let found = verify(run.state(), None, 2, &Options::default(), &mut Unwatched).unwrap();
    assert_eq!(found.status, verify::Finding::Verified, "{found:?}");
}

/// Ranks of 256 and more, in two bytes: a run of such a game is long like any other, and is resumed from its frontier.
#[test]
fn wide_runs_are_long_too() {
    let mut run = long_run(".744", 1 << 16);
    let begun = run.state().next();
    let goal = begun + 200_000;
    assert!(matches!(&run.phase, Phase::Long { .. }));
    run.advance(begun + 100_000, &mut Unwatched).unwrap();
    let state: State = serde_json::from_slice(&serde_json::to_vec(run.state()).unwrap()).unwrap();
    assert!(state.tally.largest().unwrap().0 >= 512, "the ranks are wide");
    let mut resumed = Run::resume(state, Vec::new(), &Options::default()).unwrap();
    assert_eq!(resumed.advance(goal, &mut Unwatched).unwrap(), Stop::Reached);
    run.advance(goal, &mut Unwatched).unwrap();
    assert!(run.state().tally.agrees(&resumed.state().tally));
    for segment in 2..=verify::segments(run.state()) {
        let found = verify::verify_segment(run.state(), &Options::default(), segment, &mut Unwatched).unwrap();
        assert_eq!(found.problem, None);
    }
}

/// Whatever a checkpoint claims, only what the theorem proves passes.
#[test]
fn forged_claims_are_refuted() {
    let mut run = long_run(".45", 1 << 18);
    assert_eq!(run.advance(1 << 30, &mut Unwatched).unwrap(), Stop::Proved);
    let good = run.state().clone();
    let depth = good.proof.as_ref().unwrap().returned.as_ref().unwrap().depth;
    let refute = |state: &State| proof::refute(state, &Options::default(), depth, &mut Unwatched).unwrap();
    assert_eq!(refute(&good), None);
    let returned = |proof: &mut Proof, change: &dyn Fn(&mut proof::Returned)| change(proof.returned.as_mut().unwrap());
    let forgeries: [&dyn Fn(&mut Proof); 14] = [
        &|proof| proof.period = 8,
        &|proof| proof.period = 2,
        &|proof| proof.period = 0,
        &|proof| proof.period = u64::MAX,
        &|proof| proof.preperiod += 1,
        &|proof| proof.preperiod -= 1,
        &|proof| proof.preperiod = u64::MAX,
        &|proof| proof.saltus = 1,
        &|proof| proof.certificate.push('x'),
        &|proof| returned(proof, &|returned| returned.depth = u64::MAX),
        &|proof| returned(proof, &|returned| returned.depth -= 1),
        &|proof| returned(proof, &|returned| returned.distinct.clear()),
        &|proof| returned(proof, &|returned| returned.distinct[0].1 = u64::MAX),
        &|proof| returned(proof, &|returned| returned.window.window[3] ^= 3),
    ];
    for (k, forge) in forgeries.iter().enumerate() {
        let mut state = good.clone();
        forge(state.proof.as_mut().unwrap());
        assert!(refute(&state).is_some(), "forgery {k}");
    }
    // A state that does not return, said to.
    let mut state = good.clone();
    let proof = state.proof.as_mut().unwrap();
    (proof.preperiod, proof.period) = (2_200_000, 1000);
    assert!(refute(&state).is_some());
}

/// A run that guesses goes back where a receipt refutes it, and ends as one that verifies at once.
#[test]
fn a_refuted_guess_is_taken_back() {
    let mut undisturbed = long_run(".104", 1 << 19);
    undisturbed.advance(6_000_000, &mut Unwatched).unwrap();
    let mut run = long_run(".104", 1 << 19).verify_later();
    run.advance(6_000_000, &mut Unwatched).unwrap();
    let ahead = run.state().ahead();
    assert_eq!(run.state().guessed_from, Some((1 << 21) + ahead));
    assert!(run.state().tally.agrees(&undisturbed.state().tally), "the guesses are right");
    let state = run.state().clone();
    let mut desk = job::Desk::default();
    let mut done = |state: &State| -> Vec<job::Receipt> {
        let open = receipts::open(state, &[]);
        open.iter().map(|job| desk.run(job, &Options::default(), &mut Unwatched).unwrap()).collect()
    };
    let all = done(&state);
    assert_eq!(Coverage::of(&state, &[]).verified, (1 << 21) + ahead, "verified at once");
    assert_eq!(Coverage::of(&state, &all).open, 0);
    assert!(Coverage::of(&state, &all).verified >= 6_000_000);
    assert!(Coverage::of(&state, &all[1..]).open > 0, "a gap");
    // A wrong window is refuted; the run goes back to the one before.
    let mut wrong = state;
    let k = 5;
    wrong.segments[k].window[9] ^= 3;
    let receipts = done(&wrong);
    let start = wrong.segments[k].start;
    let refuted: Vec<u64> =
        receipts.iter().filter(|r| r.verdict == job::Verdict::Refuted).map(|receipt| receipt.goal).collect();
    assert!(refuted.contains(&start), "{refuted:?}");
    let coverage = Coverage::of(&wrong, &receipts);
    assert_eq!(coverage.reached, wrong.segments[k - 1].start);
    assert_eq!(wrong.go_back(coverage.reached, coverage.depth), Some(coverage.reached + ahead));
    wrong.exact_until = start + ahead;
    let mut again = Run::resume(wrong, Vec::new(), &Options::default()).unwrap().verify_later();
    again.advance(6_000_000, &mut Unwatched).unwrap();
    assert!(again.state().tally.agrees(&undisturbed.state().tally));
    let receipts = done(again.state());
    assert_eq!(Coverage::of(again.state(), &receipts).open, 0);
}

/// A heap among guesses that takes all values to settle, deep or rare: the run goes back, settles it and goes on.
#[test]
fn a_rare_heap_among_guesses_is_settled() {
    let game: Game = ".205".parse().unwrap();
    let (deep, rare, until) = (4_227_929, 5_241_357, 6_000_000);
    let run = |folder: &std::path::Path, later| {
        let settings = Settings { until: Some(until), segment_length: 500_000, later, ..Settings::default() };
        search(folder, &game, &settings, &mut Unwatched, &mut |_| {}).unwrap()
    };
    let work = |folder: &std::path::Path| work(folder, &Options::default(), &mut Unwatched).unwrap();
    let (inline, guessed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let expected = run(inline.path(), false).hash;
    let ahead = run(guessed.path(), true);
    assert!(ahead.verified < deep && ahead.hash != expected, "heap {rare} was guessed wrong");
    let worked = work(guessed.path());
    assert!(!worked.refuted.is_empty() && worked.coverage.verified <= deep);
    // The first time the run settles the deep heap, the second time the rare one.
    let again = run(guessed.path(), true);
    assert!((deep + 1..=rare).contains(&again.verified) && again.hash != expected);
    let worked = work(guessed.path());
    assert!(!worked.refuted.is_empty() && (deep + 1..=rare).contains(&worked.coverage.verified));
    assert_eq!(run(guessed.path(), true).hash, expected);
    let worked = work(guessed.path());
    assert_eq!((worked.refuted.len(), worked.coverage.open), (0, 0));
}

/// A run of `.205` that holds few more heaps than its frontier has, so that some heaps are too deep for it.
fn shallow_run() -> Run {
    let mut run = long_run(".205", 1 << 18);
    hold_few(&mut run);
    run
}

fn hold_few(run: &mut Run) {
    let Phase::Long { engine: Engine::Exact(long), .. } = &mut run.phase else { panic!("not long") };
    long.hold_few(0);
}

/// Deep heaps do not send a run back to all values: it stays long, whether it held them or was resumed with few, and
/// what it says can be verified, by itself and by jobs.
#[test]
fn deep_heaps_are_settled_by_a_long_run() {
    const BEGUN: u64 = 1 << 21;
    const DEEP: u64 = 4_227_929;
    const UNTIL: u64 = 5_200_000;
    let mut expected = tally::Tally::default();
    let game: Game = ".205".parse().unwrap();
    expected.block(&crate::engine::values(game.rules(), UNTIL).unwrap());
    let mut held = long_run(".205", 1 << 18);
    held.advance(UNTIL, &mut Unwatched).unwrap();
    let depth = held.state().frontier.as_ref().unwrap().depth;
    assert!(held.state().tally.agrees(&expected) && depth > 1 << 20);
    // Stopped now and then, and resumed; the deep heap comes first of all, and in the middle.
    for stops in [&[DEEP - 1, DEEP, DEEP + 1][..], &[BEGUN + 1, 4_500_000], &[BEGUN]] {
        let mut run = shallow_run();
        for &stop in stops {
            run.advance(stop, &mut Unwatched).unwrap();
            let state: State = serde_json::from_slice(&serde_json::to_vec(run.state()).unwrap()).unwrap();
            run = Run::resume(state, Vec::new(), &Options::default()).unwrap();
            hold_few(&mut run);
        }
        assert_eq!(run.advance(UNTIL, &mut Unwatched).unwrap(), Stop::Reached);
        let state = run.state();
        assert!(state.tally.agrees(&expected), "{stops:?}");
        let frontier = state.frontier.as_ref().expect("long");
        assert_eq!((state.segments[0].start, frontier.depth), (BEGUN, depth), "{stops:?}");
        assert_eq!(frontier, held.state().frontier.as_ref().unwrap());
    }
    let state = held.state();
    let found = verify(state, None, 2, &Options::default(), &mut Unwatched).unwrap();
    assert_eq!((found.status, found.depth), (Finding::Verified, depth), "{found:?}");
    assert!(found.segments.iter().any(|segment| segment.to == UNTIL), "{found:?}");
    // A run that says that its heaps are not deep is refuted.
    let mut wrong = state.clone();
    wrong.frontier.as_mut().unwrap().depth = 1000;
    let found = verify(&wrong, None, 2, &Options::default(), &mut Unwatched).unwrap();
    assert_eq!(found.status, Finding::Refuted);
}

/// Jobs of a run with deep heaps have what it takes to verify them.
#[test]
fn deep_heaps_are_verified_by_jobs() {
    const DEEP: u64 = 4_227_929;
    const RARE: u64 = 5_241_357;
    let mut run = long_run(".205", 1 << 18);
    run.advance(DEEP + 1000, &mut Unwatched).unwrap();
    let state = run.state();
    let (ahead, depth) = (state.ahead(), state.frontier.as_ref().unwrap().depth);
    let mut jobs = job::jobs(state);
    assert!(jobs[0].deep.is_none() && jobs[1..].iter().all(|job| job.deep.is_some()));
    // Jobs look further than the run has come.
    jobs.retain(|job| job.goal + ahead < RARE);
    let mut desk = job::Desk::default();
    let mut receipts: Vec<job::Receipt> =
        jobs.iter().map(|job| desk.run(job, &Options::default(), &mut Unwatched).unwrap()).collect();
    assert!(receipts.iter().all(|receipt| receipt.verdict == job::Verdict::Verified), "{receipts:?}");
    let covered = Coverage::of(state, &receipts);
    assert_eq!((covered.done, covered.depth), (jobs.len(), depth));
    assert!(covered.verified > DEEP);
    // The deep heap took an earlier window, which must be one that was come to.
    let at = receipts.iter().position(|receipt| receipt.earlier.is_some()).unwrap();
    assert!((jobs[at].start + ahead..jobs[at].goal + ahead).contains(&DEEP));
    receipts[at].earlier = Some((state.segments[0].start, "another".to_owned()));
    assert_eq!(Coverage::of(state, &receipts).done, at);
    assert!(!jobs[at].may_rest_on(receipts[at].earlier.as_ref()));
    // It must lead to the window of the job, and heaps must not be deeper than it says.
    for change in [&(|deep: &mut job::Deep| deep.window.reverse()) as &dyn Fn(&mut job::Deep), &|deep| deep.depth = 2] {
        let mut job = jobs[at].clone();
        change(job.deep.as_mut().unwrap());
        let receipt = desk.run(&job, &Options::default(), &mut Unwatched).unwrap();
        assert_eq!(receipt.verdict, job::Verdict::Refuted, "{receipt:?}");
    }
    for change in [&(|deep: &mut job::Deep| deep.window.truncate(7)) as &dyn Fn(&mut job::Deep), &|deep| {
        deep.start = u64::MAX;
    }] {
        let mut job = jobs[at].clone();
        change(job.deep.as_mut().unwrap());
        assert!(desk.run(&job, &Options::default(), &mut Unwatched).is_err());
    }
    // From the beginning of the run it goes as well.
    let mut job = jobs[at].clone();
    *job.deep.as_mut().unwrap() = job::Deep { depth: depth.next_power_of_two(), start: 0, window: Vec::new() };
    let receipt = desk.run(&job, &Options::default(), &mut Unwatched).unwrap();
    assert_eq!((receipt.verdict, receipt.depth, receipt.earlier), (job::Verdict::Verified, depth, None));
}

/// Deepening can be stopped at any time; nothing is lost, and the run goes on.
#[test]
fn deepening_can_be_stopped() {
    const DEEP: u64 = 4_227_929;
    let mut run = shallow_run();
    let mut stop = |at: Progress| if at.stage == "heaps again" { Err(Stopped) } else { Ok(()) };
    for _ in 0..2 {
        assert_eq!(run.advance(DEEP + 1000, &mut stop).unwrap(), Stop::Paused);
        assert_eq!(run.state().next(), DEEP);
        run.state().check().unwrap();
    }
    assert_eq!(run.advance(DEEP + 1000, &mut Unwatched).unwrap(), Stop::Reached);
    assert!(run.state().frontier.is_some());
}

/// The self-check finds a deep heap settled, because the engine holds the split, and a wrong value wrong.
#[test]
fn a_deep_heap_in_a_sample_is_no_mismatch() {
    const DEEP: u64 = 4_227_929;
    let mut run = long_run(".205", 1 << 26);
    run.advance(DEEP + 50, &mut Unwatched).unwrap();
    assert!(run.are_settled(&[DEEP - 10, DEEP, DEEP + 10]));
    let mut run = long_run(".205", 1 << 26);
    run.state.next_sample = DEEP - 20;
    assert_eq!(run.advance(DEEP + 100_000, &mut Unwatched).unwrap(), Stop::Reached);
    assert!(run.state.next_sample > DEEP);
}

/// A run that is cut whenever heaps have doubled goes long all the same, and at the same heap.
#[test]
fn a_run_cut_at_powers_of_two_goes_long() {
    let game: Game = ".106".parse().unwrap();
    let mut run = Run::begin(&game, &Options::default()).unwrap();
    for until in [1 << 16, 1 << 20, 1 << 21, 1 << 22] {
        assert!(run.state().frontier.is_none());
        assert_eq!(run.advance(until, &mut Unwatched).unwrap(), Stop::Reached);
    }
    let starts = |run: &mut Run| run.state().segments.iter().map(|segment| segment.start).collect::<Vec<u64>>();
    let mut whole = Run::begin(&game, &Options::default()).unwrap();
    assert_eq!(whole.advance(1 << 22, &mut Unwatched).unwrap(), Stop::Reached);
    assert!(run.state().frontier.is_some());
    assert_eq!(starts(&mut run), starts(&mut whole));
    assert!(run.state().tally.agrees(&whole.state().tally.clone()));
}

/// A run that may not hold more values ends where it needs them, saved, and goes on where it may.
#[test]
fn a_limit_on_values_ends_a_run_that_needs_them() {
    let folder = tempfile::tempdir().unwrap();
    let game: Game = ".06".parse().unwrap();
    let run_to = |until, whole| {
        let settings = Settings { until: Some(until), whole, ..Settings::default() };
        search(folder.path(), &game, &settings, &mut Unwatched, &mut |_| {})
    };
    for until in [6000, 7000] {
        let ended = run_to(until, 5000).unwrap_err();
        assert_eq!(
            ended.to_string(),
            "heap 5000: to go on takes the values of all heaps, about 1 MiB of memory, more than the run can have"
        );
    }
    assert_eq!(run_to(5000, 5000).unwrap().verified, 5000);
    assert_eq!(run_to(6000, u64::MAX).unwrap().verified, 6000);
}
