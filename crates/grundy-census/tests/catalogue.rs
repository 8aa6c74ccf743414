//! Catalogues: made, interrupted, merged, carried elsewhere, damaged.

use flate2::Compression;
use flate2::write::GzEncoder;
use grundy::census::{Family, Receipt, step};
use grundy::engine::Options;
use grundy::watch::{Progress, Stopped, Unwatched};
use grundy_census::{
    Campaign, Catalogue, CensusError, Format, Only, Status, difference, export, import, report, table,
};
use std::io::Write;
use std::path::Path;

/// Games of every kind: short and long periods, growing values, open ones.
const GAMES: &str = ".77\n.07\n.4\n.156\n.45\n.6\n.8\nS(1,2,5)\nallbut(2)\n4.6604\n.5645\n4.3...\n";

fn games() -> Family {
    Family::of_lines(GAMES).unwrap()
}

fn first_rounds(last: u32) -> Campaign {
    Campaign { last_round: Some(last), threads: 2, ..Campaign::default() }
}

fn undisturbed(path: &Path) -> Catalogue {
    let mut catalogue = Catalogue::create(path, &games(), &mut Unwatched).unwrap();
    assert!(first_rounds(1).run(&mut catalogue, &mut Unwatched, &|_| {}).unwrap());
    catalogue
}

fn same(first: &Catalogue, second: &Catalogue) {
    let found = difference(first, second).unwrap();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_campaign_proves_what_can_be_proved_and_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let catalogue = undisturbed(&dir.path().join("a.db"));
    let totals = catalogue.totals().unwrap();
    // .07 and .4 are one class.
    assert_eq!((totals.classes, totals.games, totals.proved, totals.untouched), (11, 12, 9, 0));
    let kayles = &catalogue.rows("game = '.77'").unwrap()[0];
    let period = kayles.found.period.as_ref().unwrap();
    assert_eq!((kayles.status, period.preperiod, period.period), (Status::Proved, 71, 12));
    let open = catalogue.rows("status = 'open'").unwrap();
    assert_eq!((open.len(), open[0].game.to_string(), open[0].rounds), (1, ".6".to_owned(), 2));
    // Lasker's Nim repeats, but no theorem says for how long.
    let observed = catalogue.rows("status = 'observed'").unwrap();
    assert_eq!((observed.len(), observed[0].game.to_string(), observed[0].rounds), (1, "4.3...".to_owned(), 1));
    assert!(observed[0].found.stuck.is_some());
    let grown = &catalogue.rows("saltus > 0").unwrap();
    assert!(grown.iter().any(|row| row.game.to_string() == ".8"));
}

#[test]
fn steps_that_were_interrupted_change_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let whole = undisturbed(&dir.path().join("a.db"));
    let path = dir.path().join("b.db");
    drop(Catalogue::create(&path, &games(), &mut Unwatched).unwrap());
    for patience in 1.. {
        let mut catalogue = Catalogue::open_or_create(&path, &games(), &mut Unwatched).unwrap();
        let mut asked = 0;
        let mut impatient = |_: Progress| {
            asked += 1;
            if asked > 3 * patience { Err(Stopped) } else { Ok(()) }
        };
        match first_rounds(1).run(&mut catalogue, &mut impatient, &|_| {}) {
            Ok(done) => {
                assert!(done && patience > 1);
                same(&whole, &catalogue);
                break;
            }
            Err(error) => assert!(error.is_stop(), "{error}"),
        }
    }
}

#[test]
fn receipts_of_other_machines_make_the_same_catalogue() {
    let dir = tempfile::tempdir().unwrap();
    let whole = undisturbed(&dir.path().join("a.db"));
    let mut merged = Catalogue::create(&dir.path().join("b.db"), &games(), &mut Unwatched).unwrap();
    let mut all: Vec<Receipt> = Vec::new();
    for round in [0, 1] {
        let steps = merged.steps(round).unwrap();
        let done = steps.iter().map(|job| step::run(job, &Options::default(), &mut Unwatched).unwrap());
        let receipts: Vec<Receipt> = done.rev().collect();
        // A receipt that says something else than comes out here is refused.
        let mut wrong = receipts[0].clone();
        wrong.found.verified -= 1;
        wrong.found.period = None;
        let answer = merged.merge(&[wrong], 1.0, &mut Unwatched).unwrap();
        assert_eq!((answer.accepted, answer.rechecked, answer.refused.len()), (0, 1, 1));
        let answer = merged.merge(&receipts, 1.0, &mut Unwatched).unwrap();
        assert_eq!((answer.accepted, answer.repeated, answer.refused.len()), (receipts.len(), 0, 0));
        all.extend(receipts);
    }
    same(&whole, &merged);
    let again = merged.merge(&all, 1.0, &mut Unwatched).unwrap();
    assert_eq!((again.accepted, again.repeated), (0, all.len()));
    let mut foreign = all[0].clone();
    foreign.game = ".123".parse().unwrap();
    let mut other = all.iter().find(|receipt| receipt.game.to_string() == ".6").unwrap().clone();
    (other.round, other.values) = (2, 99);
    let refused = merged.merge(&[foreign, other], 1.0, &mut Unwatched).unwrap();
    assert_eq!((refused.accepted, refused.refused.len()), (0, 2));
}

/// A period without its proof is refused, whether or not the step is done again.
#[test]
fn forged_receipts_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let mut catalogue = Catalogue::create(&dir.path().join("a.db"), &games(), &mut Unwatched).unwrap();
    let done = |catalogue: &Catalogue, game: &str| {
        let steps = catalogue.steps(0).unwrap();
        let job = steps.iter().find(|step| step.game.to_string() == game).unwrap();
        step::run(job, &Options::default(), &mut Unwatched).unwrap()
    };
    let (kayles, officers) = (done(&catalogue, ".77"), done(&catalogue, ".6"));
    let mut forged = vec![officers.clone(), kayles.clone(), kayles.clone(), kayles.clone(), officers.clone()];
    forged[4].found.verified = forged[4].values + 1;
    forged[0].found.period = kayles.found.period.clone();
    forged[1].found.period.as_mut().unwrap().certificate = "x".to_owned();
    forged[2].found.period.as_mut().unwrap().preperiod += 1;
    forged[3].version += 1;
    for receipt in forged {
        let answer = catalogue.merge(&[receipt], 0.0, &mut Unwatched).unwrap();
        assert_eq!((answer.accepted, answer.refused.len()), (0, 1), "{:?}", answer.refused);
    }
    let mut forged = vec![officers.clone(), officers.clone(), officers.clone()];
    forged[0].found.stuck = Some(step::Stuck::NoTheorem);
    forged[1].found.sparse.as_mut().unwrap().rares = 1;
    forged[2].found.max = None;
    for receipt in forged {
        let answer = catalogue.merge(&[receipt], 1.0, &mut Unwatched).unwrap();
        assert_eq!((answer.accepted, answer.rechecked, answer.refused.len()), (0, 1, 1));
    }
    let answer = catalogue.merge(&[kayles, officers], 1.0, &mut Unwatched).unwrap();
    assert_eq!((answer.accepted, answer.refused.len()), (2, 0), "{:?}", answer.refused);
}

/// Whichever game of a class stands for it, what is proved is the same.
#[test]
fn representatives_may_be_shifted() {
    let dir = tempfile::tempdir().unwrap();
    let census = |name: &str, games: &str| {
        let family = Family::of_lines(games).unwrap();
        let mut catalogue = Catalogue::create(&dir.path().join(name), &family, &mut Unwatched).unwrap();
        first_rounds(0).run(&mut catalogue, &mut Unwatched, &|_| {}).unwrap();
        catalogue
    };
    let (one, two) = (census("a.db", ".77\n.137\n"), census("b.db", "4.4\n.4\n"));
    let found = difference(&one, &two).unwrap();
    assert!(found.common == 2 && found.contradictions.is_empty() && found.changed.is_empty(), "{found:?}");
    let database = rusqlite::Connection::open(dir.path().join("b.db")).unwrap();
    assert_eq!(database.execute("UPDATE class SET preperiod = preperiod + 1 WHERE period = 12", []).unwrap(), 1);
    assert_eq!(difference(&one, &two).unwrap().contradictions.len(), 1);
}

/// What the first values have and more values have not is not said of the more.
#[test]
fn a_space_that_goes_is_gone() {
    let dir = tempfile::tempdir().unwrap();
    let family = Family::of_lines(".0017\n").unwrap();
    let mut catalogue = Catalogue::create(&dir.path().join("a.db"), &family, &mut Unwatched).unwrap();
    let mut sparse = |last: u32| {
        first_rounds(last).run(&mut catalogue, &mut Unwatched, &|_| {}).unwrap();
        catalogue.rows("").unwrap()[0].found.sparse.clone()
    };
    assert!(sparse(0).is_some_and(|sparse| sparse.rares > 1000));
    assert_eq!(sparse(1), None);
}

/// A refused file stays as it is, and an import that fails can be made again.
#[test]
fn what_is_refused_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("other.db");
    rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    let before = std::fs::read(&path).unwrap();
    assert!(Catalogue::open(&path).is_err() && Catalogue::open_or_create(&path, &games(), &mut Unwatched).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(dir.path().read_dir().unwrap().count(), 1);

    let whole = undisturbed(&dir.path().join("a.db"));
    let mut text = Vec::new();
    export(&whole, false, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let step = text.lines().last().unwrap().rsplit_once("\"steps\":[").unwrap().1.strip_suffix("]}").unwrap();
    let twice = text.replace(&format!("[{step}]"), &format!("[{step},{step}]"));
    let path = dir.path().join("b.db");
    assert!(twice != text && import(&path, &mut twice.as_bytes()).is_err());
    same(&whole, &import(&path, &mut text.as_bytes()).unwrap());
}

/// A file names a game as often as it likes; one with fewer games is another family.
#[test]
fn files_of_games_are_sets() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.db");
    let family = |games: &str| Family::of_lines(games).unwrap();
    assert_eq!(family(".77\n.6\n.77\n").to_string(), "2 games");
    Catalogue::create(&path, &family(".77\n.6\n.77\n"), &mut Unwatched).unwrap();
    assert!(Catalogue::open_or_create(&path, &family(".6\n.77\n"), &mut Unwatched).is_ok());
    assert!(Catalogue::open_or_create(&path, &family(".6\n.07\n"), &mut Unwatched).is_err());
}

#[test]
fn an_export_becomes_the_same_catalogue_and_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let whole = undisturbed(&dir.path().join("a.db"));
    let mut half = Catalogue::create(&dir.path().join("b.db"), &games(), &mut Unwatched).unwrap();
    first_rounds(0).run(&mut half, &mut Unwatched, &|_| {}).unwrap();
    let mut text = Vec::new();
    export(&half, false, &mut text).unwrap();
    let mut copy = import(&dir.path().join("c.db"), &mut &text[..]).unwrap();
    same(&half, &copy);
    let mut again = Vec::new();
    export(&copy, false, &mut again).unwrap();
    assert_eq!(text, again);
    first_rounds(1).run(&mut copy, &mut Unwatched, &|_| {}).unwrap();
    same(&whole, &copy);
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&text).unwrap();
    let unpacked = import(&dir.path().join("e.db"), &mut &packed.finish().unwrap()[..]).unwrap();
    same(&half, &unpacked);
    let changed =
        String::from_utf8(text).unwrap().replace("\"game\":\".77\",\"shift\":0", "\"game\":\".76\",\"shift\":0");
    let error = import(&dir.path().join("d.db"), &mut changed.as_bytes()).err().unwrap().to_string();
    assert!(error.contains(".76 is not .77 shifted by 0"), "{error}");
}

#[test]
fn long_rounds_go_on_in_a_directory_and_leave_none_behind_when_they_prove() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.db");
    let mut catalogue = Catalogue::create(&path, &Family::of_lines(".6\n.4\n").unwrap(), &mut Unwatched).unwrap();
    let only = Only::Games(vec![".6".parse().unwrap()]);
    let campaign = Campaign { only, ..first_rounds(1) };
    campaign.run(&mut catalogue, &mut Unwatched, &|_| {}).unwrap();
    assert_eq!(catalogue.totals().unwrap().untouched, 1);
    // The round of ten seconds, stopped as soon as its run exists.
    let runs = catalogue.runs();
    let mut until_there = |_: Progress| if runs.join("0.6").is_dir() { Err(Stopped) } else { Ok(()) };
    let campaign = Campaign { last_round: Some(2), ..campaign };
    let stopped = campaign.run(&mut catalogue, &mut until_there, &|_| {}).unwrap_err();
    assert!(stopped.is_stop());
    assert!(catalogue.runs().join("0.6").is_dir());
    assert_eq!(catalogue.rows("game = '.6'").unwrap()[0].rounds, 2);
    let missing = Campaign { only: Only::Games(vec![".1".parse().unwrap()]), ..first_rounds(0) };
    assert!(matches!(missing.run(&mut catalogue, &mut Unwatched, &|_| {}), Err(CensusError::NotHere(_))));
}

#[test]
fn what_is_no_catalogue_gets_one_line() {
    let dir = tempfile::tempdir().unwrap();
    let message = |path: &Path| {
        let error = Catalogue::look(path).err().unwrap().to_string();
        assert!(!error.contains('\n') && error.contains(&path.display().to_string()), "{error}");
        error
    };
    let path = dir.path().join("missing.db");
    assert!(message(&path).contains("no such file"));
    let path = dir.path().join("text.db");
    std::fs::write(&path, "a text that is long enough to look like something, but is no database at all\n".repeat(20))
        .unwrap();
    assert!(message(&path).contains("is no catalogue of a census"));
    let path = dir.path().join("foreign.db");
    rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE a (b)").unwrap();
    assert!(message(&path).contains("another program"));
    let path = dir.path().join("damaged.db");
    drop(undisturbed(&path));
    let mut bytes = std::fs::read(&path).unwrap();
    for at in (4096..bytes.len()).step_by(512) {
        bytes[at..at + 64].fill(0xff);
    }
    std::fs::write(&path, bytes).unwrap();
    let told = message(&path);
    assert!(told.contains("damaged"), "{told}");
    let path = dir.path().join("newer.db");
    drop(Catalogue::create(&path, &games(), &mut Unwatched).unwrap());
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(message(&path).contains("version 99"));
}

#[test]
fn two_at_once_and_other_families_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.db");
    let first = Catalogue::create(&path, &games(), &mut Unwatched).unwrap();
    assert!(matches!(Catalogue::open(&path), Err(CensusError::InUse(_))));
    assert_eq!(Catalogue::look(&path).unwrap().totals().unwrap().untouched, 11);
    drop(first);
    let other =
        Catalogue::open_or_create(&path, &"octal:1".parse().unwrap(), &mut Unwatched).err().unwrap().to_string();
    assert!(other.ends_with("is a census of 12 games, not of octal:1"), "{other}");
    assert!(matches!(Catalogue::create(&path, &games(), &mut Unwatched), Err(CensusError::Exists(_))));
}

#[test]
fn tables_and_pages_have_every_class() {
    let dir = tempfile::tempdir().unwrap();
    let catalogue = undisturbed(&dir.path().join("a.db"));
    let rows = catalogue.rows("").unwrap();
    for format in [Format::Table, Format::Csv, Format::Latex] {
        let text = table(&rows, format);
        for row in &rows {
            assert!(text.contains(&row.game.to_string()), "{} in {format:?}", row.game);
        }
    }
    let json: serde_json::Value = serde_json::from_str(&table(&rows, Format::Json)).unwrap();
    assert_eq!(json.as_array().unwrap().len(), rows.len());
    assert_eq!(table(&rows, Format::Csv).lines().count(), rows.len() + 1);
    let page = report(&catalogue).unwrap();
    assert!(page.contains("\"hardest\":[\".5645\"") && !page.contains("\"DATA\""));
    for wrong in ["periodd > 3", "period > ", "1; DROP TABLE class", "period = ?1"] {
        let error = catalogue.rows(wrong).unwrap_err().to_string();
        assert!(error.starts_with("--where") && !error.contains('\n'), "{error}");
    }
    assert_eq!(catalogue.rows("").unwrap().len(), rows.len());
}

/// Whoever may not write may look. (Root may always write: then only the look is tried.)
#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written() {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a ?.db");
    let family = Family::of_lines(".77\n.07\n").unwrap();
    let expected = Catalogue::create(&path, &family, &mut Unwatched).unwrap().rows("").unwrap();
    fs::remove_file(dir.path().join("a ?.db.lock")).unwrap();
    fs::set_permissions(dir.path(), Permissions::from_mode(0o555)).unwrap();
    assert_eq!(Catalogue::look(&path).unwrap().rows("").unwrap(), expected);
    if fs::write(dir.path().join("probe"), "").is_err() {
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        assert!(matches!(Catalogue::open(&path), Err(CensusError::System { .. })));
    }
    fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();
}
