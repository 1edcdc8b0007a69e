use super::*;
use crate::base::{RandomStream, Rect, Seed, StageContext};
use crate::layout::compact::compactor::CompactionInput;
use crate::layout::compact::tests::halls;
use crate::layout::drawing::is_legal;
use crate::layout::input::context::LayoutContext;
use crate::layout::input::sizes;
use crate::mission::{Alphabet, Mission, PassageKind};
use crate::settings::LayoutSettings;

/// Draws a mission of halls with these passages.
fn drawn(count: usize, passages: &[(usize, usize)]) -> Option<OrthogonalDrawing> {
    let (mission, alphabet) = halls(count, passages);
    drawn_of(&mission, &alphabet)
}

fn drawn_of(mission: &Mission, alphabet: &Alphabet) -> Option<OrthogonalDrawing> {
    let drawing = drawn_from(mission, alphabet, &[], BayOrientation::ALL[0]);
    let kept = drawn_on(mission, alphabet, &[], BayOrientation::ALL[0], PagePolicy::Kept);
    assert!(kept.is_none() || kept == drawing, "sides are changed only where they must be");
    drawing
}

/// Draws a mission whose curve begins with some places.
fn drawn_from(
    mission: &Mission,
    alphabet: &Alphabet,
    firsts: &[Vec<usize>],
    orientation: BayOrientation,
) -> Option<OrthogonalDrawing> {
    drawn_on(mission, alphabet, firsts, orientation, PagePolicy::ANY)
}

fn drawn_on(
    mission: &Mission,
    alphabet: &Alphabet,
    firsts: &[Vec<usize>],
    orientation: BayOrientation,
    sides: PagePolicy,
) -> Option<OrthogonalDrawing> {
    let problem = LayoutProblem::new(mission, alphabet, LayoutContext::default(), &StageContext::default()).0;
    let (sizes, mistakes) = sizes::draw(&problem, &[], &LayoutSettings::default(), Seed(1));
    assert!(mistakes.is_empty(), "{mistakes:?}");
    let input = CompactionInput::new(&problem, &sizes);
    let bays = Bays::new(&input.problem, &sizes, input.ports.of_cores(), &input.outline, 2, firsts, sides)?;
    // As wide as high before compaction.
    bays.drawn(orientation, 10_000 / SLACK_PERCENT)
}

fn curve_of(count: usize, passages: &[(usize, usize)]) -> Vec<usize> {
    let (mission, alphabet) = halls(count, passages);
    let problem =
        LayoutProblem::new(&mission, &alphabet, LayoutContext::default(), &StageContext::default()).0;
    let ports = vec![Vec::new(); count];
    let wish = CurveRequest { first: None, last: None, ports: &ports, is_clockwise: false };
    Book::new(&problem, wish).expect("none crosses").curve
}

fn assert_legal(drawing: &OrthogonalDrawing, of: &str) {
    assert!(is_legal(drawing) && drawing.crossings.is_empty(), "{of}");
    assert!(drawing.courses.iter().all(|course| course.joins(&drawing.blocks)), "{of}");
}

/// Returns loops of three to eight places, each on a place of another.
fn loops(count: usize, random: &mut RandomStream) -> Vec<(usize, usize)> {
    let mut passages = Vec::new();
    let mut places = 1;
    while places < count {
        let on = random.below(places as u64) as usize;
        let last = (places + random.range(2, 7) as usize).min(count);
        passages.push((on, places));
        passages.extend((places..last - 1).map(|place| (place, place + 1)));
        if last > places + 1 {
            passages.push((on, last - 1));
        }
        places = last;
    }
    passages
}

/// Returns a tree in which each place hangs on one of the `most` places before it.
fn tree(count: usize, most: usize, random: &mut RandomStream) -> Vec<(usize, usize)> {
    let mut above = |place: usize| place - 1 - random.below(place.min(most) as u64) as usize;
    (1..count).map(|place| (above(place), place)).collect()
}

#[test]
fn small_branches_come_before_large_ones() {
    // 0 ─ 1 ─ 2 ─ 3 ─ 4 ─ 5, with 6 at 1, and 7 and 8 at 3.
    let passages = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (1, 6), (3, 7), (7, 8)];
    let curve = curve_of(9, &passages);
    assert!(
        [[5, 4, 3, 8, 7, 2], [5, 4, 3, 7, 8, 2], [8, 7, 3, 4, 5, 2]]
            .contains(&[0, 1, 2, 3, 4, 5].map(|at| curve[at])),
        "{curve:?}"
    );
    assert_eq!(curve[6], 1, "{curve:?}");
}

#[test]
fn what_leads_back_comes_last() {
    // 0, 1 and 2 form a loop, and a branch of four places hangs on 1.
    let curve = curve_of(7, &[(0, 1), (1, 2), (2, 0), (1, 3), (3, 4), (4, 5), (5, 6)]);
    let at = |place: usize| curve.iter().position(|other| *other == place).unwrap();
    assert_eq!(curve[0], 6, "{curve:?}");
    assert!(at(1) < at(2) && at(1) < at(0), "{curve:?}");
}

#[test]
fn trees_are_drawn_without_crossings() {
    for seed in 0..12 {
        let mut random = Seed(seed).stream();
        let most = [2, 6, 150][seed as usize % 3];
        let drawing = drawn(150, &tree(150, most, &mut random));
        assert_legal(&drawing.unwrap_or_else(|| panic!("{seed}: there is none")), &seed.to_string());
    }
}

#[test]
fn loops_on_loops_are_drawn_without_crossings() {
    for seed in 0..6 {
        let passages = loops(150, &mut Seed(seed).stream());
        let drawing = drawn(150, &passages);
        assert_legal(&drawing.unwrap_or_else(|| panic!("{seed}: there is none")), &seed.to_string());
    }
}

#[test]
fn hubs_are_drawn_without_crossings() {
    for spokes in [7, 12, 30, 80] {
        // Two hubs with as many spokes each, and three passages between them.
        let hubs = (0..2 * spokes).map(|spoke| (spoke % 2, spoke + 2));
        let passages: Vec<_> = [(0, 1); 3].into_iter().chain(hubs).collect();
        let drawing = drawn(2 + 2 * spokes, &passages);
        assert_legal(&drawing.unwrap_or_else(|| panic!("{spokes}: there is none")), &spokes.to_string());
    }
}

#[test]
fn passages_from_a_place_to_itself_lie_in_the_bays() {
    let tree = tree(120, 6, &mut Seed(3).stream());
    let loops: Vec<_> = [0, 7, 7, 60, 119].map(|place| (place, place)).to_vec();
    let drawing = drawn(120, &[&tree[..], &loops].concat()).expect("none crosses");
    assert_legal(&drawing, "loops");
}

#[test]
fn wide_corridors_have_room_beside_each_other() {
    let passages = tree(60, 2, &mut Seed(1).stream());
    let (mission, mut alphabet) = halls(60, &passages);
    for edge in alphabet.edges.values_mut() {
        let PassageKind::Corridor { width, .. } = &mut edge.kind else { panic!("{edge:?}") };
        *width = 3;
    }
    let drawing = drawn_of(&mission, &alphabet).expect("there is one");
    assert_legal(&drawing, "wide");
    let bars: Vec<Vec<Rect>> = drawing.courses.iter().map(|course| course.bars().collect()).collect();
    for (number, one) in bars.iter().enumerate() {
        let others = bars[number + 1..].iter().flatten();
        let is_alone = |bar: &Rect| one.iter().all(|own| !own.overlaps(*bar));
        assert!(others.into_iter().all(is_alone), "{number}");
    }
}

#[test]
fn disconnected_missions_are_not_drawn() {
    assert!(drawn(5, &[(0, 1), (1, 2), (3, 4)]).is_none());
}

#[test]
fn passages_that_would_cross_are_not_drawn() {
    let all = |count: usize| -> Vec<(usize, usize)> {
        (0..count).flat_map(|from| (from + 1..count).map(move |to| (from, to))).collect()
    };
    assert!(drawn(5, &all(5)).is_none());
    assert_legal(&drawn(4, &all(4)).expect("one passes behind the others"), "a passage behind");
    let around = [(0, 1), (1, 2), (2, 3), (3, 0)];
    assert_legal(&drawn(4, &around).expect("around a loop none crosses"), "a loop");
}

#[test]
fn short_cuts_lie_behind_where_they_would_cross() {
    for seed in 0..6 {
        // A tree with short cuts past the place on which another hangs.
        let mut random = Seed(seed).stream();
        let tree = tree(150, 6, &mut random);
        let above = |place: usize| tree[place - 1].0;
        let cuts = (1..150).filter(|place| above(*place) > 0 && random.chance(20));
        let cuts: Vec<_> = cuts.map(|place| (above(above(place)), place)).collect();
        let drawing = drawn(150, &[&tree[..], &cuts].concat());
        assert_legal(&drawing.unwrap_or_else(|| panic!("{seed}: there is none")), &seed.to_string());
    }
}

/// Returns a grid of places, with a diagonal passage in some of its squares.
fn board(side: usize, percent: u32, random: &mut RandomStream) -> Vec<(usize, usize)> {
    let mut passages = Vec::new();
    for place in 0..side * side {
        let (is_last, is_lowest) = (place % side == side - 1, place / side == side - 1);
        let slanting = !is_last && !is_lowest && random.chance(percent);
        let steps = [(1, !is_last), (side, !is_lowest), (side + 1, slanting)];
        passages.extend(steps.into_iter().filter(|(_, leads)| *leads).map(|(step, _)| (place, place + step)));
    }
    passages
}

#[test]
fn passages_change_sides_where_there_is_no_other_way() {
    // An octahedron with a place in each face is maximal planar, but has no Hamiltonian cycle. Therefore it
    // has no book of two pages.
    let equator = [(0, 1), (1, 2), (2, 3), (3, 0)];
    let poles = [4, 5].into_iter().flat_map(|pole| (0..4).map(move |place| (place, pole)));
    let faces = [4, 5].into_iter().flat_map(|pole| equator.map(|(one, other)| [one, other, pole]));
    let middles = faces.zip(6..).flat_map(|(face, middle)| face.map(|corner| (corner, middle)));
    let passages: Vec<_> = equator.into_iter().chain(poles).chain(middles).collect();
    // Both of two passages between the same places change sides.
    for passages in [passages.clone(), [&passages[..], &passages[..]].concat()] {
        let (mission, alphabet) = halls(14, &passages);
        assert_eq!(drawn_on(&mission, &alphabet, &[], BayOrientation::ALL[0], PagePolicy::Kept), None);
        for orientation in BayOrientation::ALL {
            assert_legal(
                &drawn_from(&mission, &alphabet, &[], orientation).expect("there is one"),
                "an octahedron",
            );
        }
    }
}

#[test]
fn first_places_lie_in_rows_of_their_own() {
    for seed in 0..8 {
        let passages = board(6, 70, &mut Seed(seed).stream());
        let (mission, alphabet) = halls(36, &passages);
        let firsts = [vec![14, 20], vec![35], vec![0, 7, 5]];
        for orientation in BayOrientation::APART {
            let drawing = drawn_from(&mission, &alphabet, &firsts, orientation).expect("there is one");
            assert_legal(&drawing, &seed.to_string());
            let drawing = if orientation.is_upright { drawing.transposed() } else { drawing };
            let core = |place: usize| drawing.blocks[place].core;
            for (number, row) in firsts.iter().enumerate() {
                assert!(row.windows(2).all(|pair| core(pair[1]).right() < core(pair[0]).min.x), "{row:?}");
                let bottom = row.iter().map(|place| core(*place).bottom()).max().unwrap();
                let is_later = |place: &usize| !firsts[..=number].concat().contains(place);
                assert!((0..36).filter(is_later).all(|place| core(place).min.y > bottom), "{row:?}");
            }
        }
    }
}

#[test]
fn ladders_are_no_deep_nests() {
    for turned in [false, true] {
        let name = |at: usize| if turned { 199 - at } else { at };
        let steps =
            (0..100).flat_map(|at| [(2 * at, 2 * at + 1), (2 * at, 2 * at + 2), (2 * at + 1, 2 * at + 3)]);
        let steps = steps.filter(|(_, to)| *to < 200).map(|(from, to)| (name(from), name(to)));
        let drawing = drawn(200, &steps.collect::<Vec<_>>()).expect("none crosses");
        assert_legal(&drawing, "a ladder");
        assert!(drawing.bounds().size.area() <= 200 * 160, "{:?}", drawing.bounds());
    }
}
