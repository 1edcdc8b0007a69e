//! Writes a part of the derivation and of the making of its level as an animated picture.

use std::path::PathBuf;
use std::sync::Arc;

use super::JobKind;
use super::jobs::{Job, JobControl};
use crate::base::Cancelled;
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
}

/// The file of a film, and an error message if it could not be written.
pub type WrittenFilm = (PathBuf, Result<(), String>);

/// Writes films.
pub struct WriteFilm;

impl Job for WriteFilm {
    type Request = FilmToWrite;
    type Answer = WrittenFilm;

    const KIND: JobKind = JobKind::Film;
    const REPORTS_PROGRESS: bool = true;

    fn work() -> impl FnMut(FilmToWrite, &JobControl) -> Result<WrittenFilm, Cancelled> + Send + 'static {
        |film, control| {
            let written = match film.bytes(control) {
                Err(FilmError::Stopped) => return Err(Cancelled),
                Err(error) => Err(error.to_string()),
                Ok(bytes) => save_bytes(&film.path, &bytes).map_err(|error| error.to_string()),
            };
            Ok((film.path, written))
        }
    }
}

impl FilmToWrite {
    fn bytes(&self, JobControl { stop, progress }: &JobControl) -> Result<Vec<u8>, FilmError> {
        FilmReel::of(&self.run, Arc::clone(&self.looks), stop)?.write(&self.order, stop, progress)
    }
}
