//! The browser app: state, views, and the painter of the floor's display list. Rules of `DynamoDB` or of the map have no place
//! here: those live in `key_engine` and `map`.

pub mod state;
