//! Checks the certificates that `grundy` writes.
//!
//! This crate shares no code with the library that writes certificates, depends on nothing but the standard library and prefers
//! plainness to speed: it is meant to be read.

#![forbid(unsafe_code)]

mod code;
mod misere;
mod outcomes;
mod period;
mod reader;
mod set;

pub use period::Task;
pub use reader::Refusal;

use reader::Certificate;

/// Checks one certificate; says what it proves.
pub fn check(text: &str, task: Task) -> Result<String, Refusal> {
    let certificate = Certificate::read(text)?;
    match certificate.kind {
        period::KIND => period::check(&certificate, task),
        _ if task.segment.is_some() => Err(Refusal::Unreadable("it has no segments; leave --segment away".to_owned())),
        misere::KIND => misere::check(&certificate),
        outcomes::KIND => outcomes::check(&certificate),
        other => {
            let known = [period::KIND, misere::KIND, outcomes::KIND].join(", ");
            Err(Refusal::Unreadable(format!("unknown kind \"{other}\"; known are {known}")))
        }
    }
}
