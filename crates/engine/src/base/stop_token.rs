//! Ending work early from outside.
//!
//! Stopped work gives no result, so a stop cannot change a result.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Counted work reads its token every `2^LOOK_BITS` units, which is well under a millisecond.
const LOOK_BITS: u32 = 14;

/// A signal that ends work on other threads. It stops all clones at once and for ever.
///
/// Code that sees the token may leave its work half done, because [`StopToken::unless_stopped`] drops it.
#[derive(Clone, Debug)]
pub struct StopToken(Signal);

/// The source of the stop.
#[derive(Clone, Debug)]
enum Signal {
    Never,
    /// Someone outside.
    Flag(Arc<AtomicBool>),
    /// The work itself, when its budget is used up. One unit is one look at the token, that is `2^LOOK_BITS`
    /// units of work.
    Work(Arc<AtomicU64>),
}

/// Error: the work was stopped, and there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before it was done")]
pub struct Cancelled;

impl Default for StopToken {
    fn default() -> Self {
        Self::new()
    }
}

impl StopToken {
    /// Returns a token that is not stopped yet.
    pub fn new() -> Self {
        Self(Signal::Flag(Arc::default()))
    }

    /// Returns a token for work that nobody stops: [`StopToken::stop`] does nothing.
    pub const fn never() -> Self {
        Self(Signal::Never)
    }

    /// Returns a token that stops when all its clones together have done `units` units of work.
    ///
    /// The amount of work alone decides, not its speed or the number of threads.
    pub fn after(units: u64) -> Self {
        Self(Signal::Work(Arc::new(AtomicU64::new(units >> LOOK_BITS))))
    }

    /// Stops all work that has a clone of this token.
    pub fn stop(&self) {
        match &self.0 {
            Signal::Never => {}
            Signal::Flag(flag) => flag.store(true, Ordering::Relaxed),
            Signal::Work(left) => left.store(0, Ordering::Relaxed),
        }
    }

    /// Returns `true` if the work should end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        match &self.0 {
            Signal::Never => false,
            Signal::Flag(flag) => flag.load(Ordering::Relaxed),
            Signal::Work(left) => take(left, 1),
        }
    }

    /// Returns `true` if work that is counted up or down should end.
    ///
    /// Reads the token only at counted intervals, so that you can call it for every unit.
    #[inline]
    pub fn is_stopped_between(&self, before: u64, after: u64) -> bool {
        let looks = (before >> LOOK_BITS).abs_diff(after >> LOOK_BITS);
        looks != 0
            && match &self.0 {
                Signal::Work(left) => take(left, looks),
                Signal::Never | Signal::Flag(_) => self.is_stopped(),
            }
    }

    /// Counts work that does not read the token itself.
    pub fn spend(&self, units: u64) {
        if let Signal::Work(left) = &self.0 {
            take(left, units >> LOOK_BITS);
        }
    }

    /// Returns the value that was made, unless the work was stopped.
    ///
    /// # Errors
    /// Returns an error if the token was stopped.
    pub fn unless_stopped<T>(&self, made: T) -> Result<T, Cancelled> {
        if self.is_stopped() { Err(Cancelled) } else { Ok(made) }
    }
}

/// Wraps a flag that others set, for example a signal handler.
impl From<Arc<AtomicBool>> for StopToken {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(Signal::Flag(flag))
    }
}

/// Takes `looks` from the budget. Returns `true` if nothing was left.
fn take(left: &AtomicU64, looks: u64) -> bool {
    let less = |left: u64| Some(left.saturating_sub(looks));
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok_and(|before| before == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_reaches_all_clones_and_drops_what_was_made() {
        let token = StopToken::new();
        let clone = token.clone();
        assert_eq!(clone.unless_stopped(1), Ok(1));
        token.stop();
        assert_eq!(clone.unless_stopped(1), Err(Cancelled));
        assert!(!StopToken::new().is_stopped());
    }

    #[test]
    fn counted_work_looks_at_intervals_in_both_directions() {
        let (token, step) = (StopToken::new(), 1 << LOOK_BITS);
        token.stop();
        assert!(!token.is_stopped_between(step, 2 * step - 1));
        assert!(token.is_stopped_between(step - 1, step));
        assert!(token.is_stopped_between(step, step - 1));
        assert!(token.is_stopped_between(0, 100 * step));
    }

    #[test]
    fn a_token_stops_when_its_work_is_done() {
        let step = 1 << LOOK_BITS;
        let token = StopToken::after(5 * step);
        assert!(!token.is_stopped() && !token.clone().is_stopped_between(10 * step, 8 * step));
        token.spend(2 * step);
        assert!(token.is_stopped());
        assert_eq!(token.unless_stopped(1), Err(Cancelled));
    }

    #[test]
    fn nobody_stops_the_token_that_never_stops() {
        let token = StopToken::never();
        token.stop();
        assert_eq!(token.unless_stopped(()), Ok(()));
    }
}
