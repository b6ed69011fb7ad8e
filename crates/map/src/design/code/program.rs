//! The calls of a request, read so that any language can write them.
//!
//! Owns what is to be written: the variables, each call's parameters with their types, and what becomes of the answer: which
//! call is sent once, and which is sent on until nothing is left, as the row itself does. It never writes a language.

use key_engine::order::sort_by;
use serde_json::{Map, Value};

use super::shape::{Shape, Structure, Words, shape_of};
use super::template::{Template, Variable};
use crate::design::parameters::{Operation, operation};
use crate::design::{Call, Request};

/// A request, read.
#[derive(Debug)]
pub(super) struct Program {
    /// The row's id and sentence.
    pub(super) heading: String,
    /// The placeholders that its calls use, in the order in which they are met.
    pub(super) variables: Vec<Variable>,
    /// Its calls.
    pub(super) steps: Vec<Step>,
}

/// A call, read.
#[derive(Debug)]
pub(super) struct Step {
    /// The operation.
    pub(super) operation: &'static Operation,
    /// The parameters that are given, in the operation's order.
    pub(super) members: Vec<(&'static str, Node)>,
    /// Parameters that the operation does not have, which `DynamoDB` passes over and an SDK does not take.
    pub(super) passed_over: Vec<String>,
    /// How often it is sent.
    pub(super) sending: Sending,
    /// What is taken from the answer.
    pub(super) taken: Taken,
}

/// How often a call is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sending {
    /// Once.
    Once,
    /// Once, with a `Limit`: there may be another page.
    OnePage,
    /// On from `LastEvaluatedKey`, until there is none.
    Pages,
    /// On from `NextToken`, until there is none.
    Tokens,
    /// What was not processed again, until all of it is.
    Unprocessed,
}

/// What is taken from an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// `Item`.
    Item,
    /// `Items`.
    Items,
    /// `Count`.
    Count,
    /// `Attributes`, as they were or are.
    Attributes,
    /// `Responses`, items by table.
    ItemsByTable,
    /// The `Item` of each of the `Responses`.
    ItemEach,
    /// Each of the `Responses`, an item or an error.
    Responses,
    /// Nothing.
    Nothing,
}

/// A parameter, or a part of one.
#[derive(Debug)]
pub(super) enum Node {
    Text(Template),
    Word(&'static Words, Template),
    Integer(i32),
    Flag(bool),
    Value(Content),
    /// Elements of a shape.
    List(&'static Shape, Vec<Node>),
    /// Members of a shape, by name.
    Map(&'static Shape, Vec<(String, Node)>),
    Struct(&'static Structure, Vec<(&'static str, Node)>),
}

/// An attribute value.
#[derive(Debug)]
pub(super) enum Content {
    S(Template),
    N(Template),
    /// Base64.
    B(Template),
    Bool(bool),
    Null(bool),
    Ss(Vec<Template>),
    Ns(Vec<Template>),
    Bs(Vec<Template>),
    L(Vec<Content>),
    M(Vec<(String, Content)>),
}

impl Node {
    fn has_bytes(&self) -> bool {
        match self {
            Self::Value(content) => content.has_bytes(),
            Self::List(_, nodes) => nodes.iter().any(Self::has_bytes),
            Self::Map(_, members) => members.iter().any(|(_, node)| node.has_bytes()),
            Self::Struct(_, members) => members.iter().any(|(_, node)| node.has_bytes()),
            Self::Text(_) | Self::Word(..) | Self::Integer(_) | Self::Flag(_) => false,
        }
    }
}

impl Node {
    fn add_types(&self, types: &mut Vec<&'static str>) {
        match self {
            Self::Text(_) | Self::Integer(_) | Self::Flag(_) => {}
            Self::Word(words, _) => types.push(words.name),
            Self::Value(_) => types.push("AttributeValue"),
            Self::List(_, nodes) => {
                for node in nodes {
                    node.add_types(types);
                }
            }
            Self::Map(_, members) => {
                for (_, node) in members {
                    node.add_types(types);
                }
            }
            Self::Struct(structure, members) => {
                types.push(structure.name);
                for (_, node) in members {
                    node.add_types(types);
                }
            }
        }
    }
}

impl Content {
    fn has_bytes(&self) -> bool {
        match self {
            Self::B(_) | Self::Bs(_) => true,
            Self::L(contents) => contents.iter().any(Self::has_bytes),
            Self::M(members) => members.iter().any(|(_, content)| content.has_bytes()),
            _ => false,
        }
    }
}

impl Step {
    /// A parameter.
    pub(super) fn member(&self, name: &str) -> Option<&Node> {
        self.members.iter().find(|(known, _)| *known == name).map(|(_, node)| node)
    }
}

impl Program {
    /// Whether there is a binary value in it.
    pub(super) fn has_bytes(&self) -> bool {
        self.steps.iter().flat_map(|step| &step.members).any(|(_, node)| node.has_bytes())
    }

    /// The names of the types that are needed to write it, in order of the alphabet.
    pub(super) fn types(&self) -> Vec<&'static str> {
        let mut types = Vec::new();
        for (_, node) in self.steps.iter().flat_map(|step| &step.members) {
            node.add_types(&mut types);
        }
        sort_by(&mut types, Ord::cmp);
        types.dedup();
        types
    }

    /// Reads a request.
    ///
    /// # Errors
    /// A sentence that says what of it has no words in a language: nothing to call, or a value that is not what the parameter takes.
    pub(super) fn read(request: &Request) -> Result<Self, String> {
        if request.calls.is_empty() {
            return Err("This row has no calls yet, so there is no code for it.".to_owned());
        }
        let mut program = Self {
            heading: heading(request),
            variables: Vec::new(),
            steps: Vec::with_capacity(request.calls.len()),
        };
        for (place, call) in request.calls.iter().enumerate() {
            let step = Reading { request, operation: &call.operation, program: &mut program }
                .step(call)
                .map_err(|problem| {
                    if request.calls.len() > 1 {
                        return format!("Call {}: {problem}", place + 1);
                    }
                    let mut letters = problem.chars();
                    let first = letters.next().map(|first| first.to_ascii_uppercase());
                    first.into_iter().chain(letters).collect()
                })?;
            program.steps.push(step);
        }
        Ok(program)
    }
}

/// The row's id and sentence, as a line.
pub(super) fn heading(request: &Request) -> String {
    match (request.id.trim(), request.sentence.trim()) {
        (id, "") => id.to_owned(),
        ("", sentence) => sentence.to_owned(),
        (id, sentence) => format!("{id}: {sentence}"),
    }
}

struct Reading<'a> {
    request: &'a Request,
    operation: &'a str,
    program: &'a mut Program,
}

type Read<T> = Result<T, String>;

impl Reading<'_> {
    fn step(mut self, call: &Call) -> Read<Step> {
        let Some(operation) = operation(&call.operation) else {
            let shown: String = call.operation.chars().take(40).collect();
            return Err(match shown.trim() {
                "" => "a call has no operation yet, so there is no code for it.".to_owned(),
                shown => format!("{shown} is no operation on items, so there is no code for it."),
            });
        };
        let Some(input) = call.input.as_object() else {
            return Err(refused(operation.name, "input", "an object"));
        };
        let members = self.members(operation.parameters, input, operation.name)?;
        let known = |name: &String| operation.parameters.contains(&name.as_str());
        let mut step = Step {
            operation,
            members,
            passed_over: input.keys().filter(|name| !known(name)).cloned().collect(),
            sending: Sending::Once,
            taken: taken(operation.name, input),
        };
        step.sending = sending(&step);
        Ok(step)
    }

    /// The members that are given, of those that there are; null says that one is not given.
    fn members(
        &mut self,
        known: &'static [&'static str],
        given: &Map<String, Value>,
        at: &str,
    ) -> Read<Vec<(&'static str, Node)>> {
        let mut members = Vec::new();
        for name in known {
            if let Some(value) = given.get(*name).filter(|value| !value.is_null()) {
                let at = format!("{at}.{name}");
                members.push((*name, self.node(&shape_of(self.operation, name), value, &at)?));
            }
        }
        Ok(members)
    }

    fn node(&mut self, shape: &Shape, value: &Value, at: &str) -> Read<Node> {
        Ok(match (shape, value) {
            (Shape::Text, Value::String(text)) => Node::Text(self.template(text)),
            (Shape::Word(words), Value::String(text)) => Node::Word(words, self.template(text)),
            (Shape::Integer, value) => {
                match value.as_i64().and_then(|whole| i32::try_from(whole).ok()) {
                    Some(number) => Node::Integer(number),
                    None => return Err(refused(at, "value", "a whole number")),
                }
            }
            (Shape::Flag, Value::Bool(flag)) => Node::Flag(*flag),
            (Shape::Value, value) => Node::Value(self.content(value, at)?),
            (Shape::List(element), Value::Array(elements)) => {
                let mut nodes = Vec::with_capacity(elements.len());
                for (place, value) in elements.iter().enumerate() {
                    nodes.push(self.node(element, value, &format!("{at}[{place}]"))?);
                }
                Node::List(element, nodes)
            }
            (Shape::Map(element), Value::Object(members)) => {
                let mut nodes = Vec::with_capacity(members.len());
                for (name, value) in members {
                    let node = self.node(element, value, &format!("{at}.{name}"))?;
                    nodes.push((name.clone(), node));
                }
                Node::Map(element, nodes)
            }
            (Shape::Struct(structure), Value::Object(given)) => {
                Node::Struct(structure, self.members(structure.members, given, at)?)
            }
            (Shape::Text | Shape::Word(_), _) => return Err(refused(at, "value", "a text")),
            (Shape::Flag, _) => return Err(refused(at, "value", "true or false")),
            (Shape::List(_), _) => return Err(refused(at, "value", "a list")),
            (Shape::Map(_) | Shape::Struct(_), _) => {
                return Err(refused(at, "value", "an object"));
            }
        })
    }

    fn content(&mut self, value: &Value, at: &str) -> Read<Content> {
        const EXPECTED: &str = "an attribute value such as {\"S\": \"text\"}";
        let members = value.as_object().filter(|members| members.len() == 1);
        let Some((kind, inner)) = members.and_then(|members| members.iter().next()) else {
            return Err(refused(at, "value", EXPECTED));
        };
        Ok(match (kind.as_str(), inner) {
            ("S", Value::String(text)) => Content::S(self.template(text)),
            ("N", Value::String(text)) => Content::N(self.template(text)),
            ("B", Value::String(text)) => Content::B(self.template(text)),
            ("BOOL", Value::Bool(flag)) => Content::Bool(*flag),
            ("NULL", Value::Bool(flag)) => Content::Null(*flag),
            ("SS", Value::Array(elements)) => Content::Ss(self.set(elements, at)?),
            ("NS", Value::Array(elements)) => Content::Ns(self.set(elements, at)?),
            ("BS", Value::Array(elements)) => Content::Bs(self.set(elements, at)?),
            ("L", Value::Array(elements)) => {
                let mut contents = Vec::with_capacity(elements.len());
                for (place, value) in elements.iter().enumerate() {
                    contents.push(self.content(value, &format!("{at}[{place}]"))?);
                }
                Content::L(contents)
            }
            ("M", Value::Object(members)) => {
                let mut contents = Vec::with_capacity(members.len());
                for (name, value) in members {
                    let content = self.content(value, &format!("{at}.{name}"))?;
                    contents.push((name.clone(), content));
                }
                Content::M(contents)
            }
            _ => return Err(refused(at, "value", EXPECTED)),
        })
    }

    fn set(&mut self, elements: &[Value], at: &str) -> Read<Vec<Template>> {
        let texts = elements.iter().map(|element| match element {
            Value::String(text) => Ok(self.template(text)),
            _ => Err(refused(at, "set", "one of texts in quotes")),
        });
        texts.collect()
    }

    fn template(&mut self, text: &str) -> Template {
        Template::read(text, self.request, &mut self.program.variables)
    }
}

fn refused(at: &str, what: &str, expected: &str) -> String {
    let shown: String = at.chars().take(80).collect();
    format!("the {what} of {shown} is not {expected}, so there is no code for it.")
}

fn taken(operation: &str, input: &Map<String, Value>) -> Taken {
    let word = |name: &str| input.get(name).and_then(Value::as_str).unwrap_or_default();
    match operation {
        "GetItem" => Taken::Item,
        "Query" | "Scan" if word("Select") == "COUNT" => Taken::Count,
        "Query" | "Scan" | "ExecuteStatement" => Taken::Items,
        "PutItem" | "UpdateItem" | "DeleteItem" => match word("ReturnValues") {
            "" | "NONE" => Taken::Nothing,
            _ => Taken::Attributes,
        },
        "BatchGetItem" => Taken::ItemsByTable,
        "TransactGetItems" | "ExecuteTransaction" => Taken::ItemEach,
        "BatchExecuteStatement" => Taken::Responses,
        _ => Taken::Nothing,
    }
}

fn sending(step: &Step) -> Sending {
    let limited = step.member("Limit").is_some();
    match step.operation.name {
        "Query" | "Scan" | "ExecuteStatement" if limited => Sending::OnePage,
        "Query" | "Scan" => Sending::Pages,
        "ExecuteStatement" => Sending::Tokens,
        "BatchGetItem" | "BatchWriteItem" => Sending::Unprocessed,
        _ => Sending::Once,
    }
}
