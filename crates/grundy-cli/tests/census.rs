//! `grundy census` on the real binary.

use assert_cmd::Command;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

fn grundy(dir: &Path) -> Command {
    let mut command = Command::cargo_bin("grundy").unwrap();
    command.current_dir(dir);
    command
}

fn text(command: &mut Command) -> String {
    String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
}

/// Kills it again and again, after ever longer pauses that have no pattern; what is in the catalogue afterwards is as
/// if nothing had happened.
#[test]
fn a_census_that_is_killed_finds_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let census = ["census", "octal:2", "--rounds", "0.1", "--threads", "2", "--db"];
    grundy(dir.path()).args(census).arg("whole.db").assert().success();
    let mut pause = 7;
    for _ in 0..12 {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("grundy"))
            .current_dir(dir.path())
            .args(census)
            .arg("killed.db")
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(pause % 211));
        pause = pause * 31 + 17;
        child.kill().unwrap();
        child.wait().unwrap();
    }
    grundy(dir.path()).args(census).arg("killed.db").assert().success();
    let same = text(grundy(dir.path()).args(["census", "diff", "whole.db", "killed.db"]));
    assert!(same.ends_with(" classes in both\n"), "{same}");
}

#[test]
fn a_catalogue_is_shown_exported_and_carried_on() {
    let dir = tempfile::tempdir().unwrap();
    let told = text(grundy(dir.path()).args(["census", "octal:1", "--db", "a.db", "--rounds", "0.1"]));
    assert!(told.starts_with("octal:1: 15 games in "), "{told}");
    let shown = text(grundy(dir.path()).args(["census", "show", "--db", "a.db", "--where", "period = 34"]));
    assert!(shown.contains(".4") && shown.lines().count() == 2, "{shown}");
    let csv = text(grundy(dir.path()).args(["census", "show", "--db", "a.db", "--format", "csv"]));
    assert!(csv.starts_with("game,status,preperiod,period"), "{csv}");
    let json = text(grundy(dir.path()).args(["census", "show", "--db", "a.db", "--json"]));
    assert!(serde_json::from_str::<serde_json::Value>(&json).unwrap().is_array());
    let one = text(grundy(dir.path()).args(["census", "show", "--db", "a.db", ".07"]));
    assert!(one.contains("class         .4\n") && one.contains("period        34 from heap 54 on\n"), "{one}");
    assert!(one.lines().last().unwrap().starts_with("0.1 s "), "{one}");
    let measured = text(grundy(dir.path()).args(["census", "measure", "--db", "a.db"]));
    assert_eq!(measured, "1 classes have a hidden frequency\n");
    grundy(dir.path()).args(["census", "report", "--db", "a.db", "a.html"]).assert().success();
    assert!(std::fs::read_to_string(dir.path().join("a.html")).unwrap().contains("octal:1"));
    grundy(dir.path()).args(["census", "export", "--db", "a.db", "a.jsonl"]).assert().success();
    grundy(dir.path()).args(["census", "import", "--db", "b.db", "a.jsonl"]).assert().success();
    grundy(dir.path()).args(["census", "diff", "a.db", "b.db"]).assert().success();
    let jobs = text(grundy(dir.path()).args(["census", "jobs", "--db", "b.db", "--rounds", "1"]));
    assert_eq!(jobs.lines().count(), 1, "{jobs}");
    let receipts = text(grundy(dir.path()).args(["job", "run"]).write_stdin(jobs));
    let merged = text(grundy(dir.path()).args(["census", "merge", "--db", "b.db", "-"]).write_stdin(receipts));
    assert!(merged.starts_with("accepted       1, "), "{merged}");
    let different = grundy(dir.path()).args(["census", "diff", "a.db", "b.db"]).assert().code(1);
    assert!(String::from_utf8_lossy(&different.get_output().stdout).contains(".6: "));
}

#[test]
fn mistakes_get_one_line() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("games"), ".77\n.9x\n").unwrap();
    std::fs::write(dir.path().join("not.db"), "nothing\n".repeat(200)).unwrap();
    grundy(dir.path()).args(["census", "octal:1", "--db", "o.db", "--rounds", "0.1"]).assert().success();
    for (arguments, told) in [
        (&["census", "octal:9", "--db", "x.db"][..], "octal:1 to octal:6"),
        (&["census", "octal", "--db", "x.db"], "unknown family"),
        (&["census", "games", "--db", "x.db"], "line 2"),
        (&["census", "octal:1", "--db", "not.db"], "no catalogue of a census"),
        (&["census", "octal:1", "--db", "x.db", "--rounds", "3"], "accepted are 0.1, 1, 10"),
        (&["census", "octal:1", "--db", "x.db", "--hours", "0"], "accepted are hours"),
        (&["census", "octal:1", "--db", "x.db", "--only", ".7x"], ".7x"),
        (&["census", "show", "--db", "none.db"], "no such file"),
        (&["census", "show", "--db", "o.db", ".156"], ".156 is no game of this census"),
        (&["census", "show", "--db", "o.db", ".7x"], ".7x"),
        (&["census", "import", "--db", "y.db", "games"], "no export of a census"),
    ] {
        let failed = grundy(dir.path()).args(arguments).assert().code(2);
        let error = String::from_utf8_lossy(&failed.get_output().stderr).into_owned();
        assert!(error.contains(told) && error.trim_end().lines().count() == 1, "{arguments:?}: {error}");
    }
}
