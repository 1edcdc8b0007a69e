//! Carries out all commands, in one place.

use egui::{Context, ViewportCommand};

use super::App;
use super::PaneOverlay;
use super::arrangement::PaneArrangement;
use super::seeds::SeedHistory;
use super::workspace::Modal;
use crate::base::Cell;
use crate::document::{Document, Edit, PinsEdit, rooms_for_symbol};
use crate::editor::command::Command;
use crate::editor::compared_side::ComparedSide;
use crate::editor::modals::action_search::ActionSearch;
use crate::editor::modals::dialogs::FileQuestion;
use crate::editor::pane::Pane;
use crate::editor::widgets::explained::subjects_at_hand;
use crate::editor::work::disk;
use crate::reference::ReferenceSubject;

impl App {
    pub(super) fn run_command(&mut self, command: Command, ctx: &Context) {
        match command {
            Command::Edit(edit) => {
                self.announce_rooms(&edit);
                self.change(|document| document.apply(edit));
            }
            Command::Undo => self.change(Document::undo),
            Command::Redo => self.change(Document::redo),
            Command::SetSeed(seed) => self.move_seed(|seeds| seeds.look_at(seed)),
            Command::RollSeed => self.move_seed(SeedHistory::roll),
            Command::PreviousSeed => self.move_seed(SeedHistory::previous),
            Command::NextSeed => self.move_seed(SeedHistory::next),
            Command::Select(node) => self.view.shared.select(node),
            Command::SelectAlso(node) => self.view.shared.select_also(node),
            Command::SelectFirst(node) => self.view.shared.select_first(node),
            Command::ShowNodes(nodes) => {
                self.view.shared.select_all(&nodes);
                self.view.mission.frame_all();
                self.panes.show(Pane::Mission);
            }
            Command::RollRest => self.roll_around(|shared, node| shared.is_selected(node)),
            Command::RollSelected => self.roll_around(|shared, node| !shared.is_selected(node)),
            Command::ForgetRolls => {
                let seed = self.seeds.current();
                self.change(|document| document.apply(Edit::Pins(PinsEdit::OffRolls { seed })));
            }
            Command::ForgetPins => {
                let seed = self.seeds.current();
                self.change(|document| document.apply(Edit::Pins(PinsEdit::OffWholeSeed { seed })));
            }
            Command::KeepLayout(does) => {
                self.is_steady = does;
                self.remember_layout();
            }
            Command::LayOutAnew => {
                let seed = self.seeds.current();
                self.change(|document| document.apply(Edit::Pins(PinsEdit::LayOutAnew { seed })));
            }
            Command::ShowCell(cell) => self.show_cell(cell),
            Command::GoTo(target) => {
                self.view.shared.related.go_to(&target);
                let pane = self.view.shared.open.open(target);
                self.panes.show(pane);
            }
            Command::ShowLeftOut(remarks) => {
                let messages: Vec<&str> =
                    remarks.iter().map(|remark| remark.message.as_str()).take(6).collect();
                self.toasts.inform(messages.join("\n"));
            }
            Command::Compare(sides) => {
                self.view.compare.compare(sides);
                self.panes.show(Pane::Compare);
            }
            Command::CompareSeeds(one, other) => {
                let side = |seed| {
                    if seed == self.seeds.current() { ComparedSide::Shown } else { ComparedSide::Seed(seed) }
                };
                self.run_command(Command::Compare([side(one), side(other)]), ctx);
            }
            Command::KeepToCompare => {
                if let Some(level) = self.run_view.level() {
                    self.view.compare.keep(level);
                    self.panes.show(Pane::Compare);
                }
            }
            Command::Travel(steps) => self.change(|document| document.travel(steps)),
            Command::FrameAll => self.view.frame_all(),
            Command::New { .. }
            | Command::NewFromExample(_)
            | Command::Open
            | Command::OpenFile(_)
            | Command::Quit => {
                self.unless_unsaved(command, ctx);
            }
            Command::ShowBeginnings => self.workspace.show(Modal::New(String::new())),
            Command::ReopenLast(does) => self.preferences.reopen_last(does),
            Command::ForgetRecent => self.workspace.forget_recent(),
            Command::Revert => self.workspace.show(Modal::Revert),
            Command::Backups => self.show_backups(),
            Command::Tidy => self.tidy(),
            Command::Leftovers => self.workspace.show(Modal::Leftovers),
            Command::File(step) => self.file_step(step, ctx),
            Command::Save => match self.document.path.clone() {
                Some(path) if !self.document.saving_loses => self.save(&path),
                _ => self.ask_for_file(FileQuestion::SaveGrammar, ctx),
            },
            Command::SaveAs => self.ask_for_file(FileQuestion::SaveGrammar, ctx),
            Command::MakeRooms(symbol) => {
                let at_hand = self.view.shared.open.room.0;
                if let Some((edit, at)) = rooms_for_symbol(self.document.content(), at_hand, &symbol) {
                    self.change(|document| document.apply(edit));
                    self.run_command(Command::GoTo(at), ctx);
                }
            }
            Command::LoadRooms => self.ask_for_file(FileQuestion::OpenRooms, ctx),
            Command::ImportRooms(set) => self.ask_for_rooms(set, ctx),
            Command::ImportRoomsFrom(path) => self.look_at_rooms(&path),
            Command::ImportAgain(set) => self.import_again(set),
            Command::ExportRooms(set) => self.ask_for_map(set, ctx),
            Command::ImportTheme => self.ask_for_file(FileQuestion::ImportTheme, ctx),
            Command::ExportTheme => self.ask_for_file(FileQuestion::ExportTheme, ctx),
            Command::ShowLooks(path) => self.view.rooms.looks.open(&path),
            Command::LoadSheet => self.ask_for_file(FileQuestion::TileSheet, ctx),
            Command::Export(format) => self.open_export(format),
            Command::ExportAgain => self.export_again(),
            Command::ExportOnEveryChange(does) => self.export_on_every_change(does),
            Command::ExportFilm => self.open_film_export(),
            Command::Mark(edit) => self.mark(&edit),
            Command::UndoMark => self.undo_mark(),
            Command::ExportSeeds(seeds) => self.ask_for_seed_export(seeds),
            Command::ContactSheet(levels) => self.ask_for_contact_sheet(levels, ctx),
            Command::Stop(work) => self.stop(work),
            Command::ShowPane(pane) => {
                self.panes.show(pane);
                self.view.asked_for = Some(pane);
                if pane == Pane::Gallery {
                    self.view.gallery.take_focus(self.seed());
                }
                self.view.is_problem_list_open |= pane == Pane::Problems;
            }
            Command::ClosePane(pane) => self.panes.close(pane),
            Command::ResetPanes => self.panes = PaneArrangement::default(),
            Command::SetTheme(theme) => self.preferences.choose_theme(theme, ctx),
            Command::Scale(scale) => ctx.set_zoom_factor(scale.factor_after(ctx.zoom_factor())),
            Command::FindAction => self.over = PaneOverlay::ActionSearch(ActionSearch::default()),
            Command::ShowReference(subject) => self.show_reference(subject, ctx),
            Command::ShowShortcuts => self.over = PaneOverlay::Shortcuts,
            Command::ShowTour => self.begin_tour(),
        }
    }

    /// Marks a cell of the level, and selects the place that it belongs to.
    fn show_cell(&mut self, cell: Cell) {
        let level = self.run_view.level();
        let place = level.and_then(|level| level.place(level.owner(cell).place()?));
        self.view.shared.select(place.map(|place| place.node));
        self.view.level.mark(cell);
        self.panes.show(Pane::Level);
    }

    /// Opens the reference at a subject, or at what has the focus or the pointer.
    fn show_reference(&mut self, subject: Option<ReferenceSubject>, ctx: &Context) {
        let subjects = subject.map_or_else(|| subjects_at_hand(ctx), |subject| vec![subject]);
        self.reference.show(&subjects, self.is_asking() || self.over.takes_keys(), ctx);
    }

    /// Carries out a command at once if everything is saved; otherwise asks first.
    pub(super) fn unless_unsaved(&mut self, command: Command, ctx: &Context) {
        if self.document.is_dirty() {
            self.waiting = Some(command);
        } else {
            self.go_on(command, ctx);
        }
    }

    /// Carries out commands that close the open project.
    pub(super) fn go_on(&mut self, command: Command, ctx: &Context) {
        match command {
            Command::New { from, name } => self.begin(&from, disk::new_project(&from, &name)),
            Command::NewFromExample(name) => self.begin(&name, disk::example(&name)),
            Command::Open => self.ask_for_file(FileQuestion::OpenGrammar, ctx),
            Command::OpenFile(path) => self.open_file(&path),
            Command::File(step) => self.file_step_now(step),
            Command::Quit => {
                self.may_close = true;
                self.keep_state_now();
                self.workspace.forget_unsaved();
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            other => self.run_command(other, ctx),
        }
    }

    /// Opens an embedded project by name, if it exists.
    fn begin(&mut self, name: &str, document: Option<Document>) {
        match document {
            Some(document) => self.replace_document(document),
            None => self.toasts.warn(format!("There is no example \"{name}\"")),
        }
    }

    /// Asks about unsaved changes when the window is closed from outside.
    pub(super) fn guard_closing(&mut self, ctx: &Context) {
        if ctx.input(|input| input.viewport().close_requested())
            && !self.may_close
            && self.document.is_dirty()
        {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.waiting = Some(Command::Quit);
        }
    }

    pub(super) fn change(&mut self, act: impl FnOnce(&mut Document) -> bool) {
        if act(&mut self.document) {
            self.view.shared.open.keep_within(&self.document);
            self.regenerate();
        }
    }

    fn move_seed(&mut self, act: impl FnOnce(&mut SeedHistory)) {
        let before = self.seeds.current();
        act(&mut self.seeds);
        if self.seeds.current() != before {
            // Another seed has other nodes with the same numbers.
            self.view.shared.select(None);
            self.regenerate();
        }
    }
}
