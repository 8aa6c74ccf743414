//! A catalogue as text: one JSON document on each line, from which another machine makes the same catalogue and goes on.
//!
//! The first line says what it is, each further line is a class with its certificate and its finished steps.

use crate::catalogue::{Catalogue, store};
use crate::error::CensusError;
use crate::row::{Row, Status};
use crate::table::quoted;
use grundy::census::{Family, key};
use rusqlite::{Row as Record, params};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};
use std::path::Path;

/// The version of this format.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    grundy_census: u32,
    family: String,
    created: String,
    program: String,
}

#[derive(Serialize, Deserialize)]
struct Class {
    #[serde(flatten)]
    row: Row,
    steps: Vec<Done>,
}

/// A finished step.
#[derive(Serialize, Deserialize)]
struct Done {
    round: u32,
    allowed: u64,
    verified: u64,
    status: Status,
    seconds: f64,
    engine: String,
    program: String,
    machine: String,
    finished: String,
}

/// Writes all of a catalogue. Machines are named only if asked for: their names are of no use to others.
pub fn export(catalogue: &Catalogue, machines: bool, out: &mut dyn Write) -> Result<(), CensusError> {
    let header = catalogue.database.query_row("SELECT family, created, program FROM census", [], |row| {
        Ok(Header { grundy_census: VERSION, family: row.get(0)?, created: row.get(1)?, program: row.get(2)? })
    })?;
    line(out, &header)?;
    let mut statement = catalogue.database.prepare(
        "SELECT round, allowed, verified, status, seconds, engine, program, machine, finished FROM step WHERE class = ?1 ORDER BY round",
    )?;
    for (id, row) in catalogue.numbered("")? {
        let read = |step: &Record<'_>| done(step, machines);
        let steps = statement.query_map([id], read)?.collect::<Result<_, _>>()?;
        line(out, &Class { row, steps })?;
    }
    Ok(())
}

fn done(step: &Record<'_>, machines: bool) -> rusqlite::Result<Done> {
    let status: String = step.get(3)?;
    Ok(Done {
        round: step.get(0)?,
        allowed: step.get::<_, i64>(1)?.cast_unsigned(),
        verified: step.get::<_, i64>(2)?.cast_unsigned(),
        status: [Status::Proved, Status::Observed]
            .into_iter()
            .find(|known| known.to_string() == status)
            .unwrap_or(Status::Open),
        seconds: step.get(4)?,
        engine: step.get(5)?,
        program: step.get(6)?,
        machine: if machines { step.get(7)? } else { String::new() },
        finished: step.get(8)?,
    })
}

fn line(out: &mut dyn Write, document: &impl Serialize) -> Result<(), CensusError> {
    let text = serde_json::to_string(document).map_err(|error| written(error.into()))?;
    writeln!(out, "{text}").map_err(written)
}

fn written(error: std::io::Error) -> CensusError {
    CensusError::System { path: "the export".into(), error }
}

/// Makes a catalogue from an export; the file must not exist. Each class is checked to be one: its games have one saturated standard form.
pub fn import(path: &Path, input: &mut dyn BufRead) -> Result<Catalogue, CensusError> {
    let bad = |line: usize, why: &dyn ToString| CensusError::Line { line, why: why.to_string() };
    let mut lines = (1..).zip(input.lines());
    let (_, first) = lines.next().ok_or_else(|| bad(1, &"it is empty"))?;
    let first = first.map_err(|error| bad(1, &error))?;
    let header: Header = serde_json::from_str(&first)
        .map_err(|_| bad(1, &"this is no export of a census: grundy census export makes one"))?;
    if header.grundy_census != VERSION {
        return Err(bad(1, &format!("version {} of the export; known is {VERSION}", header.grundy_census)));
    }
    let mut classes = Vec::new();
    for (number, text) in lines {
        let text = text.map_err(|error| bad(number, &error))?;
        let class: Class = serde_json::from_str(&text).map_err(|error| bad(number, &error))?;
        check(&class.row).map_err(|why| bad(number, &why))?;
        classes.push(class);
    }
    if let Ok(family) = header.family.parse::<Family>() {
        let games: usize = classes.iter().map(|class| class.row.members.len()).sum();
        if games != family.games().len() {
            return Err(bad(classes.len() + 1, &format!("{} has other games than these {games}", header.family)));
        }
    }
    let mut catalogue = Catalogue::create(path, &Family::Games(Vec::new()))?;
    catalogue.write(|write| {
        write.execute(
            "UPDATE census SET family = ?1, created = ?2, program = ?3",
            params![header.family, header.created, header.program],
        )?;
        let mut code = write.prepare("INSERT INTO code VALUES (?1, ?2, ?3)")?;
        for Class { row, steps } in &classes {
            write.execute(
                "INSERT INTO class (game, key) VALUES (?1, ?2)",
                [row.game.to_string(), row.key.to_string()],
            )?;
            let id = write.last_insert_rowid();
            for member in &row.members {
                code.execute(params![member.game.to_string(), id, member.shift])?;
            }
            store(write, id, row.status, &row.found, row.rounds, row.seconds)?;
            write.execute("UPDATE class SET frequency = ?2 WHERE id = ?1", params![id, row.frequency])?;
            for step in steps {
                write.execute(
                    "INSERT INTO step VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                    params![
                        id,
                        step.round,
                        step.allowed.cast_signed(),
                        step.verified.cast_signed(),
                        step.status.to_string(),
                        step.seconds,
                        step.engine,
                        step.program,
                        step.machine,
                        step.finished
                    ],
                )?;
            }
        }
        Ok(())
    })?;
    Ok(catalogue)
}

/// What is wrong with a row.
fn check(row: &Row) -> Result<(), String> {
    let (own, shift) = key(&row.game);
    if own != row.key {
        return Err(format!("{} has another standard form than {}", row.game, row.key));
    }
    for member in &row.members {
        let (key, there) = key(&member.game);
        if key != row.key || there as i64 - shift as i64 != member.shift {
            return Err(format!("{} is not {} shifted by {}", member.game, row.game, member.shift));
        }
    }
    let proved = row.found.period.is_some();
    if proved != (row.status == Status::Proved) || (row.status == Status::Untouched) != (row.rounds == 0) {
        return Err(format!("the status of {} contradicts what was found", row.game));
    }
    Ok(())
}

/// The compact table that ships with the library (`data/census.csv`): `key, game, preperiod, period, saltus, theorem, verified`, for the
/// classes that somebody has looked at, by key.
pub fn shipped(rows: &[Row], source: &str) -> String {
    let mut lines: Vec<String> = rows
        .iter()
        .filter(|row| row.status != Status::Untouched)
        .map(|row| {
            let Row { key, game, found, .. } = row;
            let numbers = found.period.as_ref().map_or(",,,".to_owned(), |found| {
                format!("{},{},{},{}", found.preperiod, found.period, found.saltus, found.theorem)
            });
            format!("{},{},{numbers},{},{source}\n", quoted(key.to_string()), quoted(game.to_string()), found.verified)
        })
        .collect();
    lines.sort_unstable();
    lines.concat()
}
