//! What is an expression and what is not, and how it prints.

use super::super::{Filter, Placeholders, parse};

/// `text` is a condition and prints as `expected`.
fn condition(text: &str, expected: &str) {
    match parse::condition(text) {
        Ok(condition) => assert_eq!(condition.to_string(), expected, "{text}"),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// `text` is no condition, for the reason `expected`.
fn condition_error(text: &str, expected: &str) {
    match parse::condition(text) {
        Ok(condition) => panic!("{text} reads as {condition}"),
        Err(error) => assert_eq!(error.message(), expected, "{text}"),
    }
}

fn syntax(token: &str, near: &str) -> String {
    format!("Syntax error; token: \"{token}\", near: \"{near}\"")
}

#[test]
fn comparisons_print_as_they_were_read() {
    for text in [
        "a = :v",
        "a <> b",
        "a < b",
        "a <= b",
        "a > b",
        "a >= b",
        ":v = a",
        "#a.b[0].#c = :v",
        "a BETWEEN :v AND :w",
        "a IN (:v)",
        "a IN (:v, b, size(c))",
        "size(a) > :v",
        "attribute_exists(a.b)",
        "begins_with(a, :v)",
        "nothing(a, b, c)",
    ] {
        condition(text, text);
    }
}

#[test]
fn not_binds_before_and_before_or() {
    condition("a = b OR c = d AND NOT e = f", "a = b OR c = d AND NOT e = f");
    condition("(a = b OR c = d) AND e = f", "(a = b OR c = d) AND e = f");
    condition("a = b OR (c = d AND e = f)", "a = b OR c = d AND e = f");
    condition("NOT (a = b OR c = d)", "NOT (a = b OR c = d)");
    condition("NOT (a = b)", "NOT a = b");
    condition("NOT NOT NOT a = b", "NOT NOT NOT a = b");
    condition("a = b AND (c = d AND e = f)", "a = b AND (c = d AND e = f)");
    condition("a BETWEEN :v AND :w AND b = :x", "a BETWEEN :v AND :w AND b = :x");
    condition("NOT a IN (b) OR attribute_exists(c)", "NOT a IN (b) OR attribute_exists(c)");
}

#[test]
fn keywords_know_no_case_and_white_space_is_free() {
    condition(
        "not a=b aNd c\tbetWeen\r\n:v anD :w oR d In(e)",
        "NOT a = b AND c BETWEEN :v AND :w OR d IN (e)",
    );
    condition(" a . b [ 0 ] = :v ", "a.b[0] = :v");
    condition("attribute_exists ( a )", "attribute_exists(a)");
    condition("a=b", "a = b");
    condition("android = order1", "android = order1");
}

#[test]
fn one_pair_of_parentheses_is_free() {
    condition("(a = :v)", "a = :v");
    condition("(a) = (:v)", "a = :v");
    condition("(a = :v) AND (b = :w)", "a = :v AND b = :w");
    condition("((a = :v) AND (b = :w))", "a = :v AND b = :w");
    condition("((a) = :v)", "a = :v");
    condition("(NOT (a = :v))", "NOT a = :v");
    condition("((a) BETWEEN (:v) AND (:w))", "a BETWEEN :v AND :w");
    condition("(size((a))) > (:v)", "size(a) > :v");
    condition("(attribute_exists(a))", "attribute_exists(a)");
    condition("((a).b)[1] = :v", "a.b[1] = :v");
    condition("a = (b).c", "a = b.c");
    condition("(a) IN ((b), (c))", "a IN (b, c)");
}

#[test]
fn two_pairs_of_parentheses_are_redundant() {
    let expected = "The expression has redundant parentheses;";
    for text in [
        "((a = :v))",
        "((a)) = :v",
        "a = ((:v))",
        "((a = :v)) AND b = :v",
        "b = :v AND ((a = :v OR a = :w))",
        "NOT ((a = :v))",
        "(((a = :v)))",
        "size(((a))) > :v",
        "a IN (((b)))",
        "((size(a))) > :v",
        "((attribute_exists(a)))",
        "((((a))).b) = :v",
    ] {
        condition_error(text, expected);
    }
    // a fault of syntax is reported first, wherever it stands
    condition_error("((a = :v)) AND", &syntax("<EOF>", "AND"));
}

#[test]
fn a_syntax_error_quotes_the_token_and_its_neighbours() {
    for (text, token, near) in [
        // an end too early
        ("a", "<EOF>", "a"),
        ("a =", "<EOF>", "="),
        ("a = ", "<EOF>", "="),
        (":v", "<EOF>", ":v"),
        ("NOT", "<EOF>", "NOT"),
        ("NOT #a", "<EOF>", "#a"),
        ("a = :v AND", "<EOF>", "AND"),
        ("a BETWEEN :v", "<EOF>", ":v"),
        ("a IN (:v", "<EOF>", ":v"),
        ("(a = :v", "<EOF>", ":v"),
        (" ", "<EOF>", ""),
        // a token too many
        ("a b", "b", "a b"),
        ("a = :v b = :w", "b", ":v b ="),
        ("a = b = c", "=", "b = c"),
        ("(a = b) = c", "=", ") = c"),
        ("a = :v)", ")", ":v)"),
        ("attribute_type()", ")", "()"),
        ("a IN ()", ")", "()"),
        ("size(a = b)", "=", "a = b"),
        ("(size(a))[0] > a", "[", ")[0"),
        (":v[0] = a", "[", ":v[0"),
        ("size(a).b = :v", ".", ").b"),
        // a token of another kind
        ("a == :v", "=", "== :v"),
        ("a != :v", "!", "a !="),
        ("a > 4", "4", "> 4"),
        ("a BETWEEN :v OR :w", "OR", ":v OR :w"),
        ("AND a = :v", "AND", "AND a"),
        ("a = :v AND AND b = :v", "AND", "AND AND b"),
        ("a.and = :v", "and", ".and ="),
        ("not (not) = :v", ")", "not) ="),
        ("a.:v = b", ":v", ".:v ="),
        ("a[:v] = b", ":v", "[:v]"),
        ("a[b] = c", "b", "[b]"),
        ("a[] = c", "]", "[] ="),
        ("a[-1] = c", "-", "[-1"),
        ("a[1 2] = c", "2", "1 2]"),
        ("a.b. = c", "=", ". = c"),
        (".a = c", ".", ".a"),
        ("[0] = c", "[", "[0"),
        ("a , b", ",", "a , b"),
        ("a + b = c", "+", "a + b"),
        // a character that no name has
        ("foo-bar = :v", "-", "foo-bar"),
        ("_type = :v", "_", "_type"),
        ("__typename <> :v", "_", "__"),
        ("a = :v AND _sortKey = :w", "_", "AND _sortKey"),
        ("begins_with(LSI, G_M#)", "#", "G_M#)"),
        ("a = : v", ":", "= : v"),
        ("café = :v", "é", "café ="),
        ("a = \"b\"", "\"", "= \"b"),
        ("a = 'b'", "'", "= 'b"),
        ("$a = :v", "$", "$a"),
    ] {
        condition_error(text, &syntax(token, near));
    }
}

#[test]
fn the_span_of_a_syntax_error_is_its_token() {
    for (text, expected) in [("a != :v", 2..3), ("a =", 3..3), ("café = :v", 3..5), ("a b", 2..3)]
    {
        let error = parse::condition(text).unwrap_err();
        assert_eq!(error.span.range(), expected, "{text}");
    }
}

#[test]
fn an_empty_text_and_one_too_long_are_refused() {
    condition_error("", "The expression can not be empty;");
    let longest = format!("a = {}", "b".repeat(4092));
    condition(&longest, &longest);
    condition_error(
        &format!("{longest}b"),
        "Expression size has exceeded the maximum allowed size; expression size: 4097",
    );
    // bytes count, not characters
    let wide = format!("a = {}", "é".repeat(2047));
    condition_error(
        &wide,
        "Expression size has exceeded the maximum allowed size; expression size: 4098",
    );
}

#[test]
fn three_hundred_operators_are_enough() {
    let expected = "The expression contains too many operators; operator count: 301";
    let chain = |comparisons: usize| vec!["a<b"; comparisons].join(" OR ");
    assert!(parse::condition(&chain(150)).is_ok());
    condition_error(&chain(151), expected);
    let nested = |depth: usize| format!("a<b {}{}", "or (a<b ".repeat(depth), ")".repeat(depth));
    assert!(parse::condition(&nested(149)).is_ok());
    condition_error(&nested(454), expected);
    let negated = |depth: usize| format!("{}a<b", "not ".repeat(depth));
    assert!(parse::condition(&negated(299)).is_ok());
    condition_error(&negated(1000), expected);
    assert!(parse::condition(&format!("{}a<b{}", "not (".repeat(299), ")".repeat(299))).is_ok());
    let candidates = format!("a IN ({})", vec!["b"; 1000].join(","));
    assert!(parse::condition(&candidates).is_ok());
}

#[test]
fn nesting_never_overflows_the_stack() {
    condition_error(&"(".repeat(4096), &syntax("<EOF>", "("));
    condition_error(&format!("{})", "(".repeat(4095)), &syntax(")", "()"));
    let deep =
        |inner: &str, depth: usize| format!("{}{inner}{}", "(".repeat(depth), ")".repeat(depth));
    condition_error(&deep("a<b", 2046), "The expression has redundant parentheses;");
    condition_error(
        &format!("{} < b", deep("a", 2044)),
        "The expression has redundant parentheses;",
    );
    condition_error(
        &format!("b < {}", deep("a", 2044)),
        "The expression has redundant parentheses;",
    );
    condition_error(
        &format!("a < {}b{}", "f(".repeat(1355), ")".repeat(1355)),
        "Invalid function name; function: f",
    );
    condition_error(
        &format!("a < {}b{}", "size(".repeat(680), ")".repeat(680)),
        "The expression is nested too deeply;",
    );
    condition_error(&"size(".repeat(819), "The expression is nested too deeply;");
    assert!(parse::condition(&format!("a{} = b", ".b".repeat(2045))).is_ok());
}

#[test]
fn the_deepest_expressions_need_little_stack() {
    let nested = format!("{}a<b{}", "not (".repeat(299), ")".repeat(299));
    let alternating = format!("{}a<b{}", "a<b or (a<b and (".repeat(74), "))".repeat(74));
    let functions = format!("a < {}b{}", "size(".repeat(64), ")".repeat(64));
    let open = "(".repeat(4096);
    let read = move || {
        for text in [nested, alternating] {
            let filter = Filter::parse(&text, &Placeholders::default()).unwrap();
            assert!(!filter.attributes().is_empty() && filter == filter.clone());
            filter.matches(&crate::Item::new());
            let condition = parse::condition(&text).unwrap();
            assert_eq!(parse::condition(&condition.to_string()), Ok(condition.clone()));
        }
        for text in [functions, open] {
            assert!(Filter::parse(&text, &Placeholders::default()).is_err());
        }
    };
    // what a page's WebAssembly has; it needs a fraction of what this does without optimisation
    let small = std::thread::Builder::new().stack_size(1024 * 1024);
    small.spawn(read).unwrap().join().unwrap();
}

#[test]
fn an_index_is_at_most_two_to_the_31_less_one() {
    condition("a[2147483647] = b", "a[2147483647] = b");
    condition("a[007] = b", "a[7] = b");
    condition_error(
        "a[2147483648] = b",
        "List index is not within the allowable range; index: [2147483648]",
    );
    condition_error(
        "a[99999999999999999999] = b",
        "List index is not within the allowable range; index: [99999999999999999999]",
    );
}

#[test]
fn projections_are_paths_with_commas_between() {
    for (text, expected) in [
        ("a", Ok("a")),
        (" a ,b.c[0],#d ", Ok("a, b.c[0], #d")),
        ("and, between", Ok("and, between")),
        ("", Err("The expression can not be empty;".to_owned())),
        ("!!! INVALID !!!", Err(syntax("!", "!!"))),
        ("!!!", Err(syntax("!", "!!"))),
        ("a,", Err(syntax("<EOF>", ","))),
        (",a", Err(syntax(",", ",a"))),
        ("a,,b", Err(syntax(",", ",,b"))),
        ("a b", Err(syntax("b", "a b"))),
        ("(a)", Err(syntax("(", "(a"))),
        ("l[a]", Err(syntax("a", "[a]"))),
        ("l[", Err(syntax("<EOF>", "["))),
        (":v", Err(syntax(":v", ":v"))),
        ("size(a)", Err(syntax("(", "size(a"))),
        ("*", Err(syntax("*", "*"))),
    ] {
        let found = parse::projection(text);
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found.to_string(), expected, "{text}"),
            (Err(found), Err(expected)) => assert_eq!(found.message(), expected, "{text}"),
            (found, expected) => panic!("{text}: {found:?} instead of {expected:?}"),
        }
    }
}

#[test]
fn updates_are_sections_of_actions() {
    for (text, expected) in [
        ("SET a = :v", Ok("SET a = :v")),
        ("set a=b+:v,c.d[0]=:w-(e) remove f", Ok("SET a = b + :v, c.d[0] = :w - e REMOVE f")),
        ("ADD a :v DELETE b :w, c :x", Ok("ADD a :v DELETE b :w, c :x")),
        ("SET a = (b)", Ok("SET a = b")),
        ("SET a = (b + :v)", Ok("SET a = b + :v")),
        ("SET a = ((b) + :v)", Ok("SET a = b + :v")),
        ("SET a = (b) + :v", Ok("SET a = b + :v")),
        (
            "SET a = list_append(if_not_exists(a, :e), :v)",
            Ok("SET a = list_append(if_not_exists(a, :e), :v)"),
        ),
        ("REMOVE a, b[1]", Ok("REMOVE a, b[1]")),
        ("", Err("The expression can not be empty;".to_owned())),
        ("INVALID SYNTAX HERE", Err(syntax("INVALID", "INVALID SYNTAX"))),
        ("set _something = :v", Err(syntax("_", "set _something"))),
        ("ADD hits : incr", Err(syntax(":", "hits : incr"))),
        ("SET #as, #b = :v", Err(syntax(",", "#as, #b"))),
        ("SET a = :v, updated = :w, SET b = :x", Err(syntax("SET", ", SET b"))),
        ("SET", Err(syntax("<EOF>", "SET"))),
        ("SET a = ", Err(syntax("<EOF>", "="))),
        ("SET a = :v + :w + :x", Err(syntax("+", ":w + :x"))),
        ("SET a = if_not_exists(b, 0)", Err(syntax("0", ", 0)"))),
        ("ADD a b", Err(syntax("b", "a b"))),
        ("ADD a = :v", Err(syntax("=", "a = :v"))),
        ("REMOVE a = :v", Err(syntax("=", "a = :v"))),
        ("SET remove = :v", Err(syntax("remove", "SET remove ="))),
        ("SET a = ((b))", Err("The expression has redundant parentheses;".to_owned())),
        ("SET a = ((b + :v))", Err("The expression has redundant parentheses;".to_owned())),
        ("SET a = b)", Err(syntax(")", "b)"))),
        ("SET a = (b", Err(syntax("<EOF>", "b"))),
        ("REMOVE a REMOVE b", Ok("REMOVE a REMOVE b")),
        ("REMOVE a REMOVE b c", Err(syntax("c", "b c"))),
    ] {
        match (parse::update(text), expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found.to_string(), expected, "{text}"),
            (Err(found), Err(expected)) => assert_eq!(found.message(), expected, "{text}"),
            (found, expected) => panic!("{text}: {found:?} instead of {expected:?}"),
        }
    }
    let deep = format!("SET a = {}", "(".repeat(4000));
    assert_eq!(parse::update(&deep).unwrap_err().message(), syntax("<EOF>", "("));
}
