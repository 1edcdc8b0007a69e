//! Keeps unsaved work, so that it survives any end of the program.
//!
//! Each running program has a folder in `recovery/` and holds the lock on its file `lock`. The folder
//! contains `unsaved.ron` while there is unsaved work. If nobody holds the lock, the program did not end
//! properly, and the next start offers the content of the folder. The folders are numbered, so that the
//! newest is known whatever the clock says, and names are never reused.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::disk::Disk;
use super::draft::sweep;
use super::reading::{exists_on, read_text_on};
use super::unsaved::Unsaved;
use super::writing::{save_bytes_on, write_all};
use super::{FileError, ProgramFolder};

const LOCK: &str = "lock";
const UNSAVED: &str = "unsaved.ron";

/// The recovery folder of the running program.
#[derive(Debug)]
pub struct Session {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    /// Open lock file; `None` if the file system has no locks.
    lock: Option<File>,
}

/// Unsaved work of a program that did not end properly. While this exists, nobody else is offered it.
#[derive(Debug)]
pub struct Leftover {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    unsaved: Result<Unsaved, String>,
    lock: Option<File>,
}

impl ProgramFolder {
    /// Creates the recovery folder of this program.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn begin_session(&self) -> Result<Session, FileError> {
        let (disk, recovery) = (self.shared_disk(), self.recovery());
        let unwritable = |source| FileError::Unwritable { path: recovery.clone(), source };
        let _turn = self.take_turn();
        let folder = new_folder(&*disk, &recovery).map_err(unwritable)?;
        let lock = new_lock(&*disk, &folder).map_err(unwritable)?;
        Ok(Session { disk, folder, lock })
    }

    /// Returns the unsaved work of programs that no longer run, the newest first. Empty folders are removed.
    ///
    /// # Errors
    /// If the folder cannot be listed; nothing is removed in this case.
    pub fn leftovers(&self) -> Result<Vec<Leftover>, FileError> {
        let recovery = self.recovery();
        let _turn = self.take_turn();
        let entries = self.disk().list(&recovery);
        let entries = entries.map_err(|source| FileError::Unreadable { path: recovery, source })?;
        let numbered = entries.into_iter().filter_map(|path| Some((number_of(&path)?, path)));
        let mut folders: Vec<(u64, PathBuf)> = numbered.collect();
        folders.sort();
        let left = folders.into_iter().rev();
        Ok(left.filter_map(|(_, folder)| Leftover::of(self.shared_disk(), folder)).collect())
    }

    /// Takes a lock, because nobody may look at a folder between its creation and its locking.
    fn take_turn(&self) -> Option<File> {
        let (disk, path) = (self.disk(), self.recovery().join(LOCK));
        let file = disk.open(&path).or_else(|_| disk.create(&path)).or_else(|_| disk.open(&path)).ok()?;
        disk.lock(&file).ok()?;
        Some(file)
    }
}

/// Returns the number of a recovery folder; `None` for anything else.
fn number_of(folder: &Path) -> Option<u64> {
    let name = folder.file_name()?.to_str()?;
    let is_ours = name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    name.split('-').next().filter(|_| is_ours)?.parse().ok()
}

/// Creates a folder with a number higher than all others.
fn new_folder(disk: &dyn Disk, recovery: &Path) -> io::Result<PathBuf> {
    let numbers = disk.list(recovery)?.into_iter().filter_map(|path| number_of(&path));
    let mut number = numbers.max().unwrap_or(0);
    loop {
        number = number.wrapping_add(1);
        let folder = recovery.join(number.to_string());
        match disk.create_folder(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| folder),
        }
    }
}

/// Creates the lock file of a folder and takes its lock.
fn new_lock(disk: &dyn Disk, folder: &Path) -> io::Result<Option<File>> {
    let mut lock = disk.create(&folder.join(LOCK))?;
    write_all(disk, &mut lock, format!("{}\n", std::process::id()).as_bytes())?;
    Ok(disk.try_lock(&lock).is_ok().then_some(lock))
}

/// Takes the lock of a folder whose program no longer runs; `None` if there are no locks.
fn take_lock(disk: &dyn Disk, folder: &Path) -> io::Result<Option<File>> {
    let file = match disk.open(&folder.join(LOCK)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    match disk.try_lock(&file) {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Removes a recovery folder. If it contains unexpected files, both stay.
fn remove_folder(disk: &dyn Disk, folder: &Path) -> io::Result<()> {
    match disk.remove(&folder.join(UNSAVED)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    // Nothing valuable is left in it. If something stays, the next start removes it.
    sweep(disk, folder);
    let _ = disk.remove(&folder.join(LOCK));
    let _ = disk.remove_folder(folder);
    Ok(())
}

impl Session {
    /// Keeps an unsaved project. The previous one stays in place until the new one is complete.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, unsaved: &Unsaved) -> Result<(), FileError> {
        let path = self.folder.join(UNSAVED);
        let unwritable = |source| FileError::Unwritable { path: path.clone(), source };
        let text = unsaved.print().map_err(unwritable)?;
        self.come_back().map_err(unwritable)?;
        save_bytes_on(&*self.disk, &path, text.as_bytes())
    }

    /// Creates the folder again, if somebody has removed it.
    fn come_back(&mut self) -> io::Result<()> {
        if !exists_on(&*self.disk, &self.folder.join(LOCK)) {
            self.disk.create_folders(&self.folder)?;
            self.lock = new_lock(&*self.disk, &self.folder)?;
        }
        Ok(())
    }

    pub(super) fn unprintable(&self) -> FileError {
        let source = io::Error::other("the project has something that cannot be written");
        FileError::Unwritable { path: self.folder.join(UNSAVED), source }
    }

    /// Discards the kept project, because it is saved or no longer wanted.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn forget(&self) -> Result<(), FileError> {
        let path = self.folder.join(UNSAVED);
        match self.disk.remove(&path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                Err(FileError::Unwritable { path, source })
            }
            _ => Ok(()),
        }
    }
}

impl Drop for Session {
    /// Removes the folder if it is empty. A kept project stays unless it was discarded.
    fn drop(&mut self) {
        if !exists_on(&*self.disk, &self.folder.join(UNSAVED)) {
            // If it stays, the next start removes it.
            let _ = remove_folder(&*self.disk, &self.folder);
        }
    }
}

impl Leftover {
    fn of(disk: Arc<dyn Disk>, folder: PathBuf) -> Option<Self> {
        let lock = match take_lock(&*disk, &folder) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
            // The program may still be running, so its work stays.
            Err(error) => return Some(Self { disk, folder, unsaved: Err(error.to_string()), lock: None }),
            Ok(lock) => lock,
        };
        let unsaved = match read_text_on(&*disk, &folder.join(UNSAVED)) {
            Err(FileError::Unreadable { source, .. }) if source.kind() == io::ErrorKind::NotFound => None,
            text => Some(text.map_err(|error| error.to_string()).and_then(|text| Unsaved::parse(&text))),
        };
        let is_needed = |unsaved: &Unsaved| !unsaved.is_in_its_files(&*disk);
        match unsaved {
            Some(unsaved) if unsaved.as_ref().map_or(true, is_needed) => {
                Some(Self { disk, folder, unsaved, lock })
            }
            _ => {
                // If it stays, the next start removes it.
                let _ = remove_folder(&*disk, &folder);
                None
            }
        }
    }

    /// Returns the unsaved project, or the reason why it cannot be read.
    pub fn unsaved(&self) -> Result<&Unsaved, &str> {
        self.unsaved.as_ref().map_err(String::as_str)
    }

    /// Returns the path of its file.
    pub fn file(&self) -> PathBuf {
        self.folder.join(UNSAVED)
    }

    /// Removes it permanently.
    ///
    /// # Errors
    /// If it cannot be removed, or if its program may still be running.
    pub fn discard(self) -> Result<(), FileError> {
        let unwritable = |source| FileError::Unwritable { path: self.file(), source };
        let _lock = match &self.lock {
            None => take_lock(&*self.disk, &self.folder).map_err(unwritable)?,
            Some(_) => None,
        };
        remove_folder(&*self.disk, &self.folder).map_err(unwritable)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::UNIX_EPOCH;

    use super::*;

    fn unsaved(title: &str) -> Unsaved {
        Unsaved {
            format: Unsaved::FORMAT,
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
        let home = ProgramFolder::at(folder.path()).unwrap();
        let mut session = home.begin_session().unwrap();
        session.keep(&unsaved("mine")).unwrap();
        assert_eq!(home.leftovers().unwrap().len(), 0);
        drop(session);
        assert_eq!(titles(&home.leftovers().unwrap()), ["mine"]);
    }

    #[test]
    fn leftover_is_offered_until_it_is_discarded_and_to_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path()).unwrap();
        home.begin_session().unwrap().keep(&unsaved("mine")).unwrap();
        let mut first = home.leftovers().unwrap();
        assert_eq!(titles(&first), ["mine"]);
        assert_eq!(home.leftovers().unwrap().len(), 0);
        first.clear();
        let mut again = home.leftovers().unwrap();
        again.remove(0).discard().unwrap();
        assert_eq!(home.leftovers().unwrap().len(), 0);
    }

    #[test]
    fn what_is_forgotten_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path()).unwrap();
        let mut session = home.begin_session().unwrap();
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
        let home = ProgramFolder::at(folder.path().join("home")).unwrap();
        let path = folder.path().join("a.ron");
        fs::write(&path, "Grammar()").unwrap();
        let kept = |grammar: &str| Unsaved {
            path: Some(path.clone()),
            grammar: grammar.to_owned(),
            ..unsaved("mine")
        };
        home.begin_session().unwrap().keep(&kept("Grammar()")).unwrap();
        assert_eq!(home.leftovers().unwrap().len(), 0);
        home.begin_session().unwrap().keep(&kept("Grammar(name: \"other\")")).unwrap();
        assert_eq!(home.leftovers().unwrap().len(), 1);
    }

    #[test]
    fn leftover_that_cannot_be_read_is_reported_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path()).unwrap();
        let broken = home.recovery().join("1-1-1");
        fs::create_dir(&broken).unwrap();
        fs::write(broken.join(UNSAVED), "(format").unwrap();
        let leftovers = home.leftovers().unwrap();
        assert!(leftovers[0].unsaved().is_err());
        assert!(leftovers[0].file().exists());
    }

    #[test]
    fn newest_session_comes_first_and_no_folder_is_taken_twice_whatever_the_clock_says() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path()).unwrap();
        for title in ["first", "second", "third"] {
            home.begin_session().unwrap().keep(&unsaved(title)).unwrap();
        }
        assert_eq!(titles(&home.leftovers().unwrap()), ["third", "second", "first"]);
    }

    #[test]
    fn nothing_but_our_own_is_taken_away() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path()).unwrap();
        let (theirs, mixed) = (home.recovery().join("photos"), home.recovery().join("5"));
        for made in [&theirs, &mixed] {
            fs::create_dir(made).unwrap();
            fs::write(made.join("beach.png"), "x").unwrap();
        }
        assert_eq!(home.leftovers().unwrap().len(), 0);
        assert!(theirs.join("beach.png").exists() && mixed.join("beach.png").exists());
    }

    #[test]
    fn session_whose_folder_was_taken_away_keeps_on_and_is_nobodys_leftover() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path()).unwrap();
        let mut session = home.begin_session().unwrap();
        fs::remove_dir_all(&session.folder).unwrap();
        session.keep(&unsaved("mine")).unwrap();
        assert_eq!(home.leftovers().unwrap().len(), 0);
        drop(session);
        assert_eq!(titles(&home.leftovers().unwrap()), ["mine"]);
    }
}
