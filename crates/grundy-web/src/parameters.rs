//! Parameters as they stand in a query string: games, counts as people write them, truth.

use crate::failed::Failed;
use grundy::Game;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;

/// Reads a query string.
pub fn read<P: DeserializeOwned>(query: Option<&str>) -> Result<P, Failed> {
    let uri = format!("/?{}", query.unwrap_or_default()).parse().map_err(|_| bad("the query cannot be read"))?;
    let parameters = axum::extract::Query::try_from_uri(&uri).map_err(|rejection| {
        let text = rejection.body_text();
        bad(text.trim_start_matches("Failed to deserialize query string: "))
    })?;
    let axum::extract::Query(parameters) = parameters;
    Ok(parameters)
}

fn bad(problem: &str) -> Failed {
    Failed::Bad(problem.to_owned())
}

/// The text of a game, with the place of a mistake in it.
pub fn game(text: &str) -> Result<Game, Failed> {
    text.parse().map_err(|error: grundy::GameError| Failed::Bad(error.explain(text)))
}

/// A count: `1000000`, `1e6` or `2^20`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub u64);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let count = grundy::count::read(&text).map(Count);
        count.ok_or_else(|| {
            D::Error::custom(format!("{text:?} is not a whole number below 2^64, like 1000, 1e6 or 2^20"))
        })
    }
}

impl JsonSchema for Count {
    fn schema_name() -> Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": r"^[0-9][0-9_.]*([eE][0-9]+|\^[0-9]+)?$" })
    }
}

/// `true`, `false`, `1` or `0`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flag(pub bool);

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match &*Cow::<str>::deserialize(deserializer)? {
            "true" | "1" => Ok(Flag(true)),
            "false" | "0" => Ok(Flag(false)),
            text => Err(D::Error::custom(format!("{text:?} is neither true nor false"))),
        }
    }
}

impl JsonSchema for Flag {
    fn schema_name() -> Cow<'static, str> {
        "Flag".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": ["true", "false", "1", "0"] })
    }
}

/// A route without parameters.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct None {}
