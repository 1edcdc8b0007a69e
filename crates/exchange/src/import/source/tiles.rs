//! Reads what a source states about its tiles and objects.
//!
//! The first of these that applies gives the meaning:
//!
//! 1. a line of the legend
//! 2. a name, property, tag or number that the designer called solid
//! 3. a class that is a kind (`Wall`, `Floor`, `Nothing`, `Socket`, `Ground`, `Obstacle`, `Entity`,
//!    `Marker`), with its properties
//! 4. a property, for example `solid` or `walkable`
//! 5. the name as a word
//! 6. the entry of the room set with this name
//!
//! Assumptions about all other tiles are made in [`super::solids`].

use std::collections::BTreeSet;
use std::iter::once;

use super::census::Census;
use super::model::{
    Author, LayerContent, SourceProject, SourceProperties, SourceProperty, SourceTile, TURNS, TileNoun,
    TileSet,
};
use super::words::{Solidity, TileWord, solidity, tile_word};
use crate::base::{Color, decoded};
use crate::import::Lexicon;
use crate::import::drawing::{CellMeaning, Remarks};
use crate::import::lexicon::{EntryKind, TileLines, TileTraits, entry_of_word};
use crate::mission::{Attributes, Value};
use crate::rooms::{LegendEntry, Placed, SocketEntry, TileLook};

/// Properties with a meaning of their own; all others of a thing are passed on to the game.
const OWN_PROPERTIES: [&str; 7] =
    ["character", "kind", "on", "on_color", "color", "blocker", "blocker_color"];

/// Prefix of names that this program had to change when writing them.
const RENAMED: &str = "attribute_";
const LONG_NUMBER: &str = "int_";

/// The order of precedence of a tile among others on its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TileCover {
    /// Shows only if nothing else is known.
    Backdrop,
    /// Covers everything except solid tiles.
    Walkable,
    /// Covers everything below it.
    All,
}

/// The meaning that a source gives to a tile.
#[derive(Clone, Debug)]
pub(crate) struct SourceTileMeaning {
    pub meaning: CellMeaning,
    pub cover: TileCover,
    /// `true` if it is named as floor or ground, not just declared not solid.
    pub is_named: bool,
}

/// Reads the tiles and objects of a project.
pub(crate) struct TileReader<'m> {
    pub project: &'m SourceProject,
    lexicon: &'m Lexicon<'m>,
    legend: TileLines<LegendEntry>,
    solid: TileLines<()>,
    /// Identities of all objects, to which properties may link.
    ids: BTreeSet<String>,
}

/// Returns everything by which a line can name a tile of a set.
fn traits(set: &TileSet, id: u32, tile: &SourceTile, layer: &str) -> TileTraits {
    let number = (set.noun == TileNoun::Value).then(|| id.to_string());
    TileTraits {
        number: (set.name.clone(), id),
        names: names(tile).into_iter().map(str::to_owned).chain(number).collect(),
        tags: tile.tags.clone(),
        properties: tile.properties.iter().map(said_of).collect(),
        layer: layer.to_owned(),
    }
}

impl<'m> TileReader<'m> {
    pub fn new(project: &'m SourceProject, lexicon: &'m Lexicon<'m>) -> Self {
        let legend = lexicon.legend.into_iter().flatten();
        let legend = TileLines::new(legend.map(|(line, entry)| (line.as_str(), entry.clone())));
        let tiles = lexicon.reading.into_iter().flat_map(|reading| &reading.solid);
        let layers = lexicon.reading.into_iter().flat_map(|reading| &reading.solid_layers);
        let layers: Vec<String> = layers.map(|layer| format!("layer:{layer}")).collect();
        let solid = tiles.chain(&layers).map(|line| (line.as_str(), ()));
        let layers = project.maps.iter().flat_map(|map| &map.layers);
        let objects = layers.flat_map(|layer| match &layer.content {
            LayerContent::Objects(objects) => objects.as_slice(),
            LayerContent::Tiles(_) | LayerContent::Other(_) | LayerContent::Unreadable(_) => &[],
        });
        let ids = objects.filter_map(|object| object.id.text()).collect();
        Self { project, lexicon, legend, solid: TileLines::new(solid), ids }
    }

    /// Returns the tile of a number, with its set and its number there. `None` if no set has it.
    pub fn tile(&self, number: u32) -> Option<(&'m TileSet, u32, Option<&'m SourceTile>)> {
        let number = number & !TURNS;
        let (first, set) = self.project.tile_sets.range(..=number).next_back()?;
        let id = number - first;
        let tile = set.tiles.get(&id);
        let is_there = tile.is_some() || set.count.is_none_or(|count| id < count);
        is_there.then_some((set, id, tile))
    }

    /// Returns the legend that the tiles were written from, in order.
    pub fn legend(&self) -> Vec<(char, LegendEntry)> {
        let tiles = self.project.tile_sets.values().flat_map(|set| set.tiles.values());
        let read = |tile: &SourceTile| {
            let said = self.of_tile(tile, None, &mut Remarks::default())?;
            Some((said.meaning.wanted?, said.meaning.entry))
        };
        tiles.filter_map(read).collect()
    }

    /// Returns the meaning of a tile number on a layer, if the source gives it one.
    pub fn said(&self, number: u32, layer: &str, remarks: &mut Remarks) -> Option<SourceTileMeaning> {
        let (set, id, tile) = self.tile(number)?;
        let nothing = SourceTile::default();
        let tile = tile.unwrap_or(&nothing);
        self.of_tile(tile, Some(&traits(set, id, tile, layer)), remarks)
    }

    /// Warns of names that the designer called solid but no tile has.
    pub fn warn_of_unmatched(&self, census: &Census, remarks: &mut Remarks) {
        let Some(reading) = self.lexicon.reading else { return };
        let kind = self.project.kind;
        let noun = kind.noun().word(1);
        let tiles = reading.solid.iter();
        let tiles = tiles.map(|name| (name.clone(), format!("No {noun} is called \"{name}\""), kind.names()));
        let layers = reading.solid_layers.iter().map(|name| {
            (format!("layer:{name}"), format!("No tile layer is called \"{name}\""), kind.layer_names())
        });
        let lines = tiles.chain(layers);
        let lines = lines.map(|(line, what, hint)| (TileLines::new(once((line.as_str(), ()))), what, hint));
        let mut unmatched: Vec<_> = lines.collect();
        let nothing = SourceTile::default();
        for (layer, number) in census.uses.keys().copied() {
            if unmatched.is_empty() {
                return;
            }
            let Some((layer, (set, id, tile))) = census.layers.get(layer).zip(self.tile(number)) else {
                continue;
            };
            let traits = traits(set, id, tile.unwrap_or(&nothing), &layer.name);
            unmatched.retain(|(line, ..)| line.of(&traits).is_none());
        }
        for (_, what, hint) in unmatched {
            remarks.warn("unknown-solid", format!("{what}, so this makes nothing solid"), None, Some(hint));
        }
    }

    /// Returns the legend's entry for a tile of a set, if there is one.
    pub fn in_legend(&self, set: &str, id: u32) -> Option<LegendEntry> {
        let traits = TileTraits { number: (set.to_owned(), id), ..TileTraits::default() };
        self.legend.of(&traits)
    }

    fn of_tile(
        &self,
        tile: &SourceTile,
        traits: Option<&TileTraits>,
        remarks: &mut Remarks,
    ) -> Option<SourceTileMeaning> {
        let wanted = self.wanted(&tile.properties);
        let all = |entry: LegendEntry| {
            let meaning = CellMeaning { wanted, entry };
            SourceTileMeaning { meaning, cover: TileCover::All, is_named: true }
        };
        let names = names(tile);
        let by_legend = || traits.and_then(|traits| self.legend.of(traits)).map(all);
        let by_reading = || {
            traits.and_then(|traits| self.solid.of(traits))?;
            Some(all(self.solid_entry(&names, tile)))
        };
        let by_word = || {
            let entry = names.iter().find_map(|name| self.lexicon.meaning(name))?;
            Some(all(self.colored(entry, &tile.properties)))
        };
        let by_entry = || tile.entry.clone().map(all);
        by_legend()
            .or_else(by_reading)
            .or_else(by_entry)
            .or_else(|| self.of_class(&tile.class, &tile.properties, "", remarks).map(all))
            .or_else(|| self.of_solidity(&names, tile, wanted, remarks))
            .or_else(by_word)
    }

    /// Returns the meaning of a tile with a property that defines whether it is solid.
    fn of_solidity(
        &self,
        names: &[&str],
        tile: &SourceTile,
        wanted: Option<char>,
        remarks: &mut Remarks,
    ) -> Option<SourceTileMeaning> {
        let mut walkable = None;
        for (key, property) in &tile.properties {
            let Some(solidity) = solidity(key) else { continue };
            let Some(is_so) = property.truth() else {
                if !property.written().trim().is_empty() {
                    let what = format!(
                        "The property \"{key}\" must be true or false, not \"{}\"",
                        property.written()
                    );
                    remarks.warn("solid-value", what, names.first().map(|name| format!("\"{name}\"")), None);
                }
                continue;
            };
            if is_so == (solidity == Solidity::Solid) {
                let meaning = CellMeaning { wanted, entry: self.solid_entry(names, tile) };
                return Some(SourceTileMeaning { meaning, cover: TileCover::All, is_named: false });
            }
            let is_plain = matches!(key.as_str(), "solid" | "walkable");
            walkable = Some(is_plain || walkable.unwrap_or(false));
        }
        let is_plain = walkable?;
        let name = names.first().filter(|name| EntryKind::of(name).is_none());
        let entry = name.map_or(LegendEntry::Floor, |name| {
            LegendEntry::Ground(TileLook {
                name: (*name).to_owned(),
                color: self.color(&tile.properties, "color"),
            })
        });
        let cover = if is_plain && name.is_some() { TileCover::All } else { TileCover::Walkable };
        Some(SourceTileMeaning {
            meaning: CellMeaning { wanted, entry },
            cover,
            is_named: is_plain && name.is_some(),
        })
    }

    /// Returns the entry of a solid tile: an obstacle with its name, or a wall.
    pub fn solid_entry(&self, names: &[&str], tile: &SourceTile) -> LegendEntry {
        let is_wall = |name: &&&str| tile_word(name) == Some(TileWord::Wall) || EntryKind::of(name).is_some();
        match names.first().filter(|name| !is_wall(name)) {
            Some(name) => LegendEntry::Obstacle(TileLook {
                name: (*name).to_owned(),
                color: self.color(&tile.properties, "color"),
            }),
            None => LegendEntry::Wall,
        }
    }

    /// Returns the character that the source prefers for something.
    pub fn wanted(&self, properties: &SourceProperties) -> Option<char> {
        let text = self.text(properties, "character")?;
        let mut characters = text.chars();
        characters.next().filter(|_| characters.next().is_none())
    }

    /// Returns the entry for a class that is a kind, using its properties. `name` is the default name of a
    /// thing.
    fn of_class(
        &self,
        class: &str,
        properties: &SourceProperties,
        name: &str,
        remarks: &mut Remarks,
    ) -> Option<LegendEntry> {
        let name = |field: &str| {
            let said = self.text(properties, field).or_else(|| self.text(properties, "name"));
            said.or_else(|| (!name.is_empty()).then(|| self.decoded(name)))
        };
        let look = || Some(TileLook { name: name("name")?, color: self.color(properties, "color") });
        let is_own = self.project.author == Author::RoomSet;
        let placed = |remarks: &mut Remarks| {
            let kind = name("kind").or_else(|| is_own.then(String::new))?;
            Some(self.placed(kind, properties, remarks))
        };
        Some(match EntryKind::of(class)? {
            EntryKind::Wall => LegendEntry::Wall,
            EntryKind::Floor => LegendEntry::Floor,
            EntryKind::Nothing => LegendEntry::Nothing,
            EntryKind::Socket => LegendEntry::Socket(SocketEntry {
                kind: self.text(properties, "kind"),
                blocker: self.look(properties, "blocker", "blocker_color"),
            }),
            EntryKind::Ground => look().map_or(LegendEntry::Floor, LegendEntry::Ground),
            EntryKind::Obstacle => LegendEntry::Obstacle(look().or_else(|| {
                Some(TileLook { name: class.to_lowercase(), color: self.color(properties, "color") })
            })?),
            EntryKind::Entity => LegendEntry::Entity(placed(remarks)?),
            EntryKind::Marker => LegendEntry::Marker(placed(remarks)?),
        })
    }

    /// Returns the entry of an object, with the properties of its tile.
    pub fn of_thing(
        &self,
        class: &str,
        name: &str,
        properties: &SourceProperties,
        remarks: &mut Remarks,
    ) -> Option<CellMeaning> {
        let names = [class, name].into_iter().filter(|name| !name.trim().is_empty());
        let mut properties = properties.clone();
        if !class.is_empty() && !name.trim().is_empty() && self.project.author == Author::Other {
            let name = SourceProperty::Text(name.to_owned());
            properties.entry("name".to_owned()).or_insert(name);
        }
        let entry = names
            .clone()
            .find_map(|name| self.lexicon.said(name))
            .or_else(|| self.of_kind(class, name, &mut properties, remarks))
            .or_else(|| {
                let kind = self.decoded(names.clone().next()?);
                let kind = self.own_kind(&properties).unwrap_or(kind);
                Some(LegendEntry::Entity(self.placed(kind, &properties, remarks)))
            })?;
        if matches!(entry, LegendEntry::Socket(_)) {
            let others = properties.keys().filter(|key| !OWN_PROPERTIES.contains(&key.as_str()));
            for key in others.filter(|_| self.project.author == Author::Other) {
                let what = format!("The property \"{key}\" of sockets is left out");
                remarks.note("socket-property", what, None, Some("Use kind and blocker for sockets.".into()));
            }
        }
        Some(CellMeaning { wanted: self.wanted(&properties), entry })
    }

    /// Returns the ground that an object is by its class or by a line of the legend. `None` if it is a thing.
    pub fn ground_of(&self, class: &str, name: &str, properties: &SourceProperties) -> Option<CellMeaning> {
        let names = [class, name].into_iter().filter(|name| !name.trim().is_empty());
        let said = names.into_iter().find_map(|name| self.lexicon.said(name));
        let entry = said.or_else(|| self.of_class(class, properties, name, &mut Remarks::default()))?;
        (!is_thing(&entry)).then(|| CellMeaning { wanted: self.wanted(properties), entry })
    }

    /// Returns the entry of an object whose class is a kind, or a kind with a name: `Marker_ambush`.
    fn of_kind(
        &self,
        class: &str,
        name: &str,
        properties: &mut SourceProperties,
        remarks: &mut Remarks,
    ) -> Option<LegendEntry> {
        if EntryKind::of(class).is_some() {
            // The name is the kind of the thing, unless it has both.
            let is_kind =
                !properties.contains_key("kind") && self.text(properties, "name").as_deref() == Some(name);
            if is_kind && matches!(EntryKind::of(class), Some(EntryKind::Entity | EntryKind::Marker)) {
                properties.remove("name");
            }
            return self.of_class(class, properties, name, remarks);
        }
        Some(match entry_of_word(class)? {
            LegendEntry::Socket(socket) => LegendEntry::Socket(SocketEntry {
                kind: self.text(properties, "kind").or(socket.kind),
                blocker: self.look(properties, "blocker", "blocker_color"),
            }),
            LegendEntry::Entity(Placed { kind, .. }) => {
                LegendEntry::Entity(self.placed(kind, properties, remarks))
            }
            LegendEntry::Marker(Placed { kind, .. }) => {
                LegendEntry::Marker(self.placed(kind, properties, remarks))
            }
            _ => return None,
        })
    }

    /// Returns the kind that this program wrote in addition to the class.
    fn own_kind(&self, properties: &SourceProperties) -> Option<String> {
        self.text(properties, "kind").filter(|_| self.project.author != Author::Other)
    }

    fn placed(&self, kind: String, properties: &SourceProperties, remarks: &mut Remarks) -> Placed {
        let on = self.look(properties, "on", "on_color");
        let said = self.text(properties, "kind").filter(|said| *said != kind);
        let mut attributes = self.attributes(properties, remarks);
        if let Some(said) = said.filter(|_| self.project.author == Author::Other) {
            attributes.insert("kind".to_owned(), Value::Text(said));
        }
        Placed { kind, on, properties: attributes }
    }

    /// Returns the properties to pass on to the game.
    pub fn attributes(&self, properties: &SourceProperties, remarks: &mut Remarks) -> Attributes {
        let mut attributes = Attributes::new();
        for (name, property) in properties.iter().filter(|(name, _)| !OWN_PROPERTIES.contains(&name.as_str()))
        {
            let value = match property {
                SourceProperty::Text(text) => Value::Text(self.decoded(text)),
                SourceProperty::Int(number) => Value::Int(*number),
                SourceProperty::Bool(is_so) => Value::Bool(*is_so),
                SourceProperty::Float(text) => {
                    let what = format!("The property \"{name}\" has a fraction and becomes a text");
                    remarks.note("fraction", what, None, None);
                    Value::Text(text.clone())
                }
                SourceProperty::Other { text, .. } if text.is_empty() => continue,
                SourceProperty::Other { kind, text } => {
                    if text.strip_prefix('@').is_some_and(|id| !self.ids.contains(id)) {
                        let what = format!("The property \"{name}\" links to {text}, which does not exist");
                        remarks.warn("lost-link", what, None, None);
                    }
                    let what =
                        format!("The property \"{name}\" of the type \"{kind}\" becomes the text {text}");
                    remarks.note("property-as-text", what, None, None);
                    Value::Text(text.clone())
                }
            };
            let (name, value) = match self.project.author {
                Author::Other => (name.clone(), value),
                Author::RoomSet | Author::Level => restored(&self.decoded(name), value),
            };
            attributes.insert(name, value);
        }
        attributes
    }

    /// Returns a text property. In XML that this program wrote, codes are decoded to control characters.
    pub fn text(&self, properties: &SourceProperties, name: &str) -> Option<String> {
        Some(self.decoded(properties.get(name)?.text()?))
    }

    pub fn decoded(&self, text: &str) -> String {
        if self.project.author == Author::RoomSet { decoded(text) } else { text.to_owned() }
    }

    fn look(&self, properties: &SourceProperties, name: &str, color: &str) -> Option<TileLook> {
        Some(TileLook { name: self.text(properties, name)?, color: self.color(properties, color) })
    }

    /// Gives ground and obstacles their colour in the source.
    pub fn colored(&self, entry: LegendEntry, properties: &SourceProperties) -> LegendEntry {
        let colored = |look: TileLook| match look.color == Color::default() {
            true => TileLook { color: self.color(properties, "color"), ..look },
            false => look,
        };
        match entry {
            LegendEntry::Ground(look) => LegendEntry::Ground(colored(look)),
            LegendEntry::Obstacle(look) => LegendEntry::Obstacle(colored(look)),
            other => other,
        }
    }

    /// Parses a colour in Tiled's form, with or without alpha; grey if there is none.
    pub fn color(&self, properties: &SourceProperties, name: &str) -> Color {
        let read = |text: &str| -> Option<Color> {
            let digits = text.strip_prefix('#')?;
            let opaque = if digits.len() == 8 { digits.get(2..)? } else { digits };
            format!("#{opaque}").parse().ok()
        };
        properties.get(name).and_then(SourceProperty::text).and_then(read).unwrap_or_default()
    }
}

/// Returns `true` for properties that define ground.
pub(crate) fn is_read(property: &str) -> bool {
    property == "name" || OWN_PROPERTIES.contains(&property) || solidity(property).is_some()
}

/// Returns `true` for sockets, entities and markers.
pub(crate) fn is_thing(entry: &LegendEntry) -> bool {
    match entry {
        LegendEntry::Socket(_) | LegendEntry::Entity(_) | LegendEntry::Marker(_) => true,
        LegendEntry::Wall
        | LegendEntry::Floor
        | LegendEntry::Ground(_)
        | LegendEntry::Obstacle(_)
        | LegendEntry::Nothing => false,
    }
}

/// Returns the names of a tile, the most specific first.
pub(crate) fn names(tile: &SourceTile) -> Vec<&str> {
    let name = tile.properties.get("name").and_then(SourceProperty::text);
    let names = name.into_iter().chain([tile.class.as_str()]).chain(tile.picture.as_deref());
    names.filter(|name| !name.trim().is_empty()).collect()
}

/// Returns a property in the form in which legend lines name it.
fn said_of((name, property): (&String, &SourceProperty)) -> (String, String, bool) {
    (name.clone(), property.written(), property.truth() == Some(true))
}

/// Returns the name and value that a property had before this program wrote it.
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
