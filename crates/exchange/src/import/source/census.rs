//! Counts the tiles on each layer of a project, and describes groups of them in words.

use std::collections::BTreeMap;

use super::model::{
    Chunk, LayerContent, SourceLayer, SourceProject, SourceProperties, SourceProperty, SourceTile, TURNS,
};
use super::tiles::names;
use super::wording::SourceKind;
use super::words::{Solidity, solidity};
use crate::base::Cell;

/// Maximum number of ranges listed in a message.
const MOST_LISTED: usize = 12;

/// The tiles of a project by layer and number. Layers with the same name are one layer.
#[derive(Debug, Default)]
pub(crate) struct Census {
    pub layers: Vec<CountedLayer>,
    /// The indices of layers by what tells them apart.
    indices: BTreeMap<LayerKey, usize>,
    /// By the index of the layer and the number of the tile, without turns.
    pub uses: BTreeMap<(usize, u32), TileUse>,
    /// Number of tiles that are turned or flipped.
    pub turned: usize,
}

/// A layer of a project, or several with the same name.
#[derive(Debug)]
pub(crate) struct CountedLayer {
    pub name: String,
    pub is_painted: bool,
    /// Property that makes everything on it solid, if it has one.
    pub solid_by: Option<String>,
    /// `true` if some of its cells are empty.
    pub has_empty: bool,
}

/// The name of a layer, whether it is painted, and the property by which it is solid.
type LayerKey = (String, bool, Option<String>);

fn key_of(layer: &SourceLayer) -> LayerKey {
    (layer.name.clone(), layer.is_painted, solid_by(&layer.properties).map(str::to_owned))
}

/// Number of times that a tile is on a layer, and its first cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileUse {
    pub count: usize,
    /// First cell, in cells of the layer.
    pub first: Cell,
}

impl Census {
    /// Counts the tiles on visible layers.
    pub fn of(project: &SourceProject) -> Self {
        let mut census = Self::default();
        for layer in project.maps.iter().flat_map(|map| &map.layers).filter(|layer| layer.is_visible) {
            let LayerContent::Tiles(chunks) = &layer.content else { continue };
            let at = census.layer(layer);
            if let Some(counted) = census.layers.get_mut(at) {
                counted.has_empty |= chunks.iter().any(|chunk| chunk.tiles.contains(&0));
            }
            for (cell, number) in chunks.iter().flat_map(tiles_of) {
                let plain = number & !TURNS;
                census.turned += usize::from(number != plain);
                let tile = census.uses.entry((at, plain)).or_insert(TileUse { count: 0, first: cell });
                tile.count += 1;
            }
        }
        census
    }

    /// Returns the index of a layer.
    pub fn find(&self, layer: &SourceLayer) -> Option<usize> {
        self.indices.get(&key_of(layer)).copied()
    }

    fn layer(&mut self, layer: &SourceLayer) -> usize {
        let next = self.layers.len();
        let key = key_of(layer);
        let (name, is_painted, solid_by) = key.clone();
        let at = *self.indices.entry(key).or_insert(next);
        if at == next {
            self.layers.push(CountedLayer { name, is_painted, solid_by, has_empty: false });
        }
        at
    }
}

/// Returns the name of a property that declares something solid.
pub(crate) fn solid_by(properties: &SourceProperties) -> Option<&str> {
    let says_so = |(name, value): &(&String, &SourceProperty)| {
        solidity(name) == Some(Solidity::Solid) && value.truth() == Some(true)
    };
    properties.iter().find(says_so).map(|(name, _)| name.as_str())
}

/// Returns the tiles of a chunk with their cells, without empty ones.
pub(crate) fn tiles_of(chunk: &Chunk) -> impl Iterator<Item = (Cell, u32)> {
    let width = (chunk.width as usize).max(1);
    let rows = (0_i32..).zip(chunk.tiles.chunks(width));
    let tiles = rows.flat_map(|(y, row)| (0_i32..).zip(row).map(move |(x, number)| (x, y, *number)));
    tiles
        .filter(|(_, _, number)| *number != 0)
        .map(move |(x, y, number)| (Cell::new(chunk.x + x, chunk.y + y), number))
}

/// A cell of a layer in words, counted from 1 as columns and rows of tables are.
pub(crate) fn place_on(kind: SourceKind, layer: &str, cell: Cell) -> String {
    let (column, row) = (i64::from(cell.x) + 1, i64::from(cell.y) + 1);
    let owner = match (layer, kind.has_layers()) {
        ("", _) => String::new(),
        (layer, true) => format!(" of the layer \"{layer}\""),
        (room, false) => format!(" of \"{room}\""),
    };
    format!("column {column}, row {row}{owner}")
}

/// Describes tiles of one set: `"terrain" tiles 0, 4, 7–12 (8 in all)`, with their names if there are few.
pub(crate) fn tiles_text(project: &SourceProject, numbers: &[u32]) -> String {
    let Some((first, set)) =
        numbers.first().and_then(|number| project.tile_sets.range(..=*number).next_back())
    else {
        return listed_numbers(numbers);
    };
    let name = |id: &u32| set.tiles.get(id).and_then(|tile: &SourceTile| names(tile).first().copied());
    if !set.noun.has_numbers() {
        let known: Vec<&str> = numbers.iter().filter_map(|number| name(&(number - first))).collect();
        let more = if known.len() > MOST_LISTED { ", …" } else { "" };
        let known: Vec<String> = known.iter().take(MOST_LISTED).map(|name| format!("\"{name}\"")).collect();
        return format!("The {} {}{more}", set.noun.word(numbers.len()), known.join(", "));
    }
    let ids: Vec<u32> = numbers.iter().map(|number| number - first).collect();
    let mut text = format!("\"{}\" {} {}", set.name, set.noun.word(ids.len()), listed_numbers(&ids));
    let known: Vec<&str> = ids.iter().filter_map(name).collect();
    if !known.is_empty() && ids.len() <= MOST_LISTED {
        text += &format!(" (\"{}\")", known.join("\", \""));
    }
    text
}

/// Lists sorted numbers as ranges, followed by their count.
pub(crate) fn listed_numbers(numbers: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match ranges.last_mut().filter(|(_, last)| last.checked_add(1) == Some(*number)) {
            Some((_, last)) => *last = *number,
            None => ranges.push((*number, *number)),
        }
    }
    let text = |(first, last): &(u32, u32)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}–{last}"),
    };
    let mut parts: Vec<String> = ranges.iter().take(MOST_LISTED).map(text).collect();
    if ranges.len() > MOST_LISTED {
        parts.push("…".to_owned());
    }
    let all = if numbers.len() > 3 { format!(" ({} in all)", numbers.len()) } else { String::new() };
    format!("{}{all}", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::listed_numbers;

    #[test]
    fn numbers_in_a_row_are_ranges() {
        assert_eq!(listed_numbers(&[4]), "4");
        assert_eq!(listed_numbers(&[0, 4, 7, 8, 9, 12, 13]), "0, 4, 7–9, 12, 13 (7 in all)");
        let odd: Vec<u32> = (0..40).map(|number| number * 2).collect();
        assert!(listed_numbers(&odd).ends_with("20, 22, … (40 in all)"));
    }
}
