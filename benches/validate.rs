//! Reading wire bytes, compiling schemas, validating: the Rust side without Node.js.

mod inputs;

use std::hint::black_box;

use bumpalo::Bump;
use criterion::{Criterion, criterion_group, criterion_main};
use pi_toolcalls::validate::wire::decode;

use self::inputs::{NobodyToAsk, arguments_bytes, compile, inputs, largest_real, read, schema_bytes, twenty};

fn decoding(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("decode");
    for input in inputs() {
        let wire = arguments_bytes(&input.arguments);
        group.bench_function(input.name, |bencher| {
            bencher.iter(|| {
                let bump = Bump::new();
                decode(black_box(&wire), &bump).map(|(heap, _)| heap.len())
            });
        });
    }
}

fn compiling(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("compile");
    for (name, schema) in [("small", read()), ("properties-20", twenty()), ("largest real", largest_real())] {
        let wire = schema_bytes(&schema);
        group.bench_function(name, |bencher| bencher.iter(|| compile(&wire)));
    }
}

fn validating(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("validate");
    for input in inputs() {
        let schema = compile(&schema_bytes(&input.schema));
        let wire = arguments_bytes(&input.arguments);
        let mut out = Vec::new();
        assert_eq!(schema.validate(&wire, &mut NobodyToAsk, &mut out), input.verdict, "{}", input.name);
        group.bench_function(input.name, |bencher| {
            bencher.iter(|| {
                out.clear();
                schema.validate(black_box(&wire), &mut NobodyToAsk, &mut out)
            });
        });
    }
}

criterion_group!(benches, decoding, compiling, validating);
criterion_main!(benches);
