//! YAML as values, the way CloudFormation reads it.
//!
//! Owns the way from the events of a YAML file to JSON values: YAML 1.1 for words without quotes ([`scalar`]), the short forms of
//! the template functions (`!Ref x` is `{"Ref": "x"}`), aliases and merged maps within a budget. What makes a file too deep or too
//! large by its aliases is refused with the place. It never knows what a value is for.

mod scalar;

use std::borrow::Cow;

use key_engine::order::SortedMap;
use key_engine::value::object;
use saphyr_parser::{Event, Parser, ScalarStyle, Tag};
use serde_json::{Map, Value};

use crate::design::Defect;

/// The deepest nesting that is read; a template needs a dozen.
const MAX_DEPTH: usize = 90;
/// The most values that are read.
const MAX_VALUES: usize = 2_000_000;
/// The most that aliases may add: values, and for each 64 bytes of text one more.
const MAX_COPIED: usize = 200_000;

/// A file, read.
#[derive(Debug, Default)]
pub(super) struct Yaml {
    /// Its documents.
    pub documents: Vec<Value>,
    /// What was odd in it.
    pub faults: Vec<Defect>,
}

/// Why a file is not sound YAML.
#[derive(Debug)]
pub(super) struct YamlError {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// As a clause.
    pub message: String,
}

pub(super) fn read(text: &str) -> Result<Yaml, YamlError> {
    let mut reader = Reader::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| YamlError {
            line: error.marker().line(),
            column: error.marker().col() + 1,
            message: error.info().to_owned(),
        })?;
        reader.line = span.start.line();
        reader.event(event).map_err(|message| YamlError {
            line: span.start.line(),
            column: span.start.col() + 1,
            message,
        })?;
    }
    Ok(reader.yaml)
}

#[derive(Default)]
struct Reader {
    yaml: Yaml,
    /// The lists and maps that are open, outermost first.
    open: Vec<Open>,
    /// What aliases stand for, with its weight.
    anchors: SortedMap<usize, (Value, usize)>,
    /// Values read so far, with 64 bytes of text as one more.
    weight: usize,
    /// The same for what aliases stand for.
    copied: usize,
    values: usize,
    line: usize,
}

/// A list or a map on its way.
struct Open {
    kind: Kind,
    tag: Option<String>,
    anchor: usize,
    /// What the file weighed before it.
    before: usize,
}

enum Kind {
    List(Vec<Value>),
    /// The members so far, the name whose value comes next, and the maps to be merged.
    Map(Map<String, Value>, Option<String>, Vec<Value>),
}

impl Reader {
    fn event(&mut self, event: Event<'_>) -> Result<(), String> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.count(1 + text.len() / 64)?;
                let weight = 1 + text.len() / 64;
                let plain = style == ScalarStyle::Plain;
                if let Some(name) = self.name_wanted() {
                    *name = Some(text.into_owned());
                    return Ok(());
                }
                let tag = tag.map(|tag| suffix(&tag));
                let value = scalar::tagged(text, plain, tag.as_deref());
                self.anchor(anchor, &value, weight)?;
                self.put(value)
            }
            Event::Alias(anchor) => {
                let Some((value, weight)) = self.anchors.get(&anchor) else {
                    return Err("an alias of what is not there yet".to_owned());
                };
                copy(&mut self.copied, *weight)?;
                self.weight += *weight;
                let value = value.clone();
                match (self.name_wanted(), value) {
                    (Some(name), Value::String(text)) => *name = Some(text),
                    (Some(_), _) => return Err(NO_NAME.to_owned()),
                    (None, value) => self.put(value)?,
                }
                Ok(())
            }
            Event::SequenceStart(anchor, tag) => {
                self.begin(Kind::List(Vec::new()), anchor, tag.as_deref())
            }
            Event::MappingStart(anchor, tag) => {
                self.begin(Kind::Map(Map::new(), None, Vec::new()), anchor, tag.as_deref())
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => Ok(()),
        }
    }

    fn count(&mut self, weight: usize) -> Result<(), String> {
        self.weight += weight;
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err(format!("it holds more than {MAX_VALUES} values"));
        }
        Ok(())
    }

    /// The place for a name, where a map waits for one.
    fn name_wanted(&mut self) -> Option<&mut Option<String>> {
        match self.open.last_mut() {
            Some(Open { kind: Kind::Map(_, name @ None, _), .. }) => Some(name),
            _ => None,
        }
    }

    fn begin(&mut self, kind: Kind, anchor: usize, tag: Option<&Tag>) -> Result<(), String> {
        if self.name_wanted().is_some() {
            return Err(NO_NAME.to_owned());
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(format!("it is nested more than {MAX_DEPTH} deep"));
        }
        let before = self.weight;
        self.count(1)?;
        self.open.push(Open { kind, tag: tag.map(suffix), anchor, before });
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        let Some(Open { kind, tag, anchor, before }) = self.open.pop() else { return Ok(()) };
        let value = match kind {
            Kind::List(list) => Value::Array(list),
            Kind::Map(mut members, _, merged) => {
                for from in merged {
                    let Value::Object(from) = from else { continue };
                    for (name, value) in from {
                        members.entry(name).or_insert(value);
                    }
                }
                Value::Object(members)
            }
        };
        let value = match tag.as_deref() {
            Some(tag) => scalar::function(tag, value),
            None => value,
        };
        self.anchor(anchor, &value, self.weight - before)?;
        self.put(value)
    }

    fn anchor(&mut self, anchor: usize, value: &Value, weight: usize) -> Result<(), String> {
        if anchor > 0 {
            copy(&mut self.copied, weight)?;
            self.anchors.insert(anchor, (value.clone(), weight));
        }
        Ok(())
    }

    fn put(&mut self, value: Value) -> Result<(), String> {
        let line = self.line;
        match self.open.last_mut().map(|open| &mut open.kind) {
            None => self.yaml.documents.push(value),
            Some(Kind::List(list)) => list.push(value),
            Some(Kind::Map(members, name, merged)) => {
                let Some(name) = name.take() else { return Err(NO_NAME.to_owned()) };
                if name == "<<" {
                    match value {
                        Value::Array(list) => merged.extend(list),
                        one => merged.push(one),
                    }
                } else if members.insert(name.clone(), value).is_some() {
                    let fault =
                        Defect::of_table("", format!("it says {name} twice"), "the last was read");
                    self.yaml.faults.push(fault.in_item(format!("line {line}")));
                }
            }
        }
        Ok(())
    }
}

fn copy(copied: &mut usize, weight: usize) -> Result<(), String> {
    *copied = copied.saturating_add(weight);
    if *copied > MAX_COPIED {
        return Err("its aliases make it too large to be read".to_owned());
    }
    Ok(())
}

const NO_NAME: &str = "a name that is no text";

/// What a tag says: `!Ref` is `Ref`, `!!str` is `!str`.
fn suffix(tag: &Tag) -> String {
    if tag.is_yaml_core_schema() { format!("!{}", tag.suffix) } else { tag.suffix.clone() }
}

/// A function of a template by its short form's name.
fn call(name: &str, argument: Value) -> Value {
    match name {
        "Ref" | "Condition" => object(&mut [(name, argument)]),
        _ => object(&mut [(&Cow::from(format!("Fn::{name}")), argument)]),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn one(text: &str) -> Value {
        let mut yaml = read(text).unwrap_or_else(|error| panic!("{text}: {}", error.message));
        assert_eq!(yaml.documents.len(), 1, "{text}");
        yaml.documents.remove(0)
    }

    #[test]
    fn words_without_quotes_are_read_as_cloudformation_reads_them() {
        for (text, expected) in [
            ("a: yes", json!({"a": true})),
            ("a: Off", json!({"a": false})),
            ("a: N", json!({"a": "N"})),
            ("a: y", json!({"a": "y"})),
            ("a: 'yes'", json!({"a": "yes"})),
            ("a: 012", json!({"a": 10})),
            ("a: 089", json!({"a": "089"})),
            ("a: 0x1F", json!({"a": 31})),
            ("a: 1_000", json!({"a": 1000})),
            ("a: -7", json!({"a": -7})),
            ("a: 1.50", json!({"a": 1.5})),
            ("a: 1e3", json!({"a": 1000.0})),
            ("a: 111122223333", json!({"a": 111_122_223_333_u64})),
            ("a: 12345678901234567890123", json!({"a": "12345678901234567890123"})),
            ("a: 2010-09-09", json!({"a": "2010-09-09"})),
            ("a: 12:30", json!({"a": "12:30"})),
            ("a: ~", json!({"a": null})),
            ("a:", json!({"a": null})),
            ("a: !!str 012", json!({"a": "012"})),
            ("a: ! 012", json!({"a": "012"})),
            ("yes: 1", json!({"yes": 1})),
            ("2012: 1", json!({"2012": 1})),
            ("a: |\n  one\n  two\n", json!({"a": "one\ntwo\n"})),
            ("a: >-\n  one\n  two\n", json!({"a": "one two"})),
            ("{'a': [1, \"b\",], c: {d}}", json!({"a": [1, "b"], "c": {"d": null}})),
            ("\u{feff}é: \"\\u00e9\"\r\n", json!({"é": "é"})),
        ] {
            assert_eq!(one(text), expected, "{text}");
        }
    }

    #[test]
    fn short_functions_become_long_ones() {
        for (text, expected) in [
            ("!Ref A", json!({"Ref": "A"})),
            ("!Condition A", json!({"Condition": "A"})),
            ("!GetAtt A.B.C", json!({"Fn::GetAtt": ["A", "B.C"]})),
            ("!GetAtt [A, B]", json!({"Fn::GetAtt": ["A", "B"]})),
            ("!Sub 'x-${A}'", json!({"Fn::Sub": "x-${A}"})),
            ("!Sub 012", json!({"Fn::Sub": "012"})),
            (
                "!If [A, !Ref B, !Ref 'AWS::NoValue']",
                json!({"Fn::If": ["A", {"Ref": "B"}, {"Ref": "AWS::NoValue"}]}),
            ),
            ("!Join\n- '-'\n- - a\n  - !Ref B", json!({"Fn::Join": ["-", ["a", {"Ref": "B"}]]})),
            ("!Transform {Name: x}", json!({"Fn::Transform": {"Name": "x"}})),
        ] {
            assert_eq!(one(text), expected, "{text}");
        }
    }

    #[test]
    fn aliases_and_merged_maps_stand_for_what_they_name() {
        let text = "a: &x {k: 1, l: [2]}\nb: *x\nc:\n  <<: *x\n  k: 3\nd: {<<: [*x, {m: 4}]}\n";
        let expected = json!({
            "a": {"k": 1, "l": [2]}, "b": {"k": 1, "l": [2]}, "c": {"k": 3, "l": [2]}, "d": {"k": 1, "l": [2], "m": 4}
        });
        assert_eq!(one(text), expected);
    }

    #[test]
    fn a_name_that_comes_twice_is_said_with_its_line() {
        let yaml = read("a: 1\nb: 2\na: 3\n---\nc\n").unwrap();
        assert_eq!(yaml.documents, [json!({"a": 3, "b": 2}), json!("c")]);
        assert_eq!(yaml.faults[0].to_string(), "line 3: it says a twice; the last was read.");
    }

    #[test]
    fn bombs_are_refused_with_a_place_and_in_time() {
        let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for at in 1..30 {
            let ten = vec![format!("*a{}", at - 1); 10].join(", ");
            laughs = format!("{laughs}a{at}: &a{at} [{ten}]\n");
        }
        let large =
            format!("a: &a '{}'\nb: [{}]\n", "x".repeat(1_000_000), vec!["*a"; 1_000].join(", "));
        let deep_anchors = (0..80).fold(String::new(), |text, at| format!("{text}&a{at} ["))
            + &"x,".repeat(100_000);
        for text in [
            &laughs,
            &large,
            &deep_anchors,
            &"[".repeat(100_000),
            &"{a: ".repeat(100_000),
            &"- ".repeat(100_000),
            &"? ".repeat(100_000),
            &"!a ".repeat(100_000),
            &"a: &a *a".to_owned(),
            &"a: *b".to_owned(),
            &"[a]: b".to_owned(),
            &"{a: b".to_owned(),
            &"a: b: c".to_owned(),
            &"\tb: c\n a".to_owned(),
            &"%YAML 9.9\n%TAG ! x\n--- !<".to_owned(),
        ] {
            let start: String = text.chars().take(20).collect();
            let error = read(text).map(|_| ()).unwrap_err();
            assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty(), "{start}");
        }
        assert_eq!(
            one(&format!("a: {}", "x ".repeat(500_000)))["a"].as_str().map(str::len),
            Some(999_999)
        );
    }
}
