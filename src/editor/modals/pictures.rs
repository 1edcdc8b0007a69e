//! Pictures of templates and examples: a level of one seed each, made in the background on first use.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use crate::base::{Cancelled, Seed};
use crate::document::Document;
use crate::editor::canvas::tiles::picture_of;
use crate::editor::widgets::style::palette_of;
use crate::editor::work::JobKind;
use crate::editor::work::jobs::{Job, JobControl, JobRegistry};
use crate::files::{load_example, project_beginnings};
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
    is_dark: Option<bool>,
}

/// The name of an example or template.
type PictureName = &'static str;

/// A picture for a dark or light window; `None` if its level could not be made.
type MadePicture = (PictureName, bool, Option<ColorImage>);

/// Draws the levels of examples and templates, one after the other.
struct DrawExample;

impl Job for DrawExample {
    type Request = (PictureName, bool);
    type Answer = MadePicture;

    const KIND: JobKind = JobKind::ExamplePictures;
    const ONLY_LATEST: bool = false;

    fn work() -> impl FnMut(Self::Request, &JobControl) -> Result<MadePicture, Cancelled> + Send + 'static {
        |(name, dark), _| Ok((name, dark, picture(name, dark)))
    }
}

impl Pictures {
    /// Returns a picture, if it is finished. The first call starts making all of them.
    pub fn of(
        &mut self,
        name: PictureName,
        ctx: &Context,
        dark: bool,
        jobs: &mut JobRegistry,
    ) -> Option<&TextureHandle> {
        if self.is_dark != Some(dark) {
            self.is_dark = Some(dark);
            let names = project_beginnings().map(|example| (example.name, dark));
            jobs.cancel::<DrawExample>();
            for wanted in names.filter(|wanted| !self.made.contains_key(wanted)) {
                jobs.ask::<DrawExample>(wanted);
            }
        }
        while let Some((name, dark, image)) = jobs.take::<DrawExample>() {
            if let Some(image) = image {
                let texture = ctx.load_texture(format!("picture of {name}"), image, SHARP_CELLS);
                self.made.insert((name, dark), texture);
            }
        }
        self.made.get(&(name, dark)).or_else(|| self.made.get(&(name, !dark)))
    }
}

fn picture(name: &str, dark: bool) -> Option<ColorImage> {
    let document = Document::of_project(load_example(name)?);
    let grammar = Arc::clone(document.grammar());
    let run = Pipeline::default().run(&Request::new(grammar, document.room_sets(), SEED));
    Some(picture_of(run.level.as_deref()?, &document, palette_of(dark)))
}
