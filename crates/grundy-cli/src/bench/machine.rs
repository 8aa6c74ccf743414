//! What a figure depends on: the processor, the commit, the day.

use std::fs;
use std::process::Command;

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
    jiff::Timestamp::now().strftime("%F").to_string()
}
