//! Pictures of templates and examples: a level of one seed each, made in the background on first use.

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

/// Seed of the shown levels.
const SEED: Seed = Seed(7);

/// Keeps cells sharp if they are larger than screen points.
const SHARP_CELLS: TextureOptions =
    TextureOptions { magnification: egui::TextureFilter::Nearest, ..TextureOptions::LINEAR };

/// Finished pictures by the names of examples and templates, for dark and light windows.
#[derive(Default)]
pub struct Pictures {
    made: BTreeMap<(PictureName, bool), TextureHandle>,
    /// Finished pictures that are not shown yet.
    arrived: Vec<MadePicture>,
    /// Pictures still to be made.
    wanted: Vec<(PictureName, bool)>,
    maker: Option<Background<(PictureName, bool), MadePicture>>,
    is_dark: Option<bool>,
}

/// The name of an example or template.
type PictureName = &'static str;

/// A picture for a dark or light window; `None` if its level could not be made.
type MadePicture = (PictureName, bool, Option<ColorImage>);

impl Pictures {
    /// Returns a picture, if it is finished. The first call starts making all of them.
    pub fn of(&mut self, name: PictureName, ctx: &Context, dark: bool) -> Option<&TextureHandle> {
        if self.is_dark != Some(dark) {
            self.is_dark = Some(dark);
            let names = TEMPLATES.iter().chain(EXAMPLES).map(|example| (example.name, dark));
            self.wanted = names.filter(|wanted| !self.made.contains_key(wanted)).rev().collect();
        }
        let maker = self.maker.get_or_insert_with(|| {
            let make = |(name, dark): (PictureName, bool)| (name, dark, picture(name, dark));
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

    /// Waits until all requested pictures are finished; the next call for one takes them over.
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
    let run = Pipeline::default().run(&Request::new(grammar, document.room_sets(), SEED));
    Some(picture_of(run.level.as_deref()?, &document, palette_of(dark)))
}
