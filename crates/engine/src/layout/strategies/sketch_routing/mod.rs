//! Routes passages without crossings between places at given sites with constant distances.
//!
//! In: a connected planar mission, a site for each place, and a scale. Out: a route for every passage, without
//! crossings.
//! First, a sketch decides the order of passages between places. One always exists, wherever places lie (Pach and
//! Wenger, "Embedding planar graphs at fixed vertex locations", 2001). Wires are added one by one along the cheapest
//! way. Those of a spanning tree come first, because they enclose nothing. All wires leave their places in the order
//! of a planar drawing.
//! Then the sketch is drawn in the gaps and channels between places. If room is short, some wires are moved, and
//! other sketches are tried.
//! Not guaranteed: that a sketch with enough room is found.

mod cells;
mod congestion;
mod corners;
mod rows;
mod search;
mod sketch;

use self::cells::{SketchFailure, SketchInput, draw};
use self::congestion::{Congestion, Shortage, Shortages};
use self::corners::CornerRules;
use self::rows::PlaceRows;
use self::search::WireSearch;
use self::sketch::{GapSlot, Sketch};
use crate::base::{Cell, RandomStream, Rect, Seed};
use crate::layout::budget::sketch_routing::{MOST_PLACES, REPAIRS, STEPS};
use crate::layout::drawing::{
    Arrangement, OrthogonalDrawing, Port, Route, Routes, SizedPlace, core_at, is_legal, ports,
};
use crate::layout::graph::embedding::{Rotation, embed};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::routing::bundles::Bundles;
use crate::mission::Site;
use crate::settings::{LayoutSettings, Spacing};

/// Arranges places at their sites, trying at most this many sketches.
///
/// Returns `None` if distances are not constant, some places have no site, or no drawing is found.
pub(in crate::layout) fn arrange(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    seed: Seed,
    sketches: u64,
) -> Option<Arrangement> {
    let Spacing::Fixed { scale } = settings.spacing else { return None };
    let sites: Vec<Site> = problem.places.iter().map(|place| place.site).collect::<Option<_>>()?;
    let sites = &sites[..];
    let places = problem.places.len();
    if !(2..=MOST_PLACES).contains(&places) || !problem.is_connected() {
        return None;
    }
    let problem = &problem.with_share(STEPS).with_work(STEPS);
    let bundles = Bundles::new(problem);
    let rotation = embed(places, &bundles.edges)?;
    let rows = PlaceRows::new(sites, sizes, scale);
    let ports: Vec<Vec<Port>> = sizes.iter().map(|sized| ports(sized, 0, true)).collect();
    let given = SketchInput { problem, sizes, ports: &ports, rows: &rows };
    let mut shortages = None;
    (0..sketches).take_while(|_| !problem.work.is_spent()).find_map(|number| {
        let random = seed.child("sketch").numbered(number).stream();
        let mut work = SketchWork::new(given, &bundles, &rotation, number, random);
        if let Some(known) = shortages.take() {
            work.shortages = known;
        }
        let by_passage = work.drawn();
        shortages = Some(work.shortages);
        arrangement(given, sites, by_passage?)
    })
}

/// Turns routes into an arrangement. Returns `None` if the level is too large or not legal.
fn arrangement(given: SketchInput, sites: &[Site], by_passage: Vec<Route>) -> Option<Arrangement> {
    let core = |(place, middle): (usize, &Cell)| core_at(given.sizes, place, *middle);
    let routes = Routes {
        by_passage: by_passage.into_iter().map(Some).collect(),
        crossings: Vec::new(),
        cores: given.rows.middles.iter().enumerate().map(core).collect(),
        pushed_out: Vec::new(),
    };
    let Rect { size, .. } = routes.bounds(|_, core| core);
    given.problem.check_size(size.width as i32, size.height as i32).ok()?;
    let mut drawing = OrthogonalDrawing::new(given.problem, given.sizes, &routes)?;
    // Places cannot move, so passages may be too short.
    drawing.courses.iter_mut().for_each(|course| course.limits = None);
    is_legal(&drawing).then(|| Arrangement {
        sites: sites.to_vec(),
        routes,
        missing: Vec::new(),
        too_large: None,
    })
}

/// A sketch in progress.
struct SketchWork<'a> {
    given: SketchInput<'a>,
    sketch: Sketch,
    rules: CornerRules,
    shortages: Shortages,
    random: RandomStream,
    number: u64,
}

impl<'a> SketchWork<'a> {
    fn new(
        given: SketchInput<'a>,
        bundles: &Bundles,
        rotation: &Rotation,
        number: u64,
        mut random: RandomStream,
    ) -> Self {
        let sketch = Sketch::new(given.rows, given.problem.passages.len());
        let mut rules = CornerRules::new(given.problem, bundles, rotation);
        if number > 0 {
            (0..rules.components()).filter(|_| random.chance(50)).for_each(|one| rules.mirror(one));
        }
        let shortages = Shortages::none(&sketch, given.rows);
        Self { given, sketch, rules, shortages, random, number }
    }

    /// Sketches all wires and draws them. Wires in locations without room are moved.
    fn drawn(&mut self) -> Option<Vec<Route>> {
        for wire in self.routing_order() {
            self.add(wire)?;
        }
        for _ in 0..REPAIRS {
            let shortage = match draw(self.given, &self.sketch) {
                Ok(by_passage) => return Some(by_passage),
                Err(SketchFailure::FewPorts(_)) => return None,
                Err(SketchFailure::NoRoom(shortage)) => shortage,
            };
            if self.given.problem.work.is_spent() {
                return None;
            }
            self.shortages.note(&shortage);
            for wire in self.wires_through(&shortage) {
                self.sketch.remove(wire);
                self.add(wire)?;
            }
        }
        None
    }

    /// Returns all wires: those of a spanning tree, then the others, then loops. Short wires tend to come first.
    fn routing_order(&mut self) -> Vec<usize> {
        let passages = &self.given.problem.passages;
        let middles = &self.given.rows.middles;
        let mut wires: Vec<(u32, usize)> = passages
            .iter()
            .enumerate()
            .map(|(wire, passage)| {
                let length = middles[passage.from].manhattan(middles[passage.to]);
                let more =
                    if self.number > 0 { self.random.below(u64::from(length) / 2 + 1) as u32 } else { 0 };
                (length + more, wire)
            })
            .collect();
        wires.sort_unstable();
        let mut tree: Vec<usize> = (0..self.given.rows.middles.len()).collect();
        let (mut first, mut others, mut loops) = (Vec::new(), Vec::new(), Vec::new());
        for (_, wire) in wires {
            let passage = &passages[wire];
            let (from, to) = (tree[passage.from], tree[passage.to]);
            if passage.from == passage.to {
                loops.push(wire);
            } else if from == to {
                others.push(wire);
            } else {
                first.push(wire);
                tree.iter_mut().filter(|root| **root == to).for_each(|root| *root = from);
            }
        }
        [first, others, loops].concat()
    }

    /// Adds a wire along the cheapest way. Returns `None` if other wires block every way.
    fn add(&mut self, wire: usize) -> Option<()> {
        let Self { given, sketch, rules, shortages, .. } = self;
        let passage = &given.problem.passages[wire];
        if passage.from == passage.to {
            let segment = sketch.sides[passage.from][1];
            let slot = GapSlot { segment, index: sketch.segments[segment].pins.len() };
            let channel = sketch.segments[segment].channels[1]?;
            sketch.insert(wire, &[slot, slot], &[channel]);
            return Some(());
        }
        let congestion = Congestion::new(sketch, given.rows, shortages);
        let search = WireSearch { sketch, rules, congestion: &congestion, work: &given.problem.work };
        let regions = sketch.regions();
        let path = search.find(&regions, wire, [passage.from, passage.to])?;
        let channels = path.channels(&regions);
        sketch.insert(wire, &path.slots, &channels);
        Some(())
    }

    /// Returns the wires in a location without room, those with the most pins first.
    fn wires_through(&self, shortage: &Shortage) -> Vec<usize> {
        let Self { sketch, given, .. } = self;
        let is_there = |pins: &[usize]| match *shortage {
            Shortage::Gap(segment) => pins.iter().any(|pin| sketch.pins[*pin].segment == segment),
            Shortage::Channel(channel, _) => pins
                .iter()
                .any(|pin| sketch.segments[sketch.pins[*pin].segment].channels.contains(&Some(channel))),
        };
        let is_loop = |wire: &usize| given.problem.passages[*wire].from == given.problem.passages[*wire].to;
        let wires = (0..sketch.wires.len()).filter(|wire| is_there(&sketch.wires[*wire]));
        let mut wires: Vec<usize> = wires.filter(|wire| !is_loop(wire)).collect();
        wires.sort_by_key(|wire| std::cmp::Reverse(sketch.wires[*wire].len()));
        wires
    }
}
