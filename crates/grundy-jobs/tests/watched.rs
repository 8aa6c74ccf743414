//! The independent checker under a watch.

use grundy::watch::{Progress, Stopped, Unwatched, Watch};
use grundy_check::{Limits, Task, Verdict};
use grundy_jobs::certificate::watched;

/// A period of 2^61 - 1, which would be looked at for years.
const ENDLESS: &str = "grundy-certificate 1\nkind period\ngame S(1,2)\ntheorem classical\npreperiod 0\n\
                       period 2305843009213693951\ndistinct 2305843009213693951 0\n";
/// No limit but the watch.
const TASK: Task = Task {
    part: grundy_check::Part::Whole,
    jobs: 1,
    plain: false,
    limits: Limits { memory: None, values: Some(u64::MAX) },
};

struct Impatient(u32);

impl Watch for Impatient {
    fn at(&mut self, _: Progress) -> Result<(), Stopped> {
        self.0 += 1;
        if self.0 < 3 { Ok(()) } else { Err(Stopped) }
    }
}

#[test]
fn a_watch_stops_a_check() {
    let mut watch = Impatient(0);
    assert!(watched(ENDLESS, &TASK, &mut watch).is_err());
    assert_eq!(watch.0, 3);
}

#[test]
fn a_check_that_ends_says_what_it_found() {
    let kayles = "grundy-certificate 1\nkind period\ngame .77\ntheorem classical\npreperiod 71\nperiod 12\n\
                  distinct 2 71\ndistinct 3 71\n";
    assert!(matches!(watched(kayles, &TASK, &mut Unwatched), Ok(Verdict::Verified(_))));
    let forged = kayles.replace("period 12", "period 13");
    assert!(matches!(watched(&forged, &TASK, &mut Unwatched), Ok(Verdict::Rejected(_))));
}
