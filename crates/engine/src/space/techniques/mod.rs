//! Techniques form places inside their own cells, one file each.
//!
//! In: claims with seals, and of each place its [`Plot`]: where it lies, where its passages arrive, its settings and its random stream.
//! Out: every wild cell is open or solid.
//! Guaranteed: a technique changes no cells but the wild ones of its own places; all ports of a place are connected inside it, and nothing detached remains.
//!
//! Halls have no file: all of their cells are certain from the beginning. So are those of rooms and boards, which are drawn at the end.

mod cave;
pub(super) mod cards;
mod plot;
pub(super) mod room;
mod tunnels;
mod walk;
mod walkers;

pub(super) use plot::Plot;
pub use walk::{Walk, WalkArea, walk};

use self::cave::{Caves, Grown};
use super::claims::Claims;
use super::forming::Watcher;
use super::spots::Spot;
use super::work::Work;
use crate::base::Adjacency;
use crate::layout::PlannedForm;
use crate::settings::Movement;

/// What is certain about the core of a place before its technique begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Core {
    /// Its middle, with the clearing around it, and the spines, straight ways from there to its ports, are open; the rest is wild, for the technique to open.
    Wild,
    /// All of it is floor.
    Floor,
    /// Its author drew it.
    Drawn,
}

impl Core {
    /// The core of a place of that form.
    pub fn of(form: &PlannedForm) -> Self {
        match form {
            PlannedForm::Cave { .. } | PlannedForm::Walkers { .. } => Self::Wild,
            PlannedForm::Hall => Self::Floor,
            PlannedForm::Room(_) | PlannedForm::Cards(_) => Self::Drawn,
        }
    }
}

/// Forms the places of these plots; gives back the spots that they mark. This is the only place that knows every technique.
///
/// `places` is the number of all places, `same_owner` joins the claimed cells of each owner. What is left when the work is stopped is not to be used.
pub(super) fn form(
    claims: &mut Claims,
    plots: Vec<Plot>,
    places: usize,
    movement: Movement,
    same_owner: &Adjacency,
    watcher: &mut Watcher<'_>,
    work: &mut Work,
) -> Vec<Spot> {
    let wild = plots.iter().filter(|plot| plot.has_wild_cells()).count();
    let (mut caves, mut walked) = (Vec::new(), Vec::new());
    for plot in plots {
        let place = plot.place;
        match &place.form {
            // Where they are joined openly they grow together, so all of them are grown at once.
            PlannedForm::Cave { params, .. } => caves.push(Grown::new(plot, params)),
            PlannedForm::Walkers { params } => walked.push((plot, params)),
            // Certain from the beginning.
            PlannedForm::Hall | PlannedForm::Room(_) | PlannedForm::Cards(_) => {}
        }
    }
    let own_all_wild_cells = caves.len() == wild;
    let caves = Caves::new(caves, places, own_all_wild_cells, claims, same_owner);
    caves.grow(claims, movement, same_owner, watcher, work);
    walkers::lay(claims, walked, places, same_owner, watcher, work)
}
