//! The figures of a level: things and decoration on its cells, and the lights among them.

use std::collections::{BTreeMap, BTreeSet};

use super::colors::{OWN, lock_colors, own_color};
use super::figures::Sprite;
use super::glow::{Light, light_of, light_of_lava};
use super::ground::GroundLook;
use super::motif::{Motif, figure_of, names_foes};
use super::tile_looks::TileLooks;
use super::{Picture, ThemedTile};
use crate::base::{Cell, Color};
use crate::level::{Entity, Layer, Level, Place, PlaceId, ThemeLiquid};
use crate::mission::NodeRole;
use crate::settings::PassKind;

impl Picture<'_> {
    /// Returns the cells of everything that shines, with the colours and brightness of the light.
    pub(super) fn lights(&self) -> Vec<Light> {
        let shining = |at: &char| match self.motifs.get(at)? {
            (Motif::Figure(figure), color) => light_of(*figure, *color),
            _ => None,
        };
        let shining: BTreeMap<char, (Color, u32)> =
            self.level.legend.keys().filter_map(|at| Some((*at, shining(at)?))).collect();
        let mut lights = self.lava_lights();
        if !shining.is_empty() {
            let drawn = self.layers.iter().flat_map(Layer::drawn);
            let tiles = self.level.tiles.iter().map(|(cell, tile)| (cell, *tile));
            let all = tiles.chain(drawn);
            lights.extend(all.filter_map(|(cell, tile)| {
                let (color, bright) = *shining.get(&tile)?;
                Some((cell, color, bright))
            }));
        }
        let things =
            self.figures.iter().flat_map(|(cell, figures)| figures.iter().map(move |figure| (*cell, figure)));
        lights.extend(things.filter_map(|(cell, (figure, color))| {
            let (color, bright) = light_of(*figure, *color)?;
            Some((cell, color, bright))
        }));
        lights
    }

    /// Returns the light of the floor at the shores of lava.
    fn lava_lights(&self) -> Vec<Light> {
        let is_fire = |tile: &char| self.motifs.get(tile).is_some_and(|(motif, _)| *motif == Motif::Fire);
        let is_water = |tile: &char| self.themed.get(tile) == Some(&ThemedTile::Water);
        let can_shine = |tile: &char| is_fire(tile) || is_water(tile);
        if !self.level.legend.keys().any(can_shine) {
            return Vec::new();
        }
        let flows = |cell: Cell| {
            let style = self.styles.as_ref().and_then(|styles| styles.at(cell));
            style.is_some_and(|style| style.liquid_kind == ThemeLiquid::Lava)
        };
        let tiles = self.level.tiles.iter();
        let is_lava = |cell: Cell, tile: &char| is_fire(tile) || (is_water(tile) && flows(cell));
        let lava = tiles.filter(|(cell, tile)| is_lava(*cell, tile));
        let is_shore = |near: &Cell| {
            self.level.is_walkable(*near) && !self.level.tiles.get(*near).is_some_and(can_shine)
        };
        let (color, bright) = light_of_lava();
        lava.flat_map(|(cell, _)| cell.beside())
            .filter(is_shore)
            .map(|shore| (shore, color, bright))
            .collect()
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
