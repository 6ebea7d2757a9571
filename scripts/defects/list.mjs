// Deliberate defects: a text of a file, and what stands in its place. One line each; the text occurs in its file once.

/**
 * @typedef {object} Defect
 * @property {string} file
 * @property {string} text what is there
 * @property {string} instead what is put there
 */

/** @type {Defect[]} */
export const defects = [
  // The loop.
  {
    file: "src/batch/mode.rs",
    text: "facts.sequential_requested || by_tool",
    instead: "facts.sequential_requested && by_tool",
  },
  {
    file: "src/batch/parallel.rs",
    text: "Outcome::Immediate => host.end(call).await?,",
    instead: "Outcome::Immediate => {}",
  },
  { file: "src/batch/parallel.rs", text: "            host.reject(broken);\n", instead: "" },
  { file: "src/batch/parallel.rs", text: "&& outcome.is_ok()", instead: "" },
  { file: "src/batch/parallel.rs", text: "host.join_and_results(last)", instead: "host.join_and_results(count - 1)" },
  { file: "src/batch/sequential.rs", text: "count > 0 && host", instead: "host" },
  {
    file: "src/batch/stages.rs",
    text: "Outcome::Prepared { .. } if !plan.limits.deadlines =>",
    instead: "Outcome::Prepared { .. } =>",
  },
  {
    file: "src/batch/stages.rs",
    text: "host.finalize_and_end(call, execution).await",
    instead: "match execution { _ => host.finalize_and_end(call, super::host::Execution::Returned).await }",
  },
  { file: "src/batch/sequential.rs", text: "for call in 0..count", instead: "for call in (0..count).rev()" },
  // The bridge.
  {
    file: "src/bridge/channel.rs",
    text: "Ok(true) => self.ask(Code::ResolveTerminate, 0)",
    instead: "Ok(true) => self.ask(Code::Resolve, 0)",
  },
  { file: "src/bridge/channel.rs", text: "pop_front()", instead: "pop_back()" },
  {
    file: "src/bridge/environment.rs",
    text: "i32::from(channel.has_operations())",
    instead: "0",
  },
  {
    file: "src/bridge/environment.rs",
    text: "self.wakeup.hold(self.env, pending)",
    instead: "self.wakeup.hold(self.env, false)",
  },
  { file: "src/bridge/entry.rs", text: "sequential_tool: facts & 2 != 0", instead: "sequential_tool: false" },
  { file: "src/bridge/entry.rs", text: "queued: fact(4)", instead: "queued: false" },
  {
    file: "src/bridge/entry.rs",
    text: "let _ = catch_unwind(AssertUnwindSafe(|| drop(environment)));",
    instead: "std::mem::forget(environment);",
  },
  {
    file: "src/bridge/wakeup.rs",
    text: "unsafe { sys::napi_unref_threadsafe_function(env, function) };",
    instead: "",
  },
  {
    file: "src/bridge/answer.rs",
    text: "Verdict::TextWanted => Self::Bare(Judgement::TextWanted),",
    instead: "Verdict::TextWanted => Self::Bare(Judgement::Accepted),",
  },
  {
    file: "src/bridge/schemas.rs",
    text: "schemas.borrow_mut().let_go(owner.id)",
    instead: "schemas.borrow().owned.get(owner.id).map(Rc::clone)",
  },
  // What is judged on another thread.
  { file: "src/bridge/environment.rs", text: " + self.elsewhere.pending() > 0", instead: " > 0" },
  { file: "src/bridge/elsewhere.rs", text: "drop(question);", instead: "std::mem::forget(question);" },
  { file: "js/validate.js", text: "    bringTexts(texts);\n", instead: "" },
  {
    file: "js/validate.js",
    text: "waits && length >= ELSEWHERE_FROM ? VERDICT_ELSEWHERE : VERDICT",
    instead: "VERDICT",
  },
  { file: "js/validate.js", text: "validated(tool, toolCall, false)", instead: "validated(tool, toolCall, true)" },
  // Validation.
  { file: "src/validate/check/assertions.rs", text: "Some(Less | Equal)", instead: "Some(Less)" },
  { file: "src/validate/check/numbers.rs", text: "distance < 1e-10", instead: "distance == 0.0" },
  {
    file: "src/validate/coerce.rs",
    text: "if !self.is_one_of_many(&schema.types, value)",
    instead: "",
  },
  {
    file: "src/validate/coerce/scalar.rs",
    text: "(Type::Boolean, Value::Null) => Some(Value::Bool(false)),",
    instead: "",
  },
  {
    file: "src/validate/convert/scalar.rs",
    text: 'Value::BigInt("1") => Some(true),',
    instead: "",
  },
  { file: "src/validate/convert/run.rs", text: "in (0..length).zip(items)", instead: "in (1..length).zip(items)" },
  {
    file: "src/validate/explain/lines.rs",
    text: "const MOST_LINES: usize = 8;",
    instead: "const MOST_LINES: usize = 9;",
  },
  { file: "src/validate/explain.rs", text: "if fits || !matches!(keyword, Keyword::Refine(_))", instead: "" },
  { file: "src/validate/plain.rs", text: 'None if key == b"__proto__" => return None,', instead: "" },
  {
    file: "src/validate/pattern/set.rs",
    text: "ranges.push((next, first - 1));",
    instead: "ranges.push((next, first));",
  },
  { file: "src/validate/pattern/runs.rs", text: "self.anywhere.max(next.anywhere).max", instead: "self.anywhere.max" },
  { file: "src/validate/format/ip.rs", text: "before + after <= 7", instead: "before + after <= 8" },
  {
    file: "src/validate/format/date_time.rs",
    text: "second < 60 || utc % DAY == DAY - 1",
    instead: "second < 60 || utc > 0",
  },
  // The JavaScript side.
  {
    file: "js/stages/result.js",
    text: "    await TURN;\n    batch.messages.push(message);",
    instead: "    batch.messages.push(message);",
  },
  { file: "js/stages/finalize.js", text: "afterResult.isError ?? isError", instead: "isError" },
  {
    file: "js/stages/execute.js",
    text: "    execution.settled = true;\n    await execution.updates?.all();\n    if",
    instead: "    await execution.updates?.all();\n    if",
  },
  {
    file: "js/stages/execute.js",
    text: "emitted.then(this.onDelivered, ignore)",
    instead: "emitted.then(this.onDelivered)",
  },
  {
    file: "js/stages/execute.js",
    text: "emitted.then(this.onDelivered, ignore)",
    instead: "emitted.then(this.onDelivered, this.onDelivered)",
  },
  { file: "js/stages/execute.js", text: "? twoTurns()", instead: "? TURN" },
  { file: "js/stages/end.js", text: "batch.begin(RESULT, call)", instead: "ended(batch, call)" },
  { file: "js/stages/prepare.js", text: "beforeResult.reason ||", instead: "beforeResult.reason ??" },
  { file: "js/wire/properties.js", text: 'if (key === "__proto__") {', instead: "if (false) {" },
  { file: "js/wire/copy.js", text: "if (item === undefined && !(index in copy)) throw NOT_PLAIN;", instead: "" },
  { file: "js/wire/read.js", text: " && stands(key, from)", instead: "" },
  { file: "js/wire/read.js", text: "if (read.length === length) known", instead: "known" },
  { file: "js/stages/execute.js", text: "if (isUntouched(emitted))", instead: "if (emitted)" },
  { file: "js/wire/read.js", text: "if (wtf8[at + 1] >= 0xa0) return readSurrogates(wtf8);", instead: "" },
  {
    file: "js/validate.js",
    text: "compiled.keepBeyond = Number.POSITIVE_INFINITY;\n    // Of the copy",
    instead: "// Of the copy",
  },
  {
    file: "js/validate.js",
    text: "if (compiled.refusal !== undefined) throw compiled.refusal.error;\n  if (judgement",
    instead: "if (judgement",
  },
];
