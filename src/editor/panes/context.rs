//! The context that all panes receive in addition to their own views.

use std::collections::BTreeSet;

use egui::Ui;

use super::film::Film;
use super::problems::collect::ProblemList;
use super::related::Related;
use super::run_to::RunTarget;
use super::trial::Trial;
use crate::base::{Diagnostic, Seed, Severity};
use crate::document::Document;
use crate::editor::command::Command;
use crate::editor::model::run_view::RunView;
use crate::editor::open_items::OpenItems;
use crate::editor::seed_marks::MarkedSeeds;
use crate::editor::work::jobs::JobRegistry;
use crate::editor::work::level_survey::{LevelSurvey, SurveyedProject};
use crate::editor::work::project_check::CheckProject;
use crate::editor::work::sheets::Sheets;
use crate::editor::work::worker::MakeLevel;
use crate::grammar::{Derivation, VariableValues};
use crate::mission::NodeId;
use crate::pipeline::Request;
use crate::survey::SeedFilter;

/// The data that panes read, the view they share, and the list for their commands.
pub struct PaneContext<'a> {
    /// Open project.
    pub document: &'a Document,
    /// Last run, prepared for display.
    pub run_view: &'a RunView,
    /// Tile sheets of the project.
    pub sheets: &'a Sheets,
    /// All problems of the files and of the run.
    pub problems: &'a ProblemList,
    /// View shared by several panes.
    pub shared: &'a mut SharedView,
    /// Stars, notes and tags of seeds.
    pub marked: &'a MarkedSeeds,
    /// Seed of the level.
    pub seed: Seed,
    /// Background jobs.
    pub jobs: &'a mut JobRegistry,
    /// Commands requested in this frame.
    pub commands: &'a mut Vec<Command>,
}

/// The view that several panes share.
#[derive(Default)]
pub struct SharedView {
    /// Open rule, symbol, step and room.
    pub open: OpenItems,
    /// Selected node in the mission and the level; of several, the last one.
    pub selected: Option<NodeId>,
    /// Other selected nodes.
    pub others: BTreeSet<NodeId>,
    /// Node under the pointer in the last frame, in the mission or the level.
    pub hovered: Option<NodeId>,
    /// Node under the pointer in this frame.
    pub hovered_now: Option<NodeId>,
    /// Rule being tried on the mission.
    pub trial: Trial,
    /// Step of the recipe up to which the mission is shown.
    pub run_to: RunTarget,
    /// Derivation, viewed step by step.
    pub film: Film,
    /// Items related to the last selection.
    pub related: Related,
    /// Metrics of many levels.
    pub survey: LevelSurvey,
    /// Bounds for the levels of the survey that are shown.
    pub seed_filter: SeedFilter,
}

impl SharedView {
    /// Selects a single node, or none.
    pub fn select(&mut self, node: Option<NodeId>) {
        self.selected = node;
        self.others.clear();
    }

    /// Selects exactly these nodes.
    pub fn select_all(&mut self, nodes: &[NodeId]) {
        self.selected = nodes.first().copied();
        self.others = nodes.iter().skip(1).copied().collect();
    }

    /// Adds a node to the selection, or removes it if it is selected.
    pub fn select_also(&mut self, node: NodeId) {
        if self.selected == Some(node) {
            self.selected = self.others.pop_last();
        } else if !self.others.remove(&node) {
            self.others.extend(self.selected.replace(node));
        }
    }

    /// Makes a selected node the last one; otherwise selects it alone.
    pub fn select_first(&mut self, node: NodeId) {
        if self.others.remove(&node) {
            self.others.extend(self.selected.replace(node));
        } else if self.selected != Some(node) {
            self.select(Some(node));
        }
    }

    /// Returns `true` if the node is selected.
    pub fn is_selected(&self, node: NodeId) -> bool {
        self.selected == Some(node) || self.others.contains(&node)
    }
}

impl PaneContext<'_> {
    /// Goes on with the survey of levels. A pane that shows the survey calls it in every frame.
    ///
    /// Waits while the level itself is being made, but not for long while something is dragged: then neither the
    /// level nor the check of the project would catch up. A project with errors is not surveyed, and the records of
    /// the last sound one stay.
    pub fn follow_survey(&mut self, ui: &Ui) {
        let content = self.document.content();
        let request = Request {
            variables: VariableValues::clone(&content.values),
            ..Request::new(content.grammar.clone(), self.document.room_sets(), Seed(0))
        };
        let is_busy = self.jobs.is_busy::<CheckProject>() || self.jobs.is_busy::<MakeLevel>();
        let is_ready = !is_busy && self.problems.survey_of(content).is_some();
        let is_overdue = || self.shared.survey.is_overdue() && ui.input(|input| input.pointer.any_down());
        if !self.is_project_sound() || !(is_ready || is_overdue()) {
            return self.shared.survey.hold(&request, self.jobs);
        }
        let step = self.document.steps_done();
        let edit = self.document.undo_name().map(str::to_owned);
        self.shared.survey.follow(SurveyedProject { request, step, edit }, self.jobs);
    }

    /// Returns `true` if no error was found when the project was last checked.
    pub fn is_project_sound(&self) -> bool {
        let is_error = |found: &Diagnostic| found.severity == Severity::Error;
        self.problems.project_check().is_none_or(|checked| !checked.findings.iter().any(is_error))
    }

    /// Returns the derivation of the displayed run; `None` if the display shows an earlier run.
    pub fn derivation(&self) -> Option<&Derivation> {
        let is_of_one_run = !self.run_view.has_earlier_level() && !self.run_view.has_earlier_mission();
        self.run_view.run.as_ref().filter(|_| is_of_one_run)?.derivation.as_deref()
    }

    /// Returns the reason why there is no mission or no level.
    pub fn why_nothing(&self) -> &str {
        match self.run_view.run.as_ref().map(|run| &run.failure) {
            None => "The program is making it",
            Some(Some(failure)) => &failure.message,
            Some(None) => "See Problems for the reason",
        }
    }
}
