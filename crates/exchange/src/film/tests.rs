use std::fs;
use std::path::Path;

use delvewright_engine::text::{parse_grammar, parse_room_set};

use super::*;
use crate::base::Seed;
use crate::grammar::Grammar;
use crate::pipeline::{Pipeline, Request};
use crate::rooms::RoomSet;

/// Reads an example grammar of the repository with its room sets.
fn example(name: &str) -> (Grammar, Vec<Arc<RoomSet>>) {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../grammars"));
    let read = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
    let grammar = parse_grammar(&read(&format!("{name}.ron")), None).value.unwrap();
    let sets = grammar.rooms.iter().map(|path| Arc::new(parse_room_set(&read(path), None).value.unwrap()));
    let sets = sets.collect();
    (grammar, sets)
}

fn reel(name: &str) -> FilmReel {
    let (grammar, rooms) = example(name);
    let request = Request::new(Arc::new(grammar), rooms, Seed(3));
    let run = Pipeline::default().run(&request);
    FilmReel::of(&run, Arc::default(), &StopToken::never()).unwrap()
}

fn order(stretch: (usize, usize), format: FilmFormat) -> FilmRequest {
    FilmRequest { stretch, pace: 5, size: 320, format, with_seals: false }
}

fn write(reel: &FilmReel, order: &FilmRequest) -> Vec<u8> {
    reel.write(order, &StopToken::never(), &Progress::default()).unwrap()
}

/// Returns the number of frames, and the width and height of the picture.
fn frames_of_gif(bytes: &[u8]) -> (usize, u16, u16) {
    let mut decoder = gif::DecodeOptions::new().read_info(bytes).unwrap();
    let mut count = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        count += 1;
    }
    (count, decoder.width(), decoder.height())
}

#[test]
fn film_has_a_frame_for_each_step_of_mission_and_level() {
    let reel = reel("first_lock");
    let length = reel.length();
    assert!(length > reel.mission_length());
    let all = write(&reel, &order((0, usize::MAX), FilmFormat::Gif));
    assert_eq!(frames_of_gif(&all).0, length + 1);
    let (first, last) = (reel.mission_length() - 1, reel.mission_length() + 2);
    assert_eq!(frames_of_gif(&write(&reel, &order((first, last), FilmFormat::Gif))).0, 4);
    let png = write(&reel, &order((first, last), FilmFormat::Apng));
    let reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
    assert_eq!(reader.info().animation_control().map(|control| control.num_frames), Some(4));
}

#[test]
fn film_has_the_shape_of_its_level() {
    for example in ["first_lock", "old_mine"] {
        let reel = reel(example);
        let level = &reel.level_history.as_ref().unwrap().level;
        let (_, width, height) = frames_of_gif(&write(&reel, &order((0, 1), FilmFormat::Gif)));
        let cell = u32::from(width) / level.width;
        let expected = (level.width * cell, level.height * cell + caption_height(u32::from(width)));
        assert_eq!((u32::from(width), u32::from(height)), expected, "{example}");
        assert!(u32::from(width.max(height)) <= 320 + caption_height(u32::from(width)));
    }
}

#[test]
fn film_ends_with_the_picture_of_the_level() {
    let reel = reel("sunken_keep");
    let mut stage = FrameRenderer::new(&reel, 640, false);
    let frame = stage.frame(reel.length());
    let level = &reel.level_history.as_ref().unwrap().level;
    let picture = crate::picture::Picture::new(level, true).draw_at(level.tiles.rect(), stage.cell);
    assert!(frame.pixels.starts_with(&picture.pixels));
}

#[test]
fn film_with_seals_ends_with_seals_over_the_picture() {
    let reel = reel("lattice_caves");
    let level = &reel.level_history.as_ref().unwrap().level;
    let frames = [false, true].map(|with_seals| {
        let mut stage = FrameRenderer::new(&reel, 640, with_seals);
        (stage.frame(reel.length()), stage.frame(reel.mission_length() + 1), stage.cell.get())
    });
    let [(plain, plan, side), (sealed, same_plan, _)] = frames;
    assert!(plan == same_plan, "there are no seals before they are set");
    let middle = |image: &Image, cell: Cell| {
        let at = |place: i32| place.cast_unsigned() * side + side / 2;
        image.pixels[(at(cell.y) * image.size.width + at(cell.x)) as usize]
    };
    assert!(!reel.seals.is_empty());
    for cell in level.tiles.rect().cells() {
        let is_sealed = reel.seals.contains(&cell);
        assert_eq!(middle(&plain, cell) != middle(&sealed, cell), is_sealed, "{cell:?}");
    }
}

#[test]
fn no_node_moves_or_leaves_the_picture() {
    let reel = reel("cyclic_dungeon");
    let stage = FrameRenderer::new(&reel, 480, false);
    let nodes: std::collections::BTreeSet<NodeId> = (0..=reel.mission_length())
        .flat_map(|step| reel.derivation.at_step(step).nodes().map(|(id, _)| id).collect::<Vec<_>>())
        .collect();
    let points = stage.positions.all();
    for node in nodes {
        let point = points.get(&node).unwrap_or_else(|| panic!("{node:?} has a position"));
        assert!((0.0..stage.room.width as f32).contains(&point.x), "{node:?} {point:?}");
        assert!((0.0..stage.room.height as f32).contains(&point.y), "{node:?} {point:?}");
    }
}

#[test]
fn stopped_film_is_none() {
    let reel = reel("first_lock");
    let stop = StopToken::default();
    stop.stop();
    let written = reel.write(&order((0, 3), FilmFormat::Gif), &stop, &Progress::default());
    assert_eq!(written, Err(FilmError::Stopped));
}

#[test]
fn captions_go_on_below_where_a_film_is_narrow() {
    let words = "Layout: every place gets its rectangle and every passage its way";
    let lines = wrapped(words, 160.0, 4);
    assert!(lines.len() > 2 && lines.iter().all(|line| text_width(line, TYPE) <= 160.0), "{lines:?}");
    assert_eq!(lines.join(" "), words);
    let cut = wrapped(words, 160.0, 2);
    assert!(cut.len() == 2 && cut[1].ends_with('…'), "{cut:?}");
    assert_eq!(wrapped("", 160.0, 2), [""]);
}

#[test]
fn long_captions_end_with_dots() {
    assert_eq!(shortened("short", 200.0), "short");
    let long = "word ".repeat(40);
    let short = shortened(&long, 200.0);
    assert!(short.ends_with('…') && text_width(&short, TYPE) <= 200.0, "{short}");
}
