//! `check --seeds`, and properties in the output of other commands.

use serde_json::Value;

use crate::command_line::assert_code;
use crate::{err, out, run, text, write_file};

/// A way of one to six halls. The seed decides how many.
const WAY: &str = r##"Grammar(
    format: 1,
    name: "Way",
    variables: {"most": (default: 4, range: (1, 9))},
    alphabet: (
        nodes: {
            "Gate": (role: Start, form: Hall(width: (3, 4), height: (3, 4))),
            "Hall": (form: Hall(width: (3, 4), height: (3, 4))),
            "End": (role: Goal, form: Hall(width: (3, 4), height: (3, 4))),
        },
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Gate", 2: "End"}, edges: [(1, "path", 2)]),
    rules: [(
        name: "One hall more",
        lhs: (nodes: {1: Any, 2: "End"}, edges: [(1, "path", 2)]),
        rhs: (nodes: {1: Keep, 2: Keep, 3: "Hall"}, edges: [(1, "path", 3), (3, "path", 2)]),
    )],
    recipe: [Apply(rules: All, times: (1, 6))],
    properties: [
        (name: "Not too long", claim: Count(of: Symbol("Hall"), number: AtMost(Var("most")))),
        (claim: Adjacent(symbol: "Gate", to: "End", demand: Never)),
        (claim: KeyBeforeLock()),
    ],
)
"##;

/// Returns the number of halls of each seed from 1, from levels that `generate` makes.
fn halls(grammar: &str, most: usize) -> Vec<usize> {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("level.json");
    let count = most.to_string();
    assert_code(&run(&["generate", grammar, "--count", &count, "-o", text(&output)]), 0);
    let level = |seed: usize| {
        let json = std::fs::read_to_string(folder.path().join(format!("level.{seed}.json"))).unwrap();
        let level: Value = serde_json::from_str(&json).unwrap();
        level["places"].as_array().unwrap().len() - 2
    };
    (1..=most).map(level).collect()
}

#[test]
fn check_names_failing_seeds_and_the_shortest_counter_example() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = write_file(&folder, "way.ron", WAY);
    let halls = halls(text(&grammar), 30);
    let failing: Vec<usize> = (1..=30).filter(|seed| halls[seed - 1] > 4).collect();
    let shortest = *failing.iter().min_by_key(|seed| halls[**seed - 1]).unwrap();
    assert!(failing.len() > 3 && failing.len() < 27, "the seeds are not alike: {halls:?}");
    let check = run(&["check", text(&grammar), "--seeds", "30"]);
    assert_code(&check, 1);
    let report = out(&check);
    for line in [
        "30 levels: 30 made, 0 failed".to_owned(),
        "fails  Not too long".to_owned(),
        format!("       {} of 30, ", 30 - failing.len()),
        format!("       fails with seeds {}, ", failing[0]),
        format!(
            "       shortest counter-example: seed {shortest}, 5 steps, 7 places: The number of \"Hall\" is 5"
        ),
        format!("       see it: delvewright edit {} --seed {shortest}", text(&grammar)),
        "holds  no \"Gate\" is next to a \"End\"".to_owned(),
        "       30 of 30, 100.0 % (88.6 to 100.0 %)".to_owned(),
        "open   each key comes before its lock".to_owned(),
        "       nothing to judge".to_owned(),
    ] {
        assert!(report.contains(&line), "{line} is missing: {report}");
    }
    let json = run(&["check", text(&grammar), "--seeds", "30", "--format", "json"]);
    assert_code(&json, 1);
    let file: Value = serde_json::from_slice::<Value>(&json.stdout).unwrap()["files"][0].take();
    let levels = &file["levels"];
    assert_eq!((&file["errors"], &levels["asked"], &levels["made"]), (&0.into(), &30.into(), &30.into()));
    let verdicts: Vec<&str> =
        levels["properties"].as_array().unwrap().iter().map(|one| one["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["fails", "holds", "open"]);
    let property = &levels["properties"][0];
    let seeds: Vec<String> = failing.iter().map(ToString::to_string).collect();
    assert_eq!(property["failing_seeds"], Value::from(seeds));
    assert_eq!(property["shortest_counter_example"]["seed"], shortest.to_string());
    // The report does not depend on the number of threads.
    for jobs in ["1", "3"] {
        assert_eq!(out(&run(&["check", text(&grammar), "--seeds", "1..31", "--jobs", jobs])), report);
    }
}

#[test]
fn check_succeeds_if_all_properties_hold_and_needs_no_levels_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = write_file(&folder, "way.ron", WAY);
    let check = run(&["check", text(&grammar), "--seeds", "1..=20", "--set", "most=6"]);
    assert_code(&check, 0);
    assert!(out(&check).contains("holds  Not too long"), "{}", out(&check));
    let strict = run(&["check", text(&grammar), "--seeds", "20", "--set", "most=1"]);
    assert_code(&strict, 1);
    assert!(out(&strict).contains(" --set most=1 --seed "), "{}", out(&strict));
    let plain = run(&["check", text(&grammar)]);
    assert_code(&plain, 0);
    assert!(!out(&plain).contains("holds") && !out(&plain).contains("levels"), "{}", out(&plain));
}

#[test]
fn check_refuses_values_and_seeds_that_do_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = write_file(&folder, "way.ron", WAY);
    let unknown = run(&["check", text(&grammar), "--set", "mots=3", "--seeds", "5"]);
    assert_code(&unknown, 1);
    assert!(
        err(&unknown).contains("unknown-variable") && !out(&unknown).contains("made"),
        "{}",
        err(&unknown)
    );
    assert_code(&run(&["check", text(&grammar), "--set", "most=10"]), 1);
    assert_code(&run(&["check", text(&grammar), "--seeds", "0"]), 2);
    assert_code(&run(&["check", text(&grammar), "--seeds", "9..3"]), 2);
}

#[test]
fn seeds_without_a_level_are_listed_and_fail_the_check() {
    let folder = tempfile::tempdir().unwrap();
    let needs_few = WAY.replace(
        "Apply(rules: All, times: (1, 6))",
        "Apply(rules: All, times: (1, 6)), Require(condition: Nodes(AtMost(6)))",
    );
    let grammar = write_file(&folder, "few.ron", &needs_few);
    let check = run(&["check", text(&grammar), "--seeds", "30"]);
    assert_code(&check, 4);
    let report = out(&check);
    assert!(report.contains("derive [requirement-failed] fails with seeds "), "{report}");
    // Only levels are judged, and all of them have at most four halls.
    assert!(report.contains("holds  Not too long"), "{report}");
    assert!(!report.contains("30 of 30"), "{report}");
}

#[test]
fn grammar_with_mistakes_makes_no_levels() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = write_file(&folder, "wrong.ron", &WAY.replace("to: \"End\"", "to: \"Edn\""));
    let check = run(&["check", text(&grammar), "--seeds", "30"]);
    assert_code(&check, 1);
    assert!(err(&check).contains("unknown-symbol") && err(&check).contains("End"), "{}", err(&check));
    assert!(!out(&check).contains("made"), "{}", out(&check));
}

#[test]
fn batch_and_generate_show_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = write_file(&folder, "way.ron", WAY);
    let halls = halls(text(&grammar), 20);
    let passed = halls.iter().filter(|halls| **halls <= 4).count();
    let batch = run(&["batch", text(&grammar), "--seeds", "20"]);
    assert_code(&batch, 0);
    let line = format!("the property \"Not too long\" holds in {passed} of 20, ");
    assert!(out(&batch).contains(&line), "{}", out(&batch));
    let json = run(&["batch", text(&grammar), "--seeds", "20", "--format", "json"]);
    let summary: Value = serde_json::from_str(&out(&json)).unwrap();
    let property = &summary["properties"][0];
    assert_eq!((property["passed"].as_u64(), property["judged"].as_u64()), (Some(passed as u64), Some(20)));
    assert_eq!(property["sentence"], "Not too long");
    let interval: Vec<f64> =
        property["interval"].as_array().unwrap().iter().flat_map(Value::as_f64).collect();
    let share = passed as f64 / 20.0;
    assert!(interval[0] < share && share < interval[1], "{interval:?}");

    let failing = (1..=20).find(|seed| halls[seed - 1] > 4).unwrap().to_string();
    let output = folder.path().join("level.json");
    let made = run(&["generate", text(&grammar), "--seed", &failing, "-o", text(&output)]);
    assert_code(&made, 0);
    let said = err(&made);
    assert!(said.contains(&format!("seed {failing}: the property \"Not too long\" fails: ")), "{said}");
    assert_eq!(said.matches("property").count(), 1, "{said}");
    let all = run(&["generate", text(&grammar), "--seed", &failing, "--metrics", "-o", text(&output)]);
    let line = format!("seed {failing}: the property \"no \"Gate\" is next to a \"End\"\" holds");
    assert!(err(&all).contains(&line), "{}", err(&all));
}
