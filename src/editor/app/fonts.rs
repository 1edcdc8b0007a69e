//! Loads fonts of the system for scripts that the built-in fonts lack.
//!
//! The search runs in the background, and starts when a project or typed text contains such characters.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Context, Event, FontData, FontDefinitions, FontFamily};

use super::App;
use crate::base::Cancelled;
use crate::editor::widgets::style;
use crate::editor::work::JobKind;
use crate::editor::work::jobs::{Job, JobControl, JobRegistry};
use crate::files::{SystemFont, system_fonts_with};

/// Finds fonts of the system that have the given characters.
pub struct FindFonts;

impl Job for FindFonts {
    type Request = BTreeSet<char>;
    type Answer = Vec<SystemFont>;

    const KIND: JobKind = JobKind::Fonts;
    const ONLY_LATEST: bool = false;

    fn work() -> impl FnMut(Self::Request, &JobControl) -> Result<Self::Answer, Cancelled> + Send + 'static {
        |characters, _| Ok(system_fonts_with(&characters))
    }
}

/// The fonts of the window.
pub struct Fonts {
    definitions: FontDefinitions,
    /// Characters that were searched before, with or without success.
    sought: BTreeSet<char>,
}

impl Fonts {
    /// Starts with the built-in fonts.
    pub fn built_in() -> Self {
        Self { definitions: style::fonts(), sought: BTreeSet::new() }
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

    /// Adds fonts that were found.
    pub fn add(&mut self, found: Vec<SystemFont>, ctx: &Context) {
        if found.is_empty() {
            return;
        }
        for SystemFont { path, bytes } in found {
            let name = path.display().to_string();
            self.definitions.font_data.insert(name.clone(), Arc::new(FontData::from_owned(bytes)));
            for family in [FontFamily::Proportional, FontFamily::Monospace] {
                self.definitions.families.entry(family).or_default().push(name.clone());
            }
        }
        ctx.set_fonts(self.definitions.clone());
        ctx.request_repaint();
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
