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
//! The entry point is in `lay_out`. All strategies share the model in `drawing` and take their numbers from
//! `budget`. Searches end after a counted number of steps.

mod assemble;
mod attempts;
mod boards;
mod budget;
mod bundles;
mod channel_routing;
mod compact;
mod conflict;
mod diagnostics;
mod doorways;
mod drawing;
mod previous_levels;
mod embedding;
mod extent;
mod finish;
mod frozen;
mod known_shapes;
mod lane_assignment;
mod lattice;
mod lay_out;
mod layers;
mod lengths;
mod lines;
mod color_refinement;
mod outlets;
mod outline;
mod pinned;
mod pins;
mod plan;
mod planar;
mod problem;
mod reading;
mod river_routing;
mod routes;
mod shaped;
mod sites;
mod sizes;
mod sketch_routing;
mod spacing;
mod sprawl;
mod previous_layout;
mod strategies;
mod task;
mod template_budget;
mod context;
mod winding;
mod work;

#[cfg(test)]
mod budget_tests;

pub use context::{LayoutContext, MissingRoomPolicy, STAND_IN};
pub use diagnostics::LAYOUT_DIAGNOSTICS;
pub use lay_out::layout;
pub use plan::{
    KeptPart, LaidCard, Plan, PlannedBoard, PlannedCrossing, PlannedForm, PlannedPassage, PlannedPlace,
    PlannedRoom, PlannedSocket, template_name,
};
pub use previous_layout::{LAID_OUT_AS_BEFORE, LAYOUT_NOT_HELD};
pub use previous_levels::{FrozenPlaces, PreviousLayout};
pub use reading::{LayoutMetrics, Metric, median};

pub(crate) use drawing::owned_cells;
