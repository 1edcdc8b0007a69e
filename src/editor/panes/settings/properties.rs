//! Properties: a row with the verdict about the present level, the share of many levels, and a form for each.

use egui::collapsing_header::CollapsingState;
use egui::{Label, RichText, Ui, WidgetType};
use egui_phosphor::regular as icon;

use super::property_form::claim_rows;
use crate::base::{printable_text, with_capital};
use crate::document::{Edit, PropertiesEdit};
use crate::editor::command::Command;
use crate::editor::model::run_view::RunView;
use crate::editor::pane::Pane;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::property_share::share_ui;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::{FoldRow, RowLabel, form_frame, icon_button, remark_ui, text_row};
use crate::editor::widgets::style::{self, palette};
use crate::grammar::Grammar;
use crate::level::Level;
use crate::properties::{
    CounterExample, LevelProperty, MetricBound, MetricNumber, PropertyClaim, PropertyVerdict,
};

/// Shows all properties, and a button that adds one.
pub(super) fn rows_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    let (authored, settled) = (context.document.authored(), context.document.grammar());
    if authored.properties.is_empty() {
        remark_ui(ui, "A property is a sentence about every level, for example: at most three dead ends.");
    }
    let rows = ui.scope(|ui| {
        for (at, property) in authored.properties.iter().enumerate() {
            let current = settled.properties.get(at).unwrap_or(property);
            let run_view = context.run_view;
            let shown = ShownProperty { at, property, current, verdict: run_view.verdict(at, current) };
            ui.push_id(("property", at), |ui| shown.ui(ui, authored, context));
        }
    });
    // Their shares are of the levels that the gallery shows.
    if !authored.properties.is_empty() && ui.is_rect_visible(rows.response.rect) {
        context.follow_survey(ui);
    }
    let add = ui.button(format!("{}  Add property", icon::PLUS));
    add.widget_info(|| info::labeled(WidgetType::Button, true, "Add property"));
    if add.on_hover_text("A sentence that holds or fails for each level").clicked() {
        let value = MetricBound::AtMost(MetricNumber::Whole(3));
        let claim = PropertyClaim::Metric { metric: "dead_ends".to_owned(), value };
        let edit = PropertiesEdit::Add(Box::new(LevelProperty::new(claim)));
        context.commands.push(Command::Edit(Edit::Properties(edit)));
    }
}

/// A property with its verdict.
struct ShownProperty<'a> {
    at: usize,
    /// As authored: numbers may stand for formulas.
    property: &'a LevelProperty,
    /// With plain numbers.
    current: &'a LevelProperty,
    /// The verdict about the present level, if it was judged.
    verdict: Option<&'a PropertyVerdict>,
}

impl ShownProperty<'_> {
    fn ui(&self, ui: &mut Ui, grammar: &Grammar, context: &mut PaneContext<'_>) {
        let owner = format!("property {}", self.at + 1);
        let id = ui.make_persistent_id("form");
        let mut state = CollapsingState::load_with_default_open(ui.ctx(), id, false);
        let (sign, word) = sign_of(self.verdict);
        let sentence = printable_text(&with_capital(&self.current.sentence())).into_owned();
        let name = format!("{}: {word}", with_capital(&owner));
        let row = FoldRow {
            icon: sign,
            words: &sentence,
            result: word,
            name: &name,
            is_open: state.is_open(),
            is_dim: self.verdict.is_none(),
        };
        if row.ui(ui).clicked() {
            state.toggle(ui);
        }
        if share_ui(ui, self.at, false, context) {
            context.commands.push(Command::ShowPane(Pane::Gallery));
        }
        reason_ui(ui, self.verdict, context.run_view, context.commands);
        state.show_body_unindented(ui, |ui| {
            form_frame(ui).show(ui, |ui| context.commands.extend(self.form_ui(ui, &owner, grammar)));
        });
        ui.add_space(style::GAP);
    }

    /// Shows the form. Returns the edit.
    fn form_ui(&self, ui: &mut Ui, owner: &str, grammar: &Grammar) -> Option<Command> {
        let mut new = self.property.clone();
        let mut what = None;
        let about =
            RowLabel { name: "Name", of: owner, tooltip: "The sentence for lists. Without one, the claim." };
        if let Some(name) = text_row(ui, about, &new.name, &self.current.claim.text()) {
            (new.name, what) = (name.trim().to_owned(), Some("name"));
        }
        if claim_rows(ui, owner, &mut new.claim, grammar) {
            what = Some("claim");
        }
        let delete = icon_button(ui, icon::TRASH, &format!("Delete {owner}"), true);
        let set = what.map(|what| PropertiesEdit::Set { at: self.at, what, property: Box::new(new) });
        let edit = if delete { Some(PropertiesEdit::Remove(self.at)) } else { set };
        edit.map(|edit| Command::Edit(Edit::Properties(edit)))
    }
}

/// Returns the icon and the word for a verdict.
fn sign_of(verdict: Option<&PropertyVerdict>) -> (&'static str, &'static str) {
    match verdict {
        Some(verdict @ PropertyVerdict::Holds) => (icon::CHECK_CIRCLE, verdict.name()),
        Some(verdict @ PropertyVerdict::Fails(_)) => (icon::X_CIRCLE, verdict.name()),
        Some(verdict @ PropertyVerdict::Nothing(_)) => (icon::MINUS_CIRCLE, verdict.name()),
        None => (icon::CIRCLE_DASHED, "not judged"),
    }
}

/// Shows why a property fails, with a button that shows the place.
fn reason_ui(
    ui: &mut Ui,
    verdict: Option<&PropertyVerdict>,
    run_view: &RunView,
    commands: &mut Vec<Command>,
) {
    match verdict {
        Some(PropertyVerdict::Fails(CounterExample { reason, places })) => {
            ui.horizontal_top(|ui| {
                let level = run_view.level().map(|level| &**level);
                let place = |level: &Level| level.place(*places.first()?).map(|place| place.anchor);
                if let Some(at) = level.and_then(place)
                    && icon_button(ui, icon::CROSSHAIR, "Show the place", true)
                {
                    commands.push(Command::ShowCell(at));
                }
                let text = RichText::new(printable_text(reason).into_owned()).color(palette(ui).bad);
                ui.add(Label::new(text).wrap());
            });
        }
        Some(PropertyVerdict::Nothing(missing)) => remark_ui(ui, &format!("The level has {missing}.")),
        Some(PropertyVerdict::Holds) | None => {}
    }
}
