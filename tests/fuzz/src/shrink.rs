//! Making what was found short enough to read: calls, then members, that the fault does not need.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::Call;
use crate::law::Fault;
use crate::session::replay;

/// After so long it is short enough.
const ENOUGH: Duration = Duration::from_secs(20);

/// Fewer and shorter calls with the same kind of fault.
pub fn shrink(calls: Vec<Call>, fault: &Fault, patience: Duration) -> Vec<Call> {
    let started = Instant::now();
    let fails = |calls: &[Call]| {
        started.elapsed() < ENOUGH
            && replay(calls, patience).is_err_and(|(_, found)| found.is_like(fault))
    };
    let mut calls = calls;
    let mut step = calls.len() / 2;
    while step > 0 {
        let mut at = 0;
        while at < calls.len() {
            let mut fewer = calls.clone();
            fewer.drain(at..(at + step).min(calls.len()));
            if fails(&fewer) { calls = fewer } else { at += step }
        }
        step /= 2;
    }
    for at in 0..calls.len() {
        let mut place = 0;
        while started.elapsed() < ENOUGH {
            let whole = calls[at].request.clone();
            if !cut(&mut calls[at].request, &mut { place }) {
                break;
            }
            if !fails(&calls) {
                calls[at].request = whole;
                place += 1;
            }
        }
    }
    calls
}

/// Takes out the member or element that comes after so many others; says whether there was one.
fn cut(value: &mut Value, left: &mut usize) -> bool {
    match value {
        Value::Object(members) => {
            let names: Vec<String> = members.keys().cloned().collect();
            names.iter().any(|name| {
                if *left == 0 {
                    return members.remove(name).is_some();
                }
                *left -= 1;
                members.get_mut(name).is_some_and(|member| cut(member, left))
            })
        }
        Value::Array(list) => (0..list.len()).any(|at| {
            if *left == 0 {
                list.remove(at);
                return true;
            }
            *left -= 1;
            cut(&mut list[at], left)
        }),
        _ => false,
    }
}
