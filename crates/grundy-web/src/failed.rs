//! Why a question has no answer, and the status code that says so.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::answer::{Failure, Status};

/// Why a question has no answer.
#[derive(Debug)]
pub enum Failed {
    /// What was sent cannot be read: what is wrong and what is accepted.
    Bad(String),
    /// A good question whose answer is out of reach.
    OutOfReach(String),
    /// A good question that costs too much.
    OverBudget(String),
    /// The library was asked to stop, and the watch knows why.
    Stopped,
    /// Nobody wants to know any more.
    Gone,
    /// Too many questions at once.
    Busy,
    /// Not asked from our own page or this machine.
    Stranger(String),
    /// No such route.
    NoRoute(String),
    /// Not asked in this way.
    NoMethod(String),
    /// Too much was sent.
    TooMuch(String),
    /// A defect here.
    Defect,
}

impl Failed {
    /// The status code.
    pub fn code(&self) -> StatusCode {
        match self {
            Failed::Bad(_) => StatusCode::BAD_REQUEST,
            Failed::OutOfReach(_) | Failed::OverBudget(_) | Failed::Stopped | Failed::Gone => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Failed::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Failed::Stranger(_) => StatusCode::FORBIDDEN,
            Failed::NoRoute(_) => StatusCode::NOT_FOUND,
            Failed::NoMethod(_) => StatusCode::METHOD_NOT_ALLOWED,
            Failed::TooMuch(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Failed::Defect => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The document.
    pub fn document(&self) -> Failure {
        let (status, error) = match self {
            Failed::Bad(error)
            | Failed::Stranger(error)
            | Failed::NoRoute(error)
            | Failed::NoMethod(error)
            | Failed::TooMuch(error) => (Status::Error, error.as_str()),
            Failed::OutOfReach(error) => (Status::Unsettled, error.as_str()),
            Failed::OverBudget(error) => {
                return Failure { status: Status::Unsettled, error: format!("over budget: {error}") };
            }
            Failed::Stopped | Failed::Gone => (Status::Interrupted, "stopped"),
            Failed::Busy => (Status::Unsettled, "too many questions at once; ask again in a while"),
            Failed::Defect => (Status::Error, "a defect in the server; the question was fine"),
        };
        Failure { status, error: error.to_owned() }
    }
}

impl From<grundy::Error> for Failed {
    fn from(error: grundy::Error) -> Self {
        use grundy::Error;
        match &error {
            Error::Stopped(_) => Failed::Stopped,
            Error::Game(_)
            | Error::Nimber(_)
            | Error::Coins(_)
            | Error::Graph(_)
            | Error::Formula(_)
            | Error::NoTheorem(_)
            | Error::Play(_) => Failed::Bad(error.to_string()),
            _ => Failed::OutOfReach(error.to_string()),
        }
    }
}

impl From<grundy::watch::Stopped> for Failed {
    fn from(_: grundy::watch::Stopped) -> Self {
        Failed::Stopped
    }
}

/// Errors of parts of the library are errors of the library.
macro_rules! from_parts {
    ($($error:path),*) => {$(
        impl From<$error> for Failed {
            fn from(error: $error) -> Self {
                grundy::Error::from(error).into()
            }
        }
    )*};
}

from_parts!(
    grundy::coins::CoinError,
    grundy::misere::MisereError,
    grundy::nimber::expression::ExpressionError,
    grundy::wythoff::WythoffError
);

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self.document()).unwrap_or_default();
        (self.code(), [(header::CONTENT_TYPE, "application/json")], body).into_response()
    }
}
