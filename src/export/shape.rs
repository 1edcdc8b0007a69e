//! Which parts of a level get lines of their own, in RON and in JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::base::Grid;
use crate::level::{Layer, Level, MissionRecord, Owner, Template};

/// A notation: how names and brackets look, and how a value is written on one line.
pub(super) trait Notation {
    /// A value on one line.
    fn line<T: Serialize + ?Sized>(&self, value: &T) -> String;
    /// The name of a field with what follows it.
    fn field(&self, name: &str) -> String;
    /// The brackets around fields.
    const FIELDS: [char; 2];
}

/// A part of a level.
enum Part {
    /// On one line.
    Line(String),
    /// One element a line.
    List(Vec<Part>),
    /// One entry a line, by key.
    Map(Vec<(String, Part)>),
    /// One field a line.
    Fields(Vec<(&'static str, Part)>),
}

/// The whole level.
pub(super) fn write<N: Notation>(notation: &N, level: &Level) -> String {
    let mut text = String::new();
    print(notation, &parts(notation, level), 0, &mut text);
    text.push('\n');
    text
}

fn parts<N: Notation>(notation: &N, level: &Level) -> Part {
    // Taken apart in full, so that a new field cannot be forgotten.
    let Level {
        format,
        generator,
        grammar,
        seed,
        width,
        height,
        movement,
        legend,
        tiles,
        owners,
        layers,
        places,
        passages,
        entities,
        templates,
        bridges,
        mission,
        report,
    } = level;
    let runs: Vec<Vec<(Owner, usize)>> = owners.rows().map(runs).collect();
    let templates = templates.iter().map(|(name, value)| (key(notation, name), template(notation, value)));
    let mut fields = vec![
        ("format", Part::Line(notation.line(format))),
        ("generator", Part::Line(notation.line(generator))),
        ("grammar", Part::Line(notation.line(grammar))),
        ("seed", Part::Line(notation.line(seed))),
        ("width", Part::Line(notation.line(width))),
        ("height", Part::Line(notation.line(height))),
        ("movement", Part::Line(notation.line(movement))),
        ("legend", map(notation, legend)),
        ("tiles", rows(notation, tiles)),
        ("owners", list(notation, &runs)),
    ];
    if !layers.is_empty() {
        let layers = layers.iter().map(|one| layer(notation, one)).collect();
        fields.push(("layers", Part::List(layers)));
    }
    fields.extend([
        ("places", list(notation, places)),
        ("passages", list(notation, passages)),
        ("entities", list(notation, entities)),
        ("templates", Part::Map(templates.collect())),
        ("bridges", list(notation, bridges)),
        ("mission", record(notation, mission)),
        ("report", map(notation, &report.promises)),
    ]);
    Part::Fields(fields)
}

fn layer<N: Notation>(notation: &N, layer: &Layer) -> Part {
    let Layer { name, tiles } = layer;
    Part::Fields(vec![("name", Part::Line(notation.line(name))), ("tiles", rows(notation, tiles))])
}

fn rows<N: Notation>(notation: &N, tiles: &Grid<char>) -> Part {
    let rows: Vec<String> = tiles.rows().map(|row| row.iter().collect()).collect();
    list(notation, &rows)
}

fn runs(row: &[Owner]) -> Vec<(Owner, usize)> {
    row.chunk_by(|a, b| a == b).filter_map(|run| run.first().map(|owner| (*owner, run.len()))).collect()
}

fn template<N: Notation>(notation: &N, template: &Template) -> Part {
    let Template { picture, legend, sockets, blocker, special_sockets, entities, nothing } = template;
    let mut fields = vec![
        ("picture", list(notation, picture)),
        ("legend", Part::Line(notation.line(legend))),
        ("sockets", Part::Line(notation.line(sockets))),
        ("blocker", Part::Line(notation.line(blocker))),
    ];
    if !special_sockets.is_empty() {
        fields.push(("special_sockets", list(notation, special_sockets)));
    }
    if !entities.is_empty() {
        fields.push(("entities", list(notation, entities)));
    }
    if !nothing.is_empty() {
        fields.push(("nothing", Part::Line(notation.line(nothing))));
    }
    Part::Fields(fields)
}

fn record<N: Notation>(notation: &N, mission: &MissionRecord) -> Part {
    let MissionRecord { nodes, edges, node_symbols, edge_symbols, links } = mission;
    let mut fields = vec![("nodes", list(notation, nodes)), ("edges", list(notation, edges))];
    if !node_symbols.is_empty() {
        fields.push(("node_symbols", map(notation, node_symbols)));
    }
    if !edge_symbols.is_empty() {
        fields.push(("edge_symbols", map(notation, edge_symbols)));
    }
    if !links.is_empty() {
        fields.push(("links", list(notation, links)));
    }
    Part::Fields(fields)
}

fn map<N: Notation, K: Serialize, T: Serialize>(notation: &N, entries: &BTreeMap<K, T>) -> Part {
    let line = |(name, value)| (key(notation, name), Part::Line(notation.line(value)));
    Part::Map(entries.iter().map(line).collect())
}

fn list<N: Notation, T: Serialize>(notation: &N, items: &[T]) -> Part {
    Part::List(items.iter().map(|item| Part::Line(notation.line(item))).collect())
}

fn key<N: Notation, T: Serialize + ?Sized>(notation: &N, key: &T) -> String {
    format!("{}: ", notation.line(key))
}

fn print<N: Notation>(notation: &N, part: &Part, depth: usize, text: &mut String) {
    match part {
        Part::Line(line) => text.push_str(line),
        Part::List(items) => {
            let items = items.iter().map(|item| (String::new(), item));
            print_group(notation, ['[', ']'], items, depth, text);
        }
        Part::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| (key.clone(), value));
            print_group(notation, ['{', '}'], entries, depth, text);
        }
        Part::Fields(fields) => {
            let fields = fields.iter().map(|(name, value)| (notation.field(name), value));
            print_group(notation, N::FIELDS, fields, depth, text);
        }
    }
}

fn print_group<'a, N: Notation>(
    notation: &N,
    [open, close]: [char; 2],
    entries: impl ExactSizeIterator<Item = (String, &'a Part)>,
    depth: usize,
    text: &mut String,
) {
    text.push(open);
    let last = entries.len().checked_sub(1);
    for (index, (name, part)) in entries.enumerate() {
        new_line(depth + 1, text);
        text.push_str(&name);
        print(notation, part, depth + 1, text);
        if Some(index) != last {
            text.push(',');
        }
    }
    if last.is_some() {
        new_line(depth, text);
    }
    text.push(close);
}

fn new_line(depth: usize, text: &mut String) {
    text.push('\n');
    text.extend(std::iter::repeat_n("  ", depth));
}
