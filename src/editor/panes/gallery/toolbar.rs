//! The toolbar of the gallery: seeds, size, order, and the metric on the thumbnails.

use egui::{Button, ComboBox, DragValue, RichText, Slider, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use super::seed_list::{TypedSeeds, text_of};
use super::settings::GallerySettings;
use super::view::GalleryView;
use crate::base::{Seed, with_capital};
use crate::editor::widgets::fields::text_field;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::{ICON_BUTTON, ROW_HEIGHT, palette};
use crate::editor::widgets::values::choice;
use crate::metrics::LEVEL_METRICS;

/// Widths of the field for seeds, of the number, of the slider and of the lists, in points.
const SEEDS: f32 = 100.0;
const NUMBER: f32 = 62.0;
const SLIDER: f32 = 72.0;
const LIST: f32 = 100.0;
/// Height of a list of metrics, in points.
const LIST_HEIGHT: f32 = 420.0;

/// Smallest widths for one row and for two rows, in points.
const ONE_ROW: f32 = 820.0;
const TWO_ROWS: f32 = 396.0;

/// Shows the toolbar. It takes several rows if the pane is narrow.
pub(super) fn toolbar_ui(ui: &mut Ui, view: &mut GalleryView, now: Seed) {
    let parts: [ToolbarPart; 4] =
        [ToolbarPart::Seeds, ToolbarPart::Size, ToolbarPart::Order, ToolbarPart::Metric];
    let in_row = match ui.available_width() {
        ONE_ROW.. => 4,
        TWO_ROWS..ONE_ROW => 2,
        _ => 1,
    };
    for row in parts.chunks(in_row) {
        ui.horizontal(|ui| {
            ui.set_min_height(ROW_HEIGHT);
            for part in row {
                match part {
                    ToolbarPart::Seeds => seeds_ui(ui, view, now),
                    ToolbarPart::Size => size_ui(ui, &mut view.settings),
                    ToolbarPart::Order => order_ui(ui, &mut view.settings),
                    ToolbarPart::Metric => badge_ui(ui, &mut view.settings),
                }
            }
        });
    }
}

/// The parts of the toolbar.
enum ToolbarPart {
    Seeds,
    Size,
    Order,
    Metric,
}

fn seeds_ui(ui: &mut Ui, view: &mut GalleryView, now: Seed) {
    let is_list = !view.settings.list.is_empty();
    ui.horizontal(|ui| {
        caption(ui, if is_list { "Seeds" } else { "From" });
        let text = text_of(&view.settings);
        let typed = ui.allocate_ui(vec2(SEEDS, ROW_HEIGHT), |ui| {
            text_field(ui, "Seeds of the gallery", &text, "Seed, list or words")
        });
        typed.response.on_hover_text(
            "The first seed, a list of seeds with commas, or any words. Paste a list to see exactly those",
        );
        match typed.inner.and_then(|text| TypedSeeds::read(&text, false)) {
            Some(TypedSeeds::From(seed)) => {
                view.settings.first = Some(seed);
                view.settings.list.clear();
            }
            Some(TypedSeeds::Exactly(seeds)) => view.show_list(seeds),
            None => {}
        }
        if is_list {
            if icon_button(ui, icon::X, "Show all seeds again", true) {
                view.settings.list.clear();
            }
            return;
        }
        if icon_button(ui, icon::CROSSHAIR, "Begin at the current seed", view.settings.first != Some(now)) {
            view.settings.first = Some(now);
        }
        let (least, most) = GallerySettings::COUNTS;
        let count = &mut view.settings.count;
        let drag = DragValue::new(count).range(least..=most).speed(1.0).suffix(" seeds");
        let response = ui.add_sized(vec2(NUMBER + 22.0, ROW_HEIGHT), drag);
        response.widget_info(|| info::number(f64::from(*count), "Number of seeds"));
        response.on_hover_text("The number of seeds. Only those in sight are made");
    });
}

fn size_ui(ui: &mut Ui, settings: &mut GallerySettings) {
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = SLIDER;
        ui.label(RichText::new(icon::GRID_NINE).color(palette(ui).dim));
        let (least, most) = GallerySettings::SIDES;
        let slider = Slider::new(&mut settings.side, least..=most).logarithmic(true).show_value(false);
        let response = ui.add(slider);
        response.widget_info(|| info::slider(true, f64::from(settings.side), "Size of thumbnails"));
        response.on_hover_text("From a contact sheet to large pictures");
    });
}

fn order_ui(ui: &mut Ui, settings: &mut GallerySettings) {
    ui.horizontal(|ui| {
        caption(ui, "Sort");
        let list = ComboBox::from_id_salt("order of the gallery").width(LIST).height(LIST_HEIGHT).truncate();
        let about =
            ("Order of the gallery", "Sorts by seed, or by a metric. A metric measures all seeds first");
        if let Some(sort) = metric_choice(ui, list, about, &settings.sort, "Seed") {
            if !sort.is_empty() {
                settings.badge.clone_from(&sort);
            }
            settings.sort = sort;
        }
        let (sign, name) = match settings.is_descending {
            true => (icon::SORT_DESCENDING, "Descending order"),
            false => (icon::SORT_ASCENDING, "Ascending order"),
        };
        if icon_button(ui, sign, name, true) {
            settings.is_descending = !settings.is_descending;
        }
    });
}

fn badge_ui(ui: &mut Ui, settings: &mut GallerySettings) {
    ui.horizontal(|ui| {
        caption(ui, "Show");
        let list = ComboBox::from_id_salt("metric on thumbnails").width(LIST).height(LIST_HEIGHT).truncate();
        let about = ("Metric on thumbnails", "The number below each thumbnail");
        if let Some(badge) = metric_choice(ui, list, about, &settings.badge, "Nothing") {
            settings.badge = badge;
        }
        let is_on = settings.is_tinted;
        let color = if is_on { palette(ui).strong } else { palette(ui).dim };
        let button =
            Button::selectable(is_on, RichText::new(icon::PALETTE).color(color)).min_size(ICON_BUTTON);
        let response = ui.add(button);
        response.widget_info(|| info::selected(WidgetType::Checkbox, true, is_on, "Colour by the metric"));
        let tooltip = "Colours the numbers from dark blue (low) to yellow (high)";
        if response.on_hover_text(tooltip).clicked() {
            settings.is_tinted = !is_on;
        }
    });
}

/// Shows a list of all metrics, after an item for none.
fn metric_choice(
    ui: &mut Ui,
    list: ComboBox,
    about: (&str, &str),
    value: &String,
    none: &str,
) -> Option<String> {
    let words: Vec<String> = LEVEL_METRICS.iter().map(|metric| with_capital(&metric.words())).collect();
    let metrics =
        LEVEL_METRICS.iter().zip(&words).map(|(metric, words)| (metric.name.to_owned(), words.as_str()));
    let choices: Vec<(String, &str)> = std::iter::once((String::new(), none)).chain(metrics).collect();
    choice(ui, list, about, value, &choices)
}

fn caption(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).color(palette(ui).dim));
}
