//! Helpers shared by the readers of XML and JSON maps.

use crate::import::source::model::{LayerContent, SourceLayer, SourceProperties, TileSet};

/// Values that groups pass on to the layers in them.
#[derive(Clone, Debug)]
pub(super) struct GroupContext {
    pub offset: (i64, i64),
    pub is_visible: bool,
    pub has_parallax: bool,
    pub properties: SourceProperties,
}

impl Default for GroupContext {
    fn default() -> Self {
        Self { offset: (0, 0), is_visible: true, has_parallax: false, properties: SourceProperties::new() }
    }
}

impl GroupContext {
    /// Adds the values of a layer.
    pub fn with(&self, own: Self) -> Self {
        let (x, y) = (self.offset.0.saturating_add(own.offset.0), self.offset.1.saturating_add(own.offset.1));
        let mut properties = self.properties.clone();
        properties.extend(own.properties);
        Self {
            offset: (x, y),
            is_visible: self.is_visible && own.is_visible,
            has_parallax: self.has_parallax || own.has_parallax,
            properties,
        }
    }

    /// Returns a layer with the given content.
    pub fn layer(self, name: String, cell: (i64, i64), content: LayerContent) -> SourceLayer {
        let Self { offset, is_visible, has_parallax, properties } = self;
        SourceLayer {
            name,
            is_visible,
            offset,
            cell,
            properties,
            has_parallax,
            content,
            ..SourceLayer::default()
        }
    }
}

/// Returns `true` if a rectangle (x, y, width, height) covers a tile of the given size.
pub(super) fn covers((x, y, width, height): (i64, i64, i64, i64), size: (i64, i64)) -> bool {
    let is_there = size.0 > 0 && size.1 > 0;
    is_there && x <= 0 && y <= 0 && x.saturating_add(width) >= size.0 && y.saturating_add(height) >= size.1
}

/// Returns the name of the terrain, if all corners with a terrain have the same.
pub(super) fn only_terrain(corners: impl Iterator<Item = Option<usize>>, names: &[&str]) -> Option<String> {
    let mut corners = corners.flatten();
    let first = corners.next()?;
    let name = names.get(first).filter(|_| corners.all(|corner| corner == first))?;
    (!name.is_empty()).then(|| (*name).to_owned())
}

impl TileSet {
    /// Records the terrain of a tile in a terrain set. Colours count from 1.
    pub(super) fn add_wang(&mut self, id: u32, colors: impl Iterator<Item = Option<usize>>, names: &[&str]) {
        let colors = colors.map(|color| color.and_then(|color| color.checked_sub(1)));
        let terrain = only_terrain(colors, names);
        if terrain.is_some() {
            self.tiles.entry(id).or_default().terrain = terrain;
        }
    }
}
