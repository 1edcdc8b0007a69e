//! Prints readings of levels and the duration of their layout, as medians.
//!
//! The missions are graphs that other projects use to compare layouts, missions made by hand, large missions
//! of several kinds, and the examples. The first two are read from folders next to the project, or from those
//! that `LAYOUT_GRAPHS` and `HAND_MADE` name; without them they are left out.
//!
//!     cargo bench --no-default-features --bench readings
//!     cargo bench --no-default-features --bench readings -- graphs 5
//!     cargo bench --no-default-features --bench readings -- large 3 tree 1000

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use delvewright::base::{RandomStream, Seed, StageContext, StopReason};
use delvewright::files::{EXAMPLES, load_example, parse_grammar};
use delvewright::grammar::{ElementId, Grammar, Start, derive};
use delvewright::layout::{LayoutContext, PreviousLayout, layout};
use delvewright::metrics::LAYOUT_METRICS;
use delvewright::mission::NodeId;
use delvewright::pipeline::{Pipeline, Request};
use delvewright::rooms::RoomSet;
use delvewright::settings::{Pin, PinnedPlace, Roll, Spacing};
use delvewright::survey::{Distribution, SeedRecord};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const GRAPHS: &str = include_str!("../crates/engine/tests/layout_graphs/grammar.ron");

/// Halls of the size of those in Zelda, with some doorways among their passages.
const HAND_MADE: &str = r#"Grammar(
    format: 1,
    name: "Hand-made",
    alphabet: (
        nodes: {"Room": (form: Hall(width: (12, 12), height: (7, 7)))},
        edges: {
            "door": (role: Passage, kind: Doorway()),
            "door or corridor": (role: Passage, kind: Doorway(otherwise: Corridor)),
            "path": (role: Passage),
        },
    ),
    start: Graph(nodes: {1: "Room"}),
    recipe: [],
)"#;

type Edges = Vec<(u32, u32)>;

/// The readings of several levels.
#[derive(Default)]
struct Readings {
    times: Vec<Duration>,
    looks: Vec<SeedRecord>,
    failed: usize,
}

impl Readings {
    /// Lays out a mission with each of the seeds, and reads the level of the first.
    fn add(&mut self, grammar: Grammar, rooms: &[Arc<RoomSet>], seeds: u64) {
        let grammar = Arc::new(grammar);
        let mission = derive(&grammar, Seed(1), StageContext::default()).unwrap().value.mission;
        for seed in 1..=seeds {
            let began = Instant::now();
            let outcome = layout(
                &mission,
                &grammar.alphabet,
                rooms,
                &grammar.layout,
                Seed(seed),
                LayoutContext::default(),
                StageContext::default(),
            )
            .unwrap();
            self.times.push(began.elapsed());
            self.failed += usize::from(outcome.stop != StopReason::Done);
        }
        self.look(&grammar, rooms, Seed(1));
    }

    fn look(&mut self, grammar: &Arc<Grammar>, rooms: &[Arc<RoomSet>], seed: Seed) {
        let request = Request::new(Arc::clone(grammar), rooms.to_vec(), seed);
        let run = Pipeline::default().run(&request);
        self.looks.extend(run.level.is_some().then(|| SeedRecord::of(&run)));
    }

    fn print(mut self, of: &str) {
        self.times.sort_unstable();
        let time = |hundredths: usize| {
            let time = self.times.get((self.times.len() * hundredths / 100).min(self.times.len().max(1) - 1));
            time.map_or(0.0, |time| time.as_secs_f64() * 1000.0)
        };
        let figures = LAYOUT_METRICS.each_ref().map(|metric| {
            let median = Distribution::of(&self.looks, metric).median().unwrap_or_default();
            format!("{} {}", metric.words(), metric.unit.text_of(median))
        });
        let Self { times, failed, .. } = &self;
        let (layouts, figures) = (times.len(), figures.join(", "));
        if layouts > 0 {
            println!(
                "{of}: {layouts} layouts, {failed} failed; median {:.2} ms, 95 % {:.2}, slowest {:.2}; {figures}",
                time(50),
                time(95),
                time(100)
            );
        } else {
            println!("{of}: {} levels; {figures}", self.looks.len());
        }
    }
}

fn files(variable: &str, beside: &str, extension: &str) -> Vec<PathBuf> {
    let named = std::env::var_os(variable).map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(beside);
    let Ok(entries) = fs::read_dir(named.unwrap_or(beside)) else {
        eprintln!("There is no folder with missions; name one by {variable}.");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

fn start(symbols: &[&str], places: impl Iterator<Item = u32>, edges: Vec<(u32, &str, u32)>) -> Start {
    let nodes = places.map(|id| (ElementId(id), symbols[id as usize % symbols.len()].into()));
    let edges = edges.into_iter().map(|(from, edge, to)| (ElementId(from), edge.into(), ElementId(to)));
    Start::Graph {
        nodes: nodes.collect(),
        edges: edges.collect(),
        at: Default::default(),
        drawn: Default::default(),
    }
}

/// Reads graphs with places of several kinds, one per line, `index nodes: a-b a-b …`. They are compact with a
/// gap of two cells.
fn graphs(seeds: u64) {
    let files = files("LAYOUT_GRAPHS", "layout-graphs", "txt");
    graphs_of(&files, GRAPHS, seeds, "graphs");
    let with_doorways = GRAPHS.replace("(role: Passage)", "(role: Passage, kind: Doorway())");
    // The file names contain the number of cycles of their graphs.
    for (cycles, of) in [("e_0_0_", "trees of doorways"), ("e_1_1_", "one cycle of doorways")] {
        let is_of =
            |file: &&PathBuf| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(cycles));
        let files: Vec<PathBuf> = files.iter().filter(is_of).cloned().collect();
        graphs_of(&files, &with_doorways, seeds, of);
    }
}

fn graphs_of(files: &[PathBuf], grammar: &str, seeds: u64, of: &str) {
    let mut grammar = parse_grammar(grammar, None).value.expect("a grammar");
    grammar.layout.spacing = Spacing::Compact { gap: 2 };
    let mut all = Readings::default();
    for file in files {
        let text = fs::read_to_string(file).expect("the file can be read");
        for line in text.lines() {
            all.add(Grammar { start: graph(line), ..grammar.clone() }, &[], seeds);
        }
    }
    all.print(of);
}

/// Parses a line with a graph.
fn graph(line: &str) -> Start {
    let (head, edges) = line.split_once(':').expect("a line has a colon");
    let number = |text: &str| text.parse::<u32>().expect("a number") + 1;
    let count = number(head.split_whitespace().nth(1).expect("a number of nodes")) - 1;
    let edges = edges.split_whitespace().map(|pair| pair.split_once('-').expect("two ends"));
    let edges = edges.map(|(from, to)| (number(from), "path", number(to))).collect();
    start(&["Hall", "Cave", "Chamber", "Vault"], 1..=count, edges)
}

/// A kind of constraint on the layout of a graph.
#[derive(Clone, Copy)]
enum Constraint {
    Lengths,
    Pins(usize),
    HeldLayout,
    /// The first places of the mission, in percent.
    Kept(usize),
}

/// Reads every 25th graph with lengths, pins, a held layout, or kept places, and counts the diagnostics.
fn constrained(seeds: u64) {
    let kinds = [
        ("lengths", Constraint::Lengths),
        ("one pin", Constraint::Pins(1)),
        ("four pins", Constraint::Pins(4)),
        ("held layout", Constraint::HeldLayout),
        ("a tenth kept", Constraint::Kept(10)),
        ("half kept", Constraint::Kept(50)),
    ];
    let spacings = [("compact", Spacing::Compact { gap: 2 }), ("elastic", Spacing::Elastic { gap: 2 })];
    for (kind, constraint) in kinds {
        for (spaced, spacing) in spacings {
            let mut all = Readings::default();
            let mut found: BTreeMap<String, usize> = BTreeMap::new();
            for start in starts().into_iter().step_by(25) {
                for seed in 1..=seeds {
                    let request = constrained_request(&start, constraint, spacing, seed);
                    let began = Instant::now();
                    let run = Pipeline::default().run(&request);
                    all.times.push(began.elapsed());
                    all.failed += usize::from(run.level.is_none());
                    all.looks.extend(run.level.is_some().then(|| SeedRecord::of(&run)));
                    for diagnostic in &run.diagnostics {
                        *found.entry(diagnostic.code.to_string()).or_default() += 1;
                    }
                }
            }
            all.print(&format!("{kind}, {spaced}"));
            println!("    diagnostics: {found:?}");
        }
    }
}

fn constrained_request(start: &Start, constraint: Constraint, spacing: Spacing, seed: u64) -> Request {
    let text = match constraint {
        Constraint::Lengths => {
            &GRAPHS.replace("(role: Passage)", "(role: Passage, kind: Corridor(length: (6, 9)))")
        }
        Constraint::Pins(_) | Constraint::HeldLayout | Constraint::Kept(_) => GRAPHS,
    };
    let mut grammar = parse_grammar(text, None).value.expect("a grammar");
    let Start::Graph { nodes, .. } = start else { panic!("the start is a graph") };
    let places: Vec<u32> = nodes.keys().map(|id| id.0).collect();
    grammar.start = start.clone();
    grammar.layout.spacing = spacing;
    if let Constraint::Pins(count) = constraint {
        let mut random = Seed(seed).child("pins").stream();
        grammar.layout.pins.extend((0..count).map(|_| Pin {
            place: PinnedPlace::Node(*random.pick(&places).expect("a place")),
            at: (random.range(10, 70), random.range(10, 70)),
        }));
    }
    let mut request = Request::new(Arc::new(grammar), Vec::new(), Seed(seed));
    match constraint {
        Constraint::HeldLayout => {
            let run = Pipeline::default().run(&Request { seed: Seed(seed + 1_000), ..request.clone() });
            let (plan, derivation) = run.plan.zip(run.derivation).expect("a plan");
            let before = PreviousLayout::of(&plan, &derivation.mission, &derivation.alphabet, spacing, None);
            request.previous_layout = Some(Arc::new(before));
        }
        Constraint::Kept(percent) => {
            let count = (places.len() * percent).div_ceil(100);
            let keep = places.iter().take(count).map(|place| NodeId(*place)).collect();
            request.rolls = vec![Roll { seed: Seed(seed + 1_000), keep, pins: None }];
        }
        Constraint::Lengths | Constraint::Pins(_) => {}
    }
    request
}

/// Returns the graphs as missions.
fn starts() -> Vec<Start> {
    let mut all = Vec::new();
    for file in files("LAYOUT_GRAPHS", "layout-graphs", "txt") {
        let text = fs::read_to_string(file).expect("the file can be read");
        all.extend(text.lines().map(graph));
    }
    all
}

/// Parses the passages of a graph in DOT. Arcs in both directions are one passage, loops are dropped, and
/// unreachable places are left out.
fn passages(text: &str) -> Edges {
    let mut edges = Edges::new();
    for line in text.lines() {
        let Some((from, rest)) = line.split_once("->") else { continue };
        let number = |text: &str| text.split_whitespace().next().and_then(|text| text.parse::<u32>().ok());
        let Some((from, to)) = number(from).zip(number(rest)) else { continue };
        let edge = (from.min(to) + 1, from.max(to) + 1);
        if from != to && !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    edges
}

/// Returns the largest connected part of a graph.
fn connected(edges: &Edges) -> Edges {
    let mut parts: BTreeMap<u32, u32> =
        edges.iter().flat_map(|(from, to)| [*from, *to]).map(|id| (id, id)).collect();
    while let Some((from, to)) = edges.iter().find(|(from, to)| parts[from] != parts[to]) {
        let (old, new) = (parts[from].max(parts[to]), parts[from].min(parts[to]));
        parts.values_mut().filter(|part| **part == old).for_each(|part| *part = new);
    }
    let size = |part: u32| parts.values().filter(|other| **other == part).count();
    let largest = parts.values().copied().max_by_key(|part| size(*part));
    edges.iter().copied().filter(|(from, _)| Some(parts[from]) == largest).collect()
}

/// Reads missions made by hand, with none, half and all of their passages as doorways.
fn hand_made(seeds: u64) {
    let grammar = parse_grammar(HAND_MADE, None).value.expect("a grammar");
    let files = files("HAND_MADE", "zelda-missions", "dot");
    let kinds = ["no doorways", "half doorways", "doorways", "doorways or corridors"];
    for (kind, of) in kinds.into_iter().enumerate() {
        let mut all = Readings::default();
        for file in &files {
            let edges = connected(&passages(&fs::read_to_string(file).expect("the file can be read")));
            let mut places: Vec<u32> = edges.iter().flat_map(|(from, to)| [*from, *to]).collect();
            places.sort_unstable();
            places.dedup();
            let symbol = |number: usize| match kind {
                0 => "path",
                1 if number.is_multiple_of(2) => "path",
                3 => "door or corridor",
                _ => "door",
            };
            let edges = edges.into_iter().enumerate();
            let edges = edges.map(|(number, (from, to))| (from, symbol(number), to)).collect();
            let mut grammar =
                Grammar { start: start(&["Room"], places.into_iter(), edges), ..grammar.clone() };
            grammar.layout.spacing = Spacing::Compact { gap: 2 };
            all.add(grammar, &[], seeds);
        }
        all.print(&format!("hand-made, {of}"));
    }
}

/// A way to generate the passages of a large mission.
struct Kind {
    name: &'static str,
    passages: fn(u32, &mut RandomStream) -> Edges,
}

const KINDS: [Kind; 8] = [
    Kind { name: "chain", passages: |count, _| (2..=count).map(|place| (place - 1, place)).collect() },
    Kind {
        name: "tree that grows at its ends",
        passages: |count, random| tree(count, |place| place - random.range(1, (place - 1).min(6))),
    },
    Kind {
        name: "tree that grows anywhere",
        passages: |count, random| tree(count, |place| random.range(1, place - 1)),
    },
    Kind {
        name: "tree of hubs",
        passages: |count, random| tree(count, |place| random.range(1, (place - 1).min(1 + place / 12))),
    },
    Kind { name: "loops on loops", passages: loops },
    Kind { name: "tree with short cuts", passages: short_cuts },
    Kind { name: "planar", passages: planar },
    Kind {
        name: "twice as many passages",
        passages: |count, random| {
            let mut passages = tree(count, |place| random.range(1, place - 1));
            while passages.len() < 2 * count as usize {
                let (from, to) = (random.range(1, count), random.range(1, count));
                if from < to && !passages.contains(&(from, to)) {
                    passages.push((from, to));
                }
            }
            passages
        },
    },
];

fn tree(count: u32, mut parent: impl FnMut(u32) -> u32) -> Edges {
    (2..=count).map(|place| (parent(place), place)).collect()
}

/// Returns loops of three to eight places, each attached to a place of another.
fn loops(count: u32, random: &mut RandomStream) -> Edges {
    let mut passages = Edges::new();
    let mut places = 1;
    while places < count {
        let on = random.range(1, places);
        let last = (places + random.range(2, 7)).min(count);
        passages.push((on, places + 1));
        passages.extend((places + 1..last).map(|place| (place, place + 1)));
        if last > places + 1 {
            passages.push((on, last));
        }
        places = last;
    }
    passages
}

/// Returns a tree in which a fifth of the places are also joined to a grandparent.
fn short_cuts(count: u32, random: &mut RandomStream) -> Edges {
    let mut parents = vec![0; count as usize + 1];
    let mut passages = Edges::new();
    for place in 2..=count {
        let parent = place - random.range(1, (place - 1).min(6));
        parents[place as usize] = parent;
        passages.push((parent, place));
        let grandparent = parents[parent as usize];
        if grandparent > 0 && random.chance(20) {
            passages.push((grandparent, place));
        }
    }
    passages
}

/// Returns about twice as many passages as places, taken from a triangular grid, so that they need not cross.
fn planar(count: u32, random: &mut RandomStream) -> Edges {
    let width = count.isqrt().max(1);
    let mut names: Vec<u32> = (1..=count).collect();
    random.shuffle(&mut names);
    let mut others: Edges = (0..count)
        .flat_map(|place| {
            let is_last = place % width + 1 == width;
            let ahead = [(1, !is_last), (width, true), (width + 1, !is_last)];
            ahead.into_iter().filter(|(_, is_there)| *is_there).map(move |(step, _)| (place, place + step))
        })
        .filter(|(_, to)| *to < count)
        .collect();
    random.shuffle(&mut others);
    // Edges that join two parts come first, so that the graph is connected.
    let mut parts: Vec<u32> = (0..count).collect();
    let part = |parts: &[u32], mut place: u32| {
        while parts[place as usize] != place {
            place = parts[place as usize];
        }
        place
    };
    let (joining, spare): (Edges, Edges) = others.into_iter().partition(|(from, to)| {
        let (one, other) = (part(&parts, *from), part(&parts, *to));
        parts[one as usize] = other;
        one != other
    });
    let passages = joining.into_iter().chain(spare).take(2 * count as usize);
    passages.map(|(from, to)| (names[from as usize], names[to as usize])).collect()
}

/// Reads missions of many places, compact with a gap of two cells. They can be limited to kinds with a name
/// containing a text, and to a number of places.
fn large(seeds: u64, of_kind: &str, of_places: Option<u32>) {
    let mut grammar = parse_grammar(GRAPHS, None).value.expect("a grammar");
    grammar.layout.spacing = Spacing::Compact { gap: 2 };
    for Kind { name, passages } in KINDS.into_iter().filter(|kind| kind.name.contains(of_kind)) {
        for count in of_places.map_or(vec![100, 300, 500, 700, 1000], |count| vec![count]) {
            let mut all = Readings::default();
            for seed in 1..=seeds {
                let edges = passages(count, &mut Seed(seed).stream());
                let edges = edges.into_iter().map(|(from, to)| (from, "path", to)).collect();
                let start = start(&["Hall", "Cave", "Chamber", "Vault"], 1..=count, edges);
                all.add(Grammar { start, ..grammar.clone() }, &[], 1);
            }
            all.print(&format!("{name}, {count} places"));
        }
    }
}

/// Reads the unchanged examples with these seeds.
fn examples(seeds: u64) {
    for example in EXAMPLES {
        let project = load_example(example.name).expect("the example is there");
        let rooms: Vec<_> = project.room_sets().cloned().map(Arc::new).collect();
        let grammar = Arc::new(project.grammar.value.expect("the example can be read"));
        let mut all = Readings::default();
        (1..=seeds).for_each(|seed| all.look(&grammar, &rooms, Seed(seed)));
        all.print(example.name);
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let seeds = arguments.get(1).and_then(|count| count.parse().ok());
    let wanted = arguments.first().map(String::as_str);
    let is_wanted = |name: &str| wanted.is_none_or(|wanted| wanted == name);
    if is_wanted("graphs") {
        graphs(seeds.unwrap_or(5));
    }
    if is_wanted("hand-made") {
        hand_made(seeds.unwrap_or(3));
    }
    if is_wanted("constrained") {
        constrained(seeds.unwrap_or(2));
    }
    if is_wanted("large") {
        let of_kind = arguments.get(2).map_or("", String::as_str);
        let of_places = arguments.get(3).and_then(|count| count.parse().ok());
        large(seeds.unwrap_or(3), of_kind, of_places);
    }
    if is_wanted("examples") {
        examples(seeds.unwrap_or(40));
    }
}
