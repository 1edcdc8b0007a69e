//! A stretch of the derivation and of the making of its level, written as an animated picture in the background.

use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;

use crate::base::{Cancelled, Progress, StopToken};
use crate::editor::work::background::Background;
use crate::files::save_bytes;
use crate::film::{FilmError, FilmOrder, Reel};
use crate::picture::TileLooks;
use crate::pipeline::Run;

/// A film to write.
#[derive(Clone, Debug)]
pub struct FilmToWrite {
    /// Of what.
    pub run: Run,
    /// What tiles look like.
    pub looks: Arc<TileLooks>,
    /// Which part, and how.
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
        let written = match film.write(stop) {
            Err(FilmError::Stopped) => return Err(Cancelled),
            Err(error) => Err(error.to_string()),
            Ok(bytes) => save_bytes(&film.path, &bytes).map_err(|error| error.to_string()),
        };
        Ok((film.path, written))
    })
}

impl FilmToWrite {
    fn write(&self, stop: &StopToken) -> Result<Vec<u8>, FilmError> {
        Reel::of(&self.run, Arc::clone(&self.looks), stop)?.write(&self.order, stop, &self.progress)
    }
}
