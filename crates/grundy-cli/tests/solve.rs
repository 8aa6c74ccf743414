//! `grundy solve`, and what proofs do for other commands.

use assert_cmd::Command;
use serde_json::Value;

fn grundy(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn json(args: &[&str]) -> (Option<i32>, Value) {
    let (code, out, err) = grundy(&[args, &["--json"]].concat());
    assert_eq!(err, "");
    (code, serde_json::from_str(&out).unwrap())
}

#[test]
fn both_theorems_and_the_document() {
    for theorem in ["classical", "sparse"] {
        let (code, document) = json(&["solve", ".156", "--theorem", theorem]);
        assert_eq!(code, Some(0));
        assert_eq!(document["status"], "periodic");
        assert_eq!((&document["preperiod"], &document["period"]), (&3479.into(), &349.into()));
        assert_eq!((&document["saltus"], &document["theorem"]), (&0.into(), &theorem.into()));
        assert_eq!(document["max"]["value"], 23);
        let sparse = &document["sparse"];
        assert_eq!(
            (&sparse["mask"], &sparse["rares"], &sparse["last_rare"]),
            (&"0x1b".into(), &15.into(), &357.into())
        );
        assert_eq!(sparse["depth"].is_null(), theorem == "classical", "{sparse}");
        let needed = if theorem == "classical" { 2 * (3479 + 349 - 1) + 3 + 1 } else { 4614 };
        assert_eq!((&document["values_needed"], &document["largest_removal"]), (&needed.into(), &3.into()));
        assert!(document["seconds"].as_f64().unwrap() >= 0.0 && document["observed"].is_null());
    }
    let (_, document) = json(&["solve", "nim"]);
    assert_eq!((&document["status"], &document["saltus"]), (&"arithmetic-periodic".into(), &1.into()));
}

/// Too few values, and games that no theorem covers, are not called periodic.
#[test]
fn unresolved_is_an_answer() {
    for args in [&["solve", ".16", "--limit", "200000"][..], &["solve", "couples-are-forever", "--limit", "3"]] {
        let (code, document) = json(args);
        assert_eq!((code, &document["status"], &document["theorem"]), (Some(1), &"unresolved".into(), &Value::Null));
    }
    let (code, document) = json(&["solve", ".F6", "--limit", "1800"]);
    assert_eq!((code, &document["status"]), (Some(1), &"unresolved".into()));
    assert!(document["observed"]["saltus"].as_u64().unwrap() > 0);
    assert_eq!(document["observed"]["seen_to"], 1799);
    assert_eq!((&document["ended"], &document["known"]["verdict"]), (&"values".into(), &"open".into()));
    let (code, document) = json(&["solve", ".F6", "--time", "0.1"]);
    assert_eq!((code, &document["ended"]), (Some(1), &"time".into()));
    let (_, text, _) = grundy(&["solve", ".6", "--limit", "1000"]);
    assert!(text.contains("known? no: an open problem") && text.contains("to go on: --time"), "{text}");
    let (_, document) = json(&["solve", ".F6", "--limit", "2500"]);
    assert!(document["observed"].is_null(), "{document}");
}

#[test]
fn certificates_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("45.cert");
    let (code, _, _) = grundy(&["solve", ".45", "--cert", path.to_str().unwrap()]);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(code, Some(0));
    assert!(text.starts_with("grundy-certificate 1\nkind period\ngame .45\ntheorem sparse\npreperiod 498\n"), "{text}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    let (code, _, error) = grundy(&["solve", ".45", "--cert", "/nowhere/45.cert"]);
    assert!(code == Some(2) && error.starts_with("error: cannot write /nowhere/45.cert"), "{error}");
    let (code, _, error) = grundy(&["solve", "nim", "--theorem", "sparse"]);
    assert!(code == Some(2) && error.lines().count() == 1, "{error}");
}

/// Values at any index at once, by whatever theorem.
#[test]
fn far_values() {
    let period = 149_459u64;
    let from = 10u64.pow(18);
    let near = 105_351 + (from - 105_351) % period;
    let (_, far, _) = grundy(&["values", ".16", "--from", "1e18", "-n", "5"]);
    assert_eq!(far, grundy(&["values", ".16", "--from", &near.to_string(), "-n", "5"]).1);
    let (_, out, _) = grundy(&["values", "nim", "--from", "1e18", "-n", "2"]);
    assert_eq!(out, "1000000000000000000 1000000000000000001\n");
    // Between the proof and two million no value is computed one by one.
    let (_, out, _) = grundy(&["position", ".07: 999999"]);
    assert!(out.contains("heap 999999 has value 0"), "{out}");
    assert_eq!(grundy(&["values", ".07", "--from", "999990", "-n", "10"]).1, "5 5 9 3 3 0 1 1 3 0\n");
    let (_, out, _) = grundy(&["position", "S(1,2,5): 1e18 4"]);
    assert!(out.contains("heap 1000000000000000000 has value 1"), "{out}");
}
