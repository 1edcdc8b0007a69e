//! Objects of a map: sockets, and what stands or lies in rooms.

use std::rc::Rc;

use super::map::{Layer, Map, Object, Shape, near};
use super::meanings::Meanings;
use super::rooms::Ground;
use crate::base::Cell;
use crate::import::drawing::Remarks;

/// Puts an object on its cell, or remarks why not.
pub(super) fn add(
    object: &Object,
    layer: &Layer,
    map: &Map,
    meanings: &mut Meanings<'_>,
    ground: &mut Ground,
    remarks: &mut Remarks,
) {
    let line = object.line.map_or_else(String::new, |line| format!(", line {line}"));
    let place = || Some(format!("the layer \"{}\"{line} ({})", layer.name, called(object)));
    let mut leave_out = |which: &str, hint: Option<&str>| {
        let what = format!("{which} are left out");
        remarks.warn("object-left-out", what, place(), hint.map(str::to_owned));
    };
    if let Some(why) = &object.missing {
        let which = format!("Objects of a template that cannot be read ({why})");
        return leave_out(
            &which,
            Some("put the template where the map looks for it, or detach them in Tiled"),
        );
    }
    match object.shape {
        _ if !object.is_visible => return leave_out("Hidden objects", None),
        _ if object.is_turned => return leave_out("Turned objects", None),
        Shape::Other(shape) => {
            return leave_out(
                &format!("Objects drawn as {shape}s"),
                Some("sockets and things are points, rectangles or tiles"),
            );
        }
        Shape::Box | Shape::Point => {}
    }
    let Some(cell) = cell_of(object, layer, map) else {
        return leave_out("Objects that lie too far out", None);
    };
    if ground.area.is_some_and(|area| !area.contains(cell)) {
        let hint = "move them onto the map, or draw a rectangle of the class Room around what they belong to";
        return leave_out("Objects that lie outside of the map", Some(hint));
    }
    let mut properties = object.properties.clone();
    let mut class = object.class.clone();
    if let Some(number) = object.tile
        && let Some(tile) = meanings.object_tile(number)
    {
        for (name, value) in &tile.properties {
            properties.entry(name.clone()).or_insert_with(|| value.clone());
        }
        if class.is_empty() {
            class.clone_from(&tile.class);
        }
        if class.is_empty() && object.name.is_empty() {
            class = tile.picture.clone().unwrap_or_default();
        }
    }
    let Some(meaning) = meanings.of_thing(&class, &object.name, &properties, remarks) else {
        let hint = "give them the class Socket, Entity or Marker, or the name of what they are";
        return remarks.warn(
            "object-left-out",
            "Objects that do not say what they are are left out".to_owned(),
            place(),
            Some(hint.to_owned()),
        );
    };
    let is_large = object.tile.is_none()
        && (object.width > i64::from(map.tile_width) * 1000
            || object.height > i64::from(map.tile_height) * 1000);
    if is_large {
        let what = "Objects that cover several cells stand on the one in their middle".to_owned();
        remarks.note("large-object", what, place(), None);
    }
    if ground.put(cell, Rc::new(meaning)).is_some() {
        let what = "Of several objects on one cell only the last is taken over".to_owned();
        remarks.warn("object-left-out", what, place(), None);
    }
}

fn called(object: &Object) -> String {
    match (object.class.as_str(), object.name.as_str()) {
        ("", "") => format!("object {}", object.id),
        ("", name) | (name, "") => format!("object {}, \"{name}\"", object.id),
        (class, name) => format!("object {}, \"{class}\", \"{name}\"", object.id),
    }
}

/// The cell of its middle.
fn cell_of(object: &Object, layer: &Layer, map: &Map) -> Option<Cell> {
    let along = |at: i64, length: i64, offset: i64, side: u32| {
        let middle = at.checked_add(length / 2)?.checked_add(offset)?;
        near(middle.div_euclid(i64::from(side) * 1000))
    };
    // Tiles stand on their place, everything else hangs from it.
    let height = if object.tile.is_some() { object.height.checked_neg()? } else { object.height };
    let x = along(object.x, object.width, layer.offset.0, map.tile_width)?;
    Some(Cell::new(x, along(object.y, height, layer.offset.1, map.tile_height)?))
}
