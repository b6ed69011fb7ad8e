//! `TagResource`, `UntagResource`, `ListTagsOfResource`.

use serde_json::{Map, Value};

use super::error::ServiceError;
use super::limits::MAX_TAG_KEY_LENGTH;
use super::request::Fields;
use super::table::Table;
use super::table_settings::{check_tags, tags};
use super::{Database, arn, faults};
use crate::value::object;

/// The name in `ResourceArn`: it is judged before anything else.
fn resource<'a>(fields: &Fields<'a>) -> Result<&'a str, ServiceError> {
    let resource = fields.text("ResourceArn")?.unwrap_or_default();
    match arn::parse(resource) {
        Some(_) => Ok(resource),
        None => Err(faults::not_an_arn(resource)),
    }
}

impl Database {
    /// The name of the table that a `ResourceArn` names.
    fn tagged<'a>(&self, operation: &str, resource: &'a str) -> Result<&'a str, ServiceError> {
        let parsed = arn::parse(resource).filter(|parsed| parsed.ours);
        let Some(parsed) = parsed else {
            return Err(faults::access_denied(operation, resource));
        };
        if parsed.stream.is_none() && self.tables.get(parsed.table).is_some() {
            return Ok(parsed.table);
        }
        // the service does not say whether there is a table whose tags nobody may list
        Err(match operation {
            "ListTagsOfResource" => faults::access_denied(operation, resource),
            _ => faults::no_resource(resource),
        })
    }

    /// Puts tags on a table, over those of the same keys.
    ///
    /// # Errors
    /// No such table; a tag that may not be; more than 50. None is put on then.
    pub fn tag(&mut self, table: &str, tags: Vec<(String, String)>) -> Result<(), ServiceError> {
        let Some(table) = self.tables.get_mut(table) else {
            return Err(faults::no_table_named(table));
        };
        check_tags(&tags, table.tags.keys())?;
        for (key, value) in tags {
            table.tags.insert(key, value);
        }
        Ok(())
    }

    /// Takes tags off a table.
    ///
    /// # Errors
    /// No such table.
    pub fn untag(&mut self, table: &str, keys: &[&str]) -> Result<(), ServiceError> {
        let Some(table) = self.tables.get_mut(table) else {
            return Err(faults::no_table_named(table));
        };
        for key in keys {
            table.tags.remove(*key);
        }
        Ok(())
    }

    /// Answers the wire form.
    pub(crate) fn call_tag_resource(&mut self, input: &Value) -> Result<Value, ServiceError> {
        let mut fields = Fields::new(input)?;
        let resource = resource(&fields)?;
        let tags = tags(&mut fields)?;
        if tags.is_none() {
            fields.missing("tags");
        }
        fields.finish()?;
        let tags = tags.unwrap_or_default();
        if tags.is_empty() {
            return Err(faults::no_tags("Tag"));
        }
        let table = self.tagged("TagResource", resource)?;
        self.tag(table, tags)?;
        Ok(Value::Object(Map::new()))
    }

    /// Answers the wire form.
    pub(crate) fn call_untag_resource(&mut self, input: &Value) -> Result<Value, ServiceError> {
        let mut fields = Fields::new(input)?;
        let resource = resource(&fields)?;
        let keys = fields.texts("TagKeys")?;
        match &keys {
            None => fields.missing("tagKeys"),
            Some(keys) => {
                for (at, key) in keys.iter().enumerate() {
                    let member = format!("tagKeys.{}.member", at + 1);
                    fields.check_length(key, &member, 1, MAX_TAG_KEY_LENGTH);
                }
            }
        }
        fields.finish()?;
        let keys = keys.unwrap_or_default();
        if keys.is_empty() {
            return Err(faults::no_tags("Tag Key"));
        }
        let table = self.tagged("UntagResource", resource)?;
        self.untag(table, &keys)?;
        Ok(Value::Object(Map::new()))
    }

    /// Answers the wire form. All tags are in one answer: there are at most 50.
    pub(crate) fn call_list_tags_of_resource(&self, input: &Value) -> Result<Value, ServiceError> {
        let fields = Fields::new(input)?;
        let resource = resource(&fields)?;
        let token = fields.text("NextToken")?;
        let table = self.tagged("ListTagsOfResource", resource)?;
        if token.is_some() {
            return Err(faults::unknown_token());
        }
        let mut list = Vec::new();
        for (key, value) in self.tables.get(table).into_iter().flat_map(Table::tags) {
            list.push(object(&mut [("Key", key.into()), ("Value", value.into())]));
        }
        Ok(object(&mut [("Tags", list.into())]))
    }
}
