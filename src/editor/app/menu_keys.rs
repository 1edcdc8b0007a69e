//! The menus by keyboard: Alt with the first letter of a menu, F10, and arrows within open menus.
//!
//! Alt alone gives the focus to the first menu. On macOS, Alt types letters, and only F10 opens menus.

use egui::text::LayoutJob;
use egui::{
    Color32, Context, Event, EventFilter, Id, Key, Modifiers, Popup, Response, Stroke, TextFormat, Ui,
};

use crate::editor::widgets::style::{BODY, font, palette};

/// A menu of the bar in this frame.
pub struct ShownMenu {
    /// Title on its button.
    title: &'static str,
    button: Id,
    popup: Id,
    /// Items that can be chosen, if it is open, in order.
    items: Vec<MenuItem>,
}

/// An item of an open menu.
#[derive(Clone, Copy, Debug)]
pub struct MenuItem {
    /// The item.
    pub id: Id,
    /// The item that opened the menu it is in, if that is a menu within a menu.
    pub opener: Option<Id>,
    /// `true` if it opens a menu of its own.
    pub opens: bool,
}

/// State of the keyboard between two frames.
#[derive(Clone, Copy, Debug, Default)]
struct MenuKeyState {
    /// `true` if the open menu was opened by keyboard.
    is_by_keys: bool,
    /// `true` while Alt is held and nothing else was pressed.
    is_alt_alone: bool,
    /// `true` if the item with the focus opens its menu in the next frame.
    opens_item: bool,
}

/// Arrow keys belong to the menu.
const ARROWS: EventFilter =
    EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: false };

/// The key with which an item opens its menu.
const ENTER: Event = Event::Key {
    key: Key::Enter,
    physical_key: None,
    pressed: true,
    repeat: false,
    modifiers: Modifiers::NONE,
};

/// Returns `true` if Alt opens menus on this system.
const fn alt_opens() -> bool {
    !cfg!(target_os = "macos")
}

/// Returns the title of a menu. Its first letter is underlined while Alt is held.
pub fn title_of(ui: &Ui, title: &str) -> LayoutJob {
    let is_marked = alt_opens() && ui.input(|input| input.modifiers == Modifiers::ALT);
    // The button chooses the colour.
    let plain = TextFormat::simple(font(BODY), Color32::PLACEHOLDER);
    let first = title.char_indices().nth(1).map_or(title.len(), |(at, _)| at);
    let (letter, rest) = title.split_at(first);
    let underline = if is_marked { Stroke::new(1.0, palette(ui).text) } else { Stroke::NONE };
    let mut job = LayoutJob::default();
    job.append(letter, 0.0, TextFormat { underline, ..plain.clone() });
    job.append(rest, 0.0, plain);
    job
}

impl ShownMenu {
    /// Notes a menu that was shown with its button.
    pub fn new(title: &'static str, button: &Response, items: Vec<MenuItem>) -> Self {
        Self { title, button: button.id, popup: Popup::default_response_id(button), items }
    }

    fn id_at(&self, at: usize) -> Option<Id> {
        self.items.get(at).map(|item| item.id)
    }

    fn is_open(&self, ctx: &Context) -> bool {
        Popup::is_id_open(ctx, self.popup)
    }

    /// Returns `true` if Alt and its first letter were pressed.
    fn is_called(&self, ctx: &Context) -> bool {
        let Some(key) = self.title.get(..1).and_then(Key::from_name) else { return false };
        ctx.input_mut(|input| {
            let is_called = input.modifiers == Modifiers::ALT && input.consume_key(Modifiers::ALT, key);
            if is_called {
                input.events.retain(|event| !matches!(event, Event::Text(_)));
            }
            is_called
        })
    }
}

/// Opens the menu of the item with the focus, if an arrow asked for it in the last frame.
///
/// Call it before the menus are shown: they answer to Enter while they are shown.
pub fn open_item(ctx: &Context) {
    let mut state = state(ctx);
    if std::mem::take(&mut state.opens_item) {
        ctx.input_mut(|input| input.events.push(ENTER));
        ctx.data_mut(|data| data.insert_temp(state_id(), state));
    }
}

fn state_id() -> Id {
    Id::new("keys of menus")
}

fn state(ctx: &Context) -> MenuKeyState {
    ctx.data(|data| data.get_temp(state_id())).unwrap_or_default()
}

/// Opens menus, and moves the focus between their items, by the keys of this frame.
pub fn follow(ctx: &Context, menus: &[ShownMenu]) {
    let mut state = state(ctx);
    let called = menus.iter().find(|menu| alt_opens() && menu.is_called(ctx));
    let by_f10 = ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F10));
    if let Some(menu) = called.or_else(|| menus.first().filter(|_| by_f10)) {
        open(ctx, menu);
        state.is_by_keys = true;
    }
    if was_alt_tapped(ctx, &mut state) && alt_opens() {
        menus.iter().take(1).for_each(|menu| focus(ctx, menu));
    }
    for menu in menus.iter().filter(|menu| ctx.memory(|memory| memory.has_focus(menu.button))) {
        ctx.memory_mut(|memory| memory.set_focus_lock_filter(menu.button, ARROWS));
        if pressed(ctx, Key::ArrowDown) {
            open(ctx, menu);
        }
        state.is_by_keys |= menu.is_open(ctx);
        step(ctx, menus, menu, |menu| focus(ctx, menu));
    }
    match menus.iter().find(|menu| menu.is_open(ctx)) {
        Some(menu) if state.is_by_keys => state.opens_item = walk(ctx, menus, menu),
        Some(_) => {}
        None => state.is_by_keys = false,
    }
    ctx.data_mut(|data| data.insert_temp(state_id(), state));
}

fn open(ctx: &Context, menu: &ShownMenu) {
    Popup::open_id(ctx, menu.popup);
    ctx.request_repaint();
}

/// Gives the focus to the button of a menu.
fn focus(ctx: &Context, menu: &ShownMenu) {
    ctx.memory_mut(|memory| memory.request_focus(menu.button));
    ctx.request_repaint();
}

fn pressed(ctx: &Context, key: Key) -> bool {
    ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key))
}

/// Calls `go` with the next or the previous menu if an arrow to a side is pressed.
fn step(ctx: &Context, menus: &[ShownMenu], menu: &ShownMenu, go: impl Fn(&ShownMenu)) {
    let Some(at) = menus.iter().position(|known| known.button == menu.button) else { return };
    for (key, by) in [(Key::ArrowRight, 1), (Key::ArrowLeft, menus.len() - 1)] {
        if pressed(ctx, key) {
            menus.get((at + by) % menus.len()).into_iter().for_each(&go);
        }
    }
}

/// Moves the focus in an open menu. Returns `true` if the item with the focus is to open its menu.
fn walk(ctx: &Context, menus: &[ShownMenu], menu: &ShownMenu) -> bool {
    let focused = ctx.memory(|memory| memory.focused());
    let at = menu.items.iter().position(|item| Some(item.id) == focused);
    let now = at.and_then(|at| menu.items.get(at));
    if now.is_some_and(|item| item.opens) && pressed(ctx, Key::ArrowRight) {
        ctx.request_repaint();
        return true;
    }
    let count = menu.items.len().max(1);
    let back = now.and_then(|item| item.opener).filter(|_| pressed(ctx, Key::ArrowLeft));
    let next = match at {
        _ if back.is_some() => back,
        Some(at) if pressed(ctx, Key::ArrowDown) => menu.id_at((at + 1) % count),
        Some(at) if pressed(ctx, Key::ArrowUp) => menu.id_at((at + count - 1) % count),
        Some(_) => focused,
        None => menu.id_at(0),
    };
    if let Some(item) = next {
        if focused != Some(item) {
            ctx.memory_mut(|memory| memory.request_focus(item));
            ctx.request_repaint();
        }
        ctx.memory_mut(|memory| memory.set_focus_lock_filter(item, ARROWS));
    }
    step(ctx, menus, menu, |other| open(ctx, other));
    false
}

/// Returns `true` if Alt was pressed and released, and nothing else in between.
fn was_alt_tapped(ctx: &Context, state: &mut MenuKeyState) -> bool {
    let mut is_tapped = false;
    ctx.input(|input| {
        for event in &input.events {
            match event {
                Event::Key { key: Key::AltLeft, pressed: true, repeat, .. } => {
                    state.is_alt_alone = (state.is_alt_alone || !repeat) && !input.pointer.any_down();
                }
                Event::Key { key: Key::AltLeft, pressed: false, .. } => {
                    is_tapped |= std::mem::take(&mut state.is_alt_alone);
                }
                Event::Key { pressed: true, .. }
                | Event::PointerButton { .. }
                | Event::MouseWheel { .. }
                | Event::WindowFocused(_) => state.is_alt_alone = false,
                _ => {}
            }
        }
    });
    is_tapped
}
