//! `ListTables`.

use serde_json::{Map, Value};

use super::Database;
use super::error::ServiceError;
use super::request::Fields;
use crate::value::Members;

/// Names in one answer. Source: AWS, API reference, `ListTables`.
const MOST: usize = 100;

impl Database {
    /// Answers the wire form.
    pub(crate) fn call_list_tables(&self, input: &Value) -> Result<Value, ServiceError> {
        let mut fields = Fields::new(input)?;
        let start = fields.text("ExclusiveStartTableName")?;
        if let Some(start) = start {
            fields.check_name(start, "exclusiveStartTableName", 3);
        }
        let most = fields.limit(MOST)?;
        fields.finish()?;
        // no table's name is empty
        let mut names = self.tables.after(start.unwrap_or_default()).map(|(name, _)| name);
        let page: Vec<String> = names.by_ref().take(most).cloned().collect();
        let mut body = Map::new();
        if names.next().is_some()
            && let Some(last) = page.last()
        {
            body.set("LastEvaluatedTableName", last.clone().into());
        }
        body.set("TableNames", page.into());
        Ok(Value::Object(body))
    }
}
