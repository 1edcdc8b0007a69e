//! Looks through the open project in the background.

use std::sync::Arc;

use super::background::Background;
use crate::base::Diagnostic;
use crate::document::Content;
use crate::grammar::lint_checked;
use crate::mission::RoomSet;
use crate::pipeline::Findings;

/// A thread that looks through projects.
pub type Surveyor = Background<Content, Survey>;

/// Everything that is wrong with a project, or hardly meant.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The project as it was looked through.
    pub content: Content,
    /// Its mistakes.
    pub findings: Arc<Findings>,
    /// What the rules of a grammar without errors will do together.
    pub outlook: Vec<Diagnostic>,
}

/// Starts it; `ctx` is woken by each survey.
pub fn start(ctx: egui::Context) -> Surveyor {
    Background::start(ctx, Survey::of)
}

impl Survey {
    /// Looks through a project. The grammar is checked once.
    pub fn of(content: Content) -> Self {
        let rooms: Vec<Arc<RoomSet>> = content.rooms.iter().map(|rooms| Arc::clone(&rooms.set)).collect();
        let findings = Findings::of(&content.grammar, &rooms);
        let outlook = if findings.has_grammar_errors() { Vec::new() } else { lint_checked(&content.grammar) };
        Self { content, findings: Arc::new(findings), outlook }
    }
}
