//! Levels have the requested overall shape: random missions of 5 to 40 places, measured on the finished
//! level.

use std::sync::Arc;

use delvewright_engine::base::{RandomStream, Seed};
use delvewright_engine::grammar::{ElementId, Grammar, Start, check_grammar};
use delvewright_engine::level::Level;
use delvewright_engine::mission::{NodeRole, Site};
use delvewright_engine::pipeline::{Pipeline, Request, Run};
use delvewright_engine::settings::{Aspect, LevelSide, Mirror, Shape, SizeLimit, Spacing};
use delvewright_engine::text::parse_grammar;

use crate::sample;

const GRAMMAR: &str = r##"
Grammar(
    format: 1,
    name: "Shaped",
    alphabet: (
        nodes: {
            "Entrance": (role: Start, form: Hall(width: (4, 8), height: (4, 8))),
            "Hall": (form: Hall(width: (4, 11), height: (4, 11))),
            "Cave": (form: Cave(radius: (3, 5))),
            "Exit": (role: Goal, form: Hall(width: (4, 8), height: (4, 8))),
        },
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Entrance"}),
    recipe: [],
)
"##;

const COMPACT: Spacing = Spacing::Compact { gap: 1 };
const ELASTIC: Spacing = Spacing::Elastic { gap: 2 };
const FIXED: Spacing = Spacing::Fixed { scale: 24 };

/// Returns the numbers of the missions that most tests here use.
fn missions() -> impl Iterator<Item = u64> {
    sample::of(0..16)
}

fn grammar() -> Grammar {
    parse_grammar(GRAMMAR, None).value.expect("the grammar is right")
}

/// Returns a tree of 5 to 40 places with up to three further passages, from the entrance to an exit.
fn mission(number: u64) -> Start {
    let mut random = Seed(number).child("mission").stream();
    let places = random.range(5, 40);
    let goal = random.range(2, places);
    let symbol = |id: u32, random: &mut RandomStream| match id {
        1 => "Entrance",
        _ if id == goal => "Exit",
        _ if random.chance(30) => "Cave",
        _ => "Hall",
    };
    let nodes = (1..=places).map(|id| (ElementId(id), symbol(id, &mut random).into())).collect();
    let mut edges: Vec<(u32, u32)> =
        (2..=places).map(|id| (random.range(id.saturating_sub(5).max(1), id - 1), id)).collect();
    for _ in 0..random.below(4) {
        let (one, other) = (random.range(1, places), random.range(1, places));
        if one < other && !edges.contains(&(one, other)) {
            edges.push((one, other));
        }
    }
    let edges = edges.into_iter().map(|(from, to)| (ElementId(from), "path".into(), ElementId(to))).collect();
    Start::Graph { nodes, edges, at: std::iter::empty().collect(), drawn: Default::default() }
}

fn run_start(start: Start, spacing: Spacing, shape: Shape, seed: u64) -> Run {
    let mut grammar = grammar();
    grammar.start = start;
    grammar.layout.spacing = spacing;
    grammar.layout.shape = shape;
    Pipeline::default().run(&Request::new(Arc::new(grammar), Vec::new(), Seed(seed)))
}

/// Returns the levels of all missions.
fn levels(spacing: Spacing, shape: Shape) -> Vec<Arc<Level>> {
    let level = |number| {
        let run = run_start(mission(number), spacing, shape, number);
        assert!(run.failure.is_none(), "{number}: {:?}", run.failure);
        run.level.expect("there is a level")
    };
    missions().map(level).collect()
}

/// Returns the median of width divided by height, in hundredths.
fn median_aspect(levels: &[Arc<Level>]) -> u32 {
    median(levels.iter().map(|level| 100 * level.width / level.height))
}

/// Returns the median of the longer side divided by the shorter one, in hundredths.
fn median_off_square(levels: &[Arc<Level>]) -> u32 {
    let long = |level: &Arc<Level>| 100 * level.width.max(level.height) / level.width.min(level.height);
    median(levels.iter().map(long))
}

fn median(values: impl Iterator<Item = u32>) -> u32 {
    let mut values: Vec<u32> = values.collect();
    values.sort_unstable();
    values[values.len() / 2]
}

/// Returns the distance from the middle of a place to a side, in hundredths of the level.
fn from_side(level: &Level, role: NodeRole, side: LevelSide) -> u32 {
    let place = level.places.iter().find(|place| place.role == Some(role)).expect("there is such a place");
    let middle = place.bounds.center();
    let (x, y) = (middle.x.unsigned_abs(), middle.y.unsigned_abs());
    match side {
        LevelSide::West => 100 * x / level.width,
        LevelSide::East => 100 - 100 * x / level.width,
        LevelSide::North => 100 * y / level.height,
        LevelSide::South => 100 - 100 * y / level.height,
        LevelSide::Any => 0,
    }
}

#[test]
fn levels_are_wide_tall_or_square_as_is_wanted() {
    for spacing in [COMPACT, ELASTIC, FIXED] {
        let of_aspect = |aspect| levels(spacing, Shape { aspect, ..Shape::default() });
        let free = of_aspect(Aspect::Any);
        let any = median_aspect(&free);
        let [wide, tall] = [Aspect::Wide, Aspect::Tall].map(|aspect| median_aspect(&of_aspect(aspect)));
        assert!(wide >= 150 && wide > any, "{spacing:?}: {wide} beside {any}");
        assert!(tall <= 67 && tall < any, "{spacing:?}: {tall} beside {any}");
        let (square, any) = (median_off_square(&of_aspect(Aspect::Square)), median_off_square(&free));
        assert!(square <= 125 && square < any, "{spacing:?}: {square} beside {any}");
    }
}

#[test]
fn start_and_goal_lie_at_their_sides_in_nearly_all_levels() {
    let sides = [
        (LevelSide::West, LevelSide::East),
        (LevelSide::North, LevelSide::Any),
        (LevelSide::South, LevelSide::West),
    ];
    for (spacing, most_far) in [(COMPACT, 2), (ELASTIC, 3)] {
        for (start, goal) in sides {
            let levels = levels(spacing, Shape { start, goal, ..Shape::default() });
            for (role, side, most) in [(NodeRole::Start, start, most_far), (NodeRole::Goal, goal, 5)] {
                let from: Vec<u32> = levels.iter().map(|level| from_side(level, role, side)).collect();
                let far = from.iter().filter(|percent| **percent > 20).count();
                assert!(far <= (most * from.len()).div_ceil(16), "{spacing:?}, {role:?} {side:?}: {from:?}");
            }
        }
    }
}

/// Returns a tree of this many places, from the entrance to an exit that is one of the last.
fn large_mission(places: u32) -> Start {
    let mut random = Seed(u64::from(places)).child("large mission").stream();
    let symbol = |id: u32| match id {
        1 => "Entrance",
        _ if id == places => "Exit",
        _ => "Hall",
    };
    let nodes = (1..=places).map(|id| (ElementId(id), symbol(id).into())).collect();
    let mut edge = |id: u32| {
        let above = random.range(id.saturating_sub(6).max(1), id - 1);
        (ElementId(above), "path".into(), ElementId(id))
    };
    let edges = (2..=places).map(&mut edge).collect();
    Start::Graph { nodes, edges, at: std::iter::empty().collect(), drawn: Default::default() }
}

fn large_level(shape: Shape) -> Arc<Level> {
    let run = run_start(large_mission(140), COMPACT, shape, 1);
    assert!(run.failure.is_none(), "{shape:?}: {:?}", run.failure);
    run.level.expect("there is a level")
}

/// Checks the aspect, the sides and the bound of a large level.
fn check_shape(level: &Level, shape: Shape) {
    let aspects = match shape.aspect {
        Aspect::Any => 0..=u32::MAX,
        Aspect::Wide => 150..=290,
        Aspect::Tall => 34..=67,
        Aspect::Square => 80..=125,
    };
    let percent = 100 * level.width / level.height;
    assert!(aspects.contains(&percent), "{shape:?}: {percent} %");
    for (role, side) in [(NodeRole::Start, shape.start), (NodeRole::Goal, shape.goal)] {
        let percent = from_side(level, role, side);
        assert!(percent <= 20, "{role:?} lies {percent} % of the level from its side, {side:?}");
    }
    if let Some(most) = shape.bound.size() {
        assert!(level.width <= most.width && level.height <= most.height, "{} × {}", most.width, most.height);
    }
}

#[test]
fn large_levels_have_the_shape_that_is_wanted() {
    let any = Shape::default();
    let free = large_level(any);
    let side = (free.width * free.height).isqrt() * 11 / 10;
    let within = |wide: u32, high: u32| {
        let bound = SizeLimit::Within { width: side * wide / 100, height: side * high / 100 };
        Shape { bound, ..any }
    };
    let towards = |start, goal| Shape { start, goal, ..any };
    let shapes = [
        Shape { aspect: Aspect::Wide, ..any },
        Shape { aspect: Aspect::Tall, ..any },
        Shape { aspect: Aspect::Square, ..any },
        towards(LevelSide::West, LevelSide::East),
        towards(LevelSide::East, LevelSide::West),
        towards(LevelSide::North, LevelSide::South),
        towards(LevelSide::South, LevelSide::North),
        within(140, 75),
        within(75, 140),
        within(100, 100),
    ];
    assert!((60..=167).contains(&(100 * free.width / free.height)));
    for shape in sample::of(shapes) {
        check_shape(&large_level(shape), shape);
    }
}

#[test]
fn a_bound_that_a_level_is_within_changes_nothing() {
    for number in 0..4 {
        let level = |bound| {
            let shape = Shape { bound, ..Shape::default() };
            run_start(mission(number), COMPACT, shape, number).level.expect("there is a level")
        };
        let free = level(SizeLimit::None);
        let bound = SizeLimit::Within { width: free.width, height: free.height };
        assert!(level(bound).tiles == free.tiles, "{number}");
    }
}

#[test]
fn a_bound_that_is_raised_as_is_offered_is_kept() {
    let mut raised = 0;
    for number in sample::of(0..8) {
        let run = |bound| run_start(mission(number), COMPACT, Shape { bound, ..Shape::default() }, number);
        let free = run(SizeLimit::None).level.expect("there is a level");
        let bound = SizeLimit::Within { width: free.width * 3 / 4, height: free.height * 3 / 4 };
        let narrow = run(bound);
        let exceeded = narrow.diagnostics.iter().find(|found| found.code == "level-out-of-bound");
        let Some(remedy) = exceeded.and_then(|found| found.remedy.as_ref()) else { continue };
        let mended = narrow.request.grammar.layout.mended(remedy).expect("a remedy of the layout");
        let level = run(mended.shape.bound).level.expect("there is a level");
        let Some(most) = mended.shape.bound.size() else { panic!("{number}: the bound is gone") };
        assert!(level.width <= most.width && level.height <= most.height, "{number}");
        raised += 1;
    }
    assert!(raised >= sample::cases(4), "{raised}");
}

#[test]
fn a_bound_is_never_exceeded_without_an_explanation() {
    let (mut fitting, mut all) = (0, 0);
    for number in missions() {
        all += 1;
        let level = |bound| run_start(mission(number), COMPACT, Shape { bound, ..Shape::default() }, number);
        let free = level(SizeLimit::None).level.expect("there is a level");
        // Slightly more area than the layout needs without limits, in another shape.
        let area = free.width * free.height * 11 / 10;
        let width = area.isqrt() * 5 / 4;
        let (width, height) = (width.max(14), (area / width).max(14));
        let run = level(SizeLimit::Within { width, height });
        match run.diagnostics.iter().find(|found| found.code == "level-out-of-bound") {
            None => {
                let level = run.level.expect("there is a level");
                assert!(level.width <= width && level.height <= height, "{number}");
                fitting += 1;
            }
            Some(found) => {
                assert!(run.failure.is_some());
                assert!(found.message.contains(&format!("its bound is {width} × {height}")), "{found:?}");
                assert!(found.message.contains("(node ") && found.hint.is_some(), "{found:?}");
            }
        }
    }
    assert!(fitting * 4 >= all * 3, "{fitting} of {all}");
}

/// Returns the mean distance of places from the mirror images of their counterparts, in hundredths of the
/// level.
///
/// The axis runs through the entrance.
fn off_mirror(level: &Level, pairs: &[(usize, usize)]) -> u32 {
    let middle = |place: usize| level.places[place].bounds.center();
    let axis = middle(0).x;
    let off = |(one, other): &(usize, usize)| {
        let (one, other) = (middle(*one), middle(*other));
        (one.x + other.x - 2 * axis).unsigned_abs() + one.y.abs_diff(other.y)
    };
    let all: u32 = pairs.iter().map(off).sum();
    100 * all / (pairs.len() as u32 * (level.width + level.height))
}

#[test]
fn branches_that_are_alike_mirror_each_other_where_that_is_wanted() {
    // Two branches of five places each, and the exit between them.
    let branch = |first: u32| {
        [(1, first), (first, first + 1), (first, first + 2), (first + 2, first + 3), (first + 3, first + 4)]
    };
    let edges = branch(2).into_iter().chain(branch(7)).chain([(1, 12)]);
    let edges: Vec<_> = edges.map(|(from, to)| (ElementId(from), "path".into(), ElementId(to))).collect();
    let symbol = |id| {
        if id == 1 {
            "Entrance"
        } else if id == 12 {
            "Exit"
        } else {
            "Hall"
        }
    };
    let nodes = || (1..=12).map(|id| (ElementId(id), symbol(id).into())).collect();
    let pairs: Vec<(usize, usize)> = (1..6).map(|place| (place, place + 5)).collect();
    for spacing in [COMPACT, ELASTIC] {
        let off = |symmetry: Mirror| {
            let off = (0..12).map(|seed| {
                let start = Start::Graph {
                    nodes: nodes(),
                    edges: edges.clone(),
                    at: std::iter::empty().collect(),
                    drawn: Default::default(),
                };
                let run = run_start(start, spacing, Shape { symmetry, ..Shape::default() }, seed);
                off_mirror(&run.level.expect("there is a level"), &pairs)
            });
            median(off)
        };
        let (mirrored, any) = (off(Mirror::LeftRight), off(Mirror::None));
        assert!(mirrored <= 15 && mirrored * 2 < any, "{spacing:?}: {mirrored} beside {any}");
    }
}

#[test]
fn a_shape_that_counts_for_nothing_is_warned_of() {
    let mut grammar = grammar();
    grammar.layout.shape = Shape { start: LevelSide::West, goal: LevelSide::East, ..Shape::default() };
    let codes = |grammar: &Grammar| -> Vec<&str> {
        let about_shape = |path: &str| path.starts_with("layout.shape");
        let found = check_grammar(grammar).into_iter();
        found.filter(|found| about_shape(&found.path.to_string())).map(|found| found.code).collect()
    };
    assert_eq!(codes(&grammar), Vec::<&str>::new());
    if let Start::Graph { at, .. } = &mut grammar.start {
        at.insert(ElementId(1), Site { x: 0, y: 0 });
    }
    assert_eq!(codes(&grammar), ["shape-of-sites"]);
    grammar.layout.spacing =
        Spacing::Sprawl { length: (2, 8), beside: delvewright_engine::settings::SprawlNeighbour::Parent };
    grammar.alphabet.nodes.shift_remove("Exit");
    assert_eq!(codes(&grammar), ["side-of-nothing"]);
}
