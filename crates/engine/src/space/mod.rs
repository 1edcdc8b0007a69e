//! Forming turns a plan into a [`Space`]: tiles, owners, doors.
//!
//! In: a [`Plan`], which steps a walker can take, a seed.
//! Out: a tile and an owner for every cell.
//! Guaranteed, for every value of the parameters: a cell is opened only by its owner; between any two owners that no passage joins lies a seal, cells that stay wall for ever; all ports of a place are connected inside it, and nothing detached remains.
//!
//! Ownership makes it cheap: who may open which cell is settled before the first place is formed, and no technique looks at cells of others.

mod automaton;
mod bridges;
mod cell_changes;
mod claims;
mod forming;
mod kept;
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

pub use spots::Spot;
pub use techniques::{Walk, WalkArea, walk};

pub use cell_changes::{CellChange, CellChanges};
pub use forming::{FormedCell, Forming, FormingPlayback, FormingStage, FormingStep};

use std::collections::BTreeMap;

use self::claims::Claims;
use self::forming::Watcher;
use self::kept::KeptGround;
use self::techniques::Plot;
use self::work::Work;
use crate::base::{Adjacency, Cancelled, Ceilings, Cell, Outcome, Rect, Seed, SharedGrid, StopToken};
use crate::layout::Plan;
use crate::level::{Bridge, Owner, PassageId, Tile};
use crate::mission::Movement;

pub(crate) use tile_legend::WALL;
pub use tile_legend::{common_tiles, free_character};
pub(crate) use widths::check_widths;

/// A plan that became tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// What lies on each cell, as its character.
    pub tiles: SharedGrid<char>,
    /// What each character stands for.
    pub legend: BTreeMap<char, Tile>,
    /// To whom each cell belongs.
    pub owners: SharedGrid<Owner>,
    /// The cells that stay wall for ever between two owners that the mission does not join.
    pub seals: Vec<Cell>,
    /// The cells across corridors on which their doors lie, each with its passage: corridors that enter no room, and whose doors are not plain.
    pub thresholds: Vec<(PassageId, Cell)>,
    /// A walkable cell of each place, in its middle if that is walkable.
    pub anchors: Vec<Cell>,
    /// The smallest rectangle around the cells of each place.
    pub bounds: Vec<Rect>,
    /// The cells where passages cross.
    pub bridges: Vec<Bridge>,
    /// What the forming of places marks for passes, place by place.
    pub spots: Vec<Spot>,
}

/// The state of a cell while places are formed. Only `Open` and `Solid` may ever be changed by an automaton.
///
/// An automaton counts all but the open ones as wall, the floors of rooms too: caves lean on rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Floor for now.
    Open,
    /// Wall for now.
    Solid,
    /// Floor for ever.
    DefinitelyOpen,
    /// Wall for ever.
    Sealed,
    /// Drawn by the author of a room.
    RoomInterior,
}

/// Forms a plan, however much work that is.
///
/// # Panics
/// Never.
pub fn form(plan: &Plan, movement: Movement, seed: Seed) -> Space {
    let formed = form_until(plan, None, movement, seed, Ceilings::NONE, &mut |_| {}, &StopToken::never());
    formed.expect("nobody stops it").value
}

/// Forms a plan, as long as the token is not stopped; `done` hears of each stage when it is done.
///
/// The plan may keep places of an earlier one, which became that space: they keep their cells.
/// If forming is too much work, the space has all places and passages, but caves are less smooth than they should be, and walkers took fewer steps.
///
/// # Errors
/// If it is stopped before the space is done.
pub fn form_until(
    plan: &Plan,
    earlier: Option<&Space>,
    movement: Movement,
    seed: Seed,
    ceilings: Ceilings,
    done: &mut dyn FnMut(FormingStage),
    stop: &StopToken,
) -> Result<Outcome<Space>, Cancelled> {
    let (mut watcher, mut work) = (Watcher::telling(done), Work::within(ceilings, stop));
    let space = form_watched(plan, earlier, movement, seed, &mut watcher, &mut work, stop)?;
    Ok(work.outcome(space))
}

/// Forms a plan and writes down what each stage changed. The space is the same as without.
///
/// # Panics
/// Never.
pub fn form_recorded(plan: &Plan, movement: Movement, seed: Seed) -> (Space, Forming) {
    form_recorded_until(plan, None, movement, seed, &StopToken::never()).expect("nobody stops it")
}

/// Forms a plan that may keep places of an earlier one, which became that space, and writes down what each stage changed.
///
/// # Errors
/// If it is stopped before the space is done.
///
/// # Panics
/// Never.
pub fn form_recorded_until(
    plan: &Plan,
    earlier: Option<&Space>,
    movement: Movement,
    seed: Seed,
    stop: &StopToken,
) -> Result<(Space, Forming), Cancelled> {
    let (mut watcher, mut work) = (Watcher::recording(plan.size), Work::within(Ceilings::NONE, stop));
    let space = form_watched(plan, earlier, movement, seed, &mut watcher, &mut work, stop)?;
    Ok((space, watcher.into_forming().expect("this watcher writes down")))
}

fn form_watched(
    plan: &Plan,
    earlier: Option<&Space>,
    movement: Movement,
    seed: Seed,
    watcher: &mut Watcher<'_>,
    work: &mut Work,
    stop: &StopToken,
) -> Result<Space, Cancelled> {
    let plots = Plot::all(plan, seed);
    let kept = KeptGround::new(plan, earlier);
    let mut claims = stop.unless_stopped(Claims::new(plan, &plots, &kept, movement, seed, watcher))?;
    let same_owner =
        Adjacency::among_equal(claims.claimed.clone(), &claims.owners, movement == Movement::EightWay);
    let seals = stop.unless_stopped(seals::seal(&mut claims, plan, movement, &same_owner))?;
    watcher.note(FormingStage::Seals, &claims);
    let grown = plots.into_iter().filter(|plot| !kept.holds(plot.owner())).collect();
    let places = plan.places.len();
    let mut spots = techniques::form(&mut claims, grown, places, movement, &same_owner, watcher, work);
    stop.unless_stopped(())?;
    spots.extend_from_slice(kept.spots());
    spots.sort_by_key(|spot| spot.place);
    let space = Space { spots, ..paint::paint(plan, claims, movement, &same_owner, seals, watcher) };
    watcher.note_drawn(plan, &space.owners, &space.tiles);
    stop.unless_stopped(space)
}
