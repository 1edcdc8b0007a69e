//! Background work and file operations of the window.

pub mod background;
pub mod disk;
pub mod exporter;
pub mod previewer;
pub mod sheets;
pub mod stopwatch;
pub mod project_check;
pub mod worker;

/// A background task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// Checking the project for mistakes.
    Survey,
    /// Making the level.
    Level,
    /// Writing a level.
    Export,
    /// Writing a film.
    Film,
    /// Searching for matches of a rule.
    Matches,
    /// Making the preview level of a painted room.
    Room,
}
