//! Ending work early from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Counted work looks at its token each time it has done two to this power of units: well under a millisecond.
const LOOK_BITS: u32 = 14;

/// Ends early what other threads do. All clones of a token are stopped at once, and for ever.
///
/// Work that was stopped gives no result, so that a stop cannot change one: what sees the token may leave its work as it is, because [`StopToken::unless_stopped`] drops it.
#[derive(Clone, Debug)]
pub struct StopToken(Signal);

/// What stops the work.
#[derive(Clone, Debug)]
enum Signal {
    Never,
    /// Someone outside.
    Flag(Arc<AtomicBool>),
    /// The work itself, when none of it is left. One unit is a look, or two to the power of [`LOOK_BITS`] units of work.
    Work(Arc<AtomicU64>),
}

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
        Self(Signal::Flag(Arc::default()))
    }

    /// For work that nobody stops: [`StopToken::stop`] does nothing.
    pub const fn never() -> Self {
        Self(Signal::Never)
    }

    /// Stops all that has a clone of this token once so many units of work are done together.
    ///
    /// Whether work comes to its end depends on how much it is, and not on how fast or in how many threads it is done.
    pub fn after(units: u64) -> Self {
        Self(Signal::Work(Arc::new(AtomicU64::new(units >> LOOK_BITS))))
    }

    /// Ends all work that has a clone of this token.
    pub fn stop(&self) {
        match &self.0 {
            Signal::Never => {}
            Signal::Flag(flag) => flag.store(true, Ordering::Relaxed),
            Signal::Work(left) => left.store(0, Ordering::Relaxed),
        }
    }

    /// Is the work to end?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        match &self.0 {
            Signal::Never => false,
            Signal::Flag(flag) => flag.load(Ordering::Relaxed),
            Signal::Work(left) => take(left, 1),
        }
    }

    /// The same for work that is counted, up or down: looks at the token only at counted intervals, so that it can be asked for every unit.
    #[inline]
    pub fn is_stopped_between(&self, before: u64, after: u64) -> bool {
        let looks = (before >> LOOK_BITS).abs_diff(after >> LOOK_BITS);
        looks != 0
            && match &self.0 {
                Signal::Work(left) => take(left, looks),
                Signal::Never | Signal::Flag(_) => self.is_stopped(),
            }
    }

    /// Counts work that looks at no token itself.
    pub fn spend(&self, units: u64) {
        if let Signal::Work(left) = &self.0 {
            take(left, units >> LOOK_BITS);
        }
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
        Self(Signal::Flag(flag))
    }
}

/// Takes from the work that is left. Returns `true` if none was.
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
