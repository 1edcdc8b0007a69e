//! The timeline below the mission, for stepping through its derivation and then through the making of the
//! level.
//!
//! It has buttons to play and step, a line to drag, and marks for rule applications and stages of the level.

use egui::{Color32, ComboBox, Key, Label, Panel, Rect, RichText, Sense, Stroke, Ui, WidgetType, pos2, vec2};
use egui_phosphor::regular as icon;

use super::context::PaneContext;
use super::film::{Film, Filter, PlayDirection};
use super::stages::stages_ui;
use crate::base::printable;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::{self, ThemePalette, palette};
use crate::editor::widgets::values::choice;
use crate::grammar::step_labels;
use crate::pipeline::LevelHistoryStage;

/// Height of the line with its marks, in points.
const LINE_HEIGHT: f32 = 24.0;
/// Minimum width for showing the description of a step next to the filter, in points; otherwise it is below.
const WIDE_FROM: f32 = 520.0;
/// Usual number of stages of a level, and minimum and maximum share of the line for the derivation if there
/// is a level.
const USUAL_STAGES: f32 = 18.0;
const LEAST_SHARE: f32 = 0.2;
const MOST_SHARE: f32 = 0.7;
/// Maximum time between two frames that is used for playing, in seconds, so that nothing is skipped after a
/// pause.
const LONGEST_GAP: f32 = 0.1;

/// Shows the timeline at the bottom of a pane, if there is anything to step through.
pub fn timeline_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    let film = &mut context.shared.film;
    film.update(context.run_view, context.jobs);
    film.selected_rule = Some(context.shared.open.rule);
    if film.mission_length() == 0 && !film.level.is_there() {
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
            stages_ui(ui, film, context.run_view);
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
    film.update(context.run_view, context.jobs);
}

/// Advances while playing, by as many marked steps as the elapsed time requires.
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
            // The steps of the level are not known yet.
            None if film.can_go(PlayDirection::On) => film.go(PlayDirection::On),
            // The finished mission and level are shown in full.
            None => film.stop(),
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
    if icon_button(ui, icon::CARET_LEFT, "One step back", film.can_go(PlayDirection::Back)) {
        film.is_playing = false;
        film.go(PlayDirection::Back);
    }
    let (sign, name) = if film.is_playing { (icon::PAUSE, "Pause") } else { (icon::PLAY, "Play") };
    if icon_button(ui, sign, name, true) {
        film.is_playing = !film.is_playing;
        film.elapsed = 0.0;
        if film.is_playing && !film.can_go(PlayDirection::On) {
            film.go_to(0);
        }
    }
    if icon_button(ui, icon::CARET_RIGHT, "One step on", film.can_go(PlayDirection::On)) {
        film.is_playing = false;
        film.go(PlayDirection::On);
    }
    if icon_button(ui, icon::SKIP_FORWARD, "To the final mission and its level", film.is_shown()) {
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

/// Positions of steps on the line: those of the derivation first, then those of the level, whether known or
/// not.
#[derive(Clone, Copy)]
struct TimelineScale {
    inner: Rect,
    mission: usize,
    level: usize,
    /// Share of the line for the derivation.
    share: f32,
}

impl TimelineScale {
    fn new(inner: Rect, film: &Film) -> Self {
        let (mission, level) = (film.mission_length(), film.level.length());
        let share = match (mission, film.level.is_there()) {
            (0, _) => 0.0,
            // The share must not change when the steps of the level become known.
            (steps, true) => (steps as f32 / (steps as f32 + USUAL_STAGES)).clamp(LEAST_SHARE, MOST_SHARE),
            (_, false) => 1.0,
        };
        Self { inner, mission, level, share }
    }

    fn x_of(self, step: usize) -> f32 {
        let share = match step.checked_sub(self.mission) {
            None => self.share * step as f32 / self.mission as f32,
            Some(step) => self.share + (1.0 - self.share) * step as f32 / self.level.max(1) as f32,
        };
        self.inner.left() + self.inner.width() * share
    }

    fn step_at(self, x: f32) -> usize {
        let share = ((x - self.inner.left()) / self.inner.width()).clamp(0.0, 1.0);
        if share <= self.share {
            (share / self.share * self.mission as f32).round() as usize
        } else {
            self.mission + ((share - self.share) / (1.0 - self.share) * self.level as f32).round() as usize
        }
    }
}

/// Shows the line, which can be dragged, or moved with the arrow keys.
fn line_ui(ui: &mut Ui, film: &mut Film) {
    let colors = palette(ui);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width().max(60.0), LINE_HEIGHT), Sense::click_and_drag());
    let scale = TimelineScale::new(rect.shrink2(vec2(7.0, 0.0)), film);
    if response.hovered() {
        film.level.want();
    }
    if let Some(pointer) = response.interact_pointer_pos() {
        film.is_playing = false;
        film.go_to(scale.step_at(pointer.x));
    }
    if response.clicked() {
        response.request_focus();
    }
    if response.has_focus() {
        let pressed = |key: Key| ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key));
        if pressed(Key::ArrowLeft) {
            film.go(PlayDirection::Back);
        } else if pressed(Key::ArrowRight) {
            film.go(PlayDirection::On);
        }
    }
    response.widget_info(|| info::slider(true, film.step() as f64, "Step of the derivation and the level"));
    let inner = scale.inner;
    let painter = ui.painter();
    let middle = inner.center().y;
    painter.line_segment(
        [pos2(inner.left(), middle), pos2(inner.right(), middle)],
        Stroke::new(2.0, colors.line),
    );
    // There are at most as many marks as points.
    let mut last_x = f32::NEG_INFINITY;
    for number in (1..=film.length()).filter(|number| film.is_marked(*number)) {
        let x = scale.x_of(number);
        if x - last_x < 1.0 {
            continue;
        }
        last_x = x;
        let tick = Stroke::new(2.0, mark_color(film, number, colors));
        // Marks of the selected rule are taller.
        let half = if film.is_of_selected_rule(number) { 10.0 } else { 6.0 };
        painter.line_segment([pos2(x, middle - half), pos2(x, middle + half)], tick);
    }
    if (0.0..1.0).contains(&scale.share) && scale.share > 0.0 {
        // Border between the mission and its level.
        let x = scale.x_of(scale.mission);
        let border = Stroke::new(1.0, colors.dim);
        painter.line_segment([pos2(x, rect.top() + 1.0), pos2(x, rect.bottom() - 1.0)], border);
    }
    let at = if film.is_shown() { scale.x_of(film.step()) } else { inner.right() };
    let done = Rect::from_x_y_ranges(inner.left()..=at, middle - 1.0..=middle + 1.0);
    painter.rect_filled(done, 0.0, colors.accent);
    let ring = if response.has_focus() { colors.strong } else { colors.panel };
    painter.circle(pos2(at, middle), 6.0, colors.accent, Stroke::new(2.0, ring));
    response.on_hover_text(
        "Drag along the steps of the derivation; the stages of the level follow behind the line. Arrow keys jump between marks",
    );
}

/// Returns the colour of a mark: that of its rule; for the level, light for forming cells, and that of
/// created elements for things.
fn mark_color(film: &Film, number: usize, colors: &ThemePalette) -> Color32 {
    let index = number - 1;
    if let Some(step) = film.derivation().and_then(|derivation| derivation.steps.get(index)) {
        return rule_color(step.rule);
    }
    let of_level = index.saturating_sub(film.mission_length());
    let stage = film
        .level
        .level_history()
        .and_then(|level_history| level_history.steps.get(of_level))
        .map(|step| &step.stage);
    match stage {
        None | Some(LevelHistoryStage::Layout) => colors.accent,
        Some(LevelHistoryStage::Formed(_)) => colors.dim,
        Some(LevelHistoryStage::Items | LevelHistoryStage::RoomContents | LevelHistoryStage::Pass(_)) => {
            colors.good
        }
    }
}

/// Returns the colour of a rule's marks.
fn rule_color(rule: usize) -> Color32 {
    // Steps of the golden angle give neighbours different colours.
    let hue = (rule as f32 * 0.381_966).fract();
    egui::ecolor::Hsva::new(hue, 0.55, 0.85, 1.0).into()
}

fn filter_ui(ui: &mut Ui, film: &mut Film) {
    let (Some(derivation), Some(grammar)) = (film.derivation(), film.grammar()) else { return };
    let mut choices = vec![(Filter::All, "All steps".to_owned())];
    let selected = film.selected_rule.and_then(|rule| grammar.rules.get(rule));
    if let Some(rule) = selected {
        choices.push((Filter::SelectedRule, format!("Selected rule: {}", printable(&rule.name))));
    }
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
    let about = ("Marked steps", "The steps that are marked, stepped through and played");
    if let Some(filter) = choice(ui, list, about, &film.filter, &named) {
        film.filter = filter;
    }
}

fn pace_ui(ui: &mut Ui, film: &mut Film) {
    let named: Vec<(u32, String)> = Film::PACES.map(|pace| (pace, format!("{pace} per second"))).to_vec();
    let named: Vec<(u32, &str)> = named.iter().map(|(pace, name)| (*pace, name.as_str())).collect();
    let list = ComboBox::from_id_salt("pace").width(96.0);
    if let Some(pace) = choice(ui, list, ("Speed", "The speed at which steps are played"), &film.pace, &named)
    {
        film.pace = pace;
    }
}

/// Shows the position and the description of the step: "12 of 34".
fn words_ui(ui: &mut Ui, film: &Film) {
    let colors = palette(ui);
    let mission = film.mission_length();
    let count = match film.level.step() {
        Some(step) => format!("Level {step} of {}", film.level.length()),
        None => format!("{} of {mission}", film.step().min(mission)),
    };
    ui.label(RichText::new(count).color(colors.strong));
    // There is always some text, so that nothing moves when stepping starts.
    let words = match (film.is_shown(), film.level.is_there()) {
        (true, _) => film.words(),
        (false, true) => "The final mission and its level".to_owned(),
        (false, false) => "The final mission".to_owned(),
    };
    let label = ui.add(Label::new(RichText::new(&words).color(colors.text)).truncate());
    label.widget_info(|| info::labeled(WidgetType::Label, true, &words));
}
