//! Runs the pipeline on a thread of its own, so that the window never waits.
//!
//! The newest request wins: what was asked before it and has not begun is never begun.
//! A run that ends while a newer one waits is still shown, so that a slider that is dragged shows where it leads; but never one of another project.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use crate::base::Diagnostic;
use crate::pipeline::{Failure, Pipeline, Request, Run, Stage};

/// A thread with a pipeline, and the way to it.
#[derive(Debug)]
pub struct Worker {
    orders: Sender<Order>,
    results: Receiver<(u64, Run)>,
    last_asked: u64,
    last_answered: u64,
    oldest_wanted: u64,
}

#[derive(Debug)]
struct Order {
    number: u64,
    request: Request,
}

impl Worker {
    /// Starts the thread; it ends when the worker is dropped. `ctx` is woken when a run has ended.
    pub fn start(ctx: egui::Context) -> Self {
        let (orders, incoming) = channel();
        let (outgoing, results) = channel();
        thread::spawn(move || work(&incoming, &outgoing, &ctx));
        Self { orders, results, last_asked: 0, last_answered: 0, oldest_wanted: 0 }
    }

    /// Asks for a run.
    pub fn ask(&mut self, request: Request) {
        self.last_asked += 1;
        // The thread lives as long as the channel; if the system could not keep it, nothing can be run.
        let _ = self.orders.send(Order { number: self.last_asked, request });
    }

    /// Forgets everything that was asked so far.
    pub fn forget(&mut self) {
        self.oldest_wanted = self.last_asked + 1;
    }

    /// Is a run still to come?
    pub fn is_busy(&self) -> bool {
        self.last_answered < self.last_asked
    }

    /// The newest run that has ended since the last call, if any.
    pub fn newest(&mut self) -> Option<Run> {
        let mut newest = None;
        while let Ok((number, run)) = self.results.try_recv() {
            newest = self.take(number, run).or(newest);
        }
        newest
    }

    /// Waits until nothing is left to do; the newest run that has ended since the last call, if any.
    pub fn wait(&mut self) -> Option<Run> {
        let mut newest = self.newest();
        while self.is_busy() {
            let Ok((number, run)) = self.results.recv() else { break };
            newest = self.take(number, run).or(newest);
        }
        newest
    }

    fn take(&mut self, number: u64, run: Run) -> Option<Run> {
        self.last_answered = number;
        (number >= self.oldest_wanted).then_some(run)
    }
}

fn work(orders: &Receiver<Order>, results: &Sender<(u64, Run)>, ctx: &egui::Context) {
    let mut pipeline = Pipeline::default();
    while let Ok(mut order) = orders.recv() {
        loop {
            match orders.try_recv() {
                Ok(newer) => order = newer,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return,
            }
        }
        let run = run_safely(&mut pipeline, &order.request);
        if results.send((order.number, run)).is_err() {
            return;
        }
        ctx.request_repaint();
    }
}

/// A mistake of ours in a stage must not take the window and the designer's work with it.
fn run_safely(pipeline: &mut Pipeline, request: &Request) -> Run {
    catch_unwind(AssertUnwindSafe(|| pipeline.run(request))).unwrap_or_else(|_| {
        *pipeline = Pipeline::default();
        broken_run(request)
    })
}

fn broken_run(request: &Request) -> Run {
    let message = "Delvewright made a mistake while making this level; your work is safe";
    let hint = format!("try another seed, and please report it with this file and seed {}", request.seed);
    Run {
        request: request.clone(),
        derivation: None,
        plan: None,
        seals: Arc::default(),
        level: None,
        diagnostics: vec![Diagnostic::error("internal", message).hint(hint)],
        failure: Some(Failure { stage: Stage::Check, code: "internal", message: message.to_owned() }),
    }
}
