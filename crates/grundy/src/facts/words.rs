//! What is known about a game, in words: one fact a line, its source in brackets.

use super::record::{Erratum, SparseRow, Status, Subject};
use super::{Known, Relative, Settled, Verdict};
use crate::census::Shipped;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// The most relatives with one shift that are named; of the others only the number is said.
const NAMED: usize = 8;

impl Display for Known {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        line(f, "solved", &self.verdict)?;
        if let Some(here) = &self.here {
            line(f, "census", here)?;
        }
        if let Some((max, at)) = self.periods.iter().find_map(|row| row.max.zip(row.max_at)) {
            line(f, "largest value", &format_args!("{max}, first at heap {at}"))?;
        }
        for row in &self.open {
            if let (Some(max), Some(at)) = (row.max, row.max_at) {
                let to = row.upto.map_or(String::new(), |upto| format!(" up to heap {upto}"));
                line(f, "largest value", &format_args!("{max}, first at heap {at}{to} [{}]", row.source))?;
            }
        }
        if !self.oeis.is_empty() {
            line(f, "OEIS", &self.oeis.join(" "))?;
        }
        if let Some(solver) = self.periods.iter().find_map(|row| row.solver.as_ref()) {
            line(f, "solved by", solver)?;
        }
        for row in &self.outcomes {
            let (period, preperiod, source) = (row.period, row.preperiod, &row.source);
            line(f, "outcomes", &format_args!("period {period} from heap {preperiod} on [{source}]"))?;
        }
        for row in &self.sparse {
            line(f, "sparse space", *row)?;
        }
        for (shift, games) in by_shift(&self.same) {
            let named: Vec<String> = games.iter().take(NAMED).map(|other| other.game.to_string()).collect();
            let more = games.len() - named.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let games = named.join(" ");
            match shift {
                0 => line(f, "same values", &format_args!("{games}{more}"))?,
                1.. => line(f, "same values", &format_args!("G(n) = G(n - {shift}) of {games}{more}"))?,
                _ => line(f, "same values", &format_args!("G(n) = G(n + {}) of {games}{more}", -shift))?,
            }
        }
        for row in &self.values {
            let (first, last) = (row.from, row.from + row.values.len() as u64 - 1);
            line(f, "printed values", &format_args!("heaps {first} to {last} [{}]", row.source))?;
        }
        for row in &self.errata {
            line(f, "erratum", *row)?;
        }
        for row in &self.literature {
            line(f, "literature", &format_args!("{} [{}]", row.statement, row.source))?;
        }
        Ok(())
    }
}

fn line(f: &mut Formatter, label: &str, text: &dyn Display) -> fmt::Result {
    writeln!(f, "{label:<16}{text}")
}

fn by_shift(same: &[Relative]) -> BTreeMap<i64, Vec<&Relative>> {
    let mut groups: BTreeMap<i64, Vec<&Relative>> = BTreeMap::new();
    for other in same {
        groups.entry(other.shift).or_default().push(other);
    }
    groups
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Verdict::Periodic(settled) => settled.fmt(f),
            Verdict::Open { unsolved, upto, via } => {
                f.write_str(if *unsolved { "no: an open problem" } else { "no period is known" })?;
                if let Some(upto) = upto {
                    write!(f, ", computed to heap {upto}")?;
                }
                via.as_ref().map_or(Ok(()), |game| write!(f, " as {game}"))
            }
            Verdict::Unknown => f.write_str("the facts do not say"),
        }
    }
}

impl Display for Settled {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(match self.status {
            Status::Proved => "yes: ",
            Status::Published => "yes, as published: ",
            Status::Observed => "observed only: ",
        })?;
        write!(f, "period {}", self.period)?;
        if self.saltus > 0 {
            write!(f, " with saltus {}", self.saltus)?;
        }
        match self.preperiod {
            Some(preperiod) if self.smallest => write!(f, " from heap {preperiod} on")?,
            Some(preperiod) => write!(f, " from heap {preperiod} on or sooner")?,
            None => {}
        }
        if let Some(upto) = self.upto {
            write!(f, ", seen to heap {upto}")?;
        }
        match &self.via {
            Some(game) => write!(f, " as {game} shifted [{}]", self.source),
            None => write!(f, " [{}]", self.source),
        }
    }
}

impl Display for Shipped {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match &self.solved {
            Some(solved) => write!(f, "solved here by the {} theorem", solved.theorem)?,
            None => write!(f, "not solved here, {} heaps verified", self.verified)?,
        }
        if self.shift != 0 {
            write!(f, " as {} shifted", self.class)?;
        }
        let what = if self.solved.is_some() { "certificate in " } else { "" };
        write!(f, " [{what}{}]", self.source)
    }
}

impl Display for SparseRow {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let mut parts = Vec::new();
        match (self.mask, self.parity) {
            (Some(mask), Some(1)) => parts.push(format!("mask {mask:#x} with heap parity")),
            (Some(mask), _) => parts.push(format!("mask {mask:#x}")),
            _ => {}
        }
        parts.extend(self.rares.map(|rares| format!("{rares} rares")));
        parts.extend(self.last_rare.map(|last| format!("the last at {last}")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        parts.extend(self.upto.map(|upto| format!("to heap {upto}")));
        write!(f, "{} [{}]", parts.join(", "), self.source)
    }
}

impl Display for Erratum {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let about = match self.about {
            Subject::Preperiod => "the preperiod",
            Subject::Period => "the period",
            Subject::Value => "the value",
            Subject::SameAs => "the same values as",
            Subject::Relation => "the relation",
            Subject::Mask => "the mask",
            Subject::LastRare => "the last rare",
            Subject::Ratio => "last rare / preperiod",
            Subject::Depth => "the depth",
            Subject::Status => "the status",
            Subject::Bound => "the bound",
            Subject::List => "the list",
            Subject::Procedure => "the step",
        };
        let at = self.at.map_or(String::new(), |at| format!(" (heap {at})"));
        let (wrong_source, right_source) = (&self.wrong_source, &self.right_source);
        write!(f, "{wrong_source} has {about} {}{at}; right is {} [{right_source}]", self.wrong, self.right)?;
        self.note.as_ref().map_or(Ok(()), |note| write!(f, ": {note}"))
    }
}
