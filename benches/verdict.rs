//! The package's own check beside that of the `jsonschema` crate: compiling the same schemas, judging the same values.
//!
//! `jsonschema` judges values that have been read; ours starts from the bytes, converts and coerces as well. So
//! `jsonschema` is timed with and without reading the value from JSON text.

mod inputs;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use jsonschema::Validator;
use pi_toolcalls::validate::Verdict;
use serde_json::Value;

use self::inputs::{NobodyToAsk, arguments_bytes, compile, inputs, largest_real, read, schema_bytes, twenty};

fn validator(schema: &Value) -> Validator {
    jsonschema::draft202012::new(black_box(schema)).expect("it is a schema")
}

fn compiling(criterion: &mut Criterion) {
    for (name, schema) in [("small", read()), ("properties-20", twenty()), ("largest real", largest_real())] {
        let mut group = criterion.benchmark_group(format!("compile {name}"));
        let wire = schema_bytes(&schema);
        group.bench_function("own", |bencher| bencher.iter(|| compile(&wire)));
        group.bench_function("jsonschema", |bencher| bencher.iter(|| validator(&schema)));
    }
}

fn judging(criterion: &mut Criterion) {
    for input in inputs() {
        let mut group = criterion.benchmark_group(format!("judge {}", input.name));
        let own = compile(&schema_bytes(&input.schema));
        let wire = arguments_bytes(&input.arguments);
        let mut out = Vec::new();
        group.bench_function("own, from bytes, all passes", |bencher| {
            bencher.iter(|| {
                out.clear();
                own.validate(black_box(&wire), &mut NobodyToAsk, &mut out)
            });
        });
        let other = validator(&input.schema);
        assert_eq!(other.is_valid(&input.arguments), input.verdict == Verdict::Accepted, "{}", input.name);
        group.bench_function("jsonschema, value at hand", |bencher| {
            bencher.iter(|| other.is_valid(black_box(&input.arguments)));
        });
        let text = input.arguments.to_string();
        group.bench_function("jsonschema, from text", |bencher| {
            bencher.iter(|| {
                serde_json::from_str(black_box(&text)).map(|value: Value| other.is_valid(&value)).ok()
            });
        });
        if input.verdict == Verdict::Refused {
            group.bench_function("jsonschema, all errors as text", |bencher| {
                bencher.iter(|| {
                    let errors = other.iter_errors(black_box(&input.arguments));
                    errors.map(|error| error.to_string()).collect::<Vec<_>>()
                });
            });
        }
    }
}

criterion_group!(benches, compiling, judging);
criterion_main!(benches);
