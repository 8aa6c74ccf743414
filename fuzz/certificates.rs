//! What must hold for any certificate whatever: it is checked without a panic, within its limits, and literally it has
//! the same verdict.

use grundy_check::{Limits, Part, Task, Verdict, check};

/// Small enough for thousands of texts a minute.
const LIMITS: Limits = Limits { memory: Some(1 << 26), values: Some(1 << 22) };

/// Checks a text in full, literally, and in parts. What is verified in parts is verified as a whole.
pub fn certificate(text: &str) {
    let task = Task { limits: LIMITS, ..Task::default() };
    let whole = check(text, &task);
    let plain = check(text, &Task { plain: true, ..task });
    let is_verified = |verdict: &Verdict| matches!(verdict, Verdict::Verified(_));
    if !matches!(whole, Verdict::Refused(_)) && !matches!(plain, Verdict::Refused(_)) {
        assert_eq!(is_verified(&whole), is_verified(&plain), "{whole} {plain}\n{text}");
    }
    let part = |part| check(text, &Task { part, ..task });
    if let Verdict::Partial(frame) = part(Part::Frame) {
        let all = (1..=frame.segments).all(|segment| matches!(part(Part::Segment(segment)), Verdict::Partial(_)));
        if all && !matches!(whole, Verdict::Refused(_)) {
            assert!(is_verified(&whole), "{whole}\n{text}");
        }
    }
    for verdict in [whole, plain] {
        let said = verdict.to_string().replace('è', "e");
        assert!(said.chars().all(|c| c.is_ascii_graphic() || c == ' '), "{said:?}");
    }
}
