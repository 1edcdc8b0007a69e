//! Compares filling with every filling of a small board, and draws with their definition.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::base::{Grid, Seed, Size, Symmetry};
use crate::mission::{DropDirections, DropSides};
use crate::rooms::{CardSettings, CardSides};

/// Returns a card with board cells of 3 × 3 cells. Each part has a position and its open sides: "e" for east, etc.
fn card(number: usize, turns: bool, parts: &[((i32, i32), &str)]) -> DeckCard {
    let open = |sides: &str| {
        let is_named = |side: &Direction| sides.contains(side.name().chars().next().unwrap_or('?'));
        Direction::ALL.into_iter().filter(is_named).collect::<Directions>()
    };
    let parts: Vec<CardPart> =
        parts.iter().map(|(at, sides)| CardPart { at: (*at).into(), sides: open(sides).into() }).collect();
    let most = |along: fn(Cell) -> i32| parts.iter().map(|part| along(part.at)).max().unwrap_or(0) as u32 + 1;
    let cells = Size::new(most(|at| at.x), most(|at| at.y));
    let template = RoomTemplate {
        name: format!("Card {number}"),
        notes: String::new(),
        symbol: "Board".to_owned(),
        weight: 1,
        at_most: None,
        turns,
        flips: false,
        card: Some(CardSettings { cell: Size::new(3, 3), ..CardSettings::default() }),
        source: None,
        picture: Vec::new(),
    };
    let board = BoardGrid { cells, cell: Size::new(3, 3) };
    DeckCard { set: 0, template: Arc::new(template), board, parts }
}

fn board(columns: u32, rows: u32) -> BoardGrid {
    BoardGrid { cells: Size::new(columns, rows), cell: Size::new(3, 3) }
}

/// Name, symmetry and position of a laid card, as a value with an order.
type Laid = (String, Symmetry, (i32, i32));

fn laid(deck: &Deck<'_>, card: &BoardCard) -> Laid {
    let name = deck.name(card.card).expect("a card of the deck");
    (name.to_owned(), card.symmetry, (card.at.y, card.at.x))
}

/// The number of a card, one of its placements, and the board cells that it covers.
type Fitting = (usize, Laid, BTreeSet<(i32, i32)>);

/// Returns the placements of a deck that fit a walk.
fn fitting(walk: &BoardWalk, deck: &[DeckCard]) -> Vec<Fitting> {
    let mut found = Vec::new();
    for (number, card) in deck.iter().enumerate() {
        for symmetry in card.template.symmetries() {
            for at in walk.board.all() {
                let turned = |part: &CardPart| at + symmetry.cell(part.at, card.board.cells);
                let fits =
                    |part: &CardPart| walk.wanted.get(turned(part)) == Some(&part.sides.turned(symmetry));
                if card.parts.iter().all(fits) {
                    let covers = card.parts.iter().map(|part| (turned(part).y, turned(part).x)).collect();
                    found.push((number, (card.template.name.clone(), symmetry, (at.y, at.x)), covers));
                }
            }
        }
    }
    found
}

/// Returns all fillings of a board by brute force: the first empty cell gets each placement that covers it.
fn all_fillings(walk: &BoardWalk, deck: &[DeckCard], most: &[Option<u32>]) -> BTreeSet<Vec<Laid>> {
    let placements = fitting(walk, deck);
    let mut found = BTreeSet::new();
    let mut open = vec![Vec::new()];
    while let Some(chosen) = open.pop() {
        let covered: BTreeSet<(i32, i32)> =
            chosen.iter().flat_map(|index: &usize| placements[*index].2.iter().copied()).collect();
        let Some(bare) = walk.board.all().map(|at| (at.y, at.x)).find(|at| !covered.contains(at)) else {
            let mut cards: Vec<Laid> = chosen.iter().map(|index| placements[*index].1.clone()).collect();
            cards.sort();
            found.insert(cards);
            continue;
        };
        for (index, (card, _, covers)) in placements.iter().enumerate() {
            let used = chosen.iter().filter(|other| placements[**other].0 == *card).count() as u32;
            let is_left = most[*card].is_none_or(|most| used < most);
            if is_left && covers.contains(&bare) && covers.is_disjoint(&covered) {
                open.push(chosen.iter().copied().chain([index]).collect());
            }
        }
    }
    found
}

fn filled(walk: &BoardWalk, deck: &Deck<'_>, random: &mut RandomStream) -> Option<Vec<Laid>> {
    match fill(walk, deck, random, &StopToken::never()) {
        FillResult::Full { cards, .. } => {
            let mut cards: Vec<Laid> = cards.iter().map(|card| laid(deck, card)).collect();
            cards.sort();
            Some(cards)
        }
        FillResult::Gaps { .. } => None,
    }
}

/// Returns cards with random parts. Each part copies the open sides of a cell of the walk, so that cards often fit.
fn random_deck(walk: &BoardWalk, random: &mut RandomStream) -> Vec<DeckCard> {
    let shapes: [&[(i32, i32)]; 5] =
        [&[(0, 0)], &[(0, 0)], &[(0, 0), (1, 0)], &[(0, 0), (0, 1)], &[(0, 0), (1, 0), (0, 1)]];
    let cells: Vec<Cell> = walk.board.all().collect();
    let count = random.range(2, 9) as usize;
    let mut deck = Vec::new();
    while deck.len() < count {
        let shape = random.pick(&shapes).expect("there are shapes");
        let corner = *random.pick(&cells).expect("there are cells");
        let sides = |part: &(i32, i32)| walk.open.get(corner + Cell::from(*part)).copied();
        let parts: Option<Vec<CardPart>> = shape
            .iter()
            .map(|part| Some(CardPart { at: (*part).into(), sides: sides(part)?.into() }))
            .collect();
        if let Some(parts) = parts {
            let drawn = card(deck.len(), random.chance(30), &[((0, 0), "")]);
            let width = parts.iter().map(|part| part.at.x).max().unwrap_or(0) as u32 + 1;
            let height = parts.iter().map(|part| part.at.y).max().unwrap_or(0) as u32 + 1;
            let board = BoardGrid { cells: Size::new(width, height), ..drawn.board };
            deck.push(DeckCard { board, parts, ..drawn });
        }
    }
    deck
}

#[test]
fn boards_are_filled_exactly_where_brute_force_fills_them() {
    let (mut full, mut never, mut all_found) = (0, 0, 0);
    for seed in 0..400 {
        let random = &mut Seed(seed).stream();
        let board = board(random.range(1, 3), random.range(1, 3));
        let walk = BoardWalk::draw(&board, random.range(0, 60), &[], random);
        let cards = random_deck(&walk, random);
        let most: Vec<Option<u32>> =
            cards.iter().map(|_| random.chance(30).then(|| random.range(0, 2))).collect();
        let limit = |card: &DeckCard| {
            let number = cards.iter().position(|other| other.template.name == card.template.name);
            number.and_then(|number| most[number])
        };
        let deck = Deck::new(&cards, limit);
        let expected = all_fillings(&walk, &cards, &most);
        let runs = if expected.len() <= 8 { 120 } else { 10 };
        let found: BTreeSet<Vec<Laid>> = (0..runs).filter_map(|_| filled(&walk, &deck, random)).collect();
        assert!(found.is_subset(&expected), "seed {seed}");
        assert_eq!(found.is_empty(), expected.is_empty(), "seed {seed}");
        if expected.is_empty() {
            never += 1;
        } else {
            full += 1;
            all_found += usize::from(found == expected);
        }
        assert!(
            expected.len() > 8 || found == expected,
            "seed {seed}: {} of {}",
            found.len(),
            expected.len()
        );
    }
    assert!(full > 100 && never > 50 && all_found > 100, "{full} full, {never} never, {all_found} with all");
}

/// Returns the probability of each filling by definition: an empty cell, then a card by weight, then a placement.
fn chances(walk: &BoardWalk, deck: &[DeckCard]) -> BTreeMap<Vec<Laid>, f64> {
    let placements = fitting(walk, deck);
    let mut found = BTreeMap::new();
    let mut open = vec![(Vec::<usize>::new(), 1.0)];
    while let Some((chosen, chance)) = open.pop() {
        let covered: BTreeSet<(i32, i32)> =
            chosen.iter().flat_map(|index| placements[*index].2.iter().copied()).collect();
        let bare: Vec<(i32, i32)> =
            walk.board.all().map(|at| (at.y, at.x)).filter(|at| !covered.contains(at)).collect();
        if bare.is_empty() {
            let mut cards: Vec<Laid> = chosen.iter().map(|index| placements[*index].1.clone()).collect();
            cards.sort();
            *found.entry(cards).or_insert(0.0) += chance;
        }
        for cell in &bare {
            let mut by_card: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for (index, (card, _, covers)) in placements.iter().enumerate() {
                if covers.contains(cell) && covers.is_disjoint(&covered) {
                    by_card.entry(*card).or_default().push(index);
                }
            }
            let weight = |card: &usize| f64::from(deck[*card].template.weight);
            let total: f64 = by_card.keys().map(weight).sum();
            for (card, ways) in &by_card {
                for way in ways {
                    let of_way = weight(card) / total / ways.len() as f64 / bare.len() as f64;
                    open.push((chosen.iter().copied().chain([*way]).collect(), chance * of_way));
                }
            }
        }
    }
    found
}

/// Fails if the share of a filling differs by 9 percent or more from its probability.
fn assert_drawn_as_defined(walk: &BoardWalk, cards: &[DeckCard]) {
    const RUNS: u32 = 60_000;
    let expected = chances(walk, cards);
    let deck = Deck::new(cards, |_| None);
    let random = &mut Seed(11).stream();
    let mut found: BTreeMap<Vec<Laid>, u32> = BTreeMap::new();
    for _ in 0..RUNS {
        *found.entry(filled(walk, &deck, random).expect("every cell has a card")).or_default() += 1;
    }
    assert!(expected.len() > 3 && found.keys().all(|board| expected.contains_key(board)));
    for (board, chance) in expected.iter().filter(|(_, chance)| **chance > 0.04) {
        let share = f64::from(found[board]) / f64::from(RUNS);
        assert!((share / chance - 1.0).abs() < 0.09, "{board:?} is drawn {share:.4}, not {chance:.4}");
    }
}

#[test]
fn cells_then_cards_then_offsets_are_drawn_with_equal_chance() {
    let row = BoardWalk::draw(&board(3, 1), 0, &[], &mut Seed(1).stream());
    let cards = [
        card(0, true, &[((0, 0), "e")]),
        card(1, false, &[((0, 0), "ew")]),
        card(2, true, &[((0, 0), "e"), ((1, 0), "ew")]),
        card(3, false, &[((0, 0), "w")]),
    ];
    assert_drawn_as_defined(&row, &cards);
}

#[test]
fn a_card_counts_once_however_many_offsets_fit_and_as_often_as_its_weight() {
    let mut open = Grid::filled(Size::new(2, 2), Directions::NONE);
    let sides: [&[Direction]; 4] = [
        &[Direction::East, Direction::South],
        &[Direction::South, Direction::West],
        &[Direction::North, Direction::East],
        &[Direction::North, Direction::West],
    ];
    for (cell, sides) in open.rect().cells().zip(sides) {
        open[cell] = sides.iter().copied().collect();
    }
    let wanted = open.map(|open| CardSides::from(*open));
    let square = BoardWalk { board: board(2, 2), open, loops: Vec::new(), wanted };
    let mut cards = vec![card(0, true, &[((0, 0), "es")]), card(1, true, &[((0, 0), "es"), ((1, 0), "sw")])];
    assert_drawn_as_defined(&square, &cards);
    Arc::make_mut(&mut cards[1].template).weight = 4;
    assert_drawn_as_defined(&square, &cards);
}

#[test]
fn kinds_of_cards_that_are_missing_are_named() {
    let row = BoardWalk::draw(&board(3, 1), 0, &[], &mut Seed(1).stream());
    let cards = [card(0, false, &[((0, 0), "e")])];
    let deck = Deck::new(&cards, |_| None);
    let FillResult::Gaps { kinds, tried, .. } = fill(&row, &deck, &mut Seed(1).stream(), &StopToken::never())
    else {
        panic!("there is no card for the middle");
    };
    let kinds: Vec<String> = kinds.iter().map(ToString::to_string).collect();
    assert_eq!((kinds, tried), (vec!["west".to_owned(), "east and west".to_owned()], 0));
}

/// Each card covers two of the three cells, so the third stays empty.
#[test]
fn a_board_that_no_cards_fill_is_given_up_after_all_were_tried() {
    let row = BoardWalk::draw(&board(3, 1), 0, &[], &mut Seed(1).stream());
    let cards =
        [card(0, false, &[((0, 0), "e"), ((1, 0), "ew")]), card(1, false, &[((0, 0), "ew"), ((1, 0), "w")])];
    let deck = Deck::new(&cards, |_| None);
    let FillResult::Gaps { kinds, tried, .. } = fill(&row, &deck, &mut Seed(1).stream(), &StopToken::never())
    else {
        panic!("two and two are not three");
    };
    assert!(kinds.is_empty() && tried <= 2, "{kinds:?} {tried}");
}

#[test]
fn only_cards_of_which_none_is_left_are_used_up() {
    // The ends of the row need card 1 twice, but there is one. Of the others, copies are left.
    let row = BoardWalk::draw(&board(3, 1), 0, &[], &mut Seed(1).stream());
    let cards = [
        card(0, false, &[((0, 0), "ew")]),
        card(1, true, &[((0, 0), "e")]),
        card(2, false, &[((0, 0), "n")]),
        card(3, false, &[((0, 0), "s")]),
    ];
    let used_up = |most: [Option<u32>; 4]| {
        let deck = Deck::new(&cards, |card| {
            let position = cards.iter().position(|other| other.template.name == card.template.name);
            most[position.expect("a card of the deck")]
        });
        match fill(&row, &deck, &mut Seed(1).stream(), &StopToken::never()) {
            FillResult::Gaps { used_up, .. } => used_up.into_iter().collect::<Vec<_>>(),
            FillResult::Full { .. } => panic!("two ends need two cards"),
        }
    };
    assert_eq!(used_up([Some(9), Some(1), Some(5), None]), [1]);
    assert_eq!(used_up([Some(9), Some(0), Some(5), Some(0)]), [1, 3]);
}

#[test]
fn drops_are_ways_around_between_cards_that_lead_down_or_to_either_side() {
    let settings = drops(40, DropDirections::Any, DropSides::Loops);
    let (mut sides, mut loops) = ([0_u32; 4], 0);
    for seed in 0..400 {
        let walk = BoardWalk::draw(&board(8, 8), 30, &[], &mut Seed(seed).stream());
        let single: Vec<usize> = (0..64).collect();
        let drops = settings.draw(&walk, &single, &mut Seed(seed).child("drops").stream());
        loops += walk.loops.len();
        assert!(drops.iter().all(|drop| is_loop(&walk, drop)));
        drops.iter().for_each(|(_, side)| sides[*side as usize] += 1);
        // Within a card, the author decides what is drawn.
        assert_eq!(settings.draw(&walk, &[0; 64], &mut Seed(seed).stream()), []);
    }
    let [up, right, down, left] = sides;
    let count: u32 = sides.iter().sum();
    // Expects 40 percent, within five standard deviations.
    let expected = loops as f64 * 0.4;
    assert!((f64::from(count) - expected).abs() < 5.0 * (expected * 0.6).sqrt(), "{count} of {loops}");
    assert!(up == 0 && down > 1000, "{sides:?}");
    assert!(f64::from(right.abs_diff(left)) < 5.0 * f64::from(right + left).sqrt(), "{sides:?}");
}

fn drops(percent: u32, directions: DropDirections, sides: DropSides) -> DropSettings {
    DropSettings { percent, directions, sides }
}

fn is_loop(walk: &BoardWalk, (at, side): &(Cell, Direction)) -> bool {
    walk.loops.contains(&(*at, *side)) || walk.loops.contains(&(at.step(*side), side.opposite()))
}

/// Returns `true` if a walker who never climbs a drop gets from every board cell to every other.
fn leads_everywhere(walk: &BoardWalk, drops: &[(Cell, Direction)]) -> bool {
    let reached = |first: Cell| {
        let mut seen = BTreeSet::from([(first.y, first.x)]);
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            let is_climb = |side: &Direction| drops.contains(&(at.step(*side), side.opposite()));
            for next in walk.open[at].iter().filter(|side| !is_climb(side)).map(|side| at.step(side)) {
                if seen.insert((next.y, next.x)) {
                    open.push(next);
                }
            }
        }
        seen.len()
    };
    walk.board.all().all(|first| reached(first) == walk.board.cells.area())
}

#[test]
fn drops_that_lead_down_only_leave_the_other_sides_alone() {
    let (mut down, mut upright) = (0, 0);
    for seed in 0..400 {
        let walk = BoardWalk::draw(&board(8, 8), 30, &[], &mut Seed(seed).stream());
        let settings = drops(40, DropDirections::Down, DropSides::Loops);
        let single: Vec<usize> = (0..64).collect();
        let found = settings.draw(&walk, &single, &mut Seed(seed).child("drops").stream());
        assert!(found.iter().all(|(_, side)| *side == Direction::South));
        down += found.len();
        upright += walk.loops.iter().filter(|(_, side)| *side == Direction::South).count();
    }
    // Expects 40 percent of the loops that lead down, within five standard deviations.
    let expected = upright as f64 * 0.4;
    assert!((down as f64 - expected).abs() < 5.0 * (expected * 0.6).sqrt(), "{down} of {upright}");
}

#[test]
fn drops_of_the_walk_lie_only_where_a_way_back_exists() {
    let (mut on_walk, mut all) = (0, 0);
    for seed in 0..120 {
        let walk = BoardWalk::draw(&board(6, 5), 25, &[], &mut Seed(seed).stream());
        let settings = drops(80, DropDirections::Any, DropSides::All);
        let single: Vec<usize> = (0..30).collect();
        let found = settings.draw(&walk, &single, &mut Seed(seed).child("drops").stream());
        assert!(leads_everywhere(&walk, &found), "seed {seed}: {found:?}");
        all += found.len();
        on_walk += found.iter().filter(|drop| !is_loop(&walk, drop)).count();
        // A tree has no way back.
        let tree = BoardWalk::draw(&board(6, 5), 0, &[], &mut Seed(seed).stream());
        assert_eq!(settings.draw(&tree, &single, &mut Seed(seed).stream()), []);
    }
    assert!(on_walk > 100 && all > on_walk, "{on_walk} of {all}");
}

/// Returns cards of one board cell: for each set of open sides one without drops, and one for each drop
/// that leads down.
fn cards_with_drops() -> Vec<DeckCard> {
    let mut cards = Vec::new();
    for open in Directions::all_but_none() {
        let (north, south) = (open.contains(Direction::North), open.contains(Direction::South));
        for (is_below, is_above) in [(false, false), (true, false), (false, true), (true, true)] {
            if (is_below && !north) || (is_above && !south) {
                continue;
            }
            let of = |has: bool, side| if has { Directions::NONE.with(side) } else { Directions::NONE };
            let (chutes, ledges) = (of(is_below, Direction::North), of(is_above, Direction::South));
            let mut plain = open;
            chutes.iter().chain(ledges.iter()).for_each(|side| plain = plain.without(side));
            let mut one = card(cards.len(), false, &[((0, 0), "")]);
            one.parts[0].sides = CardSides { open: plain, ledges, chutes };
            cards.push(one);
        }
    }
    cards
}

#[test]
fn cards_with_ledges_and_chutes_lie_exactly_where_the_walk_drops() {
    let cards = cards_with_drops();
    let deck = Deck::new(&cards, |_| None);
    let mut count = 0;
    for seed in 0..60 {
        let bare = BareBoard {
            board: board(5, 4),
            loops_percent: 40,
            drops: drops(50, DropDirections::Any, DropSides::All),
            entered: &[],
        };
        let randoms = [&mut Seed(seed).stream(), &mut Seed(seed).child("drops").stream()];
        let Ok(covered) = bare.cover(&deck, randoms, &StopToken::never()) else {
            panic!("seed {seed}: every set of sides has a card");
        };
        let sides_at = |at: Cell| {
            let laid = covered.cards.iter().find(|card| card.at == at).expect("each cell is covered");
            cards[laid.card].parts[0].sides
        };
        for at in bare.board.all() {
            let sides = sides_at(at);
            let leads_out: Directions =
                covered.drops.iter().filter(|(from, _)| *from == at).map(|(_, side)| *side).collect();
            let into = covered.drops.iter().filter(|(from, side)| from.step(*side) == at);
            let leads_in: Directions = into.map(|(_, side)| side.opposite()).collect();
            assert_eq!((sides.ledges, sides.chutes), (leads_out, leads_in), "seed {seed}");
        }
        count += covered.drops.len();
    }
    assert!(count > 100, "{count} drops");
}

#[test]
fn chutes_alone_are_matched_below_ordinary_open_sides() {
    let cards: Vec<DeckCard> = cards_with_drops()
        .into_iter()
        .filter(|card| card.parts[0].sides.ledges == Directions::NONE)
        .collect();
    let deck = Deck::new(&cards, |_| None);
    let mut count = 0;
    for seed in 0..20 {
        let bare = BareBoard {
            board: board(4, 4),
            loops_percent: 50,
            drops: drops(60, DropDirections::Down, DropSides::Loops),
            entered: &[],
        };
        let randoms = [&mut Seed(seed).stream(), &mut Seed(seed).child("drops").stream()];
        let covered = bare.cover(&deck, randoms, &StopToken::never());
        count += covered.map_or(0, |covered| covered.drops.len());
    }
    assert!(count > 20, "{count} drops");
}
