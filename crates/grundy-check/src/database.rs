//! `grundy-check --db FILE`: every certificate of a census, by the same code as certificates in files.
//!
//! Only this file of the command knows of databases and of compression, and only with the feature `database`; the
//! library of the checker stays free of dependencies. Of the database it believes nothing: a certificate must be
//! accepted, and it must prove what its row says.

use crate::arguments::{Output, Sample};
use crate::json;
use flate2::read::ZlibDecoder;
use grundy_check::{Statement, Task, Verdict, check, shown};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Marks a database as the catalogue of a census: "Grun".
const APPLICATION: i64 = 0x4772_756e;
/// The versions of the catalogue that are known here.
const VERSIONS: std::ops::RangeInclusive<i64> = 1..=1;
/// Certificates are unpacked up to this size: 1 GiB.
const LARGEST: u64 = 1 << 30;

/// A row that claims a period.
struct Row {
    game: String,
    numbers: [Option<i64>; 3],
    theorem: String,
    certificate: Result<String, String>,
}

/// Checks the certificates of a catalogue and says what came out; the exit code.
pub fn run(path: &str, task: &Task, sample: Option<Sample>, output: Output) -> u8 {
    let (mut rows, others) = match rows(path) {
        Ok(found) => found,
        Err(why) => {
            eprintln!("error: {}: {why}", shown(path));
            return 2;
        }
    };
    let all = rows.len();
    if let Some(sample) = sample {
        rows = sample.choose(rows);
    }
    let single = Task { jobs: 1, ..*task };
    let (next, worst) = (AtomicUsize::new(0), Mutex::new((0, 0)));
    std::thread::scope(|scope| {
        for _ in 0..task.jobs.clamp(1, rows.len().max(1)) {
            scope.spawn(|| {
                while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let verdict = verdict(row, &single);
                    let mut worst = worst.lock().unwrap_or_else(PoisonError::into_inner);
                    let written = say(&row.game, &verdict, output);
                    worst.0 = worst.0.max(if written.is_err() { 2 } else { verdict.exit_code() });
                    worst.1 += usize::from(matches!(verdict, Verdict::Verified(_)));
                }
            });
        }
    });
    let (code, verified) = worst.into_inner().unwrap_or_else(PoisonError::into_inner);
    if output == Output::Text {
        let of = if rows.len() < all { format!("{} drawn from {all}", rows.len()) } else { all.to_string() };
        let word = if code == 0 { "VERIFIED" } else { "NOT VERIFIED" };
        let line = format!("{word} {verified} of {of} certificates; {others} classes claim no period");
        return if writeln!(std::io::stdout().lock(), "{line}").is_err() { 2 } else { code };
    }
    code
}

/// Tells of one certificate: in words only what is wrong.
fn say(game: &str, verdict: &Verdict, output: Output) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    match (output, verdict) {
        (Output::Nothing, _) | (Output::Text, Verdict::Verified(_)) => Ok(()),
        (Output::Json, _) => writeln!(out, "{}", json::verdict(game, None, verdict)),
        (Output::Text, _) => writeln!(out, "{}: {verdict}", shown(game)),
    }
}

/// Checks a certificate, and that it proves what its row says.
fn verdict(row: &Row, task: &Task) -> Verdict {
    let text = match &row.certificate {
        Ok(text) => text,
        Err(why) => return Verdict::Refused(why.clone()),
    };
    let verdict = check(text, task);
    let [preperiod, period, saltus] = row.numbers.map(said);
    let says = || format!("row: it says period {period} from {preperiod} with saltus {saltus}");
    match &verdict {
        Verdict::Verified(Statement::Period { game, theorem, preperiod, period, saltus }) => {
            let proved = [preperiod, period, saltus].map(|&number| i64::try_from(number).ok());
            if *game != row.game || proved != row.numbers {
                let about = format!("period {period} of {} from {preperiod} with saltus {saltus}", shown(game));
                return Verdict::Rejected(format!("{}, and its certificate is about {about}", says()));
            }
            if *theorem != row.theorem {
                let row = shown(&row.theorem);
                return Verdict::Rejected(format!("row: it names the theorem {row}, and its certificate {theorem}"));
            }
            verdict
        }
        Verdict::Verified(other) => {
            Verdict::Rejected(format!("{}, and its certificate is about something else: {other}", says()))
        }
        _ => verdict,
    }
}

fn said(number: Option<i64>) -> String {
    number.map_or("nothing".to_owned(), |number| number.to_string())
}

/// The rows that claim a period, and how many do not.
fn rows(path: &str) -> Result<(Vec<Row>, i64), String> {
    match Path::new(path).metadata() {
        Err(_) => return Err("there is no such file".to_owned()),
        Ok(found) if !found.is_file() => return Err("this is no file".to_owned()),
        Ok(found) if found.len() == 0 => return Err("this is no catalogue of a census: it is empty".to_owned()),
        Ok(_) => {}
    }
    // What SQLite says of a damaged schema has many lines, and bytes of the file.
    let line = |why: &dyn std::fmt::Display| shown(why.to_string().lines().next().unwrap_or_default());
    let foreign = |why: &dyn std::fmt::Display| format!("this is no catalogue of a census: {}", line(why));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let database = Connection::open_with_flags(address(path), flags).map_err(|error| foreign(&error))?;
    let pragma = |name: &str| database.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if pragma("application_id").map_err(|error| foreign(&error))? != APPLICATION {
        return Err(foreign(&"it is a database of another program"));
    }
    let damaged = |error: rusqlite::Error| format!("the database is damaged: {}", line(&error));
    let version = pragma("user_version").map_err(damaged)?;
    if !VERSIONS.contains(&version) {
        return Err(format!("version {version} of the catalogue; known are versions up to {}", VERSIONS.end()));
    }
    let sound: String = database.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(damaged)?;
    if sound != "ok" {
        let why = sound.lines().find(|line| !line.starts_with("***")).unwrap_or("its pages contradict each other");
        return Err(format!("the database is damaged: {why}"));
    }
    let query = "SELECT game, preperiod, period, saltus, certificate, theorem FROM class WHERE status = 'proved' \
                 ORDER BY id";
    let mut statement = database.prepare(query).map_err(damaged)?;
    let read = |row: &rusqlite::Row<'_>| {
        let numbers = [row.get(1)?, row.get(2)?, row.get(3)?];
        let theorem = row.get::<_, Option<String>>(5)?.unwrap_or_default();
        Ok(Row { game: row.get(0)?, numbers, theorem, certificate: text(row.get_ref(4)?) })
    };
    let rows = statement.query_map([], read).and_then(Iterator::collect).map_err(damaged)?;
    let others = database.query_row("SELECT count(*) FROM class WHERE status <> 'proved'", [], |row| row.get(0));
    Ok((rows, others.map_err(damaged)?))
}

/// The file as an address. Where nobody has left a log beside it, it is read as it stands: that leaves nothing behind,
/// and needs no permission to write.
fn address(path: &str) -> String {
    let log = Path::new(&format!("{path}-wal")).metadata().is_ok_and(|log| log.len() > 0);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let escaped: String = path
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    format!("file:{escaped}{}", if log { "" } else { "?immutable=1" })
}

/// A certificate as it was written: a text, or the zlib stream of one.
fn text(stored: ValueRef<'_>) -> Result<String, String> {
    match stored {
        ValueRef::Text(text) => String::from_utf8(text.to_vec()).map_err(|_| "its certificate is no text".to_owned()),
        ValueRef::Blob(packed) => {
            let mut text = String::new();
            let read = ZlibDecoder::new(packed).take(LARGEST + 1).read_to_string(&mut text);
            match read {
                Ok(length) if length as u64 <= LARGEST => Ok(text),
                Ok(_) => Err(format!("its certificate has more than {LARGEST} bytes")),
                Err(error) => Err(format!("its certificate is damaged: {error}")),
            }
        }
        _ => Err("it claims a period and has no certificate".to_owned()),
    }
}
