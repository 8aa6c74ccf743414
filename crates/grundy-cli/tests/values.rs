//! `grundy values` on the real binary: every format, read back.

use assert_cmd::Command;
use serde_json::{Value, json};

fn grundy() -> Command {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
}

fn stdout(args: &[&str]) -> String {
    let output = grundy().args(args).assert().success().stderr("").get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

const KAYLES: [u16; 20] = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2];

#[test]
fn text_is_one_line_of_values() {
    assert_eq!(stdout(&["values", "kayles", "-n", "20"]), "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2\n");
    assert_eq!(stdout(&["values", "kayles", "-n", "3", "--from", "11"]), "6 4 1\n");
    assert_eq!(stdout(&["values", "kayles", "-n", "0"]), "\n");
    assert_eq!(stdout(&["values", "kayles"]).split_whitespace().count(), 100);
}

#[test]
fn csv_has_a_header_and_bfile_none() {
    assert_eq!(stdout(&["values", ".77", "-n", "3", "--from", "9", "--format", "csv"]), "n,value\n9,4\n10,2\n11,6\n");
    assert_eq!(stdout(&["values", ".77", "-n", "3", "--from", "9", "--format", "bfile"]), "9 4\n10 2\n11 6\n");
    assert_eq!(stdout(&["values", ".77", "-n", "0", "--format", "csv"]), "n,value\n");
}

#[test]
fn json_has_the_promised_shape() {
    let expected = json!({"game": "0.770", "canonical": ".77", "from": 9, "values": [4, 2, 6]});
    for option in [&["--json"][..], &["--format", "json"], &["--json", "--format", "json"]] {
        let text = stdout(&[&["values", "0.770", "-n", "3", "--from", "9"], option].concat());
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), expected, "{option:?}");
        assert_eq!(text.lines().count(), 1);
    }
    let empty: Value = serde_json::from_str(&stdout(&["values", "kayles", "-n", "0", "--json"])).unwrap();
    assert_eq!(empty["values"], json!([]));
}

/// The element type and the values of a one-dimensional `NumPy` array, version 1.0 of the format.
fn read_npy(bytes: &[u8]) -> (String, Vec<u16>) {
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let header_length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let (header, data) = bytes[10..].split_at(header_length);
    assert_eq!((10 + header_length) % 64, 0, "data is aligned");
    let header = std::str::from_utf8(header).unwrap();
    assert!(header.ends_with('\n') && header.contains("'fortran_order': False"), "{header}");
    let field = |from: &str, to: &str| header.split_once(from).unwrap().1.split_once(to).unwrap().0.to_owned();
    let kind = field("'descr': '", "'");
    let length: usize = field("'shape': (", ",)").parse().unwrap();
    let values: Vec<u16> = match kind.as_str() {
        "|u1" => data.iter().map(|&byte| byte.into()).collect(),
        "<u2" => data.chunks(2).map(|pair| u16::from_le_bytes(pair.try_into().unwrap())).collect(),
        other => panic!("element type {other}"),
    };
    assert_eq!(values.len(), length);
    (kind, values)
}

#[test]
fn npy_is_read_back() {
    let array = |args: &[&str]| {
        let output = grundy().arg("values").args(args).args(["--format", "npy"]).assert().success().stderr("");
        read_npy(&output.get_output().stdout)
    };
    assert_eq!(array(&["kayles", "-n", "20"]), ("|u1".into(), KAYLES.to_vec()));
    assert_eq!(array(&["kayles", "-n", "0"]), ("|u1".into(), vec![]));
    // The values of nim pass a byte at 256: one element type for all of them.
    assert_eq!(array(&["nim", "-n", "256"]), ("|u1".into(), (0..256).collect()));
    assert_eq!(array(&["nim", "-n", "300"]), ("<u2".into(), (0..300).collect()));
    assert_eq!(array(&["nim", "-n", "9", "--from", "255"]), ("<u2".into(), (255..264).collect()));
}

#[test]
fn output_goes_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kayles.npy");
    let command = &["values", "kayles", "-n", "20", "--format", "npy", "-o", file.to_str().unwrap()];
    assert_eq!(stdout(command), "");
    assert_eq!(read_npy(&std::fs::read(file).unwrap()).1, KAYLES);
}

#[test]
fn from_is_a_window_of_the_same_sequence() {
    // Blocks of every engine end somewhere inside these windows.
    for game in ["S(1,4,9)", "allbut(2,5)", ".16", "grundy", "couples-are-forever", ".8", "4.3..."] {
        let whole = stdout(&["values", game, "-n", "5000"]);
        let whole: Vec<&str> = whole.split_whitespace().collect();
        for (from, n) in [(0, 5000), (1, 64), (1000, 100), (1023, 2), (4095, 3), (4999, 1)] {
            let window = stdout(&["values", game, "--from", &from.to_string(), "-n", &n.to_string()]);
            assert_eq!(window.split_whitespace().collect::<Vec<_>>(), whole[from..from + n], "{game} from {from}");
        }
    }
}

#[test]
fn every_engine_by_name() {
    for engine in ["naive", "take", "rare", "heaps"] {
        assert_eq!(stdout(&["values", "S(1,2)", "-n", "7", "--engine", engine]), "0 1 2 0 1 2 0\n");
    }
    for engine in ["naive", "rare", "heaps"] {
        assert_eq!(stdout(&["values", "grundy", "-n", "9", "--engine", engine]), "0 0 0 1 0 2 1 0 2\n");
    }
}

#[test]
fn counts_in_every_spelling() {
    for count in ["1000", "1_000", "1e3", "10^3"] {
        assert_eq!(stdout(&["values", ".3", "-n", count]).split_whitespace().count(), 1000);
    }
}
