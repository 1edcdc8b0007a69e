//! Projects of LDtk: each level is a room, or holds several if it has entities named `Room` that bound them.
//!
//! The layers of numbers (`IntGrid`) say what lies on the cells, by the identifiers of their values: `Wall`, `Floor`, `Ground_water`, or a name that a legend or the room set knows. Entities are sockets (`Socket`), markers (`Marker_…`) and things; their fields are handed on to the game.
//! Fields of a level, or of a `Room`, named `symbol`, `weight`, `at_most`, `turns`, `flips` and `notes` are those of its template. Tiles that LDtk paints are for the eyes and left out.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::drawing::{Drawing, DrawnSettings, Meaning, Remarks, place_in};
use super::lexicon::{Kind, entry_of_word};
use super::{Beside, Lexicon, json};
use crate::base::{Cell, Diagnostic, Rect, Size};
use crate::mission::{Attributes, LegendEntry, Placed, SocketEntry, TileLook, Value};

/// How many cells the layers of all levels may have together.
const MOST_CELLS: usize = 1 << 22;
/// How many entities a level may have.
const MOST_ENTITIES: usize = 20_000;
/// How many levels a project may have.
const MOST_LEVELS: usize = 10_000;

/// Rooms of a project.
pub(super) fn read(
    text: &str,
    lexicon: &Lexicon<'_>,
    beside: &mut Beside<'_>,
) -> Result<Drawing, Box<Diagnostic>> {
    let root = json::parse(text)?;
    let wrong = |message: &str| Box::new(Diagnostic::error("no-ldtk", message.to_owned()));
    if root.get("defs").is_none() || root.get("levels").is_none() {
        return Err(wrong("This is no project of LDtk."));
    }
    let mut reader =
        Reader { values: values(&root), lexicon, cells: MOST_CELLS, drawing: Drawing::default() };
    let worlds = list(&root, "worlds").iter().flat_map(|world| list(world, "levels"));
    let levels: Vec<&Json> = list(&root, "levels").iter().chain(worlds).collect();
    if levels.len() > MOST_LEVELS {
        return Err(wrong(&format!("The project has more than {MOST_LEVELS} levels.")));
    }
    for level in levels {
        match text_of(level, "externalRelPath").filter(|_| !level["layerInstances"].is_array()) {
            None => reader.level(level),
            Some(path) => {
                let mut read = || -> Result<Json, String> {
                    let text =
                        String::from_utf8(beside(path)?).map_err(|_| "is no text in UTF-8".to_owned())?;
                    json::parse(&text).map_err(|mistake| mistake.to_string())
                };
                match read() {
                    Ok(level) => reader.level(&level),
                    Err(why) => {
                        let what = format!("The level \"{}\" cannot be read ({path}: {why})", name_of(level));
                        reader.drawing.remarks.warn("level-left-out", what, None, None);
                    }
                }
            }
        }
    }
    Ok(reader.drawing)
}

fn text_of<'v>(value: &'v Json, name: &str) -> Option<&'v str> {
    value.get(name)?.as_str()
}

fn list<'v>(value: &'v Json, name: &str) -> &'v [Json] {
    value.get(name).and_then(Json::as_array).map_or(&[], Vec::as_slice)
}

fn number(value: &Json, name: &str) -> Option<i32> {
    value.get(name)?.as_i64().and_then(|number| i32::try_from(number).ok())
}

fn name_of(level: &Json) -> &str {
    text_of(level, "identifier").unwrap_or("Level")
}

/// The identifiers of the values of each layer of numbers, by the number of its definition.
fn values(root: &Json) -> BTreeMap<i64, BTreeMap<i64, String>> {
    let layers = root["defs"]["layers"].as_array().map_or(&[][..], Vec::as_slice);
    let of_layer = |layer: &Json| {
        let values = list(layer, "intGridValues").iter().filter_map(|value| {
            let number = value.get("value")?.as_i64()?;
            Some((number, text_of(value, "identifier").unwrap_or_default().to_owned()))
        });
        Some((layer.get("uid")?.as_i64()?, values.collect()))
    };
    layers.iter().filter_map(of_layer).collect()
}

struct Reader<'r> {
    values: BTreeMap<i64, BTreeMap<i64, String>>,
    lexicon: &'r Lexicon<'r>,
    /// How many cells may still be read.
    cells: usize,
    drawing: Drawing,
}

/// What lies in a level.
#[derive(Default)]
struct Ground {
    size: Size,
    side: i32,
    tiles: BTreeMap<Cell, LegendEntry>,
    things: BTreeMap<Cell, LegendEntry>,
    rooms: Vec<(String, DrawnSettings, Rect)>,
}

impl Reader<'_> {
    fn level(&mut self, level: &Json) {
        let name = name_of(level).to_owned();
        let Some(mut ground) = self.ground(level, &name) else { return };
        for layer in list(level, "layerInstances").iter().filter(|layer| layer["__type"] == "Entities") {
            for (at, entity) in list(layer, "entityInstances").iter().enumerate() {
                if at >= MOST_ENTITIES {
                    let what = format!("\"{name}\" has more than {MOST_ENTITIES} entities");
                    self.drawing.remarks.warn("entity-left-out", what, None, None);
                    break;
                }
                self.entity(entity, layer, &name, &mut ground);
            }
        }
        if ground.rooms.is_empty() {
            let settings = settings(level, &name, &mut self.drawing.remarks);
            return self.add(&name, settings, Rect::new(Cell::new(0, 0), ground.size), &ground);
        }
        for (name, settings, rect) in std::mem::take(&mut ground.rooms) {
            if self.drawing.is_full() {
                break;
            }
            self.add(&name, settings, rect, &ground);
        }
    }

    fn add(&mut self, name: &str, settings: DrawnSettings, rect: Rect, ground: &Ground) {
        self.drawing.add(name, settings, rect.size, |cell, remarks| {
            let at = Cell::new(cell.x.saturating_add(rect.min.x), cell.y.saturating_add(rect.min.y));
            let tile = ground.tiles.get(&at);
            let Some(thing) = ground.things.get(&at) else {
                return Meaning::of(tile.cloned().unwrap_or(LegendEntry::Nothing));
            };
            let mut thing = thing.clone();
            if let LegendEntry::Entity(placed) | LegendEntry::Marker(placed) = &mut thing {
                match tile {
                    Some(LegendEntry::Ground(look)) => placed.on = Some(look.clone()),
                    Some(LegendEntry::Floor) | None => {}
                    Some(_) => {
                        let what = format!(
                            "\"{}\" stands where one cannot walk; floor lies beneath it now",
                            placed.kind
                        );
                        remarks.warn("thing-in-wall", what, Some(place_in(name, cell)), None);
                    }
                }
            }
            Meaning::of(thing)
        });
    }

    /// What the layers of numbers say; the uppermost that says something counts.
    fn ground(&mut self, level: &Json, name: &str) -> Option<Ground> {
        let mut ground = Ground::default();
        for layer in list(level, "layerInstances") {
            let identifier = text_of(layer, "__identifier").unwrap_or_default();
            match text_of(layer, "__type").unwrap_or_default() {
                "IntGrid" => {}
                "Entities" => continue,
                other => {
                    let what = format!("The layer \"{identifier}\" ({other}) is for the eyes and left out");
                    self.drawing.remarks.note("other-layer", what, None, None);
                    continue;
                }
            }
            if let Err(why) = self.numbers(layer, identifier, &mut ground) {
                let what = format!("The layer \"{identifier}\" of \"{name}\" is left out: {why}");
                self.drawing.remarks.warn("layer-left-out", what, None, None);
            }
        }
        if ground.size.area() == 0 {
            let what = "Levels without a layer of numbers (IntGrid) are left out".to_owned();
            let hint = "paint walls and floors as numbers, with identifiers such as Wall and Floor";
            let place = Some(format!("\"{name}\""));
            self.drawing.remarks.warn("level-left-out", what, place, Some(hint.to_owned()));
            return None;
        }
        Some(ground)
    }

    fn numbers(&mut self, layer: &Json, identifier: &str, ground: &mut Ground) -> Result<(), String> {
        let side = |name: &str| number(layer, name).filter(|side| *side > 0);
        let (Some(width), Some(height), Some(grid)) = (side("__cWid"), side("__cHei"), side("__gridSize"))
        else {
            return Err("it does not say how large it is".to_owned());
        };
        let size = Size::new(width.unsigned_abs(), height.unsigned_abs());
        if ground.size.area() == 0 {
            (ground.size, ground.side) = (size, grid);
        } else if (ground.size, ground.side) != (size, grid) {
            return Err("its cells are not those of the layer above".to_owned());
        }
        let numbers = list(layer, "intGridCsv");
        if numbers.len() as u64 != u64::from(size.width) * u64::from(size.height) {
            return Err(format!("it has {} numbers for {width} × {height} cells", numbers.len()));
        }
        self.cells = self.cells.checked_sub(numbers.len()).ok_or("the project is too large")?;
        let none = BTreeMap::new();
        let uid = layer.get("layerDefUid").and_then(Json::as_i64).unwrap_or_default();
        let values = self.values.get(&uid).unwrap_or(&none);
        let mut known: BTreeMap<i64, Option<LegendEntry>> = BTreeMap::new();
        let rect = Rect::new(Cell::new(0, 0), size);
        for (cell, value) in rect.cells().zip(numbers) {
            let value = value.as_i64().unwrap_or_default();
            if value == 0 || ground.tiles.contains_key(&cell) {
                continue;
            }
            let name = values.get(&value).map(String::as_str).filter(|name| !name.is_empty());
            let find = || {
                let meaning = name.and_then(|name| self.lexicon.meaning(name));
                meaning.or_else(|| self.lexicon.said(&format!("{identifier}:{value}")))
            };
            let Some(meaning) = known.entry(value).or_insert_with(find).clone() else {
                let why = match name {
                    Some(name) => format!("The value \"{name}\" of the layer \"{identifier}\" is not known"),
                    None => format!("The value {value} of the layer \"{identifier}\" has no identifier"),
                };
                let what = format!("{why}, so that only what other layers have stands there now");
                let hint = "give it an identifier such as Wall, Floor, Ground_water or Obstacle_pillar, or explain it in a legend beside the project";
                self.drawing.remarks.warn(
                    "unknown-tile",
                    what,
                    Some(place_in(identifier, cell)),
                    Some(hint.to_owned()),
                );
                continue;
            };
            match &meaning {
                LegendEntry::Socket(_) | LegendEntry::Entity(_) | LegendEntry::Marker(_) => {
                    ground.things.entry(cell).or_insert(meaning);
                }
                _ => {
                    ground.tiles.insert(cell, meaning);
                }
            }
        }
        Ok(())
    }

    fn entity(&mut self, entity: &Json, layer: &Json, level: &str, ground: &mut Ground) {
        let identifier = text_of(entity, "__identifier").unwrap_or_default();
        let remarks = &mut self.drawing.remarks;
        let Some(rect) = rect_of(entity, layer) else {
            let what = format!("The entity \"{identifier}\" does not say where it lies");
            return remarks.warn("entity-left-out", what, Some(format!("\"{level}\"")), None);
        };
        let side = ground.side.max(1);
        let cell_at = |x: i32, y: i32| Cell::new(x.div_euclid(side), y.div_euclid(side));
        if identifier.eq_ignore_ascii_case("room") {
            let min = cell_at(rect.min.x, rect.min.y);
            let size =
                Size::new(rect.size.width / side.unsigned_abs(), rect.size.height / side.unsigned_abs());
            let said = fields(entity).find(|(name, _)| *name == "name").and_then(|(_, value)| value.as_str());
            let said = said.filter(|name| !name.trim().is_empty());
            let name = said.map_or_else(|| format!("{level} {}", ground.rooms.len() + 1), str::to_owned);
            let settings = settings(entity, &name, remarks);
            return ground.rooms.push((name, settings, Rect::new(min, size)));
        }
        let middle = |from: i32, length: u32| from.saturating_add((length / 2).cast_signed());
        let cell = cell_at(middle(rect.min.x, rect.size.width), middle(rect.min.y, rect.size.height));
        let entry = self.lexicon.said(identifier).unwrap_or_else(|| thing(identifier, entity, remarks));
        if ground.things.insert(cell, entry).is_some() {
            let what = format!("\"{identifier}\" covers another entity on its cell");
            remarks.warn("entity-left-out", what, Some(place_in(level, cell)), None);
        }
    }
}

/// The pixels that an entity covers.
fn rect_of(entity: &Json, layer: &Json) -> Option<Rect> {
    let px = |at: usize| entity.get("px")?.get(at)?.as_i64().and_then(|at| i32::try_from(at).ok());
    let pivot = |at: usize| entity["__pivot"].get(at).and_then(Json::as_f64).unwrap_or(0.0).clamp(0.0, 1.0);
    let (width, height) = (number(entity, "width")?.max(0), number(entity, "height")?.max(0));
    let moved = |name: &str| number(layer, name).unwrap_or_default();
    let left =
        px(0)?.checked_sub((f64::from(width) * pivot(0)) as i32)?.checked_add(moved("__pxTotalOffsetX"))?;
    let top =
        px(1)?.checked_sub((f64::from(height) * pivot(1)) as i32)?.checked_add(moved("__pxTotalOffsetY"))?;
    Some(Rect::new(Cell::new(left, top), Size::new(width.unsigned_abs(), height.unsigned_abs())))
}

fn fields(of: &Json) -> impl Iterator<Item = (&str, &Json)> {
    list(of, "fieldInstances")
        .iter()
        .filter_map(|field| Some((text_of(field, "__identifier")?, field.get("__value")?)))
}

/// A socket, a marker, or something that stands there.
fn thing(identifier: &str, entity: &Json, remarks: &mut Remarks) -> LegendEntry {
    let text = |name: &str| {
        fields(entity)
            .find(|(known, _)| *known == name)
            .and_then(|(_, value)| value.as_str())
            .map(str::to_owned)
    };
    match entry_of_word(identifier) {
        Some(LegendEntry::Socket(socket)) => {
            let blocker = text("blocker").map(|name| TileLook { name, ..TileLook::default() });
            LegendEntry::Socket(SocketEntry { kind: text("kind").or(socket.kind), blocker })
        }
        Some(LegendEntry::Marker(marker)) => {
            LegendEntry::Marker(Placed { properties: attributes(entity, identifier, remarks), ..marker })
        }
        Some(LegendEntry::Entity(placed)) => {
            LegendEntry::Entity(Placed { properties: attributes(entity, identifier, remarks), ..placed })
        }
        _ => {
            let is_marker = Kind::of(identifier) == Some(Kind::Marker);
            let kind = text("kind").unwrap_or_else(|| identifier.to_owned());
            let placed = Placed { kind, on: None, properties: attributes(entity, identifier, remarks) };
            if is_marker { LegendEntry::Marker(placed) } else { LegendEntry::Entity(placed) }
        }
    }
}

fn attributes(entity: &Json, of: &str, remarks: &mut Remarks) -> Attributes {
    let mut attributes = Attributes::new();
    for (name, value) in fields(entity).filter(|(name, value)| *name != "kind" && !value.is_null()) {
        let value = match value {
            Json::Bool(is_so) => Value::Bool(*is_so),
            Json::String(text) => Value::Text(text.clone()),
            Json::Number(number) => match number.as_i64() {
                Some(number) => Value::Int(number),
                None => {
                    let what = format!("The field \"{name}\" of \"{of}\" has a fraction and becomes a text");
                    remarks.note("fraction", what, None, None);
                    Value::Text(number.to_string())
                }
            },
            _ => {
                let what = format!("The field \"{name}\" of \"{of}\" is left out");
                let hint = "things in rooms have texts, whole numbers, and yes or no";
                remarks.warn("property-left-out", what, None, Some(hint.to_owned()));
                continue;
            }
        };
        attributes.insert(name.to_owned(), value);
    }
    attributes
}

/// What the fields of a level or of the bounds of a room say of its template.
fn settings(of: &Json, room: &str, remarks: &mut Remarks) -> DrawnSettings {
    let mut settings = DrawnSettings::default();
    for (name, value) in fields(of).filter(|(name, value)| *name != "name" && !value.is_null()) {
        let text = || value.as_str().map(str::to_owned);
        let number = || value.as_u64().and_then(|number| u32::try_from(number).ok());
        let is_taken = match name {
            "symbol" => set(&mut settings.symbol, text()),
            "notes" => set(&mut settings.notes, text()),
            "weight" => set(&mut settings.weight, number()),
            "at_most" => set(&mut settings.at_most, number()),
            "turns" => set(&mut settings.turns, value.as_bool()),
            "flips" => set(&mut settings.flips, value.as_bool()),
            _ => false,
        };
        if !is_taken {
            let what = format!("The field \"{name}\" of rooms is left out");
            let hint = "rooms have symbol, weight, at_most, turns, flips and notes";
            remarks.warn("room-property", what, Some(format!("\"{room}\"")), Some(hint.to_owned()));
        }
    }
    settings
}

fn set<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    let is_some = value.is_some();
    *field = value;
    is_some
}
