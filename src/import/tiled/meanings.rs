//! What the tiles and objects of a map stand for.
//!
//! In this order: what a legend beside the map says of the name; a class that is a kind (`Wall`, `Floor`, `Nothing`, `Socket`, `Ground`, `Obstacle`, `Entity`, `Marker`), with its properties; a name with the property `solid` or `walkable`; what the name says as a word; what the room set has under that name.
//! The name of a tile is its property `name`, its class, or the name of its own picture.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::map::{Map, Properties, Property, Tile, TileSet};
use crate::base::{Color, decoded};
use crate::import::Lexicon;
use crate::import::drawing::{Meaning, Remarks};
use crate::import::lexicon::Kind;
use crate::mission::{Attributes, LegendEntry, Placed, SocketEntry, TileLook, Value};

/// The bits of a number that say how its tile is turned and flipped.
pub(super) const TURNS: u32 = 0xf000_0000;

/// Properties that say what something is; all others of a thing are handed on to the game.
const OWN_PROPERTIES: [&str; 7] =
    ["character", "kind", "on", "on_color", "color", "blocker", "blocker_color"];

/// What begins with one of these had to be written under another name.
const RENAMED: &str = "attribute_";
const LONG_NUMBER: &str = "int_";

/// Reads tiles and objects of one map.
pub(super) struct Meanings<'m> {
    map: &'m Map,
    lexicon: &'m Lexicon<'m>,
    /// Were names changed when it was written?
    is_own: bool,
    known: BTreeMap<u32, Option<Rc<Meaning>>>,
}

impl<'m> Meanings<'m> {
    pub fn new(map: &'m Map, lexicon: &'m Lexicon<'m>) -> Self {
        Self { map, lexicon, is_own: map.is_own(), known: BTreeMap::new() }
    }

    /// What a number in a layer stands for; none for no tile, and for what is not known, which is remarked.
    pub fn of_number(
        &mut self,
        number: u32,
        remarks: &mut Remarks,
        place: impl FnOnce() -> String,
    ) -> Option<Rc<Meaning>> {
        let plain = number & !TURNS;
        if plain == 0 {
            return None;
        }
        if number != plain {
            let what = "Tiles are turned or flipped; those of rooms are not".to_owned();
            remarks.note("turned-tile", what, None, None);
        }
        let known = match self.known.get(&plain) {
            Some(known) => known.clone(),
            None => {
                let found = self.find(plain, remarks).map(Rc::new);
                self.known.insert(plain, found.clone());
                found
            }
        };
        if known.is_none() {
            let (why, hint) = self.why_unknown(plain);
            let what = format!("{why}, so that only what other layers have stands there now");
            remarks.warn("unknown-tile", what, Some(place()), Some(hint));
        }
        known
    }

    /// What is said of the tile that an object shows.
    pub fn object_tile(&self, number: u32) -> Option<&'m Tile> {
        self.tile(number & !TURNS)?.2
    }

    /// The entries of a legend that its tiles were written from, in their order.
    pub fn legend(&self) -> Vec<(char, LegendEntry)> {
        let tiles = self.map.tile_sets.values().flat_map(|set| set.tiles.values());
        let read = |tile: &Tile| {
            let meaning = self.of_tile(tile, &mut Remarks::default())?;
            Some((meaning.wanted?, meaning.entry))
        };
        tiles.filter_map(read).collect()
    }

    /// The tile of a number, with its set and its number there.
    fn tile(&self, number: u32) -> Option<(&'m TileSet, u32, Option<&'m Tile>)> {
        let (first, set) = self.map.tile_sets.range(..=number).next_back()?;
        let id = number - first;
        let tile = set.tiles.get(&id);
        let is_there = tile.is_some() || set.count.is_none_or(|count| id < count);
        is_there.then_some((set, id, tile))
    }

    fn find(&self, number: u32, remarks: &mut Remarks) -> Option<Meaning> {
        let (set, id, tile) = self.tile(number)?;
        let by_number = || self.lexicon.said(&format!("{}:{id}", set.name)).map(Meaning::of);
        match tile {
            Some(tile) => self.of_tile(tile, remarks).or_else(by_number),
            None => by_number(),
        }
    }

    fn why_unknown(&self, number: u32) -> (String, String) {
        let Some((set, id, tile)) = self.tile(number) else {
            let what = format!("No tile set has the tile {number}");
            return (what, "the map refers to tiles that its sets lack; mend it in Tiled".to_owned());
        };
        if let Some(missing) = &set.missing {
            let what = format!("The tile set \"{}\" cannot be read ({missing})", set.name);
            return (what, "put it where the map looks for it, or embed it in the map".to_owned());
        }
        let hint = "give the tile a class such as Wall, Floor, Ground or Obstacle, or a class of your own with the property solid; or explain it in a legend beside the map";
        match tile.and_then(names).and_then(|names| names.first().map(|name| (*name).to_owned())) {
            Some(name) => (format!("The tile \"{name}\" is not known"), hint.to_owned()),
            None => (format!("Nothing is said of the tile {id} of \"{}\"", set.name), hint.to_owned()),
        }
    }

    fn of_tile(&self, tile: &Tile, remarks: &mut Remarks) -> Option<Meaning> {
        let names = names(tile).unwrap_or_default();
        let wanted = self.wanted(&tile.properties);
        let entry = names
            .iter()
            .find_map(|name| self.lexicon.said(name))
            .or_else(|| self.of_class(&tile.class, &tile.properties, "", remarks))
            .or_else(|| self.solid_or_not(names.first()?, &tile.properties))
            .or_else(|| names.iter().find_map(|name| self.lexicon.meaning(name)));
        Some(Meaning { wanted, entry: entry? })
    }

    /// The character that the source has for something.
    pub fn wanted(&self, properties: &Properties) -> Option<char> {
        let text = self.text(properties, "character")?;
        let mut characters = text.chars();
        characters.next().filter(|_| characters.next().is_none())
    }

    /// A class that is a kind, with what its properties say; `name` stands in for the name of a thing.
    fn of_class(
        &self,
        class: &str,
        properties: &Properties,
        name: &str,
        remarks: &mut Remarks,
    ) -> Option<LegendEntry> {
        let name = |field: &str| {
            let said = self.text(properties, field).or_else(|| self.text(properties, "name"));
            said.or_else(|| (!name.is_empty()).then(|| self.decoded(name))).unwrap_or_default()
        };
        Some(match Kind::of(class)? {
            Kind::Wall => LegendEntry::Wall,
            Kind::Floor => LegendEntry::Floor,
            Kind::Nothing => LegendEntry::Nothing,
            Kind::Socket => LegendEntry::Socket(SocketEntry {
                kind: self.text(properties, "kind"),
                blocker: self.look(properties, "blocker", "blocker_color"),
            }),
            Kind::Ground => {
                LegendEntry::Ground(TileLook { name: name("name"), color: self.color(properties, "color") })
            }
            Kind::Obstacle => {
                LegendEntry::Obstacle(TileLook { name: name("name"), color: self.color(properties, "color") })
            }
            Kind::Entity => LegendEntry::Entity(self.placed(name("kind"), properties, remarks)),
            Kind::Marker => LegendEntry::Marker(self.placed(name("kind"), properties, remarks)),
        })
    }

    /// A tile of its own that says whether one can walk on it.
    fn solid_or_not(&self, name: &str, properties: &Properties) -> Option<LegendEntry> {
        if Kind::of(name).is_some() {
            return None;
        }
        let is_walkable = match (properties.get("solid"), properties.get("walkable")) {
            (Some(Property::Bool(is_solid)), _) => !is_solid,
            (_, Some(Property::Bool(is_walkable))) => *is_walkable,
            _ => return None,
        };
        let look = TileLook { name: name.to_owned(), color: self.color(properties, "color") };
        Some(if is_walkable { LegendEntry::Ground(look) } else { LegendEntry::Obstacle(look) })
    }

    /// What an object is, with what the tile that it shows says of it.
    pub fn of_thing(
        &self,
        class: &str,
        name: &str,
        properties: &Properties,
        remarks: &mut Remarks,
    ) -> Option<Meaning> {
        let names = [class, name].into_iter().filter(|name| !name.is_empty());
        let entry = names
            .clone()
            .find_map(|name| self.lexicon.said(name))
            .or_else(|| self.of_class(class, properties, name, remarks))
            .or_else(|| {
                let kind = names.clone().next()?;
                Some(LegendEntry::Entity(self.placed(self.decoded(kind), properties, remarks)))
            });
        Some(Meaning { wanted: self.wanted(properties), entry: entry? })
    }

    fn placed(&self, kind: String, properties: &Properties, remarks: &mut Remarks) -> Placed {
        let on = self.look(properties, "on", "on_color");
        Placed { kind, on, properties: self.attributes(properties, remarks) }
    }

    /// The properties that the game gets.
    fn attributes(&self, properties: &Properties, remarks: &mut Remarks) -> Attributes {
        let mut attributes = Attributes::new();
        for (name, property) in properties.iter().filter(|(name, _)| !OWN_PROPERTIES.contains(&name.as_str()))
        {
            let value = match property {
                Property::Text(text) => Value::Text(self.decoded(text)),
                Property::Int(number) => Value::Int(*number),
                Property::Bool(is_so) => Value::Bool(*is_so),
                Property::Float(text) => {
                    let what = format!("The property \"{name}\" has a fraction and becomes a text");
                    remarks.note("fraction", what, None, None);
                    Value::Text(text.clone())
                }
                Property::Other(kind) => {
                    let what = format!("The property \"{name}\" of the type \"{kind}\" is left out");
                    let hint = "things in rooms have texts, whole numbers, and yes or no";
                    remarks.warn("property-left-out", what, None, Some(hint.to_owned()));
                    continue;
                }
            };
            let (name, value) =
                if self.is_own { restored(&self.decoded(name), value) } else { (name.clone(), value) };
            attributes.insert(name, value);
        }
        attributes
    }

    /// A text property; XML that this program wrote holds control characters as codes.
    pub fn text(&self, properties: &Properties, name: &str) -> Option<String> {
        Some(self.decoded(properties.get(name)?.text()?))
    }

    pub fn decoded(&self, text: &str) -> String {
        if self.is_own { decoded(text) } else { text.to_owned() }
    }

    fn look(&self, properties: &Properties, name: &str, color: &str) -> Option<TileLook> {
        Some(TileLook { name: self.text(properties, name)?, color: self.color(properties, color) })
    }

    /// A colour as Tiled writes it, with or without its transparency; grey if none is said.
    pub fn color(&self, properties: &Properties, name: &str) -> Color {
        let read = |text: &str| -> Option<Color> {
            let digits = text.strip_prefix('#')?;
            let opaque = if digits.len() == 8 { digits.get(2..)? } else { digits };
            format!("#{opaque}").parse().ok()
        };
        properties.get(name).and_then(Property::text).and_then(read).unwrap_or_default()
    }
}

/// What a tile is called, the most telling name first.
fn names(tile: &Tile) -> Option<Vec<&str>> {
    let name = tile.properties.get("name").and_then(Property::text);
    let names = name.into_iter().chain([tile.class.as_str()]).chain(tile.picture.as_deref());
    let names: Vec<&str> = names.filter(|name| !name.trim().is_empty()).collect();
    (!names.is_empty()).then_some(names)
}

/// The name and value that a property had before they were written.
fn restored(name: &str, value: Value) -> (String, Value) {
    if let Some(name) = name.strip_prefix(RENAMED) {
        return (name.to_owned(), value);
    }
    let number = match &value {
        Value::Text(text) => text.parse().ok(),
        _ => None,
    };
    match (name.strip_prefix(LONG_NUMBER), number) {
        (Some(name), Some(number)) => (name.to_owned(), Value::Int(number)),
        _ => (name.to_owned(), value),
    }
}
