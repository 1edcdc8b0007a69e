//! Levels that depend on an earlier one, which commands cannot make: those with rolls or with a held layout.

use std::fs;
use std::sync::Arc;

use delvewright::base::Seed;
use delvewright::export::{Format, export};
use delvewright::files::load_project;
use delvewright::layout::PreviousLayout;
use delvewright::mission::NodeId;
use delvewright::pipeline::{Pipeline, Request, Run};
use delvewright::settings::Roll;

use super::workbench::{BEFORE, Workbench};

/// Writes `level.json` as a line asks for it:
///
/// - `roll FILE --seed N --keep 1,2 --then M` keeps the places of these nodes and rolls the rest.
/// - `hold FILE --seed N` lays the file out from its layout before the last change.
pub fn make(bench: &Workbench, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let request = |file: &str, rolls: Vec<Roll>| {
        let project = load_project(&bench.folder.path().join(file), &[]).expect("the file can be read");
        let rooms = project.room_sets().cloned().map(Arc::new).collect();
        let grammar = Arc::new(project.grammar.value.expect("no errors"));
        Request { rolls, ..Request::new(grammar, rooms, number(words[3])) }
    };
    let mut pipeline = Pipeline::default();
    let run = match words.as_slice() {
        ["roll", file, "--seed", _, "--keep", nodes, "--then", seed] => {
            let keep = nodes.split(',').map(|node| NodeId(node.parse().expect("a number"))).collect();
            pipeline.run(&request(file, vec![Roll { keep, seed: number(seed), pins: None }]))
        }
        ["hold", file, "--seed", _] => {
            let before = previous_layout(&pipeline.run(&request(BEFORE, Vec::new())));
            let previous_layout = Some(Arc::new(before));
            pipeline.run(&Request { previous_layout, ..request(file, Vec::new()) })
        }
        _ => panic!("{line:?} is neither a roll nor a held layout"),
    };
    let level = run.level.expect("a level");
    let text = export(&level, Format::Json).into_bytes();
    fs::write(bench.folder.path().join("level.json"), text).expect("it can be written");
}

fn number(word: &str) -> Seed {
    Seed(word.parse().expect("a number"))
}

fn previous_layout(run: &Run) -> PreviousLayout {
    let (plan, derivation) =
        (run.plan.as_ref().expect("a plan"), run.derivation.as_ref().expect("a mission"));
    let grammar = &run.request.grammar;
    PreviousLayout::of(plan, &derivation.mission, &grammar.alphabet, grammar.layout.spacing, None)
}
