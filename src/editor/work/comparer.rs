//! Makes two levels and compares them in the background.

use std::sync::Arc;

use super::JobKind;
use super::jobs::{Job, JobControl};
use super::worker::lenient;
use crate::base::{Cancelled, StopToken};
use crate::difference::{LevelAlignment, LevelDifference};
use crate::level::Level;
use crate::pipeline::{Pipeline, Request, RunContext};

/// Compares two levels.
pub struct CompareLevels;

/// A level to compare.
#[derive(Clone, Debug)]
pub enum LevelSource {
    /// A level that exists.
    Made(Arc<Level>),
    /// A level to make.
    ToMake(Box<Request>),
}

/// The levels to compare: before and after.
#[derive(Debug)]
pub struct CompareJob {
    pub sides: [LevelSource; 2],
    pub alignment: LevelAlignment,
}

/// Two levels with their difference.
#[derive(Clone, Debug)]
pub struct LevelComparison {
    pub levels: [Arc<Level>; 2],
    pub difference: Arc<LevelDifference>,
}

impl Job for CompareLevels {
    type Request = CompareJob;
    /// The comparison, or the reason why there is none.
    type Answer = Result<LevelComparison, String>;

    const KIND: JobKind = JobKind::Comparison;

    fn work() -> impl FnMut(CompareJob, &JobControl) -> Result<Self::Answer, Cancelled> + Send + 'static {
        // One for each side, so that both reuse what did not change.
        let mut pipelines = [lenient(), lenient()];
        move |CompareJob { sides, alignment }, control| {
            let [before, after] = &mut pipelines;
            let before = level_of(&sides[0], before, &control.stop)?;
            let after = level_of(&sides[1], after, &control.stop)?;
            Ok(before.and_then(|before| {
                let after = after?;
                let difference = Arc::new(LevelDifference::of(&before, &after, alignment));
                Ok(LevelComparison { levels: [before, after], difference })
            }))
        }
    }
}

fn level_of(
    source: &LevelSource,
    pipeline: &mut Pipeline,
    stop: &StopToken,
) -> Result<Result<Arc<Level>, String>, Cancelled> {
    let request = match source {
        LevelSource::Made(level) => return Ok(Ok(Arc::clone(level))),
        LevelSource::ToMake(request) => request,
    };
    let run = pipeline.run_in(request, RunContext::stopped_by(stop))?;
    let why = || {
        let reason = run.failure.as_ref().map_or("", |failure| failure.message.as_str());
        format!("Seed {} gives no level. {reason}", request.seed)
    };
    Ok(run.level.clone().ok_or_else(why))
}
