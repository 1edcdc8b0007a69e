//! The style of the window: colours by meaning, spaces and font sizes, for dark and light.

use egui::{
    Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, Style, TextStyle, Theme, Vec2, vec2,
};
use egui_phosphor::regular as icon;

use crate::base::{Color, Severity};
use crate::overlay::ink_on;

/// The colours of a theme, by meaning.
#[derive(Clone, Copy, Debug)]
pub struct ThemePalette {
    /// Background of canvases.
    pub canvas: Color32,
    /// Solid rock that nobody will ever see.
    pub rock: Color32,
    /// Background of panes.
    pub panel: Color32,
    /// Background of bars and of tabs that are not in front.
    pub bar: Color32,
    /// Background of buttons, fields and rails.
    pub field: Color32,
    /// Background of fields under the pointer.
    pub field_hovered: Color32,
    /// Separators and outlines.
    pub line: Color32,
    /// Normal text.
    pub text: Color32,
    /// Titles and names.
    pub strong: Color32,
    /// Less important text.
    pub dim: Color32,
    /// Selected items, and primary buttons.
    pub accent: Color32,
    /// Held promises, created elements.
    pub good: Color32,
    /// Broken promises, erased elements.
    pub bad: Color32,
    /// Warnings, changed elements.
    pub doubtful: Color32,
    /// Cells that stay closed.
    pub seal: Color32,
}

const DARK: ThemePalette = ThemePalette {
    canvas: Color32::from_rgb(0x12, 0x14, 0x18),
    rock: Color32::from_rgb(0x18, 0x1b, 0x20),
    panel: Color32::from_rgb(0x1a, 0x1d, 0x23),
    bar: Color32::from_rgb(0x14, 0x16, 0x1b),
    field: Color32::from_rgb(0x27, 0x2b, 0x33),
    field_hovered: Color32::from_rgb(0x32, 0x37, 0x41),
    line: Color32::from_rgb(0x2c, 0x31, 0x3a),
    text: Color32::from_rgb(0xc3, 0xc9, 0xd4),
    strong: Color32::from_rgb(0xf0, 0xf2, 0xf6),
    dim: Color32::from_rgb(0x95, 0x9d, 0xab),
    accent: Color32::from_rgb(0xe8, 0xa8, 0x45),
    good: Color32::from_rgb(0x5f, 0xd6, 0xa0),
    bad: Color32::from_rgb(0xe8, 0x70, 0x5f),
    doubtful: Color32::from_rgb(0xee, 0xc6, 0x50),
    seal: Color32::from_rgb(0x8e, 0x3b, 0x46),
};

const LIGHT: ThemePalette = ThemePalette {
    canvas: Color32::from_rgb(0xe9, 0xe6, 0xdf),
    rock: Color32::from_rgb(0xdf, 0xdb, 0xd2),
    panel: Color32::from_rgb(0xfa, 0xf9, 0xf6),
    bar: Color32::from_rgb(0xef, 0xec, 0xe6),
    field: Color32::from_rgb(0xe3, 0xdf, 0xd6),
    field_hovered: Color32::from_rgb(0xd8, 0xd3, 0xc8),
    line: Color32::from_rgb(0xd9, 0xd5, 0xcb),
    text: Color32::from_rgb(0x3d, 0x3c, 0x39),
    strong: Color32::from_rgb(0x17, 0x17, 0x15),
    dim: Color32::from_rgb(0x62, 0x5f, 0x59),
    accent: Color32::from_rgb(0x8f, 0x53, 0x00),
    good: Color32::from_rgb(0x0d, 0x6a, 0x43),
    bad: Color32::from_rgb(0x6d, 0x06, 0x06),
    doubtful: Color32::from_rgb(0x82, 0x5a, 0x02),
    seal: Color32::from_rgb(0xc9, 0x7b, 0x83),
};

/// Returns the colours of the theme that the ui is drawn in.
pub fn palette(ui: &egui::Ui) -> &'static ThemePalette {
    palette_of(ui.visuals().dark_mode)
}

/// Returns the colours of the dark or the light theme.
pub fn palette_of(dark: bool) -> &'static ThemePalette {
    if dark { &DARK } else { &LIGHT }
}

/// Space between related items, in points.
pub const GAP: f32 = 6.0;
/// Space around the content of a pane, in points.
pub const MARGIN: i8 = 12;
/// Minimum and maximum width of the column of names in forms, in points.
const NAME_WIDTH: (f32, f32) = (104.0, 170.0);
/// Share of a form that its column of names takes between these widths, and its maximum share.
const NAME_SHARE: (f32, f32) = (0.38, 0.4);
/// Height of a row of controls, in points.
pub const ROW_HEIGHT: f32 = 24.0;
/// Font size of remarks, in points.
pub const SMALL: f32 = 11.5;
/// Font size of normal text, in points.
pub const BODY: f32 = 13.5;
/// Font size of titles, in points.
pub const TITLE: f32 = 15.0;

/// Returns the width of the column of names in a form of some width, in points.
pub fn name_width(form_width: f32) -> f32 {
    (NAME_SHARE.0 * form_width).clamp(NAME_WIDTH.0, NAME_WIDTH.1).min(NAME_SHARE.1 * form_width)
}

/// Returns the font for normal text at a size.
pub fn font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Proportional)
}

/// Converts an authored colour to one for painting.
pub fn paint_of(color: Color) -> Color32 {
    Color32::from_rgb(color.r, color.g, color.b)
}

/// Converts a colour of the window to an authored one; its alpha is lost.
pub fn color_of(color: Color32) -> Color {
    Color::rgb(color.r(), color.g(), color.b())
}

/// Returns black or white, whichever is easier to read on the colour.
pub fn text_on(fill: Color32) -> Color32 {
    paint_of(ink_on(color_of(fill)))
}

/// Returns a colour with another one laid over it at opacity `share` (0 to 1).
pub fn blend(under: Color32, over: Color32, share: f32) -> Color32 {
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
    Color32::from_rgb(mix(under.r(), over.r()), mix(under.g(), over.g()), mix(under.b(), over.b()))
}

/// Returns the icon of a severity.
pub fn severity_icon(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => icon::X_CIRCLE,
        Severity::Warning => icon::WARNING,
        Severity::Note => icon::INFO,
    }
}

/// Returns the colour of a severity.
pub fn severity_color(palette: &ThemePalette, severity: Severity) -> Color32 {
    match severity {
        Severity::Error => palette.bad,
        Severity::Warning => palette.doubtful,
        Severity::Note => palette.dim,
    }
}

/// Converts a picture for the window.
pub fn color_image(image: &crate::picture::Image) -> egui::ColorImage {
    let size = [image.size.width as usize, image.size.height as usize];
    egui::ColorImage::new(size, image.pixels.iter().map(|pixel| paint_of(*pixel)).collect())
}

/// Installs the fonts and both themes.
pub fn install(ctx: &egui::Context) {
    // Our own actions change the scale of the interface.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    ctx.set_fonts(fonts());
    ctx.set_style_of(Theme::Dark, style(Theme::Dark));
    ctx.set_style_of(Theme::Light, style(Theme::Light));
}

/// Returns the built-in fonts.
pub fn fonts() -> egui::FontDefinitions {
    let mut fonts = egui::FontDefinitions::default();
    egui_phosphor::add_to_fonts(&mut fonts, egui_phosphor::Variant::Regular);
    fonts
}

fn style(theme: Theme) -> Style {
    let dark = theme == Theme::Dark;
    let palette = palette_of(dark);
    let mut style = Style { visuals: visuals(dark, palette), ..Style::default() };
    style.text_styles = [
        (TextStyle::Small, font(SMALL)),
        (TextStyle::Body, font(BODY)),
        (TextStyle::Button, font(BODY)),
        (TextStyle::Heading, font(TITLE)),
        (TextStyle::Monospace, FontId::new(SMALL + 0.5, FontFamily::Monospace)),
    ]
    .into();
    style.spacing.item_spacing = vec2(GAP, GAP);
    style.spacing.button_padding = vec2(8.0, 3.0);
    style.spacing.interact_size = vec2(36.0, ROW_HEIGHT);
    style.spacing.slider_rail_height = 4.0;
    style.spacing.combo_width = 80.0;
    style.spacing.menu_margin = Margin::same(6);
    style.spacing.tooltip_width = 320.0;
    style.spacing.scroll = egui::style::ScrollStyle::thin();
    style.animation_time = 0.0;
    style
}

fn visuals(dark: bool, palette: &ThemePalette) -> egui::Visuals {
    let mut visuals = if dark { egui::Visuals::dark() } else { egui::Visuals::light() };
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.panel;
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.extreme_bg_color = palette.canvas;
    visuals.text_edit_bg_color = Some(palette.field);
    visuals.faint_bg_color = palette.bar;
    visuals.weak_text_color = Some(palette.dim);
    visuals.warn_fg_color = palette.doubtful;
    visuals.error_fg_color = palette.bad;
    visuals.hyperlink_color = palette.accent;
    visuals.slider_trailing_fill = true;
    visuals.handle_shape = egui::style::HandleShape::Circle;
    visuals.selection.bg_fill = blend(palette.panel, palette.accent, 0.5);
    visuals.selection.stroke = Stroke::new(1.0, palette.strong);
    let soft = Shadow {
        offset: [0, 4],
        blur: 16,
        spread: 0,
        color: Color32::from_black_alpha(if dark { 96 } else { 40 }),
    };
    visuals.popup_shadow = soft;
    visuals.window_shadow = soft;
    set_widgets(&mut visuals.widgets, palette);
    visuals
}

fn set_widgets(widgets: &mut egui::style::Widgets, palette: &ThemePalette) {
    let radius = CornerRadius::same(5);
    let all = [
        (&mut widgets.noninteractive, palette.panel, palette.line, palette.text),
        (&mut widgets.inactive, palette.field, palette.line, palette.text),
        (&mut widgets.hovered, palette.field_hovered, palette.field_hovered, palette.strong),
        (&mut widgets.active, palette.field_hovered, palette.accent, palette.strong),
        (&mut widgets.open, palette.field_hovered, palette.field_hovered, palette.strong),
    ];
    for (widget, fill, line, text) in all {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, line);
        widget.fg_stroke = Stroke::new(1.0, text);
        widget.corner_radius = radius;
        widget.expansion = 0.0;
    }
}

/// Size of a small button with an icon, in points.
pub const ICON_BUTTON: Vec2 = vec2(30.0, ROW_HEIGHT);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::least_distance;

    fn luminance(color: Color32) -> f32 {
        let [r, g, b, _] = color.to_array().map(|channel| {
            let value = f32::from(channel) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(a: Color32, b: Color32) -> f32 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_can_be_read_in_both_themes() {
        for palette in [&DARK, &LIGHT] {
            for ground in [palette.panel, palette.bar, palette.canvas, palette.field] {
                assert!(contrast(palette.text, ground) > 7.0);
                for signal in [palette.dim, palette.good, palette.bad, palette.doubtful, palette.accent] {
                    assert!(contrast(signal, ground) > 4.5, "{signal:?} on {ground:?}");
                }
            }
        }
    }

    #[test]
    fn colours_of_effects_and_charts_differ_for_everyone() {
        for palette in [&DARK, &LIGHT] {
            let effects = [palette.good, palette.bad, palette.doubtful].map(color_of);
            let charts = [palette.accent, palette.good, palette.strong].map(color_of);
            for colors in [effects, charts] {
                assert!(least_distance(&colors) >= 20.0, "{colors:?}: {}", least_distance(&colors));
            }
        }
    }

    #[test]
    fn what_is_on_looks_on() {
        for theme in [Theme::Dark, Theme::Light] {
            let visuals = style(theme).visuals;
            let on = visuals.selection.bg_fill;
            for off in [visuals.panel_fill, visuals.widgets.inactive.weak_bg_fill] {
                assert!(contrast(on, off) > 1.6, "{on:?} beside {off:?}");
            }
            assert!(contrast(visuals.selection.stroke.color, on) > 4.5, "{on:?}");
        }
    }

    #[test]
    fn text_can_be_read_on_every_symbol() {
        for r in (0..=255).step_by(51) {
            for g in (0..=255).step_by(51) {
                for b in (0..=255).step_by(51) {
                    let fill = Color32::from_rgb(r, g, b);
                    assert!(contrast(text_on(fill), fill) > 4.0, "{fill:?}");
                }
            }
        }
    }
}
