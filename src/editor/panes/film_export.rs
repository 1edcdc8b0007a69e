//! Writes a part of the derivation and of the making of its level as an animated picture, in the background.

use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;

use crate::base::{Cancelled, Progress, StopToken};
use crate::editor::work::background::Background;
use crate::files::save_bytes;
use crate::film::{FilmError, FilmReel, FilmRequest};
use crate::picture::TileLooks;
use crate::pipeline::Run;

/// A film to write.
#[derive(Clone, Debug)]
pub struct FilmToWrite {
    /// Run that is shown.
    pub run: Run,
    /// Custom looks of tiles.
    pub looks: Arc<TileLooks>,
    /// Part to write, and its format.
    pub order: FilmRequest,
    /// Target file.
    pub path: PathBuf,
    /// Progress of writing.
    pub progress: Progress,
}

/// The file of a film, and an error message if it could not be written.
pub type WrittenFilm = (PathBuf, Result<(), String>);

/// A thread that writes films.
pub type FilmWriter = Background<FilmToWrite, WrittenFilm>;

/// Starts the thread; `ctx` is woken when a film is written.
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
        FilmReel::of(&self.run, Arc::clone(&self.looks), stop)?.write(&self.order, stop, &self.progress)
    }
}
