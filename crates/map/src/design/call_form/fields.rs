//! The choices of the form's fields.

use serde_json::{Map, Value};

use super::ValueKind;

/// What a form can ask of `DynamoDB`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FormOperation {
    /// One item by its whole key.
    GetItem,
    /// Items of one collection.
    #[default]
    Query,
    /// All items.
    Scan,
}

impl FormOperation {
    /// All of them, in the order to offer them in.
    pub const ALL: [Self; 3] = [Self::GetItem, Self::Query, Self::Scan];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GetItem => "GetItem",
            Self::Query => "Query",
            Self::Scan => "Scan",
        }
    }

    /// The operation of that name, if a form can show it.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| operation.name() == name)
    }
}

/// A condition on the sort key. The texts stay while the test changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SortCondition {
    /// How the sort key is tested.
    pub test: SortTest,
    /// What it is tested against.
    pub value: String,
    /// The upper bound, of a [`SortTest::Between`].
    pub upper: String,
}

/// How a sort key can be tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortTest {
    /// Not at all.
    #[default]
    Any,
    /// `=`
    Equal,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `BETWEEN`, both bounds within.
    Between,
    /// `begins_with`
    BeginsWith,
}

impl SortTest {
    /// All of them, in the order to offer them in.
    pub const ALL: [Self; 8] = [
        Self::Any,
        Self::Equal,
        Self::BeginsWith,
        Self::Between,
        Self::Less,
        Self::LessOrEqual,
        Self::Greater,
        Self::GreaterOrEqual,
    ];

    /// What to call it in a list of choices.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Equal => "=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Between => "between",
            Self::BeginsWith => "begins_with",
        }
    }

    /// Whether it needs a value.
    pub const fn takes_value(self) -> bool {
        !matches!(self, Self::Any)
    }

    /// Whether it needs an upper bound too.
    pub const fn takes_upper(self) -> bool {
        matches!(self, Self::Between)
    }
}

/// A filter: simple conditions that must all hold, or an expression in full.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// Conditions joined by `AND`; none is no filter.
    Rows(Vec<FilterRow>),
    /// An expression as `DynamoDB` takes it, with the placeholders it uses.
    Expression {
        /// The expression; empty for none.
        text: String,
        /// `#placeholder` to attribute name.
        names: Map<String, Value>,
        /// `:placeholder` to value, in `DynamoDB` JSON.
        values: Map<String, Value>,
    },
}

impl Default for Filter {
    fn default() -> Self {
        Self::Rows(Vec::new())
    }
}

/// One simple condition of a filter. The texts stay while the test changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilterRow {
    /// The attribute, or a path into it: `address.city`, `tags[0]`.
    pub attribute: String,
    /// How it is tested.
    pub test: FilterTest,
    /// What it is tested against.
    pub value: String,
    /// The upper bound, of a [`FilterTest::Between`].
    pub upper: String,
    /// The type of the value.
    pub kind: ValueKind,
    /// The type of the upper bound.
    pub upper_kind: ValueKind,
}

/// How an attribute can be tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FilterTest {
    /// `=`
    #[default]
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
    /// `BETWEEN`, both bounds within.
    Between,
    /// `begins_with`
    BeginsWith,
    /// `contains`
    Contains,
    /// `attribute_exists`
    Exists,
    /// `attribute_not_exists`
    NotExists,
}

impl FilterTest {
    /// All of them, in the order to offer them in.
    pub const ALL: [Self; 11] = [
        Self::Equal,
        Self::NotEqual,
        Self::Less,
        Self::LessOrEqual,
        Self::Greater,
        Self::GreaterOrEqual,
        Self::Between,
        Self::BeginsWith,
        Self::Contains,
        Self::Exists,
        Self::NotExists,
    ];

    /// What to call it in a list of choices.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "<>",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Between => "between",
            Self::BeginsWith => "begins_with",
            Self::Contains => "contains",
            Self::Exists => "exists",
            Self::NotExists => "does not exist",
        }
    }

    /// Whether it needs a value.
    pub const fn takes_value(self) -> bool {
        !matches!(self, Self::Exists | Self::NotExists)
    }

    /// Whether it needs an upper bound too.
    pub const fn takes_upper(self) -> bool {
        matches!(self, Self::Between)
    }
}
