//! Changes that surveys report, for edits whose effect is known.
//!
//! The oracle is the edit itself: each is made to move certain metrics, and must not move certain others.

use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};

use delvewright_engine::base::{Ceilings, Seed, StopToken};
use delvewright_engine::batch::Batch;
use delvewright_engine::pipeline::Request;
use delvewright_engine::survey::{SeedRecord, Shift, ShiftedQuantity, shifts};
use delvewright_engine::text::parse_grammar;

/// Number of levels of each survey.
const SEEDS: u64 = 100;

/// A row of halls with side rooms, loops, a locked vault, foes and chests. All of it is small.
const GRAMMAR: &str = r##"Grammar(
    format: 1,
    name: "Cellars",
    notes: "Small halls.",
    alphabet: (
        nodes: {
            "Stairs": (role: Start, form: Hall(width: (3, 4), height: (3, 4))),
            "Hall": (form: Hall(width: (3, 6), height: (3, 6))),
            "Nook": (form: Hall(width: (3, 4), height: (3, 4))),
            "Vault": (role: Lock, form: Hall(width: (3, 4), height: (3, 4))),
            "Hoard": (role: Goal, form: Hall(width: (3, 4), height: (3, 4))),
            "Key": (role: Key),
        },
        edges: {
            "path": (role: Passage),
            "holds": (role: Contains),
            "opens": (role: Opens),
        },
        entities: {"rat": (), "chest": ()},
    ),
    start: Graph(nodes: {1: "Stairs", 2: "Hall", 3: "Hoard"}, edges: [(1, "path", 2), (2, "path", 3)]),
    rules: [
        (
            name: "A hall more",
            lhs: (nodes: {1: "Hall", 2: Any}, edges: [(1, "path", 2)]),
            rhs: (nodes: {1: Keep, 2: Keep, 3: "Hall"}, edges: [(1, "path", 3), (3, "path", 2)]),
        ),
        (
            name: "A nook",
            lhs: (nodes: {1: "Hall"}),
            rhs: (nodes: {1: Keep, 2: "Nook"}, edges: [(1, "path", 2)]),
        ),
        (
            name: "A loop",
            lhs: (nodes: {1: "Hall", 2: "Hall"}, edges: [(1, "path", 2)]),
            rhs: (nodes: {1: Keep, 2: Keep, 3: "Hall"}, edges: [(1, Keep, 2), (1, "path", 3), (3, "path", 2)]),
        ),
        (
            name: "A vault",
            limit: 1,
            lhs: (nodes: {1: "Hall", 2: "Hoard"}, edges: [(1, "path", 2)]),
            rhs: (
                nodes: {1: Keep, 2: Keep, 3: "Vault", 4: "Nook", 5: "Key"},
                edges: [
                    (1, "path", 3), (3, "path", 2), (1, "path", 4), (4, "holds", 5), (5, "opens", 3),
                ],
            ),
        ),
    ],
    recipe: [
        Apply(rules: Named(["A hall more"]), times: (2, 4)),
        Apply(rules: Named(["A nook"]), times: (1, 3)),
        Apply(rules: Named(["A loop"]), times: (0, 2)),
        Apply(rules: Named(["A vault"])),
    ],
    layout: (spacing: Elastic(gap: 2)),
)"##;

/// An edit of the text: the part to replace, and its replacement.
type TextEdit = (&'static str, &'static str);

fn survey(text: &str) -> Vec<SeedRecord> {
    let loaded = parse_grammar(text, None);
    let grammar = loaded.value.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let request = Request::new(Arc::new(grammar), Vec::new(), Seed(0));
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let (seeds, stop) = ((0..SEEDS).map(Seed), StopToken::never());
    let keep = |run| SeedRecord::of(&run);
    Batch::start(request, seeds, threads, Ceilings::default(), stop, keep).unwrap().in_order().collect()
}

static BEFORE: LazyLock<Vec<SeedRecord>> = LazyLock::new(|| survey(GRAMMAR));

/// Returns everything that an edit shifts.
fn shifts_of((from, to): TextEdit) -> Vec<Shift> {
    assert!(GRAMMAR.contains(from), "{from}");
    shifts(&*BEFORE, &survey(&GRAMMAR.replace(from, to)))
}

fn sentence<'a>(found: &'a [Shift], metric: &str) -> Option<&'a str> {
    let is_of = |shift: &&Shift| match shift.quantity {
        ShiftedQuantity::Metric(name) => name == metric,
        ShiftedQuantity::Failures => metric == "failures",
    };
    found.iter().find(is_of).map(|shift| shift.sentence.as_str())
}

/// An edit with the metrics that it moves, each with a part of its sentence, and metrics that it does not move.
struct PlantedEdit {
    edit: TextEdit,
    moved: &'static [(&'static str, &'static str)],
    unmoved: &'static [&'static str],
}

const PLANTED: [PlantedEdit; 14] = [
    PlantedEdit {
        edit: ("        Apply(rules: Named([\"A vault\"])),\n", ""),
        moved: &[
            ("locks", "locks are gone"),
            ("items", "items are gone"),
            ("solution_keys", "solution keys are gone"),
            ("places", "fewer places"),
        ],
        unmoved: &["loops", "failures", "foes"],
    },
    PlantedEdit {
        edit: ("[\"A hall more\"]), times: (2, 4)", "[\"A hall more\"]), times: (5, 7)"),
        moved: &[("places", "more places"), ("passages", "more passages"), ("area", "more area")],
        unmoved: &["loops", "locks", "items", "failures"],
    },
    PlantedEdit {
        edit: ("[\"A hall more\"]), times: (2, 4)", "[\"A hall more\"]), times: (0, 1)"),
        moved: &[("places", "fewer places"), ("solution_steps", "fewer solution steps")],
        unmoved: &["locks", "items"],
    },
    PlantedEdit {
        edit: ("[\"A nook\"]), times: (1, 3)", "[\"A nook\"]), times: (5, 6)"),
        moved: &[("dead_ends", "more dead ends"), ("places", "more places")],
        unmoved: &["locks", "loops", "key_chain"],
    },
    PlantedEdit {
        edit: ("        Apply(rules: Named([\"A nook\"]), times: (1, 3)),\n", ""),
        moved: &[("dead_ends", "fewer dead ends"), ("places", "fewer places")],
        unmoved: &["locks", "loops"],
    },
    PlantedEdit {
        edit: ("        Apply(rules: Named([\"A loop\"]), times: (0, 2)),\n", ""),
        moved: &[("loops", "loops are gone"), ("loops_per_place", "loops per place are gone")],
        unmoved: &["locks", "items"],
    },
    PlantedEdit {
        edit: ("[\"A loop\"]), times: (0, 2)", "[\"A loop\"]), times: (4, 5)"),
        moved: &[("loops", "loops"), ("branching", "branching from")],
        unmoved: &["locks", "items"],
    },
    PlantedEdit {
        edit: (
            "\"Hall\": (form: Hall(width: (3, 6), height: (3, 6)))",
            "\"Hall\": (form: Hall(width: (8, 9), height: (8, 9)))",
        ),
        moved: &[("area", "area")],
        unmoved: &["places", "passages", "loops", "locks", "dead_ends", "items", "failures"],
    },
    PlantedEdit {
        edit: ("Elastic(gap: 2)", "Elastic(gap: 6)"),
        moved: &[
            ("area", "area"),
            ("walkable_share", "walkable share from"),
            ("corridor_share", "corridor share from"),
        ],
        unmoved: &["places", "passages", "loops", "locks", "items"],
    },
    PlantedEdit {
        edit: (
            "layout: (spacing",
            "populate: [(name: \"Rats\", pass: Foes(chance: 200, distance: 2, table: [(entity: \"rat\")]))],\n    layout: (spacing",
        ),
        moved: &[("foes", "foes are new"), ("entities", "entities")],
        unmoved: &["places", "passages", "area", "loops", "locks", "chests", "failures"],
    },
    PlantedEdit {
        edit: (
            "layout: (spacing",
            "populate: [(name: \"Loot\", pass: Chests(entity: \"chest\", at: DeadEnds, number: (1, 1), slack: 2))],\n    layout: (spacing",
        ),
        moved: &[("chests", "chests are new"), ("entities", "entities")],
        unmoved: &["places", "passages", "area", "loops", "locks", "foes", "failures"],
    },
    PlantedEdit {
        edit: (
            "(3, \"path\", 2), (1, \"path\", 4), (4, \"holds\", 5)",
            "(3, \"path\", 2), (1, \"path\", 4), (1, \"holds\", 5)",
        ),
        moved: &[("solution_passages", "fewer solution passages"), ("backtracking", "backtracking")],
        unmoved: &["places", "passages", "locks", "items", "loops"],
    },
    PlantedEdit {
        edit: ("limit: 1,", "limit: 1,\n            enabled: false,"),
        moved: &[("locks", "locks are gone"), ("items", "items are gone")],
        unmoved: &["loops"],
    },
    PlantedEdit {
        edit: ("[\"A hall more\"]), times: (2, 4)", "[\"A hall more\"]), times: (1, 5)"),
        moved: &[],
        unmoved: &["locks", "items", "failures", "key_chain"],
    },
];

/// Edits that change no level.
const HARMLESS: [TextEdit; 6] = [
    ("A hall more", "One hall more"),
    ("notes: \"Small halls.\",", "notes: \"Very small halls, and a vault.\","),
    ("name: \"Cellars\",", "// A comment.\n    name: \"Cellars\","),
    ("\"rat\": (), \"chest\": ()", "\"chest\": (), \"rat\": ()"),
    ("\"Key\": (role: Key),", "\"Key\": (role: Key, notes: \"Of iron.\", color: \"#b0841f\"),"),
    ("name: \"A nook\",", "name: \"A nook\",\n            tags: [\"side\"],"),
];

#[test]
fn sentences_name_the_metrics_that_an_edit_moves() {
    for PlantedEdit { edit, moved, unmoved } in PLANTED {
        let found = shifts_of(edit);
        for (metric, part) in moved {
            let said = sentence(&found, metric).unwrap_or_else(|| panic!("{edit:?}: {metric} in {found:#?}"));
            assert!(said.contains(part), "{edit:?}: {said}");
        }
        for metric in unmoved {
            assert_eq!(sentence(&found, metric), None, "{edit:?}");
        }
    }
}

#[test]
fn edits_that_change_no_level_move_nothing() {
    for edit in HARMLESS {
        assert_eq!(shifts_of(edit), [], "{edit:?}");
    }
}

#[test]
fn other_seeds_of_the_same_grammar_have_nothing_in_common() {
    let mut moved = BEFORE.clone();
    moved.iter_mut().for_each(|record| record.seed.0 += SEEDS);
    assert_eq!(shifts(&*BEFORE, &moved), []);
}
