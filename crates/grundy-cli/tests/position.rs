//! `grundy position` on the real binary, against play by brute force that knows nothing of nim-values.

use assert_cmd::Command;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};

fn position(text: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let output = command.args(["position", text, "--json", "--moves", "1000000"]).assert().success().stderr("");
    serde_json::from_slice(&output.get_output().stdout).unwrap()
}

/// Beans removed, heaps left.
type Option = (u64, Vec<u64>);
/// The moves in one heap, written down from the rules in words.
type Moves = fn(u64) -> Vec<Option>;

/// Every way to leave `rest` as exactly `count` non-empty heaps, smallest first.
fn split(rest: u64, count: u64, least: u64) -> Vec<Vec<u64>> {
    if count == 0 {
        return if rest == 0 { vec![vec![]] } else { vec![] };
    }
    let with_first = |first: u64| {
        split(rest - first, count - 1, first).into_iter().map(move |others| [vec![first], others].concat())
    };
    (least..=rest).flat_map(with_first).collect()
}

fn take_and_leave(n: u64, removed: u64, counts: &[u64]) -> Vec<Option> {
    let Some(rest) = n.checked_sub(removed) else { return vec![] };
    counts.iter().flat_map(|&count| split(rest, count, 1)).map(|left| (removed, left)).collect()
}

fn kayles(n: u64) -> Vec<Option> {
    [take_and_leave(n, 1, &[0, 1, 2]), take_and_leave(n, 2, &[0, 1, 2])].concat()
}

fn dawsons_kayles(n: u64) -> Vec<Option> {
    take_and_leave(n, 2, &[0, 1, 2])
}

fn officers(n: u64) -> Vec<Option> {
    take_and_leave(n, 1, &[1, 2])
}

fn one_bean_three_heaps(n: u64) -> Vec<Option> {
    take_and_leave(n, 1, &[3])
}

fn take_1_3_4(n: u64) -> Vec<Option> {
    [1, 3, 4].into_iter().flat_map(|i| take_and_leave(n, i, &[0, 1])).collect()
}

fn all_but_2(n: u64) -> Vec<Option> {
    (1..=n).filter(|&i| i != 2).flat_map(|i| take_and_leave(n, i, &[0, 1])).collect()
}

fn unequal(n: u64) -> Vec<Option> {
    take_and_leave(n, 0, &[2]).into_iter().filter(|(_, left)| left[0] != left[1]).collect()
}

fn laskers_nim(n: u64) -> Vec<Option> {
    (1..=n).flat_map(|i| take_and_leave(n, i, &[0, 1])).chain(take_and_leave(n, 0, &[2])).collect()
}

/// Whether the player to move wins: some move leads to a position where the other one does not.
fn wins(mut heaps: Vec<u64>, moves: Moves, known: &mut HashMap<Vec<u64>, bool>) -> bool {
    heaps.sort_unstable();
    if let Some(&wins) = known.get(&heaps) {
        return wins;
    }
    let mut answer = false;
    for index in 0..heaps.len() {
        for (_, left) in moves(heaps[index]) {
            answer |= !self::wins(after(&heaps, index, &left), moves, known);
        }
    }
    known.insert(heaps, answer);
    answer
}

fn after(heaps: &[u64], index: usize, left: &[u64]) -> Vec<u64> {
    [&heaps[..index], &heaps[index + 1..], left].concat()
}

/// Every move after which the other player loses: (heap, removed, left).
fn winning(heaps: &[u64], moves: Moves) -> BTreeSet<(usize, u64, Vec<u64>)> {
    let mut known = HashMap::new();
    let each = |index: usize| moves(heaps[index]).into_iter().map(move |(removed, left)| (index, removed, left));
    (0..heaps.len())
        .flat_map(each)
        .filter(|(index, _, left)| !wins(after(heaps, *index, left), moves, &mut known))
        .collect()
}

fn reported(document: &Value) -> BTreeSet<(usize, u64, Vec<u64>)> {
    let moves = document["winning_moves"].as_array().unwrap();
    let found: BTreeSet<_> = moves
        .iter()
        .map(|m| {
            let left = m["left"].as_array().unwrap().iter().map(|heap| heap.as_u64().unwrap()).collect();
            (m["index"].as_u64().unwrap() as usize, m["removed"].as_u64().unwrap(), left)
        })
        .collect();
    assert_eq!(found.len(), moves.len(), "a move is reported twice");
    found
}

#[test]
fn winning_moves_are_those_of_brute_force() {
    let games: [(&str, Moves); 8] = [
        ("kayles", kayles),
        ("dawsons-kayles", dawsons_kayles),
        ("officers", officers),
        (".8", one_bean_three_heaps),
        ("S(1,3,4)", take_1_3_4),
        ("allbut(2)", all_but_2),
        ("grundy", unequal),
        ("laskers-nim", laskers_nim),
    ];
    for (game, moves) in games {
        for heaps in [&[0][..], &[1], &[9], &[1, 1], &[5, 7, 6], &[8, 3, 3], &[4, 5, 2, 1], &[7, 10]] {
            let text: Vec<String> = heaps.iter().map(u64::to_string).collect();
            let text = format!("{game}: {}", text.join(" "));
            let document = position(&text);
            let expected = winning(heaps, moves);
            assert_eq!(reported(&document), expected, "{text}");
            assert_eq!(document["outcome"], if expected.is_empty() { "P" } else { "N" }, "{text}");
            assert_eq!(document["value"] == 0, expected.is_empty(), "{text}");
        }
    }
}

/// A circle of dominoes' worth of stones: two neighbours are taken, and a row is left.
#[test]
fn rings_by_brute_force() {
    for n in 0..24u64 {
        let document = position(&format!(".07: ring {n}"));
        let mut known = HashMap::new();
        let wins = n >= 2 && !wins(vec![n - 2], dawsons_kayles, &mut known);
        assert_eq!(document["outcome"], if wins { "N" } else { "P" }, "ring {n}");
        let expected = wins.then(|| (0, 2, if n == 2 { vec![] } else { vec![n - 2] }));
        assert_eq!(reported(&document), expected.into_iter().collect(), "ring {n}");
    }
    // A ring beside a row: kayles takes one or two pins of the circle, and leaves a row of the others.
    let ring = |n: u64| vec![(1, vec![n - 1]), (2, vec![n - 2])];
    for n in 3..12u64 {
        let mut known = HashMap::new();
        let in_ring = ring(n)
            .into_iter()
            .filter(|(_, left)| !wins([left.clone(), vec![4]].concat(), kayles, &mut known))
            .map(|(removed, left)| (0, removed, left));
        let found = reported(&position(&format!("kayles: ring {n} 4")));
        let in_ring: BTreeSet<_> = in_ring.collect();
        assert_eq!(found.iter().filter(|m| m.0 == 0).cloned().collect::<BTreeSet<_>>(), in_ring, "ring {n}");
    }
}

#[test]
fn the_document_has_the_promised_shape() {
    assert_eq!(
        position("kayles: 5 ring 3"),
        json!({
            "game": "kayles",
            "canonical": ".77",
            "heaps": [
                {"game": ".77", "size": 5, "ring": false, "value": 4},
                {"game": ".77", "size": 3, "ring": true, "value": 0},
            ],
            "value": 4,
            "outcome": "N",
            "winning_moves": [{"index": 0, "heap": 5, "removed": 1, "left": [2, 2]}],
            "winning_moves_count": 1,
        })
    );
}

#[test]
fn the_text_tells_who_wins_and_how() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["position", "kayles: 5 7 12"]).assert().success().stderr("").stdout(
        "heap 5 has value 4\n\
         heap 7 has value 2\n\
         heap 12 has value 4\n\
         Value 2: the player to move wins (N), by\n  \
         heap 7: take 1, leave 3 + 3\n  \
         heap 7: take 2, leave 1 + 4\n  \
         heap 12: take 1, leave 11\n  \
         heap 12: take 1, leave 2 + 9\n",
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let output = command.args(["position", "kayles: 1e8", "--moves", "3"]).assert().success().stderr("");
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert_eq!(text.lines().count(), 6, "{text}");
    assert!(text.ends_with("  and 8333335 more; --moves lists more\n"), "{text}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command
        .args(["position", ".07: ring 12"])
        .assert()
        .success()
        .stdout("ring 12 has value 0\nValue 0: the player who has just moved wins (P).\n");
}
