//! Python with boto3's client, values with their types.
//!
//! Owns its words. Source: the reference of boto3, `DynamoDB.Client`.

use super::layout::{Doc, Page, Style};
use super::program::{Content, Node, Program, Sending, Step, Taken};
use super::template::{Part, Template};
use super::words::{Case, Names, comment, is_hidden, push_hex, snake};

const PAGE: Page = Page { indent: "    ", width: 88 };

/// Words that the language or this code has given another meaning.
const RESERVED: &[&str] = &[
    "false none true and as assert async await break class continue def del elif else except finally for from global if",
    "import in is lambda nonlocal not or pass raise return try while with yield match case type print list dict set str",
    "int float bytes len base64 boto3 client page response table rows",
];

struct Writer<'a> {
    program: &'a Program,
    variables: Vec<String>,
    names: Names,
    out: String,
}

pub(super) fn write(program: &Program) -> String {
    let mut names = Names::new(Case::Snake, RESERVED);
    let variables = names.of_variables(&program.variables);
    let mut writer = Writer { program, variables, names, out: String::new() };
    writer.head();
    writer.line(&["\n# ", &comment(&program.heading)]);
    for (place, step) in program.steps.iter().enumerate() {
        if place > 0 {
            writer.line(&[]);
        }
        writer.step(step);
    }
    writer.out
}

impl Writer<'_> {
    fn line(&mut self, parts: &[&str]) {
        for part in parts {
            self.out.push_str(part);
        }
        self.out.push('\n');
    }

    fn head(&mut self) {
        if self.program.has_bytes() {
            self.line(&["import base64\n"]);
        }
        self.line(&["import boto3\n"]);
        self.line(&[
            "# The region, the credentials and AWS_ENDPOINT_URL are taken from the environment.",
        ]);
        self.line(&["client = boto3.client(\"dynamodb\")"]);
        if !self.variables.is_empty() {
            self.line(&[]);
        }
        for (variable, name) in self.program.variables.iter().zip(self.variables.clone()) {
            let note =
                if variable.sample.is_some() { "" } else { "  # this placeholder has no sample" };
            self.line(&[&name, " = ", &literal(&variable.value()), note]);
        }
    }

    fn step(&mut self, step: &Step) {
        for name in &step.passed_over {
            let name = comment(name);
            self.line(&[
                "# ",
                step.operation.name,
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
        let send = send(step, self.members(step));
        if step.taken == Taken::Nothing {
            self.line(&[&PAGE.print(&send, 0)]);
            return;
        }
        let answer = self.names.fresh("answer");
        self.line(&[&PAGE.print(&send.after(&format!("{answer} = ")), 0)]);
        let of = |member: &str| format!("{answer}.get(\"{member}\")");
        let shown = match step.taken {
            Taken::Item => of("Item"),
            Taken::Items => of("Items"),
            Taken::Count => of("Count"),
            Taken::Attributes => of("Attributes"),
            Taken::ItemEach => {
                format!("[each.get(\"Item\") for each in {answer}.get(\"Responses\", [])]")
            }
            Taken::ItemsByTable | Taken::Responses | Taken::Nothing => of("Responses"),
        };
        self.line(&["print(", &shown, ")"]);
        if step.sending == Sending::OnePage {
            let next = if step.operation.name == "ExecuteStatement" {
                "NextToken"
            } else {
                "LastEvaluatedKey"
            };
            self.line(&["# Where there is more, ", &of(next), " says where the next page begins."]);
        }
    }

    fn pages(&mut self, step: &Step) {
        let counts = step.taken == Taken::Count;
        let kept = self.names.fresh(if counts { "count" } else { "items" });
        self.line(&[&kept, if counts { " = 0" } else { " = []" }]);
        let operation = snake(step.operation.name);
        let open = format!("for page in client.get_paginator(\"{operation}\").paginate(");
        let call = Doc::list(open, self.members(step), "):", Style::Tight);
        self.line(&[&PAGE.print(&call, 0)]);
        if counts {
            self.line(&["    ", &kept, " += page[\"Count\"]"]);
        } else {
            self.line(&["    ", &kept, ".extend(page.get(\"Items\", []))"]);
        }
        self.line(&["print(", &kept, ")"]);
    }

    fn tokens(&mut self, step: &Step) {
        let kept = self.names.fresh("items");
        let input = self.names.fresh("statement_input");
        self.line(&[&kept, " = []"]);
        let members = step.members.iter();
        let members = members.map(|(name, node)| member(name, self.node(node))).collect();
        let dictionary = Doc::list(format!("{input} = {{"), members, "}", Style::Tight);
        self.line(&[&PAGE.print(&dictionary, 0)]);
        self.line(&["while True:"]);
        self.line(&["    page = client.execute_statement(**", &input, ")"]);
        self.line(&["    ", &kept, ".extend(page.get(\"Items\", []))"]);
        self.line(&["    if \"NextToken\" not in page:\n        break"]);
        self.line(&["    ", &input, "[\"NextToken\"] = page[\"NextToken\"]"]);
        self.line(&["print(", &kept, ")"]);
    }

    fn unprocessed(&mut self, step: &Step) {
        let reads = step.taken == Taken::ItemsByTable;
        let kept = if reads { self.names.fresh("found") } else { String::new() };
        if reads {
            self.line(&[&kept, " = {}"]);
        }
        let rest = self.names.fresh("request_items");
        let items = step.member("RequestItems").map(|node| self.node(node));
        let items = items.unwrap_or(Doc::atom("{}")).after(&format!("{rest} = "));
        self.line(&[&PAGE.print(&items, 0)]);
        self.line(&["while True:"]);
        let mut members = vec![Doc::atom(format!("RequestItems={rest}"))];
        members.extend(self.members_but(step, "RequestItems"));
        let send = send(step, members).after("response = ");
        self.line(&["    ", &PAGE.print(&send, 1)]);
        if reads {
            self.line(&["    for table, rows in response.get(\"Responses\", {}).items():"]);
            self.line(&["        ", &kept, ".setdefault(table, []).extend(rows)"]);
        }
        let left = if reads { "UnprocessedKeys" } else { "UnprocessedItems" };
        self.line(&["    ", &rest, " = response.get(\"", left, "\")"]);
        self.line(&["    if not ", &rest, ":\n        break"]);
        if reads {
            self.line(&["print(", &kept, ")"]);
        }
    }

    fn members(&self, step: &Step) -> Vec<Doc> {
        self.members_but(step, "")
    }

    fn members_but(&self, step: &Step, left_out: &str) -> Vec<Doc> {
        let members = step.members.iter().filter(|(name, _)| *name != left_out);
        members.map(|(name, node)| self.node(node).after(&format!("{name}="))).collect()
    }

    fn node(&self, node: &Node) -> Doc {
        match node {
            Node::Text(text) | Node::Word(_, text) => Doc::Atom(self.text(text)),
            Node::Integer(number) => Doc::Atom(number.to_string()),
            Node::Flag(flag) => flag_of(*flag),
            Node::Value(content) => self.content(content),
            Node::List(_, nodes) => list(nodes.iter().map(|node| self.node(node)).collect()),
            Node::Map(_, members) => {
                let members = members.iter();
                dictionary(members.map(|(name, node)| member(name, self.node(node))).collect())
            }
            Node::Struct(_, members) => {
                let members = members.iter();
                dictionary(members.map(|(name, node)| member(name, self.node(node))).collect())
            }
        }
    }

    fn content(&self, content: &Content) -> Doc {
        let (kind, value) = match content {
            Content::S(text) => ("S", Doc::Atom(self.text(text))),
            Content::N(text) => ("N", Doc::Atom(self.text(text))),
            Content::B(text) => ("B", self.bytes(text)),
            Content::Bool(flag) => ("BOOL", flag_of(*flag)),
            Content::Null(flag) => ("NULL", flag_of(*flag)),
            Content::Ss(texts) => ("SS", self.texts(texts)),
            Content::Ns(texts) => ("NS", self.texts(texts)),
            Content::Bs(texts) => ("BS", list(texts.iter().map(|text| self.bytes(text)).collect())),
            Content::L(contents) => {
                ("L", list(contents.iter().map(|content| self.content(content)).collect()))
            }
            Content::M(members) => {
                let members = members.iter();
                let members = members.map(|(name, content)| member(name, self.content(content)));
                ("M", dictionary(members.collect()))
            }
        };
        dictionary(vec![member(kind, value)])
    }

    fn texts(&self, texts: &[Template]) -> Doc {
        list(texts.iter().map(|text| Doc::Atom(self.text(text))).collect())
    }

    fn bytes(&self, text: &Template) -> Doc {
        Doc::Atom(format!("base64.b64decode({})", self.text(text)))
    }

    fn text(&self, template: &Template) -> String {
        if let Some(text) = template.text() {
            return literal(text);
        }
        let name = |place: usize| self.variables.get(place).map_or("None", String::as_str);
        if let Some(place) = template.sole_gap() {
            return name(place).to_owned();
        }
        let mut out = "f\"".to_owned();
        for part in &template.parts {
            match part {
                Part::Text(text) => escape(text, true, &mut out),
                Part::Gap(place) => {
                    out.push('{');
                    out.push_str(name(*place));
                    out.push('}');
                }
            }
        }
        out.push('"');
        out
    }
}

fn send(step: &Step, members: Vec<Doc>) -> Doc {
    let open = format!("client.{}(", snake(step.operation.name));
    Doc::list(open, members, ")", Style::Tight)
}

fn flag_of(flag: bool) -> Doc {
    Doc::atom(if flag { "True" } else { "False" })
}

fn list(pieces: Vec<Doc>) -> Doc {
    Doc::list("[", pieces, "]", Style::Tight)
}

fn dictionary(pieces: Vec<Doc>) -> Doc {
    Doc::list("{", pieces, "}", Style::Tight)
}

fn member(name: &str, value: Doc) -> Doc {
    value.after(&format!("{}: ", literal(name)))
}

fn literal(text: &str) -> String {
    let mut out = "\"".to_owned();
    escape(text, false, &mut out);
    out.push('"');
    out
}

fn escape(text: &str, is_format: bool, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' | '"' => {
                out.push('\\');
                out.push(letter);
            }
            '{' | '}' if is_format => {
                out.push(letter);
                out.push(letter);
            }
            hidden if is_hidden(hidden) => {
                let number = u32::from(hidden);
                let (sign, digits) = if number > 0xffff { ("\\U", 8) } else { ("\\u", 4) };
                out.push_str(sign);
                push_hex(number, digits, out);
            }
            letter => out.push(letter),
        }
    }
}
