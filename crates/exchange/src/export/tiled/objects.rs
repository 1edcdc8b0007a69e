//! Turns places, entities, doors and passages into objects of a map.
//!
//! Ids count from 1: places, entities, doors, locks, passages, drops on boards, areas. They are known in advance,
//! so any object can refer to any other. Things that players see are tiles of the map.

use std::collections::BTreeMap;

use super::map::{FIRST_TILE, MapObjectShape, MapProperties, MapProperty, Object, ObjectLayer};
use crate::base::Cell;
use crate::export::areas::owned_rects;
use crate::export::atlas::Atlas;
use crate::export::things::{BOARD_DROP, doors, ends, lock_cell, locks};
use crate::insight::find_drops;
use crate::level::{Entity, EntityId, Level, OwnedBy, Passage, PassageEnd, Place, PlaceId};
use crate::mission::{Attributes, Door};
use crate::picture::{LevelSprites, MapSprite};

/// Returns the four layers of objects; the first one gets id `first_layer`.
pub(super) fn object_layers(
    level: &Level,
    (atlas, sprites): (&Atlas, &LevelSprites),
    first_layer: u32,
) -> Vec<ObjectLayer> {
    let made = ObjectBuilder { level, pixels: atlas.pixels().into(), ids: Ids::new(level), atlas, sprites };
    let layer = |offset: u32, name: &'static str, is_visible: bool, objects: Vec<Object>| ObjectLayer {
        id: first_layer + offset,
        name,
        is_visible,
        objects,
        properties: MapProperties::new(),
    };
    let entities = made.entities().chain(made.ends()).chain(made.doors()).chain(made.locks());
    let entities = entities.chain(made.drops());
    vec![
        layer(0, "Rooms", true, (1..).zip(&level.places).map(|(id, place)| made.room(id, place)).collect()),
        layer(1, "Entities", true, entities.collect()),
        layer(2, "Graph", false, made.edges().collect()),
        layer(3, "Owners", false, made.areas().collect()),
    ]
}

/// The ids of all objects.
struct Ids {
    entities: BTreeMap<EntityId, u32>,
    first_end: u32,
    first_door: u32,
    first_lock: u32,
    first_edge: u32,
    first_drop: u32,
    first_area: u32,
}

impl Ids {
    fn new(level: &Level) -> Self {
        let first_entity = level.places.len() as u32 + 1;
        let entities = level.entities.iter().map(|entity| entity.id).zip(first_entity..).collect();
        let first_end = first_entity + level.entities.len() as u32;
        let first_door = first_end + ends(level).count() as u32;
        let first_lock = first_door + doors(level).count() as u32;
        let first_edge = first_lock + locks(level).count() as u32;
        let first_drop = first_edge + level.passages.len() as u32;
        let first_area = first_drop + find_drops(level).len() as u32;
        Self { entities, first_end, first_door, first_lock, first_edge, first_drop, first_area }
    }
}

struct ObjectBuilder<'l> {
    level: &'l Level,
    pixels: i64,
    ids: Ids,
    atlas: &'l Atlas,
    sprites: &'l LevelSprites,
}

impl ObjectBuilder<'_> {
    fn room(&self, id: u32, place: &Place) -> Object {
        let mut properties = properties([
            ("place", MapProperty::number(place.id.0.into())),
            ("node", MapProperty::number(place.node.0.into())),
            ("symbol", MapProperty::text(&place.symbol)),
            ("technique", MapProperty::text(format!("{:?}", place.technique))),
            ("turn", MapProperty::number(place.turn.into())),
            ("flip", MapProperty::Bool(place.flip)),
        ]);
        if let Some(role) = place.role {
            properties.insert("role".to_owned(), MapProperty::text(format!("{role:?}")));
        }
        if let Some(template) = &place.template {
            properties.insert("room_template".to_owned(), MapProperty::text(template));
        }
        add_attributes(&mut properties, &place.attributes);
        Object {
            id,
            name: format!("room_{}", place.id),
            kind: "Room".to_owned(),
            x: i64::from(place.bounds.min.x) * self.pixels,
            y: i64::from(place.bounds.min.y) * self.pixels,
            shape: MapObjectShape::Rectangle {
                width: u64::from(place.bounds.size.width) * self.pixels.unsigned_abs(),
                height: u64::from(place.bounds.size.height) * self.pixels.unsigned_abs(),
            },
            properties,
        }
    }

    fn entities(&self) -> impl Iterator<Item = Object> {
        let sprites = self.sprites.entities.iter().map(Option::as_ref);
        self.level.entities.iter().zip(sprites).map(|(entity, sprite)| self.entity(entity, sprite))
    }

    fn entity(&self, entity: &Entity, sprite: Option<&MapSprite>) -> Object {
        let mut properties = properties([
            ("entity", MapProperty::number(entity.id.0.into())),
            ("kind", MapProperty::text(&entity.kind)),
            ("place", self.link(entity.place)),
            ("solid", MapProperty::Bool(entity.solid)),
            ("marker", MapProperty::Bool(entity.marker)),
        ]);
        if let Some(node) = entity.node {
            properties.insert("node".to_owned(), MapProperty::number(node.0.into()));
        }
        if let Some(pass) = &entity.pass {
            properties.insert("pass".to_owned(), MapProperty::text(pass));
        }
        add_links(&mut properties, "opens", entity.opens.iter().map(|place| self.room_id(*place)));
        add_attributes(&mut properties, &entity.properties);
        let kind = if entity.opens.is_empty() { entity.kind.clone() } else { "Key".to_owned() };
        let id = self.ids.entities.get(&entity.id).copied().unwrap_or_default();
        let object = self.point(id, format!("entity_{}", entity.id), kind, entity.at, properties);
        self.shown(object, sprite, entity.at)
    }

    fn ends(&self) -> impl Iterator<Item = Object> {
        (self.ids.first_end..).zip(ends(self.level)).map(|(id, (place, name, kind))| {
            let properties = properties([("place", self.link(place.id))]);
            let object =
                self.point(id, format!("{name}_{}", place.id), kind.to_owned(), place.anchor, properties);
            let sprite = if name == "start" { MapSprite::start() } else { MapSprite::exit() };
            self.shown(object, Some(&sprite), place.anchor)
        })
    }

    fn doors(&self) -> impl Iterator<Item = Object> {
        (self.ids.first_door..).zip(doors(self.level)).map(|(id, (number, passage, cell))| {
            let properties = properties([
                ("passage", MapProperty::Object(self.ids.first_edge + number)),
                ("door", MapProperty::text(format!("{:?}", passage.door))),
                ("one_way", MapProperty::Bool(passage.one_way)),
                ("locked", MapProperty::Bool(!passage.locks.is_empty())),
            ]);
            let name = format!("door_{}_{}_{}", passage.id, cell.x, cell.y);
            self.point(id, name, "Door".to_owned(), cell, properties)
        })
    }

    fn drops(&self) -> impl Iterator<Item = Object> {
        (self.ids.first_drop..).zip(find_drops(self.level)).map(|(id, drop)| {
            let properties = properties([
                ("place", self.link(drop.place)),
                ("towards", MapProperty::text(drop.towards.name())),
            ]);
            let name = format!("drop_{}_{}_{}", drop.place, drop.at.x, drop.at.y);
            let object = self.point(id, name, BOARD_DROP.to_owned(), drop.at, properties);
            self.shown(object, Some(&MapSprite::board_drop(drop.towards)), drop.at)
        })
    }

    fn locks(&self) -> impl Iterator<Item = Object> {
        (self.ids.first_lock..).zip(locks(self.level)).map(|(id, (number, passage, lock))| {
            let mut properties = properties([
                ("passage", MapProperty::Object(self.ids.first_edge + number)),
                ("place", self.link(lock.place)),
                ("needed", MapProperty::number(lock.needed.into())),
            ]);
            let keys = lock.keys.iter().filter_map(|key| self.ids.entities.get(key)).copied();
            add_links(&mut properties, "key", keys);
            let at = lock_cell(passage, lock).unwrap_or_else(|| self.anchor(lock.place));
            let end = match lock.end {
                PassageEnd::From => "from",
                PassageEnd::To => "to",
            };
            let object =
                self.point(id, format!("lock_{}_{end}", passage.id), "Lock".to_owned(), at, properties);
            self.shown(object, Some(&self.sprites.lock(lock.place)), at)
        })
    }

    fn edges(&self) -> impl Iterator<Item = Object> {
        (self.ids.first_edge..).zip(&self.level.passages).map(|(id, passage)| self.edge(id, passage))
    }

    fn edge(&self, id: u32, passage: &Passage) -> Object {
        let mut properties = properties([
            ("passage", MapProperty::number(passage.id.0.into())),
            ("edge", MapProperty::number(passage.edge.0.into())),
            ("symbol", MapProperty::text(&passage.symbol)),
            ("from", self.link(passage.from)),
            ("to", self.link(passage.to)),
            ("form", MapProperty::text(format!("{:?}", passage.kind))),
            ("one_way", MapProperty::Bool(passage.one_way)),
        ]);
        if passage.door != Door::Plain {
            properties.insert("door".to_owned(), MapProperty::text(format!("{:?}", passage.door)));
        }
        if let Some(socket) = &passage.socket {
            properties.insert("socket".to_owned(), MapProperty::text(socket));
        }
        let (x, y) = self.middle(self.anchor(passage.from));
        let doors = passage.doors.iter().copied();
        let through = std::iter::once(self.anchor(passage.from)).chain(doors);
        let points = through.chain([self.anchor(passage.to)]).map(|cell| {
            let (other_x, other_y) = self.middle(cell);
            (other_x - x, other_y - y)
        });
        Object {
            id,
            name: format!("passage_{}", passage.id),
            kind: "Edge".to_owned(),
            x,
            y,
            shape: MapObjectShape::Line(points.collect()),
            properties,
        }
    }

    /// Returns rectangles that cover the cells of each place and passage.
    fn areas(&self) -> impl Iterator<Item = Object> {
        (self.ids.first_area..).zip(owned_rects(self.level)).filter_map(|(id, (owner, rect))| {
            let (link, name) = match owner.who() {
                OwnedBy::Place(place) => (self.room_id(place), format!("cells_of_room_{place}")),
                OwnedBy::Passage(passage) => {
                    (self.ids.first_edge + passage.index() as u32, format!("cells_of_passage_{passage}"))
                }
                OwnedBy::Nobody => return None,
            };
            let [x, y] = [rect.min.x, rect.min.y].map(|at| i64::from(at) * self.pixels);
            let [width, height] =
                [rect.size.width, rect.size.height].map(|side| u64::from(side) * self.pixels.unsigned_abs());
            let properties = properties([("owner", MapProperty::Object(link))]);
            let shape = MapObjectShape::Rectangle { width, height };
            Some(Object { id, name, kind: "Area".to_owned(), x, y, shape, properties })
        })
    }

    /// Shows an object as a tile. Tiled anchors such objects at their lower left corner.
    fn shown(&self, object: Object, sprite: Option<&MapSprite>, at: Cell) -> Object {
        let Some(tile) = sprite.and_then(|sprite| self.atlas.sprite(sprite)) else { return object };
        let [x, y] = [i64::from(at.x), i64::from(at.y) + 1].map(|at| at * self.pixels);
        Object { x, y, shape: MapObjectShape::Tile(tile + FIRST_TILE), ..object }
    }

    fn point(&self, id: u32, name: String, kind: String, at: Cell, properties: MapProperties) -> Object {
        let (x, y) = self.middle(at);
        Object { id, name, kind, x, y, shape: MapObjectShape::Point, properties }
    }

    /// Returns a link to a place, or an empty link if there is no such place.
    fn link(&self, place: PlaceId) -> MapProperty {
        MapProperty::Object(self.room_id(place))
    }

    /// Returns the object id of a place, or 0 if there is no such place.
    fn room_id(&self, place: PlaceId) -> u32 {
        if self.level.place(place).is_some() { place.index() as u32 + 1 } else { 0 }
    }

    fn anchor(&self, place: PlaceId) -> Cell {
        self.level.place(place).map(|place| place.anchor).unwrap_or_default()
    }

    fn middle(&self, cell: Cell) -> (i64, i64) {
        let half = self.pixels / 2;
        (i64::from(cell.x) * self.pixels + half, i64::from(cell.y) * self.pixels + half)
    }
}

fn properties<const N: usize>(of: [(&str, MapProperty); N]) -> MapProperties {
    of.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Adds links to several objects: `opens`, `opens_2`, `opens_3` and so on.
fn add_links(properties: &mut MapProperties, name: &str, ids: impl Iterator<Item = u32>) {
    for (number, id) in (1..).zip(ids) {
        let name = if number == 1 { name.to_owned() } else { format!("{name}_{number}") };
        properties.insert(name, MapProperty::Object(id));
    }
}

/// Names that readers use for fields of an object; some reject properties with such a name.
const RESERVED: [&str; 24] = [
    "allow_duplicate_names",
    "apply_transformations",
    "as_points",
    "class",
    "closed",
    "custom_types",
    "from_xml_string",
    "gid",
    "height",
    "id",
    "image",
    "name",
    "object_type",
    "parent",
    "parse_xml",
    "points",
    "properties",
    "rotation",
    "template",
    "type",
    "visible",
    "width",
    "x",
    "y",
];

/// Adds the attributes of the designer. Names that are already taken get the prefix `attribute_`.
fn add_attributes(properties: &mut MapProperties, attributes: &Attributes) {
    for (name, value) in attributes {
        let mut name = name.clone();
        while properties.contains_key(&name) || name.starts_with('_') || RESERVED.contains(&name.as_str()) {
            name.insert_str(0, "attribute_");
        }
        properties.insert(name, value.into());
    }
}
