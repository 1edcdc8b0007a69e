//! `delvewright check --seeds`: makes many levels of a grammar, and judges its properties.
//!
//! Input: a request without mistakes, and seeds. Output: a report for people, and how the command ends.
//! For each property the report has its share, the seeds that fail, and the shortest counter-example.
//! Seeds that give no level are listed by stage and code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use clap::Args;

use super::batch::no_threads;
use super::check_report::{ExampleReport, FailureReport, LevelsReport, PropertyReport};
use super::diagnostics;
use super::input::{CeilingOption, failure_of};
use super::interruption::interruption;
use super::outcome::{CliError, CliOutcome};
use super::output::is_dash;
use super::seeds::{JobsOption, SeedList};
use super::variables::VariableOption;
use crate::base::{Seed, counted, printable, printable_line};
use crate::batch::Batch;
use crate::pipeline::{Request, Run, StageFailure};
use crate::properties::{
    CounterExample, ExampleSize, LevelProperty, PropertyFindings, PropertyTally, PropertyVerdict,
    judge_properties,
};

/// Maximum number of failing seeds that are listed.
const MOST_SEEDS_SHOWN: usize = 10;

#[derive(Clone, Debug, Args)]
pub(super) struct LevelCheckArguments {
    /// Also makes the levels of these seeds, and judges the properties of the grammar.
    /// 1000, 1..1001 and 1..=1000 all mean the seeds from 1 to 1000. Lists such as 7,goblin king,20..=29 name single
    /// seeds, words and ranges.
    #[arg(long, value_name = "SEEDS", allow_hyphen_values = true)]
    seeds: Option<SeedList>,
    #[command(flatten)]
    jobs: JobsOption,
    #[command(flatten)]
    pub variables: VariableOption,
    #[command(flatten)]
    ceiling: CeilingOption,
}

/// The part of a run that is kept.
struct JudgedRun {
    size: ExampleSize,
    /// The verdicts, or the stage and code of the failure and its message.
    outcome: Result<Vec<PropertyVerdict>, StageFailure>,
}

/// The verdicts about all levels of a grammar.
pub(super) struct LevelFindings {
    asked: u64,
    is_interrupted: bool,
    made: u64,
    /// In the order of the grammar.
    properties: Vec<(LevelProperty, PropertyFindings)>,
    /// By stage and code.
    failures: BTreeMap<(String, &'static str), FailureFindings>,
}

/// The seeds that give no level for one reason.
#[derive(Default)]
struct FailureFindings {
    seeds: BTreeSet<Seed>,
    /// The message for the lowest seed.
    message: String,
}

impl LevelCheckArguments {
    /// Returns `true` if levels are to be made.
    pub fn makes_levels(&self) -> bool {
        self.seeds.is_some()
    }

    /// Makes and judges the levels of a request; `None` if there are no seeds.
    pub fn check(&self, request: &Request) -> Result<Option<LevelFindings>, CliError> {
        let Some(seeds) = &self.seeds else { return Ok(None) };
        let asked = seeds.count();
        let stop = interruption().map_err(no_threads)?;
        let bar = diagnostics::progress(asked);
        let (jobs, ceilings) = (self.jobs.threads(asked), self.ceiling.ceilings());
        let batch = Batch::start(request.clone(), seeds.seeds(), jobs, ceilings, stop.clone(), judged);
        let mut findings = LevelFindings::of(asked, &request.grammar.properties);
        for (_, run) in batch.map_err(no_threads)? {
            findings.add(run);
            bar.inc(1);
        }
        bar.finish_and_clear();
        findings.is_interrupted = stop.is_stopped() && findings.done() < asked;
        Ok(Some(findings))
    }

    /// Returns the beginning of a command that shows a level. Standard input has none.
    pub fn command(&self, file: &Path) -> Option<String> {
        let file = printable(&file.display().to_string()).into_owned();
        let file = if file.contains(char::is_whitespace) { format!("{file:?}") } else { file };
        (!is_dash(Path::new(&file)))
            .then(|| format!("delvewright edit {file}{}", self.variables.as_arguments()))
    }
}

fn judged(run: Run) -> JudgedRun {
    let steps = run.derivation.as_ref().map_or(0, |derivation| derivation.steps.len());
    let places = run.level.as_ref().map_or(0, |level| level.places.len());
    let verdicts = |run: &Run| {
        let level = run.level.as_deref();
        level.map(|level| judge_properties(&run.request.grammar.properties, level)).unwrap_or_default()
    };
    JudgedRun {
        size: ExampleSize { steps, places, seed: run.request.seed },
        outcome: failure_of(&run).map_or_else(|| Ok(verdicts(&run)), Err),
    }
}

impl LevelFindings {
    fn of(asked: u64, properties: &[LevelProperty]) -> Self {
        let properties = properties.iter().map(|property| (property.clone(), PropertyFindings::default()));
        let properties = properties.collect();
        Self { asked, is_interrupted: false, made: 0, properties, failures: BTreeMap::new() }
    }

    fn add(&mut self, run: JudgedRun) {
        match run.outcome {
            Ok(verdicts) => {
                self.made += 1;
                let verdicts = self.properties.iter_mut().zip(verdicts);
                verdicts.for_each(|((_, findings), verdict)| findings.add(run.size, verdict));
            }
            Err(StageFailure { stage, code, message }) => {
                let failure = self.failures.entry((stage.to_string(), code)).or_default();
                if failure.seeds.first().is_none_or(|lowest| run.size.seed < *lowest) {
                    failure.message = message;
                }
                failure.seeds.insert(run.size.seed);
            }
        }
    }

    fn failed(&self) -> usize {
        self.failures.values().map(|failure| failure.seeds.len()).sum()
    }

    fn done(&self) -> u64 {
        self.made + self.failed() as u64
    }

    /// Returns how the command ends because of the levels.
    ///
    /// Failures to make a level come first: the shares are not those of all seeds then.
    pub fn outcome(&self) -> CliOutcome {
        if self.is_interrupted {
            CliOutcome::Interrupted
        } else if !self.failures.is_empty() {
            CliOutcome::Failed
        } else if self.properties.iter().any(|(_, findings)| findings.tally.failed() > 0) {
            CliOutcome::WrongInput
        } else {
            CliOutcome::Done
        }
    }

    /// Returns the report for people. `command` is the beginning of a command that shows a level.
    pub fn text(&self, command: Option<&str>) -> String {
        let levels = counted(usize::try_from(self.done()).unwrap_or(usize::MAX), "level");
        let mut text = format!("{levels}: {} made, {} failed\n", self.made, self.failed());
        if self.is_interrupted {
            text = format!("interrupted after {} of {} levels\n{text}", self.done(), self.asked);
        }
        for ((stage, code), FailureFindings { seeds, message }) in &self.failures {
            let shown = seeds_text(seeds);
            text += &format!("{stage} [{code}] fails with {shown}: {}\n", printable_line(message));
        }
        if self.properties.is_empty() {
            text += "The grammar has no properties to judge.\n";
        }
        for (property, findings) in &self.properties {
            text += &property_text(property, findings, command);
        }
        text
    }

    /// Returns the report for other programs.
    pub fn report(&self) -> LevelsReport {
        let failure = |((stage, code), failure): (&(String, &'static str), &FailureFindings)| FailureReport {
            stage: stage.clone(),
            code,
            message: failure.message.clone(),
            seeds: failure.seeds.iter().copied().collect(),
        };
        LevelsReport {
            asked: self.asked,
            interrupted: self.is_interrupted,
            made: self.made,
            failed: self.failed(),
            failures: self.failures.iter().map(failure).collect(),
            properties: self.properties.iter().map(property_report).collect(),
        }
    }
}

fn property_report((property, findings): &(LevelProperty, PropertyFindings)) -> PropertyReport {
    let PropertyFindings { tally, failing, shortest } = findings;
    let example = |(size, example): &(ExampleSize, CounterExample)| ExampleReport {
        seed: size.seed,
        steps: size.steps,
        places: size.places,
        reason: example.reason.clone(),
    };
    PropertyReport {
        sentence: property.sentence(),
        verdict: verdict_of(*tally),
        passed: tally.passed,
        judged: tally.judged,
        interval: tally.share().map(|share| [share.least, share.most]),
        failing_seeds: failing.iter().copied().collect(),
        shortest_counter_example: shortest.as_ref().map(example),
    }
}

/// Returns the verdict about all levels in a word.
fn verdict_of(tally: PropertyTally) -> &'static str {
    match (tally.failed(), tally.judged) {
        (1.., _) => "fails",
        (0, 0) => "open",
        (0, _) => "holds",
    }
}

fn property_text(property: &LevelProperty, findings: &PropertyFindings, command: Option<&str>) -> String {
    let PropertyFindings { tally, failing, shortest } = findings;
    let (word, sentence) = (verdict_of(*tally), property.sentence());
    let mut text = format!("{word:<5}  {}\n       {tally}\n", printable_line(&sentence));
    let Some((ExampleSize { steps, places, seed }, example)) = shortest else { return text };
    let size = format!("{}, {}", counted(*steps, "step"), counted(*places, "place"));
    text += &format!("       fails with {}\n", seeds_text(failing));
    text += &format!(
        "       shortest counter-example: seed {seed}, {size}: {}\n",
        printable_line(&example.reason)
    );
    if let Some(command) = command {
        text += &format!("       see it: {command} --seed {seed}\n");
    }
    text
}

/// Returns "seed 4" or "seeds 4, 9 and 17 more".
fn seeds_text(seeds: &BTreeSet<Seed>) -> String {
    let shown: Vec<String> = seeds.iter().take(MOST_SEEDS_SHOWN).map(Seed::to_string).collect();
    let noun = if seeds.len() == 1 { "seed" } else { "seeds" };
    let more = match seeds.len().saturating_sub(MOST_SEEDS_SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{noun} {}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_of_seeds_are_shortened() {
        let text = |most: u64| seeds_text(&(1..=most).map(Seed).collect());
        assert_eq!(text(1), "seed 1");
        assert_eq!(text(3), "seeds 1, 2, 3");
        assert_eq!(text(14), "seeds 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 4 more");
    }
}
