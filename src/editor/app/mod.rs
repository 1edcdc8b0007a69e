//! The whole window: draws the panes, collects their commands, and carries them out.
//!
//! It does not depend on the frame around it, so tests can drive it without one.

pub mod arrangement;
mod commands;
pub mod docking;
mod exports;
pub mod files;
mod focus_ring;
mod folding;
mod gallery;
mod fonts;
mod last_folders;
mod regeneration;
pub mod menu;
mod menu_keys;
pub mod options;
pub mod project_state;
pub mod promises;
pub mod rolls;
mod room_imports;
pub mod screenshot;
mod seed_marks;
mod seeds;
pub mod sheets;
mod shortcuts;
pub mod status;
pub mod tabs;
mod themes;
pub mod view;
pub mod window;
pub mod window_preferences;
pub mod work_area;
pub mod workspace;

use std::path::Path;

use egui::{CentralPanel, Context, Frame, Panel, Ui};

use super::actions::{ActionRow, Situation, table};
use super::command::Command;
use super::pane::Pane;
use super::panes::context::{PaneContext, SharedView};
use super::seed_adjustments::SeedAdjustments;
use super::seed_marks::MarkedSeeds;
use crate::base::Seed;
use crate::document::Document;
use crate::editor::modals::action_search::{ActionSearch, ActionSearchOutcome};
use crate::editor::modals::dialogs::Dialogs;
use crate::editor::modals::export::ExportDialog;
use crate::editor::modals::film::FilmDialog;
use crate::editor::modals::found_places::place_rows;
use crate::editor::modals::reference::ReferenceWindow;
use crate::editor::modals::shortcut_page;
use crate::editor::modals::tour::Tour;
use crate::editor::modals::unsaved::{UnsavedAnswer, ask_ui};
use crate::editor::model::run_view::RunView;
use crate::editor::panes::problems::collect::ProblemList;
use crate::editor::panes::problems::folded;
use crate::editor::panes::room_sets::tile_looks;
use crate::editor::widgets::formulas;
use crate::editor::widgets::style::{self, palette};
use crate::editor::widgets::toasts::Toasts;
use crate::editor::work::contact_sheet::{SheetLevels, WriteContactSheet};
use crate::editor::work::disk;
use crate::editor::work::exporter::WriteLevel;
use crate::editor::work::film_writer::WriteFilm;
use crate::editor::work::jobs::JobRegistry;
use crate::editor::work::number_sweep::SweepNumbers;
use crate::editor::work::project_check::CheckProject;
use crate::editor::work::seed_exporter::ExportSeeds;
use crate::editor::work::sheets::Sheets;
use crate::editor::work::survey::SurveyLevels;
use crate::editor::work::survey_summary::SummarizeSurvey;
use crate::editor::work::worker::MakeLevel;
use crate::reference::{ReferencePage, ReferenceTopic};
use arrangement::PaneArrangement;
use docking::Docking;
use exports::FollowingExport;
use folding::Folded;
use fonts::{FindFonts, Fonts};
use project_state::KeptState;
use room_imports::RoomExchange;
use seeds::SeedHistory;
use view::PaneViews;
use window_preferences::WindowPreferences;
use workspace::Workspace;

/// The window: the open project, its last run, and the views.
pub struct App {
    pub(super) document: Document,
    seeds: SeedHistory,
    jobs: JobRegistry,
    run_view: RunView,
    sheets: Sheets,
    pub(super) problems: ProblemList,
    view: PaneViews,
    pub(super) panes: PaneArrangement,
    pub(super) preferences: WindowPreferences,
    pub(super) dialogs: Dialogs,
    pub(super) toasts: Toasts,
    pub(super) workspace: Workspace,
    /// Command that waits for the answer about saving.
    pub(super) waiting: Option<Command>,
    after_save: Option<Command>,
    pub(super) may_close: bool,
    over: PaneOverlay,
    reference: ReferenceWindow,
    pub(super) export: ExportDialog,
    following: FollowingExport,
    pub(super) film_export: FilmDialog,
    pub(super) room_exchange: RoomExchange,
    /// `true` if places keep their positions while the rules are edited.
    pub(super) is_steady: bool,
    pub(super) kept_state: KeptState,
    /// Stars, notes and tags of seeds, and the name of the project that they are kept under.
    marked: MarkedSeeds,
    marks_of: Option<String>,
    /// Levels of the contact sheet whose file is being asked for.
    sheet_levels: Option<SheetLevels>,
    fonts: Fonts,
    ctx: Context,
}

/// The overlay shown above the panes; at most one.
#[derive(Debug, Default)]
enum PaneOverlay {
    /// Nothing.
    #[default]
    Nothing,
    /// Search for actions.
    ActionSearch(ActionSearch),
    /// Page of keys and gestures.
    Shortcuts,
    /// Guided tour.
    Tour(Tour),
}

impl App {
    /// Opens a file, or an example if there is none, and starts making its level. A toast reports a file that
    /// cannot be read.
    pub fn new(ctx: &Context, file: Option<&Path>, seed: Seed) -> Self {
        style::install(ctx);
        let mut app = Self {
            document: disk::first_example(),
            seeds: SeedHistory::starting_at(seed),
            jobs: JobRegistry::new(ctx.clone()),
            run_view: RunView::default(),
            sheets: Sheets::default(),
            problems: ProblemList::default(),
            view: PaneViews::default(),
            panes: PaneArrangement::default(),
            preferences: WindowPreferences::default(),
            dialogs: Dialogs::default(),
            toasts: Toasts::default(),
            workspace: Workspace::default(),
            waiting: None,
            after_save: None,
            may_close: false,
            over: PaneOverlay::default(),
            reference: ReferenceWindow::default(),
            export: ExportDialog::default(),
            following: FollowingExport::default(),
            film_export: FilmDialog::default(),
            room_exchange: RoomExchange::default(),
            is_steady: false,
            kept_state: KeptState::default(),
            marked: MarkedSeeds::default(),
            marks_of: None,
            sheet_levels: None,
            fonts: Fonts::built_in(),
            ctx: ctx.clone(),
        };
        match file {
            Some(file) => app.open_file(file),
            None => app.regenerate(),
        }
        app
    }

    /// Returns the open project.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the last run.
    pub fn run_view(&self) -> &RunView {
        &self.run_view
    }

    /// Returns the current seed.
    pub fn seed(&self) -> Seed {
        self.seeds.current()
    }

    fn situation(&self) -> Situation<'_> {
        Situation {
            document: &self.document,
            seed: self.seeds.current(),
            has_level: self.run_view.level().is_some(),
            has_film: self.has_film(),
            has_exported: self.export.settings.is_done,
            exports_on_change: self.export.settings.follows(),
            has_previous_seed: self.seeds.has_previous(),
            has_selected_place: self.has_selected_place(),
            seed_adjustments: SeedAdjustments::of(
                self.document.content(),
                self.seeds.current(),
                self.run_view.run.as_ref(),
            ),
            is_steady: self.is_steady,
            recent: self.workspace.recent(),
            leftover_count: self.leftover_count(),
            reopens_last: self.preferences.reopens_last(),
            keeps_files: self.workspace.home().is_some(),
        }
    }

    /// Returns the stars, notes and tags of seeds.
    pub fn marked(&self) -> &MarkedSeeds {
        &self.marked
    }

    /// Returns the views of the panes.
    pub fn view(&self) -> &PaneViews {
        &self.view
    }

    /// Returns `true` while a level is being made.
    pub fn is_busy(&self) -> bool {
        self.jobs.is_busy::<CheckProject>() || self.jobs.is_busy::<MakeLevel>()
    }

    /// Returns `true` while many levels are being made and measured.
    pub fn is_surveying(&self) -> bool {
        self.jobs.is_busy::<SurveyLevels>()
            || self.jobs.is_busy::<SummarizeSurvey>()
            || self.jobs.is_busy::<SweepNumbers>()
    }

    /// Brings the named panes to the front.
    pub fn show_panes(&mut self, names: &[String]) {
        for name in names {
            let is_named =
                |pane: &Pane| [pane.key(), pane.title()].iter().any(|known| known.eq_ignore_ascii_case(name));
            match Pane::ALL.into_iter().find(is_named) {
                Some(pane) => self.panes.show(pane),
                None => self.toasts.warn(format!("There is no pane \"{name}\"")),
            }
        }
    }

    /// Shows a theme in this run only.
    pub fn show_theme(&mut self, theme: egui::Theme, ctx: &Context) {
        self.preferences.show_theme(theme, ctx);
    }

    /// Returns `true` if the window is maximized, or was in the last run.
    pub fn is_maximized(&self) -> bool {
        self.preferences.is_maximized()
    }

    /// Remembers whether the window is maximized.
    pub fn note_maximized(&mut self, is_maximized: bool) {
        self.preferences.note_maximized(is_maximized);
    }

    /// Adds a page to the reference that only the command line can make.
    pub fn add_reference_page(&mut self, topic: ReferenceTopic, page: ReferencePage) {
        self.reference.pages.add(topic, page);
    }

    /// Shows the tour at the first start of the program.
    pub(super) fn greet(&mut self) {
        if self.preferences.is_first_start() && self.leftover_count() == 0 {
            self.begin_tour();
        }
    }

    pub(super) fn begin_tour(&mut self) {
        let tour = Tour::default();
        tour.pane().into_iter().for_each(|pane| self.panes.show(pane));
        self.over = PaneOverlay::Tour(tour);
    }

    /// Waits until all background jobs are done, and all unsaved work is on disk. Returns `false` if no job had
    /// anything left to do.
    pub fn wait(&mut self) -> bool {
        let was_busy = self.jobs.is_any_busy();
        self.take_answers();
        // An answer may lead to the next request: a checked project becomes a level.
        while self.jobs.wait() {
            self.take_answers();
        }
        self.workspace.wait();
        was_busy
    }

    /// Takes the answers that concern the whole window. Panes and dialogs take theirs when they are drawn.
    fn take_answers(&mut self) {
        self.jobs.poll();
        while let Some(project_check) = self.jobs.take::<CheckProject>() {
            self.take_survey(project_check);
        }
        while let Some(run) = self.jobs.take::<MakeLevel>() {
            self.show_run(run);
        }
        while let Some(written) = self.jobs.take::<WriteLevel>() {
            self.report_export(written);
        }
        while let Some(written) = self.jobs.take::<WriteFilm>() {
            self.report_film(written);
        }
        while let Some(exported) = self.jobs.take::<ExportSeeds>() {
            self.report_seed_export(exported);
        }
        while let Some(written) = self.jobs.take::<WriteContactSheet>() {
            self.report_contact_sheet(written);
        }
        while let Some(found) = self.jobs.take::<FindFonts>() {
            if let Some(lacking) = self.fonts.add(found, &self.ctx) {
                self.toasts.warn(lacking);
            }
        }
        self.view.shared.trial.take(&mut self.jobs);
    }

    /// Returns `true` while fonts for visible text are being searched.
    pub fn is_looking_for_fonts(&self) -> bool {
        self.jobs.is_busy::<FindFonts>()
    }

    /// Draws the window and carries out the requested commands.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.take_answers();
        let ctx = ui.ctx().clone();
        self.follow_fonts(&ctx);
        let content = self.document.content();
        formulas::set_values(&ctx, content.grammar.values_with(&content.values));
        let rows = table(&self.situation());
        let asking = self.is_asking() || self.over.takes_keys();
        let mut commands = Vec::new();
        self.reference.close_on_escape(&ctx, asking);
        // While something is asked, only the reference can be opened.
        let open = rows.iter().filter(|row| !asking || matches!(row.command, Command::ShowReference(_)));
        let pressed = shortcuts::pressed(&ctx, open).into_iter();
        commands.extend(pressed.filter(|row| row.is_ready).map(|row| row.command.clone()));
        let colors = palette(ui);
        let bar = Frame::new().fill(colors.bar);
        let top = bar.inner_margin(egui::Margin::symmetric(6, 3));
        Panel::top("menus").frame(top).show_separator_line(false).show(ui, |ui| {
            let (now, commands) = (self.situation(), &mut commands);
            menu::MenuBar { now, rows: &rows, commands, takes_keys: !asking, items: Vec::new() }.ui(ui);
        });
        let bottom = bar.inner_margin(egui::Margin::symmetric(style::MARGIN, 0));
        let jobs = self.shown_jobs(&ctx);
        Panel::bottom("promises").frame(bottom).show_separator_line(false).exact_size(30.0).show(ui, |ui| {
            promises::bar_ui(ui, &self.run_view, self.standing_words(), &jobs, &mut commands);
        });
        CentralPanel::default().frame(Frame::new().fill(colors.panel)).show(ui, |ui| {
            self.panes_ui(ui, &mut commands);
        });
        self.reference.ui(&ctx, asking, &mut self.preferences.reference_size);
        self.over_ui(&ctx, &rows, &mut commands);
        self.dialogs_ui(&ctx, &mut commands);
        self.files_ui(&ctx, &mut commands);
        self.toasts.show(ui);
        focus_ring::show(&ctx);
        if !commands.is_empty() {
            // Their changes come too late for this frame.
            ctx.request_repaint();
        }
        for command in commands {
            self.run_command(command, &ctx);
        }
        self.view.finish_frame(&ctx);
        if !ctx.input(|input| input.pointer.any_down()) {
            self.document.finish_gesture();
            let is_touring = matches!(self.over, PaneOverlay::Tour(_));
            if let Some(problem) = self.preferences.keep(&ctx, self.panes.wide(), is_touring) {
                self.toasts.warn(format!("The window layout was not saved: {problem}"));
            }
        }
        self.keep_state(&ctx);
        self.guard_closing(&ctx);
        self.keep_unsaved(&ctx);
    }

    fn panes_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        self.follow_sheets();
        // The shared part of the view is lent to the context, the rest to the panes.
        let mut shared = std::mem::take(&mut self.view.shared);
        self.view.gallery.thumbnails.follow(self.document.content(), self.sheets.looks(), &mut self.jobs);
        let SharedView { related, open, selected, .. } = &mut shared;
        related.update(open, *selected, &self.run_view, &self.document);
        let context = PaneContext {
            document: &self.document,
            run_view: &self.run_view,
            sheets: &self.sheets,
            problems: &self.problems,
            shared: &mut shared,
            marked: &self.marked,
            seed: self.seeds.current(),
            jobs: &mut self.jobs,
            commands,
        };
        let tree = self.panes.for_width(ui.available_width());
        let rows = tabs::rows_of(tree);
        self.view.is_problem_list_open &= !self.problems.is_empty();
        let is_folded = !self.view.is_problem_list_open;
        let height_of = |width| folded::height(ui, &self.problems, width);
        let folded = is_folded.then(|| Folded::fold(tree, Pane::Problems, height_of)).flatten();
        let has_folded_problems = folded.is_some();
        let mut docking = Docking { view: &mut self.view, rows, has_folded_problems, context };
        tree.ui(&mut docking, ui);
        tile_looks::window_ui(ui.ctx(), &mut docking.view.rooms.looks, &mut docking.context);
        if let Some(folded) = folded {
            folded.unfold(tree);
        }
        shared.survey.finish_frame(&mut self.jobs);
        self.view.range.finish_frame(&mut self.jobs);
        self.view.shared = shared;
    }

    fn over_ui(&mut self, ctx: &Context, rows: &[ActionRow], commands: &mut Vec<Command>) {
        let mut over = std::mem::take(&mut self.over);
        let goes_on = match &mut over {
            PaneOverlay::Nothing => return,
            PaneOverlay::ActionSearch(search) => {
                let places = || place_rows(self.document.content(), &self.problems);
                match search.ui(ctx, rows, places) {
                    ActionSearchOutcome::Open => true,
                    ActionSearchOutcome::Closed => false,
                    ActionSearchOutcome::Chosen(command) => {
                        commands.push(*command);
                        false
                    }
                }
            }
            PaneOverlay::Shortcuts => shortcut_page::page_ui(ctx, rows),
            PaneOverlay::Tour(tour) => tour.ui(ctx, &self.view.pane_rects, commands),
        };
        if goes_on {
            self.over = over;
        } else {
            // The content below must be redrawn at once.
            ctx.request_repaint();
        }
    }

    fn dialogs_ui(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        if let Some((ask, path)) = self.dialogs.poll(ctx) {
            self.use_file(ask, &path);
        }
        if self.document.is_dirty() && !self.dialogs.is_open() && !self.workspace.is_asking() {
            // Saving was cancelled or failed, so the command after it is dropped.
            self.after_save = None;
        }
        if self.waiting.is_some()
            && let Some(answer) = ask_ui(ctx, self.document.title())
            && let Some(command) = self.waiting.take()
        {
            match answer {
                UnsavedAnswer::Cancel => {}
                UnsavedAnswer::Discard => self.go_on(command, ctx),
                UnsavedAnswer::Save => {
                    self.after_save = Some(command);
                    commands.push(Command::Save);
                }
            }
        }
        if !self.document.is_dirty()
            && let Some(command) = self.after_save.take()
        {
            self.go_on(command, ctx);
        }
    }
}

impl PaneOverlay {
    /// Returns `true` if it receives keys instead of the window.
    fn takes_keys(&self) -> bool {
        match self {
            Self::ActionSearch(_) | Self::Shortcuts => true,
            Self::Nothing | Self::Tour(_) => false,
        }
    }
}
