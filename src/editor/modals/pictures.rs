//! Pictures of what a new project can begin with: each one's level of one seed, made on a thread of its own when they are first wanted.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use crate::base::Seed;
use crate::document::Document;
use crate::editor::canvas::tiles::picture_of;
use crate::editor::widgets::style::palette_of;
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
    on_their_way: Option<Making>,
}

/// The thread that makes them, for a dark window or a light one.
struct Making {
    dark: bool,
    incoming: Receiver<(&'static str, ColorImage)>,
    thread: Option<JoinHandle<()>>,
}

impl Pictures {
    /// The picture of that name, if it is made already. The first call begins with making them all.
    pub fn of(&mut self, name: &str, ctx: &Context, dark: bool) -> Option<&TextureHandle> {
        if self.on_their_way.as_ref().is_none_or(|making| making.dark != dark) {
            self.on_their_way = Some(make_all(ctx.clone(), dark));
        }
        if let Some(making) = &self.on_their_way {
            for (name, image) in making.incoming.try_iter() {
                let texture = ctx.load_texture(format!("picture of {name}"), image, SHARP_CELLS);
                self.made.insert(name, texture);
            }
        }
        self.made.get(name)
    }

    /// Waits until all that were wanted are made; the next call for one takes them in.
    pub fn wait(&mut self) {
        if let Some(thread) = self.on_their_way.as_mut().and_then(|making| making.thread.take()) {
            // If the thread has failed, what it did not make is not shown.
            let _ = thread.join();
        }
    }
}

fn make_all(ctx: Context, dark: bool) -> Making {
    let (outgoing, incoming) = channel();
    let thread = thread::spawn(move || {
        for example in TEMPLATES.iter().chain(EXAMPLES) {
            let made = picture(example.name, dark).map(|image| (example.name, image));
            // Nobody may be looking any more.
            if made.is_some_and(|made| outgoing.send(made).is_err()) {
                return;
            }
            ctx.request_repaint();
        }
    });
    Making { dark, incoming, thread: Some(thread) }
}

fn picture(name: &str, dark: bool) -> Option<ColorImage> {
    let document = Document::of_project(load_example(name)?);
    let grammar = Arc::clone(document.grammar());
    let run = Pipeline::default().run(&Request { grammar, rooms: document.room_sets(), seed: SEED });
    Some(picture_of(run.level.as_deref()?, &document, palette_of(dark)))
}
