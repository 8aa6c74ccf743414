//! `grundy play`: a game in the terminal.

mod draw;
mod lines;

use crate::count;
use crate::exit::{Exit, Failure, print_json};
use crate::progress::Terminal;
use grundy::play::{Play, PlayError, Played, Position, Record};
use lines::Lines;
use std::io::{IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};

/// Play a game against the computer or against each other
#[derive(clap::Args)]
#[command(after_help = "\
Moves are written as people write them: 7 -> 3 3, take 2 from 7 leave 1 4, ring 12 -> 10; in Wythoff's
game 3 4 -> 1 2 or take 2 from both; with coins turn 2 5. Where games are mixed, put the game in front:
nim: 5 -> 3. Also: hint, why, moves, undo, help, quit.

Examples:
  grundy play 'kayles: 5 7 ring 12'
  grundy play 'wythoff: 5 8 + coins mock-turtles: HTTHTH' --misere --skill 70")]
pub struct Args {
    /// Where to start: 'kayles: 5 7 ring 12', 'wythoff: 3 4', 'coins ruler: HTTH', 'tartan ruler x ruler: #../.##',
    /// with + between games
    position: String,
    /// Whoever moves last loses
    #[arg(long)]
    misere: bool,
    /// When the computer moves
    #[arg(long, default_value = "second")]
    computer: Computer,
    /// From 0, any move, to 100, never a mistake
    #[arg(long, value_name = "0..100", default_value_t = 100, value_parser = clap::value_parser!(u8).range(0..=100))]
    skill: u8,
    /// The computer makes the same moves with the same seed [default: another each time]
    #[arg(long, value_name = "N", value_parser = count::parse)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Computer {
    First,
    Second,
    None,
}

/// A game under way.
struct Session<'a> {
    args: &'a Args,
    play: Play,
    seed: u64,
    /// Whether beans are drawn with signs beyond ASCII.
    fancy: bool,
    /// The positions so far, the last of them on the table.
    positions: Vec<Position>,
    played: Vec<Played>,
    out: Box<dyn Write>,
}

/// What a line asks for.
enum Next {
    /// The same player is asked again.
    Again,
    /// A move was made, or taken back.
    Moved,
    Quit,
}

/// Moves that are listed at most.
const LISTED: usize = 30;

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let position: Position = args.position.parse().map_err(|error: PlayError| Failure::Message(error.to_string()))?;
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    let mut session = Session {
        args,
        play: if args.misere { Play::Misere } else { Play::Normal },
        seed: args.seed.unwrap_or_else(clock),
        fancy: !json && std::io::stdout().is_terminal(),
        positions: vec![position],
        played: Vec::new(),
        // With --json the table is no part of the answer.
        out: if json { Box::new(std::io::stderr()) } else { Box::new(std::io::stdout()) },
    };
    session.greet()?;
    session.game()?;
    if json {
        return print_json(&session.record());
    }
    Ok(Exit::Yes)
}

impl Session<'_> {
    fn position(&self) -> &Position {
        self.positions.last().expect("there is always a position")
    }

    fn greet(&mut self) -> Result<(), Failure> {
        let last = if self.args.misere { "loses" } else { "wins" };
        let who = match self.args.computer {
            Computer::First => "the computer moves first",
            Computer::Second => "you move first, the computer second",
            Computer::None => "two players take turns",
        };
        writeln!(self.out, "Whoever moves last {last}; {who}. 'help' says what can be written.")?;
        for line in draw::rules(self.position()) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Plays to the end, or until somebody quits.
    fn game(&mut self) -> Result<(), Failure> {
        let lines = Lines::of_stdin();
        loop {
            writeln!(self.out)?;
            for line in draw::table(self.position(), self.fancy) {
                writeln!(self.out, "{line}")?;
            }
            if self.position().is_over() {
                return self.end();
            }
            if self.is_computer() {
                self.answer()?;
                continue;
            }
            loop {
                let prompt = if self.args.computer == Computer::None {
                    format!("player {}> ", self.played.len() % 2 + 1)
                } else {
                    "your move> ".to_owned()
                };
                write!(self.out, "{prompt}")?;
                self.out.flush()?;
                let Some(line) = lines.next()? else {
                    writeln!(self.out)?;
                    return Ok(());
                };
                if !std::io::stdin().is_terminal() {
                    // What is read from a file is shown, so that the game can be followed.
                    writeln!(self.out, "{line}")?;
                }
                match self.obey(line.trim())? {
                    Next::Again => {}
                    Next::Moved => break,
                    Next::Quit => return Ok(()),
                }
            }
        }
    }

    fn is_computer(&self) -> bool {
        match self.args.computer {
            Computer::First => self.played.len().is_multiple_of(2),
            Computer::Second => !self.played.len().is_multiple_of(2),
            Computer::None => false,
        }
    }

    fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        match line.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Next::Quit),
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "why" => {
                let view = self.position().view(self.play, 0, &mut Terminal::new())?;
                writeln!(self.out, "{}", view.why)?;
            }
            "hint" => {
                let reply = self.position().reply(self.play, 100, self.seed, &mut Terminal::new())?;
                writeln!(self.out, "{}: {}", reply.choice.text, reply.why)?;
            }
            "moves" => {
                let view = self.position().view(self.play, LISTED, &mut Terminal::new())?;
                for choice in &view.moves {
                    writeln!(self.out, "  {}", choice.text)?;
                }
                if !view.complete {
                    writeln!(self.out, "  and more")?;
                }
            }
            "undo" => return self.undo(),
            _ => match self.position().read(line) {
                Ok((part, step)) => {
                    self.make("player", part, &step);
                    return Ok(Next::Moved);
                }
                Err(error) => writeln!(self.out, "{error}")?,
            },
        }
        Ok(Next::Again)
    }

    /// Takes back the last move of a player, with the computer's answer.
    fn undo(&mut self) -> Result<Next, Failure> {
        let Some(last) = self.played.iter().rposition(|played| played.by == "player") else {
            writeln!(self.out, "there is no move of yours to take back")?;
            return Ok(Next::Again);
        };
        self.played.truncate(last);
        self.positions.truncate(last + 1);
        Ok(Next::Moved)
    }

    fn make(&mut self, by: &'static str, part: usize, step: &grundy::play::Step) {
        let text = self.position().say(part, step);
        let after = self.position().after(part, step);
        self.played.push(Played { by, text, after: after.to_string() });
        self.positions.push(after);
    }

    fn answer(&mut self) -> Result<(), Failure> {
        let seed = self.seed.wrapping_add(self.played.len() as u64);
        let reply = self.position().reply(self.play, self.args.skill, seed, &mut Terminal::new())?;
        writeln!(self.out, "computer: {}", reply.choice.text)?;
        self.make("computer", reply.choice.part, &reply.choice.step);
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        let winner = self.record().winner;
        let sentence = match winner {
            None => "There is no move: nobody has played.".to_owned(),
            Some(player) if self.args.computer == Computer::None => format!("No move is left: player {player} wins."),
            Some(player) if (player == 1) == (self.args.computer == Computer::First) => {
                "No move is left: the computer wins.".to_owned()
            }
            Some(_) => "No move is left: you win.".to_owned(),
        };
        writeln!(self.out, "{sentence}")?;
        Ok(())
    }

    fn record(&self) -> Record {
        Record::new(&self.positions, self.played.clone(), self.play)
    }
}

const HELP: &str = "\
moves: 7 -> 3 3, take 2 from 7 leave 1 4, ring 12 -> 10; Wythoff's game: 3 4 -> 1 2, take 2 from both;
       coins: turn 2 5, slide 5 to 2, turn columns 1 3 rows 2; where games are mixed, nim: 5 -> 3 or part 2: turn 1
hint   a winning move, if there is one
why    why the position is won or lost
moves  the legal moves
undo   takes your last move back
quit   ends the game";
