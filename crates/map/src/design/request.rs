//! A request card: one thing the application must retrieve.
//!
//! Owns the card, its calls and the filling in of their placeholders. It never runs a call, and never judges its route.

use key_engine::Item;
use key_engine::order::{SortedMap, gathered};
use serde_json::{Map, Value};

/// One request in `DynamoDB`'s own words: an operation's name and its JSON input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// Such as `Query`.
    pub operation: String,
    /// The operation's input as `DynamoDB` takes it; strings in it may hold placeholders such as `{productId}`.
    pub input: Value,
}

/// How often a request is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Volume {
    /// The busiest of the application.
    VeryHigh,
    /// Often.
    High,
    /// Now and then.
    Low,
    /// Measured: requests a second.
    PerSecond(f64),
}

impl Volume {
    /// The word for it in a document and on a card; none where a number says it.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::VeryHigh => Some("very high"),
            Self::High => Some("high"),
            Self::Low => Some("low"),
            Self::PerSecond(_) => None,
        }
    }

    /// Requests a second that this stands for: a very high volume for 2,000, a high one for 500, a low one for 5.
    pub fn per_second(self) -> f64 {
        match self {
            Self::VeryHigh => 2_000.0,
            Self::High => 500.0,
            Self::Low => 5.0,
            Self::PerSecond(rate) => rate,
        }
    }

    /// The volume of a word, as [`Volume::word`] gives it.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::VeryHigh, Self::High, Self::Low]
            .into_iter()
            .find(|volume| volume.word() == Some(word))
    }
}

/// Whether an answer may lag behind the last write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consistency {
    /// A stale answer can do harm.
    StrongMayMatter,
    /// A stale answer does no harm.
    EventualMayDo,
}

impl Consistency {
    /// The words for it in a document and on a card.
    pub fn word(self) -> &'static str {
        match self {
            Self::StrongMayMatter => "strong may matter",
            Self::EventualMayDo => "eventual may do",
        }
    }

    /// The consistency of those words.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::StrongMayMatter, Self::EventualMayDo].into_iter().find(|known| known.word() == word)
    }
}

/// In which order, and how many items, a request wants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The attribute to sort by and which way; none where any order will do.
    pub order: Option<SortOrder>,
    /// The most items it has a use for; none for all there are.
    pub count: Option<u64>,
}

/// An order of items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SortOrder {
    /// The attribute, a key or any other.
    pub attribute: String,
    /// The largest, or newest, first.
    pub descending: bool,
}

/// What a request should return with its sample values, once somebody has said that it is right.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    /// So many items.
    Count(u64),
    /// These items.
    Items {
        /// Each by its primary key.
        items: Vec<ExpectedItem>,
        /// In this order; else in any.
        ordered: bool,
    },
}

/// An item that a request should return.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExpectedItem {
    /// The table it is in.
    pub table: String,
    /// Its primary key, and nothing else.
    pub key: Item,
}

/// One request card.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Short and unique in the design, such as `A3`.
    pub id: String,
    /// What is asked, such as "List warehouses carrying product".
    pub sentence: String,
    /// How often it is asked.
    pub volume: Volume,
    /// How fresh the answer must be.
    pub consistency: Consistency,
    /// The address the designer means it to take, such as `SERIAL#{serialNumber} / METADATA`; none when there is none yet.
    pub route: Option<String>,
    /// The calls that answer it, in order; more than one when it takes several round trips.
    pub calls: Vec<Call>,
    /// A sample value for each placeholder of the calls.
    pub samples: SortedMap<String, String>,
    /// The order and the count that is wanted.
    pub wanted: Wanted,
    /// What it should return, where somebody has said so.
    pub expected: Option<Expectation>,
    /// Keys of the file that are not known here, kept as they were.
    pub extra: Map<String, Value>,
}

impl Request {
    /// A request that nobody has written yet: no sentence, no calls, a high volume, eventual reads.
    pub fn unwritten(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            sentence: String::new(),
            volume: Volume::High,
            consistency: Consistency::EventualMayDo,
            route: None,
            calls: Vec::new(),
            samples: SortedMap::default(),
            wanted: Wanted::default(),
            expected: None,
            extra: Map::new(),
        }
    }

    /// The calls with each `{placeholder}` replaced by its sample. One without a sample stays as it is written.
    pub fn sample_calls(&self) -> Vec<Call> {
        let fill = |call: &Call| Call {
            operation: call.operation.clone(),
            input: filled(&call.input, &self.samples),
        };
        self.calls.iter().map(fill).collect()
    }

    /// The names of the `{placeholders}` in its calls, in the order in which they are met. Braces around anything but letters,
    /// digits, `_`, `-`, `.` and blanks are text, unless there is a sample for it.
    pub fn placeholders(&self) -> Vec<String> {
        let mut found = Vec::new();
        for call in &self.calls {
            find_placeholders(&call.input, &self.samples, &mut found);
        }
        found
    }

    /// Whether braces around this name make a placeholder of it.
    pub fn is_placeholder(&self, name: &str) -> bool {
        is_name(name) || self.samples.get(name).is_some()
    }

    /// A route or sentence of this card with its placeholders filled in.
    pub fn fill(&self, text: &str) -> String {
        filled_text(text, &self.samples)
    }
}

/// A value with each `{placeholder}` in it replaced by its sample.
pub fn filled(value: &Value, samples: &SortedMap<String, String>) -> Value {
    match value {
        Value::String(text) => Value::String(filled_text(text, samples)),
        Value::Array(values) => values.iter().map(|value| filled(value, samples)).collect(),
        Value::Object(members) => Value::Object(gathered(
            members.iter().map(|(name, value)| (name.clone(), filled(value, samples))),
        )),
        other => other.clone(),
    }
}

fn find_placeholders(value: &Value, samples: &SortedMap<String, String>, found: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            let mut rest = text.as_str();
            while let Some((_, after)) = rest.split_once('{') {
                rest = after;
                let Some((name, tail)) = after.split_once('}') else { return };
                if is_name(name) || samples.get(name).is_some() {
                    rest = tail;
                    if !found.iter().any(|known| known == name) {
                        found.push(name.to_owned());
                    }
                }
            }
        }
        Value::Array(values) => {
            for value in values {
                find_placeholders(value, samples, found);
            }
        }
        Value::Object(members) => {
            for value in members.values() {
                find_placeholders(value, samples, found);
            }
        }
        _ => {}
    }
}

fn is_name(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
        && text.chars().all(|letter| letter.is_alphanumeric() || "_-. ".contains(letter))
}

/// Replaces in one pass, so that a sample that itself looks like a placeholder is not replaced again.
fn filled_text(text: &str, samples: &SortedMap<String, String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let known = after
            .split_once('}')
            .and_then(|(name, tail)| samples.get(name).map(|sample| (sample, tail)));
        if let Some((sample, tail)) = known {
            out.push_str(sample);
            rest = tail;
        } else {
            out.push('{');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_found_in_the_order_in_which_they_are_met() {
        let mut request = Request::unwritten("");
        let text = "{b}#{a}#{b} {\"x\": 1} {} {n {c-1}";
        let input = serde_json::json!({"Key": {"PK": {"S": text}}, "List": ["{d}"], "Limit": 2});
        request.calls.push(Call { operation: "GetItem".to_owned(), input });
        assert_eq!(request.placeholders(), ["b", "a", "c-1", "d"]);
        request.samples.insert("\"x\": 1".to_owned(), "y".to_owned());
        assert_eq!(request.placeholders(), ["b", "a", "\"x\": 1", "c-1", "d"]);
    }

    #[test]
    fn placeholders_are_filled_from_the_samples_in_one_pass() {
        let samples: SortedMap<String, String> = [("id", "P100"), ("sly", "{id}")]
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
            .into_iter()
            .collect();
        for (text, expected) in [
            ("PRODUCT#{id}", "PRODUCT#P100"),
            ("{id}{id}", "P100P100"),
            ("{sly}", "{id}"),
            ("{unknown}", "{unknown}"),
            ("{ {id}", "{ P100"),
            ("{id", "{id"),
            ("}{", "}{"),
            ("", ""),
        ] {
            assert_eq!(filled_text(text, &samples), expected, "{text}");
        }
    }
}
