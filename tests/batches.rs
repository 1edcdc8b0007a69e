//! Files of batches: tables in three formats, contact sheets, sweeps and coverage.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::Path;

use delvewright::rooms::RESERVED_TILE_NAMES;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;

use super::{GRAMMAR, err, out, run, text, write_file};

/// A grammar whose seeds often fail: there is room for few halls.
const CROWDED: &str = "grammars/sunken_keep.ron";

/// A table as text: the header, then the fields of each row.
type Table = (Vec<String>, Vec<Vec<String>>);

fn batch(arguments: &[&str]) -> Value {
    let output = run(&[&["batch"], arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", err(&output)))
}

fn csv_table(path: &Path) -> Table {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let names = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect());
    (names, rows.collect())
}

fn json_table(path: &Path, names: &[String]) -> Table {
    let field = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        number => number.as_f64().map(|real| real.to_string()).unwrap(),
    };
    let lines = fs::read_to_string(path).unwrap();
    let rows = lines.lines().map(|line| {
        let row: serde_json::Map<String, Value> = serde_json::from_str(line).unwrap();
        assert_eq!(row.len(), names.len());
        names.iter().map(|name| field(&row[name])).collect()
    });
    (names.to_vec(), rows.collect())
}

fn parquet_table(path: &Path) -> Table {
    let field = |field: &Field| match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::ULong(number) => number.to_string(),
        Field::Long(number) => number.to_string(),
        Field::Double(number) => number.to_string(),
        other => panic!("{other:?}"),
    };
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let fields = reader.metadata().file_metadata().schema().get_fields().to_vec();
    let names = fields.iter().map(|field| field.name().to_owned()).collect();
    let rows = reader.get_row_iter(None).unwrap();
    let rows = rows.map(|row| row.unwrap().get_column_iter().map(|(_, value)| field(value)).collect());
    (names, rows.collect())
}

/// Reads a seed of a JSON object.
fn seed_of(value: &Value) -> u64 {
    value.as_str().and_then(|seed| seed.parse().ok()).unwrap_or_else(|| panic!("{value}"))
}

/// Returns the values of a column by seed.
fn column((names, rows): &Table, name: &str) -> Vec<(u64, String)> {
    let seed = names.iter().position(|other| other == "seed").unwrap();
    let at = names.iter().position(|other| other == name).unwrap_or_else(|| panic!("no {name}"));
    rows.iter().map(|row| (row[seed].parse().unwrap(), row[at].clone())).collect()
}

#[test]
fn tables_agree_and_do_not_depend_on_the_number_of_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let written = |name: &str, jobs: &str| {
        let path = folder.path().join(format!("{jobs}.{name}"));
        batch(&[GRAMMAR, "--seeds", "3..=9", "--jobs", jobs, "--metrics", text(&path)]);
        path
    };
    let [csv, json, parquet] = ["csv", "jsonl", "parquet"].map(|name| {
        let path = written(name, "1");
        assert_eq!(fs::read(&path).unwrap(), fs::read(written(name, "4")).unwrap(), "{name}");
        path
    });
    let table = csv_table(&csv);
    assert_eq!(parquet_table(&parquet), table);
    // The JSON reader of the test rounds the last digit.
    let of_json = json_table(&json, &table.0).1;
    for (one, other) in table.1.iter().flatten().zip(of_json.iter().flatten()) {
        let real = |cell: &String| cell.parse::<f64>();
        let are_close = |(one, other): (f64, f64)| (one - other).abs() <= 1e-12 * one.abs();
        let is_close = real(one).ok().zip(real(other).ok()).is_some_and(are_close);
        assert!(one == other || is_close, "{one} and {other}");
    }
    assert_eq!(of_json.len(), table.1.len());
    let seeds: Vec<u64> = column(&table, "seed").into_iter().map(|(seed, _)| seed).collect();
    assert_eq!(seeds, [3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(table.0[..6], ["seed", "stage", "code", "reason", "broken", "places"]);
    // Each place is counted once among the symbols.
    let symbols: Vec<&String> = table.0.iter().filter(|name| name.starts_with("place:")).collect();
    assert!(symbols.len() > 3, "{symbols:?}");
    for (row, (seed, places)) in column(&table, "places").into_iter().enumerate() {
        let sum: u64 =
            symbols.iter().map(|symbol| column(&table, symbol)[row].1.parse::<u64>().unwrap()).sum();
        assert_eq!(sum.to_string(), places, "seed {seed}");
    }
}

#[test]
fn usage_counts_what_the_derivation_and_the_level_have() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.csv");
    batch(&[CROWDED, "--seeds", "2..=2", "--metrics", text(&path)]);
    let table = csv_table(&path);
    let json = |command: &str| -> Value {
        let output = run(&[command, CROWDED, "--seed", "2", "--format", "json"]);
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (derived, level) = (json("derive"), json("generate"));
    let mut expected: BTreeMap<String, u64> = BTreeMap::new();
    let mut count = |name: String, times: u64| *expected.entry(name).or_default() += times;
    for step in derived["steps"].as_array().unwrap() {
        count(format!("rule:{}", step["rule"].as_str().unwrap()), 1);
    }
    for place in level["places"].as_array().unwrap() {
        count(format!("place:{}", place["symbol"].as_str().unwrap()), 1);
        place["template"].as_str().into_iter().for_each(|room| count(format!("room:{room}"), 1));
    }
    for entity in level["entities"].as_array().unwrap().iter().filter(|entity| entity["marker"] != true) {
        count(format!("entity:{}", entity["kind"].as_str().unwrap()), 1);
    }
    let layers = level["layers"].as_array().into_iter().flatten().map(|layer| &layer["tiles"]);
    for rows in std::iter::once(&level["tiles"]).chain(layers) {
        for character in rows.as_array().unwrap().iter().flat_map(|row| row.as_str().unwrap().chars()) {
            let tile = &level["legend"][character.to_string()]["name"];
            tile.as_str().into_iter().for_each(|name| count(format!("tile:{name}"), 1));
        }
    }
    let counted = ["rule:", "place:", "room:", "entity:", "tile:"];
    for name in table.0.iter().filter(|name| counted.iter().any(|kind| name.starts_with(kind))) {
        let value = &column(&table, name)[0].1;
        assert_eq!(*value, expected.remove(name).unwrap_or(0).to_string(), "{name}");
    }
    // What themes scatter is counted by its pass.
    let passes = level["populate"].as_array().unwrap().iter().filter(|pass| pass["kind"] == "Dress");
    for name in passes.flat_map(|pass| pass["tiles"].as_object().unwrap().keys()) {
        expected.remove(&format!("tile:{name}"));
    }
    assert_eq!(expected, BTreeMap::new(), "there are columns for everything");
}

#[test]
fn seeds_of_the_coverage_use_everything_that_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.csv");
    let summary = batch(&[CROWDED, "--seeds", "1..=12", "--coverage", "--metrics", text(&path)]);
    let (names, rows) = csv_table(&path);
    let used = |is_of: &dyn Fn(u64) -> bool| -> BTreeSet<String> {
        let rows = rows.iter().filter(|row| row[1].is_empty() && is_of(row[0].parse().unwrap()));
        let cells = rows.flat_map(|row| names.iter().zip(row));
        cells
            .filter(|(name, cell)| name.contains(':') && *cell != "0")
            .map(|(name, _)| name.clone())
            .collect()
    };
    let all = used(&|_| true);
    let seeds: Vec<u64> = summary["coverage"]["seeds"].as_array().unwrap().iter().map(seed_of).collect();
    assert_eq!(used(&|seed| seeds.contains(&seed)), all);
    let never: BTreeSet<String> = summary["coverage"]["never_used"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap().to_owned())
        .collect();
    let own = RESERVED_TILE_NAMES.map(|name| format!("tile:{name}"));
    let parts = names.iter().filter(|name| name.contains(':') && !own.contains(name)).cloned();
    assert_eq!(parts.filter(|part| !all.contains(part)).collect::<BTreeSet<_>>(), never);
    assert!(summary["duplicates"]["missions"].as_u64().unwrap() > 1);
}

#[test]
fn a_sweep_is_the_same_as_changing_the_number_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = fs::canonicalize("rooms").unwrap();
    let original = fs::read_to_string(GRAMMAR).unwrap().replace("../rooms", text(&rooms));
    let grammar = write_file(&folder, "g.ron", &original);
    let [swept, by_hand] = ["swept.csv", "by_hand.csv"].map(|name| folder.path().join(name));
    let arguments = ["--seeds", "1..=3", "--sweep", "recipe/2/times/2=3,5", "--metrics", text(&swept)];
    let output = run(&[&["batch", text(&grammar)], &arguments[..]].concat());
    assert!(output.status.success(), "{}", err(&output));
    let (names, rows) = csv_table(&swept);
    assert_eq!(names[..2], ["value", "seed"]);
    let values: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(values, ["3", "3", "3", "5", "5", "5"]);
    assert!(out(&output).contains("mean for each value of recipe/2/times/2"), "{}", out(&output));
    let changed = original.replace("times: (3, 6)", "times: (3, 5)");
    assert_ne!(changed, original);
    let changed = write_file(&folder, "changed.ron", &changed);
    batch(&[text(&changed), "--seeds", "1..=3", "--metrics", text(&by_hand)]);
    let expected = csv_table(&by_hand).1;
    assert_eq!(rows[3..].iter().map(|row| row[1..].to_vec()).collect::<Vec<_>>(), expected);
}

#[test]
fn warning_of_a_swept_value_is_printed_once_with_the_value() {
    let sweep = ["--sweep", "rules/A way around/weight=1,0,2,0"];
    let output = run(&[&["batch", GRAMMAR, "--seeds", "1"], &sweep[..]].concat());
    let warnings: Vec<String> =
        err(&output).lines().filter(|line| line.contains("warning[")).map(str::to_owned).collect();
    let [warning] = warnings.as_slice() else { panic!("{warnings:?}") };
    assert!(warning.starts_with("with the value 0 and 1 other value: "), "{warning}");
    assert!(warning.contains("warning[rule-never-runs]"), "{warning}");
}

#[test]
fn thousands_of_failures_are_counted_and_not_listed() {
    let folder = tempfile::tempdir().unwrap();
    let rooms = fs::canonicalize("rooms").unwrap();
    let original = fs::read_to_string(GRAMMAR).unwrap().replace("../rooms", text(&rooms));
    let failing = original.replacen("recipe: [", "recipe: [Require(condition: LongestWay(AtLeast(40))),", 1);
    assert_ne!(failing, original);
    let grammar = write_file(&folder, "failing.ron", &failing);
    let output = run(&["batch", text(&grammar), "--seeds", "1000"]);
    let listed = out(&output).lines().filter(|line| line.starts_with("seed ")).count();
    assert_eq!(listed, 20);
    let more = "and 980 more seeds: derive [requirement-failed]";
    assert!(out(&output).contains(more), "{}", out(&output));
    let all = batch(&[text(&grammar), "--seeds", "1000"]);
    assert_eq!(all["failed"].as_array().unwrap().len(), 1000);
}

#[test]
fn sheets_show_every_seed() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = |name: &str, jobs: &str, more: &[&str]| -> (u32, u32, Vec<u8>) {
        let path = folder.path().join(name);
        let arguments =
            [GRAMMAR, "--seeds", "1..=5", "--jobs", jobs, "--thumbnail", "48", "--sheet", text(&path)];
        batch(&[&arguments, more].concat());
        let bytes = fs::read(&path).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        (reader.info().width, reader.info().height, pixels)
    };
    let one = sheet("one.png", "1", &["--columns", "3"]);
    assert_eq!(one.0, 6 + 3 * 54);
    assert_eq!(one, sheet("two.png", "3", &["--columns", "3"]));
    let rows = (one.1 - 6) / 2;
    let ground = [0x12, 0x14, 0x18];
    let is_empty = |column: u32, row: u32| {
        let pixel = |x: u32, y: u32| {
            let at = ((y * one.0 + x) * 3) as usize;
            one.2[at..at + 3] == ground
        };
        (0..48).all(|dy| (0..48).all(|dx| pixel(6 + column * 54 + dx, row * rows + 6 + dy)))
    };
    let filled: Vec<bool> = (0..6).map(|cell| !is_empty(cell % 3, cell / 3)).collect();
    assert_eq!(filled, [true, true, true, true, true, false]);
    let swept = sheet("swept.png", "2", &["--sweep", "layout/spacing/gap=1,2"]);
    assert_eq!(swept.0, 6 + 5 * 54);
    assert_eq!(swept.1, one.1);
}

#[test]
fn wrong_options_of_batches_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.txt");
    let refused = |more: &[&str], said: &str| {
        let output = run(&[&["batch", GRAMMAR, "--seeds", "1..3"], more].concat());
        assert!(!output.status.success() && err(&output).contains(said), "{more:?}: {}", err(&output));
    };
    refused(&["--metrics", text(&path)], ".csv, .jsonl or .parquet");
    refused(&["--metrics", ".csv"], "name a file with the extension");
    refused(&["--metrics", "-"], "name a file with the extension");
    refused(&["--sheet", "-"], "name a file with the extension .png");
    refused(&["--sheet", text(&path)], "name a file with the extension .png");
    let table = folder.path().join("m.csv");
    let again = folder.path().join(".").join("m.csv");
    refused(&["--metrics", text(&table), "-o", text(&again)], "two options write");
    refused(&["--sweep", "rules/Splitt/weight=1"], "leads to no number");
    refused(&["--sweep", "layout/spacing/gapp=1"], "gap");
    refused(&["--sweep", "layout/gap"], "is not a sweep");
    refused(&["--timings"], "--metrics");
    refused(&["--sheet", "s.png", "--columns", "0"], "write 1 or more");
    let digits = "9".repeat(400);
    for option in ["--seeds", "--sweep", "--columns", "--thumbnail", "--jobs", "--set"] {
        let output = run(&["batch", GRAMMAR, option, &format!("{digits}.5")]);
        assert!(err(&output).len() < 900 && err(&output).contains("more characters"), "{}", err(&output));
    }
    let sheet = folder.path().join("s.png");
    let many = ["batch", GRAMMAR, "--seeds", "1..1000000", "--sheet", text(&sheet)];
    assert!(err(&run(&many)).contains("at most"), "{}", err(&run(&many)));
    assert!(!path.exists() && !sheet.exists());
}

#[test]
fn times_are_the_last_columns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.csv");
    batch(&[GRAMMAR, "--seeds", "1..=2", "--timings", "--metrics", text(&path)]);
    let table = csv_table(&path);
    let stages = ["ms:derive", "ms:layout", "ms:form", "ms:populate", "ms:verify"];
    assert_eq!(table.0[table.0.len() - 5..], stages);
    for stage in stages {
        assert!(column(&table, stage).iter().all(|(_, time)| time.parse::<f64>().is_ok()), "{stage}");
    }
}

#[test]
fn lists_of_seeds_have_words_and_ranges() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.csv");
    let summary = batch(&[GRAMMAR, "--seeds", "7,foobar,3..=4,4", "--coverage", "--metrics", text(&path)]);
    let seeds: Vec<u64> = column(&csv_table(&path), "seed").into_iter().map(|(seed, _)| seed).collect();
    assert_eq!(seeds, [7, 9625390261332436968, 3, 4]);
    assert_eq!(summary["asked"], 4);
    assert!(
        summary["coverage"]["seeds"].as_array().unwrap().iter().all(|seed| seeds.contains(&seed_of(seed)))
    );
    let swept = batch(&[GRAMMAR, "--seeds", "foobar", "--sweep", "layout/spacing/gap=2,3", "--coverage"]);
    let used = swept["coverage"]["seeds"].as_array().unwrap();
    assert_eq!(used.len(), 1, "both values use the same: {swept}");
    assert_eq!((&used[0]["value"], seed_of(&used[0]["seed"])), (&2.into(), seeds[1]));
}

#[test]
fn words_are_seeds() {
    let level = |seed: &str| out(&run(&["generate", GRAMMAR, "--seed", seed]));
    // The published hash of "foobar".
    assert_eq!(level("foobar"), level("9625390261332436968"));
    assert_ne!(level("foobar"), level("Foobar"));
}
