//! Numbers of definitions, unique in a project.

/// Hands out numbers, starting at 1.
#[derive(Default)]
pub(super) struct Uids(u32);

impl Uids {
    pub fn next(&mut self) -> u32 {
        self.0 += 1;
        self.0
    }

    /// Returns the number that would be handed out next.
    pub fn peek(&self) -> u32 {
        self.0 + 1
    }
}
