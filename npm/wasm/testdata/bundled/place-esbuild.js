import wasmURL from "toolspeak/toolspeak.wasm";

export const place = { wasmURL: new URL(wasmURL, import.meta.url), workerURL: new URL("./worker.js", import.meta.url) };
