//! Pictures of what a new project can begin with: each one's level of one seed, made on a thread of its own when they are first wanted.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use super::style::palette_of;
use super::tiles::picture_of;
use crate::base::Seed;
use crate::document::Document;
use crate::files::{EXAMPLES, TEMPLATES, load_example};
use crate::pipeline::{Pipeline, Request};

/// The seed of the levels that are shown.
const SEED: Seed = Seed(7);

/// Cells stay sharp where they are larger than the points of the screen.
const SHARP_CELLS: TextureOptions =
    TextureOptions { magnification: egui::TextureFilter::Nearest, ..TextureOptions::LINEAR };

/// Pictures by the names of examples and templates, as far as they are made.
#[derive(Default)]
pub struct Pictures {
    made: BTreeMap<&'static str, TextureHandle>,
    on_their_way: Option<(bool, Receiver<(&'static str, ColorImage)>)>,
}

impl Pictures {
    /// The picture of that name, if it is made already. The first call begins with making them all.
    pub fn of(&mut self, name: &str, ctx: &Context, dark: bool) -> Option<&TextureHandle> {
        if self.on_their_way.as_ref().is_none_or(|(was_dark, _)| *was_dark != dark) {
            self.on_their_way = Some((dark, make_all(ctx.clone(), dark)));
        }
        if let Some((_, incoming)) = &self.on_their_way {
            for (name, image) in incoming.try_iter() {
                let texture = ctx.load_texture(format!("picture of {name}"), image, SHARP_CELLS);
                self.made.insert(name, texture);
            }
        }
        self.made.get(name)
    }
}

fn make_all(ctx: Context, dark: bool) -> Receiver<(&'static str, ColorImage)> {
    let (outgoing, incoming) = channel();
    thread::spawn(move || {
        for example in TEMPLATES.iter().chain(EXAMPLES) {
            let made = picture(example.name, dark).map(|image| (example.name, image));
            // Nobody may be looking any more.
            if made.is_some_and(|made| outgoing.send(made).is_err()) {
                return;
            }
            ctx.request_repaint();
        }
    });
    incoming
}

fn picture(name: &str, dark: bool) -> Option<ColorImage> {
    let document = Document::of_project(load_example(name)?);
    let grammar = Arc::clone(document.grammar());
    let run = Pipeline::default().run(&Request { grammar, rooms: document.room_sets(), seed: SEED });
    Some(picture_of(run.level.as_deref()?, &document, palette_of(dark)))
}
