//! The panes by name.

use egui_phosphor::regular as icon;
use serde::{Deserialize, Serialize};

/// What a pane shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Pane {
    /// The rules as pictures.
    Rules,
    /// The symbols.
    Alphabet,
    /// Which rules run when.
    Recipe,
    /// What is placed when the places are formed.
    Populate,
    /// The room sets.
    Rooms,
    /// Parameters.
    Settings,
    /// What is wrong.
    Problems,
    /// What was done.
    History,
    /// The mission as a graph.
    Mission,
    /// The selected rule, to draw on.
    Rule,
    /// The start graph, to draw on.
    Start,
    /// The selected room, to paint on.
    Room,
    /// The tiles.
    Level,
}

impl Pane {
    /// All of them, in the order of the menu.
    pub const ALL: [Self; 13] = [
        Self::Rules,
        Self::Alphabet,
        Self::Recipe,
        Self::Populate,
        Self::Rooms,
        Self::Settings,
        Self::Problems,
        Self::History,
        Self::Mission,
        Self::Rule,
        Self::Start,
        Self::Room,
        Self::Level,
    ];

    /// What stands on its tab where there is no room for the title.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Rules => icon::FLOW_ARROW,
            Self::Alphabet => icon::SHAPES,
            Self::Recipe => icon::LIST_NUMBERS,
            Self::Populate => icon::TREASURE_CHEST,
            Self::Rooms => icon::SQUARES_FOUR,
            Self::Settings => icon::SLIDERS,
            Self::Problems => icon::WARNING_CIRCLE,
            Self::History => icon::CLOCK_COUNTER_CLOCKWISE,
            Self::Mission => icon::GRAPH,
            Self::Rule => icon::PENCIL_RULER,
            Self::Start => icon::FLAG,
            Self::Room => icon::PAINT_BRUSH,
            Self::Level => icon::MAP_TRIFOLD,
        }
    }

    /// What stands on its tab.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Rules => "Rules",
            Self::Alphabet => "Symbols",
            Self::Recipe => "Recipe",
            Self::Populate => "Populate",
            Self::Rooms => "Rooms",
            Self::Settings => "Settings",
            Self::Problems => "Problems",
            Self::History => "History",
            Self::Mission => "Mission",
            Self::Rule => "Rule",
            Self::Start => "Start",
            Self::Room => "Room",
            Self::Level => "Level",
        }
    }
}
