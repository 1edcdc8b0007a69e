//! The reported origin of a cell agrees with a replay.
//!
//! The derivation is run again and stepped through, passes are added one by one, and the level is read from
//! its file.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use delvewright_engine::base::{Cell, RandomStream, Seed, StageContext};
use delvewright_engine::grammar::{Derivation, Grammar, Playback, derive};
use delvewright_engine::level::Level;
use delvewright_engine::mission::{EdgeId, Form, NodeId};
use delvewright_engine::pipeline::{CellOrigin, MadeBy, Origin, Pipeline, Request, Run};
use delvewright_engine::rooms::RoomSet;
use delvewright_engine::settings::Spacing;
use serde_json::Value;

use crate::examples::grammars;

/// The step that created each element of the final mission, observed by stepping through.
struct Appearances {
    nodes: BTreeMap<u64, usize>,
    edges: BTreeMap<u64, usize>,
}

impl Appearances {
    fn of(derivation: &Arc<Derivation>) -> Self {
        let mut playback = Playback::new(Arc::clone(derivation));
        let (mut nodes, mut edges) = (BTreeMap::new(), BTreeMap::new());
        for step in 0..=derivation.steps.len() {
            playback.go_to(step);
            let mission = playback.mission();
            // Ids are never reused, so a new id is a new element.
            for (id, _) in mission.nodes() {
                nodes.entry(u64::from(id.0)).or_insert(step);
            }
            for (id, _) in mission.edges() {
                edges.entry(u64::from(id.0)).or_insert(step);
            }
        }
        Self { nodes, edges }
    }
}

/// A level as read from its file.
struct File {
    owners: Vec<Vec<i64>>,
    /// Node, symbol, technique and template of each place; edge and symbol of each passage.
    places: Vec<(u64, String, String, Option<String>)>,
    passages: Vec<(u64, String)>,
    symbols: BTreeMap<u64, String>,
}

impl File {
    fn of(level: &Level) -> Self {
        let value: Value = serde_json::to_value(level).expect("it can be written");
        let list = |value: &Value| value.as_array().expect("a list").clone();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let number = |value: &Value| value.as_u64().expect("a number");
        let row = |row: &Value| {
            let runs = list(row).into_iter().flat_map(|run| {
                let owner = run[0].as_i64().expect("an owner");
                std::iter::repeat_n(owner, number(&run[1]) as usize)
            });
            runs.collect()
        };
        let place = |place: &Value| {
            let template = place["template"].as_str().map(str::to_owned);
            (number(&place["node"]), text(&place["symbol"]), text(&place["technique"]), template)
        };
        let nodes = list(&value["mission"]["nodes"]).into_iter();
        Self {
            owners: list(&value["owners"]).iter().map(row).collect(),
            places: list(&value["places"]).iter().map(place).collect(),
            passages: list(&value["passages"])
                .iter()
                .map(|passage| (number(&passage["edge"]), text(&passage["symbol"])))
                .collect(),
            symbols: nodes.map(|node| (number(&node["id"]), text(&node["symbol"]))).collect(),
        }
    }
}

/// Returns the passes that touched each cell, found by adding one pass at a time.
fn touched(run: &Run) -> BTreeMap<Cell, BTreeSet<String>> {
    let request = &run.request;
    let mut pipeline = Pipeline::default();
    let mut level_after = |passes: usize| {
        let mut grammar = Grammar::clone(&request.grammar);
        grammar.populate.truncate(passes);
        pipeline.run(&Request { grammar: Arc::new(grammar), ..request.clone() }).level.expect("a level")
    };
    let mut touched: BTreeMap<Cell, BTreeSet<String>> = BTreeMap::new();
    let mut before = level_after(0);
    for (number, pass) in request.grammar.populate.iter().enumerate() {
        let after = level_after(number + 1);
        let drawn = |level: &Level, cell: Cell| -> Vec<String> {
            let layers = level.layers.iter().filter(|layer| layer.tiles[cell] != ' ');
            layers.map(|layer| format!("{} {}", layer.name, layer.tiles[cell])).collect()
        };
        let things =
            |level: &Level, cell: Cell| level.entities.iter().filter(|thing| thing.at == cell).count();
        let places = |level: &Level| level.entities.iter().map(|thing| thing.at).collect::<BTreeSet<Cell>>();
        let may_hold = &places(&after) | &places(&before);
        for cell in after.tiles.rect().cells() {
            let is_same = before.tiles[cell] == after.tiles[cell]
                && before.owners[cell] == after.owners[cell]
                && drawn(&before, cell) == drawn(&after, cell)
                && (!may_hold.contains(&cell) || things(&before, cell) == things(&after, cell));
            if !is_same {
                touched.entry(cell).or_default().insert(pass.name.clone());
            }
        }
        before = after;
    }
    touched
}

/// Numbers of tested cases.
#[derive(Debug, Default)]
struct Count {
    levels: usize,
    cells: usize,
    of_steps: usize,
    of_start: usize,
    templates: usize,
    touched: usize,
}

fn check(run: &Run, about: &str, count: &mut Count) {
    let (Some(level), Some(derivation)) = (&run.level, &run.derivation) else { return };
    let grammar = &run.request.grammar;
    // Neither the mission of the run nor its steps are trusted.
    let again =
        Arc::new(derive(grammar, run.request.seed.child("derive"), StageContext::default()).unwrap().value);
    let appearances = Appearances::of(&again);
    let file = File::of(level);
    let touched = touched(run);
    let made = |appeared: &BTreeMap<u64, usize>, id: u64| match appeared[&id] {
        0 => MadeBy::Start,
        number => MadeBy::Step { number, rule: again.steps[number - 1].rule },
    };
    for cell in level.tiles.rect().cells() {
        let origin = Origin::of(level, Some(derivation), cell);
        let at = || format!("{about}, cell {}, {}", cell.x, cell.y);
        let owner = file.owners[cell.y as usize][cell.x as usize];
        match origin.owner {
            CellOrigin::Nobody => assert_eq!(owner, 0, "{}", at()),
            CellOrigin::Place { place, made: said } => {
                let (node, symbol, technique, template) = &file.places[owner as usize - 1];
                assert_eq!(NodeId(*node as u32), place.node, "{}", at());
                assert_eq!((&place.symbol, &file.symbols[node]), (symbol, symbol), "{}", at());
                assert_eq!(said, Some(made(&appearances.nodes, *node)), "{}", at());
                assert_eq!(&format!("{:?}", place.technique), technique, "{}", at());
                assert_eq!(&place.template, template, "{}", at());
                let forms: Vec<String> = grammar.alphabet.nodes[symbol]
                    .all_forms()
                    .flat_map(|form| {
                        let is_cave_at_times = match form {
                            Form::Room(room) => room.chance_percent < 100 || room.otherwise.is_some(),
                            _ => false,
                        };
                        let cave = is_cave_at_times.then(|| "Cave".to_owned());
                        [format!("{:?}", form.technique())].into_iter().chain(cave)
                    })
                    .collect();
                assert!(
                    place.stand_in || forms.contains(technique),
                    "{}: {technique} of {symbol} {forms:?}",
                    at()
                );
                if let Some(template) = template {
                    let named = |set: &Arc<RoomSet>| {
                        set.rooms.iter().any(|room| {
                            *template == format!("{}/{}", set.name, room.name)
                                && (room.symbol == *symbol || room.symbol.is_empty())
                        })
                    };
                    assert!(run.request.rooms.iter().any(named), "{}: no room {template}", at());
                    count.templates += 1;
                }
                count.note(said);
            }
            CellOrigin::Passage { passage, made: said } => {
                let (edge, symbol) = &file.passages[owner.unsigned_abs() as usize - 1];
                assert!(owner < 0, "{}", at());
                assert_eq!((EdgeId(*edge as u32), symbol), (passage.edge, &passage.symbol), "{}", at());
                assert_eq!(said, Some(made(&appearances.edges, *edge)), "{}", at());
                count.note(said);
            }
        }
        let said: BTreeSet<String> = origin.passes().map(str::to_owned).collect();
        let found = touched.get(&cell).cloned().unwrap_or_default();
        assert_eq!(said, found, "{}", at());
        count.touched += usize::from(!found.is_empty());
        count.cells += 1;
    }
    count.levels += 1;
}

impl Count {
    fn note(&mut self, made: Option<MadeBy>) {
        match made {
            Some(MadeBy::Start) => self.of_start += 1,
            Some(MadeBy::Step { .. }) => self.of_steps += 1,
            None => {}
        }
    }
}

/// Returns an example with a random seed; half of them with another spacing than the author's.
fn random_run(examples: &[(Grammar, Vec<Arc<RoomSet>>)], number: u64) -> (String, Run) {
    let random: &mut RandomStream = &mut Seed(number).child("provenance").stream();
    let (grammar, rooms) = &examples[number as usize % examples.len()];
    let mut grammar = grammar.clone();
    if random.chance(50) {
        grammar.layout.spacing = match random.below(2) {
            0 => Spacing::Elastic { gap: random.range(1, 6) },
            _ => Spacing::Compact { gap: random.range(1, 6) },
        };
    }
    let about = format!("{} with seed {number}", grammar.name);
    let request = Request::new(Arc::new(grammar), rooms.clone(), Seed(number));
    (about, Pipeline::default().run(&request))
}

fn check_levels(levels: usize) -> Count {
    let examples = grammars();
    let mut count = Count::default();
    for number in 0.. {
        if count.levels >= levels {
            break;
        }
        let (about, run) = random_run(&examples, number);
        check(&run, &about, &mut count);
        assert!(number < 3 * levels as u64 + 20, "{count:?}: most have no level");
    }
    count
}

#[test]
fn origin_of_every_cell_agrees_with_a_replay() {
    let count = check_levels(12);
    assert!(count.of_steps > 10_000 && count.of_start > 1_000, "{count:?}");
    assert!(count.templates > 500 && count.touched > 500, "{count:?}");
}

#[test]
#[ignore = "long: a thousand levels"]
fn origin_of_every_cell_agrees_with_a_replay_at_length() {
    let count = check_levels(1_000);
    println!("{count:?}");
    assert!(count.touched > 30_000 && count.templates > 300_000, "{count:?}");
}
