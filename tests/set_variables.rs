//! `--set`: values of variables from the command line.

use std::fs;

use delvewright::level::Level;

use crate::command_line::assert_code;
use crate::{err, out, run, text, write_file};

const TOWER: &str = r##"Grammar(
    format: 1,
    name: "Tower",
    variables: {
        "floors": (default: 2, range: (1, 6)),
        "size": (default: 4, range: (3, 9)),
    },
    alphabet: (
        nodes: {
            "Stairs": (role: Start, form: Hall()),
            "Hall": (form: Hall(width: (Var("size"), Var("size")), height: (4, 4))),
            "Throne": (role: Goal, form: Hall()),
        },
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Stairs", 2: "Throne"}, edges: [(1, "path", 2)]),
    rules: [(
        name: "One hall more",
        lhs: (nodes: {1: Any, 2: "Throne"}, edges: [(1, "path", 2)]),
        rhs: (nodes: {1: Keep, 2: Keep, 3: "Hall"}, edges: [(1, "path", 3), (3, "path", 2)]),
    )],
    recipe: [Apply(rules: All, times: Var("floors"))],
)
"##;

#[test]
fn set_variables_are_those_of_the_level_and_the_others_have_their_defaults() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = write_file(&folder, "tower.ron", TOWER);
    let output = folder.path().join("level.json");
    let level = |options: &[&str]| {
        let fixed = ["generate", text(&grammar), "-o", text(&output)];
        assert_code(&run(&[&fixed, options].concat()), 0);
        Level::from_json(&fs::read_to_string(&output).unwrap()).unwrap()
    };
    let values = |level: &Level| (level.places.len(), level.variables["floors"], level.variables["size"]);
    assert_eq!(values(&level(&[])), (4, 2, 4));
    assert_eq!(values(&level(&["--set", "floors=5"])), (7, 5, 4));
    assert_eq!(values(&level(&["--set", "floors=5", "--set", "size = 6", "--set", "floors=1"])), (3, 1, 6));
    // A level of other values is the level of a grammar with other numbers.
    let written = TOWER.replace("Var(\"floors\")", "5").replace("Var(\"size\")", "6");
    let plain = write_file(&folder, "plain.ron", &written);
    let set = Level { variables: Default::default(), ..level(&["--set", "floors=5", "--set", "size=6"]) };
    assert_code(&run(&["generate", text(&plain), "-o", text(&output)]), 0);
    let plain = Level::from_json(&fs::read_to_string(&output).unwrap()).unwrap();
    assert_eq!(set, Level { variables: Default::default(), ..plain });
}

#[test]
fn mistakes_of_the_defaults_do_not_matter_with_other_values() {
    let folder = tempfile::tempdir().unwrap();
    let text_of = TOWER.replace("times: Var(\"floors\")", "times: (Var(\"floors\"), 1)");
    let grammar = write_file(&folder, "tower.ron", &text_of);
    let with = |command: &[&str], code: i32| {
        let output = run(&[command, &[text(&grammar)]].concat());
        assert_code(&output, code);
        err(&output) + &out(&output)
    };
    let wrong = with(&["check"], 1);
    assert!(wrong.contains("goes from 2 down to 1"), "{wrong}");
    assert!(
        wrong.contains("Change the formula \"floors\", or the values") && !wrong.contains("Swap"),
        "{wrong}"
    );
    with(&["generate"], 1);
    let good = ["--set", "floors=1"];
    for command in ["check", "generate", "derive"] {
        with(&[&[command], &good[..]].concat(), 0);
    }
    with(&["check", "--seeds", "2", "--set", "floors=1"], 0);
    with(&["batch", "--seeds", "2", "--set", "floors=1"], 0);
    with(&["batch", "--seeds", "2", "--sweep", "variables/floors=1"], 0);
    with(&["batch", "--seeds", "2", "--sweep", "variables/size=4,5", "--set", "floors=1"], 0);
    with(&["batch", "--seeds", "2", "--sweep", "recipe/1/times/2=1,2", "--set", "floors=1"], 0);
    let swept = with(&["batch", "--seeds", "2", "--sweep", "variables/floors=1,3"], 1);
    assert!(swept.contains("the grammar has mistakes with the value 3"), "{swept}");
    let refused = with(&["generate", "--set", "floors=3"], 1);
    assert!(refused.contains("tower.ron has mistakes with these values"), "{refused}");
}

#[test]
fn missions_and_batches_have_the_set_values_too() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = write_file(&folder, "tower.ron", TOWER);
    let mission = run(&["derive", text(&grammar), "--set", "floors=6"]);
    assert_code(&mission, 0);
    assert!(out(&mission).contains("mission after 6 steps"), "{}", out(&mission));
    let batch = run(&["batch", text(&grammar), "--seeds", "1..4", "--set", "floors=1"]);
    assert_code(&batch, 0);
    assert!(out(&batch).contains("3 kept every promise"), "{}", out(&batch));
}

#[test]
fn values_that_do_not_fit_the_grammar_are_refused_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = write_file(&folder, "tower.ron", TOWER);
    let refused = |setting: &str, code: i32| {
        let output = run(&["generate", text(&grammar), "--set", setting]);
        assert_code(&output, code);
        err(&output)
    };
    let unknown = refused("flors=3", 1);
    assert!(unknown.contains("error[unknown-variable]") && unknown.contains("\"floors\"?"), "{unknown}");
    let outside = refused("floors=7", 1);
    assert!(outside.contains("error[value-outside-range]") && outside.contains("from 1 to 6"), "{outside}");
    for setting in ["floors", "floors=many", "floors=1.5"] {
        let wrong = refused(setting, 2);
        assert!(wrong.contains("difficulty=7"), "{wrong}");
    }
}
