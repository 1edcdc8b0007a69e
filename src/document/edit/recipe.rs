//! Edits of the recipe.

use crate::grammar::{Grammar, RecipeStep};

/// The way to a step: its position in the recipe, then in the step that holds it, and so on. In a choice of blocks, the block's position comes between.
pub type StepPath = Vec<usize>;

/// Something to do to the recipe.
#[derive(Clone, Debug)]
pub enum RecipeEdit {
    /// Puts another recipe in the place of this one.
    Replace {
        /// What differs, in the designer's words: "Add a step".
        what: String,
        /// All of it.
        recipe: Vec<RecipeStep>,
    },
}

impl RecipeEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Replace { what, .. } => what.clone(),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        match self {
            Self::Replace { .. } => true,
        }
    }

    pub(super) fn carry_out(&self, grammar: &mut Grammar) {
        match self {
            Self::Replace { recipe, .. } => grammar.recipe.clone_from(recipe),
        }
    }
}
