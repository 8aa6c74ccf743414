//! All lines of a window: a Walsh–Hadamard transform for the frequencies 0 and 1/2, Fourier transforms for the others.
//!
//! At the frequencies 0 and 1/2 one transform of the histogram, plain or signed by heap parity, gives the sums of all
//! masks at once, exactly: the same numbers that [`crate::sparse`] counts rares with.
//!
//! At other frequencies each mask costs one real transform of the window's length, `2^B` of them for values of `B` bits.
//! When that is more than 2^28 points, masks are chosen first: four pieces of 4096 heaps, spread over the window, are
//! transformed for every mask and their power spectra added; the masks with the highest peaks are transformed in full.
//! A line of energy 0.01 stands 20 times above the noise of the short transforms, and a slow drift blurs them less.
//!
//! Frequencies within 8 turns a window of 0 or 1/2 are left out: they are trends of the constant and of the alternating
//! sign, such as a high bit that sets in.

use super::wave::Wave;
use super::{Found, Watch};
use crate::sparse::{histograms, walsh_hadamard};
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
pub fn lines(window: &[u16], from: u64, bits: u32, level: f64, watch: &mut Watch) -> Option<Vec<Found>> {
    let mut lines = still(window, from, bits, level);
    let masks: Vec<u16> = (1..1u32 << bits).map(|mask| mask as u16).collect();
    let room = (ALL_MASKS / window.len()).max(256);
    let masks = if masks.len() <= room { masks } else { choose(window, &masks, room, watch)? };
    let mut peaks = peaks(&[window], &masks, level, watch)?;
    strongest_first(&mut peaks);
    peaks.truncate(FITTED);
    for peak in peaks {
        if watch(0, 0).is_break() {
            return None;
        }
        let near = (peak.place as f64 + 0.5) / window.len() as f64;
        let (wave, energy) = Wave::fit(window, from, peak.mask, near);
        if energy > level {
            lines.push((wave, energy));
        }
    }
    lines.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.mask.cmp(&b.0.mask)));
    Some(lines)
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

/// The `room` masks whose short transforms have the highest peaks.
fn choose(window: &[u16], masks: &[u16], room: usize, watch: &mut Watch) -> Option<Vec<u16>> {
    let length = PIECE.min(window.len() / PIECES);
    let starts = (0..PIECES).map(|k| k * (window.len() - length) / (PIECES - 1));
    let pieces: Vec<&[u16]> = starts.map(|start| &window[start..start + length]).collect();
    let mut peaks = peaks(&pieces, masks, 0.0, watch)?;
    strongest_first(&mut peaks);
    let mut chosen = Vec::new();
    let mut seen = vec![false; 1 << 16];
    for peak in peaks {
        if chosen.len() < room && !std::mem::replace(&mut seen[peak.mask as usize], true) {
            chosen.push(peak.mask);
        }
    }
    Some(chosen)
}

/// The peaks above `level` of the mean power spectrum of `pieces`, all of one length, for each of `masks`; on all
/// processors.
fn peaks(pieces: &[&[u16]], masks: &[u16], level: f64, watch: &mut Watch) -> Option<Vec<Peak>> {
    let length = pieces[0].len();
    let plan = RealFftPlanner::<f32>::new().plan_fft_forward(length);
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from).min(masks.len().max(1));
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..workers {
            let (sender, plan, next) = (sender.clone(), &plan, &next);
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
                    energies.iter_mut().for_each(|energy| *energy *= scale);
                    if sender.send(highest(mask, &mut energies, level)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut all = Vec::new();
        for (done, found) in (1..).zip(receiver) {
            all.extend(found);
            if watch(done, masks.len() as u64).is_break() {
                next.store(masks.len(), Relaxed);
                return None;
            }
        }
        Some(all)
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
