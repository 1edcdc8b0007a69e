//! Loads a map in Bevy, without a window, and prints what a game sees in it as JSON.
//!
//! bevy-client FOLDER FILE: FILE in FOLDER is a map for Tiled or a project for LDtk. `level.rs` is the file that
//! `--write-types` wrote. A single warning or error in Bevy's log is a failure.

use std::fmt::Write as _;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use bevy::asset::AssetPlugin;
use bevy::image::{CompressedImageFormats, ImageLoader, ImagePlugin, TextureAtlasPlugin};
use bevy::log::tracing::field::{Field, Visit};
use bevy::log::tracing::{Event, Level, Subscriber};
use bevy::log::tracing_subscriber::Layer;
use bevy::log::tracing_subscriber::layer::Context;
use bevy::log::{BoxedLayer, LogPlugin};
use bevy::prelude::*;
use serde_json::Value;

#[rustfmt::skip]
mod level;
mod projects;
mod tiled_maps;

/// Longest time for loading a map.
const MOST_SECONDS: u64 = 60;

/// All warnings and errors so far.
static COMPLAINTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Keeps warnings and errors.
struct Complaints;

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let _ = write!(self.0, "{}={value:?} ", field.name());
    }
}

impl<S: Subscriber> Layer<S> for Complaints {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if *event.metadata().level() <= Level::WARN {
            let mut text = Text(format!("{} ", event.metadata().level()));
            event.record(&mut text);
            COMPLAINTS.lock().expect("no thread panics").push(text.0);
        }
    }
}

fn complaints_so_far() -> usize {
    COMPLAINTS.lock().expect("no thread panics").len()
}

fn complaints(_: &mut App) -> Option<BoxedLayer> {
    Some(Box::new(Complaints))
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(file)) = (arguments.next(), arguments.next()) else {
        eprintln!("bevy-client FOLDER FILE");
        std::process::exit(2);
    };
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        LogPlugin { custom_layer: complaints, ..default() },
        AssetPlugin { file_path: folder, ..default() },
        TransformPlugin,
        ImagePlugin::default_nearest(),
        TextureAtlasPlugin,
    ));
    // With a window, the renderer does this.
    app.register_asset_loader(ImageLoader::new(CompressedImageFormats::NONE));
    let read: fn(&mut App) -> Option<Value> = if file.ends_with(".ldtk") {
        projects::load(&mut app, file);
        projects::facts
    } else {
        tiled_maps::load(&mut app, file);
        tiled_maps::facts
    };
    app.finish();
    app.cleanup();
    let begin = Instant::now();
    let mut seen = None;
    // An error while it loads means that it never will.
    while seen.is_none() && complaints_so_far() == 0 && begin.elapsed() < Duration::from_secs(MOST_SECONDS) {
        app.update();
        seen = read(&mut app);
        std::thread::sleep(Duration::from_millis(5));
    }
    // What is spawned last has its components after some more frames.
    for _ in 0..5 {
        app.update();
    }
    let seen = seen.and_then(|_| read(&mut app));
    let complaints = COMPLAINTS.lock().expect("no thread panics");
    eprintln!("{} warnings and errors", complaints.len());
    complaints.iter().take(10).for_each(|text| eprintln!("{text}"));
    match seen {
        Some(seen) if complaints.is_empty() => println!("{seen}"),
        Some(_) => std::process::exit(1),
        None => {
            eprintln!("nothing is loaded");
            std::process::exit(1);
        }
    }
}

/// Returns rows of text from what is on each cell.
fn rows(size: [u32; 2], mut at: impl FnMut(u32, u32) -> bool) -> Vec<String> {
    let mut row = |y| (0..size[0]).map(|x| if at(x, y) { '#' } else { '.' }).collect();
    (0..size[1]).map(&mut row).collect()
}
