//! Searches for routes between obstacles.
//!
//! Four searches stand side by side here. They share how a window of cells is counted (`window`) and what a cell costs
//! (`budget::STEP`), and differ in what a state is, in what costs, and in how equal costs are decided:
//!
//! | search | states | cost | obstacles | ties |
//! | --- | --- | --- | --- | --- |
//! | `lines` | crossing of two lines, direction | cells, turns, ways pushed aside or crossed | `RoutingField` | position |
//! | `cells` | cell, direction | cells, turns, what is touched or narrow | `ObstacleMap` | rest, then position |
//! | `turns` | cell, direction, number of turns | tolls drawn at random | an obstacle map | position |
//! | `flood` | cell | cells | any set of free cells | order of discovery |

pub(in crate::layout) mod cells;
pub(in crate::layout) mod flood;
pub(in crate::layout) mod lines;
mod looks;
mod queue;
mod rect_parts;
pub(in crate::layout) mod turns;
mod window;
