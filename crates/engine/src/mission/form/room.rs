//! Rooms from the room sets, and the caves that may replace them.

use serde::{Deserialize, Serialize};

use super::Cave;
use crate::base::{Choice, Choosable, Described, Number, Parameter, ParameterWalk, Parameters, Unit};

/// A room of the room sets, chosen by symbol and weight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(default, deny_unknown_fields)]
pub struct Room {
    /// See [`Room::CHANCE`].
    #[described(facts = Room::CHANCE)]
    #[serde(skip_serializing_if = "is_always")]
    pub chance_percent: u32,
    /// The cave that the other places become. By default, a cave with default settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Cave>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_always(percent: &u32) -> bool {
    *percent == 100
}

impl Default for Room {
    fn default() -> Self {
        Self { chance_percent: 100, otherwise: None }
    }
}

impl Room {
    /// The choice between "always a room" and "sometimes a cave".
    pub const KIND: Parameter =
        Parameter { field: "", name: "kind", tooltip: "The place is always a room, or sometimes a cave." };
    /// The chance of a room where a place is sometimes a cave.
    pub const CHANCE: Number = Number::new(
        "chance_percent",
        "room chance",
        "The chance that the place is a room.",
        Unit::Percent,
        0..=100,
    );
    /// Returns `true` if the place can be a cave instead.
    pub const fn is_sometimes_a_cave(&self) -> bool {
        self.otherwise.is_some() || self.chance_percent < 100
    }

    const ALWAYS: Choosable = Choosable { label: "Always a room", tooltip: "" };
    const SOMETIMES: Choosable = Choosable { label: "Sometimes a cave", tooltip: "" };
}

impl Parameters for Room {
    fn walk(&mut self, walk: &mut ParameterWalk<'_>) {
        // The chance is hidden for a room that is always there, but it may still be out of range.
        if self.is_sometimes_a_cave() || !Self::CHANCE.range().contains(&self.chance_percent) {
            walk.number(&Self::CHANCE, &mut self.chance_percent);
        }
        if let Some(cave) = &mut self.otherwise {
            walk.within("otherwise", |walk| cave.walk(walk));
        }
    }
}

impl Choice for Room {
    fn choices(&self) -> Vec<Choosable> {
        vec![Self::ALWAYS, Self::SOMETIMES]
    }

    fn label(&self) -> &'static str {
        if self.is_sometimes_a_cave() { Self::SOMETIMES.label } else { Self::ALWAYS.label }
    }

    fn choose(&mut self, label: &str) {
        let with_cave = label == Self::SOMETIMES.label;
        *self = Self {
            // A chance of 100 would hide the new cave.
            chance_percent: match self.chance_percent {
                percent @ 0..100 if with_cave => percent,
                _ if with_cave => 50,
                _ => 100,
            },
            otherwise: with_cave.then(Cave::default),
        };
    }
}
