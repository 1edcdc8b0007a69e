//! Measures the stages of a run, and compares their results with those of the previous run.
//!
//! The stages use no clock: they report when a part begins and ends, and the time is taken here. Results are
//! compared by digest, so that nothing of a run must be kept.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Debug, Write};
use std::hash::{Hash, Hasher};
use std::time::{Duration, Instant};

use crate::base::Cancelled;
use crate::editor::canvas::measures::{Measure, Measures};
use crate::grammar::{Derivation, Grammar, Step};
use crate::level::{Level, PassRecord};
use crate::pipeline::{Run, RunMoment, RunPart, Stage};

/// Measures runs one after the other.
#[derive(Debug, Default)]
pub struct Stopwatch {
    parts: BTreeMap<RunPart, Measure>,
    /// Digest of the last result of each part, by name of the part.
    digests: BTreeMap<String, u64>,
    /// Stages done since the last digests; a stopped run makes none.
    undigested: BTreeSet<Stage>,
}

impl Stopwatch {
    /// Measures a run; `checked_in` is the time already spent on checking its files.
    ///
    /// # Errors
    /// If the run is stopped.
    pub fn measure(
        &mut self,
        checked_in: Duration,
        work: impl FnOnce(&mut dyn FnMut(RunMoment)) -> Result<Run, Cancelled>,
    ) -> Result<(Run, Measures), Cancelled> {
        for measure in self.parts.values_mut() {
            measure.is_new = false;
        }
        let began = Instant::now();
        let mut laps = RunTimes { begun: BTreeMap::new(), last: began, last_done: None };
        let run = work(&mut |moment| self.hear(moment, Instant::now(), &mut laps))?;
        let total = began.elapsed();
        let check = Measure { took: checked_in, is_new: true, is_same: None };
        self.parts.insert(RunPart::Stage(Stage::Check), check);
        self.undigested.insert(Stage::Check);
        self.compare(&run);
        Ok((run, Measures::new(self.parts.clone(), total)))
    }

    fn hear(&mut self, moment: RunMoment, now: Instant, laps: &mut RunTimes) {
        let new = Measure { took: Duration::ZERO, is_new: true, is_same: None };
        match moment {
            RunMoment::Begins(part) => {
                if let RunPart::Stage(stage) = part {
                    self.undigested.insert(stage);
                    self.parts.retain(|part, _| part.stage() != stage);
                }
                self.parts.entry(part).or_insert(new);
                laps.begun.insert(part, now);
                laps.last_done = None;
            }
            RunMoment::Ends(part) => {
                if let Some(begun) = laps.begun.remove(&part) {
                    self.parts.entry(part).or_insert(new).took += now - begun;
                }
                // Work after the last part of a stage is added to that part, so that the parts sum up to the
                // stage.
                if let Some(last) = laps.last_done.take() {
                    self.parts.entry(last).or_insert(new).took += now - laps.last;
                }
            }
            RunMoment::Done(part) => {
                self.parts.entry(part).or_insert(new).took += now - laps.last;
                laps.last_done = Some(part);
            }
        }
        laps.last = now;
    }

    /// Compares the results with those of the previous run.
    fn compare(&mut self, run: &Run) {
        let undigested = std::mem::take(&mut self.undigested);
        for (part, measure) in &mut self.parts {
            if !undigested.contains(&part.stage()) {
                measure.is_same = Some(true);
                continue;
            }
            let Some((name, digest)) = digest_of(*part, run) else { continue };
            measure.is_same = self.digests.insert(name, digest).map(|before| before == digest);
        }
    }
}

/// The times within a run.
struct RunTimes {
    /// Start times of parts that have not ended.
    begun: BTreeMap<RunPart, Instant>,
    /// Time of the last event.
    last: Instant,
    /// Part that ended with the last event, if it is one of a sequence.
    last_done: Option<RunPart>,
}

/// Returns a name of a part that does not depend on other parts, and a digest of its result.
fn digest_of(part: RunPart, run: &Run) -> Option<(String, u64)> {
    let mut digest = Digest::default();
    let name = match part {
        RunPart::Stage(stage) => {
            digest_stage(stage, run, &mut digest)?;
            stage.to_string()
        }
        RunPart::RecipeStep(number) => {
            let derivation = run.derivation.as_ref()?;
            let steps = derivation.steps.iter().filter(|step| step.recipe_step == number);
            steps.for_each(|step| digest.add_step(step, &run.request.grammar));
            derivation.recipe_counts.get(number)?.path.clone()
        }
        // The results of these are compared as a whole, with their stage.
        RunPart::Formed(_) | RunPart::Items | RunPart::RoomContents => return None,
        RunPart::Pass(position) => {
            let pass = run.request.grammar.populate.get(position)?;
            let level = run.level.as_ref()?;
            let record = level.populate.iter().find(|record| record.name == pass.name)?;
            digest.add_pass(level, record);
            format!("pass {}", pass.name)
        }
    };
    Some((name, digest.0.finish()))
}

fn digest_stage(stage: Stage, run: &Run, digest: &mut Digest) -> Option<()> {
    match stage {
        Stage::Check => digest.add(&run.findings),
        Stage::Derive => {
            let Derivation { start, steps, .. } = &**run.derivation.as_ref()?;
            digest.add(start);
            steps.iter().for_each(|step| digest.add_step(step, &run.request.grammar));
        }
        Stage::Layout => {
            let plan = run.plan.as_ref()?;
            digest.add(&(plan.size, &plan.passages, &plan.crossings));
            for place in &plan.places {
                digest.add(&(place.node, place.site, place.core, place.form.technique(), &place.sockets));
                digest.add(&(place.form.room().map(|room| (room.name(), room.symmetry)), place.form.reach()));
                place.form.drawn().for_each(|(room, at)| digest.add(&(room.name(), room.symmetry, at)));
            }
        }
        Stage::Form => {
            let space = run.space.as_ref()?;
            space.tiles.values().hash(&mut digest.0);
            space.owners.values().hash(&mut digest.0);
        }
        Stage::Populate => {
            let level = run.level.as_ref()?;
            level.tiles.values().hash(&mut digest.0);
            digest.add(&level.entities);
            level.populate.iter().for_each(|record| digest.add_pass(level, record));
        }
        Stage::Verify => digest.add(&run.level.as_ref()?.report),
    }
    Some(())
}

/// A digest of values in their debug form, which contains all differences between them.
#[derive(Default)]
struct Digest(DefaultHasher);

impl Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

impl Digest {
    fn add(&mut self, value: &impl Debug) {
        // Writing to a hasher never fails.
        let _ = write!(self, "{value:?}");
    }

    /// Adds a step by the name of its rule: rule and match determine its changes.
    fn add_step(&mut self, step: &Step, grammar: &Grammar) {
        let rule = grammar.rules.get(step.rule).map(|rule| &rule.name);
        self.add(&(rule, &step.matched, step.alternative));
        step.delta.changes.len().hash(&mut self.0);
    }

    fn add_pass(&mut self, level: &Level, record: &PassRecord) {
        let is_its = |name: &str| name == record.name;
        let things = level.entities.iter().filter(|entity| entity.pass.as_deref().is_some_and(is_its));
        things.for_each(|entity| self.add(&(&entity.kind, entity.at, &entity.properties)));
        let layers = level.layers.iter().filter(|layer| is_its(&layer.name));
        layers.for_each(|layer| layer.tiles.values().hash(&mut self.0));
        self.add(&(&record.walls, record.taken_back));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::base::Seed;
    use crate::editor::work::disk;
    use crate::files::EXAMPLES;
    use crate::pipeline::{Pipeline, ProjectFindings, Request, RunContext};

    /// Measures the runs of some requests, one after the other.
    fn measured(requests: &[Request]) -> Vec<(Run, Measures)> {
        let (mut pipeline, mut stopwatch) = (Pipeline::default(), Stopwatch::default());
        let measured = requests.iter().map(|request| {
            let findings = Arc::new(ProjectFindings::of(&request.grammar, &request.rooms));
            let work = |watch: &mut dyn FnMut(RunMoment)| {
                pipeline.assume_checked(request, findings);
                pipeline.run_in(request, RunContext { watcher: Some(watch), ..RunContext::default() })
            };
            stopwatch.measure(Duration::ZERO, work).expect("nobody stops it")
        });
        measured.collect()
    }

    fn request(example: &str, seed: u64) -> Request {
        let document = disk::example(example).expect("an example");
        let content = document.content();
        let rooms = content.rooms.iter().map(|rooms| Arc::clone(&rooms.set)).collect();
        Request::new(Arc::clone(&content.grammar), rooms, Seed(seed))
    }

    #[test]
    fn times_of_parts_add_up_to_that_of_their_stage() {
        for example in EXAMPLES {
            let (run, measures) = measured(&[request(example.name, 4)]).remove(0);
            let took = |part| measures.of(part).map_or(Duration::ZERO, |measure| measure.took);
            let stages = [Stage::Derive, Stage::Layout, Stage::Form, Stage::Populate, Stage::Verify];
            assert!(stages.into_iter().all(|stage| measures.of(RunPart::Stage(stage)).is_some()));
            let sum: Duration = stages.into_iter().map(|stage| took(RunPart::Stage(stage))).sum();
            assert!(sum <= measures.total, "{}: {sum:?} of {:?}", example.name, measures.total);
            let derivation = run.derivation.as_ref().expect("a derivation");
            let counts = derivation.recipe_counts.iter().enumerate();
            let outer = |path: &str| !path.contains('.');
            let outermost: Vec<usize> =
                counts.filter(|(_, count)| outer(&count.path)).map(|(number, _)| number).collect();
            let of_steps: Duration = outermost.iter().map(|number| took(RunPart::RecipeStep(*number))).sum();
            assert!(of_steps <= took(RunPart::Stage(Stage::Derive)), "{}", example.name);
            let applied: u32 = outermost.iter().map(|number| derivation.recipe_counts[*number].steps).sum();
            assert_eq!(applied as usize, derivation.steps.len(), "{}", example.name);
            for stage in [Stage::Form, Stage::Populate] {
                let parts = measures
                    .parts()
                    .filter(|(part, _)| part.stage() == stage && !matches!(part, RunPart::Stage(_)));
                let of_parts: Duration = parts.map(|(_, measure)| measure.took).sum();
                assert_eq!(of_parts, took(RunPart::Stage(stage)), "{}: {stage:?}", example.name);
            }
        }
    }

    #[test]
    fn parts_that_an_edit_leaves_alone_are_the_same_and_those_that_it_changes_are_not() {
        let first = request("desert_camp", 2);
        let mut grammar = Grammar::clone(&first.grammar);
        grammar.populate.pop().expect("a pass");
        let fewer = Request { grammar: Arc::new(grammar), ..first.clone() };
        let runs =
            measured(&[first.clone(), first.clone(), fewer, Request { seed: Seed(3), ..first.clone() }]);
        let is_same = |run: usize, part| runs[run].1.of(part).and_then(|measure| measure.is_same);
        for stage in [Stage::Derive, Stage::Layout, Stage::Form, Stage::Populate].map(RunPart::Stage) {
            assert_eq!(is_same(0, stage), None);
            assert!(!runs[1].1.of(stage).expect("it was done").is_new, "nothing has changed");
            assert_eq!(is_same(3, stage), Some(false), "{stage:?}");
        }
        for stage in [Stage::Derive, Stage::Layout, Stage::Form].map(RunPart::Stage) {
            assert!(is_same(2, stage) != Some(false), "{stage:?}");
        }
        assert_eq!(is_same(2, RunPart::Stage(Stage::Populate)), Some(false));
        assert_eq!(is_same(2, RunPart::Pass(0)), Some(true));
    }
}
