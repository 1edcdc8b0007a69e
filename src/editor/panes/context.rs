//! What all panes are given beside their own views.

use std::collections::BTreeSet;

use super::film::Film;
use super::problems::collect::Problems;
use super::related::Related;
use super::run_to::RunTo;
use super::trial::Trial;
use crate::document::Document;
use crate::editor::canvas::run_view::RunView;
use crate::editor::command::Command;
use crate::editor::open_items::OpenItems;
use crate::editor::work::sheets::Sheets;
use crate::grammar::Derivation;
use crate::mission::NodeId;

/// What panes read, what they may move together, and where they put what they ask for.
pub struct PaneContext<'a> {
    /// The open project.
    pub document: &'a Document,
    /// The last run, made ready to be shown.
    pub run_view: &'a RunView,
    /// What tiles look like by the designer's sheets.
    pub sheets: &'a Sheets,
    /// Everything that is wrong, of the files and of the run.
    pub problems: &'a Problems,
    /// What several panes look at.
    pub shared: &'a mut SharedView,
    /// What is asked for.
    pub commands: &'a mut Vec<Command>,
}

/// What several panes look at.
#[derive(Default)]
pub struct SharedView {
    /// Which rule, symbol, step and room are open.
    pub open: OpenItems,
    /// The node that is selected, in the mission and in the level; of several the one that came last.
    pub selected: Option<NodeId>,
    /// The others that are selected.
    pub others: BTreeSet<NodeId>,
    /// The node that was under the pointer in the last frame, in the mission or in the level.
    pub hovered: Option<NodeId>,
    /// The same for the frame that is being drawn.
    pub hovered_now: Option<NodeId>,
    /// The rule that is being tried on the mission.
    pub trial: Trial,
    /// The step of the recipe up to which the mission is shown.
    pub run_to: RunTo,
    /// The derivation, gone through step by step.
    pub film: Film,
    /// What belongs to what was selected last.
    pub related: Related,
}

impl SharedView {
    /// Selects one node alone, or none.
    pub fn select(&mut self, node: Option<NodeId>) {
        self.selected = node;
        self.others.clear();
    }

    /// Selects these nodes and no others.
    pub fn select_all(&mut self, nodes: &[NodeId]) {
        self.selected = nodes.first().copied();
        self.others = nodes.iter().skip(1).copied().collect();
    }

    /// Selects a node besides those that are, or takes it out of the selection.
    pub fn select_also(&mut self, node: NodeId) {
        if self.selected == Some(node) {
            self.selected = self.others.pop_last();
        } else if !self.others.remove(&node) {
            self.others.extend(self.selected.replace(node));
        }
    }

    /// Makes a node the one that came last, if it is selected; else selects it alone.
    pub fn select_first(&mut self, node: NodeId) {
        if self.others.remove(&node) {
            self.others.extend(self.selected.replace(node));
        } else if self.selected != Some(node) {
            self.select(Some(node));
        }
    }

    /// Is the node selected, alone or with others?
    pub fn is_selected(&self, node: NodeId) -> bool {
        self.selected == Some(node) || self.others.contains(&node)
    }
}

impl PaneContext<'_> {
    /// The derivation of the run that is shown; none if what is shown is of an earlier one.
    pub fn derivation(&self) -> Option<&Derivation> {
        let is_of_one_run = !self.run_view.has_earlier_level() && !self.run_view.has_earlier_mission();
        self.run_view.run.as_ref().filter(|_| is_of_one_run)?.derivation.as_deref()
    }

    /// Why there is no mission or no level.
    pub fn why_nothing(&self) -> &str {
        match self.run_view.run.as_ref().map(|run| &run.failure) {
            None => "It is being made",
            Some(Some(failure)) => &failure.message,
            Some(None) => "The problems say why",
        }
    }
}
