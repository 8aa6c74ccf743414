//! A server of one's own for a test, and requests to it, byte by byte.
#![allow(dead_code)] // Not every test asks in every way.

use grundy_web::{Budget, Server};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// A server that ends when it is dropped.
pub struct Running {
    pub address: SocketAddr,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

pub fn start(budget: Budget) -> Running {
    let server = Server::bind("127.0.0.1", 0, budget).unwrap();
    let address = server.address();
    let ended = Arc::new(AtomicBool::new(false));
    let seen = ended.clone();
    let thread = std::thread::spawn(move || server.run(move || seen.load(Ordering::Relaxed)).unwrap());
    Running { address, ended, thread: Some(thread) }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// What came back.
#[derive(Debug)]
pub struct Response {
    pub code: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Response {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

impl Running {
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream
    }

    /// Sends bytes as they are and reads until the server closes; none if it answered nothing.
    pub fn raw(&self, request: &[u8]) -> Option<Response> {
        let mut stream = self.connect();
        // A server that has seen enough may close before all is sent.
        let _ = stream.write_all(request);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        parse(&all)
    }

    /// The same without closing our side first: some questions are given up when it is closed.
    pub fn raw_open(&self, request: &[u8]) -> Option<Response> {
        let mut stream = self.connect();
        let _ = stream.write_all(request);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        parse(&all)
    }

    pub fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Response {
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n",
            self.address
        );
        let whole = [head.as_bytes(), body].concat();
        self.raw_open(&whole).unwrap_or_else(|| panic!("no answer to {method} {path}"))
    }

    /// Asks with these parameters.
    pub fn get(&self, path: &str, parameters: &[(&str, &str)]) -> Response {
        let query: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        self.request("GET", &format!("{path}?{}", query.join("&")), "", b"")
    }
}

fn parse(all: &[u8]) -> Option<Response> {
    let end = all.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&all[..end]).into_owned();
    let code = head.split_whitespace().nth(1)?.parse().ok()?;
    let body = all[end + 4..].to_vec();
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    Some(Response { code, head, body: if chunked { unchunked(&body) } else { body } })
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let length = usize::from_str_radix(&String::from_utf8_lossy(&body[..end]), 16).unwrap_or(0);
        let chunk = &body[end + 2..];
        if length == 0 || chunk.len() < length {
            break;
        }
        whole.extend_from_slice(&chunk[..length]);
        body = chunk.get(length + 2..).unwrap_or_default();
    }
    whole
}

pub fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { (byte as char).to_string() } else { format!("%{byte:02X}") }).collect()
}
