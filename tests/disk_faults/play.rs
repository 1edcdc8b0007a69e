//! Plays the work of a designer, using everything that writes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use delvewright::document::{Autosave, Document, Edit, RoomsEdit, SaveError, SaveResult, SettingsEdit};
use delvewright::files::{
    Disk, Preferences, ProgramFolder, parse_grammar, parse_room_set, print_grammar, save_bytes_on,
};
use delvewright::rooms::RoomSet;

use super::faulty::{Fault, FaultyDisk, Operation};

const GRAMMAR: &str = r#"Grammar(
    format: 1,
    name: "edit 0",
    rooms: ["a.ron", "b.ron"],
    alphabet: (nodes: {"Hall": (form: Room())}, edges: {}),
    start: Graph(nodes: {1: "Hall"}),
)
"#;

const ROOMS: &str = r##"RoomSet(
    format: 1,
    name: "Rooms",
    notes: "edit 0",
    legend: {'#': Wall, '.': Floor, '+': Socket},
    rooms: [(name: "Room of FILE", symbol: "Hall", picture: ["#+#", "+.+", "#+#"])],
)
"##;

fn rooms_of(file: &str) -> String {
    ROOMS.replace("FILE", file)
}

/// The folder in which everything happens.
pub struct Place(tempfile::TempDir);

impl Place {
    pub fn new() -> Self {
        // In memory if possible, because it is created thousands of times.
        let in_memory = tempfile::tempdir_in("/dev/shm");
        let place = Self(in_memory.or_else(|_| tempfile::tempdir()).unwrap());
        for folder in ["project", "exports"] {
            fs::create_dir(place.root().join(folder)).unwrap();
        }
        fs::write(place.grammar(), GRAMMAR).unwrap();
        for name in ["a.ron", "b.ron"] {
            fs::write(place.grammar().with_file_name(name), rooms_of(name)).unwrap();
        }
        fs::write(place.level(), "the level before").unwrap();
        place
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    pub fn home(&self) -> PathBuf {
        self.root().join("home")
    }

    pub fn grammar(&self) -> PathBuf {
        self.root().join("project/mine.ron")
    }

    /// Returns the path of the first room set.
    pub fn rooms(&self) -> PathBuf {
        self.grammar().with_file_name("a.ron")
    }

    fn level(&self) -> PathBuf {
        self.root().join("exports/level.json")
    }

    /// Returns the content that another program writes to a file.
    pub fn theirs(&self, file: &Path) -> String {
        let text = if file == self.grammar() { GRAMMAR.to_owned() } else { rooms_of("a.ron") };
        format!("// Theirs.\n{text}")
    }

    /// Returns the files that matter to a designer, by their names in the place.
    pub fn results(&self) -> BTreeMap<PathBuf, String> {
        let project = ["mine.ron", "a.ron", "b.ron", "c.ron"].map(|name| self.grammar().with_file_name(name));
        let others = [self.level(), self.home().join("preferences.ron"), self.home().join("recent.ron")];
        let read = |path: PathBuf| Some((path.strip_prefix(self.root()).ok()?.to_owned(), self.text(&path)?));
        project.into_iter().chain(others).filter_map(read).collect()
    }

    /// Returns the content of a file, without the path of the place.
    pub fn text(&self, path: &Path) -> Option<String> {
        Some(fs::read_to_string(path).ok()?.replace(self.root().to_str()?, ""))
    }
}

/// Returns the number of the edit in a title.
pub fn number(title: &str) -> Option<u32> {
    title.strip_prefix("edit ")?.parse().ok()
}

/// Returns the number of the edit in a grammar's file.
pub fn number_of(grammar: &Path) -> Option<u32> {
    number(Document::read(grammar).ok()?.title())
}

/// The result of a play.
pub struct Played {
    /// Reported messages.
    pub messages: Vec<String>,
    /// Every content that a file had.
    pub versions: BTreeSet<String>,
    /// Number of the newest edit that was reported as kept or saved.
    pub safe: u32,
    pub document: Option<Document>,
    pub done: Vec<(Operation, PathBuf)>,
}

/// The simulated designer.
struct Player<'a> {
    place: &'a Place,
    disk: Arc<FaultyDisk>,
    /// `true` if others write to the files.
    has_others: bool,
    home: Option<ProgramFolder>,
    messages: Vec<String>,
    versions: BTreeSet<String>,
    safe: u32,
}

/// Plays everything, with the fault at its operation.
pub fn play(place: &Place, fault: Option<(usize, Fault)>) -> Played {
    let has_others = matches!(fault, Some((_, Fault::Changed(..))));
    let disk = Arc::new(FaultyDisk::new(fault));
    let (messages, versions) = (Vec::new(), BTreeSet::new());
    let mut player = Player { place, disk, has_others, home: None, messages, versions, safe: 0 };
    player.look();
    player.home = player.reported(ProgramFolder::on(player.shared_disk(), place.home()));
    let document = player.first_session().and_then(|()| player.second_session());
    player.export("the level");
    player.like();
    let done = player.disk.done();
    let Player { messages, versions, safe, .. } = player;
    Played { messages, versions, safe, document, done }
}

impl Player<'_> {
    fn shared_disk(&self) -> Arc<dyn Disk> {
        self.disk.clone()
    }

    /// Records an error.
    fn reported<T>(&mut self, result: Result<T, impl Display>) -> Option<T> {
        result.map_err(|error| self.messages.push(error.to_string())).ok()
    }

    /// Records the contents of the files.
    fn look(&mut self) {
        self.versions.extend(self.place.results().into_values());
    }

    fn start_autosave(&mut self) -> Option<Autosave> {
        let started = Autosave::start(self.home.as_ref()?, Duration::from_secs(5));
        self.reported(started)
    }

    fn open(&mut self) -> Option<Document> {
        let document = Document::read_on(self.shared_disk(), &self.place.grammar());
        let document = self.reported(document)?;
        self.messages.extend(document.diagnostics.iter().map(|found| found.to_string()));
        Some(document)
    }

    /// Edits, keeps, saves, saves again with another room set, edits, keeps, and ends without saving.
    fn first_session(&mut self) -> Option<()> {
        let mut autosave = self.start_autosave();
        let mut document = self.open()?;
        edit(&mut document, 1);
        self.keep(&document, &mut autosave);
        edit(&mut document, 2);
        self.save(&mut document, &mut autosave);
        let set = parse_room_set(&rooms_of("c.ron"), None).value.unwrap();
        document.apply(Edit::Rooms(RoomsEdit::Add { path: "c.ron".to_owned(), set: Arc::new(set) }));
        edit(&mut document, 3);
        self.save(&mut document, &mut autosave);
        edit(&mut document, 4);
        self.keep(&document, &mut autosave);
        Some(())
    }

    /// Recovers the unsaved work and saves it.
    fn second_session(&mut self) -> Option<Document> {
        let mut autosave = self.start_autosave();
        let recovered = self.recover(&mut autosave);
        let mut document = match recovered {
            Some(document) => document,
            None => self.open()?,
        };
        self.save(&mut document, &mut autosave);
        Some(document)
    }

    fn recover(&mut self, autosave: &mut Option<Autosave>) -> Option<Document> {
        let leftovers = self.home.as_ref()?.leftovers();
        let leftover = self.reported(leftovers)?.into_iter().next()?;
        let unsaved = leftover.unsaved().map_err(|error| format!("{}: {error}", leftover.file().display()));
        let unsaved = self.reported(unsaved)?;
        let document = Document::recovered_on(self.shared_disk(), unsaved);
        assert!(document.is_dirty());
        if self.keep(&document, autosave) {
            let discarded = leftover.discard();
            self.reported(discarded);
        }
        Some(document)
    }

    fn keep(&mut self, document: &Document, autosave: &mut Option<Autosave>) -> bool {
        let Some(autosave) = autosave else { return false };
        autosave.keep_now(document);
        let problem = autosave.wait();
        let is_kept = problem.is_none();
        self.reported(problem.map_or(Ok(()), Err));
        if is_kept {
            self.safe = self.safe.max(number(document.title()).unwrap());
        }
        is_kept
    }

    fn save(&mut self, document: &mut Document, autosave: &mut Option<Autosave>) {
        let (before, was_dirty) = (self.place.results(), document.is_dirty());
        let (path, home) = (self.place.grammar(), self.home.as_ref());
        let result = match autosave.as_mut() {
            Some(autosave) => autosave.save(document, &path, home),
            None => document.save(&path, home),
        };
        let problem = autosave.as_mut().and_then(Autosave::wait);
        self.reported(problem.map_or(Ok(()), Err));
        self.look();
        if !self.has_others {
            assert_eq!(document.is_dirty(), was_dirty && result.is_err());
            self.check_save(document, &result, &before);
        }
        if let Some(saved) = self.reported(result) {
            self.reported(saved.backup_problem.map_or(Ok(()), Err));
            self.safe = self.safe.max(number(document.title()).unwrap());
        }
    }

    /// Checks a save: a reported success is real, a failure lists the saved files, and previous contents are
    /// in the backups.
    fn check_save(
        &self,
        document: &Document,
        result: &Result<SaveResult, SaveError>,
        before: &BTreeMap<PathBuf, String>,
    ) {
        let after = self.place.results();
        let inside = |path: &PathBuf| path.strip_prefix(self.place.root()).unwrap().to_owned();
        match result {
            Ok(saved) => {
                let grammar = parse_grammar(&after[Path::new("project/mine.ron")], None).value.unwrap();
                assert_eq!(print_grammar(&grammar), print_grammar(document.grammar()));
                for rooms in document.rooms() {
                    let text = &after[&Path::new("project").join(&rooms.path)];
                    assert_eq!(parse_room_set(text, None).value.as_ref(), Some(&*rooms.set));
                }
                if saved.backup_problem.is_some() {
                    return;
                }
            }
            Err(error) => {
                assert!(error.saved.iter().all(|path| before.get(&inside(path)) != after.get(&inside(path))));
                let is_certain = error.code() != "unconfirmed-file";
                let is_as_before = |path: &PathBuf| before.get(&inside(path)) == after.get(&inside(path));
                assert!(!is_certain || error.unsaved.iter().all(is_as_before), "{error}");
                assert!(!error.saved.is_empty() || !is_certain || *before == after, "{error}");
            }
        }
        let Some(home) = self.home.as_ref().map(|home| ProgramFolder::at(home.root()).unwrap()) else {
            return;
        };
        for (path, text) in before.iter().filter(|(path, text)| after.get(*path) != Some(*text)) {
            let backups = home.backups_of(&self.place.root().join(path));
            let is_kept = backups.iter().any(|backup| backup.text().unwrap() == *text);
            assert!(is_kept, "no backup of {}: {text}", path.display());
        }
    }

    fn export(&mut self, level: &str) {
        let path = self.place.level();
        if let Some(home) = &self.home {
            let remembered = home.remember_folder_of(&path);
            self.reported(remembered);
        }
        let saved = save_bytes_on(&*self.disk, &path, level.as_bytes());
        let is_said = saved.is_err();
        self.reported(saved);
        let found = fs::read_to_string(&path).unwrap();
        assert!(found == level || is_said, "{found}");
        self.look();
    }

    fn like(&mut self) {
        let Some(home) = self.home.clone() else { return };
        let before = home.preferences_to_change();
        if let Some(before) = self.reported(before) {
            let written = home.write_preferences(&Preferences { scale_percent: 125, ..before });
            self.reported(written);
        }
        let remembered = home.remember_recent(&self.place.grammar());
        self.reported(remembered);
        self.look();
    }
}

/// Edits the grammar and all its room sets, which then contain the number.
fn edit(document: &mut Document, number: u32) {
    document.apply(Edit::Settings(SettingsEdit::Name(format!("edit {number}"))));
    for rooms in document.rooms().to_vec() {
        let set = RoomSet { notes: format!("edit {number}"), ..RoomSet::clone(&rooms.set) };
        document.apply(Edit::Rooms(RoomsEdit::Add { path: rooms.path, set: Arc::new(set) }));
    }
}
