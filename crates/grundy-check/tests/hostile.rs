//! Files that mean harm: sizes, spellings, control characters. The answer comes soon, in little memory, and is no lie.

use grundy_check::{Limits, Task, Verdict, check};
use std::io::Write;
use std::process::{Command, Stdio};

const PERIOD: &str = "grundy-certificate 1\nkind period\n";

fn period(game: &str, theorem: &str, lines: &str) -> String {
    format!("{PERIOD}game {game}\ntheorem {theorem}\n{}\n", lines.replace("; ", "\n"))
}

fn why(text: &str) -> String {
    match check(text, &Task::default()) {
        Verdict::Refused(why) => why,
        other => panic!("{other}\n{text}"),
    }
}

/// Small files that claim large things: each names what is too large, before it is begun.
fn costly() -> Vec<(String, &'static str)> {
    let sparse = |more: &str| format!("preperiod 71; period 12; distinct 2 71; distinct 3 71; space 15 0 1; {more}");
    let misere = |lines: &str| format!("grundy-certificate 1\nkind misere-quotient\n{}\n", lines.replace("; ", "\n"));
    let zeros = "0 ".repeat(200);
    let prime = (1u64 << 61) - 1;
    vec![
        (period(".77", "sparse", &sparse("depth 134000000")), "--max-memory"),
        (
            period(".77", "sparse", "preperiod 99000000; period 1; space 15 0 1; depth 9; rare 67000000 3"),
            "--max-memory",
        ),
        (
            period(".77", "sparse", "preperiod 71; period 4611686018427387904; distinct 2 71; space 15 0 1; depth 9"),
            "passes",
        ),
        (period("S(1,2)", "classical", &format!("preperiod 0; period {prime}; distinct {prime} 0")), "--max-values"),
        (period(".77", "classical", "preperiod 99999999; period 1"), "--max-memory"),
        (period(".[65535]", "classical", "preperiod 1000; period 1"), "--max-values"),
        (period(".3...", "endless", "preperiod 0; period 1; saltus 1; tail 1000000000"), "--max-memory"),
        (period("S(1048576)", "classical", "preperiod 0; period 1"), "is not a game"),
        (misere("game .77; order 32768; p 1; phi 1; times 1 0; period none"), "--max-memory"),
        (misere(&format!("game .[65535]; order 1; p; phi {zeros}; period none")), "--max-values"),
    ]
}

#[test]
fn costly_claims_are_refused() {
    for (text, reason) in costly() {
        let small = Limits { memory: None, values: Some(1 << 26) };
        let verdict = check(&text, &Task { limits: small, ..Task::default() });
        assert!(matches!(&verdict, Verdict::Refused(why) if why.contains(reason)), "{verdict}\n{text}");
    }
}

/// The limits can be raised and lowered.
#[test]
fn limits_are_obeyed() {
    let text = period(".77", "classical", "preperiod 71; period 12; distinct 2 71; distinct 3 71");
    let with = |memory, values| check(&text, &Task { limits: Limits { memory, values }, ..Task::default() });
    assert!(matches!(with(None, None), Verdict::Verified(_)));
    assert!(matches!(with(Some(100), None), Verdict::Refused(why) if why.contains("--max-memory")));
    assert!(matches!(with(None, Some(100)), Verdict::Refused(why) if why.contains("--max-values")));
    assert!(matches!(with(Some(1 << 40), Some(1 << 62)), Verdict::Verified(_)));
}

/// With little memory for the process the program ends with an exit code of its own, and one line.
#[test]
#[cfg(target_os = "linux")]
fn no_abort_under_a_memory_limit() {
    for (text, _) in costly() {
        let command = "ulimit -v 250000; exec \"$0\" --max-values 64M -";
        let mut child = Command::new("sh")
            .args(["-c", command, env!("CARGO_BIN_EXE_grundy-check")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}\n{text}");
    }
}

#[test]
fn spellings_that_are_no_games() {
    let claim = "preperiod 0; period 1; saltus 1; tail 4";
    assert!(matches!(check(&period(".3...", "endless", claim), &Task::default()), Verdict::Verified(_)));
    for game in ["0777.3...", "77.3...", "[7]7.3...", ".\u{a0}3...", ".+3...", ".[+3]...", "...", ".()...", ".3 ..."] {
        assert!(why(&period(game, "endless", claim)).contains("is not a game"), "{game}");
    }
    let classical = |game: &str| period(game, "classical", "preperiod 0; period 1");
    assert!(matches!(check(&classical(".0"), &Task::default()), Verdict::Verified(_)));
    for game in ["", ".", "0.", "00", "+0", ".+0", ".\u{660}", ".0\u{2003}", "S()", "S(\u{661})", "S(1,,2)", "S(1,2"] {
        assert!(why(&classical(game)).contains("is not a game"), "{game}");
    }
}

#[test]
fn numbers_are_digits() {
    for number in ["+7", "-7", "", " ", "7.0", "7e1", "0x7", "\u{667}", "7\u{a0}", "7\t", "1_0", "99999999999999999999"]
    {
        let text = period(".0", "classical", &format!("preperiod {number}; period 1"));
        assert!(matches!(check(&text, &Task::default()), Verdict::Refused(_)), "{number:?}");
    }
}

/// Nothing of a file reaches the terminal as it is, and little of it.
#[test]
fn what_is_echoed_is_escaped() {
    let evil = "\u{1b}[31m\r\u{7}\u{202e}é";
    let long = "x".repeat(100_000);
    let texts = [
        format!("grundy-certificate {evil}\n"),
        format!("grundy-certificate 1\nkind {evil}\n"),
        format!("{PERIOD}game .7\ntheorem {evil}\n"),
        period(&format!(".{evil}"), "classical", "preperiod 0; period 1"),
        period(&format!(".{evil}..."), "endless", "preperiod 0; period 1; saltus 1; tail 4"),
        period(".0", "classical", &format!("preperiod {evil}; period 1")),
        period(".0", "classical", &format!("preperiod 0; period 1; {evil} 1")),
        period(".77", "sparse", &format!("preperiod 71; period 1; space 15 0 1; depth 1; segment {evil} 012")),
        period(".77", "sparse", &format!("preperiod 71; period 1; space 15 0 1; depth 1; segment {} !!", evil.trim())),
        period(&long, "classical", "preperiod 0; period 1"),
        format!("grundy-certificate 1\nkind {long}\n"),
    ];
    for text in texts {
        let why = why(&text);
        assert!(why.chars().all(|c| c.is_ascii_graphic() || c == ' ') && why.len() < 400, "{why:?}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_grundy-check")).arg(format!("no such file {evil}")).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.trim_end().chars().all(|c| !c.is_control()), "{said:?}");
}
