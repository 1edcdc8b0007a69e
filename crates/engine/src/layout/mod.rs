//! Lays out a mission: every place gets bounds and every passage a route, and nothing overlaps.
//!
//! In: the final mission, its alphabet, the room sets and the layout settings.
//! Out: a [`Plan`]. It holds each place's site, core, drawn sizes and cards, and the cells of each route.
//!
//! Guaranteed:
//! - Every passage of a connected mission gets a route if passages may cross, or if they need not cross.
//! - At least one cell of wall separates any two cores.
//! - Routes of different passages never touch, not even at a corner, unless one crosses straight over another.
//! - A route touches only the cores of its own two places. It enters a room only through a socket.
//!
//! Not guaranteed: a route for every passage, if places have given sites and distances are constant or bridges are
//! forbidden. Diagnostics then name each passage without a route and the parts it conflicts with.
//!
//! The entry point is in `lay_out`. Searches end after a counted number of steps.
//! - `input`: the mission as places and passages, and all constraints on them.
//! - `strategies`: a table of strategies, and each strategy. `compact` compacts their drawings.
//! - `drawing`: the model that all strategies share, and the routers. `routing`, `graph` and `outline` are tools.
//! - `boards`: the cards on boards, laid after all places have positions.
//! - `result`, `failures`: the plan, its measurements, and explanations of what is missing.
//! - `budget`: all tuned numbers.

mod boards;
mod budget;
mod compact;
mod drawing;
mod failures;
mod graph;
mod input;
mod lay_out;
mod outline;
mod result;
mod routing;
mod strategies;

#[cfg(test)]
mod budget_tests;

pub(crate) use boards::BOARD_NOT_FILLED;
pub use failures::diagnostics::LAYOUT_DIAGNOSTICS;
pub use input::context::{LayoutContext, MissingRoomPolicy, STAND_IN};
pub use input::nested_sides::NestedSides;
pub use input::previous_levels::{FrozenPlaces, PreviousLayout};
pub use lay_out::layout;
pub use result::plan::{
    KeptPart, LaidCard, Plan, PlannedBoard, PlannedCrossing, PlannedForm, PlannedPassage, PlannedPlace,
    PlannedRoom, PlannedSocket, template_name,
};
pub use strategies::previous_layout::{LAID_OUT_AS_BEFORE, LAYOUT_NOT_HELD};

pub(crate) use drawing::owned_cells;
