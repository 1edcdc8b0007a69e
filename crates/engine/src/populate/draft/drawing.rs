//! Drawing tiles in the layers of passes.

use super::LevelDraft;
use crate::base::{BitGrid, Cell, Rect, Size};
use crate::level::{Layer, Level, PassRecord, PlaceId, Tile, names_liquid};
use crate::mission::{Alphabet, TileSymbol};
use crate::settings::{PassKind, PassSettings, Surface};
use crate::space::free_character;

/// The state of drawing.
#[derive(Default)]
pub(super) struct Brushes {
    /// The index of the present pass's layer, once something is drawn there.
    pub layer: Option<usize>,
    /// The drawn tiles: name, `true` if a walker can step on it, and character.
    drawn: Vec<(String, bool, char)>,
    /// The characters of those that are liquids.
    liquids: Vec<char>,
}

impl Brushes {
    fn is_liquid(&self, tile: char) -> bool {
        self.liquids.contains(&tile)
    }
}

/// Adds a layer for a pass, after the layers of the passes `before`, and returns its position.
///
/// Variants of walls only change how a wall looks, so the other walls that wall pieces drew move above them.
fn add_layer(layers: &mut Vec<Layer>, before: &[PassRecord], pass: &PassRecord, size: Size) -> usize {
    layers.push(Layer::empty(&pass.name, size));
    let is_of_walls = match &pass.settings {
        Some(PassSettings::TileVariants(variants)) => variants.of != Surface::Floor,
        _ => false,
    };
    if !is_of_walls {
        return layers.len() - 1;
    }
    let is_of_pieces = |layer: &Layer| {
        before.iter().any(|pass| pass.name == layer.name && pass.kind == PassKind::WallPieces)
    };
    let (above, below): (Vec<Layer>, Vec<Layer>) = layers.drain(..).partition(is_of_pieces);
    layers.extend(below.into_iter().chain(above));
    layers.iter().position(|layer| layer.name == pass.name).unwrap_or_default()
}

/// Returns `true` if the tile of that name is a liquid: by its look in the alphabet, otherwise by its name.
fn is_liquid(alphabet: &Alphabet, name: &str) -> bool {
    names_liquid(look_of(alphabet, name))
}

/// Returns the word that decides how a tile looks: its look in the alphabet, otherwise its name.
pub(in crate::populate) fn look_of<'a>(alphabet: &'a Alphabet, name: &'a str) -> &'a str {
    match alphabet.tiles.get(name) {
        Some(symbol) if !symbol.look.is_empty() => &symbol.look,
        _ => name,
    }
}

/// Returns the cells whose uppermost tile is a liquid.
pub(in crate::populate) fn wet_cells(level: &Level, alphabet: &Alphabet) -> BitGrid {
    let mut wet = BitGrid::empty(level.tiles.size());
    let liquids = level.legend.iter().filter(|(_, tile)| is_liquid(alphabet, &tile.name));
    let liquids: Vec<char> = liquids.map(|(character, _)| *character).collect();
    if !liquids.is_empty() {
        let below = level.tiles.iter().map(|(cell, tile)| (cell, *tile));
        for (cell, tile) in below.chain(level.layers.iter().flat_map(Layer::drawn)) {
            wet.set(cell, liquids.contains(&tile));
        }
    }
    wet
}

impl LevelDraft<'_> {
    /// Returns `true` if the tile that is visible on the cell is a liquid.
    pub fn is_wet(&self, cell: Cell) -> bool {
        self.ground.as_ref().is_some_and(|ground| ground.wet.get(cell))
    }

    /// Returns `true` if an entity of that kind belongs onto the cell: a dry one, unless it lives in liquids.
    pub fn suits(&self, kind: &str, cell: Cell) -> bool {
        !self.is_wet(cell) || self.alphabet.entities.get(kind).is_some_and(|symbol| symbol.in_liquid)
    }

    /// Returns the floor of a place in two parts: cells that suit an entity, and the others.
    pub fn floor_for(&self, kind: &str, place: PlaceId) -> (Vec<Cell>, Vec<Cell>) {
        self.floor(place).iter().copied().partition(|cell| self.suits(kind, *cell))
    }

    /// Returns `true` if a tile of the alphabet is a liquid.
    pub fn is_liquid(&self, tile: &str) -> bool {
        is_liquid(self.alphabet, tile)
    }

    /// Draws a tile of the alphabet over a cell, in the layer of the present pass.
    ///
    /// The tile below stays, and decides whether a walker can step there. A cell drawn twice keeps the first
    /// tile.
    pub fn draw(&mut self, tile: &str, at: Cell) {
        if let Some(symbol) = self.alphabet().tiles.get(tile) {
            self.draw_as(tile, symbol, at);
        }
    }

    /// Draws a tile over a cell like [`Self::draw`]. The alphabet need not have it.
    pub fn draw_as(&mut self, tile: &str, symbol: &TileSymbol, at: Cell) {
        let is_taken = |layer: &Layer| layer.tiles.get(at) != Some(&Layer::NOTHING);
        let own = self.brushes.layer.and_then(|own| self.level.layers.get(own));
        if own.is_some_and(is_taken) || self.level.tiles.get(at).is_none() || self.is_closed(at) {
            return;
        }
        let Some(character) = self.character_of(tile, symbol, self.level.is_walkable(at)) else { return };
        let Some((pass, before)) = self.level.populate.split_last_mut() else { return };
        let own = match self.brushes.layer {
            Some(own) => own,
            None => {
                let size = self.level.tiles.size();
                *self.brushes.layer.insert(add_layer(&mut self.level.layers, before, pass, size))
            }
        };
        if let Some(layer) = self.level.layers.get_mut(own) {
            layer.tiles[at] = character;
            if let Some(ground) = &mut self.ground {
                ground.wet.set(at, self.brushes.is_liquid(character));
            }
            match pass.tiles.get_mut(tile) {
                Some(count) => *count += 1,
                None => drop(pass.tiles.insert(tile.to_owned(), 1)),
            }
        }
    }

    /// Draws a thing of decoration over all cells that it covers. `at` is the upper left one.
    pub fn draw_prop(&mut self, name: &str, symbol: &TileSymbol, at: Cell, size: Size) {
        Rect::new(at, size).cells().for_each(|cell| self.draw_as(name, symbol, cell));
        self.note_size(name, at, size);
    }

    /// Records the size of a thing that was drawn at a cell, if it has several cells.
    pub(in crate::populate) fn note_size(&mut self, name: &str, at: Cell, size: Size) {
        let own = self.brushes.layer.and_then(|own| self.level.layers.get_mut(own));
        if let Some(layer) = own.filter(|_| size != Size::new(1, 1))
            && let Some(tile) = layer.tiles.get(at).copied()
            && self.level.legend.get(&tile).is_some_and(|tile| tile.name == name)
        {
            layer.sizes.insert(tile, size);
        }
    }

    /// Returns the character of a tile, and adds it to the legend if necessary.
    fn character_of(&mut self, name: &str, symbol: &TileSymbol, walkable: bool) -> Option<char> {
        let mut drawn = self.brushes.drawn.iter();
        if let Some((_, _, character)) =
            drawn.find(|(tile, of_walkable, _)| tile == name && *of_walkable == walkable)
        {
            return Some(*character);
        }
        let legend = &mut self.level.legend;
        let mut known = legend.iter();
        let known = known.find(|(_, tile)| tile.name == name && tile.walkable == walkable);
        let character = match known {
            Some((character, _)) => *character,
            None => {
                let is_taken =
                    |character: &char| *character == Layer::NOTHING || legend.contains_key(character);
                let character = free_character(symbol.character.or(name.chars().next())?, is_taken);
                legend.insert(character, Tile { name: name.to_owned(), walkable, color: symbol.color });
                character
            }
        };
        self.brushes.drawn.push((name.to_owned(), walkable, character));
        if is_liquid(self.alphabet, name) {
            self.brushes.liquids.push(character);
        }
        Some(character)
    }
}
