//! Finds things of several cells: large decoration, and blocks of tiles with the look of a large figure.
//!
//! ```text
//! #..ttt..#    A room shows one great tent as a block of 3 x 2 equal tiles. Each tile is solid by itself.
//! #..ttt..#    The block is drawn as one figure, in pictures and on maps.
//! #....t..#    A tile outside of a whole block is drawn as a small figure on its cell.
//! ```

use std::collections::BTreeMap;

use super::look_words;
use super::motif::Motif;
use crate::base::{Cell, Color, Diagnostic, Grid, PathRef, Size};
use crate::level::{Layer, Level};
use crate::rooms::{LegendEntry, RoomSet, RoomTemplate};

/// Returns the cells of large things in a level, with their columns and rows in them.
pub(super) fn parts_of(level: &Level, motifs: &BTreeMap<char, (Motif, Color)>) -> BTreeMap<Cell, (u32, u32)> {
    let sizes: BTreeMap<char, Size> =
        motifs.iter().filter_map(|(tile, (motif, _))| Some((*tile, size_of(*motif)?))).collect();
    let tiles = level.tiles.blocks(level.tiles.iter().map(|(cell, tile)| (cell, *tile)), &sizes);
    let drawn = level.layers.iter().flat_map(Layer::large_things);
    let things = tiles.into_iter().chain(drawn);
    let parts = things.flat_map(|(_, cells)| {
        cells.cells().map(move |cell| (cell, (cell.x.abs_diff(cells.min.x), cell.y.abs_diff(cells.min.y))))
    });
    parts.collect()
}

/// Returns the size of a figure of several cells.
pub(super) fn size_of(motif: Motif) -> Option<Size> {
    match motif {
        Motif::Figure(figure) => Some(figure.size()).filter(|size| size.area() > 1),
        _ => None,
    }
}

/// Warns of large things that a room shows in parts only. `like` returns the name of the look of a tile.
pub(super) fn check_large_things(set: &RoomSet, like: impl Fn(&str) -> String) -> Vec<Diagnostic> {
    let name_of = |entry: &LegendEntry| match entry {
        LegendEntry::Ground(look) | LegendEntry::Obstacle(look) => Some(look.name.clone()),
        _ => None,
    };
    let size = |(character, entry): (&char, &LegendEntry)| {
        let name = name_of(entry)?;
        Some((*character, (size_of(look_words::of_tile(&like(&name))?)?, name)))
    };
    let large: BTreeMap<char, (Size, String)> = set.legend.iter().filter_map(size).collect();
    let mut found = Vec::new();
    for (number, room) in set.rooms.iter().enumerate().filter(|_| !large.is_empty()) {
        let path = PathRef::ROOT.field("rooms");
        let path = path.index(number);
        let cut = large.iter().filter(|(character, (size, _))| is_cut(room, **character, *size));
        found.extend(cut.map(|(_, (size, name))| {
            let Size { width, height } = size;
            let message = format!(
                "\"{name}\" is drawn over {width} × {height} cells, but the room \"{}\" has parts of it.",
                room.name
            );
            let hint = if room.turns && width != height {
                "Delete `turns: true`, or draw a square thing.".to_owned()
            } else {
                format!("Draw blocks of {width} × {height} of its character.")
            };
            Diagnostic::warning("large-thing-in-parts", message).at(path.field("picture")).hint(hint)
        }));
    }
    found
}

/// Returns `true` if neighbouring tiles of a large thing, or blocks that turns break up, are not whole.
fn is_cut(room: &RoomTemplate, character: char, size: Size) -> bool {
    let width = room.picture.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let rows = room.picture.iter().flat_map(|row| row.chars().chain(std::iter::repeat(' ')).take(width));
    let area = Size::new(width as u32, room.picture.len() as u32);
    let Some(grid) = Grid::from_values(area, rows.collect()) else { return false };
    let cells = || grid.iter().filter(|(_, own)| **own == character).map(|(cell, own)| (cell, *own));
    let blocks = grid.blocks(cells(), &BTreeMap::from([(character, size)]));
    let is_left_over = |cell: &Cell| !blocks.iter().any(|(_, block)| block.contains(*cell));
    let is_part = |cell: Cell| cell.beside().any(|near| grid.get(near) == Some(&character));
    let is_turned = room.turns && size.width != size.height && !blocks.is_empty();
    is_turned || cells().map(|(cell, _)| cell).filter(is_left_over).any(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(turns: bool, picture: &[&str]) -> RoomTemplate {
        RoomTemplate {
            name: "Camp".to_owned(),
            notes: String::new(),
            symbol: "Camp".to_owned(),
            weight: 1,
            at_most: None,
            turns,
            flips: false,
            card: None,
            picture: picture.iter().map(|row| (*row).to_owned()).collect(),
            source: None,
        }
    }

    #[test]
    fn whole_blocks_and_single_tiles_are_no_parts() {
        let size = Size::new(3, 2);
        assert!(!is_cut(&room(false, &["tttttt", "tttttt", "......", ".t...."]), 't', size));
        assert!(is_cut(&room(false, &["ttt.", "tt..", "...."]), 't', size));
        assert!(is_cut(&room(true, &["ttt", "ttt"]), 't', size));
        assert!(!is_cut(&room(true, &["tt", "tt"]), 't', Size::new(2, 2)));
    }
}
