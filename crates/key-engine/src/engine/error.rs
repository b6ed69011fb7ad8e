//! `DynamoDB`'s exceptions.

use std::fmt;
use std::ops::Range;

use serde_json::Value;

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
    /// A limit on tables and indexes.
    LimitExceeded(String),
    /// No such operation.
    UnknownOperation,
}

impl ServiceError {
    /// The exception's name: `ValidationException`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Validation { .. } => "ValidationException",
            Self::Serialization(_) => "SerializationException",
            Self::ResourceNotFound(_) => "ResourceNotFoundException",
            Self::ResourceInUse(_) => "ResourceInUseException",
            Self::ConditionalCheckFailed { .. } => "ConditionalCheckFailedException",
            Self::LimitExceeded(_) => "LimitExceededException",
            Self::UnknownOperation => "UnknownOperationException",
        }
    }

    /// The service's message; empty where it sends none.
    pub fn message(&self) -> &str {
        match self {
            Self::Validation { message, .. }
            | Self::Serialization(message)
            | Self::ResourceNotFound(message)
            | Self::ResourceInUse(message)
            | Self::LimitExceeded(message) => message,
            Self::ConditionalCheckFailed { .. } => "The conditional request failed",
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
            if !self.message().is_empty() {
                body.set("message", self.message().into());
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

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name(), self.message())
    }
}

impl std::error::Error for ServiceError {}
