// The way in for pages, bundlers and everything else that has fetch.

import { api, serve } from "./api.js";

const load = async (url = new URL("./toolspeak.wasm", import.meta.url)) => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} could not be loaded: ${answer.status}; wasmURL says where it is`);
  return WebAssembly.compile(await answer.arrayBuffer());
};

const spawn = (url) => {
  const worker = url ? new Worker(url, { type: "module" }) : new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  return {
    post: (message) => worker.postMessage(message),
    receive: (take, fail) => { worker.onmessage = (e) => take(e.data); worker.onerror = fail; worker.onmessageerror = fail; },
    end: () => worker.terminate(),
  };
};

const way = api(load, spawn);
export const { open, openWorker, convert, convertText, detect, check, styles } = way;
export const serveHere = () => serve(way, (take) => { self.onmessage = (e) => take(e.data); }, (message) => self.postMessage(message));
export { Converter } from "./converter.js";
export { RejectError, ToolspeakError } from "./errors.js";
