//! How runs end that are not let to finish: a reader that goes away, Ctrl-C.
#![cfg(target_os = "linux")]

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grundy")).args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn stderr(child: &mut Child) -> String {
    let mut text = String::new();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for format in ["text", "csv", "bfile", "json", "npy"] {
        let mut child = start(&["values", "S(1,2)", "-n", "3e6", "--format", format]);
        let mut first = [0; 4];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        assert_eq!(stderr(&mut child), "", "{format}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{format}");
    }
    for args in [&["analyze", ".16"][..], &["games"], &["completions", "zsh"], &["position", "nim: 2000"]] {
        let mut child = start(args);
        drop(child.stdout.take());
        assert_eq!(stderr(&mut child), "", "{args:?}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}");
    }
}

/// Waits until the process has its own handler for SIGINT: bit 1 of the mask of caught signals.
fn wait_for_handler(child: &Child) {
    for _ in 0..12_000 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        if caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & 2 != 0) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the program never listens for Ctrl-C");
}

/// The processor time of a process so far, in hundredths of a second.
fn processor_time(child: &Child) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
}

fn signal(child: &Child, name: &str) {
    let kill = format!("kill -{name} {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
}

/// Waits until a process is at work: it has had the processor for a tenth of a second, or waits for somebody who reads.
fn wait_for_work(child: &Child) {
    for _ in 0..70 {
        if processor_time(child) >= 10 {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Ctrl-C and SIGTERM end every command that can run long, at its start and in the midst of its work. Time is that of
/// the processor, since tests share a machine; three seconds are far more than any command takes anywhere.
#[test]
fn signals_end_long_runs() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (picture, db, run, later) = (place("never.png"), place("c.db"), place("run"), place("later"));
    let (open, sets) = (place("open.db"), place("sets.db"));
    let logarithms = ["log(77, 340282366920938463463374607431768211455)"; 70].join(" + ");
    let started = |args: &[&str]| assert!(start(args).wait_with_output().unwrap().status.success(), "{args:?}");
    started(&["search", ".104", "--dir", &run, "--until", "4e6", "--segment-length", "2^20"]);
    started(&["search", ".106", "--dir", &later, "--until", "2e8", "--segment-length", "2^25", "--verify", "later"]);
    started(&["census", "octal:2", "--db", &open, "--rounds", "0.1"]);
    // Each of these would run for long.
    for (k, args) in [
        &["values", "grundy", "-n", "1e7"][..],
        &["values", ".F6", "-n", "1e7", "--format", "npy"],
        &["values", "S(1,2)", "-n", "1e13", "--json"],
        &["analyze", ".007", "-n", "1e8"],
        &["analyze", ".6", "--spectrum", "-n", "1e9"],
        &["position", "grundy: 100000000"],
        &["plot", ".6", "-n", "1e9", "-o", &picture],
        &["misere", "genus", "kayles", "500"],
        &["misere", "values", "kayles", "-n", "500"],
        &["misere", "position", ".6: 60 61"],
        &["misere", "solve", ".07"],
        &["misere", "infinite", ".06"],
        &["misere", "census", "--digits", "4"],
        &["nimber", &logarithms],
        &["coins", "ruler-squares", "-n", "1e8"],
        &["coins", "sym", "-n", "100"],
        &["tartan", "ruler x ruler", "--board", "1e7x1e7", "--count-wins"],
        &["tartan", "ruler x ruler-squares", "--board", "1e8x1e8", "--count-wins"],
        &["wythoff", "row", "3000"],
        &["wythoff", "points", "--g", "4000", "--rows", "1e9"],
        &["wythoff", "point", "--g", "60", "--index", "1e17"],
        &["wythoff", "value", "1e12", "1618033988760", "--max-g", "4000", "--settle", "2e5"],
        &["wythoff", "converge", "--g", "60", "--rows", "1e6"],
        &["wythoff", "stats", "--g", "4000", "--rows", "1e9"],
        &["wythoff", "table", "--rows", "9000", "--columns", "20000"],
        &["wythoff", "near", "--rows", "1e9"],
        &["values", "S(squares)", "-n", "1e9"],
        &["bench", "wythoff"],
        &["bench", "detection"],
        &["bench", "run", ".6", "--engine", "naive", "-n", "1e7"],
        &["bench", "sweep"],
        &["bench", "threads", "-n", "1e9"],
        &["solve", ".6", "--time", "1000"],
        &["solve", ".06", "--limit", "1e8"],
        &["analyze", ".06", "--spectrum", "--octaves", "2^15", "-n", "2^24"],
        &["plot", ".06", "-n", "1e8", "--kind", "phase", "-o", &picture],
        &["plot", ".06", "-n", "1e8", "--kind", "spectrum", "-o", &picture],
        &["wythoff", "bounds", "--g", "4000", "--rows", "1e9"],
        &["work", "--dir", &later, "--threads", "1"],
        &["wythoff", "paper", "-o", &run],
        &["nimber", "--table", "4096"],
        &["census", "octal:4", "--db", &db],
        &["census", "measure", "--db", &open],
        &["census", "subtraction:20", "--db", &sets],
    ]
    .into_iter()
    .enumerate()
    {
        let mut child = start(args);
        wait_for_handler(&child);
        // Every other one is let to work for a while.
        if k % 2 == 1 {
            wait_for_work(&child);
        }
        let before = processor_time(&child);
        signal(&child, if k % 3 == 1 { "TERM" } else { "INT" });
        // What was already written is read, or the program would wait for room in the pipe.
        std::io::copy(&mut child.stdout.take().unwrap(), &mut std::io::sink()).unwrap();
        let spent = processor_time(&child).saturating_sub(before);
        assert!(spent < 300, "{args:?} took {spent} hundredths of a second to end");
        let said = stderr(&mut child);
        assert!(said.is_empty() || matches!(args[..2], ["census", _] | ["wythoff", "paper"]), "{args:?}: {said}");
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?}");
    }
    assert!(!Path::new(&picture).exists(), "no half picture is left");
}

/// What a command writes to a terminal of its own.
fn on_a_terminal(command: &str) -> String {
    let command = format!("{} {command}", env!("CARGO_BIN_EXE_grundy"));
    let output = Command::new("script").args(["-qec", &command, "/dev/null"]).stdin(Stdio::null()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// A bar among values would wipe out the end of what is there; whatever a run shows is gone when it ends.
#[test]
fn progress_leaves_nothing_on_the_terminal() {
    let values = on_a_terminal("values grundy -n 300000");
    assert!(!values.contains('\u{1b}'), "no bar among values");
    assert_eq!(values.split_whitespace().count(), 300_000);
    let seen = on_a_terminal("solve .6 --time 3");
    let (bar, answer) = seen.rsplit_once("\u{1b}[2K").unwrap_or(("", &seen));
    assert!(answer.starts_with(".6 is unresolved after "), "{answer}");
    assert!(!bar.contains("unresolved"), "the bar is gone before the answer comes");
    // The first look knows how far the work has come, and says so once.
    let first = bar.split("\u{1b}[2K").next().unwrap().trim();
    assert!(first.is_empty() || !first.starts_with("values 0 "), "{first}");
}

/// Whoever types at a command that reads stdin can end it.
#[test]
fn ctrl_c_ends_a_command_that_waits() {
    for args in
        [&["values", "-"][..], &["solve", "-"], &["position", "-"], &["tartan", "ruler x ruler", "--position", "-"]]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"));
        let child = child.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        let stdin = child.stdin.take();
        wait_for_handler(&child);
        // Between the handler and the wait for stdin there is a moment in which Ctrl-C is only noted, and then heeded.
        let kill = format!("kill -INT {}", child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?}");
        drop(stdin);
    }
}
