//! All background jobs of the window.
//!
//! A job is a type that names its request, its answer and its work, see [`Job`]. The [`JobRegistry`] has one
//! thread for each job, which starts with the first request. It is polled once per frame; afterwards, the
//! owner of a job takes its answers. It also knows which jobs run, cancels them, and waits for all of them.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use egui::Context;

use super::JobKind;
use crate::base::{Cancelled, Progress, StopToken};

/// Time in which an answer may still arrive although a newer request waits.
const PATIENCE: Duration = Duration::from_millis(200);

/// A kind of background work. The type is the handle to its requests and answers.
pub trait Job: 'static {
    /// Everything that the work needs.
    type Request: Send + 'static;
    /// The result.
    type Answer: Send + 'static;

    /// The kind that the window shows and stops.
    const KIND: JobKind;

    /// `true` if only the answer to the latest request is of use. Work that takes too long is then stopped for
    /// a newer request.
    const ONLY_LATEST: bool = true;

    /// `true` if the work reports its progress.
    const REPORTS_PROGRESS: bool = false;

    /// Returns the work, which may keep results for the next request.
    fn work() -> impl FnMut(Self::Request, &JobControl) -> Result<Self::Answer, Cancelled> + Send + 'static;

    /// Returns `true` if a newer request makes a waiting one unnecessary.
    fn replaces(_newer: &Self::Request, _waiting: &Self::Request) -> bool {
        Self::ONLY_LATEST
    }

    /// Describes the work on a request for the bottom bar; `None` if it is not shown.
    fn words(_request: &Self::Request) -> Option<String> {
        Self::KIND.words().map(str::to_owned)
    }
}

/// The connection of running work to the window.
#[derive(Clone, Debug, Default)]
pub struct JobControl {
    /// Stopped if nobody wants the answer any more.
    pub stop: StopToken,
    /// Progress that the window shows.
    pub progress: Progress,
}

/// A running job, as the window shows it.
#[derive(Clone, Debug)]
pub struct RunningJob {
    pub kind: JobKind,
    pub words: String,
    /// Progress; `None` if the amount of work is unknown.
    pub progress: Option<Progress>,
    /// Time of the request.
    pub since: Instant,
}

/// All jobs that had a request.
pub struct JobRegistry {
    ctx: Context,
    threads: Vec<Box<dyn AnyJob>>,
}

impl JobRegistry {
    /// Returns a registry without jobs. Each answer wakes `ctx`.
    pub fn new(ctx: Context) -> Self {
        Self { ctx, threads: Vec::new() }
    }

    /// Sends a request.
    pub fn ask<J: Job>(&mut self, request: J::Request) {
        if self.thread::<J>().is_none() {
            self.threads.push(Box::new(JobThread::<J>::start(self.ctx.clone())));
        }
        if let Some(thread) = self.thread_mut::<J>() {
            thread.ask(request);
        }
    }

    /// Returns the next answer that nobody has taken yet.
    pub fn take<J: Job>(&mut self) -> Option<J::Answer> {
        self.thread_mut::<J>()?.answers.pop_front()
    }

    /// Drops all requests of a job, and answers that nobody has taken yet.
    pub fn cancel<J: Job>(&mut self) {
        self.thread_mut::<J>().into_iter().for_each(AnyJob::cancel);
    }

    /// Drops all requests of a kind of job, and answers that nobody has taken yet.
    pub fn cancel_kind(&mut self, kind: JobKind) {
        self.threads.iter_mut().filter(|thread| thread.kind() == kind).for_each(|thread| thread.cancel());
    }

    /// Returns `true` if a request of the job has no answer yet.
    pub fn is_busy<J: Job>(&self) -> bool {
        self.thread::<J>().is_some_and(AnyJob::is_busy)
    }

    /// Returns `true` if a request of any job has no answer yet.
    pub fn is_any_busy(&self) -> bool {
        self.threads.iter().any(|thread| thread.is_busy())
    }

    /// Collects finished answers, and goes on with the requests that wait.
    pub fn poll(&mut self) {
        self.threads.iter_mut().for_each(|thread| thread.poll());
    }

    /// Waits until all requests have their answers. Returns `false` if nothing was left to do.
    pub fn wait(&mut self) -> bool {
        let mut was_busy = false;
        for thread in self.threads.iter_mut().filter(|thread| thread.is_busy()) {
            thread.wait();
            was_busy = true;
        }
        was_busy
    }

    /// Returns the running jobs that the window shows, the oldest first.
    pub fn running(&self) -> Vec<RunningJob> {
        let mut running: Vec<RunningJob> =
            self.threads.iter().filter_map(|thread| thread.running()).collect();
        running.sort_by_key(|job| job.since);
        running
    }

    fn thread<J: Job>(&self) -> Option<&JobThread<J>> {
        self.threads.iter().find_map(|thread| (&**thread as &dyn Any).downcast_ref())
    }

    fn thread_mut<J: Job>(&mut self) -> Option<&mut JobThread<J>> {
        self.threads.iter_mut().find_map(|thread| (&mut **thread as &mut dyn Any).downcast_mut())
    }
}

/// The operations of the registry that concern every job alike.
trait AnyJob: Any {
    fn kind(&self) -> JobKind;
    fn is_busy(&self) -> bool;
    fn poll(&mut self);
    fn wait(&mut self);
    fn cancel(&mut self);
    fn running(&self) -> Option<RunningJob>;
}

/// The thread of a job, its requests and its answers.
struct JobThread<J: Job> {
    requests: Sender<(J::Request, JobControl)>,
    /// Answers in the order of requests; `None` if the work failed or was stopped.
    incoming: Receiver<Option<J::Answer>>,
    waiting: VecDeque<PendingRequest<J::Request>>,
    /// The request that the thread works on.
    now: Option<PendingRequest<()>>,
    answers: VecDeque<J::Answer>,
    patience: Duration,
}

/// A request without an answer.
struct PendingRequest<Request> {
    request: Request,
    since: Instant,
    words: Option<String>,
    control: JobControl,
    is_wanted: bool,
}

impl<J: Job> JobThread<J> {
    /// Starts the thread, which ends when this is dropped.
    fn start(ctx: Context) -> Self {
        let (requests, asked) = channel();
        let (outgoing, incoming) = channel();
        thread::spawn(move || answer_all::<J>(&asked, &outgoing, &ctx));
        Self {
            requests,
            incoming,
            waiting: VecDeque::new(),
            now: None,
            answers: VecDeque::new(),
            patience: PATIENCE,
        }
    }

    fn ask(&mut self, request: J::Request) {
        self.waiting.retain(|waiting| !J::replaces(&request, &waiting.request));
        self.waiting.push_back(PendingRequest {
            words: J::words(&request),
            request,
            since: Instant::now(),
            control: JobControl::default(),
            is_wanted: true,
        });
        self.poll();
    }

    /// Takes over the answer to the current request.
    fn finish(&mut self, answer: Option<J::Answer>) {
        let is_wanted = self.now.take().is_some_and(|now| now.is_wanted);
        if let Some(answer) = answer.filter(|_| is_wanted) {
            if J::ONLY_LATEST {
                self.answers.clear();
            }
            self.answers.push_back(answer);
        }
    }

    /// Sends the next request to the idle thread, or stops long-running work for it.
    fn go_on(&mut self) {
        match &self.now {
            Some(now) => {
                if J::ONLY_LATEST && !self.waiting.is_empty() && now.since.elapsed() > self.patience {
                    now.control.stop.stop();
                }
            }
            None => {
                let Some(PendingRequest { request, since, words, control, is_wanted }) =
                    self.waiting.pop_front()
                else {
                    return;
                };
                // The thread lives as long as the channel. If it died, nothing can be done.
                if self.requests.send((request, control.clone())).is_ok() {
                    self.now = Some(PendingRequest { request: (), since, words, control, is_wanted });
                }
            }
        }
    }
}

impl<J: Job> AnyJob for JobThread<J> {
    fn kind(&self) -> JobKind {
        J::KIND
    }

    fn is_busy(&self) -> bool {
        self.now.is_some() || !self.waiting.is_empty()
    }

    fn poll(&mut self) {
        while let Ok(answer) = self.incoming.try_recv() {
            self.finish(answer);
            self.go_on();
        }
        self.go_on();
    }

    fn wait(&mut self) {
        self.poll();
        while self.is_busy() {
            let answer = self.incoming.recv().unwrap_or_default();
            self.finish(answer);
            self.go_on();
        }
    }

    fn cancel(&mut self) {
        self.waiting.clear();
        self.answers.clear();
        if let Some(now) = &mut self.now {
            now.is_wanted = false;
            now.control.stop.stop();
        }
    }

    fn running(&self) -> Option<RunningJob> {
        let now = self.now.as_ref().filter(|now| now.is_wanted)?;
        let progress = J::REPORTS_PROGRESS.then(|| now.control.progress.clone());
        Some(RunningJob { kind: J::KIND, words: now.words.clone()?, progress, since: now.since })
    }
}

fn answer_all<J: Job>(
    requests: &Receiver<(J::Request, JobControl)>,
    answers: &Sender<Option<J::Answer>>,
    ctx: &Context,
) {
    let mut work = J::work();
    while let Ok((request, control)) = requests.recv() {
        // A bug in the work must not end the thread.
        let answer = catch_unwind(AssertUnwindSafe(|| work(request, &control))).ok().and_then(Result::ok);
        if answers.send(answer).is_err() {
            return;
        }
        ctx.request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use std::thread::yield_now;

    use super::*;

    /// Squares even numbers, and fails for odd ones.
    struct SquareEven;

    impl Job for SquareEven {
        type Request = u32;
        type Answer = u32;

        const KIND: JobKind = JobKind::Matches;

        fn work() -> impl FnMut(u32, &JobControl) -> Result<u32, Cancelled> + Send + 'static {
            |number, _| {
                assert!(number.is_multiple_of(2), "an odd number, as the test wants");
                Ok(number * number)
            }
        }
    }

    /// Answers `false` at once, and `true` only when it is stopped, which gives no answer.
    struct EndlessIfTrue;

    impl Job for EndlessIfTrue {
        type Request = bool;
        type Answer = bool;

        const KIND: JobKind = JobKind::Level;

        fn work() -> impl FnMut(bool, &JobControl) -> Result<bool, Cancelled> + Send + 'static {
            |is_long, control| {
                while is_long && !control.stop.is_stopped() {
                    yield_now();
                }
                control.stop.unless_stopped(is_long)
            }
        }
    }

    /// Answers every request with its number, except those that a later request repeats.
    struct EchoAll;

    impl Job for EchoAll {
        type Request = (u32, u32);
        type Answer = (u32, u32);

        const KIND: JobKind = JobKind::Export;
        const ONLY_LATEST: bool = false;
        const REPORTS_PROGRESS: bool = true;

        fn work() -> impl FnMut((u32, u32), &JobControl) -> Result<(u32, u32), Cancelled> + Send + 'static {
            |request, control| {
                control.progress.set(1, 2);
                Ok(request)
            }
        }

        fn replaces(newer: &(u32, u32), waiting: &(u32, u32)) -> bool {
            newer.0 == waiting.0
        }
    }

    fn registry() -> JobRegistry {
        JobRegistry::new(Context::default())
    }

    #[test]
    fn requests_that_have_not_begun_give_way_to_the_latest_one() {
        let mut jobs = registry();
        (1..=9).for_each(|number| jobs.ask::<SquareEven>(2 * number));
        assert!(jobs.is_busy::<SquareEven>() && jobs.wait());
        assert_eq!(jobs.take::<SquareEven>(), Some(18 * 18));
        assert_eq!(jobs.take::<SquareEven>(), None);
        assert!(!jobs.is_busy::<SquareEven>() && !jobs.wait());
    }

    #[test]
    fn all_requests_are_answered_in_order_unless_one_is_replaced() {
        let mut jobs = registry();
        [(1, 0), (2, 0), (3, 0), (2, 1)].into_iter().for_each(|request| jobs.ask::<EchoAll>(request));
        jobs.wait();
        let answers: Vec<_> = std::iter::from_fn(|| jobs.take::<EchoAll>()).collect();
        assert_eq!(answers, [(1, 0), (3, 0), (2, 1)]);
    }

    #[test]
    fn cancelled_requests_have_no_answer() {
        let mut jobs = registry();
        jobs.ask::<SquareEven>(2);
        jobs.cancel::<SquareEven>();
        jobs.wait();
        assert_eq!(jobs.take::<SquareEven>(), None);
        jobs.ask::<SquareEven>(4);
        jobs.wait();
        jobs.cancel_kind(JobKind::Matches);
        assert_eq!(jobs.take::<SquareEven>(), None);
        jobs.ask::<SquareEven>(6);
        jobs.wait();
        assert_eq!(jobs.take::<SquareEven>(), Some(36));
    }

    #[test]
    fn long_work_is_stopped_for_a_newer_request() {
        let mut jobs = registry();
        jobs.ask::<EndlessIfTrue>(true);
        jobs.thread_mut::<EndlessIfTrue>().expect("it was asked").patience = Duration::ZERO;
        jobs.ask::<EndlessIfTrue>(false);
        jobs.wait();
        assert_eq!(jobs.take::<EndlessIfTrue>(), Some(false));
    }

    #[test]
    fn only_wanted_requests_are_shown_as_running() {
        let mut jobs = registry();
        jobs.ask::<EndlessIfTrue>(true);
        let running = jobs.running();
        let shown: Vec<_> = running.iter().map(|job| (job.kind, job.words.as_str())).collect();
        assert_eq!(shown, [(JobKind::Level, "Making the level")]);
        assert!(running.iter().all(|job| job.progress.is_none()));
        jobs.cancel_kind(JobKind::Level);
        assert_eq!(jobs.running().len(), 0);
        assert!(jobs.wait());
        assert_eq!(jobs.take::<EndlessIfTrue>(), None);
    }

    #[test]
    fn work_that_fails_is_no_answer_and_the_thread_goes_on() {
        let mut jobs = registry();
        jobs.ask::<SquareEven>(3);
        jobs.wait();
        assert_eq!(jobs.take::<SquareEven>(), None);
        jobs.ask::<SquareEven>(4);
        jobs.wait();
        assert_eq!(jobs.take::<SquareEven>(), Some(16));
    }
}
