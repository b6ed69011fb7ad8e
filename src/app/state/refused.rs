//! What is said of a request that was not answered.

use key_engine::engine::CancellationReason;
use key_engine::{Database, ServiceError};
use map::advice::{Plain, explain};
use map::design::Call;
use map::design::action_form::{Action, ActionForm};
use map::design::call_form::TableKeys;

use crate::pieces::{NotLoaded, later};

/// A request that was refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// The exception's name, such as `ValidationException`.
    pub name: String,
    /// The message, in `DynamoDB`'s words.
    pub message: String,
    /// The same in plain words, and a request that would work, where there is one.
    pub plain: Plain,
    /// Of a cancelled transaction: what each of its items had to do with that, in the request's order.
    pub reasons: Vec<String>,
}

/// Puts a refusal in plain words.
pub(super) type Explain = fn(&ServiceError, &Call, &Database) -> Refused;

later! {
    /// What puts a refusal in plain words.
    pub(super) fn explanation() -> Explain {
        |error, call, database| Refused {
            plain: explain(error, call, database),
            reasons: reasons(error, call, database),
            ..Refused::plainly(error, String::new())
        }
    }
}

impl Refused {
    /// A refusal in `DynamoDB`'s words, and a sentence of one's own.
    pub(super) fn plainly(error: &ServiceError, sentence: String) -> Self {
        Self {
            name: error.name().to_owned(),
            message: error.message().to_owned(),
            plain: Plain { sentence, offer: None },
            reasons: Vec::new(),
        }
    }

    /// A request that did not leave the desk.
    pub(super) fn not_sent(operation: &str, why: &str) -> Self {
        let sentence = format!("{why} {operation} was not sent, and nothing was changed.");
        Self {
            name: "Not sent".to_owned(),
            message: operation.to_owned(),
            plain: Plain { sentence, offer: None },
            reasons: Vec::new(),
        }
    }

    /// A request whose operation could not be loaded.
    pub(super) fn not_loaded(operation: &str) -> Self {
        Self::not_sent(operation, NotLoaded::WORDS)
    }
}

/// Why a transaction was cancelled, in words for each of its actions.
fn reasons(error: &ServiceError, call: &Call, database: &Database) -> Vec<String> {
    let reasons = match error {
        ServiceError::TransactionCanceled { reasons, .. } => reasons.as_slice(),
        _ => return Vec::new(),
    };
    let actions = ActionForm::from_call(call).map(|form| form.actions).unwrap_or_default();
    let named = |action: &Action| {
        let keys = database.table(&action.table).map(TableKeys::doors_of);
        let door = keys.as_ref().and_then(|keys| keys.door(None));
        format!("{} {}: ", action.kind.label(), action.words(door))
    };
    let words = |(place, reason): (usize, &CancellationReason)| {
        let message = reason.message.as_deref().map(|message| format!(": {message}"));
        let action = actions.get(place).map(named).unwrap_or_default();
        format!("{}. {action}{}{}", place + 1, reason.code, message.unwrap_or_default())
    };
    reasons.iter().enumerate().map(words).collect()
}
