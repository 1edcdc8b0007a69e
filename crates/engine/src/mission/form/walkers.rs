//! Walkers: parameters of the floor makers that lay a place.
//!
//! Source: *Wasteland Kings*, later *Nuclear Throne*: Vlambeer, "Random level generation in Wasteland Kings",
//! 2 April 2013.
//! That text states the 110 floors and the positions of chests.
//! A floor is two wall pieces wide and high, so a piece of wall fits into each of its four corners.
//! In the desert, half of all steps lay blocks of 2 × 2 floors.
//! In the scrapyard, 11 of 100 lay blocks of 3 × 3; it has no turns of 180° and long straight corridors.
//! A walker dies more often the more walkers there are, and never if it is the only one.
//!
//! The text does not state how often walkers turn, split and die. Those numbers are ours, chosen after its
//! pictures. It has no reach; ours only limits the size of a place.

use serde::{Deserialize, Serialize};

use crate::base::{Choice, Choosable, FieldFacts, Parameter, default_text, parameters, shape};

parameters! {
    /// Walkers step, turn, lay floor, split and die until the place has enough floor.
    ///
    /// In each round, every walker turns, steps, lays its block, and then dies or splits. The first walker and its
    /// branches have random directions. A new walker starts where it splits off, and acts from the next round on.
    /// A block of 2 × 2 floors extends to the right and below the walker. A block of 3 × 3 is centred on it. A place
    /// narrower than three cells gets a plus of floor around its middle.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(from = "Written", into = "Written")]
    #[described(optional, first = preset_facts())]
    pub struct Walkers {
        /// The number of floors. If there are more, each walker takes one more step and dies.
        floors: u32 = 110, "number of floors", None, 1..=10_000;
        /// The maximum distance of a floor from the first walker in a straight line, in floors. Nothing else bounds the place.
        reach: u32 = 64, "reach", None, 1..=64;
        /// The width and height of a floor. With 2, corridors are two cells wide.
        floor_size: u32 = 1, "floor size", Cells, 1..=4;
        /// The chance that a walker turns left at a step.
        left_percent: u32 = 14, "left turn chance", Percent, 0..=100;
        /// The chance that a walker turns right at a step.
        right_percent: u32 = 14, "right turn chance", Percent, 0..=100;
        /// The chance that a walker turns around at a step.
        back_percent: u32 = 7, "180° turn chance", Percent, 0..=100;
        /// The chance that a step lays 2 × 2 floors instead of one.
        block_2_percent: u32 = 50, "2 × 2 chance", Percent, 0..=100;
        /// The chance that a step lays 3 × 3 floors instead of one.
        block_3_percent: u32 = 0, "3 × 3 chance", Percent, 0..=100;
        /// The chance that a single walker splits at a step. Two walkers have half this chance each, three a third.
        split_percent: u32 = 12, "split chance", Percent, 0..=100;
        /// The chance that a walker dies at a step, for each other living walker. The last one never dies.
        death_percent: u32 = 5, "death chance", Percent, 0..=100;
        /// The position of the spots for weapons.
        weapons: WeaponSpots = WeaponSpots::default(), "weapon spots";
        /// The spots that are kept.
        spots: KeptSpots = KeptSpots::default(), "kept spots";
    }
}

parameters! {
    /// The places where spots for weapons are left.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum WeaponSpots {
        /// Spots are one step after a walker turned around.
        AfterTurn = "After a 180° turn",
        /// Spots are on the cells where a walker turns around.
        AtTurn = "At a 180° turn",
        /// Spots are on floor with floor on only one side. If there is none, on the floor farthest from the first walker.
        DeadEnds = "Dead ends",
    }
}

parameters! {
    /// The subset of walker spots that is kept.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub enum KeptSpots {
        /// Of each kind, the spot farthest from the first walker is kept.
        Farthest = "The farthest of each kind" {
            /// The maximum that is added at random to each distance before they are compared.
            offset: u32 = 4, "random offset", Cells, 0..=64;
        },
        /// All spots are kept.
        All = "All",
    }
}

/// The purpose of a spot that walkers leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SpotKind {
    /// Weapons: at about-turns of a walker, or at dead ends.
    Weapon,
    /// Ammunition: at the death of a walker.
    Ammunition,
    /// Experience: at the position of a walker when the floors are complete, one step before its end.
    Experience,
}

impl SpotKind {
    /// All kinds, in the order in which they choose their spots.
    pub const ALL: [Self; 3] = [Self::Weapon, Self::Ammunition, Self::Experience];
}

parameters! {
    /// A set of numbers for one of the areas in *Wasteland Kings*.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum WalkerPreset {
        /// Open land. Turns: 14 % left, 14 % right, 7 % around. 2 × 2: 50 %. Split: 12 %. Death: 5 %.
        Desert = "Desert",
        /// Many walkers that lay corridors. Turns: 10 % left, 10 % right, 3 % around. Split: 60 %. Death: 3 %.
        Sewers = "Sewers",
        /// Long straight corridors with small rooms. Turns: 7 % left, 7 % right. 3 × 3: 11 %. Split: 10 %. Death: 5 %.
        Scrapyard = "Scrapyard",
    }
}

/// Returns the facts about the preset, which only files have.
fn preset_facts() -> FieldFacts {
    let preset = FieldFacts::new("preset", &[], shape::<Option<WalkerPreset>>()).known(Walkers::PRESET);
    preset.optional(default_text(&None::<WalkerPreset>))
}

impl WalkerPreset {
    /// All presets, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::Desert, Self::Sewers, Self::Scrapyard];
}

impl Walkers {
    /// The parameter that sets all numbers except those of the size.
    pub const PRESET: Parameter = Parameter {
        field: "",
        name: "preset",
        tooltip: "A set of matching numbers. All numbers except `floors` and `reach` have the defaults of the preset. Each preset has floors of 2 × 2 cells.",
    };
    const OWN: Choosable = Choosable { label: "Your own numbers", tooltip: "" };

    /// Returns the parameters of a preset with the usual size.
    pub fn of(preset: WalkerPreset) -> Self {
        let desert = Self { floor_size: 2, ..Self::default() };
        match preset {
            WalkerPreset::Desert => desert,
            WalkerPreset::Sewers => Self {
                left_percent: 10,
                right_percent: 10,
                back_percent: 3,
                block_2_percent: 0,
                split_percent: 60,
                death_percent: 3,
                ..desert
            },
            WalkerPreset::Scrapyard => Self {
                left_percent: 7,
                right_percent: 7,
                back_percent: 0,
                block_2_percent: 0,
                block_3_percent: 11,
                split_percent: 10,
                weapons: WeaponSpots::DeadEnds,
                ..desert
            },
        }
    }

    /// Returns the preset that these parameters follow, whatever the size.
    pub fn preset(&self) -> Option<WalkerPreset> {
        let Self { floors, reach, .. } = *self;
        WalkerPreset::ALL.into_iter().find(|preset| Self { floors, reach, ..Self::of(*preset) } == *self)
    }

    /// Returns the minimum number of cells of a place with these parameters.
    pub fn least_cells(&self) -> u64 {
        let floors = (u64::from(self.floors) + 1).min(self.floors_in_reach());
        floors * u64::from(self.floor_size).pow(2)
    }

    /// Returns the maximum width and height of a place with these parameters and few passages. Saturates,
    /// because files may contain any number.
    pub fn most_side(&self) -> u32 {
        self.reach.saturating_mul(2).saturating_add(1).saturating_mul(self.floor_size)
    }

    /// Returns the maximum number of floors within the reach.
    pub fn floors_in_reach(&self) -> u64 {
        let reach = u64::from(self.reach);
        let half_width = |dy: u64| (reach * reach - dy * dy).isqrt();
        (0..=reach).map(|dy| (2 * half_width(dy) + 1) * if dy == 0 { 1 } else { 2 }).sum()
    }
}

impl Choice for Walkers {
    fn choices(&self) -> Vec<Choosable> {
        [WalkerPreset::CHOICES, &[Self::OWN]].concat()
    }

    fn label(&self) -> &'static str {
        self.preset().map_or(Self::OWN.label, |preset| preset.label())
    }

    fn choose(&mut self, label: &str) {
        let Self { floors, reach, .. } = *self;
        let chosen = WalkerPreset::ALL.into_iter().find(|preset| preset.label() == label);
        if let Some(preset) = chosen {
            *self = Self { floors, reach, ..Self::of(preset) };
        }
    }
}

/// Declares the form of walkers in files: a preset, and the parameters that differ from it.
macro_rules! written {
    ($($field:ident: $type:ty,)*) => {
        #[derive(Default, Serialize, Deserialize)]
        #[serde(rename = "Walkers", default, deny_unknown_fields)]
        struct Written {
            #[serde(skip_serializing_if = "Option::is_none")]
            preset: Option<WalkerPreset>,
            $(
                #[serde(skip_serializing_if = "Option::is_none")]
                $field: Option<$type>,
            )*
        }

        impl From<Written> for Walkers {
            fn from(written: Written) -> Self {
                let preset = written.preset.map_or_else(Self::default, Self::of);
                Self { $($field: written.$field.unwrap_or(preset.$field),)* }
            }
        }

        impl From<Walkers> for Written {
            fn from(walkers: Walkers) -> Self {
                let of = |preset: Option<WalkerPreset>| preset.map_or_else(Walkers::default, Walkers::of);
                let differing = |preset: &Option<WalkerPreset>| {
                    let other = of(*preset);
                    [$(walkers.$field != other.$field),*].into_iter().filter(|differs| *differs).count()
                };
                let presets = WalkerPreset::ALL.into_iter().map(Some);
                let preset = presets.chain([None]).min_by_key(differing).flatten();
                let other = of(preset);
                Self { preset, $($field: (walkers.$field != other.$field).then_some(walkers.$field),)* }
            }
        }
    };
}

written! {
    floors: u32,
    reach: u32,
    floor_size: u32,
    left_percent: u32,
    right_percent: u32,
    back_percent: u32,
    block_2_percent: u32,
    block_3_percent: u32,
    split_percent: u32,
    death_percent: u32,
    weapons: WeaponSpots,
    spots: KeptSpots,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preset_is_recognised_whatever_the_size() {
        for preset in WalkerPreset::ALL {
            let mut walkers = Walkers { floors: 40, reach: 9, ..Walkers::default() };
            walkers.choose(preset.label());
            assert_eq!(walkers.label(), preset.label());
            assert_eq!((walkers.floors, walkers.reach), (40, 9));
            walkers.split_percent += 1;
            assert_eq!(walkers.label(), Walkers::OWN.label);
        }
    }

    #[test]
    fn files_state_the_preset_only_if_it_saves_a_number() {
        assert_eq!(default_text(&Walkers::default()), "()");
        assert_eq!(default_text(&Walkers::of(WalkerPreset::Desert)), "(preset: Desert)");
        let small = Walkers { floor_size: 1, ..Walkers::of(WalkerPreset::Sewers) };
        assert_eq!(default_text(&small), "(preset: Sewers, floor_size: 1)");
    }

    #[test]
    fn floors_in_reach_are_those_of_the_disc() {
        for reach in 0..=64 {
            let within = |dx: i64, dy: i64| dx * dx + dy * dy <= i64::from(reach) * i64::from(reach);
            let all = (-64..=64).flat_map(|dy| (-64..=64).map(move |dx| (dx, dy)));
            let count = all.filter(|(dx, dy)| within(*dx, *dy)).count() as u64;
            assert_eq!(Walkers { reach, ..Walkers::default() }.floors_in_reach(), count);
        }
    }
}
