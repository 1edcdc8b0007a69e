//! The surroundings of a stage: who may stop it, who watches it, and how much it may do.

use super::{Ceilings, Progress, StopToken};

/// The surroundings of a stage. Only the ceilings can change its result.
///
/// `W` is the type of the watcher; each stage that can be watched names its own.
/// The default is never stopped, has the default ceilings, and nobody watches.
///
/// ```
/// use delvewright_engine::base::{Ceilings, StageContext, StopToken};
///
/// let stop = StopToken::new();
/// let context: StageContext = StageContext { ceilings: Ceilings::NONE, ..StageContext::stopped_by(&stop) };
/// ```
#[derive(Debug)]
pub struct StageContext<'a, W: ?Sized = Unwatched> {
    /// Ends the stage early, without a result.
    pub stop: StopToken,
    /// The part that is done, set by stages that know how much there is to do.
    pub progress: Progress,
    /// The limits of work and memory.
    pub ceilings: Ceilings,
    /// The listener. It never changes the result.
    pub watcher: Option<&'a mut W>,
}

/// The watcher of a stage that nobody can watch.
#[derive(Debug)]
pub enum Unwatched {}

impl<W: ?Sized> Default for StageContext<'_, W> {
    fn default() -> Self {
        Self::stopped_by(&StopToken::never())
    }
}

impl<W: ?Sized> StageContext<'_, W> {
    /// Returns a context with default ceilings for a stage that the token stops.
    pub fn stopped_by(stop: &StopToken) -> Self {
        Self {
            stop: stop.clone(),
            progress: Progress::default(),
            ceilings: Ceilings::default(),
            watcher: None,
        }
    }

    /// Returns a context without ceilings.
    pub fn unlimited() -> Self {
        Self { ceilings: Ceilings::NONE, ..Self::default() }
    }

    /// Returns a context with the same token, progress and ceilings for another stage, which nobody watches.
    pub fn unwatched<'b, V: ?Sized>(&self) -> StageContext<'b, V> {
        StageContext {
            stop: self.stop.clone(),
            progress: self.progress.clone(),
            ceilings: self.ceilings,
            watcher: None,
        }
    }
}
