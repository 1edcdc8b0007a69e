//! The window as a whole: it draws the panes, collects what they ask for, and does it.
//!
//! It knows nothing of the frame around it, so tests drive it without one.

use std::path::{Path, PathBuf};

use egui::{CentralPanel, Context, Frame, Panel, Ui, ViewportCommand};
use egui_tiles::Tree;

use super::chosen::Chosen;
use super::command::Command;
use super::dialogs::{Ask, Dialogs, Start, file_name, folder_of};
use super::panes::{Pane, Panes, first_arrangement, show_pane};
use super::seeds::Seeds;
use super::shown::Shown;
use super::style::{self, palette};
use super::unsaved::{Answer, Waiting, ask_ui};
use super::view::View;
use super::worker::Worker;
use super::{disk, menu, promises, shortcuts, toasts::Toasts};
use crate::base::{Diagnostic, Seed};
use crate::document::Document;
use crate::pipeline::Request;

/// The window: the open project, what came of it, and how it is looked at.
pub struct App {
    document: Document,
    seeds: Seeds,
    worker: Worker,
    shown: Shown,
    problems: Vec<Diagnostic>,
    view: View,
    tree: Tree<Pane>,
    dialogs: Dialogs,
    toasts: Toasts,
    waiting: Option<Waiting>,
    after_save: Option<Command>,
    may_close: bool,
}

impl App {
    /// Opens a file, or an example without one, and begins to make its level. A file that cannot be read is told in a toast.
    pub fn new(ctx: &Context, file: Option<&Path>, seed: Seed) -> Self {
        style::install(ctx);
        let mut app = Self {
            document: disk::first_example(),
            seeds: Seeds::starting_at(seed),
            worker: Worker::start(ctx.clone()),
            shown: Shown::default(),
            problems: Vec::new(),
            view: View::default(),
            tree: first_arrangement(),
            dialogs: Dialogs::default(),
            toasts: Toasts::default(),
            waiting: None,
            after_save: None,
            may_close: false,
        };
        match file {
            Some(file) => app.open_file(file),
            None => app.regenerate(),
        }
        app
    }

    /// The open project.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// What came of it last.
    pub fn shown(&self) -> &Shown {
        &self.shown
    }

    /// The seed.
    pub fn seed(&self) -> Seed {
        self.seeds.current()
    }

    /// What is looked at, and how.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Is a level being made?
    pub fn is_busy(&self) -> bool {
        self.worker.is_busy()
    }

    /// Puts the panes of these names in front.
    pub fn show_panes(&mut self, names: &[String]) {
        for name in names {
            match Pane::ALL.into_iter().find(|pane| pane.title().eq_ignore_ascii_case(name)) {
                Some(pane) => show_pane(&mut self.tree, pane),
                None => self.toasts.warn(format!("There is no pane “{name}”")),
            }
        }
    }

    /// Waits until no level is being made any more.
    pub fn wait(&mut self) {
        if let Some(run) = self.worker.wait() {
            self.show_run(run);
        }
    }

    /// Draws the window and does what was asked for.
    pub fn ui(&mut self, ui: &mut Ui) {
        if let Some(run) = self.worker.newest() {
            self.show_run(run);
        }
        let ctx = ui.ctx().clone();
        let asking = self.waiting.is_some() || self.dialogs.is_open();
        let mut commands = if asking { Vec::new() } else { shortcuts::pressed(&ctx) };
        if self.view.takes_letters() {
            commands.retain(|command| !matches!(command, Command::RollSeed | Command::FrameAll));
        }
        let colors = palette(ui);
        let bar = Frame::new().fill(colors.bar);
        let top = bar.inner_margin(egui::Margin::symmetric(6, 3));
        Panel::top("menus")
            .frame(top)
            .show_separator_line(false)
            .show(ui, |ui| menu::bar_ui(ui, self, &mut commands));
        let bottom = bar.inner_margin(egui::Margin::symmetric(style::MARGIN, 0));
        Panel::bottom("promises").frame(bottom).show_separator_line(false).exact_size(30.0).show(ui, |ui| {
            promises::bar_ui(ui, &self.shown, self.worker.is_busy());
        });
        CentralPanel::default().frame(Frame::new().fill(colors.panel)).show(ui, |ui| {
            self.panes_ui(ui, &mut commands);
        });
        self.dialogs_ui(&ctx, &mut commands);
        self.toasts.show(ui);
        for command in commands {
            self.carry_out(command, &ctx);
        }
        self.view.finish_frame(&ctx);
        if !ctx.input(|input| input.pointer.any_down()) {
            self.document.finish_gesture();
        }
        self.guard_closing(&ctx);
    }

    fn panes_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let mut panes = Panes {
            document: &self.document,
            shown: &self.shown,
            problems: &self.problems,
            seed: self.seeds.current(),
            has_previous_seed: self.seeds.has_previous(),
            view: &mut self.view,
            commands,
        };
        self.tree.ui(&mut panes, ui);
    }

    fn dialogs_ui(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        if let Some((ask, path)) = self.dialogs.poll(ctx) {
            self.use_file(ask, &path);
        }
        if self.document.is_dirty() && !self.dialogs.is_open() {
            // Saving was called off or failed, and with it what was to follow.
            self.after_save = None;
        }
        if self.waiting.is_some()
            && let Some(answer) = ask_ui(ctx, self.document.title())
            && let Some(waiting) = self.waiting.take()
        {
            match answer {
                Answer::Cancel => {}
                Answer::Discard => self.go_on(waiting.then, ctx),
                Answer::Save => {
                    self.after_save = Some(waiting.then);
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

    fn carry_out(&mut self, command: Command, ctx: &Context) {
        match command {
            Command::Edit(edit) => self.change(|document| document.apply(edit)),
            Command::Undo => self.change(Document::undo),
            Command::Redo => self.change(Document::redo),
            Command::SetSeed(seed) => self.move_seed(|seeds| seeds.look_at(seed)),
            Command::RollSeed => self.move_seed(Seeds::roll),
            Command::PreviousSeed => self.move_seed(Seeds::previous),
            Command::NextSeed => self.move_seed(Seeds::next),
            Command::Select(node) => self.view.selected = node,
            Command::GoTo(target) => {
                let pane = self.view.chosen.put_in_front(target);
                show_pane(&mut self.tree, pane);
            }
            Command::Travel(steps) => self.change(|document| document.travel(steps)),
            Command::FrameAll => self.view.frame_all(),
            Command::NewFromExample(_) | Command::Open | Command::OpenFile(_) | Command::Quit => {
                self.unless_unsaved(command, ctx);
            }
            Command::Save => match self.document.path.clone() {
                Some(path) if !self.document.saving_loses => self.save(&path),
                _ => self.ask_for_file(Ask::SaveGrammar, ctx),
            },
            Command::SaveAs => self.ask_for_file(Ask::SaveGrammar, ctx),
            Command::LoadRooms => self.ask_for_file(Ask::OpenRooms, ctx),
            Command::Export(format) if self.shown.level().is_some() => {
                self.ask_for_file(Ask::Export(format), ctx);
            }
            Command::Export(_) => self.toasts.tell("There is no level to export yet"),
            Command::ShowPane(pane) => show_pane(&mut self.tree, pane),
            Command::ResetPanes => self.tree = first_arrangement(),
            Command::SetTheme(theme) => ctx.set_theme(theme),
        }
    }

    /// Goes on at once if everything is saved, else asks.
    fn unless_unsaved(&mut self, command: Command, ctx: &Context) {
        if self.document.is_dirty() {
            self.waiting = Some(Waiting { then: command });
        } else {
            self.go_on(command, ctx);
        }
    }

    /// What leaves the open project behind.
    fn go_on(&mut self, command: Command, ctx: &Context) {
        match command {
            Command::NewFromExample(name) => match disk::example(&name) {
                Some(document) => self.replace_document(document),
                None => self.toasts.warn(format!("There is no example “{name}”")),
            },
            Command::Open => self.ask_for_file(Ask::OpenGrammar, ctx),
            Command::OpenFile(path) => self.open_file(&path),
            Command::Quit => {
                self.may_close = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            other => self.carry_out(other, ctx),
        }
    }

    /// A window that is closed from outside asks as well.
    fn guard_closing(&mut self, ctx: &Context) {
        if ctx.input(|input| input.viewport().close_requested())
            && !self.may_close
            && self.document.is_dirty()
        {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.waiting = Some(Waiting { then: Command::Quit });
        }
    }

    fn ask_for_file(&mut self, ask: Ask, ctx: &Context) {
        let name = match ask {
            Ask::Export(format) => {
                let name = format!("{} {}", self.document.title(), self.seeds.current());
                file_name(&name, format.extension())
            }
            Ask::OpenGrammar | Ask::SaveGrammar | Ask::OpenRooms => file_name(self.document.title(), "ron"),
        };
        let folder = folder_of(self.document.path.as_deref());
        self.dialogs.open(ask, Start { folder, name }, ctx);
    }

    fn use_file(&mut self, ask: Ask, path: &Path) {
        match ask {
            Ask::OpenGrammar => self.open_file(path),
            Ask::SaveGrammar if self.document.saving_loses && self.document.path.as_deref() == Some(path) => {
                self.toasts
                    .warn("Parts of this file could not be read and would be lost; save under another name");
            }
            Ask::SaveGrammar => self.save(path),
            Ask::OpenRooms => match disk::load_rooms(path, self.document.rooms_folder.as_deref()) {
                Ok(edit) => self.change(|document| document.apply(edit)),
                Err(problems) => self.toasts.warn(first_message(&problems)),
            },
            Ask::Export(format) => {
                let Some(level) = self.shown.level() else { return };
                match disk::export_level(level, format, path) {
                    Ok(()) => self.toasts.tell(format!("Exported to {}", path.display())),
                    Err(message) => self.toasts.warn(message),
                }
            }
        }
    }

    fn open_file(&mut self, path: &Path) {
        match disk::open(path) {
            Ok(document) => self.replace_document(document),
            Err(message) => {
                self.toasts.warn(message);
                self.regenerate();
            }
        }
    }

    fn save(&mut self, path: &Path) {
        match disk::save(&mut self.document, path) {
            Ok(()) => self.toasts.tell(format!("Saved to {}", path.display())),
            Err(message) => self.toasts.warn(message),
        }
    }

    fn replace_document(&mut self, document: Document) {
        self.document = document;
        self.shown = Shown::default();
        self.view.selected = None;
        self.view.chosen = Chosen::default();
        self.view.start_afresh();
        self.view.frame_all();
        self.worker.forget();
        self.regenerate();
        if !self.problems.is_empty() {
            show_pane(&mut self.tree, Pane::Problems);
        }
    }

    fn change(&mut self, act: impl FnOnce(&mut Document) -> bool) {
        if act(&mut self.document) {
            self.view.chosen.keep_within(&self.document);
            self.regenerate();
        }
    }

    fn move_seed(&mut self, act: impl FnOnce(&mut Seeds)) {
        let before = self.seeds.current();
        act(&mut self.seeds);
        if self.seeds.current() != before {
            // Another seed gives other nodes under the same numbers.
            self.view.selected = None;
            self.regenerate();
        }
    }

    fn regenerate(&mut self) {
        self.collect_problems();
        self.worker.ask(Request {
            grammar: self.document.grammar().clone(),
            rooms: self.document.room_sets(),
            seed: self.seeds.current(),
        });
    }

    fn show_run(&mut self, run: crate::pipeline::Run) {
        self.shown = Shown::of(run);
        self.collect_problems();
    }

    /// What was noticed on loading and what the last run noticed; each once.
    fn collect_problems(&mut self) {
        let mut problems = self.document.diagnostics.clone();
        let noticed = self.shown.run.iter().flat_map(|run| run.diagnostics.iter().cloned());
        for problem in noticed {
            let known = |other: &Diagnostic| other.code == problem.code && other.message == problem.message;
            if !problems.iter().any(known) {
                problems.push(problem);
            }
        }
        self.problems = problems;
    }
}

fn first_message(problems: &[Diagnostic]) -> String {
    problems.first().map_or_else(|| "The file cannot be used".to_owned(), |problem| problem.message.clone())
}

/// What the window was started with.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The grammar to open; an example if there is none.
    pub file: Option<PathBuf>,
    /// The seed to begin with.
    pub seed: Option<Seed>,
    /// Where to write a picture of the window once the level is there; the window closes then.
    pub screenshot: Option<PathBuf>,
    /// Width and height of the window's content, in points; 1600 × 1000 if not said.
    pub size: Option<(u32, u32)>,
    /// The names of the panes to put in front.
    pub panes: Vec<String>,
    /// The theme; the system's if not said, on pictures the dark one.
    pub theme: Option<Theme>,
}

/// Dark or light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Light on dark.
    Dark,
    /// Dark on light.
    Light,
}
