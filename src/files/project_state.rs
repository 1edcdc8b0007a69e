//! How each project was looked at last: its seed, what was open and selected. It belongs to the project, but to none of its files.

use serde::{Deserialize, Serialize};

use super::{FileError, Home};
use crate::base::Seed;
use crate::layout::Precursor;
use crate::settings::{Pin, Roll};

const FILE: &str = "projects.ron";

/// Of so many projects it is kept.
pub const MOST_PROJECTS: usize = 50;

/// How a project was looked at last. What a file of another version knows besides is passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProjectState {
    /// The seed of its level.
    pub seed: Seed,
    /// The panes that were in front, as the window names them.
    pub panes: Vec<String>,
    /// Which items were open and selected, as the window writes it.
    pub open: String,
    /// What is pinned for single seeds.
    pub pins: Vec<(Seed, Vec<Pin>)>,
    /// What was made anew for single seeds.
    pub rolls: Vec<(Seed, Vec<Roll>)>,
    /// What the layouts of single seeds go on from.
    pub precursors: Vec<(Seed, Precursor)>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Projects {
    /// The newest first.
    projects: Vec<(String, ProjectState)>,
}

impl Home {
    /// How a project was looked at last; `name` is the path of its file, or what else tells it from others.
    pub fn project_state(&self, name: &str) -> Option<ProjectState> {
        let known: Projects = self.read_own(FILE);
        known.projects.into_iter().find(|(known, _)| known == name).map(|(_, state)| state)
    }

    /// Keeps how a project is looked at.
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
        let home = Home::at(folder.path()).unwrap();
        let precursor = || Precursor {
            places: [(NodeId(3), ("Hall".to_owned(), Cell::new(4, 5)))].into(),
            sizes: [(NodeId(3), Size::new(6, 5))].into(),
            passages: [EdgeId(2)].into(),
            joined: [(NodeId(3), NodeId(4))].into(),
            spacing: Some(Spacing::Compact { gap: 2 }),
            before: Some(Box::default()),
        };
        let state = |seed: u64| ProjectState {
            seed: Seed(seed),
            panes: vec!["Rules".to_owned()],
            open: format!("(rule: {seed})"),
            pins: vec![(Seed(seed), vec![Pin { place: PinnedPlace::MissionNode(7), at: (3, 4) }])],
            rolls: vec![(Seed(seed), vec![Roll { keep: vec![NodeId(7)], ..Roll::default() }])],
            precursors: vec![(Seed(seed), precursor())],
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
