//! The input of a layout: the mission as places and passages, and all constraints on them.
//!
//! - `context`, `previous_levels`, `nested_sides`: inputs besides the mission and the settings.
//! - `problem`: the places and passages of the mission, numbered from 0. `task` adds all constraints.
//! - `sizes`, `outlets`, `template_budget`: the size of each place, and the exits of rooms.
//! - `known_shapes`: shapes of places that are made before the layout.
//! - `pins`, `lengths`, `spacing`: positions, lengths and distances that the settings or symbols ask for.
//! - `work`: the steps that searches may take.

pub(super) mod context;
pub(super) mod known_shapes;
pub(super) mod lengths;
pub(super) mod nested_sides;
pub(super) mod outlets;
pub(super) mod pins;
pub(super) mod previous_levels;
pub(super) mod problem;
pub(super) mod sizes;
pub(super) mod spacing;
pub(super) mod task;
pub(super) mod template_budget;
pub(super) mod work;
