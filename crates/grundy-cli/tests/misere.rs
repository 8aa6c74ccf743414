//! The command `grundy misere`, as a user types it.

use assert_cmd::Command;
use serde_json::Value;
use std::path::PathBuf;

fn grundy(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("grundy").unwrap().arg("misere").args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str]) -> (i32, Value) {
    let (code, out, _) = grundy(&[arguments, &["--json"]].concat());
    (code, serde_json::from_str(&out).unwrap())
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn solve_kayles() {
    let (code, document) = json(&["solve", ".77"]);
    assert_eq!(code, 0);
    for (key, value) in [("order", 40), ("p_positions", 9), ("period", 12), ("preperiod", 71), ("heaps", 167)] {
        assert_eq!(document[key], value, "{key}");
    }
    assert_eq!(document["game"], ".77");
    assert_eq!(document["standard_form"], ".77");
    assert_eq!(document["status"], "solved");
    assert_eq!(document["tame"], false);
    assert!(document["seconds"].is_f64());
    let presentation = &document["presentation"];
    assert_eq!(presentation["generators"].as_array().unwrap().len(), 7);
    assert_eq!(presentation["relations"][1], "b^3=b");
    assert_eq!(presentation["p_portion"][0], "a");
    assert_eq!(presentation["phi"].as_array().unwrap().len(), 82);
    let (code, out, _) = grundy(&["solve", "4.4"]);
    assert!(code == 0 && out.starts_with("4.4 (standard form .77): solved."), "{out}");
}

#[test]
fn unresolved_games_say_what_was_seen() {
    let (code, document) = json(&["solve", ".3122"]);
    assert_eq!((code, &document["status"]), (1, &Value::from("unresolved")));
    assert_eq!((&document["order"], &document["heaps"]), (&Value::from(52), &Value::from(6)));
    assert_eq!(document["period"], Value::Null);
    assert_eq!(document["unresolved"]["reason"], "diagonal");
    assert_eq!(document["unresolved"]["stuck_at"], 7);
    assert!(document["unresolved"]["failure_word"].as_array().unwrap().len() >= 2);
    let (code, out, _) = grundy(&["solve", ".26", "--max-order", "300"]);
    assert!(code == 1 && out.contains("grows quadratically") && out.contains("not proved"), "{out}");
    // A tame partial quotient does not make the game tame.
    assert_eq!(json(&["solve", ".77", "--limit", "3"]).1["tame"], Value::Null);
}

#[test]
fn certificates_tables_and_pictures_are_written() {
    let [cert, table, svg] = ["written.cert", "written.csv", "written.svg"].map(scratch);
    let paths = [&cert, &table, &svg].map(|path| path.to_str().unwrap());
    let arguments = ["solve", ".123", "--structure", "--cert", paths[0], "--table", paths[1], "--svg", paths[2]];
    let (code, document) = json(&arguments);
    assert_eq!(code, 0);
    let text = std::fs::read_to_string(cert).unwrap();
    assert!(text.starts_with("grundy-certificate 1\nkind misere-quotient\ngame .123\norder 20\n"));
    let table = std::fs::read_to_string(table).unwrap();
    assert_eq!(table.lines().count(), 21);
    assert!(table.lines().all(|line| line.split(',').count() == 22));
    assert!(std::fs::read_to_string(svg).unwrap().trim_end().ends_with("</svg>"));
    let structure = &document["structure"];
    assert_eq!(structure["tame"], Value::Null);
    let sizes = structure["components"].as_array().unwrap().iter().map(|c| c["elements"].as_array().unwrap().len());
    assert_eq!(sizes.sum::<usize>(), 20);
    assert_eq!(json(&["solve", "S(1,2)", "--structure"]).1["structure"]["tame"], "T_2");
}

#[test]
fn isomorphic_quotients() {
    let (_, document) = json(&["solve", ".75", "--isomorphic", ".512"]);
    assert_eq!(document["isomorphic"]["found"], true);
    let (_, document) = json(&["solve", ".75", "--isomorphic", ".77"]);
    assert_eq!(document["isomorphic"]["found"], false);
}

#[test]
fn a_long_run_goes_on_where_it_stopped() {
    let state = scratch("dawson.state");
    let path = state.to_str().unwrap();
    assert_eq!(grundy(&["solve", ".07", "--limit", "20", "--state", path]).0, 1);
    let (_, resumed) = json(&["solve", ".07", "--limit", "28", "--state", path]);
    let (_, fresh) = json(&["solve", ".07", "--limit", "28"]);
    for key in ["order", "p_positions", "heaps", "growth", "presentation"] {
        assert_eq!(resumed[key], fresh[key], "{key}");
    }
    // The state is a certificate of the heaps done; one that does not hold is refused.
    let (code, _, error) = grundy(&["solve", ".77", "--state", path]);
    assert!(code == 2 && error.contains("belongs to the game .07"), "{error}");
    let text = std::fs::read_to_string(&state).unwrap();
    std::fs::write(&state, text.replacen("\np 1 ", "\np 2 ", 1)).unwrap();
    let (code, _, error) = grundy(&["solve", ".07", "--state", path]);
    assert!(code == 2 && error.contains("remove it to begin anew"), "{error}");
}

#[test]
fn positions() {
    let (code, document) = json(&["position", ".77: 5 7 9 1000000007"]);
    assert_eq!((code, &document["outcome"]), (0, &Value::from("N")));
    for m in document["winning_moves"].as_array().unwrap() {
        // Play the move; the position must then be lost for who moves next.
        let index = m["index"].as_u64().unwrap() as usize;
        let mut heaps: Vec<u64> = vec![5, 7, 9, 1_000_000_007];
        heaps.remove(index);
        heaps.extend(m["left"].as_array().unwrap().iter().map(|heap| heap.as_u64().unwrap()));
        let text: Vec<String> = heaps.iter().map(u64::to_string).collect();
        assert_eq!(json(&["position", &format!(".77: {}", text.join(" "))]).1["outcome"], "P", "{m}");
    }
    // Progressions of moves: the first, the last and the one after the last.
    let (_, document) = json(&["position", ".77: 1000000007"]);
    let families: Vec<&Value> =
        document["winning_moves"].as_array().unwrap().iter().filter(|m| m["count"].as_u64().unwrap() > 1).collect();
    assert!(!families.is_empty());
    for m in families {
        let (step, count) = (m["step"].as_u64().unwrap(), m["count"].as_u64().unwrap());
        let (a, b) = (m["left"][0].as_u64().unwrap(), m["left"][1].as_u64().unwrap());
        assert!(a + (count - 1) * step <= b - (count - 1) * step);
        for k in [0, count / 2, count - 1] {
            let text = format!(".77: {} {}", a + k * step, b - k * step);
            assert_eq!(json(&["position", &text]).1["outcome"], "P", "{text}");
        }
    }
    // An unsolved game: by partial quotient, then by canonical forms.
    assert_eq!(json(&["position", ".07: 12 13"]).1["method"], "quotient");
    let (_, by_forms) = json(&["position", ".3122: 7 8"]);
    assert_eq!(by_forms["method"], "canonical-forms");
    let (code, out, _) = grundy(&["position", ".07: 1 1"]);
    assert!(code == 0 && out.contains("there is no move"), "{out}");
}

#[test]
fn genus_and_values() {
    let (_, document) = json(&["values", "kayles", "-n", "13"]);
    assert_eq!(document["first_wild"], 9);
    assert_eq!(document["heaps"][5]["symbol"], "4^146");
    assert_eq!(document["heaps"][8]["phylum"], "hereditarily-tame");
    let (_, document) = json(&["genus", "kayles", "5", "--tree"]);
    assert_eq!(document["genus"], "4^146");
    assert_eq!(document["superscript"], serde_json::json!([1, 4, 6]));
    assert_eq!(document["tree"].as_array().unwrap().len() as u64, document["followers"].as_u64().unwrap());
    let (_, sum) = json(&["genus", "nim", "2", "3"]);
    assert_eq!(sum["symbol"], "1^1");
}

#[test]
fn census_of_two_digits() {
    let table = scratch("census.csv");
    let (code, document) =
        json(&["census", "--digits", "2", "--max-order", "300", "--output", table.to_str().unwrap()]);
    assert_eq!(code, 0);
    let games = document["games"].as_array().unwrap();
    let kayles = games.iter().find(|game| game["standard_form"] == ".77").unwrap();
    assert_eq!((&kayles["status"], &kayles["period"]), (&Value::from("solved-wild"), &Value::from(12)));
    assert_eq!(std::fs::read_to_string(table).unwrap().lines().count(), games.len() + 1);
    let unresolved: u64 = document["unresolved"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    let solved = document["solved_tame"].as_u64().unwrap() + document["solved_wild"].as_u64().unwrap();
    assert_eq!(solved + unresolved, games.len() as u64);
}

#[test]
fn infinite_quotients() {
    let cert = scratch("infinite.cert");
    let (code, document) = json(&["infinite", ".3122", "--cert", cert.to_str().unwrap()]);
    assert_eq!((code, &document["status"]), (0, &Value::from("decided")));
    assert_eq!((&document["heaps"], &document["infinite"]), (&Value::from(7), &Value::from(true)));
    assert_eq!((&document["pair"]["a"], &document["pair"]["b"]), (&Value::from(7), &Value::from(5)));
    let text = std::fs::read_to_string(cert).unwrap();
    assert!(text.starts_with("grundy-certificate 1\nkind misere-outcomes\ngame .3122\nheaps 7\n"));
    let (code, out, _) = grundy(&["infinite", ".77"]);
    assert!(code == 1 && out.contains("the game is solved"), "{out}");
    let (code, out, _) = grundy(&["infinite", ".3122", "--max-values", "1000"]);
    assert!(code == 1 && out.contains("--max-values"), "{out}");
}

#[test]
fn bad_input_is_one_line() {
    for (arguments, expected) in [
        (&["solve", ".9x"][..], "not a digit"),
        (&["solve", ".77", "--limit", "0"], "--limit takes"),
        (&["solve", ".77", "--max-order", "99999"], "--max-order takes"),
        (&["solve", ".77", "--cert", "no/such/directory/x"], "cannot write"),
        (&["solve", "nim", "--cert", "x"], "largest removal"),
        (&["solve", "nim", "--state", "x"], "largest removal"),
        (&["solve", ".77", "--normal", "--cert", "x"], "--normal takes neither"),
        (&["position", ".77"], "GAME: heaps"),
        (&["position", ".77: x"], "not a heap"),
        (&["position", ".07: ring 12"], "rings"),
        (&["position", "kayles: 5 + .07"], "GAME: heaps"),
        (&["position", "kayles: 5 + .07: x"], "column 18"),
        (&["quotient", "{*2"], "closing brace"),
        (&["quotient", "*2*"], "column 3"),
        (&["quotient", "--rules", "no/such/file"], "cannot read"),
        (&["quotient", "--rules", "tests/rules/loopy.txt"], "reached again"),
        (&["genus", ".77", "1e9"], "too large"),
        (&["values", ".77", "-n", "1e9"], "up to 10001"),
        (&["census", "--digits", "9"], "1..=4"),
    ] {
        let (code, out, error) = grundy(arguments);
        assert!(code == 2 && out.is_empty() && error.contains(expected), "{arguments:?}: {code} {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

/// A good question whose answer is out of reach ends with 1, and says why in one line.
#[test]
fn out_of_reach_is_no_error_of_the_user() {
    for (arguments, expected) in [
        (&["solve", ".77", "--isomorphic", ".07", "--limit", "200", "--max-order", "200"][..], ".07 is not solved"),
        (&["position", ".3122: 500"], "not decided"),
        (&["quotient", "{*2}", "{{*2},0}", "--max-order", "2"], "--max-order"),
    ] {
        let (code, out, error) = grundy(arguments);
        assert!(code == 1 && out.is_empty() && error.contains(expected), "{arguments:?}: {code} {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn nim_is_solved() {
    let (code, document) = json(&["solve", "nim"]);
    assert_eq!((code, &document["status"], &document["tame"]), (0, &Value::from("solved"), &Value::from(true)));
    assert_eq!(document["nim"]["saltus"], 1);
    let (code, out, _) = grundy(&["solve", "nim"]);
    assert!(code == 0 && out.contains("Nim in disguise") && out.contains("infinite"), "{out}");
    let (_, document) = json(&["solve", ".1..."]);
    assert_eq!((&document["order"], &document["period"]), (&Value::from(2), &Value::from(1)));
    // Heaps of any size: 10^18 against 10^18 + 1, and one heap of one.
    let (_, document) = json(&["position", "nim: 1000000000000000000 1000000000000000001 1"]);
    assert_eq!((&document["method"], &document["outcome"]), (&Value::from("nim"), &Value::from("P")));
    let (_, document) = json(&["position", "nim: 1000000000000000000 1 1"]);
    let moves = document["winning_moves"].as_array().unwrap();
    assert_eq!((moves.len(), &moves[0]["left"]), (1, &serde_json::json!([1])));
}

#[test]
fn quotients_of_option_trees() {
    // The smallest wild quotient, and the quotient of a tame game.
    let (code, document) = json(&["quotient", "{{*2},*3,*2,0}"]);
    assert_eq!((code, &document["order"], &document["p_positions"]), (0, &Value::from(8), &Value::from(2)));
    assert_eq!(document["tame"], Value::Null);
    assert_eq!(json(&["quotient", "{*2}"]).1["tame"], "T_2");
    // Under normal play the same tree is worth 1, and the quotient is the group of *1 and *2.
    let (_, document) = json(&["quotient", "{{*2},*3,*2,0}", "--normal"]);
    assert_eq!((&document["order"], &document["p_positions"]), (&Value::from(4), &Value::from(1)));
    assert_eq!(document["structure"]["kernel"]["group"], "Z_2^2");
    // Rows of Kayles written out have the partial quotient of Kayles.
    let (_, written) = json(&["quotient", "--rules", "tests/rules/pins.txt"]);
    let (_, kayles) = json(&["solve", "kayles", "--limit", "4"]);
    assert_eq!(written["order"], kayles["order"]);
    assert_eq!(written["presentation"]["relations"], kayles["presentation"]["relations"]);
    let (_, out, _) = grundy(&["quotient", "{*2}"]);
    assert!(out.contains("order 6 with 2 P-positions") && out.contains("{*2}"), "{out}");
}

#[test]
fn the_normal_quotient_for_comparison() {
    let (code, document) = json(&["solve", "kayles", "--normal"]);
    assert_eq!((code, &document["play"], &document["period"]), (0, &Value::from("normal"), &Value::from(12)));
    assert_eq!((&document["order"], &document["p_positions"]), (&Value::from(16), &Value::from(1)));
}

#[test]
fn sums_of_different_games() {
    let (code, document) = json(&["position", "kayles: 5 7 + S(1,2): 4 + kayles: 1000000"]);
    assert_eq!((code, document["games"].as_array().unwrap().len()), (0, 2));
    assert_eq!(document["heaps"].as_array().unwrap().len(), 4);
    let (_, out, _) = grundy(&["position", "kayles: 5 7 + .07: 4"]);
    assert!(out.contains("heap 4 of .07 has value"), "{out}");
}

/// The title and the legend lie within the picture.
#[test]
fn the_legend_of_a_small_picture_is_whole() {
    let svg = scratch("small.svg");
    assert_eq!(grundy(&["solve", "S(1)", "--svg", svg.to_str().unwrap()]).0, 0);
    let text = std::fs::read_to_string(svg).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let width: f64 = document.root_element().attribute("width").unwrap().parse().unwrap();
    for node in document.descendants().filter(|node| node.has_tag_name("text") && node.attribute("x") == Some("20")) {
        let size: f64 = node.attribute("font-size").unwrap().parse().unwrap();
        let end = 20.0 + node.text().unwrap().chars().count() as f64 * size * 0.61;
        assert!(end <= width, "{:?} ends at {end} of {width}", node.text());
    }
}
