//! Techniques form places inside their own cells, one file for each technique.
//!
//! Input: claims with seals, and the [`PlacePlot`] of each place: position, ports, settings and random stream.
//! Output: every wild cell is open or solid.
//! A technique changes only the wild cells of its own places.
//! All ports of a place are connected inside it, and no detached part remains.
//!
//! Halls have no file, because all of their cells are decided from the beginning.
//! So are the cells of walkers, which are opened first, and those of rooms and boards, which are drawn at the end.

mod cave;
pub(super) mod cards;
mod plot;
pub(super) mod room;
mod tunnels;
pub(super) mod walkers;

pub(super) use plot::PlacePlot;

use self::cave::{Caves, UnsmoothedCave};
use super::claims::Claims;
use super::forming::FormingWatcher;
use super::spots::PassSpot;
use super::work::FormingBudget;
use crate::base::Adjacency;
use crate::layout::PlannedForm;
use crate::settings::Movement;

/// The cells of a core that are decided before its technique begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Core {
    /// The middle with its clearing, and the spines to the ports, are open. The technique decides the rest.
    Wild,
    /// A shape that is known before forming. Paths from its floor to the ports are open too.
    Shaped,
    /// All of it is floor.
    Floor,
    /// All of it is drawn by its author.
    Drawn,
}

impl Core {
    /// Returns the core of a place of that form.
    pub fn of(form: &PlannedForm) -> Self {
        match form {
            PlannedForm::Cave { .. } => Self::Wild,
            PlannedForm::Walkers { .. } => Self::Shaped,
            PlannedForm::Hall => Self::Floor,
            PlannedForm::Room(_) | PlannedForm::Cards(_) => Self::Drawn,
        }
    }
}

/// Forms the places of these plots and returns the spots that they mark.
///
/// Only this function knows every technique.
/// `places` is the number of all places, and `same_owner` joins the claimed cells of each owner.
/// The result must not be used if the work was stopped.
pub(super) fn form(
    claims: &mut Claims,
    plots: Vec<PlacePlot>,
    places: usize,
    movement: Movement,
    same_owner: &Adjacency,
    watcher: &mut FormingWatcher<'_>,
    work: &mut FormingBudget,
) -> Vec<PassSpot> {
    let wild = plots.iter().filter(|plot| plot.has_wild_cells()).count();
    let spots = plots.iter().flat_map(|plot| walkers::spots(claims, plot)).collect();
    let mut caves = Vec::new();
    for plot in plots {
        let place = plot.place;
        match &place.form {
            // Openly joined caves merge, so all of them grow at once.
            PlannedForm::Cave { params, .. } => caves.push(UnsmoothedCave::new(plot, params)),
            // Decided from the beginning.
            PlannedForm::Hall
            | PlannedForm::Walkers { .. }
            | PlannedForm::Room(_)
            | PlannedForm::Cards(_) => {}
        }
    }
    let own_all_wild_cells = caves.len() == wild;
    let caves = Caves::new(caves, places, own_all_wild_cells, claims, same_owner);
    caves.grow(claims, movement, same_owner, watcher, work);
    spots
}
