//! `grundy nimber`, `grundy coins` and `grundy tartan` as a user runs them.

use assert_cmd::Command;
use serde_json::Value;
use std::fmt::Write;

struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

fn grundy(arguments: &[&str], stdin: &str) -> Run {
    let output = Command::cargo_bin("grundy").unwrap().args(arguments).write_stdin(stdin).output().unwrap();
    Run {
        code: output.status.code().expect("not killed"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// What a successful command prints.
fn prints(arguments: &[&str]) -> String {
    let run = grundy(arguments, "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{arguments:?}");
    run.stdout
}

fn json(arguments: &[&str], stdin: &str) -> Value {
    let run = grundy(&[arguments, &["--json"]].concat(), stdin);
    assert_eq!(run.stderr, "", "{arguments:?}");
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}", run.stdout))
}

/// One line on stderr that contains `part`, nothing on stdout, exit code 2.
fn refuses(arguments: &[&str], part: &str) {
    let run = grundy(arguments, "");
    assert_eq!(
        (run.code, run.stdout.as_str(), run.stderr.lines().count()),
        (2, "", 1),
        "{arguments:?}: {}",
        run.stderr
    );
    assert!(run.stderr.contains(part), "{arguments:?}: {}", run.stderr);
}

#[test]
fn the_calculator() {
    for (expression, answer) in [
        ("3141*5926", "14994"),
        ("18446744073709551615*18446744073709551613", "14554159489527431842"),
        ("18446744073709551615^2", "11290409524105353207"),
        ("(3141 + 5926) / sqrt(7) * sqrt(7) + 5926", "3141"),
        ("log(4660^1234, 4660)", "1234"),
        ("solve(32768)", "65536 65537"),
        ("-1", "1"),
        ("mex(0, 1, 3)", "2"),
        ("12 & 10", "8"),
    ] {
        assert_eq!(prints(&["nimber", expression]), format!("{answer}\n"), "{expression}");
    }
    let document = json(&["nimber", "2^127 * 3 ^ -1"], "");
    assert_eq!((&document["kind"], &document["result"]), (&"nimber".into(), &"3".into()), "{document}");
    let document = json(&["nimber", "roots(1, 5)"], "");
    assert_eq!(document["result"], serde_json::json!(["1", "8", "10", "13", "14"]));
}

#[test]
fn no_answer_is_exit_code_1() {
    for expression in ["root(2, 3)", "log(4, 2)"] {
        let run = grundy(&["nimber", expression], "");
        assert_eq!((run.code, run.stderr.as_str(), run.stdout.lines().count()), (1, "", 1));
        let document = json(&["nimber", expression], "");
        assert!(document["result"].is_null() && document["kind"] == "none", "{document}");
    }
}

#[test]
fn the_table_of_products() {
    let text = prints(&["nimber", "--table", "4"]);
    assert_eq!(text, "* | 0 1 2 3\n--+--------\n0 | 0 0 0 0\n1 | 0 1 2 3\n2 | 0 2 3 1\n3 | 0 3 1 2\n");
    assert_eq!(json(&["nimber", "--table", "16"], "")["products"][15][15], 9);
}

#[test]
fn values_of_coins() {
    assert_eq!(prints(&["coins", "mock-turtles", "-n", "8"]), "1 2 4 7 8 11 13 14\n");
    assert_eq!(prints(&["coins", "Ruler", "-n", "8"]), "1 2 1 4 1 2 1 8\n");
    assert_eq!(prints(&["coins", "runs(1,4,9,16)", "-n", "20"]), prints(&["coins", "ruler-squares", "-n", "20"]));
    let document = json(&["coins", "sym", "-n", "10"], "");
    assert_eq!(document["values"], serde_json::json!([1, 2, 4, 3, 6, 7, 8, 16, 18, 25]));
    assert_eq!(document["canonical"], "1+S");
    assert!(prints(&["coins", "--list"]).lines().count() >= 15);
}

#[test]
fn rows_of_coins() {
    let text = prints(&["coins", "mock-turtles", "--position", "htththtth"]);
    assert!(text.starts_with("Value 29: the player to move wins (N), by\n  turn "), "{text}");
    let document = json(&["coins", "turning-turtles", "--position", "THTTH"], "");
    assert_eq!((&document["value"], &document["outcome"]), (&7.into(), &"N".into()));
    assert_eq!(document["winning_moves"], serde_json::json!([{"turn": [2, 5], "after": "TTTTT"}]));
    let zero = prints(&["coins", "turning-turtles", "--position", "HHHTT"]);
    assert_eq!(zero, "Value 0: the player who has just moved wins (P).\n");
    let dollars = json(&["coins", "silver-dollar", "--position", "THTTHTTTH"], "");
    assert_eq!(dollars["winning_moves"], serde_json::json!([{"turn": [7, 9], "after": "THTTHTHTT"}]));
    assert!(prints(&["coins", "silver-dollar", "--position", "THTTHTTTH"]).contains("slide 9 to 7: THTTHTHTT"));
    assert_eq!(json(&["coins", "twins", "--position", "WBWWB"], "")["position"], "THTTH");
}

#[test]
fn winning_first_moves_on_boards() {
    for (size, wins) in [("1x1", 1), ("2x2", 0), ("5x5", 8), ("100x100", 31395)] {
        let game = "ruler-squares x ruler-triangular";
        let document = json(&["tartan", game, "--board", size, "--count-wins"], "");
        assert_eq!(document["winning_moves_count"], wins, "{size}");
    }
    let text = prints(&["tartan", "ruler x ruler", "--board", "2x2"]);
    assert_eq!(
        text,
        "Values of single heads, the top row first:\n2 3\n1 2\nAll heads have value 2: the player to move wins (N).\n"
    );
}

/// The exercise of Pearson's article: any width, heights that are multiples of three, and a picture.
#[test]
fn a_picture_is_answered_with_one_command() {
    let game = "ruler x ruler-multiples-of-3";
    let picture = "#######\n#.....#\n#.###.#\n#.....#\n#######\n.......\n";
    let run = grundy(&["tartan", game, "--position", "-"], picture);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("7 columns, 6 rows, "), "{}", run.stdout);
    let document = json(&["tartan", game, "--position", "-", "--moves", "1e6"], picture);
    assert_eq!(document["winning_moves_count"], document["winning_moves"].as_array().unwrap().len());

    // Playing the first winning move leaves a position without winning moves.
    let mut picture: Vec<Vec<char>> = picture.lines().rev().map(|line| line.chars().collect()).collect();
    if document["outcome"] == "N" {
        let first = &document["winning_moves"][0];
        let numbers = |key: &str| -> Vec<usize> {
            first[key].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect()
        };
        for row in numbers("rows") {
            for column in numbers("columns") {
                let coin = &mut picture[row - 1][column - 1];
                *coin = if *coin == '#' { '.' } else { '#' };
            }
        }
        let mut after = String::new();
        for row in picture.iter().rev() {
            writeln!(after, "{}", row.iter().collect::<String>()).unwrap();
        }
        let document = json(&["tartan", game, "--position", "-"], &after);
        assert_eq!((&document["value"], &document["outcome"]), (&0.into(), &"P".into()), "{after}");
    }
}

/// Six black coins: the answer tells the values of all places, and what each move leaves.
#[test]
fn a_board_shows_its_values_and_what_a_move_leaves() {
    let (game, picture) = ("ruler x ruler-multiples-of-3", "BWW\nWBB\nBBB\n");
    let document = json(&["tartan", game, "--position", "-"], picture);
    assert_eq!(document["position"], serde_json::json!(["#..", ".##", "###"]));
    assert_eq!(document["winning_moves"][0]["after"], serde_json::json!(["...", "###", ".##"]));
    assert_eq!(document["values"].as_array().unwrap().len(), 3);
    let run = grundy(&["tartan", game, "--position", "-", "--after", "--values"], picture);
    assert!(run.stdout.contains("  columns 1 x rows 1-3\n    ...\n    ###\n    .##\n"), "{}", run.stdout);
    assert!(run.stdout.contains("Values of single heads, the top row first:\n"), "{}", run.stdout);
    let ragged = grundy(&["tartan", game, "--position", "-"], "###\n##\n");
    assert_eq!((ragged.code, ragged.stdout.as_str()), (2, ""));
    assert!(ragged.stderr.contains("row 2 has 2 coins and row 1 has 3"), "{}", ragged.stderr);
    let directory = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for name in ["tartan.svg", "tartan.png"] {
        let path = directory.join(name);
        let run = grundy(&["tartan", game, "--position", "-", "-o", path.to_str().unwrap()], picture);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(std::fs::metadata(&path).unwrap().len() > 1000, "{name}");
    }
}

#[test]
fn mistakes() {
    refuses(&["nimber", "1 +"], "column 4");
    refuses(&["nimber", ""], "column 1");
    refuses(&["nimber", "1/0"], "division by 0");
    refuses(&["nimber", "2**4"], "'^' for a power");
    refuses(&["nimber", "3141 ** 5926"], "'^' for a power");
    refuses(&["nimber", "1\n+\n?"], "expected");
    refuses(&["nimber"], "--help");
    refuses(&["nimber", "--table", "0"], "1 to 4096");
    refuses(&["nimber", "--table", "1e9"], "1 to 4096");
    refuses(&["coins", "mok-turtles"], "did you mean mock-turtles?");
    refuses(&["coins", "3-1"], "3-1");
    refuses(&["coins", "ruler", "--position", "HTQ"], "'Q'");
    refuses(&["coins", "ruler", "--position", ""], "no coins");
    refuses(&["coins", "ruler", "-n", "2^40"], "2^27");
    refuses(&["coins", "motley", "-n", "100"], "2^28 at position 29");
    refuses(&["coins", "silver-dollar"], "--position");
    refuses(&["coins"], "--help");
    refuses(&["tartan", "ruler", "--board", "3x3"], "not a product");
    refuses(&["tartan", "ruler x ruler"], "--board");
    refuses(&["tartan", "ruler x ruler", "--board", "0x3"], "1 to 2^27");
    refuses(&["tartan", "ruler x ruler", "--board", "33"], "WIDTHxHEIGHT");
    refuses(&["tartan", "ruler x ruler", "--position", "no-such-file"], "cannot read no-such-file");
    refuses(&["tartan", "ruler x ruler", "--position", "-"], "no coins");
}
