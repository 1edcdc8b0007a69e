//! Forming turns a plan into a [`Space`]: tiles, owners, doors.
//!
//! Input: a [`Plan`], the movement of walkers, a seed.
//! Output: a tile and an owner for every cell.
//!
//! These hold for all parameter values:
//!
//! - A cell is opened only by its owner.
//! - Between owners that no passage joins there is a seal: cells that stay wall.
//! - All ports of a place are connected inside it, and no detached part remains.
//!
//! Ownership is decided before the first place is formed, and no technique reads cells of others.

mod automaton;
mod bridges;
mod cell_changes;
mod claims;
mod collapsed;
mod forming;
mod frozen;
mod paint;
mod tile_legend;
mod seals;
mod spots;
mod techniques;
mod thresholds;
mod ways;
mod widths;
mod work;
#[cfg(test)]
mod tests;

pub use automaton::{
    SmoothedRegion, SmoothingRule, smooth_in_grid_order, smooth_in_grid_order_plainly, smooth_synchronously,
    smooth_synchronously_plainly,
};
pub(crate) use automaton::{Smoother, can_count_by_words};

pub use cell_changes::{CellChange, CellChanges};
pub use forming::{FormedCell, Forming, FormingPlayback, FormingStage, FormingStep, FormingWatcher};
pub use spots::PassSpot;

use std::collections::BTreeMap;

use self::claims::Claims;
use self::frozen::KeptGround;
use self::techniques::PlacePlot;
use self::work::FormingBudget;
use crate::base::{Adjacency, Cancelled, Cell, Outcome, Rect, Seed, SharedGrid, StageContext};
use crate::layout::Plan;
use crate::level::{Bridge, Owner, PassageId, Tile};
use crate::settings::Movement;

pub(crate) use collapsed::check_collapsed;
pub(crate) use tile_legend::WALL;
pub use tile_legend::{common_tiles, free_character, reserved_tiles};
pub(crate) use widths::check_widths;

/// The tiles made from a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The tile of each cell, as its character.
    pub tiles: SharedGrid<char>,
    /// The tile that each character represents.
    pub legend: BTreeMap<char, Tile>,
    /// The owner of each cell.
    pub owners: SharedGrid<Owner>,
    /// The cells that stay wall between two owners that the mission does not join.
    pub seals: Vec<Cell>,
    /// The door cells of corridors, each with its passage.
    ///
    /// Only corridors that enter no room and whose doors are not plain have them.
    pub thresholds: Vec<(PassageId, Cell)>,
    /// A walkable cell of each place: where its walkers start or its middle, if that is walkable.
    pub anchors: Vec<Cell>,
    /// The smallest rectangle around the cells of each place.
    pub bounds: Vec<Rect>,
    /// The cells where passages cross.
    pub bridges: Vec<Bridge>,
    /// Cells that techniques marked for passes, place by place.
    pub spots: Vec<PassSpot>,
}

/// The state of a cell while places are formed. An automaton may change only `Open` and `Solid`.
///
/// It treats all cells except open ones as wall, even the floors of rooms, so that caves attach to rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellState {
    /// Floor that may still change.
    Open,
    /// Wall that may still change.
    Solid,
    /// Permanent floor.
    DefinitelyOpen,
    /// Permanent wall.
    Sealed,
    /// Drawn by the author of a room.
    RoomInterior,
}

/// The surroundings of forming.
pub type FormContext<'a, 'w> = StageContext<'a, FormingWatcher<'w>>;

/// Forms a plan.
///
/// The plan may keep places of an earlier one, which became `earlier`; they keep their cells.
/// If the work exceeds its ceilings, the space still has all places and passages.
/// Its caves are then less smooth.
///
/// # Errors
/// Returns an error if it is stopped before the space is done.
///
/// # Panics
/// Never.
pub fn form(
    plan: &Plan,
    earlier: Option<&Space>,
    movement: Movement,
    seed: Seed,
    context: FormContext<'_, '_>,
) -> Result<Outcome<Space>, Cancelled> {
    let (stop, mut work) = (&context.stop, FormingBudget::within(context.ceilings, &context.stop));
    let mut nobody = FormingWatcher::default();
    let watcher = context.watcher.unwrap_or(&mut nobody);
    let plots = PlacePlot::all(plan, seed);
    let kept = KeptGround::new(plan, earlier);
    let mut claims = stop.unless_stopped(Claims::new(plan, &plots, &kept, movement, seed, watcher))?;
    let same_owner =
        Adjacency::among_equal(claims.claimed.clone(), &claims.owners, movement == Movement::EightWay);
    let seals = stop.unless_stopped(seals::seal(&mut claims, plan, movement, &same_owner))?;
    watcher.note(FormingStage::Seals, &claims);
    let grown = plots.into_iter().filter(|plot| !kept.holds(plot.owner())).collect();
    let places = plan.places.len();
    let mut spots = techniques::form(&mut claims, grown, places, movement, &same_owner, watcher, &mut work);
    stop.unless_stopped(())?;
    spots.extend_from_slice(kept.spots());
    spots.sort_by_key(|spot| spot.place);
    let space = Space { spots, ..paint::paint(plan, claims, movement, &same_owner, seals, watcher) };
    watcher.note_drawn(plan, &space.owners, &space.tiles);
    stop.unless_stopped(work.outcome(space))
}
