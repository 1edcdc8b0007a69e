//! The undo history: labelled states, one for each finished gesture.
//!
//! A state shares every equal rule, room and other part with its neighbours. A step of a large project
//! therefore costs a few pointers plus the part that it changed.

mod state;

use super::Content;
use state::HistoryState;

/// All states since the project was opened, and the current one.
#[derive(Clone, Debug)]
pub(super) struct History {
    states: Vec<HistoryState>,
    /// Name of the step that leads to the state at the same position; the first is unused.
    names: Vec<String>,
    now: usize,
    gesture_goes_on: bool,
}

impl History {
    pub(super) fn beginning_with(content: &Content) -> Self {
        Self {
            states: vec![HistoryState::of(content)],
            names: vec![String::new()],
            now: 0,
            gesture_goes_on: false,
        }
    }

    /// Records a step. A gradual step with the name of the last one is merged into it while the gesture
    /// continues.
    pub(super) fn record(&mut self, name: String, gradual: bool, after: &Content) {
        let state = self.states[self.now].followed_by(after);
        let goes_on = self.gesture_goes_on && gradual && self.undo_name() == Some(name.as_str());
        let position = if goes_on { self.now } else { self.now + 1 };
        self.states.truncate(position);
        self.names.truncate(position);
        self.states.push(state);
        self.names.push(name);
        self.now = position;
        self.gesture_goes_on = gradual;
    }

    pub(super) fn finish_gesture(&mut self) {
        self.gesture_goes_on = false;
    }

    /// Returns the names of all steps, done and undone, in order.
    pub(super) fn names(&self) -> &[String] {
        &self.names[1..]
    }

    /// Returns the number of steps that are done.
    pub(super) fn now(&self) -> usize {
        self.now
    }

    pub(super) fn undo_name(&self) -> Option<&str> {
        (self.now > 0).then(|| self.names[self.now].as_str())
    }

    pub(super) fn redo_name(&self) -> Option<&str> {
        self.names.get(self.now + 1).map(String::as_str)
    }

    /// Returns the content after this number of steps.
    pub(super) fn content_after(&self, steps: usize) -> Option<Content> {
        Some(self.states.get(steps)?.content())
    }

    /// Goes to the state after `steps` steps. Returns its content, or `None` if it is the current state or
    /// does not exist.
    pub(super) fn travel(&mut self, steps: usize) -> Option<Content> {
        self.gesture_goes_on = false;
        if steps == self.now {
            return None;
        }
        let content = self.states.get(steps)?.content();
        self.now = steps;
        Some(content)
    }
}
