// What both ways in have in common: load returns a promise of a WebAssembly.Module, and
// spawn starts worker.js and returns { post, receive, end }.

import { Converter } from "./converter.js";
import { RejectError, ToolspeakError } from "./errors.js";

export function api(load, spawn) {
  let module;
  const loaded = () => module ??= load().catch((err) => { module = undefined; throw err; });

  const open = async (options) => new Converter(loaded(), options).ready();

  // The converter of single calls: the one for the same options as before.
  let last = { key: "", converter: undefined };
  async function converterOf(options) {
    const key = JSON.stringify(options);
    if (last.key !== key) last = { key, converter: await open(options) };
    return last.converter;
  }

  return {
    open,
    openWorker: async (options) => new Remote(spawn()).ready(options),
    convert: async (value, options) => (await converterOf(options)).convert(value),
    convertText: async (text, options) => (await converterOf(options)).convertText(text),
    detect: async (value, options = {}) => (await converterOf({ to: "ir", ...options })).detect(value),
    check: async (value, options = {}) => (await converterOf({ to: "ir", ...options })).check(value),
  };
}

/** A Converter in another thread. */
class Remote {
  #thread;
  #waiting = new Map();
  #next = 0;
  report = undefined;

  constructor(thread) {
    this.#thread = thread;
    thread.receive(({ id, value, error, report }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      this.report = report;
      error ? reject(revived(error)) : resolve(value);
    }, (err) => {
      for (const { reject } of this.#waiting.values()) reject(new ToolspeakError("the converter's thread has ended: " + (err?.message ?? err)));
      this.#waiting.clear();
    });
    for (const method of ["convert", "convertAll", "convertText", "results", "detect", "check"]) {
      this[method] = (argument) => this.#call(method, argument);
    }
  }

  async ready(options) {
    await this.#call("open", options).catch((err) => { this.close(); throw err; });
    return this;
  }

  close() { this.#thread.end(); }

  #call(method, argument) {
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      this.#thread.post({ id, method, argument });
    });
  }
}

/** Answers the calls of a Remote, in its thread. */
export function serve({ open }, receive, post) {
  let converter;
  receive(async ({ id, method, argument }) => {
    try {
      let value = null;
      if (method === "open") converter = await open(argument);
      else value = await converter[method](argument);
      post({ id, value, report: converter.report });
    } catch (err) {
      post({ id, error: { message: err.message, index: err.index, diagnostic: err.diagnostic }, report: converter?.report });
    }
  });
}

function revived({ message, index, diagnostic }) {
  return diagnostic ? new RejectError(index, diagnostic) : new ToolspeakError(message);
}
