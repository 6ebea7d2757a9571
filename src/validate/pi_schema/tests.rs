//! The whole of the dialect, from bytes to verdict.

mod cases;
mod hostile;
mod scan;

use super::{Release, Schema};
use crate::validate::notation::{arguments, print, schema};
use crate::validate::{Edition, Verdict, wire};

fn compiled(wire: &[u8]) -> Schema {
    Schema::compile(wire, Edition::default(), Release::default()).unwrap()
}

/// The verdict on arguments, in words.
fn outcome_by(schema: &Schema, arguments: &[u8]) -> String {
    let mut out = Vec::new();
    let written = |out: &[u8]| {
        let bump = bumpalo::Bump::new();
        let (heap, value) = wire::decode(out, &bump).unwrap();
        print(&heap, value)
    };
    match schema.validate(arguments, &mut out) {
        Verdict::Accepted => "accepted".to_owned(),
        Verdict::Changed => written(&out),
        Verdict::Refused => {
            let lines = String::from_utf8_lossy(&out).into_owned();
            lines.split('\n').map(|line| line.trim_start_matches("  - ")).collect::<Vec<_>>().join(" | ")
        }
        Verdict::TextWanted => "text wanted".to_owned(),
        Verdict::Pattern => format!("pattern: {}", String::from_utf8_lossy(&out)),
        Verdict::Threw(text) => format!("threw: {text}"),
    }
}

/// The same for schema and arguments as JavaScript writes them.
fn outcome(source: &str, values: &str) -> String {
    outcome_by(&compiled(&schema(source)), &arguments(values))
}

fn hold(cases: &[(&str, &str, &str)]) {
    for (schema, arguments, expected) in cases {
        assert_eq!(outcome(schema, arguments), *expected, "{schema} {arguments}");
    }
}
