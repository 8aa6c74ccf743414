//! The command line.

use grundy_check::{Part, Task, shown};

const USAGE: &str = "\
Checks certificates written by `grundy`.

Usage: grundy-check [OPTIONS] FILE...

For each file (- is the standard input) one line: VERIFIED and what is proved,
PARTIAL and which part of the proof was checked, or REJECTED and the first
hypothesis that fails. What cannot be read, or would cost more than the limits
allow, is an error.
Exit codes: 0 all that was asked for is verified, 1 a hypothesis fails, 2 error.

Options:
  --segment I      check one segment of a long proof, counted from 1
  --frame          check everything but the segments
  --jobs J         check the segments of a long proof with J threads
  --plain          take every step literally from the definitions; slower
  --max-memory B   refuse what needs more than B bytes (K, M, G: 2^10, 2^20, 2^30)
                   [default: 128M and 64 for each byte of the file]
  --max-values N   refuse what looks at more than N values (K, M, G as above)
                   [default: 8G and 16M for each byte of the file]
  --json           one JSON object for each file
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
    pub output: Output,
    pub paths: Vec<String>,
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
    let mut asked = Asked { task: Task::default(), output: Output::Text, paths: Vec::new() };
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a number"));
        match argument.as_str() {
            "-h" | "--help" => return Ok(Err(USAGE.to_owned())),
            "-V" | "--version" => return Ok(Err(format!("grundy-check {}\n", env!("CARGO_PKG_VERSION")))),
            "--segment" => set_part(&mut asked.task, Part::Segment(count(&argument, &value()?)?))?,
            "--frame" => set_part(&mut asked.task, Part::Frame)?,
            "--jobs" => asked.task.jobs = count(&argument, &value()?)?,
            "--plain" => asked.task.plain = true,
            "--max-memory" => asked.task.limits.memory = Some(size(&argument, &value()?)?),
            "--max-values" => asked.task.limits.values = Some(size(&argument, &value()?)?),
            "--json" => asked.output = Output::Json,
            "--quiet" => asked.output = Output::Nothing,
            option if option.starts_with('-') && option != "-" => {
                return Err(format!("unknown option {}", shown(option)));
            }
            _ => asked.paths.push(argument),
        }
    }
    if asked.paths.is_empty() { Err("no file given".to_owned()) } else { Ok(Ok(asked)) }
}

fn set_part(task: &mut Task, part: Part) -> Result<(), String> {
    if task.part != Part::Whole {
        return Err("one part at a time: --frame, or one --segment".to_owned());
    }
    task.part = part;
    Ok(())
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
