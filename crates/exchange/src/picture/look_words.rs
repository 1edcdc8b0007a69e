//! Finds the look that a name means: "rusty barrels" is a barrel, "Zombie guard" a zombie.
//!
//! A name is split into words, and plurals become singular. The last word that names a look wins, as in
//! "dragon statue"; "of" and similar words end the name, as in "chest of gold". Callings such as guard, and
//! plain words such as floor, only decide if no other word does. Words without a look of their own are
//! compared by their ends and beginnings, as in "bookshelf" and "mossy".

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::figures::Sprite;
use super::motif::Motif;

/// The importance of a word, compared with the others of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// Decides if nothing else does.
    Plain,
    /// The calling of a person, or a material.
    Minor,
    /// A thing.
    Thing,
    /// Decides always, as "secret" in "secret door".
    Strong,
}

/// A look with its name in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NamedLook {
    pub name: &'static str,
    pub motif: Motif,
    weight: Weight,
}

/// Looks of ground and of parts of walls: motif, name, weight, and other words.
const GROUNDS: [(Motif, &str, Weight, &[&str]); 28] = [
    (Motif::Secret, "secret door", Weight::Strong, &["secret"]),
    (
        Motif::Closed,
        "blocked",
        Weight::Strong,
        &["block", "boarded", "bricked", "barred", "barricade", "welded plate", "masonry", "cave in"],
    ),
    (Motif::Drop, "drop", Weight::Thing, &["chute", "one way"]),
    (Motif::Gate, "gate", Weight::Thing, &["portcullis", "bars", "grille", "locked door"]),
    (Motif::Door, "door", Weight::Thing, &["doorway", "airlock", "bulkhead"]),
    (Motif::Fire, "lava", Weight::Thing, &["magma", "molten", "fire", "ember", "flame"]),
    (
        Motif::Liquid,
        "water",
        Weight::Thing,
        &[
            "puddle", "pool", "river", "lake", "sea", "shallow", "stream", "brook", "moat", "canal",
            "sewage", "swamp", "bog",
        ],
    ),
    (
        Motif::Liquid,
        "acid",
        Weight::Thing,
        &["slime", "ooze", "sludge", "poison", "oil", "blood", "tar", "goo"],
    ),
    (Motif::Liquid, "ice", Weight::Thing, &["icy", "frozen", "frost"]),
    (Motif::Stairs, "stair", Weight::Thing, &["stairs", "step", "steps", "staircase", "stairway"]),
    (Motif::Steps, "ladder", Weight::Thing, &["rung"]),
    (Motif::Rails, "rail", Weight::Thing, &["rails", "track", "tracks", "railway", "tramway"]),
    (Motif::Planks, "plank", Weight::Minor, &["wood", "wooden", "bridge", "deck", "boards", "parquet"]),
    (Motif::Rug, "rug", Weight::Thing, &["carpet", "mat"]),
    (Motif::Patterned, "mosaic", Weight::Thing, &["tile", "tiled", "marble", "checker", "inlay"]),
    (Motif::Grate, "grate", Weight::Thing, &["grating", "catwalk", "mesh", "drain"]),
    (Motif::Pit, "pit", Weight::Thing, &["hole", "abyss", "chasm", "void", "shaft"]),
    (
        Motif::Growth,
        "grass",
        Weight::Thing,
        &["moss", "mossy", "weed", "vine", "root", "lichen", "meadow", "lawn", "ivy", "overgrown", "flower"],
    ),
    (
        Motif::Cracks,
        "rubble",
        Weight::Thing,
        &["crack", "cracked", "debris", "gravel", "pebble", "scree", "ruin"],
    ),
    (Motif::Grains, "sand", Weight::Thing, &["dust", "dusty", "dirt", "dune"]),
    (Motif::Grains, "mud", Weight::Thing, &["muddy", "earth", "soil", "clay"]),
    (Motif::Grains, "snow", Weight::Thing, &["snowy"]),
    (Motif::Vein, "vein", Weight::Strong, &["gold dust", "ore vein", "lode"]),
    (Motif::Grains, "ash", Weight::Thing, &["soot", "cinder"]),
    (Motif::Block, "ledge", Weight::Thing, &["slab", "platform", "plinth", "dais", "pedestal"]),
    (Motif::Wall, "wall", Weight::Plain, &["rock face", "cliff"]),
    (Motif::Floor, "floor", Weight::Plain, &["ground", "flagstone"]),
    (Motif::Floor, "path", Weight::Plain, &["road", "street", "pavement"]),
];

/// Words after which a name only describes.
const ENDS: [&str; 8] = ["of", "with", "in", "on", "for", "from", "by", "without"];

/// Minimum length of a word that may be the beginning or end of another one.
const LEAST_PART: usize = 4;

/// The looks of one purpose by their words; phrases have spaces between their words.
#[derive(Default)]
struct LookLexicon {
    looks: Vec<NamedLook>,
    by_word: BTreeMap<&'static str, usize>,
    /// The number of words of the longest phrase.
    longest_phrase: usize,
}

static TILES: LazyLock<LookLexicon> =
    LazyLock::new(|| LookLexicon::default().with(grounds()).with(figures()));
static ENTITIES: LazyLock<LookLexicon> = LazyLock::new(|| LookLexicon::default().with(figures()));

fn grounds() -> impl Iterator<Item = (NamedLook, &'static [&'static str])> {
    let named = |(motif, name, weight, words): &(Motif, &'static str, Weight, &'static [&'static str])| {
        (NamedLook { name, motif: *motif, weight: *weight }, *words)
    };
    GROUNDS.iter().map(named)
}

fn figures() -> impl Iterator<Item = (NamedLook, &'static [&'static str])> {
    Sprite::all().map(|figure| {
        let weight = if figure.is_calling() { Weight::Minor } else { Weight::Thing };
        (NamedLook { name: figure.name(), motif: Motif::Figure(figure), weight }, figure.words())
    })
}

/// Returns all looks of the catalogue with their other words: those of ground first.
pub(super) fn all() -> impl Iterator<Item = (NamedLook, &'static [&'static str])> {
    grounds().chain(figures())
}

/// Returns the look of a tile with this name.
pub(super) fn of_tile(name: &str) -> Option<Motif> {
    TILES.find(name).map(|look| look.motif)
}

/// Returns the look of an entity of this kind: a figure.
pub(super) fn of_entity(name: &str) -> Option<NamedLook> {
    ENTITIES.find(name)
}

/// Returns the look of a tile or else of an entity, by its exact name or one of its other words.
pub(super) fn exactly(name: &str) -> Option<NamedLook> {
    let name = words_of(name).join(" ");
    if let Some((look, _)) = all().find(|(look, _)| look.name == name) {
        return Some(look);
    }
    [&*TILES, &*ENTITIES].into_iter().find_map(|lexicon| lexicon.word(&name))
}

impl LookLexicon {
    /// Adds looks. The first look with a word gets it; names come before other words.
    fn with(mut self, looks: impl Iterator<Item = (NamedLook, &'static [&'static str])>) -> Self {
        let first = self.looks.len();
        let (looks, words): (Vec<_>, Vec<_>) = looks.unzip();
        for (number, look) in (first..).zip(&looks) {
            self.by_word.entry(look.name).or_insert(number);
        }
        for (number, words) in (first..).zip(words) {
            for word in words {
                self.by_word.entry(*word).or_insert(number);
            }
        }
        self.looks.extend(looks);
        let lengths = self.by_word.keys().map(|phrase| phrase.split(' ').count());
        self.longest_phrase = lengths.max().unwrap_or(0);
        self
    }

    fn word(&self, word: &str) -> Option<NamedLook> {
        let known = |word: &str| self.by_word.get(word).copied();
        let number = known(word).or_else(|| singulars(word).iter().find_map(|word| known(word)))?;
        self.looks.get(number).copied()
    }

    fn find(&self, name: &str) -> Option<NamedLook> {
        let words = words_of(name);
        let head = words.iter().skip(1).position(|word| ENDS.contains(&word.as_str()));
        let head = words.get(..head.map_or(words.len(), |head| head + 1)).unwrap_or(&words);
        self.best(head).or_else(|| self.best(&words)).or_else(|| {
            let mut last_first = words.iter().rev();
            last_first.find_map(|word| self.part(word))
        })
    }

    /// Returns the look of the weightiest word or phrase, the last of equals, the longest of those.
    fn best(&self, words: &[String]) -> Option<NamedLook> {
        let last = |from: usize| from..words.len().min(from + self.longest_phrase);
        let phrases = (0..words.len()).flat_map(|from| last(from).map(move |last| (from, last)));
        let found = phrases.filter_map(|(from, last)| {
            let look = self.word(&words.get(from..=last)?.join(" "))?;
            Some((look.weight, last, last - from, look))
        });
        found.max_by_key(|(weight, last, length, _)| (*weight, *last, *length)).map(|(_, _, _, look)| look)
    }

    /// Returns the look of the longest known word that a word ends or begins with.
    fn part(&self, word: &str) -> Option<NamedLook> {
        let long = || self.by_word.iter().filter(|(known, _)| known.len() >= LEAST_PART);
        let longest = |fits: &dyn Fn(&str) -> bool| {
            long().filter(|(known, _)| fits(known)).max_by_key(|(known, _)| known.len())
        };
        let singular = singulars(word).pop().unwrap_or_else(|| word.to_owned());
        let found = longest(&|known| word.ends_with(known) || singular.ends_with(known));
        let (_, number) = found.or_else(|| longest(&|known| word.starts_with(known)))?;
        self.looks.get(*number).copied()
    }
}

/// Returns the words of a name in lower case. `ZombieGuard` and `zombie_guard` are two words.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut was_small = false;
    for character in name.chars() {
        if !character.is_alphanumeric() || (was_small && character.is_uppercase()) {
            words.push(String::new());
        }
        was_small = character.is_lowercase();
        if let Some(word) = words.last_mut().filter(|_| character.is_alphanumeric()) {
            word.extend(character.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the possible singulars of a word or phrase in the plural.
fn singulars(word: &str) -> Vec<String> {
    let endings = [("ies", "y"), ("ves", "f"), ("ves", "fe"), ("men", "man"), ("es", ""), ("s", "")];
    let singular = |(plural, single): (&str, &str)| Some(format!("{}{single}", word.strip_suffix(plural)?));
    endings.into_iter().filter_map(singular).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_look_is_found_by_its_name() {
        for (look, _) in all() {
            assert_eq!(exactly(look.name).map(|found| found.name), Some(look.name));
            assert!(of_tile(look.name).is_some() || of_entity(look.name).is_some());
        }
        for (look, words) in figures() {
            assert_eq!(of_entity(look.name), Some(look));
            for word in words {
                assert!(of_entity(word).is_some(), "{word}");
            }
        }
    }

    #[test]
    fn no_word_names_two_figures() {
        let mut known = BTreeMap::new();
        for (look, words) in figures() {
            for word in words.iter().chain([&look.name]) {
                assert_eq!(known.insert(*word, look.name), None, "{word} of {}", look.name);
            }
        }
    }

    #[test]
    fn names_of_entities_mean_what_a_reader_expects() {
        let pairs = [
            ("undead", "zombie"),
            ("Zombie guard", "zombie"),
            ("ZombieGuard", "zombie"),
            ("guard dog", "wolf"),
            ("goblin mages", "goblin"),
            ("Captain of the guard", "guard"),
            ("wolves", "wolf"),
            ("rusty barrel", "barrel"),
            ("barrels", "barrel"),
            ("Bone key", "key"),
            ("skeleton key", "key"),
            ("chest of gold", "chest"),
            ("dragon statue", "statue"),
            ("spider web", "web"),
            ("potion of health", "potion"),
            ("health potion", "potion"),
            ("potted cactus", "cactus"),
            ("maintenance robot", "robot"),
            ("bookshelf", "bookcase"),
            ("weapon chest", "chest"),
            ("cultists", "cultist"),
            ("swordsman", "guard"),
        ];
        for (name, look) in pairs {
            assert_eq!(of_entity(name).map(|look| look.name), Some(look), "{name}");
        }
        assert_eq!(["gizmo", "", "of", "ab"].map(|name| of_entity(name).is_some()), [false; 4]);
    }

    #[test]
    fn a_name_of_thousands_of_words_is_read() {
        let name = format!("{} zombie", "very ".repeat(5_000));
        assert_eq!(of_entity(&name).map(|look| look.name), Some("zombie"));
    }

    #[test]
    fn ground_comes_before_figures_for_tiles_alone() {
        assert_eq!(of_tile("slime"), Some(Motif::Liquid));
        assert_eq!(of_entity("slime").map(|look| look.name), Some("slime"));
        assert_eq!(of_tile("wooden table"), Some(Motif::Figure(Sprite::named("table"))));
        assert_eq!(of_tile("boarded door"), Some(Motif::Closed));
        assert_eq!(of_tile("ice floor"), Some(Motif::Liquid));
        assert_eq!(of_tile("wooden floor"), Some(Motif::Planks));
    }
}
