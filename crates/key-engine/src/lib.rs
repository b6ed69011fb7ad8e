//! The key engine: tables held in memory, answering as `DynamoDB` does.
