//! Links, pictures and the table of contents of the documentation lead to files that are there.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{home, markdown_files, pages};

/// Returns the targets of the links of a page, without web addresses.
fn targets(text: &str) -> Vec<&str> {
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links.filter(|target| !target.contains("://")).collect()
}

/// Returns the anchor that code hosts and mdBook give a heading.
fn anchor(heading: &str) -> String {
    let plain = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = plain.chars().filter(|one| one.is_alphanumeric() || " -_".contains(*one));
    kept.map(|one| if one == ' ' { '-' } else { one }).collect()
}

fn has_anchor(file: &Path, wanted: &str) -> bool {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().any(|line| line.starts_with('#') && anchor(line) == wanted)
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut wrong = Vec::new();
    for page in pages() {
        let own = home().join(&page.name);
        let folder = own.parent().expect("pages are in folders");
        for target in targets(&page.text) {
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if path.is_empty() { own.clone() } else { folder.join(path) };
            if !file.exists() || !heading.is_empty() && !has_anchor(&file, heading) {
                wrong.push(format!("{}: {target}", page.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_of_contents_lists_every_page() {
    let docs = home().join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).expect("the page can be read");
    let listed: BTreeSet<PathBuf> = targets(&summary).into_iter().map(|target| docs.join(target)).collect();
    let written: BTreeSet<PathBuf> =
        markdown_files(&docs).into_iter().filter(|file| !file.ends_with("SUMMARY.md")).collect();
    let missing: Vec<_> = written.difference(&listed).collect();
    assert!(missing.is_empty(), "not in SUMMARY.md: {missing:#?}");
}

#[test]
fn the_page_of_levels_names_every_field() {
    let page = std::fs::read_to_string(home().join("docs/reference/level.md")).expect("the page can be read");
    let code: String = page.split('`').skip(1).step_by(2).map(|code| format!("{code} ")).collect();
    let words: BTreeSet<&str> =
        code.split(|one: char| !one.is_alphanumeric() && !['_', '$'].contains(&one)).collect();
    let schema = std::fs::read_to_string(home().join("crates/exchange/src/export/level.schema.json"));
    let schema = serde_json::from_str(&schema.expect("the schema can be read")).expect("JSON");
    let mut fields = BTreeSet::new();
    fields_of(&schema, &mut fields);
    let missing: Vec<_> = fields.iter().filter(|field| !words.contains(field.as_str())).collect();
    assert!(fields.len() > 80 && missing.is_empty(), "{missing:?}");
}

/// Collects the names of all properties of a schema.
fn fields_of(schema: &Value, found: &mut BTreeSet<String>) {
    let Some(parts) = schema.as_object() else { return };
    for (name, part) in parts {
        match part.as_object().filter(|_| name == "properties") {
            // A property may be called "properties", too: then it is a reference.
            Some(properties) if !properties.contains_key("$ref") => {
                found.extend(properties.keys().cloned());
                properties.values().for_each(|part| fields_of(part, found));
            }
            _ => fields_of(part, found),
        }
    }
    let lists = parts.values().filter_map(Value::as_array).flatten();
    lists.for_each(|part| fields_of(part, found));
}

#[test]
fn codes_of_the_guide_are_those_of_the_program() {
    let text =
        std::fs::read_to_string(home().join("docs/guide/troubleshooting.md")).expect("the page can be read");
    let rows =
        text.lines().filter_map(|line| line.strip_prefix("| `")).filter_map(|row| row.split('|').next());
    let codes =
        rows.flat_map(|cell| cell.split('`')).filter(|word| word.contains('-') && !word.contains(' '));
    let codes: BTreeSet<String> = codes.map(|code| format!("\"{code}\"")).collect();
    assert!(codes.len() > 20, "{codes:?}");
    let source = ["crates/engine/src", "crates/exchange/src", "crates/ron-edit/src", "src"];
    let source: String = source.iter().map(|folder| source_below(&home().join(folder))).collect();
    let unknown: Vec<_> = codes.iter().filter(|code| !source.contains(code.as_str())).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn menu_items_of_the_pages_are_those_of_the_editor() {
    let source = source_below(&home().join("src/editor"));
    let mut wrong = Vec::new();
    for page in pages() {
        let items = page.text.split('*').filter(|text| text.contains(" ▸ ") && !text.contains('\n'));
        let items = items.filter_map(|item| item.rsplit(" ▸ ").next());
        wrong.extend(
            items
                .filter(|item| !source.contains(&format!("\"{item}")))
                .map(|item| format!("{}: {item}", page.name)),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the source below a folder.
fn source_below(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).expect("the source can be read");
    let text = |path: PathBuf| match path.is_dir() {
        true => source_below(&path),
        false => std::fs::read_to_string(path).unwrap_or_default(),
    };
    entries.map(|entry| text(entry.expect("the source can be read").path())).collect()
}
