//! The curve of a metric for several values of a number: its mean, with a band for the middle half of the levels.

use egui::{RichText, Stroke, Ui, WidgetType};
use egui_phosphor::regular as icon;
use egui_plot::{FilledArea, Line, LineStyle, Points, VLine};

use super::axes::{AxisTitle, fixed_plot};
use super::view::RangeView;
use crate::base::{counted, printable_line};
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::{icon_button, remark_ui};
use crate::editor::widgets::style::{self, palette};
use crate::editor::widgets::values::number;
use crate::editor::work::contact_sheet::SheetLevels;
use crate::editor::work::number_sweep::NumberSweep;
use crate::editor::work::swept_number::SweptNumber;
use crate::metrics::MetricUnit;

/// Largest distance from zero of a value that can be typed.
const MOST_VALUE: i64 = 1_000_000;
/// Width of the value in front of its pictures, and least and most side of a picture, in points.
const VALUE: f32 = 40.0;
const PICTURE: (f32, f32) = (40.0, 128.0);

/// Shows the curve of the metric for the values of a number.
pub fn sweep_ui(
    ui: &mut Ui,
    view: &mut RangeView,
    swept: &SweptNumber,
    context: &mut PaneContext<'_>,
    height: f32,
) {
    let Some(request) = context.shared.survey.request() else { return };
    if context.is_project_sound() {
        view.sweep.follow(request, swept, context.sheets.looks(), context.jobs, ui.ctx());
    }
    let colors = palette(ui);
    let metric = view.metric;
    let points = view.sweep.points().iter();
    let known: Vec<(f64, f64, (f64, f64))> = points
        .filter_map(|point| {
            let figures = point.figures(metric)?;
            Some((point.value as f64, figures.mean, figures.quartiles))
        })
        .collect();
    let values_across: Vec<f64> = known.iter().map(|(value, ..)| *value).collect();
    let (low, high): (Vec<f64>, Vec<f64>) = known.iter().map(|(.., quartiles)| *quartiles).unzip();
    let means: Vec<[f64; 2]> = known.iter().map(|point| [point.0, point.1]).collect();
    let unit = metric.unit;
    let name = swept.variable().unwrap_or(&swept.path);
    let across = AxisTitle { text: printable_line(name).into_owned(), unit: MetricUnit::Count };
    let plot = fixed_plot(ui, "sweep", height, across, AxisTitle::of(metric))
        .include_x(swept.from as f64)
        .include_x(swept.to as f64);
    let current = current_value(swept, view, context);
    let shown = plot.show(ui, |plot| {
        if values_across.len() > 1 {
            let band = FilledArea::new("Middle half of the levels", &values_across, &low, &high);
            plot.add(band.fill_color(colors.accent.gamma_multiply(0.25)).allow_hover(false));
        }
        let line = Line::new("Mean", means.clone()).allow_hover(false);
        plot.line(line.stroke(Stroke::new(2.0, colors.accent)));
        plot.points(Points::new("Mean", means).radius(3.5).color(colors.accent).allow_hover(false));
        if let Some(current) = current.filter(|current| (swept.from..=swept.to).contains(current)) {
            let line = VLine::new("Current value", current as f64).allow_hover(false);
            plot.vline(line.stroke(Stroke::new(1.5, colors.strong)).style(LineStyle::Dashed { length: 6.0 }));
        }
    });
    let points: Vec<String> =
        known.iter().map(|(value, mean, _)| format!("{value}: {}", unit.text_of(*mean))).collect();
    shown.response.widget_info(|| {
        let name = format!("Curve of {} by {name}", metric.words());
        info::with_text(WidgetType::Other, name, points.join(", "))
    });
    legend_ui(ui, view, current);
    values_ui(ui, view, swept, context);
}

/// Returns the value that the number has now; `None` for a formula.
fn current_value(swept: &SweptNumber, view: &RangeView, context: &PaneContext<'_>) -> Option<i64> {
    match swept.variable() {
        Some(name) => {
            let values = context.document.grammar().values_with(&context.document.content().values);
            values.get(name).copied()
        }
        None => view.numbers.find(&swept.path)?.value,
    }
}

/// Explains the marks of the chart, and says how many levels there are.
fn legend_ui(ui: &mut Ui, view: &RangeView, current: Option<i64>) {
    let colors = palette(ui);
    let each = counted(usize::try_from(NumberSweep::SEEDS).unwrap_or(0), "level");
    let points = view.sweep.points();
    let made = points.iter().filter(|point| point.records.len() as u64 == NumberSweep::SEEDS).count();
    let dashed = current.map_or_else(String::new, |current| format!(" Dashed: now {current}."));
    let text = format!(
        "Line: mean. Band: middle half of the levels.{dashed} N: {made} of {} with {each} each.",
        counted(points.len(), "value")
    );
    ui.label(RichText::new(text).size(style::SMALL + 0.5).color(colors.dim));
    if let Some((value, why)) = view.sweep.refusal() {
        let text = format!("{}  The value {value} is not possible: {}", icon::WARNING, printable_line(why));
        ui.label(RichText::new(text).size(style::SMALL + 0.5).color(colors.doubtful));
    }
}

/// Shows the ends of the values, and what is to be seen below the curve.
fn values_ui(ui: &mut Ui, view: &mut RangeView, swept: &SweptNumber, context: &mut PaneContext<'_>) {
    let mut new = swept.clone();
    ui.horizontal_wrapped(|ui| {
        ui.label("Values from");
        let typed = number(ui, "Lowest value of the sweep", swept.from, -MOST_VALUE, MOST_VALUE);
        new.from = typed.unwrap_or(swept.from);
        ui.label("to");
        let typed = number(ui, "Highest value of the sweep", swept.to, -MOST_VALUE, MOST_VALUE);
        new.to = typed.unwrap_or(swept.to);
        for (is_on, text, about) in [
            (false, "Curves", "Shows the curves of all metrics"),
            (true, "Pictures", "Shows the first levels of each value"),
        ] {
            if ui.selectable_label(view.shows_pictures == is_on, text).on_hover_text(about).clicked() {
                view.shows_pictures = is_on;
            }
        }
        let sheet = ui.button(format!("{}  Sheet…", icon::GRID_FOUR));
        sheet.widget_info(|| info::labeled(WidgetType::Button, true, "Contact sheet of the sweep"));
        if sheet.on_hover_text("Writes a picture with a row of levels for each value").clicked() {
            context.commands.push(Command::ContactSheet(SheetLevels::Sweep(swept.clone())));
        }
        if view.sweep.is_stopped() && icon_button(ui, icon::PLAY, "Go on with the sweep", true) {
            view.sweep.go_on();
        }
    });
    if new != *swept && new.from <= new.to {
        view.sweep_over(new);
    }
}

/// Shows the first levels of each value, a row for each.
pub fn pictures_ui(ui: &mut Ui, view: &RangeView) {
    let colors = palette(ui);
    if view.sweep.points().iter().all(|point| point.pictures.is_empty()) {
        remark_ui(ui, "Levels are being made and drawn.");
    }
    let count = view.sweep.points().iter().map(|point| point.pictures.len()).max().unwrap_or(0).max(1) as f32;
    let room = ui.available_width() - VALUE - count * ui.spacing().item_spacing.x;
    let side = (room / count).floor().clamp(PICTURE.0, PICTURE.1);
    for point in view.sweep.points().iter().filter(|point| !point.pictures.is_empty()) {
        ui.horizontal(|ui| {
            let label = RichText::new(point.value.to_string()).strong().color(colors.strong);
            ui.add_sized([VALUE, 20.0], egui::Label::new(label));
            for (seed, picture) in (1..).zip(&point.pictures) {
                let (rect, response) = ui.allocate_exact_size(egui::Vec2::splat(side), egui::Sense::hover());
                ui.painter().rect_filled(rect, 3.0, style::palette_of(true).rock);
                match picture {
                    Some(texture) => {
                        let size = texture.size_vec2();
                        let fitted = size * (rect.width() / size.max_elem().max(1.0));
                        let at = egui::Rect::from_center_size(rect.center(), fitted);
                        let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
                        ui.painter().image(texture.id(), at, whole, egui::Color32::WHITE);
                    }
                    None => {
                        let font = style::font(18.0);
                        let middle = egui::Align2::CENTER_CENTER;
                        ui.painter().text(rect.center(), middle, icon::X_CIRCLE, font, colors.bad);
                    }
                }
                let name = format!("Level of seed {seed} with the value {}", point.value);
                response.widget_info(|| info::labeled(WidgetType::Image, true, &name));
                response.on_hover_text(name);
            }
        });
    }
}
