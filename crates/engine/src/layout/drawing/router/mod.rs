//! Searches for routes between obstacles.
//!
//! The four searches share the indexing of a window of cells (`window`) and the cost of a cell
//! (`budget::STEP`). They differ in their states, their costs, and their order of equal costs:
//!
//! | search | states | cost | obstacles | ties |
//! | --- | --- | --- | --- | --- |
//! | `lines` | node of a field, direction | cells, turns, pushed or crossed routes | `RoutingField` | position |
//! | `cells` | cell, direction | cells, turns, touched or narrow cells | `ObstacleMap` | rest, then position |
//! | `turns` | cell, direction, number of turns | random tolls | `FreeCells` | position |
//! | `flood` | cell | cells | any predicate | order of discovery |

pub(in crate::layout) mod cells;
pub(in crate::layout) mod flood;
pub(in crate::layout) mod lines;
mod looks;
mod queue;
mod rect_parts;
pub(in crate::layout) mod turns;
mod window;
