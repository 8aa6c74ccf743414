//! `grundy wythoff` and `grundy bench wythoff` on the real binary.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::PathBuf;

fn grundy(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("grundy").unwrap();
    command.args(args);
    command
}

/// The one JSON document on stdout, with exit code 0.
fn json(args: &[&str]) -> Value {
    let output = grundy(args).arg("--json").assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

fn text(args: &[&str]) -> String {
    String::from_utf8(grundy(args).assert().success().get_output().stdout.clone()).unwrap()
}

/// One line on stderr that contains `part`, nothing on stdout, exit code 2.
fn refused(args: &[&str], part: &str) {
    let output = grundy(args).assert().code(2).get_output().clone();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(output.stdout.is_empty(), "{args:?}");
    assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
    assert!(message.contains(part), "{args:?}: {message}");
}

/// A directory of this test alone.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn tables_and_points() {
    let table = json(&["wythoff", "table", "--rows", "3", "--columns", "4"]);
    assert_eq!(table, json!({"rows": 3, "columns": 4, "values": [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]}));
    assert_eq!(text(&["wythoff", "table", "--rows", "2", "--columns", "3", "--format", "csv"]), "0,1,2\n1,2,0\n");
    let upwards = text(&["wythoff", "table", "--rows", "2", "--columns", "2", "--up"]);
    assert!(upwards.starts_with("1 | 1 2\n0 | 0 1\n"), "{upwards}");
    let points = json(&["wythoff", "points", "--g", "1", "--rows", "5"]);
    assert_eq!(points["points"][0], json!({"g": 1, "n": 0, "a": 0, "b": 1}));
    assert_eq!(points["points"].as_array().unwrap().len(), 4);
    let all = text(&["wythoff", "points", "--g", "2", "--rows", "2", "--all", "--format", "csv"]);
    assert_eq!(all, "g,n,a,b,d\n0,0,0,0,0\n1,0,0,1,1\n2,0,0,2,2\n0,1,1,2,1\n2,1,1,1,0\n");
}

#[test]
fn points_near_and_far() {
    let near = json(&["wythoff", "point", "--g", "20", "--index", "1000"]);
    assert_eq!((&near["status"], &near["bounds"]), (&json!("exact"), &json!([])));
    let far = json(&["wythoff", "point", "--g", "4", "--index", "1e12", "--effort", "1e6"]);
    assert_eq!((&far["g"], &far["n"]), (&json!(4), &json!(1_000_000_000_000u64)));
    assert_eq!((&far["a"], &far["b"]), (&json!(1_618_033_988_750u64), &json!(2_618_033_988_751u64)));
    assert_eq!(far["status"], json!("conjectural"));
    assert_eq!((&far["bounds"][0]["strip"], &far["bounds"][0]["g"]), (&json!("proved"), &json!(4)));
    assert!(far["bounds"][0]["settle"].as_u64() >= Some(2 * 180));
    let zero = json(&["wythoff", "point", "--g", "0", "--index", "1e18"]);
    assert_eq!((&zero["a"], &zero["status"]), (&json!(1_618_033_988_749_894_848u64), &json!("exact")));
    // A cross-check against WSG turns a conjectural answer into an exact one.
    let checked = json(&["wythoff", "point", "--g", "2", "--index", "1e5", "--effort", "0", "--verify"]);
    assert_eq!((&checked["status"], &checked["verified"]), (&json!("exact"), &json!("wsg")));
    let told = text(&["wythoff", "point", "--g", "2", "--index", "1e15", "--effort", "0", "--settle", "500"]);
    assert!(told.contains("conjectural") && told.contains("R = 500 (given)"), "{told}");
}

#[test]
fn values() {
    let small = json(&["wythoff", "value", "12", "15"]);
    assert_eq!((&small["a"], &small["b"], &small["value"]), (&json!(12), &json!(15), &json!(22)));
    assert_eq!(small["status"], json!("exact"));
    let row = json(&["wythoff", "value", "1e18", "1"]);
    // Row 1 is 1 2 0 | 4 5 3 | …, and 10^18 = 1 (mod 3).
    assert_eq!((&row["value"], &row["method"]), (&json!(1_000_000_000_000_000_001u64), &json!("row_period")));
    let outside = json(&["wythoff", "value", "1e15", "1e15", "--max-g", "7"]);
    assert_eq!((&outside["greater_than"], &outside["status"]), (&json!(7), &json!("exact")));
    assert_eq!(outside.get("value"), None);
    let zero = json(&["wythoff", "value", "1618033988749", "2618033988749"]);
    assert_eq!((&zero["value"], &zero["status"]), (&json!(0), &json!("exact")));
    let one = json(&["wythoff", "value", "1618033988750", "2618033988750", "--max-g", "3"]);
    assert_eq!((&one["value"], &one["status"]), (&json!(1), &json!("conjectural")));
}

#[test]
fn value_always_answers() {
    // Values beyond the reach of RW: the largest g that is settled, by the strip (exact) or by RW (labelled).
    let wide = json(&["wythoff", "value", "1e12", "1618034000000", "--max-g", "4095"]);
    assert_eq!((&wide["greater_than"], &wide["max_g"], &wide["status"]), (&json!(624), &json!(4095), &json!("exact")));
    let small = json(&["wythoff", "value", "1618033990", "1e9", "--max-g", "4095"]);
    assert_eq!((&small["value"], &small["status"]), (&json!(1), &json!("conjectural")));
    // WSG agrees, also where it knows more than RW was asked for.
    let near = ["wythoff", "value", "100000", "161812", "--effort", "0", "--verify"];
    let few = json(&[&near[..], &["--max-g", "3"]].concat());
    let many = json(&[&near[..], &["--max-g", "30"]].concat());
    assert_eq!((&few["verified"], &many["verified"]), (&json!("wsg"), &json!("wsg")));
    assert_eq!((&few["greater_than"], &few["status"]), (&json!(3), &json!("exact")));
    assert!(many["value"].as_u64().unwrap() > 3);
}

#[test]
fn what_is_out_of_reach_ends_with_1() {
    for args in [
        &["wythoff", "point", "--g", "200", "--index", "1e12"][..],
        &["wythoff", "move", "1e12", "1e12", "--nim", "99"],
    ] {
        let output = grundy(args).assert().code(1).get_output().clone();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.starts_with("not settled: ") && message.lines().count() == 1, "{message}");
        let output = grundy(args).arg("--json").assert().code(1).get_output().clone();
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["status"], json!("unsettled"));
    }
    // Proved bounds leave no other cell to move to: exact for any heap.
    let moves = json(&["wythoff", "move", "17", "1e18", "--nim", "100"]);
    assert_eq!(
        (&moves["status"], &moves["winning_moves"]),
        (&json!("exact"), &json!([{"wythoff": {"a": 17, "b": 91}}]))
    );
}

#[test]
fn rows_are_proved_or_not() {
    let row = json(&["wythoff", "row", "20"]);
    assert_eq!(row["rows"], json!([{"row": 20, "preperiod": 1165, "period": 384, "status": "proved"}]));
    assert_eq!(row["proof"]["window"], json!(60));
    let several = json(&["wythoff", "row", "0-2"]);
    assert_eq!(several["rows"][2], json!({"row": 2, "preperiod": 0, "period": 3, "status": "proved"}));
    let output = grundy(&["wythoff", "row", "40", "--limit", "500", "--json"]).assert().code(1).get_output().clone();
    let unsettled: Value = serde_json::from_slice(&output.stdout).unwrap();
    let entry = &unsettled["rows"][0];
    assert_eq!((&entry["status"], &entry["period"]), (&json!("unsettled"), &Value::Null));
}

#[test]
fn winning_moves() {
    let won = json(&["wythoff", "move", "12", "20", "--nim", "5"]);
    assert_eq!((&won["outcome"], &won["value"], &won["status"]), (&json!("N"), &json!(0), &json!("exact")));
    let moves = won["winning_moves"].as_array().unwrap();
    assert!(moves.contains(&json!({"nim": {"to": 0}})), "{moves:?}");
    let lost = json(&["wythoff", "move", "2", "1"]);
    assert_eq!((&lost["outcome"], &lost["winning_moves"]), (&json!("P"), &json!([])));
    let far = json(&["wythoff", "move", "1e15", "1e15", "--nim", "1"]);
    assert_eq!(
        (&far["outcome"], &far["greater_than"], &far["status"]),
        (&json!("N"), &json!(1), &json!("conjectural"))
    );
    assert_eq!(far["winning_moves"], json!([{"wythoff": {"a": 2, "b": 2}}]));
}

/// The value of these piles is settled with a smaller g than the heap: the cells must be found with the heap's own
/// bounds.
#[test]
fn winning_moves_far_out_rest_on_the_bounds_of_the_heap() {
    let exact = json(&["wythoff", "move", "810385", "1311232", "--nim", "20"]);
    let far = json(&["wythoff", "move", "810385", "1311232", "--nim", "20", "--effort", "1000"]);
    assert_eq!((&exact["status"], &far["status"]), (&json!("exact"), &json!("conjectural")));
    assert_eq!(exact["winning_moves"], far["winning_moves"]);
    let bounds = far["bounds"].as_array().unwrap();
    let own = bounds.iter().find(|bounds| bounds["g"] == 20).expect("the bounds of the heap");
    assert!(own["settle"].as_u64() >= Some(2 * 4136), "{own}");
    assert_eq!(own["low"], json!(-225));
    let checked = json(&["wythoff", "move", "810385", "1311232", "--nim", "20", "--effort", "1000", "--verify"]);
    assert_eq!((&checked["verified"], &checked["status"]), (&json!("wsg"), &json!("exact")));
    let other = json(&["wythoff", "move", "1618033988750", "2618033988750", "--nim", "20"]);
    let moves = other["winning_moves"].as_array().unwrap();
    assert!(!moves.contains(&json!({"wythoff": {"a": 1_618_033_988_750u64, "b": 2_618_033_988_745u64}})), "{moves:?}");
    for cell in moves.iter().filter_map(|win| win.get("wythoff")) {
        let (a, b) = (cell["a"].to_string(), cell["b"].to_string());
        assert_eq!(json(&["wythoff", "value", &a, &b])["value"], json!(20), "{cell}");
    }
}

#[test]
fn points_by_row_and_by_diagonal() {
    let point = json(&["wythoff", "point", "--g", "3", "--index", "1e9"]);
    let (a, b) = (point["a"].as_u64().unwrap(), point["b"].as_u64().unwrap());
    let same = |args: [&str; 2]| {
        let other = json(&["wythoff", "point", "--g", "3", args[0], args[1]]);
        assert_eq!(["g", "n", "a", "b"].map(|key| &other[key]), ["g", "n", "a", "b"].map(|key| &point[key]));
    };
    same(["--row", &a.to_string()]);
    same(["--row", &b.to_string()]);
    same(["--diagonal", &(b - a).to_string()]);
}

#[test]
fn states_and_bounds() {
    let state = json(&["wythoff", "state", "2", "--g", "3"]);
    assert_eq!(state["insert"], json!([1, 3]));
    assert_eq!(state["n_index"].as_array().unwrap().len(), 4);
    let bounds = json(&["wythoff", "bounds", "--g", "2", "--rows", "5001"]);
    assert_eq!(bounds["blass_fraenkel"], json!(true));
    assert_eq!(bounds["deviations"][0]["alpha_seen"], json!(0));
    let told = text(&["wythoff", "bounds", "--g", "2", "--rows", "5001"]);
    assert!(told.contains("(1-6) holds for g = 1"), "{told}");
}

#[test]
fn experiments() {
    let converge = json(&["wythoff", "converge", "--g", "1", "--rows", "3001"]);
    assert_eq!(converge["worst"][1]["rows"], json!(45));
    assert_eq!(converge["worst"][1]["start"], json!(2201));
    assert_eq!(converge["status"], json!("observed"));
    let one = json(&["wythoff", "converge", "--g", "6", "--from", "685531"]);
    assert_eq!((&one["worst"][6]["rows"], &one["worst"][6]["times"]), (&json!(395), &json!(1)));
    let stats = json(&["wythoff", "stats", "--g", "1", "--rows", "1001"]);
    assert_eq!(stats["drifts"][1]["min"], json!({"drift": -4, "n": 57}));
    assert_eq!(stats["drifts"][1]["max"], json!({"drift": 2, "n": 282}));
    let near = json(&["wythoff", "near", "--g", "150", "--rows", "101", "--distance", "3"]);
    assert_eq!(near["largest"][2], json!({"distance": 3, "a": 44, "b": 67, "value": 89}));
}

#[test]
fn pictures() {
    let directory = scratch("wythoff-pictures");
    for (name, args) in [
        ("points.svg", ["--g", "20", "--rows", "61"].as_slice()),
        ("points.png", &["--g", "200", "--rows", "301"]),
        ("matrix.png", &["--matrix", "120"]),
        ("matrix.svg", &["--matrix", "30"]),
        ("zeros.svg", &["--g", "0", "--rows", "61"]),
    ] {
        let path = directory.join(name);
        let mut command = grundy(&["wythoff", "plot", "-o", path.to_str().unwrap()]);
        command.args(args).assert().success();
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.starts_with(if name.ends_with("png") { b"\x89PNG" } else { b"<svg" }), "{name}");
        assert!(bytes.len() > 2000, "{name}");
    }
    for (command, name) in [("stats", "drifts.svg"), ("converge", "rows.png")] {
        let path = directory.join(name);
        grundy(&["wythoff", command, "--g", "4", "--rows", "2001", "-o", path.to_str().unwrap()]).assert().success();
        assert!(std::fs::metadata(&path).unwrap().len() > 2000, "{name}");
    }
    let zeros = std::fs::read_to_string(directory.join("zeros.svg")).unwrap();
    assert!(!zeros.contains("and 0-points"), "0-points are named once");
}

#[test]
fn paper_in_part() {
    let directory = scratch("wythoff-paper");
    let out = directory.join("made/here");
    let report = json(&["wythoff", "paper", "--output", out.to_str().unwrap(), "--table", "1", "--table", "6"]);
    assert_eq!(report["differing"], json!(0));
    assert_eq!(report["lines"].as_array().unwrap().len(), 16 + 21);
    for file in ["table1.csv", "table6.csv", "figure2.svg", "figure10.svg"] {
        assert!(out.join(file).exists(), "{file}");
    }
    let table = std::fs::read_to_string(out.join("table6.csv")).unwrap();
    assert!(table.contains("20,1000000000000,1618033988749,2618033988739,conjectural"), "{table}");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    refused(&["wythoff", "point", "--g", "x", "--index", "5"], "0 to 4095");
    refused(&["wythoff", "point", "--g", "5", "--index", "-5"], "");
    refused(&["wythoff", "point", "--g", "5", "--index", "1e19"], "up to");
    refused(&["wythoff", "point", "--g", "5"], "--index <N>");
    refused(&["wythoff", "point", "--g", "5", "--index", "1e15", "--low", "-3"], "--high");
    refused(
        &["wythoff", "point", "--g", "5", "--index", "1e15", "--low", "3", "--high", "1", "--settle", "9"],
        "above",
    );
    refused(
        &["wythoff", "point", "--g", "9", "--index", "1e15", "--low", "0", "--high", "1", "--settle", "900"],
        "wider",
    );
    refused(&["wythoff", "value", "1e19", "3"], "pile 10000000000000000000");
    refused(&["wythoff", "value", "three", "4"], "not a count");
    refused(&["wythoff", "row", "9-3"], "comes after");
    refused(&["wythoff", "row", "10001"], "10000");
    refused(&["wythoff", "move", "1e12", "1e12", "--nim", "1e9"], "4095");
    refused(&["wythoff", "table", "--rows", "1e6", "--columns", "1e6"], "too large");
    refused(&["wythoff", "table", "--rows", "2^32", "--columns", "2^32"], "too large");
    refused(&["wythoff", "value", "-1", "3"], "not a count");
    refused(&["wythoff", "plot", "--matrix", "1e9", "-o", "picture.png"], "2 to 8000");
    refused(&["wythoff", "plot", "--g", "3", "-o", "picture.gif"], ".png or .svg");
    refused(&["wythoff", "plot", "--matrix", "1000", "-o", "picture.svg"], ".png");
    refused(&["wythoff", "paper", "--output", "x", "--table", "7"], "1..=6");
    refused(&["wythoff", "stats", "--g", "3", "--rows", "1e15"], "2^40");
    refused(&["wythoff", "point", "--g", "3", "--row", "1e19"], "row");
    refused(&["wythoff", "point", "--g", "4000", "--index", "1e15", "--settle", "1e8"], "R 100000000 is too large");
    refused(&["wythoff", "point", "--g", "3", "--row", "3", "--diagonal", "3"], "cannot be used with");
}

#[test]
fn examples_of_the_help_work() {
    for command in [
        "table", "points", "point", "value", "row", "move", "bounds", "state", "converge", "stats", "near", "plot",
        "paper",
    ] {
        let help = text(&["wythoff", command, "--help"]);
        let (_, examples) = help.split_once("Example").unwrap_or_else(|| panic!("{command}: no example"));
        let directory = scratch(&format!("wythoff-help-{command}"));
        for line in examples.lines().filter_map(|line| line.trim().strip_prefix("grundy ")) {
            // The whole paper takes minutes; its second example does a part of it.
            if command == "paper" && !line.contains("--table") {
                continue;
            }
            let args: Vec<&str> = line.split(' ').collect();
            grundy(&args).current_dir(&directory).assert().success();
        }
    }
}
