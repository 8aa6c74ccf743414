//! All lines of a window: a Walsh–Hadamard transform for the frequencies 0 and 1/2, Fourier transforms for the others.
//!
//! At the frequencies 0 and 1/2 one transform of the histogram, plain or signed by heap parity, gives the sums of all
//! masks at once, exactly: the same numbers that [`crate::sparse`] counts rares with.
//!
//! At other frequencies each mask costs one real transform of the window's length, `2^B` of them for values of `B`
//! bits. When that is more than 2^28 points, masks are chosen first: four pieces of 4096 heaps, spread over the window,
//! are transformed for every mask and their power spectra added; the masks with the highest peaks are transformed in
//! full. A line of energy 0.01 stands 20 times above the noise of the short transforms, and a slow drift blurs them
//! less.
//!
//! Frequencies within 8 turns a window of 0 or 1/2 are left out: they are trends of the constant and of the alternating
//! sign, such as a high bit that sets in.

use super::Found;
use super::wave::Wave;
use crate::sparse::{histograms, walsh_hadamard};
use crate::watch::{Progress, Stopped, Watch};
use realfft::RealFftPlanner;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// The work of full transforms that needs no choice of masks: masks times heaps.
const ALL_MASKS: usize = 1 << 28;
/// The pieces of the choice of masks, and their length.
const PIECES: usize = 4;
const PIECE: usize = 1 << 12;
/// The frequencies next to 0 and 1/2 that are trends, in turns a window.
const TREND: usize = 8;
/// How many peaks of one mask are kept, and how far apart they are, in turns a window.
const PEAKS: usize = 3;
const APART: usize = 32;
/// How many peaks are fitted in the end.
const FITTED: usize = 1024;

/// A peak of one mask: two neighbouring frequencies `place / N` and `(place + 1) / N`, and their energy.
#[derive(Clone, Copy)]
struct Peak {
    mask: u16,
    place: usize,
    energy: f64,
}

/// The lines of `window`, the values of heaps `from, from + 1, …`, above `level`, strongest first.
pub fn lines(window: &[u16], from: u64, bits: u32, level: f64, watch: &mut dyn Watch) -> Result<Vec<Found>, Stopped> {
    let mut lines = still(window, from, bits, level);
    let masks = choose(window, bits, watch)?;
    let mut peaks = Vec::new();
    each(&[window], &masks, |mask, energies| highest(mask, energies, level), |found| peaks.extend(found), watch)?;
    strongest_first(&mut peaks);
    peaks.truncate(FITTED);
    for (done, peak) in (0..).zip(&peaks) {
        watch.at(Progress::new("peaks", done, peaks.len() as u64))?;
        let near = (peak.place as f64 + 0.5) / window.len() as f64;
        let (wave, energy) = Wave::fit(window, from, peak.mask, near);
        if energy > level {
            lines.push((wave, energy));
        }
    }
    lines.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.mask.cmp(&b.0.mask)));
    Ok(lines)
}

/// The largest energy, over the masks, in each of `cells` equal parts of the frequencies from 0 to 1/2; trends left
/// out.
pub fn envelope(window: &[u16], cells: usize, watch: &mut dyn Watch) -> Result<Vec<f64>, Stopped> {
    let mut largest = vec![0.0f64; cells];
    if window.len() < super::LEAST {
        return Ok(largest);
    }
    let bits = u16::BITS - window.iter().fold(0, |all, v| all | v).leading_zeros();
    let masks = choose(window, bits, watch)?;
    let by_cell = |_, energies: &mut [f64]| {
        let mut row = vec![0.0f64; cells];
        let last = energies.len() - 1;
        for (place, &energy) in energies.iter().enumerate().take(last.saturating_sub(TREND)).skip(TREND) {
            let cell = &mut row[place * cells / (last + 1)];
            *cell = cell.max(energy);
        }
        row
    };
    let keep = |row: Vec<f64>| largest.iter_mut().zip(row).for_each(|(most, energy)| *most = most.max(energy));
    each(&[window], &masks, by_cell, keep, watch)?;
    Ok(largest)
}

fn strongest_first(peaks: &mut [Peak]) {
    peaks.sort_by(|a, b| b.energy.total_cmp(&a.energy).then(a.mask.cmp(&b.mask)));
}

/// The constant and the alternating lines of all masks, by the transform of the histograms.
fn still(window: &[u16], from: u64, bits: u32, level: f64) -> Vec<Found> {
    let [even, odd] = histograms(window, from as usize, bits);
    let count = window.len() as f64;
    let mut lines = Vec::new();
    for (theta, parity) in [(0.0, 1), (0.5, -1)] {
        let mut sums: Vec<i64> = even.iter().zip(&odd).map(|(even, odd)| even + parity * odd).collect();
        walsh_hadamard(&mut sums);
        for (mask, &sum) in sums.iter().enumerate().skip(1) {
            let energy = (sum as f64 / count).powi(2);
            if energy > level {
                lines.push((Wave::still(mask as u16, theta, sum), energy));
            }
        }
    }
    lines
}

/// All masks of `bits` bits; of too many, those whose short transforms have the highest peaks.
fn choose(window: &[u16], bits: u32, watch: &mut dyn Watch) -> Result<Vec<u16>, Stopped> {
    let masks: Vec<u16> = (1..1u32 << bits).map(|mask| mask as u16).collect();
    let room = (ALL_MASKS / window.len()).max(256);
    if masks.len() <= room {
        return Ok(masks);
    }
    let length = PIECE.min(window.len() / PIECES);
    let starts = (0..PIECES).map(|k| k * (window.len() - length) / (PIECES - 1));
    let pieces: Vec<&[u16]> = starts.map(|start| &window[start..start + length]).collect();
    let mut peaks = Vec::new();
    let one = |mask, energies: &mut [f64]| highest(mask, energies, 0.0).into_iter().next();
    each(&pieces, &masks, one, |found| peaks.extend(found), watch)?;
    strongest_first(&mut peaks);
    Ok(peaks.into_iter().take(room).map(|peak| peak.mask).collect())
}

/// For each mask hands the mean power spectrum of `pieces`, all of one length, as energies to `look`, on all
/// processors, and what it answers to `keep`.
fn each<T: Send>(
    pieces: &[&[u16]],
    masks: &[u16],
    look: impl Fn(u16, &mut [f64]) -> T + Sync,
    mut keep: impl FnMut(T),
    watch: &mut dyn Watch,
) -> Result<(), Stopped> {
    let length = pieces[0].len();
    let plan = RealFftPlanner::<f32>::new().plan_fft_forward(length);
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from).min(masks.len().max(1));
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..workers {
            let (sender, plan, next, look) = (sender.clone(), &plan, &next, &look);
            scope.spawn(move || {
                let (mut signs, mut waves) = (plan.make_input_vec(), plan.make_output_vec());
                let mut scratch = plan.make_scratch_vec();
                let mut energies = vec![0.0f64; waves.len()];
                while let Some(&mask) = masks.get(next.fetch_add(1, Relaxed)) {
                    energies.fill(0.0);
                    for piece in pieces {
                        for (sign, &v) in signs.iter_mut().zip(*piece) {
                            *sign = if (mask & v).count_ones() & 1 == 0 { 1.0 } else { -1.0 };
                        }
                        // The lengths are those that the plan itself made.
                        let _ = plan.process_with_scratch(&mut signs, &mut waves, &mut scratch);
                        for (energy, wave) in energies.iter_mut().zip(&waves) {
                            *energy += f64::from(wave.norm_sqr());
                        }
                    }
                    let scale = 2.0 / (pieces.len() as f64 * (length as f64).powi(2));
                    for energy in &mut energies {
                        *energy *= scale;
                    }
                    if sender.send(look(mask, &mut energies)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (done, found) in (1..).zip(receiver) {
            keep(found);
            if let Err(stopped) = watch.at(Progress::new("masks", done, masks.len() as u64)) {
                next.store(masks.len(), Relaxed);
                return Err(stopped);
            }
        }
        Ok(())
    })
}

/// The highest peaks of one mask. A peak leaks `1 / (pi d)^2` of its energy to distance `d`: what another peak explains
/// four times over is none of its own.
fn highest(mask: u16, energies: &mut [f64], level: f64) -> Vec<Peak> {
    let mut found: Vec<Peak> = Vec::new();
    let end = energies.len().saturating_sub(TREND + 1);
    for _ in 0..PEAKS {
        let place = (TREND..end).max_by(|&j, &k| {
            (energies[j] + energies[j + 1]).total_cmp(&(energies[k] + energies[k + 1])).then(k.cmp(&j))
        });
        let Some(place) = place else { break };
        let energy = energies[place] + energies[place + 1];
        let leaked = |peak: &Peak| 4.0 * peak.energy / (9.8 * (peak.place.abs_diff(place) as f64).powi(2));
        if energy <= level || found.iter().any(|peak| energy < leaked(peak)) {
            break;
        }
        found.push(Peak { mask, place, energy });
        energies[place.saturating_sub(APART)..(place + APART).min(end + 1)].fill(0.0);
    }
    found
}
