//! The examples in `grammars/` and `rooms/`, for tests that need a project.
//!
//! Tests of exchange use this file too. Each example is read once.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use delvewright_engine::base::Seed;
use delvewright_engine::grammar::Grammar;
use delvewright_engine::pipeline::Request;
use delvewright_engine::rooms::RoomSet;
use delvewright_engine::text::{parse_grammar, parse_room_set};

/// A grammar with the room sets that it names.
pub struct Example {
    /// Name of its file without the extension.
    pub name: String,
    pub grammar: Arc<Grammar>,
    pub rooms: Vec<Arc<RoomSet>>,
}

impl Example {
    /// Returns the request for its level of a seed.
    pub fn request(&self, seed: u64) -> Request {
        Request::new(Arc::clone(&self.grammar), self.rooms.clone(), Seed(seed))
    }
}

/// Returns a folder of the workspace.
pub fn folder_of_workspace(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Returns all examples, sorted by name.
pub fn examples() -> &'static [Example] {
    static EXAMPLES: OnceLock<Vec<Example>> = OnceLock::new();
    EXAMPLES.get_or_init(|| {
        let folder = folder_of_workspace("grammars");
        let entries = fs::read_dir(&folder).expect("the folder of the examples");
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
        paths.sort();
        paths.iter().map(|path| read(path)).collect()
    })
}

/// Returns the example with this name.
pub fn example(name: &str) -> &'static Example {
    examples().iter().find(|example| example.name == name).expect("an example")
}

/// Returns the grammars of all examples, to be changed, with their rooms.
pub fn grammars() -> Vec<(Grammar, Vec<Arc<RoomSet>>)> {
    let grammar_and_rooms = |example: &Example| (Grammar::clone(&example.grammar), example.rooms.clone());
    examples().iter().map(grammar_and_rooms).collect()
}

fn read(path: &Path) -> Example {
    let text = fs::read_to_string(path).expect("the grammar of an example");
    let grammar = parse_grammar(&text, Some(path)).value.expect("a grammar without mistakes");
    let folder = path.parent().expect("the folder of the examples");
    let rooms = grammar.rooms.iter().map(|name| {
        let text = fs::read_to_string(folder.join(name)).expect("a room set of an example");
        Arc::new(parse_room_set(&text, None).value.expect("a room set without mistakes"))
    });
    let rooms = rooms.collect();
    let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
    Example { name, grammar: Arc::new(grammar), rooms }
}
