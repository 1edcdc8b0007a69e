//! P0, amount: places and templates of a level do not have more cells than the level has room for.
//!
//! The other promises visit the cells of every place.
//! A file with thousands of places that each claim the whole level would keep them busy for hours.

use std::collections::BTreeMap;

use super::findings::PromiseBreaks;
use crate::base::Rect;
use crate::level::Level;

/// Maximum number of times that the bounds of places may cover the level. Caves overlap each other's bounds,
/// but not all of them.
const MOST_COVERS: u64 = 64;

/// Adds the excesses. Returns `false` if the other promises cannot be checked.
pub(super) fn check(level: &Level, findings: &mut PromiseBreaks) -> bool {
    let cells = level.tiles.size().area() as u64;
    let (drawn, covered, laid) = (drawn_cells(level), covered_cells(level), laid_cells(level));
    if drawn > cells {
        findings
            .add(None, format!("the rooms' templates have {drawn} cells together; the level has {cells}."));
    }
    let most = cells.saturating_mul(MOST_COVERS);
    if covered > most {
        let message = format!(
            "the bounds of the places have {covered} cells together, over {MOST_COVERS} times as many as the level."
        );
        findings.add(None, message);
    }
    if laid > most {
        let message =
            format!("the cards have {laid} cells together, over {MOST_COVERS} times as many as the level.");
        findings.add(None, message);
    }
    drawn <= cells && covered <= most && laid <= most
}

/// Returns the number of cells of all rooms' templates, counted once for each use.
fn drawn_cells(level: &Level) -> u64 {
    let areas = areas(level);
    let used = level.places.iter().filter_map(|place| areas.get(place.template.as_deref()?));
    used.fold(0, |sum, area| sum.saturating_add(*area))
}

/// Returns the number of cells of all cards' pictures, counted once for each placed card.
///
/// A card without cells counts as one, because it takes work, too.
fn laid_cells(level: &Level) -> u64 {
    let areas = areas(level);
    let cards = level.places.iter().filter_map(|place| place.board.as_ref()).flat_map(|board| &board.cards);
    let laid = cards.map(|card| areas.get(card.template.as_str()).map_or(1, |area| *area.max(&1)));
    laid.fold(0, u64::saturating_add)
}

/// Returns the number of cells of each template, by its name.
fn areas(level: &Level) -> BTreeMap<&str, u64> {
    let area = |picture: &Vec<String>| picture.iter().map(|row| row.chars().count() as u64).sum::<u64>();
    level.templates.iter().map(|(name, template)| (name.as_str(), area(&template.picture))).collect()
}

/// Returns the number of level cells within the bounds of places, counted once for each place.
fn covered_cells(level: &Level) -> u64 {
    let size = level.tiles.size();
    let overlap = |from: i32, length: u32, most: u32| {
        let (from, most) = (i64::from(from), i64::from(most));
        (from.saturating_add(i64::from(length)).clamp(0, most) - from.clamp(0, most)).max(0) as u64
    };
    let covered = |bounds: &Rect| {
        let columns = overlap(bounds.min.x, bounds.size.width, size.width);
        columns.saturating_mul(overlap(bounds.min.y, bounds.size.height, size.height))
    };
    level.places.iter().map(|place| covered(&place.bounds)).fold(0, u64::saturating_add)
}
