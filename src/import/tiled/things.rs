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
    let what = called(object);
    let line = object.line.map_or_else(String::new, |line| format!(", line {line}"));
    let place = format!("the layer \"{}\"{line}", layer.name);
    let mut leave_out = |why: &str, hint: Option<&str>| {
        remarks.warn(
            "object-left-out",
            format!("{what} {why}"),
            Some(place.clone()),
            hint.map(str::to_owned),
        );
    };
    match object.shape {
        _ if !object.is_visible => return leave_out("is hidden and left out", None),
        _ if object.is_turned => return leave_out("is turned and left out", None),
        Shape::Other("template") => {
            return leave_out("is an instance of a template and left out", Some("detach it in Tiled"));
        }
        Shape::Other(shape) => {
            return leave_out(
                &format!("is a {shape} and left out"),
                Some("sockets and things are points, rectangles or tiles"),
            );
        }
        Shape::Box | Shape::Point => {}
    }
    let Some(cell) = cell_of(object, layer, map) else {
        return leave_out("lies too far out and is left out", None);
    };
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
        let hint = "give it the class Socket, Entity or Marker, or the name of what it is";
        return remarks.warn(
            "object-left-out",
            format!("{what} does not say what it is and is left out"),
            Some(place),
            Some(hint.to_owned()),
        );
    };
    let is_large = object.tile.is_none()
        && (object.width > i64::from(map.tile_width) * 1000
            || object.height > i64::from(map.tile_height) * 1000);
    if is_large {
        let what = format!("{what} covers several cells; it stands on the one in its middle");
        remarks.note("large-object", what, Some(place.clone()), None);
    }
    if ground.put(cell, Rc::new(meaning)).is_some() {
        remarks.warn("object-left-out", format!("{what} covers another one on its cell"), Some(place), None);
    }
}

fn called(object: &Object) -> String {
    match (object.class.as_str(), object.name.as_str()) {
        ("", "") => format!("The object {}", object.id),
        ("", name) | (name, "") => format!("The object {} (\"{name}\")", object.id),
        (class, name) => format!("The object {} (\"{class}\", \"{name}\")", object.id),
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
