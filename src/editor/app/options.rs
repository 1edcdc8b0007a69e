//! How the window is started.

use std::path::PathBuf;

use crate::base::Seed;

/// What the window was started with.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The grammar to open; an example if there is none.
    pub file: Option<PathBuf>,
    /// The seed to begin with.
    pub seed: Option<Seed>,
    /// Where to write a picture of the window once the level is there; the window closes then.
    pub screenshot: Option<PathBuf>,
    /// Width and height of the window's content, in points; if not said, 1600 × 1000 or what the screen has room for.
    pub size: Option<(u32, u32)>,
    /// The names of the panes to put in front.
    pub panes: Vec<String>,
    /// The theme; the system's if not said, on pictures the dark one.
    pub theme: Option<Theme>,
}

/// Dark or light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Light on dark.
    Dark,
    /// Dark on light.
    Light,
}
