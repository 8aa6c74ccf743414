//! The page: a bundle of files inside the program.

use crate::failed::Failed;
use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "ui/dist"]
struct Files;

/// Answers with a file of the bundle.
pub async fn page(request: Request) -> Response {
    let path = request.uri().path();
    if path.starts_with("/api/") {
        return Failed::NoRoute(format!("no route {path:?}; /api/openapi.json lists them")).into_response();
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return Failed::NoMethod("files are asked for with GET".to_owned()).into_response();
    }
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let Some(file) = Files::get(name) else {
        return Failed::NoRoute(format!("no page {path:?}; the page is at /")).into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag = format!("\"{:032x}\"", hash[..16].iter().fold(0, |sum: u128, &byte| sum << 8 | u128::from(byte)));
    let known = request.headers().get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let headers = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(header::CONTENT_TYPE, kind(name))], file.data).into_response()
}

/// The type of a file by its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "webmanifest" => "application/json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
