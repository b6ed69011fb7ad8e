//! The request of `TransactWriteItems`: the constraints on all its members first, then each action by itself.

use serde_json::Value;

use super::batch::{check_length, shown_item, shown_text, shown_texts};
use super::delete_item::DeleteItemInput;
use super::error::ServiceError;
use super::expressions;
use super::faults;
use super::limits::MAX_ITEM_BYTES;
use super::place;
use super::put_item::PutItemInput;
use super::request::Fields;
use super::returns::WriteReturns;
use super::tokens::Token;
use super::transact_write_items::{ConditionCheckInput, TransactAction, TransactWriteItemsInput};
use super::update_item::UpdateItemInput;
use crate::value::{Item, ValueError};

/// The actions as requests name them, and as messages do.
const KINDS: [(&str, &str); 4] = [
    ("ConditionCheck", "conditionCheck"),
    ("Put", "put"),
    ("Delete", "delete"),
    ("Update", "update"),
];

/// An action of which the members have been read, and nothing more.
struct Draft<'a> {
    kind: &'static str,
    fields: Fields<'a>,
    table_name: String,
    item: Result<Item, ValueError>,
    returns: WriteReturns,
}

impl TransactWriteItemsInput {
    /// Reads the request.
    ///
    /// # Errors
    /// What can be refused without a look at the tables.
    pub fn from_json(input: &Value) -> Result<Self, ServiceError> {
        let mut fields = Fields::new(input)?;
        let returns = WriteReturns {
            consumed_capacity: fields.return_consumed_capacity()?,
            item_collection_metrics: fields.item_collection_metrics()?,
            ..WriteReturns::default()
        };
        let token = fields.text("ClientRequestToken")?;
        if let Some(token) = token {
            fields.check_length(token, "clientRequestToken", 1, 36);
        }
        let entries = fields.list("TransactItems")?;
        let mut drafts = Vec::new();
        check_length(entries, &mut fields, &shown_action);
        for (at, entry) in entries.unwrap_or_default().iter().enumerate() {
            drafts.push(draft(entry, at + 1, &mut fields)?);
        }
        fields.finish()?;
        let mut actions = Vec::with_capacity(drafts.len());
        for mut found in drafts {
            match found.len() {
                0 => return Err(faults::no_transaction_action()),
                1 => actions.extend(found.pop().map(Draft::action).transpose()?),
                _ => return Err(faults::several_transaction_actions()),
            }
        }
        let token = token.map(|token| Token {
            token: token.to_owned(),
            request: place::hash(
                fields.get("TransactItems").map(Value::to_string).unwrap_or_default().as_bytes(),
            ),
        });
        Ok(Self { actions, token, returns })
    }
}

/// An entry of the request as the service prints it.
fn shown_action(entry: &Value) -> String {
    let mut shown = Vec::with_capacity(KINDS.len());
    for (kind, member) in KINDS {
        let Some(action) = entry.get(kind).filter(|action| !action.is_null()) else {
            shown.push(format!("{member}=null"));
            continue;
        };
        let item = match kind {
            "Put" => format!("item={}", shown_item(action.get("Item"))),
            "Update" => format!(
                "key={}, updateExpression={}",
                shown_item(action.get("Key")),
                shown_text(action.get("UpdateExpression"))
            ),
            _ => format!("key={}", shown_item(action.get("Key"))),
        };
        let values = shown_item(action.get("ExpressionAttributeValues"));
        shown.push(format!(
            "{member}={kind}({item}, tableName={}, conditionExpression={}, expressionAttributeNames={}, \
             expressionAttributeValues={values}, returnValuesOnConditionCheckFailure={}, workloadProfileName=null)",
            shown_text(action.get("TableName")),
            shown_text(action.get("ConditionExpression")),
            shown_texts(action.get("ExpressionAttributeNames")),
            shown_text(action.get("ReturnValuesOnConditionCheckFailure")),
        ));
    }
    format!("TransactWriteItem({})", shown.join(", "))
}

/// All actions that one entry of the request holds: one, if it is as it must be.
fn draft<'a>(
    entry: &'a Value,
    number: usize,
    request: &mut Fields<'_>,
) -> Result<Vec<Draft<'a>>, ServiceError> {
    let entry = Fields::new(entry)?;
    let mut drafts = Vec::new();
    for (kind, member) in KINDS {
        let Some(action) = entry.get(kind) else { continue };
        let mut fields = Fields::new(action)?;
        fields.within(format!("transactItems.{number}.member.{member}."));
        let table_name = fields.table_name()?;
        let (parameter, name) = if kind == "Put" { ("Item", "item") } else { ("Key", "key") };
        let item = fields.required_item(parameter, name)?;
        if kind == "Update" && fields.text("UpdateExpression")?.is_none() {
            fields.missing("updateExpression");
        }
        if kind == "ConditionCheck" && fields.text("ConditionExpression")?.is_none() {
            fields.missing("conditionExpression");
        }
        let returns = WriteReturns {
            item_on_failed_condition: fields.item_on_failed_condition()?,
            ..WriteReturns::default()
        };
        request.take_violations(&mut fields);
        drafts.push(Draft { kind, fields, table_name, item, returns });
    }
    Ok(drafts)
}

impl Draft<'_> {
    fn action(self) -> Result<TransactAction, ServiceError> {
        let Self { kind, fields, table_name, item, returns } = self;
        let item = item.map_err(|error| ServiceError::validation(error.to_string()))?;
        if kind == "Put" && item.size_bytes() > MAX_ITEM_BYTES {
            return Err(faults::item_too_large());
        }
        let parameters: &[&'static str] = match kind {
            "Update" => &["UpdateExpression", "ConditionExpression"],
            _ => &["ConditionExpression"],
        };
        let read = expressions::read(&fields, parameters)?;
        let condition = read.condition;
        Ok(match kind {
            "Put" => TransactAction::Put(PutItemInput { table_name, item, condition, returns }),
            "Update" => {
                let update = read.update.unwrap_or_default();
                TransactAction::Update(UpdateItemInput {
                    table_name,
                    key: item,
                    update,
                    condition,
                    returns,
                })
            }
            "Delete" => TransactAction::Delete(DeleteItemInput {
                table_name,
                key: item,
                condition,
                returns,
            }),
            _ => TransactAction::ConditionCheck(ConditionCheckInput {
                table_name,
                key: item,
                condition,
                returns,
            }),
        })
    }
}
