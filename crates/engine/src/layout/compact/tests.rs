use super::*;
use crate::base::{Cell, Size, StageContext, StopToken};
use crate::layout::drawing::Crossing;
use crate::layout::input::context::LayoutContext;
use crate::layout::input::work::StepBudget;
use crate::layout::lay_out::layout;
use crate::mission::{
    Alphabet, AttributeValues, Edge, EdgeRole, EdgeSymbol, Form, Hall, Mission, Node, NodeSymbol,
};
use crate::settings::{LayoutSettings, Spacing};

use super::bodies::RigidBodies;
use super::row_compaction::compact_rows;
use super::testing::course_of as course;
use crate::layout::drawing::{Block, Course};

fn work() -> StepBudget {
    StepBudget::new(1_000_000, 1_000_000, StopToken::never())
}

fn hall(x: i32, y: i32, width: u32, height: u32) -> Block {
    Block {
        core: Rect::new(Cell::new(x, y), Size::new(width, height)),
        outline: None,
        reach: None,
        is_open: true,
        is_kept: false,
    }
}

fn room(x: i32, y: i32, width: u32, height: u32) -> Block {
    Block { is_open: false, ..hall(x, y, width, height) }
}

fn cave(x: i32, y: i32, reach: i32) -> Block {
    Block { reach: Some(reach), ..hall(x - 1, y - 1, 3, 3) }
}

fn drawing(blocks: Vec<Block>, courses: Vec<Course>) -> OrthogonalDrawing {
    let drawing = OrthogonalDrawing { blocks, courses, crossings: Vec::new(), anchor: None };
    assert!(is_legal(&drawing));
    drawing
}

/// Slides a drawing together in both directions as far as possible.
fn slid(mut drawing: OrthogonalDrawing, gap: i32) -> OrthogonalDrawing {
    for _ in 0..10 {
        if let Some(next) = compact_rows(&drawing, gap, &[], &work()) {
            drawing = next;
        }
        if let Some(next) = compact_rows(&drawing.transposed(), gap, &[], &work()) {
            drawing = next.transposed();
        }
        assert!(is_legal(&drawing), "{drawing:#?}");
    }
    drawing
}

#[test]
fn places_that_a_doorway_joins_slide_as_one() {
    // The doorway is at a corner of the first place, where no other passage could be.
    let doorway = Course { is_doorway: true, ..course([0, 1], &[(4, 0), (6, 0)]) };
    let far = drawing(
        vec![hall(0, 0, 5, 5), hall(6, -3, 5, 5), hall(40, -2, 5, 5)],
        vec![doorway.clone(), course([1, 2], &[(10, 0), (40, 0)])],
    );
    let near = slid(far, 2);
    assert_eq!(near.blocks[1].core.min - near.blocks[0].core.min, Cell::new(6, -3));
    assert_eq!(near.blocks[2].core.min.x - near.blocks[1].core.right(), 2);
    let by = near.blocks[0].core.min;
    let corners: Vec<Cell> = doorway.corners.iter().map(|corner| *corner + by).collect();
    assert_eq!(near.courses[0].corners, corners);
}

/// Returns a body of three halls in an angle, two of them also joined by a passage, and a hall of its own.
///
/// ```text
/// 00000......
/// 00000.11111
/// 00000.11111────── 3
/// 00000D11111
/// ..D...11111
/// ..222.11111
/// ..222...│
/// ..222...│
/// ..222────
/// ..222
/// ..222
/// ```
fn angle_of_halls() -> OrthogonalDrawing {
    let doorway = |places, corners: &[(i32, i32)]| Course { is_doorway: true, ..course(places, corners) };
    drawing(
        vec![hall(0, 0, 5, 4), hall(6, 1, 5, 5), hall(2, 5, 3, 6), hall(30, 0, 5, 5)],
        vec![
            doorway([0, 1], &[(4, 3), (6, 3)]),
            doorway([0, 2], &[(2, 3), (2, 5)]),
            course([1, 2], &[(8, 5), (8, 8), (4, 8)]),
            course([1, 3], &[(10, 2), (30, 2)]),
        ],
    )
}

#[test]
fn bodies_are_what_doorways_join() {
    let bodies = RigidBodies::new(&angle_of_halls());
    assert_eq!(bodies.firsts().collect::<Vec<_>>(), [0, 3]);
    assert_eq!(bodies.places(2), [0, 1, 2]);
    assert_eq!(bodies.doorways(1), [0, 1]);
    assert!(bodies.are_one(0, 2) && !bodies.are_one(2, 3));
    assert_eq!(bodies.doorways(3), [0; 0]);
}

#[test]
fn bodies_that_are_turned_over_twice_lie_as_before() {
    let alone = |drawing: &OrthogonalDrawing| OrthogonalDrawing {
        blocks: drawing.blocks[..3].to_vec(),
        courses: drawing.courses[..3].to_vec(),
        ..drawing.clone()
    };
    let before = angle_of_halls();
    let bodies = RigidBodies::new(&before);
    for is_level in [true, false] {
        let mut turned = before.clone();
        bodies.flip(1, &[2], is_level, &mut turned);
        assert!(alone(&turned) != alone(&before) && is_legal(&alone(&turned)), "{turned:#?}");
        assert_eq!(bodies.core(0, &turned.blocks), bodies.core(0, &before.blocks));
        bodies.flip(0, &[2], is_level, &mut turned);
        assert_eq!(turned, before);
    }
    let mut with_sockets = before;
    with_sockets.blocks[2].is_open = false;
    assert!(!bodies.can_flip(0, &with_sockets.blocks));
}

#[test]
fn bodies_keep_to_each_other_what_is_between_them() {
    let drawing = angle_of_halls();
    let bodies = RigidBodies::new(&drawing);
    // Moved left by `-by` cells, the hall of its own is `gap` cells right of the angle.
    for (by, gap) in [(-18, 1), (-17, 2), (-13, 6)] {
        let is_apart = |gap| {
            bodies.are_apart(
                (3, Cell::new(by, 0)),
                (0, bodies.ground(0, &drawing.blocks)),
                &drawing.blocks,
                gap,
            )
        };
        assert!(is_apart(gap) && !is_apart(gap + 1));
    }
}

#[test]
fn places_slide_together_until_the_gap_is_left() {
    for gap in [1, 2, 5] {
        let far = drawing(
            vec![hall(0, 0, 5, 5), hall(30, 0, 5, 5), hall(0, 40, 5, 5)],
            vec![course([0, 1], &[(4, 2), (30, 2)]), course([0, 2], &[(2, 4), (2, 40)])],
        );
        let near = slid(far, gap);
        assert_eq!(near.blocks[1].core.min.x - near.blocks[0].core.right(), gap);
        assert_eq!(near.blocks[2].core.min.y - near.blocks[0].core.bottom(), gap);
    }
}

#[test]
fn passages_between_places_keep_a_wall_on_either_side() {
    // 2 and 3 are joined by a passage that leads between 0 and 1.
    let near = slid(
        drawing(
            vec![hall(0, 10, 5, 5), hall(30, 10, 5, 5), room(10, 0, 5, 5), room(10, 30, 5, 5)],
            vec![course([2, 3], &[(12, 4), (12, 30)])],
        ),
        1,
    );
    assert_eq!(near.blocks[1].core.min.x - near.blocks[0].core.right(), 3);
}

#[test]
fn wide_passages_keep_their_width() {
    let wide = Course { before: 1, after: 1, ..course([2, 3], &[(12, 4), (12, 30)]) };
    let blocks = vec![hall(0, 10, 5, 5), hall(30, 10, 5, 5), room(10, 0, 5, 5), room(10, 30, 5, 5)];
    let near = slid(drawing(blocks, vec![wide]), 1);
    assert_eq!(near.blocks[1].core.min.x - near.blocks[0].core.right(), 5);
}

#[test]
fn doors_slide_along_open_sides_until_passages_are_straight() {
    let bent = [(3, 4), (3, 8), (14, 8), (14, 12)];
    let near = slid(drawing(vec![hall(0, 0, 7, 5), hall(11, 12, 7, 5)], vec![course([0, 1], &bent)]), 2);
    assert_eq!(near.courses[0].pieces(), 1);
}

#[test]
fn doors_of_rooms_stay_where_their_sockets_are() {
    let bent = [(3, 4), (3, 8), (14, 8), (14, 12)];
    let near = slid(drawing(vec![room(0, 0, 7, 5), room(11, 12, 7, 5)], vec![course([0, 1], &bent)]), 2);
    let doors = near.courses[0].corners.clone();
    assert_eq!(doors[0] - near.blocks[0].core.min, Cell::new(3, 4));
    assert_eq!(doors[doors.len() - 1] - near.blocks[1].core.min, Cell::new(3, 0));
}

#[test]
fn caves_nestle_as_discs_do() {
    // One lies in the hollow between two others, closer than their squares would allow.
    let near = slid(
        drawing(
            vec![cave(20, 20, 8), cave(60, 28, 8), cave(20, 60, 8)],
            vec![
                course([0, 1], &[(21, 20), (40, 20), (40, 28), (59, 28)]),
                course([0, 2], &[(20, 21), (20, 59)]),
            ],
        ),
        1,
    );
    let [one, other] = [0, 1].map(|place: usize| near.blocks[place].core.center());
    let (dx, dy) = (one.x.abs_diff(other.x), one.y.abs_diff(other.y));
    assert!(dx * dx + dy * dy >= 18 * 18, "{one:?} {other:?}");
    assert!(dy == 0 || dx < 18, "{one:?} {other:?}");
}

#[test]
fn passages_that_cross_stay_straight_there() {
    let crossed = OrthogonalDrawing {
        blocks: vec![room(0, 21, 5, 3), room(50, 21, 5, 3), room(20, 0, 5, 5), room(20, 50, 5, 5)],
        courses: vec![course([0, 1], &[(4, 22), (50, 22)]), course([2, 3], &[(22, 4), (22, 50)])],
        crossings: vec![Crossing { at: Cell::new(22, 22), over: 1, under: 0 }],
        anchor: None,
    };
    assert!(is_legal(&crossed));
    let near = slid(crossed, 1);
    let at = near.crossings[0].at;
    assert_eq!(at.x - near.blocks[0].core.right(), 2);
    assert_eq!(near.blocks[3].core.min.y - at.y, 3);
}

#[test]
fn drawings_whose_parts_touch_are_illegal() {
    let blocks = || vec![hall(0, 0, 5, 5), hall(10, 0, 5, 5), hall(5, 20, 5, 5)];
    let is_legal = |courses: Vec<Course>| {
        is_legal(&OrthogonalDrawing { blocks: blocks(), courses, crossings: Vec::new(), anchor: None })
    };
    assert!(is_legal(vec![course([0, 1], &[(4, 2), (10, 2)])]));
    assert!(!is_legal(vec![course([0, 1], &[(4, 0), (10, 0)])]), "from corner to corner");
    assert!(
        !is_legal(vec![course([0, 2], &[(4, 2), (9, 2), (9, 10), (7, 10), (7, 20)])]),
        "beside another place"
    );
    assert!(
        !is_legal(vec![course([0, 1], &[(4, 2), (10, 2)]), course([0, 1], &[(4, 3), (10, 3)])]),
        "beside another passage"
    );
    assert!(is_legal(vec![course([0, 1], &[(4, 1), (10, 1)]), course([0, 1], &[(4, 3), (10, 3)])]));
    let touching = OrthogonalDrawing {
        blocks: vec![hall(0, 0, 5, 5), hall(5, 5, 5, 5)],
        courses: vec![],
        crossings: vec![],
        anchor: None,
    };
    assert!(!super::is_legal(&touching));
}

/// Returns a mission of halls of 5 × 5 cells with these passages.
pub(super) fn halls(count: usize, passages: &[(usize, usize)]) -> (Mission, Alphabet) {
    places(Form::Hall(Hall { width: (5, 5), height: (5, 5) }), count, passages)
}

/// Returns a mission of places of one form with these passages.
pub(super) fn places(form: Form, count: usize, passages: &[(usize, usize)]) -> (Mission, Alphabet) {
    let symbol = NodeSymbol { form: Some(form), ..NodeSymbol::default() };
    let alphabet = Alphabet {
        nodes: [("Hall".to_owned(), symbol)].into_iter().collect(),
        edges: [("path".to_owned(), EdgeSymbol::of_role(EdgeRole::Passage))].into_iter().collect(),
        ..Alphabet::default()
    };
    let (hall, path) = (alphabet.node_id("Hall").unwrap(), alphabet.edge_id("path").unwrap());
    let mut mission = Mission::new();
    let node = || Node { symbol: hall, site: None, made_by: 0, attributes: AttributeValues::new() };
    let ids: Vec<_> = (0..count).map(|_| mission.add_node(node())).collect();
    for (from, to) in passages {
        let (from, to) = (ids[*from], ids[*to]);
        mission.add_edge(Edge { symbol: path, from, to, made_by: 0, attributes: AttributeValues::new() });
    }
    (mission, alphabet)
}

/// Returns a mission of halls of 5 × 5 cells. Each one after the first is joined to the one given for it.
fn halls_joined_to(others: &[usize]) -> (Mission, Alphabet) {
    let passages: Vec<(usize, usize)> = others.iter().copied().zip(1..).collect();
    halls(others.len() + 1, &passages)
}

/// Returns the size of the compact level of such a mission, in which no passages may cross.
fn size_of_halls(others: &[usize], gap: u32, seed: u64) -> Size {
    let (mission, alphabet) = halls_joined_to(others);
    let settings = LayoutSettings { spacing: Spacing::Compact { gap }, ..LayoutSettings::default() };
    let plan = layout(
        &mission,
        &alphabet,
        &[],
        &settings,
        Seed(seed),
        LayoutContext::default(),
        StageContext::default(),
    )
    .unwrap()
    .value;
    assert!(plan.crossings.is_empty(), "{others:?} {seed}");
    plan.size
}

#[test]
fn what_lies_behind_a_passage_is_kept_off_the_place_that_it_leaves() {
    //   ┌───────┐                    ┌───┐
    //   │   0   │                    │ 2 │
    //   └─┬─────┘          ┌─────────┤   │   The bar of the passage from 2 to 3 must not slide below 0,
    //     │                │         └───┘   although the bar of the other passage is between them.
    //    ┌┴┐              ┌┴┐
    //    │1│              │3│
    let far = drawing(
        vec![hall(0, 0, 9, 5), hall(1, 14, 3, 3), hall(30, 3, 5, 5), hall(19, 14, 3, 3)],
        vec![course([0, 1], &[(2, 4), (2, 14)]), course([2, 3], &[(30, 5), (20, 5), (20, 14)])],
    );
    let near = compact_rows(&far, 1, &[], &work()).expect("something moves");
    assert!(is_legal(&near), "{near:#?}");
    assert_eq!(near.blocks[2].core.min.x, 12, "{near:#?}");
}

#[test]
fn large_chains_and_combs_are_no_strips() {
    let chain: Vec<usize> = (0..249).collect();
    // A trunk of halls, with one more hall at each.
    let comb: Vec<usize> = (0..99).chain(0..100).collect();
    for (name, others) in [("chain", chain), ("comb", comb)] {
        let Size { width, height } = size_of_halls(&others, 2, 1);
        let (long, short) = (width.max(height), width.min(height));
        assert!(long <= 2 * short, "{name}: {width} × {height}");
        // Packed without any waste, a hall takes 7 × 7 cells.
        assert!(width * height <= others.len() as u32 * 49 * 3, "{name}: {width} × {height}");
    }
}

#[test]
fn hubs_have_their_neighbours_around_them_and_branches_lie_among_each_other() {
    let mut random = Seed(1).child("tree").stream();
    let tree: Vec<usize> = (1..100).map(|place| random.below(place) as usize).collect();
    for (name, others, most_cells) in
        [("hub of 12", vec![0; 12], 95), ("hub of 24", vec![0; 24], 150), ("tree", tree, 105)]
    {
        for seed in crate::sample::of(0..4) {
            let Size { width, height } = size_of_halls(&others, 2, seed);
            // Packed without any waste, a hall takes 7 × 7 cells.
            let most = most_cells * (others.len() as u32 + 1);
            assert!(width * height <= most, "{name} {seed}: {width} × {height}");
        }
    }
}

#[test]
fn halls_that_come_out_larger_than_their_form_are_said() {
    let enlarged = |others: &[usize]| {
        let (mission, alphabet) = halls_joined_to(others);
        let found = layout(
            &mission,
            &alphabet,
            &[],
            &LayoutSettings::default(),
            Seed(1),
            LayoutContext::default(),
            StageContext::default(),
        )
        .unwrap()
        .diagnostics;
        let about = found.into_iter().filter(|found| found.code == "hall-enlarged");
        about.map(|found| (found.message, found.nodes)).collect::<Vec<_>>()
    };
    assert_eq!(enlarged(&[0; 8]), [], "a hall of 5 × 5 keeps eight passages apart");
    let found = enlarged(&[0; 9]);
    let message =
        "\"Hall\" (node 1) is 7 × 7 cells, larger than its form allows, to keep its 9 passages apart.";
    assert_eq!(found, [(message.to_owned(), vec![1])]);
}

#[test]
fn chains_and_combs_are_folded_until_little_is_empty() {
    let chain: Vec<usize> = (0..11).collect();
    // A trunk of halls, with a branch of two halls at each.
    let comb: Vec<usize> = [0, 1, 2].into_iter().chain([0, 4, 1, 6, 2, 8, 3, 10]).collect();
    for (name, others) in [("chain", chain), ("comb", comb)] {
        for seed in 0..12 {
            let Size { width, height } = size_of_halls(&others, 1, seed);
            let (long, short) = (width.max(height), width.min(height));
            assert!(10 * long <= 22 * short, "{name} {seed}: {width} × {height}");
            // Packed without any waste, 12 halls with a wall around each take 12 × 6 × 6 cells.
            assert!(width * height <= 12 * 36 * 5 / 2, "{name} {seed}: {width} × {height}");
        }
    }
}
