//! A run prepared for display: drawings and indexes that are made once for each run, not for each frame.
//!
//! If a run gives no mission or no level, those of the previous run stay visible.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::measures::Measures;
use super::readings::{LevelReadings, are_comparable, are_of_same_files};
use crate::base::Cell;
use crate::editor::canvas::graph::{GraphDrawing, draw_mission};
use crate::level::{Level, Place};
use crate::mission::{NodeId, Site};
use crate::pipeline::Run;
use crate::properties::{LevelProperty, PropertyVerdict, judge_properties};

/// The last run, prepared for display; empty before the first.
#[derive(Debug, Default)]
pub struct RunView {
    /// Run that is displayed.
    pub run: Option<Run>,
    /// Drawing of the mission.
    pub mission: GraphDrawing,
    /// Number of applications of each rule, by name.
    pub rule_counts: BTreeMap<String, u32>,
    /// Durations of its stages, and whether their results equal those of the previous run.
    pub measures: Measures,
    /// Readings of the level, if there is one.
    pub readings: Option<LevelReadings>,
    /// Readings of the level of the same seed before the last change, if there was one.
    pub readings_before: Option<LevelReadings>,
    /// Verdicts about the properties of its grammar, if it has a level.
    verdicts: Vec<PropertyVerdict>,
    /// `true` if the mission is that of an earlier run.
    has_earlier_mission: bool,
    /// Last level with its seals, if the run has none.
    earlier_level: Option<(Arc<Level>, Arc<[Cell]>)>,
}

impl RunView {
    /// Prepares a run.
    pub fn of(run: Run) -> Self {
        let mission = run
            .derivation
            .as_ref()
            .map(|derivation| draw_mission(derivation, &run.request.grammar, &sites(&run)))
            .unwrap_or_default();
        let rule_counts = rule_counts(&run);
        let level = run.level.as_deref();
        let readings = level.map(LevelReadings::new);
        let properties = &run.request.grammar.properties;
        let verdicts = level.map(|level| judge_properties(properties, level)).unwrap_or_default();
        Self { run: Some(run), mission, rule_counts, readings, verdicts, ..Self::default() }
    }

    /// Adds the measurements of the run.
    #[must_use]
    pub fn with_measures(self, measures: Measures) -> Self {
        Self { measures, ..self }
    }

    /// Returns the next run, completed by parts of this one.
    #[must_use]
    pub fn followed_by(self, next: Self) -> Self {
        let has_mission = next.run.as_ref().is_some_and(|run| run.derivation.is_some());
        let earlier_level = match next.level() {
            Some(_) => None,
            None => self.shown_level().cloned().map(|level| (level, self.shared_seals())),
        };
        let readings_before = self.readings_before_next(&next);
        let next = Self { readings_before, ..next };
        if has_mission {
            return Self { earlier_level, ..next };
        }
        let has_earlier_mission = !self.mission.nodes.is_empty();
        let Self { mission, rule_counts, .. } = self;
        Self { mission, rule_counts, has_earlier_mission, earlier_level, ..next }
    }

    /// Returns the readings with which those of the next run are compared.
    fn readings_before_next(&self, next: &Self) -> Option<LevelReadings> {
        let (before, after) = (self.run.as_ref()?, next.run.as_ref()?);
        if !are_comparable(before, after) {
            return None;
        }
        let is_changed = !are_of_same_files(before, after);
        let last = self.readings.as_ref().filter(|_| is_changed);
        last.or(self.readings_before.as_ref()).cloned()
    }

    /// Returns the verdict about the property at a position, unless the level was made with another one.
    pub fn verdict(&self, at: usize, property: &LevelProperty) -> Option<&PropertyVerdict> {
        let judged = self.run.as_ref()?.request.grammar.properties.get(at)?;
        self.verdicts.get(at).filter(|_| judged == property)
    }

    /// Returns the level of the run, if it has one.
    pub fn level(&self) -> Option<&Arc<Level>> {
        self.run.as_ref().and_then(|run| run.level.as_ref())
    }

    /// Returns the level to display: that of the run, otherwise the last one.
    pub fn shown_level(&self) -> Option<&Arc<Level>> {
        self.level().or(self.earlier_level.as_ref().map(|(level, _)| level))
    }

    /// Returns `true` if the displayed level is that of an earlier run.
    pub fn has_earlier_level(&self) -> bool {
        self.earlier_level.is_some()
    }

    /// Returns `true` if the mission is that of an earlier run.
    pub fn has_earlier_mission(&self) -> bool {
        self.has_earlier_mission
    }

    /// Returns the seals of the displayed level.
    pub fn seals(&self) -> &[Cell] {
        match &self.earlier_level {
            Some((_, seals)) => seals,
            None => self.run.as_ref().map_or(&[], |run| &*run.seals),
        }
    }

    /// Returns the seals of the displayed level in shared form.
    pub fn shared_seals(&self) -> Arc<[Cell]> {
        match (&self.earlier_level, &self.run) {
            (Some((_, seals)), _) => Arc::clone(seals),
            (None, Some(run)) => Arc::clone(&run.seals),
            (None, None) => Arc::default(),
        }
    }

    /// Returns the sites that the layout gave the nodes.
    pub fn sites(&self) -> BTreeMap<NodeId, Site> {
        self.run.as_ref().map(sites).unwrap_or_default()
    }

    /// Returns the place of a mission node, if it has one. Nodes of different runs do not correspond.
    pub fn place_of(&self, node: NodeId) -> Option<&Place> {
        let is_of_one_run = self.has_earlier_level() == self.has_earlier_mission();
        let level = self.shown_level().filter(|_| is_of_one_run)?;
        level.places.iter().find(|place| place.node == node)
    }
}

fn rule_counts(run: &Run) -> BTreeMap<String, u32> {
    let Some(derivation) = &run.derivation else { return BTreeMap::new() };
    let rules = run.request.grammar.rules.iter();
    rules.zip(derivation.counts()).map(|(rule, count)| (rule.name.clone(), count)).collect()
}

fn sites(run: &Run) -> BTreeMap<NodeId, Site> {
    let planned = run.plan.iter().flat_map(|plan| &plan.places);
    planned.map(|place| (place.node, place.site)).collect()
}
