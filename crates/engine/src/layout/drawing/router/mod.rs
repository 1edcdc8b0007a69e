//! Searches for ways over a ground of obstacles.
//!
//! Four searches stand side by side here. They share how a window of cells is counted (`window`) and what a cell costs
//! (`budget::STEP`), and differ in what a state is, in what costs, and in how equal costs are decided:
//!
//! | search | states | cost | obstacles | ties |
//! | --- | --- | --- | --- | --- |
//! | `lines` | crossing of two lines, direction | cells, turns, ways pushed aside or crossed | `Field` | position |
//! | `cells` | cell, direction | cells, turns, what is touched or narrow | `Map` | rest, then position |
//! | `turns` | cell, direction, number of turns | tolls drawn by chance | `Ground` | position |
//! | `flood` | cell | cells | any set of free cells | order of discovery |

pub(in crate::layout) mod cells;
pub(in crate::layout) mod flood;
pub(in crate::layout) mod lines;
mod rect_parts;
pub(in crate::layout) mod turns;
mod window;
