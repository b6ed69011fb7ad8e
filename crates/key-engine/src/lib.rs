//! The key engine: tables held in memory, answering as `DynamoDB` does.
//!
//! Bottom up, each module uses only those above it in this list:
//!
//! | module | owns | never |
//! |---|---|---|
//! | [`order`] | the one sort, and filling trees | what it sorts |
//! | [`value`] | attribute values, the 38-digit number, items, key bytes, sizes, `DynamoDB` JSON | tables |
//! | [`expression`] | the expression languages and their evaluation on an item | tables |
//! | [`partiql`] | the text of `PartiQL` statements, read into those languages' trees | tables |
//! | [`walk`] | the record of what a request touched, as plain data | tables, clocks |
//! | [`engine`] | the database and its operations | clocks, randomness, threads, I/O |

pub mod engine;
pub mod expression;
pub mod order;
pub mod partiql;
pub mod value;
pub mod walk;

pub use engine::{Database, Environment, Index, ServiceError, Table};
pub use value::{AttributeValue, Item, KeyType, Number};
pub use walk::Walk;
