//! Draws the panes and their tabs in the docking area.

use egui::{Color32, Response, Stroke, Ui, Visuals, WidgetText};
use egui_tiles::{Behavior, Container, SimplificationOptions, TabState, Tile, TileId, Tiles, UiResponse};

use super::folding::TAB_BAR;
use super::tabs::{self, Title};
use super::view::PaneViews;
use crate::editor::canvas::camera::with_focused_drawing;
use crate::editor::command::Command;
use crate::editor::pane::Pane;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::rules::DraggedRule;
use crate::editor::panes::{
    alphabet, compare, gallery, history, level, mission, populate, problems, range, recipe, room_painter,
    room_sets, rule_editor, rules, settings, start_editor,
};
use crate::editor::widgets::explained::explained;
use crate::editor::widgets::style::palette_of;
use crate::grammar::{RecipeStep, Rule, Start};
use crate::mission::Alphabet;
use crate::reference::{ReferenceSubject, ReferenceTopic};
use crate::rooms::{RoomSet, RoomTemplate};
use crate::settings::{LayoutSettings, Pass};

/// Draws the panes in their arrangement.
pub struct Docking<'a> {
    /// Views of the panes.
    pub view: &'a mut PaneViews,
    /// Rows of tabs.
    pub rows: Vec<Vec<TileId>>,
    /// `true` if the list of problems is folded.
    pub has_folded_problems: bool,
    /// Context passed to all panes.
    pub context: PaneContext<'a>,
}

impl Docking<'_> {
    fn pane_title(&self, pane: Pane) -> Title {
        let problems = self.context.problems.count();
        let count = (pane == Pane::Problems && problems > 0).then_some(problems);
        Title { name: pane.title().to_owned(), count }
    }

    /// Returns the title of a tab. Panes grouped under one tab are listed by name.
    fn title_of(&self, tiles: &Tiles<Pane>, tile: TileId) -> Title {
        let name = match tiles.get(tile) {
            Some(Tile::Pane(pane)) => return self.pane_title(*pane),
            Some(Tile::Container(container)) => titles_within(tiles, container).join(" · "),
            None => String::new(),
        };
        Title { name, count: None }
    }
}

impl Behavior<Pane> for Docking<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile_id: TileId, pane: &mut Pane) -> UiResponse {
        let Self { view, context, has_folded_problems, .. } = self;
        view.pane_rects.insert(*pane, ui.max_rect());
        if *pane == Pane::Problems && ui.rect_contains_pointer(ui.max_rect()) {
            // Waits until the button is released, because the clicked item must not move away before.
            view.is_problem_list_open |= ui.input(|input| input.pointer.any_click());
        }
        let is_asked_for = view.asked_for.take_if(|asked| asked == pane).is_some();
        let mut draw = |ui: &mut Ui| match pane {
            Pane::Rules => rules::pane_ui(ui, &mut view.rules, context),
            Pane::Alphabet => alphabet::pane_ui(ui, &mut view.alphabet, context),
            Pane::Recipe => recipe::pane_ui(ui, &mut view.recipe, context),
            Pane::Populate => populate::pane_ui(ui, context),
            Pane::Rooms => room_sets::pane_ui(ui, &mut view.rooms, context),
            Pane::Settings => settings::pane_ui(ui, context),
            Pane::Problems => problems::pane_ui(ui, *has_folded_problems, context),
            Pane::History => history::pane_ui(ui, context),
            Pane::Mission => mission::pane_ui(ui, &mut view.mission, context),
            Pane::Rule => rule_editor::pane_ui(ui, &mut view.rule, context),
            Pane::Start => start_editor::pane_ui(ui, &mut view.start, context),
            Pane::Room => room_painter::pane_ui(ui, &mut view.painter, context),
            Pane::Gallery => gallery::pane_ui(ui, &mut view.gallery, context),
            Pane::Level => level::pane_ui(ui, &mut view.level, context),
            Pane::Range => range::pane_ui(ui, &mut view.range, context),
            Pane::Compare => compare::pane_ui(ui, &mut view.compare, context),
        };
        ui.push_id(pane.title(), |ui| if is_asked_for { with_focused_drawing(ui, draw) } else { draw(ui) });
        explained(ui, ui.max_rect(), || subject_of(*pane));
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        self.pane_title(*pane).text().into()
    }

    fn tab_title_for_tile(&mut self, tiles: &Tiles<Pane>, tile_id: TileId) -> WidgetText {
        self.title_of(tiles, tile_id).text().into()
    }

    fn tab_ui(
        &mut self,
        tiles: &mut Tiles<Pane>,
        ui: &mut Ui,
        id: egui::Id,
        tile: TileId,
        state: &TabState,
    ) -> Response {
        let row = self.rows.iter().find(|row| row.contains(&tile)).map_or(&[][..], Vec::as_slice);
        let response = tabs::tab_ui(ui, tiles, row, id, tile, state, |tile| self.title_of(tiles, tile));
        self.on_tab_button(tiles, tile, response)
    }

    /// Closes a pane by the menu of its tab or by the middle button. Close buttons on all tabs would leave no
    /// room for their names.
    fn on_tab_button(&mut self, tiles: &mut Tiles<Pane>, tile_id: TileId, response: Response) -> Response {
        let Some(pane) = tiles.get_pane(&tile_id).copied() else { return response };
        if response.clicked() && pane == Pane::Problems {
            self.view.is_problem_list_open = true;
        }
        if response.middle_clicked() {
            self.context.commands.push(Command::ClosePane(pane));
        }
        // An item dragged over a tab may be dropped into its pane.
        if response.dnd_hover_payload::<DraggedRule>().is_some() {
            self.context.commands.push(Command::ShowPane(pane));
        }
        response.context_menu(|ui| {
            for (text, command) in
                [("Close this pane", Command::ClosePane(pane)), ("Reset panes", Command::ResetPanes)]
            {
                if ui.button(text).clicked() {
                    self.context.commands.push(command);
                }
            }
        });
        response
    }

    fn tab_bar_height(&self, _style: &egui::Style) -> f32 {
        TAB_BAR
    }

    fn gap_width(&self, _style: &egui::Style) -> f32 {
        2.0
    }

    fn min_size(&self) -> f32 {
        160.0
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> Color32 {
        palette_of(visuals.dark_mode).bar
    }

    fn tab_bar_hline_stroke(&self, _: &Visuals) -> Stroke {
        Stroke::NONE
    }

    fn resize_stroke(&self, style: &egui::Style, state: egui_tiles::ResizeState) -> Stroke {
        let palette = palette_of(style.visuals.dark_mode);
        match state {
            egui_tiles::ResizeState::Idle => Stroke::new(2.0, palette.bar),
            egui_tiles::ResizeState::Hovering | egui_tiles::ResizeState::Dragging => {
                Stroke::new(2.0, palette.accent)
            }
        }
    }
}

/// Returns the part of the reference about a pane, for everything in it that has no part of its own.
fn subject_of(pane: Pane) -> ReferenceSubject {
    match pane {
        Pane::Rules | Pane::Rule => ReferenceSubject::of::<Rule>(),
        Pane::Alphabet => ReferenceSubject::of::<Alphabet>(),
        Pane::Recipe => ReferenceSubject::of::<RecipeStep>(),
        Pane::Populate => ReferenceSubject::of::<Pass>(),
        Pane::Rooms => ReferenceSubject::of::<RoomSet>(),
        Pane::Room => ReferenceSubject::of::<RoomTemplate>(),
        Pane::Settings => ReferenceSubject::of::<LayoutSettings>(),
        Pane::Start => ReferenceSubject::of::<Start>(),
        Pane::Problems => ReferenceSubject::Page(ReferenceTopic::Diagnostics),
        Pane::Level | Pane::Compare => ReferenceSubject::Page(ReferenceTopic::Level),
        Pane::Gallery | Pane::Range => ReferenceSubject::Page(ReferenceTopic::Metrics),
        Pane::Mission | Pane::History => ReferenceSubject::Page(ReferenceTopic::Grammar),
    }
}

fn titles_within(tiles: &Tiles<Pane>, container: &Container) -> Vec<&'static str> {
    let titles = container.children().flat_map(|child| match tiles.get(*child) {
        Some(Tile::Pane(pane)) => vec![pane.title()],
        Some(Tile::Container(inner)) => titles_within(tiles, inner),
        None => Vec::new(),
    });
    titles.collect()
}
