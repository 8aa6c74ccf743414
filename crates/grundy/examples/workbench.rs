//! The workbench in thirty lines: a period with a progress line, a long run that is resumed, one segment of it verified
//! on another thread, misère play and Wythoff's game, every answer as JSON, and a Ctrl-C that ends all of it politely.

use grundy::run::{self, Settings};
use grundy::watch::{Progress, Stopped, Unwatched};
use grundy::{Error, Game, answer, interrupt::CtrlC, misere, wythoff};

fn main() -> Result<(), Error> {
    let mut line = |at: Progress| -> Result<(), Stopped> {
        eprint!("\r{} {}", at.stage, at.done);
        Ok(())
    };
    let mut watch = CtrlC::over(&mut line);
    let show = |answer: String| println!("\r{answer}");
    let game: Game = ".16".parse()?;
    show(answer::json(&game.solve(&answer::Limits::default(), &mut watch)?));

    let dir = std::env::temp_dir().join(format!("grundy-workbench-{}", std::process::id()));
    let settings = |until| Settings { until: Some(until), ..Settings::default() };
    run::search(&dir, &".106".parse()?, &settings(2_500_000), &mut watch, &mut |_| {})?;
    show(answer::json(&run::search(&dir, &".106".parse()?, &settings(3_000_000), &mut watch, &mut |_| {})?));
    let (state, _) = run::latest(&dir)?;
    let verify = move || run::verify(&state, Some(1), 1, &settings(0).options, &mut Unwatched);
    show(answer::json(&std::thread::spawn(verify).join().expect("no thread panics")?));
    std::fs::remove_dir_all(&dir).expect("the directory is ours");

    let quotient = "kayles".parse::<Game>()?.misere().solve(misere::Limits::default(), &mut watch);
    show(answer::json(&misere::answer::Solve::new(&quotient, 0.0, &mut watch)?));
    show(answer::json(&wythoff::value(12, 15, 20, &wythoff::Trust::default(), &mut watch)?));
    Ok(())
}
