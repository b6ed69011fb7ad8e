//! What can be wrong with a value, in `DynamoDB`'s words.

use std::fmt;

use super::NumberError;

/// A value that cannot be read. `Display` is `DynamoDB`'s message.
///
/// [`ValueError::is_serialization`] tells the faults that `DynamoDB` reports as `SerializationException`
/// (JSON of the wrong shape) from those it reports as `ValidationException` (a value that may not be).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueError {
    /// `{}`: no type given.
    Empty,
    /// Two or more types given.
    SeveralTypes,
    /// Not a number, or out of range.
    Number(NumberError),
    /// `{"NULL": false}`.
    NullNotTrue,
    /// An empty string set.
    EmptyStringSet,
    /// An empty number set.
    EmptyNumberSet,
    /// An empty binary set.
    EmptyBinarySet,
    /// A set names an element twice; the elements as the message shows them.
    DuplicateInSet(String),
    /// A number set names an element twice.
    DuplicateInNumberSet,
    /// Nested deeper than 32 levels.
    TooDeep,
    /// An attribute, of an item or of a map, without a name.
    EmptyName,
    /// A name of more than [`MAX_NAME_BYTES`](super::MAX_NAME_BYTES).
    NameTooLong,
    /// JSON of another shape than the type asks for; the message.
    Shape(&'static str),
}

impl ValueError {
    /// Whether `DynamoDB` reports this as a `SerializationException`.
    pub fn is_serialization(&self) -> bool {
        matches!(self, Self::Shape(_))
    }
}

impl From<NumberError> for ValueError {
    fn from(error: NumberError) -> Self {
        Self::Number(error)
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const INVALID: &str = "One or more parameter values were invalid: ";
        match self {
            Self::Empty => f.write_str(
                "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
            ),
            Self::SeveralTypes => f.write_str(
                "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes",
            ),
            Self::Number(error) => error.fmt(f),
            Self::NullNotTrue => write!(f, "{INVALID}Null attribute value types must have the value of true"),
            // two spaces: so the service spells it
            Self::EmptyStringSet => write!(f, "{INVALID}An string set  may not be empty"),
            Self::EmptyNumberSet => write!(f, "{INVALID}An number set  may not be empty"),
            Self::EmptyBinarySet => write!(f, "{INVALID}Binary sets should not be empty"),
            Self::DuplicateInSet(elements) => {
                write!(f, "{INVALID}Input collection {elements} contains duplicates.")
            }
            Self::DuplicateInNumberSet => f.write_str("Input collection contains duplicates"),
            Self::TooDeep => f.write_str("Nesting Levels have exceeded supported limits"),
            Self::EmptyName => f.write_str("Empty attribute name"),
            Self::NameTooLong => {
                f.write_str("Attribute name is too large, must be less than 65536 bytes")
            }
            Self::Shape(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for ValueError {}
