//! The values of the options of a heap, made on demand: keeping option lists costs more memory than all else.

use crate::rules::Rules;
use std::ops::ControlFlow;

/// Calls `visit` with the product of the values of the parts, for every option of a heap of `n`. Splits in at most two
/// heaps, nearly all there are, run in a plain loop; values come with repetitions.
pub fn each_value<T: Copy>(
    rules: &Rules,
    n: u64,
    one: T,
    value: impl Fn(u64) -> T,
    product: impl Fn(T, T) -> T,
    mut visit: impl FnMut(T),
) {
    if rules.most_heaps() > 2 {
        let _ = rules.each_option(n, |_, heaps| {
            visit(heaps.iter().fold(one, |all, &heap| product(all, value(heap))));
            ControlFlow::<()>::Continue(())
        });
        return;
    }
    let ban = rules.ban();
    for (removed, digit) in rules.moves_within(n) {
        let rest = n - removed;
        if digit & 1 == 1 && rest == 0 {
            visit(one);
        }
        if digit & 2 == 2 && rest > 0 {
            visit(value(rest));
        }
        if digit & 4 == 4 {
            for a in 1..=rest / 2 {
                if ban.allows(a, rest - a) {
                    visit(product(value(a), value(rest - a)));
                }
            }
        }
    }
}
