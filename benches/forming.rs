//! Smoothing and components compared with crates that do the same, walks, and whole levels with and without
//! proof.
//!
//! The crate `mapgen` smooths 15 rounds of its own noise; making the noise takes a small part of that time.
//!
//!     cargo bench --no-default-features --bench forming

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use delvewright::base::{
    Adjacency, BitGrid, Cell, Choice, Choosable, Components, Grid, Rect, Seed, Size, Slot, StageContext,
    each_parameter,
};
use delvewright::grammar::{Grammar, derive};
use delvewright::layout::{LayoutContext, Plan, layout};
use delvewright::mission::{
    Alphabet, Cards, Cave, EntitySymbol, Form, Mission, TileSymbol, WalkerPreset, Walkers,
};
use delvewright::pipeline::{Pipeline, Request};
use delvewright::place_shape::{WalkArea, walk};
use delvewright::populate::{LevelDraft, LevelHeader, populate};
use delvewright::rooms::{CardSettings, LegendEntry, RoomSet, RoomTemplate, TileLook};
use delvewright::settings::{Pass, PassKind, PassSettings};
use delvewright::space::{
    SmoothedRegion, SmoothingRule, Space, form, smooth_in_grid_order, smooth_in_grid_order_plainly,
    smooth_synchronously, smooth_synchronously_plainly,
};
use delvewright::verify::verify;
use image::{GrayImage, Luma};
use imageproc::region_labelling::{Connectivity, connected_components};
use mapgen::MapBuilder;
use mapgen::filter::{CellularAutomata, NoiseGenerator};

#[path = "shared/lattice.rs"]
mod lattice;

use lattice::lattice;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SIDE: u32 = 512;

/// Rounds of smoothing in `mapgen`.
const ROUNDS: u32 = 15;

/// Number of places in a row (and of rows), and number of cells between them.
const LEVELS: [(u32, u32); 3] = [(8, 17), (16, 30), (64, 30)];

fn noise(seed: u64) -> BitGrid {
    let mut random = Seed(seed).stream();
    let size = Size::new(SIDE, SIDE);
    let values = (0..size.area()).map(|_| !random.chance(45)).collect();
    let grid = Grid::from_values(size, values).expect("one value a cell");
    BitGrid::of_values(&grid, |open| *open)
}

/// Returns all cells except a seal across the middle.
fn region() -> SmoothedRegion {
    let mut cells = BitGrid::empty(Size::new(SIDE, SIDE));
    for y in 0..SIDE {
        cells.set_span(y as usize, 0..SIDE, true);
        cells.set(Cell::new(SIDE as i32 / 2, y as i32), false);
    }
    SmoothedRegion { rule: SmoothingRule::new(&Cave::default()), cells }
}

fn smoothing(criterion: &mut Criterion) {
    type Round = fn(&mut BitGrid, &[&SmoothedRegion]);
    let rounds: [(&str, Round); 4] = [
        ("synchronous", smooth_synchronously),
        ("grid order", smooth_in_grid_order),
        ("synchronous, plainly", smooth_synchronously_plainly),
        ("grid order, plainly", smooth_in_grid_order_plainly),
    ];
    let (start, region) = (noise(1), region());
    let mut group = criterion.benchmark_group("smoothing 512 x 512, cells x rounds");
    group.sample_size(20).throughput(Throughput::Elements(u64::from(SIDE * SIDE * ROUNDS)));
    for (name, round) in rounds {
        group.bench_function(name, |bencher| {
            let smoothed = |mut open: BitGrid| {
                for _ in 0..ROUNDS {
                    round(&mut open, &[black_box(&region)]);
                }
                open
            };
            bencher.iter_batched(|| start.clone(), smoothed, BatchSize::LargeInput);
        });
    }
    group.bench_function("mapgen", |bencher| {
        bencher.iter(|| {
            MapBuilder::new(SIDE as usize, SIDE as usize)
                .with(NoiseGenerator::uniform())
                .with(CellularAutomata::new())
                .build()
        });
    });
    group.finish();
}

fn components(criterion: &mut Criterion) {
    let (mut open, region) = (noise(1), region());
    for _ in 0..4 {
        smooth_synchronously(&mut open, &[&region]);
    }
    let picture =
        GrayImage::from_fn(SIDE, SIDE, |x, y| Luma([u8::from(open.get(Cell::new(x as i32, y as i32)))]));
    let mut group = criterion.benchmark_group("components of 512 x 512 with sizes");
    group.sample_size(20).throughput(Throughput::Elements(u64::from(SIDE * SIDE)));
    group.bench_function("runs", |bencher| {
        bencher.iter(|| Components::find(&Adjacency::all(black_box(&open).clone(), false)));
    });
    group.bench_function("imageproc", |bencher| {
        bencher.iter(|| {
            let labels = connected_components(black_box(&picture), Connectivity::Four, Luma([0]));
            let mut sizes = vec![0_u32; labels.iter().max().map_or(0, |most| *most as usize) + 1];
            labels.iter().for_each(|label| sizes[*label as usize] += 1);
            (labels, sizes)
        });
    });
    group.finish();
}

/// Measures walks of each preset, as many as in a level of a thousand places.
fn walks(criterion: &mut Criterion) {
    let reach = 14;
    let side = 2 * reach + 1;
    let mut area = WalkArea::new(Rect::new(Cell::new(0, 0), Size::new(side, side)));
    (0..side).for_each(|y| area.free(y, 0..side));
    let first = Cell::new(reach as i32, reach as i32);
    let mut group = criterion.benchmark_group("1000 walks, floors");
    group.sample_size(20);
    for preset in WalkerPreset::ALL {
        let params = Walkers::of(preset);
        let walks = || -> usize {
            let walk = |seed| walk(black_box(&params), area.clone(), first, &mut Seed(seed).stream());
            (0..1000).map(|seed| walk(seed).floors.len()).sum()
        };
        group.throughput(Throughput::Elements(walks() as u64));
        group.bench_function(format!("{preset:?}"), |bencher| bencher.iter(walks));
    }
    group.finish();
}

/// Returns a pass of each kind with its usual settings, and an alphabet with the entities and tiles they
/// name.
fn passes(alphabet: &Alphabet) -> (Alphabet, Vec<Pass>) {
    let mut alphabet = alphabet.clone();
    for (name, solid) in [("thing", false), ("pillar", true)] {
        alphabet.entities.insert(name.to_owned(), EntitySymbol { solid, ..EntitySymbol::default() });
    }
    alphabet.tiles.insert("moss".to_owned(), TileSymbol::default());
    let pass = |choice: Choosable| {
        let mut pass = Pass::new(choice.label, PassSettings::of(PassKind::default()));
        pass.pass.choose(choice.label);
        let is_of_features = pass.pass.kind() == PassKind::Features;
        each_parameter(&mut pass, &mut |_, slot| match slot {
            Slot::Rows(_, rows) if rows.count() == 0 => rows.add(),
            Slot::Name(_, vocabulary, name) if vocabulary.table == "tiles" => "moss".clone_into(name),
            Slot::Name(_, _, name) => if is_of_features { "pillar" } else { "thing" }.clone_into(name),
            Slot::Names(_, vocabulary, names) if vocabulary.table == "tiles" => {
                names.push("moss".to_owned());
            }
            _ => {}
        });
        pass
    };
    (alphabet, PassKind::default().choices().into_iter().map(pass).collect())
}

/// Measures the stages one by one, then all of them with and without proof.
fn levels(criterion: &mut Criterion) {
    for (side, scale) in LEVELS {
        let request = lattice(side, scale);
        let Request { grammar, rooms, seed, .. } = &request;
        let derived = || derive(grammar, seed.child("derive"), StageContext::default()).unwrap().value;
        let mission = derived().mission;
        let laid_out = |mission: &Mission| {
            let (settings, seed) = (&grammar.layout, seed.child("layout"));
            let (terms, context) = (LayoutContext::default(), StageContext::default());
            layout(mission, &grammar.alphabet, rooms, settings, seed, terms, context).unwrap().value
        };
        let plan = laid_out(&mission);
        let formed = |plan: &Plan| {
            form(plan, None, grammar.movement, seed.child("form"), StageContext::unlimited()).unwrap().value
        };
        let heading = || LevelHeader {
            grammar: grammar.name.clone(),
            seed: *seed,
            rolls: Vec::new(),
            variables: Default::default(),
            movement: grammar.movement,
            theme: String::new(),
        };
        let populated =
            |space: &Space, plan: &Plan, mission: &Mission, alphabet: &Alphabet, passes: &[Pass]| {
                let draft = LevelDraft::new(space, plan, mission, alphabet, heading());
                populate(draft, passes, seed.child("populate"), StageContext::unlimited()).unwrap().value
            };
        let plainly = |space: Space| populated(&space, &plan, &mission, &grammar.alphabet, &[]);
        let level = plainly(formed(&plan));
        assert!(verify(&level, StageContext::default()).unwrap().all_held());

        let cells = side * scale;
        let mut group = criterion.benchmark_group(format!("level of about {cells} x {cells} cells"));
        group.sample_size(10);
        group.bench_function("derive", |bencher| bencher.iter(derived));
        group.bench_function("layout", |bencher| bencher.iter(|| laid_out(&mission)));
        group.bench_function("form", |bencher| bencher.iter(|| formed(&plan)));
        group.bench_function("populate", |bencher| {
            bencher.iter_batched(|| formed(&plan), plainly, BatchSize::LargeInput)
        });
        let (alphabet, passes) = passes(&grammar.alphabet);
        let populated_by_all = |space: Space| populated(&space, &plan, &mission, &alphabet, &passes);
        assert!(verify(&populated_by_all(formed(&plan)), StageContext::default()).unwrap().all_held());
        group.bench_function("populate by a pass of each kind", |bencher| {
            bencher.iter_batched(|| formed(&plan), populated_by_all, BatchSize::LargeInput)
        });
        group.bench_function("verify", |bencher| {
            bencher.iter(|| verify(black_box(&level), StageContext::default()).unwrap())
        });
        group.bench_function("all without proof", |bencher| {
            bencher.iter(|| {
                let mission = derived().mission;
                let plan = laid_out(&mission);
                populated(&formed(&plan), &plan, &mission, &grammar.alphabet, &[])
            });
        });
        group.bench_function("all with proof", |bencher| {
            bencher.iter(|| Pipeline::default().run(black_box(&request)));
        });
        group.finish();
    }
}

/// Measures filling and drawing one board of 16 × 16 cells of 32 × 32. Its cards have all combinations of
/// open sides.
fn boards(criterion: &mut Criterion) {
    const CELL: usize = 32;
    let middle = |at: usize| (CELL / 2 - 3..CELL / 2 + 3).contains(&at);
    let picture = |kind: u32| -> Vec<String> {
        let open = |side: u32| kind >> side & 1 == 1;
        let is_floor = |x: usize, y: usize| {
            let (up, right, down, left) = (y < CELL / 2, x >= CELL / 2, y >= CELL / 2, x < CELL / 2);
            let along = middle(x) && ((open(0) && up) || (open(2) && down));
            let across = middle(y) && ((open(1) && right) || (open(3) && left));
            (middle(x) && middle(y)) || along || across
        };
        (0..CELL).map(|y| (0..CELL).map(|x| if is_floor(x, y) { '.' } else { '#' }).collect()).collect()
    };
    let card = |kind: u32| RoomTemplate {
        name: kind.to_string(),
        notes: String::new(),
        symbol: "cave".to_owned(),
        weight: 1,
        at_most: None,
        turns: false,
        flips: false,
        card: Some(CardSettings { cell: Size::new(CELL as u32, CELL as u32), ..CardSettings::default() }),
        source: None,
        picture: picture(kind),
    };
    let set = RoomSet {
        format: RoomSet::FORMAT,
        name: "Set".to_owned(),
        notes: String::new(),
        legend: [('#', LegendEntry::Wall), ('.', LegendEntry::Floor)].into_iter().collect(),
        blocker: TileLook::blocker(),
        sheet: None,
        looks: std::collections::BTreeMap::new(),
        sources: indexmap::IndexMap::new(),
        rooms: (1..16).map(card).collect(),
    };
    let mut grammar = Grammar::clone(&lattice(1, 600).grammar);
    let board = Cards { columns: (16, 16), rows: (16, 16), loops_percent: 10, ..Cards::default() };
    grammar.alphabet.nodes["cave"].form = Some(Form::Cards(board));
    let mission = derive(&grammar, Seed(1), StageContext::default()).unwrap().value.mission;
    let rooms = [Arc::new(set)];
    let laid_out = || {
        layout(
            &mission,
            &grammar.alphabet,
            &rooms,
            &grammar.layout,
            Seed(1),
            LayoutContext::default(),
            StageContext::default(),
        )
        .unwrap()
        .value
    };
    let plan = laid_out();
    assert!(plan.places[0].form.board().is_some_and(|board| !board.cards.is_empty()));
    let mut group = criterion.benchmark_group("a board of 514 x 514 cells");
    group.sample_size(20).throughput(Throughput::Elements(514 * 514));
    group.bench_function("walked and filled", |bencher| bencher.iter(laid_out));
    group.bench_function("formed", |bencher| {
        bencher
            .iter(|| form(&plan, None, grammar.movement, Seed(1), StageContext::unlimited()).unwrap().value)
    });
    group.finish();
}

criterion_group!(benches, smoothing, components, walks, boards, levels);
criterion_main!(benches);
