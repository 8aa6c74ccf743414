//! The `OpenAPI` document, from the routes and the schemas of the library's answers.

use crate::api::{Described, Kind};
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Makes schemas whose parts stand in the components of the document.
pub fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        })
        .into_generator()
}

/// The document.
pub fn document(routes: &[Described], mut schemas: SchemaGenerator) -> Value {
    let failure = schemas.subschema_for::<grundy::answer::Failure>();
    let paths: Map<String, Value> = routes.iter().map(|route| (route.path.to_owned(), path(route, &failure))).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "grundy",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The workbench for impartial combinatorial games, on loopback.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": { "schemas": schemas.take_definitions(false) },
    })
}

/// A body that is verified.
const CERTIFICATE: &str = "grundy-certificate 1\nkind period\ngame .77\ntheorem classical\n\
                           preperiod 71\nperiod 12\ndistinct 2 71\ndistinct 3 71\n";

fn path(route: &Described, failure: &Schema) -> Value {
    let content = match &route.answer {
        Kind::Document(schema) => json!({ "application/json": { "schema": schema } }),
        Kind::Other(media) => json!({ *media: { "schema": {} } }),
    };
    let mut responses = json!({ "200": { "description": "The answer.", "content": content } });
    let failures = [
        ("400", "Bad input."),
        ("403", "Asked from elsewhere."),
        ("413", "Too much was sent."),
        ("422", "Out of reach, or over budget."),
        ("503", "Too many questions at once."),
    ];
    for (code, description) in failures {
        let document = json!({ "application/json": { "schema": failure } });
        responses[code] = json!({ "description": description, "content": document });
    }
    let mut operation = json!({ "summary": route.about, "responses": responses });
    if let Some(schema) = &route.parameters {
        operation["parameters"] = parameters(schema);
    } else {
        let content = json!({ "text/plain": { "schema": { "type": "string" }, "example": CERTIFICATE } });
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    let method = if route.parameters.is_some() { "get" } else { "post" };
    json!({ method: operation })
}

/// The properties of an object as parameters of a query.
fn parameters(schema: &Schema) -> Value {
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .map_or(Vec::new(), |names| names.iter().filter_map(Value::as_str).collect());
    let properties = schema.get("properties").and_then(Value::as_object);
    let parameter = |(name, schema): (&String, &Value)| {
        let mut schema = schema.clone();
        let about = schema.as_object_mut().and_then(|schema| schema.remove("description")).unwrap_or_default();
        json!({
            "name": name,
            "in": "query",
            "required": required.contains(&name.as_str()),
            "description": about,
            "schema": schema,
        })
    };
    properties.map_or(Value::Array(Vec::new()), |all| all.iter().map(parameter).collect())
}
