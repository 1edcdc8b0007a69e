//! Everything that the window can ask for has an entry.

use std::fs;

use delvewright::base::{Parameters, each_parameter};
use delvewright::files::load_project;
use delvewright::grammar::Grammar;
use delvewright::reference::{CellContent, ReferencePages, ReferenceSubject, ReferenceTopic};
use delvewright::settings::Chests;

use super::file_of;

/// Returns everything in a grammar that has parameters.
fn parts_of(grammar: &Grammar) -> Vec<Box<dyn Parameters>> {
    let mut parts: Vec<Box<dyn Parameters>> =
        vec![Box::new(grammar.layout.clone()), Box::new(grammar.limits), Box::new(grammar.start.clone())];
    for symbol in grammar.alphabet.nodes.values() {
        parts.push(Box::new(symbol.clone()));
        parts.extend(symbol.form.clone().map(|form| Box::new(form) as Box<dyn Parameters>));
    }
    for symbol in grammar.alphabet.edges.values() {
        parts.push(Box::new(symbol.clone()));
        parts.push(Box::new(symbol.kind));
    }
    parts.extend(grammar.populate.iter().map(|pass| Box::new(pass.clone()) as Box<dyn Parameters>));
    parts
}

#[test]
fn every_parameter_of_the_examples_has_a_row() {
    let pages = ReferencePages::default();
    let mut missing = Vec::new();
    let folder = file_of("x").ancestors().nth(3).expect("the folder of the project").join("grammars");
    for entry in fs::read_dir(folder).expect("the examples are there") {
        let path = entry.expect("the examples can be read").path();
        if path.extension().is_none_or(|extension| extension != "ron") {
            continue;
        }
        let project = load_project(&path, &[]).expect("an example can be read");
        for mut part in project.grammar.value.iter().flat_map(parts_of) {
            each_parameter(part.as_mut(), &mut |_, slot| {
                let parameter = *slot.parameter();
                // The section around it explains a choice among variants.
                if parameter.field.is_empty() {
                    return;
                }
                let entry = pages.find(&[ReferenceSubject::Parameter(parameter)]);
                if entry.is_none_or(|entry| entry.row.is_none()) {
                    missing.push(format!("{parameter:?}"));
                }
            });
        }
    }
    missing.sort();
    missing.dedup();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_code_has_a_row() {
    let pages = ReferencePages::default();
    let page = pages.page(ReferenceTopic::Diagnostics).expect("the page is there");
    for row in page.sections.iter().flat_map(|section| &section.rows) {
        let Some(CellContent::Code(code)) = row.first() else { panic!("{row:?} begins with its code") };
        let code: &'static str = code.clone().leak();
        let entry = pages.find(&[ReferenceSubject::Code(code)]).expect("an entry");
        assert_eq!(pages.name_of(entry), code);
    }
}

#[test]
fn parameter_that_several_types_have_is_that_of_the_section_around() {
    let pages = ReferencePages::default();
    let chests = ReferenceSubject::Section("Chests".to_owned());
    let way = ReferenceSubject::Section("Along the way".to_owned());
    let mut entity = None;
    each_parameter(&mut Chests::default(), &mut |_, slot| {
        entity = entity.or(Some(*slot.parameter()).filter(|parameter| parameter.field == "entity"));
    });
    let entity = entity.expect("chests have an entity");
    let [first, second] = [chests, way].map(|section| {
        let subjects = [ReferenceSubject::Parameter(entity), section];
        pages.place_of(pages.find(&subjects).expect("an entry"))
    });
    assert_eq!((first.as_str(), second.as_str()), ("Chests", "Along the way"));
}

#[test]
fn subject_without_an_entry_is_explained_by_what_is_around_it() {
    let pages = ReferencePages::default();
    let none = ReferenceSubject::FormRow("Nothing of this name".to_owned());
    let entry = pages.find(&[none.clone(), ReferenceSubject::of::<Grammar>()]).expect("an entry");
    assert_eq!((pages.name_of(entry).as_str(), entry.row), ("Grammar", None));
    assert_eq!(pages.find(&[none]), None);
    let notes = ReferenceSubject::FormRow("Notes".to_owned());
    let entry = pages.find(&[notes, ReferenceSubject::of::<Grammar>()]).expect("an entry");
    assert_eq!((pages.name_of(entry), pages.place_of(entry)), ("notes".to_owned(), "Grammar".to_owned()));
}

#[test]
fn search_finds_names_first_and_then_texts() {
    let pages = ReferencePages::default();
    let names: Vec<String> =
        pages.search("unknown-sym").into_iter().map(|entry| pages.name_of(entry)).collect();
    assert_eq!(names, ["unknown-symbol"]);
    let found = pages.search("smoothing");
    assert_eq!(found.first().map(|entry| pages.name_of(*entry)).as_deref(), Some("smoothing"));
    let by_text = pages.search("wall to wall minimum distance");
    assert_eq!(by_text.first().map(|entry| pages.name_of(*entry)).as_deref(), Some("gap"));
    assert_eq!(pages.search("  "), []);
}

#[test]
fn links_lead_to_sections_and_pages() {
    let pages = ReferencePages::default();
    let entry = pages.follow(ReferenceTopic::Grammar, "#node-symbol").expect("an entry");
    assert_eq!(pages.name_of(entry), "Node symbol");
    assert_eq!(pages.follow(ReferenceTopic::Grammar, "rooms.md"), Some(ReferenceTopic::Rooms.top()));
    assert_eq!(pages.follow(ReferenceTopic::Grammar, "#no-such-section"), None);
}
