//! A game as a person names it: a code, a set of removals, Grundy's game, or a name.

pub use crate::code::{Code, MAX_DIGIT};
pub use crate::names::{NAMED, Named};
pub use crate::redundant::saturated;
pub use crate::rules::{Ban, Class, Rules, Tail};
pub use crate::series::Series;
pub use crate::standard::{Standard, as_code, cousin, standard_form};

use crate::code::is_point;
use crate::coins;
use crate::error::{GameError, Problem};
use crate::names;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

/// The largest removal a set may name.
pub const MAX_MEMBER: u64 = 1_000_000_000_000;

/// The most members that dots may stand for.
pub const MAX_RANGE: u64 = 1_000_000;

/// An impartial game on heaps: its text and its moves, shared by all clones.
///
/// It is read from text and prints as text, in one canonical spelling; serde sees that text, too.
///
/// ```
/// use grundy::Game;
/// let game: Game = "0.770".parse()?;
/// assert_eq!(game.to_string(), ".77");
/// assert_eq!(game, "kayles".parse()?);
/// # Ok::<(), grundy::GameError>(())
/// ```
#[derive(Clone)]
pub struct Game(Arc<Inner>);

struct Inner {
    form: Form,
    rules: Rules,
    /// The text it was read from, where that is not the canonical spelling.
    written: Option<String>,
}

/// The notations of games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// A take-and-break code such as `.77`, `4.045`, `.3F` or `.3...`.
    Code(Code),
    /// `S(1,2,5)`: remove a number of beans from the set. Ascending, without repetition.
    Subtraction(Vec<u64>),
    /// `S(squares)`: remove a number of beans from an endless set.
    Series(Series),
    /// `allbut(1,2,5)`: remove any number of beans that is not in the set.
    AllBut(Vec<u64>),
    /// Grundy's game: split a heap into two heaps of different size.
    Grundy,
    /// Couples-are-Forever: split any heap, except a heap of two, into two.
    Couples,
}

impl Game {
    /// `written` is given the canonical spelling.
    fn new(form: Form, written: impl FnOnce(&str) -> Option<String>) -> Self {
        let (rules, written) = (Rules::of(&form), written(&form.to_string()));
        Game(Arc::new(Inner { form, rules, written }))
    }

    /// The notation of the game.
    pub fn form(&self) -> &Form {
        &self.0.form
    }

    /// The moves of this game.
    pub fn rules(&self) -> &Rules {
        &self.0.rules
    }

    /// The text it was read from; else its canonical spelling. Equal games may be written in different ways.
    ///
    /// ```
    /// let game: grundy::Game = "kayles".parse()?;
    /// assert_eq!((game.written(), game.to_string()), ("kayles".to_owned(), ".77".to_owned()));
    /// # Ok::<(), grundy::GameError>(())
    /// ```
    pub fn written(&self) -> String {
        self.0.written.clone().unwrap_or_else(|| self.to_string())
    }

    /// The digits of the game, when it was written as a code.
    pub fn code(&self) -> Option<&Code> {
        match self.form() {
            Form::Code(code) => Some(code),
            _ => None,
        }
    }
}

/// Members of sets are put in order; nothing is checked here beyond what [`Game::from_str`] checks.
impl From<Form> for Game {
    fn from(mut form: Form) -> Self {
        if let Form::Subtraction(set) | Form::AllBut(set) = &mut form {
            set.sort_unstable();
            set.dedup();
        }
        Game::new(form, |_| None)
    }
}

impl From<Code> for Game {
    fn from(code: Code) -> Self {
        Form::Code(code).into()
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.form() == other.form()
    }
}

impl Eq for Game {}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.form().hash(state);
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({self})")
    }
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|error: GameError| de::Error::custom(error.explain(&text)))
    }
}

impl JsonSchema for Game {
    fn schema_name() -> Cow<'static, str> {
        "Game".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "A game in its canonical spelling, such as \".77\" or \
            \"S(1,2,5)\"." })
    }
}

impl FromStr for Game {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        let form = read(text)?;
        let written = text.trim();
        Ok(Game::new(form, |canonical| (written != canonical).then(|| written.to_owned())))
    }
}

fn read(text: &str) -> Result<Form, GameError> {
    let offset = text.len() - text.trim_start().len();
    let text = text.trim();
    if text.is_empty() {
        return Err(GameError::new(Problem::Empty, 0, 0));
    }
    let lower = text.to_ascii_lowercase();
    for (word, form) in [("s", Form::Subtraction as fn(Vec<u64>) -> Form), ("allbut", Form::AllBut)] {
        if let Some(rest) = lower.strip_prefix(word)
            && rest.trim_start().starts_with('(')
        {
            let open = text.len() - rest.trim_start().len();
            let inside = text[open + 1..].strip_suffix(')').and_then(Series::read);
            if let (Some(series), "s") = (inside, word) {
                return Ok(Form::Series(series));
            }
            return parse_set(text, open, offset).map(form);
        }
    }
    if let Some(named) = names::find(&lower) {
        return match named.game {
            "grundy" => Ok(Form::Grundy),
            "couples-are-forever" => Ok(Form::Couples),
            code => Code::parse(code, 0).map(Form::Code),
        };
    }
    // A single letter A-F is the code of a digit before the point.
    let is_digit = text.len() == 1 && text.starts_with(|c: char| c.is_ascii_hexdigit());
    if text.starts_with(char::is_alphabetic) && !text.contains(|c| is_point(c) || matches!(c, '[' | '(')) && !is_digit {
        let name = text.to_owned();
        let problem = if coins::is_name(text) {
            Problem::Coins(name)
        } else if lower.starts_with("wythoff") {
            Problem::Wythoff(name)
        } else {
            Problem::UnknownName { name, suggestion: names::closest(&lower).map(str::to_owned) }
        };
        return Err(GameError::new(problem, offset, text.len()));
    }
    Code::parse(text, offset).map(Form::Code)
}

/// Reads `(1, 2, 5)` at byte `open` of `text`.
fn parse_set(text: &str, open: usize, offset: usize) -> Result<Vec<u64>, GameError> {
    let error = |problem, start: usize, length| Err(GameError::new(problem, offset + start, length));
    let Some(length) = text[open..].find(')') else {
        return error(Problem::Unclosed('('), open, 1);
    };
    let close = open + length;
    if close + 1 != text.len() {
        return error(Problem::AfterSet, close + 1, text.len() - close - 1);
    }
    let inside = &text[open + 1..close];
    if inside.trim().is_empty() {
        return error(Problem::EmptySet, open, close + 1 - open);
    }
    let mut set: Vec<u64> = Vec::new();
    // Where dots were read that wait for the number they lead to, and whether they count by ones.
    let mut dots: Option<(usize, bool)> = None;
    let mut start = open + 1;
    for part in inside.split(',') {
        let at = start + (part.len() - part.trim_start().len());
        start += part.len() + 1;
        // `1`, `1..5`, `2 ... 5`, or `...` alone between commas.
        let part = part.trim();
        let (before, after) = match part.find(['.', '…']) {
            None => (part, None),
            Some(from) => {
                let rest = part[from..].trim_start_matches(['.', '…']);
                let sign = part[from..part.len() - rest.len()].len();
                if &part[from..from + sign] == "." {
                    return error(Problem::BadMember(part.to_owned()), at, part.len());
                }
                if dots.is_some() || !matches!(&part[from..from + sign], ".." | "..." | "…") {
                    return error(Problem::BadRange, at, part.len());
                }
                let by_ones = part[from..].starts_with("..") && sign == 2;
                (part[..from].trim_end(), Some((from, by_ones, rest.trim_start())))
            }
        };
        if !(before.is_empty() && after.is_some()) {
            let member = read_member(before, offset + at)?;
            lead_up_to(&mut set, dots.take(), member)
                .map_err(|()| GameError::new(Problem::BadRange, offset + at, part.len()))?;
        }
        if let Some((from, by_ones, rest)) = after {
            if set.is_empty() {
                return error(Problem::BadRange, at, part.len());
            }
            dots = Some((at + from, by_ones));
            if !rest.is_empty() {
                let member = read_member(rest, offset + at + part.len() - rest.len())?;
                lead_up_to(&mut set, dots.take(), member)
                    .map_err(|()| GameError::new(Problem::BadRange, offset + at, part.len()))?;
            }
        }
    }
    if let Some((at, _)) = dots {
        return error(Problem::BadRange, at, close - at);
    }
    set.sort_unstable();
    set.dedup();
    Ok(set)
}

fn read_member(text: &str, at: usize) -> Result<u64, GameError> {
    match text.parse::<u64>() {
        Ok(0) => Err(GameError::new(Problem::ZeroInSet, at, text.len())),
        Ok(m) if m <= MAX_MEMBER && text.bytes().all(|b| b.is_ascii_digit()) => Ok(m),
        _ => Err(GameError::new(Problem::BadMember(text.to_owned()), at, text.len())),
    }
}

/// Adds `member`, and what dots before it stand for: equal steps from the last member on, as large as the one before.
fn lead_up_to(set: &mut Vec<u64>, dots: Option<(usize, bool)>, member: u64) -> Result<(), ()> {
    if let (Some((_, by_ones)), Some(&last)) = (dots, set.last()) {
        let before = set.len().checked_sub(2).map(|k| set[k]).filter(|_| !by_ones);
        let step = before.map_or(Some(1), |before| last.checked_sub(before)).filter(|&step| step > 0).ok_or(())?;
        let way = member.checked_sub(last).filter(|way| way.is_multiple_of(step)).ok_or(())?;
        if way / step > MAX_RANGE {
            return Err(());
        }
        set.extend((last + step..member).step_by(step as usize));
    }
    set.push(member);
    Ok(())
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.form().fmt(f)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, set) = match self {
            Form::Code(code) => return code.fmt(f),
            Form::Grundy => return f.write_str("grundy"),
            Form::Couples => return f.write_str("couples-are-forever"),
            Form::Series(series) => return write!(f, "S({series})"),
            Form::Subtraction(set) => ("S", set),
            Form::AllBut(set) => ("allbut", set),
        };
        write!(f, "{word}(")?;
        for (k, member) in set.iter().enumerate() {
            write!(f, "{}{member}", if k > 0 { "," } else { "" })?;
        }
        f.write_str(")")
    }
}
