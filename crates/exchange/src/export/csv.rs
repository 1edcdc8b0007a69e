//! Exports a level as CSV for spreadsheets and small engines.
//!
//! The main file holds the tile number of each cell, one line per row of the level. The other files are:
//!
//! - `-legend`: the meaning of each number
//! - `-owners`: the owner of each cell
//! - `-layer-1` and so on: tiles drawn over the base tiles, −1 for none
//! - `-layers`, `-places`, `-passages` and `-entities`: one line per item
//!
//! Grids of cells have no title row; the legend and the tables of items have one.

use std::collections::BTreeMap;
use std::fmt::Display;

use super::{ExportOptions, Exported, ExportedFile};
use crate::base::Grid;
use crate::level::{Layer, Level};

/// Number for an empty cell of a layer, and for a character that the legend lacks.
const NOTHING: i64 = -1;

pub(super) fn write(level: &Level, options: &ExportOptions) -> Exported {
    let name = &options.name;
    let numbers: BTreeMap<char, i64> =
        level.legend.keys().zip(0..).map(|(character, number)| (*character, number)).collect();
    let number = |character: &char| numbers.get(character).copied().unwrap_or(NOTHING);
    let file = |part: &str, text: String| ExportedFile {
        name: format!("{name}{part}.csv"),
        bytes: text.into_bytes(),
    };
    let mut others = vec![
        file("-legend", legend(level)),
        file("-owners", cells(&level.owners, |owner| i64::from(owner.0))),
        file("-places", places(level)),
        file("-passages", passages(level)),
        file("-entities", entities(level)),
    ];
    if !level.layers.is_empty() {
        others.push(file("-layers", layers(level)));
    }
    for (layer, place) in level.layers.iter().zip(1..) {
        let drawn = |tile: &char| if *tile == Layer::NOTHING { NOTHING } else { number(tile) };
        others.push(file(&format!("-layer-{place}"), cells(&layer.tiles, drawn)));
    }
    Exported { main: file("", cells(&level.tiles, number)), others }
}

/// Prints a number for each cell, one line per row. A level without cells gives an empty line.
fn cells<T>(grid: &Grid<T>, number: impl Fn(&T) -> i64) -> String {
    let mut text = String::new();
    for row in grid.rows() {
        let row: Vec<String> = row.iter().map(|cell| number(cell).to_string()).collect();
        text += &row.join(",");
        text.push('\n');
    }
    if text.is_empty() { "\n".to_owned() } else { text }
}

fn legend(level: &Level) -> String {
    let mut table = CsvTable::new("number,character,name,walkable,color");
    for ((character, tile), number) in level.legend.iter().zip(0_i64..) {
        let row = table.row().cell(number).text(character.encode_utf8(&mut [0; 4]));
        row.text(&tile.name).cell(tile.walkable).cell(tile.color);
    }
    table.finish()
}

fn places(level: &Level) -> String {
    let mut table = CsvTable::new(
        "id,node,symbol,role,technique,anchor_x,anchor_y,bounds_x,bounds_y,bounds_width,bounds_height",
    );
    for place in &level.places {
        let row = table.row().cell(place.id).cell(place.node.0).text(&place.symbol).option(place.role);
        let row = row.cell(format_args!("{:?}", place.technique)).cell(place.anchor.x).cell(place.anchor.y);
        let (min, size) = (place.bounds.min, place.bounds.size);
        row.cell(min.x).cell(min.y).cell(size.width).cell(size.height);
    }
    table.finish()
}

fn passages(level: &Level) -> String {
    let mut table = CsvTable::new("id,edge,symbol,from,to,form,door,one_way");
    for passage in &level.passages {
        let row = table.row().cell(passage.id).cell(passage.edge.0).text(&passage.symbol);
        let row = row.cell(passage.from).cell(passage.to).cell(format_args!("{:?}", passage.kind));
        row.cell(format_args!("{:?}", passage.door)).cell(passage.one_way);
    }
    table.finish()
}

fn entities(level: &Level) -> String {
    let mut table = CsvTable::new("id,kind,x,y,place,node,pass,marker,solid");
    for entity in &level.entities {
        let row = table.row().cell(entity.id).text(&entity.kind).cell(entity.at.x).cell(entity.at.y);
        let row = row.cell(entity.place).option(entity.node.map(|node| node.0));
        let row = match &entity.pass {
            Some(pass) => row.text(pass),
            None => row.cell(""),
        };
        row.cell(entity.marker).cell(entity.solid);
    }
    table.finish()
}

fn layers(level: &Level) -> String {
    let mut table = CsvTable::new("layer,name");
    for (layer, number) in level.layers.iter().zip(1_i64..) {
        table.row().cell(number).text(&layer.name);
    }
    table.finish()
}

/// A table that is being written. Texts are quoted where RFC 4180 requires it.
struct CsvTable(String);

/// A row of a table; ends its line when finished.
struct CsvRow<'t> {
    table: &'t mut CsvTable,
    is_first: bool,
}

impl CsvTable {
    fn new(title: &str) -> Self {
        Self(format!("{title}\n"))
    }

    fn row(&mut self) -> CsvRow<'_> {
        CsvRow { table: self, is_first: true }
    }

    fn finish(self) -> String {
        self.0
    }
}

impl CsvRow<'_> {
    /// Adds a value that needs no quotes: a number or a word.
    fn cell(mut self, value: impl Display) -> Self {
        if !std::mem::take(&mut self.is_first) {
            self.table.0.push(',');
        }
        self.table.0 += &value.to_string();
        self
    }

    fn option(self, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.cell(value),
            None => self.cell(""),
        }
    }

    /// Adds a text, quoted if necessary. An empty text is quoted, so that it is not read as a missing value.
    fn text(self, text: &str) -> Self {
        let is_plain = !text.is_empty() && !text.contains(['"', ',', '\n', '\r']) && text.trim() == text;
        if is_plain { self.cell(text) } else { self.cell(format_args!("\"{}\"", text.replace('"', "\"\""))) }
    }
}

impl Drop for CsvRow<'_> {
    fn drop(&mut self) {
        self.table.0.push('\n');
    }
}
