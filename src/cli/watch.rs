//! Doing something again whenever files of a project change.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::complaints::say;
use super::ending::{Ending, Trouble};
use crate::base::{StopToken, listed};
use crate::files::{FileError, Project, Watch};

/// How often files are looked at.
const PAUSE: Duration = Duration::from_millis(200);

/// So many more looks are given to files that are not there any more: editors save by renaming.
const PATIENCE: u32 = 5;

/// What is made again and again: a file, or one for each of several seeds.
pub(super) enum Output {
    One(PathBuf),
    /// The first and the last of them.
    Several(PathBuf, PathBuf),
}

impl Output {
    /// Says of one file the first, of several the second.
    fn say(&self, of_one: &str, of_several: &str) -> String {
        match self {
            Self::One(path) => format!("{} {of_one}", path.display()),
            Self::Several(first, last) => format!("{} to {} {of_several}", first.display(), last.display()),
        }
    }
}

/// Waits for changes of the files of a project.
pub(super) struct Watcher {
    watch: Watch,
    /// Those that the command names.
    named: Vec<PathBuf>,
    stop: StopToken,
}

impl Watcher {
    /// Watches these files to begin with.
    pub(super) fn new(named: Vec<PathBuf>, stop: StopToken) -> Self {
        let mut watch = Watch::default();
        watch.follow(named.iter().cloned());
        Self { watch, named, stop }
    }

    /// Makes something of a project, now and after each change, until it is stopped. What can never be made ends it at once: an output that makes no sense, or a file that is missing from the beginning.
    pub(super) fn run(
        mut self,
        output: &Output,
        load: impl Fn() -> Result<Project, FileError>,
        mut make: impl FnMut(Project) -> Result<Ending, Trouble>,
    ) -> Result<Ending, Trouble> {
        let mut loaded = Ok(self.load(&load)?);
        let mut cause = String::new();
        let mut was_written = false;
        loop {
            let made = loaded.map_err(Trouble::from).and_then(&mut make);
            if self.stop.is_stopped() {
                return Ok(Ending::Interrupted);
            }
            let is_written = match made {
                Ok(ending) => ending == Ending::Done,
                Err(trouble) if trouble.ending() == Ending::Usage => return Err(trouble),
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
            let Some(changed) = self.wait() else { return Ok(Ending::Interrupted) };
            cause = format!("{} changed: ", names(changed.iter().map(PathBuf::as_path)));
            loaded = self.load(&load);
        }
    }

    /// Reads the project, and follows its files. What was read before a file was followed is read again.
    fn load(&mut self, load: impl Fn() -> Result<Project, FileError>) -> Result<Project, FileError> {
        loop {
            let project = load()?;
            let mut files = project.files();
            files.extend(self.named.iter().cloned());
            if project.grammar.value.is_none() {
                // Nobody knows the room sets of a grammar that cannot be read; they may be what they were.
                files.extend(self.watch.files().map(Path::to_owned));
            }
            if !self.watch.follow(files) {
                return Ok(project);
            }
        }
    }

    /// Waits until files have changed and are all there again; none: it was stopped.
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

/// The names of files: "a.ron and b.ron".
fn names<'a>(files: impl Iterator<Item = &'a Path>) -> String {
    let names: Vec<String> = files
        .map(|path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned())
        .collect();
    listed(&names, "and")
}
