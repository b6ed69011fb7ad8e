//! Rust with the AWS SDK, as a program for tokio.
//!
//! Owns its words. Source: the reference of the crate `aws-sdk-dynamodb`.

mod values;

use std::cell::Cell;

use super::layout::{Doc, Lines, Page, Style};
use super::program::{Node, Program, Sending, Step, Taken};
use super::shape::Words;
use super::template::Template;
use super::words::{Case, Names, comment, pascal, snake};
pub(super) use values::bytes_literal;
use values::{literal, vector};

const PAGE: Page = Page { indent: "    ", width: 96 };

/// Words that the language or this code has given another meaning.
const RESERVED: &[&str] = &[
    "as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let",
    "loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof",
    "union unsafe unsized use virtual where while yield abstract config client page response table rows main",
];

struct Writer<'a> {
    program: &'a Program,
    variables: Vec<String>,
    names: Names,
    lines: Lines,
    has_maps: Cell<bool>,
    has_blobs: Cell<bool>,
}

pub(super) fn write(program: &Program) -> String {
    let mut names = Names::new(Case::Snake, RESERVED);
    let variables = names.of_variables(&program.variables);
    let mut writer = Writer {
        program,
        variables,
        names,
        lines: Lines::new(PAGE, 0),
        has_maps: Cell::new(false),
        has_blobs: Cell::new(false),
    };
    writer.main();
    let main = std::mem::replace(&mut writer.lines, Lines::new(PAGE, 0)).text;
    writer.uses();
    writer.lines.text + &main
}

impl Writer<'_> {
    fn uses(&mut self) {
        if self.has_maps.get() {
            self.lines.line(&["use std::collections::HashMap;"]);
            self.lines.line(&[]);
        }
        self.lines.line(&["use aws_sdk_dynamodb::Client;"]);
        if self.has_blobs.get() {
            self.lines.line(&["use aws_sdk_dynamodb::primitives::Blob;"]);
        }
        let types = self.program.types();
        match types.as_slice() {
            [] => {}
            [only] => self.lines.line(&["use aws_sdk_dynamodb::types::", only, ";"]),
            _ => {
                let types = types.into_iter().map(Doc::atom).collect();
                let open = "use aws_sdk_dynamodb::types::{";
                self.lines.code(&Doc::list(open, types, "};", Style::Tight));
            }
        }
        self.lines.line(&[]);
    }

    fn main(&mut self) {
        self.lines.line(&["#[tokio::main]"]);
        self.lines.line(&["async fn main() -> Result<(), Box<dyn std::error::Error>> {"]);
        let note =
            "The region, the credentials and AWS_ENDPOINT_URL are taken from the environment.";
        self.lines.comment(&[note]);
        let load = "aws_config::load_defaults(aws_config::BehaviorVersion::latest()).await;";
        self.lines.line(&["let config = ", load]);
        self.lines.line(&["let client = Client::new(&config);"]);
        if !self.variables.is_empty() {
            self.lines.line(&[]);
        }
        for (variable, name) in self.program.variables.iter().zip(&self.variables) {
            let note =
                if variable.sample.is_some() { "" } else { " // this placeholder has no sample" };
            self.lines.line(&["let ", name, " = ", &literal(&variable.value()), ";", note]);
        }
        self.lines.line(&[]);
        self.lines.comment(&[&comment(&self.program.heading)]);
        for (place, step) in self.program.steps.iter().enumerate() {
            if place > 0 {
                self.lines.line(&[]);
            }
            self.step(step);
        }
        self.lines.line(&["Ok(())"]);
        self.lines.line(&["}"]);
    }

    fn step(&mut self, step: &Step) {
        for name in &step.passed_over {
            let operation = step.operation.name;
            let name = comment(name);
            self.lines.comment(&[
                operation,
                " has no parameter ",
                &name,
                "; DynamoDB passes over it.",
            ]);
        }
        match step.sending {
            Sending::Pages => self.pages(step),
            Sending::Tokens => self.tokens(step),
            Sending::Unprocessed => self.unprocessed(step),
            Sending::Once | Sending::OnePage => self.once(step),
        }
    }

    fn once(&mut self, step: &Step) {
        let call = self.call(step, "", &[".send()", ".await?"]).before(";");
        if step.taken == Taken::Nothing {
            self.lines.code(&call);
            return;
        }
        let answer = self.names.fresh("answer");
        self.lines.code(&call.after(&format!("let {answer} = ")));
        let member = match step.taken {
            Taken::Item => "item",
            Taken::Items => "items",
            Taken::Count => "count",
            Taken::Attributes => "attributes",
            _ => "responses",
        };
        self.lines.line(&["println!(\"{:#?}\", ", &answer, ".", member, ");"]);
        if step.sending == Sending::OnePage {
            let next = if step.operation.name == "ExecuteStatement" {
                "next_token"
            } else {
                "last_evaluated_key"
            };
            let there = "says where the next page begins.";
            self.lines.comment(&["Where there is more, ", &answer, ".", next, " ", there]);
        }
    }

    fn pages(&mut self, step: &Step) {
        let counts = step.taken == Taken::Count;
        let kept = self.names.fresh(if counts { "count" } else { "items" });
        let start = if counts { " = 0;" } else { " = Vec::new();" };
        self.lines.line(&["let mut ", &kept, start]);
        let call = self.call(step, "", &[".into_paginator()", ".send()"]).before(";");
        let pages = self.names.fresh("pages");
        self.lines.code(&call.after(&format!("let mut {pages} = ")));
        self.lines.line(&["while let Some(page) = ", &pages, ".next().await {"]);
        if counts {
            self.lines.line(&[&kept, " += page?.count;"]);
        } else {
            self.lines.line(&[&kept, ".extend(page?.items.unwrap_or_default());"]);
        }
        self.lines.line(&["}"]);
        self.show(&kept);
    }

    fn tokens(&mut self, step: &Step) {
        let kept = self.names.fresh("items");
        let token = self.names.fresh("next_token");
        self.lines.line(&["let mut ", &kept, " = Vec::new();"]);
        let first = match step.member("NextToken") {
            Some(Node::Text(text)) => format!("Some({})", self.owned(text)),
            _ => "None".to_owned(),
        };
        self.lines.line(&["let mut ", &token, ": Option<String> = ", &first, ";"]);
        self.lines.line(&["loop {"]);
        let set = format!(".set_next_token({token})");
        let call = self.call(step, "NextToken", &[&set, ".send()", ".await?"]).before(";");
        self.lines.code(&call.after("let page = "));
        self.lines.line(&[&kept, ".extend(page.items.unwrap_or_default());"]);
        self.lines.line(&[&token, " = page.next_token;"]);
        self.lines.line(&["if ", &token, ".is_none() {"]);
        self.lines.line(&["break;"]);
        self.lines.line(&["}"]);
        self.lines.line(&["}"]);
        self.show(&kept);
    }

    fn unprocessed(&mut self, step: &Step) {
        self.has_maps.set(true);
        let reads = step.taken == Taken::ItemsByTable;
        let kept = if reads { self.names.fresh("found") } else { String::new() };
        if reads {
            self.lines.line(&["let mut ", &kept, ": HashMap<String, Vec<_>> = HashMap::new();"]);
        }
        let rest = self.names.fresh("request_items");
        let items = step.member("RequestItems").map(|node| self.node(node, true));
        let items = items.unwrap_or(Doc::atom("HashMap::new()"));
        self.lines.code(&items.after(&format!("let mut {rest} = ")).before(";"));
        self.lines.line(&["loop {"]);
        let set = format!(".set_request_items(Some({rest}))");
        let call = self.call(step, "RequestItems", &[&set, ".send()", ".await?"]).before(";");
        self.lines.code(&call.after("let response = "));
        if reads {
            self.lines.line(&["for (table, rows) in response.responses.unwrap_or_default() {"]);
            self.lines.line(&[&kept, ".entry(table).or_default().extend(rows);"]);
            self.lines.line(&["}"]);
        }
        let left = if reads { "unprocessed_keys" } else { "unprocessed_items" };
        self.lines.line(&[&rest, " = response.", left, ".unwrap_or_default();"]);
        self.lines.line(&["if ", &rest, ".is_empty() {"]);
        self.lines.line(&["break;"]);
        self.lines.line(&["}"]);
        self.lines.line(&["}"]);
        if reads {
            self.show(&kept);
        }
    }

    fn show(&mut self, what: &str) {
        self.lines.line(&["println!(\"{", what, ":#?}\");"]);
    }

    /// The call with its parameters but one, and what ends it.
    fn call(&self, step: &Step, left_out: &str, ends: &[&str]) -> Doc {
        let mut links = vec![Doc::Atom(format!(".{}()", snake(step.operation.name)))];
        for (name, node) in step.members.iter().filter(|(name, _)| *name != left_out) {
            self.links(name, node, &mut links);
        }
        links.extend(ends.iter().map(|end| Doc::atom(*end)));
        Doc::Chain("client".to_owned(), links)
    }

    /// A parameter as links of a builder: a list or a map is added to, an empty one is set.
    fn links(&self, name: &str, node: &Node, links: &mut Vec<Doc>) {
        let open = format!(".{}(", snake(name));
        let link = |pieces| Doc::list(open.clone(), pieces, ")", Style::Tight);
        match node {
            Node::List(_, nodes) if !nodes.is_empty() => {
                links.extend(nodes.iter().map(|node| link(vec![self.node(node, false)])));
            }
            Node::Map(_, members) if !members.is_empty() => {
                links.extend(members.iter().map(|(name, node)| {
                    link(vec![Doc::Atom(literal(name)), self.node(node, false)])
                }));
            }
            Node::List(..) => {
                links.push(Doc::Atom(format!(".set_{}(Some(Vec::new()))", snake(name))));
            }
            Node::Map(..) => {
                self.has_maps.set(true);
                links.push(Doc::Atom(format!(".set_{}(Some(HashMap::new()))", snake(name))));
            }
            node => links.push(link(vec![self.node(node, false)])),
        }
    }

    /// A value by itself. Texts are `owned` where a builder does not make them so.
    fn node(&self, node: &Node, owned: bool) -> Doc {
        match node {
            Node::Text(text) if owned => Doc::Atom(self.owned(text)),
            Node::Text(text) => Doc::Atom(self.text(text)),
            Node::Word(words, text) => Doc::Atom(self.word(words, text)),
            Node::Integer(number) => Doc::Atom(number.to_string()),
            Node::Flag(flag) => Doc::Atom(flag.to_string()),
            Node::Value(content) => self.content(content),
            Node::List(_, nodes) => {
                vector(nodes.iter().map(|node| self.node(node, true)).collect())
            }
            Node::Map(_, members) => self.map(
                members.iter().map(|(name, node)| (name.as_str(), self.node(node, true))).collect(),
            ),
            Node::Struct(structure, members) => {
                let mut links = Vec::new();
                for (name, node) in members {
                    self.links(name, node, &mut links);
                }
                links.push(Doc::atom(if structure.is_checked { ".build()?" } else { ".build()" }));
                Doc::Chain(format!("{}::builder()", structure.name), links)
            }
        }
    }

    fn word(&self, words: &Words, text: &Template) -> String {
        match text.text() {
            Some(word) if words.all.contains(&word) => format!("{}::{}", words.name, pascal(word)),
            Some(word) => format!("{}::from({})", words.name, literal(word)),
            None => format!("{}::from({}.as_str())", words.name, self.owned(text)),
        }
    }
}
