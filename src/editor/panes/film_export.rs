//! A stretch of the derivation as an animated picture, as the pane of the mission plays it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use egui::emath::TSTransform;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align2, ColorImage, Context, Pos2, Rect, Ui, vec2};

use super::film::{lit_by, positions, step_in_words};
use super::mission::paint_matches;
use super::trial::Lit;
use crate::base::{Cancelled, Progress, StopToken};
use crate::editor::canvas::graph::{Drawing, draw_mission, draw_mission_at, paint_graph};
use crate::editor::widgets::style::{BODY, font, palette};
use crate::editor::work::animation::Animation;
use crate::editor::work::background::Background;
use crate::editor::work::software::SoftwarePainter;
use crate::files::save_bytes;
use crate::grammar::{Derivation, Grammar, Playback};
use crate::mission::{NodeId, Site};

/// The height of the line that says what a step does, and the space around the mission, in pixels.
const CAPTION: f32 = 30.0;
const MARGIN: f32 = 12.0;
/// The mission is not drawn larger than this.
const MOST_ZOOM: f32 = 1.25;
/// So long the last step is shown, in hundredths of a second.
const PAUSE: u16 = 200;
/// From so many frames the colours are taken.
const SAMPLES: usize = 8;

/// A stretch of a derivation, and how it is shown.
#[derive(Clone, Debug)]
pub struct FilmOrder {
    /// The derivation.
    pub derivation: Arc<Derivation>,
    /// The grammar that it is one of.
    pub grammar: Arc<Grammar>,
    /// Where the layout put the nodes.
    pub sites: BTreeMap<NodeId, Site>,
    /// The number of steps that are done in the first frame and in the last one.
    pub stretch: (usize, usize),
    /// Steps a second.
    pub pace: u32,
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// Light on dark?
    pub dark: bool,
}

/// A film to write.
#[derive(Clone, Debug)]
pub struct FilmToWrite {
    /// What.
    pub order: FilmOrder,
    /// Where to.
    pub path: PathBuf,
    /// How far it has come.
    pub progress: Progress,
}

/// A film that was written, or why it was not, in words.
pub type WrittenFilm = (PathBuf, Result<(), String>);

/// A thread that writes films.
pub type FilmWriter = Background<FilmToWrite, WrittenFilm>;

/// Starts it; `ctx` is woken when a film is written.
pub fn start_film_writer(ctx: Context) -> FilmWriter {
    Background::start_stoppable(ctx, |film: FilmToWrite, stop| {
        let made = film.order.gif(stop, &film.progress)?;
        let written =
            made.and_then(|bytes| save_bytes(&film.path, &bytes).map_err(|error| error.to_string()));
        Ok((film.path, written))
    })
}

impl FilmOrder {
    /// The bytes of a GIF, the same for the same order; in words why it cannot be one.
    ///
    /// # Errors
    /// If the token was stopped.
    pub fn gif(&self, stop: &StopToken, progress: &Progress) -> Result<Result<Vec<u8>, String>, Cancelled> {
        let mut stage = Stage::new(self);
        let (first, last) = (self.stretch.0.min(self.stretch.1), self.stretch.1);
        let last = last.min(self.derivation.steps.len());
        let samples = (0..=SAMPLES).map(|part| first + (last - first) * part / SAMPLES);
        let samples: Vec<ColorImage> = samples.map(|step| stage.frame(step)).collect();
        let made = Animation::new(&samples).and_then(|mut animation| {
            let delay = u16::try_from(100 / self.pace.max(1)).unwrap_or(u16::MAX).max(2);
            for step in first..=last {
                if stop.is_stopped() {
                    break;
                }
                let delay = if step == last { PAUSE.max(delay) } else { delay };
                animation.add(&stage.frame(step), delay)?;
                progress.set((step - first + 1) as u64, (last - first + 1) as u64);
            }
            animation.finish()
        });
        stop.unless_stopped(made)
    }
}

/// Draws one frame after the other.
struct Stage<'a> {
    order: &'a FilmOrder,
    playback: Playback,
    at: BTreeMap<NodeId, Pos2>,
    screen_from_world: TSTransform,
    painter: SoftwarePainter,
}

impl<'a> Stage<'a> {
    fn new(order: &'a FilmOrder) -> Self {
        let final_drawing = draw_mission(&order.derivation, &order.grammar, &order.sites);
        let drawn = final_drawing.nodes.iter().map(|node| (node.id, node.at)).collect();
        let at = positions(&order.derivation, drawn);
        let nodes = at
            .values()
            .fold(Rect::NOTHING, |all, at| all.union(Rect::from_center_size(*at, vec2(96.0, 104.0))));
        let world = nodes.union(final_drawing.bounds());
        let [width, height] = order.size.map(|side| side as f32);
        let room = Rect::from_min_max(
            Pos2::new(MARGIN, MARGIN),
            Pos2::new(width - MARGIN, height - CAPTION - MARGIN),
        );
        let zoom = (room.width() / world.width()).min(room.height() / world.height()).clamp(0.01, MOST_ZOOM);
        let screen_from_world = TSTransform::new(room.center() - world.center() * zoom, zoom);
        Self {
            playback: Playback::new(Arc::clone(&order.derivation)),
            painter: SoftwarePainter::new(order.size, order.dark),
            order,
            at,
            screen_from_world,
        }
    }

    fn frame(&mut self, step: usize) -> ColorImage {
        let FilmOrder { derivation, grammar, .. } = self.order;
        self.playback.go_to(step);
        let drawing = draw_mission_at(derivation, self.playback.mission(), grammar, &self.at);
        let last = step.checked_sub(1).and_then(|before| derivation.steps.get(before));
        let lit = last.map(lit_by).unwrap_or_default();
        let count = format!("{step} of {}", derivation.steps.len());
        let words =
            last.map_or_else(|| "The start, before any rule".to_owned(), |last| step_in_words(last, grammar));
        let transform = self.screen_from_world;
        self.painter.picture(|ui| paint(ui, &drawing, &lit, transform, (&count, &words)))
    }
}

fn paint(ui: &mut Ui, drawing: &Drawing, lit: &Lit, transform: TSTransform, (count, words): (&str, &str)) {
    let colors = palette(ui);
    let whole = ui.ctx().content_rect();
    let painter = ui.ctx().layer_painter(ui.layer_id());
    painter.rect_filled(whole, 0.0, colors.canvas);
    paint_matches(&painter, drawing, transform, colors, lit);
    paint_graph(&painter, drawing, transform, colors, colors.canvas);
    let line = whole.with_min_y(whole.bottom() - CAPTION);
    painter.rect_filled(line, 0.0, colors.panel);
    let mut job = LayoutJob::simple(format!("{count}   "), font(BODY), colors.strong, line.width());
    job.append(words, 0.0, TextFormat::simple(font(BODY), colors.text));
    job.wrap = TextWrapping::truncate_at_width(line.width() - 2.0 * MARGIN);
    let galley = painter.layout_job(job);
    let at = Align2::LEFT_CENTER.anchor_size(line.left_center() + vec2(MARGIN, 0.0), galley.size());
    painter.galley(at.min, galley, colors.text);
}
