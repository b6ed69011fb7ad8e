//! Which streams there are: `ListStreams`, `DescribeStream`, and how one is found, enabled and disabled.

use serde_json::{Map, Value};

use super::describe_table::{key_schema_json, seconds};
use super::error::ServiceError;
use super::request::Fields;
use super::stream::{Stream, StreamView};
use super::table::Table;
use super::{Clock, Database, arn, faults};
use crate::order::sort_by;
use crate::value::{Members, object};

/// Streams, or shards, in one answer. Source: AWS, API reference, `ListStreams` and `DescribeStream`.
const MOST: usize = 100;
/// Characters of a stream's name in full. Source: AWS, API reference, `DescribeStream`.
pub(crate) const ARN_LENGTHS: (usize, usize) = (37, 1024);

impl Stream {
    /// The stream's name in full.
    pub(crate) fn arn(&self) -> String {
        arn::of_stream(self.table(), &self.label())
    }

    /// The name of its one shard.
    pub(crate) fn shard(&self) -> String {
        format!("shardId-{:020}-00000001", self.created_ms())
    }

    fn to_json(&self, described: bool) -> Map<String, Value> {
        let mut body = Map::new();
        body.set("StreamArn", self.arn().into());
        body.set("StreamLabel", self.label().into());
        body.set("TableName", self.table().into());
        if described {
            let status = if self.is_enabled() { "ENABLED" } else { "DISABLED" };
            body.set("StreamStatus", status.into());
            body.set("StreamViewType", self.view().name().into());
            body.set("CreationRequestDateTime", seconds(self.created_ms()));
            body.set("KeySchema", key_schema_json(self.key_schema()));
        }
        body
    }

    fn shard_json(&self) -> Value {
        let mut range = Map::new();
        range.set("StartingSequenceNumber", sequence_number(1).into());
        if !self.is_enabled() {
            let last = self.next_sequence().saturating_sub(1).max(1);
            range.set("EndingSequenceNumber", sequence_number(last).into());
        }
        object(&mut [("ShardId", self.shard().into()), ("SequenceNumberRange", range.into())])
    }
}

/// A sequence number as it is written: 21 digits, so that the order of the texts is that of the changes.
pub(crate) fn sequence_number(sequence: u64) -> String {
    format!("1{sequence:020}")
}

/// The sequence number that a text stands for.
pub(crate) fn read_sequence_number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('1').filter(|digits| digits.len() == 20)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

impl Table {
    /// Begins a stream of this table.
    pub(crate) fn begin_stream(&mut self, view: StreamView, created_ms: u64, clock: Clock) {
        self.latest_stream_ms = Some(created_ms);
        let keys = self.primary.key_schema();
        self.stream = Some(Stream::new(&self.name, view, keys, created_ms, clock));
    }
}

impl Database {
    pub(crate) fn clock(&self) -> Clock {
        Clock::clone(&self.environment.clock)
    }

    /// The stream of this name, enabled or not longer disabled than a day.
    pub(crate) fn stream(&self, arn: &str) -> Result<&Stream, ServiceError> {
        let Some(parsed) = arn::parse(arn) else {
            return Err(faults::invalid_member("StreamArn"));
        };
        let label = parsed.stream.filter(|_| parsed.ours).unwrap_or_default();
        let mut of_table = self.streams().filter(|stream| stream.table() == parsed.table);
        of_table.find(|stream| stream.label() == label).ok_or_else(|| faults::no_stream(arn))
    }

    /// The streams of all tables: those enabled, and those that were disabled within the last day.
    pub fn streams(&self) -> impl Iterator<Item = &Stream> {
        let now_ms = (self.environment.clock)();
        let enabled = self.tables.values().filter_map(|table| table.stream.as_ref());
        enabled.chain(&self.disabled_streams).filter(move |stream| !stream.is_over(now_ms))
    }

    /// Gives a table a stream.
    pub(crate) fn enable_stream(&mut self, table: &str, view: StreamView) {
        let (created_ms, clock) = (self.next_stream_ms(table), self.clock());
        if let Some(table) = self.tables.get_mut(table) {
            table.begin_stream(view, created_ms, clock);
        }
    }

    /// When a stream of a table is made that is made now: two of one name in one millisecond are told apart by the next.
    pub(crate) fn next_stream_ms(&self, table: &str) -> u64 {
        let mut created_ms = (self.environment.clock)();
        for stream in self.disabled_streams.iter().filter(|stream| stream.table() == table) {
            created_ms = created_ms.max(stream.created_ms() + 1);
        }
        created_ms
    }

    /// Disables a table's stream, which can still be read for a day.
    pub(crate) fn disable_stream(&mut self, table: &str) {
        let stream = self.tables.get_mut(table).and_then(|table| table.stream.take());
        self.keep_disabled(stream);
    }

    /// Keeps the stream of a table for those who still read it.
    pub(crate) fn keep_disabled(&mut self, stream: Option<Stream>) {
        let now_ms = (self.environment.clock)();
        self.disabled_streams.retain(|stream| !stream.is_over(now_ms));
        if let Some(mut stream) = stream {
            stream.close();
            self.disabled_streams.push(stream);
        }
    }

    /// Answers the wire form.
    pub(crate) fn call_list_streams(&self, input: &Value) -> Result<Value, ServiceError> {
        let mut fields = Fields::new(input)?;
        let table = fields.text("TableName")?;
        if let Some(table) = table {
            fields.check_name(table, "tableName", 3);
        }
        let most = fields.limit(MOST)?;
        let start = fields.text("ExclusiveStartStreamArn")?.unwrap_or_default();
        fields.finish()?;
        let mut streams = Vec::new();
        for stream in self.streams() {
            if table.is_none_or(|table| table == stream.table()) {
                let arn = stream.arn();
                if arn.as_str() > start {
                    streams.push((arn, stream));
                }
            }
        }
        if let Some(table) =
            table.filter(|table| streams.is_empty() && self.tables.get(*table).is_none())
        {
            return Err(faults::no_table_named(table));
        }
        sort_by(&mut streams, |one, other| one.0.cmp(&other.0));
        let mut body = Map::new();
        if streams.len() > most
            && let Some((last, _)) = streams.get(most - 1)
        {
            body.set("LastEvaluatedStreamArn", last.as_str().into());
        }
        let page = streams.iter().take(most);
        let page: Vec<Value> = page.map(|(_, stream)| stream.to_json(false).into()).collect();
        body.set("Streams", page.into());
        Ok(Value::Object(body))
    }

    /// Answers the wire form.
    pub(crate) fn call_describe_stream(&self, input: &Value) -> Result<Value, ServiceError> {
        let mut fields = Fields::new(input)?;
        let arn = fields.needed("StreamArn", "streamArn", ARN_LENGTHS)?;
        let start = fields.text("ExclusiveStartShardId")?;
        fields.limit(MOST)?;
        fields.finish()?;
        let stream = self.stream(arn)?;
        let mut body = stream.to_json(true);
        // the one shard is nobody's child
        let shown = start.is_none_or(|start| start < stream.shard().as_str())
            && fields.get("ShardFilter").is_none();
        let shards: Vec<Value> = shown.then(|| stream.shard_json()).into_iter().collect();
        body.set("Shards", shards.into());
        Ok(object(&mut [("StreamDescription", body.into())]))
    }
}
