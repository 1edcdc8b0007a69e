//! Properties of a place that follow from its technique.
//!
//! The checker has its own answers, separate from those that forming uses.

use super::sites::center;
use crate::base::Cell;
use crate::level::Place;
use crate::mission::Technique;

/// Returns `true` if authors draw such a place, so that only its sockets let passages in.
pub(super) fn has_sockets(place: &Place) -> bool {
    match place.technique {
        Technique::Room | Technique::Cards => true,
        Technique::Cave | Technique::Hall | Technique::Walkers => false,
    }
}

/// Returns `true` if such a place is made from one template.
pub(super) fn has_template(place: &Place) -> bool {
    match place.technique {
        Technique::Room => true,
        Technique::Cave | Technique::Hall | Technique::Walkers | Technique::Cards => false,
    }
}

/// Returns `true` if such a place is a board of cards.
pub(super) fn has_board(place: &Place) -> bool {
    match place.technique {
        Technique::Cards => true,
        Technique::Cave | Technique::Room | Technique::Hall | Technique::Walkers => false,
    }
}

/// Returns `true` if such a place owns every cell of the rectangle around it.
pub(super) fn fills_its_bounds(place: &Place) -> bool {
    match place.technique {
        Technique::Hall => true,
        Technique::Cave | Technique::Room | Technique::Walkers | Technique::Cards => false,
    }
}

/// Returns `true` if passes can put walls inside such a place.
pub(super) fn may_have_walls_inside(place: &Place) -> bool {
    match place.technique {
        Technique::Cave | Technique::Walkers => true,
        Technique::Room | Technique::Hall | Technique::Cards => false,
    }
}

/// Returns the cell around which a place was laid out.
pub(super) fn middle(place: &Place) -> Cell {
    match place.technique {
        Technique::Cave | Technique::Walkers => place.anchor,
        Technique::Room | Technique::Hall | Technique::Cards => center(place.bounds),
    }
}

/// Returns `true` if the place can realise a node whose symbol has the technique.
///
/// A cave may replace a room. A hall that is marked as a stand-in may replace rooms and cards.
pub(super) fn can_become(of_symbol: Technique, place: &Place) -> bool {
    let of_place = place.technique;
    if place.stand_in {
        let is_drawn = match of_symbol {
            Technique::Room | Technique::Cards => true,
            Technique::Cave | Technique::Hall | Technique::Walkers => false,
        };
        return is_drawn && of_place == Technique::Hall;
    }
    match of_symbol {
        Technique::Room => matches!(of_place, Technique::Room | Technique::Cave),
        Technique::Cave | Technique::Hall | Technique::Walkers | Technique::Cards => of_place == of_symbol,
    }
}
