//! The calls of a program one after the other, as every language writes them.
//!
//! Owns their order, the names that are given on the way, which call is sent on, and what is shown of an answer. How any of it is
//! spelled is the language's.

use super::layout::{Doc, Lines, Page};
use super::program::{Program, Sending, Step, Taken};
use super::words::{Case, Names, comment};

/// What a reader is told of the client, in a comment.
pub(super) const ENVIRONMENT: &str =
    "The region, the credentials and AWS_ENDPOINT_URL are taken from the environment.";

/// A program and what is written of it.
#[derive(Debug)]
pub(super) struct Source<'a> {
    /// What is to be written.
    pub(super) program: &'a Program,
    /// The name of each of its variables.
    pub(super) variables: Vec<String>,
    /// All names that are given away.
    pub(super) names: Names,
    /// What is written.
    pub(super) lines: Lines,
}

impl<'a> Source<'a> {
    /// Nothing is written yet; variables have their names.
    pub(super) fn new(program: &'a Program, page: Page, case: Case, reserved: &[&str]) -> Self {
        let mut names = Names::new(case, reserved);
        let variables = names.of_variables(&program.variables);
        Self { program, variables, names, lines: Lines::new(page, 0) }
    }

    /// The name of the variable at a place.
    pub(super) fn name(&self, place: usize, missing: &'static str) -> &str {
        self.variables.get(place).map_or(missing, String::as_str)
    }
}

/// How a language spells calls.
pub(super) trait Calls<'a> {
    /// What stands behind a variable without a sample.
    const NO_SAMPLE: &'static str = " // this placeholder has no sample";

    fn source(&mut self) -> &mut Source<'a>;

    /// A line of these parts.
    fn line(&mut self, parts: &[&str]) {
        self.source().lines.line(parts);
    }

    /// A piece of code.
    fn code(&mut self, code: &Doc) {
        self.source().lines.code(code);
    }

    /// A script: what it begins with, and its calls.
    fn script(mut self, head: impl FnOnce(&mut Self)) -> String
    where
        Self: Sized,
    {
        head(&mut self);
        self.line(&[]);
        self.calls();
        self.source().lines.take()
    }

    /// A variable with its value.
    fn declare(&mut self, name: &str, value: &str, note: &str);

    /// A call that is sent once, and the name that its answer takes.
    fn send(&mut self, step: &Step, answer: Option<&str>);

    /// A call for all pages, whose items or count are kept under a name.
    fn send_pages(&mut self, step: &Step, kept: &str);

    /// A statement that is sent on from token to token, whose items are kept under a name.
    fn send_tokens(&mut self, step: &Step, kept: &str);

    /// A batch that is sent until nothing is left of it, and the name under which what it reads is kept.
    fn send_rest(&mut self, step: &Step, rest: &Rest<'_>);

    /// A member of an answer, by its name on the wire.
    fn of(&self, answer: &str, member: &str) -> String;

    /// The item of each of the responses.
    fn of_each(&self, answer: &str) -> String {
        self.of(answer, "Responses")
    }

    /// Shows what has a name.
    fn show(&mut self, what: &str);

    /// Shows a part of an answer.
    fn show_part(&mut self, what: &str) {
        self.show(what);
    }

    fn variables(&mut self) {
        let program = self.source().program;
        for (variable, name) in program.variables.iter().zip(self.source().variables.clone()) {
            let note = if variable.sample.is_some() { "" } else { Self::NO_SAMPLE };
            self.declare(&name, &variable.value(), note);
        }
    }

    /// The heading and all calls.
    fn calls(&mut self) {
        let program = self.source().program;
        self.source().lines.comment(&[&comment(&program.heading)]);
        for (place, step) in program.steps.iter().enumerate() {
            if place > 0 {
                self.line(&[]);
            }
            self.step(step);
        }
    }

    fn step(&mut self, step: &Step) {
        for name in &step.passed_over {
            let operation = step.operation.name;
            let name = comment(name);
            let passed = [operation, " has no parameter ", &name, "; DynamoDB passes over it."];
            self.source().lines.comment(&passed);
        }
        match step.sending {
            Sending::Pages => {
                let kept = if step.taken == Taken::Count { "count" } else { "items" };
                let kept = self.source().names.fresh(kept);
                self.send_pages(step, &kept);
                self.show(&kept);
            }
            Sending::Tokens => {
                let kept = self.source().names.fresh("items");
                self.send_tokens(step, &kept);
                self.show(&kept);
            }
            Sending::Unprocessed => self.unprocessed(step),
            Sending::Once | Sending::OnePage => self.once(step),
        }
    }

    fn once(&mut self, step: &Step) {
        if step.taken == Taken::Nothing {
            self.send(step, None);
            return;
        }
        let answer = self.source().names.fresh("answer");
        self.send(step, Some(&answer));
        let shown = match step.taken {
            Taken::Item => self.of(&answer, "Item"),
            Taken::Items => self.of(&answer, "Items"),
            Taken::Count => self.of(&answer, "Count"),
            Taken::Attributes => self.of(&answer, "Attributes"),
            Taken::ItemEach => self.of_each(&answer),
            Taken::ItemsByTable | Taken::Responses | Taken::Nothing => {
                self.of(&answer, "Responses")
            }
        };
        self.show_part(&shown);
        if step.sending == Sending::OnePage {
            let by_token = step.operation.name == "ExecuteStatement";
            let next = if by_token { "NextToken" } else { "LastEvaluatedKey" };
            let next = self.of(&answer, next);
            let there = " says where the next page begins.";
            self.source().lines.comment(&["Where there is more, ", &next, there]);
        }
    }

    fn unprocessed(&mut self, step: &Step) {
        let names = &mut self.source().names;
        let reads = step.taken == Taken::ItemsByTable;
        let kept = reads.then(|| names.fresh("found"));
        let rest = Rest {
            kept: kept.as_deref(),
            name: &names.fresh_member("RequestItems"),
            left: if reads { "UnprocessedKeys" } else { "UnprocessedItems" },
        };
        self.send_rest(step, &rest);
        if let Some(kept) = &kept {
            self.show(kept);
        }
    }
}

/// What is left of a batch.
pub(super) struct Rest<'a> {
    /// The name under which items by table are kept, where the batch reads.
    pub(super) kept: Option<&'a str>,
    /// The name of what is still to be sent.
    pub(super) name: &'a str,
    /// The member of a response that says what was not processed, as on the wire.
    pub(super) left: &'static str,
}
