//! Counts the boards of cards that stay unfilled in the levels of the first seeds.
//!
//! Input: a grammar and its room sets, without errors. Output: for each symbol whose cards may leave boards unfilled,
//! the number of boards that were tried and that could not be filled, by their number of passages.
//! Sizes, passages and their sides are therefore those of levels.
//! The work is limited and counted. A level that exceeds it is not judged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::sample::first_levels;
use super::{Request, Run};
use crate::base::{Diagnostic, PathRef, Severity, StopToken, counted};
use crate::layout::BOARD_NOT_FILLED;
use crate::rooms::{RoomSet, symbols_without_sure_cards};

/// The number of boards of each symbol after which no more levels are made.
const ENOUGH_BOARDS: u32 = 100;

/// The maximum number of levels.
const MOST_LEVELS: usize = 100;

/// Maximum work of all levels together, in the units of [`StopToken`].
const MOST_WORK: u64 = 100_000_000;

/// The boards that were tried, by symbol and by the number of passages.
#[derive(Clone, Debug, Default)]
pub struct BoardSample(BTreeMap<String, BTreeMap<usize, TriedBoards>>);

/// Some boards that were tried.
#[derive(Clone, Copy, Debug, Default)]
struct TriedBoards {
    tried: u32,
    /// Number of boards that could not be filled.
    failed: u32,
}

impl BoardSample {
    /// Tries boards. The seed of the request is not used. If all symbols have sure cards, no level is made.
    pub fn of(request: &Request) -> Self {
        let sets: Vec<&RoomSet> = request.rooms.iter().map(Arc::as_ref).collect();
        let symbols = symbols_without_sure_cards(&request.grammar.alphabet, &sets);
        let mut sample = Self(symbols.into_iter().map(|name| (name.to_owned(), BTreeMap::new())).collect());
        let stop = StopToken::after(MOST_WORK);
        let mut levels = first_levels(request, &stop).take(MOST_LEVELS);
        while !sample.is_enough()
            && let Some(run) = levels.next()
        {
            sample.add(&run);
        }
        sample
    }

    /// Returns a diagnostic for each symbol of which a board was tried.
    pub fn verdict(&self) -> Vec<Diagnostic> {
        self.0.iter().filter_map(|(symbol, boards)| judge(symbol, boards)).collect()
    }

    fn is_enough(&self) -> bool {
        self.0.values().all(|boards| total(boards).tried >= ENOUGH_BOARDS)
    }

    fn add(&mut self, run: &Run) {
        let (Some(plan), Some(derivation)) = (&run.plan, &run.derivation) else { return };
        let unfilled = run.diagnostics.iter().filter(|found| found.code == BOARD_NOT_FILLED);
        let unfilled: BTreeSet<u32> = unfilled.flat_map(|found| &found.nodes).copied().collect();
        for place in plan.places.iter().filter(|place| place.form.board().is_some()) {
            let Some(node) = derivation.mission.node(place.node) else { continue };
            let (symbol, _) = derivation.alphabet.node(node.symbol);
            let Some(boards) = self.0.get_mut(symbol) else { continue };
            let passages = place.sockets.iter().filter(|socket| socket.passage.is_some()).count();
            let board = boards.entry(passages).or_default();
            board.tried += 1;
            board.failed += u32::from(unfilled.contains(&place.node.0));
        }
    }
}

fn total(boards: &BTreeMap<usize, TriedBoards>) -> TriedBoards {
    boards.values().fold(TriedBoards::default(), |sum, one| TriedBoards {
        tried: sum.tried + one.tried,
        failed: sum.failed + one.failed,
    })
}

fn judge(symbol: &str, boards: &BTreeMap<usize, TriedBoards>) -> Option<Diagnostic> {
    let TriedBoards { tried, failed } = total(boards);
    let passages = |count: &usize| counted(*count, "passage");
    let share = |(count, of): (&usize, &TriedBoards)| {
        format!("{} of {} with {}", of.failed, of.tried, passages(count))
    };
    let all = counted(tried as usize, "board");
    let message = match boards.first_key_value()? {
        _ if failed == 0 => format!("Sample levels have {all} of \"{symbol}\". All could be filled."),
        (count, _) if boards.len() == 1 => format!(
            "Sample levels have {all} of \"{symbol}\" with {}. Of these, {failed} could not be filled.",
            passages(count)
        ),
        _ => format!(
            "Sample levels have {all} of \"{symbol}\". Of these, {failed} could not be filled: {}.",
            boards.iter().map(share).collect::<Vec<_>>().join(", ")
        ),
    };
    let severity = if failed == 0 { Severity::Note } else { Severity::Warning };
    let path = PathRef::ROOT.field("alphabet");
    let found = Diagnostic::new(severity, "boards-left-unfilled", message).at(path.entry("nodes", symbol));
    Some(found.hint("Draw the cards that `missing-cards` names."))
}
