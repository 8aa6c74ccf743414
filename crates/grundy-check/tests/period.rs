//! The checker on periods: right certificates, changed ones, hostile ones.

use grundy::Game;
use grundy::engine;
use grundy::period::{PeriodCertificate, Prover, Theorem};
use grundy::watch::Unwatched;
use grundy_check::{Limits, Task, Verdict, check};
use std::path::PathBuf;
use std::process::Command;

fn certificate(game: &str, count: u64, theorem: Theorem) -> PeriodCertificate {
    let game: Game = game.parse().unwrap();
    let rules = game.rules();
    let values = engine::values(rules, count).unwrap();
    let proved = Prover::new(rules, Some(theorem)).look(&values, &mut Unwatched).unwrap().unwrap();
    proved.certificate(&game, &values)
}

/// The same certificate with windows every `step` heaps.
fn with_segments(mut certificate: PeriodCertificate, step: usize) -> PeriodCertificate {
    let rules = certificate.game.rules();
    let (preperiod, period) = (certificate.preperiod, certificate.period);
    let proof = certificate.sparse.as_mut().unwrap();
    let (first, end) = (proof.first_start(rules), proof.end(rules, preperiod, period));
    let window = proof.window(rules);
    let values = engine::values(rules, end).unwrap();
    let starts = (first..end).step_by(step).skip(1);
    proof.segments = starts.map(|s| (s, values[(s - window) as usize..s as usize].to_vec())).collect();
    certificate
}

/// The exit code for all of these texts, and one line for each.
fn verdicts(name: &str, options: &[&str], texts: &[String]) -> (i32, Vec<String>) {
    let write = |(k, text): (usize, &String)| {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("period-{name}-{k}.cert"));
        std::fs::write(&path, text).unwrap();
        path
    };
    let paths: Vec<PathBuf> = texts.iter().enumerate().map(write).collect();
    let output = Command::new(env!("CARGO_BIN_EXE_grundy-check")).args(options).args(paths).output().unwrap();
    let both = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(both).unwrap().lines().map(str::to_owned).collect())
}

/// Certificates of every kind, with what they prove.
fn samples() -> Vec<(PeriodCertificate, &'static str)> {
    use Theorem::{Arithmetic, Classical, Endless, Sparse};
    vec![
        (certificate(".77", 300, Classical), "period 12 from heap 71 on, by the classical theorem"),
        (certificate("S(2,5,7)", 300, Classical), "period 22 from heap 0 on, by the classical theorem"),
        (certificate(".A", 300, Classical), "period 2 from heap 1 on, by the classical theorem"),
        (certificate("4", 300, Sparse), "period 2 from heap 1 on, by the sparse theorem"),
        (certificate(".77", 300, Sparse), "period 12 from heap 71 on, by the sparse theorem"),
        (certificate(".055", 600, Sparse), "period 148 from heap 259 on, by the sparse theorem"),
        (certificate(".051", 400, Sparse), "period 48 from heap 48 on, by the sparse theorem"),
        (with_segments(certificate(".45", 1200, Sparse), 50), "period 20 from heap 498 on, by the sparse theorem"),
        (with_segments(certificate(".644", 6000, Sparse), 700), "period 442 from heap 3256 on, by the sparse theorem"),
        (certificate(".8", 60, Arithmetic), "period 3 with saltus 1 from heap 1 on, by the arithmetic theorem"),
        (certificate(".C", 60, Arithmetic), "period 2 with saltus 1 from heap 1 on, by the arithmetic theorem"),
        (certificate("nim", 50, Endless), "period 1 with saltus 1 from heap 0 on, by the endless theorem"),
        (certificate("allbut(2,3)", 300, Endless), "saltus 2 from heap 0 on, by the endless theorem"),
        (certificate(".1(03)...", 300, Endless), "period 2 from heap 0 on, by the endless theorem"),
    ]
}

#[test]
fn right_certificates_are_verified() {
    let samples = samples();
    let texts: Vec<String> = samples.iter().map(|(certificate, _)| certificate.to_string()).collect();
    for options in [&[][..], &["--jobs", "3"], &["--plain"]] {
        let (code, lines) = verdicts("right", options, &texts);
        assert_eq!(code, 0, "{lines:?}");
        for ((certificate, proves), line) in samples.iter().zip(&lines) {
            assert!(line.contains(&format!("VERIFIED {}: ", certificate.game)) && line.ends_with(proves), "{line}");
        }
    }
}

/// Every number of every line, made larger, smaller, zero and twice as large: rejected, or what is said is still the
/// truth. Only a larger depth, a later tail, another heap that shows the same, a mask bit beyond all values can be
/// that.
#[test]
fn every_field_matters() {
    let mut taken_literally = 0;
    for (k, (certificate, _)) in samples().iter().enumerate() {
        let text = certificate.to_string();
        let (_, truth) = verdicts(&format!("truth-{k}"), &[], std::slice::from_ref(&text));
        let mutants: Vec<(&str, String)> = text.lines().skip(2).flat_map(|line| mutants(&text, line)).collect();
        assert!(mutants.len() > 12);
        for (k2, (key, text)) in mutants.iter().enumerate() {
            let (code, lines) = verdicts(&format!("mutant-{k}-{k2}"), &[], std::slice::from_ref(text));
            let limits = Limits { memory: None, values: Some(1 << 19) };
            let plain = check(text, &Task { plain: true, limits, ..Task::default() });
            if !matches!(plain, Verdict::Refused(_)) {
                assert_eq!(plain.exit_code() == 0, code == 0, "{key}: {plain} {lines:?}\n{text}");
                taken_literally += 1;
            }
            if code == 0 {
                let numbers = ["values", "scale", "slack", "twins"];
                let may = ["depth", "tail", "distinct", "space"].iter().chain(&numbers).any(|may| may == key);
                assert!(may, "{key}: {lines:?}\n{text}");
                assert_eq!(lines, truth, "{key}\n{text}");
            }
        }
    }
    assert!(taken_literally > 200, "{taken_literally}");
}

/// The text with one field of one line changed, in each of several ways, and with the line gone, and twice.
fn mutants<'a>(text: &str, line: &'a str) -> Vec<(&'a str, String)> {
    let key = line.split(' ').next().unwrap();
    let replace = |new: &str| (key, text.replacen(&format!("{line}\n"), new, 1));
    let mut mutants = Vec::new();
    if key != "segment" {
        mutants.push(replace(""));
    }
    mutants.push(replace(&format!("{line}\n{line}\n")));
    let words: Vec<&str> = line.split(' ').collect();
    for (place, word) in words.iter().enumerate().skip(1) {
        let mut put = |new: String| {
            let mut words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            words[place] = new;
            mutants.push(replace(&(words.join(" ") + "\n")));
        };
        if key == "segment" && place == 2 {
            // Each value of the window, in turn.
            for (at, c) in word.char_indices().step_by(7) {
                put(format!("{}{}{}", &word[..at], if c == '1' { '0' } else { '1' }, &word[at + 1..]));
            }
            put(word[1..].to_owned());
            put(format!("{word}0"));
        } else if let Ok(number) = word.parse::<u64>() {
            for new in [number + 1, number.saturating_sub(1), 0, 2 * number].into_iter().filter(|&new| new != number) {
                put(new.to_string());
            }
        } else {
            for new in [".76", ".7", "S(2,5,6)", "allbut(2,4)", "classical", "sparse", "endless"] {
                if new != *word {
                    put(new.to_owned());
                }
            }
        }
    }
    mutants
}

#[test]
fn one_segment() {
    let certificate = with_segments(certificate(".45", 1200, Theorem::Sparse), 50);
    let count = certificate.sparse.as_ref().unwrap().segments.len() + 1;
    let text = certificate.to_string();
    for segment in 1..=count {
        let (code, lines) = verdicts("segment", &["--segment", &segment.to_string()], std::slice::from_ref(&text));
        assert!(
            code == 0 && lines[0].starts_with(&format!("PARTIAL .45: segment {segment} of {count} verified, ")),
            "{lines:?}"
        );
    }
    // Lists: a line for each segment, once and in order; one line where the list, or a segment of it, makes no sense.
    let list = format!("2,{count},1-3,3");
    let (code, lines) = verdicts("segments", &["--segment", &list], std::slice::from_ref(&text));
    let said: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').nth(3)).collect();
    assert_eq!((code, said), (0, vec!["1", "2", "3", &count.to_string()]), "{lines:?}");
    let (code, lines) = verdicts("segments", &["--json", "--segment", "1-2"], std::slice::from_ref(&text));
    assert!(code == 0 && lines.len() == 2 && lines[1].contains("\"segment\":2,"), "{lines:?}");
    for bad in ["0", "99", "x", "", "1-", "3-1", "1,,2", "1-99", "0-3", "1-9999999999"] {
        let (code, lines) = verdicts("segment", &["--segment", bad], std::slice::from_ref(&text));
        assert!(code == 2 && lines.len() == 1 && lines[0].starts_with("error: "), "{lines:?}");
    }
    // A value changed in one window fails the segment before it and the one after it, and no other.
    let (start, _) = certificate.sparse.as_ref().unwrap().segments[2];
    let at = text.find(&format!("segment {start} ")).unwrap() + format!("segment {start} ").len() + 120;
    let mut changed = text.clone();
    changed.replace_range(at..=at, if &text[at..=at] == "3" { "5" } else { "3" });
    let failing: Vec<usize> = (1..=count)
        .filter(|segment| {
            verdicts("changed", &["--segment", &segment.to_string()], std::slice::from_ref(&changed)).0 == 1
        })
        .collect();
    assert!(failing.contains(&3) && failing.iter().all(|segment| [3, 4].contains(segment)), "{failing:?}");
    let (code, lines) = verdicts("changed", &["--segment", "1-3"], std::slice::from_ref(&changed));
    assert!(code == 1 && lines.len() == 3 && lines[2].starts_with("segment 3: REJECTED "), "{lines:?}");
}

/// Whatever sizes a file claims, the answer comes at once and without memory for them.
#[test]
fn hostile_sizes() {
    let text = certificate(".77", 300, Theorem::Sparse).to_string();
    let change = |key: &str, new: &str| {
        let line = text.lines().find(|line| line.starts_with(key)).unwrap();
        text.replacen(line, &format!("{key} {new}"), 1)
    };
    let huge = u64::MAX.to_string();
    let texts = [
        change("depth", "1000000000000"),
        change("depth", "134217729"),
        change("depth", &huge),
        change("rare", "1000000000000000 3"),
        change("rare", &format!("{huge} 3")),
        change("rare", "1 70000"),
        change("preperiod", &huge),
        change("preperiod", "2305843009213693951"),
        change("period", &huge),
        change("distinct", "2305843009213693951 71"),
        change("distinct", &format!("2 {huge}")),
        change("game", "S(999999999999)"),
        change("game", &format!(".{}", "7".repeat(1000))),
        change("space", "65536 0 1"),
        change("theorem", "classical").replace("preperiod 71", "preperiod 99999999999"),
        text.clone() + &format!("segment {huge} 0\n"),
        text.clone() + "segment 1000000 0123\n",
        "grundy-certificate 1\nkind period\ngame .3...\ntheorem endless\npreperiod 0\nperiod 1\nsaltus 1\ntail \
         1000000000000\n"
            .to_owned(),
        "grundy-certificate 1\nkind period\ngame .77\ntheorem magic\npreperiod 0\nperiod 1\n".to_owned(),
        "grundy-certificate 2\nkind period\ngame .77\n".to_owned(),
    ];
    for (k, text) in texts.iter().enumerate() {
        let (code, lines) = verdicts(&format!("hostile-{k}"), &[], std::slice::from_ref(text));
        assert!(code == 1 || code == 2, "{k}: {lines:?}");
        assert_eq!(lines.len(), 1, "{k}: {lines:?}");
    }
}

/// Checks stored certificates in full.
fn are_verified(paths: &[PathBuf]) {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy-check")).args(["--jobs", "2"]).args(paths).output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains("VERIFIED")).count(), paths.len(), "{text}");
}

fn record(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../records/periods")).join(name)
}

/// The records are verified in full, with the limits that hold by default: the long ones each by a test of its own.
#[test]
fn records_are_verified() {
    let entries = std::fs::read_dir(record("")).unwrap().map(|entry| entry.unwrap().path());
    let certificates = entries.filter(|path| path.extension().is_some_and(|extension| extension == "cert"));
    let (long, short): (Vec<PathBuf>, Vec<PathBuf>) =
        certificates.partition(|path| LONG.iter().any(|name| path.ends_with(name)));
    assert!(long.len() == LONG.len() && short.len() >= 12, "{long:?} {short:?}");
    are_verified(&short);
}

const LONG: [&str; 6] = ["0.354.cert", "0.376.cert", "0.104.cert", "0.054.cert", "0.454.cert", "0.106.cert"];

#[test]
fn the_record_of_354_is_verified() {
    are_verified(&[record("0.354.cert")]);
}

#[test]
fn the_record_of_376_is_verified() {
    are_verified(&[record("0.376.cert")]);
}

#[test]
fn the_record_of_104_is_verified() {
    are_verified(&[record("0.104.cert")]);
}

#[test]
fn the_record_of_054_is_verified() {
    are_verified(&[record("0.054.cert")]);
}

#[test]
fn the_record_of_454_is_verified() {
    are_verified(&[record("0.454.cert")]);
}

/// Of `.106` the first segment; all of them take hours, and `0.106.checked.txt` says which were checked.
#[test]
fn the_longest_record_begins_well() {
    let path = record("0.106.cert");
    let output = Command::new(env!("CARGO_BIN_EXE_grundy-check")).args(["--segment", "1"]).arg(path).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.starts_with("PARTIAL .106: segment 1 of 742 verified"), "{text}");
}

/// Under a mask of no bits and kappa 1 every heap is rare: all ways to check say so.
#[test]
fn a_space_without_commons_is_rejected() {
    let right = certificate(".45", 900, Theorem::Sparse).to_string();
    let space = right.lines().find(|line| line.starts_with("space ")).unwrap();
    for forged in ["space 0 0 1", "space 0 1 0", "space 0 1 1"] {
        let text = right.replace(space, forged);
        for plain in [false, true] {
            let verdict = check(&text, &Task { plain, ..Task::default() });
            assert!(matches!(verdict, Verdict::Rejected(_)), "{forged}, plain {plain}: {verdict}");
        }
    }
}
