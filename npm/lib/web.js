// The way in for pages, bundlers and everything else that has fetch.

import { api, serve } from "./api.js";

const load = async () => {
  const answer = await fetch(new URL("./toolspeak.wasm", import.meta.url));
  if (!answer.ok) throw new Error("toolspeak.wasm could not be loaded: " + answer.status);
  return WebAssembly.compile(await answer.arrayBuffer());
};

const spawn = () => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  return {
    post: (message) => worker.postMessage(message),
    receive: (take, fail) => { worker.onmessage = (e) => take(e.data); worker.onerror = fail; },
    end: () => worker.terminate(),
  };
};

const way = api(load, spawn);
export const { open, openWorker, convert, convertText, detect, check } = way;
export const serveHere = () => serve(way, (take) => { self.onmessage = (e) => take(e.data); }, (message) => self.postMessage(message));
export { Converter } from "./converter.js";
export { RejectError, ToolspeakError } from "./errors.js";
