//! `grundy serve`: the page in the browser, and the library's answers over HTTP, on loopback only.
//!
//! A question is a plain function from parameters to an answer of the library (`ask`); `api` turns each into a route,
//! with its budget (`budget`), its progress as server-sent events (`desk`) and its line in the `OpenAPI` document
//! (`openapi`). `guard` keeps other sites out.

mod api;
mod ask;
mod budget;
mod desk;
mod failed;
mod guard;
mod openapi;
mod page;
mod parameters;
mod sending;
mod server;

pub use budget::Budget;
pub use server::{ServeError, Server};
