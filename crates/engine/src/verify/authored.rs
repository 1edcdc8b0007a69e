//! P4: every room is its template, turned as recorded, and every board its cards ([`super::boards`]).
//!
//! ```text
//! as drawn   flip   then a quarter turn clockwise
//!   ab        ba      db
//!   cd        dc      ca
//! ```
//!
//! P5 checks the sockets; here they only have to be where the template has them.
//! Apart from mission items and placements of passes, a room contains exactly the entities that its author
//! drew.
//! Other places contain no such entities.
//! The anchor of a room or hall is its own walkable cell that is nearest to its middle.

use std::collections::{BTreeMap, BTreeSet};

use super::boards;
use super::findings::PromiseBreaks;
use super::names;
use super::names::Name;
use super::sites::center;
use super::techniques::{fills_its_bounds, has_board, has_template};
use super::templates::{CheckedTemplate, TemplateIndex};
use super::turned::{TemplateTurn, in_level, turned};
use super::walk_map::WalkMap;
use crate::base::{Cell, Size};
use crate::level::{Entity, OwnedBy, PassageId, Place, PlaceId};
use crate::mission::Attributes;

/// A drawn entity or marker: cell, kind, marker flag, properties.
pub(super) type DrawnThing<'a> = (Cell, &'a str, bool, &'a Attributes);

pub(super) fn check(walk_map: &WalkMap, templates: &TemplateIndex) -> PromiseBreaks {
    let mut findings = PromiseBreaks::default();
    if !templates.fit {
        findings.add(None, "the rooms are larger than the level.");
    }
    let mut standing: BTreeMap<PlaceId, Vec<&Entity>> = BTreeMap::new();
    for entity in
        walk_map.level.entities.iter().filter(|entity| entity.node.is_none() && entity.pass.is_none())
    {
        standing.entry(entity.place).or_default().push(entity);
    }
    for place in &walk_map.level.places {
        let name = names::place(walk_map.level, place.id);
        let drawn = place.template.as_deref().map(|template| templates.get(template));
        let standing = standing.get(&place.id).map_or(&[][..], Vec::as_slice);
        if place.board.is_some() && !has_board(place) {
            findings.add(Some(place.anchor), format!("{name} has a board, but is a {}.", place.technique));
        }
        match drawn {
            None if has_board(place) => {
                boards::check(walk_map, templates, place, standing, &mut findings);
                anchor(place, name, nearest_to_middle(walk_map, place), &mut findings);
            }
            None => without_template(place, name, standing, &mut findings),
            Some(None) => {
                findings.add(Some(place.anchor), format!("{name} has a template that the level lacks."));
            }
            Some(Some(Err(wrong))) => {
                let message = || format!("the template of {name} {wrong}.");
                findings.add_one_of_many(("template", 0, 0), Some(place.anchor), message);
            }
            Some(Some(Ok(drawn))) if templates.fit => {
                let mut room = RoomCheck { walk_map, place, drawn, name, findings: &mut findings };
                room.check(standing);
            }
            Some(Some(Ok(_))) => {}
        }
        if fills_its_bounds(place) {
            anchor(place, name, nearest_to_middle(walk_map, place), &mut findings);
        }
    }
    findings
}

fn without_template(place: &Place, name: Name, standing: &[&Entity], findings: &mut PromiseBreaks) {
    if has_template(place) {
        findings.add(Some(place.anchor), format!("{name} is a room, but its template is not recorded."));
    }
    if let Some(socket) = place.sockets.first() {
        findings.add(Some(socket.cell), format!("{name} has sockets, but no template."));
    }
    if (place.turn, place.flip) != (0, false) {
        findings.add(Some(place.anchor), format!("{name} is turned or flipped, but has no template."));
    }
    if let Some(entity) = standing.first() {
        let message = format!("the {} (entity {}) in {name} belongs to no template.", entity.kind, entity.id);
        findings.add(Some(entity.at), message);
    }
}

/// Returns `true` if the cell is walkable and belongs to the place.
fn is_own(walk_map: &WalkMap, place: &Place, cell: &Cell) -> bool {
    walk_map.is_walkable(*cell) && walk_map.owner(*cell) == OwnedBy::Place(place.id)
}

/// Returns the place's cell nearest to its middle; of several the leftmost, then the uppermost.
fn nearest_to_middle(walk_map: &WalkMap, place: &Place) -> Option<Cell> {
    let middle = center(place.bounds);
    let own = cells_of(place, walk_map.level.tiles.size()).filter(|cell| is_own(walk_map, place, cell));
    own.min_by_key(|cell| (cell.manhattan(middle), *cell))
}

fn anchor(place: &Place, name: Name, wanted: Option<Cell>, findings: &mut PromiseBreaks) {
    if wanted.is_some_and(|wanted| wanted != place.anchor) {
        let message = || format!("the anchor of {name} is not the cell nearest to its middle.");
        findings.add_one_of_many(("anchor", 0, 0), Some(place.anchor), message);
    }
}

/// Returns the cells of the bounds that are in the level.
fn cells_of(place: &Place, level: Size) -> impl Iterator<Item = Cell> {
    let within = |from: i32, length: u32, most: u32| {
        let end = i64::from(from) + i64::from(length);
        let end = end.clamp(0, i64::from(most)) as i32;
        from.clamp(0, end)..end
    };
    let columns = within(place.bounds.min.x, place.bounds.size.width, level.width);
    let rows = within(place.bounds.min.y, place.bounds.size.height, level.height);
    rows.flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
}

struct RoomCheck<'a, 'b> {
    walk_map: &'b WalkMap<'a>,
    place: &'a Place,
    drawn: &'b CheckedTemplate<'a>,
    name: Name<'a>,
    findings: &'b mut PromiseBreaks,
}

impl RoomCheck<'_, '_> {
    fn check(&mut self, standing: &[&Entity]) {
        let place = self.place;
        if !has_template(place) {
            let message = format!("{} has a template, but is a {}.", self.name, place.technique);
            self.findings.add(Some(place.anchor), message);
        }
        if place.turn > 3 {
            let message = format!("{} is turned {} quarters; 0 to 3 are possible.", self.name, place.turn);
            self.findings.add(Some(place.anchor), message);
            return;
        }
        let drawn = self.drawn.size;
        let size = TemplateTurn::from(place).size(drawn);
        if place.bounds.size != size {
            let Size { width, height } = size;
            let message =
                format!("{} must be {width} × {height} cells large, as its template is.", self.name);
            self.findings.add(Some(place.bounds.min), message);
            return;
        }
        self.sockets();
        let drawn = self.drawn.template.entities.iter().filter_map(|entity| {
            let cell = self.in_level(entity.cell)?;
            Some((cell, entity.kind.as_str(), entity.marker, &entity.properties))
        });
        entities(place, self.name, drawn.collect(), standing, self.findings);
        let sockets: BTreeSet<Cell> = place.sockets.iter().map(|socket| socket.cell).collect();
        let passages: BTreeSet<PassageId> =
            place.sockets.iter().filter_map(|socket| socket.passage).collect();
        for (cell, character) in &self.drawn.cells {
            if let Some(cell) = self.in_level(*cell) {
                self.cell(cell, *character, &sockets, &passages);
            }
        }
        anchor(place, self.name, nearest_to_middle(self.walk_map, place), self.findings);
    }

    /// Returns the level cell of a cell of the picture.
    fn in_level(&self, cell: Cell) -> Option<Cell> {
        in_level(self.place, turned(self.place, cell, self.drawn.size))
    }

    fn cell(
        &mut self,
        cell: Cell,
        character: char,
        sockets: &BTreeSet<Cell>,
        passages: &BTreeSet<PassageId>,
    ) {
        if self.drawn.template.nothing.contains(&character) {
            return self.nothing(cell, passages);
        }
        if self.walk_map.owner(cell) != OwnedBy::Place(self.place.id) {
            let owner = names::owner(self.walk_map.level, self.walk_map.owner(cell));
            self.wrong("owner", cell, |name, at| format!("the cell {at} of {name} belongs to {owner}."));
        }
        if sockets.contains(&cell) {
            return;
        }
        let Some(wanted) = self.drawn.template.legend.get(&character) else { return };
        match self.walk_map.tile(cell) {
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

    /// Checks a cell of the picture that is not part of the room: wall, or a route to a socket in a notch.
    fn nothing(&mut self, cell: Cell, passages: &BTreeSet<PassageId>) {
        if matches!(self.walk_map.owner(cell), OwnedBy::Passage(id) if passages.contains(&id))
            && self.walk_map.is_walkable(cell)
        {
            return;
        }
        if self.walk_map.owner(cell) != OwnedBy::Nobody {
            let owner = names::owner(self.walk_map.level, self.walk_map.owner(cell));
            self.wrong("owner", cell, |name, at| {
                format!("{at}, which is not part of {name}, belongs to {owner}.")
            });
        }
        if self.walk_map.tile(cell).is_none_or(|tile| tile.walkable || tile.name != "wall") {
            self.wrong("tile", cell, |name, at| format!("{at}, which is not part of {name}, is not wall."));
        }
    }

    fn sockets(&mut self) {
        let sockets = self.drawn.template.sockets.iter();
        let wanted: BTreeSet<Cell> = sockets.filter_map(|cell| self.in_level(*cell)).collect();
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
        let of_template = self.drawn.template.sockets.iter().filter_map(|cell| self.in_level(*cell));
        let is_in_order = self.place.sockets.iter().map(|socket| socket.cell).eq(of_template);
        if !is_in_order && found == wanted {
            let message = format!("{} does not list its sockets in the order of its template.", self.name);
            self.findings.add(Some(self.place.anchor), message);
        }
        for cell in wanted.difference(&found) {
            self.wrong("socket", *cell, |name, at| {
                format!("{name} lacks the socket at {at} of its template.")
            });
        }
    }

    fn wrong(&mut self, kind: &'static str, cell: Cell, message: impl FnOnce(Name, &str) -> String) {
        let kind = (kind, i64::from(self.place.id.0), 0);
        self.findings.add_one_of_many(kind, Some(cell), || message(self.name, &names::cell(cell)));
    }
}

/// Checks that everything that authors drew into a place is there, once, and opens nothing.
pub(super) fn entities<'a>(
    place: &Place,
    name: Name,
    mut wanted: BTreeSet<DrawnThing<'a>>,
    standing: &[&'a Entity],
    findings: &mut PromiseBreaks,
) {
    let kind = ("entity", i64::from(place.id.0), 0);
    for entity in standing {
        let found = (entity.at, entity.kind.as_str(), entity.marker, &entity.properties);
        if !wanted.remove(&found) || !entity.opens.is_empty() {
            findings.add_one_of_many(kind, Some(entity.at), || {
                let (kind, id, at) = (&entity.kind, entity.id, names::cell(entity.at));
                format!("the {kind} (entity {id}) at {at} in {name} is not what its author drew there.")
            });
        }
    }
    for (cell, what, is_marker, _) in wanted {
        findings.add_one_of_many(kind, Some(cell), || {
            let noun = if is_marker { "marker" } else { "entity" };
            format!("{name} lacks the {noun} \"{what}\" that its author drew at {}.", names::cell(cell))
        });
    }
}
