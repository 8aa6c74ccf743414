//! What kind of game is this, and what is known about it?

use crate::engine;
use crate::facts::{self, Known};
use crate::game::{Form, Game};
use crate::names::NAMED;
use crate::period::certificate::theorem_k;
use crate::period::{Arithmetic, Classical, Endless};
use crate::rules::{Ban, Class, Rules};
use crate::sparse;
use crate::standard;
use schemars::JsonSchema;
use serde::Serialize;

/// A game in words, its other spellings, and what is known about it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Description {
    /// The game as it was written.
    pub game: String,
    /// Its canonical spelling.
    pub canonical: Game,
    /// Its names.
    pub names: Vec<&'static str>,
    /// Whether it is a subtraction, octal, hexadecimal, larger or infinite game.
    pub class: &'static str,
    /// The moves, one sentence for each kind of removal.
    pub moves: Vec<String>,
    /// The code with the same moves, where there is one.
    pub code: Option<String>,
    /// The standard form of that code.
    pub standard_form: Option<StandardForm>,
    /// Games that are the same up to a shift.
    pub equivalent: Vec<Equivalent>,
    /// Theorems that speak of this game, as far as its moves show.
    pub theorems: Vec<String>,
    /// What the literature says.
    pub known: Known,
}

/// `G(n) = G'(n - shift)` with G' the values of this code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StandardForm {
    /// The code in standard form.
    pub code: String,
    /// How many heaps later the values come here than there.
    pub shift: u64,
}

/// `G(n) = G'(n - shift)` with G' the values of this game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Equivalent {
    /// The other game.
    pub game: Game,
    /// How many heaps later the values come here than there.
    pub shift: i64,
}

impl Game {
    /// Explains the game: its moves in words, names, equivalent codes, and what is known about it.
    ///
    /// ```
    /// let kayles: grundy::Game = "kayles".parse()?;
    /// let description = kayles.describe();
    /// assert_eq!(description.moves[0], "Take 1 bean and leave nothing, one heap or two heaps.");
    /// assert_eq!(description.class, "octal");
    /// # Ok::<(), grundy::GameError>(())
    /// ```
    pub fn describe(&self) -> Description {
        let known = facts::about(self);
        let code = standard::as_code(self);
        let standard = code.as_ref().map(standard::standard_form);
        let names = NAMED.iter().filter(|named| named.game.parse().as_ref() == Ok(self));
        let same = known.same.iter().map(|other| Equivalent { game: other.game.clone(), shift: other.shift });
        Description {
            game: self.written(),
            canonical: self.clone(),
            names: names.map(|named| named.name).collect(),
            class: class(self.rules()),
            moves: moves(self),
            code: code.map(|code| code.to_string()),
            standard_form: standard.map(|form| StandardForm { code: form.code.to_string(), shift: form.shift }),
            equivalent: same.collect(),
            theorems: theorems(self),
            known,
        }
    }
}

/// What can be said before any value is known.
fn theorems(game: &Game) -> Vec<String> {
    let rules = game.rules();
    let mut found = Vec::new();
    let classical = Classical::for_rules(rules);
    if rules.class() <= Class::Octal && rules.is_finite() && rules.ban() == Ban::Nothing {
        found.push(
            "Values never grow by a saltus: the nim-sequence of a finite octal game is not arithmetic-periodic."
                .to_owned(),
        );
    }
    if let Some(bound) = no_p_positions_from(rules) {
        let values = engine::values(rules, bound).unwrap_or_default();
        let zeros: Vec<u64> = (0..).zip(&values).filter(|&(_, &value)| value == 0).map(|(heap, _)| heap).collect();
        found.push(format!(
            "Every heap from {bound} on can be split into two equal heaps and is an N-position; the P-positions are \
             the heaps {}.",
            list(&zeros, "and")
        ));
    }
    if classical.is_some() {
        let heaps = rules.most_heaps().max(1);
        found.push(format!(
            "A repetition with period p from n0 on that holds for {heaps} (max(n0, 1) + p - 1) + k + 1 values, k = \
             {}, goes on for ever.",
            theorem_k(rules).unwrap_or(1)
        ));
    }
    if Arithmetic::for_rules(rules).is_some() {
        found.push(
            "A period with a saltus is proved when options with two heaps of nearly equal value exclude all values \
             but the few largest."
                .to_owned(),
        );
    }
    if !sparse::admissible(rules).is_empty() {
        found.push(
            "If only finitely many heaps are rare in a sparse space, values repeat and only finitely many \
            heaps are P-positions."
                .to_owned(),
        );
    }
    if Endless::for_rules(rules).is_some() {
        found.push(
            "A period, with or without a saltus, is proved when the sets of values of the tail repeat with it, too."
                .to_owned(),
        );
    }
    found
}

/// The heap from which on a break of the right parity always leaves two equal heaps, where breaks of both parities are
/// allowed.
fn no_p_positions_from(rules: &Rules) -> Option<u64> {
    let breaks = sparse::breaks(rules);
    let first = |parity: u64| breaks.iter().copied().find(|i| i % 2 == parity);
    (rules.ban() == Ban::Nothing).then_some(())?;
    Some(first(0)?.max(first(1)?) + 2).filter(|&bound| bound <= 1 << 16)
}

fn class(rules: &Rules) -> &'static str {
    match rules.class() {
        _ if !rules.is_finite() => "infinite",
        Class::Subtraction => "subtraction",
        Class::Octal => "octal",
        Class::Hexadecimal => "hexadecimal",
        Class::Larger => "larger",
    }
}
/// The moves, one sentence for each kind of removal.
fn moves(game: &Game) -> Vec<String> {
    let rules = game.rules();
    match game.form() {
        Form::Subtraction(set) => return vec![format!("Take {} from a heap.", list(set, "or"))],
        Form::Series(series) => {
            let first: Vec<String> = series.members().take(4).map(|member| member.to_string()).collect();
            return vec![format!("Take {}, … beans ({series}) from a heap.", first.join(", "))];
        }
        Form::AllBut(set) => {
            return vec![format!("Take any number of beans from a heap, but not {}.", list(set, "or"))];
        }
        _ => {}
    }
    let mut sentences = Vec::new();
    for &(removed, digit) in rules.moves() {
        sentences.push(sentence(&beans(removed), digit, rules.ban()));
    }
    if let Some(tail) = rules.tail() {
        let length = tail.block.len() as u64;
        for (i, &digit) in (tail.start..).zip(&tail.block).filter(|&(_, &digit)| digit != 0) {
            let many = if length == 1 {
                format!("{i} or more")
            } else {
                format!("{i}, {}, {}, …", i + length, i + 2 * length)
            };
            sentences.push(sentence(&format!("Take {many} beans"), digit, rules.ban()));
        }
    }
    if sentences.is_empty() {
        sentences.push("There is no move.".to_owned());
    }
    sentences
}

fn beans(removed: u64) -> String {
    match removed {
        0 => "Take nothing".to_owned(),
        1 => "Take 1 bean".to_owned(),
        _ => format!("Take {removed} beans"),
    }
}

fn sentence(take: &str, digit: u32, ban: Ban) -> String {
    let heaps = |count: u32| match (count, ban) {
        (0, _) => "nothing".to_owned(),
        (1, _) => "one heap".to_owned(),
        (2, Ban::EqualHeaps) => "two heaps of different size".to_owned(),
        (2, Ban::Couple) => "two heaps, unless it was a heap of two".to_owned(),
        (2, Ban::Nothing) => "two heaps".to_owned(),
        _ => format!("{count} heaps"),
    };
    let choices: Vec<String> = (0..u32::BITS).filter(|count| digit >> count & 1 == 1).map(heaps).collect();
    format!("{take} and leave {}.", list(&choices, "or"))
}

/// `1, 2 or 5`.
fn list(items: &[impl ToString], word: &str) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    match &items[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
