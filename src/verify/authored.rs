//! P4: every room is its template, turned as recorded.
//!
//! ```text
//! as drawn   flip   then a quarter turn clockwise
//!   ab        ba      db
//!   cd        dc      ca
//! ```
//!
//! Sockets are left to P5; here they only have to lie where the template has them.

use std::collections::BTreeSet;

use super::findings::Findings;
use super::ground::{Ground, Owner};
use super::names;
use super::names::Name;
use super::turned::{in_level, is_drawn, template_size, turned};
use crate::base::{Cell, Size};
use crate::level::{Entity, Place, Template};
use crate::mission::Technique;

pub(super) fn check(ground: &Ground) -> Findings {
    let mut findings = Findings::default();
    for place in &ground.level.places {
        let name = names::place(ground.level, place.id);
        match place.template.as_ref().map(|template| ground.level.templates.get(template)) {
            None => without_template(place, name, &mut findings),
            Some(None) => {
                findings.add(Some(place.anchor), format!("{name} has a template that the level lacks."))
            }
            Some(Some(template)) => Room { ground, place, template, name, findings: &mut findings }.check(),
        }
    }
    findings
}

fn without_template(place: &Place, name: Name, findings: &mut Findings) {
    if place.technique == Technique::Room {
        findings.add(Some(place.anchor), format!("{name} is a room, but its template is not recorded."));
    }
    if let Some(socket) = place.sockets.first() {
        findings.add(Some(socket.cell), format!("{name} has sockets, but no template."));
    }
}

struct Room<'a> {
    ground: &'a Ground<'a>,
    place: &'a Place,
    template: &'a Template,
    name: Name<'a>,
    findings: &'a mut Findings,
}

impl Room<'_> {
    fn check(mut self) {
        let place = self.place;
        if place.technique != Technique::Room {
            let message = format!("{} has a template, but is a {}.", self.name, place.technique);
            self.findings.add(Some(place.anchor), message);
        }
        if place.turn > 3 {
            let message = format!("{} is turned {} quarters; 0 to 3 are possible.", self.name, place.turn);
            self.findings.add(Some(place.anchor), message);
            return;
        }
        let Some((picture, size)) = self.turned_picture() else { return };
        if place.bounds.size != size {
            let Size { width, height } = size;
            let message =
                format!("{} must be {width} × {height} cells large, as its template is.", self.name);
            self.findings.add(Some(place.bounds.min), message);
            return;
        }
        self.sockets();
        self.entities();
        for (offset, character) in picture {
            self.cell(offset, character);
        }
    }

    /// The cells of the picture as they lie in the level, from the corner of the bounds, and its size.
    fn turned_picture(&mut self) -> Option<(Vec<(Cell, char)>, Size)> {
        let rows = &self.template.picture;
        let width = rows.first().map_or(0, |row| row.chars().count());
        if rows.iter().any(|row| row.chars().count() != width) {
            self.findings.add(
                Some(self.place.anchor),
                format!("the rows of the template of {} are not of one length.", self.name),
            );
            return None;
        }
        let drawn = Size::new(width as u32, rows.len() as u32);
        let mut cells = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, character) in row.chars().enumerate() {
                cells.push((turned(self.place, Cell::new(x as i32, y as i32), drawn), character));
            }
        }
        let is_upright = self.place.turn.is_multiple_of(2);
        Some((cells, if is_upright { drawn } else { Size::new(drawn.height, drawn.width) }))
    }

    fn cell(&mut self, offset: Cell, character: char) {
        let Some(cell) = in_level(self.place, offset) else { return };
        if self.template.nothing.contains(&character) {
            return self.nothing(cell);
        }
        if self.ground.owner(cell) != Owner::Place(self.place.id) {
            let owner = names::owner(self.ground.level, self.ground.owner(cell));
            self.wrong("owner", cell, |name, at| format!("the cell {at} of {name} belongs to {owner}."));
        }
        if self.place.sockets.iter().any(|socket| socket.cell == cell) {
            return;
        }
        let Some(wanted) = self.template.legend.get(&character) else {
            self.wrong("legend", cell, |name, _| {
                format!("the template of {name} has '{character}' in its picture, but not in its legend.")
            });
            return;
        };
        match self.ground.tile(cell) {
            Some(found) if found.name == wanted.name && found.walkable == wanted.walkable => {}
            Some(found) if found.name == wanted.name => self.wrong("tile", cell, |name, at| {
                format!("the {} at {at} in {name} cannot be walked on as in its template.", found.name)
            }),
            found => self.wrong("tile", cell, |name, at| {
                let found = found.map_or("nothing known", |tile| tile.name.as_str());
                format!("in {name} there is {found} at {at}, but its author drew {}.", wanted.name)
            }),
        }
    }

    /// A cell of the picture that is no part of the room: wall, or a way that leads to a socket in a notch.
    fn nothing(&mut self, cell: Cell) {
        let leads_here = |id: u32| self.place.sockets.iter().any(|socket| socket.passage == Some(id));
        if matches!(self.ground.owner(cell), Owner::Passage(id) if leads_here(id))
            && self.ground.is_walkable(cell)
        {
            return;
        }
        if self.ground.owner(cell) != Owner::Nobody {
            let owner = names::owner(self.ground.level, self.ground.owner(cell));
            self.wrong("owner", cell, |name, at| {
                format!("{at}, which is no part of {name}, belongs to {owner}.")
            });
        }
        if self.ground.tile(cell).is_none_or(|tile| tile.walkable || tile.name != "wall") {
            self.wrong("tile", cell, |name, at| format!("{at}, which is no part of {name}, is not wall."));
        }
    }

    fn sockets(&mut self) {
        let drawn = template_size(self.template);
        let (inside, outside): (Vec<_>, Vec<_>) =
            self.template.sockets.iter().copied().partition(|cell| is_drawn(*cell, drawn));
        if !outside.is_empty() {
            let message = format!("the template of {} has a socket outside its picture.", self.name);
            self.findings.add(Some(self.place.anchor), message);
        }
        let wanted: BTreeSet<Cell> = inside
            .into_iter()
            .filter_map(|cell| in_level(self.place, turned(self.place, cell, drawn)))
            .collect();
        let mut found = BTreeSet::new();
        for socket in &self.place.sockets {
            if !found.insert(socket.cell) {
                self.wrong("socket", socket.cell, |name, at| format!("{name} has two sockets at {at}."));
            } else if !wanted.contains(&socket.cell) {
                self.wrong("socket", socket.cell, |name, at| {
                    format!("{name} has a socket at {at}, where its template has none.")
                });
            }
        }
        for cell in wanted.difference(&found) {
            self.wrong("socket", *cell, |name, at| {
                format!("{name} lacks the socket at {at} of its template.")
            });
        }
    }

    /// What the author drew into the room stands there, once.
    fn entities(&mut self) {
        let drawn = template_size(self.template);
        for wanted in &self.template.entities {
            let Some(cell) = in_level(self.place, turned(self.place, wanted.cell, drawn)) else { continue };
            let is_wanted = |entity: &&Entity| {
                entity.at == cell
                    && entity.place == self.place.id
                    && entity.node.is_none()
                    && (&entity.kind, entity.marker) == (&wanted.kind, wanted.marker)
                    && entity.properties == wanted.properties
            };
            let count = self.ground.level.entities.iter().filter(is_wanted).count();
            let what = if wanted.marker { "marker" } else { "entity" };
            if count == 0 {
                self.wrong("entity", cell, |name, at| {
                    format!("{name} lacks the {what} \"{}\" that its author drew at {at}.", wanted.kind)
                });
            } else if count > 1 {
                self.wrong("entity", cell, |name, at| {
                    format!("{name} has the {what} \"{}\" at {at} {count} times.", wanted.kind)
                });
            }
        }
    }

    fn wrong(&mut self, kind: &'static str, cell: Cell, message: impl FnOnce(Name, &str) -> String) {
        let kind = (kind, i64::from(self.place.id), 0);
        self.findings.add_one_of_many(kind, Some(cell), || message(self.name, &names::cell(cell)));
    }
}
