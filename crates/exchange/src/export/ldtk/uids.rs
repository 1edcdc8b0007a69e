//! Numbers of definitions, unique in a project.

/// Gives numbers from 1.
#[derive(Default)]
pub(super) struct Uids(u32);

impl Uids {
    pub fn next(&mut self) -> u32 {
        self.0 += 1;
        self.0
    }

    /// The number that would be given next.
    pub fn peek(&self) -> u32 {
        self.0 + 1
    }
}
