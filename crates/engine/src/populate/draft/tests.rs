use super::*;
use crate::base::{Seed, StageContext};
use crate::layout::{LayoutContext, layout};
use crate::mission::{
    Alphabet, AttributeValues, Cave, Edge, EdgeRole, EdgeSymbol, EntitySymbol, Form, Hall, Mission, Node,
    NodeRole, NodeSymbol, PassageKind, TileSymbol,
};
use crate::settings::{Epoch, Epochs, FoeRow, LayoutSettings, LevelExit, Movement, PassKind, PassSettings};
use crate::space::form;
use crate::verify::verify;

/// The source of a draft: two caves that merge, a gate of a cave behind a corridor, its key, and a hall.
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
            entities: [("pillar", true), ("coin", false)]
                .map(|(name, solid)| (name.to_owned(), EntitySymbol { solid, ..EntitySymbol::default() }))
                .into(),
            tiles: [("moss".to_owned(), TileSymbol::default())].into(),
            themes: Default::default(),
        };
        let mut mission = Mission::new();
        let ids = ["Start", "Cave", "Gate", "Hall", "Key"].map(|name| {
            let symbol = alphabet.node_id(name).unwrap();
            mission.add_node(Node { symbol, site: None, made_by: 0, attributes: AttributeValues::new() })
        });
        let joined =
            [(0, "gap", 1), (1, "path", 2), (2, "path", 3), (0, "path", 3), (1, "holds", 4), (4, "opens", 2)];
        for (from, name, to) in joined {
            let symbol = alphabet.edge_id(name).unwrap();
            let (from, to) = (ids[from], ids[to]);
            mission.add_edge(Edge { symbol, from, to, made_by: 0, attributes: AttributeValues::new() });
        }
        Self { alphabet, mission, movement, seed: Seed(seed) }
    }

    /// Calls `act` with a draft that has its items, and a pass that has placed nothing yet.
    fn with_draft<T>(&self, act: impl FnOnce(&mut LevelDraft<'_>) -> T) -> T {
        let settings = LayoutSettings::default();
        let plan = layout(
            &self.mission,
            &self.alphabet,
            &[],
            &settings,
            self.seed.child("layout"),
            LayoutContext::default(),
            StageContext::default(),
        )
        .unwrap()
        .value;
        let space = form(&plan, None, self.movement, self.seed.child("form"), StageContext::unlimited())
            .unwrap()
            .value;
        let heading = LevelHeader {
            grammar: "Test".to_owned(),
            seed: self.seed,
            variables: Default::default(),
            rolls: Vec::new(),
            movement: self.movement,
            theme: String::new(),
        };
        let mut draft = LevelDraft::new(&space, &plan, &self.mission, &self.alphabet, heading);
        crate::populate::items::run(&mut draft, self.seed.child("items"));
        draft.begin(&Pass::new("Test", pass_settings()));
        act(&mut draft)
    }
}

/// Returns the settings of a pass that may place all entities of these tests.
fn pass_settings() -> PassSettings {
    let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let first = Epoch { entities: named(&["pillar", "coin"]), ..Epoch::default() };
    let second = Epoch { tiles: named(&["moss"]), ..Epoch::default() };
    PassSettings::Epochs(Epochs { epochs: vec![first, second], fill_clumps: true, ..Epochs::default() })
}

fn broken(level: &Level) -> Vec<String> {
    let report = verify(level, StageContext::default()).unwrap();
    report.broken().flat_map(|(_, result)| &result.broken_by).map(|found| found.message.clone()).collect()
}

#[test]
fn level_with_items_keeps_its_promises_and_knows_its_keys() {
    Ground::new(Movement::Cardinal, 1).with_draft(|draft| {
        assert_eq!(broken(draft.level()), [""; 0]);
        let keys: Vec<_> = draft.level().passages.iter().flat_map(|passage| &passage.locks).collect();
        assert!(!keys.is_empty() && keys.iter().all(|lock| lock.keys == [EntityId(1)]), "{keys:?}");
    });
}

/// Places pillars and walls until nothing is free.
///
/// The checker never finds a mistake. Except at borders, each refused placement would have been one.
#[test]
fn nothing_that_is_placed_breaks_a_promise() {
    let (mut placed, mut refused) = (0, 0);
    for (movement, seed) in [(Movement::Cardinal, 3), (Movement::EightWay, 4), (Movement::Cardinal, 5)] {
        let ground = Ground::new(movement, seed);
        ground.with_draft(|draft| {
            let mut random = ground.seed.stream();
            let places: Vec<PlaceId> = draft.places().map(|place| place.id).collect();
            let cells: Vec<Cell> = places.iter().flat_map(|place| draft.floor(*place)).copied().collect();
            for number in 0..80 {
                let cell = *random.pick(&cells).unwrap();
                let is_free = draft.is_free(cell);
                let is_wall = random.chance(50);
                let is_placed = if is_wall { draft.wall(cell) } else { draft.place("pillar", cell) };
                assert!(is_free || !is_placed, "{movement:?} {seed} {cell:?}");
                placed += u32::from(is_placed);
                refused += u32::from(is_free && !is_placed);
                if number % 20 == 0 {
                    assert_eq!(broken(draft.level()), [""; 0], "{movement:?} {seed} {cell:?}");
                }
            }
            assert_eq!(broken(draft.level()), [""; 0], "{movement:?} {seed}");
        });
    }
    assert!(placed > 60 && refused > 20, "{placed} {refused}");
}

#[test]
fn what_is_taken_back_is_counted_and_leaves_no_trace() {
    Ground::new(Movement::Cardinal, 2).with_draft(|draft| {
        let before = draft.level().clone();
        let places: Vec<PlaceId> = draft.places().map(|place| place.id).collect();
        let cells: Vec<Cell> = places.iter().flat_map(|place| draft.floor(*place)).copied().collect();
        // Next to a passage nothing can be blocked.
        let is_border = |cell: &&Cell| {
            let owner = before.owner(**cell);
            cell.around().any(|near| before.is_walkable(near) && before.owner(near) != owner)
        };
        let cell = *cells.iter().filter(is_border).find(|cell| draft.is_free(**cell)).unwrap();
        assert!(!draft.place("pillar", cell));
        let mut after = draft.level().clone();
        assert_eq!(after.populate[0].taken_back, 1);
        after.populate[0].taken_back = 0;
        assert_eq!(after, before);
        assert!(draft.place("coin", cell));
    });
}

#[test]
fn drawing_leaves_tiles_alone_and_is_as_walkable_as_they_are() {
    Ground::new(Movement::EightWay, 6).with_draft(|draft| {
        let (before, floor) = (draft.level().clone(), draft.level().places[1].anchor);
        for at in [floor, Cell::new(0, 0), floor] {
            draft.draw("moss", at);
        }
        draft.draw("unknown", Cell::new(1, 0));
        let level = draft.level();
        assert_eq!((&level.tiles, &level.owners), (&before.tiles, &before.owners));
        let drawn: Vec<_> = level.layers.iter().map(|layer| layer.name.as_str()).collect();
        assert_eq!(drawn, ["Test"]);
        let tiles = [floor, Cell::new(0, 0)].map(|cell| &level.legend[&level.layers[0].tiles[cell]]);
        assert_eq!(tiles.map(|tile| (tile.name.as_str(), tile.walkable)), [("moss", true), ("moss", false)]);
        assert_eq!(level.populate[0].tiles["moss"], 2);
        assert_eq!(broken(level), ["The pass \"Test\" drew on (0, 0), where it draws nothing."]);
    });
}

#[test]
fn what_has_to_fall_is_never_walled_in() {
    for (movement, seed) in [(Movement::Cardinal, 6), (Movement::EightWay, 7)] {
        Ground::new(movement, seed).with_draft(|draft| {
            let mut foes = PassSettings::of(PassKind::Foes);
            let PassSettings::Foes(settings) = &mut foes else { panic!("it is of foes") };
            settings.exit = LevelExit::AfterLastFoe;
            settings.table = vec![FoeRow { entity: "pillar".to_owned(), ..FoeRow::default() }];
            draft.begin(&Pass::new("Foes", foes));
            let cells: Vec<Cell> = draft
                .places()
                .map(|place| place.id)
                .collect::<Vec<_>>()
                .iter()
                .flat_map(|place| draft.floor(*place))
                .copied()
                .collect();
            let foe = *cells.iter().find(|cell| draft.place("pillar", **cell)).expect("room for one");
            draft.begin(&Pass::new("Pillars", PassSettings::of(PassKind::Features)));
            movement.beside(foe).for_each(|cell| _ = draft.place("pillar", cell));
            assert!(movement.beside(foe).any(|cell| draft.is_open(cell)), "{movement:?} {foe:?}");

            // If there is one nevertheless, and no goal, the exit never opens.
            let mut level = draft.level().clone();
            level
                .places
                .iter_mut()
                .filter(|place| place.role == Some(NodeRole::Goal))
                .for_each(|place| place.role = None);
            let pillar =
                level.entities.iter().find(|entity| entity.at == foe).cloned().expect("it stands there");
            level.entities.extend(movement.beside(foe).map(|at| Entity { at, ..pillar.clone() }));
            let found = broken(&level);
            assert!(found.iter().any(|found| found.contains("stand next to")), "{found:?}");
        });
    }
}

#[test]
fn nothing_is_placed_above_the_ceiling_of_entities() {
    Ground::new(Movement::Cardinal, 3).with_draft(|draft| {
        let before = draft.level.entities.len() as u64;
        draft.ceilings = Ceilings::low_for_levels(u64::MAX, u64::MAX, before + 3);
        let cells: Vec<Cell> = draft.level.tiles.rect().cells().collect();
        cells.iter().for_each(|cell| {
            draft.place("coin", *cell);
        });
        assert!(draft.is_full && cells.iter().all(|cell| !draft.is_free(*cell)));
        assert_eq!(draft.level.entities.len() as u64, before + 3);
    });
}
