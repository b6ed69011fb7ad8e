//! `TagResource`, `UntagResource`, `ListTagsOfResource`.

use serde_json::{Map, Value};

use super::error::ServiceError;
use super::request::Fields;
use super::table::Table;
use super::table_settings::{check_tags, tags};
use super::{Database, arn, faults};
use crate::value::{Members, object};

impl Database {
    /// The table that a `ResourceArn` names.
    fn tagged(&mut self, operation: &str, resource: &str) -> Result<&mut Table, ServiceError> {
        let Some(parsed) = arn::parse(resource) else {
            return Err(faults::not_an_arn(resource));
        };
        if !parsed.ours {
            return Err(faults::access_denied(operation, resource));
        }
        let table = self.tables.get_mut(parsed.table).filter(|_| parsed.stream.is_none());
        // the service does not say whether there is a table whose tags nobody may list
        table.ok_or_else(|| match operation {
            "ListTagsOfResource" => faults::access_denied(operation, resource),
            _ => faults::no_resource(resource),
        })
    }

    /// Answers the wire form.
    pub(crate) fn call_tag_resource(&mut self, input: &Value) -> Result<Value, ServiceError> {
        let mut fields = Fields::new(input)?;
        let resource = fields.needed("ResourceArn", "resourceArn")?;
        let tags = tags(&mut fields)?;
        if tags.is_none() {
            fields.missing("tags");
        }
        fields.finish()?;
        let tags = tags.unwrap_or_default();
        let table = self.tagged("TagResource", resource)?;
        if tags.is_empty() {
            return Err(faults::no_tags("Tag"));
        }
        check_tags(&tags, table.tags.keys())?;
        for (key, value) in tags {
            table.tags.insert(key, value);
        }
        Ok(Value::Object(Map::new()))
    }

    /// Answers the wire form.
    pub(crate) fn call_untag_resource(&mut self, input: &Value) -> Result<Value, ServiceError> {
        let mut fields = Fields::new(input)?;
        let resource = fields.needed("ResourceArn", "resourceArn")?;
        let keys = fields.texts("TagKeys")?;
        if keys.is_none() {
            fields.missing("tagKeys");
        }
        fields.finish()?;
        let table = self.tagged("UntagResource", resource)?;
        let keys = keys.unwrap_or_default();
        if keys.is_empty() {
            return Err(faults::no_tags("Tag Key"));
        }
        for key in keys {
            table.tags.remove(key);
        }
        Ok(Value::Object(Map::new()))
    }

    /// Answers the wire form. All tags are in one answer: there are at most 50.
    pub(crate) fn call_list_tags_of_resource(
        &mut self,
        input: &Value,
    ) -> Result<Value, ServiceError> {
        let mut fields = Fields::new(input)?;
        let resource = fields.needed("ResourceArn", "resourceArn")?;
        let token = fields.text("NextToken")?;
        fields.finish()?;
        let table = self.tagged("ListTagsOfResource", resource)?;
        if token.is_some() {
            return Err(faults::unknown_token());
        }
        let mut list = Vec::new();
        for (key, value) in table.tags() {
            list.push(object(&mut [("Key", key.into()), ("Value", value.into())]));
        }
        let mut body = Map::new();
        body.set("Tags", list.into());
        Ok(Value::Object(body))
    }
}
