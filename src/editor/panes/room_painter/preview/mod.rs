//! Shows the room in a small level: neighbours behind some of its sockets, the others blocked.
//!
//! The real stages run in the background, on a star-shaped mission with the room in the middle. They run
//! again only when the room or the settings of the preview change.

mod star;

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{Rect, RichText, Sense, Slider, Stroke, StrokeKind, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use super::open::Open;
use crate::base::{Cancelled, Seed, Severity, Symmetry, counted, printable_line};
use crate::document::Document;
use crate::editor::canvas::room_picture::{cell_rect, fit, paint_placed};
use crate::editor::canvas::tiles::{Overlays, TileTextures};
use crate::editor::model::run_view::RunView;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, font, palette};
use crate::editor::work::JobKind;
use crate::editor::work::jobs::{Job, JobControl, JobRegistry};
use crate::level::Level;
use crate::picture::TileLooks;
use crate::pipeline::{Pipeline, Run};
use crate::rooms::{RoomSet, RoomTemplate};

/// Maximum number of neighbours; more would show nothing new.
const MOST_NEIGHBOURS: u32 = 12;

/// The last level, and the last request.
#[derive(Default)]
pub struct RoomPreview {
    asked: Option<PreviewInput>,
    run_view: RunView,
    textures: TileTextures,
    /// Number of neighbours; by default about half of the sockets.
    neighbours: Option<u32>,
    /// Index of the displayed orientation.
    orientation: usize,
}

/// Everything that the small level depends on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PreviewInput {
    /// Set with only this room, or with all cards that can share a board with this one.
    set: RoomSet,
    symmetry: Symmetry,
    neighbours: u32,
}

/// Makes the small level of a room; `None` if there can be none.
pub(super) struct MakeRoomLevel;

impl Job for MakeRoomLevel {
    type Request = PreviewInput;
    type Answer = Option<Run>;

    const KIND: JobKind = JobKind::Room;

    fn work() -> impl FnMut(PreviewInput, &JobControl) -> Result<Option<Run>, Cancelled> + Send + 'static {
        let mut pipeline = Pipeline::default();
        move |asked, _| {
            let request = star::request(&asked.set, asked.symmetry, asked.neighbours, Seed(1));
            Ok(request.map(|request| pipeline.run(&request)))
        }
    }
}

/// Shows the preview and its settings.
pub(super) fn preview_ui(
    ui: &mut Ui,
    preview: &mut RoomPreview,
    open: &Open<'_>,
    document: &Document,
    looks: &Arc<TileLooks>,
    jobs: &mut JobRegistry,
    problems_ui: impl FnOnce(&mut Ui, f32),
) {
    let sockets = u32::try_from(open.room.sockets(&open.set.legend).count()).unwrap_or(u32::MAX);
    let is_card = open.room.card.is_some();
    let most = if is_card { star::MOST_OF_BOARD } else { sockets.min(MOST_NEIGHBOURS) };
    // A board turns its cards by itself.
    let allowed = open.room.symmetries().take(if is_card { 1 } else { usize::MAX });
    let orientations: Vec<Symmetry> = allowed.collect();
    preview.orientation %= orientations.len().max(1);
    let neighbours = preview.neighbours.unwrap_or(most.div_ceil(2)).min(most);
    let symmetry = orientations.get(preview.orientation).copied().unwrap_or_default();
    preview.update(jobs, PreviewInput::new(open, symmetry, neighbours));
    head_ui(ui, preview, neighbours, most, &orientations, open, document);
    if !open.problems.is_empty() {
        let has_level = preview.run_view.level().is_some();
        let height = ui.available_height() * if has_level { 0.35 } else { 0.8 };
        problems_ui(ui, height);
    }
    let (rect, response) = ui.allocate_exact_size(ui.available_size().max(vec2(40.0, 30.0)), Sense::hover());
    ui.painter().rect_filled(rect, 6.0, palette(ui).canvas);
    let summary = preview.summary();
    response.widget_info(|| info::labeled(WidgetType::Image, true, format!("Room in a level: {summary}")));
    match preview.run_view.level().cloned() {
        Some(level) => paint(ui, rect, preview, &level, (document, looks)),
        None if jobs.is_busy::<MakeRoomLevel>() => {}
        None => {
            let text = "Fix the problems to see the room here";
            ui.painter().text(
                rect.center(),
                egui::Align2::CENTER_CENTER,
                text,
                font(style::SMALL),
                palette(ui).dim,
            );
        }
    }
}

impl PreviewInput {
    fn new(open: &Open<'_>, symmetry: Symmetry, neighbours: u32) -> Self {
        let RoomTemplate { picture, symbol, card, turns, flips, .. } = open.room;
        let room = RoomTemplate {
            name: "Room".to_owned(),
            notes: String::new(),
            symbol: symbol.clone(),
            weight: 1,
            at_most: None,
            turns: card.is_some() && *turns,
            flips: card.is_some() && *flips,
            card: card.clone(),
            source: None,
            picture: picture.clone(),
        };
        let others = open.set.rooms.iter().enumerate().filter(|(number, other)| {
            let is_laid_with_it = room.card.is_some() && other.card.is_some() && other.symbol == *symbol;
            is_laid_with_it && *number != open.room_at
        });
        let others = others.map(|(_, other)| RoomTemplate { notes: String::new(), ..other.clone() });
        let set = RoomSet {
            format: RoomSet::FORMAT,
            name: "Preview".to_owned(),
            notes: String::new(),
            legend: open.set.legend.clone(),
            blocker: open.set.blocker.clone(),
            sheet: open.set.sheet.clone(),
            looks: open.set.looks.clone(),
            sources: indexmap::IndexMap::new(),
            rooms: std::iter::once(room.clone()).chain(others).collect(),
        };
        Self { set, symmetry, neighbours }
    }
}

impl RoomPreview {
    /// Requests a level if anything has changed, and takes over a finished one.
    fn update(&mut self, jobs: &mut JobRegistry, asked: PreviewInput) {
        if self.asked.as_ref() != Some(&asked) {
            if self.asked.is_none() {
                // They show another room.
                jobs.cancel::<MakeRoomLevel>();
            }
            jobs.ask::<MakeRoomLevel>(asked.clone());
            self.asked = Some(asked);
        }
        if let Some(run) = jobs.take::<MakeRoomLevel>() {
            self.run_view = run.map(RunView::of).unwrap_or_default();
        }
    }

    /// Resets the preview for another room.
    pub fn reset(&mut self) {
        self.asked = None;
        self.run_view = RunView::default();
    }

    /// Returns a summary: "2 sockets with doors, 1 blocked".
    fn summary(&self) -> String {
        let Some(level) = self.run_view.level() else { return "not yet".to_owned() };
        let sockets = level.places.iter().flat_map(|place| &place.sockets);
        let (doors, blocked): (Vec<_>, Vec<_>) = sockets.partition(|socket| socket.passage.is_some());
        format!("{}, {} blocked", counted(doors.len(), "door"), blocked.len())
    }
}

fn head_ui(
    ui: &mut Ui,
    preview: &mut RoomPreview,
    neighbours: u32,
    most: u32,
    orientations: &[Symmetry],
    open: &Open<'_>,
    document: &Document,
) {
    let colors = palette(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new("In a level").strong().color(colors.strong));
        neighbours_ui(ui, preview, neighbours, most);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            verdict_ui(ui, preview, mistake_of(open, document));
            if orientations.len() > 1 {
                let orientation = orientations.get(preview.orientation).copied().unwrap_or_default();
                let text =
                    RichText::new(format!("{}  {}", icon::ARROWS_CLOCKWISE, orientation_name(orientation)))
                        .small();
                let button = ui.button(text);
                button.widget_info(|| info::labeled(WidgetType::Button, true, "Next orientation"));
                if button.on_hover_text("Shows the next turn or flip of the room").clicked() {
                    preview.orientation += 1;
                }
            }
        });
    });
}

fn neighbours_ui(ui: &mut Ui, preview: &mut RoomPreview, neighbours: u32, most: u32) {
    let mut new = neighbours;
    ui.scope(|ui| {
        ui.spacing_mut().slider_width = 74.0;
        ui.spacing_mut().interact_size.y = 16.0;
        let slider = Slider::new(&mut new, 0..=most.max(1)).show_value(false);
        let response = ui.add_enabled(most > 0, slider);
        response.widget_info(|| info::slider(most > 0, f64::from(neighbours), "Neighbours in the preview"));
        response.on_hover_text("The number of places that lead into the room. The other sockets are blocked");
    });
    if new != neighbours {
        preview.neighbours = Some(new.min(most));
    }
    let count = counted(neighbours as usize, "neighbour");
    ui.label(RichText::new(count).small().color(palette(ui).text));
}

fn orientation_name(orientation: Symmetry) -> String {
    let turned = match orientation.turn() {
        0 => "",
        1 => "turned right",
        2 => "turned round",
        _ => "turned left",
    };
    match (orientation.flip(), turned) {
        (false, "") => "as drawn".to_owned(),
        (false, turned) => turned.to_owned(),
        (true, "") => "flipped".to_owned(),
        (true, turned) => format!("flipped, {turned}"),
    }
}

/// Returns the mistake that keeps the room out of every level, whatever its picture.
fn mistake_of(open: &Open<'_>, document: &Document) -> Option<String> {
    let symbol = &open.room.symbol;
    if !document.grammar().alphabet.nodes.contains_key(symbol) {
        return Some(format!(
            "No level has this room, because there is no symbol \"{}\"",
            printable_line(symbol)
        ));
    }
    let worst = open.problems.iter().find(|problem| problem.severity == Severity::Error);
    worst.map(|problem| printable_line(&problem.message).into_owned())
}

/// Shows whether all promises are held.
fn verdict_ui(ui: &mut Ui, preview: &RoomPreview, mistake: Option<String>) {
    let colors = palette(ui);
    let failure = preview.run_view.run.as_ref().and_then(|run| run.failure.as_ref());
    let (sign, color, text) = match (mistake, failure) {
        (Some(mistake), _) => (icon::WARNING_CIRCLE, colors.bad, mistake),
        (None, None) if preview.run_view.level().is_some() => {
            (icon::CHECK_CIRCLE, colors.good, "Every promise is kept".to_owned())
        }
        (None, None) => return,
        (None, Some(failure)) => {
            (icon::WARNING_CIRCLE, colors.doubtful, printable_line(&failure.message).into_owned())
        }
    };
    let response = ui.label(RichText::new(sign).size(style::TITLE).color(color));
    response.widget_info(|| info::labeled(WidgetType::Label, true, &text));
    response.on_hover_text(text);
}

fn paint(
    ui: &Ui,
    rect: Rect,
    preview: &mut RoomPreview,
    level: &Level,
    (document, looks): (&Document, &Arc<TileLooks>),
) {
    let colors = palette(ui);
    let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(rect));
    let (picture, side) = fit(&painter, rect.shrink(6.0), level.width, level.height, 16.0);
    let transform = TSTransform::new(picture.min.to_vec2(), side);
    let overlays = Overlays { drawn: true, owners: false, seals: false, mission: false, entities: false };
    let dark = ui.visuals().dark_mode;
    let dress = (looks, overlays, dark);
    let RoomPreview { textures, run_view, .. } = &mut *preview;
    if let Some(level) = run_view.shown_level() {
        textures.paint(&painter, transform, (level, run_view.seals()), document, dress);
    }
    for place in &level.places {
        for socket in &place.sockets {
            let cell = cell_rect(picture, side, socket.cell);
            let color = if socket.passage.is_some() { colors.good } else { colors.bad };
            painter.rect_stroke(cell, 1.0, Stroke::new(1.5, color), StrokeKind::Outside);
        }
    }
    let corner = rect.left_bottom() + vec2(8.0, -6.0);
    let galley = painter.layout_no_wrap(preview.summary(), font(style::SMALL), colors.dim);
    let rect = egui::Align2::LEFT_BOTTOM.anchor_size(corner, galley.size());
    // The picture may be below the text.
    painter.rect_filled(rect.expand2(vec2(5.0, 2.0)), 4.0, colors.canvas);
    painter.galley(rect.min, galley, colors.dim);
    for entity in &level.entities {
        let kind = entity.kind.chars().next().unwrap_or('?');
        paint_placed(&painter, cell_rect(picture, side, entity.at), kind, entity.marker);
    }
}
