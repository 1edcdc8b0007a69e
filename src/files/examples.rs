//! Examples embedded in the program, so that there is always something to open.
//!
//! To add one, add a line to [`EXAMPLES`].

use super::project::{Project, Texts, build};
use crate::grammar::VariableValues;

/// An example, as the texts of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Name of its file without the extension.
    pub name: &'static str,
    /// Name of its grammar's file.
    pub file_name: &'static str,
    /// Text of its grammar.
    pub grammar_text: &'static str,
    /// Names of the room sets in the grammar, with their texts.
    pub rooms: &'static [(&'static str, &'static str)],
    /// Tile sheets of its room sets.
    pub sheets: &'static [ExampleSheet],
}

/// An embedded tile sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExampleSheet {
    /// Name of its room set in the grammar.
    pub rooms: &'static str,
    /// Name of its file in the room set.
    pub file: &'static str,
    /// Content of the file.
    pub png: &'static [u8],
}

macro_rules! example {
    ($name:literal, rooms: [$($rooms:literal),*] $(, sheets: [$($sheet:literal),*])?) => {
        Example {
            name: $name,
            file_name: concat!($name, ".ron"),
            grammar_text: include_str!(concat!("../../grammars/", $name, ".ron")),
            rooms: &[$((
                concat!("../rooms/", $rooms, ".ron"),
                include_str!(concat!("../../rooms/", $rooms, ".ron")),
            )),*],
            sheets: &[$($(ExampleSheet {
                rooms: concat!("../rooms/", $sheet, ".ron"),
                file: concat!($sheet, ".png"),
                png: include_bytes!(concat!("../../rooms/", $sheet, ".png")),
            }),*)?],
        }
    };
}

/// All examples; the first one is the best to start with.
pub const EXAMPLES: &[Example] = &[
    example!("first_lock", rooms: ["cellar"]),
    example!("sunken_keep", rooms: ["keep"]),
    example!("old_mine", rooms: ["mine"]),
    example!("lattice_caves", rooms: ["warren"]),
    example!("cyclic_dungeon", rooms: ["dungeon"]),
    example!("wasteland", rooms: ["wasteland"]),
    example!("derelict", rooms: ["derelict"], sheets: ["derelict"]),
    example!("upkeep", rooms: ["upkeep"]),
    example!("desert_camp", rooms: ["desert_camp"]),
    example!("iron_catacombs", rooms: ["catacombs"]),
    example!("underworks", rooms: ["underworks"]),
    example!("moon_temple", rooms: ["moon_temple"]),
];

/// Creates an example from a grammar in a folder, without room sets.
macro_rules! without_rooms {
    ($folder:literal, $name:literal) => {
        Example {
            name: $name,
            file_name: concat!($name, ".ron"),
            grammar_text: include_str!(concat!($folder, $name, ".ron")),
            rooms: &[],
            sheets: &[],
        }
    };
}

/// Generators that were published by others, as short grammars.
pub const PUBLISHED: &[Example] = &[
    without_rooms!("../../grammars/published/", "isaac"),
    without_rooms!("../../grammars/published/", "gungeon"),
    without_rooms!("../../grammars/published/", "unexplored"),
    without_rooms!("../../grammars/published/", "dormans"),
];

/// Templates for new projects, the smallest first.
pub const TEMPLATES: &[Example] =
    &[without_rooms!("templates/", "empty"), without_rooms!("templates/", "key_and_lock")];

/// Returns everything that a new project can begin with: templates, examples and published generators.
pub fn project_beginnings() -> impl Iterator<Item = &'static Example> {
    TEMPLATES.iter().chain(EXAMPLES).chain(PUBLISHED)
}

/// Returns the example or template with this name as a project without a path; `None` if there is none.
pub fn load_example(name: &str) -> Option<Project> {
    let example = project_beginnings().find(|example| example.name == name)?;
    let rooms = example.rooms.iter().map(|&(name, text)| (name, Some(text)));
    let project = build(example.grammar_text, None, &Texts(rooms.collect()), &[], &VariableValues::new());
    Some(project.expect("only room sets that are asked for besides can fail to be read"))
}

/// Returns the tile sheet of an example, by the names of its room set and its file.
pub fn example_sheet(rooms: &str, file: &str) -> Option<&'static [u8]> {
    let mut sheets = EXAMPLES.iter().flat_map(|example| example.sheets);
    sheets.find(|sheet| sheet.rooms == rooms && sheet.file == file).map(|sheet| sheet.png)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::files::load_project;

    #[test]
    fn every_example_is_without_mistakes() {
        for example in project_beginnings() {
            let project = load_example(example.name).expect("an example");
            let mistakes: Vec<String> = project.diagnostics().iter().map(ToString::to_string).collect();
            assert!(mistakes.is_empty(), "{}: {mistakes:#?}", example.name);
        }
        assert_eq!(load_example("none"), None);
    }

    #[test]
    fn every_example_is_the_same_from_disk() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars");
        for example in EXAMPLES {
            let embedded = load_example(example.name).expect("an example");
            let project = load_project(&folder.join(example.file_name), &[]).expect("a file");
            assert_eq!(project.grammar.value, embedded.grammar.value);
            assert!(project.room_sets().eq(embedded.room_sets()));
            assert_eq!(project.looks(), embedded.looks());
        }
    }

    #[test]
    fn every_file_is_part_of_an_example() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let files = |folder: &str| -> BTreeSet<String> {
            let entries = fs::read_dir(root.join(folder)).expect("a folder").flatten();
            entries
                .filter_map(|entry| entry.file_name().into_string().ok())
                .filter(|name| name.ends_with(".ron"))
                .collect()
        };
        let grammars: BTreeSet<String> =
            EXAMPLES.iter().map(|example| example.file_name.to_owned()).collect();
        let rooms: BTreeSet<String> = EXAMPLES
            .iter()
            .flat_map(|example| example.rooms)
            .map(|(name, _)| name.rsplit('/').next().unwrap_or_default().to_owned())
            .collect();
        let published = PUBLISHED.iter().map(|example| example.file_name.to_owned()).collect();
        assert_eq!(files("grammars"), grammars);
        assert_eq!(files("grammars/published"), published);
        assert_eq!(files("rooms"), rooms);
    }
}
