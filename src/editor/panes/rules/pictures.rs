//! The measured pictures of the rules, kept from frame to frame.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::Ui;

use crate::editor::canvas::rule_picture::RulePicture;
use crate::grammar::Grammar;

/// Pictures of the rules of one grammar. Measuring one lays out all its texts, up to nine times.
#[derive(Default)]
pub struct RulePictures {
    grammar: Option<Arc<Grammar>>,
    /// Pixels per point and number of fonts, on which the sizes of texts depend.
    texts: (f32, usize),
    /// Pictures and their widths in points, by position of the rule.
    pictures: BTreeMap<usize, (f32, RulePicture)>,
}

impl RulePictures {
    /// Forgets all pictures if the grammar or the sizes of texts have changed.
    pub fn follow(&mut self, ui: &Ui, grammar: &Arc<Grammar>) {
        let fonts = ui.fonts(|fonts| fonts.definitions().font_data.len());
        let texts = (ui.pixels_per_point(), fonts);
        if self.texts != texts || !self.grammar.as_ref().is_some_and(|known| Arc::ptr_eq(known, grammar)) {
            *self = Self { grammar: Some(Arc::clone(grammar)), texts, pictures: BTreeMap::new() };
        }
    }

    /// Returns the picture of a rule at this width; `make` makes it if it is not known.
    pub fn get(&mut self, position: usize, width: f32, make: impl FnOnce() -> RulePicture) -> &RulePicture {
        if self.pictures.get(&position).is_some_and(|(old, _)| *old != width) {
            self.pictures.remove(&position);
        }
        &self.pictures.entry(position).or_insert_with(|| (width, make())).1
    }
}
