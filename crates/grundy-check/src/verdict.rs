//! What a check ends with.

use crate::Part;
use crate::reader::Refusal;
use std::fmt;
use std::ops::Range;

/// The end of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All of the certificate was checked: this is proved.
    Verified(Statement),
    /// The part that was asked for was checked. This alone proves nothing about the claim.
    Partial(Partial),
    /// This hypothesis of its theorem fails, the first that was looked at.
    Rejected(String),
    /// It cannot be read, or asks for more than the limits allow; this is why.
    Refused(String),
}

/// What a certificate claims.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Statement {
    /// `G(n + period) = G(n) + saltus` for all `n >= preperiod`, and neither period nor preperiod can be smaller.
    Period {
        /// The game, as the file names it.
        game: String,
        /// The theorem that was appealed to.
        theorem: String,
        /// The smallest preperiod.
        preperiod: u64,
        /// The smallest period.
        period: u64,
        /// By how much values grow in a period.
        saltus: u64,
    },
    /// The misère quotient of a game, or of its first heaps.
    MisereQuotient {
        /// The game, as the file names it.
        game: String,
        /// The number of elements.
        order: usize,
        /// The number of elements that are P-positions.
        p_positions: usize,
        /// The heaps spoken of if no period is claimed: those from 1 up to this one.
        heaps: usize,
        /// Preperiod and period of the pretending function: with them the quotient is that of the whole game.
        period: Option<(u64, u64)>,
    },
    /// The outcome of every sum of the first heaps of a game.
    MisereOutcomes {
        /// The game, as the file names it.
        game: String,
        /// The heaps spoken of are those from 1 up to this one.
        heaps: usize,
        /// Values in the table that decides them.
        values: usize,
        /// Whether their quotient is infinite.
        infinite: bool,
    },
}

/// A part of a long proof that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partial {
    /// What the frame and all segments together prove.
    pub claim: Statement,
    /// The part.
    pub part: Part,
    /// The number of segments that the proof has.
    pub segments: usize,
    /// The heaps of a segment, from its window to the next one.
    pub heaps: Option<Range<u64>>,
}

impl Statement {
    /// The game, as the file names it.
    pub fn game(&self) -> &str {
        match self {
            Statement::Period { game, .. }
            | Statement::MisereQuotient { game, .. }
            | Statement::MisereOutcomes { game, .. } => game,
        }
    }
}

impl From<Refusal> for Verdict {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Fails(hypothesis) => Verdict::Rejected(hypothesis),
            Refusal::Unreadable(why) => Verdict::Refused(why),
        }
    }
}

impl Verdict {
    /// The exit code that stands for it: 0 when what was asked for is verified, 1 when a hypothesis fails, 2 when it
    /// was refused.
    pub fn exit_code(&self) -> u8 {
        match self {
            Verdict::Verified(_) | Verdict::Partial(_) => 0,
            Verdict::Rejected(_) => 1,
            Verdict::Refused(_) => 2,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Verified(statement) => write!(f, "VERIFIED {statement}"),
            Verdict::Partial(partial) => write!(f, "PARTIAL {partial}"),
            Verdict::Rejected(hypothesis) => write!(f, "REJECTED {hypothesis}"),
            Verdict::Refused(why) => write!(f, "REFUSED {why}"),
        }
    }
}

impl fmt::Display for Partial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, segments) = (self.claim.game(), self.segments);
        match (self.part, &self.heaps) {
            (Part::Segment(number), Some(Range { start, end })) => {
                write!(f, "{game}: segment {number} of {segments} verified, heaps {start} to {end}; not the period")
            }
            _ => write!(f, "{game}: frame verified, without its {segments} segments; not the period"),
        }
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.game())?;
        match self {
            Statement::Period { theorem, preperiod, period, saltus, .. } => {
                let saltus = if *saltus > 0 { format!(" with saltus {saltus}") } else { String::new() };
                write!(
                    f,
                    "the nim-sequence has period {period}{saltus} from heap {preperiod} on, by the {theorem} theorem"
                )
            }
            Statement::MisereQuotient { order, p_positions, heaps, period, .. } => {
                let size = format!("order {order} with {p_positions} P-positions");
                match period {
                    Some((start, length)) => write!(
                        f,
                        "the misère quotient has {size}; its pretending function has period {length} from heap \
                         {start} on"
                    ),
                    None => write!(f, "the misère quotient of the heaps up to {heaps} has {size}"),
                }
            }
            Statement::MisereOutcomes { heaps, values, infinite, .. } => {
                let infinite = if *infinite { "; their misère quotient is infinite" } else { "" };
                write!(
                    f,
                    "a table of {values} values, periodic beyond, decides every sum of heaps up to {heaps}{infinite}"
                )
            }
        }
    }
}
