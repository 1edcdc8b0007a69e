//! The work of forming: counts it and reports when it reaches a ceiling.

use crate::base::{Ceilings, Diagnostic, Hint, Outcome, StopReason, StopToken};

/// A kind of work that a ceiling limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BudgetedWork {
    /// Turns of cells while caves are smoothed.
    Smoothing,
    /// Cells that are searched for tunnels.
    Tunnels,
}

impl BudgetedWork {
    /// Returns the name of the counted unit.
    const fn counted(self) -> &'static str {
        match self {
            Self::Smoothing => "turns of cells in caves",
            Self::Tunnels => "cells searched for tunnels",
        }
    }

    /// Returns the advice for the author.
    const fn remedy(self) -> &'static str {
        match self {
            Self::Smoothing => "Lower the radius of the caves.",
            Self::Tunnels => "Fill in loose parts.",
        }
    }
}

/// The work done so far, and its limits.
#[derive(Clone, Debug)]
pub(super) struct FormingBudget {
    ceilings: Ceilings,
    done: [u64; 2],
    exceeded: Option<BudgetedWork>,
    stop: StopToken,
}

impl FormingBudget {
    pub fn within(ceilings: Ceilings, stop: &StopToken) -> Self {
        Self { ceilings, done: [0; 2], exceeded: None, stop: stop.clone() }
    }

    /// Returns the token that ends the work.
    pub fn stop(&self) -> StopToken {
        self.stop.clone()
    }

    /// Counts work. Returns `false` if the ceiling is exceeded and the work need not go on.
    pub fn spend(&mut self, costly: BudgetedWork, units: u64) -> bool {
        let done = &mut self.done[costly as usize];
        *done = done.saturating_add(units);
        let is_too_much = *done > most(self.ceilings, costly);
        if is_too_much {
            self.exceeded.get_or_insert(costly);
        }
        !is_too_much
    }

    /// Returns the outcome with the value, which is partial if a ceiling was exceeded.
    pub fn outcome<T>(&self, value: T) -> Outcome<T> {
        let Some(costly) = self.exceeded else {
            return Outcome { value, diagnostics: Vec::new(), stop: StopReason::Done };
        };
        let (what, limit) = (costly.counted(), most(self.ceilings, costly));
        let stop = StopReason::Budget { what, limit };
        let hint = Hint::new(costly.remedy()).with_ceiling(10);
        let message = format!("Forming the places is too much work: {stop}.");
        let error = Diagnostic::error("forming-too-long", message).at("alphabet").hint(hint);
        Outcome { value, diagnostics: vec![error], stop }
    }
}

fn most(ceilings: Ceilings, costly: BudgetedWork) -> u64 {
    match costly {
        BudgetedWork::Smoothing => ceilings.cave_turns(),
        BudgetedWork::Tunnels => ceilings.tunnel_cells(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_above_a_ceiling_is_told_with_its_number_and_a_remedy() {
        let mut work = FormingBudget::within(Ceilings::low_for_levels(100, 10, 3), &StopToken::never());
        assert!(work.spend(BudgetedWork::Smoothing, 60) && work.spend(BudgetedWork::Tunnels, 10));
        assert!(work.outcome(()).is_done());
        assert!(!work.spend(BudgetedWork::Smoothing, 41));
        // The first ceiling that was exceeded is reported.
        assert!(!work.spend(BudgetedWork::Tunnels, u64::MAX));
        let outcome = work.outcome(());
        assert_eq!(outcome.stop, StopReason::Budget { what: "turns of cells in caves", limit: 100 });
        let hint = outcome.diagnostics[0].hint.as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(hint.contains("Lower the radius") && hint.contains(Ceilings::OPTION), "{hint}");
    }
}
