//! The engine.
/// Stub.
pub struct Database;
/// Stub.
pub struct Environment;
/// Stub.
pub struct Index;
/// Stub.
pub struct ServiceError;
/// Stub.
pub struct Table;
