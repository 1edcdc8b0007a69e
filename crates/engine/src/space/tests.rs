//! Tests on small plans, formed and drawn.
//!
//! `#` is wall without an owner, `%` a seal, letters are places, digits are passages.

use std::sync::Arc;

use super::*;
use crate::base::{Grid, Rect, Size, StageContext};
use crate::layout::{PlannedForm, PlannedPassage, PlannedPlace};
use crate::level::{OwnedBy, PassageEnd, PassageForm, PlaceId};
use crate::mission::{Cave, Detached, Door, EdgeId, NodeId, Site, UpdateOrder, WalkerPreset, Walkers};
use crate::place_shape::PlaceShape;

/// Returns a cave that is all floor, without smoothing.
fn bare() -> Cave {
    Cave { wall_percent: 0, smoothing: 0, ..Cave::default() }
}

fn cave(number: u32, middle: (i32, i32), radius: u32, params: Cave) -> PlannedPlace {
    PlannedPlace {
        node: NodeId(number),
        site: Site { x: number as i32, y: 0 },
        core: Rect::new(Cell::from(middle), Size::new(1, 1)).grown(1),
        form: PlannedForm::Cave { radius, params },
        sockets: Vec::new(),
    }
}

fn hall(number: u32, core: Rect) -> PlannedPlace {
    PlannedPlace {
        node: NodeId(number),
        site: Site { x: number as i32, y: 0 },
        core,
        form: PlannedForm::Hall,
        sockets: Vec::new(),
    }
}

/// Returns a passage between the first two places, straight along a row.
fn passage(
    form: PassageForm,
    width: u32,
    row: i32,
    columns: std::ops::RangeInclusive<i32>,
) -> PlannedPassage {
    let route = columns.map(|x| Cell::new(x, row)).collect();
    PlannedPassage {
        edge: EdgeId(1),
        from: PlaceId(1),
        to: PlaceId(2),
        form,
        width,
        roughness: 0,
        door: Door::Plain,
        guarded: PassageEnd::To,
        gap: None,
        opening: None,
        route,
    }
}

fn plan(size: (u32, u32), places: Vec<PlannedPlace>, passages: Vec<PlannedPassage>) -> Plan {
    Plan { size: size.into(), places, passages, ..Plan::default() }
}

fn draw(plan: &Plan, movement: Movement) -> String {
    let space = form(plan, None, movement, Seed(1), StageContext::unlimited()).unwrap().value;
    let sign = |cell: Cell| match space.owners[cell].who() {
        OwnedBy::Nobody if space.seals.contains(&cell) => '%',
        OwnedBy::Nobody => '#',
        OwnedBy::Place(id) => char::from(b'a' + id.index() as u8),
        OwnedBy::Passage(id) => char::from(b'0' + id.0 as u8),
    };
    let rows: Vec<String> = (0..plan.size.height)
        .map(|y| (0..plan.size.width).map(|x| sign(Cell::new(x as i32, y as i32))).collect())
        .collect();
    rows.join("\n")
}

/// Forms a plan and records it.
fn recorded(plan: &Plan, movement: Movement, seed: Seed) -> (Space, Forming) {
    let mut watcher = FormingWatcher::recording(plan.size);
    let context = FormContext { watcher: Some(&mut watcher), ..FormContext::unlimited() };
    let space = form(plan, None, movement, seed, context).unwrap().value;
    (space, watcher.into_forming().unwrap())
}

#[test]
fn caves_without_a_passage_are_sealed_off_from_each_other() {
    let plan = plan((15, 9), vec![cave(1, (4, 4), 3, bare()), cave(2, (9, 4), 3, bare())], vec![]);
    let drawn = "\
###############
####a####b#####
##aaaaa%bbbb###
##aaaaa%bbbb###
#aaaaaa%bbbbb##
##aaaaa%bbbb###
##aaaaa%bbbb###
####a####b#####
###############";
    assert_eq!(draw(&plan, Movement::Cardinal), drawn);
}

#[test]
fn an_open_passage_lets_caves_grow_together() {
    let open = passage(PassageForm::Open, 1, 4, 5..=8);
    let plan = plan((15, 9), vec![cave(1, (4, 4), 3, bare()), cave(2, (9, 4), 3, bare())], vec![open]);
    let drawn = "\
###############
####a####b#####
##aaaaabbbbb###
##aaaaabbbbb###
#aaaaaabbbbbb##
##aaaaabbbbb###
##aaaaabbbbb###
####a####b#####
###############";
    assert_eq!(draw(&plan, Movement::Cardinal), drawn);
}

#[test]
fn a_corridor_between_caves_that_touch_is_one_cell_of_their_border() {
    let corridor = passage(PassageForm::Corridor, 1, 4, 5..=8);
    let plan = plan((15, 9), vec![cave(1, (4, 4), 3, bare()), cave(2, (9, 4), 3, bare())], vec![corridor]);
    let drawn = draw(&plan, Movement::EightWay);
    assert_eq!(drawn.matches('1').count(), 1, "{drawn}");
    assert!(
        drawn.lines().nth(4).is_some_and(|row| row == "#aaaaa1bbbbbb##" || row == "#aaaaaa1bbbbb##"),
        "{drawn}"
    );
}

#[test]
fn a_cave_of_wall_keeps_the_way_through_it_open() {
    let walls = || Cave { wall_percent: 100, ..bare() };
    let corridor = passage(PassageForm::Corridor, 1, 4, 5..=12);
    let plan = plan((18, 9), vec![cave(1, (4, 4), 3, walls()), cave(2, (13, 4), 3, walls())], vec![corridor]);
    let row = "####aaaa11bbbb####";
    let drawn = draw(&plan, Movement::Cardinal);
    assert_eq!(drawn.lines().nth(4), Some(row), "{drawn}");
    assert!(drawn.lines().enumerate().all(|(y, line)| y == 4 || !line.contains(['a', 'b'])), "{drawn}");
}

#[test]
fn a_wide_corridor_keeps_its_width_up_to_a_hall() {
    let corridor = passage(PassageForm::Corridor, 3, 4, 5..=10);
    let halls = vec![hall(1, Rect::from((1, 2, 5, 5))), hall(2, Rect::from((10, 2, 4, 5)))];
    let drawn = "\
###############
###############
#aaaaa####bbbb#
#aaaaa1111bbbb#
#aaaaa1111bbbb#
#aaaaa1111bbbb#
#aaaaa####bbbb#
###############
###############";
    assert_eq!(draw(&plan((15, 9), halls, vec![corridor]), Movement::EightWay), drawn);
}

#[test]
fn what_comes_loose_is_filled_in_or_tunnelled_to() {
    let open_cells = |detached| {
        let params = Cave {
            wall_percent: 55,
            smoothing: 2,
            detached,
            order: UpdateOrder::Synchronous,
            ..Cave::default()
        };
        let plan = plan((45, 45), vec![cave(1, (22, 22), 20, params)], vec![]);
        let space = form(&plan, None, Movement::Cardinal, Seed(5), StageContext::unlimited()).unwrap().value;
        space.owners.values().iter().filter(|owner| **owner == Owner(1)).count()
    };
    let (filled, tunnelled) = (open_cells(Detached::Fill), open_cells(Detached::Tunnel));
    assert!(filled < tunnelled, "{filled} {tunnelled}");
}

/// Draws cells: rock `#`, seals `%`, temporary wall `,`, temporary floor `-`, permanent floor `.`, rooms `r`.
fn draw_step(cells: &Grid<FormedCell>) -> String {
    let sign = |cell: &FormedCell| match cell.state {
        CellState::Sealed => '%',
        CellState::Open => '-',
        CellState::DefinitelyOpen => '.',
        CellState::RoomInterior => 'r',
        CellState::Solid if cell.owner == Owner::NOBODY => '#',
        CellState::Solid => ',',
    };
    cells.rows().map(|row| row.iter().map(sign).collect::<String>()).collect::<Vec<_>>().join("\n")
}

fn two_caves_and_a_hall() -> Plan {
    let rough = Cave { smoothing: 1, ..Cave::default() };
    let corridor = PlannedPassage { to: PlaceId(3), ..passage(PassageForm::Corridor, 1, 4, 9..=13) };
    let corridor = PlannedPassage { from: PlaceId(2), ..corridor };
    let places = vec![
        cave(1, (4, 4), 3, rough.clone()),
        cave(2, (9, 4), 3, rough),
        hall(3, Rect::from((13, 3, 3, 3))),
    ];
    plan((18, 9), places, vec![corridor])
}

#[test]
fn a_forming_is_played_back_stage_by_stage() {
    let (_, forming) = recorded(&two_caves_and_a_hall(), Movement::Cardinal, Seed(1));
    let mut playback = FormingPlayback::new(Arc::new(forming));
    let mut drawn = String::new();
    for step in 0..playback.forming().steps.len() {
        if playback.go_to(step + 1) == 0 {
            continue;
        }
        let stage = playback.forming().steps[step].stage;
        drawn += &format!("{stage}\n{}\n", draw_step(playback.cells()));
    }
    let expected = "\
cores
##################
##################
##################
###,,,##,,,##...##
###,.,##,.,##...##
###,,,##,,,##...##
##################
##################
##################
routes
##################
##################
##################
###,,,##,,,##...##
###,.,##,.......##
###,,,##,,,##...##
##################
##################
##################
reach
##################
####,####,########
##,,,,,,,,,,######
##,,,,,,,,,,#...##
#,,,.,,,,.......##
##,,,,,,,,,,#...##
##,,,,,,,,,,######
####,####,########
##################
seals
##################
####,####,########
##,,,,,%,,,,######
##,,,,,%,,,,#...##
#,,,.,,%,.......##
##,,,,,%,,,,#...##
##,,,,,%,,,,######
####,####,########
##################
fill
##################
####-####-########
##-,--,%,,,-######
##---,-%,-,-#...##
#,--.--%-.......##
##,,---%,,,,#...##
##--,--%,,--######
####,####-########
##################
smoothing 1
##################
####,####,########
##,---,%,,,,######
##----,%,,--#...##
#,,-.--%,.......##
##,----%,,--#...##
##,,,-,%,,,,######
####,####,########
##################
release
##################
##################
###---#%##########
##----#%##--#...##
###-.--%#.......##
###----%##--#...##
#####-#%##########
##################
##################
";
    assert_eq!(drawn, expected);
}

#[test]
fn forming_is_the_same_with_and_without_a_record() {
    let open = passage(PassageForm::Open, 1, 22, 11..=36);
    let params = |detached, order| Cave { wall_percent: 50, detached, order, ..Cave::default() };
    let caves = vec![
        cave(1, (11, 22), 10, params(Detached::Fill, UpdateOrder::GridOrder)),
        cave(2, (36, 22), 12, params(Detached::Tunnel, UpdateOrder::Random)),
    ];
    for (plan, seed) in [(two_caves_and_a_hall(), 4), (plan((60, 45), caves, vec![open]), 5)] {
        for movement in [Movement::Cardinal, Movement::EightWay] {
            let (space, forming) = recorded(&plan, movement, Seed(seed));
            assert_eq!(
                space,
                form(&plan, None, movement, Seed(seed), StageContext::unlimited()).unwrap().value
            );
            let ends = |cell: Cell| (space.owners[cell], space.tiles[cell]);
            for (cell, formed) in forming.cells.iter() {
                assert_eq!((formed.owner, formed.tile), ends(cell), "{cell:?}");
            }
        }
    }
}

#[test]
fn walkers_are_shown_round_by_round_and_watching_them_changes_nothing() {
    let params = Walkers { floors: 40, reach: 7, floor_size: 1, ..Walkers::of(WalkerPreset::Sewers) };
    for seed in 0..10 {
        let shape = Arc::new(PlaceShape::walked(&params, 3, Seed(seed), u64::MAX));
        let core = Rect::new(Cell::new(21, 8 - shape.size.height as i32 / 2), shape.size);
        let walked = PlannedForm::Walkers { params: params.clone(), shape };
        let yard = PlannedPlace { form: walked, core, ..cave(2, (22, 8), 0, bare()) };
        let corridor = passage(PassageForm::Corridor, 1, 8, 8..=21);
        let plan = plan((38, 18), vec![cave(1, (7, 8), 6, Cave::default()), yard], vec![corridor]);
        for movement in [Movement::Cardinal, Movement::EightWay] {
            let (space, forming) = recorded(&plan, movement, Seed(seed));
            assert_eq!(
                space,
                form(&plan, None, movement, Seed(seed), StageContext::unlimited()).unwrap().value
            );
            let is_walking = |step: &&FormingStep| matches!(step.stage, FormingStage::Walking { .. });
            let walking: Vec<usize> =
                forming.steps.iter().filter(is_walking).map(|step| step.changes.len()).collect();
            assert!((5..=24).contains(&walking.len()), "{walking:?}");
            assert!(walking.iter().sum::<usize>() >= 20, "{walking:?}");
            let percents: Vec<u32> = forming.steps.iter().filter_map(|step| percent_of(step.stage)).collect();
            assert!(percents.is_sorted() && percents.last() > Some(&100), "{percents:?}");
            assert!(!space.spots.is_empty());
            assert!(space.spots.iter().all(|spot| space.owners[spot.at] == spot.place.into()));
        }
    }
}

/// Returns the percentage of floors that walkers have laid.
fn percent_of(stage: FormingStage) -> Option<u32> {
    match stage {
        FormingStage::Walking { percent, .. } => Some(percent),
        _ => None,
    }
}

#[test]
fn playback_forwards_and_back_gives_the_same_cells() {
    let (_, forming) = recorded(&two_caves_and_a_hall(), Movement::EightWay, Seed(2));
    let mut playback = FormingPlayback::new(Arc::new(forming));
    let last = playback.step();
    let backwards: Vec<_> =
        (0..=last).rev().map(|step| (playback.go_to(step), playback.cells().clone()).1).collect();
    let forwards: Vec<_> =
        (0..=last).map(|step| (playback.go_to(step), playback.cells().clone()).1).collect();
    assert!(backwards.iter().rev().eq(&forwards));
    let rock = |cell: &FormedCell| cell.owner == Owner::NOBODY && cell.state == CellState::Solid;
    assert!(forwards[0].values().iter().all(rock), "at the beginning there is nothing");
    assert_eq!(playback.go_to(last), 0);
}

/// Returns a corridor between two halls, with roughened borders.
fn rough(width: u32, roughness: u32) -> Plan {
    let halls = vec![hall(1, Rect::from((1, 4, 3, 3))), hall(2, Rect::from((31, 4, 3, 3)))];
    let corridor = PlannedPassage { roughness, ..passage(PassageForm::Corridor, width, 5, 3..=31) };
    plan((35, 11), halls, vec![corridor])
}

#[test]
fn a_corridor_without_roughness_has_straight_borders() {
    assert_eq!(draw(&rough(3, 0), Movement::Cardinal).matches('1').count(), 3 * 27);
}

#[test]
fn a_rough_corridor_keeps_its_way_and_touches_its_places_only_at_its_ends() {
    let straight = draw(&rough(1, 0), Movement::EightWay);
    for roughness in [1, 30, 50, 100] {
        for width in 1..=5 {
            let drawn = draw(&rough(width, roughness), Movement::EightWay);
            let rows: Vec<&str> = drawn.lines().collect();
            assert_eq!(rows[5], straight.lines().nth(5).unwrap(), "{drawn}");
            for (y, row) in rows.iter().enumerate().filter(|(y, _)| *y != 5) {
                let is_beside_hall = |x: usize| !(5..=29).contains(&x);
                let cells = row.chars().enumerate().filter(|(_, cell)| *cell == '1');
                let narrow = cells.clone().all(|(x, _)| width > 1 || !is_beside_hall(x));
                let is_inside = cells.count() == 0 || (1..10).contains(&y);
                assert!(narrow && is_inside, "{drawn}");
            }
        }
    }
}

#[test]
fn gaps_and_bays_of_a_rough_corridor_never_change() {
    let expected = "\
###################################
###################################
###################################
#####11#1111##11###11########1#####
#aaa111#111111111##111111111111bbb#
#aaa111111111111111111111111111bbb#
#aaa111111111#1111#111111111##1bbb#
#####1111111##111##1111###1########
#######1###########################
###################################
###################################";
    assert_eq!(draw(&rough(3, 45), Movement::EightWay), expected);
}

fn gated(passage: PlannedPassage) -> PlannedPassage {
    PlannedPassage { door: Door::Gate, ..passage }
}

/// Draws like `draw`, with `=` for thresholds.
fn draw_thresholds(plan: &Plan, movement: Movement) -> String {
    let space = form(plan, None, movement, Seed(1), StageContext::unlimited()).unwrap().value;
    let width = plan.size.width as usize + 1;
    let mut drawn: Vec<char> = draw(plan, movement).chars().collect();
    for (_, cell) in &space.thresholds {
        drawn[cell.y as usize * width + cell.x as usize] = '=';
    }
    drawn.into_iter().collect()
}

#[test]
fn threshold_of_a_wide_corridor_lies_where_it_is_narrow_near_the_guarded_end() {
    let halls = || vec![hall(1, Rect::from((1, 2, 3, 5))), hall(2, Rect::from((11, 2, 3, 5)))];
    let corridor = gated(passage(PassageForm::Corridor, 3, 4, 3..=11));
    let drawn = "\
###############
###############
#aaa#######bbb#
#aaa#11111#bbb#
#aaa111111=bbb#
#aaa#11111#bbb#
#aaa#######bbb#
###############
###############";
    for movement in [Movement::Cardinal, Movement::EightWay] {
        assert_eq!(draw_thresholds(&plan((15, 9), halls(), vec![corridor.clone()]), movement), drawn);
        let other_end = PlannedPassage { guarded: PassageEnd::From, ..corridor.clone() };
        let mirrored = drawn.replace("#aaa111111=bbb#", "#aaa=111111bbb#");
        assert_eq!(draw_thresholds(&plan((15, 9), halls(), vec![other_end]), movement), mirrored);
    }
}

#[test]
fn a_cave_does_not_lean_on_a_corridor_with_a_threshold() {
    let places = || vec![cave(1, (6, 4), 6, bare()), hall(2, Rect::from((13, 1, 3, 2)))];
    // Along the edge of the cave, then up to the hall.
    let route = [(7, 4), (8, 4), (9, 4), (10, 4), (11, 4), (12, 4), (13, 4), (14, 4), (14, 3), (14, 2)];
    let way = PlannedPassage {
        route: route.into_iter().map(Cell::from).collect(),
        ..passage(PassageForm::Corridor, 1, 4, 7..=8)
    };
    let plain = form(
        &plan((18, 9), places(), vec![way.clone()]),
        None,
        Movement::EightWay,
        Seed(1),
        StageContext::unlimited(),
    )
    .unwrap()
    .value;
    assert_eq!(plain.thresholds, []);
    let plan = plan((18, 9), places(), vec![gated(way)]);
    let space = form(&plan, None, Movement::EightWay, Seed(1), StageContext::unlimited()).unwrap().value;
    let touches_cave = |cell: Cell| cell.around().any(|near| space.owners.get(near) == Some(&Owner(1)));
    let own = space.owners.iter().filter(|(_, owner)| **owner == Owner(-1)).map(|(cell, _)| cell);
    let contacts: Vec<Cell> = own.filter(|cell| touches_cave(*cell)).collect();
    assert_eq!(contacts.len(), 1, "{contacts:?}");
    assert_eq!(space.thresholds, [(PassageId(1), Cell::new(14, 3))]);
}

#[test]
fn threshold_is_a_least_cut_where_no_row_suffices() {
    // Between two halls a cell apart, the corridor touches both along its whole length.
    let places = vec![hall(1, Rect::from((1, 1, 6, 3))), hall(2, Rect::from((3, 5, 6, 3)))];
    let route = [(3, 3), (3, 4), (4, 4), (5, 4), (5, 5)].into_iter().map(Cell::from).collect();
    let way = PlannedPassage { route, ..gated(passage(PassageForm::Corridor, 1, 4, 3..=5)) };
    let drawn = "\
##########
#aaaaaa###
#aaaaaa###
#aaaaaa###
###===####
###bbbbbb#
###bbbbbb#
###bbbbbb#
##########";
    assert_eq!(draw_thresholds(&plan((10, 9), places, vec![way]), Movement::Cardinal), drawn);
}
