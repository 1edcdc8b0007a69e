//! What a level promises of a place because of its technique.
//!
//! The checker keeps its own answers, apart from those by which places are formed.

use super::sites::center;
use crate::base::Cell;
use crate::level::Place;
use crate::mission::Technique;

/// Is such a place drawn by authors, and do its sockets alone let passages in?
pub(super) fn has_sockets(place: &Place) -> bool {
    match place.technique {
        Technique::Room | Technique::Cards => true,
        Technique::Cave | Technique::Hall | Technique::Walkers => false,
    }
}

/// Is such a place made from one template?
pub(super) fn has_template(place: &Place) -> bool {
    match place.technique {
        Technique::Room => true,
        Technique::Cave | Technique::Hall | Technique::Walkers | Technique::Cards => false,
    }
}

/// Is such a place a board of cards?
pub(super) fn has_board(place: &Place) -> bool {
    match place.technique {
        Technique::Cards => true,
        Technique::Cave | Technique::Room | Technique::Hall | Technique::Walkers => false,
    }
}

/// Does such a place own every cell of the rectangle around it?
pub(super) fn fills_its_bounds(place: &Place) -> bool {
    match place.technique {
        Technique::Hall => true,
        Technique::Cave | Technique::Room | Technique::Walkers | Technique::Cards => false,
    }
}

/// Can cells within its bounds be wall that a pass put there?
pub(super) fn may_have_walls_inside(place: &Place) -> bool {
    match place.technique {
        Technique::Cave | Technique::Walkers => true,
        Technique::Room | Technique::Hall | Technique::Cards => false,
    }
}

/// The cell around which a place was laid out.
pub(super) fn middle(place: &Place) -> Cell {
    match place.technique {
        Technique::Cave | Technique::Walkers => place.anchor,
        Technique::Room | Technique::Hall | Technique::Cards => center(place.bounds),
    }
}

/// Can a node whose symbol has the technique be realised by the place? Instead of a room there may be a cave, and instead of rooms and cards a hall that says that it stands in.
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
