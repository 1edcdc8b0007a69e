//! The model that all layout strategies share. Nothing in here knows a strategy.
//!
//! - [`Block`]: a place, with its core or its outline; [`Course`]: a passage, as straight pieces.
//! - [`OrthogonalDrawing`]: all blocks and courses.
//! - [`Route`] and [`Routes`]: the cells of passages; [`Port`]: a cell by which they leave a place.
//! - [`gaps`]: the distances between parts of a drawing.
//! - [`is_legal`]: checks the guarantees of a drawing.
//! - [`router`]: searches for routes.
//! - [`Arrangement`]: the result of every strategy.

mod arrangement;
mod block;
mod course;
pub(super) mod gaps;
mod legal;
mod orthogonal;
mod place_ports;
mod port;
pub(super) mod router;
mod routes;
mod owned_cells;
mod sized;

pub(super) use self::arrangement::{Arrangement, DirectLayoutFailure, LevelExcess};
pub(super) use self::block::{Block, cell};
pub(super) use self::course::Course;
pub(super) use self::legal::is_legal;
pub(super) use self::orthogonal::{Anchor, OrthogonalDrawing};
pub(super) use self::owned_cells::RouteRuns;
pub(crate) use self::owned_cells::owned_cells;
pub(super) use self::place_ports::PlacePorts;
pub(super) use self::port::{Port, ports, usable_ports};
pub(super) use self::routes::{Crossing, Route, Routes};
pub(super) use self::sized::{RoomPlacement, SizedPlace, core_at};
