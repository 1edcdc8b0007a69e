//! The pane that compares two levels: side by side with one camera, as a difference layer, as onion skin, or one
//! after the other.
//!
//! The two levels are made and compared in the background. They are made again when the project changes.

mod canvases;
mod chooser;
mod differences;
mod key;
mod labels;
mod patterns;
mod selecting;
mod shown;
mod sources;
mod view;

use egui::{Frame, Label, Margin, Rect, RichText, Ui, UiBuilder, WidgetType};

use crate::base::Seed;
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::message::message_ui;
use crate::editor::widgets::style::{self, palette};
use crate::editor::work::comparer::CompareLevels;

pub use view::CompareView;

/// Minimum width of the pane for the list next to the levels, in points.
const LIST_BESIDE_FROM: f32 = 700.0;
/// Width of the list next to the levels, in points.
const LIST_WIDTH: f32 = 290.0;
/// Share of the height that the list below the levels takes.
const LIST_SHARE: f32 = 0.36;

/// Shows the comparison.
pub fn pane_ui(ui: &mut Ui, view: &mut CompareView, context: &mut PaneContext<'_>) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, palette(ui).canvas);
    sources::update(view, context);
    chooser::toolbar_ui(ui, view, context);
    let comparison = match &view.found {
        Some(Ok(comparison)) => comparison.clone(),
        Some(Err(why)) => {
            let why = why.clone();
            nothing_ui(ui, &why, context);
            return;
        }
        None => {
            let is_busy = context.jobs.is_busy::<CompareLevels>();
            let why = if is_busy { "The program is making the levels" } else { context.why_nothing() };
            message_ui(ui, "No comparison yet", why);
            return;
        }
    };
    let whole = ui.available_rect_before_wrap();
    let beside = whole.split_left_right_at_x(whole.right() - LIST_WIDTH);
    let below = whole.split_top_bottom_at_y(whole.bottom() - (whole.height() * LIST_SHARE).round());
    let zoom = |levels: Rect| canvases::zoom_in(levels, view.mode, &comparison);
    let is_beside = whole.width() >= LIST_BESIDE_FROM && zoom(beside.0) >= zoom(below.0);
    let (levels, list) = if is_beside { beside } else { below };
    let mut list_ui = ui.new_child(UiBuilder::new().id_salt("differences").max_rect(list));
    list_ui.shrink_clip_rect(list);
    differences::list_ui(&mut list_ui, view, &comparison, context);
    let mut levels_ui = ui.new_child(UiBuilder::new().id_salt("levels").max_rect(levels));
    canvases::levels_ui(&mut levels_ui, view, &comparison, context);
    ui.allocate_rect(whole, egui::Sense::hover());
}

/// Shows why there is nothing to compare, and what can be compared instead.
fn nothing_ui(ui: &mut Ui, why: &str, context: &mut PaneContext<'_>) {
    let colors = palette(ui);
    Frame::new().inner_margin(Margin::symmetric(24, 0)).show(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space((ui.available_height() * 0.36).max(0.0));
            ui.label(RichText::new("Nothing to compare").size(style::TITLE).color(colors.text));
            let label = ui.add(Label::new(RichText::new(why).color(colors.dim)).wrap());
            label.widget_info(|| info::labeled(WidgetType::Label, true, why));
            ui.add_space(8.0);
            let seed = context.run_view.run.as_ref().map(|run| run.request.seed);
            let next = seed.map(|seed| Seed(seed.0.wrapping_add(1)));
            if let (Some(seed), Some(next)) = (seed, next)
                && ui.button(format!("Compare with seed {next}")).clicked()
            {
                context.commands.push(Command::CompareSeeds(seed, next));
            }
            if context.run_view.level().is_some() && ui.button("Keep this level to compare").clicked() {
                context.commands.push(Command::KeepToCompare);
            }
        });
    });
}
