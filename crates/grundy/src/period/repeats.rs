//! Where a list repeats its end, in linear time.

/// For each shift `p`, how many values from the end on agree with those `p` earlier: the Z-array of the reversed list.
pub(super) fn shared_with_shifts<T: PartialEq>(values: &[T]) -> Vec<u32> {
    let n = values.len();
    let at = |k: usize| &values[n - 1 - k];
    let mut shared = vec![0; n];
    // The stretch `from .. to` is known to repeat the beginning.
    let (mut from, mut to) = (0, 0);
    for p in 1..n {
        let mut length = if p < to { (to - p).min(shared[p - from] as usize) } else { 0 };
        while p + length < n && at(length) == at(p + length) {
            length += 1;
        }
        if p + length > to {
            (from, to) = (p, p + length);
        }
        shared[p] = length as u32;
    }
    shared
}

/// The differences of consecutive values: they repeat where values repeat, or grow by the same amount again and again.
pub(super) fn differences(values: &[u16]) -> Vec<i32> {
    values.windows(2).map(|pair| i32::from(pair[1]) - i32::from(pair[0])).collect()
}

/// The smallest `p > 0` such that the last `length` values are also those before, shifted by `p`: the search of Knuth,
/// Morris and Pratt, backwards; memory for `length` numbers only.
pub(super) fn last_window_before(values: &[u16], length: usize) -> Option<usize> {
    let n = values.len();
    let at = |k: usize| values[n - 1 - k];
    if length == 0 || length >= n {
        return None;
    }
    // How long a beginning of the window ends here, apart from itself.
    let mut borders = vec![0usize; length];
    let mut matched = 0;
    for k in 1..n {
        while matched > 0 && (matched == length || at(k) != at(matched)) {
            matched = borders[matched - 1];
        }
        matched += usize::from(at(k) == at(matched));
        if k < length {
            borders[k] = matched;
        }
        if matched == length {
            return Some(k + 1 - length);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lists() -> impl Strategy<Value = Vec<u16>> {
        prop_oneof![
            prop::collection::vec(0u16..2, 1..60),
            Just([3u16, 2, 1, 2, 1, 2, 1, 2, 1, 3, 2, 1, 2, 1, 2, 1, 2, 1, 3, 2, 1].to_vec()),
        ]
    }

    proptest! {
        /// The Z-array is what it says, also on lists that repeat themselves badly.
        #[test]
        fn shared_lengths(values in lists()) {
            let n = values.len();
            for (p, &length) in shared_with_shifts(&values).iter().enumerate().skip(1) {
                let agree = (0..n - p).take_while(|k| values[n - 1 - k] == values[n - 1 - k - p]).count();
                prop_assert_eq!(length as usize, agree);
            }
        }

        #[test]
        fn windows(values in lists(), length in 1usize..12) {
            let n = values.len();
            let slow = (1..=n.saturating_sub(length))
                .find(|p| length + p <= n && values[n - length..] == values[n - length - p..n - p]);
            prop_assert_eq!(last_window_before(&values, length), slow);
        }
    }

    /// A million values that repeat themselves badly are searched at once.
    #[test]
    fn bad_cases_are_linear() {
        let block = |ones: usize| [3u16].into_iter().chain([2, 1].into_iter().cycle().take(ones));
        let values: Vec<u16> = block(400_001).chain(block(400_000)).chain(block(200_000)).collect();
        assert_eq!(last_window_before(&values, 100_000), Some(2));
        assert_eq!(last_window_before(&values, 200_001), Some(400_001));
        assert_eq!(last_window_before(&values, 250_000), None);
        assert_eq!(shared_with_shifts(&values).len(), values.len());
    }
}
