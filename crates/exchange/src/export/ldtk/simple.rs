//! The files of LDtk's super simple export, in `<name>/simplified/<Level>/`.
//!
//! These are `data.json`, the numbers of cells as CSV, and a picture of each layer.

use super::definitions::color_of;
use super::json::{Json, object};
use super::level::ProjectLevel;
use super::project::{BACKGROUND, LdtkProject};
use super::{LayerKind, file};
use crate::base::{Color, Size, print_json};
use crate::export::ExportedFile;
use crate::export::atlas::TileLayer;
use crate::export::png_file::{png, transparent_png};

/// Prints one line per entity.
const LINES: &[&[&str]] = &[&[], &["entities"], &["entities", "*"]];

pub(super) fn files(project: &LdtkProject<'_>, level: &ProjectLevel<'_>) -> Vec<ExportedFile> {
    let folder = format!("{}/simplified/{}", project.name, level.identifier());
    let drawn = |layers: &[TileLayer]| level.tiles.picture_of(layers, &project.atlas);
    let file = |name: &str, bytes: Vec<u8>| file(format!("{folder}/{name}"), bytes);
    let cells = LayerKind::Cells.identifier();
    let mut files = vec![
        file("data.json", print_json(&data(project, level), LINES).into_bytes()),
        file(&format!("{cells}.csv"), csv(project, level).into_bytes()),
        file(&format!("{cells}-int.png"), numbers_picture(project, level)),
        file("_bg.png", background(project, level)),
        file("_composite.png", drawn(&TileLayer::ALL)),
    ];
    let picture = |layer: TileLayer| file(&picture_of(layer), drawn(&[layer]));
    files.extend(TileLayer::ALL.map(picture));
    files
}

fn picture_of(layer: TileLayer) -> String {
    format!("{}.png", layer.name())
}

fn data(project: &LdtkProject<'_>, level: &ProjectLevel<'_>) -> Json {
    let [width, height] = level.size_px(project.px());
    let fields = project.level_fields.iter().zip(&level.entries);
    let fields =
        fields.map(|(field, entry)| (field.identifier.clone().into(), entry.value.json(&level.whereabouts)));
    let entities = project.definitions.iter().map(|own| {
        let things = project.instances(level).filter(|(_, definition)| definition.uid == own.uid);
        let things = things.map(|(thing, definition)| {
            let ([x, y], [width, height]) = project.place_px(thing);
            let values = thing.values(definition);
            let fields = definition.fields.iter().zip(&values);
            let fields = fields
                .map(|(field, value)| (field.identifier.clone().into(), value.json(&level.whereabouts)));
            object! {
                "id": &own.identifier,
                "iid": &thing.iid,
                "layer": LayerKind::Entities.identifier(),
                "x": x,
                "y": y,
                "width": width,
                "height": height,
                "color": number_of(color_of(&own.identifier)),
                "customFields": Json::Object(fields.collect()),
            }
        });
        (own.identifier.clone().into(), Json::list(things))
    });
    object! {
        "identifier": level.identifier(),
        // The spelling is LDtk's.
        "uniqueIdentifer": &level.whereabouts.level,
        "x": level.left,
        "y": 0,
        "width": width,
        "height": height,
        "bgColor": BACKGROUND,
        "neighbourLevels": Json::List(Vec::new()),
        "customFields": Json::Object(fields.collect()),
        "layers": Json::list(TileLayer::ALL.map(picture_of)),
        "entities": Json::Object(entities.collect()),
    }
}

/// Returns the numbers of cells in LDtk's form: every line except the last ends with a comma.
fn csv(project: &LdtkProject<'_>, level: &ProjectLevel<'_>) -> String {
    let rows: Vec<String> = project
        .cells
        .rows(level.level)
        .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
        .collect();
    rows.join(",\n") + "\n"
}

/// Returns a colour as one number.
fn number_of(color: Color) -> i64 {
    i64::from(color.r) << 16 | i64::from(color.g) << 8 | i64::from(color.b)
}

/// Draws one pixel per cell, in the colour of its number.
fn numbers_picture(project: &LdtkProject<'_>, level: &ProjectLevel<'_>) -> Vec<u8> {
    let color = |number: u32| project.cells.color(number);
    let rows = project.cells.rows(level.level).map(|row| row.into_iter().map(color).collect());
    transparent_png(level.level.tiles.size(), rows).expect("all rows are there")
}

fn background(project: &LdtkProject<'_>, level: &ProjectLevel<'_>) -> Vec<u8> {
    let [width, height] = level.size_px(project.px()).map(|side| u32::try_from(side.max(1)).unwrap_or(1));
    let rows = (0..height).map(|_| vec![BACKGROUND; width as usize]);
    png(Size::new(width, height), rows).expect("all rows are there")
}
