//! Lists the uses of a symbol, as links.

use egui::{RichText, Ui};

use crate::base::printable_line;
use crate::document::{Location, Symbol, uses_of};
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::words::location_label;
use crate::editor::widgets::rows::{remark_ui, title_ui};
use crate::grammar::{SymbolAbsence, why_no_symbol};

/// Maximum number of reasons listed for a missing symbol.
const MOST_ABSENCES: usize = 8;

/// Explains why no node of the last mission has a symbol, with links to the rules that could create it. Shows
/// nothing if a node has it.
pub(super) fn absence_ui(ui: &mut Ui, symbol: &Symbol, context: &mut PaneContext<'_>) {
    let Symbol::Node(name) = symbol else { return };
    let run = context.run_view.run.as_ref().filter(|_| !context.run_view.has_earlier_mission());
    let Some((run, derivation)) = run.and_then(|run| Some((run, run.derivation.as_ref()?))) else { return };
    let absences = why_no_symbol(&run.request.grammar, name, derivation);
    if absences.is_empty() {
        return;
    }
    title_ui(ui, "Why is there none?");
    for absence in absences.iter().take(MOST_ABSENCES) {
        let words = printable_line(&absence.to_string()).into_owned();
        let (rule, tooltip) = match absence {
            SymbolAbsence::NeverMade => {
                remark_ui(ui, &words);
                continue;
            }
            SymbolAbsence::NotApplied { name, .. } => {
                (name, "Opens the rule, which explains why it was not applied")
            }
            SymbolAbsence::Taken { name, .. } => (name, "Shows the rule"),
        };
        let rules = &context.document.grammar().rules;
        let position = rules.iter().position(|other| other.name == *rule);
        let link = ui.add(egui::Link::new(RichText::new(words).small()));
        if link.on_hover_text(tooltip).clicked() {
            context.commands.extend(position.map(|rule| Command::GoTo(Location::Rule(rule))));
        }
    }
}

/// Lists the places where a symbol is used.
pub(super) fn uses_ui(ui: &mut Ui, symbol: &Symbol, context: &mut PaneContext<'_>) {
    title_ui(ui, "Used in");
    let content = context.document.content();
    let uses = uses_of(content, symbol);
    if uses.is_empty() {
        remark_ui(ui, "It has no uses yet. Draw it in the start graph or in a rule");
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(10.0, 2.0);
        ui.spacing_mut().interact_size.y = 0.0;
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        for used in uses {
            let Some(words) = location_label(&used.place, content) else { continue };
            let times = if used.count > 1 { format!(", {} times", used.count) } else { String::new() };
            if ui.link(RichText::new(format!("{words}{times}"))).on_hover_text("Show it").clicked() {
                context.commands.push(Command::GoTo(used.place));
            }
        }
    });
}
