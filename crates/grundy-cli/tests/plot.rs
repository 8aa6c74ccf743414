//! `grundy plot` on the real binary: files that are what their names say.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

const KINDS: [&str; 5] = ["values", "histogram", "wrap", "phase", "spectrum"];
/// Those that every sequence has.
const PLAIN: [&str; 2] = ["values", "histogram"];
/// The colours of commons and rares.
const BLUE: &str = "#143CA0";
const RED: &str = "#D21E28";

fn plot(game: &str, n: &str, kind: &str, file: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["plot", game, "-n", n, "--kind", kind, "-o"]).arg(file).assert().success().stdout("").stderr("");
}

#[test]
fn a_png_has_the_signature_and_the_size() {
    let folder = tempfile::tempdir().unwrap();
    for kind in KINDS {
        let file = folder.path().join(format!("{kind}.png"));
        plot(".16", "20000", kind, &file);
        let bytes = fs::read(&file).unwrap();
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&bytes[12..16], b"IHDR");
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!((number(16), number(20)), (1600, 900));
        assert_eq!(&bytes[bytes.len() - 8..bytes.len() - 4], b"IEND", "the file is complete");
    }
}

#[test]
fn an_svg_is_well_formed_and_shows_rares_in_their_own_colour() {
    let folder = tempfile::tempdir().unwrap();
    // .16 has rares; a subtraction game has no sparse space, so nothing is told apart.
    for (game, has_rares) in [(".16", true), ("S(1,2,5)", false), (".8", false), ("nim", false)] {
        for kind in PLAIN {
            let file = folder.path().join("picture.svg");
            plot(game, "2000", kind, &file);
            let text = fs::read_to_string(&file).unwrap();
            let document = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{game}: {error}"));
            let svg = document.root_element();
            assert_eq!(svg.tag_name().name(), "svg");
            assert_eq!((svg.attribute("width"), svg.attribute("height")), (Some("1600"), Some("900")));
            let drawn = |colour| document.descendants().any(|node| node.attribute("fill") == Some(colour));
            assert!(drawn(BLUE), "{game} {kind}: no commons");
            assert_eq!(drawn(RED), has_rares, "{game} {kind}");
            let says =
                |part: &str| document.descendants().filter_map(|node| node.text()).any(|text| text.contains(part));
            assert!(says("2,000 values"), "{game} {kind}: no title");
            assert_eq!(says("rare"), has_rares, "{game} {kind}: legend");
        }
    }
}

/// The font is one that every program has, and a raster is one image.
#[test]
fn an_svg_needs_no_font_and_few_shapes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("picture.svg");
    for kind in KINDS {
        plot(".16", "20000", kind, &file);
        let text = fs::read_to_string(&file).unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        let fonts: Vec<_> = document.descendants().filter_map(|node| node.attribute("font-family")).collect();
        assert!(!fonts.is_empty() && fonts.iter().all(|&font| font == "sans-serif"), "{kind}: {fonts:?}");
        let named = |name: &str| document.descendants().filter(|node| node.tag_name().name() == name).count();
        assert!(document.descendants().count() < 1000, "{kind}: {} nodes", document.descendants().count());
        let images = usize::from(matches!(kind, "values" | "wrap" | "phase"));
        assert_eq!(named("image"), images, "{kind}");
        assert_eq!(text.matches("href=\"data:image/png;base64,iVBORw0KGgo").count(), images, "{kind}");
    }
}

#[test]
fn short_sequences_are_points() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("points.svg");
    plot("kayles", "100", "values", &file);
    let text = fs::read_to_string(&file).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let circles: Vec<_> = document.descendants().filter(|node| node.tag_name().name() == "circle").collect();
    assert_eq!(circles.len(), 100);
    // Ten of the first hundred heaps of Kayles have values of even parity, which are rare.
    assert_eq!(circles.iter().filter(|circle| circle.attribute("fill") == Some(RED)).count(), 10);
}

#[test]
fn windows_sizes_titles_and_classes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("picture.svg");
    let draw = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.arg("plot").args(args).arg("-o").arg(&file).assert().success().stdout("").stderr("");
        fs::read_to_string(&file).unwrap()
    };
    let text = draw(&[".16", "--from", "9999", "-n", "3000", "--size", "700x400"]);
    assert!(
        text.contains("heaps 9,999 to 12,998") && text.contains("width=\"700\"") && text.contains("height=\"400\"")
    );
    let text = draw(&[".16", "--title", "Sixteen & more", "--no-legend", "-n", "3000"]);
    assert!(text.contains("Sixteen &amp; more") && !text.contains("common"));
    let text = draw(&[".6", "--from", "1e4", "-n", "1e4", "--kind", "phase", "--class", "odd"]);
    assert!(text.contains("odd parity") && !text.contains("even parity") && text.contains("theta = 0.348"));
    let text = draw(&[".6", "-n", "2000", "--kind", "phase", "--theta", "0.25", "--mask", "0x3"]);
    assert!(text.contains("theta = 0.2500000, mask 0x3") && text.contains("even parity"));
    let text = draw(&["kayles", "-n", "500", "--kind", "wrap", "--width", "12"]);
    assert!(text.contains("12 in a row") && text.contains("first heap of the row"));
}

#[test]
fn one_value_and_values_all_alike_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    for (game, n) in [("kayles", "1"), (".0", "10"), ("nim", "3000")] {
        for kind in PLAIN {
            let file = folder.path().join("small.png");
            plot(game, n, kind, &file);
            assert!(fs::metadata(&file).unwrap().len() > 1000);
        }
    }
}

#[test]
fn json_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("k.svg");
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let output = command.args(["plot", "kayles", "-n", "50", "--json", "-o"]).arg(&file).assert().success();
    let document: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let expected = serde_json::json!({"game": "kayles", "canonical": ".77", "from": 0, "n": 50, "output": file});
    assert_eq!(document, expected);
}

/// The histogram of a long run has the values of the run, rares in their own colour, and takes no option of a game.
#[test]
fn a_run_has_a_histogram() {
    let folder = tempfile::tempdir().unwrap();
    let (dir, file) = (folder.path().join("run"), folder.path().join("run.svg"));
    let grundy = || Command::new(env!("CARGO_BIN_EXE_grundy"));
    grundy().args(["search", ".106", "--until", "2200000", "--dir"]).arg(&dir).assert().success();
    grundy().args(["plot", "-o"]).arg(&file).arg("--dir").arg(&dir).assert().success().stdout("").stderr("");
    let text = fs::read_to_string(&file).unwrap();
    roxmltree::Document::parse(&text).unwrap();
    assert!(text.contains(BLUE) && text.contains(RED));
    assert!(text.contains(".106: 2 200 000 values") || text.contains(".106: 2,200,000 values"), "the title");
    for more in [&["--kind", "values"][..], &["-n", "5"], &[".77"]] {
        grundy().args(["plot", "-o", "x.svg", "--dir"]).arg(&dir).args(more).assert().code(2);
    }
    grundy().args(["plot", "-o", "x.svg"]).assert().code(2);
}
