//! Looks for all matches of a rule on a thread of its own: where parts of a left side hang together nowhere, as while it is being drawn, there are very many.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use egui::Context;

use crate::grammar::{Finder, Grammar, Match};
use crate::mission::Mission;

/// What is looked for: the matches of a rule in a mission after so many rules were tried.
#[derive(Clone, Debug)]
pub struct Sought {
    /// The grammar of the rule.
    pub grammar: Arc<Grammar>,
    /// The rule's position in it.
    pub rule: usize,
    /// How many rules were applied to the mission.
    pub applied: usize,
}

impl PartialEq for Sought {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.grammar, &other.grammar) && (self.rule, self.applied) == (other.rule, other.applied)
    }
}

/// A search under way.
#[derive(Debug)]
pub struct MatchSearch {
    sought: Sought,
    answer: Receiver<Vec<Match>>,
}

impl MatchSearch {
    /// Begins to look in a mission; `ctx` is woken when all are found.
    pub fn start(sought: Sought, mission: Mission, ctx: Context) -> Self {
        let (sender, answer) = channel();
        let (grammar, rule) = (Arc::clone(&sought.grammar), sought.rule);
        thread::spawn(move || {
            let matches = Finder::new(&grammar, &mission).matches(rule);
            // Another search may have taken the place of this one.
            if sender.send(matches).is_ok() {
                ctx.request_repaint();
            }
        });
        Self { sought, answer }
    }

    /// What is looked for.
    pub fn sought(&self) -> &Sought {
        &self.sought
    }

    /// What was found, once the search has ended; nothing if it failed.
    pub fn poll(&self) -> Option<Vec<Match>> {
        match self.answer.try_recv() {
            Ok(matches) => Some(matches),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Vec::new()),
        }
    }

    /// What was found; waits until the search has ended.
    pub fn wait(&self) -> Vec<Match> {
        self.answer.recv().unwrap_or_default()
    }
}
