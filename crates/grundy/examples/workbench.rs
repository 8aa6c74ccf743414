//! The workbench in thirty lines: a period with a progress line, a long run that is resumed, one segment of it verified on
//! another thread, misère play and Wythoff's game, and every answer as JSON.
//!
//! A program that can hear Ctrl-C raises a flag there and answers `Err(Stopped)` from its watch; here a deadline does.

use grundy::run::{self, Settings};
use grundy::watch::{Deadline, Progress, Stopped, Unwatched};
use grundy::{Error, Game, answer::Limits, misere, wythoff};
use std::time::Duration;

fn show(answer: &impl serde::Serialize) {
    println!("{}", serde_json::to_string(answer).expect("answers are JSON"));
}

fn main() -> Result<(), Error> {
    let mut line = |at: Progress| -> Result<(), Stopped> {
        eprint!("\r{} {}", at.stage, at.done);
        Ok(())
    };
    let mut watch = Deadline::after(Duration::from_mins(1), &mut line);
    let game: Game = ".16".parse()?;
    show(&game.solve(&Limits::default(), &mut watch)?);

    let dir = std::env::temp_dir().join(format!("grundy-workbench-{}", std::process::id()));
    let settings = |until| Settings { until: Some(until), ..Settings::default() };
    run::search(&dir, &".106".parse()?, &settings(2_500_000), &mut watch, &mut |_| {})?;
    show(&run::search(&dir, &".106".parse()?, &settings(3_000_000), &mut watch, &mut |_| {})?);
    let (state, _) = run::latest(&dir)?;
    let verify = move || run::verify(&state, Some(1), 1, &settings(0).options, &mut Unwatched);
    show(&std::thread::spawn(verify).join().expect("no thread panics")?);
    std::fs::remove_dir_all(&dir).expect("the directory is ours");

    let quotient = "kayles".parse::<Game>()?.misere().solve(misere::Limits::default(), &mut watch);
    show(&misere::answer::Solve::new(&quotient, 0.0, &mut watch)?);
    show(&wythoff::value(12, 15, 20, &wythoff::Trust::default(), &mut watch)?);
    Ok(())
}
