//! One client's connection.
//!
//! Owns: reading requests within limits of size and time, writing answers with their headers. Must never: wait
//! for a client without an end, or let one client's fault reach another.

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{CONNECTION, CONTENT_TYPE, EXPECT, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep, timeout_at};

use super::outside;
use super::protocol::{Answer, Door, LARGEST_BODY, checksum};

/// So much of a body that is too large is read and dropped, since a client listens only when it has spoken.
const LARGEST_HEARD_OUT: u64 = 64 * 1024 * 1024;

/// A client, and how long to wait for it.
pub struct Connection {
    stream: TcpStream,
    patience: Duration,
    door: Rc<Door>,
}

impl Connection {
    pub fn new(stream: TcpStream, patience: Duration, door: Rc<Door>) -> Self {
        Self { stream, patience, door }
    }

    /// Answers until the client leaves, goes silent, or the end comes.
    pub async fn serve(self, mut ended: watch::Receiver<bool>) {
        let Self { stream, patience, door } = self;
        // an answer is written at once; if the system will not have it so, it is only slower
        let _ = stream.set_nodelay(true);
        let service = service_fn(move |request| {
            let door = Rc::clone(&door);
            Box::pin(async move { Ok::<_, Infallible>(respond(&door, request, patience).await) })
        });
        let mut connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(patience)
            // a client may end its side when it has asked
            .half_close(true)
            .serve_connection(TokioIo::new(Patient::new(stream, patience)), service);
        let outcome = loop {
            tokio::select! {
                outcome = poll_fn(|context| connection.poll_without_shutdown(context)) => break outcome,
                Ok(()) = ended.changed() => Pin::new(&mut connection).graceful_shutdown(),
            }
        };
        let parts = connection.into_parts();
        let client = parts.io.into_inner();
        if outcome.is_err_and(|error| error.is_timeout()) && !parts.read_buf.is_empty() {
            // it has begun to ask; one that was only silent would take this for its next answer
            let _ = client.stream.try_write(late_head().as_bytes());
        }
    }
}

/// The answer to a request whose head did not come in time, in full.
fn late_head() -> String {
    let body = too_slow().body;
    let length = body.len();
    format!(
        "HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-type: application/x-amz-json-1.0\r\n\
         x-amz-crc32: {}\r\ncontent-length: {length}\r\n\r\n{body}",
        checksum(body.as_bytes())
    )
}

fn too_slow() -> Answer {
    Answer::refusal(408, "RequestTimeoutException", "Reading the request timed out")
}

async fn respond(
    door: &Door,
    request: Request<Incoming>,
    patience: Duration,
) -> Response<Full<Bytes>> {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return Response::new(Full::from("healthy: key-engine\n"));
    }
    let (head, body) = request.into_parts();
    let until = Instant::now() + patience;
    let refused = if head.method != Method::POST {
        Some(Answer::refusal(404, "UnknownOperationException", "A request is a POST to /"))
    } else if head.headers.contains_key(EXPECT) && body.size_hint().lower() > LARGEST_BODY as u64 {
        Some(too_large())
    } else {
        None
    };
    let (answer, is_last) = match refused {
        Some(answer) => (answer, true),
        None => match whole(body, until).await {
            Ok(body) => {
                let target = head.headers.get("x-amz-target").and_then(|name| name.to_str().ok());
                (door.answer(target, &body), false)
            }
            Err(answer) => (answer, true),
        },
    };
    framed(answer, is_last)
}

/// The answer with its headers; the last one on its connection says so.
fn framed(answer: Answer, is_last: bool) -> Response<Full<Bytes>> {
    let sum = checksum(answer.body.as_bytes());
    let mut response = Response::new(Full::from(answer.body));
    *response.status_mut() =
        StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-amz-json-1.0"));
    headers.insert("x-amz-crc32", HeaderValue::from(sum));
    if let Ok(id) = HeaderValue::try_from(outside::request_id()) {
        headers.insert("x-amzn-requestid", id);
    }
    if is_last {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

fn too_large() -> Answer {
    let message = format!("The body exceeds the {LARGEST_BODY} bytes that a request may have");
    Answer::refusal(413, "RequestEntityTooLargeException", &message)
}

/// Reads a body to its end.
async fn whole(mut body: Incoming, until: Instant) -> Result<Vec<u8>, Answer> {
    let mut read = Vec::new();
    let mut length: u64 = 0;
    loop {
        let frame = timeout_at(until, body.frame()).await;
        let data = match frame {
            Err(_) => return Err(too_slow()),
            Ok(None) if length > LARGEST_BODY as u64 => return Err(too_large()),
            Ok(None) => return Ok(read),
            Ok(Some(Err(error))) => {
                let message = format!("The request ended before its body did: {error}");
                return Err(Answer::refusal(400, "RequestAbortedException", &message));
            }
            Ok(Some(Ok(frame))) => frame.into_data().unwrap_or_default(),
        };
        length += data.len() as u64;
        if length > LARGEST_HEARD_OUT {
            return Err(too_large());
        }
        if length > LARGEST_BODY as u64 {
            read = Vec::new();
        } else {
            read.extend_from_slice(&data);
        }
    }
}

/// A stream whose writes fail when the client has read nothing for too long.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    /// Runs while the client does not read.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream, patience: Duration) -> Self {
        Self { stream, patience, stalled: None }
    }

    /// Passes on what a write came to, unless it is pending for too long.
    fn judge(
        &mut self,
        written: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.judge(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
