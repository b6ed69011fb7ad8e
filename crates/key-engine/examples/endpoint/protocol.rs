//! `DynamoDB`'s JSON protocol: from a request's target and body to the body of its answer.
//!
//! Owns: the database, the names of targets, and the errors of what stands between HTTP and the engine. Must
//! never: read a socket.
//!
//! Sources: "`DynamoDB` low-level API" and "Error handling with `DynamoDB`" in the Developer Guide, "Common
//! error types" in the API Reference.

use std::cell::RefCell;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use key_engine::{Database, ServiceError};
use serde_json::json;

use super::outside;

/// The most bytes of a body: "Service, account, and table quotas", API-specific limits.
pub const LARGEST_BODY: usize = 16 * 1024 * 1024;

/// What `X-Amz-Target` may begin with: the tables' service and that of their streams.
const SERVICES: [&str; 2] = ["DynamoDB_20120810.", "DynamoDBStreams_20120810."];

/// The operations of the streams' service; all others belong to the tables'.
const OF_STREAMS: [&str; 4] = ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"];

const UNKNOWN: &str = "X-Amz-Target names no operation that is answered here";

/// An answer without its transport.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// JSON.
    pub body: String,
}

impl Answer {
    /// An error of the service's frame, not of an operation.
    pub fn refusal(status: u16, exception: &str, message: &str) -> Self {
        let body =
            json!({"__type": format!("com.amazon.coral.service#{exception}"), "message": message});
        Self { status, body: body.to_string() }
    }

    /// The target names no operation.
    fn unknown(message: &str) -> Self {
        Self::refusal(400, "UnknownOperationException", message)
    }

    /// The body is no text.
    fn unreadable(message: &str) -> Self {
        Self::refusal(400, "SerializationException", message)
    }
}

/// The one door: requests pass it one at a time.
pub struct Door {
    database: RefCell<Database>,
}

impl Default for Door {
    fn default() -> Self {
        Self { database: RefCell::new(Database::new(outside::environment())) }
    }
}

impl Door {
    /// Answers a request. A fault of the engine's own is answered too, and told on standard error.
    pub fn answer(&self, target: Option<&str>, body: &[u8]) -> Answer {
        let operation = match operation(target) {
            Ok(operation) => operation,
            Err(answer) => return answer,
        };
        let Ok(input) = std::str::from_utf8(body) else {
            return Answer::unreadable("The body is not UTF-8");
        };
        let called = catch_unwind(AssertUnwindSafe(|| {
            self.database.borrow_mut().call_text(operation, input)
        }));
        match called {
            Ok(Ok(body)) => Answer { status: 200, body },
            // the engine has no words for it
            Ok(Err(ServiceError::UnknownOperation)) => Answer::unknown(UNKNOWN),
            Ok(Err(error)) => Answer { status: 400, body: error.to_json().to_string() },
            Err(_) => {
                let _ =
                    writeln!(io::stderr(), "{operation} ended in a panic; it was asked: {input}");
                let body = json!({
                    "__type": "com.amazonaws.dynamodb.v20120810#InternalServerError",
                    "message": "Internal server error"});
                Answer { status: 500, body: body.to_string() }
            }
        }
    }
}

/// The operation that a target names.
fn operation(target: Option<&str>) -> Result<&str, Answer> {
    let target = target.ok_or_else(|| Answer::unknown("The request has no X-Amz-Target"))?;
    let [tables, streams] = SERVICES.map(|service| target.strip_prefix(service));
    match (tables, streams) {
        (Some(name), _) if !OF_STREAMS.contains(&name) => Ok(name),
        (_, Some(name)) if OF_STREAMS.contains(&name) => Ok(name),
        _ => Err(Answer::unknown(UNKNOWN)),
    }
}

/// CRC-32 as zip and Ethernet have it, of an answer's body: `x-amz-crc32`.
#[allow(clippy::indexing_slicing, reason = "a byte is less than 256")]
pub fn checksum(body: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < table.len() {
            let (mut sum, mut bit) = (byte as u32, 0);
            while bit < 8 {
                sum = sum >> 1 ^ if sum & 1 == 1 { 0xEDB8_8320 } else { 0 };
                bit += 1;
            }
            table[byte] = sum;
            byte += 1;
        }
        table
    };
    let step = |sum: u32, byte: &u8| sum >> 8 ^ TABLE[((sum ^ u32::from(*byte)) & 255) as usize];
    !body.iter().fold(!0, step)
}
