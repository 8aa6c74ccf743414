//! Every document that a command prints with `--json` is valid under the schema of its answer.

use serde_json::Value;
use std::process::Command;

/// A command line, and the name of the answer it prints.
const COMMANDS: &[(&str, &str)] = &[
    ("solve .x", "error"),
    ("values nosuchgame", "error"),
    ("analyze .6 --spectrum -n 4096", "spectrum"),
    ("analyze 'S(1,2)' --spectrum --octaves 2048 -n 10000", "spectrum"),
];

fn grundy(args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(args).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

#[test]
fn every_document_fits_its_schema() {
    for (command, answer) in COMMANDS {
        let schema = grundy(&["schema", answer]);
        let validator = jsonschema::validator_for(&schema).unwrap();
        // Arguments are separated by blanks; one in quotation marks may contain blanks.
        let args: Vec<&str> = command
            .split('\'')
            .enumerate()
            .flat_map(|(k, part)| if k % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
            .chain(["--json"])
            .collect();
        let document = grundy(&args);
        let errors: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{command}: {errors:?}\n{document}");
    }
}

#[test]
fn every_schema_is_listed_and_printed() {
    let all = grundy(&["schema", "--json"]);
    for (name, schema) in all.as_object().unwrap() {
        assert_eq!(*schema, grundy(&["schema", name]));
        jsonschema::validator_for(schema).unwrap();
    }
}
