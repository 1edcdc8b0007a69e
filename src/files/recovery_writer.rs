//! Keeps unsaved work on a thread of its own, so that nobody waits for the disk.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::recovery::Session;
use super::unsaved::Unsaved;
use super::{FileError, ProgramFolder};

/// Prepares the data to keep. Printing a large project is slow, so it runs on the thread.
pub type MakeUnsaved = Box<dyn FnOnce() -> Unsaved + Send>;

/// A thread that writes into the recovery folder. Dropping it waits until everything is written.
#[derive(Debug)]
pub struct RecoveryWriter {
    orders: Option<Sender<RecoveryJob>>,
    answers: Receiver<Option<FileError>>,
    waiting: usize,
    thread: Option<thread::JoinHandle<()>>,
}

enum RecoveryJob {
    Keep(MakeUnsaved),
    Forget,
}

impl RecoveryWriter {
    /// Opens the recovery folder of this program and starts the thread.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub fn start(home: &ProgramFolder) -> Result<Self, FileError> {
        let mut session = home.begin_session()?;
        let (orders, incoming) = channel();
        let (outgoing, answers) = channel();
        let thread = thread::spawn(move || work(&mut session, &incoming, &outgoing));
        Ok(Self { orders: Some(orders), answers, waiting: 0, thread: Some(thread) })
    }

    /// Keeps a project, replacing the previous one.
    pub fn keep(&mut self, make: MakeUnsaved) {
        self.order(RecoveryJob::Keep(make));
    }

    /// Discards the kept project.
    pub fn forget(&mut self) {
        self.order(RecoveryJob::Forget);
    }

    /// Returns the problem since the last call, if there was one.
    pub fn problem(&mut self) -> Option<FileError> {
        let mut problem = None;
        while let Ok(answer) = self.answers.try_recv() {
            self.waiting = self.waiting.saturating_sub(1);
            problem = answer.or(problem);
        }
        problem
    }

    /// Waits until everything is written. Returns the problem, if there was one.
    pub fn wait(&mut self) -> Option<FileError> {
        let mut problem = self.problem();
        while self.waiting > 0 {
            let Ok(answer) = self.answers.recv() else { break };
            self.waiting -= 1;
            problem = answer.or(problem);
        }
        problem
    }

    fn order(&mut self, order: RecoveryJob) {
        if self.orders.as_ref().is_some_and(|orders| orders.send(order).is_ok()) {
            self.waiting += 1;
        }
    }
}

impl Drop for RecoveryWriter {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // If the thread has panicked, there is nobody to report it to.
            let _ = thread.join();
        }
    }
}

/// Carries out orders; a newer order replaces waiting ones.
fn work(session: &mut Session, orders: &Receiver<RecoveryJob>, answers: &Sender<Option<FileError>>) {
    while let Ok(mut order) = orders.recv() {
        let mut passed_over = 0;
        while let Ok(newer) = orders.try_recv() {
            order = newer;
            passed_over += 1;
        }
        let done = match order {
            // A bug triggered by one project must not prevent keeping later ones.
            RecoveryJob::Keep(make) => match catch_unwind(AssertUnwindSafe(make)) {
                Ok(unsaved) => session.keep(&unsaved),
                Err(_) => Err(session.unprintable()),
            },
            RecoveryJob::Forget => session.forget(),
        };
        for _ in 0..passed_over {
            // The receiver may be gone.
            let _ = answers.send(None);
        }
        let _ = answers.send(done.err());
    }
}
