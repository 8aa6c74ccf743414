//! `grundy bench` as a user calls it.

use assert_cmd::Command;
use grundy::engine::Kernel;
use serde_json::Value;

fn grundy(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("grundy").expect("the command is built");
    command.args(arguments);
    command
}

fn run(game: &str, engine: &str, n: &str) -> Value {
    let output = grundy(&["bench", "run", game, "--engine", engine, "-n", n, "--json"]).assert().success();
    serde_json::from_slice(&output.get_output().stdout).expect("one JSON document")
}

#[test]
fn one_hash_for_every_engine_and_rung() {
    let naive = run(".106", "naive", "5000");
    for engine in ["rare", "heaps", "stamp-loop", "rare-values", "speculative", "byte-array"] {
        assert_eq!(run(".106", engine, "5000")["hash"], naive["hash"], "{engine}");
    }
    let take = run("S(1,2,5)", "take", "2000");
    assert_eq!(run("S(1,2,5)", "naive", "2000")["hash"], take["hash"]);
    assert_ne!(take["hash"], naive["hash"]);
}

/// Nim's values are 0, 1, 2.
#[test]
fn the_hash_is_xxh3_over_two_little_endian_bytes() {
    let hash = xxhash_rust::xxh3::xxh3_64_with_seed(&[0, 0, 1, 0, 2, 0], 0);
    assert_eq!(run("nim", "take", "3")["hash"], format!("{hash:016x}"));
}

/// Threads change the speed and nothing else: the command itself compares the hashes.
#[test]
fn threads_are_compared() {
    let arguments = ["bench", "threads", ".106", "-n", "2e5", "--most", "2", "--repeat", "1", "--json"];
    let output = grundy(&arguments).assert().success();
    let document: Value = serde_json::from_slice(&output.get_output().stdout).expect("one JSON document");
    assert_eq!(document["hash"], run(".106", "block", "200000")["hash"]);
    let rows = document["rows"].as_array().expect("rows");
    let threads: Vec<(u64, bool)> = rows
        .iter()
        .map(|row| (row["threads"].as_u64().expect("a count"), row["speculative"].as_bool().expect("a truth")))
        .collect();
    assert_eq!(threads, [(1, true), (2, true), (1, false), (2, false)]);
    assert!(rows.iter().all(|row| row["to_one"].as_f64().expect("a ratio") > 0.0));
    assert_eq!(rows[0]["to_one"], 1.0);
}

#[test]
fn the_document_has_its_fields() {
    let document = run(".106", "byte-array", "5000");
    assert_eq!(document["game"], ".106");
    assert_eq!(document["engine"], "byte-array");
    assert_eq!(document["kernel"], "scalar");
    assert_eq!(document["threads"], 1);
    assert_eq!(document["n"], 5000);
    let timed = 5000 - document["warmup"].as_u64().expect("a count");
    let (seconds, rate) = (document["seconds"].as_f64(), document["values_per_second"].as_f64());
    assert!((seconds.expect("a time") * rate.expect("a rate") - timed as f64).abs() < 1e-3);
    assert_eq!(document["work"], 15 * timed, "15 terms a value");
    assert_eq!(run(".106", "rare", "5000")["warmup"], 0);
}

/// Up to two chunks `dense` looks at every split once, as the definition does; then at samples, and whole chunks.
#[test]
fn the_dense_engine_counts_its_work_and_names_its_kernel() {
    let on = |kernel: &str, n: &str| -> Value {
        let output =
            grundy(&["bench", "run", ".06", "--engine", "dense", "--kernel", kernel, "-n", n, "--json"]).assert();
        serde_json::from_slice(&output.success().get_output().stdout).expect("one JSON document")
    };
    assert_eq!(on("auto", "2000")["work"], run(".06", "naive", "2000")["work"]);
    let (auto, scalar) = (on("auto", "5000"), on("scalar", "5000"));
    assert_eq!(auto["kernel"], Kernel::detect().to_string());
    assert_eq!(scalar["kernel"], "scalar");
    assert_eq!(scalar["work"], auto["work"], "the algorithm fixes the work, not the instructions");
    assert_eq!(scalar["hash"], auto["hash"]);
}

#[test]
fn the_ladder_in_text_and_json_and_on_file() {
    let file = std::env::temp_dir().join(format!("grundy-bench-{}.md", std::process::id()));
    let path = file.to_str().expect("a plain path");
    let text = grundy(&["bench", "--game", ".106", "-n", "6000", "--repeat", "1", "--record", path]).assert().success();
    let text = String::from_utf8_lossy(&text.get_output().stdout).into_owned();
    let record = std::fs::read_to_string(&file).expect("the record was written");
    std::fs::remove_file(&file).expect("it can be removed");
    assert!(record.contains("processor: ") && record.contains("commit: "));
    assert!(record.ends_with(&format!("{}\n", text.trim_end())), "the record ends with the table that was printed");
    let output = grundy(&["bench", "--game", ".106", "-n", "6000", "--repeat", "1", "--json"]).assert().success();
    let document: Value = serde_json::from_slice(&output.get_output().stdout).expect("one JSON document");
    let rows = document["games"][0]["rows"].as_array().expect("rows");
    assert_eq!(rows[0]["engine"], "rare-values");
    assert_eq!(rows[0]["to_rare_values"], 1.0);
    for row in rows {
        assert_eq!(row["agrees"], true);
        for field in ["engine", "hash"] {
            assert!(text.contains(row[field].as_str().expect("a text")), "{row}");
        }
    }
}

#[test]
fn a_dense_game_has_the_definition_and_the_stamp_loop_as_opponents() {
    let output = grundy(&["bench", "--game", ".040", "-n", "2000", "--repeat", "1", "--json"]).assert().success();
    let document: Value = serde_json::from_slice(&output.get_output().stdout).expect("one JSON document");
    let table = &document["games"][0];
    assert_eq!((&table["game"], &table["rares"]), (&".04".into(), &Value::Null));
    let rows = table["rows"].as_array().expect("rows");
    assert!(rows.iter().map(|row| &row["engine"]).eq(["naive", "stamp-loop", "dense", "dense"]));
    assert!(rows.iter().map(|row| &row["threads"]).eq([1, 1, 1, 2]));
    assert!(rows.iter().all(|row| row["agrees"] == true));
    assert_eq!(rows[0]["to_naive"], 1.0);
    assert_eq!(rows[1]["to_stamp_loop"], 1.0);
}

#[test]
fn the_cost_of_detection_for_both_commands() {
    let output = grundy(&["bench", "detection", ".106", "-n", "1e5", "--repeat", "1", "--json"]).assert().success();
    let document: Value = serde_json::from_slice(&output.get_output().stdout).expect("one JSON document");
    let costs = document["costs"].as_array().expect("a list");
    assert!(costs.iter().map(|cost| &cost["command"]).eq(["solve", "search"]));
    assert_eq!((&costs[0]["from"], &costs[1]["from"]), (&0.into(), &(3 << 20).into()));
    for cost in costs {
        assert_eq!((&cost["game"], &cost["n"]), (&".106".into(), &100_000.into()));
        assert!(cost["seconds"].as_f64() > Some(0.0) && cost["detection_percent"].is_f64(), "{cost}");
    }
}

#[test]
fn a_sweep_measures_sparse_games_and_says_why_it_skips_others() {
    let output = grundy(&["bench", "sweep", "--games", ".770,.3", "--json"]).assert().success();
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect();
    assert_eq!(
        (&lines[0]["game"], &lines[0]["agrees"], &lines[0]["warmup"]),
        (&".77".into(), &true.into(), &65536.into())
    );
    assert!(lines[0]["n"].as_u64() >= Some(1 << 17) && lines[0]["ratio"].as_f64() > Some(0.0));
    assert_eq!(lines[1], serde_json::json!({ "game": ".3", "skipped": "never splits a heap" }));
}

#[test]
fn bad_input_is_one_line_and_exit_code_2() {
    for (arguments, says) in [
        (&["bench", "run", ".6", "--engine", "fast", "-n", "10"][..], "accepted are naive"),
        (&["bench", "run", ".106", "--engine", "unrolled", "-n", "9000"], "generated for .6"),
        (&["bench", "run", ".6", "--engine", "speculative", "-n", "9000"], "rare heap"),
        (&["bench", "run", ".106", "--engine", "rare", "--threads", "3", "-n", "10"], "--threads"),
        (&["bench", "run", ".06", "--engine", "stamp-loop", "--threads", "2", "-n", "10"], "--threads"),
        (&["bench", "run", ".106", "--engine", "block", "--threads", "0", "-n", "10"], "--threads"),
        (&["bench", "run", ".106", "--engine", "block", "--kernel", "mmx", "-n", "10"], "--kernel"),
        (&["bench", "run", ".106", "--engine", "naive", "--speculative", "-n", "10"], "--speculative"),
        (&["bench", "run", ".1x", "--engine", "naive", "-n", "10"], ".1x"),
        (&["bench", "--game", "nim"], "sparse space"),
        (&["bench", "--game", ".1x"], ".1x"),
        (&["bench", "detection", ".16", "-n", "1e6"], "finds a period of .16"),
        (&["bench", "detection", ".1x"], ".1x"),
        (&["bench", "sweep", "--from", "4.3"], "accepted are codes from .001 to .777"),
        (&["bench", "sweep", "--from", ".7", "--to", ".6"], "--from .7 comes after --to .6"),
        (&["bench", "run", ".F", "--engine", "stamp-loop", "-n", "10"], "at most two heaps"),
        (&["bench", "--game", ".106", "--record", "no/such/place.md"], "cannot write"),
    ] {
        let output = grundy(arguments).assert().code(2);
        let line = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(line.contains(says) && line.trim_end().lines().count() == 1, "{arguments:?}: {line}");
        assert!(output.get_output().stdout.is_empty());
    }
}
