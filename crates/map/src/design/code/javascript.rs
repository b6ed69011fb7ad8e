//! JavaScript with the AWS SDK version 3, as a module for Node.
//!
//! Owns its words. Source: the SDK's reference of `@aws-sdk/client-dynamodb`.

use super::layout::{Doc, Page, Style};
use super::program::{Content, Node, Program, Sending, Step, Taken};
use super::template::{Part, Template};
use super::words::{Case, Names, comment, escape_utf16, is_hidden};

const PAGE: Page = Page { indent: "  ", width: 80 };

/// Words that the language or this code has given another meaning.
const RESERVED: &[&str] = &[
    "abstract arguments await async boolean break byte case catch char class const continue debugger default delete do",
    "double else enum eval export extends false final finally float for from function get goto if implements import in",
    "infinity instanceof int interface let long native new null of package private protected public return set short",
    "static super switch synchronized this throw throws transient true try typeof undefined var void volatile while with",
    "yield object console client page response table rows input require module process global exports JSON Buffer",
];

struct Writer<'a> {
    program: &'a Program,
    variables: Vec<String>,
    names: Names,
    out: String,
}

pub(super) fn write(program: &Program) -> String {
    let mut names = Names::new(Case::Camel, RESERVED);
    let variables = names.of_variables(&program.variables);
    let mut writer = Writer { program, variables, names, out: String::new() };
    writer.head();
    writer.line(&["\n// ", &comment(&program.heading)]);
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
        let mut imported = vec!["DynamoDBClient".to_owned()];
        for step in &self.program.steps {
            let name = if step.sending == Sending::Pages {
                format!("paginate{}", step.operation.name)
            } else {
                format!("{}Command", step.operation.name)
            };
            if !imported.contains(&name) {
                imported.push(name);
            }
        }
        let imported = imported.into_iter().map(Doc::Atom).collect();
        let from = "} from \"@aws-sdk/client-dynamodb\";";
        let import = Doc::list("import {", imported, from, Style::Padded);
        self.line(&[&PAGE.print(&import, 0), "\n"]);
        self.line(&[
            "// The region, the credentials and AWS_ENDPOINT_URL are taken from the environment.",
        ]);
        self.line(&["const client = new DynamoDBClient({});"]);
        if !self.variables.is_empty() {
            self.line(&[]);
        }
        for (variable, name) in self.program.variables.iter().zip(self.variables.clone()) {
            let note =
                if variable.sample.is_some() { "" } else { " // this placeholder has no sample" };
            self.line(&["const ", &name, " = ", &literal(&variable.value()), ";", note]);
        }
    }

    fn step(&mut self, step: &Step) {
        for name in &step.passed_over {
            let name = comment(name);
            self.line(&[
                "// ",
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
        let send = send(step, self.members(step)).before(";");
        if step.taken == Taken::Nothing {
            self.line(&[&PAGE.print(&send, 0)]);
            return;
        }
        let response = self.names.fresh("answer");
        let send = send.after(&format!("const {response} = "));
        self.line(&[&PAGE.print(&send, 0)]);
        let of = |member: &str| format!("{response}.{member}");
        let shown = match step.taken {
            Taken::Item => of("Item"),
            Taken::Items => of("Items"),
            Taken::Count => of("Count"),
            Taken::Attributes => of("Attributes"),
            Taken::ItemEach => of("Responses?.map(({ Item }) => Item)"),
            Taken::ItemsByTable | Taken::Responses | Taken::Nothing => of("Responses"),
        };
        self.show(&shown);
        if step.sending == Sending::OnePage {
            let next = if step.operation.name == "ExecuteStatement" {
                "NextToken"
            } else {
                "LastEvaluatedKey"
            };
            self.line(&[
                "// Where there is more, ",
                &of(next),
                " says where the next page begins.",
            ]);
        }
    }

    fn pages(&mut self, step: &Step) {
        let counts = step.taken == Taken::Count;
        let kept = self.names.fresh(if counts { "count" } else { "items" });
        let start = if counts { format!("let {kept} = 0;") } else { format!("const {kept} = [];") };
        self.line(&[&start]);
        let open = format!("for await (const page of paginate{}(", step.operation.name);
        let input = Doc::list("{ client }, {", self.members(step), "})) {", Style::Padded);
        self.line(&[&PAGE.print(&input.after(&open), 0)]);
        if counts {
            self.line(&["  ", &kept, " += page.Count;"]);
        } else {
            self.line(&["  ", &kept, ".push(...(page.Items ?? []));"]);
        }
        self.line(&["}"]);
        self.show(&kept);
    }

    fn tokens(&mut self, step: &Step) {
        let kept = self.names.fresh("items");
        let token = self.names.fresh("nextToken");
        self.line(&["const ", &kept, " = [];"]);
        let first = step.member("NextToken").map(|node| self.node(node).after(" = "));
        let first = first.map(|first| PAGE.print(&first, 0)).unwrap_or_default();
        self.line(&["let ", &token, &first, ";"]);
        self.line(&["do {"]);
        let mut members = self.members_but(step, "NextToken");
        members.push(Doc::atom(format!("NextToken: {token}")));
        let send = send(step, members).after("const page = ").before(";");
        self.line(&["  ", &PAGE.print(&send, 1)]);
        self.line(&["  ", &kept, ".push(...(page.Items ?? []));"]);
        self.line(&["  ", &token, " = page.NextToken;"]);
        self.line(&["} while (", &token, ");"]);
        self.show(&kept);
    }

    fn unprocessed(&mut self, step: &Step) {
        let reads = step.taken == Taken::ItemsByTable;
        let kept = if reads { self.names.fresh("found") } else { String::new() };
        if reads {
            self.line(&["const ", &kept, " = {};"]);
        }
        let rest = self.names.fresh("requestItems");
        let items = step.member("RequestItems").map(|node| self.node(node));
        let items = items.unwrap_or(Doc::atom("{}")).after(&format!("let {rest} = ")).before(";");
        self.line(&[&PAGE.print(&items, 0)]);
        self.line(&["do {"]);
        let mut members = vec![Doc::atom(format!("RequestItems: {rest}"))];
        members.extend(self.members_but(step, "RequestItems"));
        let send = send(step, members).after("const response = ").before(";");
        self.line(&["  ", &PAGE.print(&send, 1)]);
        if reads {
            self.line(&[
                "  for (const [table, rows] of Object.entries(response.Responses ?? {})) {",
            ]);
            self.line(&["    (", &kept, "[table] ??= []).push(...rows);"]);
            self.line(&["  }"]);
        }
        let left = if reads { "UnprocessedKeys" } else { "UnprocessedItems" };
        self.line(&["  ", &rest, " = response.", left, " ?? {};"]);
        self.line(&["} while (Object.keys(", &rest, ").length > 0);"]);
        if reads {
            self.show(&kept);
        }
    }

    fn show(&mut self, what: &str) {
        self.line(&["console.log(JSON.stringify(", what, ", null, 2));"]);
    }

    fn members(&self, step: &Step) -> Vec<Doc> {
        self.members_but(step, "")
    }

    fn members_but(&self, step: &Step, left_out: &str) -> Vec<Doc> {
        let members = step.members.iter().filter(|(name, _)| *name != left_out);
        members.map(|(name, node)| self.node(node).after(&format!("{name}: "))).collect()
    }

    fn node(&self, node: &Node) -> Doc {
        match node {
            Node::Text(text) | Node::Word(_, text) => Doc::Atom(self.text(text)),
            Node::Integer(number) => Doc::Atom(number.to_string()),
            Node::Flag(flag) => Doc::Atom(flag.to_string()),
            Node::Value(content) => self.content(content),
            Node::List(_, nodes) => array(nodes.iter().map(|node| self.node(node)).collect()),
            Node::Map(_, members) => {
                object(members.iter().map(|(name, node)| member(name, self.node(node))).collect())
            }
            Node::Struct(_, members) => {
                object(members.iter().map(|(name, node)| member(name, self.node(node))).collect())
            }
        }
    }

    fn content(&self, content: &Content) -> Doc {
        let (kind, value) = match content {
            Content::S(text) => ("S", Doc::Atom(self.text(text))),
            Content::N(text) => ("N", Doc::Atom(self.text(text))),
            Content::B(text) => ("B", self.bytes(text)),
            Content::Bool(flag) => ("BOOL", Doc::Atom(flag.to_string())),
            Content::Null(flag) => ("NULL", Doc::Atom(flag.to_string())),
            Content::Ss(texts) => ("SS", self.texts(texts)),
            Content::Ns(texts) => ("NS", self.texts(texts)),
            Content::Bs(texts) => {
                ("BS", array(texts.iter().map(|text| self.bytes(text)).collect()))
            }
            Content::L(contents) => {
                ("L", array(contents.iter().map(|content| self.content(content)).collect()))
            }
            Content::M(members) => {
                let members = members.iter();
                let members = members.map(|(name, content)| member(name, self.content(content)));
                ("M", object(members.collect()))
            }
        };
        object(vec![member(kind, value)])
    }

    fn texts(&self, texts: &[Template]) -> Doc {
        array(texts.iter().map(|text| Doc::Atom(self.text(text))).collect())
    }

    fn bytes(&self, text: &Template) -> Doc {
        Doc::Atom(format!("Buffer.from({}, \"base64\")", self.text(text)))
    }

    fn text(&self, template: &Template) -> String {
        if let Some(text) = template.text() {
            return literal(text);
        }
        let name = |place: usize| self.variables.get(place).map_or("undefined", String::as_str);
        if let Some(place) = template.sole_gap() {
            return name(place).to_owned();
        }
        let mut out = "`".to_owned();
        for part in &template.parts {
            match part {
                Part::Text(text) => escape(text, '`', &mut out),
                Part::Gap(place) => {
                    out.push_str("${");
                    out.push_str(name(*place));
                    out.push('}');
                }
            }
        }
        out.push('`');
        out
    }
}

fn send(step: &Step, members: Vec<Doc>) -> Doc {
    let command = format!("new {}Command({{", step.operation.name);
    let command = Doc::list(command, members, "})", Style::Padded);
    Doc::list("await client.send(", vec![command], ")", Style::Call)
}

fn array(pieces: Vec<Doc>) -> Doc {
    Doc::list("[", pieces, "]", Style::Tight)
}

fn object(pieces: Vec<Doc>) -> Doc {
    Doc::list("{", pieces, "}", Style::Padded)
}

/// A member of an object. One called `__proto__` would be no member, but what the object is made after.
fn member(name: &str, value: Doc) -> Doc {
    let is_plain = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if name == "__proto__" {
        value.after("[\"__proto__\"]: ")
    } else if is_plain {
        value.after(&format!("{name}: "))
    } else {
        value.after(&format!("{}: ", literal(name)))
    }
}

fn literal(text: &str) -> String {
    let mut out = "\"".to_owned();
    escape(text, '"', &mut out);
    out.push('"');
    out
}

fn escape(text: &str, quote: char, out: &mut String) {
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            '$' if quote == '`' && letters.peek() == Some(&'{') => out.push_str("\\$"),
            letter if letter == quote => {
                out.push('\\');
                out.push(letter);
            }
            hidden if is_hidden(hidden) => escape_utf16(hidden, out),
            letter => out.push(letter),
        }
    }
}
