//! The dialog for a new project: its name, and templates and examples with pictures of their levels.

use std::sync::LazyLock;

use egui::text::LayoutJob;
use egui::{Context, Key, Rect, Sense, TextEdit, Ui, Vec2, WidgetType, vec2};

use super::pictures::Pictures;
use crate::editor::command::Command;
use crate::editor::widgets::info;
use crate::editor::widgets::question::ListModal;
use crate::editor::widgets::style::{BODY, SMALL, font, palette};
use crate::editor::work::jobs::JobRegistry;
use crate::files::{load_example, project_beginnings};

/// Maximum number of cards in a row.
const COLUMNS: f32 = 4.0;
const CARD: Vec2 = vec2(196.0, 208.0);
/// Space between two cards, in points.
const SPACE: f32 = 10.0;
const PICTURE_HEIGHT: f32 = 116.0;
/// Number of text lines below a picture.
const LINES: usize = 4;
/// Maximum size of a cell in a picture of few cells, in points.
const LARGEST_CELL: f32 = 4.0;
/// Maximum length of a project's description, in characters.
const LONGEST_LINE: usize = 100;

/// A template for a new project.
struct ProjectStart {
    name: &'static str,
    title: String,
    line: String,
    notes: String,
}

static BEGINNINGS: LazyLock<Vec<ProjectStart>> = LazyLock::new(|| {
    let all = project_beginnings().filter_map(|example| {
        let grammar = load_example(example.name)?.grammar.value?;
        let line = first_sentences(&grammar.notes);
        Some(ProjectStart { name: example.name, line, notes: grammar.notes, title: grammar.name })
    });
    all.collect()
});

/// Width of the field for the name, in points.
const NAME_WIDTH: f32 = 2.0 * CARD.x + SPACE;

/// Shows all templates below the name of the project, which is typed first. Returns `false` when it should
/// close.
pub fn new_ui(
    ctx: &Context,
    name: &mut String,
    pictures: &mut Pictures,
    jobs: &mut JobRegistry,
    commands: &mut Vec<Command>,
) -> bool {
    let modal = ListModal {
        title: "New project",
        text: "Type a name, then choose a template.",
        width: (ctx.content_rect().width() - 80.0).min(COLUMNS * (CARD.x + SPACE)),
        height: (ctx.content_rect().height() - 220.0).clamp(CARD.y, 2.0 * (CARD.y + SPACE)),
        close: ("Cancel", "Returns to the project"),
    };
    modal.ui(ctx, |ui| {
        let mut begun = name_ui(ui, name).then(|| BEGINNINGS.first()).flatten();
        ui.spacing_mut().item_spacing = Vec2::splat(SPACE);
        let columns = ((ui.available_width() + SPACE) / (CARD.x + SPACE)).floor().max(1.0);
        for row in BEGINNINGS.chunks(columns as usize) {
            ui.horizontal(|ui| {
                for beginning in row {
                    if card_ui(ui, beginning, pictures, jobs) {
                        begun = Some(beginning);
                    }
                }
            });
        }
        commands.extend(
            begun.map(|begun| Command::New { from: begun.name.to_owned(), name: name.trim().to_owned() }),
        );
        begun.is_none()
    })
}

/// Shows the field for the name with the focus in it. Returns `true` if Enter was pressed in it.
fn name_ui(ui: &mut Ui, name: &mut String) -> bool {
    let is_first = ui.memory(|memory| memory.focused().is_none());
    let field = TextEdit::singleline(name).hint_text("Untitled").desired_width(NAME_WIDTH);
    let response = ui.add(field.margin(vec2(8.0, 4.0)));
    response.widget_info(|| info::field("Name of the new project", "", name));
    let response = response.on_hover_text("The name of the project. Press Enter to start with an empty one.");
    if is_first {
        response.request_focus();
    }
    response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}

/// Shows a picture with a title and a line. Returns `true` if it was clicked.
fn card_ui(ui: &mut Ui, beginning: &ProjectStart, pictures: &mut Pictures, jobs: &mut JobRegistry) -> bool {
    let colors = palette(ui);
    let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
    response.widget_info(|| info::labeled(WidgetType::Button, true, &beginning.title));
    let is_marked = response.hovered() || response.has_focus();
    let fill = if is_marked { colors.field_hovered } else { colors.field };
    let line = if response.has_focus() { colors.accent } else { colors.line };
    ui.painter().rect(rect, 6.0, fill, (1.0, line), egui::StrokeKind::Inside);
    let inner = rect.shrink(8.0);
    let frame = Rect::from_min_size(inner.min, vec2(inner.width(), PICTURE_HEIGHT));
    ui.painter().rect_filled(frame, 4.0, colors.rock);
    let dark = ui.visuals().dark_mode;
    if let Some(picture) = pictures.of(beginning.name, ui.ctx(), dark, jobs) {
        let size = picture.size_vec2();
        let scale = (frame.width() / size.x).min(frame.height() / size.y).min(LARGEST_CELL);
        let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        let place = Rect::from_center_size(frame.center(), size * scale);
        ui.painter().image(picture.id(), place, whole, egui::Color32::WHITE);
    }
    let below = egui::pos2(inner.min.x, frame.max.y + 6.0);
    let write = |text: &str, size: f32, color, at: egui::Pos2| {
        let mut job = LayoutJob::simple(text.to_owned(), font(size), color, inner.width());
        job.wrap.max_rows = LINES;
        let galley = ui.painter().layout_job(job);
        let next = at + vec2(0.0, galley.size().y + 2.0);
        ui.painter().galley(at, galley, color);
        next
    };
    let below = write(&beginning.title, BODY, colors.strong, below);
    write(&beginning.line, SMALL, colors.text, below);
    response.on_hover_text(&beginning.notes).clicked()
}

/// Returns as many whole sentences as are short enough. If the first one is too long, returns a part that
/// makes sense.
fn first_sentences(notes: &str) -> String {
    let mut line = String::new();
    for sentence in notes.split_inclusive(". ") {
        if line.is_empty() && sentence.chars().count() > LONGEST_LINE {
            return first_clauses(sentence);
        }
        if line.chars().count() + sentence.trim_end().chars().count() > LONGEST_LINE {
            break;
        }
        line.push_str(sentence);
    }
    line.trim_end().to_owned()
}

fn first_clauses(sentence: &str) -> String {
    let is_end = |letter| matches!(letter, ',' | ';' | ':');
    let ends = sentence.char_indices().filter(|(_, letter)| is_end(*letter)).map(|(at, _)| at);
    let longest = ends.take_while(|at| *at <= LONGEST_LINE).last().unwrap_or(sentence.len());
    format!("{}…", sentence.get(..longest).unwrap_or(sentence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_beginning_has_a_title_and_a_short_line() {
        for beginning in BEGINNINGS.iter() {
            assert!(!beginning.title.is_empty());
            let length = beginning.line.chars().count();
            assert!((10..=LONGEST_LINE + 1).contains(&length), "{}: {length}", beginning.title);
        }
        assert_eq!(BEGINNINGS.len(), project_beginnings().count());
    }

    #[test]
    fn line_is_made_of_whole_sentences() {
        assert_eq!(first_sentences("One. Two. Three."), "One. Two. Three.");
        let long = "x".repeat(LONGEST_LINE);
        assert_eq!(first_sentences(&format!("One. {long}. Three.")), "One.");
        assert_eq!(first_sentences(&format!("One, two: {long}. Three.")), "One, two…");
    }
}
