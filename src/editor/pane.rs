//! The panes by name.

use egui_phosphor::regular as icon;
use serde::{Deserialize, Serialize};

/// A pane of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Pane {
    /// Rules as pictures.
    Rules,
    /// Symbols.
    Alphabet,
    /// Recipe of the derivation.
    Recipe,
    /// Passes that place things in finished places.
    Populate,
    /// Room sets.
    Rooms,
    /// Parameters.
    Settings,
    /// List of problems.
    Problems,
    /// List of steps that can be undone.
    History,
    /// The mission as a graph.
    Mission,
    /// The open rule, for editing.
    Rule,
    /// The start graph, for editing.
    Start,
    /// The open room, for painting.
    Room,
    /// Thumbnails of many levels.
    Gallery,
    /// Tiles of the level.
    Level,
    /// Metrics of many levels.
    Range,
    /// Two levels and their difference.
    Compare,
}

impl Pane {
    /// All panes, in the order of the menu.
    pub const ALL: [Self; 16] = [
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
        Self::Gallery,
        Self::Level,
        Self::Range,
        Self::Compare,
    ];

    /// Returns the icon of its tab, shown if there is no room for the title.
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
            Self::Gallery => icon::IMAGES,
            Self::Level => icon::MAP_TRIFOLD,
            Self::Range => icon::CHART_BAR,
            Self::Compare => icon::SUBTRACT_SQUARE,
        }
    }

    /// Returns the name by which files and the command line know it, which never changes.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Start => "Start",
            Self::Range => "Range",
            _ => self.title(),
        }
    }

    /// Returns the title of its tab.
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
            Self::Start => "Start graph",
            Self::Room => "Room",
            Self::Gallery => "Gallery",
            Self::Level => "Level",
            Self::Range => "Expressive range",
            Self::Compare => "Compare",
        }
    }
}
