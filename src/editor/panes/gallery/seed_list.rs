//! Reads typed or pasted seeds: a first seed, a list of seeds, or words.
//!
//! ```text
//! 42             the seeds from 42
//! 3, 17, 99      exactly these
//! dragon gate    the seeds from the hash of these words
//! ```

use super::settings::GallerySettings;
use crate::base::Seed;

/// The seeds that a text asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedSeeds {
    /// Seeds from this one.
    From(Seed),
    /// Exactly these, without duplicates.
    Exactly(Vec<Seed>),
}

impl TypedSeeds {
    /// Reads a text; `None` if it names no seed. `is_list` reads even a single seed as a list.
    pub fn read(text: &str, is_list: bool) -> Option<Self> {
        let separators = |letter: char| matches!(letter, ',' | ';' | '\n' | '\r' | '\t');
        let mut parts: Vec<&str> =
            text.split(separators).map(str::trim).filter(|part| !part.is_empty()).collect();
        let are_numbers = |part: &&str| part.split_whitespace().all(|word| word.parse::<Seed>().is_ok());
        if parts.iter().all(are_numbers) {
            parts = parts.into_iter().flat_map(str::split_whitespace).collect();
        }
        let mut seeds: Vec<Seed> = Vec::new();
        let mut known = std::collections::BTreeSet::new();
        let named = parts.into_iter().filter_map(|part| Seed::from_words(part).ok());
        for seed in named.take(GallerySettings::MOST_LISTED) {
            if known.insert(seed) {
                seeds.push(seed);
            }
        }
        match seeds.as_slice() {
            [] => None,
            [seed] if !is_list => Some(Self::From(*seed)),
            _ => Some(Self::Exactly(seeds)),
        }
    }
}

/// Returns the seeds as they are typed.
pub fn text_of(settings: &GallerySettings) -> String {
    if settings.list.is_empty() {
        settings.first.unwrap_or_default().to_string()
    } else {
        listed(&settings.list)
    }
}

/// Returns seeds with commas between them.
pub fn listed(seeds: &[Seed]) -> String {
    let texts: Vec<String> = seeds.iter().map(Seed::to_string).collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exactly(seeds: &[u64]) -> Option<TypedSeeds> {
        Some(TypedSeeds::Exactly(seeds.iter().copied().map(Seed).collect()))
    }

    #[test]
    fn a_number_is_the_first_seed_and_several_are_a_list() {
        assert_eq!(TypedSeeds::read(" 42 ", false), Some(TypedSeeds::From(Seed(42))));
        assert_eq!(TypedSeeds::read("42", true), exactly(&[42]));
        assert_eq!(TypedSeeds::read("3, 17,99", false), exactly(&[3, 17, 99]));
        assert_eq!(TypedSeeds::read("5 4\n5\r\n18446744073709551615", false), exactly(&[5, 4, u64::MAX]));
        assert_eq!(TypedSeeds::read(" ,\n", false), None);
    }

    #[test]
    fn words_are_one_seed_and_commas_separate_them() {
        let Some(TypedSeeds::From(gate)) = TypedSeeds::read("dragon gate", false) else { panic!("one seed") };
        let Some(TypedSeeds::Exactly(list)) = TypedSeeds::read("dragon gate, 7", false) else {
            panic!("two seeds")
        };
        assert_eq!(list, [gate, Seed(7)]);
    }

    #[test]
    fn seeds_are_read_as_they_are_listed() {
        let seeds = [Seed(9), Seed(0), Seed(u64::MAX)];
        assert_eq!(TypedSeeds::read(&listed(&seeds), false), Some(TypedSeeds::Exactly(seeds.to_vec())));
    }
}
