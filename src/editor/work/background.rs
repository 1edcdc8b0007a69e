//! Runs work on a thread of its own, so that the window never waits for it.
//!
//! The latest request wins: earlier ones that have not begun are dropped. An answer to an earlier request is
//! still delivered while a newer one waits, so that dragging a slider shows intermediate results. Forgotten
//! requests get no answer. Work that takes too long is stopped for a newer request.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use egui::Context;

use crate::base::{Cancelled, StopToken};

/// Time in which an answer may still arrive although there is a newer request.
const PATIENCE: Duration = Duration::from_millis(200);

/// A thread that answers requests, and the channels to it.
#[derive(Debug)]
pub struct Background<Request, Answer> {
    requests: Sender<(u64, Request, StopToken)>,
    /// Answers with the numbers of their requests; `None` if the work failed or was stopped.
    answers: Receiver<(u64, Option<Answer>)>,
    last_asked: u64,
    last_answered: u64,
    oldest_wanted: u64,
    /// Requests that may still be running, the oldest first.
    asked: Vec<PendingRequest>,
    patience: Duration,
}

/// A request without an answer.
#[derive(Debug)]
struct PendingRequest {
    number: u64,
    since: Instant,
    stop: StopToken,
}

impl<Request: Send + 'static, Answer: Send + 'static> Background<Request, Answer> {
    /// Starts the thread, which ends when this is dropped. Each answer wakes `ctx`.
    pub fn start(ctx: Context, mut work: impl FnMut(Request) -> Answer + Send + 'static) -> Self {
        Self::start_stoppable(ctx, move |request, _| Ok(work(request)))
    }

    /// Starts a thread for work that ends early when its token is stopped.
    pub fn start_stoppable(
        ctx: Context,
        work: impl FnMut(Request, &StopToken) -> Result<Answer, Cancelled> + Send + 'static,
    ) -> Self {
        let (requests, incoming) = channel();
        let (outgoing, answers) = channel();
        thread::spawn(move || answer_all(&incoming, &outgoing, &ctx, work));
        Self {
            requests,
            answers,
            last_asked: 0,
            last_answered: 0,
            oldest_wanted: 0,
            asked: Vec::new(),
            patience: PATIENCE,
        }
    }

    /// Sends a request.
    pub fn ask(&mut self, request: Request) {
        self.last_asked += 1;
        let stop = StopToken::new();
        self.asked.push(PendingRequest {
            number: self.last_asked,
            since: Instant::now(),
            stop: stop.clone(),
        });
        self.stop_outdated();
        // The thread lives as long as the channel. If it died, nothing can be done.
        let _ = self.requests.send((self.last_asked, request, stop));
    }

    /// Drops all requests so far.
    pub fn forget(&mut self) {
        self.oldest_wanted = self.last_asked + 1;
        self.asked.iter().for_each(|asked| asked.stop.stop());
    }

    /// Returns the time since which the oldest wanted request is waiting.
    pub fn busy_since(&self) -> Option<Instant> {
        let wanted = self.asked.iter().find(|asked| asked.number >= self.oldest_wanted);
        wanted.filter(|_| self.is_busy()).map(|asked| asked.since)
    }

    /// Returns `true` if an answer is still to come.
    pub fn is_busy(&self) -> bool {
        self.last_answered < self.last_asked
    }

    /// Returns the newest answer since the last call, if any.
    pub fn newest(&mut self) -> Option<Answer> {
        self.stop_outdated();
        let mut newest = None;
        loop {
            match self.answers.try_recv() {
                Ok((number, answer)) => newest = self.take(number, answer).or(newest),
                Err(TryRecvError::Empty) => return newest,
                Err(TryRecvError::Disconnected) => {
                    self.last_answered = self.last_asked;
                    return newest;
                }
            }
        }
    }

    /// Waits until all work is done. Returns the newest answer since the last call, if any.
    pub fn wait(&mut self) -> Option<Answer> {
        let mut newest = self.newest();
        while self.is_busy() {
            let Ok((number, answer)) = self.answers.recv() else { break };
            newest = self.take(number, answer).or(newest);
        }
        newest
    }

    /// Stops long-running work that is no longer wanted.
    fn stop_outdated(&mut self) {
        let Some((_, earlier)) = self.asked.split_last() else { return };
        earlier
            .iter()
            .filter(|asked| asked.since.elapsed() > self.patience)
            .for_each(|asked| asked.stop.stop());
    }

    fn take(&mut self, number: u64, answer: Option<Answer>) -> Option<Answer> {
        self.last_answered = number;
        self.asked.retain(|asked| asked.number > number);
        answer.filter(|_| number >= self.oldest_wanted)
    }
}

fn answer_all<Request, Answer>(
    requests: &Receiver<(u64, Request, StopToken)>,
    answers: &Sender<(u64, Option<Answer>)>,
    ctx: &Context,
    mut work: impl FnMut(Request, &StopToken) -> Result<Answer, Cancelled>,
) {
    while let Ok(mut asked) = requests.recv() {
        loop {
            match requests.try_recv() {
                Ok(newer) => asked = newer,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return,
            }
        }
        let (number, request, stop) = asked;
        // A bug in the work must not end the thread.
        let answer = catch_unwind(AssertUnwindSafe(|| work(request, &stop))).ok().and_then(Result::ok);
        if answers.send((number, answer)).is_err() {
            return;
        }
        ctx.request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn requests_that_have_not_begun_give_way_to_the_latest_one() {
        let (gate, opened) = channel::<()>();
        let mut squares = Background::start(Context::default(), move |number: u32| {
            opened.recv().expect("the gate is opened");
            number * number
        });
        squares.ask(2);
        (3..=9).for_each(|number| squares.ask(number));
        (0..8).for_each(|_| gate.send(()).expect("the thread waits"));
        assert_eq!(squares.wait(), Some(81));
        assert!(!squares.is_busy());
    }

    #[test]
    fn forgotten_requests_have_no_answer() {
        let mut echo = Background::start(Context::default(), |number: u32| number);
        echo.ask(1);
        echo.forget();
        assert_eq!(echo.wait(), None);
        echo.ask(2);
        assert_eq!(echo.wait(), Some(2));
    }

    #[test]
    fn long_work_is_stopped_for_a_newer_request() {
        let (begun, begins) = channel();
        let mut endless = Background::start_stoppable(Context::default(), move |is_long: bool, stop| {
            begun.send(()).expect("the test waits");
            while is_long && !stop.is_stopped() {
                std::thread::yield_now();
            }
            stop.unless_stopped(is_long)
        });
        endless.patience = Duration::ZERO;
        endless.ask(true);
        begins.recv().expect("the work begins");
        endless.ask(false);
        assert_eq!(endless.wait(), Some(false));
        endless.ask(true);
        endless.forget();
        assert_eq!(endless.wait(), None);
    }

    #[test]
    fn work_that_fails_is_no_answer_and_the_thread_goes_on() {
        let mut halves = Background::start(Context::default(), |number: u32| {
            assert!(number.is_multiple_of(2), "an odd number, as the test wants");
            number / 2
        });
        halves.ask(3);
        assert_eq!(halves.wait(), None);
        halves.ask(4);
        assert_eq!(halves.wait(), Some(2));
    }
}
