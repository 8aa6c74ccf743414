//! What `facts::about` says, checked on values.

use crate::claims::{self, Judgement};
use crate::engines::values as run;
use grundy::Game;
use grundy::engine::Kind;
use grundy::facts::{self, Verdict, about};
use grundy::game::standard_form;
use std::collections::{HashMap, HashSet};

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

#[test]
fn relatives_have_the_same_values() {
    const COUNT: u64 = 400;
    let mut memory: HashMap<String, Vec<u16>> = HashMap::new();
    let mut values =
        |game: &Game| memory.entry(game.to_string()).or_insert_with(|| run(Kind::Naive, game.rules(), COUNT)).clone();
    let mut games: Vec<&Game> = facts::equivalences().iter().flat_map(|row| [&row.game, &row.canonical]).collect();
    games.sort_by_cached_key(ToString::to_string);
    games.dedup();
    let mut relations = 0;
    for game in games {
        let here = values(game);
        for other in about(game).same {
            let there = values(&other.game);
            let name = format!("{game} {} {}", other.game, other.shift);
            assert!(other.from < 20, "{name}");
            for n in other.from as usize..COUNT as usize - 20 {
                assert_eq!(here[n], there[(n as i64 - other.shift) as usize], "{name} at {n}");
            }
            relations += 1;
        }
    }
    assert!(relations > 10_000, "{relations}");
}

#[test]
fn inherited_periods_are_right() {
    let texts: HashSet<String> = facts::equivalences().iter().map(|row| row.game.to_string()).collect();
    let mut texts: Vec<String> = texts.into_iter().collect();
    texts.sort_unstable();
    let mut inherited = 0;
    for text in texts {
        let game = game(&text);
        let Verdict::Periodic(settled) = about(&game).verdict else { continue };
        let (preperiod, period) = (settled.preperiod.unwrap(), settled.period);
        if settled.via.is_none() || preperiod + 2 * period > 1500 {
            continue;
        }
        let v = run(Kind::Naive, game.rules(), preperiod + 2 * period + 10);
        let judgement = claims::period(&v, preperiod as usize, period as usize, settled.saltus as usize);
        if settled.smallest {
            assert_eq!(judgement, Judgement::Holds, "{text}");
        } else {
            let (n, p) = (preperiod as usize, period as usize);
            assert!((n..v.len() - p).all(|n| v[n + p] == v[n]), "{text}");
        }
        inherited += 1;
    }
    assert!(inherited > 300, "{inherited}");
}

#[test]
fn spelling_does_not_matter() {
    assert_eq!(about(&game(".33")).periods, about(&game("S(1,2)")).periods);
    assert!(!about(&game(".33")).periods.is_empty());
    assert!(!about(&game("kayles")).values.is_empty());
    assert_eq!(about(&game(".3003330")).verdict, about(&game("S(1,4,5,6)")).verdict);
}

#[test]
fn verdicts() {
    let periodic = |text: &str| match about(&game(text)).verdict {
        Verdict::Periodic(settled) => (settled.preperiod, settled.period, settled.saltus),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(periodic(".137"), (Some(52), 34, 0));
    assert_eq!(periodic(".106"), (Some(465_384_263_797), 328_226_140_474, 0));
    assert_eq!(periodic(".8"), (Some(1), 3, 1));
    assert_eq!(periodic(".56"), (Some(326_640), 144, 0));
    let open = |text: &str| match about(&game(text)).verdict {
        Verdict::Open { unsolved, upto, via } => (unsolved, upto, via.map(|game| game.to_string())),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(open("officers"), (true, Some(140_000_000_000_000), None));
    assert_eq!(open(".37"), (true, Some(139_999_999_999_999), Some(".6".to_owned())));
    assert_eq!(open("couples-are-forever").2.as_deref(), Some(".6"));
    assert!(open("grundy").0);
    let (unsolved, upto, via) = open(".9");
    assert!(!unsolved && upto >= Some(500) && via.is_none());
    assert_eq!(about(&game("S(3,17,1001)")).verdict, Verdict::Unknown);
}

#[test]
fn games_outside_the_tables_are_found_by_their_standard_form() {
    let code = game(".0000137").code().unwrap().clone();
    let standard = standard_form(&code);
    let known = about(&Game::from(code));
    assert!(known.same.iter().any(|other| other.game == Game::from(standard.code.clone())));
    assert!(about(&game(".0")).same.is_empty());
    let long = format!(".{}7", "0".repeat(100_000));
    assert_eq!(about(&game(&long)).verdict, Verdict::Unknown);
}

#[test]
fn in_words() {
    let words = about(&game("dawsons-kayles")).to_string();
    let mut lines = words.lines();
    assert_eq!(
        lines.next(),
        Some(
            "solved          yes: period 34 from heap 53 on as .4 shifted [tczajka/octal-games@57e893a TrivialGames.md]"
        )
    );
    let census = "census          solved here by the classical theorem as .4 shifted [certificate in records/census/";
    assert!(lines.next().unwrap().starts_with(census), "{words}");
    assert_eq!(lines.next(), Some("same values     G(n) = G(n + 1) of .4 .401 .402 .403 .42 .421 .422 .423"));
    assert_eq!(lines.next(), Some("same values     .071 .072 .073"));
    assert_eq!(lines.next(), Some("same values     G(n) = G(n - 1) of .137"));
    let erratum = "erratum         Winning Ways has the value 12 (heap 40); right is 6 [OEIS A071517]";
    assert!(about(&game(".774")).to_string().contains(erratum));
    assert_eq!(about(&game("S(7,9,1001)")).to_string(), "solved          the facts do not say\n");
}

/// Every table reaches the JSON document, with games, masks and values as text and numbers.
#[test]
fn as_json() {
    let json = serde_json::to_value(about(&game(".16"))).unwrap();
    assert_eq!(json["verdict"]["verdict"], "periodic");
    assert_eq!(json["verdict"]["period"], 149_459);
    assert_eq!(json["verdict"]["status"], "proved");
    assert_eq!(json["sparse"][0]["mask"], "0x1e");
    assert_eq!(json["values"][0]["values"][1], 0);
    assert_eq!(json["periods"][0]["game"], ".16");
    let json = serde_json::to_value(about(&game(".07"))).unwrap();
    assert_eq!(json["verdict"]["via"], ".4");
    assert!(json["same"].as_array().unwrap().iter().any(|other| other["game"] == ".137" && other["shift"] == 1));
    let json = serde_json::to_value(about(&game(".774"))).unwrap();
    assert_eq!((&json["errata"][0]["wrong"], &json["errata"][0]["about"]), (&"12".into(), &"value".into()));
    assert_eq!(json["verdict"]["verdict"], "open");
}
