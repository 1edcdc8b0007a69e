//! A run, made ready to be shown: drawings and look-ups that are made once for each run, not for each frame.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::graph::{Drawing, draw_mission};
use crate::base::Cell;
use crate::level::{Level, Place};
use crate::mission::{NodeId, Site};
use crate::pipeline::Run;

/// The last run, made ready to be shown; empty before the first.
#[derive(Debug, Default)]
pub struct RunView {
    /// The run.
    pub run: Option<Run>,
    /// The drawing of the mission.
    pub mission: Drawing,
    /// How often each rule was applied, by its name.
    pub rule_counts: BTreeMap<String, u32>,
}

impl RunView {
    /// Makes a run ready.
    pub fn of(run: Run) -> Self {
        let mission = run
            .derivation
            .as_ref()
            .map(|derivation| draw_mission(derivation, &run.request.grammar, &sites(&run)))
            .unwrap_or_default();
        let rule_counts = rule_counts(&run);
        Self { run: Some(run), mission, rule_counts }
    }

    /// The level, if there is one.
    pub fn level(&self) -> Option<&Arc<Level>> {
        self.run.as_ref().and_then(|run| run.level.as_ref())
    }

    /// The cells that stay wall for ever between two owners.
    pub fn seals(&self) -> &[Cell] {
        self.run.as_ref().map_or(&[], |run| &*run.seals)
    }

    /// Where the layout put the nodes.
    pub fn sites(&self) -> BTreeMap<NodeId, Site> {
        self.run.as_ref().map(sites).unwrap_or_default()
    }

    /// The place that a node became, if it became one.
    pub fn place_of(&self, node: NodeId) -> Option<&Place> {
        self.level().and_then(|level| level.places.iter().find(|place| place.node == node))
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
