// The way in for Node: the converter is a file.

import { readFile } from "node:fs/promises";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

import { api, serve } from "./api.js";

const thread = "toolspeak converter";

const load = async () => WebAssembly.compile(await readFile(new URL("./toolspeak.wasm", import.meta.url)));

const spawn = () => {
  const worker = new Worker(new URL(import.meta.url), { workerData: thread });
  return {
    post: (message) => worker.postMessage(message),
    receive: (take, fail) => worker.on("message", take).on("error", fail),
    end: () => void worker.terminate(),
  };
};

const way = api(load, spawn);
export const { open, openWorker, convert, convertText, detect, check } = way;
export { Converter } from "./converter.js";
export { RejectError, ToolspeakError } from "./errors.js";

if (!isMainThread && workerData === thread) serve(way, (take) => parentPort.on("message", take), (message) => parentPort.postMessage(message));
