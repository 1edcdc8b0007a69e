//! Routes passages without crossings between places at given sites with constant distances.
//!
//! In: a connected planar mission, the sites of some or all places, and a scale. Out: a route for every passage,
//! without crossings. Places without a site get one.
//! First, a sketch decides the order of passages between places. One always exists, wherever places lie (Pach and
//! Wenger, "Embedding planar graphs at fixed vertex locations", 2001). Wires are added one by one along the cheapest
//! way. Those of a spanning tree come first, because they enclose nothing. All wires leave their places in the order
//! of a planar drawing.
//! Then the sketch is drawn in the gaps and channels between places. If room is short, some wires are moved, and
//! other sketches are tried: first with channels between rows, then with channels between columns.
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
use crate::base::{RandomStream, Rect, Seed};
use crate::layout::budget::sketch_routing::{MOST_PLACES, REPAIRS, SITINGS, STEPS, STEPS_A_PIN};
use crate::layout::drawing::{
    Arrangement, OrthogonalDrawing, Port, Route, Routes, SizedPlace, core_at, is_legal, ports,
};
use crate::layout::graph::embedding::{Rotation, embed};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::spacing::check_extent;
use crate::layout::routing::bundles::Bundles;
use crate::layout::strategies::sites::choose;
use crate::mission::Site;
use crate::settings::{LayoutSettings, Spacing};

/// Arranges places at their sites, trying at most this many sketches in each direction.
///
/// Returns `None` if distances are not constant, or if no drawing is found.
pub(in crate::layout) fn arrange(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    seed: Seed,
    sketches: u64,
) -> Option<Arrangement> {
    let Spacing::Fixed { scale } = settings.spacing else { return None };
    let places = problem.places.len();
    if !(2..=MOST_PLACES).contains(&places) || !problem.is_connected() {
        return None;
    }
    let bundles = Bundles::new(problem);
    let rotation = embed(places, &bundles.edges)?;
    let sitings = if problem.all_sited() { 1 } else { SITINGS };
    let problem = problem.with_share(STEPS);
    let mut planes = sitings * SketchAxis::ALL.len() as u64;
    (0..sitings).find_map(|siting| {
        let steps = problem.work.left_in_share() / planes;
        let sites = choose(&problem.with_work(steps), seed.child("sites").numbered(siting));
        if check_extent(&sites, sizes, settings.spacing.into()).is_some() {
            return None;
        }
        SketchAxis::ALL.into_iter().find_map(|axis| {
            let steps = problem.work.left_in_share() / planes;
            planes -= 1;
            let problem = &problem.with_share(steps).with_work(steps);
            let plane = SketchPlane::new(problem, sizes, &sites, scale, axis);
            let seed = if siting == 0 { seed } else { seed.child("siting").numbered(siting) };
            let finish = |routes| arrangement(problem, sizes, &sites, scale, routes);
            plane.sketched(&bundles, &rotation, seed, (sketches / sitings).max(1), finish)
        })
    })
}

/// The direction of the channels of a sketch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SketchAxis {
    /// Channels run between rows of places.
    Rows,
    /// Channels run between columns. These have more room if places are high.
    Columns,
}

impl SketchAxis {
    const ALL: [Self; 2] = [Self::Rows, Self::Columns];
}

/// All places as a sketch sees them: transposed, if channels run between columns.
struct SketchPlane<'a> {
    problem: &'a LayoutProblem<'a>,
    axis: SketchAxis,
    sizes: Vec<SizedPlace>,
    ports: Vec<Vec<Port>>,
    rows: PlaceRows,
}

impl<'a> SketchPlane<'a> {
    fn new(
        problem: &'a LayoutProblem<'a>,
        sizes: &[SizedPlace],
        sites: &[Site],
        scale: u32,
        axis: SketchAxis,
    ) -> Self {
        let ports = sizes.iter().map(|sized| ports(sized, 0, true));
        let (sizes, ports, sites) = match axis {
            SketchAxis::Rows => (sizes.to_vec(), ports.collect(), sites.to_vec()),
            SketchAxis::Columns => (
                sizes.iter().map(SizedPlace::transposed).collect(),
                ports.map(|ports| ports.iter().map(Port::transposed).collect()).collect(),
                sites.iter().map(|site| Site { x: site.y, y: site.x }).collect::<Vec<Site>>(),
            ),
        };
        let rows = PlaceRows::new(&sites, &sizes, scale);
        Self { problem, axis, sizes, ports, rows }
    }

    /// Returns the arrangement for the first sketch whose routes can be drawn and finished.
    fn sketched(
        &self,
        bundles: &Bundles,
        rotation: &Rotation,
        seed: Seed,
        sketches: u64,
        finish: impl Fn(Vec<Route>) -> Option<Arrangement>,
    ) -> Option<Arrangement> {
        let Self { problem, axis, sizes, ports, rows } = self;
        let given = SketchInput { problem, sizes, ports, rows };
        let label = match axis {
            SketchAxis::Rows => "sketch",
            SketchAxis::Columns => "sketch of columns",
        };
        let mut shortages = None;
        (0..sketches).take_while(|_| !problem.work.is_spent()).find_map(|number| {
            let random = seed.child(label).numbered(number).stream();
            let mut work = SketchWork::new(given, bundles, rotation, number, random);
            if let Some(known) = shortages.take() {
                work.shortages = known;
            }
            let routes = work.drawn();
            shortages = Some(work.shortages);
            let routes = routes?;
            finish(match axis {
                SketchAxis::Rows => routes,
                SketchAxis::Columns => routes.iter().map(Route::transposed).collect(),
            })
        })
    }
}

/// Turns routes into an arrangement. Returns `None` if the level is too large or not legal.
fn arrangement(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    sites: &[Site],
    scale: u32,
    by_passage: Vec<Route>,
) -> Option<Arrangement> {
    let middles = PlaceRows::new(sites, sizes, scale).middles;
    let routes = Routes {
        by_passage: by_passage.into_iter().map(Some).collect(),
        crossings: Vec::new(),
        cores: middles.iter().enumerate().map(|(place, middle)| core_at(sizes, place, *middle)).collect(),
        pushed_out: Vec::new(),
    };
    let Rect { size, .. } = routes.bounds(|_, core| core);
    problem.check_size(size.width as i32, size.height as i32).ok()?;
    let mut drawing = OrthogonalDrawing::new(problem, sizes, &routes)?;
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
        given.problem.work.spend(STEPS_A_PIN * sketch.pins.len() as u64);
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
