//! Random and hostile requests: no panic, no 500, bounded memory.
//!
//! `GRUNDY_HOSTILE=10000` sends that number; without it, enough to find a coarse mistake.

mod client;

use client::{Running, encoded, start};
use grundy_web::Budget;
use std::sync::atomic::{AtomicU64, Ordering};

/// Marsaglia's xorshift: the same requests in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

const GAMES: &[&str] = &[
    "kayles",
    ".77",
    ".07",
    "nim",
    "grundy",
    ".106",
    ".6",
    "4.3...",
    ".3F",
    ".[65535]",
    ".[65536]",
    "S(1,2)",
    "S(1..1000000)",
    "S(1..999)",
    "allbut(1..5000)",
    "allbut(1,2,3)",
    "couples-are-forever",
    ".0",
    "",
    " ",
    "0.0000000000000000000000000000000000001",
    ".(07)...",
    ".7777777777777777777777777777777777777777777777",
    "4.7...",
    "....",
    "\u{0}",
    "\u{202e}kayles",
    "ё́",
    "%",
    "💣",
    ".0106",
    ".[32768]",
];

const POSITIONS: &[&str] = &[
    "kayles: 5 7 ring 12",
    "nim: 18446744073709551615",
    "nim: 1e19",
    ".6: 1e12",
    "kayles: 1e18",
    "wythoff: 3 4",
    "wythoff: 1e18 1e18",
    "grundy: 1e6",
    ".3F: 300 300",
    "kayles: ring 0",
    "wythoff: 1000 1000",
    "wythoff: 20 30",
    "coins ruler: HTHTHTHTHTHTHTHTHTHTHTHT",
    "coins motley: HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH",
    "coins 1+S: HHHHHHHHHHHHHHHHHHHH",
    "coins 1+: HH + nim: 3",
    "tartan ruler x motley: ####/####/####",
    "tartan sym x sym: ##########/##########/##########",
    "kayles: 1 +",
    "kayles: 1e6",
    "kayles: 20 + .07: 30 + nim: 3 + wythoff: 4 5",
    "coins silver-dollar: HTHTHTTTTTTHHTTTTH",
    ".0106: 12 14 19",
    ".[32768]: 100",
    "kayles: 300 300 ring 400",
    "grundy: 200 + .3F: 40",
    ".007: 500 500",
    "kayles: 7",
    "allbut(1,2,3): 1e6 1e6",
    "",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "7",
    "100",
    "1000",
    "1024",
    "4096",
    "65536",
    "1e5",
    "2^18",
    "262145",
    "1e308",
    "NaN",
    "inf",
    "-1",
    "0.5",
    "",
    "true",
    "maybe",
    "18446744073709551615",
    "18446744073709551616",
    "2^63",
    "2^62",
    "1e18",
    "1_0",
    "0x10",
    "../../etc/passwd",
    "classical",
    "sparse",
    "auto",
];

const EXPRESSIONS: &[&str] = &[
    "3141 * 5926",
    "log(77,340282366920938463463374607431768211455)",
    "2^(2^(2^(2^2)))",
    "7^99999999999999999999",
    "1/0",
    "((((((((((",
    "minpoly(2^2^2)",
    "340282366920938463463374607431768211455 * 340282366920938463463374607431768211455",
    "sqrt(65536)^65535",
    "roots(1, 65535)",
    "inv(18446744073709551616)",
    "order(123456789123456789)",
    "solve(8)",
    "mex(0,1,3)",
    "roots(1, 999999999999)",
];

const MOVES: &[&str] = &[
    "7 -> 3 3",
    "take 2 from both",
    "turn 0",
    "part 0: turn 1",
    "turn columns 1 rows 99999999",
    "take 2 from 7 leave 1 4",
    "->",
    "",
    "take 18446744073709551615 from 7 leave 18446744073709551615 18446744073709551615",
    "slide 3 to 2",
    "turn 1 2 3",
    "ring 12 -> 10",
];

/// A value for a parameter: mostly of the kind that its name asks for.
fn value(name: &str, random: &mut Random) -> &'static str {
    let fitting = match name {
        "game" => GAMES,
        "position" => POSITIONS,
        "expression" => EXPRESSIONS,
        "move" => MOVES,
        "misere" | "rares" | "options" | "rings" | "structure" => &["true", "false", "1", "0"],
        _ => NUMBERS,
    };
    let any = [GAMES, POSITIONS, NUMBERS, EXPRESSIONS, MOVES][random.below(5)];
    if random.below(10) > 0 { random.one(fitting) } else { random.one(any) }
}

const NAMES: &[&str] = &[
    "game",
    "from",
    "count",
    "n",
    "rares",
    "others",
    "position",
    "moves",
    "options",
    "to",
    "rings",
    "values",
    "seconds",
    "theorem",
    "misere",
    "move",
    "skill",
    "seed",
    "row",
    "column",
    "rows",
    "columns",
    "g",
    "a",
    "b",
    "nim",
    "heaps",
    "order",
    "structure",
    "expression",
    "size",
    "nosuch",
];

const GARBAGE: &[&[u8]] = &[
    b"",
    b"\r\n\r\n",
    b"GET",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /api/about HTTP/1.1\r\n\r\n",
    b"GET /api/about HTTP/1.0\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET /api/about HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"POST /api/check HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\nabc",
    b"POST /api/check HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
];

/// The parameters of each route, from the document that the server gives.
fn routes(server: &Running) -> Vec<(String, Vec<String>)> {
    let document = server.request("GET", "/api/openapi.json", "", b"").json();
    let names = |operation: &serde_json::Value| {
        let parameters = operation["get"]["parameters"].as_array().cloned().unwrap_or_default();
        parameters.iter().map(|parameter| parameter["name"].as_str().unwrap().to_owned()).collect()
    };
    document["paths"].as_object().unwrap().iter().map(|(path, operation)| (path.clone(), names(operation))).collect()
}

/// Sends one request; the status code, if there was an answer.
fn ask(server: &Running, routes: &[(String, Vec<String>)], random: &mut Random) -> (String, Option<u16>) {
    if random.below(12) == 0 {
        let bytes = random.one(GARBAGE);
        return (format!("{bytes:?}"), server.raw(bytes).map(|response| response.code));
    }
    let (path, names) = &routes[random.below(routes.len())];
    let mut query = Vec::new();
    for name in names {
        let needed = ["game", "position", "expression", "move", "a", "b"].contains(&name.as_str());
        if random.below(if needed { 20 } else { 2 }) > 0 {
            query.push(format!("{name}={}", encoded(value(name, random))));
        }
    }
    if random.below(20) == 0 {
        query.push(format!("{}={}", random.one(NAMES), random.one(&["%", "%zz", "%ff%fe", "+", "a=b&c", "1"])));
    }
    let method =
        if path == "/api/check" { "POST" } else { random.one(&["GET", "GET", "GET", "GET", "GET", "HEAD", "PUT"]) };
    let headers = random.one(&[
        "",
        "",
        "",
        "Accept: text/event-stream\r\n",
        "Origin: http://evil.example\r\n",
        "Range: bytes=5-1\r\n",
    ]);
    let body = match random.below(3) {
        0 => format!(
            "grundy-certificate 1\nkind period\ngame {}\ntheorem classical\npreperiod 71\nperiod 12\n",
            random.one(GAMES)
        ),
        1 => "grundy-certificate 1\nkind period\ngame .77\ntheorem sparse\npreperiod 18446744073709551615\nperiod 1\n"
            .to_owned(),
        _ => random.one(EXPRESSIONS).to_owned(),
    };
    let body = if method == "POST" { body.as_bytes() } else { b"" };
    let target = format!("{path}?{}", query.join("&"));
    let length = body.len();
    let head = format!(
        "{method} {target} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n",
        server.address
    );
    let whole = [head.as_bytes(), body].concat();
    // Some go away before the answer comes.
    if random.below(10) == 0 {
        let mut stream = server.connect();
        let _ = std::io::Write::write_all(&mut stream, &whole);
        return (target, None);
    }
    (format!("{method} {target} {headers}"), server.raw_open(&whole).map(|response| response.code))
}

#[test]
fn hostile_requests_are_answered_or_dropped_and_never_break_anything() {
    let count: u64 = std::env::var("GRUNDY_HOSTILE").ok().and_then(|count| count.parse().ok()).unwrap_or(400);
    let budget = Budget { values: 1 << 18, seconds: 1, memory: 256 << 20, questions: 4 };
    let server = start(budget);
    let routes = routes(&server);
    let before = memory_stats::memory_stats().unwrap().physical_mem;
    let sent = AtomicU64::new(0);
    let largest = AtomicU64::new(0);
    let answered: Vec<AtomicU64> = (0..600).map(|_| AtomicU64::new(0)).collect();
    std::thread::scope(|scope| {
        for thread in 0..8u64 {
            let (server, routes, sent, largest, answered) = (&server, &routes, &sent, &largest, &answered);
            scope.spawn(move || {
                let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (thread + 1));
                while sent.fetch_add(1, Ordering::Relaxed) < count {
                    let (what, code) = ask(server, routes, &mut random);
                    assert!(code.is_none_or(|code| code < 500 || code == 503), "{code:?}: {what}");
                    if let Some(code) = code {
                        answered[usize::from(code)].fetch_add(1, Ordering::Relaxed);
                    }
                    let memory = memory_stats::memory_stats().unwrap().physical_mem as u64;
                    largest.fetch_max(memory, Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(server.get("/api/about", &[]).code, 200);
    let grown = largest.load(Ordering::Relaxed).saturating_sub(before as u64);
    assert!(grown < 4 * budget.memory + (256 << 20), "{} MiB", grown >> 20);
    let codes: Vec<String> = answered
        .iter()
        .enumerate()
        .filter(|(_, n)| n.load(Ordering::Relaxed) > 0)
        .map(|(code, n)| format!("{code}: {}", n.load(Ordering::Relaxed)))
        .collect();
    println!("answers by status: {}", codes.join(", "));
    println!("{count} requests, at most {} MiB more than at the start", grown >> 20);
}
