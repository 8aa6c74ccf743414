//! Games that are the same up to a shift, by a theorem.
//!
//! Two steps are used, each proved where it stands: a game and its [standard form](crate::game::standard_form), and a
//! code and its [saturated] one. Games with the same [`key`] have the same values up to a shift. The converse does not
//! hold: that two solved games are the same shows only in their values.

use crate::game::Game;
use crate::redundant::saturated;
use crate::standard::{as_code, standard_form};
use crate::watch::{Progress, Stopped, Watch};
use std::collections::BTreeMap;

/// Games that are the same up to a shift.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The shortest and smallest of them, which stands for all.
    pub game: Game,
    /// What they have in common: the saturated standard form.
    pub key: Game,
    /// All of them, this one first, then by length and text.
    pub members: Vec<Member>,
}

/// A game of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The game.
    pub game: Game,
    /// `G(n)` of this game is `G(n - shift)` of the one that stands for the class, wherever both heaps exist; smaller
    /// heaps have no move.
    pub shift: i64,
}

/// The saturated standard form of a game, and by how much the game is shifted against it.
pub fn key(game: &Game) -> (Game, u64) {
    match as_code(game) {
        None => (game.clone(), 0),
        Some(code) => {
            let standard = standard_form(&code);
            (saturated(&standard.code).into(), standard.shift)
        }
    }
}

/// The classes of these games, by the game that stands for them.
pub fn classes(games: &[Game], watch: &mut dyn Watch) -> Result<Vec<Class>, Stopped> {
    let mut groups: BTreeMap<String, (Game, Vec<(Game, u64)>)> = BTreeMap::new();
    for (done, game) in (0..).zip(games) {
        watch.at(Progress::new("games", done, games.len() as u64))?;
        let (key, shift) = key(game);
        groups.entry(key.to_string()).or_insert_with(|| (key, Vec::new())).1.push((game.clone(), shift));
    }
    let class = |(key, mut games): (Game, Vec<(Game, u64)>)| {
        games.sort_by_cached_key(|(game, _)| rank(game));
        let first = games[0].1 as i64;
        let members = games.iter().map(|(game, shift)| Member { game: game.clone(), shift: *shift as i64 - first });
        Class { game: games[0].0.clone(), key, members: members.collect() }
    };
    let mut classes: Vec<Class> = groups.into_values().map(class).collect();
    classes.sort_by_cached_key(|class| rank(&class.game));
    Ok(classes)
}

/// The order of games in tables: short ones first; a code without a digit before its point is as long as with a 0
/// there.
fn rank(game: &Game) -> (usize, String) {
    let text = game.to_string();
    (text.len() + usize::from(text.starts_with('.')), text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::Family;
    use crate::engine;
    use crate::watch::Unwatched;

    /// Every member of every class has the values that its shift says, by the definition.
    fn check(family: &str, count: u64) -> usize {
        let classes = classes(&family.parse::<Family>().unwrap().games(), &mut Unwatched).unwrap();
        for class in &classes {
            let values = |game: &Game| engine::values_with(engine::Kind::Naive, game.rules(), count).unwrap();
            let first = values(&class.game);
            assert_eq!((&class.members[0].game, class.members[0].shift), (&class.game, 0));
            for member in &class.members {
                let own = values(&member.game);
                for n in 0..count as i64 {
                    match usize::try_from(n - member.shift) {
                        Err(_) => assert_eq!(own[n as usize], 0, "{} at {n}", member.game),
                        Ok(there) if there < first.len() => {
                            assert_eq!(own[n as usize], first[there], "{} and {} at {n}", member.game, class.game);
                        }
                        Ok(_) => {}
                    }
                }
            }
        }
        classes.len()
    }

    #[test]
    fn members_have_the_values_of_their_class() {
        let octal = check("octal:3", 60);
        assert!(octal < 400, "{octal} classes of 1023 codes");
        check("hex:1", 40);
        check("subtraction:5", 60);
        check("allbut:4", 40);
    }
}
