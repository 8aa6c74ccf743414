//! The flags that say how values are computed.

use crate::exit::Failure;
use crate::progress::Terminal;
use grundy::Game;
use grundy::engine::{Kernel, Kind, Options};
use grundy::sequence::How;

/// How values are computed. They do not depend on it.
#[derive(Clone, Copy, Default, clap::Args)]
pub struct Flags {
    /// naive, take, rare, block, dense or heaps; chosen by the game unless given
    #[arg(long)]
    engine: Option<Kind>,
    /// The instructions of block and dense: auto, avx512, avx2 or scalar
    #[arg(long, value_name = "K")]
    kernel: Option<Kernel>,
    /// How many threads block may use [default: 2]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Flags {
    /// What the flags ask for.
    pub fn how(self) -> How {
        let default = Options::default();
        let threads = self.threads.map_or(default.threads, usize::from);
        let options = Options { kernel: self.kernel.unwrap_or(default.kernel), threads };
        How { engine: self.engine, options }
    }
}

/// The first `count` values, in two bytes each.
pub fn values(game: &Game, count: u64) -> Result<Vec<u16>, Failure> {
    Ok(game.sequence(count, &mut Terminal::new())?.into_values(count)?)
}
