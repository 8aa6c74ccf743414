//! The program of thirty lines in `crates/grundy/examples`: every answer that it prints is valid under its schema.
#![cfg(target_os = "linux")]

use serde_json::Value;
use std::process::Command;

#[test]
fn the_workbench_of_thirty_lines() {
    let source =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../grundy/examples/workbench.rs")).unwrap();
    let lines = source.lines().filter(|line| !line.is_empty() && !line.starts_with("//")).count();
    assert!(lines <= 30, "{lines} lines");
    // Examples are built beside the tests.
    let tests = std::env::current_exe().unwrap();
    let program = tests.parent().unwrap().with_file_name("examples").join("workbench");
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line.trim_start()).unwrap()).collect();
    let schemas = grundy::answer::schemas();
    for (answer, name) in answers.iter().zip(["solve", "status", "verify", "misere_solve", "wythoff_value"]) {
        let validator = jsonschema::validator_for(schemas[name].as_value()).unwrap();
        assert!(validator.is_valid(answer), "{name}: {answer}");
    }
    assert_eq!(answers.len(), 5);
    assert_eq!(answers[0]["period"], 149_459);
    assert_eq!(answers[2]["status"], "verified");
}
