//! Draws a page of the reference.
//!
//! A row of a table is drawn as a name with a text next to it and its values below. Tables with seven columns
//! would leave no room for the text, which is the part to read.

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Color32, FontFamily, FontId, Frame, Label, Margin, RichText, ScrollArea, Ui, WidgetType, vec2,
};

use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, font, palette};
use crate::reference::{
    CellContent, MarkupBlock, MarkupSpan, ReferenceEntry, ReferencePage, ReferenceSection, blocks_of,
    spans_of,
};

/// Font size of the title of a page, in points.
const TITLE: f32 = 20.0;
/// Font size of the titles of sections, in points.
const SECTION: f32 = 16.0;
/// Minimum and maximum width of the column of names, in points.
const NAME_WIDTH: (f32, f32) = (110.0, 190.0);
/// Share of the page that the column of names takes between these widths.
const NAME_SHARE: f32 = 0.32;
/// Space between two values of a row.
const BETWEEN: &str = "     ";

/// A page, and the entry in view.
pub(super) struct PageView<'a> {
    /// The page.
    pub page: &'a ReferencePage,
    /// The entry.
    pub at: ReferenceEntry,
    /// `true` if the page must scroll to the entry.
    pub must_scroll: bool,
}

/// The heights of the sections of a page, so that only those in view are laid out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SectionHeights {
    /// Name of the page.
    topic: &'static str,
    /// Width of the page, in points.
    width: f32,
    /// Height of each section in points, once it was drawn.
    heights: Vec<Option<f32>>,
}

impl SectionHeights {
    /// Forgets everything if the page or its width changed.
    fn follow(&mut self, page: &ReferencePage, width: f32) {
        if self.topic != page.topic || self.width != width {
            *self = Self { topic: page.topic, width, heights: vec![None; page.sections.len()] };
        }
    }
}

/// A text with its size and colour.
struct TextPiece {
    span: MarkupSpan,
    size: f32,
    color: Color32,
}

impl PageView<'_> {
    /// Shows the page. Returns the target of a clicked link.
    pub fn ui(&self, ui: &mut Ui, known: &mut SectionHeights) -> Option<String> {
        known.follow(self.page, ui.available_width());
        // Lines of text with links are as high as others.
        ui.spacing_mut().interact_size.y = 0.0;
        let colors = palette(ui);
        let title = ui.label(RichText::new(self.page.title).size(TITLE).color(colors.strong));
        if self.must_scroll && self.at.section.is_none() {
            title.scroll_to_me(Some(Align::TOP));
        }
        let mut clicked = text_ui(ui, &self.page.text);
        if let Some(example) = self.page.example {
            lines_ui(ui, example.trim_end());
        }
        let spacing = ui.spacing().item_spacing.y;
        for (position, (section, height)) in self.page.sections.iter().zip(&mut known.heights).enumerate() {
            let is_here = self.at.section == Some(position);
            let top = ui.cursor().top();
            if let Some(height) = height.filter(|_| !(is_here && self.must_scroll))
                && (top + height < ui.clip_rect().top() || top > ui.clip_rect().bottom())
            {
                ui.allocate_space(vec2(0.0, height - spacing));
                continue;
            }
            let followed = ui.push_id(position, |ui| self.section_ui(ui, section, is_here)).inner;
            *height = Some(ui.cursor().top() - top);
            clicked = clicked.or(followed);
        }
        ui.add_space(style::ROW_HEIGHT);
        clicked
    }

    fn section_ui(&self, ui: &mut Ui, section: &ReferenceSection, is_here: bool) -> Option<String> {
        ui.add_space(18.0);
        let title = RichText::new(&section.title).size(SECTION).color(palette(ui).strong);
        let title = ui.label(title);
        let is_target = is_here && self.at.row.is_none();
        if is_target && self.must_scroll {
            title.scroll_to_me(Some(Align::TOP));
        }
        let mut clicked = text_ui(ui, &section.text);
        ui.add_space(2.0);
        for (position, row) in section.rows.iter().enumerate() {
            let line = ui.available_rect_before_wrap();
            ui.painter().hline(line.x_range(), line.top(), (1.0, palette(ui).line));
            let is_target = is_here && self.at.row == Some(position);
            let fill = if is_target { palette(ui).field } else { Color32::TRANSPARENT };
            let frame = Frame::new().fill(fill).inner_margin(Margin::symmetric(6, 5));
            let shown = frame.show(ui, |ui| {
                ui.set_width(ui.available_width());
                row_ui(ui, section, row)
            });
            if is_target && self.must_scroll {
                shown.response.scroll_to_me(Some(Align::Center));
            }
            clicked = clicked.or(shown.inner);
        }
        clicked
    }
}

/// Shows the name of a row at the left; sentences and values at the right.
fn row_ui(ui: &mut Ui, section: &ReferenceSection, row: &[CellContent]) -> Option<String> {
    let mut columns = section.used_columns();
    if columns.is_empty() {
        return None;
    }
    let name = row.get(columns.remove(0)).map(CellContent::inline).unwrap_or_default();
    let (sentences, values): (Vec<usize>, Vec<usize>) =
        columns.into_iter().partition(|column| section.is_prose(*column));
    let width = ui.available_width();
    let name_width = (NAME_SHARE * width).clamp(NAME_WIDTH.0, NAME_WIDTH.1);
    let below = egui::Layout::top_down(Align::Min);
    let mut clicked = None;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        ui.allocate_ui_with_layout(vec2(name_width, 0.0), below, |ui| {
            ui.set_width(name_width);
            clicked = pieces_ui(ui, &pieces_of(ui, spans_of(&name)));
        });
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            for column in &sentences {
                let mut pieces = if sentences.len() > 1 { caption(ui, section, *column) } else { Vec::new() };
                let text = row.get(*column).map(CellContent::inline).unwrap_or_default();
                pieces.extend(pieces_of(ui, spans_of(&text)));
                clicked = clicked.take().or(pieces_ui(ui, &pieces));
            }
            let values = values_of(ui, section, row, &values);
            clicked = clicked.take().or(pieces_ui(ui, &values));
        });
    });
    clicked
}

/// Returns the values of a row with the titles of their columns. A "no" is left out.
fn values_of(ui: &Ui, section: &ReferenceSection, row: &[CellContent], columns: &[usize]) -> Vec<TextPiece> {
    let mut pieces: Vec<TextPiece> = Vec::new();
    for column in columns {
        let cell = row.get(*column).filter(|cell| !matches!(cell, CellContent::Switch(false)));
        let value = spans_of(&cell.map(CellContent::inline).unwrap_or_default());
        if value.is_empty() {
            continue;
        }
        if !pieces.is_empty() {
            pieces.push(plain(BETWEEN, style::SMALL, palette(ui).dim));
        }
        pieces.extend(caption(ui, section, *column));
        let value = pieces_of(ui, value).into_iter();
        pieces.extend(value.map(|piece| TextPiece { size: style::SMALL, ..piece }));
    }
    pieces
}

/// Returns the title of a column, for in front of its value.
fn caption(ui: &Ui, section: &ReferenceSection, column: usize) -> Vec<TextPiece> {
    let title = section.columns.get(column).copied().unwrap_or_default();
    vec![plain(&format!("{title}  "), style::SMALL, palette(ui).dim)]
}

fn plain(text: &str, size: f32, color: Color32) -> TextPiece {
    TextPiece { span: MarkupSpan { text: text.to_owned(), is_code: false, target: None }, size, color }
}

fn pieces_of(ui: &Ui, spans: Vec<MarkupSpan>) -> Vec<TextPiece> {
    let colors = palette(ui);
    let color = |span: &MarkupSpan| match (&span.target, span.is_code) {
        (Some(_), _) => colors.accent,
        (None, true) => colors.strong,
        (None, false) => colors.text,
    };
    spans.into_iter().map(|span| TextPiece { color: color(&span), size: style::BODY, span }).collect()
}

/// Shows a text with paragraphs, lists and pictures. Returns the target of a clicked link.
fn text_ui(ui: &mut Ui, text: &str) -> Option<String> {
    let mut clicked = None;
    for (position, block) in blocks_of(text).into_iter().enumerate() {
        let followed = match block {
            MarkupBlock::Paragraph(spans) => pieces_ui(ui, &pieces_of(ui, spans)),
            MarkupBlock::Item(spans) => {
                let mut pieces = vec![plain("•  ", style::BODY, palette(ui).dim)];
                pieces.extend(pieces_of(ui, spans));
                pieces_ui(ui, &pieces)
            }
            MarkupBlock::Lines(lines) => {
                ui.push_id(position, |ui| lines_ui(ui, &lines));
                None
            }
        };
        clicked = clicked.or(followed);
    }
    clicked
}

/// Shows lines as they are.
fn lines_ui(ui: &mut Ui, lines: &str) {
    let frame = Frame::new().fill(palette(ui).canvas).corner_radius(4).inner_margin(10);
    frame.show(ui, |ui| {
        ScrollArea::horizontal().auto_shrink([false, true]).show(ui, |ui| {
            ui.add(Label::new(RichText::new(lines).monospace()).extend());
        });
    });
}

/// Shows pieces of text one after the other. Returns the target of a clicked link.
///
/// Links are widgets. Everything between two of them is one label, so that it is read out in one go.
fn pieces_ui(ui: &mut Ui, pieces: &[TextPiece]) -> Option<String> {
    let has_link = |piece: &TextPiece| piece.span.target.is_some();
    if pieces.is_empty() {
        return None;
    }
    if !pieces.iter().any(has_link) {
        ui.add(Label::new(job_of(pieces)).wrap());
        return None;
    }
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for run in pieces.chunk_by(|one, next| !has_link(one) && !has_link(next)) {
            match run.first().and_then(|piece| piece.span.target.as_ref()) {
                Some(target) => {
                    let link = ui.link(job_of(run));
                    // A link whose text can be selected announces itself as a label.
                    let words: String = run.iter().map(|piece| piece.span.text.as_str()).collect();
                    link.widget_info(|| info::labeled(WidgetType::Link, true, &words));
                    if link.clicked() {
                        clicked = Some(target.clone());
                    }
                }
                None => {
                    ui.label(job_of(run));
                }
            }
        }
    });
    clicked
}

fn job_of(pieces: &[TextPiece]) -> LayoutJob {
    let mut job = LayoutJob::default();
    for TextPiece { span, size, color } in pieces {
        let font_id = if span.is_code { FontId::new(size - 1.0, FontFamily::Monospace) } else { font(*size) };
        job.append(&span.text, 0.0, TextFormat::simple(font_id, *color));
    }
    job
}
