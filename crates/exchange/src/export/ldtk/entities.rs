//! Turns places, passages, starts, exits, doors, locks, drops on boards and entities into LDtk entities.
//!
//! They refer to each other by their iids.

use std::collections::BTreeMap;

use super::fields::{FieldDefinition, FieldEntry, FieldValue, attribute_value, define};
use super::names::{Iids, Unique, capitalised};
use super::uids::Uids;
use crate::base::{Cell, Rect, Size};
use crate::export::things::{BOARD_DROP, doors, ends, lock_cell, locks};
use crate::insight::find_drops;
use crate::level::{Entity, Level, Lock, Passage, Place, PlaceId};
use crate::mission::Attributes;

/// Definitions that every project has. Entities of other kinds get definitions of their own.
const FIXED: [&str; 8] = ["Room", "Passage", "PlayerStart", "Exit", "Door", "Lock", BOARD_DROP, KEY];

/// Definition of things that open something.
const KEY: &str = "Key";

static NO_ATTRIBUTES: Attributes = Attributes::new();

/// An LDtk entity.
pub(super) struct LdtkEntity<'l> {
    /// Identifier of its definition.
    pub definition: String,
    pub iid: String,
    /// Cells that it covers: several for a place, one for everything else.
    pub cells: Rect,
    pub entries: Vec<FieldEntry>,
    pub attributes: &'l Attributes,
}

/// The definition of an entity.
pub(super) struct Definition {
    pub identifier: String,
    pub uid: u32,
    /// Name in the grammar, if that is not a valid identifier.
    pub doc: Option<String>,
    pub fields: Vec<FieldDefinition>,
}

/// Returns all entities of a level in this order: places, passages, starts and exits, doors, locks, drops on
/// boards, entities.
pub(super) fn things<'l>(level: &'l Level, iids: &mut Iids) -> Vec<LdtkEntity<'l>> {
    let links = EntityLinks {
        level,
        rooms: level.places.iter().map(|place| iids.of(format!("place_{}", place.id))).collect(),
        passages: level.passages.iter().map(|passage| iids.of(format!("passage_{}", passage.id))).collect(),
        locks: locks(level)
            .map(|(_, passage, lock)| iids.of(format!("lock_{}_{:?}", passage.id, lock.end)))
            .collect(),
        entities: level.entities.iter().map(|entity| iids.of(format!("entity_{}", entity.id))).collect(),
    };
    let definitions = definitions_of_kinds(level);
    let mut things: Vec<LdtkEntity<'l>> = Vec::new();
    things.extend(level.places.iter().zip(&links.rooms).map(|(place, iid)| links.room(place, iid)));
    let passages = level.passages.iter().zip(&links.passages);
    things.extend(passages.map(|(passage, iid)| links.passage(passage, iid)));
    for (place, name, definition) in ends(level) {
        let iid = iids.of(format!("{name}_{}", place.id));
        let entries = vec![links.room_link("place", place.id)];
        things.push(links.at(place.anchor, definition, &iid, entries));
    }
    for (number, passage, cell) in doors(level) {
        let iid = iids.of(format!("door_{}_{}_{}", passage.id, cell.x, cell.y));
        things.push(links.door(number, passage, cell, &iid));
    }
    let locks = locks(level).zip(&links.locks);
    things.extend(locks.map(|((number, passage, lock), iid)| links.lock(number, passage, lock, iid)));
    for drop in find_drops(level) {
        let iid = iids.of(format!("drop_{}_{}_{}", drop.place, drop.at.x, drop.at.y));
        let entries =
            vec![links.room_link("place", drop.place), FieldEntry::text("towards", drop.towards.name())];
        things.push(links.at(drop.at, BOARD_DROP, &iid, entries));
    }
    for (entity, iid) in level.entities.iter().zip(&links.entities) {
        let definition = if entity.opens.is_empty() { definitions.get(&*entity.kind) } else { None };
        things.push(links.entity(entity, definition.map_or(KEY, String::as_str), iid));
    }
    things
}

/// Returns the identifiers for kinds of entities that open nothing.
fn definitions_of_kinds(level: &Level) -> BTreeMap<&str, String> {
    let mut names = Unique::with(FIXED);
    let kinds = level.entities.iter().filter(|entity| entity.opens.is_empty());
    let mut kinds: Vec<&str> = kinds.map(|entity| &*entity.kind).filter(|kind| *kind != KEY).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.into_iter().map(|kind| (kind, names.take(capitalised(kind, "Entity")))).collect()
}

/// Returns the definitions of all entities, in the order of first use.
pub(super) fn definitions(things: &[LdtkEntity], uids: &mut Uids) -> Vec<Definition> {
    let mut of_definition: Vec<(&str, Vec<&LdtkEntity>)> = Vec::new();
    let mut at: BTreeMap<&str, usize> = BTreeMap::new();
    for thing in things {
        let index = *at.entry(&thing.definition).or_insert_with(|| {
            of_definition.push((&thing.definition, Vec::new()));
            of_definition.len() - 1
        });
        if let Some((_, own)) = of_definition.get_mut(index) {
            own.push(thing);
        }
    }
    let defined = |(identifier, own): (&str, Vec<&LdtkEntity>)| {
        let first = own.first();
        let kind = first.and_then(|thing| thing.kind()).filter(|_| !FIXED.contains(&identifier));
        Definition {
            identifier: identifier.to_owned(),
            uid: uids.next(),
            doc: kind.filter(|kind| *kind != identifier).map(ToOwned::to_owned),
            fields: define(
                first.map_or(&[], |thing| &thing.entries),
                own.iter().map(|thing| thing.attributes),
                uids,
            ),
        }
    };
    of_definition.into_iter().map(defined).collect()
}

impl LdtkEntity<'_> {
    /// Returns the name of its kind in the grammar, if it is an entity there.
    fn kind(&self) -> Option<&str> {
        self.entries.iter().find_map(|entry| match &entry.value {
            FieldValue::Text(kind) if entry.name == "kind" => Some(kind.as_str()),
            _ => None,
        })
    }

    /// Returns the values of all fields of its definition.
    pub fn values(&self, definition: &Definition) -> Vec<FieldValue> {
        let own = self.entries.iter().map(|entry| entry.value.clone());
        let attributes = definition.fields.iter().filter_map(|field| {
            Some(attribute_value(self.attributes.get(field.attribute.as_ref()?), field.kind))
        });
        own.chain(attributes).collect()
    }
}

/// Targets that entities refer to: all iids, in the order of the level.
struct EntityLinks<'l> {
    level: &'l Level,
    rooms: Vec<String>,
    passages: Vec<String>,
    locks: Vec<String>,
    entities: Vec<String>,
}

impl<'l> EntityLinks<'l> {
    fn room(&self, place: &'l Place, iid: &str) -> LdtkEntity<'l> {
        let entries = vec![
            FieldEntry::int("place", place.id.0),
            FieldEntry::int("node", place.node.0),
            FieldEntry::text("symbol", &place.symbol),
            FieldEntry::some_text("role", place.role.map(|role| format!("{role:?}"))),
            FieldEntry::text("technique", format!("{:?}", place.technique)),
            FieldEntry::some_text("template", place.template.as_ref()),
            FieldEntry::int("turn", place.turn),
            FieldEntry::bool("flip", place.flip),
        ];
        LdtkEntity {
            cells: place.bounds,
            attributes: &place.attributes,
            ..self.at(place.anchor, "Room", iid, entries)
        }
    }

    fn passage(&self, passage: &Passage, iid: &str) -> LdtkEntity<'l> {
        let from = self.anchor(passage.from);
        let through = passage.doors.iter().chain(&passage.threshold).copied();
        let at = passage.door_cells().chain(through).next().unwrap_or(from);
        let doors = passage.doors.iter().copied();
        let points = std::iter::once(from).chain(doors).chain([self.anchor(passage.to)]).collect();
        let entries = vec![
            FieldEntry::int("passage", passage.id.0),
            FieldEntry::int("edge", passage.edge.0),
            FieldEntry::text("symbol", &passage.symbol),
            self.room_link("from", passage.from),
            self.room_link("to", passage.to),
            FieldEntry::text("form", format!("{:?}", passage.kind)),
            FieldEntry::text("door", format!("{:?}", passage.door)),
            FieldEntry::bool("one_way", passage.one_way),
            FieldEntry::some_text("socket", passage.socket.as_ref()),
            FieldEntry::points("way", points),
        ];
        self.at(at, "Passage", iid, entries)
    }

    fn door(&self, number: u32, passage: &Passage, cell: Cell, iid: &str) -> LdtkEntity<'l> {
        let entries = vec![
            self.passage_link(number),
            FieldEntry::text("door", format!("{:?}", passage.door)),
            FieldEntry::bool("one_way", passage.one_way),
            FieldEntry::bool("locked", !passage.locks.is_empty()),
        ];
        self.at(cell, "Door", iid, entries)
    }

    fn lock(&self, number: u32, passage: &Passage, lock: &Lock, iid: &str) -> LdtkEntity<'l> {
        let keys = self.level.entities.iter().zip(&self.entities);
        let keys = keys.filter(|(entity, _)| lock.keys.contains(&entity.id));
        let entries = vec![
            self.passage_link(number),
            self.room_link("place", lock.place),
            FieldEntry::text("end", format!("{:?}", lock.end)),
            FieldEntry::links("keys", None, keys.map(|(_, iid)| iid.clone()).collect()),
            FieldEntry::int("needed", lock.needed),
        ];
        let at = lock_cell(passage, lock).unwrap_or_else(|| self.anchor(lock.place));
        self.at(at, "Lock", iid, entries)
    }

    fn entity(&self, entity: &'l Entity, definition: &str, iid: &str) -> LdtkEntity<'l> {
        let opened = entity.opens.iter().filter_map(|place| self.room_iid(*place)).cloned();
        let locks = locks(self.level).zip(&self.locks);
        let locks = locks.filter(|((_, _, lock), _)| lock.keys.contains(&entity.id));
        let entries = vec![
            FieldEntry::int("entity", entity.id.0),
            FieldEntry::text("kind", &entity.kind),
            self.room_link("place", entity.place),
            FieldEntry::some_int("node", entity.node.map(|node| node.0)),
            FieldEntry::some_text("pass", entity.pass.as_ref()),
            FieldEntry::bool("solid", entity.solid),
            FieldEntry::bool("marker", entity.marker),
            FieldEntry::links("opens", Some("Room"), opened.collect()),
            FieldEntry::links("locks", Some("Lock"), locks.map(|(_, iid)| iid.clone()).collect()),
        ];
        LdtkEntity { attributes: &entity.properties, ..self.at(entity.at, definition, iid, entries) }
    }

    /// Creates an entity without attributes on a cell.
    fn at(&self, cell: Cell, definition: &str, iid: &str, entries: Vec<FieldEntry>) -> LdtkEntity<'l> {
        let cells = Rect { min: cell, size: Size::new(1, 1) };
        let (definition, iid) = (definition.to_owned(), iid.to_owned());
        LdtkEntity { definition, iid, cells, entries, attributes: &NO_ATTRIBUTES }
    }

    fn passage_link(&self, number: u32) -> FieldEntry {
        FieldEntry::link("passage", "Passage", self.passages.get(number as usize))
    }

    fn room_link(&self, name: &'static str, place: PlaceId) -> FieldEntry {
        FieldEntry::link(name, "Room", self.room_iid(place))
    }

    /// Returns the iid of a place, or `None` if there is no such place.
    fn room_iid(&self, place: PlaceId) -> Option<&String> {
        self.rooms.get(place.index())
    }

    fn anchor(&self, place: PlaceId) -> Cell {
        self.level.place(place).map(|place| place.anchor).unwrap_or_default()
    }
}
