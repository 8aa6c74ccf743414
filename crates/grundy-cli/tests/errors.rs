//! Bad input of every kind: exit code 2, one line on stderr that says what is wrong, nothing on stdout.

use assert_cmd::Command;
use std::collections::HashSet;

#[test]
fn bad_input_is_one_clear_line() {
    let cases: &[(&[&str], &str)] = &[
        // Games.
        (&["values", ""], "an empty game"),
        (&["values", "."], "at least one digit"),
        (&["values", "77"], "a code has its point after at most one digit"),
        (&["values", ".7x"], "column 3, at \"x\": 'x' is not a digit"),
        (&["values", ".[x]"], "brackets hold one decimal number"),
        (&["values", ".[65536]"], "the largest is [65535]"),
        (&["values", ".7[1"], "'[' is never closed"),
        (&["values", "7.7"], "takes nothing and leaves the heap as it was"),
        (&["values", ".3..3"], "exactly three dots"),
        (&["values", "...."], "repeat the last digit"),
        (&["values", ".1(03)"], "followed by three dots"),
        (&["values", "kales"], "did you mean kayles?"),
        (&["values", "tic-tac-toe"], "`grundy games` lists the names"),
        (&["values", "S(1,0)"], "column 5, at \"0\": a set of moves cannot contain 0"),
        (&["values", "S()"], "an empty set"),
        (&["values", "S(1,two)"], "\"two\" is not a whole number"),
        (&["values", "S(1)2"], "unexpected text after the set"),
        (&["values", ".7\n7"], "'\\n' is not a digit"),
        (&["analyze", "8.8.8"], "three dots"),
        (&["plot", "kayles ", "-n", "0", "-o", "nothing.png"], "nothing to draw"),
        // Positions.
        (&["position", "kayles"], "GAME: heaps"),
        (&["position", "kayles:"], "no heaps after the colon"),
        (&["position", "kayles: 3 five"], "\"five\" is not a heap"),
        (&["position", "nim: ring 3"], "a ring needs a finite octal code"),
        (&["position", "kayles: 18446744073709551615"], "2^64 - 2"),
        (&["solve", "kayles", "--time", "0"], "not a number of seconds above 0"),
        (&["values", "kayles", "-o", "."], "cannot write ."),
        // Counts and options.
        (&["values", "kayles", "-n", "ten"], "accepted are 1000000, 1_000_000, 1e6, 2^20"),
        (&["values", "kayles", "-n", "-1"], "-1"),
        (&["values", ".F6", "-n", "1e18"], "no memory for 1000000000000000000 values"),
        (&["values", "kayles", "--from", "2^63", "-n", "2^63"], "together pass 2^64"),
        (&["values", "kayles", "--format", "xml"], "possible values: text, csv, json, npy, bfile"),
        (&["values", "kayles", "--format", "csv", "--json"], "contradict each other"),
        (&["values", "kayles", "--engine", "warp"], "accepted are naive, take, rare, block, dense, heaps"),
        (&["values", ".8", "--engine", "rare"], "at most two heaps"),
        (&["values", "allbut(2)", "--engine", "heaps"], "every game but all-but sets"),
        (&["values", ".77", "--engine", "take"], "never split a heap"),
        (&["values"], "<GAME>"),
        (&["values", "kayles", "nim"], "unexpected argument 'nim'"),
        (&["values", "kayles", "--colour"], "unexpected argument '--colour'"),
        (&["frobnicate"], "unrecognized subcommand 'frobnicate'"),
        (&["values", "kayles", "-o", "no/such/folder/file"], "cannot write no/such/folder/file"),
        (&["plot", "kayles", "-o", "no/such/folder/k.png"], "cannot write no/such/folder/k.png"),
        (&["plot", "kayles", "-o", "k.gif"], "ends in .png or .svg"),
        (&["plot", "kayles"], "--output <FILE>"),
        (&["plot", "kayles", "-o", "k.png", "--size", "1600"], "WIDTHxHEIGHT"),
        (&["plot", "kayles", "-o", "k.png", "--theta", "0.7", "--kind", "phase"], "from 0 to 0.5"),
        (&["plot", "kayles", "-o", "k.png", "--theta", "0.3"], "--theta is for"),
        (&["plot", "kayles", "-o", "k.png", "--width", "30"], "--width is for"),
        (&["plot", "kayles", "-o", "k.png", "--width", "0", "--kind", "wrap"], "from 1 to 4294967295"),
        (&["plot", "kayles", "-o", "k.png", "--class", "odd"], "--class is for"),
        (&["plot", "kayles", "-o", "k.png", "--kind", "phase", "--mask", "0xfffff", "--theta", "0.1"], "four digits"),
        (&["plot", "kayles", "-o", "k.png", "--kind", "phase", "-n", "50"], "at least 1024 heaps; --theta names one"),
        (&["plot", ".0", "-o", "k.png", "--kind", "wrap"], "no hidden frequency stands above chance"),
        (&["plot", "kayles", "-o", "k.png", "--kind", "spectrum", "-n", "1000"], "a spectrum needs"),
        (&["analyze", "kayles", "--from", "5"], "--spectrum"),
        (&["analyze", "kayles", "--spectrum", "-n", "1000"], "in a window of at least 1024 heaps"),
        (&["analyze", "kayles", "--spectrum", "--octaves", "5000"], "at most half of all heaps"),
        (&["completions", "cmd.exe"], "possible values: bash"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let mut lines = HashSet::new();
    for &(args, part) in cases {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        let output = command.current_dir(&folder).args(args).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        if args.contains(&"--json") {
            let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(stderr, format!("error: {}\n", document["error"].as_str().unwrap()));
        } else {
            assert_eq!(output.stdout, b"", "{args:?}");
        }
        assert!(stderr.starts_with("error: ") && stderr.ends_with('\n'), "{args:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
        assert!(stderr.contains(part), "{args:?}: {stderr}");
        assert!(lines.insert(stderr), "{args:?} gives the message of another mistake");
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_one_line_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let output = command.arg("man").arg(&file).assert().code(2).stdout("");
    let stderr = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(stderr.starts_with("error: cannot write manual pages into "), "{stderr}");
    assert_eq!(stderr.lines().count(), 1);
}
