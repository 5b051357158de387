// Converts lines of JSON with the installed package, in this thread and in another, and
// tries what goes wrong. Run in the folder that the package is installed in.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import * as toolspeak from "toolspeak";

const lines = readFileSync(0, "utf8").split("\n").filter(Boolean);

const converter = await toolspeak.open({ to: "xml" });
const results = await converter.results(lines);
assert.equal(converter.report.records, lines.length);
assert.equal(converter.report.rejected, results.filter((r) => r.rejected).length);

// Bytes, in batches, in another thread, and after its program has ended.
const remote = await toolspeak.openWorker({ to: "xml" });
const again = [];
for (let i = 0; i < lines.length; i += 300) {
  const part = lines.slice(i, i + 300).map((line) => new TextEncoder().encode(line));
  again.push(...(await remote.results(part)).map((r) => r.value && new TextDecoder().decode(r.value)));
}
assert.deepEqual(again, results.map((r) => r.value));
assert.equal(remote.report.records, lines.length);
remote.close();
converter.close();
assert.equal((await converter.results([lines[0]]))[0].value, results[0].value);

// Values, plain transcripts, what is found, and errors.
const react = "Question: q\nThought: t\nAction: f\nAction Input: {'a': 1.0}\n";
assert.match(await toolspeak.convertText(react, { to: "hermes" }), /<tool_call>/);
assert.equal((await toolspeak.detect({ text: react })).style, "react");
assert.equal((await toolspeak.convert({ text: react, other: [1, null] }, { to: "xml" })).other[0], 1);
await assert.rejects(toolspeak.convert({ messages: 7 }, { to: "xml" }), (err) => err instanceof toolspeak.RejectError && err.index === 0 && err.diagnostic.severity === "reject");
assert.equal((await toolspeak.check({ messages: 7 }))[0].severity, "reject");
await assert.rejects(toolspeak.open({ to: "hermess" }), /hermess/);
await assert.rejects(toolspeak.open({ to: "xml", "out-layout": "text" }), /outLayout/);
await assert.rejects(toolspeak.open({ to: "xml", nothing: 1 }), /nothing/);
await assert.rejects(toolspeak.openWorker({ to: "hermess" }), /hermess/);
await assert.rejects(toolspeak.convert("\ud800", { to: "xml" }), /surrogate/);
await assert.rejects(toolspeak.convert(undefined, { to: "xml" }), /record/);

// A thread that is closed, or that ends by itself, leaves no call without an answer.
const closing = await toolspeak.openWorker({ to: "xml" });
const waits = closing.convertAll(lines.slice(0, 50));
closing.close();
await assert.rejects(waits, /closed/);
await assert.rejects(closing.convert(lines[0]), /closed/);
const dying = await toolspeak.openWorker({ to: "xml" });
await assert.rejects(dying.convert({ f() {} }), toolspeak.ToolspeakError);

// The converter may be elsewhere, or compiled before.
const url = import.meta.resolve("toolspeak/toolspeak.wasm");
const wasmModule = await WebAssembly.compile(readFileSync(new URL(url)));
for (const place of [{ wasmURL: url }, { wasmURL: new URL(url) }, { wasmModule }, { wasmModule: Promise.resolve(wasmModule) }]) {
  for (const start of [toolspeak.open, toolspeak.openWorker]) {
    const c = await start({ to: "hermes", ...place });
    assert.match((await c.convert({ text: react })).text, /<tool_call>/);
    c.close();
  }
}
await assert.rejects(toolspeak.open({ to: "xml", wasmURL: "file:///none.wasm" }), /none/);
const known = await toolspeak.styles();
assert.ok(["react", "openai", "qwen3-coder"].every((name) => known.some((k) => k.name === name && k.writes && k.summary)));

process.stdout.write(results.map((r) => (r.value ?? r.diagnostics.at(-1).code) + "\n").join(""));
