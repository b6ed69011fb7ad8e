//! The trees of the expression languages, as written: placeholders are still placeholders.
//!
//! A tree owns its text and prints itself (`to_string`); reading what it prints gives the same tree. Parentheses are
//! not in it, only what they group. It knows neither the values of a request nor an item.

use super::Span;

/// A condition, filter or key condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// All of two or more hold.
    And(Vec<Condition>),
    /// One of two or more holds.
    Or(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// Two operands compared.
    Comparison {
        /// The operand on the left.
        left: Operand,
        /// How they are compared.
        comparator: Comparator,
        /// The operand on the right.
        right: Operand,
    },
    /// `operand BETWEEN lower AND upper`; both bounds are within.
    Between {
        /// What is looked at.
        operand: Operand,
        /// The lower bound.
        lower: Operand,
        /// The upper bound.
        upper: Operand,
    },
    /// `operand IN (candidates)`.
    In {
        /// What is looked at.
        operand: Operand,
        /// What it may equal: one or more.
        candidates: Vec<Operand>,
    },
    /// A function that answers yes or no.
    Function(FunctionCall),
}

/// The six comparators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparator {
    /// `=`
    Equal,
    /// `<>`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparator {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "<>",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }

    /// The comparator that means the same with its operands exchanged: `1 < a` is `a > 1`.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
            Self::Equal | Self::NotEqual => self,
        }
    }
}

/// What stands on a side of a comparison or between the parentheses of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// An attribute, or something within one.
    Path(Path),
    /// `:value`.
    Value(ValuePlaceholder),
    /// A function, `size(a)`.
    Function(FunctionCall),
}

impl Operand {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Self::Path(path) => path.span,
            Self::Value(value) => value.span,
            Self::Function(call) => call.span,
        }
    }
}

/// `:value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuePlaceholder {
    /// With its colon.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// `name(arguments)`; the name need not be one of a function that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCall {
    /// As written: functions' names know upper from lower case.
    pub name: String,
    /// One or more.
    pub arguments: Vec<Operand>,
    /// Where it stands, parentheses and all.
    pub span: Span,
}

/// A document path, `a.#b[0]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// One or more; the first is an attribute.
    pub elements: Vec<PathElement>,
    /// Where it stands.
    pub span: Span,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathElement {
    /// An attribute of the item or of a map, or a placeholder for its name.
    Attribute {
        /// `name` or, for a placeholder, `#name`.
        name: String,
        /// Where it stands.
        span: Span,
    },
    /// An element of a list, counted from 0.
    Index(u32),
}

/// The paths of a projection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection {
    /// One or more, in the order written.
    pub paths: Vec<Path>,
}

/// An update: its sections' actions, section by section in the order written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Update {
    /// One or more.
    pub sections: Vec<Section>,
}

/// A section of an update, one or more actions each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Section {
    /// `SET path = value, ...`
    Set(Vec<(Path, SetValue)>),
    /// `REMOVE path, ...`
    Remove(Vec<Path>),
    /// `ADD path :value, ...`
    Add(Vec<(Path, ValuePlaceholder)>),
    /// `DELETE path :value, ...`
    Delete(Vec<(Path, ValuePlaceholder)>),
}

impl Section {
    /// Its keyword.
    pub fn keyword(&self) -> &'static str {
        match self {
            Self::Set(_) => "SET",
            Self::Remove(_) => "REMOVE",
            Self::Add(_) => "ADD",
            Self::Delete(_) => "DELETE",
        }
    }
}

impl Section {
    /// The paths it changes, in the order written.
    pub fn paths(&self) -> Vec<&Path> {
        match self {
            Self::Set(actions) => actions.iter().map(|(path, _)| path).collect(),
            Self::Remove(paths) => paths.iter().collect(),
            Self::Add(actions) | Self::Delete(actions) => {
                actions.iter().map(|(path, _)| path).collect()
            }
        }
    }
}

impl SetValue {
    /// Its operands, one or two, in the order written.
    pub fn operands(&self) -> impl Iterator<Item = &Operand> {
        let (left, right) = match self {
            Self::Operand(operand) => (operand, None),
            Self::Plus(left, right) | Self::Minus(left, right) => (left, Some(right)),
        };
        std::iter::once(left).chain(right)
    }
}

/// What a `SET` puts at its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetValue {
    /// As it is.
    Operand(Operand),
    /// `left + right`
    Plus(Operand, Operand),
    /// `left - right`
    Minus(Operand, Operand),
}
