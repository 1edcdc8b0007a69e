//! Pictures of things on maps: entities, locks, starts, exits and drops.
//!
//! In: the kinds of a project, or a level. Out: sprites, one tile wide and transparent around the thing.

use std::collections::BTreeSet;

use super::CellSide;
use super::colors::{LOCKS, OWN, lock_colors, own_color};
use super::figures::Sprite;
use super::fittings::drop_sprite;
use super::level_figures::{figure_of_entity, foe_passes};
use super::map_tiles::{TilePixels, over_nothing};
use super::motif::figure_of;
use super::tile_looks::TileLooks;
use crate::base::{Color, Direction};
use crate::level::{Level, PlaceId};

/// The picture of a thing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MapSprite {
    /// Class by which importers tell things apart.
    pub name: String,
    figure: Sprite,
    color: Color,
}

impl MapSprite {
    fn new(name: &str, (figure, color): (Sprite, Color)) -> Self {
        Self { name: name.to_owned(), figure, color }
    }

    /// Returns all sprites that levels with things of these kinds can show, in a fixed order.
    pub fn all<'k>(kinds: impl Iterator<Item = &'k str>, looks: &TileLooks) -> Vec<Self> {
        let mut all = vec![Self::start(), Self::exit()];
        all.extend(LOCKS.map(|color| Self::new("Key", (Sprite::named("key"), color))));
        all.extend(LOCKS.map(Self::lock));
        all.extend(Direction::ALL.map(Self::board_drop));
        for kind in kinds {
            let of_kind = |is_foe| Self::new(kind, figure_of(looks.like(kind), is_foe, own_color(kind)));
            let both = [false, true].map(of_kind);
            all.extend(both.into_iter().collect::<BTreeSet<_>>());
        }
        all
    }

    /// Returns the sprite of a start.
    pub fn start() -> Self {
        Self::new("PlayerStart", (Sprite::named("entrance"), OWN[0]))
    }

    /// Returns the sprite of an exit.
    pub fn exit() -> Self {
        Self::new("Exit", (Sprite::named("star"), Sprite::named("star").color()))
    }

    /// Returns the sprite of a drop within a board.
    pub fn board_drop(towards: Direction) -> Self {
        Self::new("BoardDrop", drop_sprite(towards))
    }

    fn lock(color: Color) -> Self {
        Self::new("Lock", (Sprite::named("padlock"), color))
    }

    /// Returns the colour of the thing.
    pub fn color(&self) -> Color {
        self.color
    }

    /// Paints it at the size of a cell.
    pub fn paint(&self, side: CellSide) -> TilePixels {
        let px = side.pixels();
        let pixels = (0..px).flat_map(|y| (0..px).map(move |x| (x, y)));
        pixels.map(|at| over_nothing(std::iter::once((self.figure, self.color)), at, px)).collect()
    }
}

/// The sprites of the things in a level.
pub(crate) struct LevelSprites {
    /// The sprite of each entity, in order. Markers have none.
    pub entities: Vec<Option<MapSprite>>,
    locks: std::collections::BTreeMap<PlaceId, Color>,
}

impl LevelSprites {
    /// Chooses them as pictures do.
    pub fn of(level: &Level, looks: &TileLooks) -> Self {
        let locks = lock_colors(level);
        let foes = foe_passes(level);
        let entities = level.entities.iter().map(|entity| {
            let figure = || figure_of_entity(entity, &foes, &locks, looks);
            let name = if entity.opens.is_empty() { &*entity.kind } else { "Key" };
            (!entity.marker).then(|| MapSprite::new(name, figure()))
        });
        Self { entities: entities.collect(), locks }
    }

    /// Returns the sprite of the lock of a place. Locks without a key have the first colour.
    pub fn lock(&self, place: PlaceId) -> MapSprite {
        MapSprite::lock(self.locks.get(&place).copied().unwrap_or(LOCKS[0]))
    }
}
