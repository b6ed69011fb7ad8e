//! The input of `CreateTable`, a file for each table, and that of `UpdateTimeToLive` where items expire.
//!
//! Owns files that `aws dynamodb create-table --cli-input-json file://...` takes as they are.

use key_engine::value::object;
use serde_json::Value;

use super::definition::{ORDER, whole_definition};
use super::json::pretty;
use super::{Exported, JSON};
use crate::design::{Defect, Design};

pub(super) fn write(design: &Design, defects: &mut Vec<Defect>) -> Vec<Exported> {
    let mut files = Vec::with_capacity(design.tables.len());
    let mut file = |name: String, value: &Value| {
        files.push(Exported { name, media_type: JSON, text: pretty(value, &ORDER) });
    };
    for table in &design.tables {
        // A table's name has only letters that a file's name may have.
        let name = table.name();
        file(format!("{name}.create-table.json"), &Value::Object(whole_definition(table, defects)));
        if let Some(attribute) = &table.time_to_live {
            let setting =
                &mut [("Enabled", true.into()), ("AttributeName", attribute.as_str().into())];
            let input = &mut [
                ("TableName", Value::from(name)),
                ("TimeToLiveSpecification", object(setting)),
            ];
            file(format!("{name}.time-to-live.json"), &object(input));
        }
    }
    files
}
