//! Questions from stdin: one answer a line, text or JSON.

use assert_cmd::Command;

fn ask(args: &[&str], lines: &str) -> (i32, String, String) {
    let output = Command::cargo_bin("grundy").unwrap().args(args).write_stdin(lines).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn each_question_is_answered_in_one_line() {
    let questions: [(&[&str], &str, [&str; 2]); 4] = [
        (&["values", "-", "-n", "5"], ".77\n\n .07 \n", ["0 1 2 3 1", "0 0 1 1 2"]),
        (&["solve", "-"], "kayles\n.07\n", [".77 is periodic: period 12,", ".07 is periodic: period 34,"]),
        (&["describe", "-"], ".77\n.6\n", [".77: octal, kayles, rayles; solved? yes: period 12", ".6: octal, "]),
        (&["position", "-"], "kayles: 5 5\n.07: 7\n", ["P", "N"]),
    ];
    for (args, lines, expected) in questions {
        let (code, out, _) = ask(args, lines);
        let answers: Vec<&str> = out.lines().collect();
        assert_eq!((code, answers.len()), (0, 2), "{args:?}: {out}");
        for (answer, expected) in answers.iter().zip(expected) {
            assert!(answer.contains(expected), "{args:?}: {answer:?} has no {expected:?}");
        }
        let (code, out, _) = ask(&[args, &["--json"]].concat(), lines);
        let documents = out.lines().map(serde_json::from_str).collect::<Result<Vec<serde_json::Value>, _>>().unwrap();
        assert_eq!((code, documents.len()), (0, 2), "{args:?} --json: {out}");
    }
}

#[test]
fn a_line_that_is_no_question_is_named() {
    for command in ["values", "solve", "describe", "position"] {
        let (code, _, error) = ask(&[command, "-"], "\n\nno such game\n");
        assert_eq!((code, error.lines().count()), (2, 1), "{command}: {error}");
        assert!(error.contains("stdin, line 3"), "{command}: {error}");
    }
}
