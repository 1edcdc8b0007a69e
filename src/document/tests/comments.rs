//! Random projects with comments and line breaks between any tokens.
//!
//! After a random edit, the text of every unchanged item stays the same, and the whole text equals the
//! document.

use std::collections::BTreeMap;

use super::random_edits::Random;
use crate::document::test_project::content as test_project;
use crate::document::{Content, Document};
use crate::files::{
    parse_grammar, parse_room_set, print_grammar, print_room_set, update_grammar, update_room_set,
};

const CASES: u64 = 40;

#[test]
fn random_edit_keeps_the_text_of_every_other_item() {
    let mut changed = 0;
    for case in 0..CASES {
        let mut random = Random::new(case);
        let mut document = Document::opened(test_project(), None);
        for _ in 0..random.below(80) {
            random.act(&mut document);
        }
        let before = document.content().clone();
        let files: Vec<Decorated> =
            texts(&before).iter().map(|text| Decorated::of(text, &mut random)).collect();
        for file in &files {
            file.assert_says_what_it_did(case);
        }
        while !document.apply(random.edit(document.content())) {}
        let after = document.content();
        let new = &update_grammar(&files[0].text, &after.grammar);
        let read = parse_grammar(new, None);
        assert!(read.complete, "case {case}: {new}\n{:?}", read.diagnostics);
        let stable = print_grammar(&after.grammar);
        assert_eq!(print_grammar(&read.value.unwrap()), stable, "case {case}: {new}");
        files[0].check(new, &stable, case);
        changed += usize::from(*new != files[0].text);
        for (file, rooms) in files[1..].iter().zip(&before.rooms) {
            let Some(set) = after.rooms.iter().find(|other| other.path == rooms.path).map(|rooms| &rooms.set)
            else {
                continue;
            };
            let new = &update_room_set(&file.text, set);
            let stable = print_room_set(set);
            assert_eq!(
                print_room_set(&parse_room_set(new, None).value.unwrap()),
                stable,
                "case {case}: {new}"
            );
            file.check(new, &stable, case);
            changed += usize::from(*new != file.text);
        }
    }
    assert!(changed > CASES as usize / 2, "{changed}");
}

fn texts(content: &Content) -> Vec<String> {
    let sets = content.rooms.iter().map(|rooms| print_room_set(&rooms.set));
    std::iter::once(print_grammar(&content.grammar)).chain(sets).collect()
}

/// A line or an item of a text in the stable form.
struct Block {
    /// List that contains the item; `None` for a line that only opens or closes a list.
    section: Option<String>,
    /// Lines without the comma after the last one.
    text: String,
}

/// Splits a text in the stable form into its items, using the indentation of its lines.
fn blocks(stable: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut section, mut depth) = (String::new(), 1);
    for line in stable.lines() {
        let text = line.trim_start();
        let at = (line.len() - text.len()) / 4;
        let opens = ["rules: [", "recipe: [", "legend: {", "rooms: [", "alphabet: (", "nodes: {", "edges: {"];
        let is_opening = at == depth && at <= 2 && opens.contains(&text);
        let is_closing = at < depth;
        if is_opening {
            section.push_str(text);
            depth += 1;
        } else if is_closing && at > 0 {
            section.truncate(
                section.trim_end_matches(['[', '{', '(', ' ', ':']).rfind([' ', '(']).map_or(0, |at| at + 1),
            );
            depth = at;
        }
        if is_opening || is_closing {
            blocks.push(Block { section: None, text: line.to_owned() });
        } else if at == depth && !text.starts_with([')', ']', '}']) {
            blocks.push(Block { section: Some(section.clone()), text: line.to_owned() });
        } else if let Some(last) = blocks.last_mut() {
            last.text.extend(["\n", line]);
        }
    }
    for block in blocks.iter_mut().filter(|block| block.section.is_some()) {
        block.text.truncate(block.text.trim_end_matches(',').len());
    }
    blocks
}

/// A text with comments anywhere.
struct Decorated {
    text: String,
    /// Texts of the items, by section and stable form, each with the comments before and after it.
    items: BTreeMap<(String, String), Vec<[String; 2]>>,
    /// Texts before and after everything.
    around: [String; 2],
}

impl Decorated {
    fn of(stable: &str, random: &mut Random) -> Self {
        let mut comments = 0;
        let mut comment = move || {
            comments += 1;
            format!("c{comments}")
        };
        let around = [format!("// {}\n\n", comment()), format!("/* {}\n */\n// {}", comment(), comment())];
        let (mut text, mut items) = (around[0].clone(), BTreeMap::<_, Vec<_>>::new());
        let all = blocks(stable);
        for (index, block) in all.iter().enumerate() {
            let Some(section) = &block.section else {
                begin_line(&mut text);
                text.push_str(&block.text);
                text.push_str(random.pick(&["\n", " // of the list\n", "\n\n", "\n    // first\n"]));
                continue;
            };
            let is_on_own_line = text.ends_with('\n');
            let mut item = String::new();
            if is_on_own_line {
                match random.below(5) {
                    0 => item.push('\n'),
                    1 => item.push_str(&format!("    // {}\n", comment())),
                    2 => item.push_str(&format!(
                        "  /* {}\n */ // {}\n\n\t// {}\n",
                        comment(),
                        comment(),
                        comment()
                    )),
                    _ => {}
                }
                item.push_str(&" ".repeat(random.below(12)));
            }
            if random.below(4) == 0 {
                item.push_str(&format!("/* {} */", comment()));
            }
            let may_break = random.below(2) == 0;
            for (index, token) in tokens(&block.text).into_iter().enumerate() {
                match random.below(if may_break { 24 } else { 3 }) {
                    _ if index == 0 => {}
                    0 | 1 => item.push(' '),
                    3 => item.push_str("\n          "),
                    4 => item.push_str(&format!(" /* {} /* , */ */ ", comment())),
                    5 => item.push_str(&format!(" // {}, \"\n\n ", comment())),
                    _ => {}
                }
                item.push_str(token);
            }
            text.push_str(&item);
            let is_last =
                all.get(index + 1).is_some_and(|next| next.text.trim_start().starts_with([')', ']', '}']));
            if !is_last || random.below(2) == 0 {
                text.push(',');
            }
            let behind = match random.below(3) {
                0 => format!("// {}", comment()),
                _ => String::new(),
            };
            text.push_str(&behind);
            if !behind.is_empty() || random.below(3) > 0 {
                text.push('\n');
            }
            let item = if is_on_own_line { item } else { item.trim_start().to_owned() };
            items.entry((section.clone(), block.text.clone())).or_default().push([item, behind]);
        }
        text.push_str(&around[1]);
        Self { text, items, around }
    }

    /// Checks that the comments cause no mistakes.
    fn assert_says_what_it_did(&self, case: u64) {
        let (grammar, set) = (parse_grammar(&self.text, None), parse_room_set(&self.text, None));
        assert!(grammar.complete || set.complete, "case {case}: {}\n{:?}", self.text, grammar.diagnostics);
    }

    /// Checks that every unchanged item kept its text.
    fn check(&self, new: &str, stable: &str, case: u64) {
        let old = &self.text;
        assert!(
            new.starts_with(&self.around[0]) && new.ends_with(&self.around[1]),
            "case {case}: {old}\n\nto\n{new}"
        );
        let mut wanted: BTreeMap<(String, String), usize> = BTreeMap::new();
        for block in blocks(stable) {
            *wanted.entry((block.section.unwrap_or_default(), block.text)).or_default() += 1;
        }
        for (item, texts) in &self.items {
            let wanted = wanted.get(item).copied().unwrap_or(0).min(texts.len());
            let is_there = |text: &&[String; 2]| text.iter().all(|text| new.contains(text.as_str()));
            let found = texts.iter().filter(is_there).count();
            assert!(found >= wanted, "case {case}: {item:?} {texts:?}\n\nfrom\n{old}\n\nto\n{new}");
        }
    }
}

fn begin_line(text: &mut String) {
    if !text.ends_with('\n') {
        text.push('\n');
    }
}

fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => {
                let mut is_escaped = false;
                let end = rest.char_indices().skip(1).find(|&(_, character)| {
                    let ends = character == first && !is_escaped;
                    is_escaped = character == '\\' && !is_escaped;
                    ends
                });
                end.map_or(rest.len(), |(at, _)| at + 1)
            }
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | ':' => 1,
            _ => rest.find([' ', '(', ')', '[', ']', '{', '}', ',', ':', '\n']).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}
