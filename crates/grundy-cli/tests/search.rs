//! Long runs and every accident that may befall them, on the real binary: none loses or changes a value.
#![cfg(target_os = "linux")]

use grundy::Game;
use grundy::run::tally::Tally;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn grundy(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// `grundy search GAME --dir DIR …`
fn search(game: &str, dir: &Path, more: &[&str]) -> Command {
    let mut command = grundy(&["search", game, "--json", "--dir"]);
    command.arg(dir).args(more);
    command
}

fn document(output: &Output) -> Value {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Exit code 2 and one line on stderr that has all these words.
fn fails(output: &Output, words: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(output.stdout.is_empty());
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    for word in words {
        assert!(stderr.contains(word), "\"{word}\" is not in {stderr}");
    }
}

fn status(dir: &Path) -> Value {
    document(&grundy(&["status", "--json", "--dir"]).arg(dir).output().unwrap())
}

/// The generations, oldest first.
fn checkpoints(dir: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("checkpoint-0")).collect();
    paths.retain(|path| path.extension().is_none());
    paths.sort();
    paths
}

/// Everything that depends on the values alone.
fn values_of(document: &Value) -> Value {
    let keys = ["game", "verified", "hash", "max", "histogram"];
    keys.iter().map(|&key| (key.to_owned(), document[key].clone())).collect()
}

fn wait_for(what: &str, mut is: impl FnMut() -> bool) {
    for _ in 0..2000 {
        if is() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("{what} never comes");
}

fn signal(child: &Child, name: &str) {
    let kill = format!("kill -{name} {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
}

/// Waits until the process has its own handler for SIGTERM: bit 14 of the mask of caught signals.
fn wait_for_handler(child: &Child) {
    wait_for("a handler", || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & 1 << 14 != 0)
    });
}

const GAME: &str = ".104";
const UNTIL: &str = "8e6";
const OFTEN: [&str; 4] = ["--save-every", "0.02", "--segment-length", "2^21"];

#[test]
fn a_run_counts_what_the_engines_compute() {
    let folder = tempfile::tempdir().unwrap();
    let run = document(&search(GAME, folder.path(), &["--until", "4e6"]).output().unwrap());
    let mut tally = Tally::default();
    tally.block(&grundy::engine::values(GAME.parse::<Game>().unwrap().rules(), 4_000_000).unwrap());
    assert_eq!(run["verified"], 4_000_000);
    assert_eq!(run["hash"], format!("{:016x}", tally.hash()));
    assert_eq!((run["max"]["value"].as_u64(), run["max"]["at"].as_u64()), {
        let (value, at) = tally.largest().unwrap();
        (Some(value.into()), Some(at))
    });
    for (value, &count) in tally.histogram().iter().enumerate().filter(|&(_, &count)| count > 0) {
        assert_eq!(run["histogram"][value.to_string()], count);
    }
    assert_eq!(values_of(&run), values_of(&status(folder.path())));
    // Asking for less changes nothing; asking for more goes on.
    let again = document(&search(GAME, folder.path(), &["--until", "1000"]).output().unwrap());
    assert_eq!(values_of(&again), values_of(&run));
    let further = document(&search(GAME, folder.path(), &["--until", "4000001"]).output().unwrap());
    assert_eq!(further["verified"], 4_000_001);
}

#[test]
fn a_period_is_proved() {
    let folder = tempfile::tempdir().unwrap();
    let run = document(&search(".16", folder.path(), &["--segment-length", "2^20"]).output().unwrap());
    assert_eq!(
        (&run["status"], &run["preperiod"], &run["period"]),
        (&"periodic".into(), &105_351.into(), &149_459.into())
    );
    let again = document(&search(".16", folder.path(), &[]).output().unwrap());
    assert_eq!(values_of(&again), values_of(&run));
    let verified = document(&grundy(&["verify", "--json", "--dir"]).arg(folder.path()).output().unwrap());
    assert_eq!(verified["status"], "verified");
    assert_eq!(verified["segments"].as_array().unwrap().len() as u64, run["segments"].as_u64().unwrap() + 1);
    let certificate = fs::read_to_string(folder.path().join("certificate.cert")).unwrap();
    assert!(certificate.starts_with("grundy-certificate 1\nkind period\ngame .16\ntheorem sparse\npreperiod 105351\n"));
    // No heap is left out.
    let mut next = 0;
    for segment in verified["segments"].as_array().unwrap() {
        assert!(segment["from"].as_u64().unwrap() <= next);
        next = segment["to"].as_u64().unwrap();
    }
    assert!(next >= run["verified"].as_u64().unwrap());
}

#[test]
fn kill_9_at_any_instant() {
    let whole = tempfile::tempdir().unwrap();
    let began = Instant::now();
    let expected = document(&search(GAME, whole.path(), &["--until", UNTIL]).output().unwrap());
    let whole_life = began.elapsed();
    let mut folder = tempfile::tempdir().unwrap();
    let often = [&["--until", UNTIL][..], &OFTEN].concat();
    // Lives of different lengths, so that the beginning, loading and saving are all hit.
    for life in (1..=8).map(|i| whole_life * (i * 5 % 9) / 12) {
        let mut child = search(GAME, folder.path(), &often).spawn().unwrap();
        std::thread::sleep(life);
        if child.try_wait().unwrap().is_some() {
            // Too late: it has come to its end. The next one begins anew.
            let output = child.wait_with_output().unwrap();
            assert_eq!(values_of(&document(&output)), values_of(&expected));
            folder = tempfile::tempdir().unwrap();
        } else {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
    let resumed = document(&search(GAME, folder.path(), &often).output().unwrap());
    assert_eq!(values_of(&resumed), values_of(&expected));
    let verified = grundy(&["verify", "--json", "--dir"]).arg(folder.path()).output().unwrap();
    assert_eq!(document(&verified)["status"], "verified");
}

#[test]
fn sigterm_and_ctrl_c_save_and_exit_130() {
    let folder = tempfile::tempdir().unwrap();
    let mut before = 3_000_000;
    document(&search(GAME, folder.path(), &["--until", "3000000"]).output().unwrap());
    for name in ["TERM", "INT"] {
        // Nothing is saved before the signal: a minute is long. Afterwards at least one block more is.
        let mut child = search(GAME, folder.path(), &["--save-every", "60"]).spawn().unwrap();
        wait_for_handler(&child);
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let output = child.wait_with_output().unwrap();
        assert_eq!((&output.stdout[..], &output.stderr[..]), (&b""[..], &b""[..]));
        let now = status(folder.path())["verified"].as_u64().unwrap();
        assert!(now > before, "{name}: {now}");
        before = now;
    }
    let until = (before + 1_000_000).to_string();
    let resumed = document(&search(GAME, folder.path(), &["--until", &until]).output().unwrap());
    let whole = tempfile::tempdir().unwrap();
    let expected = document(&search(GAME, whole.path(), &["--until", &until]).output().unwrap());
    assert_eq!(values_of(&resumed), values_of(&expected));
}

/// A directory with three generations of a finished run.
fn three_generations() -> (tempfile::TempDir, Value) {
    let folder = tempfile::tempdir().unwrap();
    let mut last = Value::Null;
    for until in ["3000000", "4000000", "5000000"] {
        last = document(&search(GAME, folder.path(), &["--until", until]).output().unwrap());
    }
    assert_eq!(checkpoints(folder.path()).len(), 3);
    (folder, last)
}

#[test]
fn damaged_checkpoints_are_set_aside() {
    let (folder, expected) = three_generations();
    let good: Vec<(PathBuf, Vec<u8>)> =
        checkpoints(folder.path()).into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    let (newest, bytes) = &good[2];
    let mut damages: Vec<Vec<u8>> =
        [0, 1, 20, 60, bytes.len() / 2, bytes.len() - 1].map(|n| bytes[..n].to_vec()).into();
    for bit in [0, 150, 300, 8 * 100, 4 * bytes.len(), 8 * bytes.len() - 1] {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        damages.push(flipped);
    }
    damages.push([&bytes[..], b" "].concat());
    damages.push(vec![0; bytes.len()]);
    for damage in damages {
        fs::write(newest, &damage).unwrap();
        assert_eq!(status(folder.path())["verified"], 4_000_000, "status uses the one before");
        let output = search(GAME, folder.path(), &["--until", "5000000"]).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.contains("is damaged; going on from heap 4000000"), "{stderr}");
        assert_eq!(values_of(&serde_json::from_slice(&output.stdout).unwrap()), values_of(&expected));
        let aside = newest.with_added_extension("damaged");
        assert_eq!(fs::read(&aside).unwrap(), damage, "kept for whoever wants to look");
        // Back to the beginning.
        fs::remove_file(aside).unwrap();
        for path in checkpoints(folder.path()) {
            fs::remove_file(path).unwrap();
        }
        for (path, bytes) in &good {
            fs::write(path, bytes).unwrap();
        }
    }
    // Two of three, then all.
    for (path, bytes) in &good[1..] {
        fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
    }
    assert_eq!(status(folder.path())["verified"], 3_000_000);
    fs::write(&good[0].0, "nothing").unwrap();
    for _ in 0..2 {
        // Weeks of work are not begun anew without asking.
        fails(&search(GAME, folder.path(), &["--until", "5e6"]).output().unwrap(), &["damaged", "begin anew"]);
        fails(&grundy(&["status", "--dir"]).arg(folder.path()).output().unwrap(), &["damaged"]);
    }
    assert!(checkpoints(folder.path()).is_empty());
}

/// A checkpoint with this body, whose header is right.
fn sealed(version: u64, body: &[u8]) -> Vec<u8> {
    let hash = xxhash_rust::xxh3::xxh3_64_with_seed(body, version);
    [format!("grundy-checkpoint {version} {} {hash:016x}\n", body.len()).as_bytes(), body].concat()
}

/// Changes the newest checkpoint as a person or a program could: with the right hash.
fn change(dir: &Path, change: impl FnOnce(&mut Value)) {
    let newest = checkpoints(dir).pop().unwrap();
    let bytes = fs::read(&newest).unwrap();
    let body = &bytes[bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1..];
    let mut state: Value = serde_json::from_slice(body).unwrap();
    change(&mut state);
    fs::write(newest, sealed(1, &serde_json::to_vec(&state).unwrap())).unwrap();
}

#[test]
fn other_versions_and_contradictions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = || search(GAME, folder.path(), &["--until", "3e6"]).output().unwrap();
    document(&run());
    let newest = checkpoints(folder.path()).pop().unwrap();
    let good = fs::read(&newest).unwrap();
    fs::write(&newest, sealed(7, b"{}")).unwrap();
    fails(&run(), &["version 7", "version 1"]);
    fails(&grundy(&["status", "--dir"]).arg(folder.path()).output().unwrap(), &["version 7"]);
    assert_eq!(checkpoints(folder.path()), std::slice::from_ref(&newest), "it is not set aside");
    for wrong in [
        &(|state: &mut Value| state["tally"]["count"] = 5.into()) as &dyn Fn(&mut Value),
        &|state| state["segments"] = Value::Array(Vec::new()),
        &|state| state["segments"][0]["start"] = 10_000_000_000u64.into(),
        &|state| state["segments"][0]["window"] = vec![1, 2, 3].into(),
        &|state| state["frontier"]["window"] = vec![1, 2, 3].into(),
    ] {
        fs::write(&newest, &good).unwrap();
        change(folder.path(), wrong);
        fails(&run(), &["error: "]);
    }
}

#[test]
fn verify_refutes_what_was_never_computed() {
    let folder = tempfile::tempdir().unwrap();
    let verify = |more: &[&str]| grundy(&["verify", "--dir"]).arg(folder.path()).args(more).output().unwrap();
    document(&search(GAME, folder.path(), &["--until", "9e6", "--segment-length", "2e6"]).output().unwrap());
    assert_eq!(verify(&[]).status.code(), Some(0));
    fails(&verify(&["--segment", "99"]), &["no segment 99"]);
    change(folder.path(), |state| {
        let value = &mut state["segments"][2]["window"][7];
        *value = (value.as_u64().unwrap() ^ 3).into();
    });
    let output = verify(&["--segment", "3"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("segment 3: REFUTED: "));
    assert_eq!(verify(&["--segment", "2"]).status.code(), Some(0));
    let all = verify(&["--json", "--jobs", "2"]);
    assert_eq!(all.status.code(), Some(1));
    let all: Value = serde_json::from_slice(&all.stdout).unwrap();
    assert_eq!(all["status"], "refuted");
}

#[test]
fn one_process_for_a_directory() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = search(GAME, folder.path(), &OFTEN).spawn().unwrap();
    wait_for("a checkpoint", || folder.path().exists() && !checkpoints(folder.path()).is_empty());
    fails(&search(GAME, folder.path(), &[]).output().unwrap(), &["another process"]);
    assert!(status(folder.path())["verified"].as_u64().unwrap() > 0, "looking is allowed");
    first.kill().unwrap();
    first.wait().unwrap();
    // The lock dies with its process.
    document(&search(GAME, folder.path(), &["--until", "1000"]).output().unwrap());
}

#[test]
fn a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    document(&search(GAME, folder.path(), &["--until", "3000000"]).output().unwrap());
    let before = checkpoints(folder.path());
    // Files may have at most half the size of a checkpoint: writing fails in the middle.
    let blocks = fs::metadata(&before[0]).unwrap().len() / 1024;
    let limited = |more: &str| {
        let program = env!("CARGO_BIN_EXE_grundy");
        let dir = folder.path().display();
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {program} search {GAME} --dir {dir} {more}");
        Command::new("sh").args(["-c", &script]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let output = limited("--until 1e7 --save-every 0.01").wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    let lines: Vec<&str> = stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{stderr}");
    assert!(
        lines[0].starts_with("warning: cannot save") && lines[0].ends_with("at heap 3000000, the run goes on"),
        "{stderr}"
    );
    assert!(lines[1].starts_with("error: cannot save") && lines[1].ends_with("at heap 3000000"), "{stderr}");
    let child = limited("--save-every 60");
    wait_for_handler(&child);
    signal(&child, "TERM");
    fails(&child.wait_with_output().unwrap(), &["cannot save", "the last checkpoint is at heap 3000000"]);
    // What was there is still there, and nothing else.
    assert_eq!(checkpoints(folder.path()), before);
    assert!(!folder.path().join("checkpoint.new").exists());
    let resumed = document(&search(GAME, folder.path(), &["--until", "4000000"]).output().unwrap());
    let whole = tempfile::tempdir().unwrap();
    let expected = document(&search(GAME, whole.path(), &["--until", "4000000"]).output().unwrap());
    assert_eq!(values_of(&resumed), values_of(&expected));
}

#[test]
fn mistakes() {
    let folder = tempfile::tempdir().unwrap();
    document(&search(GAME, folder.path(), &["--until", "1000"]).output().unwrap());
    fails(&search(".106", folder.path(), &[]).output().unwrap(), &["this run is of .104, not of .106"]);
    let empty = tempfile::tempdir().unwrap();
    for command in ["status", "verify"] {
        fails(&grundy(&[command, "--dir"]).arg(empty.path()).output().unwrap(), &["no checkpoint"]);
        fails(&grundy(&[command, "--dir", "no/such/directory"]).output().unwrap(), &["no/such/directory"]);
    }
    let file = empty.path().join("file");
    fs::write(&file, "").unwrap();
    fails(&search(GAME, &file, &[]).output().unwrap(), &["file"]);
    for game in ["S(1,2)", "nim", ".8", "grundy"] {
        fails(&search(game, &empty.path().join("new"), &[]).output().unwrap(), &["error: "]);
    }
    fails(&search(GAME, empty.path(), &["--save-every", "600"]).output().unwrap(), &["0.001 to 60"]);
    fails(&search(GAME, empty.path(), &["--segment-length", "0"]).output().unwrap(), &["--segment-length"]);
}
