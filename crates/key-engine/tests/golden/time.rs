//! Commands about time: a clock that moves when told to, streams, expiry.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use key_engine::engine::Environment;
use key_engine::{Database, Item};
use serde_json::{Value, json};

use super::language::Runner;
use super::show;

/// A clock that begins at 2026-01-01 and moves when it is told to.
pub struct Clock(Arc<AtomicU64>);

impl Default for Clock {
    fn default() -> Self {
        Self(Arc::new(AtomicU64::new(1_767_225_600_000)))
    }
}

impl Clock {
    /// A database that goes by this clock.
    pub fn database(&self) -> Database {
        let now = Arc::clone(&self.0);
        let clock = Arc::new(move || now.load(Ordering::Relaxed));
        Database::new(Environment { clock, ..Environment::default() })
    }

    /// `15 minutes`.
    pub fn wait(&self, text: &str) -> Result<String, String> {
        let (number, unit) = text.split_once(' ').ok_or("wait NUMBER UNIT")?;
        let number: u64 = number.parse().map_err(|_| "no number")?;
        let ms = match unit.trim_end_matches('s') {
            "second" => 1000,
            "minute" => 60_000,
            "hour" => 3_600_000,
            "day" => 86_400_000,
            other => return Err(format!("no unit {other}")),
        };
        self.0.fetch_add(number * ms, Ordering::Relaxed);
        Ok(String::new())
    }
}

/// Where each table's stream is read on, by the stream's name.
pub type Iterators = BTreeMap<String, String>;

impl Runner {
    /// `Orders KEYS_ONLY`, `Orders off`.
    pub fn stream(&mut self, text: &str) -> Result<String, String> {
        let (table, view) = text.split_once(' ').ok_or("stream TABLE VIEW")?;
        let specification = match view {
            "off" => json!({"StreamEnabled": false}),
            view => json!({"StreamEnabled": true, "StreamViewType": view}),
        };
        let input = json!({"TableName": table, "StreamSpecification": specification});
        Ok(match self.database.call("UpdateTable", &input) {
            Ok(_) => String::new(),
            Err(error) => format!("{error}\n"),
        })
    }

    /// The changes of a table's latest stream since they were last asked for.
    pub fn changes(&mut self, table: &str) -> String {
        match self.read_changes(table) {
            Ok(text) => text,
            Err(error) => format!("{error}\n"),
        }
    }

    fn read_changes(&mut self, table: &str) -> Result<String, key_engine::ServiceError> {
        let streams = self.database.call("ListStreams", &json!({"TableName": table}))?;
        let Some(stream) = streams["Streams"].as_array().and_then(|list| list.last()) else {
            return Ok("no stream\n".to_owned());
        };
        let arn = stream["StreamArn"].as_str().unwrap().to_owned();
        if !self.iterators.contains_key(&arn) {
            let described = self.database.call("DescribeStream", &json!({"StreamArn": arn}))?;
            let shard = &described["StreamDescription"]["Shards"][0]["ShardId"];
            let from =
                json!({"StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"});
            let answer = self.database.call("GetShardIterator", &from)?;
            self.iterators
                .insert(arn.clone(), answer["ShardIterator"].as_str().unwrap().to_owned());
        }
        let answer =
            self.database.call("GetRecords", &json!({"ShardIterator": self.iterators[&arn]}))?;
        let records = answer["Records"].as_array().unwrap();
        let mut out: String = records.iter().map(change).collect();
        match answer["NextShardIterator"].as_str() {
            Some(next) => {
                self.iterators.insert(arn, next.to_owned());
            }
            None => out.push_str("the shard ends\n"),
        }
        Ok(if out.is_empty() { "no change\n".to_owned() } else { out })
    }

    /// Deletes what has expired.
    pub fn sweep(&mut self, table: &str) -> String {
        match self.database.sweep(table) {
            Ok(count) => format!("{count} expired\n"),
            Err(error) => format!("{error}\n"),
        }
    }
}

fn change(record: &Value) -> String {
    let data = &record["dynamodb"];
    let mut out = record["eventName"].as_str().unwrap().to_owned();
    for (name, label) in [("Keys", ""), ("OldImage", " old"), ("NewImage", " new")] {
        if let Some(image) = data.get(name) {
            let shown = show::item(&Item::from_json(image).unwrap());
            write!(out, "{label} {{{shown}}}").unwrap();
        }
    }
    write!(out, ", {} bytes", data["SizeBytes"]).unwrap();
    if let Some(who) = record.get("userIdentity") {
        write!(out, " by {}", who["PrincipalId"].as_str().unwrap()).unwrap();
    }
    out + "\n"
}
