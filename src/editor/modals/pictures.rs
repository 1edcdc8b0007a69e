//! Pictures of what a new project can begin with: each one's level of one seed, made in the background when they are first wanted.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use crate::base::Seed;
use crate::document::Document;
use crate::editor::canvas::tiles::picture_of;
use crate::editor::widgets::style::palette_of;
use crate::editor::work::background::Background;
use crate::files::{EXAMPLES, TEMPLATES, load_example};
use crate::pipeline::{Pipeline, Request};

/// The seed of the levels that are shown.
const SEED: Seed = Seed(7);

/// Cells stay sharp where they are larger than the points of the screen.
const SHARP_CELLS: TextureOptions =
    TextureOptions { magnification: egui::TextureFilter::Nearest, ..TextureOptions::LINEAR };

/// Pictures by the names of examples and templates, as far as they are made, for dark windows and for light ones.
#[derive(Default)]
pub struct Pictures {
    made: BTreeMap<(Wanted, bool), TextureHandle>,
    /// Those that are made and not shown yet.
    arrived: Vec<Made>,
    /// What is still to be made.
    wanted: Vec<(Wanted, bool)>,
    maker: Option<Background<(Wanted, bool), Made>>,
    is_dark: Option<bool>,
}

/// The name of an example or a template.
type Wanted = &'static str;

/// A picture, for a dark window or a light one; nothing if its level could not be made.
type Made = (Wanted, bool, Option<ColorImage>);

impl Pictures {
    /// The picture of that name, if it is made already. The first call begins with making them all.
    pub fn of(&mut self, name: Wanted, ctx: &Context, dark: bool) -> Option<&TextureHandle> {
        if self.is_dark != Some(dark) {
            self.is_dark = Some(dark);
            let names = TEMPLATES.iter().chain(EXAMPLES).map(|example| (example.name, dark));
            self.wanted = names.filter(|wanted| !self.made.contains_key(wanted)).rev().collect();
        }
        let maker = self.maker.get_or_insert_with(|| {
            let make = |(name, dark): (Wanted, bool)| (name, dark, picture(name, dark));
            Background::start(ctx.clone(), make)
        });
        self.arrived.extend(maker.newest());
        if !maker.is_busy()
            && let Some(next) = self.wanted.pop()
        {
            maker.ask(next);
        }
        for (name, dark, image) in self.arrived.drain(..) {
            if let Some(image) = image {
                let texture = ctx.load_texture(format!("picture of {name}"), image, SHARP_CELLS);
                self.made.insert((name, dark), texture);
            }
        }
        self.made.get(&(name, dark)).or_else(|| self.made.get(&(name, !dark)))
    }

    /// Waits until all that were wanted are made; the next call for one takes them in.
    pub fn wait(&mut self) {
        let Some(maker) = &mut self.maker else { return };
        self.arrived.extend(maker.wait());
        while let Some(next) = self.wanted.pop() {
            maker.ask(next);
            self.arrived.extend(maker.wait());
        }
    }
}

fn picture(name: &str, dark: bool) -> Option<ColorImage> {
    let document = Document::of_project(load_example(name)?);
    let grammar = Arc::clone(document.grammar());
    let run = Pipeline::default().run(&Request {
        grammar,
        rooms: document.room_sets(),
        seed: SEED,
        rolls: Vec::new(),
    });
    Some(picture_of(run.level.as_deref()?, &document, palette_of(dark)))
}
