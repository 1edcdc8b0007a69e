//! Contents of kept places: each pass first replays its earlier placements there, and adds nothing else.
//!
//! Input: a draft whose plan keeps places of an earlier level, and that level.
//! Output: the draft with the same contents in these places, and on the surviving walls around them.
//! Contents that would break a promise now are left out with a warning, for example foes near a moved start.

use std::collections::BTreeMap;

use super::LevelDraft;
use super::passes::{shows_its_side, symbol_of};
use super::starts::near_starts;
use crate::base::{Cell, Diagnostic};
use crate::layout::Plan;
use crate::level::{Entity, Layer, Level, PlaceId, PropRule};
use crate::mission::NodeId;
use crate::settings::{Pass, PassSettings};

/// The code of the warning that something in a kept place was left out.
const LEFT_OUT: &str = "not-kept-there";

/// The contents of kept places at their present positions, by the name of the pass.
#[derive(Default)]
pub(super) struct KeptThings {
    /// The places, sorted.
    places: Vec<PlaceId>,
    items: BTreeMap<NodeId, (PlaceId, Cell)>,
    entities: BTreeMap<String, Vec<(String, Cell)>>,
    walls: BTreeMap<String, Vec<Cell>>,
    tiles: BTreeMap<String, Vec<(String, Cell)>>,
    /// `true` while the contents are placed again.
    pub replays: bool,
    left_out: usize,
}

impl KeptThings {
    /// Returns the contents that a plan keeps of an earlier level.
    pub fn new(plan: &Plan, level: &Level, earlier: &Level) -> Self {
        let moved = plan.kept.moved;
        let here: BTreeMap<PlaceId, PlaceId> =
            plan.kept.places.iter().map(|(here, was)| (*was, *here)).collect();
        let mut things = Self { places: plan.kept.places.keys().copied().collect(), ..Self::default() };
        for Entity { kind, at, place, node, pass, .. } in &earlier.entities {
            let Some(here) = here.get(place) else { continue };
            if let Some(node) = node {
                things.items.insert(*node, (*here, *at + moved));
            }
            if let Some(pass) = pass {
                things.entities.entry(pass.clone()).or_default().push((kind.clone(), *at + moved));
            }
        }
        for pass in &earlier.populate {
            let walls = pass.walls.iter().map(|wall| *wall + moved);
            let is_kept = |wall: &Cell| level.owner(*wall).place().is_some_and(|place| things.holds(place));
            things.walls.insert(pass.name.clone(), walls.filter(is_kept).collect());
        }
        for layer in &earlier.layers {
            // If the pass did not work on the place, tiles drawn around it belong to another place.
            let pass = earlier.populate.iter().find(|pass| pass.name == layer.name);
            let works_on = |place: PlaceId| {
                let symbol = earlier.place(place).map(|place| &place.symbol);
                pass.is_none_or(|pass| {
                    pass.on.is_empty() || symbol.is_some_and(|symbol| pass.on.contains(symbol))
                })
            };
            let drawn = layer.tiles.iter().filter(|(_, character)| **character != Layer::NOTHING);
            let tiles = drawn.filter_map(|(was, character)| {
                let (now, tile) = (was + moved, earlier.legend.get(character)?);
                let owner = level.owner(now).place().filter(|place| things.holds(*place));
                let is_wall_around = || {
                    let near = was.around().filter_map(|near| earlier.owner(near).place());
                    near.into_iter().any(|place| here.contains_key(&place) && works_on(place))
                        && !earlier.is_walkable(was)
                        && !level.is_walkable(now)
                        && level.owner(now) == earlier.owner(was)
                        && shows_its_side(level, now) == shows_its_side(earlier, was)
                };
                let stays = owner.is_some() || is_wall_around();
                stays.then(|| (tile.name.clone(), now))
            });
            things.tiles.insert(layer.name.clone(), tiles.collect());
        }
        things
    }

    /// Returns `true` if a place is kept.
    pub fn holds(&self, place: PlaceId) -> bool {
        self.places.binary_search(&place).is_ok()
    }

    /// Returns the cell of an item, if it is still in that place.
    pub fn item(&self, node: NodeId, holder: PlaceId) -> Option<Cell> {
        self.items.get(&node).filter(|(place, _)| *place == holder).map(|(_, at)| *at)
    }

    /// Returns the warning about contents that were left out, if any.
    pub fn note(&self) -> Option<Diagnostic> {
        let message = match self.left_out {
            0 => return None,
            1 => "Something in a kept place would break a promise now, so it is left out.".to_owned(),
            count => {
                format!("{count} things in kept places would break a promise now, so they are left out.")
            }
        };
        Some(Diagnostic::warning(LEFT_OUT, message).at("populate").hint("Roll the rest again."))
    }
}

/// Replays the placements in kept places of a pass that has just begun.
pub(super) fn replay(draft: &mut LevelDraft<'_>, pass: &Pass) {
    let take = |things: &mut KeptThings| {
        things.replays = true;
        let entities = things.entities.remove(&pass.name).unwrap_or_default();
        let walls = things.walls.remove(&pass.name).unwrap_or_default();
        let tiles = things.tiles.remove(&pass.name).unwrap_or_default();
        (entities, walls, tiles)
    };
    let (entities, walls, tiles) = take(draft.kept_mut());
    let near = (!entities.is_empty()).then(|| near_starts(draft, pass.pass.distance_from_start()));
    let is_far = |cell: Cell| near.as_ref().is_none_or(|near| !near.get(cell));
    let mut left_out = 0;
    for (kind, at) in entities {
        let is_placed = is_far(at) && draft.place(&kind, at);
        left_out += usize::from(!is_placed);
    }
    for at in walls {
        left_out += usize::from(!draft.wall(at));
    }
    for (tile, at) in tiles {
        match &pass.pass {
            PassSettings::Dress(_) => {
                draft.draw_as(&tile, &symbol_of(&tile), at);
                draft.note_size(&tile, at, PropRule::of(&tile).size);
            }
            _ => draft.draw(&tile, at),
        }
    }
    let things = draft.kept_mut();
    things.left_out += left_out;
    things.replays = false;
}
