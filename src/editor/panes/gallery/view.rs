//! The view of the gallery: its settings, the selection, the keyboard focus, and the cache of thumbnails.

use std::collections::BTreeSet;

use super::settings::GallerySettings;
use super::shown::ShownSeeds;
use super::thumbnails::SeedThumbnails;
use crate::base::Seed;
use crate::editor::work::jobs::JobRegistry;

/// The view of the gallery.
#[derive(Default)]
pub struct GalleryView {
    /// Seeds, order and looks; remembered with the project.
    pub settings: GallerySettings,
    /// Text that notes or tags contain.
    pub search: String,
    /// Selected seeds.
    pub selected: BTreeSet<Seed>,
    /// Seed from which Shift selects a range.
    pub(super) anchor: Option<Seed>,
    /// Cell that has the keyboard focus, or had it last.
    pub(super) focused: Option<Seed>,
    /// Cell that gets the keyboard focus once it is drawn.
    pub(super) wants_focus: Option<Seed>,
    /// Thumbnails and records.
    pub thumbnails: SeedThumbnails,
    /// Seeds that are shown.
    pub(super) shown: ShownSeeds,
    /// First seed and number of seeds of the survey that was asked for.
    pub(super) asked: Option<(Seed, u32)>,
    /// Number of cells drawn in the last frame.
    pub(super) drawn: usize,
    /// Number of columns in the last frame.
    pub(super) columns: usize,
    /// Number of whole rows in sight.
    pub(super) rows_in_sight: usize,
    /// Sentence being typed.
    pub(super) sentence: String,
    /// Reason why the typed sentence is no bound.
    pub(super) refusal: Option<String>,
}

impl GalleryView {
    /// Forgets everything, because another project was opened.
    pub fn forget(&mut self, jobs: &mut JobRegistry) {
        let mut thumbnails = std::mem::take(&mut self.thumbnails);
        thumbnails.forget(jobs);
        *self = Self { thumbnails, ..Self::default() };
    }

    /// Returns the shown seeds in their order.
    pub fn shown(&self) -> &[Seed] {
        &self.shown.seeds
    }

    /// Returns the number of cells that were drawn in the last frame.
    pub fn drawn(&self) -> usize {
        self.drawn
    }

    /// Returns the selected seeds in the order of the gallery; those out of sight come last.
    pub fn selection(&self) -> Vec<Seed> {
        if self.selected.is_empty() {
            return Vec::new();
        }
        let shown = self.shown.seeds.iter().filter(|seed| self.selected.contains(seed));
        let mut seeds: Vec<Seed> = shown.copied().collect();
        let known: BTreeSet<Seed> = seeds.iter().copied().collect();
        seeds.extend(self.selected.difference(&known));
        seeds
    }

    /// Gives the keyboard focus to the cell that had it last, or to that of the current seed.
    pub fn take_focus(&mut self, current: Seed) {
        let last = self.focused.filter(|seed| self.shown.seeds.contains(seed));
        self.wants_focus = Some(last.unwrap_or(current));
    }

    /// Selects a single seed.
    pub(super) fn select(&mut self, seed: Seed) {
        self.selected = [seed].into();
        self.anchor = Some(seed);
        self.focused = Some(seed);
    }

    /// Adds a seed to the selection, or removes it.
    pub(super) fn select_also(&mut self, seed: Seed) {
        if !self.selected.remove(&seed) {
            self.selected.insert(seed);
        }
        self.anchor = Some(seed);
        self.focused = Some(seed);
    }

    /// Selects all shown seeds from the anchor to a seed.
    pub(super) fn select_to(&mut self, seed: Seed) {
        let place = |sought: Seed| self.shown.seeds.iter().position(|seed| *seed == sought);
        let (Some(from), Some(to)) = (self.anchor.and_then(place), place(seed)) else {
            return self.select(seed);
        };
        let range = self.shown.seeds.get(from.min(to)..=from.max(to)).unwrap_or_default();
        self.selected = range.iter().copied().collect();
        self.focused = Some(seed);
    }

    /// Returns the seeds that an action on a seed is about: the whole selection if the seed belongs to it.
    pub(super) fn subjects(&self, seed: Seed) -> Vec<Seed> {
        if self.selected.contains(&seed) { self.selection() } else { vec![seed] }
    }

    /// Shows exactly these seeds.
    pub(super) fn show_list(&mut self, seeds: Vec<Seed>) {
        self.settings.list = seeds;
        self.selected.clear();
    }
}
