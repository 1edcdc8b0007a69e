//! The making of a level ends with the level, and none of its steps shows later changes.

use std::collections::BTreeSet;
use std::sync::Arc;

use delvewright_engine::base::{Cell, Seed, StopToken};
use delvewright_engine::level::{Level, Owner};
use delvewright_engine::pipeline::{LevelHistory, LevelHistoryStage, LevelPlayback, Pipeline, Request, Run};
use delvewright_engine::settings::Roll;

use crate::examples::{examples, grammars};
use crate::populating;
use crate::reread::json;
use crate::sample;

fn playback(run: &Run) -> Option<LevelPlayback> {
    let level_history = LevelHistory::of(run, &StopToken::never()).expect("nobody stops it")?;
    Some(LevelPlayback::new(Arc::new(level_history)))
}

/// Returns the cells that differ between two frames.
fn differing(one: &Level, other: &Level) -> BTreeSet<Cell> {
    let differs =
        |cell: &Cell| (one.tiles[*cell], one.owners[*cell]) != (other.tiles[*cell], other.owners[*cell]);
    one.tiles.rect().cells().filter(differs).collect()
}

/// Checks all frames of a run. Returns `false` if it has no level.
fn check(run: &Run, about: &str) -> bool {
    let Some(mut playback) = playback(run) else {
        assert!(run.level.is_none(), "{about}");
        return false;
    };
    let level = run.level.as_deref().expect("there is a making");
    assert!(playback.frame() == *level, "{about}: the last frame is another level");
    assert!(json(&playback.frame()) == json(level), "{about}");
    let last = playback.step();
    let mut later = playback.frame();
    for step in (0..last).rev() {
        let lit: BTreeSet<Cell> = playback.lit().into_iter().collect();
        playback.go_to(step);
        let frame = playback.frame();
        assert!(differing(&frame, &later).is_subset(&lit), "{about}: what step {} changes is lit", step + 1);
        assert!(frame.entities.len() <= later.entities.len(), "{about} at {step}");
        later = frame;
    }
    assert!(later.owners.values().iter().all(|owner| *owner == Owner::NOBODY), "{about}: bare rock first");
    assert!(later.entities.is_empty() && later.layers.is_empty(), "{about}");
    playback.go_to(usize::MAX);
    assert!(playback.frame() == *level, "{about}: there and back");
    let passes: Vec<&str> = (playback.level_history().steps.iter())
        .filter_map(
            |step| if let LevelHistoryStage::Pass(name) = &step.stage { Some(name.as_str()) } else { None },
        )
        .collect();
    assert!(passes.iter().eq(level.populate.iter().map(|pass| &pass.name)), "{about}: {passes:?}");
    true
}

#[test]
fn making_of_every_example_ends_with_its_level() {
    for example in examples() {
        for seed in [3, 77] {
            let run = Pipeline::default().run(&example.request(seed));
            assert!(check(&run, &format!("{} with seed {seed}", example.name)));
        }
    }
}

#[test]
fn making_of_random_levels_ends_with_them() {
    let seeds: Vec<u64> = sample::of(0..60).collect();
    let made =
        seeds.iter().filter(|seed| check(&populating::populated(**seed), &format!("seed {seed}"))).count();
    assert!(made * 2 > seeds.len(), "{made} of {} have a level", seeds.len());
}

#[test]
fn each_frame_populates_what_the_passes_before_it_would_alone() {
    let (mut compared, mut placed) = (0, 0);
    for (grammar, rooms) in grammars().into_iter().filter(|(grammar, _)| !grammar.populate.is_empty()) {
        let run_with = |passes: usize| {
            let mut grammar = grammar.clone();
            grammar.populate.truncate(passes);
            Pipeline::default().run(&Request::new(Arc::new(grammar), rooms.clone(), Seed(5)))
        };
        let mut playback = playback(&run_with(usize::MAX)).expect("a level");
        let steps = playback.level_history().steps.clone();
        let first =
            steps.iter().position(|step| matches!(step.stage, LevelHistoryStage::Pass(_))).expect("a pass");
        for (number, _) in steps.iter().enumerate().skip(first) {
            playback.go_to(number + 1);
            let frame = playback.frame();
            let alone = run_with(number + 1 - first).level.expect("a level");
            assert!(frame.tiles == alone.tiles && frame.owners == alone.owners, "{} {number}", grammar.name);
            assert!(
                frame.layers == alone.layers && frame.entities == alone.entities,
                "{} {number}",
                grammar.name
            );
            (compared, placed) = (compared + 1, placed + frame.entities.len());
        }
    }
    assert!(compared > 8 && placed > 50, "{compared} passes, {placed} things");
}

#[test]
fn making_of_a_level_that_keeps_places_of_an_earlier_one_ends_with_it() {
    let mut kept = 0;
    for example in examples().iter().take(4) {
        let name = &example.name;
        let request = example.request(3);
        let first = Pipeline::default().run(&request).level.expect("a level");
        let keep = first.places.iter().take(3).map(|place| place.node).collect();
        let rolls = vec![Roll { seed: Seed(8), keep, pins: None }];
        let run = Pipeline::default().run(&Request { rolls, ..request });
        kept += run.kept_nodes().count();
        assert!(check(&run, name));
    }
    assert!(kept > 0);
}
