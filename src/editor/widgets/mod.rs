//! Small parts used by all panes: colours and spaces, rows, fields, questions, messages. They do not depend
//! on the project.

pub mod ago;
pub mod bounds;
pub mod dragging;
pub mod elided;
pub mod explained;
pub mod fields;
pub mod formulas;
pub mod info;
pub mod look_picker;
pub mod message;
pub mod parameters;
pub mod question;
pub mod refusals;
pub mod rows;
pub mod scrolled;
pub mod style;
pub mod theme_picker;
pub mod tint;
pub mod toasts;
pub mod values;
