//! The integer grid layer of an LDtk project: gives each tile and each cell its number.

use std::collections::BTreeMap;

use super::names::{Unique, identifier};
use crate::base::Color;
use crate::level::Level;

/// Tiles with the same number in every level, from 1: name, walkability, and the colour to use if the level
/// lacks the tile.
const FIXED: [(&str, bool, Color); 6] = [
    ("wall", false, Color::rgb(0x2b, 0x2d, 0x3a)),
    ("floor", true, Color::rgb(0xc9, 0xb8, 0x96)),
    ("door", true, Color::rgb(0x8a, 0x5a, 0x2b)),
    ("gate", true, Color::rgb(0xc1, 0x44, 0x0e)),
    ("drop", true, Color::rgb(0x6a, 0x5a, 0x8a)),
    ("secret door", true, Color::rgb(0x5a, 0x5a, 0x5a)),
];

/// Number of a cell with a tile that the legend lacks.
const NOTHING: u32 = 0;

/// The meaning of a number.
pub(super) struct CellValue {
    pub value: u32,
    pub identifier: String,
    pub color: Color,
}

/// All numbers of a level.
pub(super) struct Cells {
    pub values: Vec<CellValue>,
    numbers: BTreeMap<char, u32>,
}

impl Cells {
    /// Numbers the tiles of a level: first the fixed ones, then the other tiles by name.
    pub fn new(level: &Level) -> Self {
        let mut identifiers = Unique::default();
        let mut numbers = BTreeMap::new();
        let mut values = Vec::new();
        for (value, (name, walkable, color)) in (1..).zip(FIXED) {
            let mut own = level.legend.iter();
            let own = own.find(|(_, tile)| tile.name == name && tile.walkable == walkable);
            numbers.extend(own.map(|(character, _)| (*character, value)));
            let color = own.map_or(color, |(_, tile)| tile.color);
            values.push(CellValue { value, identifier: identifiers.take(identifier(name, "")), color });
        }
        let mut others: Vec<_> =
            level.legend.iter().filter(|(character, _)| !numbers.contains_key(character)).collect();
        others.sort_by_key(|(character, tile)| (&tile.name, tile.walkable, **character));
        for (value, (character, tile)) in (values.len() as u32 + 1..).zip(others) {
            numbers.insert(*character, value);
            let identifier = identifiers.take(identifier(&tile.name, "tile"));
            values.push(CellValue { value, identifier, color: tile.color });
        }
        Self { values, numbers }
    }

    /// Returns the numbers of all cells, row by row.
    pub fn rows<'l>(&'l self, level: &'l Level) -> impl Iterator<Item = Vec<u32>> + 'l {
        level.tiles.rows().map(|row| row.iter().map(|tile| self.number(*tile)).collect())
    }

    /// Returns the colour of the number that a character has.
    pub fn color(&self, character: char) -> Option<Color> {
        let number = self.number(character);
        self.values.iter().find(|own| own.value == number).map(|own| own.color)
    }

    fn number(&self, character: char) -> u32 {
        self.numbers.get(&character).copied().unwrap_or(NOTHING)
    }
}
