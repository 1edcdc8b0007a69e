//! The kinds of looks of tiles, and the choice of one for a tile or an entity by its name.

use super::figures::Sprite;
use super::look_words::{self, NamedLook};
use crate::base::Color;
use crate::level::Tile;

/// The look of a tile, without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Motif {
    /// Rock or masonry that fills its cell.
    Wall,
    /// Bare floor.
    Floor,
    /// Floor with a pattern in the colour of the tile, and a border around its area.
    Patterned,
    /// Cloth on the floor, with a border around its area.
    Rug,
    /// Bars over a dark space.
    Grate,
    /// A hole with sides.
    Pit,
    /// Tufts on the floor.
    Growth,
    /// Loose ground.
    Grains,
    /// A vein of ore in the ground, with nuggets.
    Vein,
    /// Cracks and rubble on the floor.
    Cracks,
    /// A liquid or ice, over the whole cell.
    Liquid,
    /// Liquid fire.
    Fire,
    /// A shallow liquid through which the floor is visible.
    Puddle,
    /// Rungs.
    Steps,
    /// Tracks towards equal neighbours.
    Rails,
    /// Treads over the whole width of the tile's area.
    Stairs,
    /// Planks over the whole cell.
    Planks,
    /// Something low that fills its cell, for example a slab or a ledge.
    Block,
    /// A closed door position: boards or a heap in place of a possible door.
    Closed,
    /// A door that opens.
    Door,
    /// A barred door.
    Gate,
    /// A door or gate in a wall that is seen from the front; `true` for a gate.
    DoorInWall(bool),
    /// A door that looks like a wall.
    Secret,
    /// A ledge to jump down.
    Drop,
    /// A figure on the floor.
    Figure(Sprite),
}

impl Motif {
    /// Returns the motif for a tile drawn under the given name. An unknown name gives a pattern if the tile
    /// is walkable, otherwise a block.
    pub fn of(tile: &Tile, name: &str) -> Self {
        match look_words::of_tile(name).unwrap_or(Self::Patterned) {
            // A ledge that players walk on is one that they jump down.
            Self::Block if tile.walkable && name.to_lowercase().contains("ledge") => Self::Drop,
            // "cracked floor" is a floor, and tiles that fill their cell are not walkable.
            Self::Wall | Self::Block | Self::Closed if tile.walkable => Self::Patterned,
            Self::Floor | Self::Patterned if !tile.walkable => Self::Block,
            Self::Cracks if !tile.walkable => Self::Figure(Sprite::named("rubble")),
            Self::Planks | Self::Rug if !tile.walkable => Self::Block,
            motif => motif,
        }
    }

    /// Returns `true` for objects on the floor, around which the floor is visible.
    pub const fn stands_on_floor(self) -> bool {
        match self {
            Self::Growth
            | Self::Cracks
            | Self::Steps
            | Self::Rails
            | Self::Block
            | Self::Door
            | Self::Gate
            | Self::Drop
            | Self::Figure(_) => true,
            Self::Wall
            | Self::Floor
            | Self::Patterned
            | Self::Rug
            | Self::Grate
            | Self::Pit
            | Self::Grains
            | Self::Vein
            | Self::Liquid
            | Self::Fire
            | Self::Puddle
            | Self::Stairs
            | Self::Planks
            | Self::Closed
            | Self::DoorInWall(_)
            | Self::Secret => false,
        }
    }

    /// Returns `true` for patches on the floor that have round corners.
    pub const fn is_patch(self) -> bool {
        matches!(self, Self::Growth | Self::Grains | Self::Vein | Self::Liquid | Self::Fire | Self::Puddle)
    }

    /// Returns `true` for doors and gates.
    pub const fn is_door(self) -> bool {
        matches!(self, Self::Door | Self::Gate | Self::DoorInWall(_))
    }

    /// Returns `true` if it is as high as a wall, so that it hides the ground behind it.
    pub const fn is_high(self) -> bool {
        matches!(self, Self::Wall | Self::Closed | Self::Secret | Self::DoorInWall(_))
    }
}

/// Returns `true` if the name determines the look of a tile.
pub(super) fn is_named(name: &str) -> bool {
    look_words::of_tile(name).is_some()
}

/// Words for foes of any kind, in names of passes and entities.
const FOES: [&str; 8] = ["foe", "enemy", "enemie", "monster", "hostile", "creature", "boss", "horde"];

/// Returns `true` if a name says that things are foes.
pub(super) fn names_foes(name: &str) -> bool {
    let name = name.to_lowercase();
    let mut words = name.split(|character: char| !character.is_alphanumeric());
    words.any(|word| FOES.iter().any(|foe| word.starts_with(foe)))
}

/// Returns the figure of an entity kind. `own` is the colour for figures that no word names.
pub(super) fn figure_of(kind: &str, is_foe: bool, own: Color) -> (Sprite, Color) {
    match look_words::of_entity(kind) {
        Some(NamedLook { motif: Motif::Figure(figure), .. }) => (figure, figure.color()),
        _ if is_foe || names_foes(kind) => (Sprite::named("creature"), own),
        _ => (Sprite::named("gem"), own),
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
        let figure = |name: &str| Motif::Figure(Sprite::named(name));
        assert_eq!(motif("Cracked floor", true), Motif::Cracks);
        assert_eq!(motif("murky WATER", false), Motif::Liquid);
        assert_eq!(motif("broken column", false), figure("pillar"));
        assert_eq!(motif("secret door", true), Motif::Secret);
        assert_eq!(motif("mosaic", true), Motif::Patterned);
        assert_eq!(motif("high ledge", true), Motif::Drop);
        assert_eq!(motif("ledge", false), Motif::Block);
        assert_eq!(motif("rusty tracks", true), Motif::Rails);
        assert_eq!(motif("dart trap", false), figure("spikes"));
        assert_eq!(motif("gizmo", false), Motif::Block);
    }

    #[test]
    fn what_is_walked_on_lies_flat_and_what_is_not_stands() {
        assert_eq!(motif("thing of nothing", false), Motif::Block);
        assert_eq!(motif("gizmo", true), Motif::Patterned);
        assert_eq!(motif("wall carpet", true), Motif::Rug);
        assert_eq!(motif("floor", false), Motif::Block);
        assert_eq!(motif("rubble", false), Motif::Figure(Sprite::named("rubble")));
    }

    #[test]
    fn entities_get_a_figure_by_their_kind() {
        let own = Color::rgb(1, 2, 3);
        let figure = |kind: &str, is_foe| figure_of(kind, is_foe, own).0.name();
        assert_eq!(figure("Bone key", false), "key");
        assert_eq!(figure("Bandit chief", true), "bandit");
        assert_eq!(figure("idea", false), "gem");
        assert_eq!(figure_of("nobody", true, own), (Sprite::named("creature"), own));
        assert_eq!(
            figure_of("Frost monster", false, own),
            (Sprite::named("creature"), Sprite::named("creature").color())
        );
    }
}
