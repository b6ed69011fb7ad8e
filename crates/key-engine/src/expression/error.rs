//! What can be wrong with an expression: a kind, the place in the text, and `DynamoDB`'s sentence for it.
//!
//! Every sentence of the room is written here and nowhere else. Never adds the name of the request's parameter by
//! itself: the same text may be a filter or a condition.

use std::fmt;
use std::ops::Range;

/// A place in an expression's text, in bytes.
///
/// All spans are equal to each other: two trees are the same when they mean the same, wherever their text stood.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        // An expression is at most 4,096 bytes long, and a PartiQL statement 8,192.
        Self { start: start as u32, end: end as u32 }
    }

    /// The span from the start of `self` to the end of `last`.
    pub(crate) fn to(self, last: Self) -> Self {
        Self { start: self.start, end: last.end }
    }

    /// The span as a range, fit to slice the text with.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl PartialEq for Span {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Span {}

/// An expression that `DynamoDB` would refuse before looking at any data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where in the expression; empty at its start when the fault is of the whole.
    pub span: Span,
}

impl ExpressionError {
    pub(crate) fn new(kind: ErrorKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// `DynamoDB`'s sentence, without the name of the parameter in front.
    pub fn message(&self) -> String {
        self.kind.to_string()
    }

    /// The whole message for an expression that came in `parameter`, such as `FilterExpression`:
    /// `Invalid FilterExpression: ...`, or the bare sentence where `DynamoDB` has none in front.
    pub fn in_parameter(&self, parameter: &str) -> String {
        if self.kind.stands_alone() {
            self.message()
        } else {
            format!("Invalid {parameter}: {}", self.kind)
        }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for ExpressionError {}

/// The kinds of fault an expression can have, each with what its sentence quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is the empty string.
    Empty,
    /// The text is longer than [`MAX_EXPRESSION_BYTES`](super::MAX_EXPRESSION_BYTES).
    TooLong {
        /// How long it is.
        bytes: usize,
    },
    /// The text stops making sense at a token.
    Syntax {
        /// The token, or `<EOF>`.
        token: String,
        /// The text from the token before to the token after.
        near: String,
    },
    /// Parentheses directly around parentheses.
    RedundantParentheses,
    /// More than [`MAX_OPERATORS`](super::MAX_OPERATORS).
    TooManyOperators,
    /// Functions within functions, deeper than any that could mean something.
    TooDeep,
    /// An index beyond 2,147,483,647.
    IndexOutOfRange {
        /// The digits.
        index: String,
    },
    /// A function that no expression has.
    UnknownFunction(String),
    /// A function of the other kind of expression.
    FunctionOfOtherKind {
        /// The function.
        function: String,
        /// The kind of expression it stands in: `a condition`, `an update`.
        expression: &'static str,
    },
    /// A function where its result can not go.
    MisusedFunction(String),
    /// A reserved word as an attribute name.
    ReservedWord(String),
    /// A `#name` that `ExpressionAttributeNames` lacks.
    UndefinedName(String),
    /// A `:value` that `ExpressionAttributeValues` lacks.
    UndefinedValue(String),
    /// A function with too many or too few operands.
    OperandCount {
        /// The function.
        function: String,
        /// How many it was given.
        count: usize,
    },
    /// More candidates than `IN` may have; how many.
    TooManyCandidates(usize),
    /// A comparison of a path with itself.
    SameOperands {
        /// The operator or function.
        operator: String,
        /// The path, as a list.
        path: String,
    },
    /// An operand that must be a path and is not.
    PathRequired(String),
    /// An operand of a type that can never fit.
    OperandType {
        /// The operator or function.
        operator: String,
        /// The type, such as `N`.
        operand_type: String,
    },
    /// The second operand of `attribute_type` names no type.
    UnknownType(String),
    /// The bounds of a `BETWEEN` are of two types.
    BoundTypes {
        /// The lower bound, such as `{N:1}`.
        lower: String,
        /// The upper bound.
        upper: String,
    },
    /// The lower bound of a `BETWEEN` is above the upper.
    BoundOrder {
        /// The lower bound, such as `{N:2}`.
        lower: String,
        /// The upper bound.
        upper: String,
    },
    /// Two paths of a projection or an update of which one holds the other.
    OverlappingPaths {
        /// The path written first, as a list.
        one: String,
        /// The other.
        two: String,
    },
    /// Two paths that no item can have both: one goes on with a name, the other with an index.
    ConflictingPaths {
        /// The path written first, as a list.
        one: String,
        /// The other.
        two: String,
    },
    /// A section of an update expression that is there twice.
    RepeatedSection(&'static str),
    /// An operand of `ADD` or `DELETE` of a type that can never fit.
    SectionOperandType {
        /// `ADD` or `DELETE`.
        section: &'static str,
        /// The type in words, such as `STRING`.
        operand_type: &'static str,
    },
    /// An operator or function that a key condition can not have.
    KeyOperator(String),
    /// `size` in a key condition.
    KeyNestedOperation,
    /// A path below an attribute in a key condition.
    KeyNestedAttribute,
    /// A key condition of which the first operand must be the key attribute and is not.
    KeyFirstOperand(String),
    /// Two attributes in one key condition.
    KeyManyAttributes,
    /// No attribute in a key condition.
    KeyNoAttribute,
    /// Two key conditions on one attribute.
    KeyRepeated,
}

impl ErrorKind {
    /// Whether the sentence names the parameter itself, so that nothing goes in front of it.
    fn stands_alone(&self) -> bool {
        matches!(
            self,
            Self::KeyOperator(_)
                | Self::KeyFirstOperand(_)
                | Self::KeyManyAttributes
                | Self::KeyNoAttribute
        )
    }
}

/// The names of all types, in the order in which `DynamoDB` lists them.
const TYPES: &str = "{S,SS,N,NS,B,BS,BOOL,NULL,L,M}";

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("The expression can not be empty;"),
            Self::TooLong { bytes } => {
                write!(
                    f,
                    "Expression size has exceeded the maximum allowed size; expression size: {bytes}"
                )
            }
            Self::Syntax { token, near } => {
                write!(f, "Syntax error; token: \"{token}\", near: \"{near}\"")
            }
            Self::RedundantParentheses => f.write_str("The expression has redundant parentheses;"),
            Self::TooManyOperators => {
                // It stops counting at the first that is one too many.
                write!(
                    f,
                    "The expression contains too many operators; operator count: {}",
                    super::MAX_OPERATORS + 1
                )
            }
            Self::TooDeep => f.write_str("The expression is nested too deeply;"),
            Self::IndexOutOfRange { index } => {
                write!(f, "List index is not within the allowable range; index: [{index}]")
            }
            Self::ReservedWord(word) => {
                write!(f, "Attribute name is a reserved keyword; reserved keyword: {word}")
            }
            Self::UndefinedName(name) => write!(
                f,
                "An expression attribute name used in the document path is not defined; attribute name: {name}"
            ),
            Self::UndefinedValue(name) => {
                write!(
                    f,
                    "An expression attribute value used in expression is not defined; attribute value: {name}"
                )
            }
            Self::OverlappingPaths { one, two } => write!(
                f,
                "Two document paths overlap with each other; must remove or rewrite one of these paths; \
                 path one: {one}, path two: {two}"
            ),
            Self::ConflictingPaths { one, two } => write!(
                f,
                "Two document paths conflict with each other; must remove or rewrite one of these paths; \
                 path one: {one}, path two: {two}"
            ),
            Self::RepeatedSection(section) => {
                write!(
                    f,
                    "The \"{section}\" section can only be used once in an update expression;"
                )
            }
            Self::UnknownFunction(_)
            | Self::FunctionOfOtherKind { .. }
            | Self::MisusedFunction(_)
            | Self::OperandCount { .. }
            | Self::TooManyCandidates(_)
            | Self::SameOperands { .. }
            | Self::PathRequired(_)
            | Self::OperandType { .. }
            | Self::SectionOperandType { .. }
            | Self::UnknownType(_)
            | Self::BoundTypes { .. }
            | Self::BoundOrder { .. } => self.fmt_operand(f),
            Self::KeyOperator(_)
            | Self::KeyNestedOperation
            | Self::KeyNestedAttribute
            | Self::KeyFirstOperand(_)
            | Self::KeyManyAttributes
            | Self::KeyNoAttribute
            | Self::KeyRepeated => self.fmt_key(f),
        }
    }
}

impl ErrorKind {
    /// The sentences about functions and operands.
    fn fmt_operand(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFunction(name) => write!(f, "Invalid function name; function: {name}"),
            Self::FunctionOfOtherKind { function, expression } => {
                write!(
                    f,
                    "The function is not allowed in {expression} expression; function: {function}"
                )
            }
            Self::MisusedFunction(name) => {
                write!(
                    f,
                    "The function is not allowed to be used this way in an expression; function: {name}"
                )
            }
            Self::OperandCount { function, count } => write!(
                f,
                "Incorrect number of operands for operator or function; operator or function: {function}, \
                 number of operands: {count}"
            ),
            Self::TooManyCandidates(count) => {
                write!(
                    f,
                    "The IN operator is provided with too many operands; number of operands: {count}"
                )
            }
            Self::SameOperands { operator, path } => write!(
                f,
                "The first operand must be distinct from the remaining operands for this operator or function; \
                 operator: {operator}, first operand: {path}"
            ),
            Self::PathRequired(function) => {
                write!(
                    f,
                    "Operator or function requires a document path; operator or function: {function}"
                )
            }
            Self::OperandType { operator, operand_type } => write!(
                f,
                "Incorrect operand type for operator or function; operator or function: {operator}, \
                 operand type: {operand_type}"
            ),
            Self::SectionOperandType { section, operand_type } => write!(
                f,
                "Incorrect operand type for operator or function; operator: {section}, operand type: {operand_type}, \
                 typeSet: ALLOWED_FOR_{section}_OPERAND"
            ),
            Self::UnknownType(name) => {
                write!(f, "Invalid attribute type name found; type: {name}, valid types: {TYPES}")
            }
            Self::BoundTypes { lower, upper } => write!(
                f,
                "The BETWEEN operator requires same data type for lower and upper bounds; \
                 lower bound operand: AttributeValue: {lower}, upper bound operand: AttributeValue: {upper}"
            ),
            Self::BoundOrder { lower, upper } => write!(
                f,
                "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; \
                 lower bound operand: AttributeValue: {lower}, upper bound operand: AttributeValue: {upper}"
            ),
            _ => Ok(()),
        }
    }

    /// The sentences about key conditions.
    fn fmt_key(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CONDITION: &str = "Invalid condition in KeyConditionExpression:";
        match self {
            Self::KeyOperator(operator) => {
                write!(f, "Invalid operator used in KeyConditionExpression: {operator}")
            }
            Self::KeyNestedOperation => {
                f.write_str("KeyConditionExpressions cannot contain nested operations")
            }
            Self::KeyNestedAttribute => {
                f.write_str("KeyConditionExpressions cannot have conditions on nested attributes")
            }
            Self::KeyFirstOperand(operator) => {
                write!(
                    f,
                    "{CONDITION} {operator} operator must have the key attribute as its first operand"
                )
            }
            Self::KeyManyAttributes => {
                write!(f, "{CONDITION} Multiple attribute names used in one condition")
            }
            Self::KeyNoAttribute => write!(f, "{CONDITION} No key attribute specified"),
            Self::KeyRepeated => {
                f.write_str("KeyConditionExpressions must only contain one condition per key")
            }
            _ => Ok(()),
        }
    }
}
