//! A text of a call, taken apart into what is written and what a placeholder stands for.
//!
//! Owns the parting, by the same rule by which samples are filled in. It never writes a language.

use crate::design::Request;

/// A text with gaps for placeholders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Template {
    /// In order; no two texts side by side, and none that is empty.
    pub(super) parts: Vec<Part>,
}

/// A piece of a [`Template`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// As written.
    Text(String),
    /// The placeholder of that place among the program's variables.
    Gap(usize),
}

/// A placeholder that the calls use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    /// The placeholder's name.
    pub(super) placeholder: String,
    /// Its sample. Without one it stands for itself, braces and all, as it does when the row is run.
    pub(super) sample: Option<String>,
}

impl Template {
    /// Takes a text of a request apart; placeholders that are met for the first time join the variables.
    pub(super) fn read(text: &str, request: &Request, variables: &mut Vec<Variable>) -> Self {
        let mut template = Self::default();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            template.push_text(before);
            let gap = after.split_once('}').filter(|(name, _)| request.is_placeholder(name));
            if let Some((name, tail)) = gap {
                template.parts.push(Part::Gap(place_of(name, request, variables)));
                rest = tail;
            } else {
                template.push_text("{");
                rest = after;
            }
        }
        template.push_text(rest);
        template
    }

    /// The text, if it has no gaps.
    pub(super) fn text(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The place of the variable that is the whole of it.
    pub(super) fn sole_gap(&self) -> Option<usize> {
        match self.parts.as_slice() {
            [Part::Gap(place)] => Some(*place),
            _ => None,
        }
    }

    /// All its parts, one after the other.
    pub(super) fn joined(
        &self,
        text: impl Fn(&str) -> String,
        gap: impl Fn(usize) -> String,
    ) -> String {
        let parts = self.parts.iter().map(|part| match part {
            Part::Text(written) => text(written),
            Part::Gap(place) => gap(*place),
        });
        parts.collect()
    }

    fn push_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.parts.last_mut() {
            Some(Part::Text(before)) => before.push_str(text),
            _ => self.parts.push(Part::Text(text.to_owned())),
        }
    }
}

fn place_of(name: &str, request: &Request, variables: &mut Vec<Variable>) -> usize {
    if let Some(place) = variables.iter().position(|known| known.placeholder == name) {
        return place;
    }
    let sample = request.samples.get(name).cloned();
    variables.push(Variable { placeholder: name.to_owned(), sample });
    variables.len() - 1
}

impl Variable {
    /// What the placeholder stands for when the row is run.
    pub(super) fn value(&self) -> String {
        match &self.sample {
            Some(sample) => sample.clone(),
            None => format!("{{{}}}", self.placeholder),
        }
    }
}
