//! The families of `DynamoDB`'s error messages, and what each means.
//!
//! Owns the table from a message to plain words. A row is recognised by a part of the message that no other family has; what
//! the message quotes goes into the plain sentence. The messages themselves are the engine's.

/// One family of messages.
pub(super) struct Family {
    /// A part of every message of the family.
    pub sign: &'static str,
    /// What stands right before the detail that the message quotes; empty where it quotes none.
    pub before_detail: &'static str,
    /// The meaning; `{}` stands for the detail, `{where}` for the expression the message is about.
    pub plain: &'static str,
}

const fn plain(sign: &'static str, plain: &'static str) -> Family {
    Family { sign, before_detail: "", plain }
}

const fn quoting(sign: &'static str, before_detail: &'static str, plain: &'static str) -> Family {
    Family { sign, before_detail, plain }
}

/// The first row whose sign a message has is its family.
pub(super) const FAMILIES: &[Family] = &[
    // Reaching items by key.
    quoting(
        "missed key schema element",
        "element: ",
        "A Query goes to one item collection, so its key condition needs {} with an equals sign; without the whole partition key every item has to be read, and that is a Scan.",
    ),
    plain(
        "KeyConditions or KeyConditionExpression parameter must be",
        "A Query needs a key condition that gives the partition key; without one every item has to be read, and that is a Scan.",
    ),
    plain(
        "Query key condition not supported",
        "A Query takes the partition key with an equals sign and at most one condition on the sort key: =, <, <=, >, >=, BETWEEN or begins_with.",
    ),
    plain(
        "Conditions can be of length 1 or 2 only",
        "A key condition has one part for the partition key and at most one for the sort key.",
    ),
    quoting(
        "can only contain non-primary key attributes",
        "attribute: ",
        "A Query's filter may not name {}, a key attribute of what it queries; put it in the key condition, or use a Scan, whose filter may.",
    ),
    plain("must be scalars", "A key attribute is one plain value; no expression can look into it."),
    plain(
        "Consistent reads are not supported on global secondary",
        "A global secondary index follows its table with a short delay, so it cannot answer a strongly consistent read; ask for an eventually consistent one, or ask the table.",
    ),
    plain(
        "starting key is outside query boundaries",
        "The page to go on from lies outside what the key condition asks for; start again from the first page.",
    ),
    plain(
        "cannot be restarted",
        "The page to go on from lies outside what the key condition asks for; start again from the first page.",
    ),
    plain(
        "The provided starting key is",
        "The page to go on from does not belong to this request; start again from the first page.",
    ),
    plain(
        "provided key element does not match the schema",
        "The key must give each key attribute of the table, with its declared type, and nothing else.",
    ),
    plain(
        "exceeds the number of key attributes",
        "The key condition has more parts than the key has attributes; what is not a key attribute goes into the filter.",
    ),
    plain(
        "must have equality conditions specified",
        "Of a key with several sort-key attributes the first ones are given with an equals sign, in their order and without a gap; only the last one given may have a range.",
    ),
    plain(
        "number of conditions on the keys is invalid",
        "The key must give each key attribute of the table, and nothing else.",
    ),
    plain(
        "Exclusive Start Key must have same size as",
        "The page to go on from must give each key attribute of what is read, and nothing else.",
    ),
    plain(
        "Condition parameter type does not match schema type",
        "A value in the key condition has another type than the key attribute it is compared with.",
    ),
    quoting(
        "Missing the key",
        "Missing the key ",
        "The item lacks {}, a key attribute of the table; every item needs all of them.",
    ),
    quoting(
        "Type mismatch for key",
        "for key ",
        "The value has another type than the table declares for the key attribute {}.",
    ),
    quoting(
        "Type mismatch for Index Key",
        "Index Key ",
        "The value of {} has another type than an index declares for its key; leave it out, and the item is not in that index.",
    ),
    quoting("cannot contain an empty string value", "Key: ", "A key value may not be empty: {}."),
    quoting("cannot contain an empty binary value", "Key: ", "A key value may not be empty: {}."),
    plain("empty string value", "A key value may not be empty."),
    plain("empty binary value", "A key value may not be empty."),
    plain("Size of hashkey has exceeded", "A partition-key value has at most 2,048 bytes."),
    plain("size of all range keys has exceeded", "A sort-key value has at most 1,024 bytes."),
    plain("Size of rangekey has exceeded", "A sort-key value has at most 1,024 bytes."),
    // Tables and indexes.
    quoting(
        "does not have the specified index",
        "index: ",
        "The table has no index of the name {}.",
    ),
    plain("Cannot do operations on a non-existent table", "There is no table of that name."),
    plain("Requested resource not found", "There is no table of that name."),
    quoting("Table already exists", "exists: ", "There is a table {} already."),
    plain(
        "Both the Hash Key and the Range Key",
        "The partition key and the sort key must be two different attributes.",
    ),
    plain(
        "does not exactly match number of attributes defined",
        "The attribute definitions must list the attributes of the keys, and no others.",
    ),
    plain(
        "attribute have no definition",
        "Each key attribute, of the table and of its indexes, needs a type in the attribute definitions.",
    ),
    plain(
        "not defined in AttributeDefinitions",
        "Each key attribute, of the table and of its indexes, needs a type in the attribute definitions.",
    ),
    plain(
        "Some AttributeDefinitions are not used",
        "The attribute definitions must list the attributes of the keys, and no others.",
    ),
    quoting("Duplicate index name", "name: ", "Two indexes have the name {}."),
    plain(
        "same leading hash key as table",
        "A local secondary index keeps its table's partition key.",
    ),
    plain(
        "does not have a range key, which is required",
        "A local secondary index needs a table with a sort key.",
    ),
    plain(
        "No provisioned throughput",
        "A provisioned table needs its throughput: reads and writes a second.",
    ),
    plain(
        "must be specified for index",
        "A provisioned table needs a throughput for each of its indexes too.",
    ),
    plain(
        "ProvisionedThroughput",
        "Throughput goes with a provisioned table, and only with one, in whole units from 1.",
    ),
    plain(
        "rovisioned throughput",
        "Throughput goes with a provisioned table, and only with one, in whole units from 1.",
    ),
    plain(
        "Unknown ProjectionType",
        "An index projects ALL, KEYS_ONLY, or INCLUDE with a list of attributes.",
    ),
    plain("NonKeyAttributes", "Attributes to project are listed with INCLUDE, and only with it."),
    plain(
        "GlobalSecondaryIndex",
        "The global secondary indexes of the table are not as they must be; each has a name, a key and a projection, and a table has at most 20.",
    ),
    plain(
        "LocalSecondaryIndex",
        "The local secondary indexes of the table are not as they must be; a table has at most 5.",
    ),
    plain(
        "KeySchema",
        "A key has a partition key first (HASH) and then at most one sort key (RANGE); an index may have up to four of each.",
    ),
    // What is asked for.
    plain("ALL_PROJECTED_ATTRIBUTES", "All projected attributes can be asked of an index only."),
    plain(
        "Select type ALL_ATTRIBUTES is not supported",
        "The index does not hold all attributes, and a global secondary index never fetches the rest from its table.",
    ),
    plain(
        "Cannot specify the ProjectionExpression",
        "A projection says which attributes to return, so it goes with no Select other than SPECIFIC_ATTRIBUTES.",
    ),
    plain(
        "Cannot specify the AttributesToGet",
        "A list of attributes goes with no Select other than SPECIFIC_ATTRIBUTES.",
    ),
    plain("SPECIFIC_ATTRIBUTES", "SPECIFIC_ATTRIBUTES needs a projection that names them."),
    plain(
        "not projected into",
        "The index does not hold an attribute that is asked for, and a global secondary index never fetches one from its table.",
    ),
    plain(
        "TotalSegments",
        "A parallel Scan says how many segments there are, and which of them it reads, counted from 0.",
    ),
    plain(
        "Segment parameter",
        "A parallel Scan says how many segments there are, and which of them it reads, counted from 0.",
    ),
    plain(
        "ReturnValues can only be",
        "This operation can return the old item (ALL_OLD) or nothing (NONE).",
    ),
    plain(
        "Return values set to invalid value",
        "This operation can return the old item (ALL_OLD) or nothing (NONE).",
    ),
    plain(
        "Can not use both expression and non-expression",
        "Expressions and the older parameters do not go together; use the expressions alone.",
    ),
    // Placeholders.
    quoting(
        "unused in expressions",
        "keys: ",
        "{} is defined but no expression uses it; remove it or use it.",
    ),
    plain(
        "can only be specified when using expressions",
        "There are placeholders, but no expression that could use them.",
    ),
    plain(
        "must not be empty",
        "An empty list of placeholders or attributes is not allowed; leave it out.",
    ),
    plain(
        "contains invalid key",
        "Placeholders for names begin with #, those for values with :, and go on with letters, digits and _.",
    ),
    quoting("cannot be converted to a numeric value", "value: ", "This is not a number: {}."),
    plain(
        "where not expected",
        "A part of the request has another shape than belongs there: an object or a list where a string does, or the other way round.",
    ),
    plain(
        "cannot be converted to",
        "A part of the request is of another kind than belongs there, such as a number where a string does.",
    ),
    plain("contains invalid value", "A value that a placeholder stands for is no attribute value."),
    quoting(
        "An expression attribute name used in the document path is not defined",
        "attribute name: ",
        "{where} uses {}, which ExpressionAttributeNames does not define.",
    ),
    quoting(
        "An expression attribute value used in expression is not defined",
        "attribute value: ",
        "{where} uses {}, which ExpressionAttributeValues does not define.",
    ),
    // Expressions.
    quoting("Syntax error", "near: ", "{where} cannot be read from here on: {}."),
    plain("The expression can not be empty", "{where} is empty; leave the parameter out instead."),
    plain("Expression size has exceeded", "{where} is longer than 4,096 bytes."),
    plain(
        "has redundant parentheses",
        "{where} has parentheses directly around parentheses; remove one pair.",
    ),
    plain("contains too many operators", "{where} has more than 300 operators."),
    plain("is nested too deeply", "{where} nests its parts too deeply."),
    plain(
        "List index is not within the allowable range",
        "{where} has a list index that is too large.",
    ),
    quoting(
        "Attribute name is a reserved keyword",
        "keyword: ",
        "{} is a reserved word; name the attribute through a placeholder, such as #{}, in ExpressionAttributeNames.",
    ),
    quoting(
        "Invalid function name",
        "function: ",
        "{where} calls {}, which is no function; there are attribute_exists, attribute_not_exists, attribute_type, begins_with, contains and size.",
    ),
    quoting("The function is not allowed", "function: ", "{where} cannot use {} in this place."),
    quoting(
        "Incorrect number of operands",
        "function: ",
        "{where} gives {} too many or too few operands.",
    ),
    plain("The first operand must be distinct", "{where} compares an attribute with itself."),
    quoting(
        "requires a document path",
        "function: ",
        "In {where} the first operand of {} must be an attribute, not a value.",
    ),
    quoting(
        "Incorrect operand type",
        "operand type: ",
        "{where} gives an operand of the type {}, which that operator or function does not take.",
    ),
    quoting(
        "Invalid attribute type name found",
        "type: ",
        "{} is no type; the types are S, N, B, BOOL, NULL, M, L, SS, NS and BS.",
    ),
    plain(
        "requires same data type for lower and upper bounds",
        "The two bounds of BETWEEN in {where} have different types.",
    ),
    plain(
        "requires upper bound to be greater than or equal",
        "The bounds of BETWEEN in {where} are the wrong way round; the lower comes first.",
    ),
    plain(
        "Two document paths overlap",
        "{where} names an attribute twice, or one inside another; name it once.",
    ),
    plain(
        "Two document paths conflict",
        "{where} takes one attribute for a map in one place and for a list in another.",
    ),
    plain(
        "section can only be used once",
        "An update expression has each of SET, REMOVE, ADD and DELETE at most once.",
    ),
    quoting(
        "Invalid operator used in KeyConditionExpression",
        "Expression: ",
        "A key condition cannot use {}: it has =, and on the sort key also <, <=, >, >=, BETWEEN and begins_with, joined by AND.",
    ),
    plain(
        "cannot contain nested operations",
        "A key condition compares a key attribute itself, not something computed from it.",
    ),
    plain(
        "conditions on nested attributes",
        "A key is a top-level attribute; a key condition cannot go into a map or a list.",
    ),
    plain(
        "must have the key attribute as its first operand",
        "In a key condition the key attribute comes first, then the value.",
    ),
    plain(
        "Multiple attribute names used in one condition",
        "A key condition compares one key attribute with a value, not with another attribute.",
    ),
    plain("No key attribute specified", "A part of the key condition names no key attribute."),
    plain(
        "must only contain one condition per key",
        "Each key attribute has one condition; a range is written with BETWEEN.",
    ),
    // Values.
    plain("more than 38 significant digits", "A number has at most 38 significant digits."),
    plain("Number overflow", "The number is too large; the largest is just under 1E+126."),
    plain("Number underflow", "The number is too close to zero; the smallest is 1E-130."),
    plain("set  may not be empty", "A set has at least one element."),
    plain("sets should not be empty", "A set has at least one element."),
    plain("item keys contains duplicates", "A batch names each item once."),
    plain("contains duplicates", "A set holds each element once."),
    plain(
        "Null attribute value types must have the value of true",
        "A NULL value is written as true.",
    ),
    plain(
        "Supplied AttributeValue is empty",
        "A value needs a type and its content, such as {\"S\": \"text\"}.",
    ),
    plain("has more than one datatypes set", "A value has exactly one type."),
    plain("Nesting Levels have exceeded", "Lists and maps nest at most 32 levels deep."),
    plain("Item size has exceeded", "An item has at most 400 KB, attribute names included."),
    plain(
        "Item size to update has exceeded",
        "An item has at most 400 KB, attribute names included.",
    ),
    // Writes.
    plain("Too many items requested", "A batch reads at most 100 items and writes at most 25."),
    plain("multiple operations on one item", "A transaction names each item once."),
    plain(
        "Transaction cancelled",
        "A transaction is done whole or not at all: something stood in the way of one of its items, so nothing was changed.",
    ),
    plain(
        "The conditional request failed",
        "The condition does not hold for the item as it is now, so nothing was changed.",
    ),
    // Requests as a whole.
    quoting("is required but was not present", "parameter '", "The request must give {}."),
    plain("is required", "A part that the request must give is missing."),
];
