//! The line below the mission along which one goes through its derivation: play, step, pull; marks where rules fired.

use egui::{Color32, ComboBox, Key, Label, Panel, Rect, RichText, Sense, Stroke, Ui, WidgetType, pos2, vec2};
use egui_phosphor::regular as icon;

use super::context::PaneContext;
use super::film::{Film, Filter};
use crate::base::printable;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::{self, palette};
use crate::editor::widgets::values::choice;
use crate::grammar::step_labels;

/// The height of the line with its marks.
const LINE_HEIGHT: f32 = 24.0;
/// From this width on, what a step did stands beside which steps are marked; below, under it.
const WIDE_FROM: f32 = 520.0;
/// The longest gap between two frames that counts, in seconds, so that nothing is skipped after a pause.
const LONGEST_GAP: f32 = 0.1;

/// Shows the timeline at the bottom of a pane, if the mission grew by any step.
pub fn timeline_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    let film = &mut context.shared.film;
    film.update(context.run_view);
    if film.length() == 0 {
        return;
    }
    play_on(ui, film);
    let bar =
        egui::Frame::new().fill(palette(ui).panel).inner_margin(egui::Margin::symmetric(style::MARGIN, 4));
    Panel::bottom("timeline").frame(bar).show_separator_line(false).show(ui, |ui| {
        let is_wide = ui.available_width() >= WIDE_FROM;
        ui.horizontal(|ui| {
            buttons_ui(ui, film, context.shared.selected);
            line_ui(ui, film);
        });
        let filter = |ui: &mut Ui, film: &mut Film| {
            filter_ui(ui, film);
            pace_ui(ui, film);
        };
        if is_wide {
            ui.horizontal(|ui| {
                filter(ui, film);
                words_ui(ui, film);
            });
        } else {
            ui.horizontal_wrapped(|ui| filter(ui, film));
            ui.horizontal(|ui| words_ui(ui, film));
        }
    });
    film.update(context.run_view);
}

/// Goes on by as many marked steps as time has gone by for, if it plays.
fn play_on(ui: &Ui, film: &mut Film) {
    if !film.is_playing {
        return;
    }
    let pace = film.pace as f32;
    film.elapsed += ui.input(|input| input.stable_dt).min(LONGEST_GAP) * pace;
    while film.elapsed >= 1.0 {
        film.elapsed -= 1.0;
        match film.after() {
            Some(step) => film.go_to(step),
            None => film.is_playing = false,
        }
    }
    if film.is_playing {
        ui.ctx().request_repaint();
    }
}

fn buttons_ui(ui: &mut Ui, film: &mut Film, selected: Option<crate::mission::NodeId>) {
    if icon_button(ui, icon::SKIP_BACK, "To the start", film.step() > 0) {
        film.go_to(0);
    }
    let before = film.before();
    if icon_button(ui, icon::CARET_LEFT, "One step back", before.is_some()) {
        before.into_iter().for_each(|step| film.go_to(step));
    }
    let (sign, name) = if film.is_playing { (icon::PAUSE, "Pause") } else { (icon::PLAY, "Play") };
    if icon_button(ui, sign, name, true) {
        film.is_playing = !film.is_playing;
        film.elapsed = 0.0;
        if film.is_playing && film.after().is_none() {
            film.go_to(0);
        }
    }
    let after = film.after();
    if icon_button(ui, icon::CARET_RIGHT, "One step on", after.is_some()) {
        after.into_iter().for_each(|step| film.go_to(step));
    }
    if icon_button(ui, icon::SKIP_FORWARD, "To the final mission", film.shown().is_some()) {
        film.stop();
    }
    let origin = selected.and_then(|node| film.origin_after(node));
    if icon_button(
        ui,
        icon::CROSSHAIR,
        "To the step that created or changed the selected node",
        origin.is_some(),
    ) {
        origin.into_iter().for_each(|step| film.go_to(step));
    }
}

/// The line: pulled with the pointer, or moved with the arrow keys.
fn line_ui(ui: &mut Ui, film: &mut Film) {
    let colors = palette(ui);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width().max(60.0), LINE_HEIGHT), Sense::click_and_drag());
    let length = film.length();
    let inner = rect.shrink2(vec2(7.0, 0.0));
    let x_of = |step: usize| inner.left() + inner.width() * step as f32 / length as f32;
    if let Some(pointer) = response.interact_pointer_pos() {
        let share = ((pointer.x - inner.left()) / inner.width()).clamp(0.0, 1.0);
        film.is_playing = false;
        film.go_to((share * length as f32).round() as usize);
    }
    if response.clicked() {
        response.request_focus();
    }
    if response.has_focus() {
        let pressed = |key: Key| ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key));
        let aim = if pressed(Key::ArrowLeft) {
            film.before()
        } else if pressed(Key::ArrowRight) {
            film.after()
        } else {
            None
        };
        aim.into_iter().for_each(|step| film.go_to(step));
    }
    let step = film.step();
    response.widget_info(|| info::slider(true, step as f64, "Step of the derivation"));
    let painter = ui.painter();
    let middle = inner.center().y;
    painter.line_segment(
        [pos2(inner.left(), middle), pos2(inner.right(), middle)],
        Stroke::new(2.0, colors.line),
    );
    // No more marks than there are points.
    let mut last_x = f32::NEG_INFINITY;
    for number in (1..=length).filter(|number| film.is_marked(*number)) {
        let x = x_of(number);
        if x - last_x < 1.0 {
            continue;
        }
        last_x = x;
        let rule =
            film.derivation().and_then(|derivation| derivation.steps.get(number - 1)).map(|step| step.rule);
        let tick = Stroke::new(2.0, rule_color(rule.unwrap_or_default()));
        painter.line_segment([pos2(x, middle - 6.0), pos2(x, middle + 6.0)], tick);
    }
    let done = Rect::from_x_y_ranges(inner.left()..=x_of(step), middle - 1.0..=middle + 1.0);
    painter.rect_filled(done, 0.0, colors.accent);
    let ring = if response.has_focus() { colors.strong } else { colors.panel };
    painter.circle(pos2(x_of(step), middle), 6.0, colors.accent, Stroke::new(2.0, ring));
    response.on_hover_text("Drag along the steps of the derivation; arrow keys go from mark to mark");
}

/// The same for a rule wherever its marks stand.
fn rule_color(rule: usize) -> Color32 {
    // Steps of the golden angle: neighbours differ.
    let hue = (rule as f32 * 0.381_966).fract();
    egui::ecolor::Hsva::new(hue, 0.55, 0.85, 1.0).into()
}

fn filter_ui(ui: &mut Ui, film: &mut Film) {
    let (Some(derivation), Some(grammar)) = (film.derivation(), film.grammar()) else { return };
    let mut choices = vec![(Filter::All, "All steps".to_owned())];
    for (rule, count) in derivation.counts().into_iter().enumerate().filter(|(_, count)| *count > 0) {
        let name =
            grammar.rules.get(rule).map_or_else(String::new, |rule| printable(&rule.name).into_owned());
        choices.push((Filter::Rule(rule), format!("{name}  {count}×")));
    }
    let steps = derivation.recipe_counts.iter().zip(step_labels(&grammar.recipe)).enumerate();
    for (number, (count, label)) in steps.filter(|(_, (count, _))| count.steps > 0) {
        choices.push((Filter::RecipeStep(number), format!("Step {label} of the recipe  {}×", count.steps)));
    }
    let named: Vec<(Filter, &str)> = choices.iter().map(|(filter, name)| (*filter, name.as_str())).collect();
    let list = ComboBox::from_id_salt("marked steps").width(150.0).truncate();
    let about = ("Marked steps", "Which steps are marked, stepped through and played");
    if let Some(filter) = choice(ui, list, about, &film.filter, &named) {
        film.filter = filter;
    }
}

fn pace_ui(ui: &mut Ui, film: &mut Film) {
    let named: Vec<(u32, String)> = Film::PACES.map(|pace| (pace, format!("{pace} a second"))).to_vec();
    let named: Vec<(u32, &str)> = named.iter().map(|(pace, name)| (*pace, name.as_str())).collect();
    let list = ComboBox::from_id_salt("pace").width(96.0);
    if let Some(pace) = choice(ui, list, ("Speed", "How many steps are played"), &film.pace, &named) {
        film.pace = pace;
    }
}

/// "12 of 34", and what the step did.
fn words_ui(ui: &mut Ui, film: &Film) {
    let colors = palette(ui);
    let count = format!("{} of {}", film.step(), film.length());
    ui.label(RichText::new(count).color(colors.strong));
    // Something always stands there, so that nothing moves when it is looked at.
    let words = if film.shown().is_some() { film.words() } else { "The final mission".to_owned() };
    let label = ui.add(Label::new(RichText::new(&words).color(colors.text)).truncate());
    label.widget_info(|| info::labeled(WidgetType::Label, true, &words));
}
