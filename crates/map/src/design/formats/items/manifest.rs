//! The manifests of an export to S3, which name the files that hold its items. Source: AWS, "`DynamoDB` table export output format".

use serde_json::Value;

use super::super::raw::{Members, Part};
use crate::design::OpenError;

/// The refusal of a manifest; none where an object is none.
pub(in super::super) fn refusal(members: &Members<'_>) -> Option<OpenError> {
    let text = |name: &str| match members.get(name).map(Part::value) {
        Some(Ok(Value::String(text))) => Some(text),
        _ => None,
    };
    if let Some(example) = text("dataFileS3Key") {
        return Some(OpenError::Manifest { example });
    }
    text("exportArn").and(text("manifestFilesS3Key")).map(|files| {
        let folder = files.rsplit_once('/').map_or("", |(folder, _)| folder);
        OpenError::Manifest { example: format!("{folder}/data/….json.gz") }
    })
}
