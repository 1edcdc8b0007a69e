//! Takes a picture of the window once the level is finished.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use egui::{ColorImage, Context, Event, UserData, ViewportCommand};

use crate::editor::app::App;
use crate::editor::work::disk;

/// Maximum number of frames to wait for the level, and again for the picture.
const MOST_FRAMES: u32 = 1200;
/// Number of frames drawn with the level before the picture is taken, so that everything has settled.
const SETTLING_FRAMES: u32 = 4;
/// Maximum number of further frames to wait for content that is drawn in pieces.
const DRAWING_FRAMES: u32 = 300;
/// Time between two frames while waiting.
const PAUSE: Duration = Duration::from_millis(25);

/// A picture in progress.
#[derive(Debug)]
pub struct Screenshot {
    path: PathBuf,
    frames: u32,
    settled: u32,
    drawing: u32,
}

impl Screenshot {
    /// Starts a picture that will be written to a file.
    pub fn to(path: PathBuf) -> Self {
        Self { path, frames: 0, settled: 0, drawing: 0 }
    }

    /// Advances by one frame. Returns the result when it is finished.
    pub fn advance(&mut self, ctx: &Context, app: &App) -> Option<Result<(), String>> {
        if let Some(image) = taken(ctx) {
            return Some(disk::write_png(&image, &self.path));
        }
        self.frames += 1;
        if self.frames > MOST_FRAMES {
            return Some(Err("the level was not ready in time".to_owned()));
        }
        ctx.request_repaint_after(PAUSE);
        if app.is_busy() || app.is_looking_for_fonts() || app.is_surveying() {
            return None;
        }
        let Some(run) = &app.run_view().run else { return None };
        if run.level.is_none() {
            let reason = run.failure.as_ref().map_or("there is no level", |failure| failure.message.as_str());
            return Some(Err(reason.to_owned()));
        }
        if ctx.requested_repaint_last_pass() && self.drawing < DRAWING_FRAMES {
            self.drawing += 1;
            return None;
        }
        self.settled += 1;
        if self.settled == SETTLING_FRAMES {
            ctx.send_viewport_cmd(ViewportCommand::Screenshot(UserData::default()));
        }
        None
    }
}

fn taken(ctx: &Context) -> Option<Arc<ColorImage>> {
    ctx.input(|input| {
        input.events.iter().find_map(|event| match event {
            Event::Screenshot { image, .. } => Some(Arc::clone(image)),
            _ => None,
        })
    })
}
