//! Boards of cards: for any cards and missions, a level keeps all promises, or a message explains why there
//! is none.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use delvewright_engine::base::{Cell, RandomStream, Seed, StageContext};
use delvewright_engine::insight::find_drops;
use delvewright_engine::level::{BoardRecord, Level, Place, Promise};
use delvewright_engine::pipeline::{BoardSample, Pipeline, Request, Run, Stage};
use delvewright_engine::rooms::{RoomSet, check_rooms_for};
use delvewright_engine::text::{parse_grammar, parse_room_set, print_room_set};
use delvewright_engine::verify::verify;

use crate::reread::json;

fn parsed(text: &str) -> RoomSet {
    let loaded = parse_room_set(text, None);
    assert_eq!(loaded.diagnostics, [], "{text}");
    loaded.value.unwrap()
}

fn room_set(cards: &str) -> String {
    format!(
        r#"RoomSet(format: 1, name: "Set",
            legend: {{'#': Wall, '.': Floor, '~': Ground((name: "mud")), 'c': Entity("chest"), ' ': Nothing,
                'v': Ground((name: "ledge")), '^': Ground((name: "chute"))}},
            rooms: [{cards}])"#
    )
}

fn grammar(form: &str, nodes: &str, edges: &str, rest: &str) -> String {
    let start = if nodes.contains("Start") { form } else { "Hall()" };
    format!(
        r#"Grammar(format: 1, name: "Test",
            alphabet: (
                nodes: {{"Board": (form: {form}), "Start": (role: Start, form: {start}), "Cave": (form: Cave()), "Hall": (form: Hall())}},
                edges: {{"path": (role: Passage), "gate": (role: Passage, door: Gate, kind: Corridor(width: 3)), "drop": (role: Passage, one_way: true, door: Drop)}},
            ),
            start: Graph(nodes: {{{nodes}}}, edges: [{edges}]), {rest})"#
    )
}

/// Returns a picture of one board cell: its middle, with a way to each open side.
fn cross(width: usize, height: usize, open: [bool; 4], middle: char) -> Vec<String> {
    let (left, top) = ((width - 1) / 2, (height - 1) / 2);
    let (right, bottom) = (width / 2, height / 2);
    let is_floor = |x: usize, y: usize| {
        let (in_column, in_row) = ((left..=right).contains(&x), (top..=bottom).contains(&y));
        let reaches = [y <= bottom, x >= left, y >= top, x <= right];
        let along = [in_column, in_row, in_column, in_row];
        (in_column && in_row) || (0..4).any(|side| open[side] && along[side] && reaches[side])
    };
    let at = |x: usize, y: usize| match is_floor(x, y) {
        true if (x, y) == (left, top) => middle,
        is_floor => {
            if is_floor {
                '.'
            } else {
                '#'
            }
        }
    };
    (0..height).map(|y| (0..width).map(|x| at(x, y)).collect()).collect()
}

fn template(name: &str, rest: &str, picture: &[String]) -> String {
    let symbol = if name.starts_with("Start") { "Start" } else { "Board" };
    format!("(name: {name:?}, symbol: {symbol:?}, {rest}, picture: {picture:?}),\n")
}

/// Returns cards of one board cell for all combinations of open sides, and some of two cells, a few of them
/// limited.
fn random_cards(random: &mut RandomStream) -> String {
    let (width, height) = (random.range(3, 8) as usize, random.range(3, 7) as usize);
    let cell = format!("cell: ({width}, {height})");
    let mut cards = String::new();
    for symbol in ["Board", "Start"] {
        for kind in 0..16_u32 {
            let open = [1, 2, 4, 8].map(|side| kind & side != 0);
            let middle = *random.pick(&['.', '~', 'c']).unwrap();
            let picture = cross(width, height, open, middle);
            cards += &template(&format!("{symbol} {kind}"), &format!("card: ({cell})"), &picture);
        }
        for number in 0..random.range(0, 4) {
            let [mut one, mut other] = [(); 2].map(|()| [(); 4].map(|()| random.chance(50)));
            (one[1], other[3]) = (true, true);
            let halves = cross(width, height, one, '~').into_iter().zip(cross(width, height, other, 'c'));
            let picture: Vec<String> = halves.map(|(left, right)| left + &right).collect();
            let rest = format!(
                "at_most: {}, turns: {}, flips: {}, card: ({cell}, at_most_per_place: {})",
                random.range(1, 3),
                random.chance(50),
                random.chance(50),
                random.range(1, 2)
            );
            cards += &template(&format!("{symbol} long {number}"), &rest, &picture);
        }
    }
    cards
}

fn random_grammar(random: &mut RandomStream) -> String {
    let (columns, rows) = (random.range(1, 4), random.range(1, 4));
    let form = format!(
        "Cards(columns: ({columns}, {}), rows: ({rows}, {}), loops_percent: {}, drops_percent: {}, drop_sides: {}, drop_directions: {})",
        columns + random.range(0, 2),
        rows + random.range(0, 2),
        random.range(0, 60),
        random.pick(&[0, 30, 100]).unwrap(),
        random.pick(&["Loops", "All"]).unwrap(),
        random.pick(&["Any", "Down"]).unwrap()
    );
    let count = random.range(1, 7);
    let (mut nodes, mut edges) = ("1: \"Start\"".to_owned(), String::new());
    for id in 2..=count {
        let symbol = random.pick(&["Board", "Board", "Cave", "Hall"]).unwrap();
        let passage = random.pick(&["path", "path", "gate", "drop"]).unwrap();
        let _ = write!(nodes, ", {id}: {symbol:?}");
        let _ = write!(edges, "({}, {passage:?}, {id}), ", random.range(1, id - 1));
    }
    let movement = random.pick(&["Cardinal", "EightWay"]).unwrap();
    let rest = format!("movement: {movement}, layout: (spacing: Elastic(gap: {}))", random.range(1, 4));
    grammar(&form, &nodes, &edges, &rest)
}

fn run(grammar: &str, set: &RoomSet, seed: u64) -> Run {
    let loaded = parse_grammar(grammar, None);
    assert!(!loaded.has_errors(), "{:#?}\n{grammar}", loaded.diagnostics);
    let grammar = Arc::new(loaded.value.unwrap());
    Pipeline::default().run(&Request::new(grammar, vec![Arc::new(set.clone())], Seed(seed)))
}

fn boards(level: &Level) -> impl Iterator<Item = &BoardRecord> {
    level.places.iter().filter_map(|place| place.board.as_ref())
}

/// Counts the uses of each template on the boards.
fn laid<'a>(boards: impl Iterator<Item = &'a BoardRecord>) -> BTreeMap<&'a str, u32> {
    let mut laid = BTreeMap::new();
    for card in boards.flat_map(|board| &board.cards) {
        *laid.entry(card.template.as_str()).or_default() += 1;
    }
    laid
}

fn assert_limits(level: &Level, set: &RoomSet) {
    for room in &set.rooms {
        let name = format!("Set/{}", room.name);
        let count = |laid: BTreeMap<&str, u32>| laid.get(name.as_str()).copied().unwrap_or(0);
        assert!(count(laid(boards(level))) <= room.at_most.unwrap_or(u32::MAX), "{name}");
        let per_place = room.card.as_ref().and_then(|card| card.at_most_per_place).unwrap_or(u32::MAX);
        assert!(boards(level).all(|board| count(laid(std::iter::once(board))) <= per_place), "{name}");
    }
}

fn any_cards_and_missions(seeds: std::ops::Range<u64>) {
    let mut long = 0;
    for seed in seeds {
        let random = &mut Seed(seed).stream();
        let text = room_set(&random_cards(random));
        let set = parsed(&text);
        let grammar = random_grammar(random);
        let made = run(&grammar, &set, seed);
        assert_eq!(made.failure, None, "seed {seed}: {:#?}\n{grammar}\n{text}", made.diagnostics);
        let level = made.level.unwrap();
        assert!(level.report.all_held(), "seed {seed}: {:#?}", level.report.broken().collect::<Vec<_>>());
        assert_limits(&level, &set);
        long += laid(boards(&level)).keys().filter(|name| name.contains("long")).count();
        let text = json(&level);
        let back = Level::from_json(&text).unwrap();
        assert_eq!((verify(&back, StageContext::default()).unwrap(), &back), (level.report.clone(), &*level));
        assert_eq!(json(&run(&grammar, &set, seed).level.unwrap()), text, "seed {seed}");
    }
    assert!(long > 10, "only {long} long cards were laid");
}

#[test]
fn any_cards_and_missions_give_levels_that_keep_all_promises() {
    any_cards_and_missions(0..60);
}

#[test]
#[ignore = "long: thousands of missions"]
fn any_cards_and_missions_give_levels_that_keep_all_promises_at_length() {
    any_cards_and_missions(0..10_000);
}

/// Returns two numbers of cells of a place: those that a walker reaches from its first cell without drops of
/// the board, and all.
fn walked_without_drops(level: &Level, place: &Place) -> (usize, usize) {
    let board = place.board.as_ref().unwrap();
    let own: BTreeSet<Cell> = place
        .bounds
        .cells()
        .filter(|cell| level.owner(*cell).place() == Some(place.id) && level.is_walkable(*cell))
        .filter(|cell| level.entities.iter().all(|entity| !entity.solid || entity.at != *cell))
        .collect();
    let board_cell = |cell: Cell| {
        let inside = cell - place.bounds.min - Cell::new(1, 1);
        Cell::new(inside.x.div_euclid(board.cell.width as i32), inside.y.div_euclid(board.cell.height as i32))
    };
    let mut seen = BTreeSet::from([*own.first().unwrap()]);
    let mut waiting: Vec<Cell> = seen.iter().copied().collect();
    while let Some(at) = waiting.pop() {
        for next in level.movement.beside(at) {
            let ends = [board_cell(at), board_cell(next)];
            let is_drop =
                board.drops.iter().any(|drop| ends == [drop.from, drop.to] || ends == [drop.to, drop.from]);
            if !is_drop && own.contains(&next) && seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    (seen.len(), own.len())
}

/// Returns cards of 5 × 5 cells for all sets of open sides, and for all with a drop in from above or out below.
fn cards_with_drops() -> String {
    let mut cards = String::new();
    for kind in 1..16_u32 {
        for (top, bottom) in [('.', '.'), ('^', '.'), ('.', 'v'), ('^', 'v')] {
            let open = [1, 2, 4, 8].map(|side| kind & side != 0);
            if (top == '^' && !open[0]) || (bottom == 'v' && !open[2]) {
                continue;
            }
            let mut picture = cross(5, 5, open, '.');
            for (row, mark, is_open) in [(0, top, open[0]), (4, bottom, open[2])] {
                if is_open {
                    picture[row].replace_range(2..3, &mark.to_string());
                }
            }
            let rest = r#"card: (cell: (5, 5), ledge: "ledge", chute: "chute")"#;
            cards += &template(&format!("Drop {kind} {top}{bottom}"), rest, &picture);
        }
    }
    cards
}

/// Returns the names of the tiles on both sides of each drop.
fn drop_tiles(level: &Level) -> Vec<[String; 2]> {
    let tile = |cell| level.tile(cell).map(|tile| tile.name.clone()).unwrap_or_default();
    let drops = find_drops(level).into_iter();
    drops.map(|drop| [tile(drop.at), tile(drop.at.step(drop.towards))]).collect()
}

#[test]
fn ledges_and_chutes_lie_at_drops_and_nowhere_else() {
    let set = parsed(&room_set(&cards_with_drops()));
    let mut drops = 0;
    for seed in 0..24 {
        let form =
            "Cards(columns: (3, 4), rows: (3, 4), loops_percent: 40, drops_percent: 60, drop_sides: All)";
        let text = grammar(form, "1: \"Board\", 2: \"Hall\"", "(1, \"path\", 2)", "");
        let level = run(&text, &set, seed).level.expect("a level");
        assert!(level.report.all_held(), "{:?}", level.report.broken().collect::<Vec<_>>());
        let ends = drop_tiles(&level);
        assert!(ends.iter().all(|ends| *ends == ["ledge", "chute"]), "seed {seed}: {ends:?}");
        let shown = level.tiles.values().iter().filter(|tile| level.legend[tile].name == "ledge").count();
        assert_eq!(shown, ends.len(), "seed {seed}");
        drops += ends.len();
        let mut wrong = Level::clone(&level);
        let board = wrong.places.iter_mut().find_map(|place| place.board.as_mut()).expect("a board");
        if board.drops.pop().is_some() {
            let report = verify(&wrong, StageContext::default()).expect("nobody stops it");
            assert!(
                report.promises[&Promise::P4]
                    .broken_by
                    .iter()
                    .any(|fault| fault.message.contains("shows a drop"))
            );
        }
    }
    assert!(drops > 40, "{drops}");
}

#[test]
fn tiles_for_drops_must_be_in_the_legend() {
    let card = |rest: &str| {
        let picture = cross(5, 5, [true; 4], '.');
        let text = room_set(&template("One", &format!("card: (cell: (5, 5), {rest})"), &picture));
        parse_room_set(&text, None).diagnostics.iter().map(|found| found.code).collect::<Vec<_>>()
    };
    assert_eq!(card(r#"ledge: "ledge", chute: "chute""#), [""; 0]);
    assert_eq!(card(r#"ledge: "cliff""#), ["unknown-drop-tile"]);
    assert_eq!(card(r#"chute: "mud", ledge: "mud""#), ["unknown-drop-tile"]);
}

#[test]
fn one_comes_everywhere_on_a_board_without_its_drops_also_past_what_passes_placed() {
    let cards: String = (1..16_u32)
        .map(|kind| {
            let middle: Vec<String> = (0..7)
                .map(|y| {
                    let open = |side: u32| kind & side != 0;
                    let at = |x: usize| match (x, y) {
                        (1..=5, 1..=5) => '.',
                        (2..=4, 0) if open(1) => '.',
                        (6, 2..=4) if open(2) => '.',
                        (2..=4, 6) if open(4) => '.',
                        (0, 2..=4) if open(8) => '.',
                        _ => '#',
                    };
                    (0..7).map(at).collect()
                })
                .collect();
            template(&format!("Wide {kind}"), "card: (cell: (7, 7))", &middle)
        })
        .collect();
    let set = parsed(&room_set(&cards));
    let (mut drops, mut solid) = (0, 0);
    for (seed, movement) in (0..12).flat_map(|seed| ["Cardinal", "EightWay"].map(|movement| (seed, movement)))
    {
        let rest = format!(
            r#"movement: {movement}, populate: [(name: "Crates", pass: Foes(chance: 300, distance: 0, table: [(entity: "crate", number: (1, 4))]))]"#
        );
        let form = "Cards(columns: (3, 4), rows: (3, 4), loops_percent: 50, drops_percent: 60)";
        let text = grammar(form, "1: \"Board\", 2: \"Hall\"", "(1, \"path\", 2)", &rest)
            .replace("edges: {", "entities: {\"crate\": (solid: true)}, edges: {");
        let level = run(&text, &set, seed).level.expect("a level");
        assert!(level.report.all_held(), "{:?}", level.report.broken().collect::<Vec<_>>());
        solid += level.entities.iter().filter(|entity| entity.solid).count();
        let place = level.places.iter().find(|place| place.board.is_some()).unwrap();
        drops += place.board.as_ref().unwrap().drops.len();
        let (walked, all) = walked_without_drops(&level, place);
        assert_eq!(walked, all, "seed {seed} {movement}");
    }
    assert!(drops > 25 && solid > 200, "{drops} {solid}");
}

/// Returns the diagnostics of a room set, alone and with a board of 2 × 2 to 3 × 3 cells.
fn said(cards: &str) -> Vec<(&'static str, String)> {
    let loaded = parse_room_set(&room_set(cards), None);
    let set = loaded.value.unwrap();
    let mut said: Vec<_> = loaded.diagnostics.into_iter().map(|d| (d.code, d.message)).collect();
    let form = "Cards(columns: (2, 3), rows: (2, 3))";
    let text = grammar(form, "1: \"Board\"", "", "");
    let alphabet = parse_grammar(&text, None).value.unwrap().alphabet;
    let found = check_rooms_for(&alphabet, &[&set]);
    said.extend(
        found.grammar.into_iter().chain(found.sets.into_iter().flatten()).map(|d| (d.code, d.message)),
    );
    said
}

fn one(rest: &str, picture: &[&str]) -> String {
    let picture: Vec<String> = picture.iter().map(|row| (*row).to_owned()).collect();
    template("Card", rest, &picture)
}

#[track_caller]
fn assert_said(cards: &str, code: &str, part: &str) {
    let said = said(cards);
    assert!(said.iter().any(|(found, text)| *found == code && text.contains(part)), "{code}: {said:#?}");
}

#[test]
fn every_mistake_of_a_card_is_said() {
    let cell = "card: (cell: (3, 3))";
    assert_said(&one(cell, &["###", "...", "###", "###"]), "card-size", "has 3 × 4 cells");
    assert_said(&one("card: (cell: (2, 3))", &["##", "..", "##"]), "card-cell", "2 × 3");
    assert_said(&one("card: (cell: (0, 4000000000))", &["#"]), "card-cell", "4000000000");
    assert_said(&one(cell, &["###..", "...##", "###.#"]), "card-size", "5 × 3");
    assert_said(&one(cell, &["#.#", "..", "###"]), "uneven-rows", "Row 2");
    assert_said(&one(cell, &["#?#", "...", "###"]), "unknown-character", "'?'");
    assert_said(&one(cell, &[]), "empty-picture", "empty");
    assert_said(&one(cell, &["### # ", "......", "######"]), "torn-board-cell", "only partly empty");
    assert_said(&one(cell, &["   ", "   ", "   "]), "empty-card", "no board cell");
    assert_said(&one(cell, &["..#", "#.#", "###"]), "side-not-open-in-middle", "");
    assert_said(&one(cell, &["##.", "#..", "###"]), "side-not-open-in-middle", "north");
    assert_said(&one(cell, &["######", "...###", "######"]), "board-cell-without-floor", "no floor");
    let cut = one("card: (cell: (5, 3))", &["#####", "..#..", "#####"]);
    assert_said(&cut, "unreachable-floor", "cut off");
    let apart = one(cell, &["######", "..#.##", "######"]);
    assert!(
        !said(&apart).iter().any(|(code, _)| *code == "unreachable-floor"),
        "two cells that are not joined"
    );
    assert_said(
        &one("weight: 0, card: (cell: (3, 3))", &["###", "...", "###"]),
        "no-card-for-symbol",
        "Board",
    );
    let never = one("card: (cell: (3, 3), at_most_per_place: 0)", &["###", "...", "###"]);
    assert_said(&never, "never-chosen", "at most 0");
    assert_said("", "no-card-for-symbol", "No card is drawn for \"Board\"");
    let two = one(cell, &["###", "...", "###"])
        + &one("card: (cell: (5, 3))", &["#####", ".....", "#####"]).replace("\"Card\"", "\"Other\"");
    assert_said(&two, "different-board-cells", "\"Card\" of 3 × 3, \"Other\" of 5 × 3");
    let room = "(name: \"Room\", symbol: \"Board\", picture: [\"###\", \"...\", \"###\"])";
    assert_said(room, "never-used-room", "built as cards");
    let card = one(cell, &["###", "...", "###"]).replace("symbol: \"Board\"", "symbol: \"Cave\"");
    assert_said(&card, "never-used-room", "not built as cards");
}

#[test]
fn hint_at_missing_cards_names_the_board_cell_of_the_cards_at_hand() {
    let hint = |cells: &[(u32, u32)]| {
        let card = |(number, (width, height)): (usize, &(u32, u32))| {
            let row = ".".repeat(*width as usize);
            let picture = vec![row; *height as usize];
            let card =
                template(&format!("Card {number}"), &format!("card: (cell: ({width}, {height}))"), &picture);
            card.replace("symbol: \"Board\"", "symbol: \"Cave\"")
        };
        let cards: String = cells.iter().enumerate().map(card).collect();
        let set = parse_room_set(&room_set(&cards), None).value.unwrap();
        let alphabet =
            parse_grammar(&grammar("Cards()", "1: \"Board\"", "", ""), None).value.unwrap().alphabet;
        let found = check_rooms_for(&alphabet, &[&set]).grammar;
        let missing = found.into_iter().find(|found| found.code == "no-card-for-symbol");
        missing.and_then(|found| found.hint).expect("a hint").to_string()
    };
    let plain = "Draw cards for \"Board\" in a room set.";
    let like = "Draw cards for \"Board\" in a room set, with board cells of 7 × 7 cells like the others.";
    assert_eq!(hint(&[(7, 7), (7, 7)]), like);
    assert_eq!(hint(&[(7, 7), (5, 7)]), plain);
    assert_eq!(hint(&[]), plain);
}

#[test]
fn kinds_of_cards_that_no_author_drew_are_named() {
    let cell = "card: (cell: (3, 3))";
    assert_said(
        &one(cell, &["###", "...", "###"]),
        "board-never-filled",
        "no card is open to the north and south",
    );
    let kinds: String = (1..15_u32)
        .filter(|kind| *kind != 3)
        .map(|kind| {
            let picture = cross(3, 3, [1, 2, 4, 8].map(|side| kind & side != 0), '.');
            template(&format!("Kind {kind}"), cell, &picture)
        })
        .collect();
    let said = said(&kinds);
    let missing: Vec<&String> =
        said.iter().filter(|(code, _)| *code == "missing-cards").map(|(_, text)| text).collect();
    let expected = "Boards of \"Board\" may stay unfilled: no card is open to the north and east; to the north, east, south and west and closed elsewhere.";
    assert_eq!(missing, [expected]);
}

/// Returns cards of one board cell that are open to these sides: 1 north, 2 east, 4 south, 8 west.
fn open_to(kinds: impl IntoIterator<Item = u32>) -> String {
    let card = |kind: u32| {
        let picture = cross(3, 3, [1, 2, 4, 8].map(|side| kind & side != 0), '.');
        template(&format!("Kind {kind}"), "card: (cell: (3, 3))", &picture)
    };
    kinds.into_iter().map(card).collect()
}

#[test]
fn boards_that_no_kinds_of_cards_can_cover_are_found_before_and_what_is_missing_is_named() {
    // Open to all sides: the outer sides of the smallest board would need eight passages.
    let all =
        "No board of \"Board\" with fewer than 8 passages can ever be filled: no card is open to the north; ";
    assert_said(&open_to([15]), "board-never-filled", all);
    // Dead ends never join four cells.
    assert_said(&open_to([1, 2, 4, 8]), "board-never-filled", "No board of \"Board\" can ever be filled");
    // Corners go around the smallest board.
    assert!(said(&open_to([3, 6, 12, 9])).iter().all(|(code, _)| *code == "missing-cards"));
}

/// Cards of two board cells that leave out the corners and the crossing as single cells.
fn without_single_corners() -> String {
    let pair = |number: usize, halves: [u32; 2]| {
        let [left, right] = halves.map(|kind| cross(3, 3, [1, 2, 4, 8].map(|side| kind & side != 0), '.'));
        let picture: Vec<String> = left.into_iter().zip(right).map(|(left, right)| left + &right).collect();
        template(&format!("Pair {number}"), "turns: true, card: (cell: (3, 3))", &picture)
    };
    let pairs = [[3, 9], [6, 12], [15, 15]];
    let pairs: String = pairs.into_iter().enumerate().map(|(number, halves)| pair(number, halves)).collect();
    open_to((1..15).filter(|kind| ![3, 6, 9, 12].contains(kind))) + &pairs
}

#[test]
fn open_sides_that_only_larger_or_limited_cards_have_are_named() {
    let all = open_to(1..16);
    assert!(said(&all).iter().all(|(code, _)| *code != "missing-cards"), "{:#?}", said(&all));
    let limited = all.replacen("card: (cell: (3, 3))", "card: (cell: (3, 3), at_most_per_place: 9)", 1);
    let part = "may stay unfilled: only larger or limited cards are open to the north and closed elsewhere.";
    assert_said(&limited, "missing-cards", part);
    let part = "only larger or limited cards are open to the north and east; to the east and south; to the north and west; to the south and west; to the north, east, south and west and closed elsewhere.";
    assert_said(&without_single_corners(), "missing-cards", part);
}

/// Returns what the check says about boards in sample levels.
fn said_of_boards(text: &str, set: &RoomSet) -> String {
    let grammar = Arc::new(parse_grammar(text, None).value.unwrap());
    let request = Request::new(grammar, vec![Arc::new(set.clone())], Seed(1));
    BoardSample::of(&request).verdict().into_iter().map(|found| found.message).collect()
}

/// The share of boards that stay unfilled, as the check says it and as other levels have it.
///
/// Fails if 100 boards of the check and 200 of levels differ by more than 3.5 standard deviations.
#[test]
fn levels_fail_as_often_as_the_check_says_whatever_the_number_of_doors() {
    let form = "Cards(columns: (2, 3), rows: (2, 3))";
    let nodes = ["1: \"Board\"", "2: \"Hall\"", "3: \"Hall\""];
    let edges = ["(1, \"path\", 2)", "(1, \"path\", 3)"];
    let mut shares = BTreeSet::new();
    for (cards, doors) in [without_single_corners(), open_to((1..16).filter(|kind| ![3, 11].contains(kind)))]
        .iter()
        .flat_map(|cards| (0..=2).map(move |doors| (cards, doors)))
    {
        let set = parsed(&room_set(cards));
        let text = grammar(form, &nodes[..=doors].join(", "), &edges[..doors].join(", "), "");
        let said = said_of_boards(&text, &set);
        let number = |rest: &str| rest.split(' ').next().and_then(|number| number.parse::<f64>().ok());
        let share = |said: &str| match said.split_once(". Of these, ") {
            Some((_, rest)) => number(rest),
            None => said.ends_with("100 boards of \"Board\". All could be filled.").then_some(0.0),
        };
        let said = share(&said).unwrap_or_else(|| panic!("{said}"));
        let fails = |seed: &u64| run(&text, &set, *seed).failure.is_some();
        let failed = (1_001..=1_200).filter(fails).count() as f64;
        let (one, other, both) = (said / 100.0, failed / 200.0, (said + failed) / 300.0);
        let deviation = (both * (1.0 - both) * (1.0 / 100.0 + 1.0 / 200.0)).sqrt();
        assert!((one - other).abs() <= 3.5 * deviation + 0.005, "{doors} doors: {one} and {other}");
        shares.insert(said as u32);
    }
    assert!(shares.len() > 2, "{shares:?}");
}

#[test]
fn check_states_the_share_for_each_number_of_doors() {
    let set = parsed(&room_set(&open_to((1..16).filter(|kind| ![3, 11].contains(kind)))));
    let nodes = "1: \"Board\", 2: \"Board\", 3: \"Board\"";
    let text = grammar("Cards()", nodes, "(1, \"path\", 2), (2, \"path\", 3)", "");
    let said = said_of_boards(&text, &set);
    assert!(said.starts_with("Sample levels have 102 boards of \"Board\". Of these, "), "{said}");
    assert!(said.contains(" of 68 with 1 passage, ") && said.ends_with(" of 34 with 2 passages."), "{said}");
    let all = parsed(&room_set(&open_to(1..16)));
    assert_eq!(said_of_boards(&text, &all), "");
}

#[test]
fn of_a_card_with_a_mistake_nothing_is_said_about_boards() {
    for picture in [&["##.", "#..", "###"][..], &["#.#", "..", "###"], &["### # ", "......", "######"]] {
        let said = said(&one("card: (cell: (3, 3))", picture));
        let of_boards =
            said.iter().filter(|(code, _)| ["board-never-filled", "missing-cards"].contains(code));
        assert_eq!(of_boards.count(), 0, "{said:?}");
    }
}

#[test]
fn a_board_that_cannot_be_filled_is_explained() {
    // Dead ends alone fill boards of two cells and no others.
    let kinds: String = [1, 2, 4, 8]
        .into_iter()
        .map(|kind: u32| {
            let picture = cross(3, 3, [1, 2, 4, 8].map(|side| kind & side != 0), '.');
            template(&format!("Kind {kind}"), "card: (cell: (3, 3))", &picture)
        })
        .collect();
    let set = parsed(&room_set(&kinds));
    let of_size = |columns: u32| {
        let text = grammar(
            &format!("Cards(columns: ({columns}, {columns}), rows: (1, 1), loops_percent: 0)"),
            "1: \"Board\"",
            "",
            "",
        );
        run(&text, &set, 1)
    };
    assert_eq!(of_size(2).failure, None);
    let failed = of_size(3);
    assert_eq!(failed.failure.as_ref().map(|failure| failure.stage), Some(Stage::Check));
    // A board that is too large to be judged in advance is tried.
    let text = grammar("Cards(columns: (5, 5), rows: (5, 5), loops_percent: 0)", "1: \"Board\"", "", "");
    let failed = run(&text, &set, 1);
    assert_eq!(failed.failure.as_ref().map(|failure| failure.stage), Some(Stage::Layout));
    let said = failed.diagnostics.iter().find(|d| d.code == "board-not-filled").expect("it is said why");
    assert!(
        said.message.contains("5 × 5 board cells") && said.message.contains("to the east and west"),
        "{said:?}"
    );
    assert!(said.hint.is_some());
    // A single cell is open to no side, and no card is like that.
    let lone = of_size(1);
    assert!(lone.diagnostics.iter().any(|d| d.message.contains("open to no side and closed elsewhere")));
}

#[test]
fn a_card_that_is_larger_than_the_board_is_left_out() {
    let mut cards: String = (1..16_u32)
        .map(|kind| {
            let picture = cross(3, 3, [1, 2, 4, 8].map(|side| kind & side != 0), '.');
            template(&format!("Kind {kind}"), "card: (cell: (3, 3))", &picture)
        })
        .collect();
    cards += &template("Long", "card: (cell: (3, 3))", &["#".repeat(30), ".".repeat(30), "#".repeat(30)]);
    let set = parsed(&room_set(&cards));
    let text = grammar(
        "Cards(columns: (4, 4), rows: (1, 1), loops_percent: 0)",
        "1: \"Board\", 2: \"Board\"",
        "(1, \"path\", 2)",
        "",
    );
    for seed in 0..10 {
        let level = run(&text, &set, seed).level.expect("a level");
        assert!(level.report.all_held() && !laid(boards(&level)).contains_key("Set/Long"));
    }
}

#[test]
fn cards_are_printed_and_read_back() {
    let random = &mut Seed(3).stream();
    let set = parsed(&room_set(&random_cards(random)));
    let printed = print_room_set(&set);
    assert!(printed.contains("card: (cell: ("));
    assert_eq!(parsed(&printed), set);
    assert_eq!(print_room_set(&parsed(&printed)), printed);
}
