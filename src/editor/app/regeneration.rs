//! Makes the level whenever the project changes: first the project is checked, then the level is made.

use std::sync::Arc;

use super::App;
use crate::document::Content;
use crate::editor::model::run_view::RunView;
use crate::editor::pane::Pane;
use crate::editor::work::project_check::{CheckProject, ProjectCheck};
use crate::editor::work::seed_requests::request_of;
use crate::editor::work::worker::{LevelJob, MakeLevel};
use crate::layout::PreviousLayout;
use crate::pipeline::Request;

impl App {
    /// Makes the level again. If the project has changed, it is checked first.
    pub(super) fn regenerate(&mut self) {
        let content = self.document.content();
        match self.problems.survey_of(content).cloned() {
            Some(project_check) => {
                self.jobs.cancel::<CheckProject>();
                self.make_level(&project_check);
            }
            None => self.jobs.ask::<CheckProject>(content.clone()),
        }
    }

    fn make_level(&mut self, project_check: &ProjectCheck) {
        let ProjectCheck { content, findings, checked_in, .. } = project_check;
        let request = self.request_of(content);
        self.jobs.ask::<MakeLevel>(LevelJob { request, findings: findings.clone(), checked_in: *checked_in });
    }

    fn request_of(&self, content: &Content) -> Request {
        let now = self.document.content();
        // The files may be those that were checked last; everything else is of now.
        let files =
            Content { grammar: Arc::clone(&content.grammar), rooms: content.rooms.clone(), ..now.clone() };
        request_of(&files, self.seeds.current())
    }

    /// Returns `true` if the last run belongs to the current project.
    pub(super) fn is_run_of_now(&self) -> bool {
        let now = self.request_of(self.document.content());
        !self.is_busy() && self.run_view.run.as_ref().is_some_and(|run| run.request == now)
    }

    pub(super) fn take_survey(&mut self, project_check: ProjectCheck) {
        let is_first = self.problems.are_unknown();
        let ctx = self.ctx.clone();
        self.fonts.look_for(project_check.letters.iter().copied(), &ctx, &mut self.jobs);
        self.make_level(&project_check);
        self.problems.take(project_check, &self.document);
        self.collect_problems();
        if is_first && self.problems.count() > 0 {
            self.panes.reveal(Pane::Problems, &[Pane::History]);
            self.view.is_problem_list_open = true;
        }
    }

    pub(super) fn show_run(&mut self, next: RunView) {
        self.run_view = std::mem::take(&mut self.run_view).followed_by(next);
        self.view.rules.remember(&self.run_view.rule_counts);
        self.collect_problems();
        self.follow_level();
        self.remember_layout();
    }

    /// Remembers the layout of the shown level, so that the next layout continues from it, if this mode is
    /// on.
    pub(super) fn remember_layout(&mut self) {
        let run = self.run_view.run.as_ref().filter(|_| self.is_steady && !self.run_view.has_earlier_level());
        let previous_layout = run.and_then(|run| {
            let (plan, derivation) = (run.plan.as_ref()?, run.derivation.as_ref()?);
            let before = self.document.content().previous_layouts.get(&run.request.seed);
            let before = before.map(AsRef::as_ref);
            let (mission, alphabet) = (&derivation.mission, &derivation.alphabet);
            let spacing = run.request.grammar.layout.spacing;
            Some(Arc::new(PreviousLayout::of(plan, mission, alphabet, spacing, before)))
        });
        let seed = run.map_or_else(|| self.seeds.current(), |run| run.request.seed);
        self.document.set_previous_layout(seed, previous_layout);
    }

    pub(super) fn collect_problems(&mut self) {
        let of_sheets = self.sheets.problems(&self.document);
        self.problems.collect(&self.document, of_sheets, self.run_view.run.as_ref());
    }
}
