//! Rules of one's own: positions and where moves lead, as text; nim-values, also where play need not end.
//!
//! Each line names a position and its options, separated by blanks or commas; an option may be a sum of positions, and
//! `-` is the empty sum, with nothing left. A comment runs from `#` to the end of the line. Every name used has a line
//! of its own.
//!
//! ```text
//! # Two piles of one bean each behind a pile of two.
//! two: one one+one -
//! one: -
//! ```
//!
//! **Where play must end** the value of a position is the mex of the values of its options, and that of a sum the
//! nim-sum.
//!
//! **Where play may go on for ever** (a *loopy* graph) some positions still behave like nim-heaps. Smith's rule marks a
//! position with `n` when
//!
//! 1. `n` is the least number that marks none of its options, and
//! 2. each option without a mark has an option marked `n`, so that whoever moves there can be answered.
//!
//! (An option with a larger mark has an option marked `n` by 1.) A position that is never marked has the value `∞_K`,
//! where `K` is the set of its options' marks: the player to move wins if 0 is in `K` and else at least draws. Sums
//! follow the rules `n + m = n xor m`, `∞_K + n = ∞_(K xor n)`, `∞_K + ∞_L = ∞` (C. A. B. Smith; Winning Ways, chapter
//! 12). The order of marking does not matter: an option that condition 2 speaks of never gets the mark `n` later, as it
//! has an option marked `n`; so the mex in 1 stays.

use crate::misere::{Pieces, Play};
use crate::solver::mex;
use crate::watch::{Pulse, Stopped, Watch};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What is wrong with a text of rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphError {
    /// A line that is none.
    #[error("line {line}: a line is written 'name: options', like 'a: b c+d'")]
    NoColon {
        /// The line, counted from 1.
        line: usize,
    },
    /// A name that is none.
    #[error("line {line}: {name:?} is not a name; names are letters, digits, '_', '.' and '*'")]
    BadName {
        /// The line, counted from 1.
        line: usize,
        /// What was written.
        name: String,
    },
    /// A position with two lines.
    #[error("line {line}: {name:?} has its options on an earlier line already; write all of them on one line")]
    Twice {
        /// The second line, counted from 1.
        line: usize,
        /// The position.
        name: String,
    },
    /// An option without a line of its own.
    #[error("line {line}: {name:?} has no line of its own; a position without moves is written '{name}:'")]
    Undefined {
        /// The line, counted from 1.
        line: usize,
        /// The option.
        name: String,
    },
    /// No position at all.
    #[error("no position; write one line for each, like 'a: b c+d'")]
    Empty,
    /// Sums in a graph in which play need not end.
    #[error(
        "{name:?} can be reached again from itself, and some options are sums; in such a graph each option is one \
         position"
    )]
    LoopySum {
        /// A position on a cycle.
        name: String,
    },
    /// A cycle where there must be none.
    #[error("{name:?} can be reached again from itself; this asks for a game that must end")]
    Endless {
        /// A position on a cycle.
        name: String,
    },
    /// A watch asked to stop.
    #[error("stopped")]
    Stopped,
}

impl From<Stopped> for GraphError {
    fn from(_: Stopped) -> Self {
        GraphError::Stopped
    }
}

/// Positions and their options.
///
/// ```
/// use grundy::{graph::Graph, watch::Unwatched};
/// // From a one may go to b and back; b may also stop.
/// let graph: Graph = "a: b\nb: a end\nend:".parse()?;
/// let marks: Vec<String> = graph.marks(&mut Unwatched)?.iter().map(|mark| mark.to_string()).collect();
/// assert_eq!(marks, ["0", "1", "0"]);
/// # Ok::<(), grundy::graph::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    names: Vec<String>,
    /// The options of each position, each a sum of positions.
    options: Vec<Vec<Vec<u32>>>,
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// It behaves like the nim-heap of this size.
    Value(u64),
    /// Play may go on for ever; these are the marks of the options that have one.
    Loopy(BTreeSet<u64>),
}

/// How a position ends under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Ending {
    /// The player to move wins.
    N,
    /// The player to move loses.
    P,
    /// Neither can force an end: play goes on for ever.
    Draw,
}

impl Mark {
    /// The value of a sum.
    #[must_use]
    pub fn plus(&self, other: &Mark) -> Mark {
        match (self, other) {
            (Mark::Value(a), Mark::Value(b)) => Mark::Value(a ^ b),
            (Mark::Loopy(set), Mark::Value(n)) | (Mark::Value(n), Mark::Loopy(set)) => {
                Mark::Loopy(set.iter().map(|k| k ^ n).collect())
            }
            (Mark::Loopy(_), Mark::Loopy(_)) => Mark::Loopy(BTreeSet::new()),
        }
    }

    /// How the position ends.
    pub fn ending(&self) -> Ending {
        match self {
            Mark::Value(0) => Ending::P,
            Mark::Value(_) => Ending::N,
            Mark::Loopy(set) if set.contains(&0) => Ending::N,
            Mark::Loopy(_) => Ending::Draw,
        }
    }
}

/// `3`, `∞` or `∞_{0,2}`.
impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mark::Value(n) => write!(f, "{n}"),
            Mark::Loopy(set) if set.is_empty() => write!(f, "∞"),
            Mark::Loopy(set) => {
                let marks: Vec<String> = set.iter().map(u64::to_string).collect();
                write!(f, "∞_{{{}}}", marks.join(","))
            }
        }
    }
}

/// A number, or text such as `∞_{0,2}`.
impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Mark::Value(n) => serializer.serialize_u64(*n),
            Mark::Loopy(_) => serializer.collect_str(self),
        }
    }
}

impl JsonSchema for Mark {
    fn schema_name() -> Cow<'static, str> {
        "Mark".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["integer", "string"],
            "minimum": 0,
            "pattern": "^∞(_\\{[0-9]+(,[0-9]+)*\\})?$",
            "description": "A nim-value; or, where play may go on for ever, ∞ with the marks of the options."
        })
    }
}

/// The values of positions that were given by rules of one's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GraphValues {
    /// Whether play can go on for ever somewhere.
    pub loopy: bool,
    /// The positions, in the order in which they were given.
    pub positions: Vec<PositionValue>,
}

/// The value of one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PositionValue {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Mark,
    /// How it ends.
    pub outcome: Ending,
}

impl FromStr for Graph {
    type Err = GraphError;

    fn from_str(text: &str) -> Result<Self, GraphError> {
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        let mut lines = Vec::new();
        for (line, row) in (1..).zip(text.lines()) {
            let row = row.split('#').next().unwrap_or_default().trim();
            if row.is_empty() {
                continue;
            }
            let (name, options) = row.split_once(':').ok_or(GraphError::NoColon { line })?;
            let name = name.trim();
            let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '*');
            if name.is_empty() || !name.chars().all(is_letter) {
                return Err(GraphError::BadName { line, name: name.to_owned() });
            }
            if numbers.insert(name, lines.len() as u32).is_some() {
                return Err(GraphError::Twice { line, name: name.to_owned() });
            }
            lines.push((line, name, options));
        }
        if lines.is_empty() {
            return Err(GraphError::Empty);
        }
        let part = |line: usize, part: &str| match numbers.get(part) {
            Some(&number) => Ok(number),
            None if part.is_empty() => Err(GraphError::BadName { line, name: String::new() }),
            None => Err(GraphError::Undefined { line, name: part.to_owned() }),
        };
        let option = |line: usize, option: &str| -> Result<Vec<u32>, GraphError> {
            if option == "-" { Ok(Vec::new()) } else { option.split('+').map(|name| part(line, name)).collect() }
        };
        let mut options = Vec::new();
        for &(line, _, text) in &lines {
            // Blanks around a plus belong to the sum.
            let words: Vec<&str> = text.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
            let text = words.join(" ").replace(" + ", "+").replace("+ ", "+").replace(" +", "+");
            options.push(text.split_whitespace().map(|word| option(line, word)).collect::<Result<_, _>>()?);
        }
        let names = lines.iter().map(|&(_, name, _)| name.to_owned()).collect();
        Ok(Graph { names, options })
    }
}

impl Graph {
    pub(crate) fn new(names: Vec<String>, options: Vec<Vec<Vec<u32>>>) -> Self {
        Graph { names, options }
    }

    /// The names of the positions, in the order in which they were given.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The options of a position, each a sum of positions by number.
    pub fn options(&self, position: usize) -> &[Vec<u32>] {
        &self.options[position]
    }

    /// An order in which all parts of options come before a position; or a position that can be reached again from
    /// itself.
    fn order(&self, watch: &mut dyn Watch) -> Result<Result<Vec<u32>, u32>, Stopped> {
        let mut pulse = Pulse::new(watch, "positions", None, 1 << 16);
        let parts: Vec<Vec<u32>> = self.options.iter().map(|sums| sums.concat()).collect();
        let mut order = Vec::new();
        // 0: not seen, 1: being looked at, 2: done.
        let mut state = vec![0u8; self.names.len()];
        for root in 0..self.names.len() as u32 {
            let mut open = vec![(root, 0)];
            while let Some((position, next)) = open.last_mut() {
                pulse.tick()?;
                let position = *position;
                if state[position as usize] == 2 {
                    open.pop();
                    continue;
                }
                state[position as usize] = 1;
                if let Some(&part) = parts[position as usize].get(*next) {
                    *next += 1;
                    match state[part as usize] {
                        0 => open.push((part, 0)),
                        1 => return Ok(Err(part)),
                        _ => {}
                    }
                } else {
                    state[position as usize] = 2;
                    order.push(position);
                    open.pop();
                }
            }
        }
        Ok(Ok(order))
    }

    /// The value of each position.
    pub fn marks(&self, watch: &mut dyn Watch) -> Result<Vec<Mark>, GraphError> {
        match self.order(watch)? {
            Ok(order) => {
                let mut values = vec![0; self.names.len()];
                let mut pulse = Pulse::new(watch, "positions", Some(order.len() as u64), 1 << 10);
                for position in order {
                    pulse.tick()?;
                    let sum = |option: &Vec<u32>| option.iter().fold(0, |sum, &part| sum ^ values[part as usize]);
                    values[position as usize] = mex(self.options[position as usize].iter().map(sum));
                }
                Ok(values.into_iter().map(Mark::Value).collect())
            }
            Err(looped) if self.options.iter().flatten().any(|option| option.len() != 1) => {
                Err(GraphError::LoopySum { name: self.names[looped as usize].clone() })
            }
            Err(_) => Ok(self.smith(watch)?),
        }
    }

    /// Smith's marks. A position is looked at again when an option, or an option of an option, gets its mark.
    fn smith(&self, watch: &mut dyn Watch) -> Result<Vec<Mark>, Stopped> {
        let count = self.names.len();
        let options: Vec<Vec<u32>> = self.options.iter().map(|sums| sums.iter().map(|sum| sum[0]).collect()).collect();
        let mut sources: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (position, targets) in options.iter().enumerate() {
            for &target in targets {
                sources[target as usize].push(position as u32);
            }
        }
        let mut marks: Vec<Option<u64>> = vec![None; count];
        let mut open: Vec<u32> = (0..count as u32).collect();
        let mut waiting = vec![true; count];
        let mut pulse = Pulse::new(watch, "positions", None, 1 << 10);
        while let Some(position) = open.pop() {
            pulse.tick()?;
            waiting[position as usize] = false;
            let targets = &options[position as usize];
            if marks[position as usize].is_some() {
                continue;
            }
            let mark = mex(targets.iter().filter_map(|&target| marks[target as usize]));
            let answered = |&target: &u32| {
                marks[target as usize].is_some()
                    || options[target as usize].iter().any(|&reply| marks[reply as usize] == Some(mark))
            };
            if !targets.iter().all(answered) {
                continue;
            }
            marks[position as usize] = Some(mark);
            let near = &sources[position as usize];
            for &source in near.iter().chain(near.iter().flat_map(|&source| &sources[source as usize])) {
                pulse.tick()?;
                if !std::mem::replace(&mut waiting[source as usize], true) {
                    open.push(source);
                }
            }
        }
        let loopy = |position: usize| {
            Mark::Loopy(options[position].iter().filter_map(|&target| marks[target as usize]).collect())
        };
        Ok((0..count).map(|position| marks[position].map_or_else(|| loopy(position), Mark::Value)).collect())
    }

    /// The value and the ending of each position.
    pub fn values(&self, watch: &mut dyn Watch) -> Result<GraphValues, GraphError> {
        let marks = self.marks(watch)?;
        let position = |(name, value): (&String, Mark)| {
            let outcome = value.ending();
            PositionValue { name: name.clone(), value, outcome }
        };
        Ok(GraphValues {
            loopy: self.order(watch)?.is_err(),
            positions: self.names.iter().zip(marks).map(position).collect(),
        })
    }

    /// The positions as pieces of sums, with the number of the position that each piece is; for games that must end.
    pub fn pieces(&self, play: Play, watch: &mut dyn Watch) -> Result<(Pieces, Vec<u32>), GraphError> {
        let order =
            self.order(watch)?.map_err(|looped| GraphError::Endless { name: self.names[looped as usize].clone() })?;
        let mut numbers = vec![0; order.len()];
        for (number, &position) in (1..).zip(&order) {
            numbers[position as usize] = number;
        }
        let rename = |sum: &Vec<u32>| sum.iter().map(|&part| numbers[part as usize]).collect();
        let options = order.iter().map(|&position| self.options[position as usize].iter().map(rename).collect());
        let pieces = Pieces::listed(options.collect()).expect("parts of options come first").under(play);
        Ok((pieces, order))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Unwatched;
    use proptest::prelude::*;

    fn marks(text: &str) -> Vec<String> {
        text.parse::<Graph>().unwrap().marks(&mut Unwatched).unwrap().iter().map(Mark::to_string).collect()
    }

    #[test]
    fn sums_and_ends() {
        assert_eq!(marks("a:\nb: a\nc: a b # nim\nd: b+c, c + c -"), ["0", "1", "2", "1"]);
        assert_eq!(marks("2: 1 1+1 -\n1: -\n"), ["2", "1"]);
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| text.parse::<Graph>().unwrap_err().to_string();
        assert!(error("a b").starts_with("line 1: a line is written"));
        assert!(error("a:\n\na: a").starts_with("line 3: \"a\" has its options on an earlier line"));
        assert!(error("a: b").starts_with("line 1: \"b\" has no line"));
        assert!(error("a: +a").contains("is not a name"));
        assert!(error("a/b:").contains("is not a name"));
        assert_eq!(error("# nothing"), GraphError::Empty.to_string());
        let loopy: Graph = "a: b+b\nb: a".parse().unwrap();
        assert!(matches!(loopy.marks(&mut Unwatched), Err(GraphError::LoopySum { .. })));
        assert!(matches!(loopy.pieces(Play::Misere, &mut Unwatched), Err(GraphError::Endless { .. })));
    }

    #[test]
    fn loopy_values() {
        // A pass: from a to a. Alone it is a draw; with a way out to 0 it is won.
        assert_eq!(marks("a: a"), ["∞"]);
        assert_eq!(marks("a: a end\nend:"), ["∞_{0}", "0"]);
        // The reply to the move from a to b leads to another 0.
        assert_eq!(marks("a: b\nb: a end\nend:"), ["0", "1", "0"]);
        let loopy = |set: &[u64]| Mark::Loopy(set.iter().copied().collect());
        assert_eq!(loopy(&[0, 2]).plus(&Mark::Value(3)), loopy(&[1, 3]));
        assert_eq!(loopy(&[0]).plus(&loopy(&[0])), loopy(&[]));
        assert_eq!((loopy(&[0]).ending(), loopy(&[1]).ending()), (Ending::N, Ending::Draw));
    }

    /// Outcomes of sums of two positions by working back from the end: lost, won, and the rest drawn.
    fn endings(options: &[Vec<usize>]) -> Vec<Ending> {
        let n = options.len();
        let moves = |a: usize, b: usize| {
            let left = options[a].iter().map(move |&x| x * n + b);
            left.chain(options[b].iter().map(move |&y| a * n + y))
        };
        let mut endings = vec![Ending::Draw; n * n];
        loop {
            let before = endings.clone();
            for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
                if moves(a, b).any(|next| endings[next] == Ending::P) {
                    endings[a * n + b] = Ending::N;
                } else if moves(a, b).all(|next| endings[next] == Ending::N) {
                    endings[a * n + b] = Ending::P;
                }
            }
            if before == endings {
                return endings;
            }
        }
    }

    proptest! {
        #[test]
        fn marks_decide_all_sums_of_two(options in prop::collection::vec(prop::collection::vec(0usize..9, 0..4), 9)) {
            let names = |targets: &Vec<usize>| targets.iter().map(|t| format!("p{t}")).collect::<Vec<_>>().join(" ");
            let lines: Vec<String> =
                options.iter().enumerate().map(|(k, targets)| format!("p{k}: {}", names(targets))).collect();
            let graph: Graph = lines.join("\n").parse().unwrap();
            let marks = graph.marks(&mut Unwatched).unwrap();
            let truth = endings(&options);
            for a in 0..9 {
                for b in 0..9 {
                    prop_assert_eq!(marks[a].plus(&marks[b]).ending(), truth[a * 9 + b], "{} {}", a, b);
                }
            }
        }
    }
}
