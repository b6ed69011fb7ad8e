//! Go with the AWS SDK version 2.
//!
//! Owns its words. Source: the reference of `github.com/aws/aws-sdk-go-v2/service/dynamodb`. Go refuses what is imported and not
//! used, so that each import follows from what was written.

mod values;

use std::cell::Cell;

use super::calls::{Calls, ENVIRONMENT, Rest, Source};
use super::layout::{Doc, Page, Style};
use super::program::{Node, Program, Step, Taken};
use super::shape::{Shape, Words};
use super::template::Template;
use super::values::Values;
use super::words::{Case, pascal};
use values::literal;

const PAGE: Page = Page { indent: "\t", width: 96, comment: "// " };

/// Words that the language or this code has given another meaning.
const RESERVED: &[&str] = &[
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package range",
    "return select struct switch type var any append bool byte cap clear close complex copy delete error false float int",
    "iota len make max min new nil panic print println real recover rune string true uint uintptr aws base64 client config",
    "cfg context ctx dynamodb err fmt json log main page response rows show table types decoded text init",
];

/// What the code before it needs of the packages.
#[derive(Default)]
struct Needs {
    aws: Cell<bool>,
    types: Cell<bool>,
    decoded: Cell<bool>,
    show: Cell<bool>,
}

struct Writer<'a> {
    source: Source<'a>,
    needs: Needs,
}

pub(super) fn write(program: &Program) -> String {
    let source = Source::new(program, PAGE, Case::Camel, RESERVED);
    let mut writer = Writer { source, needs: Needs::default() };
    writer.main();
    let main = writer.source.lines.take();
    writer.imports(main.contains("fmt.Sprintf("));
    let head = writer.source.lines.take();
    writer.functions();
    head + &main + &writer.source.lines.text
}

impl Writer<'_> {
    fn imports(&mut self, formats: bool) {
        const SDK: &str = "\"github.com/aws/aws-sdk-go-v2/";
        self.line(&["package main"]);
        self.line(&[]);
        self.line(&["import ("]);
        self.source.lines.level = 1;
        self.line(&["\"context\""]);
        for (needed, package) in [
            (self.needs.decoded.get(), "\"encoding/base64\""),
            (self.needs.show.get(), "\"encoding/json\""),
            (formats || self.needs.show.get(), "\"fmt\""),
        ] {
            if needed {
                self.line(&[package]);
            }
        }
        self.line(&["\"log\""]);
        self.line(&[]);
        if self.needs.aws.get() {
            self.line(&[SDK, "aws\""]);
        }
        self.line(&[SDK, "config\""]);
        self.line(&[SDK, "service/dynamodb\""]);
        if self.needs.types.get() {
            self.line(&[SDK, "service/dynamodb/types\""]);
        }
        self.source.lines.level = 0;
        self.line(&[")"]);
        self.line(&[]);
    }

    fn main(&mut self) {
        self.line(&["func main() {"]);
        self.line(&["ctx := context.Background()"]);
        self.source.lines.comment(&[ENVIRONMENT]);
        self.line(&["cfg, err := config.LoadDefaultConfig(ctx)"]);
        self.failing();
        self.line(&["client := dynamodb.NewFromConfig(cfg)"]);
        if !self.source.variables.is_empty() {
            self.line(&[]);
        }
        self.variables();
        self.line(&[]);
        self.calls();
        self.line(&["}"]);
    }

    /// What follows a call that may fail.
    fn failing(&mut self) {
        self.line(&["if err != nil {"]);
        self.line(&["log.Fatal(err)"]);
        self.line(&["}"]);
    }

    fn functions(&mut self) {
        if self.needs.show.get() {
            self.line(&[]);
            self.line(&["func show(value any) {"]);
            self.line(&["text, err := json.MarshalIndent(value, \"\", \"  \")"]);
            self.failing();
            self.line(&["fmt.Println(string(text))"]);
            self.line(&["}"]);
        }
        if self.needs.decoded.get() {
            self.line(&[]);
            self.line(&["func decoded(text string) []byte {"]);
            self.line(&["value, err := base64.StdEncoding.DecodeString(text)"]);
            self.failing();
            self.line(&["return value"]);
            self.line(&["}"]);
        }
    }
}

impl<'a> Calls<'a> for Writer<'a> {
    fn source(&mut self) -> &mut Source<'a> {
        &mut self.source
    }

    fn declare(&mut self, name: &str, value: &str, note: &str) {
        self.line(&[name, " := ", &literal(value), note]);
    }

    fn send(&mut self, step: &Step, answer: Option<&str>) {
        let call = call(step, self.members(step, ""));
        let kept = match answer {
            Some(answer) => format!("{answer}, err := "),
            None => "_, err = ".to_owned(),
        };
        self.code(&call.after(&kept));
        self.failing();
    }

    fn send_pages(&mut self, step: &Step, kept: &str) {
        let counts = step.taken == Taken::Count;
        self.line(&["var ", kept, if counts { " int32" } else { ITEMS }]);
        if !counts {
            self.needs.types.set(true);
        }
        let pages = self.source.names.fresh("pages");
        let operation = step.operation.name;
        let open = format!(
            "{pages} := dynamodb.New{operation}Paginator(client, &dynamodb.{operation}Input{{"
        );
        self.code(&Doc::list(open, self.members(step, ""), "})", Style::Tight));
        self.line(&["for ", &pages, ".HasMorePages() {"]);
        self.line(&["page, err := ", &pages, ".NextPage(ctx)"]);
        self.failing();
        if counts {
            self.line(&[kept, " += page.Count"]);
        } else {
            self.line(&[kept, " = append(", kept, ", page.Items...)"]);
        }
        self.line(&["}"]);
    }

    fn send_tokens(&mut self, step: &Step, kept: &str) {
        let token = self.source.names.fresh_member("NextToken");
        self.needs.types.set(true);
        self.line(&["var ", kept, ITEMS]);
        match step.member("NextToken") {
            Some(Node::Text(text)) => {
                let first = self.pointer("String", &self.text(text));
                self.line(&[&token, " := ", &first]);
            }
            _ => self.line(&["var ", &token, " *string"]),
        }
        self.line(&["for {"]);
        let mut members = self.members(step, "NextToken");
        members.push(Doc::Atom(format!("NextToken: {token}")));
        self.code(&call(step, members).after("page, err := "));
        self.failing();
        self.line(&[kept, " = append(", kept, ", page.Items...)"]);
        self.line(&[&token, " = page.NextToken"]);
        self.line(&["if ", &token, " == nil {"]);
        self.line(&["break"]);
        self.line(&["}"]);
        self.line(&["}"]);
    }

    fn send_rest(&mut self, step: &Step, rest: &Rest<'_>) {
        let Rest { kept, name, left } = *rest;
        if let Some(kept) = kept {
            self.needs.types.set(true);
            self.line(&[kept, " := map[string]", ITEMS.trim(), "{}"]);
        }
        let items = step.member("RequestItems").map(|node| self.node(node, false));
        self.code(&items.unwrap_or(Doc::atom("nil")).after(&format!("{name} := ")));
        self.line(&["for {"]);
        let mut members = vec![Doc::Atom(format!("RequestItems: {name}"))];
        members.extend(self.members(step, "RequestItems"));
        self.code(&call(step, members).after("response, err := "));
        self.failing();
        if let Some(kept) = kept {
            self.line(&["for table, rows := range response.Responses {"]);
            self.line(&[kept, "[table] = append(", kept, "[table], rows...)"]);
            self.line(&["}"]);
        }
        self.line(&[name, " = response.", left]);
        self.line(&["if len(", name, ") == 0 {"]);
        self.line(&["break"]);
        self.line(&["}"]);
        self.line(&["}"]);
    }

    fn of(&self, answer: &str, member: &str) -> String {
        format!("{answer}.{member}")
    }

    fn show(&mut self, what: &str) {
        self.needs.show.set(true);
        self.line(&["show(", what, ")"]);
    }
}

impl Writer<'_> {
    fn members(&self, step: &Step, left_out: &str) -> Vec<Doc> {
        let members = step.members.iter().filter(|(name, _)| *name != left_out);
        members.map(|(name, node)| self.member(name, node)).collect()
    }

    /// A member of a structure, which points to a text, a number or a structure.
    fn member(&self, name: &str, node: &Node) -> Doc {
        self.node(node, true).after(&format!("{name}: "))
    }

    fn pointer(&self, kind: &str, value: &str) -> String {
        self.needs.aws.set(true);
        format!("aws.{kind}({value})")
    }

    fn node(&self, node: &Node, pointed: bool) -> Doc {
        match node {
            Node::Text(text) if pointed => Doc::Atom(self.pointer("String", &self.text(text))),
            Node::Text(text) => Doc::Atom(self.text(text)),
            Node::Word(words, text) => Doc::Atom(self.word(words, text)),
            Node::Integer(number) => Doc::Atom(self.pointer("Int32", &number.to_string())),
            Node::Flag(flag) => Doc::Atom(self.pointer("Bool", &flag.to_string())),
            Node::Value(content) => self.content(content),
            Node::List(shape, nodes) => {
                let open = format!("[]{}{{", self.type_of(shape));
                let nodes = nodes.iter().map(|node| self.node(node, false).without_type(shape));
                Doc::list(open, nodes.collect(), "}", Style::Tight)
            }
            Node::Map(shape, members) => {
                let open = format!("map[string]{}{{", self.type_of(shape));
                let members = members.iter().map(|(name, node)| {
                    let value = self.node(node, false).without_type(shape);
                    value.after(&format!("{}: ", literal(name)))
                });
                Doc::list(open, members.collect(), "}", Style::Tight)
            }
            Node::Struct(structure, members) => {
                self.needs.types.set(true);
                let sign = if pointed { "&" } else { "" };
                let open = format!("{sign}types.{}{{", structure.name);
                let members = members.iter().map(|(name, node)| self.member(name, node));
                Doc::list(open, members.collect(), "}", Style::Tight)
            }
        }
    }

    fn type_of(&self, shape: &Shape) -> String {
        self.needs.types.set(self.needs.types.get() || *shape != Shape::Text);
        match shape {
            Shape::Value => "types.AttributeValue".to_owned(),
            Shape::Struct(structure) => format!("types.{}", structure.name),
            Shape::List(element) => format!("[]{}", self.type_of(element)),
            Shape::Map(element) => format!("map[string]{}", self.type_of(element)),
            _ => "string".to_owned(),
        }
    }

    fn word(&self, words: &Words, text: &Template) -> String {
        self.needs.types.set(true);
        match text.text() {
            Some(word) if words.all.contains(&word) => {
                format!("types.{}{}", words.name, pascal(word))
            }
            _ => format!("types.{}({})", words.name, self.text(text)),
        }
    }
}

/// The type of many items.
const ITEMS: &str = " []map[string]types.AttributeValue";

impl Doc {
    /// An element of a list or a map, whose type need not be said again.
    fn without_type(self, shape: &Shape) -> Self {
        match self {
            Self::List(mut list) if *shape != Shape::Value => {
                "{".clone_into(&mut list.open);
                Self::List(list)
            }
            other => other,
        }
    }
}

fn call(step: &Step, members: Vec<Doc>) -> Doc {
    let operation = step.operation.name;
    let open = format!("client.{operation}(ctx, &dynamodb.{operation}Input{{");
    Doc::list(open, members, "})", Style::Tight)
}
