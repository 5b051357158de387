// The converter as a process of its own, where the executable for this system is installed: the
// optional packages @toolspeak/… hold it. It is several times as fast as WebAssembly.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";

import { ToolspeakError } from "./errors.js";
import * as protocol from "./protocol.js";

const HELLO = "toolspeak worker 1\n";
// What a file holds is given as text here, and by name to a process.
const TEXTS = ["style-file", "prompt-from", "prompt-to"];

/** The path of the executable for this system, or undefined. TOOLSPEAK_NATIVE names another; 0 is none. */
export function executable() {
  const named = process.env.TOOLSPEAK_NATIVE;
  if (named) return named === "0" ? undefined : named;
  try {
    return createRequire(import.meta.url).resolve(`@toolspeak/${process.platform}-${process.arch}/toolspeak${process.platform === "win32" ? ".exe" : ""}`);
  } catch {
    return undefined;
  }
}

/** Returns a session for these options, or undefined where WebAssembly has to do it: wasm makes one there. */
export function native(options, wasm) {
  const path = TEXTS.some((name) => name in options) ? undefined : executable();
  return path && new Session(path, protocol.encode(JSON.stringify(options)), wasm);
}

/** A session in a process. One that ends is started anew, and asked once more. */
class Session {
  #path;
  #options;
  #process;
  #wasm;

  constructor(path, options, wasm) {
    this.#path = path;
    this.#options = options;
    this.#wasm = wasm;
  }

  /** Returns the answer to a request. An answer in words is an error. */
  async request(operation, payload) {
    if (operation === protocol.SCHEMA) return this.#wasm().request(operation, payload); // a process answers with the options of the command
    for (let tries = 0; tries < 2; tries++) {
      if (!this.#process || this.#process.ended) this.#process = start(this.#path);
      const process = this.#process;
      const set = process.set ??= process.ask(protocol.OPTIONS, this.#options);
      const [, answer] = await Promise.all([set, process.ask(operation, payload)]);
      if (answer) return answer;
    }
    throw new ToolspeakError(`the converter ended twice at the same request: ${this.#process.why}`);
  }

  crash() { this.#process?.end(); }
}

/** Starts a process. ask returns a promise of an answer, or of undefined where the process ended before. */
function start(path) {
  const child = spawn(path, ["worker"], { stdio: ["pipe", "pipe", "ignore"] });
  const waiting = [], pieces = [];
  let have = 0, need = HELLO.length, greeted = false, status = 0;
  const hold = (is) => { for (const x of [child, child.stdin, child.stdout]) is ? x.ref?.() : x.unref?.(); };
  const running = {
    ended: false,
    why: "",
    set: undefined,
    end: () => { over("it was closed"); child.kill(); },
    ask: (operation, payload) => new Promise((resolve, reject) => {
      if (running.ended) return resolve(undefined);
      const head = new DataView(new ArrayBuffer(9));
      head.setBigUint64(0, BigInt(payload.length), true);
      head.setUint8(8, operation.charCodeAt(0));
      waiting.push({ resolve, reject });
      hold(true); // a process with nothing to do does not keep a program alive
      child.stdin.write(new Uint8Array(head.buffer));
      child.stdin.write(payload);
    }),
  };
  const over = (why) => {
    running.ended = true;
    running.why ||= why;
    for (const { resolve } of waiting.splice(0)) resolve(undefined);
  };
  const take = (n) => {
    const all = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    pieces.length = 0;
    if (n < all.length) pieces.push(all.subarray(n));
    have -= n;
    return all.subarray(0, n);
  };
  let head = false; // the head of an answer was read, its payload comes next
  child.stdout.on("data", (piece) => {
    pieces.push(piece);
    have += piece.length;
    while (have >= need) {
      const part = take(need);
      if (!greeted) {
        greeted = true;
        if (part.toString() !== HELLO) { running.why = `${path} is another version`; return running.end(); }
        need = 9;
      } else if (!head) {
        head = true;
        need = Number(part.readBigUInt64LE(0));
        status = part[8];
      } else {
        head = false;
        need = 9;
        const { resolve, reject } = waiting.shift();
        if (waiting.length === 0) hold(false);
        if (status) reject(new ToolspeakError(part.toString()));
        else resolve(new Uint8Array(part));
      }
    }
  });
  child.stdin.on("error", () => {}); // exit says why
  child.on("error", (err) => over(err.message)).on("exit", (code, signal) => over(signal ?? `exit code ${code}`));
  return running;
}
