//! The server: a socket on loopback, the routes, and an end.

use crate::budget::Budget;
use crate::desk::Desk;
use crate::guard::{Hosts, guard};
use crate::{ask, openapi, page};
use axum::Router;
use axum::http::header;
use axum::routing::get;
use std::fmt;
use std::future::IntoFuture;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A server that is bound to its address.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    budget: Budget,
    census: Option<Arc<Path>>,
}

/// Why there is no server.
#[derive(Debug)]
pub enum ServeError {
    /// Another interface than loopback was asked for.
    NotLoopback(String),
    /// The address cannot be used.
    Bind(SocketAddr, std::io::Error),
    /// It ended by itself.
    Broken(std::io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::NotLoopback(host) => write!(
                f,
                "{host:?} is not the address of this machine's loopback interface: whoever reaches the server can \
                 make this machine compute, so only 127.0.0.1, ::1 and localhost are accepted (from elsewhere: \
                 ssh -L)"
            ),
            ServeError::Bind(address, error) if error.kind() == std::io::ErrorKind::AddrInUse => {
                let port = address.port();
                write!(f, "port {port} is in use; take another with --port, or --port 0 for any that is free")
            }
            ServeError::Bind(address, error) => write!(f, "cannot listen on {address}: {error}"),
            ServeError::Broken(error) => write!(f, "the server broke off: {error}"),
        }
    }
}

impl std::error::Error for ServeError {}

impl Server {
    /// Binds a loopback address; port 0 takes any that is free.
    pub fn bind(host: &str, port: u16, budget: Budget) -> Result<Self, ServeError> {
        let address = loopback(host, port).ok_or_else(|| ServeError::NotLoopback(host.to_owned()))?;
        let failed = |error| ServeError::Bind(address, error);
        let listener = TcpListener::bind(address).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Server { listener, address, budget, census: None })
    }

    /// Shows this catalogue, too.
    #[must_use]
    pub fn with_census(mut self, catalogue: &Path) -> Self {
        self.census = Some(catalogue.into());
        self
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `ended` says so. What is being worked on then is given up.
    pub fn run(self, ended: impl Fn() -> bool + Send + 'static) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServeError::Broken)?;
        let router = router(self.address, Desk::new(self.budget, self.census));
        let result = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::select! {
                result = axum::serve(listener, router).into_future() => result,
                () = until(ended) => Ok(()),
            }
        });
        // Questions look at their watch twenty times a second; whatever does not is not waited for.
        runtime.shutdown_timeout(Duration::from_millis(500));
        result.map_err(ServeError::Broken)
    }
}

async fn until(ended: impl Fn() -> bool) {
    let mut tick = tokio::time::interval(Duration::from_millis(50));
    while !ended() {
        tick.tick().await;
    }
}

/// The address, if all that the name stands for is loopback.
fn loopback(host: &str, port: u16) -> Option<SocketAddr> {
    if let Ok(ip) = host.trim_matches(['[', ']']).parse::<IpAddr>() {
        let known = [IpAddr::from(Ipv4Addr::LOCALHOST), IpAddr::from(Ipv6Addr::LOCALHOST)];
        return known.contains(&ip).then_some(SocketAddr::new(ip, port));
    }
    // Names are not looked up on a network; this one needs none.
    let mut found = (host == "localhost").then(|| ("localhost", port).to_socket_addrs().ok()).flatten()?;
    found.find(|address| address.ip().is_loopback())
}

fn router(address: SocketAddr, desk: Desk) -> Router {
    let api = ask::routes();
    let document = openapi::document(&api.described, api.schemas).to_string();
    let described = move || async move { ([(header::CONTENT_TYPE, "application/json")], document) };
    api.router
        .route("/api/openapi.json", get(described))
        .fallback(page::page)
        .layer(axum::middleware::from_fn_with_state(Hosts::on(address.port()), guard))
        .with_state(desk)
}
