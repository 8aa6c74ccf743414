//! `grundy bench detection`: what it costs to look for a period while the values come.
//!
//! Two commands look, both by landmarks. `solve` keeps all values, and its provers look at them when something repeats.
//! `search` keeps only the last ones. It also hashes and counts all values and keeps windows, which is told apart here,
//! and recomputes 64 heaps in 2^24 as a self-check, which is left out.
//!
//! The same heaps are run with less and with more of this in turn, on one thread, and the best time of each is kept.
//! All costs are shares of the time of the engine alone. A run that finds a period ends, so lengths are chosen before
//! that.

use super::machine;
use crate::exit::{Exit, Failure, fail, parse_game, print_json};
use crate::progress::Terminal;
use crate::{count, interrupt};
use grundy::engine::{self, Long, Options, Ranks, Sink};
use grundy::period::Prover;
use grundy::run::{Run, State, Stop};
use grundy::{Game, Rules};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

/// The games that are measured, with the values of `solve` and of `search`. The period of `.16` is found before a
/// search begins (it needs 2^21 values).
const GAMES: [(&str, u64, u64); 4] = [
    (".106", 20_000_000, 100_000_000),
    (".16", 200_000, 0),
    (".354", 8_000_000, 7_000_000),
    (".6", 500_000, 1_000_000),
];

/// Measure what looking for a period costs in `solve` and in `search`
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy bench detection\n  grundy bench detection .106 -n 1e7 --json")]
pub struct Args {
    /// Only this game [default: .106 .16 .354 .6]
    game: Option<String>,
    /// How many values: the first ones for `solve`; for `search`, which needs 2^21 or more before it begins, those
    /// after
    #[arg(short, value_parser = count::parse)]
    n: Option<u64>,
    /// How often everything is measured; the best time counts
    #[arg(long, value_name = "R", default_value = "5", value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
}

/// What looking for a period costs in one command for one game.
#[derive(JsonSchema, Serialize)]
struct Cost {
    game: String,
    command: &'static str,
    /// The first heap that is timed.
    from: u64,
    n: u64,
    /// Of the engine alone.
    seconds: f64,
    /// What hash, statistics and state windows cost; `solve` has none.
    counting_percent: Option<f64>,
    /// What looking for a period costs.
    detection_percent: f64,
}

/// What looking for a period costs.
#[derive(JsonSchema, Serialize)]
pub struct Document {
    cpu: String,
    commit: String,
    load: Option<String>,
    costs: Vec<Cost>,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let plan = match &args.game {
        None => GAMES.to_vec(),
        Some(game) => {
            let known = GAMES.iter().find(|(name, ..)| name == game);
            vec![known.copied().unwrap_or((game, 1_000_000, 1_000_000))]
        }
    };
    let mut costs = Vec::new();
    for (name, solve, search) in plan {
        let game = parse_game(name)?;
        let rules = game.rules();
        let bench = Bench {
            game: game.clone(),
            rules,
            options: Options { threads: 1, ..Options::default() },
            repeat: args.repeat,
        };
        costs.push(bench.solve(args.n.unwrap_or(solve))?);
        if search > 0 {
            costs.push(bench.search(args.n.unwrap_or(search))?);
        }
    }
    let document = Document { cpu: machine::cpu(), commit: machine::commit(), load: machine::load(), costs };
    if json { print_json(&document) } else { print(&document.costs) }
}

struct Bench<'a> {
    game: Game,
    rules: &'a Rules,
    options: Options,
    repeat: u32,
}

impl Bench<'_> {
    /// The provers of `solve` against keeping the values alone.
    fn solve(&self, n: u64) -> Result<Cost, Failure> {
        let once = |detect: bool| {
            let mut prover = detect.then(|| Prover::new(self.rules, None));
            let mut values: Vec<u16> = Vec::with_capacity(n as usize);
            let mut found = None;
            let mut sink = |_: u64, block: &[u16]| {
                values.extend_from_slice(block);
                found = prover.as_mut().and_then(|prover| prover.glance(&values, &mut Terminal::new()).ok().flatten());
                if found.is_some() { ControlFlow::Break(()) } else { flow() }
            };
            let seconds =
                timed(|| engine::run_with(engine::choose(self.rules), &self.options, self.rules, n, &mut sink));
            if found.is_some() { self.found("solve", values.len() as u64) } else { Ok(seconds?) }
        };
        let [engine, all] = best(self.repeat, [&|| once(false), &|| once(true)])?;
        Ok(self.cost("solve", 0, n, engine, None, all - engine))
    }

    /// The landmarks of `search` against a run that only counts, and against the engine alone.
    fn search(&self, n: u64) -> Result<Cost, Failure> {
        let mut begun = Run::begin(&self.game, &self.options)?;
        // A run asks at powers of two whether it can keep the first and the last heaps only: a goal must not be one of
        // them.
        let mut goal = 3 << 15;
        while begun.state().frontier.is_none() && begun.state().proof.is_none() {
            goal *= 2;
            if begun.advance(goal, &mut Terminal::new())? == Stop::Paused {
                return Err(Failure::Interrupted);
            }
        }
        let mut state = begun.state().clone();
        state.next_sample = u64::MAX / 2;
        let from = state.next();
        let Some(frontier) = state.frontier.clone() else { return self.found("search", from) };
        let engine = || {
            let mut long = Long::resume(self.rules, &self.options, frontier.clone())?;
            Ok(timed(|| long.advance(from + n, &mut Nothing))?)
        };
        let run = |detect: bool| {
            let run = Run::resume(state.clone(), Vec::new(), &self.options)?;
            let mut run = if detect { run } else { run.unwatched() };
            let seconds = timed(|| run.advance(from + n, &mut Terminal::new()))?;
            match run.state() {
                _ if interrupt::requested() => Err(Failure::Interrupted),
                State { candidate: None, .. } => Ok(seconds),
                state => self.found("search", state.next()),
            }
        };
        let [engine, counted, all] = best(self.repeat, [&engine, &|| run(false), &|| run(true)])?;
        Ok(self.cost("search", from, n, engine, Some(counted - engine), all - counted))
    }

    fn cost(
        &self,
        command: &'static str,
        from: u64,
        n: u64,
        seconds: f64,
        counting: Option<f64>,
        detection: f64,
    ) -> Cost {
        let percent = |part: f64| 100.0 * part / seconds;
        let (counting_percent, detection_percent) = (counting.map(percent), percent(detection));
        Cost { game: self.game.to_string(), command, from, n, seconds, counting_percent, detection_percent }
    }

    fn found<T>(&self, command: &str, heap: u64) -> Result<T, Failure> {
        fail(format!(
            "`{command}` finds a period of {} before heap {heap}, which ends the run; ask for fewer values with -n",
            self.game
        ))
    }
}

/// The best times of several ways, which take turns.
fn best<const WAYS: usize>(
    repeat: u32,
    ways: [&dyn Fn() -> Result<f64, Failure>; WAYS],
) -> Result<[f64; WAYS], Failure> {
    let mut best = [f64::INFINITY; WAYS];
    for _ in 0..repeat {
        for (best, way) in best.iter_mut().zip(ways) {
            *best = best.min(way()?);
        }
    }
    Ok(best)
}

/// How long this thread was on a processor for it, or else the time that passed.
fn timed<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<f64, E> {
    let (cpu, wall) = (machine::thread_seconds(), Instant::now());
    work()?;
    let wall = wall.elapsed().as_secs_f64();
    Ok(cpu.zip(machine::thread_seconds()).map_or(wall, |(from, to)| to - from))
}

fn flow() -> ControlFlow<()> {
    if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Takes values and does nothing with them.
struct Nothing;

impl Sink for Nothing {
    fn block(&mut self, _: u64, _: &[u16]) -> ControlFlow<()> {
        flow()
    }

    fn ranks(&mut self, _: Ranks) -> ControlFlow<()> {
        flow()
    }
}

fn print(costs: &[Cost]) -> Result<Exit, Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "| game | command |    from |    values | seconds |    counting | detection |")?;
    writeln!(out, "|------|---------|--------:|----------:|--------:|------------:|----------:|")?;
    for Cost { game, command, from, n, seconds, counting_percent, detection_percent } in costs {
        let counting = counting_percent.map_or("-".to_owned(), |percent| format!("{percent:.1} %"));
        writeln!(
            out,
            "| {game:<4} | {command:<7} | {from:>7} | {n:>9} | {seconds:>7.3} | {counting:>11} | \
             {detection_percent:>7.1} % |"
        )?;
    }
    Ok(Exit::Yes)
}
