//! What `DynamoDB` refuses of a condition that is one, and which of several faults it names.

use super::super::{Filter, is_reserved};
use super::placeholders;

/// `text` is refused with `expected`, or taken where that is empty.
fn check(text: &str, expected: &str) {
    let found = Filter::parse(text, &placeholders())
        .map_or_else(|error| error.message(), |_| String::new());
    assert_eq!(found, expected, "{text}");
}

#[test]
fn conditions_of_every_kind_are_taken() {
    for text in [
        "a = :s",
        "a = :list",
        "a <> :bool",
        "a IN (:null, :map, :n1, b, size(c))",
        "#n = :n1 AND #dot < :n2",
        "a BETWEEN :n1 AND :n1",
        "a BETWEEN b AND :n1",
        "a BETWEEN :n2 AND size(b)",
        ":n1 BETWEEN a AND b",
        "attribute_exists(a.b[0])",
        "attribute_not_exists(#dot)",
        "attribute_type(a, :type)",
        "attribute_type(:n1, :type)",
        "begins_with(a, b)",
        "begins_with(:s, :b)",
        "contains(a, :map)",
        "contains(a, size(b))",
        "size(:s) = :n1",
        "size(a) = size(b)",
        "size(:map) IN (:n1)",
        ":s = :s",
    ] {
        check(text, "");
    }
}

#[test]
fn functions_must_exist_and_stand_where_they_can() {
    check("dog(a) = :s", "Invalid function name; function: dog");
    check("dog(a)", "Invalid function name; function: dog");
    check("Size(a) = :n1", "Invalid function name; function: Size");
    check("size(f(g(a))) = :n1", "Invalid function name; function: g");
    check(
        "if_not_exists(a, b) = :s",
        "The function is not allowed in a condition expression; function: if_not_exists",
    );
    check(
        "list_append(a, b)",
        "The function is not allowed in a condition expression; function: list_append",
    );
    let misused = |function: &str| {
        format!(
            "The function is not allowed to be used this way in an expression; function: {function}"
        )
    };
    check("size(a)", &misused("size"));
    check("NOT size(a) AND a = :s", &misused("size"));
    check("attribute_exists(a) = :bool", &misused("attribute_exists"));
    check("a = contains(b, c)", &misused("contains"));
    check("a IN (begins_with(b, c))", &misused("begins_with"));
    check("a BETWEEN :n1 AND attribute_type(b, :s)", &misused("attribute_type"));
    check("size(contains(#n, :s)) = :n1", &misused("contains"));
    check("contains(a, begins_with(b, c))", &misused("begins_with"));
}

#[test]
fn functions_must_have_as_many_operands_as_they_need() {
    let count = |function: &str, count: usize| {
        format!(
            "Incorrect number of operands for operator or function; operator or function: {function}, \
             number of operands: {count}"
        )
    };
    check("attribute_exists(a, b)", &count("attribute_exists", 2));
    check("attribute_not_exists(a, b)", &count("attribute_not_exists", 2));
    check("attribute_type(a)", &count("attribute_type", 1));
    check("begins_with(a, :s, :t)", &count("begins_with", 3));
    check("contains(a)", &count("contains", 1));
    check("size(a, b) = :n1", &count("size", 2));
    check("a BETWEEN :n1 AND size(a, b, c)", &count("size", 3));
}

#[test]
fn in_has_at_most_a_hundred_candidates() {
    check(&format!("a IN ({})", vec!["b"; 100].join(",")), "");
    check(
        &format!("a IN ({})", vec!["b"; 101].join(",")),
        "The IN operator is provided with too many operands; number of operands: 101",
    );
}

#[test]
fn reserved_words_need_a_placeholder() {
    let reserved =
        |word: &str| format!("Attribute name is a reserved keyword; reserved keyword: {word}");
    check("name = :s", &reserved("name"));
    check("a.Status = :s", &reserved("Status"));
    check("a[0].COMMENT = :s", &reserved("COMMENT"));
    check("attribute_exists(size)", &reserved("size"));
    check("begins_with(a.COMMENT, :s)", &reserved("COMMENT"));
    check("a = :s OR b IN (c, total)", &reserved("total"));
    check("set = :s AND name = :s", &reserved("set"));
    check("#n = :s", "");
    assert!(is_reserved("between"));
}

#[test]
fn placeholders_must_be_defined() {
    let name = |name: &str| {
        format!(
            "An expression attribute name used in the document path is not defined; attribute name: {name}"
        )
    };
    let value = |value: &str| {
        format!(
            "An expression attribute value used in expression is not defined; attribute value: {value}"
        )
    };
    check("#missing = :s", &name("#missing"));
    check("a.#missing = :s", &name("#missing"));
    check("a = :missing", &value(":missing"));
    check("#missing = :missing", &name("#missing"));
    check(":missing = #missing", &value(":missing"));
    check("size(#missing) = :n1", &name("#missing"));
    // as they were written, capitals and all
    check("#N = :s", &name("#N"));
}

#[test]
fn the_first_operand_may_not_be_the_other() {
    let same = |operator: &str, path: &str| {
        format!(
            "The first operand must be distinct from the remaining operands for this operator or function; \
             operator: {operator}, first operand: {path}"
        )
    };
    check("a = a", &same("=", "[a]"));
    check("a <> #a", &same("<>", "[a]"));
    check("a.b[0] < #a.b[0]", &same("<", "[a, b, [0]]"));
    check("contains(x.y, x.y)", &same("contains", "[x, y]"));
    check("begins_with(x, x)", &same("begins_with", "[x]"));
    check("#dot = a.b", "");
    check("a[0] = a[1]", "");
    check(":s = :s", "");
}

#[test]
fn operands_must_be_of_a_type_that_fits() {
    let wrong = |operator: &str, found: &str| {
        format!(
            "Incorrect operand type for operator or function; operator or function: {operator}, \
             operand type: {found}"
        )
    };
    check("a < :bool", &wrong("<", "BOOL"));
    check("a > :list", &wrong(">", "L"));
    check(":list >= a", &wrong(">=", "L"));
    check("a <= :null", &wrong("<=", "NULL"));
    check("a BETWEEN :bool AND :bool", &wrong("BETWEEN", "BOOL"));
    check("a BETWEEN :n1 AND :ss", &wrong("BETWEEN", "SS"));
    check("begins_with(a, :n1)", &wrong("begins_with", "N"));
    check("begins_with(:bool, a)", &wrong("begins_with", "BOOL"));
    check("begins_with(a, size(b))", &wrong("begins_with", "N"));
    check("size(:n1) = :n1", &wrong("size", "N"));
    check("size(:null) = :n1", &wrong("size", "NULL"));
    check("a = size(size(b))", &wrong("size", "N"));
    check("attribute_type(a, :n1)", &wrong("attribute_type", "N"));
    check(
        "attribute_type(a, b)",
        &wrong(
            "attribute_type",
            "{S,SS,N,NS,B,BS,BOOL,NULL,L,M,HD,DOUBLE,FLOAT,HDS,FS,DOUBLESET,DICT,DECIMAL,INT,DECIMALSET,INTSET}",
        ),
    );
    check(
        "attribute_type(a, :t)",
        "Invalid attribute type name found; type: zebra, valid types: {S,SS,N,NS,B,BS,BOOL,NULL,L,M}",
    );
    let path = |function: &str| {
        format!("Operator or function requires a document path; operator or function: {function}")
    };
    check("attribute_exists(:s)", &path("attribute_exists"));
    check("attribute_not_exists(size(a))", &path("attribute_not_exists"));
}

#[test]
fn the_bounds_of_between_must_be_in_order_and_of_one_type() {
    let order = |lower: &str, upper: &str| {
        format!(
            "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; \
             lower bound operand: AttributeValue: {lower}, upper bound operand: AttributeValue: {upper}"
        )
    };
    check("a BETWEEN :n2 AND :n1", &order("{N:2}", "{N:1}"));
    check("a BETWEEN :t AND :s", &order("{S:zebra}", "{S:hello}"));
    check("a BETWEEN :b AND :c", &order("{B:aGk=}", "{B:YQ==}"));
    check(
        "a BETWEEN :n1 AND :s",
        "The BETWEEN operator requires same data type for lower and upper bounds; \
         lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:hello}",
    );
}

#[test]
fn of_several_faults_the_first_kind_is_named_and_within_it_the_first_written() {
    let undefined = |value: &str| {
        format!(
            "An expression attribute value used in expression is not defined; attribute value: {value}"
        )
    };
    let operand = "Incorrect operand type for operator or function; operator or function: begins_with, \
                   operand type: N";
    // functions before names, names before placeholders, wherever they stand
    check("name = :missing AND dog(a)", "Invalid function name; function: dog");
    check(
        "name = :missing AND size(a)",
        "The function is not allowed to be used this way in an expression; function: size",
    );
    check(
        "a = :missing AND name = :s",
        "Attribute name is a reserved keyword; reserved keyword: name",
    );
    // then condition by condition
    check("a = :missing AND begins_with(b, :n1)", &undefined(":missing"));
    check("begins_with(b, :n1) AND a = :missing", operand);
    // within one condition, placeholders before counts before types
    check("begins_with(a, :n1, :missing)", &undefined(":missing"));
    check(
        "begins_with(a, :n1, :n1)",
        "Incorrect number of operands for operator or function; operator or function: begins_with, \
         number of operands: 3",
    );
}
