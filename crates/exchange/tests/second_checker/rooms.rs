//! Maps the cells of the picture of a room to cells of the level.

use super::level::{Cell, Level, Place, Template};

/// Returns the template of a place, if it is a room that has one.
pub fn template_of<'a>(level: &'a Level, place: &Place) -> Option<&'a Template> {
    level.templates.get(place.template.as_ref()?)
}

/// The position of a room: the picture is first mirrored, then turned clockwise, and its used part is laid on
/// the bounds of the place.
pub struct Drawn<'a> {
    template: &'a Template,
    place: &'a Place,
    /// The first column and row of the turned picture in which a cell belongs to the room.
    corner: Cell,
}

impl<'a> Drawn<'a> {
    pub fn new(template: &'a Template, place: &'a Place) -> Self {
        let mut cells = Vec::new();
        for (cell, _) in cells_of_room(template) {
            cells.push(turned(template, place, cell));
        }
        let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let top = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        Self { template, place, corner: (left, top) }
    }

    /// Returns the cell of the level that corresponds to a cell of the picture.
    pub fn in_level(&self, cell: Cell) -> Cell {
        let (x, y) = turned(self.template, self.place, cell);
        (x - self.corner.0 + self.place.bounds[0], y - self.corner.1 + self.place.bounds[1])
    }
}

fn turned(template: &Template, place: &Place, (x, y): Cell) -> Cell {
    let mut width = template.picture.first().map_or(0, Vec::len) as i64;
    let mut height = template.picture.len() as i64;
    let mut cell = if place.flip { (width - 1 - x, y) } else { (x, y) };
    for _ in 0..place.turn.clamp(0, 3) {
        cell = (height - 1 - cell.1, cell.0);
        (width, height) = (height, width);
    }
    cell
}

/// Returns the cells of the picture that belong to the room, with their characters.
pub fn cells_of_room(template: &Template) -> Vec<(Cell, char)> {
    picture_cells(template)
        .into_iter()
        .filter(|(_, character)| !template.nothing.contains(character))
        .collect()
}

/// Returns the cells of the picture that belong to nobody.
pub fn cells_of_nobody(template: &Template) -> Vec<Cell> {
    let cells = picture_cells(template).into_iter();
    cells.filter(|(_, character)| template.nothing.contains(character)).map(|(cell, _)| cell).collect()
}

fn picture_cells(template: &Template) -> Vec<(Cell, char)> {
    let mut cells = Vec::new();
    for (y, row) in template.picture.iter().enumerate() {
        for (x, character) in row.iter().enumerate() {
            cells.push(((x as i64, y as i64), *character));
        }
    }
    cells
}
