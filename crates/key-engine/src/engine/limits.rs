//! `DynamoDB`'s limits, each where it can be found by name. Source: AWS, "Quotas in Amazon DynamoDB".

/// Bytes of an item, names included.
pub const MAX_ITEM_BYTES: usize = 400 * 1024;
/// Bytes of a partition-key value.
pub const MAX_HASH_KEY_BYTES: usize = 2048;
/// Bytes of a sort-key value.
pub const MAX_RANGE_KEY_BYTES: usize = 1024;
/// Bytes of items evaluated that end a page of a Query or a Scan.
///
/// The item that reaches or crosses this mark is still evaluated, counted and charged: AWS reports 128.5
/// units for a full eventually consistent page, which is one 4 KB step more than 1 MB.
pub const PAGE_BYTES: u64 = 1024 * 1024;
/// Attributes in the partition key, and in the sort key, of a global index.
pub const MAX_INDEX_KEY_ATTRIBUTES: usize = 4;
/// Partitions of a door of which nothing else is said: a new on-demand table is warm for 4,000 writes a
/// second, a partition serves 1,000. Source: AWS, "DynamoDB on-demand capacity mode".
pub const DEFAULT_PARTITIONS: u32 = 4;
/// Global indexes of a table.
pub const MAX_GLOBAL_INDEXES: usize = 20;
/// Local indexes of a table.
pub const MAX_LOCAL_INDEXES: usize = 5;
/// `NonKeyAttributes` over all of a table's indexes.
pub const MAX_PROJECTED_ATTRIBUTES: usize = 100;
/// `NonKeyAttributes` of one index. Source: AWS, API reference, `Projection`.
pub const MAX_PROJECTED_BY_INDEX: usize = 20;
/// Tags of a table. Source: AWS, "Tagging restrictions in DynamoDB", for this and their lengths.
pub const MAX_TAGS: usize = 50;
/// Characters of a tag's key.
pub const MAX_TAG_KEY_LENGTH: usize = 128;
/// Characters of a tag's value.
pub const MAX_TAG_VALUE_LENGTH: usize = 256;
/// Units a second that may be asked for.
pub const MAX_UNITS: u64 = 1_000_000_000_000;
/// Segments of a parallel Scan.
pub const MAX_SEGMENTS: u64 = 1_000_000;
/// Actions of a transaction.
pub const MAX_TRANSACTION_ITEMS: usize = 100;
/// Bytes of all items of a transaction.
pub const MAX_TRANSACTION_BYTES: usize = 4 * 1024 * 1024;
/// Keys of a `BatchGetItem`, over all its tables.
pub const MAX_BATCH_KEYS: usize = 100;
/// Puts and deletes of a `BatchWriteItem`, over all its tables.
pub const MAX_BATCH_WRITES: usize = 25;
/// Bytes of items that a `BatchGetItem` answers.
pub const BATCH_READ_BYTES: u64 = 16 * 1024 * 1024;
/// Bytes of a read unit.
pub const READ_UNIT_BYTES: u64 = 4096;
/// Bytes of a write unit.
pub const WRITE_UNIT_BYTES: u64 = 1024;
