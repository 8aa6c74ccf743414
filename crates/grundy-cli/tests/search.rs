//! Long runs and every accident that may befall them, on the real binary: none loses or changes a value.
#![cfg(target_os = "linux")]

use grundy::Game;
use grundy::run::Tally;
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
    // On a slow machine there may be lines that tell where the run stands.
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("warning: ") && !stderr.contains("error: "), "{stderr}");
    assert_eq!(output.status.code(), Some(0));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Exit code 2 and one line on stderr that has all these words.
fn fails(output: &Output, words: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(output.stdout.is_empty() || output.stdout.starts_with(b"{\"status\":\"error\""));
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
    let keys = ["game", "verified", "hash", "max", "histogram", "firsts"];
    keys.iter().map(|&key| (key.to_owned(), document[key].clone())).collect()
}

fn wait_for(what: &str, mut is: impl FnMut() -> bool) {
    for _ in 0..24_000 {
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
    // Proved while all values are kept: its last rares are late.
    let run = document(&search(".376", folder.path(), &["--segment-length", "2^18"]).output().unwrap());
    assert_eq!(
        (&run["status"], &run["preperiod"], &run["period"], &run["checked"]),
        (&"periodic".into(), &2_268_248.into(), &4.into(), &true.into())
    );
    let again = document(&search(".376", folder.path(), &[]).output().unwrap());
    assert_eq!(values_of(&again), values_of(&run));
    assert_eq!(again["checked"], true);
    assert_eq!(status(folder.path())["checked"], false);
    let verified = document(&grundy(&["verify", "--json", "--dir"]).arg(folder.path()).output().unwrap());
    assert_eq!((&verified["status"], &verified["complete"]), (&"verified".into(), &true.into()));
    assert_eq!(verified["claim"]["preperiod"], 2_268_248);
    assert_eq!(verified["segments"].as_array().unwrap().len() as u64, run["segments"].as_u64().unwrap());
    let certificate = fs::read_to_string(folder.path().join("certificate.cert")).unwrap();
    assert!(
        certificate.starts_with("grundy-certificate 1\nkind period\ngame .376\ntheorem sparse\npreperiod 2268248\n")
    );
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
        let now = status(folder.path())["verified"].as_u64().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(stderr, format!("saved in {}: all heaps before {now}\n", folder.path().display()));
        assert!(now > before, "{name}: {now}");
        before = now;
    }
    let until = (before + 1_000_000).to_string();
    let resumed = document(&search(GAME, folder.path(), &["--until", &until]).output().unwrap());
    let whole = tempfile::tempdir().unwrap();
    let expected = document(&search(GAME, whole.path(), &["--until", &until]).output().unwrap());
    assert_eq!(values_of(&resumed), values_of(&expected));
}

/// `timeout` sends its signal to a program and to the program's group: that is one request, and the run is saved.
#[test]
fn two_signals_together_are_one() {
    let folder = tempfile::tempdir().unwrap();
    let child = search(".6", folder.path(), &[]).spawn().unwrap();
    wait_for_handler(&child);
    std::thread::sleep(Duration::from_millis(300));
    let kill = format!("kill -INT {0} {0} {0}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stderr).contains("saved in"));
    assert_eq!(checkpoints(folder.path()).len(), 1);
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
    fs::write(newest, sealed(2, &serde_json::to_vec(&state).unwrap())).unwrap();
}

#[test]
fn other_versions_and_contradictions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = || search(GAME, folder.path(), &["--until", "3e6"]).output().unwrap();
    document(&run());
    let newest = checkpoints(folder.path()).pop().unwrap();
    let good = fs::read(&newest).unwrap();
    fs::write(&newest, sealed(7, b"{}")).unwrap();
    fails(&run(), &["version 7", "version 2"]);
    fails(&grundy(&["status", "--dir"]).arg(folder.path()).output().unwrap(), &["version 7"]);
    assert_eq!(checkpoints(folder.path()), std::slice::from_ref(&newest), "it is not set aside");
    for wrong in [
        &(|state: &mut Value| state["tally"]["count"] = 5.into()) as &dyn Fn(&mut Value),
        &|state| state["segments"] = Value::Array(Vec::new()),
        &|state| state["segments"][0]["start"] = 10_000_000_000u64.into(),
        &|state| state["segments"][0]["window"] = vec![1, 2, 3].into(),
        &|state| state["segments"][0]["window"] = "1123".into(),
        &|state| state["frontier"]["window"] = vec![1, 2, 3].into(),
        &|state| state["frontier"]["window"] = "1123".into(),
        &|state| state["frontier"]["next"] = u64::MAX.into(),
        &|state| state["frontier"]["space"]["mask"] = 0.into(),
        &|state| state["frontier"]["space"]["kappa"] = 7.into(),
        &|state| state["frontier"]["rares"].as_array_mut().unwrap().reverse(),
        &|state| state["frontier"]["rares"].as_array_mut().unwrap().truncate(3),
        &|state| state["frontier"]["rares"][1][1] = 60_000.into(),
        &|state| state["tally"]["histogram"][0] = 0.into(),
        &|state| state["segment_length"] = u64::MAX.into(),
        &|state| state["candidate"] = serde_json::json!({"start": 5, "period": 7, "confirmed": true, "needed": 0}),
        &|state| state["frontier"] = Value::Null,
        &|state| state["game"] = "\u{1b}[2J".into(),
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
        let window = state["segments"][2]["window"].as_str().unwrap();
        // The first character tells the width. A value with its lowest bits exchanged is of the same class.
        let changed = window.chars().enumerate().map(|(k, c)| {
            if k == 8 && c == '0' {
                '3'
            } else if k == 8 {
                '0'
            } else {
                c
            }
        });
        state["segments"][2]["window"] = changed.collect::<String>().into();
    });
    let output = verify(&["--segment", "3"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("segment 3: REFUTED: "));
    assert_eq!(verify(&["--segment", "2"]).status.code(), Some(0));
    let all = verify(&["--json", "--threads", "2"]);
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
    fails(&search(GAME, empty.path(), &["--save-every", "600"]).output().unwrap(), &["0.001 to 60"]);
    fails(&search(GAME, empty.path(), &["--segment-length", "0"]).output().unwrap(), &["--segment-length"]);
}

/// One game of each kind, and how far it is run: many rares for long, dense, ranks of two bytes, three heaps, a code
/// without end, bans.
const KINDS: [(&str, &str); 8] = [
    (".007", "3e4"),
    (".06", "3e4"),
    (".744", "6e4"),
    (".8C", "900"),
    (".3F", "900"),
    ("4.7...", "4000"),
    ("grundy", "1.2e5"),
    ("couples-are-forever", "1.2e5"),
];

/// Values that pass two bytes end a run: what there is stays, and one line says so.
#[test]
fn values_that_are_too_large_end_a_run_that_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let output = search("S(1..70000)", folder.path(), &[]).output().unwrap();
    fails(&output, &["the nim-value of heap 65536 passes 65535", "saved in", "all heaps before 6"]);
    assert!(status(folder.path())["verified"].as_u64().unwrap() > 60_000);
}

#[test]
fn every_game_runs_and_survives_kill_9() {
    for (game, until) in KINDS {
        let whole = tempfile::tempdir().unwrap();
        let began = Instant::now();
        let expected = document(&search(game, whole.path(), &["--until", until]).output().unwrap());
        let life = began.elapsed();
        let count = expected["verified"].as_u64().unwrap();
        let mut tally = Tally::default();
        tally.block(&grundy::engine::values(game.parse::<Game>().unwrap().rules(), count).unwrap());
        assert_eq!(expected["hash"], format!("{:016x}", tally.hash()), "{game}");
        let folder = tempfile::tempdir().unwrap();
        let often = ["--until", until, "--save-every", "0.005"];
        let mut furthest = 0;
        for k in 1..=5 {
            let mut child = search(game, folder.path(), &often).spawn().unwrap();
            std::thread::sleep(life * k / 8);
            child.kill().unwrap();
            child.wait().unwrap();
            if !checkpoints(folder.path()).is_empty() {
                let now = status(folder.path())["verified"].as_u64().unwrap();
                assert!(now >= furthest, "{game}: what was saved is not lost");
                furthest = now;
            }
        }
        let resumed = document(&search(game, folder.path(), &often).output().unwrap());
        assert_eq!(values_of(&resumed), values_of(&expected), "{game}");
        let verified = document(&grundy(&["verify", "--json", "--dir"]).arg(folder.path()).output().unwrap());
        assert_eq!(verified["status"], "verified", "{game}");
    }
}

#[test]
fn periods_are_proved_on_the_way() {
    for (game, period, saltus) in
        [("kayles", 12, 0), ("nim", 1, 1), ("S(1,2)", 3, 0), ("allbut(1,2)", 3, 1), (".16", 149_459, 0)]
    {
        let folder = tempfile::tempdir().unwrap();
        let found = document(&search(game, folder.path(), &[]).output().unwrap());
        assert_eq!((&found["period"], &found["saltus"]), (&period.into(), &saltus.into()), "{game}");
        let again = document(&search(game, folder.path(), &[]).output().unwrap());
        assert_eq!((&again["period"], &again["checked"]), (&period.into(), &true.into()), "{game}");
        let verified = document(&grundy(&["verify", "--json", "--dir"]).arg(folder.path()).output().unwrap());
        assert_eq!(verified["claim"]["problem"], Value::Null, "{game}");
    }
}

/// Whoever can compute a hash can write any checkpoint. None makes the program say what is not so.
#[test]
fn forged_proofs_are_refused() {
    let refused = |game: &str, dir: &Path| {
        fails(&search(game, dir, &[]).output().unwrap(), &["claims a period that its values do not prove"]);
        let verified = grundy(&["verify", "--dir"]).arg(dir).output().unwrap();
        assert_eq!(verified.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&verified.stdout).contains("REFUTED"));
        assert_eq!(status(dir)["checked"], false);
    };
    // A period where there is none, proved by all values, or by a state that returned.
    let folder = tempfile::tempdir().unwrap();
    document(&search(".06", folder.path(), &["--until", "2000"]).output().unwrap());
    let by_values = serde_json::json!({"preperiod": 3, "period": 7, "saltus": 0, "theorem": "classical", "values": 2000,
        "returned": null, "certificate": "grundy-certificate 1\nkind period\ngame .06\n"});
    change(folder.path(), |state| state["proof"] = by_values.clone());
    refused(".06", folder.path());
    let folder = tempfile::tempdir().unwrap();
    document(&search(".376", folder.path(), &["--segment-length", "2^18"]).output().unwrap());
    let newest = checkpoints(folder.path()).pop().unwrap();
    let good = fs::read(&newest).unwrap();
    for forgery in
        [&(|proof: &mut Value| proof["period"] = 8.into()) as &dyn Fn(&mut Value), &|proof| *proof = by_values.clone()]
    {
        fs::write(&newest, &good).unwrap();
        change(folder.path(), |state| forgery(&mut state["proof"]));
        refused(".376", folder.path());
    }
    // A consistent forgery: the run of another game.
    fs::write(&newest, &good).unwrap();
    change(folder.path(), |state| state["game"] = ".377".into());
    let output = search(".377", folder.path(), &[]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn no_generation_comes_after_the_last_number() {
    let folder = tempfile::tempdir().unwrap();
    document(&search(GAME, folder.path(), &["--until", "1000"]).output().unwrap());
    let newest = checkpoints(folder.path()).pop().unwrap();
    let planted = folder.path().join(format!("checkpoint-{}", u64::MAX));
    fs::copy(newest, &planted).unwrap();
    fails(&search(GAME, folder.path(), &["--until", "2000"]).output().unwrap(), &["18446744073709551615"]);
    fs::remove_file(planted).unwrap();
    document(&search(GAME, folder.path(), &["--until", "2000"]).output().unwrap());
}

#[test]
fn a_damaged_history_costs_time_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    document(&search(".06", folder.path(), &["--until", "15000", "--save-every", "0.01"]).output().unwrap());
    let whole = tempfile::tempdir().unwrap();
    let expected = document(&search(".06", whole.path(), &["--until", "16000"]).output().unwrap());
    let history = folder.path().join("history");
    let good = fs::read(&history).unwrap();
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 4;
    for bad in [&damaged[..], &good[..good.len() - 1], b""] {
        fs::write(&history, bad).unwrap();
        let output = search(".06", folder.path(), &["--until", "16000"]).output().unwrap();
        assert!(String::from_utf8_lossy(&output.stderr).contains("history is damaged or cut short; values from heap"));
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(values_of(&found), values_of(&expected));
    }
}

#[test]
fn hints_are_kept_and_may_be_lost_or_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let whole = document(&search(".167", &folder.path().join("whole"), &["--until", "4000000"]).output().unwrap());
    for (name, damage) in [("kept", None), ("lost", Some("")), ("damaged", Some("{\"heap\":3e6,\"speculation\":[]}"))] {
        let dir = folder.path().join(name);
        document(&search(".167", &dir, &["--until", "3000000"]).output().unwrap());
        let hints = dir.join("hints");
        let kept = fs::read(&hints).unwrap();
        assert!(serde_json::from_slice::<Value>(&kept).unwrap()["verification"]["marks"].is_array());
        if let Some(text) = damage {
            fs::write(&hints, text).unwrap();
        }
        let resumed = document(&search(".167", &dir, &["--until", "4000000"]).output().unwrap());
        assert_eq!(values_of(&resumed), values_of(&whole), "{name}");
        assert_eq!(fs::read(&hints).unwrap() == kept, damage.is_none(), "{name}");
    }
}

/// Games that need all values for ever go on without a history, and beyond the end of a short one.
#[test]
fn a_full_history_ends_no_run() {
    for (game, untils) in [(".06", ["9000", "12000"]), ("S(2,300000,700001)", ["1500000", "1600000"])] {
        let whole = tempfile::tempdir().unwrap();
        let expected = document(&search(game, whole.path(), &["--until", untils[1]]).output().unwrap());
        for size in ["0", "1M"] {
            let folder = tempfile::tempdir().unwrap();
            for until in [untils[0], untils[1], untils[1]] {
                let more = ["--until", until, "--history", size];
                let found = document(&search(game, folder.path(), &more).output().unwrap());
                assert_eq!(found["status"], "searching");
                assert!(until == untils[0] || values_of(&found) == values_of(&expected), "{game} {size}");
            }
            let kept = fs::metadata(folder.path().join("history")).unwrap().len();
            assert!(kept <= 1 << 20 && (size != "0" || kept == 0));
        }
    }
    let folder = tempfile::tempdir().unwrap();
    fails(&search(".06", folder.path(), &["--history", "7"]).output().unwrap(), &["0 and bytes from 1M to 1024T"]);
}

const LATER: [&str; 6] = ["--until", "5e6", "--segment-length", "2^18", "--verify", "later"];

fn receipts(dir: &Path) -> usize {
    let Ok(entries) = fs::read_dir(dir.join("receipts")) else { return 0 };
    entries.filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|end| end == "json")).count()
}

/// Runs a command with this on its stdin.
fn fed(args: &[&str], input: &[u8]) -> Output {
    let mut child = grundy(args).stdin(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), input).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn guesses_are_verified_by_workers_of_which_one_dies() {
    let (folder, whole) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let guessed = document(&search(GAME, folder.path(), &LATER).output().unwrap());
    assert_eq!(guessed["speculated"], 5_000_000);
    assert!(guessed["verified"].as_u64().unwrap() < 4_000_000);
    let work = || {
        let mut command = grundy(&["work", "--json", "--threads", "1", "--dir"]);
        command.arg(folder.path());
        command
    };
    let mut dies = work().spawn().unwrap();
    wait_for("a receipt", || receipts(folder.path()) > 0);
    dies.kill().unwrap();
    dies.wait().unwrap();
    let others = [work().spawn().unwrap(), work().spawn().unwrap()];
    for worker in others {
        assert_eq!(worker.wait_with_output().unwrap().status.code(), Some(0));
    }
    let now = status(folder.path());
    assert_eq!((&now["verified"], &now["receipts"]["open"]), (&5_000_000.into(), &0.into()), "no gap");
    let expected = document(&search(GAME, whole.path(), &["--until", "5e6"]).output().unwrap());
    assert_eq!(values_of(&now), values_of(&expected));
    assert_eq!(document(&work().output().unwrap())["jobs"], 0, "nothing is left");
}

#[test]
fn jobs_travel_and_only_receipts_that_fit_come_back() {
    let (folder, whole) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    document(&search(GAME, folder.path(), &LATER).output().unwrap());
    let dir = folder.path().to_str().unwrap();
    let list = || grundy(&["job", "list", "--dir", dir]).output().unwrap().stdout;
    let merge = |receipts: &str, share: &str| {
        let output = fed(&["job", "merge", "--json", "--recheck", share, "--dir", dir, "-"], receipts.as_bytes());
        (output.status.code(), serde_json::from_slice::<Value>(&output.stdout).unwrap())
    };
    let done = fed(&["job", "run"], &list());
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    let done = String::from_utf8(done.stdout).unwrap();
    let mut lines: Vec<&str> = done.lines().collect();
    lines.reverse();
    assert!(lines.len() > 3);
    // What does not fit is refused, and the machine is named.
    let forged = |change: &dyn Fn(&mut Value)| {
        let mut receipt: Value = serde_json::from_str(lines[0]).unwrap();
        change(&mut receipt);
        receipt.to_string()
    };
    for (receipt, share) in [
        (forged(&|receipt| receipt["job"] = "00000000000000000000000000000000".into()), "0"),
        (forged(&|receipt| receipt["goal"] = 7.into()), "0"),
        (forged(&|receipt| receipt["began"] = Value::Null), "0"),
        (forged(&|receipt| receipt["reached"] = "abc".into()), "0"),
        (forged(&|receipt| receipt["verdict"] = "refuted".into()), "0"),
        (forged(&|receipt| receipt["to"] = 1.into()), "0"),
        (
            forged(&|receipt| {
                receipt["verdict"] = "refuted".into();
                receipt["reached"] = Value::Null;
            }),
            "0",
        ),
    ] {
        let (code, merged) = merge(&receipt, share);
        assert_eq!((code, &merged["accepted"]), (Some(1), &0.into()), "{receipt}");
        assert!(merged["refused"][0]["machine"].is_string());
    }
    let (code, merged) = merge(&lines[1..].join("\n"), "0.5");
    assert_eq!((code, &merged["accepted"]), (Some(0), &(lines.len() - 1).into()));
    assert_ne!(merged["coverage"]["open"], 0, "one is missing");
    let (_, merged) = merge(&done, "1");
    assert_eq!(
        (&merged["accepted"], &merged["rechecked"], &merged["coverage"]["open"]),
        (&1.into(), &1.into(), &0.into())
    );
    assert!(list().is_empty());
    assert_eq!(status(folder.path())["verified"], 5_000_000);
    fails(&fed(&["job", "run"], b"{}\n"), &["line 1", "not a job"]);
    fails(&fed(&["job", "merge", "--dir", dir, "-"], b"\n\nx"), &["line 3", "not a receipt"]);
    // A wrong window is refuted, and the run goes back and on.
    fs::remove_dir_all(folder.path().join("receipts")).unwrap();
    change(folder.path(), |state| {
        let window = state["segments"][7]["window"].as_str().unwrap();
        let changed = window.chars().enumerate().map(|(k, c)| {
            if k != 8 {
                c
            } else if c == '0' {
                '3'
            } else {
                '0'
            }
        });
        state["segments"][7]["window"] = changed.collect::<String>().into();
    });
    let done = fed(&["job", "run"], &list());
    assert_eq!(done.status.code(), Some(1));
    let (code, merged) = merge(&String::from_utf8(done.stdout).unwrap(), "0");
    assert_eq!((code, &merged["refused"]), (Some(0), &Value::Array(Vec::new())));
    let back = search(GAME, folder.path(), &LATER).output().unwrap();
    assert!(String::from_utf8_lossy(&back.stderr).contains("a guess was refuted; going on from heap"));
    document(&grundy(&["work", "--json", "--dir", dir]).output().unwrap());
    let expected = document(&search(GAME, whole.path(), &["--until", "5e6"]).output().unwrap());
    let now = status(folder.path());
    assert_eq!(values_of(&now), values_of(&expected));
    assert_eq!(now["receipts"]["open"], 0);
}

/// A state that returned in a run that guesses is proved only when everything is verified: the run does that itself.
#[test]
fn a_period_of_guesses_is_verified_before_it_is_claimed() {
    let folder = tempfile::tempdir().unwrap();
    let more = ["--segment-length", "2^19", "--verify", "later"];
    let found = document(&search(".376", folder.path(), &more).output().unwrap());
    assert_eq!((&found["preperiod"], &found["period"]), (&2_268_248.into(), &4.into()));
    assert_eq!(found["verified"], found["speculated"]);
}
