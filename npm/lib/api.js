// What both ways in have in common: load returns a promise of a WebAssembly.Module, that at an
// address or the package's own, and spawn starts worker.js and returns { post, receive, end };
// native, if there is any, returns a session in a process where it can.

import { Converter } from "./converter.js";
import { RejectError, ToolspeakError } from "./errors.js";
import { Session } from "./program.js";

export function api(load, spawn, native) {
  const modules = new Map();
  const loaded = ({ wasmModule, wasmURL }) => {
    if (wasmModule) return Promise.resolve(wasmModule);
    const key = wasmURL === undefined ? "" : String(wasmURL);
    if (!modules.has(key)) modules.set(key, load(wasmURL).catch((err) => { modules.delete(key); throw err; }));
    return modules.get(key);
  };

  const open = async ({ wasmModule, wasmURL, workerURL, ...options }) => new Converter((flags) => {
    const wasm = () => new Session(loaded({ wasmModule, wasmURL }), flags);
    return !wasmModule && wasmURL === undefined && native?.(flags, wasm) || wasm();
  }, options).ready();

  const openWorker = async ({ wasmModule, wasmURL, workerURL, ...options }) => {
    const place = { wasmModule: await wasmModule, wasmURL: wasmURL === undefined ? undefined : String(wasmURL) };
    return new Remote(spawn(workerURL)).ready({ ...options, ...place });
  };

  // The converter of single calls: the one for the same options as before.
  let last = { key: "", module: undefined, converter: undefined };
  async function converterOf({ wasmModule, ...options }) {
    const key = JSON.stringify(options);
    if (last.key !== key || last.module !== wasmModule) last = { key, module: wasmModule, converter: await open({ wasmModule, ...options }) };
    return last.converter;
  }

  return {
    open,
    openWorker,
    convert: async (value, options) => (await converterOf(options)).convert(value),
    convertText: async (text, options) => (await converterOf(options)).convertText(text),
    detect: async (value, options = {}) => (await converterOf({ to: "ir", ...options })).detect(value),
    check: async (value, options = {}) => (await converterOf({ to: "ir", ...options })).check(value),
    styles: async (options = {}) => (await converterOf({ to: "ir", ...options })).styles(),
  };
}

/** A Converter in another thread. */
class Remote {
  #thread;
  #waiting = new Map();
  #next = 0;
  #ended; // why no call is answered any more
  report = undefined;

  constructor(thread) {
    this.#thread = thread;
    thread.receive(({ id, value, error, report }) => {
      const call = this.#waiting.get(id);
      if (!call) return; // it was ended before
      this.#settled(id);
      this.report = report;
      error ? call.reject(revived(error)) : call.resolve(value);
    }, (err) => this.#end("the converter's thread has ended: " + (err?.message ?? err)));
    for (const method of ["convert", "convertAll", "convertText", "results", "detect", "check", "styles"]) {
      this[method] = (argument) => this.#call(method, argument);
    }
  }

  async ready(options) {
    await this.#call("open", options).catch((err) => { this.close(); throw err; });
    return this;
  }

  close() {
    this.#end("the converter is closed");
    this.#thread.end();
  }

  /** Settles what waits, and what is asked from now on. */
  #end(why) {
    this.#ended ??= why;
    for (const { reject } of this.#waiting.values()) reject(new ToolspeakError(this.#ended));
    this.#waiting.clear();
    this.#thread.hold?.(false);
  }

  #settled(id) {
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#thread.hold?.(false);
  }

  #call(method, argument) {
    return new Promise((resolve, reject) => {
      if (this.#ended) throw new ToolspeakError(this.#ended);
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      this.#thread.hold?.(true); // a thread with nothing to do does not keep a program alive
      try {
        this.#thread.post({ id, method, argument });
      } catch (err) { // a value that can't go to another thread
        this.#settled(id);
        throw new ToolspeakError(err.message);
      }
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
