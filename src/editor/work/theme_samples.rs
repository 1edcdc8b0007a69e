//! Draws samples of themes in the background, so that the window stays fluent while a colour is dragged.

use std::num::NonZeroU32;

use egui::ColorImage;

use super::JobKind;
use super::jobs::{Job, JobControl};
use crate::base::Cancelled;
use crate::editor::widgets::style::color_image;
use crate::mission::DerivedTheme;
use crate::picture::ThemeSample;

/// Longer side of a sample, in pixels.
const LONGEST: NonZeroU32 = NonZeroU32::new(768).expect("768 is not 0");

/// Draws the sample of a theme.
pub struct DrawThemeSample;

impl Job for DrawThemeSample {
    type Request = DerivedTheme;
    type Answer = Option<ColorImage>;

    const KIND: JobKind = JobKind::ThemeSample;

    fn work() -> impl FnMut(DerivedTheme, &JobControl) -> Result<Self::Answer, Cancelled> + Send + 'static {
        |theme, _| Ok(ThemeSample::new(&theme).map(|sample| color_image(&sample.thumbnail(LONGEST))))
    }
}
