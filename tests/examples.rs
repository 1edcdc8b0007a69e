//! Walks every file in `grammars/` and `rooms/`.
//!
//! Each can be read without a diagnostic, prints unchanged, and is embedded in the program. The grammars give
//! proved levels, the same ones on every system.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use delvewright::base::{Cancelled, Color, Seed, Severity, StageContext, StopToken};
use delvewright::export::{Format, export, read_level};
use delvewright::files::{
    EXAMPLES, Project, TEMPLATES, load_example, load_project, parse_room_set, print_grammar, print_room_set,
    read_text_file,
};
use delvewright::grammar::{Grammar, foresee_failures};
use delvewright::level::Level;
use delvewright::pipeline::{Pipeline, Request, RunContext};
use delvewright::settings::{Movement, Spacing};
use delvewright::verify::verify;

use crate::sample;

/// Number of levels made of each example in a full run.
const SEEDS: u64 = 12;

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn ron_files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(home().join(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
    files.sort();
    files
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|stem| stem.to_str()).unwrap()
}

pub fn request(project: &Project, seed: u64) -> Request {
    let rooms = project.room_sets().cloned().map(Arc::new).collect();
    Request::new(Arc::new(project.grammar.value.clone().unwrap()), rooms, Seed(seed))
}

fn level(project: &Project, seed: u64) -> Arc<Level> {
    let run = Pipeline::default().run(&request(project, seed));
    assert_eq!(run.failure, None, "seed {seed}");
    let warned = run.diagnostics.iter().find(|found| found.severity != Severity::Note);
    assert_eq!(warned, None, "seed {seed}");
    run.level.unwrap()
}

/// Checks that saving without a change changes no line. `UPDATE_GOLDEN=1` rewrites the files.
pub fn assert_stands(path: &Path, printed: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, printed).unwrap();
    }
    assert!(printed == read_text_file(path).unwrap(), "{} is not as it is printed", path.display());
}

#[test]
fn nothing_is_foreseen_of_examples_and_templates() {
    for example in EXAMPLES.iter().chain(TEMPLATES) {
        let grammar =
            load_example(example.name).and_then(|project| project.grammar.value).expect("a grammar");
        assert_eq!(foresee_failures(&grammar), [], "{}", example.name);
    }
}

#[test]
fn every_file_is_read_without_a_remark_and_printed_as_it_stands() {
    for path in ron_files("grammars") {
        let project = load_project(&path, &[]).unwrap();
        assert_eq!(project.diagnostics(), [], "{}", path.display());
        assert_stands(&path, &print_grammar(&project.grammar.value.unwrap()));
    }
    for path in ron_files("rooms") {
        let text = read_text_file(&path).unwrap();
        let set = parse_room_set(&text, Some(&path));
        assert_eq!(set.diagnostics, [], "{}", path.display());
        assert_stands(&path, &print_room_set(&set.value.unwrap()));
    }
}

#[test]
fn every_file_is_part_of_the_program() {
    let mut embedded: Vec<&str> = EXAMPLES.iter().map(|example| example.name).collect();
    embedded.sort_unstable();
    let on_disk = ron_files("grammars");
    assert_eq!(embedded, on_disk.iter().map(|path| stem(path)).collect::<Vec<_>>());
    for path in on_disk {
        let from_disk = load_project(&path, &[]).unwrap();
        let from_program = load_example(stem(&path)).unwrap();
        assert_eq!(from_disk.grammar.value, from_program.grammar.value);
        assert!(from_disk.room_sets().eq(from_program.room_sets()));
    }
    let named: Vec<String> =
        EXAMPLES.iter().flat_map(|example| example.rooms).map(|(name, _)| name.to_string()).collect();
    for path in ron_files("rooms") {
        assert!(named.contains(&format!("../rooms/{}.ron", stem(&path))), "{} is used", path.display());
    }
}

#[test]
fn every_example_gives_proved_levels_that_read_back_the_same() {
    for path in ron_files("grammars") {
        let project = load_project(&path, &[]).unwrap();
        for seed in sample::of(0..SEEDS) {
            let level = level(&project, seed);
            assert!(level.report.all_held(), "{} seed {seed}: {:#?}", path.display(), level.report);
            for format in Format::ALL.into_iter().filter(|format| format.is_readable()) {
                let back = read_level(&export(&level, format).into_bytes(), format).unwrap();
                assert!(back == *level, "{} seed {seed} as {format}", path.display());
                assert_eq!(verify(&back, StageContext::default()).unwrap(), level.report);
            }
        }
    }
}

/// The bytes of a level never change by accident: in debug and release, on every system. `UPDATE_GOLDEN=1`
/// rewrites the file; explain in the commit why every designer's levels change.
#[test]
fn the_same_seed_gives_the_same_bytes_everywhere() {
    let golden = home().join("tests/golden/level_digests.txt");
    let mut digests = String::new();
    for path in ron_files("grammars") {
        let project = load_project(&path, &[]).unwrap();
        for seed in [1, 2, 3] {
            let bytes = export(&level(&project, seed), Format::Json).into_bytes();
            writeln!(digests, "{} {seed} {:016x}", stem(&path), digest(&bytes)).unwrap();
        }
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(golden.parent().unwrap()).unwrap();
        fs::write(&golden, &digests).unwrap();
    }
    assert_eq!(digests, fs::read_to_string(&golden).unwrap());
}

/// A change in a late stage leaves the earlier ones unchanged, and reusing results makes no difference.
#[test]
fn a_pipeline_that_keeps_stages_gives_the_same_levels_as_a_fresh_one() {
    let project = load_example("first_lock").unwrap();
    let mut kept = Pipeline::default();
    let first = request(&project, 1);
    let changed = |change: &dyn Fn(&mut Grammar)| {
        let mut grammar = (*first.grammar).clone();
        change(&mut grammar);
        Request { grammar: Arc::new(grammar), ..first.clone() }
    };
    let wider = changed(&|grammar| grammar.layout.spacing = Spacing::Elastic { gap: 6 });
    let renamed = changed(&|grammar| grammar.name += " II");
    let diagonal = changed(&|grammar| grammar.movement = Movement::EightWay);
    let painted = changed(&|grammar| grammar.alphabet.nodes[0].color = Color::default());
    let wrong = changed(&|grammar| grammar.limits.steps = 0);
    let other = request(&project, 2);
    for request in [
        &first, &wider, &first, &other, &wider, &renamed, &diagonal, &renamed, &painted, &wrong, &painted,
        &first,
    ] {
        let run = kept.run(request);
        let fresh = Pipeline::default().run(request);
        assert_eq!(run.level, fresh.level);
        assert_eq!(run.diagnostics, fresh.diagnostics);
    }
    let (one, other) = (kept.run(&first), kept.run(&wider));
    assert_eq!(one.derivation.unwrap().mission, other.derivation.unwrap().mission);
    // Only results that depend on the name are made again.
    let (one, other) = (kept.run(&first).level.unwrap(), kept.run(&renamed).level.unwrap());
    assert!(std::ptr::eq(&*one.tiles, &*other.tiles));
}

#[test]
fn a_run_that_is_stopped_gives_nothing_and_changes_nothing() {
    let project = load_example("sunken_keep").unwrap();
    let mut pipeline = Pipeline::default();
    let mut stopped = 0;
    for seed in sample::of(0..40) {
        let expected = &Pipeline::default().run(&request(&project, seed)).level;
        let (request, stop) = (request(&project, seed), StopToken::new());
        let stopper = stop.clone();
        let thread = thread::spawn(move || {
            thread::sleep(Duration::from_micros(150 * seed));
            stopper.stop();
        });
        match pipeline.run_in(&request, RunContext::stopped_by(&stop)) {
            Ok(run) => assert_eq!(&run.level, expected, "seed {seed}"),
            Err(Cancelled) => stopped += 1,
        }
        thread.join().unwrap();
        assert_eq!(&pipeline.run(&request).level, expected, "seed {seed}");
    }
    assert!(stopped > 0, "no run was stopped");
}

/// Returns a digest (FNV-1a).
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
