//! Figures of nineteen dungeons that people made, to compare a survey with.
//!
//! Source: the graphs of dungeons in A. J. Summerville, S. Snodgrass, M. Mateas and S. Ontañón, The VGLC: The Video
//! Game Level Corpus, 2016. A place is a node of the graph, and a passage joins two of them, in one direction or in
//! both. Arcs from a node to itself are left out. A lock is a passage that needs a small key or a boss key.
//! Only metrics of the mission can be compared, because the graphs have no tiles.

use super::Distribution;
use crate::metrics::LevelMetric;

/// A dungeon that people made.
#[derive(Clone, Copy, Debug)]
pub struct HandMadeMission {
    /// The game.
    pub game: &'static str,
    /// Number of the dungeon in the game.
    pub dungeon: u8,
    places: u8,
    passages: u8,
    loops: u8,
    dead_ends: u8,
    locks: u8,
}

/// The dungeons, by game.
pub static HAND_MADE: [HandMadeMission; 19] = [
    HandMadeMission::new("The Legend of Zelda", 1, [19, 20, 2, 4, 6]),
    HandMadeMission::new("The Legend of Zelda", 3, [20, 22, 3, 2, 4]),
    HandMadeMission::new("The Legend of Zelda", 5, [25, 27, 3, 4, 6]),
    HandMadeMission::new("The Legend of Zelda", 7, [35, 38, 4, 7, 5]),
    HandMadeMission::new("The Legend of Zelda", 9, [62, 72, 11, 6, 16]),
    HandMadeMission::new("The Legend of Zelda, second quest", 2, [23, 26, 4, 2, 4]),
    HandMadeMission::new("The Legend of Zelda, second quest", 4, [35, 42, 8, 3, 3]),
    HandMadeMission::new("The Legend of Zelda, second quest", 6, [30, 33, 4, 3, 3]),
    HandMadeMission::new("The Legend of Zelda, second quest", 8, [37, 41, 5, 5, 3]),
    HandMadeMission::new("Link's Awakening", 2, [27, 28, 2, 3, 6]),
    HandMadeMission::new("Link's Awakening", 4, [35, 45, 11, 4, 5]),
    HandMadeMission::new("Link's Awakening", 6, [47, 49, 3, 9, 4]),
    HandMadeMission::new("Link's Awakening", 8, [59, 73, 15, 3, 7]),
    HandMadeMission::new("A Link to the Past", 3, [14, 17, 4, 2, 4]),
    HandMadeMission::new("A Link to the Past", 5, [37, 45, 9, 2, 7]),
    HandMadeMission::new("A Link to the Past", 7, [25, 31, 7, 2, 5]),
    HandMadeMission::new("A Link to the Past", 9, [39, 41, 3, 4, 7]),
    HandMadeMission::new("A Link to the Past", 10, [49, 63, 15, 2, 7]),
    HandMadeMission::new("A Link to the Past", 12, [65, 68, 4, 9, 11]),
];

/// Returns the values of a metric in all dungeons. `None` if their graphs do not tell it.
pub fn hand_made(metric: &LevelMetric) -> Option<Distribution> {
    let values: Option<Vec<f64>> = HAND_MADE.iter().map(|mission| mission.value(metric)).collect();
    values.map(Distribution::from_iter)
}

impl HandMadeMission {
    const fn new(game: &'static str, dungeon: u8, figures: [u8; 5]) -> Self {
        let [places, passages, loops, dead_ends, locks] = figures;
        Self { game, dungeon, places, passages, loops, dead_ends, locks }
    }

    /// Returns the value of a metric, by the definition of the metric.
    fn value(&self, metric: &LevelMetric) -> Option<f64> {
        let a_place = |count: f64| count / f64::from(self.places);
        Some(match metric.name {
            "places" => f64::from(self.places),
            "passages" => f64::from(self.passages),
            "branching" => a_place(2.0 * f64::from(self.passages)),
            "loops" => f64::from(self.loops),
            "loops_per_place" => a_place(f64::from(self.loops)),
            "dead_ends" => f64::from(self.dead_ends),
            "locks" => f64::from(self.locks),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connected_graphs_have_as_many_loops_as_passages_exceed_a_tree() {
        for HandMadeMission { game, dungeon, places, passages, loops, .. } in HAND_MADE {
            assert_eq!(loops, passages + 1 - places, "{game} {dungeon}");
        }
    }

    #[test]
    fn only_metrics_of_missions_have_figures() {
        let of = |name| LevelMetric::named(name).and_then(hand_made);
        let places = of("places").unwrap();
        assert_eq!((places.count(), places.range(), places.median()), (19, Some((14.0, 65.0)), Some(35.0)));
        assert_eq!(of("area"), None);
        assert_eq!(of("loops_per_place").unwrap().count(), 19);
    }
}
