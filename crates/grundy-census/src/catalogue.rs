//! The catalogue in its file: made, opened, asked, and told of finished steps.

use crate::certificate::pack;
use crate::error::CensusError;
use crate::row::{self, COLUMNS, Member, Row, Status, spelled};
use grundy::Game;
use grundy::census::{Family, Found, Receipt, Step, classes, effort, frequency};
use grundy::watch::{Progress, Watch};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Transaction, params};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Marks a database as a catalogue: "Grun".
const APPLICATION: i64 = 0x4772_756e;
/// What brings a catalogue of version `k` to version `k + 1`.
const MIGRATIONS: [&str; 1] = [include_str!("schema.sql")];
/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(30);

/// The catalogue of a census, in one file.
pub struct Catalogue {
    pub(crate) database: Connection,
    path: PathBuf,
    /// Held by whoever writes; the system lets go of it when the process ends, however it ends.
    _lock: Option<File>,
}

/// How many classes have come how far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Totals {
    /// All classes.
    pub classes: u64,
    /// All games of all classes.
    pub games: u64,
    /// Classes with a proved period.
    pub proved: u64,
    /// Different sequences among them, up to a shift, as far as their hashes are known.
    pub sequences: u64,
    /// Classes with a period that shows and is not proved.
    pub observed: u64,
    /// Classes without.
    pub open: u64,
    /// Classes that nobody has looked at.
    pub untouched: u64,
}

impl Catalogue {
    /// Makes the catalogue of a family; the file must not exist.
    pub fn create(path: &Path, family: &Family, watch: &mut dyn Watch) -> Result<Self, CensusError> {
        if path.exists() {
            return Err(CensusError::Exists(path.to_owned()));
        }
        Catalogue::fill(path, family, watch)
    }

    /// Makes a catalogue in a file that is not there, or empty: all that `fill` writes after the schema, or nothing.
    pub(crate) fn make(
        path: &Path,
        fill: impl FnOnce(&Transaction<'_>) -> Result<(), CensusError>,
    ) -> Result<Self, CensusError> {
        let mut catalogue = Catalogue::connect(path, Access::Make)?;
        catalogue.write(|write| {
            migrate(write)?;
            fill(write)
        })?;
        Ok(catalogue)
    }

    fn fill(path: &Path, family: &Family, watch: &mut dyn Watch) -> Result<Self, CensusError> {
        let all = classes(&family.games(), watch)?;
        Catalogue::make(path, |write| {
            write.execute(
                "INSERT INTO census VALUES (?1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?2)",
                params![family.to_string(), env!("CARGO_PKG_VERSION")],
            )?;
            let mut class = write.prepare("INSERT INTO class (game, key) VALUES (?1, ?2)")?;
            let mut code = write.prepare("INSERT INTO code VALUES (?1, ?2, ?3)")?;
            for (done, found) in (0..).zip(&all) {
                watch.at(Progress::new("classes", done, all.len() as u64))?;
                let id = class.insert(params![found.game.to_string(), found.key.to_string()])?;
                for member in &found.members {
                    code.execute(params![member.game.to_string(), id, member.shift])?;
                }
            }
            Ok(())
        })
    }

    /// Opens a catalogue to go on with it.
    pub fn open(path: &Path) -> Result<Self, CensusError> {
        if path.is_file() && is_frozen(path) {
            return Err(CensusError::System { path: path.to_owned(), error: ErrorKind::PermissionDenied.into() });
        }
        Catalogue::checked(path, Access::Write)
    }

    /// Opens a catalogue to look at it, while others may write.
    pub fn look(path: &Path) -> Result<Self, CensusError> {
        Catalogue::checked(path, if is_frozen(path) { Access::Frozen } else { Access::Look })
    }

    /// Opens the catalogue of this family, or makes it.
    pub fn open_or_create(path: &Path, family: &Family, watch: &mut dyn Watch) -> Result<Self, CensusError> {
        if !path.exists() || is_blank(path) {
            return Catalogue::fill(path, family, watch);
        }
        let catalogue = Catalogue::open(path)?;
        let games = family.games();
        let same = catalogue.family()? == family.to_string() && {
            let mut find = catalogue.database.prepare("SELECT count(*) FROM code WHERE game = ?1")?;
            let mut has = |game: &Game| find.query_row([game.to_string()], |row| row.get::<_, i64>(0));
            games.iter().try_fold(true, |all, game| {
                watch.at(Progress::open("games", 0))?;
                Ok::<bool, CensusError>(all && has(game)? == 1)
            })?
        };
        if same && catalogue.totals()?.games == games.len() as u64 {
            return Ok(catalogue);
        }
        let (is, asked) = (catalogue.family()?, family.to_string());
        let is = if is == asked { format!("other {is}") } else { is };
        Err(CensusError::OtherFamily { path: path.to_owned(), is, asked })
    }

    fn checked(path: &Path, access: Access) -> Result<Self, CensusError> {
        if !path.exists() {
            return Err(CensusError::Missing(path.to_owned()));
        }
        // A file that is refused stays as it is: it is locked, and its journal made, only when it is known.
        let foreign = |why: String| CensusError::Foreign { path: path.to_owned(), why };
        let first_look = if access == Access::Frozen { Access::Frozen } else { Access::First };
        let application = application(path, first_look).map_err(|error| foreign(first_line(&error)))?;
        if application != APPLICATION {
            return Err(foreign("it is a database of another program".to_owned()));
        }
        let mut catalogue = Catalogue::connect(path, access)?;
        let pragma = |name: &str| catalogue.database.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let version = pragma("user_version")?;
        let known = MIGRATIONS.len() as i64;
        if version > known {
            return Err(CensusError::Newer { path: path.to_owned(), version, known });
        }
        let sound: String = catalogue
            .database
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
            .map_err(|error| CensusError::Damaged { path: path.to_owned(), why: first_line(&error) })?;
        if sound != "ok" {
            let why = sound
                .lines()
                .find(|line| !line.starts_with("***"))
                .unwrap_or("its pages contradict each other")
                .to_owned();
            return Err(CensusError::Damaged { path: path.to_owned(), why });
        }
        if version < known {
            catalogue.database.pragma_update(None, "query_only", false)?;
            catalogue.write(migrate)?;
        }
        Ok(catalogue)
    }

    fn connect(path: &Path, access: Access) -> Result<Self, CensusError> {
        let locked = matches!(access, Access::Make | Access::Write);
        let lock = locked.then(|| lock(path)).transpose()?;
        let foreign = |error: rusqlite::Error| CensusError::Foreign { path: path.to_owned(), why: first_line(&error) };
        let database = access.open(path).map_err(foreign)?;
        database.busy_timeout(PATIENCE)?;
        database.pragma_update(None, "foreign_keys", true)?;
        if locked {
            database.pragma_update(None, "journal_mode", "wal").map_err(foreign)?;
            database.pragma_update(None, "synchronous", "normal")?;
        } else {
            database.pragma_update(None, "query_only", true)?;
        }
        Ok(Catalogue { database, path: path.to_owned(), _lock: lock })
    }

    /// Writes all of it or nothing.
    pub(crate) fn write<T>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, CensusError>,
    ) -> Result<T, CensusError> {
        let all = || {
            let write = self.database.transaction()?;
            let done = change(&write)?;
            write.commit()?;
            Ok(done)
        };
        all().map_err(|error| match error {
            CensusError::Database(error) => CensusError::Write { path: self.path.clone(), error },
            error => error,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The directory of the long runs, beside the file.
    pub fn runs(&self) -> PathBuf {
        beside(&self.path, ".runs")
    }

    /// What it is a census of.
    pub fn family(&self) -> Result<String, CensusError> {
        Ok(self.database.query_row("SELECT family FROM census", [], |row| row.get(0))?)
    }

    /// How many classes have come how far.
    pub fn totals(&self) -> Result<Totals, CensusError> {
        let count = |what: &str| -> Result<u64, CensusError> {
            Ok(self.database.query_row(&format!("SELECT {what}"), [], |row| row.get::<_, i64>(0))?.cast_unsigned())
        };
        let status = |name: &str| count(&format!("count(*) FROM class WHERE status = '{name}'"));
        Ok(Totals {
            classes: count("count(*) FROM class")?,
            games: count("count(*) FROM code")?,
            proved: status("proved")?,
            sequences: count("count(DISTINCT coalesce(sequence, game)) FROM class WHERE status = 'proved'")?,
            observed: status("observed")?,
            open: status("open")?,
            untouched: status("untouched")?,
        })
    }

    /// The classes for which an SQL condition on the columns of `catalogue` holds, in the order of tables; all for an
    /// empty one.
    pub fn rows(&self, condition: &str) -> Result<Vec<Row>, CensusError> {
        Ok(self.numbered(condition)?.into_iter().map(|(_, row)| row).collect())
    }

    /// The same with their numbers.
    pub(crate) fn numbered(&self, condition: &str) -> Result<Vec<(i64, Row)>, CensusError> {
        let all = if condition.trim().is_empty() { "1" } else { condition };
        let wrong = |error: rusqlite::Error| {
            let why = error.to_string();
            let why = why.split(" in SELECT").next().unwrap_or(&why).lines().next().unwrap_or_default().to_owned();
            CensusError::Condition { condition: condition.to_owned(), why }
        };
        let query = format!("SELECT {COLUMNS} FROM catalogue WHERE ({all}) ORDER BY id");
        let mut statement = self.database.prepare(&query).map_err(wrong)?;
        if statement.parameter_count() > 0 {
            let why = "it has a parameter".to_owned();
            return Err(CensusError::Condition { condition: condition.to_owned(), why });
        }
        let mut rows = Vec::new();
        let mut found = statement.query([])?;
        while let Some(row) = found.next().map_err(wrong)? {
            rows.push(row::read(row)?);
        }
        let mut members = self.members()?;
        for (id, row) in &mut rows {
            row.members = members.remove(id).unwrap_or_default();
            row.members.sort_by_key(|member| member.game != row.game);
        }
        Ok(rows)
    }

    fn members(&self) -> Result<HashMap<i64, Vec<Member>>, CensusError> {
        let mut all: HashMap<i64, Vec<Member>> = HashMap::new();
        let mut statement = self.database.prepare("SELECT class, game, shift FROM code ORDER BY length(game), game")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let member = Member { game: row::game(&row.get::<_, String>(1)?, 1)?, shift: row.get(2)? };
            all.entry(row.get(0)?).or_default().push(member);
        }
        Ok(all)
    }

    /// The number of the class that a game belongs to.
    pub fn class_of(&self, game: &Game) -> Result<i64, CensusError> {
        let (key, _) = grundy::census::key(game);
        let find = "SELECT id FROM class WHERE key = ?1";
        let id = self.database.query_row(find, [key.to_string()], |row| row.get(0)).optional()?;
        id.ok_or_else(|| CensusError::NotHere(game.written()))
    }

    /// The next step of every class that is not proved, up to this round.
    pub fn steps(&self, last_round: u32) -> Result<Vec<Step>, CensusError> {
        let rows = self.rows(&format!("status <> 'proved' AND stuck IS NULL AND rounds <= {last_round}"))?;
        Ok(rows.iter().map(next_step).collect())
    }

    /// Writes down a finished step, with the state of its class; false if it was finished before.
    pub fn finish(&mut self, receipt: &Receipt) -> Result<bool, CensusError> {
        let id = self.class_of(&receipt.game)?;
        let (_, row) = self.class(id)?;
        if row.rounds > receipt.round || row.status == Status::Proved {
            return Ok(false);
        }
        let step = next_step(&row);
        if step.number() != receipt.job || receipt.step() != step {
            return Err(CensusError::NotNext(receipt.game.to_string()));
        }
        let found = later(row.found, receipt.found.clone());
        self.write(|write| {
            let status = Status::of(&found);
            write.execute(
                "INSERT INTO step VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                params![
                    id,
                    receipt.round,
                    receipt.values.cast_signed(),
                    receipt.found.verified.cast_signed(),
                    status.to_string(),
                    receipt.seconds,
                    receipt.engine,
                    receipt.program,
                    receipt.machine
                ],
            )?;
            store(write, id, status, &found, receipt.round + 1, row.seconds + receipt.seconds)
        })?;
        Ok(true)
    }

    /// Measures the hidden frequency of every class that is not proved and has none yet; how many have one now. A stop
    /// loses nothing.
    pub fn measure(&mut self, watch: &mut dyn Watch) -> Result<u64, CensusError> {
        let rows = self.numbered("status <> 'proved' AND frequency IS NULL")?;
        for (done, (id, row)) in (0..).zip(&rows) {
            let failed = |error| CensusError::Step { game: row.game.to_string(), error };
            let at = Progress::new("classes", done, rows.len() as u64);
            let theta = frequency(&row.game, &mut |_: Progress| watch.at(at)).map_err(failed)?;
            self.write(
                |write| Ok(write.execute("UPDATE class SET frequency = ?2 WHERE id = ?1", params![id, theta])?),
            )?;
        }
        let count = "SELECT count(*) FROM class WHERE frequency IS NOT NULL";
        Ok(self.database.query_row(count, [], |row| row.get::<_, i64>(0))?.cast_unsigned())
    }

    pub(crate) fn class(&self, id: i64) -> Result<(i64, Row), CensusError> {
        let query = format!("SELECT {COLUMNS} FROM class WHERE id = ?1");
        Ok(self.database.query_row(&query, [id], row::read)?)
    }
}

/// What a file is opened for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// To be made, and written.
    Make,
    /// To be written.
    Write,
    /// To be read while others may write: readers leave a mark beside it, too.
    Look,
    /// To be read for the first time, by whoever does not know what it is.
    First,
    /// To be read as it stands, because nobody can write.
    Frozen,
}

impl Access {
    fn open(self, path: &Path) -> rusqlite::Result<Connection> {
        let (read, write) = (OpenFlags::SQLITE_OPEN_READ_ONLY, OpenFlags::SQLITE_OPEN_READ_WRITE);
        let alone = OpenFlags::SQLITE_OPEN_NO_MUTEX;
        match self {
            Access::Make => Connection::open_with_flags(path, OpenFlags::default()),
            Access::Write | Access::Look => Connection::open_with_flags(path, write | alone),
            Access::First => Connection::open_with_flags(path, read | alone),
            Access::Frozen => {
                Connection::open_with_flags(frozen_address(path), read | alone | OpenFlags::SQLITE_OPEN_URI)
            }
        }
    }
}

/// The mark of the program that made a database.
fn application(path: &Path, access: Access) -> rusqlite::Result<i64> {
    access.open(path)?.pragma_query_value(None, "application_id", |row| row.get(0))
}

/// Whether a database lies where nothing can be written beside it, and has no log: its bytes are all there is.
fn is_frozen(path: &Path) -> bool {
    let has_log = beside(path, "-wal").metadata().is_ok_and(|log| log.len() > 0);
    let refused = || application(path, Access::First).err().and_then(|error| error.sqlite_error_code());
    !has_log && matches!(refused(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// The address of a file that does not change.
fn frozen_address(path: &Path) -> String {
    let escaped = path.as_os_str().as_encoded_bytes().iter().map(|&byte| {
        let plain = byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
        if plain { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    });
    format!("file:{}?immutable=1", escaped.collect::<String>())
}

/// What the database says, without the text of the schema that may follow.
fn first_line(error: &rusqlite::Error) -> String {
    error.to_string().lines().next().unwrap_or_default().escape_debug().to_string()
}

/// Brings the schema to the latest version.
fn migrate(write: &Transaction<'_>) -> Result<(), CensusError> {
    let version: u32 = write.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for script in MIGRATIONS.iter().skip(version as usize) {
        write.execute_batch(script)?;
    }
    write.pragma_update(None, "application_id", APPLICATION)?;
    write.pragma_update(None, "user_version", MIGRATIONS.len() as i64)?;
    Ok(())
}

/// Whether a file is an empty database: so it is left behind by a process that was killed before it had made the
/// catalogue.
pub(crate) fn is_blank(path: &Path) -> bool {
    let Ok(database) = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE) else { return false };
    let number = |query: &str| database.query_row(query, [], |row| row.get::<_, i64>(0));
    number("SELECT count(*) FROM sqlite_schema").is_ok_and(|count| count == 0)
        && number("PRAGMA application_id").is_ok_and(|id| id == 0)
}

/// The next step of a class.
pub(crate) fn next_step(row: &Row) -> Step {
    let before = (row.rounds > 0).then_some(&row.found);
    Step::new(&row.game, row.rounds, effort::values(&row.game, row.rounds, before))
}

/// What is known after a step. One that saw fewer values than a step before it takes nothing away, nor does one that a
/// large value ended; but a space that more values do not have any more is gone.
fn later(before: Found, found: Found) -> Found {
    let looked_further = found.verified >= before.verified && found.max.is_some();
    let sparse = if looked_further { found.sparse } else { found.sparse.or(before.sparse) };
    let (max, verified) = (found.max.or(before.max), found.verified.max(before.verified));
    Found { sparse, max, verified, ..found }
}

/// Writes what is known of a class.
pub(crate) fn store(
    write: &Transaction<'_>,
    id: i64,
    status: Status,
    found: &Found,
    rounds: u32,
    seconds: f64,
) -> Result<(), CensusError> {
    let Found { period, verified, observed, candidate, sparse, max, stuck } = found;
    let observed = observed.map(|observed| observed.period);
    let number = |n: u64| n.cast_signed();
    write
        .prepare_cached(
            "UPDATE class SET status = ?2, preperiod = ?3, period = ?4, saltus = ?5, theorem = ?6, certificate = ?7, \
         sequence = ?8, \
         verified = ?9, mask = ?10, parity = ?11, kappa = ?12, rares = ?13, last_rare = ?14, depth = ?15, max = ?16, \
         max_at = ?17, \
         observed_preperiod = ?18, observed_period = ?19, observed_saltus = ?20, candidate = ?21, stuck = ?22, rounds \
         = ?23, \
         seconds = ?24 WHERE id = ?1",
        )?
        .execute(params![
            id,
            status.to_string(),
            period.as_ref().map(|found| number(found.preperiod)),
            period.as_ref().map(|found| number(found.period)),
            period.as_ref().map(|found| number(found.saltus)),
            period.as_ref().map(|found| found.theorem.to_string()),
            period.as_ref().map(|found| pack(&found.certificate)),
            period.as_ref().and_then(|found| found.sequence.clone()),
            number(*verified),
            sparse.as_ref().map(|sparse| sparse.mask.clone()),
            sparse.as_ref().map(|sparse| sparse.parity),
            sparse.as_ref().map(|sparse| sparse.kappa),
            sparse.as_ref().map(|sparse| number(sparse.rares)),
            sparse.as_ref().and_then(|sparse| sparse.last_rare).map(number),
            sparse.as_ref().and_then(|sparse| sparse.depth).map(number),
            max.map(|max| max.value),
            max.map(|max| number(max.at)),
            observed.map(|found| number(found.preperiod)),
            observed.map(|found| number(found.period)),
            observed.map(|found| number(found.saltus)),
            candidate.map(number),
            stuck.as_ref().and_then(spelled),
            rounds,
            seconds
        ])?;
    Ok(())
}

/// The file with this ending added to its name.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn lock(path: &Path) -> Result<File, CensusError> {
    let path = beside(path, ".lock");
    let system = |error| CensusError::System { path: path.clone(), error };
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(system)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(CensusError::InUse(path.with_extension(""))),
        Err(std::fs::TryLockError::Error(error)) => Err(system(error)),
    }
}
