//! `grundy-check --db`: right, changed and foreign catalogues.
#![cfg(feature = "database")]

use grundy::watch::Unwatched;
use grundy_census::{Campaign, Catalogue};
use std::path::Path;
use std::process::{Command, Output};

fn check(arguments: &[&str], path: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy-check")).args(arguments).arg("--db").arg(path).output().unwrap()
}

fn said(output: &Output) -> (Option<i32>, String) {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

fn census(path: &Path) {
    let mut catalogue = Catalogue::create(path, &"octal:2".parse().unwrap(), &mut Unwatched).unwrap();
    let campaign = Campaign { last_round: Some(0), ..Campaign::default() };
    campaign.run(&mut catalogue, &mut Unwatched, &|_| {}).unwrap();
}

fn change(path: &Path, sql: &str) {
    assert_eq!(rusqlite::Connection::open(path).unwrap().execute(sql, []).unwrap(), 1);
}

#[test]
fn every_certificate_of_a_census_is_checked() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.db");
    census(&path);
    let (code, text) = said(&check(&["--jobs", "2"], &path));
    assert!(code == Some(0) && text.starts_with("VERIFIED ") && text.lines().count() == 1, "{text}");
    let (code, text) = said(&check(&["--plain", "--sample", "5", "--seed", "7"], &path));
    assert!(code == Some(0) && text.starts_with("VERIFIED 5 of 5 drawn from "), "{text}");
    let (code, text) = said(&check(&["--json"], &path));
    assert!(code == Some(0) && text.lines().all(|line| line.contains("\"verdict\":\"verified\"")), "{text}");

    change(&path, "UPDATE class SET period = 13 WHERE game = '4.4'");
    let (code, text) = said(&check(&[], &path));
    assert!(code == Some(1) && text.contains("4.4: REJECTED row: it says period 13"), "{text}");
    change(
        &path,
        "UPDATE class SET period = 12, certificate = replace(certificate, 'preperiod 72', 'preperiod 71') WHERE game \
         = '4.4'",
    );
    let (code, text) = said(&check(&[], &path));
    assert!(code == Some(1) && text.contains("4.4: REJECTED") && text.contains("NOT VERIFIED"), "{text}");
    change(&path, "UPDATE class SET certificate = NULL WHERE game = '4.4'");
    let (code, text) = said(&check(&[], &path));
    assert!(code == Some(2) && text.contains("has no certificate"), "{text}");
    change(&path, "UPDATE class SET certificate = x'00112233' WHERE game = '4.4'");
    let (code, text) = said(&check(&[], &path));
    assert!(code == Some(2) && text.contains("damaged"), "{text}");
}

/// A certificate that is accepted proves nothing of a row that it is not about.
#[test]
fn certificates_of_something_else_are_rejected() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.db");
    census(&path);
    let misere = include_str!("../../../records/misere/0.3122-heaps-7.cert");
    let sql = format!(
        "UPDATE class SET status = 'proved', preperiod = 1, period = 1, saltus = 0, theorem = 'classical', certificate \
         = '{misere}' WHERE game = '.6'"
    );
    change(&path, &sql);
    let (code, text) = said(&check(&[], &path));
    assert!(code == Some(1) && text.contains(".6: REJECTED row: it says period 1 from 1"), "{text}");
    assert!(text.contains("something else") && text.contains("NOT VERIFIED"), "{text}");
    change(&path, "UPDATE class SET theorem = 'sparse' WHERE game = '4.4'");
    let (_, text) = said(&check(&[], &path));
    assert!(text.contains("4.4: REJECTED row: it names the theorem sparse"), "{text}");
}

/// Looking at a catalogue leaves nothing behind, and one catalogue is checked at a time.
#[test]
fn a_check_leaves_the_folder_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a b%c?#.db");
    census(&path);
    let names = || {
        let mut names: Vec<_> = dir.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    let (code, text) = said(&check(&[], &path));
    assert!(code == Some(0) && text.starts_with("VERIFIED "), "{text}");
    assert_eq!(names(), before);
    let (code, text) = said(&check(&["--db", "x"], &path));
    assert!(code == Some(2) && text.contains("--db is given twice"), "{text}");
}

#[test]
fn foreign_files_get_one_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.db");
    for (content, told) in [(None, "no such file"), (Some("no database\n".repeat(100)), "no catalogue of a census")] {
        if let Some(content) = content {
            std::fs::write(&path, content).unwrap();
        }
        let (code, text) = said(&check(&[], &path));
        assert!(code == Some(2) && text.lines().count() == 1 && text.contains(told), "{text}");
    }
    std::fs::write(&path, "").unwrap();
    assert!(said(&check(&[], &path)).1.contains("it is empty"));
    assert!(said(&check(&[], dir.path())).1.contains("this is no file"));
    let other = dir.path().join("b.db");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE class (game)").unwrap();
    let (code, text) = said(&check(&[], &other));
    assert!(code == Some(2) && text.contains("another program"), "{text}");
    let (code, text) = said(&check(&["x.cert"], &other));
    assert!(code == Some(2) && text.contains("either --db or files"), "{text}");
}

/// Every certificate of the recorded catalogues with a preperiod and period of at most 20,000 together is accepted.
/// (`records/census/README.md` has the command that checked all of them.)
#[test]
fn recorded_catalogues() {
    let records = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../records/census"));
    if !records.is_dir() {
        // A package has no records.
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    for (name, least) in [("octal-3.jsonl", 190), ("octal-4.jsonl", 745), ("subtraction-14.jsonl.gz", 16383)] {
        let path = dir.path().join(name).with_extension("db");
        let mut export = std::io::BufReader::new(std::fs::File::open(records.join(name)).unwrap());
        drop(grundy_census::import(&path, &mut export).unwrap());
        let database = rusqlite::Connection::open(&path).unwrap();
        let long = "UPDATE class SET status = 'open', period = NULL, preperiod = NULL, saltus = NULL, theorem = NULL, \
                    certificate = NULL, sequence = NULL WHERE preperiod + period > 20000";
        database.execute(long, []).unwrap();
        let proved = database.query_row("SELECT count(*) FROM class WHERE status = 'proved'", [], |row| row.get(0));
        drop(database);
        let proved: i64 = proved.unwrap();
        assert!(proved >= least, "{name}: {proved}");
        let (code, text) = said(&check(&["--jobs", "2"], &path));
        assert!(code == Some(0) && text.starts_with(&format!("VERIFIED {proved} of {proved} ")), "{name}: {text}");
    }
}
