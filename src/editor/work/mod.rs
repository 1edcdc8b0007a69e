//! What does not happen on the window's thread, and what happens on the disk.

pub mod background;
pub mod disk;
pub mod exporter;
pub mod previewer;
pub mod sheets;
pub mod stopwatch;
pub mod survey;
pub mod worker;

/// Something that is done in the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// The project is looked through for mistakes.
    Survey,
    /// The level is made.
    Level,
    /// A level is written.
    Export,
    /// A film is written.
    Film,
    /// Matches of a rule are looked for.
    Matches,
    /// The level around a room that is painted is made.
    Room,
}
