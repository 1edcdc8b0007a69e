//! Turns places, passages, starts, exits, doors, locks, drops on boards and entities into LDtk entities.
//!
//! They refer to each other by their iids.

use std::collections::BTreeMap;

use super::enums::FieldEnum;
use super::fields::{FieldDefinition, FieldEntry, FieldValue, attribute_value, define};
use super::level::ProjectLevel;
use super::names::{Iids, Unique, capitalised};
use super::uids::Uids;
use crate::base::{Cell, Rect, Size};
use crate::export::atlas::Atlas;
use crate::export::palette::MapPalette;
use crate::export::things::{BOARD_DROP, doors, ends, lock_cell, locks};
use crate::insight::find_drops;
use crate::level::{Entity, Level, Lock, Passage, Place, PlaceId};
use crate::mission::Attributes;
use crate::picture::{LevelSprites, MapSprite};

/// Definitions that every project has. Entities of other kinds get definitions of their own.
const FIXED: [&str; 8] = ["Room", "Passage", "PlayerStart", "Exit", "Door", "Lock", BOARD_DROP, KEY];

/// Definition of things that open something.
const KEY: &str = "Key";

/// Field with the tile that shows an entity.
const SPRITE: &str = "sprite";

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
    /// Tile that shows its entities.
    pub sprite: Option<u32>,
    pub fields: Vec<FieldDefinition>,
}

/// Returns all entities of a level in this order: places, passages, starts and exits, doors, locks, drops on
/// boards, entities.
pub(super) fn things<'l>(
    level: &'l Level,
    (atlas, sprites): (&Atlas, &LevelSprites),
    iids: &mut Iids,
) -> Vec<LdtkEntity<'l>> {
    let shown = |sprite: &MapSprite| FieldEntry::tile(SPRITE, atlas.sprite(sprite));
    let links = EntityLinks {
        level,
        rooms: level.places.iter().map(|place| iids.of(format!("place_{}", place.id))).collect(),
        passages: level.passages.iter().map(|passage| iids.of(format!("passage_{}", passage.id))).collect(),
        locks: locks(level)
            .map(|(_, passage, lock)| iids.of(format!("lock_{}_{:?}", passage.id, lock.end)))
            .collect(),
        entities: level.entities.iter().map(|entity| iids.of(format!("entity_{}", entity.id))).collect(),
    };
    let definitions = definitions_of_kinds(atlas.kinds.iter().map(String::as_str));
    let mut things: Vec<LdtkEntity<'l>> = Vec::new();
    things.extend(level.places.iter().zip(&links.rooms).map(|(place, iid)| links.room(place, iid)));
    let passages = level.passages.iter().zip(&links.passages);
    things.extend(passages.map(|(passage, iid)| links.passage(passage, iid)));
    for (place, name, definition) in ends(level) {
        let iid = iids.of(format!("{name}_{}", place.id));
        let sprite = if name == "start" { MapSprite::start() } else { MapSprite::exit() };
        let entries = vec![links.room_link("place", place.id), shown(&sprite)];
        things.push(links.at(place.anchor, definition, &iid, entries));
    }
    for (number, passage, cell) in doors(level) {
        let iid = iids.of(format!("door_{}_{}_{}", passage.id, cell.x, cell.y));
        things.push(links.door(number, passage, cell, &iid));
    }
    let locks = locks(level).zip(&links.locks);
    things.extend(locks.map(|((number, passage, lock), iid)| {
        links.lock(number, passage, (lock, shown(&sprites.lock(lock.place))), iid)
    }));
    for drop in find_drops(level) {
        let iid = iids.of(format!("drop_{}_{}_{}", drop.place, drop.at.x, drop.at.y));
        let entries = vec![
            links.room_link("place", drop.place),
            FieldEntry::text("towards", drop.towards.name()),
            shown(&MapSprite::board_drop(drop.towards)),
        ];
        things.push(links.at(drop.at, BOARD_DROP, &iid, entries));
    }
    for ((entity, sprite), iid) in level.entities.iter().zip(&sprites.entities).zip(&links.entities) {
        let definition = if entity.opens.is_empty() { definitions.get(&*entity.kind) } else { None };
        let sprite = sprite.as_ref().map_or_else(|| FieldEntry::tile(SPRITE, None), shown);
        things.push(links.entity(entity, (definition.map_or(KEY, String::as_str), sprite), iid));
    }
    things
}

/// Returns the identifiers for kinds of entities that open nothing.
fn definitions_of_kinds<'k>(kinds: impl Iterator<Item = &'k str>) -> BTreeMap<&'k str, String> {
    let mut names = Unique::with(FIXED);
    let mut kinds: Vec<&str> = kinds.filter(|kind| *kind != KEY).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.into_iter().map(|kind| (kind, names.take(capitalised(kind, "Entity")))).collect()
}

/// Returns the definitions of all entities that projects with the palette can have.
///
/// Kinds that occur in no level have a definition without attributes.
pub(super) fn definitions(
    levels: &[ProjectLevel<'_>],
    palette: &MapPalette,
    uids: &mut Uids,
) -> Vec<Definition> {
    let kinds = definitions_of_kinds(palette.kinds());
    let names = FIXED.map(|name| (name, None)).into_iter();
    let names = names.chain(kinds.iter().map(|(kind, identifier)| (identifier.as_str(), Some(*kind))));
    let mut of_definition: BTreeMap<&str, Vec<&LdtkEntity<'_>>> = BTreeMap::new();
    for thing in levels.iter().flat_map(|level| &level.things) {
        of_definition.entry(&thing.definition).or_default().push(thing);
    }
    let mut made = Vec::new();
    for (identifier, kind) in names {
        let own = of_definition.get(identifier).map(Vec::as_slice).unwrap_or_default();
        let missing = if kind.is_some() { entity_entries(None) } else { Vec::new() };
        if own.is_empty() && missing.is_empty() {
            continue;
        }
        let name = format!("entity/{identifier}");
        made.push(Definition {
            identifier: identifier.to_owned(),
            uid: uids.of(&name),
            doc: kind.filter(|kind| *kind != identifier).map(ToOwned::to_owned),
            sprite: own.iter().find_map(|thing| thing.sprite()),
            fields: define(
                &name,
                own.first().map_or(missing.as_slice(), |thing| &thing.entries),
                own.iter().map(|thing| thing.attributes),
                uids,
            ),
        });
    }
    made
}

/// Returns the fields of an entity without links and sprite, or their definitions.
fn entity_fields(entity: Option<&Entity>) -> [FieldEntry; 6] {
    [
        FieldEntry::int("entity", entity.map_or(0, |entity| entity.id.0)),
        FieldEntry::text("kind", entity.map_or("", |entity| &*entity.kind)),
        FieldEntry::some_int("node", entity.and_then(|entity| entity.node).map(|node| node.0)),
        FieldEntry::some_text("pass", entity.and_then(|entity| entity.pass.as_ref())),
        FieldEntry::bool("solid", entity.is_some_and(|entity| entity.solid)),
        FieldEntry::bool("marker", entity.is_some_and(|entity| entity.marker)),
    ]
}

/// The links of an entity: its place, what it opens, and its sprite.
struct EntityFields {
    place: FieldEntry,
    opens: Vec<String>,
    locks: Vec<String>,
    sprite: FieldEntry,
}

/// Returns all fields of an entity, or of a kind that does not occur.
fn entity_entries(own: Option<(&Entity, EntityFields)>) -> Vec<FieldEntry> {
    let (entity, links) = own.unzip();
    let links = links.unwrap_or_else(|| EntityFields {
        place: FieldEntry::link("place", "Room", None),
        opens: Vec::new(),
        locks: Vec::new(),
        sprite: FieldEntry::tile(SPRITE, None),
    });
    let mut entries = Vec::from(entity_fields(entity));
    entries.insert(2, links.place);
    entries.push(FieldEntry::links("opens", Some("Room"), links.opens));
    entries.push(FieldEntry::links("locks", Some("Lock"), links.locks));
    entries.push(links.sprite);
    entries
}

impl LdtkEntity<'_> {
    /// Returns the tile that shows it.
    pub fn sprite(&self) -> Option<u32> {
        self.entries.iter().find_map(|entry| match entry.value {
            FieldValue::Tile(tile) => Some(tile),
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
            FieldEntry::some_choice("role", FieldEnum::Role, place.role),
            FieldEntry::choice("technique", FieldEnum::Technique, place.technique),
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
            FieldEntry::choice("form", FieldEnum::Form, passage.kind),
            FieldEntry::choice("door", FieldEnum::Door, passage.door),
            FieldEntry::bool("one_way", passage.one_way),
            FieldEntry::some_text("socket", passage.socket.as_ref()),
            FieldEntry::points("way", points),
        ];
        self.at(at, "Passage", iid, entries)
    }

    fn door(&self, number: u32, passage: &Passage, cell: Cell, iid: &str) -> LdtkEntity<'l> {
        let entries = vec![
            self.passage_link(number),
            FieldEntry::choice("door", FieldEnum::Door, passage.door),
            FieldEntry::bool("one_way", passage.one_way),
            FieldEntry::bool("locked", !passage.locks.is_empty()),
        ];
        self.at(cell, "Door", iid, entries)
    }

    fn lock(
        &self,
        number: u32,
        passage: &Passage,
        (lock, sprite): (&Lock, FieldEntry),
        iid: &str,
    ) -> LdtkEntity<'l> {
        let keys = self.level.entities.iter().zip(&self.entities);
        let keys = keys.filter(|(entity, _)| lock.keys.contains(&entity.id));
        let entries = vec![
            self.passage_link(number),
            self.room_link("place", lock.place),
            FieldEntry::text("end", format!("{:?}", lock.end)),
            FieldEntry::links("keys", None, keys.map(|(_, iid)| iid.clone()).collect()),
            FieldEntry::int("needed", lock.needed),
            sprite,
        ];
        let at = lock_cell(passage, lock).unwrap_or_else(|| self.anchor(lock.place));
        self.at(at, "Lock", iid, entries)
    }

    fn entity(
        &self,
        entity: &'l Entity,
        (definition, sprite): (&str, FieldEntry),
        iid: &str,
    ) -> LdtkEntity<'l> {
        let opened = entity.opens.iter().filter_map(|place| self.room_iid(*place)).cloned();
        let locks = locks(self.level).zip(&self.locks);
        let locks = locks.filter(|((_, _, lock), _)| lock.keys.contains(&entity.id));
        let links = EntityFields {
            place: self.room_link("place", entity.place),
            opens: opened.collect(),
            locks: locks.map(|(_, iid)| iid.clone()).collect(),
            sprite,
        };
        let entries = entity_entries(Some((entity, links)));
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
