use super::*;
use crate::base::{Color, Seed};
use crate::layout::layout;
use crate::mission::{
    Alphabet, Cave, Edge, EdgeRole, EdgeSymbol, Form, Hall, LayoutSettings, Mission, Node, NodeRole,
    NodeSymbol, PassageKind, Values,
};
use crate::populate::Pass;
use crate::space::form;

/// Two caves that grow together, a gate of a cave behind a corridor, its key, and a hall: what a draft is made from.
struct Ground {
    alphabet: Alphabet,
    mission: Mission,
    movement: Movement,
    seed: Seed,
}

impl Ground {
    fn new(movement: Movement, seed: u64) -> Self {
        let symbol = |form: Option<Form>, role| NodeSymbol { role, form, ..NodeSymbol::default() };
        let cave = || Some(Form::Cave(Cave { radius: (6, 9), ..Cave::default() }));
        let nodes = [
            ("Start", symbol(cave(), Some(NodeRole::Start))),
            ("Cave", symbol(cave(), None)),
            ("Gate", symbol(cave(), Some(NodeRole::Lock))),
            ("Hall", symbol(Some(Form::Hall(Hall::default())), Some(NodeRole::Goal))),
            ("Key", symbol(None, Some(NodeRole::Key))),
        ];
        let edges = [
            ("path", EdgeSymbol::of_role(EdgeRole::Passage)),
            ("gap", EdgeSymbol { kind: PassageKind::Open, ..EdgeSymbol::of_role(EdgeRole::Passage) }),
            ("holds", EdgeSymbol::of_role(EdgeRole::Contains)),
            ("opens", EdgeSymbol::of_role(EdgeRole::Opens)),
        ];
        let alphabet = Alphabet {
            nodes: nodes.into_iter().map(|(name, symbol)| (name.to_owned(), symbol)).collect(),
            edges: edges.into_iter().map(|(name, symbol)| (name.to_owned(), symbol)).collect(),
        };
        let mut mission = Mission::new();
        let ids = ["Start", "Cave", "Gate", "Hall", "Key"].map(|name| {
            let symbol = alphabet.node_id(name).unwrap();
            mission.add_node(Node { symbol, site: None, made_by: 0, attributes: Values::new() })
        });
        let joined =
            [(0, "gap", 1), (1, "path", 2), (2, "path", 3), (0, "path", 3), (1, "holds", 4), (4, "opens", 2)];
        for (from, name, to) in joined {
            let symbol = alphabet.edge_id(name).unwrap();
            let (from, to) = (ids[from], ids[to]);
            mission.add_edge(Edge { symbol, from, to, made_by: 0, attributes: Values::new() });
        }
        Self { alphabet, mission, movement, seed: Seed(seed) }
    }

    /// A draft on which the passes of today have run.
    fn with_draft<T>(&self, act: impl FnOnce(&mut Draft<'_>) -> T) -> T {
        let settings = LayoutSettings::default();
        let plan = layout(&self.mission, &self.alphabet, &[], &settings, self.seed.child("layout")).value;
        let space = form(&plan, self.movement, self.seed.child("form"));
        let heading = Heading { grammar: "Test".to_owned(), seed: self.seed, movement: self.movement };
        let mut draft = Draft::new(&space, &plan, &self.mission, &self.alphabet, heading);
        Pass::ALL.into_iter().for_each(|pass| pass.run(&mut draft, self.seed.child(pass.label())));
        act(&mut draft)
    }
}

fn tile(name: &str, walkable: bool) -> Tile {
    Tile { name: name.to_owned(), walkable, color: Color::default() }
}

#[test]
fn level_after_the_passes_keeps_its_promises_and_knows_its_keys() {
    Ground::new(Movement::Cardinal, 1).with_draft(|draft| {
        assert_eq!(broken(draft.level()), BTreeSet::new());
        let keys: Vec<_> = draft.level().passages.iter().flat_map(|passage| &passage.locks).collect();
        assert!(!keys.is_empty() && keys.iter().all(|lock| lock.keys == [1]), "{keys:?}");
    });
}

#[test]
fn what_breaks_a_promise_is_taken_back_whole() {
    Ground::new(Movement::Cardinal, 2).with_draft(|draft| {
        let before = draft.level().clone();
        let anchor = before.places[0].anchor;
        let is_kept = draft.attempt(|draft| {
            draft.decorate("moss", anchor, tile("moss", true));
            let key = draft.level().entities[0].clone();
            draft.add_entity(Entity { kind: "chest".to_owned(), node: None, ..key });
            draft.block(anchor);
        });
        assert!(!is_kept);
        assert_eq!(draft.level(), &before);
    });
}

#[test]
fn walls_inside_caves_never_break_a_promise() {
    let (mut harmless, mut proved, mut refused) = (0, 0, 0);
    for (movement, seed) in [(Movement::Cardinal, 3), (Movement::EightWay, 4), (Movement::Cardinal, 5)] {
        let ground = Ground::new(movement, seed);
        ground.with_draft(|draft| {
            let mut random = ground.seed.stream();
            let places = draft.level().places.clone();
            let cells: Vec<Cell> = places.iter().flat_map(|place| draft.walkable_cells(place)).collect();
            for _ in 0..60 {
                let cell = *random.pick(&cells).unwrap();
                let is_harmless = draft.may_block(cell);
                let is_kept = draft.attempt(|draft| draft.block(cell));
                // The cells around must never say yes where the checker says no.
                assert!(!is_harmless || broken(draft.level()).is_empty(), "{movement:?} {seed} {cell:?}");
                match (is_harmless, is_kept) {
                    (true, _) => harmless += 1,
                    (false, true) => proved += 1,
                    (false, false) => refused += 1,
                }
            }
            assert_eq!(broken(draft.level()), BTreeSet::new());
        });
    }
    assert!(harmless > 20 && proved > 5 && refused > 20, "{harmless} {proved} {refused}");
}

#[test]
fn decoration_leaves_tiles_alone_and_is_as_walkable_as_they_are() {
    Ground::new(Movement::EightWay, 6).with_draft(|draft| {
        let (before, floor) = (draft.level().clone(), draft.level().places[1].anchor);
        assert!(draft.attempt(|draft| draft.decorate("plants", floor, tile("grass", true))));
        assert!(draft.attempt(|draft| draft.decorate("plants", Cell::new(0, 0), tile("ivy", false))));
        assert!(!draft.attempt(|draft| draft.decorate("rocks", floor, tile("boulder", false))));
        let level = draft.level();
        assert_eq!((&level.tiles, &level.owners), (&before.tiles, &before.owners));
        let drawn: Vec<_> = level.layers.iter().map(|layer| layer.name.as_str()).collect();
        assert_eq!(drawn, ["plants"]);
        let names = [floor, Cell::new(0, 0)].map(|cell| &level.legend[&level.layers[0].tiles[cell]].name);
        assert_eq!(names, ["grass", "ivy"]);
        assert_eq!(broken(level), BTreeSet::new());
    });
}

#[test]
fn a_promise_that_is_broken_already_does_not_hinder_a_pass() {
    Ground::new(Movement::Cardinal, 7).with_draft(|draft| {
        draft.level.generator.clear();
        draft.level.places[0].symbol.push('?');
        assert_ne!(broken(draft.level()), BTreeSet::new());
        assert!(draft.attempt(|draft| draft.decorate("rocks", Cell::new(0, 0), tile("wall", false))));
        let edge = draft.level().places[0].anchor;
        assert!(!draft.attempt(|draft| draft.block(edge)));
    });
}

/// Which of the four steps lead into the cell in the middle, and whether it is needed to get from one to the other.
#[test]
fn connected_without_the_middle_is_what_the_drawing_shows() {
    let open = |drawing: &str| -> [bool; 8] {
        let around: Vec<bool> =
            drawing.chars().filter(|c| "#.".contains(*c)).map(|character| character == '.').collect();
        around.try_into().unwrap()
    };
    for (drawing, cardinal, eight_way) in [
        ("... .x. ...", true, true),
        ("#.. #x. ###", true, true),
        (".## #x# ##.", true, false),
        ("#.# #x. ###", false, true),
        ("#.# #x# #.#", false, false),
        ("... #x# ...", false, false),
        ("### #x# ###", true, true),
        (".#. .x. ...", true, true),
    ] {
        let found = [Movement::Cardinal, Movement::EightWay].map(|way| are_connected(open(drawing), way));
        assert_eq!(found, [cardinal, eight_way], "{drawing}");
    }
}
