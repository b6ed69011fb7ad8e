//! `GetShardIterator` and `GetRecords`: a stream read from a place on.
//!
//! An iterator is that place in a text: the stream's name, the number of the next change and when it was made.

use serde_json::{Map, Value};

use super::error::ServiceError;
use super::place;
use super::request::{Choice, Fields};
use super::stream::{Stream, StreamRecord};
use super::streams::{ARN_LENGTHS, read_sequence_number, sequence_number};
use super::{Database, arn, faults};
use crate::value::{Members, base64, object};

/// Changes in one answer. Source: AWS, API reference, `GetRecords`, for this and the next.
const MOST: usize = 1000;
/// Bytes of changes in one answer.
const MOST_BYTES: usize = 1024 * 1024;
/// Milliseconds for which an iterator can be used.
const ITERATOR_MS: u64 = 15 * 60 * 1000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Oldest,
    Latest,
    At,
    After,
}

const STARTS: &[(&str, Start)] = &[
    ("TRIM_HORIZON", Start::Oldest),
    ("LATEST", Start::Latest),
    ("AT_SEQUENCE_NUMBER", Start::At),
    ("AFTER_SEQUENCE_NUMBER", Start::After),
];

/// A place in a stream.
struct Iterator<'a> {
    arn: &'a str,
    sequence: u64,
    made_ms: u64,
}

impl<'a> Iterator<'a> {
    fn write(&self) -> String {
        let mut bytes = self.sequence.to_be_bytes().to_vec();
        bytes.extend_from_slice(&self.made_ms.to_be_bytes());
        format!("{}|1|{}", self.arn, base64::encode(&bytes))
    }

    fn read(text: &'a str) -> Option<Self> {
        let mut parts = text.splitn(3, '|');
        let (arn, version, place) = (parts.next()?, parts.next()?, parts.next()?);
        let bytes = base64::decode(place).filter(|bytes| bytes.len() == 16 && version == "1")?;
        let number = |at: usize| -> Option<u64> {
            Some(u64::from_be_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
        };
        Some(Self { arn, sequence: number(0)?, made_ms: number(8)? })
    }
}

impl Database {
    /// Answers the wire form.
    pub(crate) fn call_get_shard_iterator(&self, input: &Value) -> Result<Value, ServiceError> {
        let mut fields = Fields::new(input)?;
        let arn = fields.needed("StreamArn", "streamArn", ARN_LENGTHS)?;
        let shard = fields.needed("ShardId", "shardId", (28, 65))?;
        let name = fields.text("ShardIteratorType")?.unwrap_or_default();
        if name.is_empty() {
            fields.missing("shardIteratorType");
        }
        let start = fields.choice(&Choice {
            parameter: "ShardIteratorType",
            member: "shardIteratorType",
            words: STARTS,
            listed: "TRIM_HORIZON, LATEST, AT_SEQUENCE_NUMBER, AFTER_SEQUENCE_NUMBER",
        })?;
        let number = fields.text("SequenceNumber")?;
        if let Some(number) = number {
            fields.check_length(number, "sequenceNumber", 21, 40);
        }
        fields.finish()?;
        let start = start.unwrap_or(Start::Oldest);
        if number.is_some() != matches!(start, Start::At | Start::After) {
            return Err(faults::sequence_number_with(name, number.is_none()));
        }
        let number = match number.map(read_sequence_number) {
            Some(None) => return Err(faults::invalid_member("SequenceNumber")),
            other => other.flatten().unwrap_or_default(),
        };
        let stream = self.stream(arn)?;
        if stream.shard() != shard {
            return Err(faults::no_shard(shard, arn));
        }
        let (oldest, next) = (stream.oldest_sequence(), stream.next_sequence());
        let sequence = match start {
            Start::Oldest => oldest,
            Start::Latest => next,
            Start::At => number,
            Start::After => number.saturating_add(1),
        };
        if sequence > next || number >= next.max(2) {
            return Err(faults::invalid_member("SequenceNumber"));
        }
        if sequence < oldest {
            return Err(ServiceError::TrimmedDataAccess);
        }
        let iterator = Iterator { arn, sequence, made_ms: (self.environment.clock)() };
        Ok(object(&mut [("ShardIterator", iterator.write().into())]))
    }

    /// Answers the wire form.
    pub(crate) fn call_get_records(&self, input: &Value) -> Result<Value, ServiceError> {
        let mut fields = Fields::new(input)?;
        let text = fields.needed("ShardIterator", "shardIterator", (1, 2048))?;
        let most = fields.limit(MOST)?;
        fields.finish()?;
        let Some(iterator) = Iterator::read(text) else {
            return Err(faults::invalid_member("ShardIterator"));
        };
        let stream = self.stream(iterator.arn)?;
        let now_ms = (self.environment.clock)();
        if iterator.made_ms.saturating_add(ITERATOR_MS) < now_ms {
            return Err(ServiceError::ExpiredIterator);
        }
        if iterator.sequence > stream.next_sequence() || iterator.made_ms > now_ms {
            return Err(faults::invalid_member("ShardIterator"));
        }
        if iterator.sequence < stream.oldest_sequence() {
            return Err(ServiceError::TrimmedDataAccess);
        }
        let (mut records, mut bytes) = (Vec::new(), 0);
        let mut sequence = iterator.sequence;
        for change in stream.from(sequence).take(most) {
            let size_bytes = stream.size_bytes(change);
            bytes += size_bytes;
            if bytes > MOST_BYTES && !records.is_empty() {
                break;
            }
            sequence = change.sequence + 1;
            records.push(record_json(stream, iterator.arn, change, size_bytes));
        }
        let mut body = Map::new();
        body.set("Records", records.into());
        // a shard that gets no more ends
        if stream.is_enabled() || sequence < stream.next_sequence() {
            let next = Iterator { arn: iterator.arn, sequence, made_ms: now_ms };
            body.set("NextShardIterator", next.write().into());
        }
        Ok(Value::Object(body))
    }
}

impl Stream {
    /// Bytes of the keys and images that a record shows.
    fn size_bytes(&self, change: &StreamRecord) -> usize {
        let images = [&change.old, &change.new].into_iter().flatten();
        self.keys(change).size_bytes() + images.map(|image| image.size_bytes()).sum::<usize>()
    }
}

fn record_json(stream: &Stream, arn: &str, change: &StreamRecord, size_bytes: usize) -> Value {
    let number = sequence_number(change.sequence);
    let mut data = Map::new();
    data.set("ApproximateCreationDateTime", (change.at_ms / 1000).into());
    data.set("Keys", stream.keys(change).to_json());
    if let Some(image) = &change.new {
        data.set("NewImage", image.to_json());
    }
    if let Some(image) = &change.old {
        data.set("OldImage", image.to_json());
    }
    data.set("SizeBytes", size_bytes.into());
    data.set("StreamViewType", stream.view().name().into());
    let id = u128::from_be_bytes(place::hash(format!("{arn}|{number}").as_bytes()));
    data.set("SequenceNumber", number.into());
    let mut record = Map::new();
    record.set("eventID", format!("{id:032x}").into());
    record.set("eventName", change.event.name().into());
    record.set("eventVersion", "1.1".into());
    record.set("eventSource", "aws:dynamodb".into());
    record.set("awsRegion", arn::REGION.into());
    record.set("dynamodb", data.into());
    if change.expired {
        let mut service = Map::new();
        service.set("PrincipalId", "dynamodb.amazonaws.com".into());
        service.set("Type", "Service".into());
        record.set("userIdentity", service.into());
    }
    Value::Object(record)
}
