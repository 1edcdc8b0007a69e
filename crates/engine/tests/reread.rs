//! Levels as games get them: written as text and read again.

use delvewright_engine::level::Level;

/// Returns the level as JSON.
pub fn json(level: &Level) -> String {
    serde_json::to_string(level).expect("a level can be written")
}

/// Returns the level as read from JSON, and as read from RON.
pub fn reread(level: &Level) -> [Level; 2] {
    let ron = ron::to_string(level).expect("a level can be written");
    [Level::from_json(&json(level)).expect("a level"), Level::from_ron(&ron).expect("a level")]
}
