//! Changes to a level that keep it so consistent that they are hard to detect.

use serde_json::{Value, json};

use super::chance::Chance;

type Trick = fn(&mut Value, &mut Chance) -> Option<String>;

pub const ALL: [(&str, Trick); 21] = [
    ("wall opened", open_wall),
    ("wall opened to nobody", open_wall_to_nobody),
    ("cell closed", close_cell),
    ("cell closed, owner kept", close_cell_with_owner),
    ("cell given away", give_away),
    ("tile changed", change_tile),
    ("owner changed", change_owner),
    ("border opened", open_border),
    ("socket opened", open_socket),
    ("socket closed", close_socket),
    ("entity moved", move_entity),
    ("item moved", move_item),
    ("key taken from its lock", take_key),
    ("one-way turned on or off", change_one_way),
    ("passage reversed", reverse),
    ("door of a passage changed", change_door),
    ("role changed", change_role),
    ("threshold cell lost", lose_threshold),
    ("threshold cell gained", gain_threshold),
    ("bridge gained", gain_bridge),
    ("bridge the other way around", turn_bridge),
];

// The grids, cell by cell.

fn size(level: &Value) -> Option<(usize, usize)> {
    Some((level["width"].as_u64()? as usize, level["height"].as_u64()? as usize))
}

fn tile(level: &Value, x: usize, y: usize) -> Option<char> {
    level["tiles"].get(y)?.as_str()?.chars().nth(x)
}

fn set_tile(level: &mut Value, x: usize, y: usize, tile: char) -> Option<()> {
    let row = level["tiles"].get_mut(y)?;
    let mut characters: Vec<char> = row.as_str()?.chars().collect();
    *characters.get_mut(x)? = tile;
    *row = Value::from(characters.into_iter().collect::<String>());
    Some(())
}

fn owner_row(level: &Value, y: usize) -> Option<Vec<i64>> {
    let mut row = Vec::new();
    for run in level["owners"].get(y)?.as_array()? {
        for _ in 0..run[1].as_u64()? {
            row.push(run[0].as_i64()?);
        }
    }
    Some(row)
}

fn owner(level: &Value, x: usize, y: usize) -> Option<i64> {
    owner_row(level, y)?.get(x).copied()
}

fn set_owner(level: &mut Value, x: usize, y: usize, owner: i64) -> Option<()> {
    let mut row = owner_row(level, y)?;
    *row.get_mut(x)? = owner;
    level["owners"][y] = row.into_iter().map(|owner| json!([owner, 1])).collect();
    Some(())
}

fn is_walkable(level: &Value, x: usize, y: usize) -> bool {
    tile(level, x, y).is_some_and(|tile| level["legend"][tile.to_string()]["walkable"] == true)
}

/// Returns a character of the legend with that name.
fn character(level: &Value, name: &str) -> Option<char> {
    let (character, _) = level["legend"].as_object()?.iter().find(|(_, tile)| tile["name"] == name)?;
    character.chars().next()
}

/// Returns a random cell that is walkable, or is not.
fn any_cell(level: &Value, walkable: bool, chance: &mut Chance) -> Option<(usize, usize)> {
    let (width, height) = size(level)?;
    let mut tries = (0..2000).map(|_| (chance.below(width), chance.below(height)));
    tries.find(|(x, y)| is_walkable(level, *x, *y) == walkable)
}

/// Returns a cell next to a random walkable cell, with the owner of that cell.
fn cell_beside(level: &Value, walkable: bool, chance: &mut Chance) -> Option<((usize, usize), i64)> {
    for _ in 0..200 {
        let (x, y) = any_cell(level, true, chance)?;
        let (beside_x, beside_y) =
            ((x + chance.below(3)).checked_sub(1)?, (y + chance.below(3)).checked_sub(1)?);
        if is_walkable(level, beside_x, beside_y) == walkable && (x, y) != (beside_x, beside_y) {
            return Some(((beside_x, beside_y), owner(level, x, y)?));
        }
    }
    None
}

// Tricks with cells.

fn open_wall(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let ((x, y), owner) = cell_beside(level, false, chance)?;
    set_tile(level, x, y, character(level, "floor")?)?;
    set_owner(level, x, y, owner)?;
    Some(format!("({x}, {y}) for {owner}"))
}

fn open_wall_to_nobody(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let (x, y) = any_cell(level, false, chance)?;
    set_tile(level, x, y, character(level, "floor")?)?;
    Some(format!("({x}, {y})"))
}

fn close_cell(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let (x, y) = any_cell(level, true, chance)?;
    set_tile(level, x, y, character(level, "wall")?)?;
    let owner = owner(level, x, y)?;
    set_owner(level, x, y, 0)?;
    Some(format!("({x}, {y}) of {owner}"))
}

fn close_cell_with_owner(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let (x, y) = any_cell(level, true, chance)?;
    set_tile(level, x, y, character(level, "wall")?)?;
    Some(format!("({x}, {y}) of {}", owner(level, x, y)?))
}

/// Gives a cell to an adjacent owner.
fn give_away(level: &mut Value, chance: &mut Chance) -> Option<String> {
    for _ in 0..300 {
        let ((x, y), to) = cell_beside(level, true, chance)?;
        let from = owner(level, x, y)?;
        if from != to {
            set_owner(level, x, y, to)?;
            return Some(format!("({x}, {y}) from {from} to {to}"));
        }
    }
    None
}

fn change_tile(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let walkable = chance.percent(70);
    let (x, y) = any_cell(level, walkable, chance)?;
    let names: Vec<String> = level["legend"].as_object()?.keys().cloned().collect();
    let new = chance.pick(&names).chars().next()?;
    let old = tile(level, x, y)?;
    set_tile(level, x, y, new)?;
    Some(format!("({x}, {y}) of {} from {old} to {new}", owner(level, x, y)?))
}

fn change_owner(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let (x, y) = any_cell(level, chance.percent(60), chance)?;
    let places = level["places"].as_array()?.len() as i64;
    let passages = level["passages"].as_array()?.len() as i64;
    let new = chance.range(0, (places + passages + 2) as usize) as i64 - passages - 1;
    set_owner(level, x, y, new)?;
    Some(format!("({x}, {y}) to {new}"))
}

fn open_border(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let (width, height) = size(level)?;
    let (x, y) =
        if chance.percent(50) { (chance.below(width), 0) } else { (width - 1, chance.below(height)) };
    let names: Vec<String> = level["legend"].as_object()?.keys().cloned().collect();
    let new = chance.pick(&names).chars().next()?;
    set_tile(level, x, y, new)?;
    Some(format!("({x}, {y}) to {new}"))
}

// Tricks with rooms.

/// Returns random indices of a place and one of its sockets.
fn any_socket(level: &Value, is_used: bool, chance: &mut Chance) -> Option<(usize, usize)> {
    let mut found = Vec::new();
    for (index, place) in level["places"].as_array()?.iter().enumerate() {
        for (number, socket) in place["sockets"].as_array()?.iter().enumerate() {
            if socket["passage"].is_number() == is_used {
                found.push((index, number));
            }
        }
    }
    if found.is_empty() { None } else { Some(chance.pick(&found)) }
}

fn xy(cell: &Value) -> Option<(usize, usize)> {
    Some((cell[0].as_u64()? as usize, cell[1].as_u64()? as usize))
}

fn any_index(list: &Value, chance: &mut Chance) -> Option<usize> {
    let count = list.as_array()?.len();
    if count == 0 { None } else { Some(chance.below(count)) }
}

fn open_socket(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let (place, socket) = any_socket(level, false, chance)?;
    let passage = any_index(&level["passages"], chance)?;
    let cell = level["places"][place]["sockets"][socket]["cell"].clone();
    let (x, y) = xy(&cell)?;
    set_tile(level, x, y, character(level, "door")?)?;
    level["places"][place]["sockets"][socket]["passage"] = json!(passage + 1);
    level["passages"][passage]["doors"].as_array_mut()?.push(cell);
    Some(format!("({x}, {y}) for passage {}", passage + 1))
}

fn close_socket(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let (place, socket) = any_socket(level, true, chance)?;
    let socket = &mut level["places"][place]["sockets"][socket];
    let cell = socket["cell"].clone();
    let passage = socket["passage"].as_u64()? as usize;
    socket["passage"] = Value::Null;
    if chance.percent(70) {
        level["passages"].get_mut(passage.checked_sub(1)?)?["doors"]
            .as_array_mut()?
            .retain(|door| *door != cell);
    }
    if chance.percent(70) {
        let (x, y) = xy(&cell)?;
        set_tile(level, x, y, character(level, "rubble").or_else(|| character(level, "wall"))?)?;
    }
    Some(format!("{cell} of passage {passage}"))
}

// Tricks with entities and the mission.

fn move_entity(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let entity = any_index(&level["entities"], chance)?;
    let (x, y) = any_cell(level, true, chance)?;
    level["entities"][entity]["at"] = json!([x, y]);
    let owner = owner(level, x, y)?;
    if owner > 0 && chance.percent(70) {
        level["entities"][entity]["place"] = json!(owner);
    }
    Some(format!("entity {} to ({x}, {y}) of {owner}", entity + 1))
}

/// Moves an item elsewhere, and changes the mission accordingly.
fn move_item(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let entity = any_index(&level["entities"], chance)?;
    let (x, y) = any_cell(level, true, chance)?;
    let place = owner(level, x, y).filter(|owner| *owner > 0)?;
    let item = level["entities"][entity]["node"].clone();
    let holder = level["places"].get(place as usize - 1)?["node"].clone();
    let edges = level["mission"]["edges"].as_array_mut()?;
    let edge = edges.iter_mut().find(|edge| edge["role"] == "Contains" && edge["to"] == item)?;
    edge["from"] = holder;
    level["entities"][entity]["at"] = json!([x, y]);
    level["entities"][entity]["place"] = json!(place);
    Some(format!("entity {} to place {place}", entity + 1))
}

/// Makes a key open nothing, and changes everything else accordingly.
fn take_key(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let entity = any_index(&level["entities"], chance)?;
    let (id, node) = (level["entities"][entity]["id"].clone(), level["entities"][entity]["node"].clone());
    level["mission"]["edges"].as_array_mut()?.retain(|edge| edge["role"] != "Opens" || edge["from"] != node);
    level["entities"][entity]["opens"] = json!([]);
    for passage in level["passages"].as_array_mut()? {
        for lock in passage["locks"].as_array_mut()? {
            lock["keys"].as_array_mut()?.retain(|key| *key != id);
        }
    }
    Some(format!("entity {id}"))
}

/// Returns a passage and its edge, as indices.
fn any_passage(level: &Value, chance: &mut Chance) -> Option<(usize, usize)> {
    let passage = any_index(&level["passages"], chance)?;
    let edge = &level["passages"][passage]["edge"];
    let edge = level["mission"]["edges"].as_array()?.iter().position(|one| one["id"] == *edge)?;
    Some((passage, edge))
}

fn change_one_way(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let (passage, edge) = any_passage(level, chance)?;
    let one_way = level["passages"][passage]["one_way"] != true;
    level["passages"][passage]["one_way"] = json!(one_way);
    level["mission"]["edges"][edge]["one_way"] = json!(one_way);
    Some(format!("passage {}", passage + 1))
}

fn swap_ends(value: &mut Value) {
    let (from, to) = (value["from"].clone(), value["to"].clone());
    value["from"] = to;
    value["to"] = from;
}

fn reverse(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let (passage, edge) = any_passage(level, chance)?;
    swap_ends(&mut level["passages"][passage]);
    swap_ends(&mut level["mission"]["edges"][edge]);
    for lock in level["passages"][passage]["locks"].as_array_mut()? {
        lock["end"] = if lock["end"] == "From" { json!("To") } else { json!("From") };
    }
    Some(format!("passage {}", passage + 1))
}

fn change_door(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let (passage, edge) = any_passage(level, chance)?;
    let door = chance.pick(&["Plain", "Gate", "Drop", "Secret", "Gap"]);
    level["passages"][passage]["door"] = json!(door);
    level["mission"]["edges"][edge]["door"] = json!(door);
    Some(format!("passage {} to {door}", passage + 1))
}

fn change_role(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let place = any_index(&level["places"], chance)?;
    let node = level["places"][place]["node"].clone();
    let role = chance.pick(&[json!("Start"), json!("Goal"), json!("Lock"), Value::Null]);
    let nodes = level["mission"]["nodes"].as_array_mut()?;
    nodes.iter_mut().find(|one| one["id"] == node)?["role"] = role.clone();
    level["places"][place]["role"] = role.clone();
    Some(format!("place {} to {role}", place + 1))
}

// Tricks with thresholds and bridges.

fn lose_threshold(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let passages = level["passages"].as_array()?;
    let with: Vec<usize> =
        (0..passages.len()).filter(|index| passages[*index]["threshold"].is_array()).collect();
    let passage = if with.is_empty() { None } else { Some(chance.pick(&with)) }?;
    let cells = level["passages"][passage]["threshold"].as_array_mut()?;
    let index = if cells.is_empty() { None } else { Some(chance.below(cells.len())) }?;
    let cell = cells.remove(index);
    if chance.percent(50) {
        let (x, y) = xy(&cell)?;
        set_tile(level, x, y, character(level, "floor")?)?;
    }
    Some(format!("{cell} of passage {}", passage + 1))
}

fn gain_threshold(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let passage = any_index(&level["passages"], chance)?;
    let (x, y) = any_cell(level, true, chance)?;
    let value = &mut level["passages"][passage]["threshold"];
    if !value.is_array() {
        *value = json!([]);
    }
    value.as_array_mut()?.push(json!([x, y]));
    if let (true, Some(gate)) = (chance.percent(50), character(level, "gate")) {
        set_tile(level, x, y, gate)?;
    }
    Some(format!("({x}, {y}) for passage {}", passage + 1))
}

fn gain_bridge(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let under = any_index(&level["passages"], chance)? + 1;
    let mut cells = (0..100).filter_map(|_| any_cell(level, true, chance));
    let (x, y) = cells.find(|(x, y)| owner(level, *x, *y).is_some_and(|owner| owner < 0))?;
    let over = -owner(level, x, y)?;
    level["bridges"].as_array_mut()?.push(json!({"at": [x, y], "over": over, "under": under}));
    Some(format!("({x}, {y}) {over} over {under}"))
}

fn turn_bridge(level: &mut Value, chance: &mut Chance) -> Option<String> {
    let index = any_index(&level["bridges"], chance)?;
    let bridge = &mut level["bridges"][index];
    let (over, under) = (bridge["over"].clone(), bridge["under"].clone());
    bridge["over"] = under.clone();
    bridge["under"] = over;
    let (x, y) = xy(&bridge["at"])?;
    let owner = -under.as_i64()?;
    set_owner(level, x, y, owner)?;
    Some(format!("({x}, {y})"))
}
