//! `grundy schema`: the JSON schemas of all answers.

use crate::exit::{Exit, Failure, fail, print_json};
use grundy::answer;
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
                let about = schema.get("description").and_then(|about| about.as_str()).unwrap_or_default();
                writeln!(out, "{name:<20} {}", about.lines().next().unwrap_or_default())?;
            }
            Ok(Exit::Yes)
        }
    }
}
