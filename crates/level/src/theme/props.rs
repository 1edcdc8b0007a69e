//! Facts about things of decoration: how they lie, how many fit into a place, and how large they are.
//!
//! In: the name of a thing. Out: its [`PropRule`]. Unknown names are single things of one cell.
//! Dressing follows these rules, and `verify` proves the numbers, the sizes and what hangs.

use crate::grid::Size;

/// The way in which things of a kind lie in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PropArrangement {
    /// One here, one there.
    Single,
    /// In pairs, mirrored at the middle of the place.
    Pair,
    /// Several next to each other.
    Stack,
    /// In rows with an aisle between them.
    Rows,
    /// In groups that become thinner towards their edge.
    Grove,
}

/// The facts about a thing of decoration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropRule {
    /// The way in which it lies.
    pub arrangement: PropArrangement,
    /// Maximum number in a place.
    pub most: u32,
    /// Width and height, in cells.
    pub size: Size,
    /// `true` if it hangs or sticks to a wall, so that it needs nothing below it in a side view.
    pub hangs: bool,
    /// `true` if it belongs into caves rather than into buildings.
    pub is_natural: bool,
}

impl PropRule {
    const USUAL: Self = Self {
        arrangement: PropArrangement::Single,
        most: u32::MAX,
        size: Size::new(1, 1),
        hangs: false,
        is_natural: false,
    };

    /// Returns `true` for a thing of several cells.
    pub const fn is_large(&self) -> bool {
        self.size.width > 1 || self.size.height > 1
    }

    /// Returns the rule of the thing with that name.
    pub fn of(name: &str) -> Self {
        if let Some((_, (width, height), is_natural)) = LARGE.iter().find(|(large, _, _)| *large == name) {
            let size = Size::new(*width, *height);
            return Self { most: 2, size, is_natural: *is_natural, ..Self::USUAL };
        }
        let hangs = HANGING.contains(&name);
        match FEW.iter().find(|(names, _, _)| names.contains(&name)) {
            Some((_, arrangement, most)) => {
                Self { arrangement: *arrangement, most: *most, hangs, ..Self::USUAL }
            }
            None => Self { hangs, ..Self::USUAL },
        }
    }
}

/// Things of several cells: name, width and height, and `true` for those of caves.
const LARGE: [(&str, (u32, u32), bool); 41] = [
    ("great tent", (3, 2), true),
    ("great tree", (3, 3), true),
    ("great dead tree", (3, 3), true),
    ("great cactus", (2, 3), true),
    ("giant mushroom", (2, 2), true),
    ("giant crystal", (2, 2), true),
    ("crystal spire", (2, 3), true),
    ("great boulder", (2, 2), true),
    ("giant ribs", (3, 2), true),
    ("dragon skull", (3, 2), true),
    ("lava vent", (2, 2), true),
    ("great statue", (2, 3), false),
    ("great fountain", (3, 3), false),
    ("great altar", (3, 2), false),
    ("stone tomb", (2, 2), false),
    ("leaking tank", (2, 3), false),
    ("reactor core", (3, 3), false),
    ("cargo container", (3, 2), false),
    ("crashed hull", (3, 2), false),
    ("junk heap", (2, 2), true),
    ("great forge", (3, 2), false),
    ("ore wagon", (2, 2), false),
    ("spoil heap", (2, 2), true),
    ("rail siding", (4, 2), true),
    ("shaft winch", (2, 2), true),
    ("market stall", (3, 2), false),
    ("reading table", (3, 2), false),
    ("covered wagon", (3, 2), true),
    ("great campfire", (2, 2), true),
    ("camel", (2, 2), true),
    ("cryo capsule", (1, 2), false),
    ("ship engine", (3, 3), false),
    ("command console", (3, 2), false),
    ("sun idol", (3, 3), false),
    ("scrap throne", (2, 3), false),
    ("great dish", (3, 3), false),
    ("great generator", (2, 2), false),
    ("long bed", (1, 2), false),
    ("great throne", (3, 3), false),
    ("grow tray", (3, 1), false),
    ("rusty truck", (3, 2), true),
];

/// Arrangements, and the maximum number in a place.
const FEW: [(&[&str], PropArrangement, u32); 12] = [
    (&["bones", "skull"], PropArrangement::Single, 2),
    (&["urn", "pot"], PropArrangement::Stack, 3),
    (&["brazier", "statue", "pillar"], PropArrangement::Pair, 2),
    (&["bench", "bookcase"], PropArrangement::Pair, 6),
    (&["coffin", "bed", "desk"], PropArrangement::Rows, 8),
    (&["machine", "console", "cart", "table"], PropArrangement::Single, 2),
    (&["crate", "barrel", "scrap", "sack", "tyre", "log"], PropArrangement::Stack, 8),
    (&["mushroom", "crystal", "small mushrooms", "small crystals"], PropArrangement::Grove, 14),
    (&["fern", "bush", "flowers", "tree", "palm", "reeds", "cactus"], PropArrangement::Grove, 14),
    (&["stalagmite", "boulder", "small stones", "snow"], PropArrangement::Grove, 10),
    (&["cobweb", "pipe", "beam", "roots", "cable", "candle"], PropArrangement::Single, 4),
    (&["rug", "stump", "dead tree", "shelf"], PropArrangement::Single, 3),
];

/// Things that hang, or that stick to a wall.
const HANGING: [&str; 9] = ["cobweb", "web", "chain", "roots", "vine", "vines", "crack", "moss", "cable"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{PropPosition, THEMES};

    #[test]
    fn large_things_are_listed_as_large_and_nothing_else_is() {
        for theme in &THEMES {
            for position in PropPosition::ALL {
                for name in theme.props.at(position) {
                    let is_large = PropRule::of(name).is_large();
                    assert_eq!(is_large, position == PropPosition::Large, "{name} of {}", theme.name);
                }
            }
        }
    }

    #[test]
    fn no_name_has_two_rules() {
        let few = FEW.iter().flat_map(|(names, _, _)| *names).copied();
        let mut names: Vec<&str> = LARGE.iter().map(|(name, _, _)| *name).chain(few).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
