//! The examples of the crate run to their end. They check their own results.

#[path = "../examples/edit_grammar.rs"]
mod edit_grammar;
#[path = "../examples/floors.rs"]
mod floors;
#[path = "../examples/run_time.rs"]
mod run_time;

#[test]
fn grammar_is_edited_in_code() {
    edit_grammar::main();
}

#[test]
fn floors_are_streamed() {
    floors::main();
}

#[test]
fn level_is_generated_in_a_thread() {
    run_time::main();
}
