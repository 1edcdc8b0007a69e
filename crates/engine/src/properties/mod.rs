//! Properties: sentences about finished levels, which hold or fail.
//!
//! In: a [`LevelProperty`] of a grammar, and a level. Out: a [`PropertyVerdict`], with the places of a counter-example.
//! A verdict is a pure function of the finished level. Properties never change a level, and no stage reads them.
//! [`PropertyTally`] sums the verdicts over many levels. [`PropertyFindings`] also keeps the shortest
//! counter-example.
//!
//! All numbers are exact. Only the statistics of a tally are floating-point numbers.

mod claim;
mod findings;
mod judge;
mod metric_bound;
mod tally;
mod verdict;

pub use claim::{
    CountedThing, KeyDemand, LevelProperty, NeighbourDemand, NeighbourTrait, OrderDemand, PropertyClaim,
};
pub use findings::{ExampleSize, PropertyFindings};
pub use judge::judge_properties;
pub use metric_bound::{MetricBound, MetricNumber};
pub use tally::{PropertyTally, ShareInterval};
pub use verdict::{CounterExample, PropertyVerdict};
