// The way in for Node: the converter is a file.

import { readFile } from "node:fs/promises";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

import { api, serve } from "./api.js";
import { native } from "./native.js";

const thread = "toolspeak converter";

const load = async (url = new URL("./toolspeak.wasm", import.meta.url)) => {
  if (!/^https?:/.test(url)) return WebAssembly.compile(await readFile(/^file:/.test(url) ? new URL(url) : url));
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} could not be loaded: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
};

const spawn = (url = import.meta.url) => {
  const worker = new Worker(new URL(url), { workerData: thread });
  return {
    post: (message) => worker.postMessage(message),
    receive: (take, fail) => worker.on("message", take).on("messageerror", fail).on("error", fail).on("exit", (code) => fail("exit code " + code)),
    hold: (is) => is ? worker.ref() : worker.unref(),
    end: () => void worker.terminate(),
  };
};

const way = api(load, spawn, native);
export const { open, openWorker, convert, convertText, detect, check, styles } = way;
export { Converter } from "./converter.js";
export { RejectError, ToolspeakError } from "./errors.js";

if (!isMainThread && workerData === thread) serve(way, (take) => parentPort.on("message", take), (message) => parentPort.postMessage(message));
