//! Repeats a command whenever files of a project change.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::diagnostics::say;
use super::outcome::{CliError, CliOutcome};
use crate::base::{StopToken, listed};
use crate::files::{FileError, Project, Watch};

/// Time between two checks of the files.
const PAUSE: Duration = Duration::from_millis(200);

/// Number of further checks for missing files, because editors save by renaming.
const PATIENCE: u32 = 5;

/// The output of a repeated command: one file, or one for each of several seeds.
pub(super) enum Output {
    One(PathBuf),
    /// First and last file.
    Several(PathBuf, PathBuf),
}

impl Output {
    /// Returns a sentence about the output: `of_one` for one file, `of_several` for several.
    fn say(&self, of_one: &str, of_several: &str) -> String {
        match self {
            Self::One(path) => format!("{} {of_one}", path.display()),
            Self::Several(first, last) => format!("{} to {} {of_several}", first.display(), last.display()),
        }
    }
}

/// Waits for changes of the files of a project.
pub(super) struct FileWatcher {
    watch: Watch,
    /// Files named by the command.
    named: Vec<PathBuf>,
    stop: StopToken,
}

impl FileWatcher {
    /// Starts by watching the named files.
    pub(super) fn new(named: Vec<PathBuf>, stop: StopToken) -> Self {
        let mut watch = Watch::default();
        watch.follow(named.iter().cloned());
        Self { watch, named, stop }
    }

    /// Runs `make` now and after each change, until it is stopped.
    ///
    /// It ends at once if it can never succeed: if the output makes no sense, or a file is missing from the
    /// beginning.
    pub(super) fn run(
        mut self,
        output: &Output,
        load: impl Fn() -> Result<Project, FileError>,
        mut make: impl FnMut(Project) -> Result<CliOutcome, CliError>,
    ) -> Result<CliOutcome, CliError> {
        let mut loaded = Ok(self.load(&load)?);
        let mut cause = String::new();
        let mut was_written = false;
        loop {
            let made = loaded.map_err(CliError::from).and_then(&mut make);
            if self.stop.is_stopped() {
                return Ok(CliOutcome::Interrupted);
            }
            let is_written = match made {
                Ok(ending) => ending == CliOutcome::Done,
                Err(trouble) if trouble.ending() == CliOutcome::Usage => return Err(trouble),
                Err(trouble) => {
                    trouble.message().iter().for_each(|message| say(&format!("error: {message}")));
                    false
                }
            };
            was_written |= is_written;
            let outcome = match (is_written, was_written) {
                (true, _) => output.say("is written", "are written"),
                (false, true) => output.say("stays as it is", "stay as they are"),
                (false, false) => output.say("is not written", "are not written"),
            };
            let waiting = if cause.is_empty() { self.waiting() } else { String::new() };
            say(&format!("{cause}{outcome}{waiting}"));
            let Some(changed) = self.wait() else { return Ok(CliOutcome::Interrupted) };
            cause = format!("{} changed: ", names(changed.iter().map(PathBuf::as_path)));
            loaded = self.load(&load);
        }
    }

    /// Reads the project and watches its files. Files that were read before they were watched are read again.
    fn load(&mut self, load: impl Fn() -> Result<Project, FileError>) -> Result<Project, FileError> {
        loop {
            let project = load()?;
            let mut files = project.files();
            files.extend(self.named.iter().cloned());
            if project.grammar.value.is_none() {
                // The room sets of an unreadable grammar are unknown; they may be the same as before.
                files.extend(self.watch.files().map(Path::to_owned));
            }
            if !self.watch.follow(files) {
                return Ok(project);
            }
        }
    }

    /// Waits until files have changed and all of them exist again. `None` if it was stopped.
    fn wait(&mut self) -> Option<BTreeSet<PathBuf>> {
        let mut changed = BTreeSet::new();
        let mut patience = PATIENCE;
        loop {
            if self.stop.is_stopped() {
                return None;
            }
            thread::sleep(PAUSE);
            let new = self.watch.changed();
            let is_quiet = new.is_empty();
            changed.extend(new);
            let is_gone = changed.iter().any(|path| !self.watch.is_there(path));
            if !changed.is_empty() && is_quiet {
                if !is_gone || patience == 0 {
                    return Some(changed);
                }
                patience -= 1;
            }
        }
    }

    fn waiting(&self) -> String {
        format!("; waiting for changes of {}, Ctrl+C ends", names(self.watch.files()))
    }
}

/// Joins the names of files: "a.ron and b.ron".
fn names<'a>(files: impl Iterator<Item = &'a Path>) -> String {
    let names: Vec<String> = files
        .map(|path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned())
        .collect();
    listed(&names, "and")
}
