//! Routing that several strategies share: routes between places that have positions.
//!
//! - `routes` finds routes along `lines` by rip-up and reroute. `winding` bends finished routes.
//! - `channel_routing`, `river_routing` and `lane_assignment` assign wires to tracks without a search.
//! - `bundles` combines passages between the same two places.

pub(super) mod bundles;
pub(super) mod channel_routing;
pub(super) mod lane_assignment;
pub(super) mod lines;
pub(super) mod river_routing;
pub(super) mod routes;
pub(super) mod winding;
