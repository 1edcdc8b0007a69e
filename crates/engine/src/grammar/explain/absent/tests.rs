use super::*;
use crate::base::Seed;
use crate::grammar::testing::random::{full, random_rule};
use crate::grammar::testing::{derived, grammar, rule};
use crate::grammar::{
    CountBound, Requirement, Rule, RuleChoice, Times, UnmetAction, WeightedBlock, find_matches,
};

fn named(name: &str, times: Times) -> RecipeStep {
    RecipeStep::apply(RuleChoice::Named(vec![name.to_owned()]), times)
}

/// Returns the reasons why the rule "it" was not applied, next to a rule "other" that grows.
fn why(it: Rule, recipe: Vec<RecipeStep>) -> Vec<String> {
    let other = Rule { weight: 9, ..rule("other", "1:A", "1:= 2:B 1-p>2") };
    let grammar = grammar("1:A", vec![Rule { name: "it".to_owned(), ..it }, other], recipe);
    let derivation = Arc::new(derived(&grammar, Seed(1)).value);
    why_never(&grammar, 0, &derivation).iter().map(ToString::to_string).collect()
}

fn grow() -> Rule {
    rule("it", "1:A", "1:= 2:C 1-p>2")
}

#[test]
fn rule_that_cannot_run_says_what_keeps_it() {
    let it = || vec![named("it", Times::Exactly(1))];
    assert_eq!(why(Rule { enabled: false, ..grow() }, it()), ["The rule is turned off."]);
    assert_eq!(why(grow(), vec![]), ["No step of the recipe uses the rule."]);
}

#[test]
fn rule_that_was_applied_is_not_missing() {
    assert_eq!(why(grow(), vec![named("it", Times::Exactly(1))]), Vec::<String>::new());
}

#[test]
fn step_that_the_recipe_never_came_to_says_why() {
    let it = || vec![named("it", Times::Exactly(1))];
    let chance = RecipeStep::Chance { notes: String::new(), percent: 0, steps: it() };
    let said = ["Step 2.1 of the recipe: the 0 % chance of step 2 did not come up."];
    assert_eq!(why(grow(), vec![named("other", Times::Exactly(1)), chance]), said);
    let block = |weight, steps| WeightedBlock { notes: String::new(), weight, steps };
    let choice = RecipeStep::Choose(vec![block(0, it()), block(1, vec![])]);
    let said = ["Step 1.1.1 of the recipe: step 1 chose another of its blocks."];
    assert_eq!(why(grow(), vec![choice]), said);
    let repeat = RecipeStep::Repeat { notes: String::new(), times: Times::Exactly(0), steps: it() };
    assert_eq!(why(grow(), vec![repeat]), ["Step 1.1 of the recipe: step 1 was repeated zero times."]);
    let require = RecipeStep::Require {
        notes: String::new(),
        condition: Requirement::Nodes(CountBound::AtLeast(9)),
        otherwise: UnmetAction::Stop,
    };
    let said = ["Step 2 of the recipe: the derivation ended before this step."];
    assert_eq!(why(grow(), [vec![require], it()].concat()), said);
}

#[test]
fn step_that_was_carried_out_says_what_came_of_the_rule() {
    let said = why(grow(), vec![named("it", Times::Exactly(0))]);
    assert_eq!(said, ["Step 1 of the recipe: it applied nothing this time, although the rule had 1 match."]);
    let all = vec![RecipeStep::apply(RuleChoice::All, Times::Exactly(3))];
    let outdrawn = (0..40).find_map(|seed| {
        let other = Rule { weight: 9, ..rule("other", "1:A", "1:= 2:B 1-p>2") };
        let grammar = grammar("1:A", vec![grow(), other], all.clone());
        let derivation = Arc::new(derived(&grammar, Seed(seed)).value);
        why_never(&grammar, 0, &derivation).first().map(ToString::to_string)
    });
    let said = "Step 1 of the recipe: the rule matched before 3 of the 3 applications, but another was chosen each time; its weight is 1 of 10.";
    assert_eq!(outdrawn.as_deref(), Some(said));
}

#[test]
fn match_that_gets_farthest_says_what_it_lacks() {
    let it = || vec![named("other", Times::Exactly(2)), named("it", Times::UntilNone)];
    let chain = rule("it", "1:A 2:B 3:C 1-p>2 2-p>3", "1:= 2:= 3:=");
    let said = why(chain, it());
    assert_eq!(said.len(), 1);
    assert!(said[0].starts_with("Step 2 of the recipe: the rule matches nowhere in 1 mission. "), "{said:?}");
    assert!(said[0].contains("could be edge 2 of the rule"), "{said:?}");
    let forbidden =
        Rule { forbid: vec![crate::grammar::testing::pattern("9:B 1-p>9")], ..rule("it", "1:A", "1:C") };
    let said = why(forbidden, it());
    assert!(said[0].contains("Forbidden pattern 1 of the rule matches"), "{said:?}");
}

#[test]
fn answers_agree_with_the_matches_in_every_mission() {
    let (mut outdrawn, mut nowhere) = (0, 0);
    for case in 0..600 {
        let random = &mut Seed(17).numbered(case).stream();
        let rules: Vec<Rule> = (0..4)
            .map(|number| {
                let rule = random_rule(random);
                Rule { name: format!("rule {number}"), ..full(random, rule) }
            })
            .collect();
        let recipe = vec![RecipeStep::apply(RuleChoice::All, Times::Exactly(6))];
        let grammar = grammar("1:A 2:B 3:A 1-p>2 2-p>3 3-q>1", rules, recipe);
        let derivation = Arc::new(derived(&grammar, Seed(case)).value);
        let matches: Vec<Vec<usize>> = (0..=derivation.steps.len())
            .map(|step| {
                let mission = derivation.at_step(step);
                (0..4).map(|rule| find_matches(&grammar, rule, &mission).len()).collect()
            })
            .collect();
        for rule in 0..4 {
            let applied = derivation.steps.len();
            for absence in why_never(&grammar, rule, &derivation) {
                let Absence::AtStep(AtStep { happened, .. }) = absence else { continue };
                let with = matches[..applied].iter().filter(|of_rules| of_rules[rule] > 0).count();
                match happened {
                    MissedStepReason::Outdrawn { matching, looked, .. } => {
                        assert_eq!((matching, looked), (with, applied), "case {case}, rule {rule}");
                        outdrawn += 1;
                    }
                    MissedStepReason::NoMatch { farthest, .. } => {
                        assert_eq!(with, 0, "case {case}, rule {rule}");
                        assert!(!matches!(*farthest, Explanation::Matches(_)));
                        nowhere += 1;
                    }
                    MissedStepReason::AppliedNothing { .. } => assert!(applied == 0 && matches[0][rule] > 0),
                    other => panic!("case {case}, rule {rule}: {other:?}"),
                }
            }
        }
    }
    assert!(outdrawn > 10 && nowhere > 100, "{outdrawn} outdrawn, {nowhere} nowhere");
}

#[test]
fn symbol_that_is_missing_names_the_rules_that_could_make_it_and_those_that_took_it() {
    let rules = vec![rule("make", "1:B", "1:D"), rule("take", "1:B", "1:C")];
    let recipe = vec![named("take", Times::Exactly(1))];
    let grammar = grammar("1:A 2:B 1-p>2", rules, recipe);
    let derivation = derived(&grammar, Seed(1)).value;
    let said = |symbol| -> Vec<String> {
        why_no_symbol(&grammar, symbol, &derivation).iter().map(ToString::to_string).collect()
    };
    assert_eq!(said("A"), Vec::<String>::new());
    assert_eq!(said("B"), ["Node 2 had it until step 1, when the rule \"take\" removed it."]);
    assert_eq!(said("D"), ["The rule \"make\" creates it, but was not applied."]);
    assert_eq!(said("E"), ["Neither the start nor any rule creates it."]);
}
