//! Bytes on their way in or out: together they take no more than a question may, however slowly the other side reads or
//! writes. An answer that nobody reads for half a minute is dropped.

use crate::failed::Failed;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio_stream::wrappers::ReceiverStream;

/// Bytes are counted in units of this size.
const UNIT: usize = 1 << 10;
/// A longer answer is sent in pieces of this size.
const PIECE: usize = 1 << 16;
/// The time in which a piece must be read.
const PATIENCE: Duration = Duration::from_secs(30);

/// Room for bytes on their way.
#[derive(Clone)]
pub struct Room {
    units: Arc<Semaphore>,
    all: u32,
    /// How long to wait for room.
    wait: Duration,
}

/// Bytes that have room until this is dropped.
pub type Taken = OwnedSemaphorePermit;

impl Room {
    /// Room for this number of bytes.
    pub fn new(bytes: u64, wait: Duration) -> Self {
        let all = u32::try_from(bytes / UNIT as u64).unwrap_or(u32::MAX).clamp(1, Semaphore::MAX_PERMITS as u32);
        Room { units: Arc::new(Semaphore::new(all as usize)), all, wait }
    }

    /// Waits until there is room for this number of bytes; more than there can be take all of it.
    pub async fn take(&self, bytes: usize) -> Result<Taken, Failed> {
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX).min(self.all);
        let taken = tokio::time::timeout(self.wait, self.units.clone().acquire_many_owned(units)).await;
        taken.ok().and_then(Result::ok).ok_or(Failed::Busy)
    }

    /// A response with these bytes, which count until they are sent.
    pub async fn response(&self, bytes: Vec<u8>) -> Result<Response, Failed> {
        if bytes.len() <= PIECE {
            return Ok(bytes.into_response());
        }
        let (taken, length) = (self.take(bytes.len()).await?, bytes.len());
        let (pieces, stream) = mpsc::channel::<Result<Bytes, Infallible>>(1);
        tokio::spawn(async move {
            let _taken = taken;
            for piece in bytes.chunks(PIECE) {
                // A copy: a part of all bytes would keep all of them.
                if pieces.send_timeout(Ok(Bytes::copy_from_slice(piece)), PATIENCE).await.is_err() {
                    break;
                }
            }
        });
        let mut response = Body::from_stream(ReceiverStream::new(stream)).into_response();
        // With the length said before, an answer that breaks off is no shorter answer.
        response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An answer takes its room until it is read or given up; others wait, and not for ever.
    #[tokio::test]
    async fn what_nobody_reads_is_bounded() {
        let room = Room::new(1 << 20, Duration::from_secs(1));
        let unread = room.response(vec![7; 1 << 20]).await.unwrap();
        assert_eq!(unread.headers()[header::CONTENT_LENGTH], "1048576");
        assert!(matches!(room.response(vec![7; 1 << 20]).await, Err(Failed::Busy)));
        assert!(room.response(vec![7; PIECE]).await.is_ok(), "short answers need no room");
        drop(unread);
        let read = room.response(vec![7; 1 << 20]).await.unwrap();
        let bytes = axum::body::to_bytes(read.into_body(), usize::MAX).await.unwrap();
        assert!(bytes == vec![7; 1 << 20]);
        assert!(room.response(vec![7; 1 << 24]).await.is_ok(), "more than there can be takes all of it");
    }
}
