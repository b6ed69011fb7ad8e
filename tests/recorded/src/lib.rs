//! Conversations recorded with a `DynamoDB`-compatible server, to be held with another: what to ask next, and
//! whether the answer is the recorded one in all that two servers can agree on.
//!
//! Owns: the files beside a checkout, in `../shared/vectors`, what of an answer is compared (their README says
//! so), and what is put in place of what the recorded server made up. Must never: know who answers. The native
//! test asks a database, the browser test the page.
//!
//! ```
//! let line = r#"{"operation": "ListTables", "request": {}, "status": 200, "response": {"TableNames": []}}"#;
//! let mut conversation = recorded::Conversation::read("none yet", line);
//! while let Some(call) = conversation.next_call() {
//!     let (status, answer) = (200, serde_json::json!({"TableNames": []}));
//!     assert_eq!(conversation.compare(&call, status, &answer), Ok(()));
//! }
//! ```
#![allow(
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "this is part of tests, and a recording that cannot be read fails them"
)]

mod alike;
mod files;
mod otherwise;

use std::collections::BTreeMap;

use serde_json::Value;

pub use alike::comparable;
pub use files::conversations;

/// One recorded request, with what was made up by the recorded server put right for this one.
#[derive(Debug, Clone)]
pub struct Call {
    /// Where it stands: `tier1-getItem-basic:12`.
    pub place: String,
    /// The operation's name.
    pub operation: String,
    /// What to ask.
    pub request: Value,
    /// The HTTP status that was recorded.
    pub status: u64,
    /// The answer that was recorded.
    pub response: Value,
    /// Another that is as good.
    pub or: Option<Value>,
}

/// One file: calls in order, from a server without tables.
#[derive(Debug)]
pub struct Conversation {
    name: String,
    lines: Vec<Value>,
    asked: usize,
    given: Given,
    segments: Segments,
}

impl Conversation {
    /// Reads a file: one JSON object a line.
    pub fn read(name: &str, text: &str) -> Self {
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (given, segments) = (Given::default(), Segments::default());
        Self { name: name.to_owned(), lines, asked: 0, given, segments }
    }

    /// The file's name, without its ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What to ask next.
    pub fn next_call(&mut self) -> Option<Call> {
        let line = self.lines.get(self.asked)?;
        self.asked += 1;
        let mut request = line["request"].clone();
        self.given.put_in(&mut request);
        Some(Call {
            place: format!("{}:{}", self.name, self.asked),
            operation: line["operation"].as_str().unwrap().to_owned(),
            request,
            status: line["status"].as_u64().unwrap(),
            response: line["response"].clone(),
            or: line.get("or").cloned(),
        })
    }

    /// What to ask next, as far as no request depends on the answer to one before it; empty at the end.
    pub fn next_calls(&mut self) -> Vec<Call> {
        let mut calls = Vec::from_iter(self.next_call());
        while self.lines.get(self.asked).is_some_and(|line| !leans(&line["request"])) {
            calls.extend(self.next_call());
        }
        calls
    }

    /// Whether the answer is the recorded one.
    ///
    /// # Errors
    /// With a text that shows both.
    pub fn compare(&mut self, call: &Call, status: u64, answer: &Value) -> Result<(), String> {
        self.given.learn(&call.operation, &call.response, answer);
        if call.operation == "Scan" && call.request.get("TotalSegments").is_some() && status == 200
        {
            return self
                .segments
                .add(&call.request, answer, &call.response)
                .map_err(|why| format!("{}: Scan {}: {why}", call.place, call.request));
        }
        let comparable = |answer: &Value| {
            let mut reduced = comparable(&call.operation, answer);
            otherwise::without_contradicted(&call.place, &mut reduced);
            reduced
        };
        let ours = comparable(answer);
        let mut accepted =
            [Some(&call.response), call.or.as_ref()].into_iter().flatten().map(comparable);
        if call.status == status && accepted.any(|accepted| accepted == ours) {
            return Ok(());
        }
        Err(format!(
            "{}: {} {}\n  expected {} {}\n  or       {}\n  got      {status} {ours}",
            call.place,
            call.operation,
            shortened(&call.request),
            call.status,
            comparable(&call.response),
            call.or.as_ref().map_or(Value::Null, comparable),
        ))
    }
}

/// A request of a megabyte says no more than its first lines.
fn shortened(request: &Value) -> String {
    const MOST: usize = 4_000;
    let text = request.to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}... ({} bytes)", &text[..end], text.len()),
        None => text,
    }
}

/// What the recorded server made up and this one made up otherwise, by what was recorded.
#[derive(Debug, Default)]
struct Given {
    /// Whole values: a Scan's key to go on from, sequence numbers, tokens, names of shards.
    values: BTreeMap<String, Value>,
    /// What the names of all resources begin with: partition, service, region and account.
    prefix: Option<(String, String)>,
}

impl Given {
    fn learn(&mut self, operation: &str, recorded: &Value, ours: &Value) {
        match (recorded, ours) {
            (Value::Object(recorded), Value::Object(ours)) => {
                for (name, recorded) in recorded {
                    let Some(ours) = ours.get(name) else { continue };
                    let is_key = operation == "Scan" && name == "LastEvaluatedKey";
                    if is_key || alike::OPAQUE.contains(&name.as_str()) {
                        self.values.insert(recorded.to_string(), ours.clone());
                    }
                    if name.ends_with("Arn")
                        && let (Some(recorded), Some(ours)) = (recorded.as_str(), ours.as_str())
                        && let (Some(recorded), Some(ours)) = (account(recorded), account(ours))
                    {
                        self.prefix = Some((recorded.to_owned(), ours.to_owned()));
                    }
                    self.learn(operation, recorded, ours);
                }
            }
            (Value::Array(recorded), Value::Array(ours)) => {
                for (recorded, ours) in recorded.iter().zip(ours) {
                    self.learn(operation, recorded, ours);
                }
            }
            _ => {}
        }
    }

    fn put_in(&self, request: &mut Value) {
        let Value::Object(members) = request else { return };
        for (name, member) in members {
            if let Some(ours) = self.values.get(&member.to_string())
                && (name == "ExclusiveStartKey" || member.is_string())
            {
                *member = ours.clone();
            } else if let (Some((recorded, ours)), Some(text)) = (&self.prefix, member.as_str())
                && let Some(rest) = text.strip_prefix(recorded.as_str())
            {
                *member = Value::from(format!("{ours}{rest}"));
            } else {
                self.put_in(member);
            }
        }
    }
}

/// Whether a request hands back something that an earlier answer gave.
fn leans(request: &Value) -> bool {
    const HANDED_BACK: [&str; 2] = ["ExclusiveStartKey", "ResourceArn"];
    match request {
        Value::Object(members) => members.iter().any(|(name, member)| {
            let name = name.as_str();
            HANDED_BACK.contains(&name) || alike::OPAQUE.contains(&name) || leans(member)
        }),
        Value::Array(list) => list.iter().any(leans),
        _ => false,
    }
}

/// `arn:aws:dynamodb:us-east-1:000000000000:` of a resource's name.
fn account(arn: &str) -> Option<&str> {
    let (end, _) = arn.match_indices(':').nth(4)?;
    arn.get(..=end)
}

/// The segments of one parallel Scan, gathered until all are in: which items a segment holds is not compared.
#[derive(Debug, Default)]
struct Segments {
    ours: Vec<Value>,
    recorded: Vec<Value>,
    seen: u64,
}

impl Segments {
    fn add(&mut self, request: &Value, ours: &Value, recorded: &Value) -> Result<(), String> {
        let items = |response: &Value| {
            let reduced = comparable("Scan", response);
            reduced["Items"].as_array().cloned().unwrap_or_default()
        };
        self.ours.extend(items(ours));
        self.recorded.extend(items(recorded));
        self.seen += 1;
        if Some(self.seen) != request["TotalSegments"].as_u64() {
            return Ok(());
        }
        let mut done = std::mem::take(self);
        done.ours.sort_by_key(Value::to_string);
        done.recorded.sort_by_key(Value::to_string);
        if done.ours == done.recorded { Ok(()) } else { Err("segments together differ".to_owned()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn line(operation: &str, request: &Value, response: &Value) -> String {
        json!({"operation": operation, "request": request, "status": 200, "response": response})
            .to_string()
    }

    #[test]
    fn what_the_server_made_up_is_handed_back_as_this_one_made_it_up() {
        let (theirs, ours) =
            ("arn:aws:dynamodb:us-east-1:1:table/T", "arn:aws:dynamodb:local:2:table/T");
        let text = [
            line("CreateTable", &json!({}), &json!({"TableDescription": {"TableArn": theirs}})),
            line("Scan", &json!({}), &json!({"Items": [], "LastEvaluatedKey": {"k": {"S": "b"}}})),
            line("Scan", &json!({"ExclusiveStartKey": {"k": {"S": "b"}}}), &json!({"Items": []})),
            line(
                "TagResource",
                &json!({"ResourceArn": theirs, "Tags": [{"Key": "b"}]}),
                &json!({}),
            ),
        ];
        let mut conversation = Conversation::read("made up", &text.join("\n"));
        let answers = [
            json!({"TableDescription": {"TableArn": ours}}),
            json!({"Items": [], "LastEvaluatedKey": {"k": {"S": "a"}}}),
            json!({"Items": []}),
            json!({}),
        ];
        let mut asked = Vec::new();
        for answer in answers {
            let call = conversation.next_call().unwrap();
            assert_eq!(conversation.compare(&call, 200, &answer), Ok(()));
            asked.push(call.request);
        }
        assert!(conversation.next_call().is_none());
        assert_eq!(asked[2], json!({"ExclusiveStartKey": {"k": {"S": "a"}}}));
        assert_eq!(asked[3], json!({"ResourceArn": ours, "Tags": [{"Key": "b"}]}));
    }

    #[test]
    fn a_request_that_hands_something_back_waits_for_the_answers_before_it() {
        let next = json!({"ExclusiveStartKey": {"k": {"S": "b"}}});
        let lines = [&json!({}), &json!({"Limit": 1}), &next, &json!({})];
        let text = lines.map(|request| line("Scan", request, &json!({}))).join("\n");
        let mut conversation = Conversation::read("waits", &text);
        let counts = [(); 3].map(|()| conversation.next_calls().len());
        assert_eq!(counts, [2, 2, 0]);
    }

    #[test]
    fn another_answer_is_shown_beside_the_recorded_one() {
        let text = line("GetItem", &json!({"TableName": "T"}), &json!({"Item": {"a": {"S": "x"}}}));
        let mut conversation = Conversation::read("other", &text);
        let call = conversation.next_call().unwrap();
        assert!(conversation.compare(&call, 400, &call.response.clone()).is_err());
        let why =
            conversation.compare(&call, 200, &json!({"Item": {"a": {"S": "y"}}})).unwrap_err();
        assert!(why.starts_with("other:1: GetItem"), "{why}");
        assert!(why.contains(r#"{"S":"x"}"#) && why.contains(r#"{"S":"y"}"#), "{why}");
    }

    #[test]
    fn segments_may_share_the_items_otherwise() {
        let items = |keys: &[&str]| json!({"Items": keys.iter().map(|k| json!({"k": {"S": k}})).collect::<Vec<_>>()});
        let ask = |segment: u32| json!({"Segment": segment, "TotalSegments": 2});
        let text =
            [line("Scan", &ask(0), &items(&["a", "b"])), line("Scan", &ask(1), &items(&["c"]))];
        let outcome = |answers: [&Value; 2]| {
            let mut conversation = Conversation::read("segments", &text.join("\n"));
            answers.map(|answer| {
                let call = conversation.next_call().unwrap();
                conversation.compare(&call, 200, answer).is_ok()
            })
        };
        assert_eq!(outcome([&items(&["c"]), &items(&["b", "a"])]), [true, true]);
        assert_eq!(outcome([&items(&["c"]), &items(&["b"])]), [true, false]);
    }
}
