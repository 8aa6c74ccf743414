//! Kind `misere-quotient`: the quotient of a game under misère play, and the period of its pretending function.
//!
//! The certificate gives elements `0..order`, of which 0 is the identity; for each generator the products of all
//! elements with it (`times HEAP x0 x1 …`); the set `P`; the value `Phi` of each heap `1, 2, …`; and `period START
//! LENGTH` or `period none`. What is checked, in this order:
//!
//! 1. *Monoid.* The generators act by maps that commute, and every element is reached from 0. Then "the product of `x`
//!    and `y`" = "a word that leads from 0 to `x`, applied to `y`" does not depend on the word, and is associative and
//!    commutative, with identity 0.
//! 2. *Generation.* Each generator is the value of its heap, so values of heaps generate everything.
//! 3. *Reduced.* No two elements `x`, `y` have `x z in P` iff `y z in P` for all `z`.
//! 4. *Ends.* 0 is not in `P`, and heaps without options have the value 0.
//! 5. *P-check.* For every heap `h` and every element `z` with `z Phi(h)` in `P`, no option value `e` of `h` has `z e`
//!    in `P`.
//! 6. *N-check.* Every sum of heaps that has a move and whose value is not in `P` has an option with value in `P`. A
//!    sum is described by its value and the set of its option values; for sums `G + H` these are `xy` and `yE ∪ xF`. Of
//!    two sums with the same value the one with the smaller set is the harder to satisfy, in whatever sum it occurs, so
//!    only minimal sets are followed.
//! 7. *Window.* `Phi(m + p) = Phi(m)` for `n0 <= m < N`, and `Phi` is given up to heap `N + p - 1`; with `k` the
//!    largest removal and `t` the largest number of heaps that a move leaves, `N = t n0 + (t - 1) p + k`.
//!
//! 4 to 6 say that `P` predicts the outcome of every sum of the given heaps, with 1 to 3 it follows that the monoid is
//! their quotient; 7 extends this to all heaps, because from then on heaps `n` and `n + p` have the same option values.

use crate::code::{Ban, Game};
use crate::limits::{Budget, Meter};
use crate::reader::{Certificate, Refusal, number, numbers, require, unreadable};
use crate::set::Set;
use crate::verdict::Statement;
use std::collections::HashSet;

/// The name of this kind.
pub const KIND: &str = "misere-quotient";

/// The largest order: the table has that many entries squared.
const LARGEST_ORDER: usize = 1 << 15;

/// The claim.
struct Claim {
    game: Game,
    order: usize,
    /// `table[x][y] = x y`.
    table: Vec<Vec<u16>>,
    p: Set,
    /// The values of heaps, with 0 for the empty heap in front.
    phi: Vec<u16>,
}

/// A heap or a sum as seen from outside: its value and the values of its options.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Position {
    value: u16,
    options: Set,
}

/// Checks a certificate and says what it proves.
pub fn check(certificate: &Certificate, budget: &Budget) -> Result<Statement, Refusal> {
    certificate.only(&["game", "order", "times", "p", "phi", "period"])?;
    let name = certificate.one("game")?;
    let claim = read(certificate, Game::read(name)?, budget)?;
    reduced(&claim, budget)?;
    let heaps = heaps(&claim, budget)?;
    p_check(&claim, &heaps, budget)?;
    n_check(&claim, &heaps, budget)?;
    let period = match certificate.one("period")? {
        "none" => None,
        period => {
            let &[start, length] = &numbers::<u64>("period", period)?[..] else {
                return unreadable("line \"period\" must be \"period START LENGTH\" or \"period none\"");
            };
            window(&claim, start, length)?;
            Some((start, length))
        }
    };
    let (p_positions, heaps) = (claim.p.members().count(), claim.phi.len() - 1);
    Ok(Statement::MisereQuotient { game: name.to_owned(), order: claim.order, p_positions, heaps, period })
}

/// Reads the claim, with hypotheses 1 and 2.
fn read(certificate: &Certificate, game: Game, budget: &Budget) -> Result<Claim, Refusal> {
    let order: usize = certificate.number("order")?;
    if order == 0 || order > LARGEST_ORDER {
        return unreadable(format!("order {order}; accepted are 1 to {LARGEST_ORDER}"));
    }
    budget.memory::<[u16; 2]>((order * order) as u128, "the table")?;
    let element = |x: u16, place: &str| {
        require(usize::from(x) < order, || format!("{place}: {x} is not an element; they are 0 to {}", order - 1))
    };
    let mut p = Set::empty(order);
    for x in certificate.numbers::<u16>("p")? {
        element(x, "P")?;
        p.insert(usize::from(x));
    }
    let mut phi = vec![0];
    for x in certificate.numbers::<u16>("phi")? {
        element(x, "Phi")?;
        phi.push(x);
    }
    let mut actions: Vec<Vec<u16>> = Vec::new();
    for line in certificate.all("times") {
        let (heap, products) = line.split_once(' ').unwrap_or((line, ""));
        let heap: usize = number("times", heap)?;
        let products: Vec<u16> = numbers("times", products)?;
        require(products.len() == order, || format!("generator {heap} is not multiplied with each element"))?;
        for &x in &products {
            element(x, "a product")?;
        }
        require(heap > 0 && phi.get(heap) == Some(&products[0]), || {
            format!("generation: generator {heap} is not the value of heap {heap}")
        })?;
        actions.push(products);
    }
    let table = table(order, &actions, budget)?;
    Ok(Claim { game, order, table, p, phi })
}

/// Hypothesis 1: the table that commuting generators define.
fn table(order: usize, actions: &[Vec<u16>], budget: &Budget) -> Result<Vec<Vec<u16>>, Refusal> {
    budget.look((order * actions.len()) as u64 * actions.len().max(1) as u64)?;
    for a in actions {
        for b in actions {
            for x in 0..order {
                let (ab, ba) = (b[usize::from(a[x])], a[usize::from(b[x])]);
                require(ab == ba, || format!("monoid: two generators do not commute at element {x}"))?;
            }
        }
    }
    let mut table: Vec<Vec<u16>> = vec![Vec::new(); order];
    table[0] = (0..order as u16).collect();
    let mut reached = vec![0];
    let mut next = 0;
    while next < reached.len() {
        let x = reached[next];
        next += 1;
        for action in actions {
            let y = usize::from(action[x]);
            if table[y].is_empty() {
                table[y] = table[x].iter().map(|&z| action[usize::from(z)]).collect();
                reached.push(y);
            }
        }
    }
    match table.iter().position(Vec::is_empty) {
        Some(x) => Err(Refusal::Fails(format!("generation: element {x} is no product of generators"))),
        None => Ok(table),
    }
}

/// Hypothesis 3.
fn reduced(claim: &Claim, budget: &Budget) -> Result<(), Refusal> {
    budget.look((claim.order * claim.order) as u64)?;
    let mut seen: HashSet<Set> = HashSet::new();
    for x in 0..claim.order {
        let mut contexts = Set::empty(claim.order);
        for z in 0..claim.order {
            if claim.p.has(usize::from(claim.table[x][z])) {
                contexts.insert(z);
            }
        }
        require(seen.insert(contexts), || format!("reduced: no context tells element {x} from a smaller one"))?;
    }
    Ok(())
}

/// Hypothesis 4; each different heap once, those without options left out.
fn heaps(claim: &Claim, budget: &Budget) -> Result<Vec<(usize, Position)>, Refusal> {
    require(!claim.p.has(0), || "ends: the identity is in P, but who cannot move wins".to_owned())?;
    let mut seen = HashSet::new();
    let mut heaps = Vec::new();
    let mut meter = Meter::new(budget);
    for heap in 1..claim.phi.len() {
        let mut options = Set::empty(claim.order);
        claim.game.each_option(heap, &mut |parts| {
            let product = |x: u16, &part: &usize| claim.table[usize::from(x)][usize::from(claim.phi[part])];
            options.insert(usize::from(parts.iter().fold(0, product)));
            meter.look(1 + parts.len() as u64)
        })?;
        let value = claim.phi[heap];
        if options.is_empty() {
            require(value == 0, || format!("ends: heap {heap} has no options, but not the value 0"))?;
            continue;
        }
        let position = Position { value, options };
        meter.look(claim.game.digits.len() as u64)?;
        if seen.insert(position.clone()) {
            budget.memory::<u64>(2 * (claim.order.div_ceil(64) + 8) as u128, "heaps")?;
            heaps.push((heap, position));
        }
    }
    Ok(heaps)
}

/// Hypothesis 5.
fn p_check(claim: &Claim, heaps: &[(usize, Position)], budget: &Budget) -> Result<(), Refusal> {
    for (heap, position) in heaps {
        budget.look((claim.order * (1 + position.options.members().count())) as u64)?;
        for row in &claim.table {
            if claim.p.has(usize::from(row[usize::from(position.value)])) {
                let moves_to_p = position.options.members().any(|e| claim.p.has(usize::from(row[e])));
                require(!moves_to_p, || {
                    format!(
                        "P-check: a move in heap {heap} leads from element {} of P to P",
                        row[usize::from(position.value)]
                    )
                })?;
            }
        }
    }
    Ok(())
}

/// Hypothesis 6.
fn n_check(claim: &Claim, heaps: &[(usize, Position)], budget: &Budget) -> Result<(), Refusal> {
    let words = claim.order.div_ceil(64);
    // For each value the minimal sets of option values found so far; the empty sum is among them.
    let mut minimal: Vec<Vec<Set>> = vec![Vec::new(); claim.order];
    minimal[0].push(Set::empty(claim.order));
    for (heap, position) in heaps {
        if minimal[usize::from(position.value)].iter().any(|set| set.is_subset(&position.options)) {
            check_one(claim, *heap, position)?;
            continue;
        }
        let mut sums: Vec<Position> = Vec::new();
        for (value, sets) in minimal.iter().enumerate() {
            sums.extend(sets.iter().map(|options| Position { value: value as u16, options: options.clone() }));
        }
        while let Some(sum) = sums.pop() {
            let larger = add(claim, &sum, position);
            budget.look((2 * claim.order + words * minimal[usize::from(larger.value)].len()) as u64)?;
            check_one(claim, *heap, &larger)?;
            let sets = &mut minimal[usize::from(larger.value)];
            if !sets.iter().any(|set| set.is_subset(&larger.options)) {
                sets.retain(|set| !larger.options.is_subset(set));
                budget.memory::<u64>(2 * (words + 8) as u128, "sets of option values")?;
                sets.push(larger.options.clone());
                sums.push(larger);
            }
        }
    }
    Ok(())
}

fn check_one(claim: &Claim, heap: usize, sum: &Position) -> Result<(), Refusal> {
    require(claim.p.has(usize::from(sum.value)) || sum.options.meets(&claim.p), || {
        format!("N-check: a sum with heap {heap} and value {}, not in P, has no move to P", sum.value)
    })
}

/// The sum of two positions.
fn add(claim: &Claim, a: &Position, b: &Position) -> Position {
    let (x, y) = (&claim.table[usize::from(a.value)], &claim.table[usize::from(b.value)]);
    let mut options = Set::empty(claim.order);
    for e in a.options.members() {
        options.insert(usize::from(y[e]));
    }
    for e in b.options.members() {
        options.insert(usize::from(x[e]));
    }
    Position { value: x[usize::from(b.value)], options }
}

/// Hypothesis 7.
fn window(claim: &Claim, start: u64, length: u64) -> Result<(), Refusal> {
    let known = claim.phi.len() as u64 - 1;
    require(1 <= start && 1 <= length && start <= known && length <= known, || {
        "window: the period does not lie within the heaps given".to_owned()
    })?;
    let t = claim.game.most_heaps().max(1);
    let end = match claim.game.ban {
        Ban::Nothing => t * start + (t - 1) * length + claim.game.last_removal(),
        // An option b + p, b of heap 2b + p becomes b, b, which is not allowed; b + p, b - p serves when b >= n0 + p.
        Ban::Equal => 2 * start + 2 * length,
        Ban::Couple => (2 * start + length).max(3),
    };
    require(known + 1 >= end + length, || {
        format!("window: the theorem needs the heaps up to {}, given are {known}", end + length - 1)
    })?;
    for m in start..end {
        require(claim.phi[m as usize] == claim.phi[(m + length) as usize], || {
            format!("window: heaps {m} and {} have different values", m + length)
        })?;
    }
    Ok(())
}
