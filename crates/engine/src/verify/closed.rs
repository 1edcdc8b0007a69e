//! P5: every used socket is a door or a recorded gap, every unused one is blocked.
//!
//! - A used socket has the tile of its passage's doors and is listed among them; the passage arrives there
//!   from outside.
//! - A passage whose door is a gap has floor there. Another passage has one gap at most: one of its two doors.
//! - An unused one has its own blocker, or that of its template; in the frame of a board it is wall.
//! - A socket with a kind is used only by passages of that kind, which use no other in a room with such
//!   sockets.
//! - A passage has exactly one door in each room at its ends, that of its beginning first. Each is a socket
//!   that it uses, and it uses no others.
//! - A corridor that enters no room, with doors that are not plain, has a door across it. Nobody gets through
//!   without stepping on a door ([`super::cuts`]).

use std::collections::{BTreeMap, BTreeSet};

use super::cuts;
use super::findings::PromiseBreaks;
use super::names;
use super::techniques::has_sockets;
use super::templates::{CheckedTemplate, TemplateIndex};
use super::turned::{in_level, turned};
use super::walk_map::WalkMap;
use crate::base::Cell;
use crate::level::{OwnedBy, Passage, PassageId, Place, PlaceId, Socket, SpecialSocket};
use crate::mission::Door;

pub(super) fn check(walk_map: &WalkMap, templates: &TemplateIndex) -> PromiseBreaks {
    let passages = || walk_map.level.passages.iter();
    let doors = passages().flat_map(|passage| passage.doors.iter().map(|door| (passage.id, *door)));
    let mut check = ClosedCheck { walk_map, doors: doors.collect(), findings: PromiseBreaks::default() };
    for place in &walk_map.level.places {
        let drawn = templates.drawn(place.template.as_deref());
        check.sockets(&Sockets::new(place, drawn));
    }
    let used = used_sockets(walk_map);
    for passage in passages() {
        check.doors(passage, &used);
        check.one_door_in_each_room(passage);
        check.threshold(passage);
        check.gap(passage);
    }
    cuts::check(walk_map, &mut check.findings);
    check.findings
}

/// Returns the sockets that passages use, each with the passage and the place.
fn used_sockets(walk_map: &WalkMap) -> BTreeSet<(Cell, PassageId, PlaceId)> {
    let used = |place: &Place, socket: &Socket| Some((socket.cell, socket.passage?, place.id));
    let places = walk_map.level.places.iter();
    places.flat_map(|place| place.sockets.iter().filter_map(move |socket| used(place, socket))).collect()
}

/// The sockets of a room with the data of its template.
struct Sockets<'a> {
    place: &'a Place,
    drawn: Option<&'a CheckedTemplate<'a>>,
    special: BTreeMap<Cell, &'a SpecialSocket>,
}

impl<'a> Sockets<'a> {
    fn new(place: &'a Place, drawn: Option<&'a CheckedTemplate<'a>>) -> Self {
        let special = drawn.into_iter().flat_map(|drawn| {
            let at = |cell: &Cell| in_level(place, turned(place, *cell, drawn.size));
            drawn.special.iter().filter_map(move |(cell, special)| Some((at(cell)?, *special)))
        });
        Self { place, drawn, special: special.collect() }
    }

    fn kind(&self, cell: Cell) -> Option<&str> {
        self.special.get(&cell)?.kind.as_deref()
    }

    /// Returns the kind of sockets that a passage uses here.
    fn wanted<'b>(&self, passage: &'b Passage) -> Option<&'b str> {
        let kinds = &self.drawn?.kinds;
        passage.socket.as_deref().filter(|kind| kinds.contains(kind))
    }

    fn blocker(&self, cell: Cell) -> Option<&str> {
        let own = self.special.get(&cell).and_then(|special| special.blocker.as_deref());
        let of_board = self.place.board.as_ref().map(|_| "wall");
        own.or(self.drawn.map(|drawn| drawn.template.blocker.as_str())).or(of_board)
    }
}

struct ClosedCheck<'a> {
    walk_map: &'a WalkMap<'a>,
    /// The doors of all passages, each with its passage.
    doors: BTreeSet<(PassageId, Cell)>,
    findings: PromiseBreaks,
}

impl ClosedCheck<'_> {
    fn sockets(&mut self, sockets: &Sockets) {
        let mut count: BTreeMap<PassageId, usize> = BTreeMap::new();
        for socket in &sockets.place.sockets {
            match socket.passage {
                Some(passage) => {
                    *count.entry(passage).or_default() += 1;
                    self.used(sockets, socket.cell, passage);
                }
                None => self.unused(sockets, socket.cell),
            }
        }
        for (id, count) in count {
            let Some(passage) = self.walk_map.passage(id) else { continue };
            let ends = passage.ends().iter().filter(|(_, end)| *end == sockets.place.id).count();
            if count > ends.max(1) {
                let (name, room) = (names::passage(self.walk_map.level, id), self.room(sockets));
                self.findings
                    .add(Some(sockets.place.anchor), format!("{name} uses {count} sockets of {room}."));
            }
        }
    }

    fn room(&self, sockets: &Sockets) -> String {
        names::place(self.walk_map.level, sockets.place.id).to_string()
    }

    fn used(&mut self, sockets: &Sockets, cell: Cell, id: PassageId) {
        let walk_map = self.walk_map;
        let mut wrong = |what: &str| {
            let kind = ("used", i64::from(sockets.place.id.0), 0);
            self.findings.add_one_of_many(kind, Some(cell), || {
                let room = names::place(walk_map.level, sockets.place.id);
                format!("the socket at {} of {room} is used by passage {id}, {what}.", names::cell(cell))
            });
        };
        let Some(passage) = walk_map.passage(id) else { return wrong("which does not exist") };
        if !passage.ends().iter().any(|(_, end)| *end == sockets.place.id) {
            wrong("which does not end there");
        }
        if !self.doors.contains(&(id, cell)) {
            wrong("but is not among its doors");
        }
        let (kind, wanted) = (sockets.kind(cell), sockets.wanted(passage));
        if kind != wanted && sockets.drawn.is_some() {
            let named =
                |kind: Option<&str>| kind.map_or("no kind".to_owned(), |kind| format!("the kind \"{kind}\""));
            wrong(&format!("which needs one of {}, but is of {}", named(wanted), named(kind)));
        }
        if !walk_map.is_walkable(cell) {
            wrong("but you cannot walk there");
        } else if !is_door(walk_map, passage, cell) {
            let wanted = match door_at(passage, cell) {
                Door::Gap => "floor".to_owned(),
                door => format!("a {}", door.tile_name()),
            };
            wrong(&format!("but is not {wanted}"));
        } else if !walk_map.touches(OwnedBy::Passage(id), cell) {
            wrong("which does not arrive there");
        }
    }

    fn unused(&mut self, sockets: &Sockets, cell: Cell) {
        let blocker = sockets.blocker(cell);
        let wrong = if self.walk_map.is_walkable(cell) {
            "open".to_owned()
        } else if self.walk_map.tile(cell).map(|tile| tile.name.as_str()) != blocker {
            format!("not closed by {}", blocker.unwrap_or("a blocker"))
        } else {
            return;
        };
        let (room, at) = (self.room(sockets), names::cell(cell));
        let kind = ("unused", i64::from(sockets.place.id.0), 0);
        self.findings.add_one_of_many(kind, Some(cell), || {
            format!("the socket at {at} of {room} is not used, but {wrong}.")
        });
    }

    /// Checks that doors in rooms are sockets that the passage uses.
    fn doors(&mut self, passage: &Passage, used: &BTreeSet<(Cell, PassageId, PlaceId)>) {
        for door in &passage.doors {
            let Some(room) = self.room_at(*door) else { continue };
            if !used.contains(&(*door, passage.id, room.id)) {
                let (name, at) = (names::passage(self.walk_map.level, passage.id), names::cell(*door));
                let room = names::place(self.walk_map.level, room.id);
                let kind = ("door", i64::from(passage.id.0), 0);
                self.findings.add_one_of_many(kind, Some(*door), || {
                    format!("{name} has a door at {at} in {room}, which is not a socket that it uses.")
                });
            }
        }
    }

    /// Returns the room that owns a cell.
    fn room_at(&self, cell: Cell) -> Option<&Place> {
        let OwnedBy::Place(id) = self.walk_map.owner(cell) else { return None };
        self.walk_map.place(id).filter(|place| has_sockets(place))
    }

    /// Checks that the doors of a passage are in the rooms at its ends, in their order.
    fn one_door_in_each_room(&mut self, passage: &Passage) {
        let is_room = |id: &PlaceId| self.walk_map.place(*id).is_some_and(has_sockets);
        let rooms = passage.ends().map(|(_, end)| end).into_iter().filter(is_room);
        let found = passage.doors.iter().map(|door| self.room_at(*door).map(|room| room.id));
        if !found.eq(rooms.map(Some)) {
            let name = names::passage(self.walk_map.level, passage.id);
            let message =
                || format!("{name} does not have one door in each room at its ends, in their order.");
            self.findings.add_one_of_many(("doors", 0, 0), passage.doors.first().copied(), message);
        }
    }

    /// Checks that a gap is one of two doors, so that the other remains.
    fn gap(&mut self, passage: &Passage) {
        let Some(gap) = passage.gap else { return };
        let is_right = passage.door != Door::Gap && passage.doors.len() == 2 && passage.doors.contains(&gap);
        if !is_right {
            let (name, at) = (names::passage(self.walk_map.level, passage.id), names::cell(gap));
            self.findings.add_one_of_many(("gap", i64::from(passage.id.0), 0), Some(gap), || {
                format!("{name} has a gap at {at}, which is not one of its two doors.")
            });
        }
    }

    /// Checks that a corridor with a door that is not plain enters a room, or has the door across it.
    fn threshold(&mut self, passage: &Passage) {
        let (walk_map, door) = (self.walk_map, passage.door.tile_name());
        let mut wrong = |cell: Option<Cell>, what: &str| {
            self.findings.add_one_of_many(("threshold", i64::from(passage.id.0), 0), cell, || {
                let name = names::passage(walk_map.level, passage.id);
                let at = cell.map(|cell| format!(" at {}", names::cell(cell))).unwrap_or_default();
                format!("the {door} of {name}{at} {what}.")
            });
        };
        if !passage.threshold.is_sorted_by(|one, next| (one.y, one.x) < (next.y, next.x)) {
            wrong(None, "is not listed row by row");
        }
        for cell in &passage.threshold {
            if walk_map.owner(*cell) != OwnedBy::Passage(passage.id) {
                wrong(Some(*cell), "does not lie on it");
            } else if !is_door(walk_map, passage, *cell) {
                wrong(Some(*cell), "is not there");
            }
        }
        let is_wanted = passage.door.lies_across() && passage.kind.owns_cells() && passage.doors.is_empty();
        match (is_wanted, passage.threshold.first()) {
            (true, None) => wrong(None, "is missing"),
            (false, Some(cell)) => wrong(Some(*cell), "lies across it, but should not"),
            _ => {}
        }
    }
}

fn is_door(walk_map: &WalkMap, passage: &Passage, cell: Cell) -> bool {
    let name = door_at(passage, cell).tile_name();
    walk_map.tile(cell).is_some_and(|tile| tile.walkable && tile.name == name)
}

/// Returns the door that a passage has at one of its cells.
fn door_at(passage: &Passage, cell: Cell) -> Door {
    if passage.gap == Some(cell) { Door::Gap } else { passage.door }
}
