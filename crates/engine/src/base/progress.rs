//! How far work on another thread has come.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// How far some work has come, in thousandths. All clones say the same; nothing that the work does depends on it.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<AtomicU32>);

impl Progress {
    /// All of the work, in thousandths.
    pub const ALL: u32 = 1000;

    /// So many parts of all are done.
    pub fn set(&self, done: u64, all: u64) {
        let share = done.min(all) * u64::from(Self::ALL) / all.max(1);
        self.0.store(u32::try_from(share).unwrap_or(Self::ALL), Ordering::Relaxed);
    }

    /// How much is done, in thousandths.
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
