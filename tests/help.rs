//! Help in the terminal: topics of the reference, single words, and words that nothing explains.

use delvewright::reference::ReferenceTopic;

use crate::command_line::assert_code;
use crate::{err, out, run};

#[test]
fn help_shows_topics_of_the_reference_and_commands() {
    assert!(out(&run(&["help", "diagnostics"])).starts_with("# Diagnostics\n"));
    assert!(out(&run(&["help", "export"])).contains("Usage:"));
    let rooms = out(&run(&["help", "rooms"]));
    assert!(rooms.contains("Usage:") && rooms.contains("delvewright reference rooms"), "{rooms}");
}

#[test]
fn help_lists_the_topics_and_explains_single_words() {
    for arguments in [["help"], ["--help"]] {
        let list = out(&run(&arguments));
        for topic in ReferenceTopic::ALL {
            let line = format!("  {} ", topic.name());
            assert!(list.lines().any(|found| found.starts_with(&line)), "{list}");
        }
    }
    for (word, expected) in [
        ("walkers", "## Walkers\n"),
        ("epochs", "## Epochs\n"),
        ("sprawl", "## Spacing: Sprawl\n"),
        ("layout", "- Field: `layout`\n"),
        ("layout", "## Layout settings\n"),
        ("node_symbol", "## Node symbol\n"),
        ("Node symbol", "## Node symbol\n"),
        ("no-way", "## Layout\n\n- Code: `no-way`\n- Cause: "),
        ("NO-WAY", "- Remedy: "),
        ("ceiling", "--ceiling"),
    ] {
        let output = run(&["help", word]);
        assert_code(&output, 0);
        assert!(out(&output).contains(expected), "{word}: {}", out(&output));
        assert!(!out(&output).starts_with("# "), "{word} is no page");
    }
    let in_two_words = run(&["help", "node", "symbol"]);
    assert_eq!(out(&in_two_words), out(&run(&["help", "node-symbol"])));
}

#[test]
fn help_about_nothing_known_names_similar_words() {
    for (word, expected) in [
        ("no-wy", "there is no help about \"no-wy\". Did you mean \"no-way\""),
        ("genrate", "\"generate\""),
        ("gramar", "\"grammar\""),
        ("sprawling", "\"Sprawl\""),
        ("xyzzyxyzzy", "\"delvewright help\" lists the commands and topics"),
        ("?", "lists the commands and topics"),
    ] {
        let output = run(&["help", word]);
        assert_code(&output, 2);
        assert!(err(&output).contains(expected) && out(&output).is_empty(), "{}", err(&output));
    }
}
