//! Wherever in a request of any operation something stands that nests too deeply, there is an answer.

use fuzz::law::{Subject, Way};
use fuzz::{Call, mutate, seeds};
use serde_json::{Map, Value};
use std::time::Duration;

/// Enough for a build that is not made to be fast.
const PATIENCE: Duration = Duration::from_secs(10);

/// So many levels are made, copied and dropped one within the other.
const STACK: usize = 16 * 1024 * 1024;

fn deep_things() -> Vec<Value> {
    const LENGTH: usize = 4_096;
    const LEVELS: usize = 600;
    let nested =
        |wrap: &dyn Fn(Value) -> Value| (0..LEVELS).fold(Value::Null, |inner, _| wrap(inner));
    let member = |name: &str, value| Value::Object(Map::from_iter([(name.to_owned(), value)]));
    vec![
        Value::from("(".repeat(LENGTH)),
        Value::from("[".repeat(LENGTH)),
        nested(&|inner| Value::Array(vec![inner])),
        nested(&|inner| member("L", Value::Array(vec![inner]))),
        nested(&|inner| member("M", member("a", inner))),
    ]
}

#[test]
fn depth_anywhere_gets_an_answer() {
    let test = || {
        let deep = deep_things();
        let mut subject = Subject::new(PATIENCE, false);
        for call in seeds::own() {
            for place in 0..mutate::nodes(&call.request) {
                for thing in &deep {
                    let Call { operation, mut request } = call.clone();
                    if let Some(node) = mutate::node_at(&mut request, &mut { place }) {
                        *node = thing.clone();
                    }
                    let deep = Call { operation, request };
                    if let Err(fault) = subject.call(&deep, Way::Walk) {
                        panic!("{} at {place}: {fault}", call.line());
                    }
                }
            }
            if let Err(fault) = subject.call(&call, Way::Json) {
                panic!("{}: {fault}", call.line());
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(test);
    assert!(thread.is_ok_and(|thread| thread.join().is_ok()));
}
