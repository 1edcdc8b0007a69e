//! The bar at the bottom: a light for each promise, and facts about the level or background jobs.
//!
//! If there is no room for the names of the lights, they are only in the tooltips.

use egui::{
    Align, Color32, Label, Layout, Popup, PopupCloseBehavior, Response, RichText, Sense, Ui, WidgetText,
    WidgetType, vec2,
};

use super::status::jobs_ui;
use crate::base::{Cell, counted, printable_line, with_capital};
use crate::editor::command::Command;
use crate::editor::model::run_view::RunView;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, ThemePalette, font, palette};
use crate::editor::work::jobs::RunningJob;
use crate::level::{Break, Level, Promise, PromiseResult};

/// Maximum number of breaks listed.
const MOST_BREAKS: usize = 5;
/// Width of the explanation of a light, in points.
const EXPLANATION: f32 = 320.0;
/// Space between two lights, and between a light and its name, in points.
const GAPS: (f32, f32) = (14.0, 6.0);
/// Side of the clickable area of a light, in points.
const TARGET: f32 = 24.0;
/// Minimum width at which facts are shown, in points.
const LEAST_FACTS: f32 = 150.0;

/// Separator between two facts.
const BETWEEN: &str = "  ·  ";

/// Shows the lights on the left. On the right are background jobs, or otherwise permanent modes and facts
/// about the level.
pub fn bar_ui(
    ui: &mut Ui,
    run_view: &RunView,
    standing: Vec<String>,
    jobs: &[RunningJob],
    commands: &mut Vec<Command>,
) {
    ui.horizontal_centered(|ui| {
        let colors = palette(ui);
        let is_named = width_with_names(ui) + LEAST_FACTS <= ui.available_width();
        ui.spacing_mut().item_spacing.x = if is_named { GAPS.0 } else { 0.0 };
        for promise in Promise::ALL {
            let light = PromiseLight::of(promise, run_view.level().map(|level| &**level));
            let response = light_ui(ui, promise, &light, is_named);
            if response.clicked()
                && let Some(at) = light.first_place()
            {
                commands.push(Command::ShowCell(at));
            }
            Popup::from_toggle_button_response(&response)
                .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
                .show(|ui| explanation_ui(ui, promise, &light, commands));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = style::GAP;
            if jobs.is_empty() {
                let words: Vec<String> = standing.into_iter().chain([facts(run_view)]).collect();
                let text = RichText::new(words.join(BETWEEN)).color(colors.dim);
                // The tooltip shows the whole text.
                ui.add(Label::new(text.size(style::SMALL + 0.5)).truncate());
            } else {
                jobs_ui(ui, jobs, commands);
            }
        });
    });
}

/// Returns the width of all lights with their names, in points.
fn width_with_names(ui: &Ui) -> f32 {
    let width = |promise: Promise| {
        let text = promise.name().to_owned();
        let galley = ui.painter().layout_no_wrap(text, font(style::SMALL + 0.5), Color32::PLACEHOLDER);
        DOT + GAPS.1 + galley.size().x + GAPS.0
    };
    Promise::ALL.into_iter().map(width).sum()
}

/// Diameter of the dot of a light, in points.
const DOT: f32 = 9.0;

/// The state of a light.
enum PromiseLight<'a> {
    /// The promise is held.
    Held(&'a PromiseResult),
    /// The promise is broken.
    Broken(&'a PromiseResult),
    /// The promise does not apply to this level, for this reason.
    Moot(&'static str),
    /// There is no level, or it was not proved.
    Unknown,
}

impl<'a> PromiseLight<'a> {
    fn of(promise: Promise, level: Option<&'a Level>) -> Self {
        let Some(level) = level else { return Self::Unknown };
        match (level.report.promises.get(&promise), promise.why_moot(level)) {
            (None, _) => Self::Unknown,
            (Some(result), _) if !result.held => Self::Broken(result),
            (Some(_), Some(why)) => Self::Moot(why),
            (Some(result), None) => Self::Held(result),
        }
    }

    fn color(&self, colors: &ThemePalette) -> Color32 {
        match self {
            Self::Held(_) => colors.good,
            Self::Broken(_) => colors.bad,
            Self::Moot(_) | Self::Unknown => colors.dim,
        }
    }

    const fn state(&self) -> &'static str {
        match self {
            Self::Held(_) => "proved",
            Self::Broken(_) => "broken",
            Self::Moot(_) => Promise::NOTHING_TO_PROVE,
            Self::Unknown => "not known",
        }
    }

    fn breaks(&self) -> &'a [Break] {
        match self {
            Self::Broken(result) => &result.broken_by,
            Self::Held(_) | Self::Moot(_) | Self::Unknown => &[],
        }
    }

    /// Returns the first cell at which the promise is broken.
    fn first_place(&self) -> Option<Cell> {
        self.breaks().iter().find_map(|broken| broken.at)
    }

    /// Returns a remark in addition to the meaning of the promise.
    fn remark(&self) -> Option<&str> {
        match self {
            Self::Held(result) => result.note.as_deref(),
            Self::Moot(why) => Some(why),
            Self::Unknown => Some("There is no level to check yet."),
            Self::Broken(_) => None,
        }
    }
}

fn light_ui(ui: &mut Ui, promise: Promise, light: &PromiseLight<'_>, is_named: bool) -> Response {
    let colors = palette(ui);
    let color = light.color(colors);
    let text = if light.breaks().is_empty() { colors.text } else { colors.bad };
    let name = if is_named { promise.name() } else { "" };
    let text = WidgetText::from(RichText::new(name).size(style::SMALL + 0.5).color(text));
    let galley = text.into_galley(ui, Some(egui::TextWrapMode::Extend), f32::INFINITY, egui::TextStyle::Body);
    let width = if is_named { DOT + GAPS.1 + galley.size().x } else { TARGET };
    let (rect, response) = ui.allocate_exact_size(vec2(width, TARGET), Sense::click());
    let middle = if is_named { rect.left_center() + vec2(DOT / 2.0, 0.0) } else { rect.center() };
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect.expand2(vec2(3.0, 0.0)), 4.0, colors.field);
    }
    ui.painter().circle_filled(middle, 6.5, color.gamma_multiply(0.22));
    match light {
        PromiseLight::Held(_) | PromiseLight::Broken(_) => ui.painter().circle_filled(middle, 4.0, color),
        PromiseLight::Moot(_) | PromiseLight::Unknown => {
            ui.painter().circle_stroke(middle, 3.5, (1.0, color))
        }
    };
    let at = rect.left_center() + vec2(DOT + GAPS.1, -galley.size().y / 2.0);
    ui.painter().galley(at, galley, color);
    let state = light.state();
    response.widget_info(|| {
        info::labeled(WidgetType::Button, true, format!("{}: {state}", with_capital(promise.name())))
    });
    let is_open = Popup::is_id_open(ui.ctx(), Popup::default_response_id(&response));
    if is_open { response } else { response.on_hover_ui(|ui| meaning_ui(ui, promise, light)) }
}

fn meaning_ui(ui: &mut Ui, promise: Promise, light: &PromiseLight<'_>) {
    ui.label(RichText::new(format!("{}: {}.", with_capital(promise.name()), light.state())).strong());
    ui.label(promise.meaning());
    if let Some(remark) = light.remark() {
        ui.label(printable_line(remark).into_owned());
    }
}

/// Explains a light and lists everything that breaks the promise; clicking an item shows its cell.
fn explanation_ui(ui: &mut Ui, promise: Promise, light: &PromiseLight<'_>, commands: &mut Vec<Command>) {
    ui.set_width(EXPLANATION);
    meaning_ui(ui, promise, light);
    for broken in light.breaks().iter().take(MOST_BREAKS) {
        let text = RichText::new(printable_line(&broken.message)).color(palette(ui).bad);
        match broken.at {
            Some(at) => {
                if ui.link(text).on_hover_text("Show it in the level").clicked() {
                    commands.push(Command::ShowCell(at));
                }
            }
            None => {
                ui.label(text);
            }
        }
    }
    let count = light.breaks().len();
    if count > MOST_BREAKS {
        ui.label(format!("and {} more", count - MOST_BREAKS));
    }
}

fn facts(run_view: &RunView) -> String {
    let Some(level) = run_view.level() else { return "No level".to_owned() };
    let Level { places, passages, entities, width, height, .. } = &**level;
    [
        counted(places.len(), "place"),
        counted(passages.len(), "passage"),
        counted(entities.len(), "item"),
        format!("{width} × {height} cells"),
    ]
    .join(BETWEEN)
}
