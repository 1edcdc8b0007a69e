//! The model that all strategies share.
//!
//! Holds: places as blocks with their cores (`Block`), passages as courses of straight pieces (`Course`),
//! both together as an orthogonal drawing (`OrthogonalDrawing`), the ways that passages take cell by cell
//! (`Route`, `Routes`), the ports by which they leave places, how far things must lie apart (`gaps`), what a
//! drawing must keep (`is_legal`), the searches for ways (`router`), and the result of every strategy
//! (`Arrangement`).
//! Guaranteed: nothing in here knows a strategy.

mod arrangement;
mod block;
mod course;
pub(super) mod gaps;
mod legal;
mod orthogonal;
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
pub(super) use self::owned_cells::WayRuns;
pub(crate) use self::owned_cells::owned_cells;
pub(super) use self::port::{Port, ports, usable_ports};
pub(super) use self::routes::{Crossing, Route, Routes};
pub(super) use self::sized::{RoomPlacement, SizedPlace, core_at};
