//! Steps that can be undone: labelled snapshots, one for each finished gesture.

use super::Content;

/// What was done and what was undone.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
    gesture_goes_on: bool,
}

/// A step's name, and the content on its other side: before it if it is done, after it if it is undone.
#[derive(Clone, Debug)]
struct Step {
    name: String,
    other_side: Content,
}

impl History {
    /// Remembers a step. A gradual one of the same name as the last becomes part of it while the gesture goes on.
    pub(super) fn record(&mut self, name: String, gradual: bool, before: Content) {
        self.undone.clear();
        let goes_on = self.gesture_goes_on && gradual && self.undo_name() == Some(name.as_str());
        if !goes_on {
            self.done.push(Step { name, other_side: before });
        }
        self.gesture_goes_on = gradual;
    }

    pub(super) fn finish_gesture(&mut self) {
        self.gesture_goes_on = false;
    }

    pub(super) fn undo_name(&self) -> Option<&str> {
        self.done.last().map(|step| step.name.as_str())
    }

    pub(super) fn redo_name(&self) -> Option<&str> {
        self.undone.last().map(|step| step.name.as_str())
    }

    pub(super) fn undo(&mut self, content: &mut Content) -> bool {
        self.gesture_goes_on = false;
        move_step(&mut self.done, &mut self.undone, content)
    }

    pub(super) fn redo(&mut self, content: &mut Content) -> bool {
        self.gesture_goes_on = false;
        move_step(&mut self.undone, &mut self.done, content)
    }
}

fn move_step(from: &mut Vec<Step>, to: &mut Vec<Step>, content: &mut Content) -> bool {
    let Some(Step { name, other_side }) = from.pop() else { return false };
    to.push(Step { name, other_side: std::mem::replace(content, other_side) });
    true
}
