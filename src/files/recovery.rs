//! What is not saved yet is kept beside, so that it outlives the end of the program, however sudden.
//!
//! Each running program has a folder in `recovery/`, whose file `lock` it holds locked as long as it runs; in it lies `unsaved.ron` while something is not saved.
//! A folder whose lock nobody holds belongs to a program that did not end as it should: what is in it is offered at the next start.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::disk::save_text;
use super::unsaved::Unsaved;
use super::{FileError, Home};

const LOCK: &str = "lock";
const UNSAVED: &str = "unsaved.ron";

/// The recovery folder of this program, as long as it runs.
#[derive(Debug)]
pub struct Session {
    folder: PathBuf,
    /// Held locked; none where the file system knows no locks.
    _lock: Option<File>,
}

/// What a program left that did not end as it should. Nobody else is offered it meanwhile.
#[derive(Debug)]
pub struct Leftover {
    folder: PathBuf,
    unsaved: Result<Unsaved, String>,
    _lock: Option<File>,
}

impl Home {
    /// Begins the recovery folder of this program.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn begin_session(&self) -> Result<Session, FileError> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let _turn = self.take_turn();
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = self.recovery().join(format!("{seconds}-{}-{number}", std::process::id()));
        let begin = || -> io::Result<Option<File>> {
            fs::create_dir_all(&folder)?;
            let mut lock = File::create(folder.join(LOCK))?;
            writeln!(lock, "{}", std::process::id())?;
            Ok(lock.try_lock().is_ok().then_some(lock))
        };
        let lock = begin().map_err(|source| FileError::Unwritable { path: folder.clone(), source })?;
        Ok(Session { folder, _lock: lock })
    }

    /// What programs left that do not run any more, the newest first. Their folders are taken away where nothing is in them.
    pub fn leftovers(&self) -> Vec<Leftover> {
        let _turn = self.take_turn();
        let Ok(entries) = fs::read_dir(self.recovery()) else { return Vec::new() };
        let folders = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir());
        let mut leftovers: Vec<Leftover> = folders.filter_map(|folder| Leftover::of(&folder)).collect();
        leftovers
            .sort_by_key(|leftover| std::cmp::Reverse(leftover.unsaved.as_ref().ok().map(|kept| kept.time)));
        leftovers
    }

    /// Between the making of a folder and its lock nobody shall look at it.
    fn take_turn(&self) -> Option<File> {
        let file = File::create(self.recovery().join(LOCK)).ok()?;
        file.lock().ok()?;
        Some(file)
    }
}

impl Session {
    /// Keeps a project that is not saved. Whatever happens, what was kept before is there until this is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&self, unsaved: &Unsaved) -> Result<(), FileError> {
        let path = self.folder.join(UNSAVED);
        let unwritable = |source| FileError::Unwritable { path: path.clone(), source };
        let text = unsaved.print().map_err(unwritable)?;
        // Somebody may have tidied up.
        fs::create_dir_all(&self.folder).map_err(unwritable)?;
        save_text(&path, &text)
    }

    pub(super) fn unprintable(&self) -> FileError {
        let source = io::Error::other("the project has something that cannot be written");
        FileError::Unwritable { path: self.folder.join(UNSAVED), source }
    }

    /// Forgets what was kept: it is saved, or not wanted any more.
    ///
    /// # Errors
    /// If it cannot be taken away.
    pub fn forget(&self) -> Result<(), FileError> {
        let path = self.folder.join(UNSAVED);
        match fs::remove_file(&path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                Err(FileError::Unwritable { path, source })
            }
            _ => Ok(()),
        }
    }
}

impl Drop for Session {
    /// What is kept stays: who is done with it has it forgotten.
    fn drop(&mut self) {
        if !self.folder.join(UNSAVED).exists() {
            // If it stays, the next start takes it away.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

impl Leftover {
    fn of(folder: &Path) -> Option<Self> {
        let lock = match File::options().write(true).open(folder.join(LOCK)) {
            Ok(file) => match file.try_lock() {
                Ok(()) => Some(file),
                Err(TryLockError::WouldBlock) => return None,
                Err(TryLockError::Error(_)) => None,
            },
            Err(_) => None,
        };
        let text = match fs::read_to_string(folder.join(UNSAVED)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let _ = fs::remove_dir_all(folder);
                return None;
            }
            text => text.map_err(|error| error.to_string()),
        };
        let unsaved = text.and_then(|text| Unsaved::parse(&text));
        if unsaved.as_ref().is_ok_and(Unsaved::is_in_its_files) {
            let _ = fs::remove_dir_all(folder);
            return None;
        }
        Some(Self { folder: folder.to_owned(), unsaved, _lock: lock })
    }

    /// The project that was left; why it cannot be read, if so.
    pub fn unsaved(&self) -> Result<&Unsaved, &str> {
        self.unsaved.as_ref().map_err(String::as_str)
    }

    /// Where it lies.
    pub fn file(&self) -> PathBuf {
        self.folder.join(UNSAVED)
    }

    /// Takes it away for good.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn discard(self) -> Result<(), FileError> {
        fs::remove_dir_all(&self.folder)
            .map_err(|source| FileError::Unwritable { path: self.folder.clone(), source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unsaved(title: &str) -> Unsaved {
        Unsaved {
            title: title.to_owned(),
            path: None,
            rooms_folder: None,
            saving_loses: false,
            grammar: String::new(),
            rooms: Vec::new(),
            stamps: Vec::new(),
            time: UNIX_EPOCH,
        }
    }

    fn titles(leftovers: &[Leftover]) -> Vec<&str> {
        leftovers.iter().map(|leftover| leftover.unsaved().unwrap().title.as_str()).collect()
    }

    #[test]
    fn what_a_running_program_keeps_is_nobodys_leftover() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path()).unwrap();
        let session = home.begin_session().unwrap();
        session.keep(&unsaved("mine")).unwrap();
        assert_eq!(home.leftovers().len(), 0);
        drop(session);
        assert_eq!(titles(&home.leftovers()), ["mine"]);
    }

    #[test]
    fn leftover_is_offered_until_it_is_discarded_and_to_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path()).unwrap();
        home.begin_session().unwrap().keep(&unsaved("mine")).unwrap();
        let mut first = home.leftovers();
        assert_eq!(titles(&first), ["mine"]);
        assert_eq!(home.leftovers().len(), 0);
        first.clear();
        let mut again = home.leftovers();
        again.remove(0).discard().unwrap();
        assert_eq!(home.leftovers().len(), 0);
    }

    #[test]
    fn what_is_forgotten_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path()).unwrap();
        let session = home.begin_session().unwrap();
        session.keep(&unsaved("mine")).unwrap();
        session.forget().unwrap();
        session.forget().unwrap();
        drop(session);
        let entries = fs::read_dir(home.recovery()).unwrap().flatten();
        assert_eq!(entries.filter(|entry| entry.path().is_dir()).count(), 0);
    }

    #[test]
    fn what_is_in_its_file_after_all_is_not_offered() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().join("home")).unwrap();
        let path = folder.path().join("a.ron");
        fs::write(&path, "Grammar()").unwrap();
        let kept = |grammar: &str| Unsaved {
            path: Some(path.clone()),
            grammar: grammar.to_owned(),
            ..unsaved("mine")
        };
        home.begin_session().unwrap().keep(&kept("Grammar()")).unwrap();
        assert_eq!(home.leftovers().len(), 0);
        home.begin_session().unwrap().keep(&kept("Grammar(name: \"other\")")).unwrap();
        assert_eq!(home.leftovers().len(), 1);
    }

    #[test]
    fn leftover_that_cannot_be_read_is_told_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path()).unwrap();
        let broken = home.recovery().join("1-1-1");
        fs::create_dir(&broken).unwrap();
        fs::write(broken.join(UNSAVED), "(format").unwrap();
        let leftovers = home.leftovers();
        assert!(leftovers[0].unsaved().is_err());
        assert!(leftovers[0].file().exists());
    }
}
