use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{
    CliErrorKind,
    options::{Kind, kebab, kind_of},
    parse, print, read,
};
use crate::design::Call;
use crate::design::parameters::OPERATIONS;

fn call(operation: &str, input: Value) -> Call {
    Call { operation: operation.to_owned(), input }
}

#[test]
fn a_query_is_printed_as_the_page_shows_it() {
    let query = call(
        "Query",
        json!({
            "TableName": "Warehouse",
            "KeyConditionExpression": "PK = :pk AND begins_with(SK, :sk)",
            "ExpressionAttributeValues": {":pk": {"S": "CUSTOMER#C4821"}, ":sk": {"S": "ORDER#"}},
            "ScanIndexForward": false,
            "Limit": 20
        }),
    );
    assert_eq!(
        print(&query),
        r#"aws dynamodb query --table-name Warehouse \
  --key-condition-expression 'PK = :pk AND begins_with(SK, :sk)' \
  --no-scan-index-forward --limit 20 \
  --expression-attribute-values '{":pk":{"S":"CUSTOMER#C4821"},":sk":{"S":"ORDER#"}}'"#
    );
    assert_eq!(parse(&print(&query)), Ok(query));
}

#[test]
fn words_are_quoted_only_where_a_shell_needs_it() {
    for (table, printed) in [
        ("Warehouse", "--table-name Warehouse"),
        (
            "arn:aws:dynamodb:eu-west-1:1:table/T",
            "--table-name arn:aws:dynamodb:eu-west-1:1:table/T",
        ),
        ("", "--table-name ''"),
        ("it's", r"--table-name 'it'\''s'"),
        ("a b", "--table-name 'a b'"),
        ("a\nb", "--table-name 'a\nb'"),
        ("$HOME `x` \"q\" \\", "--table-name '$HOME `x` \"q\" \\'"),
        ("#x", "--table-name '#x'"),
        ("Größe", "--table-name 'Größe'"),
        ("--limit", "--table-name=--limit"),
        ("-x y", "--table-name='-x y'"),
        ("file://t", r#"--cli-input-json '{"TableName":"file://t"}'"#),
        ("\0", r#"--cli-input-json '{"TableName":"\u0000"}'"#),
    ] {
        let scan = call("Scan", json!({"TableName": table}));
        assert_eq!(print(&scan).replace(" \\\n ", ""), format!("aws dynamodb scan {printed}"));
        assert_eq!(parse(&print(&scan)), Ok(scan));
    }
}

#[test]
fn what_the_options_cannot_say_is_said_whole() {
    for (operation, input) in [
        ("Scan", json!({"TableName": "T", "Limit": "3"})),
        ("Scan", json!({"TableName": "T", "Surprise": true})),
        ("Scan", json!({"TableName": ["T"]})),
        ("Scan", json!({"TableName": "T", "ConsistentRead": "yes"})),
        ("Scan", json!({"TableName": "T", "Limit": 1.5})),
        ("GetItem", json!({"TableName": "T", "Key": "PK"})),
    ] {
        let call = call(operation, input);
        assert!(print(&call).contains("--cli-input-json"), "{}", print(&call));
        assert_eq!(parse(&print(&call)), Ok(call));
    }
}

/// All lines that say the same Query.
#[test]
fn a_line_may_be_written_in_many_ways() {
    let expected = call(
        "Query",
        json!({
            "TableName": "T",
            "KeyConditionExpression": "PK = :p",
            "ExpressionAttributeValues": {":p": {"S": "it's"}},
            "ConsistentRead": true
        }),
    );
    for line in [
        r#"aws dynamodb query --table-name T --key-condition-expression 'PK = :p' --consistent-read --expression-attribute-values '{":p":{"S":"it'\''s"}}'"#,
        r#"$ aws dynamodb query --table-name=T --key-condition-expression="PK = :p" --consistent-read --expression-attribute-values "{\":p\":{\"S\":\"it's\"}}""#,
        "aws dynamodb query \\\n  --table-name T \\  \n  --key-condition-expression PK\\ =\\ :p \\\r\n --consistent-read \\\n --expression-attribute-values $'{\":p\":{\"S\":\"it\\'s\"}}' \\\n",
        "aws dynamodb query\n  --table-name T # the table\n  --key-condition-expression 'PK '\"= :p\"\n  --consistent-read\n  --expression-attribute-values '{\n    \":p\": {\"S\": \"it'\"'\"'s\"}\n  }'\n",
        r#"aws dynamodb query ^
 --table-name T `
 --key-condition-expression "PK = :p" --consistent-read --expression-attribute-values ":p={S=it's}""#,
        r#"aws dynamodb query --cli-input-json '{"TableName":"other","ConsistentRead":true,"ExpressionAttributeValues":{":p":{"S":"it\u0027s"}}}' --table-name T --key-condition-expression 'PK = :p'"#,
    ] {
        assert_eq!(parse(line), Ok(expected.clone()), "{line}");
    }
}

#[test]
fn what_makes_no_difference_is_listed_as_ignored() {
    let line = "AWS_PAGER= aws --profile demo dynamodb --region eu-west-1 scan --table-name T --no-paginate \
                --endpoint-url=http://localhost:8000 --output table --query 'Items[].PK'";
    let read = read(line).expect("a good line");
    assert_eq!(read.call, call("Scan", json!({"TableName": "T"})));
    assert_eq!(
        read.ignored,
        [
            "AWS_PAGER=",
            "--profile demo",
            "--region eu-west-1",
            "--no-paginate",
            "--endpoint-url http://localhost:8000",
            "--output table",
            "--query Items[].PK",
        ]
    );
}

#[test]
fn escapes_of_ansi_quotes_are_read() {
    for (word, expected) in [
        (r"$'a\tb\n'", "a\tb\n"),
        (r"$'\xc3\xa9\101\u00e9\U0001F600'", "éAé😀"),
        (r"$'\\ \' \q'", r"\ ' \q"),
        (r#""a $ \$x \" \q""#, r#"a $ $x " \q"#),
        (r"a'b'\ c", "ab c"),
        ("C#1", "C#1"),
    ] {
        let line = format!("aws dynamodb scan --table-name {word}");
        assert_eq!(parse(&line), Ok(call("Scan", json!({"TableName": expected}))), "{line}");
    }
}

#[test]
fn shorthand_values_are_read() {
    for (value, expected) in [
        (
            "PK={S=CUSTOMER#1},SK={S=METADATA}",
            json!({"PK": {"S": "CUSTOMER#1"}, "SK": {"S": "METADATA"}}),
        ),
        ("PK={S='a, b'},N={N=4}", json!({"PK": {"S": "a, b"}, "N": {"N": "4"}})),
        (r#"PK={S="a \" b"}"#, json!({"PK": {"S": "a \" b"}})),
        (
            "A={L=[{S=x},{BOOL=true}]}, B={NULL=true}, C={SS=[a,b]}",
            json!({"A": {"L": [{"S": "x"}, {"BOOL": true}]}, "B": {"NULL": true}, "C": {"SS": ["a", "b"]}}),
        ),
        ("M={M={}}", json!({"M": {"M": {}}})),
    ] {
        let quoted = value.replace('\'', r"'\''");
        let line = format!("aws dynamodb get-item --table-name T --key '{quoted}'");
        let expected = call("GetItem", json!({"TableName": "T", "Key": expected}));
        assert_eq!(parse(&line), Ok(expected), "{line}");
    }
}

#[test]
fn lists_of_names_and_page_sizes_are_read() {
    let line = "aws dynamodb scan --table-name T --attributes-to-get a b --page-size 5";
    let expected = json!({"TableName": "T", "AttributesToGet": ["a", "b"], "Limit": 5});
    assert_eq!(parse(line), Ok(call("Scan", expected)));
}

/// Each line, the text its error points at, and a part of the sentence.
#[test]
fn each_fault_is_named_where_it_stands() {
    for (line, at, sentence) in [
        ("", "", "There is no command here"),
        ("   # only a comment", "", "There is no command here"),
        ("kubectl get pods", "kubectl", "it begins with `kubectl`"),
        ("aws s3 ls", "s3", "not one of `aws s3`"),
        ("aws", "", "`dynamodb` is missing"),
        ("aws dynamodb", "", "The operation is missing"),
        ("aws dynamodb --table-name T", "--table-name", "The operation is missing"),
        (
            "aws dynamodb describe-table --table-name T",
            "describe-table",
            "not an operation that reads or writes items",
        ),
        ("aws dynamodb query --tablename T", "--tablename", "did you mean `--table-name`?"),
        (
            "aws dynamodb scan --key-condition-expression x",
            "--key-condition-expression",
            "`scan` has no option",
        ),
        ("aws dynamodb scan --table-name", "--table-name", "needs a value"),
        ("aws dynamodb scan --table-name --limit 3", "--table-name", "needs a value"),
        ("aws dynamodb scan --limit three", "three", "`three` is none"),
        ("aws dynamodb scan --consistent-read=true", "true", "takes no value"),
        ("aws dynamodb scan --table-name T true", "true", "belongs to no option"),
        ("aws dynamodb scan --table-name 'T", "'T", "This quote (') is never closed"),
        ("aws dynamodb scan --table-name \"T", "\"T", "This quote (\") is never closed"),
        ("aws dynamodb scan --table-name ‘T’", "‘", "curly quotes"),
        ("aws dynamodb scan --table-name $TABLE", "$T", "shell variable"),
        ("aws dynamodb scan --table-name \"x$(date)\"", "$(", "shell variable"),
        ("aws dynamodb scan --table-name T | jq .", "|", "take away what follows from `|` on"),
        ("aws dynamodb scan --table-name $'\\xff'", "$'\\xff'", "stands for no text"),
        ("aws dynamodb get-item --key '{\"PK\": }'", "}'", "is not JSON: expected value"),
        (
            "aws dynamodb get-item --key '{\"PK\":\n {\"S\": \"a\" \"b\"}}'",
            "\"b\"}}'",
            "is not JSON: expected `,` or `}`",
        ),
        (
            "aws dynamodb get-item --key PK",
            "PK",
            "neither JSON nor the CLI's shorthand: a name and `=` are expected",
        ),
        ("aws dynamodb get-item --key 'PK={S=a'", "a'", "`,` or the end is expected"),
        ("aws dynamodb get-item --key file://key.json", "file://key.json", "reads a file"),
        ("aws dynamodb scan --max-items 5", "--max-items", "`--limit` is what DynamoDB knows"),
        ("aws dynamodb scan --starting-token abc", "--starting-token", "`--exclusive-start-key`"),
        ("aws dynamodb scan --cli-input-json '[1]'", "'[1]'", "an object is expected"),
    ] {
        let error = parse(line).expect_err(line);
        let pointed = line.get(error.span.clone()).expect("a span of the line");
        assert_eq!(pointed, at, "{line}: {error}");
        assert!(error.to_string().contains(sentence), "{line}: {error}");
    }
    assert!(matches!(
        parse("aws dynamodb scan --zzzzzzzz 1").expect_err("unknown").kind,
        CliErrorKind::UnknownOption { meant: None, .. }
    ));
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,12}",
        "[a-z'\"\\\\$` \n\t#|;{}é😀]{0,8}",
        "-{0,2}[a-z]{1,5}",
        any::<String>(),
    ]
}

fn attribute_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        text().prop_map(|text| json!({"S": text})),
        any::<i32>().prop_map(|number| json!({"N": number.to_string()})),
        any::<bool>().prop_map(|truth| json!({"BOOL": truth})),
    ]
}

fn value_of(parameter: &'static str) -> BoxedStrategy<Value> {
    match kind_of(parameter) {
        Kind::Text => text().prop_map(Value::String).boxed(),
        Kind::Integer => any::<i32>().prop_map(Value::from).boxed(),
        Kind::Switch => any::<bool>().prop_map(Value::Bool).boxed(),
        Kind::Json => proptest::collection::btree_map(text(), attribute_value(), 0..3)
            .prop_map(|members| Value::Object(members.into_iter().collect()))
            .boxed(),
    }
}

fn any_call() -> impl Strategy<Value = Call> {
    let parameter = proptest::sample::select(OPERATIONS).prop_flat_map(|operation| {
        let given = operation
            .parameters
            .iter()
            .map(|&name| proptest::option::of(value_of(name).prop_map(move |value| (name, value))))
            .collect::<Vec<_>>();
        (Just(operation.name), given)
    });
    parameter.prop_map(|(operation, given)| {
        let input: Map<_, _> =
            given.into_iter().flatten().map(|(name, value)| (name.to_owned(), value)).collect();
        call(operation, Value::Object(input))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn what_is_printed_reads_back_as_the_same_call(call in any_call()) {
        let line = print(&call);
        let read = read(&line);
        prop_assert!(read.as_ref().is_ok_and(|read| read.ignored.is_empty()), "{}", line);
        prop_assert_eq!(read.map(|read| read.call), Ok(call), "{}", line);
    }

    #[test]
    fn no_line_panics_and_every_error_points_into_it(line in prop_oneof![
        any::<String>(),
        "aws dynamodb (query|scan|get-item) [ -~\n]{0,40}",
        any_call().prop_flat_map(|call| {
            let line = print(&call);
            let end = line.len();
            (Just(line), 0..=end)
        }).prop_map(|(line, cut)| line.chars().take(cut).collect()),
    ]) {
        if let Err(error) = parse(&line) {
            prop_assert!(line.get(error.span.clone()).is_some(), "{:?}", error);
            prop_assert!(error.to_string().ends_with(['.', '?']));
        }
    }
}

#[test]
fn no_two_parameters_are_spelled_alike() {
    for operation in OPERATIONS {
        let mut spelled: Vec<_> = operation.parameters.iter().map(|name| kebab(name)).collect();
        let all = spelled.len();
        spelled.sort();
        spelled.dedup();
        assert_eq!(spelled.len(), all, "{}", operation.name);
    }
}
