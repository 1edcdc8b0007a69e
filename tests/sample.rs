//! Sizes of the tests that try many inputs. Each crate includes this file.
//!
//! By default, a test takes one in seven of its inputs. `DELVEWRIGHT_TESTS=full cargo test` takes all of them.
//! Both choices are the same in every run.

#![allow(dead_code, reason = "most users need a part of it")]

use std::iter::StepBy;

/// The share of the inputs that tests take by default: one in this many.
///
/// Tests vary their settings by the remainder of a number modulo 2 to 6. Seven has no factor in common with these,
/// so every setting still occurs.
const SHARE: usize = 7;

/// Returns `true` if tests take all their inputs.
pub fn is_full() -> bool {
    std::env::var("DELVEWRIGHT_TESTS").is_ok_and(|wanted| wanted == "full")
}

/// Returns all these inputs in a full run, and the first of every seven otherwise.
pub fn of<Inputs: IntoIterator>(all: Inputs) -> StepBy<Inputs::IntoIter> {
    all.into_iter().step_by(if is_full() { 1 } else { SHARE })
}

/// Returns the number of cases of a property: `full` in a full run, and one seventh otherwise.
pub fn cases(full: u32) -> u32 {
    if is_full() { full } else { full.div_ceil(SHARE as u32) }
}
