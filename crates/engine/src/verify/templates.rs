//! The room templates of a level, read once for P4 and P5.
//!
//! A template agrees with itself: its rows have one length, and each character is a tile, a socket or outside
//! the room.
//! Its cells are listed row by row, and cells with the same character have the same data.
//! Only templates that agree are checked further, and only if the rooms are not larger than the level.
//! The work therefore stays in proportion.

use std::collections::{BTreeMap, BTreeSet};

use super::turned::{is_drawn, template_size};
use crate::base::{Cell, Size};
use crate::level::{Level, SpecialSocket, Template, TemplateEntity};

/// A template that agrees with itself.
pub(super) struct CheckedTemplate<'a> {
    pub(super) template: &'a Template,
    /// The cells of its picture with their characters, row by row.
    pub(super) cells: Vec<(Cell, char)>,
    /// The size as drawn.
    pub(super) size: Size,
    /// The data of special sockets.
    pub(super) special: BTreeMap<Cell, &'a SpecialSocket>,
    /// The kinds of its sockets.
    pub(super) kinds: BTreeSet<&'a str>,
}

/// All templates by name, each read or with its mistake.
pub(super) struct TemplateIndex<'a> {
    by_name: BTreeMap<&'a str, Result<CheckedTemplate<'a>, String>>,
    /// `true` if all rooms together are not larger than the level.
    pub(super) fit: bool,
}

impl<'a> TemplateIndex<'a> {
    pub(super) fn read(level: &'a Level) -> Self {
        let all = level.templates.iter();
        let by_name: BTreeMap<_, _> =
            all.map(|(name, template)| (name.as_str(), CheckedTemplate::read(template))).collect();
        let mut templates = Self { by_name, fit: true };
        let names = level.places.iter().filter_map(|place| place.template.as_deref());
        let drawn = names.filter_map(|name| templates.get(name)?.as_ref().ok());
        // A picture without cells takes work, too.
        let cells: u64 = drawn.map(|drawn| drawn.cells.len().max(1) as u64).sum();
        templates.fit = cells <= level.tiles.size().area() as u64;
        templates
    }

    /// Returns the template of that name.
    pub(super) fn get(&self, name: &str) -> Option<&Result<CheckedTemplate<'a>, String>> {
        self.by_name.get(name)
    }

    /// Returns the template of that name if it can be checked.
    pub(super) fn drawn(&self, name: Option<&str>) -> Option<&CheckedTemplate<'a>> {
        self.get(name?)?.as_ref().ok().filter(|_| self.fit)
    }
}

impl<'a> CheckedTemplate<'a> {
    fn read(template: &'a Template) -> Result<Self, String> {
        let size = template_size(template);
        let mut cells = Vec::new();
        for (row, y) in template.picture.iter().zip(0..) {
            let before = cells.len();
            cells.extend(row.chars().zip(0..).map(|(character, x)| (Cell::new(x, y), character)));
            if cells.len() - before != size.width as usize {
                return Err("has rows that are not of one length".to_owned());
            }
        }
        let special = template.special_sockets.iter().map(|special| (special.cell, special));
        let kinds = template.special_sockets.iter().filter_map(|special| special.kind.as_deref());
        let drawn = Self { template, cells, size, special: special.collect(), kinds: kinds.collect() };
        drawn.check_sockets()?;
        drawn.check_special_sockets()?;
        drawn.check_entities()?;
        Ok(drawn)
    }

    /// Checks that a cell is a socket if its character is neither a tile nor outside the room.
    fn check_sockets(&self) -> Result<(), String> {
        let sockets = in_rows(self.template.sockets.iter().copied(), self.size)
            .ok_or("does not list its sockets row by row, or has one outside its picture")?;
        for (cell, character) in &self.cells {
            let is_tile = self.template.legend.contains_key(character);
            let is_nothing = self.template.nothing.contains(character);
            if [is_tile, is_nothing, sockets.contains(cell)].into_iter().filter(|is_so| *is_so).count() != 1 {
                return Err(format!(
                    "has '{character}' in its picture, which is not one of a tile, a socket and no part of it"
                ));
            }
        }
        Ok(())
    }

    fn check_special_sockets(&self) -> Result<(), String> {
        let special = &self.template.special_sockets;
        in_rows(special.iter().map(|special| special.cell), self.size)
            .ok_or("does not list its special sockets row by row, or has one outside its picture")?;
        let sockets: BTreeSet<Cell> = self.template.sockets.iter().copied().collect();
        let is_empty = |special: &SpecialSocket| special.kind.is_none() && special.blocker.is_none();
        if special.iter().any(|special| is_empty(special) || !sockets.contains(&special.cell)) {
            return Err("has a special socket that is none".to_owned());
        }
        let said = |cell: &Cell| self.special.get(cell).map(|special| (&special.kind, &special.blocker));
        self.check_agreement(said).ok_or("has sockets of one character that are not alike".to_owned())
    }

    fn check_entities(&self) -> Result<(), String> {
        let entities = &self.template.entities;
        in_rows(entities.iter().map(|entity| entity.cell), self.size)
            .ok_or("does not list its entities row by row, or has one outside its picture")?;
        let by_cell: BTreeMap<Cell, &TemplateEntity> =
            entities.iter().map(|entity| (entity.cell, entity)).collect();
        let said =
            |cell: &Cell| by_cell.get(cell).map(|entity| (&entity.kind, entity.marker, &entity.properties));
        self.check_agreement(said).ok_or("has entities of one character that are not alike".to_owned())
    }

    /// Returns `None` if cells with the same character have different data.
    fn check_agreement<T: PartialEq>(&self, said: impl Fn(&Cell) -> Option<T>) -> Option<()> {
        let mut of_characters: BTreeMap<char, Option<T>> = BTreeMap::new();
        for (cell, character) in &self.cells {
            let own = said(cell);
            match of_characters.get(character) {
                Some(first) if *first != own => return None,
                Some(_) => {}
                None => {
                    of_characters.insert(*character, own);
                }
            }
        }
        Some(())
    }
}

/// Returns the cells, if they are listed row by row, without duplicates, inside a picture of that size.
fn in_rows(cells: impl Iterator<Item = Cell> + Clone, drawn: Size) -> Option<BTreeSet<Cell>> {
    let is_in_rows = cells.clone().is_sorted_by(|one, next| (one.y, one.x) < (next.y, next.x));
    let are_drawn = cells.clone().all(|cell| is_drawn(cell, drawn));
    (is_in_rows && are_drawn).then(|| cells.collect())
}
