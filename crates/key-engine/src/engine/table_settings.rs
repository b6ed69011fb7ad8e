//! The parts of a request that say how a table behaves: its stream, tags, class and encryption.

use super::error::ServiceError;
use super::limits::{MAX_TAG_KEY_LENGTH, MAX_TAG_VALUE_LENGTH, MAX_TAGS};
use super::request::{Choice, Fields};
use super::stream::StreamView;
use super::table_request::objects;
use super::{arn, faults};

/// What is asked of a table's stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamSetting {
    /// It records changes.
    Enabled(StreamView),
    /// It does not, or no more.
    Disabled,
}

/// The key with which a table is encrypted at rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Encryption {
    /// The service's own, which needs no saying.
    Owned,
    /// The key of this name.
    Key(String),
}

/// `StreamSpecification` as the request has it.
#[derive(Clone, Copy)]
pub(crate) struct RawStream {
    enabled: bool,
    view: Option<StreamView>,
}

impl RawStream {
    /// Judges whether both parts go together.
    pub(crate) fn finish(self) -> Result<StreamSetting, ServiceError> {
        match (self.enabled, self.view) {
            (true, Some(view)) => Ok(StreamSetting::Enabled(view)),
            (true, None) => Err(faults::stream_without_view()),
            (false, Some(_)) => Err(faults::view_without_stream()),
            (false, None) => Ok(StreamSetting::Disabled),
        }
    }
}

/// Reads `StreamSpecification`.
pub(crate) fn stream(fields: &mut Fields<'_>) -> Result<Option<RawStream>, ServiceError> {
    let Some(mut setting) = fields.get("StreamSpecification").map(Fields::new).transpose()? else {
        return Ok(None);
    };
    let enabled = setting.flag("StreamEnabled")?;
    if enabled.is_none() {
        fields.missing("streamSpecification.streamEnabled");
    }
    let view = setting.choice(&Choice {
        parameter: "StreamViewType",
        member: "streamSpecification.streamViewType",
        words: &[
            ("KEYS_ONLY", StreamView::KeysOnly),
            ("NEW_IMAGE", StreamView::NewImage),
            ("OLD_IMAGE", StreamView::OldImage),
            ("NEW_AND_OLD_IMAGES", StreamView::NewAndOldImages),
        ],
        listed: "NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES, KEYS_ONLY",
    })?;
    fields.take_violations(&mut setting);
    Ok(Some(RawStream { enabled: enabled.unwrap_or_default(), view }))
}

/// Reads `Tags`: keys and values.
pub(crate) fn tags(fields: &mut Fields<'_>) -> Result<Option<Vec<(String, String)>>, ServiceError> {
    let Some(list) = objects(fields, "Tags")? else { return Ok(None) };
    let mut tags = Vec::new();
    for (at, tag) in list.iter().enumerate() {
        let place = format!("tags.{}.member", at + 1);
        let key = tag.text("Key")?;
        match key {
            Some(key) => fields.check_length(key, &format!("{place}.key"), 1, MAX_TAG_KEY_LENGTH),
            None => fields.missing(&format!("{place}.key")),
        }
        let value = tag.text("Value")?;
        match value {
            Some(value) => {
                fields.check_length(value, &format!("{place}.value"), 0, MAX_TAG_VALUE_LENGTH);
            }
            None => fields.missing(&format!("{place}.value")),
        }
        tags.push((key.unwrap_or_default().to_owned(), value.unwrap_or_default().to_owned()));
    }
    Ok(Some(tags))
}

/// Checks tags against each other; `standing` are the keys that there are already.
pub(crate) fn check_tags<'a>(
    tags: &[(String, String)],
    standing: impl Iterator<Item = &'a String>,
) -> Result<(), ServiceError> {
    for (at, (key, _)) in tags.iter().enumerate() {
        // no service tags anything here: its prefix is nobody's
        if key.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("aws:")) {
            return Err(faults::reserved_tag(key));
        }
        if tags.iter().take(at).any(|(other, _)| other == key) {
            return Err(faults::duplicate_tag(key));
        }
        // no list that may be long is looked through for each of its tags
        if at >= MAX_TAGS {
            return Err(faults::too_many_tags());
        }
    }
    let kept = standing.filter(|key| !tags.iter().any(|(new, _)| new == *key)).count();
    if kept + tags.len() > MAX_TAGS { Err(faults::too_many_tags()) } else { Ok(()) }
}

/// Reads `TableClass`.
pub(crate) fn class(fields: &mut Fields<'_>) -> Result<Option<&'static str>, ServiceError> {
    fields.choice(&Choice {
        parameter: "TableClass",
        member: "tableClass",
        words: &[
            ("STANDARD", "STANDARD"),
            ("STANDARD_INFREQUENT_ACCESS", "STANDARD_INFREQUENT_ACCESS"),
        ],
        listed: "STANDARD, STANDARD_INFREQUENT_ACCESS",
    })
}

/// Reads `SSESpecification`.
pub(crate) fn encryption(fields: &mut Fields<'_>) -> Result<Option<Encryption>, ServiceError> {
    let Some(mut setting) = fields.get("SSESpecification").map(Fields::new).transpose()? else {
        return Ok(None);
    };
    setting.choice(&Choice {
        parameter: "SSEType",
        member: "sSESpecification.sSEType",
        words: &[("AES256", ()), ("KMS", ())],
        listed: "AES256, KMS",
    })?;
    fields.take_violations(&mut setting);
    let key = setting.text("KMSMasterKeyId")?;
    let enabled = setting.flag("Enabled")?.unwrap_or_default();
    Ok(Some(if enabled { Encryption::Key(arn::of_key(key)) } else { Encryption::Owned }))
}
