//! `grundy completions` and `grundy man`: what a shell and a manual reader need, generated from the commands themselves.

use crate::outcome::{Failure, Outcome, fail};
use clap::CommandFactory;
use clap_complete::Shell;
use std::path::PathBuf;

/// Print shell completions
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy completions bash > grundy.bash")]
pub struct Completions {
    shell: Shell,
}

/// Write manual pages into a directory
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy man target/man")]
pub struct Man {
    directory: PathBuf,
}

pub fn completions(args: &Completions) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "grundy", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(Outcome::Yes)
}

pub fn man(args: &Man) -> Result<Outcome, Failure> {
    let directory = &args.directory;
    let written =
        std::fs::create_dir_all(directory).and_then(|()| clap_mangen::generate_to(crate::Cli::command(), directory));
    match written {
        Ok(()) => Ok(Outcome::Yes),
        Err(error) => fail(format!("cannot write manual pages into {}: {error}", directory.display())),
    }
}
