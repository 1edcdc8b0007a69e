//! The form of a derived theme. Everything that it does not change is shown as the theme that it is like has it.

use egui::Ui;
use egui_phosphor::regular as icon;

use super::patterns::pattern_row;
use super::props::props_rows;
use crate::base::{Choice, Color, with_small_letter};
use crate::editor::widgets::fields::text_field;
use crate::editor::widgets::rows::{RowLabel, choice_row, color_button, icon_button, row, title_ui};
use crate::editor::widgets::theme_picker::{ThemePart, theme_list_ui};
use crate::level::{DoorStyle, ThemeLiquid};
use crate::mission::{Alphabet, DerivedTheme};

/// A colour of a theme: name, tooltip, the colour now, and the place for its change.
type ThemeColor<'t> = (&'static str, &'static str, Color, &'t mut Option<Color>);

/// Width of the field for the digits of a colour, in points.
const DIGITS: f32 = 74.0;

/// Shows all settings of a theme. Returns the name of the changed setting, and the changed theme.
pub(super) fn form_ui(ui: &mut Ui, of: &str, theme: &DerivedTheme) -> Option<(&'static str, DerivedTheme)> {
    let mut new = theme.clone();
    let mut what = like_row(ui, of, &mut new).then_some("model");
    title_ui(ui, "Colours");
    what = what.or(color_rows(ui, of, theme, &mut new));
    title_ui(ui, "Patterns");
    what = what.or(pattern_rows(ui, of, theme, &mut new));
    title_ui(ui, "Water and doors");
    what = what.or(choice_rows(ui, of, theme, &mut new));
    title_ui(ui, "Decoration");
    what = what.or(props_rows(ui, of, &mut new.props, theme));
    what.map(|what| (what, new))
}

/// Shows the list of built-in themes. Returns `true` if another one was chosen.
fn like_row(ui: &mut Ui, of: &str, new: &mut DerivedTheme) -> bool {
    let tooltip = "The built-in theme that it changes. Everything that you do not set stays as it is there.";
    let chosen = row(ui, RowLabel { name: "Like", of, tooltip }, |ui, name| {
        let width = ui.available_width() - 44.0;
        theme_list_ui(ui, (name, tooltip), &new.like, &Alphabet::default(), width)
    });
    let chosen = chosen.filter(|chosen| !chosen.is_empty());
    chosen.map(|chosen| new.like = chosen).is_some()
}

fn color_rows(ui: &mut Ui, of: &str, theme: &DerivedTheme, new: &mut DerivedTheme) -> Option<&'static str> {
    let shown = theme.look().colors;
    let colors: [ThemeColor<'_>; 7] = [
        ("Floor", "The colour of bare floor.", shown.floor, &mut new.floor),
        ("Stains", "The colour of worn or overgrown floor.", shown.stain, &mut new.stain),
        ("Accent", "The colour of inlays and other details.", shown.accent, &mut new.accent),
        ("Wall tops", "The colour of the tops of walls.", shown.wall_top, &mut new.wall_top),
        ("Wall faces", "The colour of the faces of walls.", shown.wall_face, &mut new.wall_face),
        (
            "Rock",
            "The colour of the rock between places. A level has that of the grammar's theme.",
            shown.void,
            &mut new.void,
        ),
        ("Water", "The colour of water, or of what flows in its place.", shown.liquid, &mut new.liquid),
    ];
    let mut what = None;
    for (name, tooltip, shown, own) in colors {
        let about = RowLabel { name, of, tooltip };
        if row(ui, about, |ui, full| color_ui(ui, full, tooltip, shown, own)) {
            what = Some("colours");
        }
    }
    what
}

/// Shows a colour with its digits, and a button that takes it back. Returns `true` if it was changed.
fn color_ui(ui: &mut Ui, name: &str, tooltip: &str, shown: Color, own: &mut Option<Color>) -> bool {
    let before = *own;
    let picked = color_button(ui, name, tooltip, shown);
    if picked != shown {
        *own = Some(picked);
    }
    let typed = ui.scope(|ui| {
        ui.set_max_width(DIGITS);
        text_field(ui, &format!("Digits of {}", with_small_letter(name)), &shown.to_string(), "#8fb")
    });
    if let Some(color) = typed.inner.and_then(|text| text.trim().parse().ok()) {
        *own = Some(color);
    }
    if before.is_some() && icon_button(ui, icon::ARROW_COUNTER_CLOCKWISE, &format!("Take back {name}"), true)
    {
        *own = None;
    }
    *own != before
}

fn pattern_rows(ui: &mut Ui, of: &str, theme: &DerivedTheme, new: &mut DerivedTheme) -> Option<&'static str> {
    let look = theme.look();
    let about = |name, tooltip| RowLabel { name, of, tooltip };
    let mut is_changed = false;
    let floors = [
        ("Built floors", "The pattern of the floors of halls and rooms.", look.floor, &mut new.floor_pattern),
        ("Dug floors", "The pattern of the floors of caves.", look.ground, &mut new.ground_pattern),
    ];
    for (name, tooltip, shown, own) in floors {
        is_changed |= pattern_row(ui, about(name, tooltip), theme, shown, own, ThemePart::Floor);
    }
    let walls = [
        ("Built walls", "The pattern of the walls of halls and rooms.", look.wall, &mut new.wall_pattern),
        ("Dug walls", "The pattern of the walls of caves.", look.rock, &mut new.rock_pattern),
    ];
    for (name, tooltip, shown, own) in walls {
        is_changed |= pattern_row(ui, about(name, tooltip), theme, shown, own, ThemePart::Wall);
    }
    is_changed.then_some("patterns")
}

fn choice_rows(ui: &mut Ui, of: &str, theme: &DerivedTheme, new: &mut DerivedTheme) -> Option<&'static str> {
    let model = DerivedTheme::like(&theme.like).look();
    let liquids = [ThemeLiquid::Water, ThemeLiquid::Lava, ThemeLiquid::Ice];
    let tooltip = "The liquid that tiles of water become in pictures.";
    let about = RowLabel { name: "Water is", of, tooltip };
    let is_water = optional_row(ui, about, model.liquid, &mut new.water, &liquids);
    let doors = [
        DoorStyle::Wood,
        DoorStyle::Iron,
        DoorStyle::Stone,
        DoorStyle::Grate,
        DoorStyle::Bulkhead,
        DoorStyle::Curtain,
        DoorStyle::Vines,
    ];
    let about =
        RowLabel { name: "Doors", of, tooltip: "The style of doors. Gates and secret doors keep theirs." };
    let is_door = optional_row(ui, about, model.door, &mut new.door, &doors);
    is_water.then_some("water").or(is_door.then_some("doors"))
}

/// Shows a list whose first entry is the value of the theme that is changed. Returns `true` if it was changed.
fn optional_row<T: Choice + Copy + PartialEq>(
    ui: &mut Ui,
    about: RowLabel<'_>,
    model: T,
    own: &mut Option<T>,
    all: &[T],
) -> bool {
    let unchanged = format!("{} (unchanged)", model.label());
    let first = [(None, unchanged.as_str())];
    let choices: Vec<_> =
        first.into_iter().chain(all.iter().map(|value| (Some(*value), value.label()))).collect();
    choice_row(ui, about, *own, &choices).map(|chosen| *own = chosen).is_some()
}
