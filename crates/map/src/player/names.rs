//! How the player and the floor learn what to call things, without knowing a database.

/// Which warehouse door a leg went through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Door<'a> {
    /// The table.
    pub table: &'a str,
    /// The index; none for the table's own door.
    pub index: Option<&'a str>,
}

/// The key a request asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sought {
    /// The partition-key value, as one reads it.
    pub partition_key: String,
    /// The sort-key value, where the request names one.
    pub sort_key: Option<String>,
    /// The first hex digits of the partition key's hash.
    pub hash: Option<String>,
}

impl Sought {
    /// The whole key.
    pub fn whole(&self) -> String {
        match &self.sort_key {
            Some(sort_key) => format!("{} / {sort_key}", self.partition_key),
            None => self.partition_key.clone(),
        }
    }
}

/// Looks up labels by ordinal and rank. Whoever holds the table implements it; anything unknown is `None`, and the
/// sentence then does without the name.
pub trait KeyNames {
    /// The partition-key value of a collection, as one reads it: `CUSTOMER#C4821`.
    fn collection(&self, door: Door<'_>, collection: u32) -> Option<String>;

    /// What to call an item: its sort-key value, or its partition-key value in a table without sort key.
    fn item(&self, door: Door<'_>, collection: u32, rank: u32) -> Option<String>;

    /// The first hex digits of the hash of a collection's key: `3f2a`.
    fn hash(&self, door: Door<'_>, collection: u32) -> Option<String> {
        let _ = (door, collection);
        None
    }

    /// The key a leg was sent for, where the request names it: the only name there is for a key that does not exist.
    fn sought(&self, leg: usize) -> Option<Sought> {
        let _ = leg;
        None
    }
}

/// Knows no names: sentences speak of "the collection" and "an item".
#[derive(Clone, Copy, Debug, Default)]
pub struct NoNames;

impl KeyNames for NoNames {
    fn collection(&self, _: Door<'_>, _: u32) -> Option<String> {
        None
    }

    fn item(&self, _: Door<'_>, _: u32, _: u32) -> Option<String> {
        None
    }
}
