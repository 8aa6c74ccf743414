//! Every document that a command prints with `--json` is valid under the schema of its answer.

use serde_json::Value;
use std::process::Command;

/// A command line, and the name of the answer it prints.
const COMMANDS: &[(&str, &str)] = &[
    ("solve .x", "error"),
    ("values nosuchgame", "error"),
    ("values kayles -n 20", "values"),
    ("values nim --from 70000 -n 3", "values"),
    ("solve .45", "solve"),
    ("solve nim", "solve"),
    ("solve .F6 --limit 1800", "solve"),
    ("solve grundy --limit 2000", "solve"),
    ("analyze .45 -n 2000", "analyze"),
    ("analyze kayles -n 0", "analyze"),
    ("describe .106", "describe"),
    ("describe .007", "describe"),
    ("describe 'S(1,2,5)'", "describe"),
    ("describe .8", "describe"),
    ("describe grundy", "describe"),
    ("position 'kayles: 5 ring 3'", "position"),
    ("position 'nim: 70000 5'", "position"),
    ("position 'kayles: 5 + .07: 7 + nim: 3 + wythoff: 3 4'", "position"),
    ("position 'kayles: 5 7' --options", "position"),
    ("position '.07: rings 1..40'", "outcomes"),
    ("play 'kayles: 5 7' --computer none", "play_record"),
    ("position 'kayles: heaps 0..100'", "outcomes"),
    ("analyze .106 -n 2000 --rares", "analyze"),
    ("games", "games"),
    ("plot kayles -n 100 -o OUTPUT.png", "plot"),
    ("bench --game .106 -n 6000 --repeat 1", "bench"),
    ("bench run .106 --engine rare -n 5000", "bench_run"),
    ("bench detection .106 -n 1e5 --repeat 1", "bench_detection"),
    ("bench sweep --games .3", "bench_sweep"),
    ("bench threads .106 -n 2e5 --most 1 --repeat 1", "bench_threads"),
    ("bench wythoff --quick", "bench_wythoff"),
    ("census octal:1 --db OUTPUT.db --rounds 0.1", "census"),
    ("census measure --db OUTPUT.db", "census"),
    ("census show --db OUTPUT.db", "census_show"),
    ("census show .4 --db OUTPUT.db", "census_class"),
    ("census diff OUTPUT.db OUTPUT.db", "census_diff"),
    ("census merge --db OUTPUT.db NOTHING", "census_merge"),
    ("analyze .6 --spectrum -n 4096", "spectrum"),
    ("analyze 'S(1,2)' --spectrum --octaves 2048 -n 10000", "spectrum"),
    ("wythoff table --rows 3 --columns 4", "wythoff_table"),
    ("wythoff points --g 2 --rows 9", "wythoff_points"),
    ("wythoff point --g 2 --index 100 --verify", "wythoff_point"),
    ("wythoff point --g 2 --index 1e12 --effort 0 --verify", "wythoff_point"),
    ("wythoff point --g 200 --index 1e12", "error"),
    ("wythoff value 12 15", "wythoff_value"),
    ("wythoff value 1e12 2e12", "wythoff_value"),
    ("wythoff value 1618033988750 2618033988750 --max-g 3 --adaptive", "wythoff_value"),
    ("wythoff move 12 20 --nim 5", "wythoff_move"),
    ("wythoff move 1e15 1618e12 --nim 3", "wythoff_move"),
    ("wythoff row 3-5", "wythoff_row"),
    ("wythoff row 40 --limit 100", "wythoff_row"),
    ("wythoff bounds --g 3 --rows 1000", "wythoff_bounds"),
    ("wythoff state 100 --g 3", "wythoff_state"),
    ("wythoff converge --g 2 --rows 100", "wythoff_converge"),
    ("wythoff stats --g 2 --rows 100", "wythoff_stats"),
    ("wythoff near --g 20 --rows 100 --distance 3", "wythoff_near"),
    ("wythoff plot --g 3 --rows 20 -o OUTPUT.svg", "wythoff_plot"),
    ("wythoff paper -o OUTPUT --table 1", "wythoff_paper"),
    (concat!("values --rules '", env!("CARGO_MANIFEST_DIR"), "/tests/rules/loopy.txt'"), "rules"),
    ("misere values kayles -n 12", "misere_values"),
    ("misere genus kayles 5 --tree", "misere_genus"),
    ("misere solve .77 --structure", "misere_solve"),
    ("misere solve .77 --normal", "misere_solve"),
    ("misere solve .75 --isomorphic .512", "misere_solve"),
    ("misere solve nim", "misere_solve"),
    ("misere solve .3122", "misere_solve"),
    ("misere position '.77: 5 7 1000'", "misere_position"),
    ("misere position 'nim: 5000 7'", "misere_position"),
    ("misere position '.3122: 7 8'", "misere_position"),
    ("misere position '.3122: 700'", "error"),
    ("misere position 'kayles: 5 7 + .07: 4'", "misere_sum"),
    ("misere infinite .3122", "misere_infinite"),
    ("misere infinite .77", "misere_infinite"),
    ("misere quotient '{*2}' '*3'", "misere_quotient"),
    (
        concat!("misere quotient --normal --rules '", env!("CARGO_MANIFEST_DIR"), "/tests/rules/pins.txt'"),
        "misere_quotient",
    ),
    ("misere census --digits 1", "misere_census"),
    ("nimber '3141 * 5926'", "nimber"),
    ("nimber 'roots(1, 3)'", "nimber"),
    ("nimber 'minpoly(77)'", "nimber"),
    ("nimber 'log(4, 2)'", "nimber"),
    ("nimber 2**4", "error"),
    ("nimber --table 4", "nimber_table"),
    ("coins ruler -n 9", "coins"),
    ("coins --list", "coins_list"),
    ("coins mock-turtles --position HTTHTHTTH", "coins_position"),
    ("coins silver-dollar --position THTTHTTTH", "coins_position"),
    ("tartan 'turnips x grunt' --board 5x4", "tartan_board"),
    ("tartan 'ruler x ruler' --board 100x90 --count-wins", "tartan_count"),
    ("tartan 'ruler x ruler' --position PICTURE", "tartan_position"),
    ("search .45 --dir RUN", "status"),
    ("search .45 --dir RUN", "status"),
    ("status --dir RUN", "status"),
    ("verify --dir RUN", "verify"),
    ("job list --all --dir RUN", "job"),
    ("work --dir RUN", "work"),
    ("job merge --dir RUN", "merge"),
    ("solve .45 --cert CERTIFICATE", "solve"),
    ("job list --all --cert CERTIFICATE", "certificate_job"),
    ("job merge --cert CERTIFICATE", "certificate_merge"),
];

fn grundy(args: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    // Files that are written stay in a directory of the tests.
    let output = command.args(args).current_dir(env!("CARGO_TARGET_TMPDIR")).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

#[test]
fn every_document_fits_its_schema() {
    std::fs::write(concat!(env!("CARGO_TARGET_TMPDIR"), "/PICTURE"), "#..\n.##\n###\n").unwrap();
    std::fs::write(concat!(env!("CARGO_TARGET_TMPDIR"), "/NOTHING"), "").unwrap();
    for (command, answer) in COMMANDS {
        let schema = grundy(&["schema", answer]);
        let validator = jsonschema::validator_for(&schema).unwrap();
        // Arguments are separated by blanks; one in quotation marks may contain blanks.
        let args: Vec<&str> = command
            .split('\'')
            .enumerate()
            .flat_map(|(k, part)| if k % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
            .chain(["--json"])
            .collect();
        let document = grundy(&args);
        let errors: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{command}: {errors:?}\n{document}");
    }
}

#[test]
fn every_schema_is_listed_and_printed() {
    let all = grundy(&["schema", "--json"]);
    for (name, schema) in all.as_object().unwrap() {
        assert_eq!(*schema, grundy(&["schema", name]));
        jsonschema::validator_for(schema).unwrap();
    }
}

#[test]
fn every_receipt_fits_its_schema() {
    let dir = tempfile::tempdir().unwrap();
    let run = |args: &[&str], input: &str| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_grundy"));
        let output = command.args(args).current_dir(dir.path()).write_stdin(input).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    run(&["solve", ".45", "--cert", "45.cert"], "");
    run(&["search", ".104", "--dir", "run", "--until", "6e6", "--segment-length", "2^20", "--verify", "later"], "");
    run(&["census", "octal:1", "--db", "o.db", "--hours", "1e-9"], "");
    for (list, answer) in [
        (&["job", "list", "--all", "--cert", "45.cert"][..], "certificate_receipt"),
        (&["job", "list", "--all", "--dir", "run"], "receipt"),
        (&["census", "jobs", "--db", "o.db", "--rounds", "0.1"], "census_receipt"),
    ] {
        let validator = jsonschema::validator_for(&grundy(&["schema", answer])).unwrap();
        let jobs = run(list, "");
        let receipts = run(&["job", "run"], &jobs);
        assert_eq!(receipts.lines().count(), jobs.lines().count(), "{answer}");
        for receipt in receipts.lines() {
            assert!(validator.is_valid(&serde_json::from_str(receipt).unwrap()), "{answer}: {receipt}");
        }
    }
}
