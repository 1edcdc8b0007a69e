//! The filters of the gallery: bounds on metrics as sentences, stars, and a search in notes and tags.

use std::ops::Bound::{Included, Unbounded};

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{
    Button, ComboBox, DragValue, Key, Modifiers, PopupCloseBehavior, RichText, TextEdit, Ui, WidgetType, vec2,
};
use egui_phosphor::regular as icon;

use super::keys::filter_field;
use super::sentence::{add_bound, bounds_in};
use super::view::GalleryView;
use crate::base::{printable_line, with_capital};
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{ICON_BUTTON, ROW_HEIGHT, palette};
use crate::editor::widgets::values::choice;
use crate::metrics::{LEVEL_METRICS, LevelMetric, MetricUnit};
use crate::survey::{FilterBound, SeedFilter};

/// Widths of the field for a sentence, of the search and of the form's lists, in points.
const SENTENCE: f32 = 172.0;
const SEARCH: f32 = 132.0;
const LIST: f32 = 140.0;
const LIST_HEIGHT: f32 = 420.0;

/// Comparisons of the form.
const WORDS: [&str; 4] = ["at least", "at most", "between", "exactly"];

/// Shows the filters. They take several lines if the pane is narrow.
pub(super) fn filters_ui(ui: &mut Ui, view: &mut GalleryView, context: &mut PaneContext<'_>) {
    ui.horizontal_wrapped(|ui| {
        ui.set_min_height(ROW_HEIGHT);
        sentence_ui(ui, view, &mut context.shared.seed_filter);
        form_ui(ui, &mut context.shared.seed_filter);
        stars_ui(ui, view);
        search_ui(ui, view);
        chips_ui(ui, &mut context.shared.seed_filter);
        if let Some(why) = &view.refusal {
            ui.label(RichText::new(why).color(palette(ui).bad));
        }
    });
}

/// Shows each bound as a sentence that a click removes.
fn chips_ui(ui: &mut Ui, filter: &mut SeedFilter) {
    let mut removed: Option<&'static LevelMetric> = None;
    for bound in filter.bounds() {
        if chip_ui(ui, &bound.sentence()) {
            removed = Some(bound.metric);
        }
    }
    if let Some(trouble) = filter.trouble().cloned()
        && chip_ui(ui, &trouble.sentence())
    {
        filter.toggle_trouble(trouble);
    }
    if let Some(metric) = removed {
        filter.remove(metric);
    }
}

/// Shows a sentence as a button. Returns `true` if it was clicked.
fn chip_ui(ui: &mut Ui, sentence: &str) -> bool {
    let text = format!("{}  {}", printable_line(sentence), icon::X);
    let chip = Button::new(RichText::new(text).color(palette(ui).strong)).corner_radius(11);
    let response = ui.add(chip.fill(ui.visuals().selection.bg_fill));
    response.widget_info(|| info::labeled(WidgetType::Button, true, format!("Remove filter: {sentence}")));
    response.on_hover_text("Removes this filter").clicked()
}

/// Shows the field for a sentence. It keeps the focus, so that several can be typed one after the other.
fn sentence_ui(ui: &mut Ui, view: &mut GalleryView, filter: &mut SeedFilter) {
    let is_wrong = view.refusal.is_some();
    let color = is_wrong.then_some(palette(ui).bad);
    let hint = format!("{}  places at least 20", icon::FUNNEL);
    let field = TextEdit::singleline(&mut view.sentence).hint_text(hint).margin(vec2(8.0, 4.0));
    let response = ui.add(field.id(filter_field()).desired_width(SENTENCE).text_color_opt(color));
    if response.has_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowDown)) {
        view.wants_focus = view.shown.seeds.first().copied();
    }
    let typed = view.sentence.clone();
    response.widget_info(|| info::field("Filter by a sentence", &typed, &typed));
    if response.changed() {
        view.refusal = None;
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) && !typed.trim().is_empty() {
        match bounds_in(&typed) {
            Ok(bounds) => {
                bounds.into_iter().for_each(|bound| add_bound(filter, bound));
                view.sentence.clear();
            }
            Err(why) => view.refusal = Some(why),
        }
        response.request_focus();
    }
    let example =
        "Type metrics and numbers, and press Enter. For example: 2 locks, a loop and at most 25 places";
    response.on_hover_text(example);
}

/// The state of the form for a bound.
#[derive(Clone, Copy, Debug)]
struct BoundDraft {
    metric: usize,
    word: usize,
    numbers: [f64; 2],
}

/// Shows a button that opens a form for a bound.
fn form_ui(ui: &mut Ui, filter: &mut SeedFilter) {
    let id = ui.id().with("bound being made");
    let usual = BoundDraft { metric: 0, word: 0, numbers: [20.0, 30.0] };
    let mut draft = ui.data(|data| data.get_temp::<BoundDraft>(id)).unwrap_or(usual);
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = Button::new(icon::CARET_DOWN).min_size(vec2(20.0, ROW_HEIGHT));
    let (response, _) = MenuButton::from_button(button).config(stays).ui(ui, |ui| {
        if let Some(bound) = bound_form_ui(ui, &mut draft) {
            add_bound(filter, bound);
            ui.close();
        }
    });
    ui.data_mut(|data| data.insert_temp(id, draft));
    response.widget_info(|| info::labeled(WidgetType::Button, true, "Choose a filter"));
    response.on_hover_text("Choose a metric, a comparison and a number");
}

fn bound_form_ui(ui: &mut Ui, draft: &mut BoundDraft) -> Option<FilterBound> {
    let metric = LEVEL_METRICS.get(draft.metric)?;
    let mut is_done = false;
    ui.horizontal(|ui| {
        let words: Vec<String> = LEVEL_METRICS.iter().map(|metric| with_capital(&metric.words())).collect();
        let metrics: Vec<(usize, &str)> = words.iter().map(String::as_str).enumerate().collect();
        let list = ComboBox::from_id_salt("metric of the filter").width(LIST).height(LIST_HEIGHT);
        let about = ("Metric of the filter", metric.definition);
        draft.metric = choice(ui, list, about, &draft.metric, &metrics).unwrap_or(draft.metric);
        let words: Vec<(usize, &str)> = WORDS.into_iter().enumerate().collect();
        let list = ComboBox::from_id_salt("comparison of the filter").width(92.0);
        let about = ("Comparison of the filter", "The comparison with the number");
        draft.word = choice(ui, list, about, &draft.word, &words).unwrap_or(draft.word);
        let is_share = metric.unit == MetricUnit::Share;
        let names = ["Number of the filter", "Upper number of the filter"];
        let count = if WORDS.get(draft.word) == Some(&"between") { 2 } else { 1 };
        for (name, number) in names.into_iter().zip(&mut draft.numbers).take(count) {
            let scale = if is_share { 100.0 } else { 1.0 };
            let mut shown = *number;
            let drag = DragValue::new(&mut shown).range(0.0..=1e9).speed(0.2);
            let drag = drag.suffix(if is_share { " %" } else { "" });
            let response = ui.add(drag);
            response.widget_info(|| info::number(*number, name));
            response
                .on_hover_text(format!("In {}", if scale > 1.0 { "per cent" } else { metric.unit.name() }));
            *number = shown;
        }
        is_done = ui.button("Add filter").on_hover_text("Shows only levels for which it is true").clicked();
    });
    is_done.then(|| drafted(*draft)).flatten()
}

fn drafted(draft: BoundDraft) -> Option<FilterBound> {
    let metric = LEVEL_METRICS.get(draft.metric)?;
    let scale = if metric.unit == MetricUnit::Share { 100.0 } else { 1.0 };
    let [one, other] = draft.numbers.map(|number| number / scale);
    let (low, high) = (one.min(other), one.max(other));
    let (from, to) = match draft.word {
        0 => (Included(one), Unbounded),
        1 => (Unbounded, Included(one)),
        2 => (Included(low), Included(high)),
        _ => (Included(one), Included(one)),
    };
    Some(FilterBound { metric, from, to })
}

fn stars_ui(ui: &mut Ui, view: &mut GalleryView) {
    let is_on = view.settings.starred_only;
    let color = if is_on { palette(ui).accent } else { palette(ui).dim };
    let button = Button::selectable(is_on, RichText::new(icon::STAR).color(color)).min_size(ICON_BUTTON);
    let response = ui.add(button);
    response.widget_info(|| info::selected(WidgetType::Checkbox, true, is_on, "Starred only"));
    if response.on_hover_text("Shows only seeds with a star").clicked() {
        view.settings.starred_only = !is_on;
    }
}

fn search_ui(ui: &mut Ui, view: &mut GalleryView) {
    let hint = format!("{}  Notes and tags", icon::MAGNIFYING_GLASS);
    let field = TextEdit::singleline(&mut view.search).hint_text(hint).margin(vec2(8.0, 4.0));
    let response = ui.add(field.desired_width(SEARCH));
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
        view.search.clear();
    }
    let typed = view.search.clone();
    response.widget_info(|| info::field("Search notes and tags", &typed, &typed));
    response.on_hover_text("Shows only seeds whose note or tags contain this text");
}
