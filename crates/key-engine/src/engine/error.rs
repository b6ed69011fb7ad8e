//! `DynamoDB`'s exceptions.

use std::fmt;
use std::ops::Range;

use serde_json::Value;

use crate::expression::ExpressionError;
use crate::partiql::StatementError;
use crate::value::Item;
use crate::value::{Members, object};

/// An answer that is an error. The variants are `DynamoDB`'s exception types.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ServiceError {
    /// The request may not be as it is.
    Validation {
        /// The service's message.
        message: String,
        /// Bytes of the expression text that the message is about. Not on the wire.
        span: Option<Range<usize>>,
    },
    /// The request's JSON is not of the shape the operation asks for.
    Serialization(String),
    /// No such table or index.
    ResourceNotFound(String),
    /// The table already exists, or is busy.
    ResourceInUse(String),
    /// The condition did not hold.
    ConditionalCheckFailed {
        /// The item that failed it, where the request asks for it.
        item: Option<Item>,
    },
    /// A transaction changed nothing.
    TransactionCanceled {
        /// The service's message, which lists the codes.
        message: String,
        /// One for each item, in the request's order.
        reasons: Vec<CancellationReason>,
    },
    /// A transaction's token was used before, with another request.
    IdempotentParameterMismatch,
    /// A `PartiQL` INSERT found an item with the same key.
    DuplicateItem {
        /// That item, where the request asks for it.
        item: Option<Item>,
    },
    /// A limit on tables and indexes.
    LimitExceeded(String),
    /// A resource that there is not, or is another account's.
    AccessDenied(String),
    /// A shard iterator older than 15 minutes.
    ExpiredIterator,
    /// A place in a stream older than 24 hours.
    TrimmedDataAccess,
    /// No such operation.
    UnknownOperation,
}

/// What one item of a cancelled transaction had to do with that.
///
/// Source: AWS, API reference, `TransactionCanceledException`.
#[derive(Clone, Debug, PartialEq)]
pub struct CancellationReason {
    /// `None` where the item was no reason.
    pub code: &'static str,
    /// Why, in the service's words.
    pub message: Option<String>,
    /// The item that failed its condition, where the request asks for it.
    pub item: Option<Item>,
}

impl CancellationReason {
    /// The item was no reason.
    pub fn none() -> Self {
        Self { code: "None", message: None, item: None }
    }

    /// The item may not be written, for the reason that the write of it alone is refused for.
    pub fn of(error: ServiceError) -> Self {
        let message = Some(error.message().to_owned());
        match error {
            ServiceError::ConditionalCheckFailed { item } => {
                Self { code: "ConditionalCheckFailed", message, item }
            }
            ServiceError::DuplicateItem { item } => Self { code: "DuplicateItem", message, item },
            ServiceError::ResourceNotFound(_) => {
                Self { code: "ResourceNotFound", message, item: None }
            }
            _ => Self { code: "ValidationError", message, item: None },
        }
    }

    /// Whether the item was a reason.
    pub fn is_reason(&self) -> bool {
        self.code != "None"
    }

    pub(crate) fn to_json(&self) -> Value {
        let mut body = object(&mut [("Code", self.code.into())]);
        if let Value::Object(body) = &mut body {
            if let Some(item) = &self.item {
                body.set("Item", item.to_json());
            }
            if let Some(message) = &self.message {
                body.set("Message", message.as_str().into());
            }
        }
        body
    }
}

impl ServiceError {
    /// The error of a put that is to find nothing in its place.
    pub(crate) fn of_insert(self) -> Self {
        match self {
            Self::ConditionalCheckFailed { item } => Self::DuplicateItem { item },
            other => other,
        }
    }

    /// A cancelled transaction.
    pub(crate) fn canceled(reasons: Vec<CancellationReason>) -> Self {
        let codes: Vec<&str> = reasons.iter().map(|reason| reason.code).collect();
        let message = format!(
            "Transaction cancelled, please refer cancellation reasons for specific reasons [{}]",
            codes.join(", ")
        );
        Self::TransactionCanceled { message, reasons }
    }

    /// The exception's name: `ValidationException`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Validation { .. } => "ValidationException",
            Self::Serialization(_) => "SerializationException",
            Self::ResourceNotFound(_) => "ResourceNotFoundException",
            Self::ResourceInUse(_) => "ResourceInUseException",
            Self::ConditionalCheckFailed { .. } => "ConditionalCheckFailedException",
            Self::TransactionCanceled { .. } => "TransactionCanceledException",
            Self::IdempotentParameterMismatch => "IdempotentParameterMismatchException",
            Self::DuplicateItem { .. } => "DuplicateItemException",
            Self::LimitExceeded(_) => "LimitExceededException",
            Self::AccessDenied(_) => "AccessDeniedException",
            Self::ExpiredIterator => "ExpiredIteratorException",
            Self::TrimmedDataAccess => "TrimmedDataAccessException",
            Self::UnknownOperation => "UnknownOperationException",
        }
    }

    /// The service's message; empty where it sends none.
    pub fn message(&self) -> &str {
        match self {
            Self::Validation { message, .. }
            | Self::TransactionCanceled { message, .. }
            | Self::Serialization(message)
            | Self::ResourceNotFound(message)
            | Self::ResourceInUse(message)
            | Self::LimitExceeded(message)
            | Self::AccessDenied(message) => message,
            Self::ExpiredIterator => {
                "The shard iterator has expired and can no longer be used to retrieve stream records"
            }
            Self::TrimmedDataAccess => "The data you are trying to access has been trimmed",
            Self::ConditionalCheckFailed { .. } => "The conditional request failed",
            Self::DuplicateItem { .. } => "Duplicate primary key exists in table",
            Self::IdempotentParameterMismatch => {
                "An error occurred (IdempotentParameterMismatchException)"
            }
            Self::UnknownOperation => "",
        }
    }

    /// Bytes of the expression text that the message is about.
    pub fn span(&self) -> Option<Range<usize>> {
        match self {
            Self::Validation { span, .. } => span.clone(),
            _ => None,
        }
    }

    /// The error as the service sends it.
    pub fn to_json(&self) -> Value {
        let namespace = match self {
            Self::Validation { .. } => "com.amazon.coral.validate",
            Self::Serialization(_) | Self::UnknownOperation => "com.amazon.coral.service",
            _ => "com.amazonaws.dynamodb.v20120810",
        };
        let mut body =
            object(&mut [("__type", Value::from(format!("{namespace}#{}", self.name())))]);
        if let Value::Object(body) = &mut body {
            match self {
                Self::TransactionCanceled { message, reasons } => {
                    body.set("Message", message.as_str().into());
                    let reasons = reasons.iter().map(CancellationReason::to_json).collect();
                    body.set("CancellationReasons", Value::Array(reasons));
                }
                _ if self.message().is_empty() => {}
                _ => body.set("message", self.message().into()),
            }
            if let Self::ConditionalCheckFailed { item: Some(item) } = self {
                body.set("Item", item.to_json());
            }
        }
        body
    }

    /// Counts the fault as the only one found. So the service words what it finds wrong in the request of
    /// a put or an update before it looks for the table.
    pub(crate) fn counted(self) -> Self {
        match self {
            Self::Validation { message, span } => Self::Validation {
                message: format!("1 validation error detected: {message}"),
                span,
            },
            other => other,
        }
    }

    /// A fault of the request as a whole.
    pub(crate) fn validation(message: impl Into<String>) -> Self {
        Self::Validation { message: message.into(), span: None }
    }
}

impl From<ExpressionError> for ServiceError {
    /// The fault of a part of a `PartiQL` statement: it has no parameter of its own to be named after.
    fn from(error: ExpressionError) -> Self {
        Self::Validation { message: error.message(), span: Some(error.span.range()) }
    }
}

impl From<StatementError> for ServiceError {
    fn from(error: StatementError) -> Self {
        Self::Validation { message: error.to_string(), span: Some(error.span.range()) }
    }
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name(), self.message())
    }
}

impl std::error::Error for ServiceError {}
