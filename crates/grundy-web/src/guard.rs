//! Who may ask: this machine's own page, and programs on this machine that name it.
//!
//! Loopback alone does not keep other sites out: a page from anywhere can send requests to 127.0.0.1, and with a name
//! that it controls (DNS rebinding) read the answers. So the `Host` must be ours, and a browser must say that the
//! request comes from our own page. There is no CORS header, and the page may load nothing but itself.

use crate::failed::Failed;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// What the page may load: itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The names under which this server may be addressed.
#[derive(Clone)]
pub struct Hosts(Arc<[String]>);

impl Hosts {
    /// Loopback, on this port.
    pub fn on(port: u16) -> Self {
        let names = ["127.0.0.1", "localhost", "[::1]"];
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
        if port == 80 {
            hosts.extend(names.map(str::to_owned));
        }
        Hosts(hosts.into())
    }

    fn has(&self, host: &str) -> bool {
        self.0.iter().any(|known| known.eq_ignore_ascii_case(host))
    }

    fn check(&self, request: &Request) -> Result<(), Failed> {
        let text = |name: HeaderName| request.headers().get(name).map(|value| value.to_str().unwrap_or_default());
        let stranger =
            |problem: &str| Err(Failed::Stranger(format!("{problem}; the page is at http://{}/", self.0[0])));
        let host = text(header::HOST).or_else(|| request.uri().authority().map(axum::http::uri::Authority::as_str));
        if !host.is_some_and(|host| self.has(host)) || request.headers().get_all(header::HOST).iter().count() > 1 {
            return stranger("the Host of the request is not this server");
        }
        if let Some(origin) = text(header::ORIGIN)
            && !origin.strip_prefix("http://").is_some_and(|host| self.has(host))
        {
            return stranger("another site asks");
        }
        let site = text(HeaderName::from_static("sec-fetch-site"));
        let mode = text(HeaderName::from_static("sec-fetch-mode"));
        let is_visit = mode == Some("navigate") && !request.uri().path().starts_with("/api/");
        if !matches!(site, None | Some("same-origin" | "none")) && !is_visit {
            return stranger("another site asks");
        }
        Ok(())
    }
}

/// Lets our own requests through, and tells the browser what the answers may do.
pub async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let mut response = match hosts.check(&request) {
        Ok(()) => next.run(request).await,
        Err(stranger) => stranger.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
