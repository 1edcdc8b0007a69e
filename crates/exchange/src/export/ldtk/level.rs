//! A level of an LDtk project, with everything that differs between levels.

use std::sync::Arc;

use super::LayerKind;
use super::entities::{LdtkEntity, things};
use super::fields::{EntityAddress, FieldEntry, TileRects};
use super::names::Iids;
use crate::base::Size;
use crate::export::atlas::Atlas;
use crate::export::level_tiles::LevelTiles;
use crate::export::things::templates;
use crate::level::Level;
use crate::picture::TileLooks;

/// A level of a project.
pub(super) struct ProjectLevel<'l> {
    pub level: &'l Level,
    pub tiles: LevelTiles,
    /// Left edge in the world, in pixels.
    pub left: i64,
    pub uid: u32,
    pub whereabouts: EntityAddress,
    /// Iids of its layers, in the order of [`LayerKind::ALL`].
    pub layer_iids: Vec<String>,
    pub things: Vec<LdtkEntity<'l>>,
    pub entries: Vec<FieldEntry>,
}

impl<'l> ProjectLevel<'l> {
    pub fn new(
        level: &'l Level,
        (atlas, looks): (&Atlas, &Arc<TileLooks>),
        (left, world, rects): (i64, &str, TileRects),
        iids: &mut Iids,
    ) -> Self {
        let iid = iids.of("level".to_owned());
        let layer_iids = LayerKind::ALL.map(|kind| iids.of(format!("layer_{}", kind.identifier())));
        let tiles = LevelTiles::new(level, atlas, looks);
        let things = things(level, (atlas, &tiles.sprites), iids);
        let entries = vec![
            FieldEntry::text("generator", &level.generator),
            FieldEntry::int("format_version", level.format),
            FieldEntry::text("grammar", &level.grammar),
            // Written as text, because most readers cut off long numbers.
            FieldEntry::text("seed", level.seed.to_string()),
            FieldEntry::text("movement", format!("{:?}", level.movement)),
            FieldEntry::some_text("templates", templates(level)),
        ];
        let whereabouts =
            EntityAddress { world: world.to_owned(), level: iid, layer: layer_iids[0].clone(), tiles: rects };
        Self { level, tiles, left, uid: 0, whereabouts, layer_iids: layer_iids.into(), things, entries }
    }

    pub fn identifier(&self) -> String {
        format!("Level_{}", self.level.seed)
    }

    /// Returns the size in pixels, for cells of that width.
    pub fn size_px(&self, px: i64) -> [i64; 2] {
        let Size { width, height } = self.level.tiles.size();
        [width, height].map(|side| i64::from(side) * px)
    }
}
