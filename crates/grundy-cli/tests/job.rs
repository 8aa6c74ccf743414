//! Certificates that are checked elsewhere, on the real binary.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn grundy(args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn text(output: Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

/// The certificate of `.45`, with three windows.
fn certificate(path: &Path) {
    let path = path.to_str().unwrap();
    text(grundy(&["solve", ".45", "--cert", path], b""));
    let values: Value = serde_json::from_str(&text(grundy(&["values", ".45", "-n", "720", "--json"], b""))).unwrap();
    let digit = |value: &Value| char::from_digit(value.as_u64().unwrap() as u32, 36).unwrap();
    let digits: String = values["values"].as_array().unwrap().iter().map(digit).collect();
    let windows = [420, 500, 690].map(|start| format!("segment {start} {}\n", &digits[start - 200..start]));
    fs::write(path, fs::read_to_string(path).unwrap() + &windows.concat()).unwrap();
}

#[test]
fn a_certificate_is_checked_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("45.cert");
    certificate(&path);
    let file = path.to_str().unwrap();
    let list = |more: &[&str]| text(grundy(&[&["job", "list", "--cert", file], more].concat(), b""));
    let merge = |receipts: &str| {
        let output = grundy(&["job", "merge", "--json", "--cert", file, "-"], receipts.as_bytes());
        (output.status.code(), serde_json::from_slice::<Value>(&output.stdout).unwrap())
    };
    let jobs = list(&[]);
    assert_eq!(jobs.lines().count(), 5, "the frame and four segments");
    let done = text(grundy(&["job", "run", "--threads", "3"], jobs.as_bytes()));
    let receipts: Vec<&str> = done.lines().collect();
    assert_eq!(receipts.len(), 5);
    let said: Vec<Value> = receipts.iter().map(|receipt| serde_json::from_str(receipt).unwrap()).collect();
    assert!(said.iter().all(|receipt| receipt["verdict"] == "verified"));
    // Some of them, then all of them in another order.
    let (code, merged) = merge(&receipts[..2].join("\n"));
    assert_eq!((code, &merged["coverage"]["checked"]), (Some(0), &false.into()));
    assert_eq!(list(&[]).lines().count(), 3);
    assert_eq!(list(&["--all"]), jobs);
    let standing = text(grundy(&["job", "merge", "--cert", file], b""));
    assert!(standing.contains("open segments") && !standing.contains("CHECKED"), "{standing}");
    let reversed: Vec<&str> = receipts.iter().rev().copied().collect();
    let (code, merged) = merge(&reversed.join("\n"));
    assert_eq!(code, Some(0));
    assert_eq!((&merged["accepted"], &merged["repeated"]), (&3.into(), &2.into()));
    assert_eq!(merged["coverage"]["checked"], true);
    assert!(text(grundy(&["job", "merge", "--cert", file], b"")).contains("CHECKED        in full"));
    assert_eq!(fs::read_to_string(folder.path().join("45.receipts.jsonl")).unwrap().lines().count(), 5);
    // A receipt of another certificate, and one that was changed.
    let (code, merged) = merge(&receipts[0].replace("\"certificate\":\"", "\"certificate\":\"0"));
    assert_eq!((code, merged["refused"].as_array().unwrap().len()), (Some(1), 1));
    // A wrong window is rejected, wherever it is checked.
    let right = fs::read_to_string(&path).unwrap();
    let place = right.find("segment 500 ").unwrap() + 12;
    let other = if &right[place..=place] == "1" { "4" } else { "1" };
    let wrong = [&right[..place], other, &right[place + 1..]].concat();
    fs::write(&path, wrong).unwrap();
    assert_eq!(list(&[]).lines().count(), 5, "receipts of another text do not count");
    let done = grundy(&["job", "run"], list(&[]).as_bytes());
    assert_eq!(done.status.code(), Some(1));
    let (code, merged) = merge(&String::from_utf8(done.stdout).unwrap());
    assert_eq!(code, Some(1));
    assert!(!merged["coverage"]["rejected"].as_array().unwrap().is_empty());
    assert_eq!(merged["coverage"]["checked"], false);
}

#[test]
fn mistakes_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cert");
    fs::write(&path, "period 7\n").unwrap();
    let file = path.to_str().unwrap();
    let fails = |args: &[&str], input: &[u8], words: &str| {
        let output = grundy(args, input);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), stderr.lines().count()), (Some(2), 1), "{args:?} {stderr}");
        assert!(stderr.contains(words), "{stderr}");
    };
    fails(&["job", "list", "--cert", file], b"", "grundy-certificate 1");
    fails(&["job", "list"], b"", "--cert");
    fails(&["job", "list", "--cert", file, "--dir", "d"], b"", "--dir");
    fails(&["job", "list", "--cert", "nowhere.cert"], b"", "nowhere.cert");
    fails(&["job", "run"], b"{\"kind\":\"check\"}", "not a job");
    fails(&["job", "merge", "--cert", file, "-"], b"{}", "not a receipt");
}
