//! Inputs chosen to break things: `inputs.txt` has one a line, with the exit code and a part of the message that it
//! must get.
//!
//! Whatever is typed, there is no panic, no terminal escape on stderr, and what is wrong is one line.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Output, Stdio};

struct Input<'a> {
    line: usize,
    code: i32,
    command: String,
    says: &'a str,
}

/// Reads `code | command | part`, where `\|` is a pipe of the command.
fn inputs(text: &str) -> Vec<Input<'_>> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let read = |(line, text)| {
        let mut parts = str::splitn(text, 3, " |");
        let mut next = || parts.next().unwrap_or_else(|| panic!("line {line}: code | command | part"));
        let (code, command, says) = (next(), next(), next());
        let code = code.parse().unwrap_or_else(|_| panic!("line {line}: {code} is no exit code"));
        Input { line, code, command: command.replace("\\|", "|"), says: says.trim() }
    };
    lines.map(read).collect()
}

fn run(command: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let binaries = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap().to_owned();
    let others = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths(std::iter::once(binaries).chain(std::env::split_paths(&others))).unwrap();
    // Memory that a typing error must not need.
    let script = format!("ulimit -v 6000000; {command}");
    Command::new("bash")
        .args(["-c", &script])
        .current_dir(&folder)
        .env("PATH", path)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// What is wrong with the answer to an input.
fn judge(input: &Input) -> Option<String> {
    let output = run(&input.command);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let is_plain = !err.contains(|c: char| c.is_control() && c != '\n') && !err.contains('\u{fffd}');
    let is_one_line = err.starts_with("error: ") && err.lines().count() == 1 && err.ends_with('\n');
    let problem = match input.code {
        code if output.status.code() != Some(code) => format!("exit code {:?}", output.status.code()),
        _ if err.contains("panicked") => "panic".to_owned(),
        _ if !is_plain => "control characters".to_owned(),
        2 if !is_one_line => "not one line".to_owned(),
        2 if !err.contains(input.says) => "another message".to_owned(),
        2 if !out.is_empty() && !input.command.contains("--json") => "something on stdout".to_owned(),
        _ if !out.contains(input.says) && !err.contains(input.says) => "another answer".to_owned(),
        _ => return None,
    };
    Some(format!("line {}: {}: {problem}: {err:?} {out:.100?}", input.line, input.command))
}

#[test]
fn hostile_inputs_break_nothing() {
    let inputs = inputs(include_str!("inputs.txt"));
    assert!(inputs.len() > 250, "{}", inputs.len());
    let halves = inputs.chunks(inputs.len().div_ceil(2));
    let problems: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> =
            halves.map(|half| scope.spawn(move || half.iter().filter_map(judge).collect::<Vec<_>>())).collect();
        running.into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
