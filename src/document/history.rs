//! Steps that can be undone: labelled states, one for each finished gesture.
//!
//! A state shares every rule, room and other part with its neighbours in the history where they are equal, so that a step of a large project costs a few pointers and the part that it changed.

mod state;

use super::Content;
use state::State;

/// All states since the project was opened, and which of them it is in.
#[derive(Clone, Debug)]
pub(super) struct History {
    states: Vec<State>,
    /// The name of the step that leads to the state of the same position; the first is the name of none.
    names: Vec<String>,
    now: usize,
    gesture_goes_on: bool,
}

impl History {
    pub(super) fn beginning_with(content: &Content) -> Self {
        Self { states: vec![State::of(content)], names: vec![String::new()], now: 0, gesture_goes_on: false }
    }

    /// Remembers a step. A gradual one of the same name as the last becomes part of it while the gesture goes on.
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

    /// The names of all steps, done and undone, in their order.
    pub(super) fn names(&self) -> &[String] {
        &self.names[1..]
    }

    /// How many of them are done.
    pub(super) fn now(&self) -> usize {
        self.now
    }

    pub(super) fn undo_name(&self) -> Option<&str> {
        (self.now > 0).then(|| self.names[self.now].as_str())
    }

    pub(super) fn redo_name(&self) -> Option<&str> {
        self.names.get(self.now + 1).map(String::as_str)
    }

    /// Goes to the state after that many steps; the content there, unless it is there already or there are not so many.
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
