//! Chooses the look of a tile or an entity by its name.

use super::figures::{self, Sprite};
use crate::base::Color;
use crate::level::Tile;

/// The look of a tile, without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Motif {
    /// Rock or masonry that fills its cell.
    Wall,
    /// Bare floor.
    Floor,
    /// Floor with a pattern in the colour of the tile.
    Patterned,
    /// Tufts on the floor.
    Growth,
    /// Loose ground.
    Grains,
    /// Cracks and rubble on the floor.
    Cracks,
    /// A liquid or ice, over the whole cell.
    Liquid,
    /// Liquid fire.
    Fire,
    /// Rungs or steps.
    Steps,
    /// Planks over the whole cell.
    Planks,
    /// Something low that fills its cell, for example a slab or a ledge.
    Block,
    /// Something round on the floor, for example a column.
    Round,
    /// A closed door position: boards or a heap in place of a possible door.
    Closed,
    /// A door that opens.
    Door,
    /// A barred door.
    Gate,
    /// A door that looks like a wall.
    Secret,
    /// A ledge to jump down.
    Drop,
    /// A figure on the floor.
    Figure(Sprite),
}

/// Motifs by the beginnings of words, in lower case. The first entry that matches wins.
const MOTIFS: [(Motif, &[&str]); 24] = [
    (Motif::Secret, &["secret"]),
    (Motif::Gate, &["gate", "portcullis", "bars"]),
    (Motif::Drop, &["drop", "chute"]),
    (Motif::Door, &["door"]),
    (Motif::Figure(figures::SPIKES), &["spike", "trap"]),
    (Motif::Figure(figures::TORCH), &["torch", "lamp", "brazier", "candle"]),
    (Motif::Figure(figures::CHEST), &["chest", "coffer"]),
    (Motif::Figure(figures::CRATE), &["crate", "box", "shelf", "desk"]),
    (Motif::Figure(figures::BARREL), &["barrel", "urn", "pot", "vase", "cask"]),
    (Motif::Figure(figures::PLANT), &["mushroom", "tree", "bush", "cactus", "fern"]),
    (Motif::Figure(figures::ROCK), &["boulder", "rock", "stalagmite"]),
    (Motif::Figure(figures::BONES), &["bone", "skull", "corpse"]),
    (Motif::Fire, &["lava", "fire", "magma", "ember"]),
    (Motif::Liquid, &["water", "puddle", "pool", "ice", "acid", "slime", "oil", "blood", "river", "lake"]),
    (Motif::Steps, &["stair", "step", "ladder"]),
    (Motif::Planks, &["plank", "wood", "bridge", "deck"]),
    (Motif::Growth, &["grass", "moss", "weed", "vine", "root", "lichen", "flower"]),
    (Motif::Cracks, &["rubble", "crack", "debris", "gravel", "scree", "ruin"]),
    (Motif::Grains, &["sand", "dust", "dirt", "mud", "earth", "snow", "ash"]),
    (Motif::Round, &["pillar", "column", "statue", "well", "fountain", "post"]),
    (Motif::Closed, &["block", "boarded", "bricked", "barred"]),
    (
        Motif::Block,
        &["ledge", "slab", "altar", "throne", "table", "tomb", "grave", "bench", "bed", "platform"],
    ),
    (Motif::Wall, &["wall"]),
    (Motif::Floor, &["floor"]),
];

impl Motif {
    /// Returns the motif for a tile drawn under the given name. An unknown name gives a pattern if the tile
    /// is walkable, otherwise a block.
    pub fn of(tile: &Tile, name: &str) -> Self {
        match named(name).unwrap_or(Self::Patterned) {
            // A ledge that players walk on is one that they jump down.
            Self::Block if tile.walkable && has_word(&name.to_lowercase(), &["ledge"]) => Self::Drop,
            // "cracked floor" is a floor, and tiles that fill their cell are not walkable.
            Self::Wall | Self::Block | Self::Closed | Self::Round if tile.walkable => Self::Patterned,
            Self::Floor | Self::Patterned if !tile.walkable => Self::Block,
            Self::Cracks | Self::Planks if !tile.walkable => Self::Closed,
            motif => motif,
        }
    }

    /// Returns `true` for objects on the floor, around which the floor is visible.
    pub const fn stands_on_floor(self) -> bool {
        match self {
            Self::Growth
            | Self::Cracks
            | Self::Steps
            | Self::Block
            | Self::Round
            | Self::Door
            | Self::Gate
            | Self::Drop
            | Self::Figure(_) => true,
            Self::Wall
            | Self::Floor
            | Self::Patterned
            | Self::Grains
            | Self::Liquid
            | Self::Fire
            | Self::Planks
            | Self::Closed
            | Self::Secret => false,
        }
    }

    /// Returns `true` if it is as high as a wall, so that it hides the ground behind it.
    pub const fn is_high(self) -> bool {
        matches!(self, Self::Wall | Self::Closed | Self::Secret)
    }
}

/// Figures and colours of entities by words of their kind.
const FIGURES: [(Sprite, Option<Color>, &[&str]); 12] = [
    (figures::KEY, Some(Color::rgb(0xe9, 0xb9, 0x44)), &["key"]),
    (figures::CHEST, None, &["chest", "coffer", "treasure"]),
    (figures::TORCH, None, &["torch", "lamp", "light", "candle", "brazier", "fire"]),
    (figures::BONES, None, &["skeleton", "bone", "skull", "corpse", "grave"]),
    (figures::SPIKES, None, &["trap", "spike"]),
    (figures::BARREL, Some(Color::rgb(0x9c, 0x62, 0x36)), &["barrel", "urn", "pot", "vase", "cask"]),
    (figures::CRATE, Some(Color::rgb(0xa8, 0x79, 0x48)), &["crate", "box", "ammunition", "ammo", "supply"]),
    (figures::BLADE, None, &["sword", "weapon", "blade", "axe", "bow", "spear", "gun"]),
    (figures::FLASK, Some(Color::rgb(0xcf, 0x3f, 0x4f)), &["potion", "flask", "health", "elixir", "medkit"]),
    (figures::COINS, None, &["coin", "gold", "loot", "money"]),
    (
        figures::ROCK,
        Some(Color::rgb(0x8a, 0x84, 0x7c)),
        &["stalagmite", "rock", "boulder", "pillar", "column"],
    ),
    (figures::PLANT, Some(Color::rgb(0xb8, 0x4a, 0x4a)), &["mushroom", "plant", "herb", "flower", "cactus"]),
];

fn named(name: &str) -> Option<Motif> {
    let name = name.to_lowercase();
    MOTIFS.iter().find(|(_, beginnings)| has_word(&name, beginnings)).map(|(motif, _)| *motif)
}

/// Returns `true` if the name determines the look of a tile.
pub(super) fn is_named(name: &str) -> bool {
    named(name).is_some()
}

/// Returns `true` if a word of the name begins with one of these.
fn has_word(name: &str, beginnings: &[&str]) -> bool {
    let mut words = name.split(|character: char| !character.is_alphanumeric());
    words.any(|word| beginnings.iter().any(|beginning| word.starts_with(beginning)))
}

/// Words for people among foes.
const PEOPLE: [&str; 12] = [
    "bandit", "guard", "knight", "soldier", "cultist", "mage", "priest", "orc", "goblin", "thief", "pirate",
    "raider",
];

/// Returns the figure of an entity kind. `own` is the colour for figures without one.
pub(super) fn figure_of(kind: &str, is_foe: bool, own: Color) -> (Sprite, Color) {
    let kind = kind.to_lowercase();
    let named = FIGURES.iter().find(|(_, _, beginnings)| has_word(&kind, beginnings));
    match named {
        Some((figure, color, _)) => (*figure, color.unwrap_or(own)),
        None if has_word(&kind, &PEOPLE) => (figures::PERSON, own),
        None if is_foe => (figures::CREATURE, own),
        None => (figures::GEM, own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motif(name: &str, walkable: bool) -> Motif {
        Motif::of(&Tile { name: name.to_owned(), walkable, color: Color::default() }, name)
    }

    #[test]
    fn names_of_designers_get_a_fitting_look() {
        assert_eq!(motif("Cracked floor", true), Motif::Cracks);
        assert_eq!(motif("murky WATER", false), Motif::Liquid);
        assert_eq!(motif("broken column", false), Motif::Round);
        assert_eq!(motif("secret door", true), Motif::Secret);
        assert_eq!(motif("mosaic", true), Motif::Patterned);
        assert_eq!(motif("high ledge", true), Motif::Drop);
        assert_eq!(motif("ledge", false), Motif::Block);
        assert_eq!(motif("dart trap", false), Motif::Figure(figures::SPIKES));
        assert_eq!(motif("contraption", false), Motif::Block);
    }

    #[test]
    fn what_is_walked_on_lies_flat_and_what_is_not_stands() {
        assert_eq!(motif("blob", false), Motif::Block);
        assert_eq!(motif("blob", true), Motif::Patterned);
        assert_eq!(motif("wall carpet", true), Motif::Patterned);
        assert_eq!(motif("floor", false), Motif::Block);
        assert_eq!(motif("rubble", false), Motif::Closed);
    }

    #[test]
    fn entities_get_a_figure_by_their_kind() {
        let own = Color::rgb(1, 2, 3);
        assert_eq!(figure_of("Bone key", false, own).0, figures::KEY);
        assert_eq!(figure_of("rat", true, own), (figures::CREATURE, own));
        assert_eq!(figure_of("Bandit chief", true, own), (figures::PERSON, own));
        assert_eq!(figure_of("idol", false, own), (figures::GEM, own));
    }
}
