//! Rooms and boards for which a constant scale leaves no room.
//!
//! Only symbols that the final mission may have are examined. Places of the start that can never fit are errors; see
//! [`rooms`](super::rooms). All others are warnings here, because a level may do without them.

use super::rooms::templates_of;
use crate::base::{Diagnostic, PathRef, Size};
use crate::grammar::lint::Lint;
use crate::mission::{Form, NodeSymbol};
use crate::rooms::{RoomSet, RoomTemplate};
use crate::settings::{LayoutSettings, Spacing};

/// Maximum number of warnings.
const MOST_SHOWN: usize = 5;

/// Warns of rooms and boards that are larger than the scale.
pub(super) fn find_above_scale(lint: &Lint<'_>, sets: &[&RoomSet], found: &mut Vec<Diagnostic>) {
    let Spacing::Fixed { scale } = lint.grammar.layout.spacing else { return };
    let before = found.len();
    for symbol in &lint.flow.end.nodes {
        let (name, symbol) = lint.grammar.alphabet.node(*symbol);
        if symbol.all_forms().any(Form::uses_rooms) {
            find_rooms(name, sets, scale, found);
        }
        found.extend(check_board(name, symbol, sets, scale));
    }
    found.truncate(before + MOST_SHOWN);
}

fn find_rooms(name: &str, sets: &[&RoomSet], scale: u32, found: &mut Vec<Diagnostic>) {
    let rooms: Vec<&RoomTemplate> = templates_of(name, sets).iter().map(|template| template.room).collect();
    let is_too_large = |room: &RoomTemplate| side(room.size()) >= scale;
    let Some(smallest) = rooms.iter().min_by_key(|room| side(room.size())) else { return };
    if is_too_large(smallest) {
        // The error about a place of the start says the same.
        if found.iter().all(|one| one.code != "too-large") {
            let what = format!("its smallest room, \"{}\", has", smallest.name);
            found.push(never_fits(name, &what, smallest.size(), scale));
        }
        return;
    }
    for room in rooms.into_iter().filter(|room| is_too_large(room)) {
        let Size { width, height } = room.size();
        let message = format!(
            "The room \"{}\" ({width} × {height}) is too large for the scale, so it is never used.",
            room.name
        );
        found.push(with_scale(Diagnostic::warning("room-left-out", message), width.max(height) + 1));
    }
}

/// Warns if the smallest board of a symbol is too large.
fn check_board(name: &str, symbol: &NodeSymbol, sets: &[&RoomSet], scale: u32) -> Option<Diagnostic> {
    let cards = symbol.all_forms().find_map(Form::cards)?;
    let mut templates = sets.iter().flat_map(|set| &set.rooms).filter(|room| room.symbol == name);
    let cell = templates.find_map(|room| room.card.as_ref())?.cell;
    let least = |count: u32, side: u32| count.saturating_mul(side);
    let size = Size::new(least(cards.columns.0, cell.width), least(cards.rows.0, cell.height));
    (side(size) >= scale).then(|| never_fits(name, "its smallest board has", size, scale))
}

fn side(size: Size) -> u32 {
    size.width.max(size.height)
}

fn never_fits(name: &str, what: &str, size: Size, scale: u32) -> Diagnostic {
    let message = format!(
        "Every level with a \"{name}\" of this form fails: {what} {} × {} cells, but a scale of {scale} leaves room for {}.",
        size.width,
        size.height,
        scale.saturating_sub(1)
    );
    with_scale(Diagnostic::warning("never-fits", message), side(size).saturating_add(1))
}

fn with_scale(warning: Diagnostic, scale: u32) -> Diagnostic {
    let warning = warning.at(PathRef::ROOT.field("layout").field("spacing").field("scale"));
    let warning = warning.hint(format!("Raise the scale to {scale} or more."));
    warning.remedy(LayoutSettings::set_scale(scale))
}
