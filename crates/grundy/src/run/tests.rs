use super::*;
use crate::Game;
use crate::engine::{Palette, Ranks, Sink};
use std::ops::ControlFlow;

fn never(_: u64) -> bool {
    false
}

/// The smallest preperiod and period, found without landmarks.
fn by_guy_smith(rules: &Rules, count: u64) -> (u64, u64) {
    let values = crate::engine::values(rules, count).unwrap();
    let found = crate::period::Classical::for_rules(rules).unwrap().prove(&values).unwrap();
    (found.preperiod, found.period)
}

#[test]
fn runs_end_with_the_smallest_period() {
    for (game, count) in [(".45", 2000), (".356", 20_000)] {
        let rules = game.parse::<Game>().unwrap().rules().clone();
        let options = Options::default();
        let mut run = Run::begin(game, &rules, &options, 1 << 20, &mut never).unwrap();
        assert_eq!(run.advance(1 << 30, &mut never).unwrap(), Stop::Proved, "{game}");
        let state = run.state();
        let proof = state.proof.clone().unwrap();
        assert_eq!((proof.preperiod, proof.period), by_guy_smith(&rules, count), "{game}");
        assert_eq!(state.tally.histogram().iter().sum::<u64>(), state.frontier.next);
        for segment in 1..=state.segments.len() + 1 {
            let verified = replay::verify(&rules, &options, state, segment, &mut never).unwrap().unwrap();
            assert_eq!(verified.problem, None, "{game} {segment}");
        }
    }
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

#[test]
fn a_wrong_rank_is_found_by_the_self_check() {
    let rules = ".106".parse::<Game>().unwrap().rules().clone();
    let run = Run::begin(".106", &rules, &Options::default(), SEGMENT, &mut never).unwrap();
    let (state, mut long) = (run.state, run.long);
    let mut tape = Tape::default();
    long.advance(state.frontier.next + 1000, &mut tape).unwrap();
    let (from, right) = tape.blocks.remove(0);
    let found = |ranks: &[u8]| {
        let mut sample = from + 100;
        let mut watch = Watch {
            rules: &rules,
            frontier: &state.frontier,
            tally: &mut Tally::default(),
            recent: Some(&mut Recent::new(&state.frontier, &rules)),
            landmarks: None,
            sample: &mut sample,
            pause: &mut never,
            found: Found::default(),
        };
        let flow = watch.ranks(Ranks { from, bytes: ranks, palette: tape.palette.as_ref().unwrap() });
        let found = watch.found;
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
        assert_eq!(mismatch.before.len(), state.frontier.window.len());
    }
}

/// Between samples only what landmarks need is kept; before the next one there must be enough again.
#[test]
fn later_samples_are_checked_too() {
    let rules = ".106".parse::<Game>().unwrap().rules().clone();
    let run = Run::begin(".106", &rules, &Options::default(), SEGMENT, &mut never).unwrap();
    let (state, mut long) = (run.state, run.long);
    let (from, keep) = (state.frontier.next, state.frontier.window.len() as u64);
    let mut tape = Tape::default();
    long.advance(from + 5 * keep, &mut tape).unwrap();
    let mut recent = Recent::new(&state.frontier, &rules);
    let mut sample = from + 4 * keep;
    let mut least = usize::MAX;
    for (from, mut ranks) in tape.blocks {
        if let Some(rank) = sample.checked_sub(from).and_then(|place| ranks.get_mut(place as usize)) {
            *rank ^= 1;
        }
        let mut watch = Watch {
            rules: &rules,
            frontier: &state.frontier,
            tally: &mut Tally::default(),
            recent: Some(&mut recent),
            landmarks: None,
            sample: &mut sample,
            pause: &mut never,
            found: Found::default(),
        };
        if watch.ranks(Ranks { from, bytes: &ranks, palette: tape.palette.as_ref().unwrap() }).is_break() {
            let mismatch = watch.found.mismatch.expect("a mismatch");
            assert_eq!(mismatch.before.len() as u64, keep);
            assert!(least < keep as usize / 4, "few were kept in between: {least}");
            return;
        }
        least = least.min(recent.ranks.len());
    }
    panic!("the sample was not checked");
}
