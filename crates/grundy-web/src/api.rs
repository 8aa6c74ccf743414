//! Routes: each is a question, a plain function, with what the `OpenAPI` document says of it.

use crate::budget::Attention;
use crate::desk::Desk;
use crate::failed::Failed;
use crate::parameters;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, RawQuery, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The longest body that is read: the text of a certificate.
pub const LONGEST_BODY: usize = 8 << 20;
/// The time in which it must be sent.
const SLOWEST_BODY: Duration = Duration::from_secs(30);

/// What a route says of itself.
pub struct Described {
    pub path: &'static str,
    pub about: &'static str,
    /// The parameters, or nothing where a body is sent.
    pub parameters: Option<Schema>,
    pub answer: Kind,
}

/// What is answered.
pub enum Kind {
    /// A document of this schema.
    Document(Schema),
    /// Something else, by its media type.
    Other(&'static str),
}

/// What is sent back that is no document.
pub struct Sent {
    pub media: &'static str,
    pub body: Vec<u8>,
    /// The name of the file, where it is to be downloaded.
    pub file: Option<String>,
}

/// Numbers one after the other, little-endian.
pub const NUMBERS: &str = "application/octet-stream";

impl Sent {
    /// Numbers of two bytes.
    pub fn words(words: impl IntoIterator<Item = u16>) -> Self {
        Sent { media: NUMBERS, body: words.into_iter().flat_map(u16::to_le_bytes).collect(), file: None }
    }
}

/// What is said of the bytes that are sent.
#[derive(Default)]
struct Label {
    media: &'static str,
    file: Option<String>,
}

impl Label {
    fn on(self, mut response: Response) -> Response {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media));
        if let Some(name) = self.file
            && let Ok(value) = format!("attachment; filename=\"{name}\"").parse()
        {
            headers.insert(header::CONTENT_DISPOSITION, value);
        }
        response
    }
}

/// The routes so far.
pub struct Api {
    pub router: Router<Desk>,
    pub described: Vec<Described>,
    pub schemas: SchemaGenerator,
}

impl Api {
    /// None so far.
    pub fn new() -> Self {
        Api { router: Router::new(), described: Vec::new(), schemas: crate::openapi::generator() }
    }

    /// A question whose answer is a document; asked by an `EventSource`, it is answered with events.
    pub fn document<P, A>(
        mut self,
        path: &'static str,
        about: &'static str,
        answer: fn(&P, &mut Attention) -> Result<A, Failed>,
    ) -> Self
    where
        P: DeserializeOwned + JsonSchema + Send + 'static,
        A: Serialize + JsonSchema + Send + 'static,
    {
        let ask = move |State(desk): State<Desk>, headers: HeaderMap, RawQuery(query): RawQuery| async move {
            // Written out as part of the work: a large document takes time as well.
            let work =
                move |attention: &mut Attention| write(&answer(&parameters::read(query.as_deref())?, attention)?);
            if accepts_events(&headers) { desk.stream(work) } else { document_or_failure(desk.ask(work).await) }
        };
        let kind = Kind::Document(self.schemas.subschema_for::<A>());
        self.add::<P>(path, about, kind, get(ask))
    }

    /// A question whose answer is something else.
    pub fn other<P>(
        self,
        path: &'static str,
        about: &'static str,
        media: &'static str,
        answer: fn(&P, &mut Attention) -> Result<Sent, Failed>,
    ) -> Self
    where
        P: DeserializeOwned + JsonSchema + Send + 'static,
    {
        let ask = move |State(desk): State<Desk>, RawQuery(query): RawQuery| async move {
            let label = Arc::new(OnceLock::new());
            let written = label.clone();
            let work = move |attention: &mut Attention| {
                let Sent { media, body, file } = answer(&parameters::read(query.as_deref())?, attention)?;
                let _ = written.set(Label { media, file });
                Ok(body)
            };
            let sent = desk.ask(work).await;
            let label = Arc::into_inner(label).and_then(OnceLock::into_inner).unwrap_or_default();
            sent.map(|response| label.on(response)).into_response()
        };
        self.add::<P>(path, about, Kind::Other(media), get(ask))
    }

    /// A question about a text that is sent in the body.
    pub fn text<A>(
        mut self,
        path: &'static str,
        about: &'static str,
        answer: fn(&str, &mut Attention) -> Result<A, Failed>,
    ) -> Self
    where
        A: Serialize + JsonSchema + Send + 'static,
    {
        let ask = move |State(desk): State<Desk>, request: Request<Body>| async move {
            let room = match desk.room.take(LONGEST_BODY).await {
                Ok(room) => room,
                Err(busy) => return busy.into_response(),
            };
            let Ok(Ok(body)) = tokio::time::timeout(SLOWEST_BODY, Bytes::from_request(request, &())).await else {
                let most = LONGEST_BODY >> 20;
                return Failed::TooMuch(format!("more than {most} MiB were sent, or the body broke off"))
                    .into_response();
            };
            let work = move |attention: &mut Attention| {
                let _room = room;
                let text = std::str::from_utf8(&body).map_err(|_| Failed::Bad("the body is not UTF-8".to_owned()))?;
                write(&answer(text, attention)?)
            };
            document_or_failure(desk.ask(work).await)
        };
        let kind = Kind::Document(self.schemas.subschema_for::<A>());
        self.described.push(Described { path, about, parameters: None, answer: kind });
        let asked = post(ask).layer(DefaultBodyLimit::max(LONGEST_BODY)).fallback(async || no_method("POST"));
        self.router = self.router.route(path, asked);
        self
    }

    fn add<P: JsonSchema>(
        mut self,
        path: &'static str,
        about: &'static str,
        answer: Kind,
        asked: MethodRouter<Desk>,
    ) -> Self {
        let parameters = Some(P::json_schema(&mut self.schemas));
        self.described.push(Described { path, about, parameters, answer });
        self.router = self.router.route(path, asked.fallback(async || no_method("GET")));
        self
    }
}

fn no_method(method: &str) -> Response {
    let mut response = Failed::NoMethod(format!("this is asked with {method}")).into_response();
    if let Ok(value) = method.parse() {
        response.headers_mut().insert(header::ALLOW, value);
    }
    response
}

fn accepts_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|kinds| kinds.split(',').any(|kind| kind.trim().starts_with("text/event-stream")))
}

fn write<A: Serialize>(answer: &A) -> Result<Vec<u8>, Failed> {
    serde_json::to_vec(answer).map_err(|_| Failed::Defect)
}

fn document_or_failure(sent: Result<Response, Failed>) -> Response {
    sent.map(|response| Label { media: "application/json", file: None }.on(response)).into_response()
}
