//! Proved levels of one grammar, for tests of their statistics.

use std::sync::Arc;

use delvewright_engine::base::{Seed, Severity};
use delvewright_engine::level::Level;
use delvewright_engine::pipeline::{Pipeline, Request};
use delvewright_engine::text::parse_grammar;

/// The levels of a grammar without room sets.
pub struct ProvedLevels {
    request: Request,
    pipeline: Pipeline,
}

impl ProvedLevels {
    /// Reads a grammar, which may have warnings.
    pub fn new(text: &str) -> Self {
        let grammar = parse_grammar(text, None);
        let errors = grammar.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        assert_eq!(errors.collect::<Vec<_>>(), Vec::<&_>::new());
        let request = Request::new(Arc::new(grammar.value.unwrap()), Vec::new(), Seed(0));
        Self { request, pipeline: Pipeline::default() }
    }

    /// Returns the level of a seed, which keeps every promise.
    pub fn level(&mut self, seed: u64) -> Arc<Level> {
        self.request.seed = Seed(seed);
        let run = self.pipeline.run(&self.request);
        assert_eq!(run.failure, None, "seed {seed}");
        let level = run.level.unwrap();
        assert!(level.report.all_held(), "seed {seed}: {:?}", level.report);
        level
    }
}
