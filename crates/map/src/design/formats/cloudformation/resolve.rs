//! What the functions of a template come to before it is deployed.
//!
//! Owns `Ref`, `Fn::Sub` and their like, with the defaults of the parameters. What only a deployment knows (a parameter without a
//! default, an attribute of another resource, the name of the stack) is not guessed: it is given back as unknown, with the words
//! that are known of it. Hostile templates cannot make it go round in circles, nor make much of little.

use key_engine::order::SortedMap;
use serde_json::{Map, Value};

/// What a value comes to.
pub(super) enum Outcome {
    /// This.
    Known(Value),
    /// Nothing: the member is not there.
    Nothing,
    /// Something that only a deployment knows.
    Unknown {
        /// The words that are known of it, such as a parameter's name.
        words: Option<String>,
        /// What it depends on.
        on: String,
    },
}

pub(super) struct Resolver<'d> {
    parameters: SortedMap<&'d str, Option<Value>>,
    conditions: Option<&'d Map<String, Value>>,
    mappings: Option<&'d Value>,
    resources: &'d Map<String, Value>,
    /// The bytes of text that may still be made of functions.
    budget: usize,
}

/// The most bytes of text that the functions of a template may come to, all together.
const BUDGET: usize = 16_000_000;
/// The longest value of a parameter. Source: AWS, "CloudFormation quotas", parameter values.
const LONGEST_PARAMETER: usize = 4_096;
/// How deep conditions may build on conditions.
const MAX_DEPTH: usize = 40;

impl<'d> Resolver<'d> {
    /// For a template and those of its resources that are no tables.
    pub(super) fn new(template: &'d Map<String, Value>, resources: &'d Map<String, Value>) -> Self {
        let section = |name: &str| template.get(name).and_then(Value::as_object);
        let mut parameters = SortedMap::default();
        if let Some(written) = section("Parameters") {
            parameters =
                written.iter().map(|(name, said)| (name.as_str(), default_of(said))).collect();
        }
        Self {
            parameters,
            conditions: section("Conditions"),
            mappings: template.get("Mappings"),
            resources,
            budget: BUDGET,
        }
    }

    /// The function in an object, if it is one: its name and its argument.
    pub(super) fn function(value: &Value) -> Option<(&str, &Value)> {
        let Value::Object(members) = value else { return None };
        let (name, argument) = members.iter().next().filter(|_| members.len() == 1)?;
        (name == "Ref" || name.starts_with("Fn::")).then_some((name, argument))
    }

    /// What a function comes to. `Fn::If` gives its branch, unresolved.
    pub(super) fn call(&mut self, name: &str, argument: &Value, depth: usize) -> Outcome {
        if depth > MAX_DEPTH {
            return unknown(None, "functions nested too deeply");
        }
        let known = match name {
            "Ref" => return self.reference(argument.as_str().unwrap_or_default()),
            "Fn::Sub" => return self.sub(argument, depth),
            "Fn::Join" => return self.join(argument, depth),
            "Fn::If" => return self.branch(argument),
            "Fn::Select" => self.select(argument, depth),
            "Fn::Split" => self.split(argument, depth),
            "Fn::FindInMap" => self.find_in_map(argument, depth),
            _ => None,
        };
        match known {
            Some(value) => self.paid(value),
            None => unknown(None, name.trim_start_matches("Fn::")),
        }
    }

    /// What a value comes to that is a word, a number, or a function.
    pub(super) fn value(&mut self, value: &Value, depth: usize) -> Outcome {
        match Self::function(value) {
            Some(("Fn::If", argument)) if depth <= MAX_DEPTH => match self.branch(argument) {
                Outcome::Known(branch) => self.value(&branch, depth + 1),
                other => other,
            },
            Some((name, argument)) => self.call(name, argument, depth),
            None => self.paid(value.clone()),
        }
    }

    fn paid(&mut self, value: Value) -> Outcome {
        let cost = match &value {
            Value::String(text) => text.len(),
            Value::Array(list) => list.iter().map(|one| one.as_str().map_or(8, str::len)).sum(),
            _ => 8,
        };
        match self.budget.checked_sub(cost) {
            Some(left) => self.budget = left,
            None => return unknown(None, "more text than a template may make"),
        }
        Outcome::Known(value)
    }

    fn reference(&mut self, name: &str) -> Outcome {
        if name == "AWS::NoValue" {
            return Outcome::Nothing;
        }
        match self.parameters.get(name).cloned() {
            Some(Some(default)) => self.paid(default),
            Some(None) => unknown(Some(name), &format!("the parameter {name}")),
            None if self.resources.contains_key(name) => {
                unknown(Some(name), &format!("the resource {name}"))
            }
            None => unknown(name.rsplit("::").next(), name),
        }
    }

    fn text(&mut self, value: &Value, depth: usize) -> Result<String, (Option<String>, String)> {
        match self.value(value, depth + 1) {
            Outcome::Known(Value::String(text)) => Ok(text),
            Outcome::Known(Value::Number(number)) => Ok(number.to_string()),
            Outcome::Known(Value::Bool(truth)) => Ok(truth.to_string()),
            Outcome::Unknown { words, on } => Err((words, on)),
            Outcome::Known(_) | Outcome::Nothing => Err((None, "what is no text".to_owned())),
        }
    }

    /// Joins pieces to a text; where one of them is unknown, so is the text.
    fn pieces(
        &mut self,
        pieces: Vec<Result<String, (Option<String>, String)>>,
        between: &str,
    ) -> Outcome {
        let mut text = String::new();
        let mut depends = None;
        for (at, piece) in pieces.into_iter().enumerate() {
            if at > 0 {
                text.push_str(between);
            }
            match piece {
                Ok(piece) => text.push_str(&piece),
                Err((words, on)) => {
                    text.push_str(&words.unwrap_or_default());
                    depends.get_or_insert(on);
                }
            }
        }
        match depends {
            None => self.paid(Value::String(text)),
            Some(on) => Outcome::Unknown { words: Some(text).filter(|text| !text.is_empty()), on },
        }
    }

    fn sub(&mut self, argument: &Value, depth: usize) -> Outcome {
        let (text, values) = match argument {
            Value::String(text) => (text.as_str(), None),
            Value::Array(pair) => match pair.as_slice() {
                [Value::String(text), Value::Object(values)] => (text.as_str(), Some(values)),
                _ => return unknown(None, "Sub"),
            },
            _ => return unknown(None, "Sub"),
        };
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            pieces.push(Ok(before.to_owned()));
            let Some((name, tail)) = after.split_once('}') else {
                rest = after;
                pieces.push(Ok("${".to_owned()));
                continue;
            };
            rest = tail;
            let name = name.trim();
            pieces.push(if let Some(literal) = name.strip_prefix('!') {
                Ok(format!("${{{literal}}}"))
            } else if let Some(value) = values.and_then(|values| values.get(name)) {
                self.text(value, depth)
            } else if name.contains('.') {
                Err((name.split('.').next().map(str::to_owned), name.to_owned()))
            } else {
                match self.reference(name) {
                    Outcome::Known(value) => self.text(&value, depth),
                    Outcome::Unknown { words, on } => Err((words, on)),
                    Outcome::Nothing => Ok(String::new()),
                }
            });
        }
        pieces.push(Ok(rest.to_owned()));
        self.pieces(pieces, "")
    }

    fn join(&mut self, argument: &Value, depth: usize) -> Outcome {
        let Some([Value::String(between), list]) = argument.as_array().map(Vec::as_slice) else {
            return unknown(None, "Join");
        };
        let Some(list) = self.list(list, depth) else { return unknown(None, "Join") };
        let pieces = list.iter().map(|piece| self.text(piece, depth)).collect();
        self.pieces(pieces, between)
    }

    /// The elements of a list, or of what comes to one.
    fn list(&mut self, value: &Value, depth: usize) -> Option<Vec<Value>> {
        match self.value(value, depth + 1) {
            Outcome::Known(Value::Array(list)) => Some(list),
            _ => None,
        }
    }

    fn select(&mut self, argument: &Value, depth: usize) -> Option<Value> {
        let [place, list] = argument.as_array()?.as_slice() else { return None };
        let place: usize = self.text(place, depth).ok()?.parse().ok()?;
        let list = self.list(list, depth)?;
        match self.value(list.get(place)?, depth + 1) {
            Outcome::Known(value) => Some(value),
            _ => None,
        }
    }

    fn split(&mut self, argument: &Value, depth: usize) -> Option<Value> {
        let [Value::String(between), text] = argument.as_array()?.as_slice() else { return None };
        let text = self.text(text, depth).ok()?;
        if between.is_empty() {
            return None;
        }
        Some(text.split(between.as_str()).map(Value::from).collect())
    }

    fn find_in_map(&mut self, argument: &Value, depth: usize) -> Option<Value> {
        let [map, first, second, ..] = argument.as_array()?.as_slice() else { return None };
        let mut found = self.mappings?;
        for name in [map, first, second] {
            let name = self.text(name, depth).ok()?;
            found = found.get(&name)?;
        }
        Some(found.clone())
    }

    /// The branch that is taken; the first where the condition cannot be told.
    fn branch(&mut self, argument: &Value) -> Outcome {
        let Some([Value::String(condition), yes, no]) = argument.as_array().map(Vec::as_slice)
        else {
            return unknown(None, "If");
        };
        let branch = if self.condition(condition).unwrap_or(true) { yes } else { no };
        match Self::function(branch) {
            Some(("Ref", Value::String(name))) if name == "AWS::NoValue" => Outcome::Nothing,
            _ => Outcome::Known(branch.clone()),
        }
    }

    /// Whether a condition holds with the defaults; none where that cannot be told.
    pub(super) fn condition(&mut self, name: &str) -> Option<bool> {
        let mut budget = 1_000;
        self.holds(self.conditions?.get(name)?, 0, &mut budget)
    }

    fn holds(&mut self, said: &Value, depth: usize, budget: &mut usize) -> Option<bool> {
        *budget = budget.checked_sub(1)?;
        if depth > MAX_DEPTH {
            return None;
        }
        let Value::Object(members) = said else { return None };
        let (name, argument) = members.iter().next()?;
        if name == "Condition" {
            return self.holds(self.conditions?.get(argument.as_str()?)?, depth + 1, budget);
        }
        let list = argument.as_array()?;
        match (name.as_str(), list.as_slice()) {
            ("Fn::Equals", [one, other]) => {
                let one = self.text(one, depth).ok()?;
                Some(one == self.text(other, depth).ok()?)
            }
            ("Fn::Not", [one]) => self.holds(one, depth + 1, budget).map(|holds| !holds),
            ("Fn::And" | "Fn::Or", all) => {
                let decides = name == "Fn::Or";
                let mut whole = Some(!decides);
                for one in all {
                    match self.holds(one, depth + 1, budget) {
                        Some(holds) if holds == decides => return Some(decides),
                        None => whole = None,
                        Some(_) => {}
                    }
                }
                whole
            }
            _ => None,
        }
    }
}

fn unknown(words: Option<&str>, on: &str) -> Outcome {
    Outcome::Unknown { words: words.map(str::to_owned), on: on.to_owned() }
}

/// A parameter's default as its type has it; none where there is none that can be used.
fn default_of(parameter: &Value) -> Option<Value> {
    let default = parameter.get("Default")?;
    let kind = parameter.get("Type").and_then(Value::as_str).unwrap_or_default();
    match default {
        Value::String(text) if text.len() > LONGEST_PARAMETER || kind.starts_with("AWS::SSM::") => {
            None
        }
        Value::String(text) if kind == "CommaDelimitedList" || kind.starts_with("List<") => {
            Some(text.split(',').map(|one| Value::from(one.trim())).collect())
        }
        Value::String(_) | Value::Number(_) | Value::Bool(_) => Some(default.clone()),
        _ => None,
    }
}
