// A running converter: Go compiled to WebAssembly, and the function by which it answers.

import "./wasm_exec.js";
import { ToolspeakError } from "./errors.js";
import { encode } from "./protocol.js";

let started = 0;

/** Starts the program of a WebAssembly.Module and returns a function that opens sessions. */
async function start(module) {
  const name = "toolspeak " + ++started;
  const go = new globalThis.Go();
  go.argv = ["toolspeak", name];
  const ended = { exited: false };
  go.exit = () => { ended.exited = true; };
  go.run(await WebAssembly.instantiate(module, go.importObject)).catch(() => { ended.exited = true; });
  const open = globalThis[name];
  delete globalThis[name];
  return { open, ended };
}

/**
 * A session in a program of its own. A program that ends, as Go does where memory is short, is
 * started anew, and asked once more.
 */
export class Session {
  #module;
  #options;
  #program;
  #ask;

  /** module is a promise of a WebAssembly.Module. */
  constructor(module, options) {
    this.#module = module;
    this.#options = encode(JSON.stringify(options));
  }

  /** Returns the answer to a request, in bytes of its own. An answer in words is an error. */
  async request(operation, payload) {
    for (let tries = 0; tries < 2; tries++) {
      if (!this.#program) await this.#start();
      const said = this.#call(operation, payload);
      if (said !== undefined) return said;
    }
    throw new ToolspeakError("the converter ended twice at the same request: is there enough memory for it?");
  }

  /** Ends the program as a fault would, for tests. */
  crash() { if (this.#program) this.#program.ended.exited = true; }

  async #start() {
    const program = await start(await this.#module);
    this.#program = program;
    this.#ask = program.open();
    this.#call("O", this.#options);
  }

  /** Returns the answer, or undefined where the program has ended. */
  #call(operation, payload) {
    let said;
    try {
      if (!this.#program.ended.exited) said = this.#ask(operation.charCodeAt(0), payload);
    } catch {
      said = undefined; // a trap, or a program that has ended
    }
    if (typeof said === "string") throw new ToolspeakError(said);
    if (said === undefined) this.#program = undefined;
    return said;
  }
}
