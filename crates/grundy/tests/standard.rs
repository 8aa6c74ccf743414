//! Standard forms against the definition.

use grundy::engine::{Kind, values_with};
use grundy::game::{Code, Form, as_code, cousin, standard_form};
use grundy::{Game, facts};
use proptest::collection::vec;
use proptest::prelude::*;

const COUNT: u64 = 26;

fn digits(most_heaps: u32) -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    let digit = move || prop_oneof![2 => Just(0), 3 => 0..1u32 << (most_heaps + 1)];
    (vec(digit(), 1..7), vec(digit(), 0..4)).prop_map(|(mut head, block)| {
        head[0] &= !3;
        (head, block)
    })
}

/// `G(n) = G'(n - shift)`, and no heap below `shift + 1` has a move.
fn check(code: &Code) {
    let standard = standard_form(code);
    let values = |code: &Code| values_with(Kind::Naive, Game::from(code.clone()).rules(), COUNT).unwrap();
    let (here, there) = (values(code), values(&standard.code));
    let shift = standard.shift as usize;
    for n in shift..COUNT as usize {
        assert_eq!(here[n], there[n - shift], "{code} -> {} at {n}", standard.code);
    }
    assert!(here.iter().take(shift + 1).all(|&v| v == 0), "{code}");
    let moves = code.head().iter().chain(code.block()).any(|&d| d != 0);
    assert_eq!(standard.code.digit(1) & 1 == 1, moves, "{code} -> {}", standard.code);
    assert_eq!(standard_form(&standard.code).shift, 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn octal_codes((head, block) in digits(2)) {
        check(&Code::new(&head, &block).unwrap());
    }

    #[test]
    fn codes_with_more_heaps((head, block) in digits(5)) {
        check(&Code::new(&head, &block).unwrap());
    }

    #[test]
    fn sets_have_the_moves_of_their_codes(set in proptest::collection::btree_set(1..20u64, 1..6), all_but: bool) {
        let set: Vec<u64> = set.into_iter().collect();
        let game = if all_but { Game::from(Form::AllBut(set)) } else { Game::from(Form::Subtraction(set)) };
        let code = Game::from(as_code(&game).unwrap());
        let values = |game: &Game| values_with(Kind::Naive, game.rules(), 60).unwrap();
        prop_assert_eq!(values(&game), values(&code));
        prop_assert_eq!(&game.to_string().parse::<Game>().unwrap(), &game);
    }
}

#[test]
fn the_largest_digit() {
    let code = Code::new(&[0xFFFC, 0xFFFE], &[0xFFFF]).unwrap();
    let next = cousin(&code).unwrap();
    assert_eq!(next.digit(15), 0xFFFF);
    assert_eq!(next.digit(1000), 0xFFFF);
    assert_eq!(standard_form(&code).shift, 1);
}

#[test]
fn examples() {
    let standard = |text: &str| {
        let code = text.parse::<Game>().unwrap().code().unwrap().clone();
        let standard = standard_form(&code);
        (standard.code.to_string(), standard.shift)
    };
    assert_eq!(standard(".77"), (".77".to_owned(), 0));
    assert_eq!(standard("4"), (".7".to_owned(), 1));
    assert_eq!(standard(".004"), (".1113337".to_owned(), 4));
    assert_eq!(standard(".6"), (".37".to_owned(), 1));
    assert_eq!(standard(".03..."), (".13...".to_owned(), 1));
    assert_eq!(standard("8"), (".137F".to_owned(), 2));
    assert_eq!(standard(".0"), (".0".to_owned(), 0));
}

/// Tables of equivalences agree with the theorem where both speak.
#[test]
fn standard_forms_of_the_facts() {
    for game in facts::equivalences().iter().map(|row| &row.game) {
        if let Some(code) = as_code(game) {
            check(&code);
        }
    }
}
