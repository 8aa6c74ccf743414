//! The spectrum: planted waves are found, shuffled sequences have none, sparse spaces are the lines at 0 and 1/2.

use grundy::spectrum::{Feed, Law, Spectrum, Squares, Wave, Waves, cosets, level, look, octaves};
use grundy::watch::{Progress, Stopped, Unwatched};
use grundy::{Game, Rules, engine, sparse};
use proptest::prelude::*;
use std::f64::consts::TAU;

fn rules(game: &str) -> Rules {
    game.parse::<Game>().unwrap().rules().clone()
}

fn spectrum(rules: &Rules, values: &[u16], from: usize) -> Spectrum {
    look(rules, values, from, 64, &mut Unwatched).unwrap().unwrap()
}

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn chance(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn shuffle(&mut self, values: &mut [u16]) {
        for last in (1..values.len()).rev() {
            values.swap(last, (self.next() % (last as u64 + 1)) as usize);
        }
    }
}

/// Random values of `bits` bits whose sign under each mask is that of its wave, but for a share of `errors`. The
/// highest bits of the masks must differ.
fn planted(count: usize, bits: u32, waves: &[Wave], errors: f64, seed: u64) -> Vec<u16> {
    let mut random = Random(seed);
    let mut value = |n: usize| {
        let mut value = (random.next() >> 20) as u16 & ((1u32 << bits) - 1) as u16;
        let mut lowest_first = waves.to_vec();
        lowest_first.sort_by_key(|wave| wave.mask);
        for wave in lowest_first {
            let up = (TAU * (n as f64 * wave.theta + wave.phase)).cos() >= 0.0;
            let wanted = up != (random.chance() < errors);
            if (value & wave.mask).count_ones().is_multiple_of(2) != wanted {
                value ^= 1 << wave.mask.ilog2();
            }
        }
        value
    };
    (0..count).map(&mut value).collect()
}

/// The difference of two phases, at most half a turn.
fn apart(a: f64, b: f64) -> f64 {
    (a - b - (a - b).round()).abs()
}

#[test]
fn planted_waves_are_found() {
    let one = [Wave { mask: 0x61, theta: 0.302_391_83, phase: 0.35 }];
    let two = [Wave { mask: 0x13, theta: 0.157_428_7, phase: 0.83 }, Wave { mask: 0xc2, theta: 0.067_436, phase: 0.7 }];
    // Values of 13 bits at this length: more masks than are transformed in full.
    let wide = [Wave { mask: 0x1261, theta: 0.487_654_32, phase: 0.1 }];
    for (bits, count, errors, waves) in
        [(8, 1 << 16, 0.05, &one[..]), (8, 1 << 17, 0.1, &two), (13, 1 << 16, 0.03, &wide), (7, 50_000, 0.2, &one)]
    {
        let values = planted(count, bits, waves, errors, 1 + count as u64);
        let found = spectrum(&rules(".06"), &values, 1000);
        let strong: Vec<_> = found.lines.iter().filter(|line| line.energy > 0.1).collect();
        assert_eq!(strong.len(), waves.len(), "{found:?}");
        for wave in waves {
            let line = strong.iter().find(|line| line.wave.mask == wave.mask).unwrap_or_else(|| panic!("{found:?}"));
            assert!((line.wave.theta - wave.theta).abs() < 1e-7, "{wave:?} {line:?}");
            assert!(apart(line.wave.phase, wave.phase) < 0.01, "{wave:?} {line:?}");
            let energy = 8.0 / (TAU / 2.0).powi(2) * (1.0 - 2.0 * errors).powi(2);
            assert!((line.energy - energy).abs() < 0.02, "{wave:?} {line:?}");
            assert!((line.right - (1.0 - errors)).abs() < 0.01, "{wave:?} {line:?}");
            assert!(line.drift.phase < 0.03 && line.drift.theta.abs() < 1e-6, "{line:?}");
            assert_eq!(line.multiple, 1, "{line:?}");
        }
        // A square wave has a ninth of its energy at three times its frequency, under the same mask.
        let third = |wave: &Wave, theta: f64| [3.0, -3.0].iter().any(|k| apart(theta, k * wave.theta) < 1e-4);
        if errors < 0.1 && bits == 8 {
            let wave = &waves[0];
            let mut others = found.others.iter().filter(|other| other.wave.mask == wave.mask);
            let harmonic = others.find(|other| third(wave, other.wave.theta)).unwrap();
            assert!((harmonic.energy / strong[0].energy - 1.0 / 9.0).abs() < 0.02, "{harmonic:?}");
        }
        let entropy = found.entropy.unwrap();
        assert!(entropy.given_phase < entropy.given_shuffled_phase - 0.05, "{entropy:?}");
        assert!(entropy.given_shuffled_phase <= entropy.value, "{entropy:?}");
    }
}

#[test]
fn shuffled_sequences_have_no_line_but_those_of_their_histogram() {
    for (game, count) in [(".06", 40_000), (".16", 1 << 15), (".106", 1 << 15), (".6", 30_000)] {
        let rules = rules(game);
        let mut values = engine::values(&rules, count).unwrap();
        let before = spectrum(&rules, &values, 0);
        assert!(before.lines.iter().any(|line| line.wave.theta > 0.0 && line.energy > 0.1), "{before:?}");
        for seed in 1..6 {
            Random(seed * 0x9e37_79b9).shuffle(&mut values);
            let after = spectrum(&rules, &values, 0);
            let mut all = after.lines.iter().map(|line| line.wave).chain(after.others.iter().map(|other| other.wave));
            assert!(all.all(|wave| wave.theta == 0.0), "{game}: {after:?}");
            assert_eq!((after.entropy, after.level), (None, before.level));
        }
    }
    let mut random = Random(77);
    for bits in [1, 5, 10] {
        let values: Vec<u16> = (0..1 << 14).map(|_| (random.next() >> 30) as u16 % (1 << bits)).collect();
        let nothing = spectrum(&rules(".06"), &values, 0);
        assert!(nothing.lines.iter().all(|line| line.energy < 2.0 * nothing.level), "{nothing:?}");
    }
}

#[test]
fn sparse_spaces_are_the_lines_at_0_and_a_half() {
    for game in [".16", ".106", ".104", ".77", ".45", "grundy", ".644"] {
        let rules = rules(game);
        let values = engine::values(&rules, 1 << 15).unwrap();
        let from = values.len() / 4;
        let space = sparse::find(&rules, &values).unwrap();
        let found = spectrum(&rules, &values, from);
        let lines = found.lines.iter().map(|line| (line.wave, line.energy));
        let others = found.others.iter().map(|other| (other.wave, other.energy));
        let used = values[from..].iter().fold(0, |all, v| all | v);
        let (wave, energy) = lines.chain(others).find(|(wave, _)| wave.mask == space.mask & used).unwrap();
        let rares = space.rares(&values).filter(|&n| n >= from as u64).count() as f64;
        let share = 1.0 - 2.0 * rares / (values.len() - from) as f64;
        assert_eq!((wave.theta, wave.phase), (f64::from(space.parity) / 2.0, f64::from(space.kappa) / 2.0), "{game}");
        assert!((energy - share * share).abs() < 1e-12, "{game}: {energy} {share}");
        assert!((wave.right(from as u64, &values[from..]) - f64::midpoint(1.0, share)).abs() < 1e-12, "{game}");
    }
}

/// The law at the frequencies 0 and 1/2 is the condition for sparse spaces.
#[test]
fn the_law_at_0_and_a_half_is_admissibility() {
    for code in 1..512u32 {
        let rules = rules(&format!(".{code:03o}"));
        let admissible = sparse::admissible(&rules);
        for parity in [0, 1] {
            let law = Law::of(&rules, Wave { mask: 1, theta: f64::from(parity) / 2.0, phase: 0.0 });
            let splits = !sparse::breaks(&rules).is_empty();
            assert_eq!(law.is_some(), splits, "{code:o}");
            let Some(law) = law else { continue };
            let found = admissible.iter().find(|&&(pi, _)| pi == parity);
            assert_eq!(found.is_some(), (law.agreement - 1.0).abs() < 1e-9, "{code:o}");
            if let Some(&(_, kappa)) = found {
                assert!(apart(law.phase, f64::from(kappa) / 2.0) < 1e-9, "{code:o}: {law:?}");
            }
        }
    }
}

/// Figures that a program of its own found, by another transform: heaps 16384 to 98304.
#[test]
fn known_frequencies() {
    for (game, mask, theta, energy, phase) in
        [(".024", 0x261, 0.302_391_8, 0.774, 0.353), (".163", 0xca, 0.166_633_3, 0.669, 0.821)]
    {
        let rules = rules(game);
        let values = engine::values(&rules, 98_304).unwrap();
        let found = spectrum(&rules, &values, 16_384);
        let line = found.fundamental().unwrap();
        assert_eq!(line.wave.mask, mask, "{found:?}");
        let waves = Waves::of(&values[16_384..], 16_384, &mut Unwatched).unwrap().unwrap();
        assert_eq!(waves.fundamental(), Some(line.wave));
        assert!((line.wave.theta - theta).abs() < 1e-7 && (line.energy - energy).abs() < 5e-3, "{line:?}");
        assert!(apart(line.wave.phase, phase) < 5e-3, "{line:?}");
        let feed = line.feed.unwrap();
        assert!(feed.own < 0.35 && feed.residual.abs() < 0.05, "{line:?}");
    }
}

/// The share of own splits by the definition, over the options of each heap.
fn own(rules: &Rules, values: &[u16], from: usize, mask: u16, space: Option<u16>) -> f64 {
    let parity = |mask: u16, v: u16| (mask & v).count_ones() % 2;
    let (mut sum, mut heaps) = (0.0, 0.0);
    for (n, &value) in values.iter().enumerate().skip(from) {
        let (mut own, mut all) = (0.0, 0.0);
        for i in sparse::breaks(rules) {
            for a in 1..n.saturating_sub(i as usize) {
                let v = values[a] ^ values[n - i as usize - a];
                if space.is_none_or(|space| parity(space, v) == parity(space, value)) {
                    all += 1.0;
                    own += f64::from(u8::from(parity(mask, v) == parity(mask, value)));
                }
            }
        }
        if all > 0.0 {
            sum += own / all;
            heaps += 1.0;
        }
    }
    sum / heaps
}

#[test]
fn feeds_agree_with_the_definition() {
    for (game, mask, space) in [(".06", 3, None), (".6", 5, Some(6)), (".74", 9, Some(7)), (".004", 1, Some(2))] {
        let rules = rules(game);
        let values = engine::values(&rules, 700).unwrap();
        for from in [0, 1, 600] {
            let wave = Wave { mask, theta: 0.3, phase: 0.0 };
            let feed = Feed::of(&rules, &Squares::of(&values), from, wave, space, &mut Unwatched).unwrap().unwrap();
            let expected = own(&rules, &values, from, mask, space);
            assert!((feed.own - expected).abs() < 1e-9, "{game}: {feed:?} {expected}");
        }
    }
}

#[test]
fn cosets_agree_with_the_definition() {
    let rules = rules(".64");
    let values = engine::values(&rules, 400).unwrap();
    let masks = [5, 3, 8];
    let class = |v: u16, r: usize| masks[..r].iter().map(|mask| (mask & v).count_ones() % 2).collect::<Vec<_>>();
    let found = cosets(&rules, &Squares::of(&values), 100, &masks, &mut Unwatched).unwrap().unwrap();
    for r in 1..=3 {
        let mut sum = 0.0;
        for n in 100..400 {
            let splits = sparse::breaks(&rules).into_iter().flat_map(|i| {
                let rest = n - i as usize;
                let values = &values;
                (1..rest).map(move |a| values[a] ^ values[rest - a])
            });
            let splits: Vec<u16> = splits.collect();
            let own = splits.iter().filter(|&&v| class(v, r) == class(values[n], r)).count();
            sum += own as f64 / splits.len() as f64;
        }
        assert!((found[r - 1] - sum / 300.0).abs() < 1e-9, "{r}: {found:?}");
    }
}

#[test]
fn windows_at_the_edge() {
    let rules = rules(".07");
    for (count, from) in [(0, 0), (1023, 0), (5000, 4000), (5000, 5000), (5000, 6000)] {
        assert_eq!(look(&rules, &vec![1; count], from, 8, &mut Unwatched), Ok(None), "{count} {from}");
    }
    let zeros = look(&rules, &[0; 2000], 0, 8, &mut Unwatched).unwrap().unwrap();
    assert_eq!((zeros.bits, zeros.lines.len(), zeros.entropy), (0, 0, None));
    let mut random = Random(5);
    let full: Vec<u16> = (0..1024).map(|_| (random.next() >> 40) as u16).collect();
    assert_eq!(look(&rules, &full, 0, 8, &mut Unwatched).unwrap().unwrap().bits, 16);
    // Subtraction games and games of three heaps have lines, but no splits in two that would feed them.
    for game in ["S(1,2,5)", ".8", "nim"] {
        let rules = self::rules(game);
        let values = engine::values(&rules, 1200).unwrap();
        let found = spectrum(&rules, &values, 0);
        assert!(!found.lines.is_empty() && found.lines.iter().all(|line| line.law.is_none() && line.feed.is_none()));
    }
    // A period is a spectrum of its own: multiples of 1/3.
    let found = spectrum(&self::rules("S(1,2)"), &engine::values(&self::rules("S(1,2)"), 3000).unwrap(), 0);
    assert!(found.lines.iter().all(|line| apart(3.0 * line.wave.theta, 0.0) < 1e-9), "{found:?}");
}

/// Every stage looks at its watch, more often where a step is long, and every look is heeded.
#[test]
fn a_watch_stops_it_anywhere() {
    let rules = rules(".06");
    let values = engine::values(&rules, 1 << 12).unwrap();
    let mut stages: Vec<(&str, usize)> = Vec::new();
    let mut note = |progress: Progress| {
        match stages.iter_mut().find(|(stage, _)| *stage == progress.stage) {
            Some((_, looks)) => *looks += 1,
            None => stages.push((progress.stage, 1)),
        }
        Ok(())
    };
    let all = look(&rules, &values, 0, 8, &mut note).unwrap().unwrap();
    let looks = |name: &str| stages.iter().find(|(stage, _)| *stage == name).map_or(0, |&(_, looks)| looks);
    assert!(
        ["masks", "peaks", "lines", "splits", "cosets", "entropies"].iter().all(|stage| looks(stage) > 0),
        "{stages:?}"
    );
    // Three looks for each square of signs, and at least one square for each line and each coset.
    assert!(looks("splits") >= 3 * (all.lines.len() + 31) && looks("entropies") == 5, "{stages:?}");
    let total: usize = stages.iter().map(|(_, looks)| looks).sum();
    for stop in (1..=total).step_by(total / 37).chain([total]) {
        let mut calls = 0;
        let stopped = look(&rules, &values, 0, 8, &mut |_: Progress| {
            calls += 1;
            if calls == stop { Err(Stopped) } else { Ok(()) }
        });
        assert_eq!((stopped, calls), (Err(Stopped), stop));
    }
}

/// `.606` has a sparse space that its first heaps do not show: spaces are judged by their later heaps.
#[test]
fn a_space_that_comes_late() {
    let rules = rules(".606");
    let values = engine::values(&rules, 1 << 16).unwrap();
    let found = sparse::find(&rules, &values).unwrap();
    assert_eq!((found.mask, found.parity), (0x3fe, 0));
    assert_ne!(sparse::find(&rules, &values[..1 << 13]), Some(found));
    let rares = |heaps: std::ops::Range<usize>| {
        let all = heaps.len() as f64;
        heaps.filter(|&n| !found.is_common(n as u64, values[n])).count() as f64 / all
    };
    assert!(
        rares(0..1 << 14) > 0.2 && rares(1 << 15..1 << 16) < 0.02,
        "{} {}",
        rares(0..1 << 14),
        rares(1 << 15..1 << 16)
    );
    // The line of the spectrum that is constant and obeys the law is the same space.
    let lines = spectrum(&rules, &values, 1 << 15).lines;
    assert!(lines.iter().any(|line| line.wave.mask == 0x3fe && line.wave.theta == 0.0 && line.energy > 0.95));
}

#[test]
fn octaves_end_at_powers_of_two() {
    let rules = rules(".6");
    let values = engine::values(&rules, 40_000).unwrap();
    let steps = octaves(&rules, &values, 4096, &mut Unwatched).unwrap().unwrap();
    let windows: Vec<(u64, u64)> = steps.iter().map(|step| (step.spectrum.from, step.spectrum.count)).collect();
    assert_eq!(windows, [(4096, 4096), (12_288, 4096), (28_672, 4096)]);
    assert!(steps[0].distance.is_none() && steps[1..].iter().all(|step| step.distance > step.chance), "{steps:?}");
}

proptest! {
    /// Every line has the energy that the definition gives it, and masks of the first list are independent.
    #[test]
    fn lines_have_the_energy_of_the_definition(
        seed in 1u64..,
        bits in 2u32..7,
        theta in 0.03f64..0.47,
        count in 1024usize..3000,
    ) {
        let wave = Wave { mask: 3, theta, phase: 0.3 };
        let from = 77;
        let values = planted(from + count, bits, &[wave], 0.1, seed);
        let found = spectrum(&rules(".6"), &values, from);
        let lines = found.lines.iter().map(|line| (line.wave, line.energy));
        let others = found.others.iter().map(|other| (other.wave, other.energy));
        for (wave, energy) in lines.chain(others) {
            let (mut re, mut im) = (0.0, 0.0);
            for (n, v) in values.iter().enumerate().skip(from) {
                let sign = if (v & wave.mask).count_ones() % 2 == 0 { 1.0 } else { -1.0 };
                let turns = TAU * (n as f64 * wave.theta + wave.phase);
                re += sign * turns.cos();
                im -= sign * turns.sin();
            }
            let scale = if wave.is_still() { 1.0 } else { 2.0 };
            let expected = scale * (re * re + im * im) / (count * count) as f64;
            prop_assert!((energy - expected).abs() < 1e-3 * (1.0 + energy), "{wave:?} {energy} {expected}");
            // The sum points in the direction of the phase.
            prop_assert!(re > 0.0 && im.abs() < 0.02 * re, "{wave:?} {re} {im}");
            prop_assert!(energy > level(count, found.bits));
        }
        let masks: Vec<u16> = found.lines.iter().map(|line| line.wave.mask).collect();
        for choice in 1u32..1 << masks.len() {
            let chosen = masks.iter().enumerate().filter(|(k, _)| choice >> k & 1 == 1);
            let combined = chosen.fold(0, |all, (_, m)| all ^ m);
            prop_assert!(combined != 0, "{masks:?}");
        }
        prop_assert!(found.lines.is_sorted_by(|a, b| a.energy >= b.energy));
    }
}
