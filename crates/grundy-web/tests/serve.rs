//! The server as a program on the same machine sees it.

mod client;

use client::start;
use grundy::{Game, watch::Unwatched};
use grundy_web::{Budget, Server};
use serde_json::json;
use std::io::{Read, Write};
use std::time::Duration;

fn words(body: &[u8]) -> Vec<u16> {
    body.as_chunks().0.iter().map(|&two| u16::from_le_bytes(two)).collect()
}

/// An expression that takes a minute: 70 logarithms, each of 2^25 products, in fewer than 4096 characters.
fn long() -> String {
    vec!["77^log(77,340282366920938463463374607431768211455)"; 70].join("/")
}

/// A request for it.
fn long_path() -> String {
    format!("/api/nimber?expression={}", long().replace('^', "%5E"))
}

#[test]
fn the_page_and_every_route_without_surprises_answer() {
    let server = start(Budget::default());
    let page = server.request("GET", "/", "", b"");
    assert_eq!((page.code, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let tag = page.header("etag").unwrap().to_owned();
    assert_eq!(server.request("GET", "/", &format!("If-None-Match: {tag}\r\n"), b"").code, 304);
    for (path, parameters) in [
        ("/api/about", &[][..]),
        ("/api/games", &[]),
        ("/api/describe", &[("game", "kayles")]),
        ("/api/analyze", &[("game", ".106"), ("n", "1e4"), ("rares", "true")]),
        ("/api/histogram", &[("game", ".106"), ("n", "2^12")]),
        ("/api/spectrum", &[("game", ".6"), ("n", "4096")]),
        ("/api/position", &[("position", "kayles: 5 7 ring 12"), ("options", "1")]),
        ("/api/outcomes", &[("game", ".07"), ("to", "40"), ("rings", "true")]),
        ("/api/solve", &[("game", ".07")]),
        ("/api/play", &[("position", "kayles: 5 7 ring 12 + wythoff: 3 4 + coins ruler: HTTH")]),
        ("/api/play/move", &[("position", "kayles: 7"), ("move", "7 -> 3 3")]),
        ("/api/play/reply", &[("position", "kayles: 5 7"), ("misere", "1"), ("skill", "50"), ("seed", "7")]),
        ("/api/coins", &[]),
        ("/api/wythoff/points", &[("g", "2"), ("to", "50")]),
        ("/api/wythoff/value", &[("a", "12"), ("b", "15")]),
        ("/api/wythoff/moves", &[("a", "12"), ("b", "20"), ("nim", "5")]),
        ("/api/misere/solve", &[("game", "kayles")]),
        ("/api/misere/table", &[("game", "kayles")]),
        ("/api/misere/values", &[("game", "kayles")]),
        ("/api/misere/position", &[("position", "kayles: 5 9 + .07: 4")]),
        ("/api/nimber", &[("expression", "3141 * 5926")]),
        ("/api/facts", &[]),
    ] {
        let response = server.get(path, parameters);
        assert_eq!((response.code, response.header("content-type")), (200, Some("application/json")), "{response:?}");
        response.json();
        assert!(response.header("content-security-policy").unwrap().starts_with("default-src 'none'"));
        assert_eq!(response.header("access-control-allow-origin"), None);
    }
    let picture = server.get("/api/misere/picture", &[("game", "kayles")]);
    assert_eq!(picture.header("content-type"), Some("image/svg+xml"));
    assert!(picture.text().starts_with("<svg"));
}

#[test]
fn arrays_are_those_of_the_library() {
    let server = start(Budget::default());
    let kayles: Game = "kayles".parse().unwrap();
    let values = server.get("/api/values", &[("game", "kayles"), ("from", "70"), ("count", "1e3")]);
    let known = kayles.values(70..1070, &mut Unwatched).unwrap().values;
    assert_eq!(words(&values.body).into_iter().map(u64::from).collect::<Vec<_>>(), known);
    let rares = server.get("/api/rares", &[("game", "kayles"), ("n", "1000")]).body;
    let rares: Vec<u32> = rares.as_chunks().0.iter().map(|&four| u32::from_le_bytes(four)).collect();
    let known = kayles.analyze_rares(1000, &mut Unwatched).unwrap().rare_heaps.unwrap();
    assert_eq!(
        rares.into_iter().map(u64::from).collect::<Vec<_>>(),
        known.iter().map(|rare| rare.heap).collect::<Vec<_>>()
    );
    let block = server.get("/api/wythoff/matrix", &[("row", "3"), ("column", "5"), ("rows", "4"), ("columns", "6")]);
    let matrix = grundy::wythoff::table::by_definition(7, 11, &mut Unwatched).unwrap();
    let known: Vec<u16> =
        (3..7).flat_map(|x| (5..11).map(move |y| (x, y))).map(|(x, y)| matrix.get(x, y) as u16).collect();
    assert_eq!(words(&block.body), known);
    let products = server.get("/api/nimber/table", &[("size", "20")]);
    let known: Vec<u16> = grundy::nimber::table(20).products.into_iter().flatten().map(|value| value as u16).collect();
    assert_eq!(words(&products.body), known);
    // Values that do not fit are named, not cut off.
    let large = server.get("/api/values", &[("game", "nim"), ("from", "65530"), ("count", "10")]);
    assert_eq!(large.code, 422);
    assert!(large.json()["error"].as_str().unwrap().contains("65536"), "{large:?}");
}

#[test]
fn a_check_ends_with_its_budget() {
    let server = start(Budget { seconds: 1, ..Budget::default() });
    let years = "grundy-certificate 1\nkind period\ngame S(1,2)\ntheorem classical\npreperiod 0\n\
                 period 2305843009213693951\ndistinct 2305843009213693951 0\n";
    let answer = server.request("POST", "/api/check", "", years.as_bytes());
    assert_eq!(answer.code, 422, "{answer:?}");
    assert!(answer.json()["error"].as_str().unwrap().contains("more than 1 seconds"), "{answer:?}");
}

#[test]
fn a_certificate_is_found_downloaded_and_checked() {
    let server = start(Budget::default());
    let solved = server.get("/api/solve", &[("game", "kayles")]).json();
    assert_eq!(solved["solution"]["period"], 12);
    assert!(solved["sentence"].as_str().unwrap().starts_with("G(n + 12) = G(n) for all n from 71 on"));
    let file = server.get("/api/certificate", &[("game", "kayles")]);
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"_77.cert\""));
    assert_eq!(solved["certificate"], file.text());
    let checked = server.request("POST", "/api/check", "", &file.body).json();
    assert_eq!(checked["verdict"], "verified");
    let forged = file.text().replace("preperiod 71", "preperiod 70");
    assert_eq!(server.request("POST", "/api/check", "", forged.as_bytes()).json()["verdict"], "rejected");
    assert_eq!(server.request("POST", "/api/check", "", b"nonsense").json()["verdict"], "refused");
    assert_eq!(server.get("/api/certificate", &[("game", "grundy"), ("values", "1000")]).code, 422);
}

#[test]
fn mistakes_are_named_in_one_line() {
    let server = start(Budget::default());
    for (path, parameters, code, part) in [
        ("/api/describe", &[("game", "kayless")][..], 400, "did you mean kayles"),
        ("/api/describe", &[], 400, "missing field `game`"),
        ("/api/describe", &[("game", "kayles"), ("colour", "red")], 400, "unknown field `colour`"),
        ("/api/values", &[("game", "kayles"), ("count", "ten")], 400, "not a whole number"),
        ("/api/values", &[("game", "kayles"), ("count", "1e9")], 422, "over budget: values"),
        ("/api/analyze", &[("game", "kayles"), ("rares", "maybe")], 400, "neither true nor false"),
        ("/api/play", &[("position", "kayles: 5 7 ring")], 400, "not a heap"),
        ("/api/play/move", &[("position", "kayles: 7"), ("move", "7 -> 4")], 400, "not allowed"),
        ("/api/play/reply", &[("position", "nim: 3"), ("skill", "101")], 400, "skill"),
        ("/api/play/reply", &[("position", "nim: 0")], 400, "no move left"),
        ("/api/nimber", &[("expression", "1 / 0")], 400, "division by 0"),
        ("/api/wythoff/matrix", &[("rows", "1e5")], 422, "over budget"),
        ("/api/solve", &[("game", "kayles"), ("seconds", "-1")], 400, "number of seconds"),
        ("/api/census", &[], 422, "no catalogue was named"),
        ("/api/nothing", &[], 404, "no route"),
        ("/nothing", &[], 404, "the page is at /"),
        ("/../Cargo.toml", &[], 404, "no page"),
        ("/%2e%2e/Cargo.toml", &[], 404, "no page"),
    ] {
        let response = server.get(path, parameters);
        let error = response.json()["error"].as_str().unwrap().to_owned();
        assert_eq!(response.code, code, "{path}: {error}");
        assert!(error.contains(part) && error.lines().count() == 1, "{path} {parameters:?}: {error}");
    }
    let posted = server.request("POST", "/api/describe?game=kayles", "", b"");
    assert_eq!((posted.code, posted.header("allow")), (405, Some("GET")));
    assert_eq!(server.request("POST", "/api/check", "", &vec![b'x'; 9 << 20]).code, 413);
    assert_eq!(server.request("POST", "/api/check", "", &[0xff, 0xfe]).code, 400);
}

#[test]
fn strangers_are_sent_away() {
    let server = start(Budget::default());
    let port = server.address.port();
    for (host, code) in [
        (format!("127.0.0.1:{port}"), 200),
        (format!("localhost:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        (format!("LOCALHOST:{port}"), 200),
        ("127.0.0.1".to_owned(), 403),
        (format!("evil.example:{port}"), 403),
        (format!("127.0.0.1:{port}.evil.example"), 403),
        (format!("evil.example@127.0.0.1:{port}"), 403),
    ] {
        let request = format!("GET /api/about HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        assert_eq!(server.raw_open(request.as_bytes()).unwrap().code, code, "{host}");
    }
    for (headers, code) in [
        (format!("Origin: http://127.0.0.1:{port}\r\n"), 200),
        ("Origin: http://evil.example\r\n".to_owned(), 403),
        ("Origin: null\r\n".to_owned(), 403),
        ("Sec-Fetch-Site: same-origin\r\n".to_owned(), 200),
        ("Sec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\n".to_owned(), 200),
        ("Sec-Fetch-Site: cross-site\r\n".to_owned(), 403),
        ("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n".to_owned(), 403),
        ("Host: evil.example\r\n".to_owned(), 403),
    ] {
        assert_eq!(server.request("GET", "/api/about", &headers, b"").code, code, "{headers}");
    }
    // A link on another site may lead to the page.
    let visit = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n";
    assert_eq!(server.request("GET", "/", visit, b"").code, 200);
}

#[test]
fn only_loopback_is_served() {
    for host in ["0.0.0.0", "::", "192.168.1.1", "example.org", "", "[::ffff:0.0.0.0]", "127.0.0.2"] {
        let error = Server::bind(host, 0, Budget::default()).err().unwrap().to_string();
        assert!(error.contains("loopback") && error.lines().count() == 1, "{host}: {error}");
    }
    let taken = Server::bind("127.0.0.1", 0, Budget::default()).unwrap();
    let again = Server::bind("127.0.0.1", taken.address().port(), Budget::default()).err().unwrap().to_string();
    assert!(again.contains("is in use"), "{again}");
}

#[test]
fn long_questions_show_progress_and_end_with_the_answer() {
    let server = start(Budget::default());
    let events = "Accept: text/event-stream\r\n";
    let solve = server.request("GET", "/api/solve?game=.6&seconds=1", events, b"");
    assert_eq!(solve.header("content-type"), Some("text/event-stream"));
    let text = solve.text();
    assert!(text.contains("event: progress\ndata: {\"done\":"), "{text}");
    let last = text.trim_end().rsplit("\n\n").next().unwrap();
    let data = last.strip_prefix("event: answer\ndata: ").unwrap_or_else(|| panic!("{last}"));
    let answer: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(answer["solution"]["status"], "unresolved");
    let wrong = server.request("GET", "/api/solve?game=kayless", events, b"").text();
    assert!(wrong.starts_with("event: failure\ndata: {\"status\":\"error\""), "{wrong}");
}

#[test]
fn over_budget_is_an_answer() {
    let few_values = start(Budget { values: 1 << 16, ..Budget::default() });
    let little_time = start(Budget { seconds: 1, ..Budget::default() });
    let long = long();
    for (server, path, parameters, part) in [
        (&few_values, "/api/position", &[("position", ".6: 1e12")][..], "65536 values"),
        (&few_values, "/api/values", &[("game", "grundy"), ("from", "1e7"), ("count", "5")], "65536 values"),
        (&little_time, "/api/nimber", &[("expression", &*long)], "1 seconds"),
    ] {
        let response = server.get(path, parameters);
        assert_eq!(response.code, 422, "{response:?}");
        let document = response.json();
        assert_eq!(document["status"], json!("unsettled"));
        assert!(document["error"].as_str().unwrap().contains(part), "{document}");
    }
}

#[test]
fn work_ends_when_whoever_asked_goes_away() {
    // One question at a time, and each would take a minute; whoever waits for the next would wait as long.
    let server = start(Budget { questions: 1, seconds: 3600, ..Budget::default() });
    for accept in ["*/*", "text/event-stream"] {
        let mut stream = server.connect();
        let path = long_path();
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nAccept: {accept}\r\n\r\n", server.address);
        stream.write_all(head.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        drop(stream);
        assert_eq!(server.get("/api/about", &[]).code, 200, "the question before was never given up");
    }
}

#[test]
fn the_end_does_not_wait_for_questions() {
    // The test itself would last a minute.
    let server = start(Budget { seconds: 3600, ..Budget::default() });
    let mut stream = server.connect();
    let path = long_path();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nAccept: text/event-stream\r\n\r\n", server.address).unwrap();
    let mut first = [0; 16];
    stream.read_exact(&mut first).unwrap();
    drop(server);
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    assert!(!String::from_utf8_lossy(&rest).contains("event: answer"));
}

#[test]
fn the_document_names_every_route_and_its_schemas() {
    let server = start(Budget::default());
    let document = server.request("GET", "/api/openapi.json", "", b"").json();
    assert_eq!(document["openapi"], "3.1.0");
    let paths = document["paths"].as_object().unwrap();
    let book = include_str!("../../../docs/src/serve.md");
    for path in paths.keys() {
        assert!(
            book.contains(&format!("`{path}`")) || book.contains(&format!("`POST {path}`")),
            "{path} is not in the book"
        );
    }
    assert_eq!(paths["/api/describe"]["get"]["parameters"][0]["name"], "game");
    // Every reference leads somewhere.
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"").skip(1) {
        let pointer = reference.split('"').next().unwrap().strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
    }
}
