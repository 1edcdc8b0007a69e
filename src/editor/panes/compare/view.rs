//! The view of the comparison: its two levels, and how they are shown.

use std::sync::Arc;

use egui::Vec2;

use super::key::ComparisonKey;
use super::patterns::SignTextures;
use crate::base::Cell;
use crate::difference::LevelAlignment;
use crate::editor::canvas::camera::Camera;
use crate::editor::canvas::tiles::TileTextures;
use crate::editor::compared_side::ComparedSide;
use crate::editor::work::comparer::LevelComparison;
use crate::level::Level;

/// The way in which two levels are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CompareMode {
    /// Next to each other.
    #[default]
    SideBySide,
    /// One picture with all differences.
    Layer,
    /// One over the other.
    Onion,
    /// One after the other.
    Flicker,
}

/// The item of the list of differences that is selected, by its position among its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectedDifference {
    /// A place.
    Place(usize),
    /// A passage.
    Passage(usize),
    /// An entity.
    Entity(usize),
}

/// The view of the comparison.
pub struct CompareView {
    /// The levels before and after.
    pub sides: [ComparedSide; 2],
    /// The level that was kept last.
    pub kept: Option<Arc<Level>>,
    /// The way in which they are shown.
    pub mode: CompareMode,
    /// The way in which cells are compared.
    pub alignment: LevelAlignment,
    /// `true` to mark differences on the two levels too.
    pub(super) has_marks: bool,
    /// Opacity of the level after, from 0 to 1.
    pub(super) opacity: f32,
    /// `true` if flicker shows the level before, and `true` while the button or key for it is held.
    pub(super) is_before: bool,
    pub(super) is_held: bool,
    pub(super) camera: Camera,
    /// Size of a canvas in the last frame.
    pub(super) room: Vec2,
    pub(super) textures: [TileTextures; 2],
    pub(super) signs: Option<SignTextures>,
    /// The request of the last comparison.
    pub(super) asked: Option<ComparisonKey>,
    pub(super) found: Option<Result<LevelComparison, String>>,
    pub(super) selected: Option<SelectedDifference>,
    /// The cell of the level before under the pointer in the last frame.
    pub(super) pointed: Option<Cell>,
}

impl Default for CompareView {
    fn default() -> Self {
        Self {
            sides: [ComparedSide::BeforeLastEdit, ComparedSide::Shown],
            kept: None,
            mode: CompareMode::default(),
            alignment: LevelAlignment::default(),
            has_marks: true,
            opacity: 0.5,
            is_before: false,
            is_held: false,
            camera: Camera::default(),
            room: Vec2::ZERO,
            textures: Default::default(),
            signs: None,
            asked: None,
            found: None,
            selected: None,
            pointed: None,
        }
    }
}

impl CompareView {
    /// Shows everything.
    pub fn frame_all(&mut self) {
        self.camera.frame_all();
    }

    /// Compares other levels.
    pub fn compare(&mut self, sides: [ComparedSide; 2]) {
        self.sides = sides;
        self.selected = None;
        self.frame_all();
    }

    /// Keeps a level, to compare it with later ones.
    pub fn keep(&mut self, level: &Arc<Level>) {
        self.kept = Some(Arc::clone(level));
        self.compare([ComparedSide::Kept(Arc::clone(level)), ComparedSide::Shown]);
    }

    /// Forgets the levels of the last project.
    pub fn start_afresh(&mut self) {
        *self = Self { mode: self.mode, alignment: self.alignment, ..Self::default() };
    }

    /// Returns the finished comparison.
    pub fn comparison(&self) -> Option<&LevelComparison> {
        self.found.as_ref()?.as_ref().ok()
    }

    /// Returns the cell of the level before under the pointer.
    pub fn pointed(&self) -> Option<Cell> {
        self.pointed
    }

    /// Returns `true` if flicker shows the level before.
    pub fn shows_before(&self) -> bool {
        self.is_before || self.is_held
    }
}
