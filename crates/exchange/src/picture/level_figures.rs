//! The figures of a level: things and decoration on its cells, and the lights among them.

use std::collections::{BTreeMap, BTreeSet};

use super::Picture;
use super::colors::{OWN, lock_colors, own_color};
use super::figures::Sprite;
use super::glow::light_of;
use super::ground::GroundLook;
use super::motif::{Motif, figure_of, names_foes};
use super::tile_looks::TileLooks;
use crate::base::{Cell, Color};
use crate::level::{Entity, Layer, Level, Place, PlaceId};
use crate::mission::NodeRole;
use crate::settings::PassKind;

impl Picture<'_> {
    /// Returns the cells of everything that shines, with the colours of the light.
    pub(super) fn lights(&self) -> Vec<(Cell, Color)> {
        let shining = |at: &char| match self.motifs.get(at)? {
            (Motif::Figure(figure), color) => light_of(*figure, *color),
            _ => None,
        };
        let shining: BTreeMap<char, Color> =
            self.level.legend.keys().filter_map(|at| Some((*at, shining(at)?))).collect();
        let mut lights = Vec::new();
        if !shining.is_empty() {
            let drawn = self.layers.iter().flat_map(Layer::drawn);
            let tiles = self.level.tiles.iter().map(|(cell, tile)| (cell, *tile));
            let all = tiles.chain(drawn);
            lights.extend(all.filter_map(|(cell, tile)| Some((cell, *shining.get(&tile)?))));
        }
        let things =
            self.figures.iter().flat_map(|(cell, figures)| figures.iter().map(move |figure| (*cell, figure)));
        lights.extend(things.filter_map(|(cell, (figure, color))| Some((cell, light_of(*figure, *color)?))));
        lights
    }

    /// Returns the figures above the ground of a cell: that of its tile, then those of things.
    pub(super) fn figures_at(&self, cell: Cell, ground: &GroundLook, with_own: bool) -> Vec<(Sprite, Color)> {
        let own = match ground.motif {
            _ if !with_own => Vec::new(),
            Motif::Figure(figure) => vec![(figure, ground.color)],
            _ => self.fittings.figures(cell, ground),
        };
        let hung = self.hung_at(cell);
        own.into_iter().chain(hung).chain(self.figures.get(&cell).into_iter().flatten().copied()).collect()
    }

    /// Returns the light that hangs on a wall.
    fn hung_at(&self, cell: Cell) -> Option<(Sprite, Color)> {
        if self.hung.is_empty() {
            return None;
        }
        let mut drawn = self.layers.iter().filter_map(|layer| layer.tiles.get(cell));
        match self.motifs.get(drawn.find(|tile| self.hung.contains(tile))?) {
            Some((Motif::Figure(figure), color)) => Some((*figure, *color)),
            _ => None,
        }
    }

    /// Adds the figures of things. A lock is on its door; only a place without a door shows it inside.
    pub(super) fn add_figures(&mut self) {
        let locked = |cell: Cell| {
            self.level
                .places
                .iter()
                .any(|place| place.anchor == cell && self.fittings.locked.contains(&place.id))
        };
        let padlock = Sprite::named("padlock");
        let things = figures_of(self.level, &self.looks).into_iter().map(|(_, at, figure)| (at, figure));
        let shown: Vec<_> = things.filter(|(at, (figure, _))| *figure != padlock || !locked(*at)).collect();
        for (at, figure) in shown {
            self.figures.entry(at).or_default().push(figure);
        }
    }
}

/// Returns the names of the passes of a level that place foes.
pub(super) fn foe_passes(level: &Level) -> BTreeSet<&str> {
    let passes = level.populate.iter().filter(|pass| pass.kind == PassKind::Foes || names_foes(&pass.name));
    passes.map(|pass| pass.name.as_str()).collect()
}

/// Returns the figure of an entity, given the passes that place foes, and the colours of locks.
pub(super) fn figure_of_entity(
    entity: &Entity,
    foes: &BTreeSet<&str>,
    colors: &BTreeMap<PlaceId, Color>,
    looks: &TileLooks,
) -> (Sprite, Color) {
    let is_foe = entity.pass.as_deref().is_some_and(|pass| foes.contains(pass) || names_foes(pass));
    match entity.opens.iter().find_map(|id| colors.get(id)) {
        Some(color) => (Sprite::named("key"), *color),
        None => figure_of(looks.like(&entity.kind), is_foe, own_color(&entity.kind)),
    }
}

/// Returns the name, the cell and the figure of each thing in a level.
pub(super) fn figures_of<'l>(level: &'l Level, looks: &TileLooks) -> Vec<(&'l str, Cell, (Sprite, Color))> {
    let colors = lock_colors(level);
    let of_place = |place: &Place| match place.role? {
        NodeRole::Start => Some((Sprite::named("entrance"), OWN[0])),
        NodeRole::Goal => Some((Sprite::named("star"), Sprite::named("star").color())),
        NodeRole::Lock => Some((Sprite::named("padlock"), *colors.get(&place.id)?)),
        NodeRole::Key => None,
    };
    let foes = foe_passes(level);
    let of_entity = |entity: &Entity| figure_of_entity(entity, &foes, &colors, looks);
    let places =
        level.places.iter().filter_map(|place| Some((place.symbol.as_str(), place.anchor, of_place(place)?)));
    let entities = level.entities.iter().filter(|entity| !entity.marker);
    places.chain(entities.map(|entity| (entity.kind.as_str(), entity.at, of_entity(entity)))).collect()
}
