//! Rust with the AWS SDK, as a program for tokio.
//!
//! Owns its words. Source: the reference of the crate `aws-sdk-dynamodb`.

mod values;

use std::cell::Cell;

use super::calls::{Calls, ENVIRONMENT, Rest, Source};
use super::layout::{Doc, Page, Style};
use super::program::{Node, Program, Step, Taken};
use super::shape::Words;
use super::template::Template;
use super::values::Values;
use super::words::{Case, pascal, snake};
pub(super) use values::bytes_literal;
use values::literal;

const PAGE: Page = Page { indent: "    ", width: 96, comment: "// " };

/// Words that the language or this code has given another meaning.
const RESERVED: &[&str] = &[
    "as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let",
    "loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof",
    "union unsafe unsized use virtual where while yield abstract config client page response table rows main",
];

struct Writer<'a> {
    source: Source<'a>,
    has_maps: Cell<bool>,
    has_blobs: Cell<bool>,
}

pub(super) fn write(program: &Program) -> String {
    let source = Source::new(program, PAGE, Case::Snake, RESERVED);
    let mut writer = Writer { source, has_maps: Cell::new(false), has_blobs: Cell::new(false) };
    writer.main();
    let main = writer.source.lines.take();
    writer.uses();
    writer.source.lines.text + &main
}

impl Writer<'_> {
    fn uses(&mut self) {
        if self.has_maps.get() {
            self.line(&["use std::collections::HashMap;"]);
            self.line(&[]);
        }
        self.line(&["use aws_sdk_dynamodb::Client;"]);
        if self.has_blobs.get() {
            self.line(&["use aws_sdk_dynamodb::primitives::Blob;"]);
        }
        let types = self.source.program.types();
        match types.as_slice() {
            [] => {}
            [only] => self.line(&["use aws_sdk_dynamodb::types::", only, ";"]),
            _ => {
                let types = types.into_iter().map(Doc::atom).collect();
                let open = "use aws_sdk_dynamodb::types::{";
                self.code(&Doc::list(open, types, "};", Style::Tight));
            }
        }
        self.line(&[]);
    }

    fn main(&mut self) {
        self.line(&["#[tokio::main]"]);
        self.line(&["async fn main() -> Result<(), Box<dyn std::error::Error>> {"]);
        self.source.lines.comment(&[ENVIRONMENT]);
        let load = "aws_config::load_defaults(aws_config::BehaviorVersion::latest()).await;";
        self.line(&["let config = ", load]);
        self.line(&["let client = Client::new(&config);"]);
        if !self.source.variables.is_empty() {
            self.line(&[]);
        }
        self.variables();
        self.line(&[]);
        self.calls();
        self.line(&["Ok(())"]);
        self.line(&["}"]);
    }
}

impl<'a> Calls<'a> for Writer<'a> {
    fn source(&mut self) -> &mut Source<'a> {
        &mut self.source
    }

    fn declare(&mut self, name: &str, value: &str, note: &str) {
        self.line(&["let ", name, " = ", &literal(value), ";", note]);
    }

    fn send(&mut self, step: &Step, answer: Option<&str>) {
        let kept = answer.map(|answer| format!("let {answer} = ")).unwrap_or_default();
        let call = self.call(step, "", &[".send()", ".await?"]).before(";").after(&kept);
        self.code(&call);
    }

    fn send_pages(&mut self, step: &Step, kept: &str) {
        let counts = step.taken == Taken::Count;
        let start = if counts { " = 0;" } else { " = Vec::new();" };
        self.line(&["let mut ", kept, start]);
        let call = self.call(step, "", &[".into_paginator()", ".send()"]).before(";");
        let pages = self.source.names.fresh("pages");
        self.code(&call.after(&format!("let mut {pages} = ")));
        self.line(&["while let Some(page) = ", &pages, ".next().await {"]);
        if counts {
            self.line(&[kept, " += page?.count;"]);
        } else {
            self.line(&[kept, ".extend(page?.items.unwrap_or_default());"]);
        }
        self.line(&["}"]);
    }

    fn send_tokens(&mut self, step: &Step, kept: &str) {
        let token = self.source.names.fresh_member("NextToken");
        self.line(&["let mut ", kept, " = Vec::new();"]);
        let first = match step.member("NextToken") {
            Some(Node::Text(text)) => format!("Some({})", self.owned(text)),
            _ => "None".to_owned(),
        };
        self.line(&["let mut ", &token, ": Option<String> = ", &first, ";"]);
        self.line(&["loop {"]);
        let set = format!(".set_next_token({token})");
        let call = self.call(step, "NextToken", &[&set, ".send()", ".await?"]).before(";");
        self.code(&call.after("let page = "));
        self.line(&[kept, ".extend(page.items.unwrap_or_default());"]);
        self.line(&[&token, " = page.next_token;"]);
        self.line(&["if ", &token, ".is_none() {"]);
        self.line(&["break;"]);
        self.line(&["}"]);
        self.line(&["}"]);
    }

    fn send_rest(&mut self, step: &Step, rest: &Rest<'_>) {
        let Rest { kept, name, left } = *rest;
        self.has_maps.set(true);
        if let Some(kept) = kept {
            self.line(&["let mut ", kept, ": HashMap<String, Vec<_>> = HashMap::new();"]);
        }
        let items = step.member("RequestItems").map(|node| self.node(node, true));
        let items = items.unwrap_or(Doc::atom("HashMap::new()"));
        self.code(&items.after(&format!("let mut {name} = ")).before(";"));
        self.line(&["loop {"]);
        let set = format!(".set_request_items(Some({name}))");
        let call = self.call(step, "RequestItems", &[&set, ".send()", ".await?"]).before(";");
        self.code(&call.after("let response = "));
        if let Some(kept) = kept {
            self.line(&["for (table, rows) in response.responses.unwrap_or_default() {"]);
            self.line(&[kept, ".entry(table).or_default().extend(rows);"]);
            self.line(&["}"]);
        }
        let left = snake(left);
        self.line(&[name, " = response.", &left, ".unwrap_or_default();"]);
        self.line(&["if ", name, ".is_empty() {"]);
        self.line(&["break;"]);
        self.line(&["}"]);
        self.line(&["}"]);
    }

    fn of(&self, answer: &str, member: &str) -> String {
        format!("{answer}.{}", snake(member))
    }

    fn show(&mut self, what: &str) {
        self.line(&["println!(\"{", what, ":#?}\");"]);
    }

    fn show_part(&mut self, what: &str) {
        self.line(&["println!(\"{:#?}\", ", what, ");"]);
    }
}

impl Writer<'_> {
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
                self.list("L", nodes.iter().map(|node| self.node(node, true)).collect())
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
