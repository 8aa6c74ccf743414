//! `grundy serve`: the page in the browser.

use crate::count;
use crate::exit::{Exit, Failure, fail, say};
use crate::interrupt;
use grundy_census::Catalogue;
use grundy_web::{Budget, Server};
use std::io::Write;
use std::path::PathBuf;

/// Show games in the browser: their values, their play, their structure
#[derive(clap::Args)]
#[command(after_help = "\
It listens on this machine only; Ctrl-C ends it. The routes under /api are described in the
book and in /api/openapi.json.

Example:
  grundy serve --open")]
pub struct Args {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "P", default_value_t = 4747)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// 127.0.0.1, localhost or the same in IPv6; nothing else
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,
    /// Show the catalogue of a census, too: a file that `grundy census` made
    #[arg(long, value_name = "FILE")]
    census: Option<PathBuf>,
    /// Values that one question may take
    #[arg(long, value_name = "N", default_value = "2^24", value_parser = count::parse)]
    max_values: u64,
    /// Seconds that one question may take
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    max_seconds: u64,
    /// Bytes that one question may take
    #[arg(long, value_name = "BYTES", default_value = "2^29", value_parser = count::parse)]
    max_memory: u64,
    /// Questions that are worked on at once; others wait
    #[arg(long, value_name = "K", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    max_questions: u16,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    if json {
        return fail("serve prints no document; /api/about is one");
    }
    let budget = Budget {
        values: args.max_values,
        seconds: args.max_seconds,
        memory: args.max_memory,
        questions: usize::from(args.max_questions),
    };
    let mut server = Server::bind(&args.host, args.port, budget)?;
    if let Some(file) = &args.census {
        // A file that is no catalogue is named at once.
        Catalogue::look(file)?.totals()?;
        server = server.with_census(file);
    }
    let address = format!("http://{}/", server.address());
    writeln!(std::io::stdout(), "grundy is at {address} (Ctrl-C ends it)")?;
    if args.open && open::that_detached(&address).is_err() {
        say(&format!("no browser could be opened; visit {address}"));
    }
    server.run(interrupt::requested)?;
    Ok(Exit::Yes)
}
