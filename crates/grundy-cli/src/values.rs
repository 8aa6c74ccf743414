//! `grundy values`: the nim-sequence, written as it is computed.

use crate::exit::{Exit, Failure, each_line, fail, parse_game};
use crate::output::{self, Output};
use crate::progress::Terminal;
use crate::{compute, count, rules};
use clap::ValueEnum;
use grundy::Game;
use grundy::answer::Limits;
use grundy::sequence;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;

/// Print nim-values of a game
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grundy values kayles -n 20\n  grundy values .16 --from 1e5 -n 10 --format csv\n  \
                        grundy values .106 -n 1e6 --format npy -o values.npy"
)]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), or a name from `grundy games`; - reads games from
    /// stdin
    #[arg(required_unless_present = "rules")]
    game: Option<String>,
    /// Instead of a game, rules of your own: a file with a line 'name: options' for each position, or with formulas for
    /// heaps like 'heap n: n-k for k in 1..n if n % k == 0'
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["game", "from", "columns", "format", "engine", "kernel", "threads", "output"])]
    rules: Option<PathBuf>,
    /// How many values
    #[arg(short, default_value = "100", value_parser = count::parse)]
    n: u64,
    /// The first heap
    #[arg(long, value_name = "A", default_value = "0", value_parser = count::parse)]
    from: u64,
    /// Break rows after this many values, or at the proved 'period'; text, latex and markdown only
    #[arg(long, value_name = "P")]
    columns: Option<Columns>,
    /// text: values and spaces; csv: with header n,value; bfile: the OEIS form; npy: an array for `numpy.load`; latex,
    /// markdown: tables
    #[arg(long, default_value = "text")]
    format: Format,
    #[command(flatten)]
    how: compute::Flags,
    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Csv,
    Json,
    Npy,
    Bfile,
    Latex,
    Markdown,
}

/// Where rows are broken.
#[derive(Clone, Copy)]
enum Columns {
    Count(u64),
    Period,
}

impl FromStr for Columns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match count::parse(text) {
            _ if text == "period" => Ok(Columns::Period),
            Ok(columns @ 1..=10_000) => Ok(Columns::Count(columns)),
            _ => Err("not a number of columns from 1 to 10000, or the word period".to_owned()),
        }
    }
}

/// The columns of tables where nothing else is said.
const COLUMNS: u64 = 10;

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let typed = match (&args.rules, &args.game) {
        (Some(path), _) => return rules::run(path, args.n, json),
        (None, game) => game.as_deref().unwrap_or_default(),
    };
    let format = match args.format {
        Format::Text if json => Format::Json,
        other if json && other != Format::Json => {
            return fail("--json and --format contradict each other; give one of them");
        }
        format => format,
    };
    let Some(end) = args.from.checked_add(args.n) else {
        return fail("--from and -n together pass 2^64; ask for smaller heaps");
    };
    if typed == "-" && (args.columns.is_some() || !matches!(format, Format::Text | Format::Json)) {
        return fail("- answers each game in a line; accepted are text and JSON without --columns");
    }
    let mut file = args.output.as_deref().map(Output::create).transpose()?;
    let outcome = each_line(typed, |typed, _| {
        let game = parse_game(typed)?;
        let columns = columns(&game, args.columns, format)?;
        let out: Box<dyn Write + '_> = match &mut file {
            Some(file) => Box::new(file),
            None => Box::new(io::stdout().lock()),
        };
        let writer = Writer {
            format,
            columns,
            out: BufWriter::with_capacity(1 << 16, out),
            written: 0,
            array: Array::default(),
        };
        show(&game, args, end, writer)
    })?;
    file.map_or(Ok(()), Output::finish)?;
    Ok(outcome)
}

/// Where rows are broken, if they are.
fn columns(game: &Game, asked: Option<Columns>, format: Format) -> Result<Option<u64>, Failure> {
    Ok(match asked {
        Some(_) if !matches!(format, Format::Text | Format::Latex | Format::Markdown) => {
            return fail(
                "--columns is for text, latex and markdown; other formats have a line of their own for each value, or \
                 none",
            );
        }
        Some(Columns::Count(columns)) => Some(columns),
        Some(Columns::Period) => {
            let solution = game.solve(&Limits::default(), &mut Terminal::new())?;
            let Some(period) = solution.period.filter(|period| *period <= 10_000) else {
                return fail(format!(
                    "no period of {game} up to 10000 is proved within ten seconds; give a number of columns"
                ));
            };
            Some(period)
        }
        None => matches!(format, Format::Latex | Format::Markdown).then_some(COLUMNS),
    })
}

/// Writes the values of one game.
fn show(game: &Game, args: &Args, end: u64, mut writer: Writer<impl Write>) -> Result<Exit, Failure> {
    let cannot = |error: io::Error| match &args.output {
        Some(path) => output::cannot(path, &error),
        None => error.into(),
    };
    let mut watch = if args.output.is_none() { Terminal::beside_stdout() } else { Terminal::new() };
    let mut begun = false;
    let mut failure = None;
    let shown = sequence::stream(game, args.from..end, &args.how.how(), &mut watch, &mut |from, block| {
        let mut write = || {
            if !std::mem::replace(&mut begun, true) {
                writer.begin(&game.written(), &game.to_string(), args.from)?;
            }
            // The heap after the last of a block may be beyond 2^64.
            block.iter().zip(from..).try_for_each(|(&value, n)| writer.value(n, value))
        };
        failure = write().err();
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if let Some(error) = failure {
        return Err(cannot(error));
    }
    shown?;
    if !begun {
        writer.begin(&game.written(), &game.to_string(), args.from).map_err(cannot)?;
    }
    drop(watch);
    writer.end().map_err(cannot)?;
    Ok(Exit::Yes)
}

/// Writes values in one of the formats.
struct Writer<W: Write> {
    format: Format,
    /// How many values a row has.
    columns: Option<u64>,
    out: W,
    written: u64,
    array: Array,
}

impl<W: Write> Writer<W> {
    fn begin(&mut self, game: &str, canonical: &str, from: u64) -> io::Result<()> {
        match self.format {
            Format::Text | Format::Npy | Format::Bfile => Ok(()),
            Format::Csv => writeln!(self.out, "n,value"),
            Format::Latex => {
                let columns = self.columns.unwrap_or(COLUMNS);
                writeln!(self.out, "\\begin{{tabular}}{{r|{}}}", "r".repeat(columns as usize))?;
                write!(self.out, "$n$")?;
                (0..columns).try_for_each(|column| write!(self.out, " & {column}"))?;
                writeln!(self.out, " \\\\ \\hline")
            }
            Format::Markdown => {
                let columns = self.columns.unwrap_or(COLUMNS);
                write!(self.out, "| n |")?;
                (0..columns).try_for_each(|column| write!(self.out, " {column} |"))?;
                writeln!(self.out)?;
                writeln!(self.out, "|--:|{}", "--:|".repeat(columns as usize))
            }
            Format::Json => {
                let quoted = |text: &str| serde_json::to_string(text).map_err(io::Error::from);
                let (game, canonical) = (quoted(game)?, quoted(canonical)?);
                write!(self.out, "{{\"game\":{game},\"canonical\":{canonical},\"from\":{from},\"values\":[")
            }
        }
    }

    fn value(&mut self, n: u64, value: u64) -> io::Result<()> {
        let first = self.written == 0;
        let starts = self.columns.is_some_and(|columns| self.written.is_multiple_of(columns));
        let ends = self.columns.is_some_and(|columns| (self.written + 1).is_multiple_of(columns));
        self.written += 1;
        match self.format {
            Format::Text => {
                let between = if first {
                    ""
                } else if starts {
                    "\n"
                } else {
                    " "
                };
                write!(self.out, "{between}{value}")
            }
            Format::Latex => {
                let head = if starts { n.to_string() } else { String::new() };
                write!(self.out, "{head} & {value}{}", if ends { " \\\\\n" } else { "" })
            }
            Format::Markdown => {
                let head = if starts { format!("| {n} |") } else { String::new() };
                write!(self.out, "{head} {value} |{}", if ends { "\n" } else { "" })
            }
            Format::Csv => writeln!(self.out, "{n},{value}"),
            Format::Bfile => writeln!(self.out, "{n} {value}"),
            Format::Json => write!(self.out, "{}{value}", if first { "" } else { "," }),
            Format::Npy => {
                self.array.push(value);
                Ok(())
            }
        }
    }

    fn end(mut self) -> io::Result<()> {
        match self.format {
            Format::Text => writeln!(self.out)?,
            Format::Latex | Format::Markdown => self.fill()?,
            Format::Json => writeln!(self.out, "]}}")?,
            Format::Npy => self.array.write(&mut self.out)?,
            Format::Csv | Format::Bfile => {}
        }
        self.out.flush()
    }
}

impl<W: Write> Writer<W> {
    /// Ends the last row of a table, and the table.
    fn fill(&mut self) -> io::Result<()> {
        let columns = self.columns.unwrap_or(COLUMNS);
        let missing = (columns - self.written % columns) % columns;
        if missing > 0 {
            let (cell, end) = if self.format == Format::Latex { (" &", " \\\\") } else { (" |", "") };
            writeln!(self.out, "{}{end}", cell.repeat(missing as usize))?;
        }
        if self.format == Format::Latex { writeln!(self.out, "\\end{{tabular}}") } else { Ok(()) }
    }
}

/// The values of an `npy` array, each in as many bytes as the largest so far: its header must name the type first.
#[derive(Default)]
struct Array {
    bytes: Vec<u8>,
    /// From the first value above 255 on.
    words: Vec<u16>,
    /// From the first value above 65535 on.
    long: Vec<u64>,
}

impl Array {
    fn push(&mut self, value: u64) {
        match (u8::try_from(value), u16::try_from(value)) {
            (Ok(byte), _) if self.words.is_empty() && self.long.is_empty() => self.bytes.push(byte),
            (_, Ok(word)) if self.long.is_empty() => self.words.push(word),
            _ => self.long.push(value),
        }
    }

    /// Version 1.0 of the format: magic, header padded to a multiple of 64 bytes, data.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (kind, width) = match (self.words.is_empty(), self.long.is_empty()) {
            (true, true) => ("|u1", 1),
            (false, true) => ("<u2", 2),
            _ => ("<u8", 8),
        };
        let length = self.bytes.len() + self.words.len() + self.long.len();
        let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({length},), }}");
        while (10 + header.len() + 1) % 64 != 0 {
            header.push(' ');
        }
        header.push('\n');
        out.write_all(b"\x93NUMPY\x01\x00")?;
        out.write_all(&(header.len() as u16).to_le_bytes())?;
        out.write_all(header.as_bytes())?;
        let bytes = self.bytes.iter().map(|&value| u64::from(value));
        let values = bytes.chain(self.words.iter().map(|&value| u64::from(value))).chain(self.long.iter().copied());
        values.into_iter().try_for_each(|value| out.write_all(&value.to_le_bytes()[..width]))
    }
}
