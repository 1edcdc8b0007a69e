//! Layout turns a mission into a [`Plan`]: every place has bounds, every passage a route, nothing overlaps.
//!
//! In: the final mission, its alphabet, the room sets and the layout settings.
//! Out: for each place its site, its core, every random number that its size depends on, and the cards on its
//! board; for each passage the cells of its route.
//!
//! Guaranteed:
//! - Every passage of a connected mission has a route if passages may cross, or need not.
//! - Cores keep a cell of wall between them.
//! - Routes of different passages never touch, not even at a corner, unless one crosses straight over another.
//! - A route touches only the cores of its own two places. It enters a room only through a socket.
//!
//! Not guaranteed: a route for every passage, if places have sites of their own and distances are constant or
//! bridges forbidden. Diagnostics then name each passage without a route and the parts it conflicts with. The
//! plan holds the rest.
//!
//! `lay_out` has the entry points. All strategies share the model in `drawing` and take their numbers from
//! `budget`. Searches end after a counted number of steps.

mod assemble;
mod attempts;
mod boards;
mod budget;
mod bundles;
mod channel_routing;
mod compact;
mod conflict;
mod doorways;
mod drawing;
mod previous_levels;
mod embedding;
mod extent;
mod finish;
mod frozen;
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
pub use lay_out::layout;
pub use plan::{
    KeptPart, LaidCard, Plan, PlannedBoard, PlannedCrossing, PlannedForm, PlannedPassage, PlannedPlace,
    PlannedRoom, PlannedSocket, template_name,
};
pub use previous_layout::{LAID_OUT_AS_BEFORE, LAYOUT_NOT_HELD};
pub use previous_levels::{FrozenPlaces, PreviousLayout};
pub use reading::{LayoutMetrics, Metric, median};

pub(crate) use drawing::owned_cells;
