//! The gallery: the levels of many seeds as thumbnails, to be sorted, filtered, marked and exported.
//!
//! Only thumbnails in sight are made. An order or a filter by a metric asks for the survey of all seeds.

mod cell;
mod filter_bar;
mod grid;
mod keys;
mod menu;
mod seed_list;
mod selection_bar;
mod sentence;
pub mod settings;
mod shown;
pub mod thumbnails;
mod toolbar;
pub mod view;

use egui::{Frame, Margin, Panel, Ui};

use crate::base::{Seed, Severity};
use crate::editor::command::Command;
use crate::editor::pane::Pane;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::previous_run::earlier_ui;
use crate::editor::widgets::message::message_ui;
use crate::editor::widgets::style::{self, palette};
use crate::editor::work::project_check::CheckProject;
use crate::editor::work::thumbnails::{MakeThumbnails, WantedSeed};
use crate::editor::work::worker::MakeLevel;
use crate::survey::{SeedFilter, SeedRecord};

use self::shown::{SeedCriteria, ShownSeeds};
use self::view::GalleryView;

/// Shows the gallery.
pub fn pane_ui(ui: &mut Ui, view: &mut GalleryView, context: &mut PaneContext<'_>) {
    let colors = palette(ui);
    ui.painter().rect_filled(ui.max_rect(), 0.0, colors.canvas);
    view.settings.first.get_or_insert(context.seed);
    view.thumbnails.take(ui.ctx());
    let bar = Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(style::MARGIN, 5));
    bar.show(ui, |ui| {
        ui.set_width(ui.available_width());
        toolbar::toolbar_ui(ui, view, context.seed);
        filter_bar::filters_ui(ui, view, context);
    });
    measure(ui, view, context);
    find_shown(ui, view, context);
    let below = Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(style::MARGIN, 5));
    let panel = Panel::bottom("selected seeds").frame(below).show_separator_line(false);
    panel.show(ui, |ui| selection_bar::bar_ui(ui, view, context));
    let check = context.problems.survey_of(context.document.content());
    let has_errors = check.is_some_and(|check| check.findings.has_grammar_errors());
    if has_errors && view.thumbnails.count() > 0 {
        earlier_ui(ui, "levels", context);
    } else if has_errors {
        broken_ui(ui, context);
        return;
    }
    if view.shown.seeds.is_empty() {
        empty_ui(ui, view, context);
        view.drawn = 0;
        make(ui, view, &[], context);
        return;
    }
    let in_sight =
        Frame::new().inner_margin(grid::margin()).show(ui, |ui| grid::grid_ui(ui, view, context)).inner;
    make(ui, view, &in_sight, context);
}

/// Returns the record of a seed: of its thumbnail, of the survey, or otherwise one from before the last change.
fn record_of<'a>(view: &'a GalleryView, context: &'a PaneContext<'_>, seed: Seed) -> Option<&'a SeedRecord> {
    known_record(&view.thumbnails, context, seed)
}

fn known_record<'a>(
    thumbnails: &'a thumbnails::SeedThumbnails,
    context: &'a PaneContext<'_>,
    seed: Seed,
) -> Option<&'a SeedRecord> {
    let survey = &context.shared.survey;
    let place = seed.0.checked_sub(survey.first_seed().0).and_then(|place| usize::try_from(place).ok());
    let of_survey = place.and_then(|place| survey.records().get(place));
    let of_before = || place.and_then(|place| survey.previous().get(place));
    let record = match thumbnails.last_record(seed) {
        Some((record, false)) => Some(record),
        Some((record, true)) => of_survey.or(Some(record)),
        None => of_survey.or_else(of_before),
    };
    record.map(AsRef::as_ref)
}

/// Returns `true` if the order or a filter depends on metrics of all seeds.
fn needs_metrics(settings: &settings::GallerySettings, context: &PaneContext<'_>) -> bool {
    !context.shared.seed_filter.is_empty() || settings.sort_metric().is_some()
}

/// Asks for the survey of all seeds if their order or a filter depends on it.
///
/// It asks once, so that other panes may look at other seeds afterwards.
fn measure(ui: &Ui, view: &mut GalleryView, context: &mut PaneContext<'_>) {
    let settings = &view.settings;
    if !needs_metrics(settings, context) || !settings.list.is_empty() {
        view.asked = None;
        return;
    }
    let seeds = (settings.first.unwrap_or_default(), settings.count);
    if view.asked.replace(seeds) != Some(seeds) {
        context.shared.survey.ask(seeds.0, seeds.1 as usize, context.jobs);
    }
    context.follow_survey(ui);
}

fn find_shown(ui: &Ui, view: &mut GalleryView, context: &PaneContext<'_>) {
    let survey = &context.shared.survey;
    let needs_survey = needs_metrics(&view.settings, context) && view.settings.list.is_empty();
    let waits_for_survey = needs_survey && !survey.is_done() && !survey.is_stopped();
    let criteria = SeedCriteria {
        settings: &view.settings,
        search: &view.search,
        filter: &context.shared.seed_filter,
        marked: context.marked,
        version: survey.version().wrapping_add(view.thumbnails.version()),
        is_measuring: context.jobs.is_busy::<MakeThumbnails>() || waits_for_survey,
    };
    let mut shown = std::mem::take(&mut view.shown);
    let again = shown.update(&criteria, |seed| known_record(&view.thumbnails, context, seed));
    view.shown = shown;
    if let Some(left) = again {
        ui.ctx().request_repaint_after(left);
    }
}

/// Goes on with the thumbnails in sight, and with the records that the survey does not have: those of a list, and
/// those of a project with errors that still gives levels.
fn make(ui: &Ui, view: &mut GalleryView, in_sight: &[Seed], context: &mut PaneContext<'_>) {
    let longest = grid::longest_px(view.settings.side, ui.pixels_per_point());
    let mut wanted: Vec<WantedSeed> = view.thumbnails.look_at(in_sight, longest);
    let check = context.problems.survey_of(context.document.content());
    let has_errors =
        check.is_some_and(|check| check.findings.iter().any(|found| found.severity == Severity::Error));
    let is_measured_here = !view.settings.list.is_empty() || has_errors;
    let measured = match needs_metrics(&view.settings, context) && is_measured_here {
        true => view.settings.seeds(),
        false => Vec::new(),
    };
    let others = view.thumbnails.without_record(&measured).filter(|other| !in_sight.contains(&other.seed));
    wanted.extend(others);
    view.thumbnails.keep_records_of(if measured.is_empty() { in_sight } else { &measured });
    let is_busy = context.jobs.is_busy::<CheckProject>() || context.jobs.is_busy::<MakeLevel>();
    let check = check.filter(|check| !is_busy && !check.findings.has_grammar_errors());
    view.thumbnails.make(wanted, check, context.jobs, ui.ctx());
}

/// Shows why there are no levels, and the way to the reasons.
fn broken_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    message_ui(ui, "No levels yet", "The grammar has mistakes that every level would fail at");
    ui.vertical_centered(|ui| {
        if ui.button("Show the problems").on_hover_text("Lists the mistakes to fix").clicked() {
            context.commands.push(Command::ShowPane(Pane::Problems));
        }
    });
}

/// Shows why no seed is shown, and how to see some again.
fn empty_ui(ui: &mut Ui, view: &mut GalleryView, context: &mut PaneContext<'_>) {
    let ShownSeeds { unknown, .. } = view.shown;
    let has_filter = !context.shared.seed_filter.is_empty();
    let (title, why) = if unknown > 0 {
        ("Measuring", "Levels appear here as soon as one passes the filters")
    } else if view.settings.starred_only && !has_filter && view.search.is_empty() {
        ("No seed has a star here", "Select a seed and press S, or look at more seeds")
    } else {
        ("No seed passes the filters", "Remove a filter, or look at more seeds")
    };
    message_ui(ui, title, why);
    ui.vertical_centered(|ui| {
        if ui.button("Show all seeds").on_hover_text("Removes all filters, also the search").clicked() {
            context.shared.seed_filter = SeedFilter::default();
            view.search.clear();
            view.settings.starred_only = false;
        }
        let more = view.settings.count.saturating_mul(10).min(settings::GallerySettings::COUNTS.1);
        if view.settings.list.is_empty() && more > view.settings.count {
            let text = format!("Look at {more} seeds");
            if ui.button(text).on_hover_text("Searches more seeds, from the same first one").clicked() {
                view.settings.count = more;
            }
        }
    });
}
