//! Options for starting the window.

use std::path::PathBuf;

use crate::base::Seed;
use crate::grammar::VariableValues;
use crate::reference::ReferencePage;

/// The options for starting the window.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Grammar to open; an example if `None`.
    pub file: Option<PathBuf>,
    /// Seed to start with.
    pub seed: Option<Seed>,
    /// Values of variables to start with.
    pub variables: VariableValues,
    /// File for a picture of the window once the level is finished; the window then closes.
    pub screenshot: Option<PathBuf>,
    /// Width and height of the window's content, in points. By default 1600 × 1000, or less if the screen is
    /// smaller.
    pub size: Option<(u32, u32)>,
    /// Names of the panes to bring to the front.
    pub panes: Vec<String>,
    /// Page of the reference about the command line, which the window cannot make.
    pub command_page: Option<ReferencePage>,
    /// Theme. By default the system's, and dark for pictures.
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
