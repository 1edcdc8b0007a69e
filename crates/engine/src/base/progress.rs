//! Progress of work on another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Progress of some work, in thousandths. Clones share it, and the work never depends on it.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<AtomicU32>);

impl Progress {
    /// All of the work, in thousandths.
    pub const ALL: u32 = 1000;

    /// Records that `done` of `all` parts are done.
    pub fn set(&self, done: u64, all: u64) {
        let share = done.min(all) * u64::from(Self::ALL) / all.max(1);
        self.0.store(u32::try_from(share).unwrap_or(Self::ALL), Ordering::Relaxed);
    }

    /// Returns the part that is done, in thousandths.
    pub fn thousandths(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_clones_say_how_much_is_done() {
        let progress = Progress::default();
        let clone = progress.clone();
        progress.set(1, 4);
        assert_eq!(clone.thousandths(), 250);
        progress.set(9, 4);
        assert_eq!(clone.thousandths(), Progress::ALL);
        progress.set(0, 0);
        assert_eq!(clone.thousandths(), 0);
    }
}
