//! Turns maps of other programs into rooms: one model that every format fills, and one way from it to rooms.
//!
//! [`model`] is a file of another program without meaning.
//! [`census`] counts its tiles, and [`tiles`] reads the properties of each, with the words of [`words`].
//! [`solids`] decides what each tile is, and assumes what is not said.
//! [`sheet`] puts tiles on the cells of a map by their offsets and sizes.
//! [`things`] puts objects there by their alignment and rotation; [`areas`] are objects that stand for ground.
//! [`rooms`] cuts rooms out of the sheet, by rectangles or as a whole.
//! [`wording`] has the words of messages for each kind of source.
//! [`filling`] turns empty cells within walls into floor.
//!
//! Nothing is left out without a remark. Unreadable cells are marked, so that importing again keeps the cells
//! of the set.

pub(super) mod areas;
pub(super) mod candidates;
pub(super) mod census;
pub(super) mod filling;
pub(super) mod model;
mod own_cells;
pub(super) mod own_level;
mod owner_areas;
pub(super) mod rooms;
pub(super) mod settings;
pub(super) mod sheet;
pub(super) mod solids;
pub(super) mod things;
pub(super) mod tiles;
pub(super) mod turns;
pub(super) mod wording;
pub(super) mod words;
