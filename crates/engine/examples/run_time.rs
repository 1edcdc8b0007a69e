//! Generates a level while the game runs: in a thread of its own, with progress, and stopped when it is not needed.
//!
//! `cargo run -p delvewright-engine --example run_time`

use std::sync::{Arc, mpsc};
use std::thread;

use delvewright_engine::prelude::*;

/// A message of the thread to the game.
enum News {
    Stage(String),
    Finished(Box<Run>),
    Stopped,
}

/// Starts a thread that makes the level. The token stops it.
fn generate(request: Request, stop: &StopToken) -> mpsc::Receiver<News> {
    let (sender, news) = mpsc::channel();
    let stop = stop.clone();
    thread::spawn(move || {
        // If the game no longer listens, nobody misses the news.
        let mut watch = |moment| drop(sender.send(News::Stage(format!("{moment:?}"))));
        let context = RunContext { watcher: Some(&mut watch), ..RunContext::stopped_by(&stop) };
        let news = match Pipeline::default().run_in(&request, context) {
            Ok(run) => News::Finished(Box::new(run)),
            Err(Cancelled) => News::Stopped,
        };
        drop(sender.send(news));
    });
    news
}

/// Runs the example.
pub fn main() {
    let loaded = parse_grammar(include_str!("tower.ron"), None);
    let grammar = Arc::new(loaded.value.expect("the grammar has no errors"));
    let request = Request::new(grammar, Vec::new(), Seed(7));

    // A game looks once a frame with `try_recv`, and draws meanwhile.
    let mut stages = Vec::new();
    let mut finished = None;
    for news in generate(request.clone(), &StopToken::new()) {
        match news {
            News::Stage(stage) => stages.push(stage),
            News::Finished(run) => finished = run.level,
            News::Stopped => unreachable!("nobody stops it"),
        }
    }
    let level = finished.expect("a level");
    assert!(!stages.is_empty() && level.report.all_held());
    println!(
        "{} messages on the way. {} by {} cells, {} places",
        stages.len(),
        level.width,
        level.height,
        level.places.len()
    );

    // The player leaves before the level is ready.
    let stop = StopToken::new();
    stop.stop();
    let last = generate(request, &stop).into_iter().last();
    assert!(matches!(last, Some(News::Stopped)));
}
