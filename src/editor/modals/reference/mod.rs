//! The reference in a window of its own, next to the panes: topics, search and pages.
//!
//! Input: subjects to explain. It shows the facts that `delvewright reference` prints, and never changes
//! anything. It is not modal, so that a setting can be read about and changed at the same time.

mod page;

use egui::{
    Context, Id, Key, LayerId, Modifiers, Order, ScrollArea, Sense, TextEdit, Ui, Vec2, WidgetType, pos2,
    vec2,
};
use egui_phosphor::regular as icon;

use crate::editor::widgets::elided::elided;
use crate::editor::widgets::explained::focused_widget;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::{icon_button, remark_ui};
use crate::editor::widgets::style::{self, palette};
use crate::reference::{ReferenceEntry, ReferencePages, ReferenceSubject, ReferenceTopic};
use page::{PageView, SectionHeights};

/// Width and height at first, in points.
const SIZE: Vec2 = vec2(880.0, 680.0);
/// Minimum width and height, in points.
const LEAST: Vec2 = vec2(480.0, 300.0);
/// Distance from the edges of the main window at first, in points.
const EDGE: f32 = 24.0;
/// Width of the list of topics, in points.
const LIST: f32 = 220.0;
/// Indent of a section below its owner in the list, in points.
const INDENT: f32 = 12.0;
/// Height of a line of the list, in points.
const LINE: f32 = 21.0;
/// Distance of the place of an entry from its name in the list, in points.
const BELOW: f32 = 16.0;
/// Share of the page that the page keys scroll by.
const PAGE_SHARE: f32 = 0.9;

/// The state of the window.
pub struct ReferenceWindow {
    /// The pages.
    pub pages: ReferencePages,
    is_open: bool,
    /// `true` if it was opened from a dialog. It is above the dialog as long as that is open.
    is_above_dialog: bool,
    at: ReferenceEntry,
    /// Entries that were shown before, the last one at the end.
    before: Vec<ReferenceEntry>,
    heights: SectionHeights,
    /// `true` if the entry is not in view yet.
    must_scroll: bool,
    /// `true` if the search field takes the focus once it is drawn.
    must_focus: bool,
    sought: String,
    found: Vec<ReferenceEntry>,
    /// `true` if nothing outside the window had the focus in the last frame.
    has_keys: bool,
    /// Widget that had the focus before.
    focused_before: Option<Id>,
}

impl Default for ReferenceWindow {
    fn default() -> Self {
        Self {
            pages: ReferencePages::default(),
            is_open: false,
            is_above_dialog: false,
            at: ReferenceTopic::Grammar.top(),
            before: Vec::new(),
            heights: SectionHeights::default(),
            must_scroll: false,
            must_focus: false,
            sought: String::new(),
            found: Vec::new(),
            has_keys: false,
            focused_before: None,
        }
    }
}

fn window_id() -> Id {
    Id::new("reference")
}

fn search_id() -> Id {
    window_id().with("search")
}

/// A line of the list at the left.
struct ListLine<'a> {
    entry: ReferenceEntry,
    name: &'a str,
    indent: f32,
}

impl ReferenceWindow {
    /// Opens the window at the first subject that has an entry. Without one, it stays at the last entry.
    ///
    /// While something is `asking`, it opens above that.
    pub fn show(&mut self, subjects: &[ReferenceSubject], asking: bool, ctx: &Context) {
        if let Some(entry) = self.pages.find(subjects) {
            self.go_to(entry);
        }
        if !self.is_open {
            self.focused_before = ctx.memory(|memory| memory.focused());
        }
        self.is_open = true;
        self.sought.clear();
        self.must_focus = true;
        self.is_above_dialog = asking;
        ctx.move_to_top(LayerId::new(self.order(), window_id()));
    }

    /// Returns the order of its layer: that of dialogs, or below them.
    fn order(&self) -> Order {
        if self.is_above_dialog { Order::Foreground } else { Order::Middle }
    }

    /// Closes the window if Escape is pressed, and the key is not meant for anything else. While a dialog is `asking`,
    /// whichever of the two is on top takes the key.
    pub fn close_on_escape(&mut self, ctx: &Context, asking: bool) {
        let may_take = if asking { self.is_above_dialog } else { self.has_keys };
        let may_close = self.is_open && may_take && !egui::Popup::is_any_open(ctx);
        if may_close && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            self.is_open = false;
            let focused = self.focused_before.take().filter(|widget| ctx.read_response(*widget).is_some());
            ctx.memory_mut(|memory| focused.into_iter().for_each(|widget| memory.request_focus(widget)));
        }
    }

    /// Shows the window if it is open. `size` is its remembered size in points.
    pub fn ui(&mut self, ctx: &Context, asking: bool, size: &mut Option<(u32, u32)>) {
        self.is_above_dialog &= asking;
        if !self.is_open {
            return;
        }
        let room = ctx.content_rect().shrink(EDGE);
        let first = size.map_or(SIZE, |(width, height)| vec2(width as f32, height as f32)).min(room.size());
        let mut is_open = true;
        let mut asked = None;
        // At the right, so that the forms at the left stay in view.
        let window = egui::Window::new("Reference")
            .id(window_id())
            .order(self.order())
            .open(&mut is_open)
            .collapsible(false);
        let window = window
            .default_size(first)
            .min_size(LEAST)
            .default_pos(pos2(room.right() - first.x, room.center().y - first.y / 2.0));
        let shown = window.show(ctx, |ui| asked = self.content_ui(ui));
        self.is_open = is_open;
        if let Some(shown) = shown {
            let Vec2 { x, y } = shown.response.rect.size();
            *size = Some((x.round() as u32, y.round() as u32));
            let layer = shown.response.layer_id;
            self.has_keys = focused_widget(ctx).is_none_or(|widget| widget.layer_id == layer);
        }
        if let Some(entry) = asked {
            self.go_to(entry);
            ctx.request_repaint();
        }
    }

    fn go_to(&mut self, entry: ReferenceEntry) {
        if self.at != entry {
            self.before.push(self.at);
        }
        self.at = entry;
        self.must_scroll = true;
    }

    fn go_back(&mut self) {
        if let Some(entry) = self.before.pop() {
            self.at = entry;
            self.must_scroll = true;
        }
    }

    /// Shows everything below the title. Returns the entry to go to.
    fn content_ui(&mut self, ui: &mut Ui) -> Option<ReferenceEntry> {
        let searched = ui.horizontal(|ui| self.bar_ui(ui)).inner;
        ui.separator();
        let (mut listed, mut followed) = (None, None);
        ui.horizontal_top(|ui| {
            let height = ui.available_height();
            // The halves are side by side, but their content is vertical.
            let below = egui::Layout::top_down(egui::Align::Min);
            ui.allocate_ui_with_layout(vec2(LIST, height), below, |ui| {
                ui.set_min_size(vec2(LIST, height));
                listed = self.list_ui(ui);
            });
            ui.separator();
            ui.vertical(|ui| followed = self.page_ui(ui));
        });
        searched.or(listed).or(followed)
    }

    /// Shows the way back and the search. Returns the first entry that was found, after Enter.
    fn bar_ui(&mut self, ui: &mut Ui) -> Option<ReferenceEntry> {
        let wants_back = self.has_keys
            && ui.input_mut(|input| input.consume_key(Modifiers::ALT, Key::ArrowLeft))
            && !self.before.is_empty();
        if icon_button(ui, icon::ARROW_LEFT, "Back (Alt+Left)", !self.before.is_empty()) || wants_back {
            self.go_back();
        }
        let hint = format!("{}  Search the reference", icon::MAGNIFYING_GLASS);
        let field = TextEdit::singleline(&mut self.sought).id(search_id()).hint_text(hint);
        let response = ui.add(field.desired_width(f32::INFINITY).margin(vec2(8.0, 4.0)));
        response.widget_info(|| info::field("Search the reference", &self.sought, &self.sought));
        if std::mem::take(&mut self.must_focus) {
            response.request_focus();
        }
        if response.changed() {
            self.found = self.pages.search(&self.sought);
        }
        let is_entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        self.found.first().filter(|_| is_entered && !self.sought.trim().is_empty()).copied()
    }

    /// Shows the topics and the sections of the current page, or the entries that were found. Returns the clicked
    /// one.
    fn list_ui(&self, ui: &mut Ui) -> Option<ReferenceEntry> {
        ui.spacing_mut().item_spacing.y = 1.0;
        if !self.sought.trim().is_empty() {
            let area = ScrollArea::vertical().auto_shrink(false).id_salt("found");
            return area.show(ui, |ui| self.found_ui(ui)).inner;
        }
        let mut clicked = None;
        for topic in self.pages.topics() {
            let line = ListLine { entry: topic.top(), name: topic.title(), indent: 0.0 };
            clicked = clicked.or(self.line_ui(ui, &line, ""));
        }
        ui.separator();
        let area = ScrollArea::vertical().auto_shrink(false).id_salt(("sections", self.at.topic.name()));
        clicked.or(area.show(ui, |ui| self.sections_ui(ui)).inner)
    }

    fn sections_ui(&self, ui: &mut Ui) -> Option<ReferenceEntry> {
        let mut clicked = None;
        let page = self.pages.page(self.at.topic)?;
        for (position, section) in page.sections.iter().enumerate() {
            let entry = ReferenceEntry { section: Some(position), ..self.at.topic.top() };
            let line = ListLine { entry, name: &section.title, indent: INDENT * section.depth as f32 };
            clicked = clicked.or(self.line_ui(ui, &line, ""));
        }
        clicked
    }

    fn found_ui(&self, ui: &mut Ui) -> Option<ReferenceEntry> {
        if self.found.is_empty() {
            remark_ui(ui, "Nothing contains these words");
        }
        ui.spacing_mut().item_spacing.y = style::GAP;
        let mut clicked = None;
        for entry in &self.found {
            let (name, place) = (self.pages.name_of(*entry), self.pages.place_of(*entry));
            clicked =
                clicked.or(self.line_ui(ui, &ListLine { entry: *entry, name: &name, indent: 0.0 }, &place));
        }
        clicked
    }

    /// Shows a line, with the place of its entry below the name if that is not empty. Returns the entry if it was
    /// clicked.
    fn line_ui(&self, ui: &mut Ui, line: &ListLine<'_>, place: &str) -> Option<ReferenceEntry> {
        let colors = palette(ui);
        let height = if place.is_empty() { LINE } else { LINE + BELOW };
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
        // The row of a section belongs to it.
        let here = ReferenceEntry { row: line.entry.row.and(self.at.row), ..self.at };
        let is_here = line.entry == here;
        let name = if place.is_empty() { line.name.to_owned() } else { format!("{} in {place}", line.name) };
        response.widget_info(|| info::selected(WidgetType::SelectableLabel, true, is_here, &name));
        if is_here || response.hovered() || response.has_focus() {
            let fill = if is_here { colors.field_hovered } else { colors.field };
            ui.painter().rect_filled(rect, 4.0, fill);
        }
        let is_topic = line.entry.section.is_none();
        let color = if is_topic || is_here { colors.strong } else { colors.text };
        let start = rect.left_top() + vec2(8.0 + line.indent, LINE / 2.0);
        let right = rect.right() - style::GAP;
        let mut is_cut = elided(ui.painter(), start, right, (line.name, style::BODY), color);
        let below = start + vec2(0.0, BELOW);
        is_cut |= elided(ui.painter(), below, right, (place, style::SMALL), colors.dim);
        let response = if is_cut { response.on_hover_text(name) } else { response };
        response.clicked().then_some(line.entry)
    }

    /// Shows the page. Returns the target of a clicked link.
    fn page_ui(&mut self, ui: &mut Ui) -> Option<ReferenceEntry> {
        let topic = self.at.topic;
        let page = self.pages.page(topic)?;
        let pages = ui.input_mut(|input| {
            let mut times =
                |key| if self.has_keys { input.count_and_consume_key(Modifiers::NONE, key) } else { 0 };
            times(Key::PageUp) as f32 - times(Key::PageDown) as f32
        });
        let area = ScrollArea::vertical().auto_shrink(false).id_salt(topic.name());
        let clicked = area.show(ui, |ui| {
            if pages != 0.0 {
                ui.scroll_with_delta(vec2(0.0, pages * PAGE_SHARE * ui.clip_rect().height()));
            }
            PageView { page, at: self.at, must_scroll: self.must_scroll }.ui(ui, &mut self.heights)
        });
        self.must_scroll = false;
        self.pages.follow(topic, &clicked.inner?)
    }
}
