//! Finds candidates for solid tiles in a source that does not define any.
//!
//! Candidates are properties, tags, names, layers and tiles, the likeliest first.

use std::collections::{BTreeMap, BTreeSet};

use super::census::{Census, tiles_of};
use super::model::{LayerContent, SourceProject, TURNS};
use super::tiles::{TileReader, names};
use super::wording::SourceKind;
use super::words::{LayerWord, layer_word};
use crate::base::{Cell, Grid, Hint, Rect, Size};
use crate::import::drawing::{Remarks, SolidCandidate, SolidRule};
use crate::rooms::RoomTemplate;

/// Maximum number of candidates.
const MOST_CANDIDATES: usize = 40;
/// Maximum number of candidates named in a warning.
const MOST_NAMED: usize = 5;

/// The way in which a candidate was found, the likeliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Trait {
    Property,
    Tag,
    Name,
    Layer,
    Tile,
}

/// Tiles of a candidate, by layer and tile number, with their number of cells.
type CandidateTiles = BTreeMap<(usize, u32), usize>;

/// Finds everything that may be solid.
pub(crate) fn find(reader: &TileReader<'_>, census: &Census) -> Vec<SolidCandidate> {
    let mut groups: BTreeMap<(Trait, String), CandidateTiles> = BTreeMap::new();
    let mut layers: BTreeMap<usize, usize> = BTreeMap::new();
    for (key, tile) in &census.uses {
        let (layer, number) = *key;
        *layers.entry(layer).or_default() += tile.count;
        let Some((set, id, known)) = reader.tile(number).filter(|(set, _, _)| set.missing.is_none()) else {
            continue;
        };
        let mut add = |kind: Trait, name: &str| {
            groups.entry((kind, name.to_owned())).or_default().insert(*key, tile.count);
        };
        if let Some(known) = known {
            let properties = known.properties.iter().filter(|(_, value)| value.truth() == Some(true));
            properties.for_each(|(name, _)| add(Trait::Property, name));
            known.tags.iter().for_each(|tag| add(Trait::Tag, tag));
            names(known).first().iter().for_each(|name| add(Trait::Name, name));
        }
        let Some(counted) = census.layers.get(layer) else { continue };
        if reader.project.kind.has_layers() && layer_word(&counted.name) != Some(LayerWord::Decoration) {
            add(Trait::Layer, &counted.name);
        }
        add(Trait::Tile, &format!("{}:{id}", set.name));
    }
    let widest = layers.values().copied().max().unwrap_or(0);
    let rank = |kind: Trait, count: usize| {
        // A layer that covers everything is a background.
        (kind, kind == Trait::Layer && count == widest && layers.len() > 1, std::cmp::Reverse(count))
    };
    let counted = groups.into_iter().map(|((kind, name), group)| {
        let count = group.values().sum::<usize>();
        (rank(kind, count), name, group, count)
    });
    let mut found: Vec<_> = counted.collect();
    found.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    // A tile with a name of its own needs no number. The name of a pixel is its colour.
    let named: BTreeSet<CandidateTiles> = found
        .iter()
        .filter(|((kind, ..), ..)| *kind == Trait::Name)
        .map(|(_, _, group, _)| group.clone())
        .collect();
    found.retain(|((kind, ..), _, group, _)| *kind != Trait::Tile || !named.contains(group));
    // A colour may be a tag and a name.
    let mut told = BTreeSet::new();
    found.retain(|((kind, ..), name, ..)| told.insert((*kind == Trait::Layer, name.clone())));
    found.truncate(MOST_CANDIDATES);
    let candidate =
        |((kind, ..), name, group, count): ((Trait, _, _), String, CandidateTiles, usize)| SolidCandidate {
            rule: if kind == Trait::Layer { SolidRule::Layer(name) } else { SolidRule::Tiles(name) },
            count,
            example: example(reader.project, census, &group),
        };
    found.into_iter().map(candidate).collect()
}

/// Warns that nothing is solid, and names the likeliest candidates.
pub(crate) fn warn(candidates: &[SolidCandidate], kind: SourceKind, remarks: &mut Remarks) {
    let option = |candidate: &SolidCandidate| match &candidate.rule {
        SolidRule::Tiles(name) => format!("--solid \"{name}\""),
        SolidRule::Layer(name) => format!("--solid-layer \"{name}\""),
    };
    let options: Vec<String> = candidates.iter().take(MOST_NAMED).map(option).collect();
    let what = format!("Nothing in the {} defines which {} are solid", kind.whole(), kind.noun().word(2));
    remarks.warn("no-solid", what, None, Some(Hint::new("Choose what is solid.").with_options(options)));
}

/// Returns the cells of a candidate in the first map that has any.
fn example(project: &SourceProject, census: &Census, group: &CandidateTiles) -> Grid<bool> {
    let in_map = |layers: &[super::model::SourceLayer]| -> Vec<Cell> {
        let mut cells = Vec::new();
        for layer in layers.iter().filter(|layer| layer.is_visible) {
            let (LayerContent::Tiles(chunks), Some(at)) = (&layer.content, census.find(layer)) else {
                continue;
            };
            let tiles = chunks.iter().flat_map(tiles_of);
            cells.extend(
                tiles.filter(|(_, number)| group.contains_key(&(at, number & !TURNS))).map(|(cell, _)| cell),
            );
        }
        cells
    };
    let cells = project.maps.iter().map(|map| in_map(&map.layers)).find(|cells| !cells.is_empty());
    let cells = cells.unwrap_or_default();
    let around = cells.iter().map(|cell| Rect::new(*cell, Size::new(1, 1))).reduce(Rect::union);
    let around = around.unwrap_or_default();
    let most = RoomTemplate::MAX_SIDE;
    let size = Size::new(around.size.width.min(most), around.size.height.min(most));
    let mut grid = Grid::filled(size, false);
    for cell in cells {
        if let Some(value) = grid.get_mut(cell - around.min) {
            *value = true;
        }
    }
    grid
}
