//! `grundy schema`: the JSON schemas of all answers.

use crate::bench;
use crate::exit::{Exit, Failure, fail, print_json};
use grundy::answer;
use schemars::Schema;
use serde_json::Value;
use std::io::Write;

/// Print the JSON schema of an answer, or list the answers
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy schema\n  grundy schema error")]
pub struct Args {
    /// The answer's name; without it all names are listed (with --json: all schemas)
    answer: Option<String>,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let mut schemas = answer::schemas();
    schemas.extend(grundy_jobs::schemas());
    schemas.extend(grundy_census::schemas());
    schemas.extend(bench::schemas());
    match &args.answer {
        Some(name) => {
            if let Some(schema) = schemas.get(name.as_str()) {
                print_json(schema)
            } else {
                let names: Vec<&str> = schemas.keys().copied().collect();
                fail(format!("no answer is called {name:?}; accepted are {}", names.join(", ")))
            }
        }
        None if json => print_json(&schemas),
        None => {
            let mut out = std::io::stdout().lock();
            for (name, schema) in &schemas {
                writeln!(out, "{name:<20} {}", about(schema))?;
            }
            Ok(Exit::Yes)
        }
    }
}

/// The first line of what an answer, or each item of a list, is said to be.
fn about(schema: &Schema) -> String {
    let first = |about: Option<&Value>| about?.as_str()?.lines().next().map(str::to_owned);
    let item = || {
        let name = schema.get("items")?.get("$ref")?.as_str()?.rsplit('/').next()?;
        first(schema.get("$defs")?.get(name)?.get("description")).map(|item| format!("A list. {item}"))
    };
    first(schema.get("description")).or_else(item).unwrap_or_default()
}
