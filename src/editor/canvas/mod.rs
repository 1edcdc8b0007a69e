//! Drawings of graphs, rules, rooms and tiles, and the canvas on which graphs are edited.

pub mod camera;
mod drawn_squares;
pub mod film_picture;
pub mod graph;
pub mod graph_canvas;
pub mod insights;
pub mod marks;
pub mod room_picture;
pub mod rule_picture;
pub mod swatch;
pub mod tiles;
