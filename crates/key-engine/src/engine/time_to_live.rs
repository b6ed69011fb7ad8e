//! `UpdateTimeToLive`, `DescribeTimeToLive`, and what becomes of items whose time is over.
//!
//! A change is done when its call returns; the service takes up to an hour, in which it refuses the next one.
//!
//! Source: AWS, "Using time to live (TTL) in DynamoDB".

use serde_json::Value;

use super::error::ServiceError;
use super::request::Fields;
use super::write::{self, Aim, Demand};
use super::{Database, describe_table, faults};
use crate::value::{AttributeValue, Number, object};
use crate::walk::Recorder;

/// Seconds after which an item that has expired is thought a mistake, and stays: five years.
const TOO_LONG_AGO: u64 = 5 * 365 * 24 * 60 * 60;

impl Database {
    /// Says by which attribute a table's items expire, or that they no longer do.
    ///
    /// # Errors
    /// No such table; it is so already; another attribute is in use.
    pub fn update_time_to_live(
        &mut self,
        table: &str,
        attribute: &str,
        enabled: bool,
    ) -> Result<(), ServiceError> {
        let Some(table) = self.tables.get_mut(table) else {
            return Err(faults::no_table_named(table));
        };
        match (&table.time_to_live, enabled) {
            (Some(current), true) if current == attribute => {
                Err(faults::time_to_live_already("enabled"))
            }
            (None, false) => Err(faults::time_to_live_already("disabled")),
            (Some(current), _) if current != attribute => {
                Err(faults::time_to_live_elsewhere(current))
            }
            _ => {
                table.time_to_live = enabled.then(|| attribute.to_owned());
                Ok(())
            }
        }
    }

    /// Deletes the items of a table whose time to live is over, as the service does in its own time: until then they can be
    /// read and written like any other. Its stream says that the service did it. Gives back how many there were.
    ///
    /// O(items of the table).
    ///
    /// # Errors
    /// No such table.
    pub fn sweep(&mut self, table: &str) -> Result<usize, ServiceError> {
        let now = (self.environment.clock)() / 1000;
        let (now, long_ago) = (moment(now), moment(now.saturating_sub(TOO_LONG_AGO)));
        let Some(table) = self.tables.get_mut(table) else {
            return Err(faults::no_table_named(table));
        };
        let Some(attribute) = &table.time_to_live else { return Ok(0) };
        let expired = table.primary.items().filter(|item| match item.get(attribute) {
            Some(AttributeValue::N(at)) => *at < now && *at > long_ago,
            _ => false,
        });
        let addresses: Vec<_> = expired.filter_map(|item| table.primary.address(item)).collect();
        let first = table.stream.as_ref().map(super::stream::Stream::next_sequence);
        let count = addresses.len();
        for address in addresses {
            let demand = Demand { condition: None, item_on_failure: false };
            if let Ok(delete) = write::prepare(table, address, Aim::Delete, demand) {
                delete.apply(table, &mut self.names, 1.0, &mut Recorder::off());
            }
        }
        if let (Some(stream), Some(first)) = (&mut table.stream, first) {
            stream.mark_expired(first);
        }
        Ok(count)
    }

    /// Answers the wire form.
    pub(crate) fn call_update_time_to_live(
        &mut self,
        input: &Value,
    ) -> Result<Value, ServiceError> {
        let mut fields = Fields::new(input)?;
        let name = fields.name_of_table()?;
        let setting = fields.get("TimeToLiveSpecification").map(Fields::new).transpose()?;
        let (mut enabled, mut attribute) = (false, "");
        match &setting {
            None => fields.missing("timeToLiveSpecification"),
            Some(setting) => {
                match setting.text("AttributeName")? {
                    None => fields.missing("timeToLiveSpecification.attributeName"),
                    Some(name) => {
                        attribute = name;
                        let member = "timeToLiveSpecification.attributeName";
                        fields.check_length(name, member, 1, 255);
                    }
                }
                match setting.flag("Enabled")? {
                    None => fields.missing("timeToLiveSpecification.enabled"),
                    Some(flag) => enabled = flag,
                }
            }
        }
        fields.finish()?;
        self.update_time_to_live(&name, attribute, enabled)?;
        let specification =
            object(&mut [("AttributeName", attribute.into()), ("Enabled", enabled.into())]);
        Ok(object(&mut [("TimeToLiveSpecification", specification)]))
    }

    /// Answers the wire form.
    pub(crate) fn call_describe_time_to_live(&self, input: &Value) -> Result<Value, ServiceError> {
        let name = describe_table::named(input)?;
        let table = self.tables.get(&name).ok_or_else(|| faults::no_table_named(&name))?;
        let description = match &table.time_to_live {
            Some(attribute) => object(&mut [
                ("TimeToLiveStatus", "ENABLED".into()),
                ("AttributeName", attribute.as_str().into()),
            ]),
            None => object(&mut [("TimeToLiveStatus", "DISABLED".into())]),
        };
        Ok(object(&mut [("TimeToLiveDescription", description)]))
    }
}

/// A number of seconds as items have it.
fn moment(seconds: u64) -> Number {
    seconds.to_string().parse().unwrap_or(Number::ZERO)
}
