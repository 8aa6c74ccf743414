//! All octal codes with a given number of digits, one of each standard form, solved one by one.

use super::answer::{Census, CensusRow};
use super::evidence::evidence;
use super::partial::Limits;
use super::solve::{Solution, solve};
use crate::code::Code;
use crate::game::Game;
use crate::standard::standard_form;
use crate::watch::{Deadline, Progress, Shared, Stopped, Watch};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A standard form and the codes that have it.
#[derive(Clone, Debug)]
pub struct Family {
    /// The shortest and smallest of the codes.
    pub game: Game,
    /// The standard form of all of them.
    pub standard_form: String,
    /// The codes `0.d1…dD` and `4.d1…d(D-1)` with this standard form.
    pub codes: Vec<String>,
}

/// One code for each standard form among the codes `0.d1…dD` and `4.d1…d(D-1)`, by code; the game without moves is left
/// out.
pub fn representatives(digits: u32) -> Vec<Family> {
    let mut families: BTreeMap<String, Family> = BTreeMap::new();
    let codes = |d0: u32, count: u32| {
        (0..8u64.pow(count)).filter_map(move |n| {
            let tail = (0..count).rev().map(|place| (n >> (3 * place) & 7) as u32);
            let head: Vec<u32> = std::iter::once(d0).chain(tail).collect();
            Code::new(&head, &[]).ok()
        })
    };
    for code in codes(0, digits).chain(codes(4, digits.saturating_sub(1))) {
        let standard_form = standard_form(&code).code.to_string();
        let game = Game::from(code);
        if game.rules().moves().is_empty() {
            continue;
        }
        let text = game.to_string();
        let family = families.entry(standard_form.clone()).or_insert_with(|| Family {
            game: game.clone(),
            standard_form,
            codes: Vec::new(),
        });
        let rank = |code: &str| (code.len() + usize::from(code.starts_with('.')), code.to_owned());
        if rank(&text) < rank(&family.game.to_string()) {
            family.game = game;
        }
        family.codes.push(text);
    }
    let mut families: Vec<Family> = families.into_values().collect();
    families.sort_by_key(|family| family.game.code().map_or_else(Vec::new, |code| code.head().to_vec()));
    families
}

/// How a census is taken.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The number of digits.
    pub digits: u32,
    /// Bounds for each game.
    pub limits: Limits,
    /// The time for each game.
    pub time: Duration,
    /// The number of games in work at the same time.
    pub threads: usize,
}

/// Takes the census; `each` hears of every solution as it comes, from several threads.
pub fn census(
    plan: &Plan,
    each: &(dyn Fn(&Family, &Solution) + Sync),
    watch: &mut dyn Watch,
) -> Result<Census, Stopped> {
    let families = representatives(plan.digits);
    let total = families.len() as u64;
    let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
    let rows: Mutex<Vec<Option<CensusRow>>> = Mutex::new(vec![None; families.len()]);
    let shared = Shared::new(watch);
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.clamp(1, families.len().max(1)) {
            scope.spawn(|| {
                while let Some((k, family)) = {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    families.get(k).map(|family| (k, family))
                } {
                    let started = Instant::now();
                    let mut games = |_| shared.at(Progress::new("games", done.load(Ordering::Relaxed), total));
                    let mut deadline = Deadline::after(plan.time, &mut games);
                    let solution = solve(&family.game, plan.limits, &mut deadline);
                    if shared.stopped() {
                        break;
                    }
                    each(family, &solution);
                    let row = row(family, &solution, started.elapsed().as_secs_f64());
                    rows.lock().unwrap_or_else(PoisonError::into_inner)[k] = Some(row);
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    if shared.stopped() {
        return Err(Stopped);
    }
    let games: Vec<CensusRow> =
        rows.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect();
    let count = |status: &str| games.iter().filter(|row| row.status == status).count();
    let (solved_tame, solved_wild) = (count("solved-tame"), count("solved-wild"));
    let mut unresolved = BTreeMap::new();
    for row in games.iter().filter(|row| !row.status.starts_with("solved")) {
        *unresolved.entry(row.status.clone()).or_insert(0) += 1;
    }
    Ok(Census { digits: plan.digits, games, solved_tame, solved_wild, unresolved })
}

fn row(family: &Family, solution: &Solution, seconds: f64) -> CensusRow {
    let period = solution.period.as_ref().ok();
    let evidence = evidence(solution);
    let game = family.game.to_string();
    let status = match &evidence {
        Some(evidence) => evidence.reason.name(),
        None if solution.is_tame() => "solved-tame",
        None => "solved-wild",
    };
    CensusRow {
        also: family.codes.iter().filter(|other| **other != game).cloned().collect(),
        game: family.game.clone(),
        standard_form: family.standard_form.clone(),
        status: status.to_owned(),
        order: solution.monoid.order(),
        p_positions: solution.monoid.p().count(),
        period: period.map(|at| at.period),
        preperiod: period.map(|at| at.start),
        heaps: solution.heaps(),
        last_change: solution.growth.last().map_or(0, |&(heap, _)| heap),
        seconds,
        growth: solution.growth.clone(),
        evidence: evidence.map_or(String::new(), |evidence| evidence.text),
    }
}
