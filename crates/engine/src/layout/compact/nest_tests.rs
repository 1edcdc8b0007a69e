//! Tests of places that are packed by their outlines.

use std::collections::BTreeMap;

use super::compactor::CompactionInput;
use super::convert::legal_drawing;
use super::rating::shape_badness;
use super::row_compaction::compact_rows;
use super::testing::{block_of, course_of, outlined};
use super::tests::places;
use crate::base::{Cell, Seed, Size, StageContext, StopToken};
use crate::layout::budget::compact::compactor::MOST_ROUNDS;
use crate::layout::drawing::{Block, OrthogonalDrawing, is_legal};
use crate::layout::input::context::LayoutContext;
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::sizes;
use crate::layout::input::work::StepBudget;
use crate::layout::strategies::lattice::solve;
use crate::mission::{Form, WalkerPreset, Walkers};
use crate::settings::LayoutSettings;

fn work() -> StepBudget {
    StepBudget::new(1_000_000, 1_000_000, StopToken::never())
}

fn slid(drawing: &OrthogonalDrawing) -> OrthogonalDrawing {
    let slid = compact_rows(drawing, 1, &[], &work()).unwrap_or_else(|| drawing.clone());
    assert!(is_legal(&slid), "{slid:#?}");
    slid
}

/// Returns the cells of a drawing by owner: first the places by letters, then all passages as `+`.
///
/// # Panics
/// Panics if two owners have a cell in common, or if places touch.
fn cells_of(drawing: &OrthogonalDrawing) -> BTreeMap<Cell, char> {
    let mut cells = BTreeMap::new();
    for (block, name) in drawing.blocks.iter().zip('A'..) {
        for cell in block.parts().flat_map(|part| part.cells()) {
            let near = cell.around().filter_map(|near| cells.get(&near)).find(|near| **near != name).copied();
            assert_eq!((cells.insert(cell, name), near), (None, None), "{cell:?}");
        }
    }
    for course in &drawing.courses {
        let lines = (0..course.pieces()).filter_map(|piece| course.line(piece));
        for cell in lines.flat_map(|line| line.cells()) {
            assert!(cells.insert(cell, '+').is_none_or(|owner| owner == '+'), "{cell:?}");
        }
    }
    cells
}

fn picture(drawing: &OrthogonalDrawing) -> Vec<String> {
    let (cells, bounds) = (cells_of(drawing), drawing.bounds());
    let character = |x: i32, y: i32| cells.get(&Cell::new(x, y)).copied().unwrap_or('.');
    let row = |y: i32| (bounds.min.x..bounds.right()).map(|x| character(x, y)).collect();
    (bounds.min.y..bounds.bottom()).map(row).collect()
}

#[test]
fn lands_interlock_when_they_slide_together() {
    let far = [
        "AAAAAAAAA.............",
        "AA....................",
        "AA............BBBBBBBB",
        "AA+++++++++++++++++BBB",
        "AA.................BBB",
        "AAAAAAAAA..........BBB",
        "...................BBB",
        "............BBBBBBBBBB",
    ];
    let near = [
        "AAAAAAAAA....",
        "AA...........",
        "AA...BBBBBBBB",
        "AA++++++++BBB",
        "AA........BBB",
        "AAAAAAAAA.BBB",
        "..........BBB",
        "...BBBBBBBBBB",
    ];
    let blocks = vec![block_of(&far, b'A'), block_of(&far, b'B')];
    let drawing = OrthogonalDrawing {
        courses: vec![course_of([0, 1], &[(1, 3), (19, 3)])],
        blocks,
        crossings: Vec::new(),
        anchor: None,
    };
    assert!(is_legal(&drawing));
    assert_eq!(picture(&drawing), far);
    assert_eq!(picture(&slid(&drawing)), near);
}

#[test]
fn random_outlines_stay_apart_and_need_no_more_columns_than_rectangles() {
    let mut random = Seed(3).stream();
    let mut narrower = 0;
    for number in 0..120 {
        let mut row =
            |x: i32| outlined(Cell::new(x, random.range(0, 9) as i32), Size::new(9, 9), 60, &mut random);
        let blocks: Vec<Block> = [0, 14, 28, 42].map(&mut row).into();
        let drawing = OrthogonalDrawing { blocks, courses: Vec::new(), crossings: Vec::new(), anchor: None };
        let mut plain = drawing.clone();
        plain.blocks.iter_mut().for_each(|block| block.outline = None);
        let [width, plain_width] = [&drawing, &plain].map(|drawing| slid(drawing).bounds().size.width);
        assert!(width <= plain_width, "{number}: {width} {plain_width}");
        narrower += usize::from(width < plain_width);
        cells_of(&slid(&drawing));
        cells_of(&slid(&drawing.transposed()));
    }
    assert!(narrower > 30, "{narrower}");
}

#[test]
fn nested_levels_are_legal_and_never_larger() {
    let mut random = Seed(8).stream();
    let (mut cells, mut cells_before) = (0, 0);
    for seed in 0..12 {
        let passages: Vec<(usize, usize)> =
            (1..6).map(|place| (random.below(place) as usize, place as usize)).collect();
        let preset = WalkerPreset::ALL[seed as usize % WalkerPreset::ALL.len()];
        let form = Form::Walkers(Walkers { floors: 70, ..Walkers::of(preset) });
        let (mission, alphabet) = places(form, 6, &passages);
        let context = StageContext::default();
        let mut problem = LayoutProblem::new(&mission, &alphabet, LayoutContext::default(), &context).0;
        assert!(problem.make_shapes(Seed(seed), &context).is_none());
        let settings = LayoutSettings::default();
        let sizes = sizes::draw(&problem, &[], &settings, Seed(seed)).0;
        let solved = solve(&problem, &sizes, &settings, Seed(seed)).expect("trees are laid out");
        let input = CompactionInput::new(&problem, &sizes);
        let mut compactor = input.compactor(1);
        let drawing = legal_drawing(&problem, &sizes, &solved.routes).expect("every passage has a route");
        let before = compactor.compact(drawing, MOST_ROUNDS);
        let after = compactor.nested(before.clone(), Seed(seed));
        assert!(is_legal(&after));
        assert!(after.blocks.iter().any(|block| block.outline.is_some()), "{seed}");
        assert!(shape_badness(&input.outline, &after) <= shape_badness(&input.outline, &before), "{seed}");
        cells_of(&after);
        cells += after.bounds().size.area();
        cells_before += before.bounds().size.area();
    }
    assert!(100 * cells < 85 * cells_before, "{cells} {cells_before}");
}
