//! Games in the terminal, played from a script.

use assert_cmd::Command;
use serde_json::Value;

fn play(args: &[&str], lines: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let output = command.arg("play").args(args).write_stdin(lines.join("\n") + "\n").assert().success().stderr("");
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

#[test]
fn a_whole_game_is_won_against_a_perfect_computer() {
    // 5 xor 3 = 6: take the nim-sum away, then answer as in a mirror.
    let text = play(&["nim: 5 3", "--seed", "1"], &["why", "5 -> 3", "hint", "quit"]);
    assert!(text.contains("5 is worth 5, 3 is worth 3; 5 xor 3 = 6. The nim-sum is 6, not 0"), "{text}");
    assert!(text.contains("computer: take 1 from 3, leave 2"), "{text}");
    assert!(text.contains("take 1 from 3, leave 2: After"), "{text}");
    // The mirror, to the end: the computer always takes one bean.
    let text = play(&["nim: 2 1", "--seed", "1"], &["2 -> 1", "take 1 from 1"]);
    assert!(text.ends_with("No move is left: you win.\n"), "{text}");
    assert!(text.is_ascii(), "plain text when piped: {text}");
}

#[test]
fn a_perfect_computer_wins_what_is_lost_for_the_other() {
    for seed in ["1", "2", "3"] {
        let lines =
            ["take 1 from 3", "take 1 from 2", "take 1 from 1", "take 1 from 1", "take 1 from 1", "take 2 from 2"];
        let text = play(&["nim: 3 3", "--seed", seed], &lines);
        assert!(!text.contains("you win"), "{text}");
    }
}

#[test]
fn moves_are_taken_back_and_refused() {
    let lines = ["7 -> 4", "nonsense", "undo", "7 -> 3 3", "undo", "moves", "take 2 from 7 leave 1 4", "quit"];
    let text = play(&["kayles: 7", "--computer", "none"], &lines);
    for part in [
        "\"7 -> 4\" is not allowed: in kayles: Take 1 bean and leave nothing, one heap or two heaps.",
        "\"nonsense\" is not a move",
        "there is no move of yours to take back",
        "player 2> undo",
        "  take 1 from 7, leave 3 + 3",
        "2  heap 4   o o o o",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn every_kind_of_game_is_drawn_and_played() {
    let start = "kayles: ring 12 + wythoff: 2 3 + coins mock-turtles: HTTH + tartan ruler x ruler: #./.#";
    let lines =
        ["ring 12 -> 10", "2 3 -> 1 2", "coins mock-turtles: turn 1 4", "turn columns 1 rows 1 2", "why", "quit"];
    let text = play(&[start, "--computer", "none"], &lines);
    for part in ["( o o o o o o o o o o o o )", ". . . Q", "H T T H", "1 2 3 4", "player 1> why"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("not allowed"), "{text}");
}

#[test]
fn misere_play_is_judged_by_the_quotient() {
    let text = play(&["kayles: 5 7", "--misere", "--computer", "none"], &["why", "hint", "quit"]);
    assert!(text.contains("In the misère quotient the product"), "{text}");
    let text = play(&["nim: 1 1", "--misere", "--computer", "none"], &["take 1 from 1", "take 1 from 1"]);
    assert!(text.ends_with("No move is left: player 1 wins.\n"), "{text}");
}

#[test]
fn a_record_is_a_document() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let args = ["play", "nim: 2 1", "--seed", "1", "--computer", "second", "--json"];
    let assert = command.args(args).write_stdin("2 -> 1\ntake 1 from 1\n").assert().success();
    let record: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!((&record["over"], &record["winner"]), (&Value::Bool(true), &Value::from(1)));
    assert_eq!(record["moves"][1]["by"], "computer");
    let schemas = grundy::answer::schemas();
    let schema = serde_json::to_value(&schemas["play_record"]).unwrap();
    assert!(jsonschema::is_valid(&schema, &record));
}

#[test]
fn bad_input_is_one_line() {
    for (args, part) in [
        (&["play", "kayles"][..], "a position is written"),
        (&["play", "kayles: 5", "--skill", "101"], "--skill"),
        (&["play", "kayles: 5", "--computer", "third"], "--computer"),
        (&["serve", "--host", "0.0.0.0"], "loopback"),
        (&["serve", "--port", "70000"], "--port"),
        (&["serve", "--json"], "prints no document"),
    ] {
        let assert = Command::new(env!("CARGO_BIN_EXE_grundy")).args(args).assert().code(2);
        let stderr = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(stderr.contains(part) && stderr.lines().count() == 1, "{args:?}: {stderr}");
    }
}

#[test]
fn bytes_that_are_no_text_are_no_move() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let command = command.args(["play", "kayles: 7", "--computer", "none"]);
    let output = command.write_stdin(&b"caf\xe9\n7 -> 3 3\r\nquit\n"[..]).assert().success().stderr("");
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("heap 3"), "{text}");
}
