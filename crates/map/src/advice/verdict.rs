//! By which route a request was answered.
//!
//! Owns the verdict on a request card: whether it goes to an address or searches. It reads walks; it never looks at items.

use std::fmt;

use key_engine::walk::{Action, PageEnd, Walk};

use crate::design::Call;

/// How one call reached what it wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// Full primary keys: straight to the items.
    GetItem,
    /// One partition key: one item collection, of the table or of an index.
    Query {
        /// The index whose door it took; none for the table's own.
        index: Option<String>,
    },
    /// No address: every item of the door is read.
    Scan {
        /// The index whose door it took; none for the table's own.
        index: Option<String>,
    },
    /// A write, which names its item by the full primary key.
    Write,
    /// The request was refused, with the service's message.
    Refused(String),
    /// Nothing walked.
    None,
}

impl Route {
    /// Whether this goes to an address: nothing is read that the keys do not name.
    pub fn is_addressed(&self) -> bool {
        matches!(self, Self::GetItem | Self::Query { .. } | Self::Write)
    }
}

impl fmt::Display for Route {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named =
            |formatter: &mut fmt::Formatter<'_>, name: &str, index: &Option<String>| match index {
                Some(index) => write!(formatter, "{name} on {index}"),
                None => formatter.write_str(name),
            };
        match self {
            Self::GetItem => formatter.write_str("GetItem"),
            Self::Query { index } => named(formatter, "Query", index),
            Self::Scan { index } => named(formatter, "Scan", index),
            Self::Write => formatter.write_str("write"),
            Self::Refused(_) => formatter.write_str("refused"),
            Self::None => formatter.write_str("no route"),
        }
    }
}

/// The verdict on a request card: the routes of its calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// One for each call, in their order.
    pub routes: Vec<Route>,
    /// Round trips that all calls took together, pages included.
    pub round_trips: u32,
}

impl Verdict {
    /// Whether every call of the request goes to an address.
    pub fn is_proven(&self) -> bool {
        !self.routes.is_empty() && self.routes.iter().all(Route::is_addressed)
    }
}

impl fmt::Display for Verdict {
    /// The label on a card: `Query on OrderIdIndex`, or `GetItem, then Query`, or `no route` where something must search.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_proven() {
            return formatter.write_str("no route");
        }
        for (at, route) in self.routes.iter().enumerate() {
            formatter.write_str(if at == 0 { "" } else { ", then " })?;
            route.fmt(formatter)?;
        }
        Ok(())
    }
}

/// The route that a call took, from its walk.
pub fn verdict(call: &Call, walk: &Walk) -> Route {
    if let Some(PageEnd::Refused(message)) = walk.pages.last().map(|page| &page.end) {
        return Route::Refused(message.clone());
    }
    let legs = || walk.pages.iter().flat_map(|page| &page.legs);
    let Some(first) = legs().next() else { return Route::None };
    if !legs().any(|leg| matches!(leg.action, Action::Read | Action::Fetch)) {
        return Route::Write;
    }
    let index = first.index.clone();
    let became = walk.pages.iter().find_map(|page| page.became.as_deref());
    match became.unwrap_or(&call.operation) {
        _ if first.scan => Route::Scan { index },
        "Scan" => Route::Scan { index },
        "Query" => Route::Query { index },
        _ => Route::GetItem,
    }
}

/// The verdict on a request, from its calls and the walk of each.
pub fn verdict_of<'w>(walked: impl IntoIterator<Item = (&'w Call, &'w Walk)>) -> Verdict {
    let mut whole = Verdict::default();
    for (call, walk) in walked {
        whole.routes.push(verdict(call, walk));
        whole.round_trips += walk.totals().round_trips;
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use key_engine::walk::{Leg, Page};

    fn walked(operation: &str, action: Action, index: Option<&str>, end: PageEnd) -> (Call, Walk) {
        let leg = Leg { action, index: index.map(str::to_owned), ..Leg::default() };
        let page = Page { legs: vec![leg], end, ..Page::default() };
        let call = Call { operation: operation.to_owned(), ..Call::default() };
        (call, Walk { operation: operation.to_owned(), pages: vec![page] })
    }

    #[test]
    fn a_request_is_proven_when_each_of_its_calls_has_an_address() {
        let get = walked("GetItem", Action::Read, None, PageEnd::Found);
        let query = walked("Query", Action::Read, None, PageEnd::End);
        let index = walked("Query", Action::Read, Some("ByOrder"), PageEnd::End);
        let scan = walked("Scan", Action::Read, None, PageEnd::Size);
        let put = walked("PutItem", Action::Put, None, PageEnd::Written);
        let refused = walked("Query", Action::Read, None, PageEnd::Refused("no".to_owned()));
        for (calls, proven, label, round_trips) in [
            (vec![&get], true, "GetItem", 1),
            (vec![&get, &query], true, "GetItem, then Query", 2),
            (vec![&index], true, "Query on ByOrder", 1),
            (vec![&get, &scan], false, "no route", 2),
            (vec![&put], true, "write", 1),
            (vec![&refused], false, "no route", 1),
            (vec![], false, "no route", 0),
        ] {
            let verdict = verdict_of(calls.into_iter().map(|(call, walk)| (call, walk)));
            assert_eq!(
                (verdict.is_proven(), verdict.to_string().as_str(), verdict.round_trips),
                (proven, label, round_trips)
            );
        }
        assert_eq!(verdict(&get.0, &Walk::default()), Route::None);
    }
}
