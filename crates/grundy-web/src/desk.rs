//! Where questions wait for their turn, are worked on, and are given up when nobody waits for them any more.

use crate::budget::{Attention, Budget};
use crate::failed::Failed;
use crate::sending::{Room, Taken};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use grundy::watch::Progress;
use serde_json::json;
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// The desk that all questions come to.
#[derive(Clone)]
pub struct Desk {
    budget: Budget,
    /// The catalogue that was named on the command line.
    census: Option<Arc<Path>>,
    places: Arc<Semaphore>,
    /// Room for what is sent to the desk and away from it.
    pub room: Room,
    waiting: Arc<AtomicUsize>,
}

/// The number of questions that may wait for each one that is worked on.
const QUEUE: usize = 64;
/// How often progress is shown.
const SHOW: Duration = Duration::from_millis(100);

/// An event of a stream, and the room that it takes.
type Told = (Event, Option<Taken>);

/// Tells the work that nobody waits for it, when it is dropped.
struct Waiter(Arc<AtomicBool>);

impl Drop for Waiter {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Counts a question that waits, until it is dropped.
struct InQueue(Arc<AtomicUsize>);

impl Drop for InQueue {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Desk {
    /// A desk with this budget, and perhaps a catalogue.
    pub fn new(budget: Budget, census: Option<Arc<Path>>) -> Self {
        let places = Arc::new(Semaphore::new(budget.questions));
        let room = Room::new(budget.memory, Duration::from_secs(budget.seconds));
        Desk { budget, census, places, room, waiting: Arc::default() }
    }

    /// Answers a question with bytes; the work ends soon after this future is dropped. The place is taken until there
    /// is room for the answer.
    pub async fn ask(
        &self,
        work: impl FnOnce(&mut Attention) -> Result<Vec<u8>, Failed> + Send + 'static,
    ) -> Result<Response, Failed> {
        let (bytes, _place) = self.work(work, watch::channel(None).0).await?;
        self.room.response(bytes).await
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Attention) -> Result<T, Failed> + Send + 'static,
        shown: watch::Sender<Option<Progress>>,
    ) -> Result<(T, OwnedSemaphorePermit), Failed> {
        let queued = InQueue(self.waiting.clone());
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.budget.questions.saturating_mul(QUEUE) {
            return Err(Failed::Busy);
        }
        let waits = tokio::time::timeout(Duration::from_secs(self.budget.seconds), self.places.clone().acquire_owned());
        let Ok(Ok(place)) = waits.await else { return Err(Failed::Busy) };
        drop(queued);
        let waiter = Waiter(Arc::default());
        let mut attention = Attention::new(self.budget, self.census.clone(), waiter.0.clone(), shown);
        let task = tokio::task::spawn_blocking(move || {
            // The place is taken until the work has really ended.
            match work(&mut attention) {
                Err(Failed::Stopped) => Err(attention.reason()),
                done => done.map(|answer| (answer, place)),
            }
        });
        task.await.unwrap_or(Err(Failed::Defect))
    }

    /// Answers a question with events: `progress`, then `answer` or `failure`.
    pub fn stream(&self, work: impl FnOnce(&mut Attention) -> Result<Vec<u8>, Failed> + Send + 'static) -> Response {
        let (events, stream) = mpsc::channel::<Told>(4);
        let desk = self.clone();
        tokio::spawn(async move {
            let (shown, progress) = watch::channel(None);
            let work = desk.work(work, shown);
            tokio::select! {
                done = work => desk.end(&events, done).await,
                () = show(progress, &events) => {}
            }
        });
        // The room is taken as long as the stream is there.
        let mut held = None;
        let stream = ReceiverStream::new(stream).map(move |(event, taken)| {
            held = taken.or(held.take());
            Ok::<Event, Infallible>(event)
        });
        Sse::new(stream).keep_alive(KeepAlive::default()).into_response()
    }

    /// Sends the last event of a stream, which counts until it is read.
    async fn end(&self, events: &mpsc::Sender<Told>, done: Result<(Vec<u8>, OwnedSemaphorePermit), Failed>) {
        let length = done.as_ref().map_or(0, |(document, _)| document.len());
        let (taken, done) = match self.room.take(length).await {
            Ok(taken) => (Some(taken), done.map(|(document, _)| document)),
            Err(busy) => (None, Err(busy)),
        };
        let (name, document) = match done {
            Ok(document) => ("answer", document),
            Err(failed) => ("failure", serde_json::to_vec(&failed.document()).unwrap_or_default()),
        };
        let event = Event::default().event(name).data(String::from_utf8_lossy(&document));
        let _ = events.send((event, taken)).await;
    }
}

/// Shows progress until the page goes away.
async fn show(mut progress: watch::Receiver<Option<Progress>>, events: &mpsc::Sender<Told>) {
    let mut tick = tokio::time::interval(SHOW);
    loop {
        tokio::select! {
            () = events.closed() => return,
            _ = tick.tick() => {}
        }
        let seen = if progress.has_changed().unwrap_or(false) { *progress.borrow_and_update() } else { None };
        if let Some(Progress { stage, done, total }) = seen {
            let data = json!({ "stage": stage, "done": done, "total": total }).to_string();
            if events.send((Event::default().event("progress").data(data), None)).await.is_err() {
                return;
            }
        }
    }
}
