//! A catalogue as text: one JSON document on each line, from which another machine makes the same catalogue and goes
//! on.
//!
//! The first line says what it is, each further line is a class with its certificate and its finished steps.

use crate::catalogue::{Catalogue, is_blank, store};
use crate::entry::{Entry, record};
use crate::error::CensusError;
use crate::row::{Row, Status};
use flate2::bufread::GzDecoder;
use grundy::census::{Family, key};
use rusqlite::params;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Write};
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

/// Writes all of a catalogue. Machines are named only if asked for: their names are of no use to others.
pub fn export(catalogue: &Catalogue, machines: bool, out: &mut dyn Write) -> Result<(), CensusError> {
    let header = catalogue.database.query_row("SELECT family, created, program FROM census", [], |row| {
        Ok(Header { grundy_census: VERSION, family: row.get(0)?, created: row.get(1)?, program: row.get(2)? })
    })?;
    line(out, &header)?;
    for (id, row) in catalogue.numbered("")? {
        let mut steps = catalogue.history(id)?;
        if !machines {
            for step in &mut steps {
                step.machine.clear();
            }
        }
        line(out, &Entry { row, steps })?;
    }
    Ok(())
}

fn line(out: &mut dyn Write, document: &impl Serialize) -> Result<(), CensusError> {
    let text = serde_json::to_string(document).map_err(|error| written(error.into()))?;
    writeln!(out, "{text}").map_err(written)
}

fn written(error: std::io::Error) -> CensusError {
    CensusError::System { path: "the export".into(), error }
}

/// Makes a catalogue from an export, as it is or packed by gzip; the file must not exist. Each class is checked to be
/// one: its games have one saturated standard form.
pub fn import(path: &Path, input: &mut dyn BufRead) -> Result<Catalogue, CensusError> {
    let bad = |line: usize, why: &dyn ToString| CensusError::Line { line, why: why.to_string() };
    let is_packed = input.fill_buf().is_ok_and(|start| start.starts_with(&[0x1f, 0x8b]));
    let input: &mut dyn BufRead = if is_packed { &mut BufReader::new(GzDecoder::new(input)) } else { input };
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
        let class: Entry = serde_json::from_str(&text).map_err(|error| bad(number, &error))?;
        check(&class.row).map_err(|why| bad(number, &why))?;
        classes.push(class);
    }
    if let Ok(family) = header.family.parse::<Family>() {
        let games: usize = classes.iter().map(|class| class.row.members.len()).sum();
        if games != family.games().len() {
            return Err(bad(classes.len() + 1, &format!("{} has other games than these {games}", header.family)));
        }
    }
    if path.exists() && !is_blank(path) {
        return Err(CensusError::Exists(path.to_owned()));
    }
    Catalogue::make(path, |write| {
        write.execute(
            "INSERT INTO census VALUES (?1, ?2, ?3)",
            params![header.family, header.created, header.program],
        )?;
        let mut code = write.prepare("INSERT INTO code VALUES (?1, ?2, ?3)")?;
        for Entry { row, steps } in &classes {
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
                record(write, id, step)?;
            }
        }
        Ok(())
    })
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
