//! Go with the AWS SDK version 2.
//!
//! Owns its words. Source: the reference of `github.com/aws/aws-sdk-go-v2/service/dynamodb`. Go refuses what is imported and not
//! used, so that each import follows from what was written.

mod values;

use std::cell::Cell;

use super::layout::{Doc, Lines, Page, Style};
use super::program::{Node, Program, Sending, Step, Taken};
use super::shape::{Shape, Words};
use super::template::Template;
use super::words::{Case, Names, comment, pascal};
use values::literal;

const PAGE: Page = Page { indent: "\t", width: 96 };

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
    program: &'a Program,
    variables: Vec<String>,
    names: Names,
    lines: Lines,
    needs: Needs,
}

pub(super) fn write(program: &Program) -> String {
    let mut names = Names::new(Case::Camel, RESERVED);
    let variables = names.of_variables(&program.variables);
    let lines = Lines::new(PAGE, 0);
    let mut writer = Writer { program, variables, names, lines, needs: Needs::default() };
    writer.main();
    let main = std::mem::replace(&mut writer.lines, Lines::new(PAGE, 0)).text;
    writer.imports(main.contains("fmt.Sprintf("));
    let head = std::mem::replace(&mut writer.lines, Lines::new(PAGE, 0)).text;
    writer.functions();
    head + &main + &writer.lines.text
}

impl Writer<'_> {
    fn imports(&mut self, formats: bool) {
        const SDK: &str = "\"github.com/aws/aws-sdk-go-v2/";
        self.lines.line(&["package main"]);
        self.lines.line(&[]);
        self.lines.line(&["import ("]);
        self.lines.level = 1;
        self.lines.line(&["\"context\""]);
        for (needed, package) in [
            (self.needs.decoded.get(), "\"encoding/base64\""),
            (self.needs.show.get(), "\"encoding/json\""),
            (formats || self.needs.show.get(), "\"fmt\""),
        ] {
            if needed {
                self.lines.line(&[package]);
            }
        }
        self.lines.line(&["\"log\""]);
        self.lines.line(&[]);
        if self.needs.aws.get() {
            self.lines.line(&[SDK, "aws\""]);
        }
        self.lines.line(&[SDK, "config\""]);
        self.lines.line(&[SDK, "service/dynamodb\""]);
        if self.needs.types.get() {
            self.lines.line(&[SDK, "service/dynamodb/types\""]);
        }
        self.lines.level = 0;
        self.lines.line(&[")"]);
        self.lines.line(&[]);
    }

    fn main(&mut self) {
        self.lines.line(&["func main() {"]);
        self.lines.line(&["ctx := context.Background()"]);
        let note =
            "The region, the credentials and AWS_ENDPOINT_URL are taken from the environment.";
        self.lines.comment(&[note]);
        self.lines.line(&["cfg, err := config.LoadDefaultConfig(ctx)"]);
        self.failing();
        self.lines.line(&["client := dynamodb.NewFromConfig(cfg)"]);
        if !self.variables.is_empty() {
            self.lines.line(&[]);
        }
        for (variable, name) in self.program.variables.iter().zip(&self.variables) {
            let note =
                if variable.sample.is_some() { "" } else { " // this placeholder has no sample" };
            self.lines.line(&[name, " := ", &literal(&variable.value()), note]);
        }
        self.lines.line(&[]);
        self.lines.comment(&[&comment(&self.program.heading)]);
        for (place, step) in self.program.steps.iter().enumerate() {
            if place > 0 {
                self.lines.line(&[]);
            }
            self.step(step);
        }
        self.lines.line(&["}"]);
    }

    /// What follows a call that may fail.
    fn failing(&mut self) {
        self.lines.line(&["if err != nil {"]);
        self.lines.line(&["log.Fatal(err)"]);
        self.lines.line(&["}"]);
    }

    fn functions(&mut self) {
        if self.needs.show.get() {
            self.lines.line(&[]);
            self.lines.line(&["func show(value any) {"]);
            self.lines.line(&["text, err := json.MarshalIndent(value, \"\", \"  \")"]);
            self.failing();
            self.lines.line(&["fmt.Println(string(text))"]);
            self.lines.line(&["}"]);
        }
        if self.needs.decoded.get() {
            self.lines.line(&[]);
            self.lines.line(&["func decoded(text string) []byte {"]);
            self.lines.line(&["value, err := base64.StdEncoding.DecodeString(text)"]);
            self.failing();
            self.lines.line(&["return value"]);
            self.lines.line(&["}"]);
        }
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
        let call = call(step, self.members(step, ""));
        if step.taken == Taken::Nothing {
            self.lines.code(&call.after("_, err = "));
            self.failing();
            return;
        }
        let answer = self.names.fresh("answer");
        self.lines.code(&call.after(&format!("{answer}, err := ")));
        self.failing();
        let member = match step.taken {
            Taken::Item => "Item",
            Taken::Items => "Items",
            Taken::Count => "Count",
            Taken::Attributes => "Attributes",
            _ => "Responses",
        };
        self.show(&format!("{answer}.{member}"));
        if step.sending == Sending::OnePage {
            let next = if step.operation.name == "ExecuteStatement" {
                "NextToken"
            } else {
                "LastEvaluatedKey"
            };
            let there = "says where the next page begins.";
            self.lines.comment(&["Where there is more, ", &answer, ".", next, " ", there]);
        }
    }

    fn pages(&mut self, step: &Step) {
        let counts = step.taken == Taken::Count;
        let kept = self.names.fresh(if counts { "count" } else { "items" });
        self.lines.line(&["var ", &kept, if counts { " int32" } else { ITEMS }]);
        if !counts {
            self.needs.types.set(true);
        }
        let pages = self.names.fresh("pages");
        let operation = step.operation.name;
        let open = format!(
            "{pages} := dynamodb.New{operation}Paginator(client, &dynamodb.{operation}Input{{"
        );
        self.lines.code(&Doc::list(open, self.members(step, ""), "})", Style::Tight));
        self.lines.line(&["for ", &pages, ".HasMorePages() {"]);
        self.lines.line(&["page, err := ", &pages, ".NextPage(ctx)"]);
        self.failing();
        if counts {
            self.lines.line(&[&kept, " += page.Count"]);
        } else {
            self.lines.line(&[&kept, " = append(", &kept, ", page.Items...)"]);
        }
        self.lines.line(&["}"]);
        self.show(&kept);
    }

    fn tokens(&mut self, step: &Step) {
        let kept = self.names.fresh("items");
        let token = self.names.fresh("nextToken");
        self.needs.types.set(true);
        self.lines.line(&["var ", &kept, ITEMS]);
        match step.member("NextToken") {
            Some(Node::Text(text)) => {
                let first = self.pointer("String", &self.text(text));
                self.lines.line(&[&token, " := ", &first]);
            }
            _ => self.lines.line(&["var ", &token, " *string"]),
        }
        self.lines.line(&["for {"]);
        let mut members = self.members(step, "NextToken");
        members.push(Doc::Atom(format!("NextToken: {token}")));
        self.lines.code(&call(step, members).after("page, err := "));
        self.failing();
        self.lines.line(&[&kept, " = append(", &kept, ", page.Items...)"]);
        self.lines.line(&[&token, " = page.NextToken"]);
        self.lines.line(&["if ", &token, " == nil {"]);
        self.lines.line(&["break"]);
        self.lines.line(&["}"]);
        self.lines.line(&["}"]);
        self.show(&kept);
    }

    fn unprocessed(&mut self, step: &Step) {
        let reads = step.taken == Taken::ItemsByTable;
        let kept = if reads { self.names.fresh("found") } else { String::new() };
        if reads {
            self.needs.types.set(true);
            self.lines.line(&[&kept, " := map[string]", ITEMS.trim(), "{}"]);
        }
        let rest = self.names.fresh("requestItems");
        let items = step.member("RequestItems").map(|node| self.node(node, false));
        self.lines.code(&items.unwrap_or(Doc::atom("nil")).after(&format!("{rest} := ")));
        self.lines.line(&["for {"]);
        let mut members = vec![Doc::Atom(format!("RequestItems: {rest}"))];
        members.extend(self.members(step, "RequestItems"));
        self.lines.code(&call(step, members).after("response, err := "));
        self.failing();
        if reads {
            self.lines.line(&["for table, rows := range response.Responses {"]);
            self.lines.line(&[&kept, "[table] = append(", &kept, "[table], rows...)"]);
            self.lines.line(&["}"]);
        }
        let left = if reads { "UnprocessedKeys" } else { "UnprocessedItems" };
        self.lines.line(&[&rest, " = response.", left]);
        self.lines.line(&["if len(", &rest, ") == 0 {"]);
        self.lines.line(&["break"]);
        self.lines.line(&["}"]);
        self.lines.line(&["}"]);
        if reads {
            self.show(&kept);
        }
    }

    fn show(&mut self, what: &str) {
        self.needs.show.set(true);
        self.lines.line(&["show(", what, ")"]);
    }

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
