//! The list of stages of the last run: results, durations, warnings, and whether results changed.
//!
//! Clicking a stage of the level shows its position on the timeline.

use std::time::Duration;

use egui::containers::menu::MenuButton;
use egui::{Align2, Response, RichText, ScrollArea, Sense, Ui, Vec2, WidgetType, vec2};
use egui_phosphor::regular as icon;

use super::film::Film;

use crate::base::{Severity, counted, with_capital};
use crate::editor::model::measures::{Measure, Measures};
use crate::editor::model::run_view::RunView;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{BODY, ROW_HEIGHT, SMALL, font, palette};
use crate::level::Promise;
use crate::pipeline::{LevelHistoryStage, Run, RunPart, Stage};

/// Maximum size of the list, in points.
const SIZE: Vec2 = vec2(450.0, 440.0);
/// Distances from the left edge to the start of the result and to the end of the duration, in points.
const COLUMNS: (f32, f32) = (132.0, 366.0);
/// Indentation of parts of a stage, in points.
const INDENT: f32 = 14.0;

/// All stages, in order.
const STAGES: [Stage; 6] =
    [Stage::Check, Stage::Derive, Stage::Layout, Stage::Form, Stage::Populate, Stage::Verify];

/// A row of the list.
struct StageRow {
    name: String,
    result: String,
    measure: Option<Measure>,
    warnings: usize,
    /// `true` if it is a part of the stage above it.
    is_part: bool,
    /// Number of the step in the level's making, from 1.
    step: Option<usize>,
    /// Description in a sentence.
    meaning: String,
}

/// Shows a button that opens the list.
pub fn stages_ui(ui: &mut Ui, film: &mut Film, run_view: &RunView) {
    let Some(run) = &run_view.run else { return };
    let (button, _) = MenuButton::new(icon::STACK).ui(ui, |ui| {
        film.level.want();
        ui.set_width(SIZE.x);
        let list = ScrollArea::vertical().max_height(SIZE.y).min_scrolled_height(SIZE.y);
        let aim = list.show(ui, |ui| list_ui(ui, film, run, &run_view.measures)).inner;
        if let Some(step) = aim {
            film.is_playing = false;
            film.go_to(film.mission_length() + step);
            ui.close();
        }
    });
    button.widget_info(|| info::labeled(WidgetType::Button, true, "Stages"));
    button.on_hover_text(
        "The result and time of each stage of the last run. Click a stage of the level to show it",
    );
}

/// Shows the list. Returns the step of the making that was clicked.
fn list_ui(ui: &mut Ui, film: &Film, run: &Run, measures: &Measures) -> Option<usize> {
    ui.spacing_mut().item_spacing.y = 1.0;
    let mut aim = None;
    for row in rows(film, run, measures) {
        let response = row.ui(ui);
        if response.clicked() {
            aim = row.step;
        }
    }
    let total = format!("All stages  {}", time_words(measures.total));
    ui.label(RichText::new(total).small().color(palette(ui).dim));
    aim
}

fn rows(film: &Film, run: &Run, measures: &Measures) -> Vec<StageRow> {
    let mut rows = Vec::new();
    for stage in STAGES {
        let Some(result) = result_of(stage, run) else { continue };
        let noticed =
            if stage == Stage::Check { run.findings.iter().count() } else { warnings_of(stage, run) };
        let level_history = film.level.level_history();
        rows.push(StageRow {
            name: with_capital(&stage.to_string()),
            result,
            measure: measures.of(RunPart::Stage(stage)),
            warnings: noticed,
            is_part: false,
            // The layout is the first step of the making.
            step: level_history.filter(|_| stage == Stage::Layout).map(|_| 1),
            meaning: meaning_of(stage).to_owned(),
        });
        let Some(level_history) = level_history else { continue };
        for (number, step) in (1..).zip(&level_history.steps) {
            let (belongs_to, part) = match &step.stage {
                LevelHistoryStage::Layout => continue,
                LevelHistoryStage::Formed(stage) => (Stage::Form, Some(RunPart::Formed(*stage))),
                LevelHistoryStage::Items => (Stage::Populate, Some(RunPart::Items)),
                LevelHistoryStage::RoomContents => (Stage::Populate, Some(RunPart::RoomContents)),
                LevelHistoryStage::Pass(name) => {
                    let passes = &run.request.grammar.populate;
                    let position = passes.iter().position(|pass| pass.name == *name);
                    (Stage::Populate, position.map(RunPart::Pass))
                }
            };
            if belongs_to == stage {
                rows.push(StageRow {
                    name: step.stage.name(),
                    result: level_history.change_words(number),
                    measure: part.and_then(|part| measures.of(part)),
                    warnings: 0,
                    is_part: true,
                    step: Some(number),
                    meaning: format!("{}.", with_capital(&level_history.stage_words(&step.stage))),
                });
            }
        }
    }
    rows
}

fn warnings_of(stage: Stage, run: &Run) -> usize {
    run.noticed_by(stage).iter().filter(|found| found.severity != Severity::Note).count()
}

/// Returns the result of a stage, if the run reached it.
fn result_of(stage: Stage, run: &Run) -> Option<String> {
    let level = run.level.as_ref();
    Some(match stage {
        Stage::Check => counted(run.request.grammar.rules.len(), "rule"),
        Stage::Derive => {
            let applied = run.derivation.as_ref()?.steps.len();
            format!("{} applied", counted(applied, "rule"))
        }
        Stage::Layout => {
            let plan = run.plan.as_ref()?;
            let (places, passages) = (plan.places.len(), plan.passages.len());
            format!("{}, {}", counted(places, "place"), counted(passages, "passage"))
        }
        Stage::Form => {
            let space = run.space.as_ref()?;
            let is_open = |tile: &&char| space.legend.get(tile).is_some_and(|tile| tile.walkable);
            let open = space.tiles.values().iter().filter(is_open).count();
            format!("{} to walk on", counted(open, "cell"))
        }
        Stage::Populate => {
            let level = level?;
            let taken_back: u32 = level.populate.iter().map(|pass| pass.taken_back).sum();
            let back = if taken_back > 0 { format!(", {taken_back} undone") } else { String::new() };
            format!("{}{back}", counted(level.entities.len(), "thing"))
        }
        Stage::Verify => {
            let broken = level?.report.broken().count();
            match broken {
                0 => format!("{} promises kept", Promise::ALL.len()),
                broken => format!("{} broken", counted(broken, "promise")),
            }
        }
    })
}

impl StageRow {
    fn ui(&self, ui: &mut Ui) -> Response {
        let colors = palette(ui);
        let sense = if self.step.is_some() { Sense::click() } else { Sense::hover() };
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), sense);
        let kind = if self.step.is_some() { WidgetType::Button } else { WidgetType::Label };
        let words = self.words();
        response.widget_info(|| info::labeled(kind, true, &words));
        if self.step.is_some() && (response.hovered() || response.has_focus()) {
            ui.painter().rect_filled(rect, 4.0, colors.field_hovered);
        }
        let left = if self.is_part { INDENT } else { 0.0 };
        let color = if self.is_part { colors.text } else { colors.strong };
        let column = |from: f32, to: f32| {
            ui.painter().with_clip_rect(
                rect.with_min_x(rect.left() + from).with_max_x(rect.left() + to).intersect(ui.clip_rect()),
            )
        };
        let middle = Align2::LEFT_CENTER;
        let at = |x: f32| rect.left_center() + vec2(x, 0.0);
        let name = column(0.0, COLUMNS.0 - 6.0);
        name.text(at(4.0 + left), middle, &self.name, font(if self.is_part { SMALL } else { BODY }), color);
        let result = column(COLUMNS.0, COLUMNS.1 - 64.0);
        result.text(at(COLUMNS.0), middle, &self.result, font(SMALL), colors.text);
        if let Some(measure) = self.measure {
            let time = time_words(measure.took);
            let painter = ui.painter();
            painter.text(at(COLUMNS.1), Align2::RIGHT_CENTER, time, font(SMALL), colors.dim);
            let color = if measure.is_same == Some(false) { colors.accent } else { colors.dim };
            painter.text(at(COLUMNS.1 + 10.0), middle, same_words(measure), font(SMALL), color);
        }
        if self.warnings > 0 {
            let sign = format!("{} {}", icon::WARNING, self.warnings);
            result.text(at(COLUMNS.1 - 66.0), Align2::RIGHT_CENTER, sign, font(SMALL), colors.doubtful);
        }
        let same = self.measure.and_then(same_meaning).into_iter();
        let sentences: Vec<&str> = [words.as_str(), &self.meaning].into_iter().chain(same).collect();
        response.on_hover_text(sentences.join("\n"))
    }

    /// Returns the whole row as a sentence.
    fn words(&self) -> String {
        let measured = self.measure.map(|measure| {
            let same = same_words(measure);
            let same = if same.is_empty() { String::new() } else { format!(", {same}") };
            format!("; {}{same}", time_words(measure.took))
        });
        let warnings = match self.warnings {
            0 => String::new(),
            some => format!("; {}", counted(some, "warning")),
        };
        format!("{}: {}{}{warnings}", self.name, self.result, measured.unwrap_or_default())
    }
}

/// Returns a description of a stage, in a sentence.
const fn meaning_of(stage: Stage) -> &'static str {
    match stage {
        Stage::Check => "The grammar and its room sets are checked for errors.",
        Stage::Derive => "The recipe runs: its rules let the mission grow from the start graph.",
        Stage::Layout => "Each place and each passage of the mission gets its position on the map.",
        Stage::Form => "Places and passages become cells: rooms are drawn, caves grow, doors are set.",
        Stage::Populate => "Items are placed, then the passes place chests, foes and decoration.",
        Stage::Verify => "The finished level is checked against every promise.",
    }
}

/// Returns the meaning of [`same_words`], in a sentence.
fn same_meaning(measure: Measure) -> Option<&'static str> {
    match (measure.is_new, measure.is_same) {
        (false, _) => Some("Kept: its input did not change, so it was not run again."),
        (true, Some(true)) => Some("As before: it was run again with the same result."),
        (true, Some(false)) => Some("Changed: its result differs from the run before."),
        (true, None) => None,
    }
}

/// Returns a word for the comparison with the previous run.
pub fn same_words(measure: Measure) -> &'static str {
    match (measure.is_new, measure.is_same) {
        (false, _) => "kept",
        (true, Some(true)) => "as before",
        (true, Some(false)) => "changed",
        (true, None) => "",
    }
}

/// Returns a duration in words: "<0.1 ms", "0.4 ms", "27 ms", "1.3 s".
pub fn time_words(time: Duration) -> String {
    let micros = time.as_micros();
    match micros {
        0..100 => "<0.1 ms".to_owned(),
        100..10_000 => format!("{}.{} ms", micros / 1_000, micros % 1_000 / 100),
        10_000..1_000_000 => format!("{} ms", micros / 1_000),
        _ => format!("{}.{} s", micros / 1_000_000, micros % 1_000_000 / 100_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let said =
            [40, 1_260, 9_999, 27_400, 1_349_000].map(|micros| time_words(Duration::from_micros(micros)));
        assert_eq!(said.join(", "), "<0.1 ms, 1.2 ms, 9.9 ms, 27 ms, 1.3 s");
    }
}
