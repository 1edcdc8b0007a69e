//! A second checker of levels, written from `docs/reference/level.md` alone, to compare with the first.
//!
//! It shares no code with the library. It reads the JSON text into its own structs and proves the promises
//! with plain loops and floods. It is slow, and follows the wording of the promises as directly as possible.

mod agreement;
mod boards;
pub mod chance;
pub mod compare;
mod ground;
pub mod levels;
mod level;
mod p0_levels;
mod p0_missions;
mod p0_passes;
mod p0_settings;
mod p0_sites;
mod p0_symbols;
mod p1_realised;
mod p2_faithful;
mod p3_whole;
mod p4_as_authored;
mod p5_closed;
mod p6_finishable;
mod p7_bounded;
mod read;
mod rooms;
mod spoil;
mod tricks;

use ground::Ground;

/// The broken promises, each with the reason.
pub type Findings = Vec<(&'static str, String)>;

/// The result of the second checker for a level.
#[derive(Debug, Default)]
pub struct Verdict {
    /// Everything that breaks a promise.
    pub findings: Findings,
    /// P6 has more states than the checker visits.
    pub finishable_is_undecided: bool,
}

/// Checks a level from the JSON text of its export.
pub fn check(text: &str) -> Verdict {
    let mut verdict = Verdict::default();
    let level = match read::read(text) {
        Ok(level) => level,
        Err(why) => {
            verdict.findings.push(("P0", why));
            return verdict;
        }
    };
    let found = &mut verdict.findings;
    p0_levels::check_grids(&level, found);
    // Without grids of one size there is nothing to walk on.
    if !found.is_empty() {
        return verdict;
    }
    p0_levels::check(&level, found);
    p0_missions::check(&level, found);
    p0_passes::check(&level, found);
    p0_settings::check(&level, found);
    p0_sites::check(&level, found);
    p0_symbols::check(&level, found);
    let ground = Ground::new(&level);
    p1_realised::check(&level, &ground, found);
    p2_faithful::check(&level, &ground, found);
    p3_whole::check(&ground, found);
    p4_as_authored::check(&level, found);
    p5_closed::check(&level, &ground, found);
    verdict.finishable_is_undecided = !p6_finishable::check(&level, found);
    p7_bounded::check(&level, found);
    verdict
}
