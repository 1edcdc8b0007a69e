//! Keeps what is not saved yet on a thread of its own, so that nobody waits for the disk.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::recovery::Session;
use super::unsaved::Unsaved;
use super::{FileError, Home};

/// Makes what is to be kept; printing a large project takes its time, so the thread does it.
pub type MakeUnsaved = Box<dyn FnOnce() -> Unsaved + Send>;

/// A thread that writes into the recovery folder, and the way to it. It ends when this is dropped, once everything is written.
#[derive(Debug)]
pub struct Keeper {
    orders: Option<Sender<Order>>,
    answers: Receiver<Option<FileError>>,
    waiting: usize,
    thread: Option<thread::JoinHandle<()>>,
}

enum Order {
    Keep(MakeUnsaved),
    Forget,
}

impl Keeper {
    /// Begins the recovery folder of this program and starts the thread.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn start(home: &Home) -> Result<Self, FileError> {
        let mut session = home.begin_session()?;
        let (orders, incoming) = channel();
        let (outgoing, answers) = channel();
        let thread = thread::spawn(move || work(&mut session, &incoming, &outgoing));
        Ok(Self { orders: Some(orders), answers, waiting: 0, thread: Some(thread) })
    }

    /// Keeps a project in the place of what was kept before.
    pub fn keep(&mut self, make: MakeUnsaved) {
        self.order(Order::Keep(make));
    }

    /// Forgets what was kept.
    pub fn forget(&mut self) {
        self.order(Order::Forget);
    }

    /// What went wrong since the last call, if anything did.
    pub fn problem(&mut self) -> Option<FileError> {
        let mut problem = None;
        while let Ok(answer) = self.answers.try_recv() {
            self.waiting = self.waiting.saturating_sub(1);
            problem = answer.or(problem);
        }
        problem
    }

    /// Waits until everything is written; what went wrong, if anything did.
    pub fn wait(&mut self) -> Option<FileError> {
        let mut problem = self.problem();
        while self.waiting > 0 {
            let Ok(answer) = self.answers.recv() else { break };
            self.waiting -= 1;
            problem = answer.or(problem);
        }
        problem
    }

    fn order(&mut self, order: Order) {
        if self.orders.as_ref().is_some_and(|orders| orders.send(order).is_ok()) {
            self.waiting += 1;
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // If it has panicked, nobody is left to hear of it.
            let _ = thread.join();
        }
    }
}

/// The newest order wins; those before it are done with it.
fn work(session: &mut Session, orders: &Receiver<Order>, answers: &Sender<Option<FileError>>) {
    while let Ok(mut order) = orders.recv() {
        let mut passed_over = 0;
        while let Ok(newer) = orders.try_recv() {
            order = newer;
            passed_over += 1;
        }
        let done = match order {
            // A mistake of ours in one project must not end the keeping of all that follow.
            Order::Keep(make) => match catch_unwind(AssertUnwindSafe(make)) {
                Ok(unsaved) => session.keep(&unsaved),
                Err(_) => Err(session.unprintable()),
            },
            Order::Forget => session.forget(),
        };
        for _ in 0..passed_over {
            // Nobody may be waiting.
            let _ = answers.send(None);
        }
        let _ = answers.send(done.err());
    }
}
