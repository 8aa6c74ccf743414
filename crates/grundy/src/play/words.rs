//! Moves and reasons in words: `7 -> 3 3`, `take 2 from 7 leave 1 4`, `turn 2 5`, and why they win.

use super::view::{Choice, Judged};
use super::worth::{Judge, Worth};
use super::{Part, Play, PlayError, Position, Step, Turning};

impl Position {
    /// A move in words that [`Position::read`] reads back.
    pub fn say(&self, part: usize, step: &Step) -> String {
        let stand = |part: &Part| part.stand();
        let here = &self.parts[part];
        let numbers = |numbers: &[usize]| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        let text = match step {
            Step::Take { removed: 0, left } => format!("split {} into {}", stand(here), sizes(left)),
            Step::Take { removed, left } if left.is_empty() => format!("take {removed} from {}", stand(here)),
            Step::Take { removed, left } => format!("take {removed} from {}, leave {}", stand(here), sizes(left)),
            Step::Queen { a, b } => format!("{} -> {a} {b}", stand(here)),
            Step::Turn { turn } => match here {
                Part::Row(Turning::SilverDollar, _) => format!("slide {} to {}", turn[1], turn[0]),
                _ => format!("turn {}", numbers(turn)),
            },
            Step::Cross { columns, rows } => format!("turn columns {} rows {}", numbers(columns), numbers(rows)),
        };
        let is_alone = self.parts.iter().all(|other| other.game() == here.game());
        let same = |other: &Part| other.game() == here.game() && matches!(other, Part::Row(..) | Part::Board(..));
        if self.parts.iter().filter(|other| same(other)).count() > 1 {
            format!("part {}: {text}", part + 1)
        } else if is_alone {
            text
        } else {
            format!("{}: {text}", here.game())
        }
    }

    /// Reads a move as people write it: `7 -> 3 3`, `take 2 from 7 leave 1 4`, `split 9 into 4 5`, `ring 12 -> 10`; in
    /// Wythoff's game `3 4 -> 1 2`, `take 2 from both`; with coins `turn 2 5`, `slide 5 to 2`, `turn columns 1 3 rows
    /// 2`. Where games are mixed, `GAME:` in front says which, and `part 3:` says which part, counted from 1.
    pub fn read(&self, text: &str) -> Result<(usize, Step), PlayError> {
        let (place, said) = match text.rsplit_once(':') {
            Some((place, said)) => (Some(place.trim()), said),
            None => (None, text),
        };
        let said = Said::of(said).ok_or_else(|| PlayError::Move(format!("{text:?} is not a move; {ACCEPTED}")))?;
        let chosen = self.chosen(place)?;
        let is_here = |&&part: &&usize| said.fits(&self.parts[part]);
        let fitting: Vec<usize> = chosen.iter().filter(is_here).copied().collect();
        let legal = |&part: &usize| {
            said.step(&self.parts[part]).filter(|step| self.allows(part, step)).map(|step| (part, step))
        };
        let found: Vec<(usize, Step)> = fitting.iter().filter_map(legal).collect();
        let Some((first, _)) = found.first() else { return Err(self.refuse(text, &fitting)) };
        let differs = |(part, _): &&(usize, Step)| self.parts[*part] != self.parts[*first];
        if let Some((other, _)) = found.iter().find(differs) {
            let (one, other) = (&self.parts[*first], &self.parts[*other]);
            let how = if one.game() == other.game() {
                format!("write 'part {}: {}'", first + 1, text.trim())
            } else {
                format!("write '{}: {}' or '{}: {}'", one.game(), text.trim(), other.game(), text.trim())
            };
            return Err(PlayError::Move(format!("{text:?} can be made in several places; {how}")));
        }
        Ok(found.into_iter().next().expect("there is a first"))
    }

    /// The parts that a name means; all without one.
    fn chosen(&self, place: Option<&str>) -> Result<Vec<usize>, PlayError> {
        let all = 0..self.parts.len();
        let Some(place) = place else { return Ok(all.collect()) };
        if let Some(number) = place.strip_prefix("part").map(str::trim) {
            let part = number.parse::<usize>().ok().filter(|&number| (1..=self.parts.len()).contains(&number));
            let problem =
                || PlayError::Move(format!("no part {number:?}; parts are counted from 1 to {}", self.parts.len()));
            return part.map(|number| vec![number - 1]).ok_or_else(problem);
        }
        let wanted: Option<crate::Game> = place.parse().ok();
        let is_meant = |part: &Part| match part {
            Part::Heap(game, _) => wanted.as_ref() == Some(game),
            other => other.game().eq_ignore_ascii_case(place),
        };
        let found: Vec<usize> = all.filter(|&part| is_meant(&self.parts[part])).collect();
        if found.is_empty() { Err(PlayError::Move(format!("no game {place:?} in this position"))) } else { Ok(found) }
    }

    /// Why a move that could be read cannot be made.
    fn refuse(&self, text: &str, fitting: &[usize]) -> PlayError {
        let text = text.trim();
        let Some(&part) = fitting.first() else {
            return PlayError::Move(format!("{text:?}: there is nothing of that kind here; the position is {self}"));
        };
        let rules = match &self.parts[part] {
            Part::Heap(game, heap) if heap.ring => {
                format!(
                    "a ring of {} is opened by taking neighbours, in {}: {}",
                    heap.size,
                    game.written(),
                    game.describe().moves.join(" ")
                )
            }
            Part::Heap(game, _) => format!("in {}: {}", game.written(), game.describe().moves.join(" ")),
            Part::Wythoff(..) => "take any number from one pile, or the same number from both".to_owned(),
            Part::Row(Turning::SilverDollar, _) => "slide one coin to the left, without jumping".to_owned(),
            Part::Row(game, _) => format!("the rightmost coin turned must show heads, and {game} turns {}", rule(game)),
            Part::Board(..) => "the coin in the top right corner of the move must show heads".to_owned(),
        };
        PlayError::Move(format!("{text:?} is not allowed: {rules}"))
    }
}

const ACCEPTED: &str = "moves are written '7 -> 3 3', 'take 2 from 7 leave 1 4', 'ring 12 -> 10', in Wythoff's game \
    '3 4 -> 1 2', with \
                        coins 'turn 2 5', 'slide 5 to 2' or 'turn columns 1 3 rows 2'";

fn rule(game: &Turning) -> String {
    let Turning::Coins(game) = game else { return String::new() };
    let named = crate::coins::catalogue().find(|(_, code, _)| code.parse().as_ref() == Ok(game));
    named.map_or_else(|| game.to_string(), |(_, _, rule)| rule.to_owned())
}

fn sizes(left: &[u64]) -> String {
    left.iter().map(u64::to_string).collect::<Vec<_>>().join(" + ")
}

/// What was said, before it is known of which part.
enum Said {
    /// This heap, these piles or this ring become these.
    Becomes {
        ring: bool,
        from: Vec<u64>,
        to: Vec<u64>,
    },
    /// A number of beans is taken, from this heap if it is said, from both piles, and these are left if it is said.
    Take {
        removed: u64,
        ring: bool,
        from: Option<u64>,
        both: bool,
        left: Option<Vec<u64>>,
    },
    Turn(Vec<usize>),
    Cross(Vec<usize>, Vec<usize>),
}

impl Said {
    fn of(text: &str) -> Option<Said> {
        let spaced =
            text.to_lowercase().replace("->", " > ").replace(['→', '='], " > ").replace([',', '+', ';', '.'], " ");
        let noise = [
            "a", "an", "and", "bean", "beans", "coin", "coins", "heap", "heaps", "of", "pile", "piles", "pin", "pins",
            "the",
        ];
        let words: Vec<&str> = spaced.split_whitespace().filter(|word| !noise.contains(word)).collect();
        let (&verb, rest) = words.split_first()?;
        match verb {
            "turn" | "flip" | "columns" | "column" => {
                let words = if verb.starts_with("column") { &words[..] } else { rest };
                if words.first().is_some_and(|word| word.starts_with("column")) {
                    let (columns, rows) = split(&words[1..], &["rows", "row"])?;
                    return Some(Said::Cross(ascending(&columns)?, ascending(&rows)?));
                }
                Some(Said::Turn(ascending(words)?))
            }
            "slide" | "move" if split(rest, &["to", ">"]).is_some() => {
                let (from, to) = split(rest, &["to", ">"])?;
                Some(Said::Turn(ascending(&[from, to].concat())?))
            }
            "take" | "remove" | "knock" => {
                let (head, left) = match split(rest, &["leave", "leaving", ">", "to"]) {
                    Some((head, left)) => (head, Some(numbers(&left)?)),
                    None => (rest.to_vec(), None),
                };
                let (removed, from) =
                    split(&head, &["from"]).map_or((head.clone(), Vec::new()), |(one, two)| (one, two));
                let [removed] = numbers(&removed)?[..] else { return None };
                let both = from == ["both"];
                let ring = from.first() == Some(&"ring");
                let from = match &numbers(if ring {
                    &from[1..]
                } else if both {
                    &[]
                } else {
                    &from
                })?[..]
                {
                    [] => None,
                    [one] => Some(*one),
                    _ => return None,
                };
                Some(Said::Take { removed, ring, from, both, left })
            }
            _ => {
                let words = if matches!(verb, "split" | "break" | "open") { rest } else { &words[..] };
                let (from, to) = split(words, &[">", "to", "into"])?;
                let ring = from.first() == Some(&"ring");
                let from = numbers(if ring { &from[1..] } else { &from })?;
                if from.is_empty() { None } else { Some(Said::Becomes { ring, from, to: numbers(&to)? }) }
            }
        }
    }

    /// Whether it can be meant of this part.
    fn fits(&self, part: &Part) -> bool {
        match (self, part) {
            (Said::Becomes { ring, from, .. }, Part::Heap(_, heap)) => **from == [heap.size] && *ring == heap.ring,
            (Said::Becomes { ring: false, from, .. }, Part::Wythoff(a, b)) => **from == [*a, *b],
            (Said::Take { ring, from, both: false, .. }, Part::Heap(_, heap)) => {
                from.is_none_or(|size| size == heap.size) && (*ring == heap.ring || from.is_none())
            }
            (Said::Take { ring: false, from, .. }, Part::Wythoff(a, b)) => {
                from.is_none_or(|size| size == *a || size == *b)
            }
            (Said::Turn(_), Part::Row(..)) | (Said::Cross(..), Part::Board(..)) => true,
            _ => false,
        }
    }

    /// The move in this part, legal or not.
    fn step(&self, part: &Part) -> Option<Step> {
        match (self, part) {
            (Said::Becomes { to, .. }, Part::Heap(_, heap)) => {
                let left: Vec<u64> = to.iter().copied().filter(|&size| size > 0).collect();
                let kept = left.iter().try_fold(0u64, |sum, &size| sum.checked_add(size))?;
                Some(Step::Take { removed: heap.size.checked_sub(kept)?, left })
            }
            (Said::Becomes { to, .. }, Part::Wythoff(..)) => {
                let [a, b] = to[..] else { return None };
                Some(Step::Queen { a, b })
            }
            (Said::Take { removed, left, .. }, Part::Heap(_, heap)) => {
                let rest = heap.size.checked_sub(*removed)?;
                let left = left.clone().unwrap_or_else(|| vec![rest]);
                Some(Step::Take { removed: *removed, left: left.into_iter().filter(|&size| size > 0).collect() })
            }
            (&Said::Take { removed, from, both, .. }, &Part::Wythoff(a, b)) => {
                let (x, y) = (a.checked_sub(removed), b.checked_sub(removed));
                match from {
                    _ if both => Some(Step::Queen { a: x?, b: y? }),
                    Some(size) if size == a => Some(Step::Queen { a: x?, b }),
                    Some(_) => Some(Step::Queen { a, b: y? }),
                    None => None,
                }
            }
            (Said::Turn(turn), Part::Row(..)) => Some(Step::Turn { turn: turn.clone() }),
            (Said::Cross(columns, rows), Part::Board(..)) => {
                Some(Step::Cross { columns: columns.clone(), rows: rows.clone() })
            }
            _ => None,
        }
    }
}

/// The words before and after the first of some words.
fn split<'a>(words: &[&'a str], at: &[&str]) -> Option<(Vec<&'a str>, Vec<&'a str>)> {
    let place = words.iter().position(|word| at.contains(word))?;
    Some((words[..place].to_vec(), words[place + 1..].to_vec()))
}

fn numbers(words: &[&str]) -> Option<Vec<u64>> {
    words.iter().map(|word| if *word == "nothing" { Some(0) } else { crate::count::read(word) }).collect()
}

fn ascending(words: &[&str]) -> Option<Vec<usize>> {
    let mut numbers: Vec<usize> = numbers(words)?.into_iter().map(usize::try_from).collect::<Result<_, _>>().ok()?;
    numbers.sort_unstable();
    (!numbers.is_empty()).then_some(numbers)
}

impl Judged<'_> {
    /// Why a position without moves is won or lost.
    pub fn over(&self) -> String {
        match self.play {
            Play::Normal => "There is no move left: whoever moved last has won.".to_owned(),
            Play::Misere => "There is no move left: whoever moved last has lost.".to_owned(),
        }
    }

    /// Why a position is won or lost.
    pub fn why(&self) -> String {
        let Some(total) = self.total else {
            let reason = self.judge.unknown().unwrap_or("a value passes 2^64");
            return format!("Who wins is not known: {reason}.");
        };
        let lost = self.judge.is_lost(total);
        let end = if lost {
            "every move spoils it, and the player to move loses"
        } else {
            "some move mends it, and the player to move wins"
        };
        let parts = self.sum();
        match total {
            Worth::Value(0) => format!("{parts} The nim-sum is 0: {end}."),
            Worth::Value(value) => format!("{parts} The nim-sum is {value}, not 0: {end}."),
            Worth::Nim { sum, has_two: true } => format!(
                "{parts} Some heap is worth 2 or more, so it is as in normal play: the nim-sum is {sum}, and {end}."
            ),
            Worth::Nim { sum, has_two: false } => {
                let count = if sum == 1 { "odd" } else { "even" };
                format!("{parts} None is worth more than 1, and the number of those worth 1 is {count}: {end}.")
            }
            Worth::Element(_) => {
                let (name, is) = (self.judge.name(total), if lost { "is" } else { "is not" });
                format!("{parts} In the misère quotient the product {name} {is} a P-position: {end}.")
            }
        }
    }

    /// Why a winning move wins.
    pub fn why_wins(&self, choice: &Choice) -> String {
        let value = choice.value.as_deref().unwrap_or_default();
        match &self.judge {
            Judge::Normal(_) => format!("After '{}' the nim-sum is 0.", choice.text),
            Judge::Nim(_) => format!("After '{}' the rest is lost for the other player in misère Nim.", choice.text),
            _ => format!("After '{}' the product in the misère quotient is {value}, a P-position.", choice.text),
        }
    }

    /// `5 is worth 4, 7 is worth 2; 4 xor 2 = 6.`
    fn sum(&self) -> String {
        let names: Vec<String> = self.worths.iter().flatten().map(|&worth| self.judge.name(worth)).collect();
        let several = self.position.parts.iter().any(|part| part.game() != self.position.parts[0].game());
        let stands: Vec<String> = (self.position.parts.iter().zip(&names))
            .map(|(part, name)| {
                let game = if several { format!("{} ", part.game()) } else { String::new() };
                format!("{game}{} is worth {name}", part.stand())
            })
            .collect();
        let (Some(total), [_, _, ..]) = (self.total, &names[..]) else { return format!("{}.", stands.join(", ")) };
        let sign = if matches!(total, Worth::Element(_)) { " · " } else { " xor " };
        format!("{}; {} = {}.", stands.join(", "), names.join(sign), self.judge.name(total))
    }
}
