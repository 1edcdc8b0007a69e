//! Turns a derivation and the making of its level into an animated picture.
//!
//! In: a run. Out: frames with captions. They show the mission after each step, then the level stage by
//! stage; changes are lit. The same run and order give the same bytes. Nothing here depends on a window. The
//! proportions of the picture follow the level. Long films skip steps: a film has at most `MOST_FRAMES`
//! frames.

mod apng_file;
mod changed;
mod gif_file;
mod level_stage;
mod mission;
mod step_words;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::{Cancelled, Cell, Color, Progress, Size, StopToken};
use crate::grammar::{Derivation, Grammar, Playback};
use crate::lettering::{text_height, text_width};
use crate::mission::{NodeId, Site};
use crate::overlay::Raster;
use crate::picture::{CellPixels, Image, TileLooks};
use crate::pipeline::{LevelHistory, LevelHistoryStage, LevelHistoryStep, LevelPlayback, Run};
use crate::space::FormingStage;

use level_stage::{Painting, plan_marks};
use mission::FilmPositions;

pub use step_words::step_in_words;

/// Background colour.
const GROUND: Color = Color::rgb(0x16, 0x18, 0x1e);
/// Background colour of the caption.
const PANEL: Color = Color::rgb(0x22, 0x25, 0x2d);
/// Colours of texts, of lines without a colour of their own, and of changes.
const TEXT: Color = Color::rgb(0xd6, 0xda, 0xe2);
const STRONG: Color = Color::rgb(0xff, 0xff, 0xff);
const LINE: Color = Color::rgb(0x7d, 0x86, 0x96);
const ACCENT: Color = Color::rgb(0xf2, 0xb4, 0x4a);

/// Height of the caption, its font size, and its margin, in pixels.
const CAPTION: u32 = 26;
const TYPE: f32 = 13.0;
const MARGIN: f32 = 8.0;

/// Duration of the last frame, in hundredths of a second.
const PAUSE: u16 = 200;
/// Maximum number of frames; longer films skip steps.
const MOST_FRAMES: usize = 2000;

/// Maximum number of pixels painted for all frames: about ten seconds of work.
const MOST_PIXELS: u64 = 1 << 29;
/// Number of frames from which the palette is chosen.
const SAMPLES: usize = 12;

/// File format of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmFormat {
    /// GIF: supported everywhere, 256 colours.
    Gif,
    /// Animated PNG: all colours, larger files.
    Apng,
}

impl FilmFormat {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::Gif, Self::Apng];

    /// Returns the extension of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Apng => "png",
        }
    }
}

/// The part of a film to write, and its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilmRequest {
    /// Number of steps done in the first frame and in the last frame.
    pub stretch: (usize, usize),
    /// Steps per second.
    pub pace: u32,
    /// Approximate length of the longer side of the picture, in pixels.
    pub size: u32,
    /// File format.
    pub format: FilmFormat,
    /// `true` to show seals up to the finished level. Otherwise only the stage that sets them shows them.
    pub with_seals: bool,
}

impl FilmRequest {
    /// Allowed range of `size`.
    pub const SIZES: (u32, u32) = (160, 4096);
    /// Allowed range of `pace`.
    pub const PACES: (u32, u32) = (1, 50);
}

/// The reason why there is no film.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum FilmError {
    /// The user stopped it.
    #[error("the film was stopped")]
    Stopped,
    /// There is no derivation.
    #[error("there is no mission to show")]
    NoMission,
    /// The film would have too many pixels: `times` times the maximum.
    #[error(
        "{frames} frames of {width} × {height} pixels are too many, by {times} times; choose a smaller size or fewer steps"
    )]
    TooLarge { frames: usize, width: u32, height: u32, times: u64 },
    /// The encoder failed, for the given reason.
    #[error("the film cannot be written: {0}")]
    Encoding(String),
}

impl From<Cancelled> for FilmError {
    fn from(_: Cancelled) -> Self {
        Self::Stopped
    }
}

/// All steps of a run, from the start of its mission to the finished level.
#[derive(Clone, Debug)]
pub struct FilmReel {
    derivation: Arc<Derivation>,
    grammar: Arc<Grammar>,
    level_history: Option<Arc<LevelHistory>>,
    looks: Arc<TileLooks>,
    sites: BTreeMap<NodeId, Site>,
    seals: Arc<[Cell]>,
}

impl FilmReel {
    /// Creates the reel of a run. Its level is made again to record the changes of each stage.
    ///
    /// # Errors
    /// If it is stopped, or there is no mission.
    pub fn of(run: &Run, looks: Arc<TileLooks>, stop: &StopToken) -> Result<Self, FilmError> {
        let derivation = run.derivation.as_ref().ok_or(FilmError::NoMission)?;
        let planned = run.plan.iter().flat_map(|plan| &plan.places);
        Ok(Self {
            derivation: Arc::clone(derivation),
            grammar: Arc::clone(&run.request.grammar),
            level_history: LevelHistory::of(run, stop)?.map(Arc::new),
            looks,
            sites: planned.map(|place| (place.node, place.site)).collect(),
            seals: Arc::clone(&run.seals),
        })
    }

    /// Returns the total number of steps.
    pub fn length(&self) -> usize {
        self.mission_length()
            + self.level_history.as_ref().map_or(0, |level_history| level_history.steps.len())
    }

    /// Returns the number of steps of the mission, which come first.
    pub fn mission_length(&self) -> usize {
        self.derivation.steps.len()
    }

    /// Writes a film; the same order gives the same bytes.
    ///
    /// # Errors
    /// If it is stopped, or cannot be encoded.
    pub fn write(
        &self,
        order: &FilmRequest,
        stop: &StopToken,
        progress: &Progress,
    ) -> Result<Vec<u8>, FilmError> {
        let last = order.stretch.1.min(self.length());
        let first = order.stretch.0.min(last);
        let stride = (last - first).div_ceil(MOST_FRAMES).max(1);
        let mut steps: Vec<usize> = (first..last).step_by(stride).collect();
        steps.push(last);
        let delay = u16::try_from(100 / order.pace.max(1)).unwrap_or(u16::MAX).max(2);
        let mut stage = FrameRenderer::new(self, order.size, order.with_seals);
        let count = steps.len();
        let painted = stage.painted_pixels().saturating_mul(count as u64);
        if painted > MOST_PIXELS {
            let (Size { width, height }, times) = (stage.room, painted.div_ceil(MOST_PIXELS));
            return Err(FilmError::TooLarge { frames: count, width, height, times });
        }
        let delay_of = |index: usize| if index + 1 == count { PAUSE.max(delay) } else { delay };
        // For GIF, the sample frames are drawn twice.
        let total = match order.format {
            FilmFormat::Gif => count + SAMPLES + 1,
            FilmFormat::Apng => count,
        };
        let mut drawn = 0;
        let mut frames = |stage: &mut FrameRenderer<'_>, index: usize| {
            progress.set(drawn, total as u64);
            drawn += 1;
            steps.get(index).map(|step| stage.frame(*step)).filter(|_| !stop.is_stopped())
        };
        let written = match order.format {
            FilmFormat::Gif => {
                let samples = (0..=SAMPLES).map(|part| (count - 1) * part / SAMPLES);
                let samples: Vec<Image> = samples.filter_map(|index| frames(&mut stage, index)).collect();
                gif_file::Animation::new(&samples).and_then(|mut animation| {
                    for index in 0..count {
                        let Some(image) = frames(&mut stage, index) else { break };
                        animation.add(&image, delay_of(index))?;
                    }
                    animation.finish()
                })
            }
            FilmFormat::Apng => {
                let images =
                    (0..count).map_while(|index| Some((frames(&mut stage, index)?, delay_of(index))));
                apng_file::write(u32::try_from(count).unwrap_or(u32::MAX), images)
            }
        };
        stop.unless_stopped(())?;
        written.map_err(FilmError::Encoding)
    }
}

/// Draws one frame after the other.
struct FrameRenderer<'a> {
    reel: &'a FilmReel,
    mission: Playback,
    level_history: Option<LevelPlayback>,
    cell: CellPixels,
    /// Size of the picture without the caption.
    room: Size,
    positions: FilmPositions,
    with_seals: bool,
}

impl<'a> FrameRenderer<'a> {
    fn new(reel: &'a FilmReel, size: u32, with_seals: bool) -> Self {
        let (least, most) = FilmRequest::SIZES;
        let size = size.clamp(least, most);
        let level = reel.level_history.as_ref().map(|level_history| &*level_history.level);
        let (cell, room) = match level {
            Some(level) => {
                let cells = level.tiles.size();
                let fitting = size / cells.width.max(cells.height).max(1);
                let (least, most) = CellPixels::RANGE;
                let cell = CellPixels::new(fitting.clamp(least, most))
                    .unwrap_or(CellPixels::from(crate::picture::CellSide::Small));
                (cell, Size::new(cells.width * cell.get(), cells.height * cell.get()))
            }
            None => (crate::picture::CellSide::Small.into(), Size::new(size, size * 5 / 8)),
        };
        Self {
            mission: Playback::new(Arc::clone(&reel.derivation)),
            level_history: reel
                .level_history
                .as_ref()
                .map(|level_history| LevelPlayback::new(Arc::clone(level_history))),
            cell,
            room,
            positions: FilmPositions::new(&reel.derivation, level, &reel.sites, room),
            with_seals,
            reel,
        }
    }

    /// Returns the number of pixels painted per frame, before scaling down.
    fn painted_pixels(&self) -> u64 {
        let cells = self
            .reel
            .level_history
            .as_ref()
            .map_or(0, |level_history| level_history.level.tiles.size().area() as u64);
        let side = u64::from(self.cell.side().pixels());
        (cells * side * side).max(self.room.area() as u64)
    }

    /// Draws the picture after the given number of steps.
    fn frame(&mut self, step: usize) -> Image {
        let of_mission = self.reel.mission_length();
        let (mut pixels, count, words) = match step.checked_sub(of_mission + 1) {
            Some(before) => self.level_frame(before + 1),
            None => self.mission_frame(step),
        };
        let line = text_height(TYPE);
        let size = Size::new(self.room.width, self.room.height + caption_height(self.room.width));
        pixels.resize(size.area(), PANEL);
        let mut raster = Raster::new(&mut pixels, size.width, 0, 1.0);
        let top = self.room.height as f32 + (CAPTION as f32 - line) / 2.0;
        raster.write(&count, TYPE, (MARGIN, top), STRONG);
        let left = MARGIN + text_width(&count, TYPE) + 1.5 * MARGIN;
        let words = wrapped(&words, size.width as f32 - left - MARGIN, caption_lines(size.width));
        for (number, words) in words.iter().enumerate() {
            raster.write(words, TYPE, (left, top + number as f32 * line), TEXT);
        }
        Image { size, pixels }
    }

    fn mission_frame(&mut self, step: usize) -> (Vec<Color>, String, String) {
        let FilmReel { derivation, grammar, .. } = self.reel;
        self.mission.go_to(step);
        let last = step.checked_sub(1).and_then(|before| derivation.steps.get(before));
        let marks = mission::marks(self.mission.mission(), &derivation.alphabet, &self.positions, last);
        let mut pixels = vec![GROUND; self.room.area()];
        let mut raster = Raster::new(&mut pixels, self.room.width, 0, 1.0);
        marks.iter().for_each(|mark| raster.draw(mark));
        let start = || "The start, before any rule".to_owned();
        let words = last.map_or_else(start, |last| step_in_words(last, grammar));
        (pixels, format!("{step} of {}", derivation.steps.len()), words)
    }

    fn level_frame(&mut self, step: usize) -> (Vec<Color>, String, String) {
        let Some(playback) = &mut self.level_history else {
            return (Vec::new(), String::new(), String::new());
        };
        playback.go_to(step);
        let level_history = Arc::clone(playback.level_history());
        let alphabet = &self.reel.derivation.alphabet;
        let is_sealed =
            |step: &LevelHistoryStep| step.stage == LevelHistoryStage::Formed(FormingStage::Seals);
        let shows_seals = self.with_seals && level_history.steps.iter().take(step).any(is_sealed);
        let seals = if shows_seals { &*self.reel.seals } else { &[] };
        let painting = Painting { alphabet, looks: &self.reel.looks, cell: self.cell, seals };
        let mut pixels = painting.draw(playback).pixels;
        if playback.last().is_some_and(|step| step.stage == LevelHistoryStage::Layout) {
            let marks = plan_marks(&level_history, alphabet, self.cell.get() as f32);
            let mut raster = Raster::new(&mut pixels, self.room.width, 0, 1.0);
            marks.iter().for_each(|mark| raster.draw(mark));
        }
        (pixels, format!("Level {step} of {}", level_history.steps.len()), level_history.step_words(step))
    }
}

/// Returns the number of caption lines of a film with this width in pixels.
const fn caption_lines(width: u32) -> usize {
    match width {
        720.. => 1,
        400..720 => 2,
        _ => 4,
    }
}

/// Returns the height of the caption in pixels.
fn caption_height(width: u32) -> u32 {
    CAPTION + ((caption_lines(width) - 1) as f32 * text_height(TYPE)).ceil() as u32
}

/// Wraps a text into at most `most` lines of the given width. If necessary, the end of the last line is cut.
fn wrapped(text: &str, width: f32, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let is_last = lines.len() == most;
        let Some(line) = lines.last_mut() else { break };
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if line.is_empty() || is_last || text_width(&longer, TYPE) <= width {
            *line = longer;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.iter().map(|line| shortened(line, width)).collect()
}

/// Cuts a text so that it is at most `width` wide.
fn shortened(text: &str, width: f32) -> String {
    if text_width(text, TYPE) <= width {
        return text.to_owned();
    }
    let mut short: String = text.to_owned();
    while !short.is_empty() && text_width(&format!("{short}…"), TYPE) > width {
        short.pop();
    }
    format!("{}…", short.trim_end())
}

#[cfg(test)]
mod tests;
