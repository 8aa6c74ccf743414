//! The examples of the README and the book are real: each `console` block is run, and its output compared.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Chapters whose `console` blocks promise exactly what the command prints.
const PAGES: [&str; 10] = [
    "README.md",
    "docs/src/introduction.md",
    "docs/src/codes.md",
    "docs/src/rules.md",
    "docs/src/engines.md",
    "docs/src/commands.md",
    "docs/src/search.md",
    "docs/src/proofs.md",
    "docs/src/certificates.md",
    "docs/src/wythoff.md",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// `(command, promised output)` for every `$ command` of the `console` blocks.
fn examples(page: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"));
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            found.push((command.to_owned(), String::new()));
        } else if inside {
            let output = &mut found.last_mut().unwrap_or_else(|| panic!("{page}: output before a command")).1;
            output.push_str(line);
            output.push('\n');
        }
    }
    found
}

#[test]
fn examples_print_what_they_promise() {
    let folder = tempfile::tempdir().unwrap();
    let binaries = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap().to_owned();
    let search = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths([binaries].into_iter().chain(std::env::split_paths(&search))).unwrap();
    for page in PAGES {
        let examples = examples(page);
        assert!(!examples.is_empty(), "{page} has no example");
        for (command, promised) in examples {
            let mut shell = Command::new("sh");
            let output = shell.args(["-c", &command]).current_dir(&folder).env("PATH", &path).output().unwrap();
            let printed = [output.stdout, output.stderr].concat();
            assert_eq!(String::from_utf8(printed).unwrap(), promised, "{page}: {command}");
        }
    }
}

/// The chapters that are there.
fn chapters() -> impl Iterator<Item = PathBuf> {
    let files = std::fs::read_dir(root().join("docs/src")).unwrap().map(|file| file.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "md") && !path.ends_with("SUMMARY.md"))
}

#[test]
fn every_chapter_is_in_the_summary() {
    let summary = std::fs::read_to_string(root().join("docs/src/SUMMARY.md")).unwrap();
    for chapter in chapters() {
        let name = chapter.file_name().unwrap().to_str().unwrap();
        assert!(summary.contains(&format!("({name})")), "{name} is not listed");
    }
}

#[test]
fn every_link_inside_the_project_leads_somewhere() {
    let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|page| root().join(page));
    for page in top.into_iter().chain(chapters()) {
        let text = std::fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            let file = link.split('#').next().unwrap();
            if !file.is_empty() && !file.contains("://") {
                assert!(page.parent().unwrap().join(file).exists(), "{}: {link}", page.display());
            }
        }
    }
}
