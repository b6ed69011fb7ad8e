//! Recorded answers that AWS's documentation contradicts: there the documentation is followed.

use serde_json::Value;

/// Answers in which these members are not compared, and the page that says why.
struct Otherwise {
    file: &'static str,
    lines: &'static [usize],
    members: &'static [&'static str],
    #[expect(dead_code, reason = "it is there to be read")]
    page: &'static str,
}

const TABLE: &str =
    "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TableDescription.html";
const UPDATE: &str = "https://docs.aws.amazon.com/cli/latest/reference/dynamodb/update-table.html";

const OTHERWISE: &[Otherwise] = &[
    // the recorded server replaces a table's definitions by those of the UpdateTable request, and keeps those of
    // an index that is gone; "each of these objects describes one attribute in the table and index key schema", and
    // the page's example of a new index answers with the table's own beside the one asked for
    Otherwise {
        file: "tier2-updateTable-gsi",
        lines: &[15, 16, 20, 21, 25, 26, 30, 31, 38, 44, 46, 47, 64, 65, 69],
        members: &["AttributeDefinitions"],
        page: UPDATE,
    },
    // three items of no bytes, and none in an index that a Query answers from at once
    Otherwise {
        file: "tier2-updateTable-gsi",
        lines: &[38],
        members: &["IndexSizeBytes", "ItemCount", "TableSizeBytes"],
        page: TABLE,
    },
];

/// Takes out of an answer what the documentation says otherwise. `place` is that of its call: `file:line`.
pub(crate) fn without_contradicted(place: &str, answer: &mut Value) {
    let Some((file, line)) = place.split_once(':') else { return };
    let line: usize = line.parse().unwrap_or(0);
    for other in OTHERWISE.iter().filter(|other| other.file == file && other.lines.contains(&line))
    {
        remove(other.members, answer);
    }
}

fn remove(members: &[&str], value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.retain(|name, _| !members.contains(&name.as_str()));
            object.values_mut().for_each(|member| remove(members, member));
        }
        Value::Array(list) => list.iter_mut().for_each(|member| remove(members, member)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_is_contradicted_is_left_out_and_only_there() {
        let whole = json!({"Table": {"AttributeDefinitions": [], "TableName": "T"}});
        for (place, left) in [
            ("tier2-updateTable-gsi:15", json!({"Table": {"TableName": "T"}})),
            ("tier2-updateTable-gsi:14", whole.clone()),
            ("tier1-getItem-basic:15", whole.clone()),
        ] {
            let mut answer = whole.clone();
            without_contradicted(place, &mut answer);
            assert_eq!(answer, left);
        }
    }
}
