//! Names of resources as AWS spells them.
//!
//! Owns: the account and region in which everything here is said to be.

/// The account of every table.
pub(crate) const ACCOUNT: &str = "000000000000";
/// The region of every table.
pub(crate) const REGION: &str = "us-east-1";

/// The name of a table in full.
pub(crate) fn of_table(name: &str) -> String {
    format!("arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/{name}")
}

/// The name of a table's stream in full.
pub(crate) fn of_stream(table: &str, label: &str) -> String {
    format!("{}/stream/{label}", of_table(table))
}

/// The name in full of the key with which a table is encrypted; without one, of the account's own for tables.
pub(crate) fn of_key(key: Option<&str>) -> String {
    let resource = match key {
        Some(arn) if arn.starts_with("arn:") => return arn.to_owned(),
        Some(alias) if alias.starts_with("alias/") => alias.to_owned(),
        Some(id) => format!("key/{id}"),
        None => "alias/aws/dynamodb".to_owned(),
    };
    format!("arn:aws:kms:{REGION}:{ACCOUNT}:{resource}")
}

/// The parts of the name of a table, or of what belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arn<'a> {
    /// Whether it is of this account and region.
    pub(crate) ours: bool,
    /// What follows `table/`.
    pub(crate) table: &'a str,
    /// What follows `/stream/`.
    pub(crate) stream: Option<&'a str>,
}

/// Takes a name in full apart; `None` when it is none.
pub(crate) fn parse(arn: &str) -> Option<Arn<'_>> {
    let rest = arn.strip_prefix("arn:aws:dynamodb:")?;
    let (region, rest) = rest.split_once(':')?;
    let (account, rest) = rest.split_once(':')?;
    let table = rest.strip_prefix("table/")?;
    if region.is_empty() || account.is_empty() || table.is_empty() {
        return None;
    }
    let ours = region == REGION && account == ACCOUNT;
    let (table, stream) = match table.split_once("/stream/") {
        Some((table, label)) => (table, Some(label)),
        None => (table, None),
    };
    Some(Arn { ours, table, stream })
}
