//! The command line.

use grundy_check::{Part, Task, shown};

const USAGE: &str = "\
Checks certificates written by `grundy`.

Usage: grundy-check [OPTIONS] FILE...
       grundy-check [OPTIONS] --db FILE

For each file (- is the standard input) one line: VERIFIED and what is proved,
PARTIAL and which part of the proof was checked, or REJECTED and the first
hypothesis that fails. What cannot be read, or would cost more than the limits
allow, is an error.
Exit codes: 0 all that was asked for is verified, 1 a hypothesis fails, 2 error.

Options:
  --db FILE        check every certificate in the catalogue of a census
  --sample N       with --db: check N of them, drawn at random
  --seed S         with --sample: the draw to make [default: 1]
  --segment LIST   check these segments of a long proof, such as 7 or 1-64,100:
                   one line for each; many of one length go faster together
  --frame          check everything but the segments
  --jobs J         check the segments of a long proof, or the certificates of
                   a catalogue, with J threads
  --plain          take every step literally from the definitions; slower
  --max-memory B   refuse what needs more than B bytes (K, M, G: 2^10, 2^20, 2^30)
                   [default: 128M and 64 for each byte of the file]
  --max-values N   refuse what looks at more than N values (K, M, G as above)
                   [default: 8G and 16M for each byte of the file]
  --json           one JSON object for each line
  --quiet          print nothing: the exit code says it
  -h, --help       print this
  -V, --version    print the version

Example:
  grundy solve kayles --cert kayles.cert
  grundy-check kayles.cert
";

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub struct Asked {
    pub task: Task,
    /// Segments of a long proof, ascending; none where all of the task's part is asked for.
    pub segments: Vec<usize>,
    pub output: Output,
    pub paths: Vec<String>,
    /// The catalogue of a census.
    pub database: Option<String>,
    /// How many of its certificates, where not all of them are checked.
    pub sample: Option<Sample>,
}

/// A random choice that comes out the same each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    pub count: usize,
    pub seed: u64,
}

impl Sample {
    /// Draws without putting back; what is drawn stays in order.
    pub fn choose<T>(self, from: Vec<T>) -> Vec<T> {
        let mut left = self.count;
        let mut state = self.seed;
        let mut remaining = from.len() as u64;
        let mut chosen = Vec::new();
        for one in from {
            // The generator "splitmix64"; one of `remaining` is taken with chance `left / remaining`.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^= mixed >> 31;
            if (u128::from(mixed) * u128::from(remaining)) >> 64 < left as u128 {
                chosen.push(one);
                left -= 1;
            }
            remaining -= 1;
        }
        chosen
    }
}

/// What is printed for each file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// A line for people.
    Text,
    /// A JSON object on a line.
    Json,
    Nothing,
}

/// Reads the command line: what to check, or a text to print instead.
pub fn read(arguments: impl Iterator<Item = String>) -> Result<Result<Asked, String>, String> {
    let (task, output) = (Task::default(), Output::Text);
    let mut asked = Asked { task, segments: Vec::new(), output, paths: Vec::new(), database: None, sample: None };
    let mut seed = None;
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        let mut value = || {
            let what = match argument.as_str() {
                "--db" => "file",
                "--segment" => "number, or a list such as 1-64,100",
                _ => "number",
            };
            arguments.next().ok_or_else(|| format!("{argument} needs a {what}"))
        };
        match argument.as_str() {
            "-h" | "--help" => return Ok(Err(USAGE.to_owned())),
            "-V" | "--version" => return Ok(Err(format!("grundy-check {}\n", env!("CARGO_PKG_VERSION")))),
            "--segment" | "--frame" if asked.task.part != Part::Whole || !asked.segments.is_empty() => {
                return Err("one part at a time: --frame, or one --segment with a list".to_owned());
            }
            "--segment" => asked.segments = list(&argument, &value()?)?,
            "--frame" => asked.task.part = Part::Frame,
            "--jobs" => asked.task.jobs = count(&argument, &value()?)?,
            "--plain" => asked.task.plain = true,
            "--max-memory" => asked.task.limits.memory = Some(size(&argument, &value()?)?),
            "--max-values" => asked.task.limits.values = Some(size(&argument, &value()?)?),
            "--db" if asked.database.is_some() => return Err("one catalogue at a time: --db is given twice".to_owned()),
            "--db" => asked.database = Some(value()?),
            "--sample" => asked.sample = Some(Sample { count: count(&argument, &value()?)?, seed: 1 }),
            "--seed" => seed = Some(count(&argument, &value()?)? as u64),
            "--json" => asked.output = Output::Json,
            "--quiet" => asked.output = Output::Nothing,
            option if option.starts_with('-') && option != "-" => {
                return Err(format!("unknown option {}", shown(option)));
            }
            _ => asked.paths.push(argument),
        }
    }
    if let (Some(sample), Some(seed)) = (&mut asked.sample, seed) {
        sample.seed = seed;
    }
    match &asked.database {
        None if asked.sample.is_some() || seed.is_some() => Err("--sample and --seed are for --db".to_owned()),
        None if asked.paths.is_empty() => Err("no file given".to_owned()),
        Some(_) if !asked.paths.is_empty() => Err("either --db or files, not both".to_owned()),
        Some(_) if asked.task.part != Part::Whole || !asked.segments.is_empty() => {
            Err("--frame and --segment are for files, not --db".to_owned())
        }
        Some(_) if seed.is_some() && asked.sample.is_none() => Err("--seed is for --sample".to_owned()),
        _ => Ok(Ok(asked)),
    }
}

/// Numbers and ranges of them, with commas between; ascending, each once.
fn list(option: &str, text: &str) -> Result<Vec<usize>, String> {
    let bad = || format!("{option} needs numbers from 1 to {} such as 7 or 1-64,100, not {}", 1 << 20, shown(text));
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (Ok(first), Ok(last)) = (count(option, first), count(option, last)) else { return Err(bad()) };
        if first > last {
            return Err(bad());
        }
        numbers.extend(first..=last);
        if numbers.len() > 1 << 20 {
            return Err(bad());
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

fn count(option: &str, text: &str) -> Result<usize, String> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|&number| is_number && (1..=1 << 20).contains(&number));
    number.ok_or_else(|| format!("{option} needs a number from 1 to {}, not {}", 1 << 20, shown(text)))
}

/// A number, perhaps with a letter for a power of 1024.
fn size(option: &str, text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.bytes().last() {
        Some(b'K') => (&text[..text.len() - 1], 10),
        Some(b'M') => (&text[..text.len() - 1], 20),
        Some(b'G') => (&text[..text.len() - 1], 30),
        Some(b'T') => (&text[..text.len() - 1], 40),
        _ => (text, 0),
    };
    let number = digits.parse::<u64>().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let size = number.and_then(|number| number.checked_mul(1 << shift));
    size.ok_or_else(|| format!("{option} needs a number such as 1000000 or 512M, not {}", shown(text)))
}
