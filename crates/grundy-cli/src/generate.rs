//! `grundy completions` and `grundy man`: what a shell and a manual reader need, generated from the commands
//! themselves.

use crate::exit::{Exit, Failure, fail};
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

pub fn completions(args: &Completions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "grundy", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(Exit::Yes)
}

/// Every manual page ends with what the exit code means.
fn with_exit_codes(mut command: clap::Command) -> clap::Command {
    let before = command.get_after_help().map_or(String::new(), |help| format!("{help}\n\n"));
    command = command.after_help(format!(
        "{before}Exit codes:\n  0 done, or yes\n  1 the answer is no, or not proved within the limits\n  \
         2 bad input or failure\n  130 \
         interrupted"
    ));
    command.mut_subcommands(with_exit_codes)
}

pub fn man(args: &Man) -> Result<Exit, Failure> {
    let directory = &args.directory;
    let command = with_exit_codes(crate::Cli::command());
    let written = std::fs::create_dir_all(directory).and_then(|()| clap_mangen::generate_to(command, directory));
    match written {
        Ok(()) => Ok(Exit::Yes),
        Err(error) => fail(format!("cannot write manual pages into {}: {error}", directory.display())),
    }
}
