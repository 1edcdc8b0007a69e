//! Ending work early from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Counted work looks at its token each time it has done two to this power of units: well under a millisecond.
const LOOK_BITS: u32 = 14;

/// Ends early what other threads do. All clones of a token are stopped at once, and for ever.
///
/// Work that was stopped gives no result, so that a stop cannot change one: what sees the token may leave its work as it is, because [`StopToken::unless_stopped`] drops it.
#[derive(Clone, Debug)]
pub struct StopToken(Option<Arc<AtomicBool>>);

/// The work was stopped, and there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before it was done")]
pub struct Cancelled;

impl Default for StopToken {
    fn default() -> Self {
        Self::new()
    }
}

impl StopToken {
    /// A token that is not stopped yet.
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// For work that nobody stops: [`StopToken::stop`] does nothing.
    pub const fn never() -> Self {
        Self(None)
    }

    /// Ends all work that has a clone of this token.
    pub fn stop(&self) {
        if let Some(flag) = &self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Is the work to end?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// The same for work that is counted, up or down: looks at the token only at counted intervals, so that it can be asked for every unit.
    #[inline]
    pub fn is_stopped_between(&self, before: u64, after: u64) -> bool {
        (before ^ after) >> LOOK_BITS != 0 && self.is_stopped()
    }

    /// What was made, if nothing stopped the making.
    ///
    /// # Errors
    /// If the token was stopped.
    pub fn unless_stopped<T>(&self, made: T) -> Result<T, Cancelled> {
        if self.is_stopped() { Err(Cancelled) } else { Ok(made) }
    }
}

/// The flag is one that others set, such as a signal handler.
impl From<Arc<AtomicBool>> for StopToken {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(Some(flag))
    }
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
    fn nobody_stops_the_token_that_never_stops() {
        let token = StopToken::never();
        token.stop();
        assert_eq!(token.unless_stopped(()), Ok(()));
    }
}
