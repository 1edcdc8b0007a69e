//! The last view of each project: its seed, its open and selected items, and its pins.
//!
//! It belongs to the project, but to none of its files.

use serde::{Deserialize, Serialize};

use super::{FileError, ProgramFolder};
use crate::base::Seed;
use crate::grammar::VariableValues;
use crate::layout::PreviousLayout;
use crate::settings::{Pin, Roll};

const FILE: &str = "projects.ron";

/// Number of projects that are remembered.
pub const MOST_PROJECTS: usize = 50;

/// The last view of a project. Unknown fields of other versions are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProjectState {
    /// Seed of its level.
    pub seed: Seed,
    /// Panes that were in front, by the names that the window uses.
    pub panes: Vec<String>,
    /// Open and selected items, in the form of the window.
    pub open: String,
    /// Pins of single seeds.
    pub pins: Vec<(Seed, Vec<Pin>)>,
    /// Rerolls of single seeds.
    pub rolls: Vec<(Seed, Vec<Roll>)>,
    /// Values of variables that were set.
    pub variables: VariableValues,
    /// Layouts that the layouts of single seeds continue from.
    #[serde(rename = "precursors")]
    pub previous_layouts: Vec<(Seed, PreviousLayout)>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Projects {
    /// Projects, the newest first.
    projects: Vec<(String, ProjectState)>,
}

impl ProgramFolder {
    /// Returns the last view of a project. `name` is the path of its file, or another unique name.
    pub fn project_state(&self, name: &str) -> Option<ProjectState> {
        let known: Projects = self.read_own(FILE);
        known.projects.into_iter().find(|(known, _)| known == name).map(|(_, state)| state)
    }

    /// Writes the view of a project.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_project_state(&self, name: &str, state: &ProjectState) -> Result<(), FileError> {
        let mut known: Projects = self.own_to_change(FILE)?;
        known.projects.retain(|(known, _)| known != name);
        known.projects.insert(0, (name.to_owned(), state.clone()));
        known.projects.truncate(MOST_PROJECTS);
        self.write_own(FILE, &known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Size};
    use crate::mission::{EdgeId, NodeId};
    use crate::settings::{PinnedPlace, Spacing};

    #[test]
    fn state_of_each_of_the_last_projects_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path()).unwrap();
        let previous_layout = || PreviousLayout {
            places: [(NodeId(3), ("Hall".to_owned(), Cell::new(4, 5)))].into(),
            sizes: [(NodeId(3), Size::new(6, 5))].into(),
            passages: [EdgeId(2)].into(),
            joined: [(NodeId(3), NodeId(4))].into(),
            spacing: Some(Spacing::Compact { gap: 2 }),
            before: Some(Box::default()),
            ..PreviousLayout::default()
        };
        let state = |seed: u64| ProjectState {
            seed: Seed(seed),
            panes: vec!["Rules".to_owned()],
            open: format!("(rule: {seed})"),
            pins: vec![(Seed(seed), vec![Pin { place: PinnedPlace::MissionNode(7), at: (3, 4) }])],
            rolls: vec![(Seed(seed), vec![Roll { keep: vec![NodeId(7)], ..Roll::default() }])],
            variables: [("difficulty".to_owned(), 7)].into(),
            previous_layouts: vec![(Seed(seed), previous_layout())],
        };
        for number in 0..=MOST_PROJECTS as u64 {
            home.keep_project_state(&format!("{number}.ron"), &state(number)).unwrap();
        }
        home.keep_project_state("7.ron", &state(700)).unwrap();
        assert_eq!(home.project_state("7.ron"), Some(state(700)));
        assert_eq!(home.project_state("50.ron"), Some(state(50)));
        assert_eq!(home.project_state("0.ron"), None);
    }
}
