//! What a figure depends on: the processor, the commit, the day.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The model of the processor, as the system names it.
pub fn cpu() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let linux = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let named = linux.map(|(_, name)| name.trim().to_owned());
    let named = named.or_else(|| output("sysctl", &["-n", "machdep.cpu.brand_string"]));
    named.unwrap_or_else(|| format!("unknown {} processor", std::env::consts::ARCH))
}

/// How many threads it runs at once.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How long this thread has been on a processor, where the system tells.
pub fn thread_seconds() -> Option<f64> {
    #[cfg(unix)]
    let seconds = nix::time::clock_gettime(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID)
        .ok()
        .map(|time| time.tv_sec() as f64 + time.tv_nsec() as f64 * 1e-9);
    #[cfg(not(unix))]
    let seconds = None;
    seconds
}

/// How many tasks want a processor, on average over a minute, where the system tells.
pub fn load() -> Option<String> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next().map(str::to_owned)
}

/// The commit of the working tree, and whether files differ from it.
pub fn commit() -> String {
    let Some(commit) = output("git", &["rev-parse", "--short=12", "HEAD"]) else { return "unknown".to_owned() };
    // Records themselves do not change what is measured.
    let changes = output("git", &["status", "--porcelain", "--", ".", ":!bench/record"]);
    if changes.is_none_or(|changes| changes.is_empty()) { commit } else { format!("{commit} with changes") }
}

/// What a command prints; none when it does not exist or fails.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The date (UTC), as 2026-01-31.
pub fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = civil(seconds / 86400);
    format!("{year}-{month:02}-{day:02}")
}

/// The Gregorian date of a day counted from 1970-01-01: years, then months, are taken off while they fit.
fn civil(mut day: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    (year, month, day + 1)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_are_dates() {
        for (day, date) in [
            (0, (1970, 1, 1)),
            (58, (1970, 2, 28)),
            (59, (1970, 3, 1)),
            (11016, (2000, 2, 29)),
            (11017, (2000, 3, 1)),
            (20453, (2025, 12, 31)),
            (20454, (2026, 1, 1)),
        ] {
            assert_eq!(civil(day), date);
        }
    }
}
