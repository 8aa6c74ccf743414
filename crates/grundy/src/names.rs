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
    named("james-bond", ".007", "take three beans in a row, and split the rest if you like: Treblecross, heap by heap"),
    named("rayles", ".77", "draw loops through one dot or two: Kayles in disguise"),
    named("laskers-nim", "4.3...", "take any number of beans, or split a heap in two"),
    named("she-loves-me", ".3", "take one bean: she loves me, she loves me not"),
    named("double-kayles", ".7777", "knock down up to four neighbouring pins of a row"),
    named("kenyons-game", ".3F", "take one bean, or two leaving at most three heaps"),
];

const fn named(name: &'static str, game: &'static str, about: &'static str) -> Named {
    Named { name, game, about }
}

/// The named game `name` stands for; case, spaces, hyphens, underscores and apostrophes do not matter.
pub fn find(name: &str) -> Option<&'static Named> {
    let plain = plain(name);
    let alias = match plain.as_str() {
        "grundysgame" => "grundy",
        "couples" => "couplesareforever",
        "kenyons" => "kenyonsgame",
        "dawsonkayles" => "dawsonskayles",
        "dawsonchess" => "dawsonschess",
        "laskernim" => "laskersnim",
        "shelovesmeshelovesmenot" => "shelovesme",
        "jamesbondgame" | "thejamesbondgame" => "jamesbond",
        other => other,
    };
    NAMED.iter().find(|named| self::plain(named.name) == alias)
}

/// The known name nearest to `name`, when more than half of it can be recognised.
pub(crate) fn closest(name: &str) -> Option<&'static str> {
    let plain = plain(name);
    let near = NAMED.iter().map(|n| (strsim::levenshtein(&plain, &self::plain(n.name)), n.name));
    near.filter(|&(distance, name)| 2 * distance < name.len()).min().map(|(_, name)| name)
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace(['\'', '’', ',', ' ', '_', '-'], "")
}
