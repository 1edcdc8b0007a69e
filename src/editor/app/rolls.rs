//! Rerolls a level: selected places stay as they are, and everything else is made again.

use std::collections::BTreeSet;

use super::App;
use super::seeds::SeedHistory;
use crate::document::{Edit, PinsEdit};
use crate::editor::panes::context::SharedView;
use crate::mission::NodeId;
use crate::settings::Roll;

impl App {
    /// Returns `true` if a place of the level is selected.
    pub(super) fn has_selected_place(&self) -> bool {
        let shared = &self.view.shared;
        let mut selected = shared.selected.iter().chain(&shared.others);
        selected.any(|node| self.run_view.place_of(*node).is_some())
    }

    /// Keeps some places of the level and rerolls the rest, for its seed.
    pub(super) fn roll_around(&mut self, keeps: impl Fn(&SharedView, NodeId) -> bool) {
        let run = self.run_view.run.as_ref().filter(|_| !self.run_view.has_earlier_level());
        let Some((run, level)) = run.and_then(|run| Some((run, run.level.as_ref()?))) else {
            self.toasts.inform("There is no level to keep places from yet");
            return;
        };
        let nodes = level.places.iter().map(|place| place.node);
        let (keep, rest): (Vec<NodeId>, Vec<NodeId>) =
            nodes.partition(|node| keeps(&self.view.shared, *node));
        if keep.is_empty() || rest.is_empty() {
            self.toasts.inform("First select some of the places, but not all");
            return;
        }
        let kept_by_last: BTreeSet<NodeId> = run.kept_nodes().collect();
        let seed = run.request.seed;
        let pins = Some(run.request.grammar.layout.pins.clone());
        let roll = Roll { keep, seed: SeedHistory::random(), pins };
        let edit = PinsEdit::Roll { seed, roll, kept: kept_by_last };
        self.change(|document| document.apply(Edit::Pins(edit)));
    }
}
