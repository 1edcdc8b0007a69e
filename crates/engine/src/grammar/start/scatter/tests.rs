use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::grammar::Start;
use crate::grammar::testing::{alphabet, draw_lattice};

/// Returns a scatter: start A, exit B, features C and D, crossings E.
fn scatter(width: u32, height: u32, count: u32, distance: u32) -> Scatter {
    Scatter {
        width,
        height,
        start: "A".to_owned(),
        exit: "B".to_owned(),
        features: vec![("C".to_owned(), 3), ("D".to_owned(), 1)],
        count: (count, count),
        distance,
        edge: "p".to_owned(),
        crossing: "E".to_owned(),
    }
}

fn built(scatter: &Scatter, seed: u64) -> Option<Mission> {
    Start::Scatter(scatter.clone()).build(&alphabet(), Seed(seed))
}

fn mission(scatter: &Scatter, seed: u64) -> Mission {
    built(scatter, seed).expect("it has no mistake")
}

fn symbol(mission: &Mission, id: NodeId) -> &'static str {
    let node = mission.node(id).expect("the node is there");
    ["A", "B", "C", "D", "E"][node.symbol.0 as usize]
}

fn site(mission: &Mission, id: NodeId) -> (i32, i32) {
    let site = mission.node(id).and_then(|node| node.site).expect("all have sites");
    (site.x, site.y)
}

fn with_symbol<'a>(mission: &'a Mission, name: &'a str) -> impl Iterator<Item = NodeId> + 'a {
    mission.nodes().map(|(id, _)| id).filter(move |id| symbol(mission, *id) == name)
}

/// Returns scatters of many shapes, including full and nearly empty ones.
fn many() -> impl Iterator<Item = (Scatter, u64)> {
    let shapes =
        [(2, 2, 0), (2, 2, 2), (2, 9, 3), (9, 2, 8), (5, 4, 6), (5, 4, 18), (12, 9, 10), (12, 9, 40)];
    let all = shapes.into_iter().flat_map(|(width, height, count)| {
        (0..60).map(move |seed| (scatter(width, height, count, (seed % 2) as u32 * 3), seed))
    });
    all.chain((0..10).map(|seed| (scatter(40, 30, 60, 90), seed)))
}

#[test]
fn scatter_has_one_start_one_exit_and_so_many_features_each_on_a_super_tile_of_its_own() {
    for (scatter, seed) in many() {
        let mission = mission(&scatter, seed);
        let count = |name| with_symbol(&mission, name).count();
        assert_eq!((count("A"), count("B")), (1, 1));
        assert_eq!(count("C") + count("D"), scatter.count.1 as usize);
        let sites: BTreeSet<_> = mission.nodes().map(|(id, _)| site(&mission, id)).collect();
        assert_eq!(sites.len(), mission.node_count());
        let on_map = |&(x, y): &(i32, i32)| {
            (0..scatter.width as i32).contains(&x) && (0..scatter.height as i32).contains(&y)
        };
        assert!(sites.iter().all(on_map));
    }
}

/// Returns the centre of a super-tile, in cells.
fn centre((x, y): (i32, i32)) -> (i32, i32) {
    (3 * x + 1, 3 * y + 1)
}

#[test]
fn scatter_keeps_start_and_exit_so_many_cells_apart() {
    for distance in 0..=44 {
        let scatter = scatter(11, 12, 5, distance);
        for seed in 0..20 {
            let mission = mission(&scatter, seed);
            let (from, to) = (centre(site(&mission, NodeId(1))), centre(site(&mission, NodeId(2))));
            assert!((from.0 - to.0).pow(2) + (from.1 - to.1).pow(2) >= (distance * distance) as i32);
        }
    }
    // On 11 × 12 super-tiles the corners are 44.6 cells apart.
    assert_eq!(scatter(11, 12, 5, 0).largest_distance(), 44);
}

#[test]
fn scatter_joins_exactly_the_features_that_lie_3_cells_apart() {
    for (scatter, seed) in many() {
        let mission = mission(&scatter, seed);
        let features: Vec<NodeId> =
            mission.nodes().map(|(id, _)| id).filter(|id| symbol(&mission, *id) != "E").collect();
        let mut expected = BTreeSet::new();
        for &one in &features {
            for &other in features.iter().filter(|other| **other > one) {
                let (a, b) = (centre(site(&mission, one)), centre(site(&mission, other)));
                if matches!(((a.0 - b.0).abs(), (a.1 - b.1).abs()), (3, 0) | (0, 3)) {
                    expected.insert((one, other));
                }
            }
        }
        let ends = mission.edges().map(|(_, edge)| (edge.from.min(edge.to), edge.from.max(edge.to)));
        let between: Vec<_> =
            ends.filter(|(one, other)| [one, other].iter().all(|id| features.contains(id))).collect();
        assert_eq!(between.len(), expected.len());
        assert_eq!(between.into_iter().collect::<BTreeSet<_>>(), expected);
    }
}

/// Returns the nodes joined to the start by the first `edges` edges, without crossing the exit.
fn flood(mission: &Mission, edges: usize) -> BTreeSet<NodeId> {
    let mut reached = BTreeSet::from([NodeId(1)]);
    loop {
        let before = reached.len();
        for (_, edge) in mission.edges().take(edges) {
            for (here, there) in [(edge.from, edge.to), (edge.to, edge.from)] {
                if here != NodeId(2) && reached.contains(&here) {
                    reached.insert(there);
                }
            }
        }
        if reached.len() == before {
            return reached;
        }
    }
}

#[test]
fn scatter_is_reached_from_the_start_without_crossing_the_exit() {
    for (scatter, seed) in many() {
        let mission = mission(&scatter, seed);
        assert_eq!(flood(&mission, mission.edge_count()).len(), mission.node_count(), "{scatter:?} {seed}");
    }
}

/// Returns the steps from reached nodes over vacant super-tiles to every unreached feature.
fn steps(mission: &Mission, scatter: &Scatter, reached: &BTreeSet<NodeId>) -> BTreeMap<(i32, i32), u32> {
    let taken: BTreeMap<_, _> = mission
        .nodes()
        .map(|(id, _)| (site(mission, id), id))
        .filter(|(_, id)| symbol(mission, *id) != "E" || reached.contains(id))
        .collect();
    let begin = reached.iter().filter(|id| **id != NodeId(2)).map(|id| site(mission, *id));
    let mut known: BTreeMap<(i32, i32), u32> = begin.map(|site| (site, 0)).collect();
    let mut found = BTreeMap::new();
    for steps in 1..scatter.width * scatter.height {
        let last: Vec<_> = known.iter().filter(|(_, at)| **at == steps - 1).map(|(site, _)| *site).collect();
        for (x, y) in last {
            for next in [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)] {
                let on_map = next.0 >= 0
                    && next.1 >= 0
                    && next.0 < scatter.width as i32
                    && next.1 < scatter.height as i32;
                match taken.get(&next) {
                    _ if !on_map || known.contains_key(&next) => {}
                    Some(id) if reached.contains(id) => {}
                    Some(_) => _ = found.entry(next).or_insert(steps),
                    None => _ = known.insert(next, steps),
                }
            }
        }
    }
    found
}

#[test]
fn scatter_joins_the_nearest_first_of_several_the_uppermost_then_the_leftmost() {
    for (scatter, seed) in many().filter(|(scatter, _)| scatter.width < 20) {
        let mission = mission(&scatter, seed);
        let is_crossing = |id: NodeId| symbol(&mission, id) == "E";
        let all: Vec<_> = mission.edges().map(|(_, edge)| (edge.from, edge.to)).collect();
        let first_added = all.iter().position(|(from, to)| is_crossing(*from) || is_crossing(*to));
        let mut done = first_added.unwrap_or(all.len());
        while done < all.len() {
            let steps = steps(&mission, &scatter, &flood(&mission, done));
            let nearest = steps.iter().min_by_key(|((x, y), steps)| (**steps, *y, *x)).expect("one is left");
            let (&expected, &length) = nearest;
            let way = &all[done..done + length as usize];
            assert!(way.windows(2).all(|pair| pair[0].1 == pair[1].0 && is_crossing(pair[0].1)));
            assert_eq!(way.last().map(|(_, to)| site(&mission, *to)), Some(expected), "{scatter:?} {seed}");
            done += length as usize;
        }
    }
}

#[test]
fn scatter_points_its_edges_away_from_the_start_and_to_the_exit() {
    for (scatter, seed) in many() {
        let mission = mission(&scatter, seed);
        assert!(mission.edges_in(NodeId(1)).is_empty());
        assert!(mission.edges_out(NodeId(2)).is_empty());
        for (id, _) in mission.nodes().filter(|(id, _)| *id != NodeId(1)) {
            assert!(!mission.edges_in(id).is_empty(), "a walker along the edges comes to {id:?}");
        }
    }
}

/// Returns the chi-square of counts that should be proportional to `shares`.
fn chi_square(counts: &[u32], shares: &[u32]) -> f64 {
    let (all, parts): (u32, u32) = (counts.iter().sum(), shares.iter().sum());
    let expected = |share: u32| f64::from(all) * f64::from(share) / f64::from(parts);
    counts
        .iter()
        .zip(shares)
        .map(|(n, share)| (f64::from(*n) - expected(*share)).powi(2) / expected(*share))
        .sum()
}

#[test]
fn scatter_draws_each_pair_of_ends_that_lies_far_enough_apart_with_equal_chance() {
    // On 3 × 3 super-tiles 16 pairs are 6 cells apart or more, each in two orders.
    let scatter = scatter(3, 3, 0, 6);
    let mut counts: BTreeMap<_, u32> = BTreeMap::new();
    for seed in 0..20_000 {
        let ends = scatter.draw_ends(&mut Seed(seed).stream()).expect("some lie far enough apart");
        *counts.entry(ends).or_default() += 1;
    }
    let counts: Vec<u32> = counts.into_values().collect();
    let far = (0..81).filter(|pair| {
        let (one, other) = (pair / 9, pair % 9);
        let (x, y) = (one % 3 - other % 3, one / 3 - other / 3);
        9 * (x * x + y * y) >= 36
    });
    assert_eq!(counts.len(), far.count());
    // With 31 degrees of freedom it stays under 61.1 in 999 of 1,000 cases.
    assert!(chi_square(&counts, &vec![1; counts.len()]) < 61.1, "{counts:?}");
}

#[test]
fn scatter_draws_symbols_by_weight_and_super_tiles_with_equal_chance() {
    let scatter = scatter(4, 3, 5, 0);
    let (mut symbols, mut tiles) = ([0_u32; 2], [0_u32; 12]);
    for seed in 0..8_000 {
        let mission = mission(&scatter, seed);
        for id in (3..=7).map(NodeId) {
            symbols[usize::from(symbol(&mission, id) == "D")] += 1;
            let (x, y) = site(&mission, id);
            tiles[(y * 4 + x) as usize] += 1;
        }
    }
    // A chance that is wrong by a tenth deviates by more than ten times the sampling error of 40,000
    // features.
    assert!(chi_square(&symbols, &[3, 1]) < 10.8, "{symbols:?}");
    assert!(chi_square(&tiles, &[1; 12]) < 31.3, "{tiles:?}");
}

#[test]
fn scatter_draws_the_number_of_features_from_its_range_with_equal_chance() {
    let fixed = scatter(5, 4, 8, 0);
    let ranged = Scatter { count: (6, 10), ..fixed.clone() };
    let mut counts = [0_u32; 5];
    for seed in 0..5_000 {
        let (mission, other) = (mission(&ranged, seed), mission(&fixed, seed));
        let features = ["C", "D"].map(|name| with_symbol(&mission, name).count());
        counts[features.iter().sum::<usize>() - 6] += 1;
        // A change of the range moves neither the ends nor the first features.
        let sites = |mission: &Mission| [1, 2, 3, 4, 5, 6, 7, 8].map(|id| site(mission, NodeId(id)));
        assert_eq!(sites(&mission), sites(&other));
    }
    // With 4 degrees of freedom it stays under 18.5 in 999 of 1,000 cases.
    assert!(chi_square(&counts, &[1; 5]) < 18.5, "{counts:?}");
}

#[test]
fn scatter_with_a_mistake_is_not_built() {
    let sound = scatter(4, 3, 10, 9);
    assert!(built(&sound, 1).is_some());
    let mistakes: [fn(&mut Scatter); 12] = [
        |it| it.count = (9, 8),
        |it| it.width = 1,
        |it| it.height = 257,
        |it| it.count = (11, 11),
        |it| it.distance = 11,
        |it| it.features.clear(),
        |it| it.features = vec![("C".to_owned(), 0)],
        |it| it.features[0].1 = u32::MAX,
        |it| it.start = "Z".to_owned(),
        |it| it.exit = "p".to_owned(),
        |it| it.features[0].0 = "Z".to_owned(),
        |it| it.edge = "A".to_owned(),
    ];
    for (number, mistake) in mistakes.into_iter().enumerate() {
        let mut scatter = sound.clone();
        mistake(&mut scatter);
        assert_eq!(built(&scatter, 1), None, "mistake {number}");
    }
    assert!(built(&Scatter { count: (0, 0), features: Vec::new(), ..sound }, 1).is_some());
}

/// Draws symbols on their super-tiles, `+` for crossings, and the edges between them.
fn draw(mission: &Mission, width: usize, height: usize) -> String {
    let sign = |id| symbol(mission, id).replace('E', "+").chars().next().expect("a sign");
    draw_lattice(mission, (width, height), sign)
}

/// If this fails, every level of every designer changes: fix the code, not the drawing.
#[test]
fn scatters_never_change() {
    let expected = "
                C
                ^
                C<--+<--+<--A
                        v
    D<--C           D<--D
    v   ^               v
    B   +               D
    ^   ^               v
    C<--+<--+<--C<--D<--C-->+-->+
    v       v                   v
    D       C                   C
";
    assert_eq!(format!("\n{}", draw(&mission(&scatter(9, 6, 14, 15), 1), 9, 6)), expected);
}
