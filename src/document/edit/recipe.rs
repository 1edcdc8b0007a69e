//! Edits of the recipe. Steps at any depth are given by their paths.

use crate::grammar::{DEEPEST_LIST, Grammar, RecipeStep};

/// Path to a step: its position in the recipe, then in the step that contains it, and so on. In a choice of
/// blocks, the position of the block comes between.
pub type StepPath = Vec<usize>;

/// An edit of the recipe.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum RecipeEdit {
    /// Replaces the whole recipe. `what` names the change in the designer's words: "Add a step".
    Replace { what: String, recipe: Vec<RecipeStep> },
    /// Inserts a step before the one at this position, at most at the end of the list.
    Insert { at: StepPath, step: Box<RecipeStep> },
    /// Removes a step, with everything in it.
    Remove(StepPath),
    /// Puts a copy directly after a step.
    Duplicate(StepPath),
    /// Moves a step before another one, or to the end of a list. `to` is the position before the move. A step
    /// cannot move into itself.
    Move { from: StepPath, to: StepPath },
    /// Replaces a step. `what` names the changed setting in the designer's words: "times".
    Set { at: StepPath, what: &'static str, step: Box<RecipeStep> },
}

impl RecipeEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Replace { what, .. } => what.clone(),
            Self::Insert { at, .. } => format!("Add step {}", step_label(at)),
            Self::Remove(at) => format!("Delete step {}", step_label(at)),
            Self::Duplicate(at) => format!("Duplicate step {}", step_label(at)),
            Self::Move { from, .. } => format!("Move step {}", step_label(from)),
            Self::Set { at, what, .. } => format!("Set {what} of step {}", step_label(at)),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        matches!(self, Self::Replace { .. } | Self::Set { .. })
    }

    pub(super) fn apply_to(&self, grammar: &mut Grammar) {
        let mut recipe = grammar.recipe.clone();
        let is_done = match self {
            Self::Replace { recipe: new, .. } => {
                recipe.clone_from(new);
                Some(())
            }
            Self::Insert { at, step } => insert(&mut recipe, at, RecipeStep::clone(step)),
            Self::Remove(at) => remove(&mut recipe, at).map(drop),
            Self::Duplicate(at) => duplicate(&mut recipe, at),
            Self::Move { from, to } => move_step(&mut recipe, from, to),
            Self::Set { at, step, .. } => set(&mut recipe, at, RecipeStep::clone(step)),
        };
        // Deeper lists could be written, but not all of them could be read again.
        if is_done.is_some() && (depth(&recipe) <= DEEPEST_LIST || depth(&recipe) <= depth(&grammar.recipe)) {
            grammar.recipe = recipe;
        }
    }
}

/// Returns the label of a step for readers, counted from 1: "3.1".
pub fn step_label(path: &[usize]) -> String {
    path.iter().map(|position| position.saturating_add(1).to_string()).collect::<Vec<_>>().join(".")
}

/// Returns the path of the step with a label in the form `3.1`, if the recipe has it.
pub fn path_of_label(recipe: &[RecipeStep], label: &str) -> Option<StepPath> {
    let positions = label.split('.').map(|number| number.parse::<usize>().ok()?.checked_sub(1));
    let path: StepPath = positions.collect::<Option<_>>()?;
    step_at(recipe, &path)?;
    Some(path)
}

/// Returns the step at the end of a path.
pub fn step_at<'r>(recipe: &'r [RecipeStep], path: &[usize]) -> Option<&'r RecipeStep> {
    let (position, rest) = path.split_first()?;
    let step = recipe.get(*position)?;
    if rest.is_empty() {
        return Some(step);
    }
    let (number, rest) = list_within(step, rest)?;
    step_at(step.lists().into_iter().nth(number)?, rest)
}

/// Returns the index of the nested list that the rest of a path leads into, and the path within it.
fn list_within<'p>(step: &RecipeStep, rest: &'p [usize]) -> Option<(usize, &'p [usize])> {
    match step {
        RecipeStep::Choose(_) => rest.split_first().map(|(block, rest)| (*block, rest)),
        _ => Some((0, rest)),
    }
}

/// Returns all steps of a recipe in the order in which they are written, each with its path.
pub fn steps_with_paths(recipe: &[RecipeStep]) -> Vec<(StepPath, &RecipeStep)> {
    let mut found = Vec::new();
    collect(recipe, &[], &mut found);
    found
}

fn collect<'r>(steps: &'r [RecipeStep], path: &[usize], found: &mut Vec<(StepPath, &'r RecipeStep)>) {
    for (position, step) in steps.iter().enumerate() {
        let path = [path, &[position]].concat();
        found.push((path.clone(), step));
        for (number, list) in step.lists().into_iter().enumerate() {
            match step {
                RecipeStep::Choose(_) => collect(list, &[&path[..], &[number]].concat(), found),
                _ => collect(list, &path, found),
            }
        }
    }
}

/// Returns the list that a path leads into, and the position in it.
fn list<'r>(recipe: &'r mut Vec<RecipeStep>, path: &[usize]) -> Option<(&'r mut Vec<RecipeStep>, usize)> {
    let (position, rest) = path.split_first()?;
    if rest.is_empty() {
        return Some((recipe, *position));
    }
    let step = recipe.get_mut(*position)?;
    let (number, rest) = list_within(step, rest)?;
    list(step.lists_mut().into_iter().nth(number)?, rest)
}

/// Returns the nesting depth of the deepest list.
fn depth(recipe: &[RecipeStep]) -> usize {
    1 + recipe.iter().flat_map(RecipeStep::lists).map(|list| depth(list)).max().unwrap_or(0)
}

fn insert(recipe: &mut Vec<RecipeStep>, at: &[usize], step: RecipeStep) -> Option<()> {
    let (steps, position) = list(recipe, at)?;
    steps.insert(position.min(steps.len()), step);
    Some(())
}

fn remove(recipe: &mut Vec<RecipeStep>, at: &[usize]) -> Option<RecipeStep> {
    let (steps, position) = list(recipe, at)?;
    (position < steps.len()).then(|| steps.remove(position))
}

fn duplicate(recipe: &mut Vec<RecipeStep>, at: &[usize]) -> Option<()> {
    let (steps, position) = list(recipe, at)?;
    let copy = steps.get(position)?.clone();
    steps.insert(position + 1, copy);
    Some(())
}

fn set(recipe: &mut Vec<RecipeStep>, at: &[usize], step: RecipeStep) -> Option<()> {
    let (steps, position) = list(recipe, at)?;
    *steps.get_mut(position)? = step;
    Some(())
}

/// Returns the path of a step after a move; `None` if it would be moved into itself.
pub fn path_after_move(from: &[usize], to: &[usize]) -> Option<StepPath> {
    let (last, parents) = from.split_last()?;
    if to.starts_with(from) {
        return None;
    }
    let mut path = to.to_vec();
    // Steps after it in its list have moved up.
    if to.starts_with(parents)
        && let Some(position) = path.get_mut(parents.len())
        && *position > *last
    {
        *position -= 1;
    }
    Some(path)
}

fn move_step(recipe: &mut Vec<RecipeStep>, from: &[usize], to: &[usize]) -> Option<()> {
    let to = path_after_move(from, to)?;
    let step = remove(recipe, from)?;
    insert(recipe, &to, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::test_project::grammar;
    use crate::grammar::{RuleChoice, Times, WeightedBlock};

    fn apply(tag: &str) -> RecipeStep {
        RecipeStep::apply(RuleChoice::Tag(tag.to_owned()), Times::default())
    }

    fn block(steps: Vec<RecipeStep>) -> RecipeStep {
        RecipeStep::Block { notes: String::new(), steps }
    }

    /// Returns `a`, a block of `b` and `c`, a choice of nothing or `d`, and `e`.
    fn recipe() -> Vec<RecipeStep> {
        let chosen = |steps| WeightedBlock { notes: String::new(), weight: 1, steps };
        let choice = RecipeStep::Choose(vec![chosen(vec![]), chosen(vec![apply("d")])]);
        vec![apply("a"), block(vec![apply("b"), apply("c")]), choice, apply("e")]
    }

    /// Returns the recipe after an edit: tags in order, with brackets around blocks.
    fn after(edit: RecipeEdit) -> String {
        let mut grammar = grammar();
        grammar.recipe = recipe();
        edit.apply_to(&mut grammar);
        text(&grammar.recipe)
    }

    fn text(steps: &[RecipeStep]) -> String {
        let one = |step: &RecipeStep| match step {
            RecipeStep::Apply { rules: RuleChoice::Tag(tag), .. } => tag.clone(),
            RecipeStep::Block { steps, .. } => format!("[{}]", text(steps)),
            RecipeStep::Choose(blocks) => {
                format!("({})", blocks.iter().map(|block| text(&block.steps)).collect::<Vec<_>>().join("|"))
            }
            other => other.kind().to_owned(),
        };
        steps.iter().map(one).collect()
    }

    fn moved(from: &[usize], to: &[usize]) -> String {
        after(RecipeEdit::Move { from: from.to_vec(), to: to.to_vec() })
    }

    fn inserted(at: &[usize]) -> String {
        after(RecipeEdit::Insert { at: at.to_vec(), step: Box::new(apply("x")) })
    }

    #[test]
    fn step_is_put_in_however_deep_its_list_lies() {
        assert_eq!(text(&recipe()), "a[bc](|d)e");
        assert_eq!(inserted(&[0]), "xa[bc](|d)e");
        assert_eq!(inserted(&[99]), "a[bc](|d)ex");
        assert_eq!(inserted(&[1, 1]), "a[bxc](|d)e");
        assert_eq!(inserted(&[2, 0, 0]), "a[bc](x|d)e");
    }

    #[test]
    fn step_is_moved_to_where_it_was_pointed() {
        assert_eq!(moved(&[0], &[2]), "[bc]a(|d)e");
        assert_eq!(moved(&[0], &[1, 1]), "[bac](|d)e");
        assert_eq!(moved(&[1, 0], &[0]), "ba[c](|d)e");
        assert_eq!(moved(&[3], &[2, 1, 0]), "a[bc](|ed)");
        assert_eq!(moved(&[2, 1, 0], &[4]), "a[bc](|)ed");
        assert_eq!(moved(&[1, 0], &[1, 2]), "a[cb](|d)e");
    }

    #[test]
    fn nothing_is_moved_into_itself_or_to_where_no_list_is() {
        for (from, to) in
            [(vec![1], vec![1, 0]), (vec![0], vec![3, 0]), (vec![9], vec![0]), (vec![], vec![0])]
        {
            assert_eq!(moved(&from, &to), "a[bc](|d)e", "{from:?} to {to:?}");
        }
        assert_eq!(moved(&[0], &[2, 7, 0]), "a[bc](|d)e");
    }

    #[test]
    fn step_is_taken_out_copied_and_set() {
        assert_eq!(after(RecipeEdit::Remove(vec![1])), "a(|d)e");
        assert_eq!(after(RecipeEdit::Remove(vec![2, 1, 0])), "a[bc](|)e");
        assert_eq!(after(RecipeEdit::Duplicate(vec![1, 1])), "a[bcc](|d)e");
        let set = RecipeEdit::Set { at: vec![1, 0], what: "rules", step: Box::new(apply("x")) };
        assert_eq!(after(set), "a[xc](|d)e");
    }

    #[test]
    fn edit_of_a_step_that_is_not_there_changes_nothing() {
        for path in [vec![], vec![9], vec![0, 0], vec![1, 5], vec![2, 0, 0], vec![2]] {
            if path != [2] {
                assert_eq!(after(RecipeEdit::Remove(path.clone())), "a[bc](|d)e", "{path:?}");
                assert_eq!(after(RecipeEdit::Duplicate(path.clone())), "a[bc](|d)e", "{path:?}");
            }
        }
        assert_eq!(inserted(&[]), "a[bc](|d)e");
        assert_eq!(inserted(&[2, 0]), "a[bc](|d)e");
    }

    #[test]
    fn steps_do_not_lie_deeper_than_can_be_read_again() {
        let mut grammar = grammar();
        grammar.recipe = Vec::new();
        for length in 1..99 {
            let edit = RecipeEdit::Insert { at: vec![0; length], step: Box::new(block(vec![])) };
            edit.apply_to(&mut grammar);
        }
        assert_eq!(depth(&grammar.recipe), DEEPEST_LIST);
    }

    #[test]
    fn all_steps_are_found_by_their_paths() {
        let recipe = recipe();
        let paths = steps_with_paths(&recipe);
        assert_eq!(paths.len(), 7);
        for (path, step) in paths {
            assert_eq!(step_at(&recipe, &path), Some(step), "{}", step_label(&path));
        }
    }
}
