// Runs the conversions that it is given as JSON in the WebAssembly of a directory.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const dist = process.argv[2];
await import(pathToFileURL(join(dist, "wasm_exec.js")));
const go = new globalThis.Go();
const { instance } = await WebAssembly.instantiate(gunzipSync(readFileSync(join(dist, "toolspeak.wasm.gz"))), go.importObject);
go.run(instance);
const cases = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write("[" + cases.map((c) => globalThis.toolspeak(c.Input, c.From, c.To, "")).join(",") + "]", () => process.exit(0));
