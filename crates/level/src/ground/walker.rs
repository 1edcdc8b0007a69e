//! Those who walk: the player, and everybody else with keys of their own.
//!
//! A walker is made from the keys in hand, so `&keys` can be given wherever a walker is asked for.

use crate::ids::Keys;
use crate::level::Lock;

/// Someone who walks, with the keys in hand.
///
/// The game keeps a [`Keys`] for everyone who can open doors: the player, a jailer, a thief.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walker<'a> {
    /// `None` opens every lock.
    keys: Option<&'a Keys>,
    passes_things: bool,
}

impl<'a> Walker<'a> {
    /// Opens every lock, as a warden with the master key does, or a ghost.
    pub const OPENS_ALL: Walker<'static> = Walker { keys: None, passes_things: false };

    /// Opens the locks that these keys open.
    pub const fn with(keys: &'a Keys) -> Self {
        Self { keys: Some(keys), passes_things: false }
    }

    /// Walks through solid things, for example because it flies over them.
    #[must_use]
    pub const fn past_things(self) -> Self {
        Self { passes_things: true, ..self }
    }

    /// Returns `true` if the walker opens a lock.
    pub fn opens(&self, lock: &Lock) -> bool {
        self.keys.is_none_or(|keys| lock.is_opened_by(keys))
    }

    pub(super) const fn passes_things(&self) -> bool {
        self.passes_things
    }
}

impl<'a> From<&'a Keys> for Walker<'a> {
    fn from(keys: &'a Keys) -> Self {
        Self::with(keys)
    }
}
