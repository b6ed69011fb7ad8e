//! From a service message to plain words.
//!
//! Owns the look-up of a message's family and what is quoted from it. The families are a table of their own.

use super::families::FAMILIES;

/// What a message means; none for a family that is not in the table.
pub(super) fn meaning(message: &str) -> Option<String> {
    if let Some(constraint) = constraint(message) {
        return Some(constraint);
    }
    let family = FAMILIES.iter().find(|family| message.contains(family.sign))?;
    let detail = detail_after(message, family.before_detail);
    // A sentence may begin with the expression's name, which then takes a capital; a quoted detail stays as it is.
    let subject = expression_of(message);
    let plain = match family.plain.strip_prefix("{where}") {
        Some(rest) => format!("T{}{rest}", subject.get(1..).unwrap_or_default()),
        None => family.plain.to_owned(),
    };
    Some(plain.replace("{where}", subject).replace("{}", detail))
}

/// The expression that a message is about.
fn expression_of(message: &str) -> &'static str {
    const EXPRESSIONS: [(&str, &str); 5] = [
        ("KeyConditionExpression", "the key condition"), // every one begins with "the"
        ("FilterExpression", "the filter"),
        ("ProjectionExpression", "the projection"),
        ("UpdateExpression", "the update expression"),
        ("ConditionExpression", "the condition"),
    ];
    EXPRESSIONS
        .iter()
        .find(|(name, _)| message.contains(name))
        .map_or("the expression", |(_, words)| words)
}

/// What a message quotes after a marker, up to where the next part of the message begins.
fn detail_after<'m>(message: &'m str, marker: &str) -> &'m str {
    let Some((_, rest)) = message.split_once(marker).filter(|_| !marker.is_empty()) else {
        return "";
    };
    let end = if marker.ends_with('\'') {
        rest.find('\'')
    } else if let Some(quoted) = rest.strip_prefix('"') {
        quoted.find('"').map(|end| end + 2)
    } else {
        let ends = [";", ", ", " in the item", " expected:", " Expected:", " is not supported"];
        ends.iter().filter_map(|end| rest.find(end)).min()
    };
    rest.get(..end.unwrap_or(rest.len()))
        .unwrap_or(rest)
        .trim_matches(|c| matches!(c, '{' | '}' | '[' | ']' | '.'))
}

/// `Value 'x' at 'member' failed to satisfy constraint: Member must ...`: the first of them, in plain words.
fn constraint(message: &str) -> Option<String> {
    let (before, rule) = message.split_once(" failed to satisfy constraint: Member must ")?;
    let member =
        before.rsplit_once(" at '").map_or("", |(_, member)| member.trim_end_matches('\''));
    let rule = rule.split_once("; Value ").map_or(rule, |(first, _)| first);
    let rule = rule
        .replace("satisfy enum value set: ", "be one of ")
        .replace(
            "satisfy regular expression pattern: [a-zA-Z0-9_.-]+",
            "be made of a-z, A-Z, 0-9, _, - and . alone",
        )
        .replace("have length", "have a length")
        .replace("have value", "be a number");
    Some(format!("The value given for {member} must {}.", rule.trim_end_matches('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_in_plain_words_with_what_they_quote() {
        for (message, expected) in [
            (
                "Invalid FilterExpression: Syntax error; token: \"!\", near: \"a ! b\"",
                "The filter cannot be read from here on: \"a ! b\".",
            ),
            (
                "Invalid FilterExpression: Attribute name is a reserved keyword; reserved keyword: status",
                "status is a reserved word; name the attribute through a placeholder, such as #status, in ExpressionAttributeNames.",
            ),
            (
                "Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}",
                "#unused is defined but no expression uses it; remove it or use it.",
            ),
            (
                "1 validation error detected: Value 'x!' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+",
                "The value given for tableName must be made of a-z, A-Z, 0-9, _, - and . alone.",
            ),
            (
                "2 validation errors detected: Value 'I' at 'select' failed to satisfy constraint: Member must satisfy enum value set: [A, B]; Value 'J' at 'other' failed to satisfy constraint: Member must x",
                "The value given for select must be one of [A, B].",
            ),
            (
                "The parameter 'TableName' is required but was not present in the request",
                "The request must give TableName.",
            ),
            (
                "One or more parameter values were invalid: Missing the key pk in the item",
                "The item lacks pk, a key attribute of the table; every item needs all of them.",
            ),
        ] {
            assert_eq!(meaning(message).as_deref(), Some(expected));
        }
        assert_eq!(meaning("Something new"), None);
    }
}
