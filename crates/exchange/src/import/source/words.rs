//! Word lists for names of tiles, layers and properties that nothing else explains.
//!
//! Names are split into words at blanks, signs, digits and capitals: `Wall_shadows`, `wallShadows2`.
//! Conclusions from these lists are assumptions, and the import reports each of them.

/// Properties that make a tile solid if they are true, without the prefix `is`.
const SOLID_PROPERTIES: [&str; 15] = [
    "solid",
    "collide",
    "collides",
    "collider",
    "collision",
    "collidable",
    "impassable",
    "impassible",
    "block",
    "blocks",
    "blocked",
    "blocking",
    "wall",
    "obstacle",
    "unwalkable",
];

/// Properties that make a tile walkable if they are true.
const WALKABLE_PROPERTIES: [&str; 4] = ["walkable", "passable", "passible", "traversable"];

/// Names of walls.
const WALLS: [&str; 17] = [
    "wall", "walls", "brick", "bricks", "stone", "stones", "rock", "rocks", "cliff", "cliffs", "solid",
    "solids", "barrier", "barriers", "block", "blocks", "bedrock",
];

/// Names of obstacles.
const OBSTACLES: [&str; 16] = [
    "obstacle",
    "obstacles",
    "fence",
    "fences",
    "hedge",
    "hedges",
    "tree",
    "trees",
    "boulder",
    "boulders",
    "pillar",
    "pillars",
    "column",
    "columns",
    "statue",
    "cactus",
];

/// Names of plain floor.
const FLOORS: [&str; 14] = [
    "floor", "floors", "ground", "grounds", "path", "paths", "road", "roads", "street", "pavement", "carpet",
    "tiles", "walkable", "corridor",
];

/// Names of special ground that is always walkable.
const GROUNDS: [&str; 14] = [
    "water", "shallows", "river", "lava", "ladder", "ladders", "stairs", "bridge", "ice", "swamp", "moss",
    "spikes", "rug", "rubble",
];

/// Names of ground that is walkable, except on a layer of solids.
const EARTHS: [&str; 12] =
    ["grass", "dirt", "earth", "sand", "snow", "mud", "soil", "gravel", "clay", "desert", "wood", "platform"];

/// Names of layers of solids.
const SOLID_LAYERS: [&str; 18] = [
    "wall",
    "walls",
    "collision",
    "collisions",
    "collide",
    "collider",
    "colliders",
    "collidable",
    "solid",
    "solids",
    "obstacle",
    "obstacles",
    "blocking",
    "blocked",
    "blocks",
    "barrier",
    "impassable",
    "platforms",
];

/// Names of layers of floor.
const FLOOR_LAYERS: [&str; 12] = [
    "floor",
    "floors",
    "ground",
    "grounds",
    "background",
    "backgrounds",
    "base",
    "bg",
    "terrain",
    "path",
    "paths",
    "below",
];

/// Names of layers of decoration.
const DECORATION: [&str; 24] = [
    "above",
    "upper",
    "over",
    "overlay",
    "overlays",
    "foreground",
    "front",
    "fringe",
    "deco",
    "decor",
    "decoration",
    "decorations",
    "detail",
    "details",
    "shadow",
    "shadows",
    "light",
    "lights",
    "fog",
    "roof",
    "top",
    "tops",
    "trim",
    "sky",
];

/// The meaning of a true property for a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Solidity {
    Solid,
    Walkable,
}

/// The meaning of a tile's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TileWord {
    Wall,
    Obstacle,
    Floor,
    Ground,
    /// Ground, or wall on a layer of solids.
    Earth,
}

/// The meaning of a layer's name for tiles without a meaning of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LayerWord {
    Solid,
    Floor,
    Decoration,
}

/// Returns the meaning of a property with this name if its value is true.
pub(crate) fn solidity(property: &str) -> Option<Solidity> {
    let words = words(property);
    let words: Vec<&str> = words.iter().map(String::as_str).skip_while(|word| *word == "is").collect();
    let [word] = words.as_slice() else { return None };
    if SOLID_PROPERTIES.contains(word) {
        Some(Solidity::Solid)
    } else {
        WALKABLE_PROPERTIES.contains(word).then_some(Solidity::Walkable)
    }
}

/// Returns the meaning of a tile with this name.
pub(crate) fn tile_word(name: &str) -> Option<TileWord> {
    let words = words(name);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if has(&DECORATION) {
        return None;
    }
    let lists: [(&[&str], TileWord); 5] = [
        (&WALLS, TileWord::Wall),
        (&OBSTACLES, TileWord::Obstacle),
        (&GROUNDS, TileWord::Ground),
        (&EARTHS, TileWord::Earth),
        (&FLOORS, TileWord::Floor),
    ];
    lists.into_iter().find(|(list, _)| has(list)).map(|(_, word)| word)
}

/// Returns the meaning of a layer with this name.
pub(crate) fn layer_word(name: &str) -> Option<LayerWord> {
    let words = words(name);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let lists: [(&[&str], LayerWord); 3] = [
        (&DECORATION, LayerWord::Decoration),
        (&SOLID_LAYERS, LayerWord::Solid),
        (&FLOOR_LAYERS, LayerWord::Floor),
    ];
    lists.into_iter().find(|(list, _)| has(list)).map(|(_, word)| word)
}

/// Splits a name into lower-case words.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before: Option<char> = None;
    for letter in name.chars() {
        let begins = letter.is_uppercase() && before.is_some_and(char::is_lowercase);
        if letter.is_alphabetic() {
            match words.last_mut().filter(|_| !begins && before.is_some_and(char::is_alphabetic)) {
                Some(word) => word.extend(letter.to_lowercase()),
                None => words.push(letter.to_lowercase().collect()),
            }
        }
        before = Some(letter);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_at_signs_digits_and_capitals() {
        assert_eq!(words("Wall_shadows"), ["wall", "shadows"]);
        assert_eq!(words("MainCollisions2"), ["main", "collisions"]);
        assert_eq!(words("IntGrid 8px"), ["int", "grid", "px"]);
        assert_eq!(words("12"), [""; 0]);
    }

    #[test]
    fn decoration_of_walls_is_no_wall() {
        assert_eq!(layer_word("Walls"), Some(LayerWord::Solid));
        assert_eq!(layer_word("Wall_tops"), Some(LayerWord::Decoration));
        assert_eq!(layer_word("Tile Layer 1"), None);
        assert_eq!(tile_word("castleWall"), Some(TileWord::Wall));
        assert_eq!(tile_word("wallDecor1"), None);
    }

    #[test]
    fn properties_of_solids_have_many_names() {
        for name in ["solid", "Collides", "isBlocked", "is_solid", "Impassable"] {
            assert_eq!(solidity(name), Some(Solidity::Solid), "{name}");
        }
        assert_eq!(solidity("walkable"), Some(Solidity::Walkable));
        assert_eq!(solidity("solid color"), None);
    }
}
