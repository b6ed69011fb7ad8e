//! By which route each request card is answered: the label on the card and the count above the cards.

use std::collections::BTreeMap;

use map::design::Request;

/// The route of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CardRoute {
    /// Every call goes to one address.
    Get,
    /// Every call has a partition key to go to.
    Query,
    /// Some call has to search.
    #[default]
    None,
}

impl CardRoute {
    /// The value of `data-route`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Query => "query",
            Self::None => "none",
        }
    }

    /// What the card says.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Get => "GetItem",
            Self::Query => "Query",
            Self::None => "no route",
        }
    }

    /// The route of a request, from its calls.
    pub fn of(request: &Request) -> Self {
        let operations = || request.calls.iter().map(|call| call.operation.as_str());
        let reads_keys = |operation| matches!(operation, "GetItem" | "BatchGetItem" | "TransactGetItems");
        if request.calls.is_empty() || operations().any(|operation| operation == "Scan") {
            Self::None
        } else if operations().all(reads_keys) {
            Self::Get
        } else {
            Self::Query
        }
    }
}

/// The routes of a design's requests, by id.
pub fn routes_of(requests: &[Request]) -> BTreeMap<String, CardRoute> {
    requests.iter().map(|request| (request.id.clone(), CardRoute::of(request))).collect()
}
