//! Waiting for another thread that is about to be done: faster than to sleep and be woken.

/// Returns once the condition holds. The processor is offered to others now and then: who is waited for may have none.
pub(super) fn wait_until(mut condition: impl FnMut() -> bool) {
    let mut waited = 0u32;
    while !condition() {
        waited = waited.wrapping_add(1);
        if waited.is_multiple_of(1 << 12) { std::thread::yield_now() } else { std::hint::spin_loop() }
    }
}
