//! Edits of pinned places, for one seed or for all, and of rerolls that keep some places.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::{Seed, counted};
use crate::document::Content;
use crate::mission::NodeId;
use crate::settings::add_roll;
use crate::settings::{Pin, PinnedPlace, Roll};

/// An edit of pinned or kept places.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum PinsEdit {
    /// Pins the place of a node for one seed. It gets room before all other pinned places.
    ForSeed { seed: Seed, node: NodeId, at: (u32, u32) },
    /// Pins the first place of a symbol for every seed. For `seed`, that place is the node's, and the pin for
    /// this seed alone is removed.
    ForAll { symbol: String, at: (u32, u32), seed: Seed, node: NodeId },
    /// Removes a pin for one seed.
    OffSeed { seed: Seed, node: NodeId },
    /// Removes all pins for one seed.
    OffWholeSeed { seed: Seed },
    /// Removes a pin for every seed.
    OffAll(PinnedPlace),
    /// Rerolls the level of a seed and keeps some places; `kept` are those that the previous roll kept.
    Roll { seed: Seed, roll: Roll, kept: BTreeSet<NodeId> },
    /// Removes the rolls, so that the seed alone decides the level.
    OffRolls { seed: Seed },
    /// Lays out the level by its seed alone, independent of the layout before an edit.
    LayOutAnew { seed: Seed },
}

impl PinsEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::ForSeed { node, seed, .. } => format!("Pin node {} for seed {seed}", node.0),
            Self::ForAll { symbol, .. } => format!("Pin \"{symbol}\""),
            Self::OffSeed { node, seed } => format!("Unpin node {} for seed {seed}", node.0),
            Self::OffWholeSeed { seed } => format!("Unpin all places of seed {seed}"),
            Self::OffAll(PinnedPlace::Symbol(symbol)) => format!("Unpin \"{symbol}\""),
            Self::OffAll(PinnedPlace::Node(node) | PinnedPlace::MissionNode(node)) => {
                format!("Unpin node {node}")
            }
            Self::Roll { seed, roll, .. } => {
                format!("Roll the rest around {} for seed {seed}", counted(roll.keep.len(), "place"))
            }
            Self::OffRolls { seed } => format!("Forget the rolls of seed {seed}"),
            Self::LayOutAnew { seed } => format!("Lay out seed {seed} again"),
        }
    }

    pub(super) fn apply_to(&self, content: &Content) -> Option<Content> {
        match self {
            Self::ForSeed { seed, node, at } => with_pins(content, *seed, |pins| {
                let place = PinnedPlace::MissionNode(node.0);
                pins.retain(|pin| pin.place != place);
                pins.insert(0, Pin { place, at: *at });
            }),
            Self::OffSeed { seed, node } => with_pins(content, *seed, |pins| {
                pins.retain(|pin| pin.place != PinnedPlace::MissionNode(node.0));
            }),
            Self::OffWholeSeed { seed } => with_pins(content, *seed, Vec::clear),
            Self::ForAll { symbol, at, seed, node } => {
                let off = Self::OffSeed { seed: *seed, node: *node }.apply_to(content);
                let pinned = off.as_ref().unwrap_or(content).with_grammar(|grammar| {
                    let pins = &mut grammar.layout.pins;
                    let place = PinnedPlace::Symbol(symbol.clone());
                    match pins.iter_mut().find(|pin| pin.place == place) {
                        Some(pin) => pin.at = *at,
                        None => pins.push(Pin { place, at: *at }),
                    }
                });
                pinned.or(off)
            }
            Self::OffAll(place) => {
                content.with_grammar(|grammar| grammar.layout.pins.retain(|pin| pin.place != *place))
            }
            Self::Roll { seed, roll, kept } => {
                let mut rolls = content.rolls.as_ref().clone();
                add_roll(rolls.entry(*seed).or_default(), roll.clone(), kept);
                Some(Content { rolls: Arc::new(rolls), ..content.clone() })
            }
            Self::OffRolls { seed } => {
                let mut rolls = content.rolls.as_ref().clone();
                rolls.remove(seed)?;
                Some(Content { rolls: Arc::new(rolls), ..content.clone() })
            }
            Self::LayOutAnew { seed } => {
                let mut previous_layouts = content.previous_layouts.as_ref().clone();
                previous_layouts.remove(seed)?;
                Some(Content { previous_layouts: Arc::new(previous_layouts), ..content.clone() })
            }
        }
    }
}

/// Returns the content with changed pins for a seed, or `None` if they are equal.
fn with_pins(content: &Content, seed: Seed, change: impl FnOnce(&mut Vec<Pin>)) -> Option<Content> {
    let before = content.pins.get(&seed).cloned().unwrap_or_default();
    let mut after = before.clone();
    change(&mut after);
    (after != before).then(|| {
        let mut pins = content.pins.as_ref().clone();
        if after.is_empty() {
            pins.remove(&seed);
        } else {
            pins.insert(seed, after);
        }
        Content { pins: Arc::new(pins), ..content.clone() }
    })
}
