//! Games as text: every spelling leads to one canonical one, and every mistake has its own message and place.

use grundy::game::{Code, Form, MAX_DIGIT, MAX_MEMBER, NAMED, Series};
use grundy::position::Heap;
use grundy::{Game, Position, Problem};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashSet};

fn parse(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn digit() -> impl Strategy<Value = u32> {
    prop_oneof![2 => Just(0), 4 => 0..=7u32, 3 => 8..=15u32, 2 => 16..=MAX_DIGIT]
}

fn digits(length: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(digit(), length)
}

/// `d0, d1, …` and the block that repeats after them; `d0` never allows to do nothing.
fn code() -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    (digit().prop_map(|d| d & !3), digits(0..=6), digits(0..=4)).prop_map(|(d0, mut head, block)| {
        head.insert(0, d0);
        (head, block)
    })
}

fn members() -> impl Strategy<Value = Vec<u64>> {
    let member = prop_oneof![4 => 1..100u64, 1 => 1..=MAX_MEMBER];
    prop::collection::btree_set(member, 1..8).prop_map(|set: BTreeSet<u64>| set.into_iter().collect())
}

fn any_game() -> impl Strategy<Value = Game> {
    prop_oneof![
        6 => code().prop_map(|(head, block)| Game::from(Code::new(&head, &block).unwrap())),
        2 => members().prop_map(|set| Form::Subtraction(set).into()),
        2 => members().prop_map(|set| Form::AllBut(set).into()),
        1 => prop_oneof![Just(Series::Squares), Just(Series::Primes), (2u64..).prop_map(Series::Powers)]
            .prop_map(|series| Form::Series(series).into()),
        1 => Just(Form::Grundy.into()),
        1 => Just(Form::Couples.into()),
    ]
}

/// One way among many to write a digit, chosen by `style`.
fn spell(digit: u32, style: u8) -> String {
    match (digit, style % 4) {
        (16.., _) | (_, 0) => format!("[{digit}]"),
        (_, 1) => format!("[00{digit}]"),
        (_, 2) => format!("{digit:x}"),
        _ => format!("{digit:X}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn printing_and_reading_is_the_identity(game in any_game()) {
        let text = game.to_string();
        let again = parse(&text);
        prop_assert_eq!(&again, &game, "{}", text);
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn every_spelling_of_a_code_is_the_same_game(
        (head, block) in code(),
        styles in prop::collection::vec(any::<u8>(), 24),
        unrolled in 0..3usize,
        turned in 0..4usize,
        repeated in 1..3usize,
    ) {
        let game = Game::from(Code::new(&head, &block).unwrap());
        // The same digits with some of the block written out, the rest turned to fit, and the block itself repeated.
        let mut head = head;
        let mut block = block;
        for _ in 0..unrolled {
            head.extend(&block);
        }
        for _ in 0..turned.min(block.len()) {
            head.push(block[0]);
            block.rotate_left(1);
        }
        block = block.repeat(repeated);
        let mut style = styles.into_iter().cycle();
        let mut spell_all =
            |digits: &[u32]| digits.iter().map(|&d| spell(d, style.next().unwrap())).collect::<String>();
        let d0 = if head[0] == 0 && turned % 2 == 0 { String::new() } else { spell_all(&head[..1]) };
        let middle = spell_all(&head[1..]);
        let end = match (&block[..], unrolled) {
            ([], zeros) if !middle.is_empty() => "0".repeat(zeros),
            ([], _) => "0".to_owned(),
            ([d], 1) => format!("{}...", spell_all(&[*d])),
            (_, 2) => format!("({})…", spell_all(&block)),
            _ => format!("({})...", spell_all(&block)),
        };
        // The point as papers print it, too.
        for point in [".", "·"] {
            let text = format!("  {d0}{point}{middle}{end} ");
            prop_assert_eq!(parse(&text), game.clone(), "{}", text);
        }
    }

    #[test]
    fn every_spelling_of_a_set_is_the_same_game(
        set in members(),
        order in any::<prop::sample::Index>(),
        upper: bool,
        all_but: bool,
    ) {
        let (word, game) = match (all_but, upper) {
            (false, true) => ("S", Game::from(Form::Subtraction(set.clone()))),
            (false, false) => ("s ", Game::from(Form::Subtraction(set.clone()))),
            (true, true) => ("AllBut", Game::from(Form::AllBut(set.clone()))),
            (true, false) => ("allbut ", Game::from(Form::AllBut(set.clone()))),
        };
        // Turned, and one member twice.
        let mut written: Vec<String> = set.iter().map(u64::to_string).collect();
        written.rotate_left(order.index(set.len()));
        written.push(format!("0{}", written[0]));
        let text = format!("{word}({} )", written.join(" , "));
        prop_assert_eq!(parse(&text), game, "{}", text);
    }

    #[test]
    fn positions_keep_their_heaps(sizes in prop::collection::vec((0..1_000_000u64, any::<bool>()), 1..6)) {
        let written = |&(n, ring): &(u64, bool)| format!("{}{n}", if ring { "ring " } else { "" });
        let text: Vec<String> = sizes.iter().map(written).collect();
        let heaps: Vec<Heap> = sizes.iter().map(|&(size, ring)| Heap { size, ring }).collect();
        for separator in [" ", ", ", ","] {
            let position: Position = format!("kayles:{}", text.join(separator)).parse().unwrap();
            prop_assert_eq!(&position.heaps, &heaps);
            prop_assert_eq!(position.game.to_string(), ".77");
        }
    }
}

#[test]
fn canonical_spellings() {
    for (text, canonical) in [
        (".77", ".77"),
        ("0.77", ".77"),
        (".7700", ".77"),
        (" .77 ", ".77"),
        (".[7][7]", ".77"),
        ("4.045", "4.045"),
        ("4", "4"),
        ("4.", "4"),
        ("4.0", "4"),
        ("8.0", "8"),
        ("c", "C"),
        (".0", ".0"),
        (".000", ".0"),
        ("0.0...", ".0"),
        (".3f", ".3F"),
        (".[15]", ".F"),
        (".[16]", ".[16]"),
        (".[0016]", ".[16]"),
        ("[16].[65535]", "[16].[65535]"),
        (".3...", ".3..."),
        (".3…", ".3..."),
        (".333...", ".3..."),
        (".(3)...", ".3..."),
        (".(33)...", ".3..."),
        (".3(0)...", ".3"),
        (".1(03)...", ".1(03)..."),
        (".10(30)...", ".1(03)..."),
        (".1(0303)...", ".1(03)..."),
        ("4.3...", "4.3..."),
        ("S(5,1,2,1)", "S(1,2,5)"),
        ("s ( 1 , 2 )", "S(1,2)"),
        ("AllBut(3)", "allbut(3)"),
        ("Grundy's Game", "grundy"),
        ("GRUNDY", "grundy"),
        ("Couples are forever", "couples-are-forever"),
        ("Dawson's Kayles", ".07"),
        ("dawsons_chess", ".137"),
        ("Lasker's Nim", "4.3..."),
        ("nim", ".3..."),
        // As papers print them.
        ("·77", ".77"),
        ("0·176", ".176"),
        ("4·045", "4.045"),
        ("·3…", ".3..."),
        ("·1(03)...", ".1(03)..."),
        ("·[16]", ".[16]"),
        ("·0", ".0"),
        ("S(1..5)", "S(1,2,3,4,5)"),
        ("S(1, 2 ... 5)", "S(1,2,3,4,5)"),
        ("S(1, 2, …, 5)", "S(1,2,3,4,5)"),
        ("S(1,3,...,9)", "S(1,3,5,7,9)"),
        ("S(1,3..5)", "S(1,3,4,5)"),
        ("S(2..2)", "S(2)"),
        ("S(1..3,7,9...13)", "S(1,2,3,7,9,11,13)"),
        ("S(5,...,7)", "S(5,6,7)"),
        ("allbut(1..3, 10)", "allbut(1,2,3,10)"),
        ("S(999999999999..1000000000000)", "S(999999999999,1000000000000)"),
        ("S(squares)", "S(squares)"),
        ("s( Square  Numbers )", "S(squares)"),
        ("S(PRIMES)", "S(primes)"),
        ("S(triangular numbers)", "S(triangular)"),
        ("S(powers of 2)", "S(powers of 2)"),
        ("S(powers  of 010)", "S(powers of 10)"),
        // Names with and without what sets them apart.
        ("DAWSONSKAYLES", ".07"),
        ("dawson kayles", ".07"),
        ("Dawson’s Chess", ".137"),
        ("James Bond", ".007"),
        ("the james-bond game", ".007"),
        ("Rayles", ".77"),
        ("TREBLECROSS", ".007"),
        ("Guiles", ".15"),
        ("Kenyon's game", ".3F"),
        ("she loves me, she loves me not", ".3"),
    ] {
        assert_eq!(parse(text).to_string(), canonical, "{text}");
    }
}

#[test]
fn names_stand_for_their_canonical_game() {
    for named in NAMED {
        let game = parse(named.name);
        assert_eq!(game.to_string(), named.game, "{}", named.name);
        assert_eq!(game, parse(named.game));
        assert_eq!(game, parse(&named.name.replace('-', " ").to_uppercase()));
    }
    let unique: HashSet<&str> = NAMED.iter().map(|named| named.name).collect();
    assert_eq!(unique.len(), NAMED.len(), "a name is listed twice");
}

/// The characters that stand for the point of a code.
fn is_point(text: &str) -> bool {
    format!("{text}7").parse::<Game>().is_ok()
}

#[test]
fn the_middle_dot_is_a_point() {
    assert!([".", "·"].into_iter().all(is_point));
    assert!([",", ":", "'", "-", "…"].into_iter().all(|text| !is_point(text)));
}

/// What is wrong with the text, and which part of it the error points at.
fn mistake(text: &str) -> (Problem, String) {
    let error = match text.parse::<Position>() {
        // A game alone: the mistake is the game's.
        Err(error) if error.problem == Problem::NoColon && !text.contains("heaps") => text.parse::<Game>().unwrap_err(),
        Err(error) => error,
        Ok(position) => panic!("{text:?} is {position:?}"),
    };
    let part = text.get(error.start..error.start + error.length).expect("the place is inside the text");
    (error.problem, part.to_owned())
}

#[test]
fn each_mistake_has_its_own_message_and_place() {
    let unknown = |name: &str, suggestion: Option<&str>| Problem::UnknownName {
        name: name.to_owned(),
        suggestion: suggestion.map(str::to_owned),
    };
    let cases = [
        ("", Problem::Empty, ""),
        ("   ", Problem::Empty, ""),
        (" : 3", Problem::Empty, ""),
        (".", Problem::NoDigits, "."),
        ("77", Problem::NoPoint { suggestion: Some(".77".to_owned()) }, "7"),
        ("12.3", Problem::NoPoint { suggestion: None }, "2"),
        ("0", Problem::NoPoint { suggestion: None }, "0"),
        (".7x", Problem::NotADigit('x'), "x"),
        (".7é7", Problem::NotADigit('é'), "é"),
        (".7 7", Problem::NotADigit(' '), " "),
        ("-.7", Problem::NotADigit('-'), "-"),
        (".7]", Problem::NotADigit(']'), "]"),
        (".7[x]", Problem::NotANumber("x".into()), "[x]"),
        (".[]", Problem::NotANumber(String::new()), "[]"),
        (".[+1]", Problem::NotANumber("+1".into()), "[+1]"),
        (".[65536]", Problem::DigitTooLarge("65536".into()), "[65536]"),
        (".[99999999999999999999]", Problem::DigitTooLarge("99999999999999999999".into()), "[99999999999999999999]"),
        (".7[16", Problem::Unclosed('['), "["),
        (".7(3...", Problem::NotADigit('.'), "."),
        (".7(3", Problem::Unclosed('('), "("),
        ("S(1,2", Problem::Unclosed('('), "("),
        ("1.7", Problem::DoNothing(1), "1"),
        ("7.7", Problem::DoNothing(7), "7"),
        ("  [18].7", Problem::DoNothing(18), "[18]"),
        ("3", Problem::DoNothing(3), "3"),
        (".7.7", Problem::Dots, ".7"),
        (".3..", Problem::Dots, ".."),
        (".3....", Problem::Dots, "...."),
        (".3...3", Problem::Dots, "...3"),
        ("....", Problem::RepeatsNothing, "..."),
        (".()...", Problem::RepeatsNothing, "()"),
        (".1(03)", Problem::BlockWithoutDots, "(03)"),
        (".1(03)7...", Problem::BlockWithoutDots, "(03)"),
        ("kales", unknown("kales", Some("kayles")), "kales"),
        ("  lasker ", unknown("lasker", Some("laskers-nim")), "lasker"),
        ("tic-tac-toe", unknown("tic-tac-toe", None), "tic-tac-toe"),
        ("foo", unknown("foo", None), "foo"),
        ("kayles2", unknown("kayles2", Some("kayles")), "kayles2"),
        ("S(1,0,2)", Problem::ZeroInSet, "0"),
        ("allbut( 00 )", Problem::ZeroInSet, "00"),
        ("S()", Problem::EmptySet, "()"),
        ("allbut( )", Problem::EmptySet, "( )"),
        ("S(1,,2)", Problem::BadMember(String::new()), ""),
        ("S(1, x)", Problem::BadMember("x".into()), "x"),
        ("S(-1)", Problem::BadMember("-1".into()), "-1"),
        ("S(+1)", Problem::BadMember("+1".into()), "+1"),
        ("S(1.5)", Problem::BadMember("1.5".into()), "1.5"),
        ("S(1000000000001)", Problem::BadMember("1000000000001".into()), "1000000000001"),
        ("S(1,2)3", Problem::AfterSet, "3"),
        ("S(1..)", Problem::BadRange, ".."),
        ("S(..5)", Problem::BadRange, "..5"),
        ("S(5..1)", Problem::BadRange, "5..1"),
        ("S(1,4,...,9)", Problem::BadRange, "9"),
        ("S(1....5)", Problem::BadRange, "1....5"),
        ("S(1..99999999)", Problem::BadRange, "1..99999999"),
        ("S(cats)", Problem::BadMember("cats".into()), "cats"),
        ("S(squares, 2)", Problem::BadMember("squares".into()), "squares"),
        ("allbut(squares)", Problem::BadMember("squares".into()), "squares"),
        ("S(powers of 1)", Problem::BadMember("powers of 1".into()), "powers of 1"),
        ("Turning Corners", Problem::Coins("Turning Corners".into()), "Turning Corners"),
        ("Wythoff", Problem::Wythoff("Wythoff".into()), "Wythoff"),
        ("kayles heaps", Problem::NoColon, "kayles heaps"),
        (".77:", Problem::NoHeaps, ":"),
        (".77: , ", Problem::NoHeaps, ":"),
        (".77: 5 x", Problem::BadHeap("x".into()), "x"),
        (".77: 5 -1", Problem::BadHeap("-1".into()), "-1"),
        (".77: +5", Problem::BadHeap("+5".into()), "+5"),
        (".77: 99999999999999999999", Problem::BadHeap("99999999999999999999".into()), "99999999999999999999"),
        (".77: 5 ring", Problem::BadHeap("ring".into()), "ring"),
        (".77: ring ring 5", Problem::BadHeap("ring".into()), "ring"),
        (".8: ring 5", Problem::NoRing, "ring"),
        ("nim: ring 5", Problem::NoRing, "ring"),
    ];
    for (text, problem, part) in &cases {
        assert_eq!(mistake(text), (problem.clone(), (*part).to_owned()), "{text:?}");
    }
    let kinds: HashSet<_> = cases.iter().map(|(_, problem, _)| std::mem::discriminant(problem)).collect();
    assert_eq!(kinds.len(), 23, "a kind of mistake without a test");
    let messages: HashSet<String> = cases.iter().map(|(_, problem, _)| problem.to_string()).collect();
    let problems: Vec<&Problem> = cases.iter().map(|(_, problem, _)| problem).collect();
    let different = (0..problems.len()).filter(|&k| !problems[..k].contains(&problems[k])).count();
    assert_eq!(messages.len(), different, "two mistakes share a message");
}

#[test]
fn an_explanation_is_one_line_that_shows_the_place() {
    for (text, line) in [
        (".7x", "in \".7x\", column 3, at \"x\": 'x' is not a digit; "),
        (".é", "in \".é\", column 2, at \"é\": 'é' is not a digit; "),
        (".ée", "in \".ée\", column 2, at \"é\": 'é' is not a digit; "),
        (".7\n7", "in \".7\\n7\", column 3, at \"\\n\": '\\n' is not a digit; "),
        ("foo", "in \"foo\", column 1: unknown game \"foo\"; "),
        ("no\u{7}such", "in \"no\\u{7}such\", column 1: unknown game \"no\\u{7}such\"; "),
        ("S(3,0)", "in \"S(3,0)\", column 5, at \"0\": a set of moves cannot contain 0"),
        ("S(3,)", "in \"S(3,)\", column 5: \"\" is not a whole number"),
        ("", "an empty game; "),
    ] {
        let explanation = text.parse::<Game>().unwrap_err().explain(text);
        assert!(explanation.starts_with(line), "{explanation}");
        assert!(!explanation.contains(char::is_control), "{explanation:?}");
    }
}

#[test]
fn a_code_from_digits_is_checked_too() {
    assert_eq!(Code::new(&[1], &[]), Err(Problem::DoNothing(1)));
    assert_eq!(Code::new(&[0, MAX_DIGIT + 1], &[]), Err(Problem::DigitTooLarge("65536".into())));
    assert_eq!(Code::new(&[], &[]).unwrap().to_string(), ".0");
    let code = Code::new(&[4, 1], &[0, 3]).unwrap();
    assert_eq!((0..8).map(|i| code.digit(i)).collect::<Vec<_>>(), [4, 1, 0, 3, 0, 3, 0, 3]);
    assert_eq!(code.digit(u64::MAX), 3, "2^64 - 1 is odd");
}
