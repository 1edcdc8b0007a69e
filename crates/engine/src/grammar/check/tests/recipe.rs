//! Mistakes in recipes.

use super::*;

/// Returns a change that appends a step to the sound recipe.
fn with_step(step: RecipeStep) -> impl Fn(&mut Grammar) {
    move |grammar| grammar.recipe.push(step.clone())
}

fn run(name: &str) -> RecipeStep {
    RecipeStep::apply(RuleChoice::Named(vec![name.to_owned()]), Times::Exactly(1))
}

fn require(condition: Requirement) -> RecipeStep {
    RecipeStep::Require { notes: String::new(), condition, otherwise: UnmetAction::Stop }
}

#[test]
fn check_finds_mistakes_in_steps_within_steps() {
    let block = |weight, name| WeightedBlock { notes: String::new(), weight, steps: vec![run(name)] };
    let inner = RecipeStep::Choose(vec![block(1, "Grow"), block(1, "Grwo")]);
    let repeat =
        RecipeStep::Repeat { notes: String::new(), times: Times::UntilNone, steps: vec![run("Grow"), inner] };
    error("unknown-rule", "recipe[1].steps[1][1].steps[0].rules", with_step(repeat.clone()));
    let said = {
        let mut grammar = sound();
        grammar.recipe.push(repeat);
        check_grammar(&grammar).remove(0).message
    };
    assert!(said.starts_with("Step 2.2.2.1 of the recipe names"), "{said}");
    let all = RecipeStep::ApplyAll { notes: String::new(), rules: RuleChoice::Tag("none".to_owned()) };
    error(
        "unknown-tag",
        "recipe[1].steps[0].rules",
        with_step(RecipeStep::Block { notes: String::new(), steps: vec![all] }),
    );
    error("range-backwards", "recipe[1].times", {
        with_step(RecipeStep::Repeat {
            notes: String::new(),
            times: Times::Between(3, 1),
            steps: vec![run("Grow")],
        })
    });
    error("out-of-range", "recipe[1].percent", {
        with_step(RecipeStep::Chance { notes: String::new(), percent: 101, steps: vec![run("Grow")] })
    });
    error("empty-choice", "recipe[1]", with_step(RecipeStep::Choose(Vec::new())));
    warning("zero-weights", "recipe[1]", with_step(RecipeStep::Choose(vec![block(0, "Grow")])));
    warning("zero-chance", "recipe[1].percent", {
        with_step(RecipeStep::Chance { notes: String::new(), percent: 0, steps: vec![run("Grow")] })
    });
    warning(
        "empty-steps",
        "recipe[1].steps",
        with_step(RecipeStep::Block { notes: String::new(), steps: Vec::new() }),
    );
}

#[test]
fn check_finds_steps_that_lie_too_deep() {
    let nested = |depth: usize| {
        (1..depth)
            .fold(run("Grow"), |inner, _| RecipeStep::Block { notes: String::new(), steps: vec![inner] })
    };
    assert_eq!(said(with_step(nested(16))), []);
    let path = format!("recipe[1]{}", ".steps[0]".repeat(16));
    error("too-nested", &path, with_step(nested(17)));
    error("too-nested", &path, with_step(nested(30)));
}

#[test]
fn check_finds_mistakes_in_requirements() {
    let present = |text| require(Requirement::Present(pattern(text)));
    error("unknown-symbol", "recipe[1].condition.nodes[1]", with_step(present("1:Z")));
    error("unknown-symbol", "recipe[1].condition.edges[0]", with_step(present("1:A 2:A 1-z>2")));
    error("unknown-node", "recipe[1].condition.edges[0]", with_step(present("1:A 1-p>2")));
    error("empty-left-side", "recipe[1].condition", with_step(present("")));
    let counted = Requirement::Counted { times: CountBound::Between(4, 2), pattern: pattern("1:A") };
    error("range-backwards", "recipe[1].condition.times", with_step(require(counted)));
    let counted = Requirement::Counted { times: CountBound::AtLeast(2), pattern: pattern("1:Z") };
    error("unknown-symbol", "recipe[1].condition.pattern.nodes[1]", with_step(require(counted)));
    let backwards = Requirement::Nodes(CountBound::Between(4, 2));
    error("range-backwards", "recipe[1].condition", with_step(require(backwards)));
    let way = || require(Requirement::LongestWay(CountBound::AtLeast(2)));
    warning("way-without-start", "recipe[1].condition", with_step(way()));
    let retry = |times| RecipeStep::Require {
        notes: String::new(),
        condition: Requirement::Nodes(CountBound::AtLeast(2)),
        otherwise: UnmetAction::Retry { times },
    };
    warning("zero-times", "recipe[1].otherwise", with_step(retry(0)));
    let alone = RecipeStep::Block { notes: String::new(), steps: vec![retry(5), run("Grow")] };
    warning("retry-without-effect", "recipe[1].steps[0].otherwise", with_step(alone));
    assert_eq!(said(with_step(retry(5))), []);
}

#[test]
fn messages_about_conditions_name_no_left_side() {
    for text in ["1:Z", "", "1:A 2:A 1-z>2", "1:A 1-p>2"] {
        let mut grammar = sound();
        grammar.recipe.push(require(Requirement::Absent(pattern(text))));
        let found = check_grammar(&grammar).remove(0);
        assert!(found.message.starts_with("The condition of step 2 of the recipe "), "{found}");
        assert!(!found.message.contains("Before side"), "{found}");
    }
}
