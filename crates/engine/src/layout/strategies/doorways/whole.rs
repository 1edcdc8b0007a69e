//! The mission with each group as one place, and the conversion of its layout back to that of all places.
//!
//! For layout, a group is like a room: a rectangle that passages enter through sockets, which are its exits.
//! Therefore every mission of groups has a layout, as every mission of rooms has.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::exits::GroupExit;
use super::group::{AssembledGroup, DoorwayGroup};
use crate::base::{Cell, Rect};
use crate::layout::drawing::{Arrangement, Crossing, Route, Routes, SizedPlace, core_at};
use crate::layout::input::outlets::TemplateExit;
use crate::layout::input::problem::{LayoutProblem, PlacePin, ProblemPassage, ProblemPlace};
use crate::layout::result::plan::PlannedForm;
use crate::layout::strategies::sites;

/// A place of the merged mission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MergedPlace {
    /// The place with this index.
    Place(usize),
    /// The group with this index.
    Group(usize),
}

/// A mission with each group as one place.
pub(super) struct MergedMission<'g> {
    groups: &'g [(DoorwayGroup, AssembledGroup)],
    parts: Vec<MergedPlace>,
    /// For each place, the part that contains it.
    part_of: Vec<usize>,
    /// The passages between parts, or from a part to itself.
    passages: Vec<usize>,
    /// For each passage that leaves a group, the kind of socket that its exit gets.
    kinds: BTreeMap<usize, String>,
    /// Thickness of the wall around each group, in cells.
    ring: u32,
    /// `true` if parts may be pinned with overlapping rectangles. Groups seldom fill theirs.
    may_overlap: bool,
}

impl<'g> MergedMission<'g> {
    pub fn new(problem: &LayoutProblem, groups: &'g [(DoorwayGroup, AssembledGroup)]) -> Self {
        let mut group_of = vec![None; problem.places.len()];
        for (number, (group, _)) in groups.iter().enumerate() {
            for place in &group.places {
                group_of[*place] = Some(number);
            }
        }
        let mut parts = Vec::new();
        let mut part_of = Vec::new();
        let mut part_of_group: Vec<Option<usize>> = vec![None; groups.len()];
        for (place, group) in group_of.into_iter().enumerate() {
            let part = group.and_then(|group| part_of_group[group]).unwrap_or(parts.len());
            part_of.push(part);
            if part == parts.len() {
                parts.push(group.map_or(MergedPlace::Place(place), MergedPlace::Group));
            }
            if let Some(group) = group {
                part_of_group[group] = Some(part);
            }
        }
        let mut is_within = vec![false; problem.passages.len()];
        for (group, _) in groups {
            group.within.iter().for_each(|passage| is_within[*passage] = true);
        }
        let passages = (0..problem.passages.len()).filter(|passage| !is_within[*passage]).collect();
        let exits = groups.iter().flat_map(|(_, assembly)| &assembly.exits);
        let kinds = exits.map(|exit| (exit.passage, format!("exit {}", exit.passage))).collect();
        Self { groups, parts, part_of, passages, kinds, ring: 0, may_overlap: true }
    }

    /// Adds a ring of wall around each group, so that no passage along its edge touches its places.
    pub fn ringed(self) -> Self {
        Self { ring: 1, ..self }
    }

    /// Forbids that pinned parts overlap.
    pub fn pinned_apart(self) -> Self {
        Self { may_overlap: false, ..self }
    }

    /// Returns `true` if the mission is a single group.
    pub fn is_one_group(&self) -> bool {
        self.parts.len() == 1 && self.passages.is_empty()
    }

    /// Returns the mission with groups as places.
    pub fn problem<'w>(&'w self, problem: &LayoutProblem<'w>, sizes: &[SizedPlace]) -> LayoutProblem<'w> {
        let places = self.parts.iter().map(|part| match part {
            MergedPlace::Place(place) => {
                let part_of = problem.places[*place].part_of.map(|of| self.part_of[of]);
                ProblemPlace { passages: Vec::new(), loops: 0, part_of, ..problem.places[*place].clone() }
            }
            MergedPlace::Group(group) => {
                let members = &self.groups[*group].0.places;
                let any = |of: fn(&ProblemPlace<'w>) -> bool| {
                    members.iter().any(|place| of(&problem.places[*place]))
                };
                ProblemPlace {
                    passages: Vec::new(),
                    loops: 0,
                    is_start: any(|place| place.is_start),
                    is_goal: any(|place| place.is_goal),
                    is_lock: any(|place| place.is_lock),
                    pin: self.pin_of_group(problem, *group),
                    near: self.near_of_group(problem, *group),
                    ..problem.places[members[0]].clone()
                }
            }
        });
        let passages = self.passages.iter().map(|number| {
            let passage = &problem.passages[*number];
            // It is no longer known which cells of a route belong to a cave in a group.
            let in_groups = [passage.from, passage.to].into_iter().filter(|end| self.is_in_group(*end));
            let reaches = in_groups.filter_map(|end| sizes[end].form.reach());
            let own: u32 = reaches.map(|reach| reach.saturating_sub(1)).sum();
            ProblemPassage {
                length: passage.length.map(|(least, most)| (least + own, most + own)),
                from: self.part_of[passage.from],
                to: self.part_of[passage.to],
                socket: self.kinds.get(number).map(String::as_str).or(passage.socket),
                ..passage.clone()
            }
        });
        let mut whole = problem.with_parts(places.collect(), passages.collect());
        if !self.may_overlap {
            give_up_overlapping_pins(&mut whole, &self.sizes(sizes));
        }
        whole
    }

    fn is_in_group(&self, place: usize) -> bool {
        match self.parts[self.part_of[place]] {
            MergedPlace::Group(_) => true,
            MergedPlace::Place(_) => false,
        }
    }

    /// Returns the pin of a group, at which its pinned place with the best rank is at its own pin.
    fn pin_of_group(&self, problem: &LayoutProblem, group: usize) -> Option<PlacePin> {
        let (group, assembly) = &self.groups[group];
        let pins = group.places.iter().zip(&assembly.cores);
        let pins = pins.filter_map(|(place, core)| Some((problem.places[*place].pin?, core.center())));
        let (pin, middle) = pins.min_by_key(|(pin, _)| pin.rank)?;
        let around = assembly.bounds.grown(self.ring).center();
        Some(PlacePin { at: pin.at + (around - middle), ..pin })
    }

    /// Returns the preferred middle of a group, at which its first place is at its own.
    fn near_of_group(&self, problem: &LayoutProblem, group: usize) -> Option<Cell> {
        let (group, assembly) = &self.groups[group];
        let near = problem.places[*group.places.first()?].near?;
        Some(near + (assembly.bounds.grown(self.ring).center() - assembly.cores.first()?.center()))
    }

    /// Returns the sizes of its places.
    pub fn sizes(&self, sizes: &[SizedPlace]) -> Vec<SizedPlace> {
        let size = |part: &MergedPlace| match part {
            MergedPlace::Place(place) => sizes[*place].clone(),
            MergedPlace::Group(group) => {
                let assembly = &self.groups[*group].1;
                let outlet = |exit: &GroupExit| TemplateExit {
                    kind: self.kinds.get(&exit.passage).map(|kind| Arc::from(kind.as_str())),
                    ..exit.outlet.ringed(self.ring)
                };
                let sockets = assembly.exits.iter().map(outlet).collect();
                SizedPlace { core: assembly.bounds.grown(self.ring).size, form: PlannedForm::Hall, sockets }
            }
        };
        self.parts.iter().map(size).collect()
    }

    /// Returns the arrangement if the mission is a single group.
    pub fn alone(&self, problem: &LayoutProblem) -> Arrangement {
        let nothing = Routes {
            by_passage: Vec::new(),
            crossings: Vec::new(),
            cores: vec![self.groups[0].1.bounds],
            pushed_out: Vec::new(),
        };
        let arranged =
            Arrangement { sites: Vec::new(), routes: nothing, missing: Vec::new(), too_large: None };
        self.expanded(problem, arranged)
    }

    /// Returns `true` if each passage touches nothing in its groups except the place at its end.
    ///
    /// Layout already keeps it away from all other groups.
    pub fn keeps_off(&self, problem: &LayoutProblem, arranged: &Arrangement) -> bool {
        let routes = &arranged.routes;
        self.passages.iter().zip(&routes.by_passage).all(|(passage, route)| {
            let ends = [problem.passages[*passage].from, problem.passages[*passage].to];
            let cells: Vec<Cell> = route.iter().flat_map(|route| route.cells.iter().copied()).collect();
            ends.into_iter().all(|end| {
                let MergedPlace::Group(group) = self.parts[self.part_of[end]] else { return true };
                let (group, assembly) = &self.groups[group];
                let core = routes.cores[self.part_of[end]];
                let by = core.min - assembly.bounds.grown(self.ring).min;
                let others = group.places.iter().zip(&assembly.cores).filter(|(place, _)| **place != end);
                let near: Vec<Rect> = others.map(|(_, core)| core.grown(1)).collect();
                let inner: BTreeSet<Cell> =
                    assembly.routes.iter().flat_map(|route| route.cells.iter().copied()).collect();
                cells.iter().filter(|cell| !core.contains(**cell)).map(|cell| *cell - by).all(|cell| {
                    !near.iter().any(|near| near.contains(cell))
                        && !cell.around().any(|beside| inner.contains(&beside))
                })
            })
        })
    }

    /// Converts an arrangement of the merged mission into one of all places.
    pub fn expanded(&self, problem: &LayoutProblem, arranged: Arrangement) -> Arrangement {
        let of_whole = &arranged.routes;
        let mut cores = vec![Rect::default(); problem.places.len()];
        let mut by_passage: Vec<Option<Route>> = vec![None; problem.passages.len()];
        let mut crossings: Vec<Crossing> = Vec::new();
        for (part, core) in self.parts.iter().zip(&of_whole.cores) {
            match part {
                MergedPlace::Place(place) => cores[*place] = *core,
                MergedPlace::Group(group) => {
                    let (group, assembly) = &self.groups[*group];
                    let by = core.min - assembly.bounds.grown(self.ring).min;
                    for (place, core) in group.places.iter().zip(&assembly.cores) {
                        cores[*place] = Rect::new(core.min + by, core.size);
                    }
                    for (passage, route) in group.within.iter().zip(&assembly.routes) {
                        by_passage[*passage] = Some(route.moved(by));
                    }
                    let moved = |crossing: &Crossing| Crossing { at: crossing.at + by, ..*crossing };
                    crossings.extend(assembly.crossings.iter().map(moved));
                }
            }
        }
        for (passage, route) in self.passages.iter().zip(&of_whole.by_passage) {
            by_passage[*passage] =
                route.as_ref().map(|route| self.with_sockets_of_places(problem, *passage, route));
        }
        let whole = |crossing: &Crossing| Crossing {
            over: self.passages[crossing.over],
            under: self.passages[crossing.under],
            ..*crossing
        };
        crossings.extend(of_whole.crossings.iter().map(whole));
        let missing = arranged.missing.iter().map(|passage| self.passages[*passage]).collect();
        let sites = sites::counted(&cores);
        let routes = Routes { by_passage, crossings, cores, pushed_out: Vec::new() };
        Arrangement { sites, routes, missing, too_large: arranged.too_large }
    }

    /// Replaces the exits of groups at the ends of a route by the sockets of their places.
    fn with_sockets_of_places(&self, problem: &LayoutProblem, passage: usize, route: &Route) -> Route {
        let ends = [problem.passages[passage].from, problem.passages[passage].to];
        let mut sockets = route.sockets();
        for (socket, end) in sockets.iter_mut().zip(ends) {
            if let MergedPlace::Group(group) = self.parts[self.part_of[end]] {
                let exits = &self.groups[group].1.exits;
                *socket = socket.and_then(|number| exits.get(number)?.socket);
            }
        }
        route.with_sockets(sockets)
    }
}

/// Removes pins of parts that would overlap or touch another pinned part whose pin is given up later.
fn give_up_overlapping_pins(whole: &mut LayoutProblem<'_>, sizes: &[SizedPlace]) {
    // Kept parts may touch.
    if whole.places.iter().any(|place| place.part_of.is_some()) {
        return;
    }
    let mut kept: Vec<Rect> = Vec::new();
    for (part, pin) in whole.pins() {
        let core = core_at(sizes, part, pin.at);
        if kept.iter().any(|near| near.grown(1).overlaps(core)) {
            whole.places[part].pin = None;
        } else {
            kept.push(core);
        }
    }
}
