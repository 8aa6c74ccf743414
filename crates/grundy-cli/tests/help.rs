//! What a new user reads first: help with examples that work, the list of games, completions, manual pages.

use assert_cmd::Command;
use grundy::Game;
use std::path::Path;

fn stdout(args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let output = command.args(args).assert().success().stderr("").get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// The words at the beginning of the lines after `heading`, up to the next empty line.
fn section<'a>(text: &'a str, heading: &str) -> Vec<&'a str> {
    let lines = text.lines().skip_while(|line| !line.starts_with(heading)).skip(1);
    lines.take_while(|line| !line.trim().is_empty()).map(str::trim).collect()
}

/// Every command, nested ones as several words.
fn commands(path: &[String]) -> Vec<Vec<String>> {
    let args: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
    let help = stdout(&args);
    let names = section(&help, "Commands:").into_iter().filter_map(|line| line.split_whitespace().next());
    let below: Vec<Vec<String>> = names
        .filter(|&name| name != "help" && name.starts_with(char::is_alphabetic))
        .map(|name| [path, &[name.to_owned()]].concat())
        .filter(|path| Command::new(env!("CARGO_BIN_EXE_grundy")).args(path).arg("--help").ok().is_ok())
        .flat_map(|path| commands(&path))
        .collect();
    if below.is_empty() { vec![path.to_vec()] } else { below }
}

#[test]
fn every_command_shows_examples_that_work() {
    let all = commands(&[]);
    for expected in ["values", "analyze", "position", "plot", "games", "completions", "man"] {
        assert!(all.iter().any(|path| path == &[expected]), "{expected} is not listed");
    }
    let folder = tempfile::tempdir().unwrap();
    let binaries = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap();
    let path = std::env::join_paths(
        [binaries.to_owned()].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let path = path.unwrap();
    for command in all {
        let args: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
        let help = stdout(&args);
        let examples = section(&help, "Example");
        assert!(!examples.is_empty(), "{command:?} has no example");
        for example in examples {
            assert!(example.starts_with("grundy "), "{example}");
            // These take minutes or end with Ctrl-C, or read a file of the user's.
            if ["paper", "census", "bench", "picture.txt", "serve"].iter().any(|word| example.contains(word)) {
                continue;
            }
            let output = std::process::Command::new("sh")
                .args(["-c", example])
                .current_dir(&folder)
                .env("PATH", &path)
                .output()
                .unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{example}: {stderr}");
            assert_eq!(stderr, "", "{example}");
        }
    }
}

#[test]
fn games_lists_names_that_work() {
    let text = stdout(&["games"]);
    let document: serde_json::Value = serde_json::from_str(&stdout(&["games", "--json"])).unwrap();
    let games = document.as_array().unwrap();
    assert_eq!(text.lines().count(), games.len());
    for game in games {
        let name = game["name"].as_str().unwrap();
        assert!(text.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}");
        let parsed: Game = name.parse().unwrap();
        assert_eq!(parsed.to_string(), game["game"].as_str().unwrap());
    }
    for name in ["nim", "kayles", "dawsons-kayles", "dawsons-chess", "officers", "guiles", "treblecross", "laskers-nim"]
    {
        assert!(games.iter().any(|game| game["name"] == name), "{name}");
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell]);
        for word in ["grundy", "values", "analyze", "position", "--engine"] {
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            assert!(script.contains(word), "{shell}: no {word}");
        }
    }
}

#[test]
fn manual_pages_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("deep/man");
    assert_eq!(stdout(&["man", pages.to_str().unwrap()]), "");
    for page in ["grundy.1", "grundy-values.1", "grundy-analyze.1", "grundy-position.1", "grundy-plot.1"] {
        let text = std::fs::read_to_string(pages.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(text.contains(".TH ") && text.contains(".SH SYNOPSIS"), "{page}");
    }
}

#[test]
fn version_and_no_command() {
    assert_eq!(stdout(&["--version"]), format!("grundy {}\n", env!("CARGO_PKG_VERSION")));
    let output = Command::new(env!("CARGO_BIN_EXE_grundy")).assert().code(2).stdout("").get_output().stderr.clone();
    assert!(String::from_utf8(output).unwrap().contains("Usage: grundy"), "no command: the help, on stderr");
}
