//! Prints a difference: as text for people, and as JSON for programs.

use super::{
    BeforeAfter, CellCounts, DifferenceMark, EntityChange, EntityDifference, LevelDifference, LevelTitle,
    MetricDifference, PassageChange, PassageDifference, PassageSide, PlaceChange, PlaceDifference, PlaceSide,
    PromiseDifference,
};
use crate::base::{Cell, counted, listed, print_json, printable};

/// Lists whose items get a line each in JSON.
const LINES: &[&[&str]] = &[
    &[],
    &["places"],
    &["passages"],
    &["entities"],
    &["metrics"],
    &["promises"],
    &["cells"],
    &["cells", "rows"],
];

/// Returns the difference as JSON. The rows of cells have one character for each cell: `.` same, `+` opened,
/// `-` closed, `~` another tile, `o` another owner, `w` another wall.
pub fn difference_json(difference: &LevelDifference) -> String {
    print_json(difference, LINES)
}

/// Returns the difference as text: first the mission, then the tiles, then the metrics.
pub fn difference_text(difference: &LevelDifference) -> String {
    let LevelDifference { before, after, shift, .. } = difference;
    let mut text = format!("before  {}\nafter   {}\n", title_words(before), title_words(after));
    if difference.is_empty() {
        return text + "the levels are equal\n";
    }
    let places = counted(difference.matched_places, "place");
    text += &format!("{places} in both levels\n");
    if *shift != Cell::default() {
        text += &format!("cell (0, 0) before is cell {shift} after\n");
    }
    text += &section("mission", mission_lines(difference));
    text += &section("tiles", tile_lines(difference.cells.counts()));
    text += &section("things", difference.entities.iter().map(entity_line).collect());
    text += &section("metrics", difference.metrics.iter().map(metric_line).collect());
    text += &section("promises", difference.promises.iter().map(promise_line).collect());
    if !difference.fields.is_empty() {
        text += &format!("also different: {}\n", listed(&difference.fields, "and"));
    }
    text
}

fn section(title: &str, lines: Vec<String>) -> String {
    if lines.is_empty() {
        return String::new();
    }
    lines.into_iter().fold(format!("{title}\n"), |text, line| format!("{text}  {line}\n"))
}

/// Returns the sign in texts for terminals.
const fn sign(mark: DifferenceMark) -> char {
    match mark {
        DifferenceMark::Removed => '-',
        DifferenceMark::Added | DifferenceMark::Changed => mark.sign(),
    }
}

fn title_words(title: &LevelTitle) -> String {
    let LevelTitle { grammar, seed, width, height } = title;
    format!("\"{}\", seed {seed}, {width} × {height} cells", printable(grammar))
}

fn mission_lines(difference: &LevelDifference) -> Vec<String> {
    let place = |place: &PlaceDifference| format!("{} {}", sign(place.mark()), place_words(place));
    let passage =
        |passage: &PassageDifference| format!("{} {}", sign(passage.sides.mark()), passage_words(passage));
    difference.places.iter().map(place).chain(difference.passages.iter().map(passage)).collect()
}

/// Returns the name of a place: its symbol and its node.
pub fn side_words(side: &PlaceSide) -> String {
    format!("\"{}\" {}", printable(&side.symbol), side.node.0)
}

/// Returns the name of a place that differs, and its changes.
pub fn place_words(place: &PlaceDifference) -> String {
    let BeforeAfter { before, after } = &place.sides;
    let name = before.as_ref().or(after.as_ref()).map(side_words).unwrap_or_default();
    let changes: Vec<String> =
        place.changes.iter().map(|change| place_change_words(change, after.as_ref())).collect();
    with_changes(format!("place {name}"), &changes)
}

fn place_change_words(change: &PlaceChange, after: Option<&PlaceSide>) -> String {
    let room = |name: &Option<String>| {
        name.as_ref().map_or_else(|| "none".to_owned(), |name| printable(name).into_owned())
    };
    match change {
        PlaceChange::Symbol => {
            format!("now \"{}\"", after.map(|side| printable(&side.symbol)).unwrap_or_default())
        }
        PlaceChange::Moved(by) => format!("moved by {by}"),
        PlaceChange::Resized { before, after } => format!(
            "{} × {} cells instead of {} × {}",
            after.width, after.height, before.width, before.height
        ),
        PlaceChange::Reshaped => "other cells".to_owned(),
        PlaceChange::Technique => "formed in another way".to_owned(),
        PlaceChange::Template { before, after } => {
            format!("room {} instead of {}", room(after), room(before))
        }
        PlaceChange::Turned => "turned".to_owned(),
        PlaceChange::Role => "another role".to_owned(),
        PlaceChange::Attributes => "other attributes".to_owned(),
        PlaceChange::Sockets => "other sockets".to_owned(),
        PlaceChange::Cards => "other cards".to_owned(),
    }
}

/// Returns the ends of a passage that differs, and its changes.
pub fn passage_words(passage: &PassageDifference) -> String {
    let name = passage.sides.either().map(passage_name).unwrap_or_default();
    let changes: Vec<String> = passage.changes.iter().map(|change| passage_change_words(*change)).collect();
    with_changes(name, &changes)
}

fn passage_name(side: &PassageSide) -> String {
    let [from, to] = side.places.each_ref().map(|name| printable(name));
    format!("passage \"{}\" from \"{from}\" to \"{to}\"", printable(&side.symbol))
}

fn passage_change_words(change: PassageChange) -> String {
    match change {
        PassageChange::Symbol => "another symbol".to_owned(),
        PassageChange::Form { before, after } => format!("{after:?} instead of {before:?}").to_lowercase(),
        PassageChange::Door => "another door".to_owned(),
        PassageChange::Direction => "another direction".to_owned(),
        PassageChange::Locks => "other locks".to_owned(),
    }
}

fn tile_lines(counts: CellCounts) -> Vec<String> {
    let CellCounts { opened, closed, retiled, reowned, rewalled } = counts;
    let line = |mark: DifferenceMark, count: usize, words: &str| {
        (count > 0).then(|| format!("{} {} {words}", sign(mark), counted(count, "cell")))
    };
    [
        line(DifferenceMark::Added, opened, "to walk on"),
        line(DifferenceMark::Removed, closed, "to walk on"),
        line(DifferenceMark::Changed, retiled, "with another tile"),
        line(DifferenceMark::Changed, reowned, "with another owner"),
        line(DifferenceMark::Changed, rewalled, "of wall with another tile or owner"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn entity_line(entity: &EntityDifference) -> String {
    format!("{} {}", sign(entity.sides.mark()), entity_words(entity))
}

/// Returns the name of an entity that differs, its cell, and its changes.
pub fn entity_words(entity: &EntityDifference) -> String {
    let side = entity.sides.either();
    let name = side.map(|side| format!("\"{}\" at {}", printable(&side.kind), side.at)).unwrap_or_default();
    let changes: Vec<String> = entity.changes.iter().map(|change| entity_change_words(*change)).collect();
    with_changes(name, &changes)
}

fn entity_change_words(change: EntityChange) -> String {
    match change {
        EntityChange::Moved(by) => format!("moved by {by}"),
        EntityChange::Place => "in another place".to_owned(),
        EntityChange::Opens => "opens other places".to_owned(),
        EntityChange::Properties => "other properties".to_owned(),
    }
}

fn metric_line(metric: &MetricDifference) -> String {
    let [before, after] = metric.texts();
    let direction = metric.direction().map_or("~", |is_more| if is_more { "↑" } else { "↓" });
    format!("{direction} {:18} {before} → {after}", metric.name)
}

fn promise_line(promise: &PromiseDifference) -> String {
    let state = |kept: Option<bool>| match kept {
        Some(true) => "kept",
        Some(false) => "broken",
        None => "not checked",
    };
    format!("~ {}: {} → {}", promise.promise, state(promise.kept.before), state(promise.kept.after))
}

fn with_changes(name: String, changes: &[String]) -> String {
    if changes.is_empty() { name } else { format!("{name}: {}", changes.join(", ")) }
}
