//! Code on lines: what fits on one stays on one, and what does not is broken where its language breaks it.
//!
//! Owns line breaks and indents. It knows no language.

/// A piece of code, laid out when it is printed.
#[derive(Clone, Debug)]
pub(super) enum Doc {
    /// Text that is never broken.
    Atom(String),
    /// What stands before, the pieces between commas, and what stands after.
    List(List),
    /// A beginning, and links that stand under it where they do not fit beside it.
    Chain(String, Vec<Doc>),
}

/// Pieces between commas.
#[derive(Clone, Debug)]
pub(super) struct List {
    /// What stands before, such as `Key: {`.
    pub(super) open: String,
    /// The pieces.
    pub(super) pieces: Vec<Doc>,
    /// What stands after, such as `}`.
    pub(super) close: String,
    /// How it is broken.
    pub(super) style: Style,
}

/// How a list is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Blanks within where it stands on one line; a comma after the last piece where it does not.
    Padded,
    /// No blanks within; a comma after the last piece where it does not stand on one line.
    Tight,
    /// Arguments of a call that takes no comma after the last; a sole one stands in the parentheses without a break.
    Call,
}

/// The lines that code is laid out on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page {
    /// What a line is indented by, for each level.
    pub(super) indent: &'static str,
    /// The longest line, in characters; an indent counts as its letters.
    pub(super) width: usize,
    /// What a comment begins with.
    pub(super) comment: &'static str,
}

impl Doc {
    /// Text that is never broken.
    pub(super) fn atom(text: impl Into<String>) -> Self {
        Self::Atom(text.into())
    }

    /// Pieces between commas.
    pub(super) fn list(
        open: impl Into<String>,
        pieces: Vec<Self>,
        close: impl Into<String>,
        style: Style,
    ) -> Self {
        Self::List(List { open: open.into(), pieces, close: close.into(), style })
    }

    /// The same with something before it, such as `name: `.
    #[must_use]
    pub(super) fn after(mut self, prefix: &str) -> Self {
        match &mut self {
            Self::Atom(text) | Self::List(List { open: text, .. }) | Self::Chain(text, _) => {
                text.insert_str(0, prefix);
            }
        }
        self
    }

    /// The same with something behind it.
    #[must_use]
    pub(super) fn before(mut self, suffix: &str) -> Self {
        match &mut self {
            Self::Atom(text) | Self::List(List { close: text, .. }) => text.push_str(suffix),
            Self::Chain(head, links) => match links.pop() {
                Some(last) => links.push(last.before(suffix)),
                None => head.push_str(suffix),
            },
        }
        self
    }

    /// Its length on one line.
    fn length(&self) -> usize {
        match self {
            Self::Atom(text) => text.chars().count(),
            Self::List(list) => {
                let inner: usize = list.pieces.iter().map(|piece| piece.length() + 2).sum();
                list.open.chars().count() + inner + list.close.chars().count() + 2
            }
            Self::Chain(head, links) => {
                head.chars().count() + links.iter().map(Self::length).sum::<usize>()
            }
        }
    }
}

impl Page {
    /// The code, begun at a level of indent; the first line is not indented.
    pub(super) fn print(self, doc: &Doc, level: usize) -> String {
        let mut out = String::new();
        self.write(doc, level, &mut out);
        out
    }

    fn write(self, doc: &Doc, level: usize, out: &mut String) {
        match doc {
            Doc::Atom(text) => out.push_str(text),
            Doc::List(list) => self.list(list, level, out),
            Doc::Chain(head, links) => {
                out.push_str(head);
                let room = self.room(level, out);
                let fits = links.iter().map(Doc::length).sum::<usize>() <= room;
                for link in links {
                    if !fits {
                        self.line(level + 1, out);
                    }
                    self.write(link, level + usize::from(!fits), out);
                }
            }
        }
    }

    fn list(self, list: &List, level: usize, out: &mut String) {
        out.push_str(&list.open);
        let inner: usize = list.pieces.iter().map(|piece| piece.length() + 2).sum();
        if list.pieces.is_empty() || inner + list.close.chars().count() <= self.room(level, out) {
            let pad = if list.style == Style::Padded && !list.pieces.is_empty() { " " } else { "" };
            out.push_str(pad);
            for (place, piece) in list.pieces.iter().enumerate() {
                if place > 0 {
                    out.push_str(", ");
                }
                self.write(piece, level, out);
            }
            out.push_str(pad);
        } else if let ([Doc::List(_)], Style::Call) = (list.pieces.as_slice(), list.style) {
            for piece in &list.pieces {
                self.write(piece, level, out);
            }
        } else {
            for (place, piece) in list.pieces.iter().enumerate() {
                self.line(level + 1, out);
                self.write(piece, level + 1, out);
                if place + 1 < list.pieces.len() || list.style != Style::Call {
                    out.push(',');
                }
            }
            self.line(level, out);
        }
        out.push_str(&list.close);
    }

    fn line(self, level: usize, out: &mut String) {
        out.push('\n');
        for _ in 0..level {
            out.push_str(self.indent);
        }
    }

    /// Characters that the last line has left.
    fn room(self, level: usize, out: &str) -> usize {
        let line = out.rsplit('\n').next().unwrap_or_default().chars().count();
        // what is begun has not been indented yet
        let begun = if out.contains('\n') { 0 } else { level * self.indent.len() };
        self.width.saturating_sub(line + begun)
    }
}

/// Lines of a language whose code stands within braces.
#[derive(Debug)]
pub(super) struct Lines {
    /// How they are laid out.
    pub(super) page: Page,
    /// How deep the next line stands.
    pub(super) level: usize,
    /// What is written.
    pub(super) text: String,
}

impl Lines {
    /// None yet.
    pub(super) fn new(page: Page, level: usize) -> Self {
        Self { page, level, text: String::new() }
    }

    /// A line of these parts. One that begins with a closing brace ends a level, one that ends with an opening brace begins one.
    pub(super) fn line(&mut self, parts: &[&str]) {
        let is_empty = parts.iter().all(|part| part.is_empty());
        if parts.first().is_some_and(|first| first.starts_with('}')) {
            self.level -= 1;
        }
        for _ in 0..if is_empty { 0 } else { self.level } {
            self.text.push_str(self.page.indent);
        }
        for part in parts {
            self.text.push_str(part);
        }
        if parts.last().is_some_and(|last| last.ends_with('{')) {
            self.level += 1;
        }
        self.text.push('\n');
    }

    /// What is written, which is then no longer here.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// A comment; its text opens and closes nothing.
    pub(super) fn comment(&mut self, parts: &[&str]) {
        for _ in 0..self.level {
            self.text.push_str(self.page.indent);
        }
        self.text.push_str(self.page.comment);
        for part in parts {
            self.text.push_str(part);
        }
        self.text.push('\n');
    }

    /// A piece of code, as a line however many it takes.
    pub(super) fn code(&mut self, code: &Doc) {
        let code = self.page.print(code, self.level);
        self.line(&[&code]);
    }
}
