//! P4 for boards: cards as drawn within a frame of wall, each board cell covered once, open sides opposite
//! open sides.

use std::collections::{BTreeMap, BTreeSet};

use super::Findings;
use super::ground::{is_walkable, owner_at, tile_name};
use super::level::{Board, Card, Cell, Entity, Level, Place, Template};

/// The steps to the neighbours of a cell, in each of the four directions.
const STEPS: [Cell; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

pub fn check(level: &Level, place: &Place, found: &mut Findings) {
    let Some(board) = &place.board else {
        found.push(("P4", format!("the board of place {} is not recorded", place.id)));
        return;
    };
    let [left, top, width, height] = place.bounds;
    let (columns, rows) = (board.cells.0 * board.cell.0 + 2, board.cells.1 * board.cell.1 + 2);
    let is_inside = left >= 0 && top >= 0 && left + width <= level.width && top + height <= level.height;
    let has_cells = [board.cells.0, board.cells.1, board.cell.0, board.cell.1].iter().all(|count| *count > 0);
    if (columns, rows) != (width, height) || !is_inside || !has_cells {
        found.push(("P4", format!("the board of place {} does not have its size", place.id)));
        return;
    }
    let mut table = Table { level, place, board, covered: BTreeMap::new(), tiles: BTreeMap::new() };
    let mut wanted = Vec::new();
    let mut firsts = Vec::new();
    for (number, card) in board.cards.iter().enumerate() {
        match table.lay(number, card) {
            Ok((first, entities)) => {
                firsts.push(first);
                wanted.extend(entities);
            }
            Err(why) => found.push(("P4", format!("card {number} of place {} {why}", place.id))),
        }
    }
    if !firsts.is_sorted() {
        found.push(("P4", format!("the cards of place {} are not listed row by row", place.id)));
    }
    table.check_cells(found);
    table.check_sockets(found);
    table.check_sides(found);
    table.check_drops(found);
    table.check_drop_ends(found);
    check_entities(level, place, wanted, found);
}

/// The content of a drawn cell: kind, marker, properties.
type Drawn = (Cell, String, bool, String);

fn check_entities(level: &Level, place: &Place, mut wanted: Vec<Drawn>, found: &mut Findings) {
    let is_here =
        |entity: &&Entity| entity.place == place.id && entity.node.is_none() && entity.pass.is_none();
    let mut there: Vec<Drawn> = Vec::new();
    for entity in level.entities.iter().filter(is_here) {
        let properties = serde_json::to_string(&entity.properties).expect("values can be written");
        there.push((entity.at, entity.kind.clone(), entity.marker, properties));
        if !entity.opens.is_empty() {
            found.push(("P4", format!("the drawn entity {} opens something", entity.id)));
        }
    }
    there.sort();
    wanted.sort();
    if there != wanted {
        found.push(("P4", format!("in place {} there is not what is drawn on its cards", place.id)));
    }
}

struct Table<'a> {
    level: &'a Level,
    place: &'a Place,
    board: &'a Board,
    /// The card on each board cell.
    covered: BTreeMap<Cell, usize>,
    /// The tile of each drawn cell of the level.
    tiles: BTreeMap<Cell, (String, bool)>,
}

impl Table<'_> {
    /// Returns the corner of a board cell.
    fn corner(&self, (column, row): Cell) -> Cell {
        let [left, top, ..] = self.place.bounds;
        (left + 1 + column * self.board.cell.0, top + 1 + row * self.board.cell.1)
    }

    fn is_on_board(&self, (column, row): Cell) -> bool {
        (0..self.board.cells.0).contains(&column) && (0..self.board.cells.1).contains(&row)
    }

    /// Returns the row and column of the first board cell, and the entities on the card.
    fn lay(&mut self, number: usize, card: &Card) -> Result<(Cell, Vec<Drawn>), String> {
        let template = self.level.templates.get(&card.template).ok_or("has no template")?;
        if !template.sockets.is_empty() || !(0..=3).contains(&card.turn) {
            return Err("has sockets, or is turned too often".to_owned());
        }
        let picture = turned(template, card);
        let (width, height) = (picture.first().map_or(0, Vec::len) as i64, picture.len() as i64);
        if width == 0 || width % self.board.cell.0 != 0 || height % self.board.cell.1 != 0 {
            return Err("is no whole board cells large".to_owned());
        }
        let mut parts: BTreeMap<Cell, bool> = BTreeMap::new();
        let mut drawn = Vec::new();
        for (y, row) in picture.iter().enumerate() {
            for (x, (character, cell)) in row.iter().enumerate() {
                let (x, y) = (x as i64, y as i64);
                let at = (card.at.0 + x / self.board.cell.0, card.at.1 + y / self.board.cell.1);
                let is_part = !template.nothing.contains(character);
                if *parts.entry(at).or_insert(is_part) != is_part {
                    return Err("has a torn board cell".to_owned());
                }
                if is_part {
                    let corner = self.corner(card.at);
                    let in_level = (corner.0 + x, corner.1 + y);
                    if let Some(tile) = template.legend.get(character) {
                        self.tiles.insert(in_level, (tile.name.clone(), tile.walkable));
                    }
                    for entity in template.entities.iter().filter(|entity| entity.cell == *cell) {
                        let properties =
                            serde_json::to_string(&entity.properties).expect("values can be written");
                        drawn.push((in_level, entity.kind.clone(), entity.marker, properties));
                    }
                }
            }
        }
        parts.retain(|_, is_part| *is_part);
        for at in parts.keys() {
            if !self.is_on_board(*at) || self.covered.insert(*at, number).is_some() {
                return Err(format!("lies on {at:?}, where there is no room for it"));
            }
        }
        let first = parts.keys().map(|(column, row)| (*row, *column)).min().ok_or("covers nothing")?;
        Ok((first, drawn))
    }

    /// Checks that every cell belongs to the place, that the frame is wall, and that the rest is as drawn.
    fn check_cells(&self, found: &mut Findings) {
        let [left, top, width, height] = self.place.bounds;
        let sockets: BTreeSet<Cell> = self.place.sockets.iter().map(|socket| socket.cell).collect();
        let wall = ("wall".to_owned(), false);
        for y in top..top + height {
            for x in left..left + width {
                let at = (x, y);
                if owner_at(self.level, at) != Some(self.place.id) {
                    found.push(("P4", format!("{at:?} should belong to board {}", self.place.id)));
                }
                let is_frame = x == left || y == top || x == left + width - 1 || y == top + height - 1;
                let wanted = if is_frame { Some(&wall) } else { self.tiles.get(&at) };
                let tile = self.level.legend.get(&self.level.tiles[y as usize][x as usize]);
                let there = tile.map(|tile| (tile.name.clone(), tile.walkable));
                if !sockets.contains(&at) && there.as_ref() != wanted {
                    found.push(("P4", format!("{at:?} is not as board {} was drawn", self.place.id)));
                }
            }
        }
    }

    fn is_open(&self, cell: Cell) -> bool {
        is_walkable(self.level, cell)
    }

    /// Returns the cells along a side.
    fn side(&self, at: Cell, (dx, dy): Cell) -> Vec<Cell> {
        let (left, top) = self.corner(at);
        let (wide, high) = self.board.cell;
        match (dx, dy) {
            (0, -1) => (0..wide).map(|x| (left + x, top)).collect(),
            (0, 1) => (0..wide).map(|x| (left + x, top + high - 1)).collect(),
            (-1, 0) => (0..high).map(|y| (left, top + y)).collect(),
            _ => (0..high).map(|y| (left + wide - 1, top + y)).collect(),
        }
    }

    fn socket_beside(&self, at: Cell, (dx, dy): Cell) -> Cell {
        let side = self.side(at, (dx, dy));
        let (x, y) = side[(side.len() - 1) / 2];
        (x + dx, y + dy)
    }

    fn board_cells(&self) -> Vec<Cell> {
        let (columns, rows) = self.board.cells;
        (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))).collect()
    }

    fn check_sockets(&self, found: &mut Findings) {
        let mut possible = BTreeSet::new();
        for at in self.board_cells() {
            for step in STEPS {
                if !self.is_on_board((at.0 + step.0, at.1 + step.1)) {
                    possible.insert(self.socket_beside(at, step));
                }
            }
        }
        let cells: Vec<Cell> = self.place.sockets.iter().map(|socket| socket.cell).collect();
        let by_row: Vec<Cell> = cells.iter().map(|(x, y)| (*y, *x)).collect();
        if cells.len() != possible.len()
            || !cells.iter().all(|cell| possible.contains(cell))
            || !by_row.is_sorted()
        {
            found.push(("P4", format!("the sockets of board {} are elsewhere", self.place.id)));
        }
    }

    /// Checks that cards meet closed to closed or open to open, with the opening in the middle, and that
    /// passages enter through open sides.
    fn check_sides(&self, found: &mut Findings) {
        for at in self.board_cells() {
            let Some(card) = self.covered.get(&at) else {
                found.push(("P4", format!("nothing covers {at:?} of board {}", self.place.id)));
                continue;
            };
            for step in STEPS {
                let next = (at.0 + step.0, at.1 + step.1);
                let side = self.side(at, step);
                let is_open = side.iter().any(|cell| self.is_open(*cell));
                let in_middle =
                    self.is_open(side[(side.len() - 1) / 2]) && self.is_open(side[side.len() / 2]);
                let beside: bool = if self.is_on_board(next) {
                    if self.covered.get(&next) == Some(card) {
                        continue;
                    }
                    self.side(next, (-step.0, -step.1)).iter().any(|cell| self.is_open(*cell))
                } else {
                    let socket = self.socket_beside(at, step);
                    let there = self.place.sockets.iter().find(|other| other.cell == socket);
                    there.is_some_and(|socket| socket.passage.is_some())
                };
                if is_open != in_middle || is_open != beside {
                    found.push(("P4", format!("the side {step:?} of {at:?} is not as it should be")));
                }
            }
        }
    }
}

impl Table<'_> {
    /// Checks that drops lie between open sides of two cards, lead down or sideways, and leave a way from every
    /// cell to every other.
    fn check_drops(&self, found: &mut Findings) {
        let drops = &self.board.drops;
        let by_row: Vec<_> = drops.iter().map(|(from, to)| (from.1, from.0, to.1, to.0)).collect();
        let mut is_right = by_row.is_sorted();
        for (index, (from, to)) in drops.iter().enumerate() {
            let step = (to.0 - from.0, to.1 - from.1);
            let cards = (self.covered.get(from), self.covered.get(to));
            if ![(1, 0), (0, 1), (-1, 0)].contains(&step) || cards.0.is_none() || cards.1.is_none() {
                is_right = false;
                continue;
            }
            let is_open = |at: Cell, step: Cell| {
                let side = self.side(at, step);
                self.is_open(side[(side.len() - 1) / 2]) && self.is_open(side[side.len() / 2])
            };
            let others = &drops[..index];
            is_right &= cards.0 != cards.1
                && is_open(*from, step)
                && is_open(*to, (-step.0, -step.1))
                && !others.contains(&(*from, *to))
                && !others.contains(&(*to, *from));
        }
        if !is_right {
            found.push(("P4", format!("the drops of board {} are not as they should be", self.place.id)));
        }
        if drops.is_empty() || !is_right {
            return;
        }
        let [left, top, width, height] = self.place.bounds;
        let board_cell = |(x, y): Cell| {
            ((x - left - 1).div_euclid(self.board.cell.0), (y - top - 1).div_euclid(self.board.cell.1))
        };
        let all = (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
        let own = all.filter(|at| self.is_open(*at) && owner_at(self.level, *at) == Some(self.place.id));
        let own: BTreeSet<Cell> = own.collect();
        for is_forward in [true, false] {
            let mut seen: BTreeSet<Cell> = own.iter().copied().take(1).collect();
            let mut waiting: Vec<Cell> = seen.iter().copied().collect();
            while let Some(at) = waiting.pop() {
                for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                    let next = (at.0 + dx, at.1 + dy);
                    let (from, to) = if is_forward { (at, next) } else { (next, at) };
                    let is_climb = drops.contains(&(board_cell(to), board_cell(from)));
                    let is_step = self.level.eight_way || dx == 0 || dy == 0;
                    if is_step && !is_climb && own.contains(&next) && seen.insert(next) {
                        waiting.push(next);
                    }
                }
            }
            if seen.len() < own.len() {
                found.push(("P4", format!("board {} has drops without a way back", self.place.id)));
            }
        }
    }

    /// Checks that a side whose middle has the ledge or the chute of its card is the end of a drop.
    pub fn check_drop_ends(&self, found: &mut Findings) {
        for (at, card) in &self.covered {
            let Some(template) = self.level.templates.get(&self.board.cards[*card].template) else {
                continue;
            };
            for step in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
                let next = (at.0 + step.0, at.1 + step.1);
                let side = self.side(*at, step);
                let middle = [side[(side.len() - 1) / 2], side[side.len() / 2]];
                let shows = |name: &str| {
                    !name.is_empty() && middle.iter().all(|cell| tile_name(self.level, *cell) == name)
                };
                let is_inner = self.covered.get(&next) == Some(card);
                let drops = &self.board.drops;
                let is_wrong = (shows(&template.ledge) && !drops.contains(&(*at, next)))
                    || (shows(&template.chute) && !drops.contains(&(next, *at)));
                if is_wrong && !is_inner {
                    found.push(("P4", format!("a side of {at:?} on board {} shows no drop", self.place.id)));
                }
            }
        }
    }
}

/// Returns the picture of a card as it is turned in the level. Each character has its cell in the template.
fn turned(template: &Template, card: &Card) -> Vec<Vec<(char, Cell)>> {
    let mut rows: Vec<Vec<(char, Cell)>> = Vec::new();
    for (y, row) in template.picture.iter().enumerate() {
        rows.push(row.iter().enumerate().map(|(x, character)| (*character, (x as i64, y as i64))).collect());
    }
    if card.flip {
        rows.iter_mut().for_each(|row| row.reverse());
    }
    for _ in 0..card.turn {
        let width = rows.iter().map(Vec::len).min().unwrap_or(0);
        rows = (0..width).map(|x| rows.iter().rev().map(|row| row[x]).collect()).collect();
    }
    rows
}
