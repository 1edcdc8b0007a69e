//! Loads fonts for scripts that the window's main fonts lack: bundled ones, otherwise those of the system.
//!
//! The search runs in the background, and starts when a project or typed text contains such characters. A
//! script without any font is named once.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Context, Event, FontData, FontDefinitions, FontFamily};

use super::App;
use crate::base::Cancelled;
use crate::editor::widgets::style;
use crate::editor::work::JobKind;
use crate::editor::work::jobs::{Job, JobControl, JobRegistry};
use crate::files::{SystemFont, system_fonts_with};
use crate::lettering::{BundledFont, bundled_fonts_with, scripts_of};

/// Finds fonts that have the given characters.
pub struct FindFonts;

/// Fonts for some characters.
pub struct FoundFonts {
    bundled: Vec<&'static BundledFont>,
    of_system: Vec<SystemFont>,
    /// Characters that no font has.
    missing: BTreeSet<char>,
}

impl Job for FindFonts {
    type Request = BTreeSet<char>;
    type Answer = FoundFonts;

    const KIND: JobKind = JobKind::Fonts;
    const ONLY_LATEST: bool = false;

    fn work() -> impl FnMut(Self::Request, &JobControl) -> Result<Self::Answer, Cancelled> + Send + 'static {
        |characters, _| {
            let (bundled, others) = bundled_fonts_with(&characters);
            let (of_system, missing) = system_fonts_with(&others);
            Ok(FoundFonts { bundled, of_system, missing })
        }
    }
}

/// The fonts of the window.
pub struct Fonts {
    definitions: FontDefinitions,
    /// Characters that were searched before, with or without success.
    sought: BTreeSet<char>,
    /// Scripts without a font that were named before.
    named: BTreeSet<String>,
}

impl Fonts {
    /// Starts with the built-in fonts.
    pub fn built_in() -> Self {
        Self { definitions: style::fonts(), sought: BTreeSet::new(), named: BTreeSet::new() }
    }

    /// Starts a search for fonts for those characters that no font has.
    pub fn look_for(
        &mut self,
        characters: impl IntoIterator<Item = char>,
        ctx: &Context,
        jobs: &mut JobRegistry,
    ) {
        let new = characters.into_iter().filter(|character| !character.is_ascii());
        let mut new: BTreeSet<char> = new.filter(|character| !self.sought.contains(character)).collect();
        if new.is_empty() {
            return;
        }
        self.sought.extend(&new);
        let body = style::font(style::BODY);
        ctx.fonts_mut(|fonts| new.retain(|character| !fonts.has_glyph(&body, *character)));
        if !new.is_empty() {
            jobs.ask::<FindFonts>(new);
        }
    }

    /// Adds fonts that were found. Returns a sentence if some script has no font, once for each script.
    pub fn add(&mut self, found: FoundFonts, ctx: &Context) -> Option<String> {
        let of_system = found.of_system.into_iter();
        let of_system =
            of_system.map(|font| (font.path.display().to_string(), FontData::from_owned(font.bytes)));
        let bundled = found.bundled.into_iter();
        let bundled =
            bundled.map(|font| (format!("bundled {}", font.name), FontData::from_static(font.bytes())));
        let mut is_changed = false;
        for (name, data) in bundled.chain(of_system) {
            is_changed |= self.definitions.font_data.insert(name.clone(), Arc::new(data)).is_none();
            for family in [FontFamily::Proportional, FontFamily::Monospace] {
                let fonts = self.definitions.families.entry(family).or_default();
                if !fonts.contains(&name) {
                    fonts.push(name.clone());
                }
            }
        }
        if is_changed {
            ctx.set_fonts(self.definitions.clone());
            ctx.request_repaint();
        }
        let scripts = scripts_of(&found.missing);
        let new: Vec<String> =
            scripts.into_iter().filter(|script| self.named.insert(script.clone())).collect();
        let example = new.first()?;
        let example = if example == "symbols" { "Symbols" } else { example };
        Some(format!(
            "No font has the letters of: {}. Install one, for example Noto Sans {example}, and start again",
            new.join(", ")
        ))
    }
}

impl App {
    /// Starts a search for typed characters, so that they are visible while typing.
    pub(super) fn follow_fonts(&mut self, ctx: &Context) {
        let typed: Vec<char> = ctx.input(|input| {
            let texts = input.events.iter().filter_map(|event| match event {
                Event::Text(text) | Event::Paste(text) => Some(text.as_str()),
                _ => None,
            });
            texts.flat_map(str::chars).filter(|character| !character.is_ascii()).collect()
        });
        self.fonts.look_for(typed, ctx, &mut self.jobs);
    }
}
