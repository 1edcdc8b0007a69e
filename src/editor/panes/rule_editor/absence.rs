//! "Why was it not applied?": explains why the open rule was not applied in the last run.
//!
//! The sentences link to the steps of the recipe, and to the mission at the nearest miss.

use std::sync::Arc;

use egui::{Button, RichText, Ui, WidgetType};
use egui_phosphor::regular as icon;

use crate::base::{Cancelled, printable_line};
use crate::document::{Location, path_of_label};
use crate::editor::command::Command;
use crate::editor::model::run_view::RunView;
use crate::editor::pane::Pane;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::style::palette;
use crate::editor::work::JobKind;
use crate::editor::work::jobs::{Job, JobControl, JobRegistry};
use crate::grammar::{Absence, Derivation, Grammar, MissedStepReason, why_never};
use crate::mission::NodeId;

/// A question about the rule at a position, in a derivation of a grammar.
#[derive(Clone, Debug)]
struct AbsenceQuery {
    grammar: Arc<Grammar>,
    derivation: Arc<Derivation>,
    rule: usize,
}

impl PartialEq for AbsenceQuery {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.derivation, &other.derivation) && self.rule == other.rule
    }
}

/// The question about the open rule, and its answer.
#[derive(Debug, Default)]
pub struct AbsenceView {
    is_on: bool,
    asked: Option<AbsenceQuery>,
    answer: Option<Vec<Absence>>,
}

/// Explains why a rule was not applied.
struct ExplainAbsence;

impl Job for ExplainAbsence {
    type Request = AbsenceQuery;
    type Answer = Vec<Absence>;

    const KIND: JobKind = JobKind::Absence;

    fn work() -> impl FnMut(AbsenceQuery, &JobControl) -> Result<Vec<Absence>, Cancelled> + Send + 'static {
        |asked, _| Ok(why_never(&asked.grammar, asked.rule, &asked.derivation))
    }
}

impl AbsenceView {
    /// Asks again if the rule or the derivation has changed. This replays missions, which may take longer
    /// than a frame.
    fn update(&mut self, question: AbsenceQuery, jobs: &mut JobRegistry) {
        self.answer = jobs.take::<ExplainAbsence>().or(self.answer.take());
        if self.asked.as_ref() == Some(&question) {
            return;
        }
        jobs.cancel::<ExplainAbsence>();
        jobs.ask::<ExplainAbsence>(question.clone());
        (self.asked, self.answer) = (Some(question), None);
    }
}

/// Returns the question about the open rule, if the last run knows it and did not apply it.
fn question(run_view: &RunView, grammar: &Grammar, rule: usize) -> Option<AbsenceQuery> {
    let run = run_view.run.as_ref().filter(|_| !run_view.has_earlier_mission())?;
    let (ran, derivation) = (&run.request.grammar, run.derivation.as_ref()?);
    let authored = grammar.rules.get(rule)?;
    let position = ran.rules.iter().position(|other| other.name == authored.name)?;
    let is_absent = derivation.steps.iter().all(|step| step.rule != position);
    let question =
        AbsenceQuery { grammar: Arc::clone(ran), derivation: Arc::clone(derivation), rule: position };
    is_absent.then_some(question)
}

/// Shows a button that asks, if the rule was not applied.
pub(super) fn button_ui(ui: &mut Ui, view: &mut AbsenceView, context: &PaneContext<'_>, rule: usize) {
    if question(context.run_view, context.document.grammar(), rule).is_none() {
        return;
    }
    let button = Button::selectable(view.is_on, format!("{}  Why was it not applied?", icon::QUESTION));
    let response = ui.add(button);
    response.widget_info(|| info::selected(WidgetType::Button, true, view.is_on, "Why was it not applied?"));
    if response.on_hover_text("Explains why the rule was not applied in this level").clicked() {
        view.is_on = !view.is_on;
    }
}

/// Shows the answer, if it was requested.
pub(super) fn answer_ui(ui: &mut Ui, view: &mut AbsenceView, context: &mut PaneContext<'_>, rule: usize) {
    if !view.is_on {
        return;
    }
    let Some(question) = question(context.run_view, context.document.grammar(), rule) else { return };
    view.update(question, context.jobs);
    let colors = palette(ui);
    let Some(answer) = &view.answer else {
        ui.label(RichText::new("Looking through the missions…").color(colors.dim));
        return;
    };
    for absence in answer {
        ui.horizontal_wrapped(|ui| {
            let words = printable_line(&absence.to_string()).into_owned();
            ui.label(RichText::new(words).color(colors.text));
            links_ui(ui, absence, context);
        });
    }
}

/// Shows the links of an answer.
fn links_ui(ui: &mut Ui, absence: &Absence, context: &mut PaneContext<'_>) {
    let Absence::AtStep(at_step) = absence else { return };
    let label = match &at_step.happened {
        MissedStepReason::NoChance { label, .. }
        | MissedStepReason::OtherBlock { label }
        | MissedStepReason::NoRepeat { label } => label,
        MissedStepReason::EndedBefore
        | MissedStepReason::AppliedNothing { .. }
        | MissedStepReason::Outdrawn { .. }
        | MissedStepReason::NoMatch { .. }
        | MissedStepReason::NothingThere
        | MissedStepReason::TooMany => &at_step.label,
    };
    // A link on two lines would be hard to click.
    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
    if let Some(path) = path_of_label(&context.document.grammar().recipe, label) {
        let words = format!("Show step {label}");
        if ui.link(&words).on_hover_text("Shows the step of the recipe").clicked() {
            context.commands.push(Command::GoTo(Location::Step(path)));
        }
    }
    if let MissedStepReason::NoMatch { after, at, .. } = &at_step.happened {
        let words = format!("Show node {}", at.0);
        if ui.link(&words).on_hover_text("Shows the mission where the rule came nearest").clicked() {
            show(*after, *at, context);
        }
    }
}

fn show(after: usize, at: NodeId, context: &mut PaneContext<'_>) {
    context.shared.film.go_to(after);
    context.commands.push(Command::Select(Some(at)));
    context.commands.push(Command::ShowPane(Pane::Mission));
}
