//! The names players know.

/// A game with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Named {
    /// The name as the command line takes it.
    pub name: &'static str,
    /// The game's canonical spelling.
    pub game: &'static str,
    /// What one does in it.
    pub about: &'static str,
}

/// Every named game.
pub const NAMED: &[Named] = &[
    named("nim", ".3...", "take any number of beans from a heap"),
    named("kayles", ".77", "knock down one pin or two neighbouring pins of a row"),
    named("dawsons-kayles", ".07", "knock down two neighbouring pins of a row"),
    named("dawsons-chess", ".137", "Dawson's pawn game on three ranks, as a heap of files"),
    named("officers", ".6", "take one bean, never a whole heap, and split the rest if you like"),
    named("couples-are-forever", "couples-are-forever", "split any heap in two, but not a heap of two"),
    named("grundy", "grundy", "Grundy's game: split a heap into two unequal heaps"),
    named("guiles", ".15", "take a heap of one or two, or two beans splitting the rest in two"),
    named(
        "treblecross",
        ".007",
        "one-dimensional noughts and crosses with crosses only: n + 2 beans for a strip of n squares",
    ),
    named("laskers-nim", "4.3...", "take any number of beans, or split a heap in two"),
    named("she-loves-me", ".3", "take one bean: she loves me, she loves me not"),
    named("double-kayles", ".7777", "knock down up to four neighbouring pins of a row"),
    named("kenyons-game", ".3F", "take one bean, or two leaving at most three heaps"),
];

const fn named(name: &'static str, game: &'static str, about: &'static str) -> Named {
    Named { name, game, about }
}

/// The named game `name` stands for; case, spaces, underscores and apostrophes do not matter.
pub fn find(name: &str) -> Option<&'static Named> {
    let plain = plain(name);
    let alias = match plain.as_str() {
        "grundys-game" => "grundy",
        "couples" => "couples-are-forever",
        "kenyons" => "kenyons-game",
        "dawson-kayles" => "dawsons-kayles",
        "dawson-chess" => "dawsons-chess",
        "lasker-nim" => "laskers-nim",
        "she-loves-me-she-loves-me-not" => "she-loves-me",
        other => other,
    };
    NAMED.iter().find(|named| named.name == alias)
}

/// The known name nearest to `name`, when more than half of it can be recognised.
pub(crate) fn closest(name: &str) -> Option<&'static str> {
    let plain = plain(name);
    let near = NAMED.iter().map(|n| (distance(&plain, n.name), n.name)).filter(|&(d, name)| 2 * d < name.len());
    near.min().map(|(_, name)| name)
}

fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace('\'', "").replace([' ', '_'], "-")
}

/// Levenshtein distance.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}
