//! Numbers of definitions, unique in a project.

/// Numbers reserved for an entity and its fields.
const BLOCK: u32 = 100_000;

/// Hands out consecutive numbers.
#[derive(Default)]
pub(super) struct Uids(u32);

impl Uids {
    /// Returns the numbers of the entity at that position in the list of all entities that projects can have. They
    /// do not depend on the fields of other entities.
    pub fn of_entity(position: usize) -> Self {
        let block = u32::try_from(position + 1).ok().and_then(|block| block.checked_mul(BLOCK));
        Self(block.unwrap_or(u32::MAX - BLOCK))
    }

    pub fn next(&mut self) -> u32 {
        self.0 += 1;
        self.0
    }

    /// Returns the number that would be handed out next.
    pub fn peek(&self) -> u32 {
        self.0 + 1
    }
}
