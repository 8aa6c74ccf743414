//! Published puzzles, solved with the closure solver alone.

use grundy::solver::{Solver, grundy, mex};

const SAMPLES: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts/project_euler_samples.csv"));

/// The sample value of a problem.
fn sample(problem: u32, quantity: &str) -> u64 {
    let mut lines = SAMPLES.lines().map(|line| line.replace('"', ""));
    let found = lines.find(|line| line.starts_with(&format!("{problem},")) && line.contains(&format!(",{quantity},")));
    let line = found.unwrap_or_else(|| panic!("{problem} {quantity}"));
    line.split(&format!(",{quantity},")).nth(1).unwrap().split(',').next().unwrap().parse().unwrap()
}

#[test]
fn paper_strip() {
    let mut strips =
        Solver::with_sums(|&n: &u64| (0..n.saturating_sub(1)).map(|a| vec![a, n - 2 - a]).collect::<Vec<_>>());
    let lost = strips.p_positions(1..=50).unwrap().len() as u64;
    assert_eq!(50 - lost, sample(306, "first-player wins for 1<=n<=50"));
}

#[test]
fn unbalanced_nim() {
    let mut game = Solver::new(|heaps: &[u64; 3]| {
        let mut options = vec![];
        for i in 0..3 {
            for size in (0..heaps[i]).filter(|size| !heaps.contains(size)) {
                let mut after = *heaps;
                after[i] = size;
                after.sort_unstable();
                options.push(after);
            }
        }
        options
    });
    let triples = |limit: u64| {
        (1..limit).flat_map(move |a| (a + 1..limit).flat_map(move |b| (b + 1..limit).map(move |c| [a, b, c])))
    };
    let lost = |heaps: &[u64; 3]| heaps.iter().fold(0, |sum, heap| sum ^ (heap + 1)) == 0;
    // Played out below 24, the lost positions are those of nim with one bean more in each heap; so counted to 128.
    let played = game.p_positions(triples(24)).unwrap();
    assert_eq!(played, triples(24).filter(lost).collect::<Vec<_>>());
    for (limit, quantity) in [(8, "F(8)"), (128, "F(128)")] {
        assert_eq!(triples(limit).filter(lost).flatten().sum::<u64>(), sample(488, quantity));
    }
}

#[test]
fn divisor_nim() {
    let mut heap = Solver::new(|&n: &u64| (1..n).filter(move |d| n % d == 0).map(move |d| n - d));
    for (limit, quantity) in [(10, "S(10)"), (100, "S(100)")] {
        let values: Vec<u64> = (1..=limit).map(|n| heap.value(&n).unwrap()).collect();
        let mut won = 0;
        for a in &values {
            for b in &values {
                won += values.iter().filter(|&c| a ^ b ^ c != 0).count() as u64;
            }
        }
        assert_eq!(won, sample(509, quantity));
    }
}

#[test]
fn coprime_nim() {
    // A heap loses a number coprime to its size: the values, and the lost positions of k heaps below n.
    let coprime = |n: u64| (1..=n).filter(move |&k| num_integer::gcd(k, n) == 1);
    let mut heap = Solver::new(move |&n: &u64| coprime(n).map(move |k| n - k));
    for (n, k, quantity) in [(5u64, 2, "L(5,2)"), (10, 10, "L(10,10)")] {
        let values: Vec<u64> = (1..n).map(|size| heap.value(&size).unwrap()).collect();
        let mut ways = vec![0u64; 64];
        ways[0] = 1;
        for _ in 0..k {
            let mut next = vec![0u64; 64];
            for (sum, &count) in ways.iter().enumerate() {
                for &value in &values {
                    next[sum ^ value as usize] += count;
                }
            }
            ways = next;
        }
        assert_eq!(ways[0], sample(560, quantity));
    }
}

#[test]
fn options_may_be_any_iterator() {
    assert_eq!(grundy(&10u32, |&n| (0..n).rev()), Ok(10));
    assert_eq!(
        grundy(&(3u8, 5u8), |&(a, b)| (0..a).map(move |x| (x, b)).chain((0..b).map(move |y| (a, y)))),
        Ok(3 ^ 5)
    );
    assert_eq!(mex((0..10).chain(11..20)), 10);
}
