//! Decides for a whole project what each tile is: stated, assumed or unknown.
//!
//! The first of these that applies decides:
//!
//! 1. properties of a tile or of its layer, and objects that represent walls
//! 2. the name of the tile, then that of the layer
//! 3. if nothing is solid so far: collision shapes, then the only value of an integer layer, then earth on a
//!    layer with empty cells
//!
//! If something is solid but nothing is named as floor, all other tiles are floor, as in a game engine. Each
//! assumption is a note. If nothing is solid in the end, the candidates are listed for the designer to choose
//! from.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::areas;
use super::candidates;
use super::census::{Census, place_on, tiles_text};
use super::model::{Author, SourceTile, TileNoun};
use super::tiles::{TileCover, TileReader, is_read, is_thing, names};
use super::wording::SourceKind;
use super::words::{LayerWord, TileWord, layer_word, solidity, tile_word};
use crate::base::Hint;
use crate::import::Lexicon;
use crate::import::drawing::{CellMeaning, Remarks, SolidCandidate};
use crate::rooms::{EmptyCells, LegendEntry, TileLook};

/// The meaning of a tile on a layer.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    Known(Rc<CellMeaning>, TileCover),
    /// The source does not tell what it is.
    Unknown,
    /// Decoration only.
    Ignored,
}

/// The verdicts on all tiles of a project.
pub(crate) struct Decisions {
    verdicts: BTreeMap<(usize, u32), Verdict>,
    /// `true` if empty cells that walls enclose become floor.
    pub fills_empty: bool,
    /// `true` if the designer decides about empty cells.
    pub is_empty_decided: bool,
    /// `true` if there are tiles, but none of them is known.
    pub is_unknown: bool,
    pub candidates: Vec<SolidCandidate>,
}

impl Decisions {
    /// Returns the verdict on a tile of a layer.
    pub fn verdict(&self, layer: usize, number: u32) -> &Verdict {
        self.verdicts.get(&(layer, number)).unwrap_or(&Verdict::Unknown)
    }
}

/// Returns `true` if nobody can walk on it.
pub(crate) fn is_solid(entry: &LegendEntry) -> bool {
    matches!(entry, LegendEntry::Wall | LegendEntry::Obstacle(_))
}

/// Decides on all tiles of a project.
pub(crate) fn decide(
    reader: &TileReader<'_>,
    census: &Census,
    lexicon: &Lexicon<'_>,
    remarks: &mut Remarks,
) -> Decisions {
    let mut judge = SolidityJudge {
        reader,
        census,
        verdicts: BTreeMap::new(),
        talking: BTreeSet::new(),
        has_solid: false,
        has_floor: false,
        has_floor_layer: false,
        assumed: BTreeMap::new(),
    };
    reader.warn_of_unmatched(census, remarks);
    judge.take_said(remarks);
    judge.take_solid_layers();
    judge.has_solid |= areas::has_solid(reader.project, reader);
    // A set that this program wrote is complete and needs no assumptions.
    let is_foreign = reader.project.author != Author::RoomSet;
    let steps: [fn(&mut SolidityJudge<'_>); 5] = [
        |judge| judge.assume(false),
        |judge| judge.assume(true),
        |judge| judge.take_shapes(),
        |judge| judge.take_only_values(),
        |judge| judge.take_earths(),
    ];
    for (at, step) in steps.into_iter().enumerate().filter(|_| is_foreign) {
        if at == 0 || !judge.has_solid {
            step(&mut judge);
        }
    }
    judge.settle(remarks);
    judge.remark(remarks);
    let reading = lexicon.reading.and_then(|reading| reading.empty);
    let usual = is_foreign && judge.has_solid && !judge.has_floor && !judge.has_floor_layer;
    let is_known = |verdict: &Verdict| matches!(verdict, Verdict::Known(..));
    let is_said = |key: &(usize, u32)| judge.verdicts.get(key).is_some_and(is_known);
    let is_clear = judge.has_solid || census.uses.keys().all(is_said);
    let candidates = if is_clear || !is_foreign { Vec::new() } else { candidates::find(reader, census) };
    if !candidates.is_empty() {
        candidates::warn(&candidates, reader.project.kind, remarks);
    }
    Decisions {
        fills_empty: reading.map_or(usual, |empty| empty == EmptyCells::Floor),
        is_empty_decided: reading.is_some(),
        is_unknown: !census.uses.is_empty() && !judge.verdicts.values().any(is_known),
        candidates,
        verdicts: judge.verdicts,
    }
}

/// The reason for an assumption about a tile.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Assumption {
    /// Name of the tile, and the assumed type.
    Name(&'static str),
    /// Name of its layer, and the assumed type.
    Layer(String, &'static str),
    Shape,
    OnlyValue(String),
    /// A layer whose only solid values are earth.
    Earth(String),
    /// Property of a layer, and the layer.
    LayerProperty(String, String),
    /// A property of the tile.
    Property(String),
    /// Other tiles are solid.
    Rest,
}

struct SolidityJudge<'j> {
    reader: &'j TileReader<'j>,
    census: &'j Census,
    verdicts: BTreeMap<(usize, u32), Verdict>,
    /// Layers where at least one tile defines whether it is solid.
    talking: BTreeSet<usize>,
    has_solid: bool,
    /// `true` if something is named as floor or ground.
    has_floor: bool,
    has_floor_layer: bool,
    assumed: BTreeMap<Assumption, BTreeSet<u32>>,
}

impl SolidityJudge<'_> {
    fn take_said(&mut self, remarks: &mut Remarks) {
        for (layer, number) in self.census.uses.keys().copied() {
            let Some(counted) = self.census.layers.get(layer) else { continue };
            let Some(said) = self.reader.said(number, &counted.name, remarks) else { continue };
            let entry = &said.meaning.entry;
            self.has_solid |= is_solid(entry);
            let is_floor = matches!(entry, LegendEntry::Floor | LegendEntry::Ground(_));
            self.has_floor |= said.is_named && is_floor;
            if !said.is_named {
                self.talking.insert(layer);
                self.remember_property(number);
            }
            self.verdicts.insert((layer, number), Verdict::Known(Rc::new(said.meaning), said.cover));
        }
    }

    /// Treats tiles without properties of their own as solid if a property of their layer makes them so.
    fn take_solid_layers(&mut self) {
        for (layer, number) in self.silent() {
            let Some(counted) = self.census.layers.get(layer) else { continue };
            let Some(key) = counted.solid_by.clone() else { continue };
            let why = Assumption::LayerProperty(key, counted.name.clone());
            let names = self.reader.tile(number).and_then(|(_, _, tile)| tile).map_or_else(Vec::new, names);
            let entry = self.reader.solid_entry(&names, &SourceTile::default());
            self.assume_tile(layer, number, entry, TileCover::All, why);
        }
    }

    /// Records the property that makes a tile solid, unless it is the documented one.
    fn remember_property(&mut self, number: u32) {
        let Some((_, _, Some(tile))) = self.reader.tile(number) else { return };
        let mut properties = tile.properties.keys().filter(|key| solidity(key).is_some());
        if let Some(key) = properties.find(|key| !matches!(key.as_str(), "solid" | "walkable")) {
            self.assumed.entry(Assumption::Property(key.clone())).or_default().insert(number);
        }
    }

    /// Returns the tiles without a verdict, with their layers. Tiles of unreadable sets are not included.
    fn silent(&self) -> Vec<(usize, u32)> {
        let is_silent = |(layer, number): &(usize, u32)| {
            !self.verdicts.contains_key(&(*layer, *number))
                && self.reader.tile(*number).is_some_and(|(set, _, _)| set.missing.is_none())
        };
        self.census.uses.keys().copied().filter(is_silent).collect()
    }

    /// Assumes the meaning that names of tiles and layers suggest.
    fn assume(&mut self, is_painted: bool) {
        for (layer, number) in self.silent() {
            let Some(counted) = self.census.layers.get(layer) else { continue };
            if counted.is_painted != is_painted {
                continue;
            }
            let name = counted.name.clone();
            let Some((set, _, tile)) = self.reader.tile(number).filter(|(set, _, _)| set.noun.has_words())
            else {
                continue;
            };
            let word = layer_word(&name);
            let nothing = SourceTile::default();
            let tile = tile.unwrap_or(&nothing);
            if word == Some(LayerWord::Decoration) {
                continue;
            }
            if let Some(entry) = self.by_name(tile, word) {
                let what = kind_word(&entry);
                let cover = if is_solid(&entry) { TileCover::All } else { TileCover::Walkable };
                self.assume_tile(layer, number, entry, cover, Assumption::Name(what));
                continue;
            }
            let is_talking = self.talking.contains(&layer) && set.noun == TileNoun::Tile;
            match word {
                Some(LayerWord::Solid) if !is_talking => {
                    let why = Assumption::Layer(name, "walls");
                    self.assume_tile(layer, number, LegendEntry::Wall, TileCover::All, why);
                }
                Some(LayerWord::Floor) if set.noun == TileNoun::Tile => {
                    let why = Assumption::Layer(name, "floor");
                    self.has_floor_layer = true;
                    self.assume_tile(layer, number, LegendEntry::Floor, TileCover::Walkable, why);
                }
                _ => {}
            }
        }
    }

    /// Returns the entry that the names of a tile suggest.
    fn by_name(&self, tile: &SourceTile, layer: Option<LayerWord>) -> Option<LegendEntry> {
        let own = names(tile).into_iter().chain(tile.tags.iter().map(String::as_str));
        // Terrains on a layer of floor are kinds of floor.
        let terrain = tile.terrain.as_deref().filter(|_| layer != Some(LayerWord::Floor));
        let (name, word) = own.chain(terrain).find_map(|name| Some((name, tile_word(name)?)))?;
        let look = || TileLook { name: name.to_owned(), color: self.reader.color(&tile.properties, "color") };
        Some(match word {
            TileWord::Wall => LegendEntry::Wall,
            TileWord::Obstacle => LegendEntry::Obstacle(look()),
            TileWord::Floor if layer == Some(LayerWord::Solid) => return None,
            TileWord::Floor => LegendEntry::Floor,
            TileWord::Earth if layer == Some(LayerWord::Solid) => LegendEntry::Wall,
            TileWord::Ground | TileWord::Earth => LegendEntry::Ground(look()),
        })
    }

    fn assume_tile(
        &mut self,
        layer: usize,
        number: u32,
        entry: LegendEntry,
        cover: TileCover,
        why: Assumption,
    ) {
        self.has_solid |= is_solid(&entry);
        self.assumed.entry(why).or_default().insert(number);
        self.verdicts.insert((layer, number), Verdict::Known(Rc::new(CellMeaning::of(entry)), cover));
    }

    /// Assumes that tiles are solid if their collision shapes cover them.
    fn take_shapes(&mut self) {
        for (layer, number) in self.silent_or_floor() {
            let is_covered =
                self.reader.tile(number).and_then(|(_, _, tile)| tile).is_some_and(|tile| tile.is_covered);
            if is_covered {
                self.assume_tile(layer, number, LegendEntry::Wall, TileCover::All, Assumption::Shape);
            }
        }
    }

    /// Returns the tiles without a verdict, and those that are floor only because of their layer's name.
    fn silent_or_floor(&self) -> Vec<(usize, u32)> {
        let is_floor = |verdict: &Verdict| matches!(verdict, Verdict::Known(_, TileCover::Walkable));
        let floors = self.verdicts.iter().filter(|(_, verdict)| is_floor(verdict)).map(|(key, _)| *key);
        let mut found: Vec<(usize, u32)> = self.silent().into_iter().chain(floors).collect();
        found.sort_unstable();
        found
    }

    /// Assumes that the only value of an integer layer is solid, because that is its purpose.
    fn take_only_values(&mut self) {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for (layer, _) in self.census.uses.keys() {
            *counts.entry(*layer).or_default() += 1;
        }
        for (layer, number) in self.silent() {
            let Some((set, _, _)) = self.reader.tile(number) else { continue };
            if counts.get(&layer) == Some(&1) && set.noun.is_value() {
                let why = Assumption::OnlyValue(set.name.clone());
                self.assume_tile(layer, number, LegendEntry::Wall, TileCover::All, why);
            }
        }
    }

    /// Assumes that earth is wall if cells without a value are air.
    fn take_earths(&mut self) {
        let uses: Vec<(usize, u32)> = self.census.uses.keys().copied().collect();
        for (layer, number) in uses {
            let Some(counted) = self.census.layers.get(layer).filter(|counted| counted.has_empty) else {
                continue;
            };
            let Some((set, _, Some(tile))) = self.reader.tile(number) else { continue };
            let is_earth = names(tile).iter().any(|name| tile_word(name) == Some(TileWord::Earth));
            if set.noun.is_value() && is_earth {
                self.assumed.values_mut().for_each(|numbers| {
                    numbers.remove(&number);
                });
                let why = Assumption::Earth(counted.name.clone());
                self.assume_tile(layer, number, LegendEntry::Wall, TileCover::All, why);
            }
        }
        self.assumed.retain(|_, numbers| !numbers.is_empty());
    }

    /// Decides on the remaining tiles: they are floor if only solids are defined, otherwise decoration or
    /// unknown.
    fn settle(&mut self, remarks: &mut Remarks) {
        let is_rest_floor = self.has_solid && !self.has_floor;
        for (layer, number) in self.silent() {
            let Some(counted) = self.census.layers.get(layer) else { continue };
            let is_tile = self.reader.tile(number).is_some_and(|(set, _, _)| set.noun == TileNoun::Tile);
            if counted.is_painted {
                let what = format!("The layer \"{}\" is only for decoration and is left out", counted.name);
                remarks.note("other-layer", what, None, None);
                self.verdicts.insert((layer, number), Verdict::Ignored);
            } else if is_rest_floor && is_tile {
                if layer_word(&counted.name) == Some(LayerWord::Decoration) {
                    let what = format!(
                        "The layer \"{}\" was read as decoration because of its name, and is left out",
                        counted.name
                    );
                    remarks.note("assumed", what, None, None);
                    self.verdicts.insert((layer, number), Verdict::Ignored);
                } else {
                    self.assume_tile(
                        layer,
                        number,
                        LegendEntry::Floor,
                        TileCover::Backdrop,
                        Assumption::Rest,
                    );
                }
            } else {
                self.verdicts.insert((layer, number), Verdict::Unknown);
            }
        }
        if !self.has_solid && !self.has_floor {
            // Floor without walls is not a room, so nothing is known.
            self.verdicts.retain(|_, verdict| !matches!(verdict, Verdict::Known(_, TileCover::Walkable)));
            self.assumed.clear();
        }
    }

    /// Remarks all assumptions, and everything that is unknown.
    fn remark(&self, remarks: &mut Remarks) {
        if self.census.turned > 0 {
            let what = "Tiles are turned or flipped, but those of rooms are not".to_owned();
            remarks.note("turned-tile", what, None, None);
        }
        let hint = "If that is wrong, explain the tiles in a legend next to the source.";
        for (why, numbers) in &self.assumed {
            for group in self.by_set(numbers) {
                let tiles = tiles_text(self.reader.project, &group);
                let what = match why {
                    Assumption::Name(what) => format!("{tiles}: read as {what}, because of the name"),
                    Assumption::Layer(layer, what) => {
                        format!(
                            "Everything else on the layer \"{layer}\" was read as {what}, because of its name"
                        )
                    }
                    Assumption::Shape => format!("{tiles}: read as walls, because of their collision shapes"),
                    Assumption::OnlyValue(layer) => {
                        let owner = match self.reader.project.kind {
                            SourceKind::Ldtk => format!("layer \"{layer}\""),
                            kind => kind.whole().to_owned(),
                        };
                        format!("The only value of the {owner} was read as walls")
                    }
                    Assumption::Earth(layer) => {
                        format!(
                            "{tiles}: read as walls, because nothing else on the layer \"{layer}\" is solid"
                        )
                    }
                    Assumption::LayerProperty(key, layer) => {
                        format!("The property \"{key}\" of the layer \"{layer}\" makes its tiles solid")
                    }
                    Assumption::Property(key) => {
                        format!("The property \"{key}\" decides which tiles are solid")
                    }
                    Assumption::Rest => {
                        "All other tiles were read as floor, because some are solid".to_owned()
                    }
                };
                remarks.once("assumed", what, Some(hint.into()));
            }
        }
        self.remark_properties(remarks);
        self.remark_unknown(remarks);
    }

    /// Remarks properties of ground that have no effect.
    fn remark_properties(&self, remarks: &mut Remarks) {
        let is_other = self.reader.project.author == Author::Other;
        let known = self.verdicts.iter().filter(|_| is_other).filter(
            |(_, verdict)| matches!(verdict, Verdict::Known(meaning, _) if !is_thing(&meaning.entry)),
        );
        let numbers: BTreeSet<u32> = known.map(|((_, number), _)| *number).collect();
        let tiles = numbers.into_iter().filter_map(|number| self.reader.tile(number)?.2);
        for (tile, key) in tiles.flat_map(|tile| tile.properties.keys().map(move |key| (tile, key))) {
            if !is_read(key) {
                let what = format!("The property \"{key}\" of ground tiles is left out");
                let place = names(tile).first().map(|name| format!("\"{name}\""));
                remarks.note("tile-property", what, place, None);
            }
        }
    }

    /// Groups tile numbers by set.
    fn by_set(&self, numbers: &BTreeSet<u32>) -> Vec<Vec<u32>> {
        let mut groups: BTreeMap<Option<u32>, Vec<u32>> = BTreeMap::new();
        for number in numbers {
            let first = self.reader.tile(*number).and_then(|_| {
                self.reader.project.tile_sets.range(..=*number).next_back().map(|(first, _)| *first)
            });
            groups.entry(first).or_default().push(*number);
        }
        groups.into_values().collect()
    }

    fn remark_unknown(&self, remarks: &mut Remarks) {
        let unknown = self
            .census
            .uses
            .iter()
            .filter(|(key, _)| matches!(self.verdicts.get(key), None | Some(Verdict::Unknown)));
        let mut uses: BTreeMap<u32, (usize, String)> = BTreeMap::new();
        for ((layer, number), tile) in unknown {
            let name = self.census.layers.get(*layer).map_or("", |layer| layer.name.as_str());
            let known = uses
                .entry(*number)
                .or_insert_with(|| (0, place_on(self.reader.project.kind, name, tile.first)));
            known.0 += tile.count;
        }
        for group in self.by_set(&uses.keys().copied().collect()) {
            let cells: usize =
                group.iter().filter_map(|number| uses.get(number)).map(|(count, _)| *count).sum();
            let place = group.first().and_then(|number| uses.get(number)).map(|(_, place)| place.clone());
            let (why, hint) = self.why_unknown(&group);
            let what = format!("{why}, {}", self.reader.project.kind.instead());
            remarks.warn_times("unknown-tile", what, cells, place, Some(hint));
        }
    }

    /// Returns the reason why tiles of a set are unknown, and a hint.
    fn why_unknown(&self, numbers: &[u32]) -> (String, Hint) {
        let kind = self.reader.project.kind;
        let whole = kind.whole();
        let set = numbers.first().and_then(|number| self.reader.tile(*number)).map(|(set, _, _)| set);
        let Some(set) = set else {
            let word = kind.noun().word(numbers.len());
            let what = format!("No tile set has the {word} {}", super::census::listed_numbers(numbers));
            let hint = format!(
                "Fix it in the program that made it, because the {whole} refers to tiles that its sets lack."
            );
            return (what, hint.into());
        };
        if let Some(missing) = &set.missing {
            let what = format!("The tile set \"{}\" cannot be read ({missing})", set.name);
            return (what, format!("Put it where the {whole} expects it.").into());
        }
        let are = if numbers.len() == 1 { "is" } else { "are" };
        (format!("{} {are} not known", tiles_text(self.reader.project, numbers)), kind.explanation(set.noun))
    }
}

/// Returns a word for the kind of an entry.
fn kind_word(entry: &LegendEntry) -> &'static str {
    match entry {
        LegendEntry::Wall => "walls",
        LegendEntry::Obstacle(_) => "obstacles",
        LegendEntry::Floor => "floor",
        LegendEntry::Ground(_) => "ground",
        LegendEntry::Nothing => "nothing",
        LegendEntry::Socket(_) | LegendEntry::Entity(_) | LegendEntry::Marker(_) => "things",
    }
}
