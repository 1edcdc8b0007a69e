//! Overlays that explain a level: names, the mission, seals, distances, the way to the goal, keys and locks,
//! dead ends, broken promises.
//!
//! In: a level, and the size of its cells. Out: marks (lines, discs, texts), colours of cells, and lines of a
//! legend. The window and exported pictures show the same, because both draw these marks. The same level
//! gives the same marks on every machine. Levels that break their promises may lack some facts; these are
//! left out, and the legend says so.

mod difference;
mod drops;
mod facts;
mod legend;
mod mark;
mod marks;
mod mission;
mod names;
mod raster;
mod wash;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use difference::{
    DIFFERENCE_PERCENT, SIGN_UNITS, WALL_PERCENT, difference_color, is_of_sign, sign_color,
};
pub use drops::drop_marks;
pub use facts::LevelFacts;
pub use legend::LegendLine;
pub use mark::{Mark, Point, Stroke, ink_on};
pub use marks::seal_marks;
pub use mission::{MISSION_VEIL, mission_marks, node_radius};
pub use names::name_marks;
pub use raster::Raster;
pub use wash::{SEAL, SEAL_PERCENT, tint_percent};

use crate::base::Color;

/// An overlay of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Overlay {
    /// Each place tinted in the colour of its symbol.
    Places,
    /// The mission over the tiles.
    Mission,
    /// Cells that stay wall between places without a passage.
    Seals,
    /// Names of places.
    Names,
    /// Distance of each cell from the start.
    Distance,
    /// Shortest way to the goal.
    Way,
    /// Lines from keys to the things they open.
    Keys,
    /// Areas behind locks.
    Behind,
    /// Passages without a way back.
    OneWay,
    /// Places where walkers have to turn round.
    DeadEnds,
    /// Cells where a promise is broken.
    Broken,
}

impl Overlay {
    /// All overlays, in the order in which they are listed.
    pub const ALL: [Self; 11] = [
        Self::Places,
        Self::Mission,
        Self::Seals,
        Self::Names,
        Self::Distance,
        Self::Way,
        Self::Keys,
        Self::Behind,
        Self::OneWay,
        Self::DeadEnds,
        Self::Broken,
    ];

    /// The overlays with information about the level as a whole: all except places, mission and seals.
    pub const EXPLAINING: &'static [Self] = Self::ALL.split_at(3).1;

    /// Returns the name shown to users.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Places => "Places in colour",
            Self::Mission => "Mission",
            Self::Seals => "Seals",
            Self::Names => "Names of places",
            Self::Distance => "Distance from the start",
            Self::Way => "Way to the goal",
            Self::Keys => "Keys and their locks",
            Self::Behind => "Behind locks",
            Self::OneWay => "One way only",
            Self::DeadEnds => "Dead ends",
            Self::Broken => "Broken promises",
        }
    }

    /// Returns the name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Places => "places",
            Self::Mission => "mission",
            Self::Seals => "seals",
            Self::Names => "names",
            Self::Distance => "distance",
            Self::Way => "way",
            Self::Keys => "keys",
            Self::Behind => "behind",
            Self::OneWay => "one-way",
            Self::DeadEnds => "dead-ends",
            Self::Broken => "broken",
        }
    }

    /// Returns a description of what the overlay shows.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Places => "Colours each place by its symbol",
            Self::Mission => "Draws the mission over the tiles",
            Self::Seals => "Highlights walls that must never open",
            Self::Names => "Writes the name of each place",
            Self::Distance => "Colours floors by their distance from the start in steps",
            Self::Way => "Draws the way to the goal, with detours to the keys that it needs",
            Self::Keys => "Draws a line from each key to each door that it opens",
            Self::Behind => "Colours the places that players cannot reach without a key",
            Self::OneWay => "Draws an arrow on passages that lead only one way",
            Self::DeadEnds => "Marks places with one way in that are neither start nor goal",
            Self::Broken => "Crosses out the cells where a promise is broken",
        }
    }
}

/// Error for a text that names no overlay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not an overlay; choose one of {words}", words = Overlay::ALL.map(Overlay::word).join(", "))]
pub struct ParseOverlayError(String);

impl FromStr for Overlay {
    type Err = ParseOverlayError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|overlay| overlay.word() == text);
        found.ok_or_else(|| ParseOverlayError(text.to_owned()))
    }
}

impl fmt::Display for Overlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A set of overlays to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Overlay>", into = "Vec<Overlay>")]
pub struct OverlaySet {
    shown: [bool; Overlay::ALL.len()],
}

impl OverlaySet {
    /// Returns `true` if the overlay is shown.
    pub fn shows(self, overlay: Overlay) -> bool {
        self.shown[overlay as usize]
    }

    /// Shows a hidden overlay, or hides a shown one.
    pub fn toggle(&mut self, overlay: Overlay) {
        self.shown[overlay as usize] ^= true;
    }

    /// Returns the shown overlays, in the order in which they are listed.
    pub fn all(self) -> impl Iterator<Item = Overlay> {
        Overlay::ALL.into_iter().filter(move |overlay| self.shows(*overlay))
    }

    /// Returns `true` if no overlay is shown.
    pub fn is_empty(self) -> bool {
        self.all().next().is_none()
    }
}

impl FromIterator<Overlay> for OverlaySet {
    fn from_iter<T: IntoIterator<Item = Overlay>>(overlays: T) -> Self {
        let mut set = Self::default();
        overlays.into_iter().for_each(|overlay| set.shown[overlay as usize] = true);
        set
    }
}

impl From<Vec<Overlay>> for OverlaySet {
    fn from(overlays: Vec<Overlay>) -> Self {
        overlays.into_iter().collect()
    }
}

impl From<OverlaySet> for Vec<Overlay> {
    fn from(set: OverlaySet) -> Self {
        set.all().collect()
    }
}

/// Colours of the background and of neutral lines, for a dark window, a light window, or a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackdropColors {
    /// Background colour.
    pub ground: Color,
    /// Lines and texts on the background.
    pub text: Color,
    /// Lines and texts that must stand out.
    pub strong: Color,
}

impl BackdropColors {
    /// Colours of exported pictures.
    pub const PICTURE: Self = Self {
        ground: Color::rgb(0x12, 0x14, 0x18),
        text: Color::rgb(0xc3, 0xc9, 0xd4),
        strong: Color::rgb(0xf0, 0xf2, 0xf6),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_overlay_is_named_by_its_word() {
        for overlay in Overlay::ALL {
            assert_eq!(overlay.word().parse(), Ok(overlay));
        }
        assert_eq!(
            "nothing".parse::<Overlay>().unwrap_err().to_string(),
            "\"nothing\" is not an overlay; choose one of places, mission, seals, names, distance, way, keys, behind, one-way, dead-ends, broken"
        );
    }

    #[test]
    fn sets_are_written_as_lists() {
        let set: OverlaySet = [Overlay::Keys, Overlay::Places].into_iter().collect();
        let text = ron::to_string(&set).unwrap();
        assert_eq!(text, "[Places,Keys]");
        assert_eq!(ron::from_str::<OverlaySet>(&text), Ok(set));
    }
}
