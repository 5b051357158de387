import { RejectError, ToolspeakError } from "./errors.js";
import * as protocol from "./protocol.js";

/** Returns the options of the command for those of this package: outLayout is out-layout. */
export function flags(options) {
  const out = { diagnostics: true };
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue;
    if (name.includes("-")) throw new ToolspeakError(`unknown option "${name}": did you mean ${name.replace(/-(.)/g, (_, c) => c.toUpperCase())}?`);
    const many = name === "field" || name === "styleFile";
    out[name.replace(/[A-Z]/g, (c) => "-" + c.toLowerCase())] = many && !Array.isArray(value) ? [value] : value;
  }
  return out;
}

/** How a record is sent, and how what became of it is given back. */
function codecOf(value) {
  if (value instanceof Uint8Array) return [value, (out) => out.slice()];
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw new ToolspeakError("a text holds half of a surrogate pair: give bytes, or repair it with toWellFormed()");
    return [protocol.encode(value), protocol.decode];
  }
  const text = JSON.stringify(value);
  if (text === undefined) throw new ToolspeakError(`a ${typeof value} is no record`);
  return [protocol.encode(text), protocol.parse];
}

export class Converter {
  #session;

  /** Counts of all records so far. */
  report = { records: 0, converted: 0, rejected: 0, steps: {}, repairs: {}, losses: {}, notes: {}, rejects: {}, styles: {} };

  /** session makes a session of flags. Use open, which sees at once whether the options are right. */
  constructor(session, options) {
    this.#session = session(flags(options));
  }

  /** Starts the converter, and throws where an option is wrong. */
  async ready() {
    await this.#ask(protocol.CONVERT, []);
    return this;
  }

  /** Converts a record. */
  async convert(value) { return unlessRejected(await this.results([value]))[0]; }

  /** Converts records. The first reject is an error: results gives all. */
  async convertAll(values) { return unlessRejected(await this.results(values)); }

  /** Converts a plain transcript. */
  async convertText(text) { return unlessRejected(await this.#ask(protocol.TEXT, [text]))[0]; }

  /** Converts records, and says of each what was found. */
  results(values) { return this.#ask(protocol.CONVERT, values); }

  /** Says what style a record is in, and what speaks for each. */
  async detect(value) {
    const [raw] = unlessRejected(await this.#ask(protocol.DETECT, [value]));
    return typeof raw === "string" ? JSON.parse(raw) : raw instanceof Uint8Array ? protocol.parse(raw) : raw;
  }

  /** Says what is wrong with a record, without converting it. */
  async check(value) { return (await this.#ask(protocol.CHECK, [value]))[0].diagnostics; }

  /** Says what is read and written: the names of styles, formats and shapes, with a line about each. */
  async styles() { return protocol.parse(await this.#session.request(protocol.SCHEMA, new Uint8Array())); }

  /** Ends the converter. The next call starts another. */
  close() { this.#session.crash(); }

  async #ask(operation, values) {
    const codecs = values.map(codecOf);
    const raw = await this.#session.request(operation, protocol.column(codecs.map(([sent]) => sent)));
    const { report, records } = protocol.answer(raw);
    if (operation === protocol.CONVERT || operation === protocol.TEXT) add(this.report, report);
    return records.map((record, i) => ({
      value: record.rejected || operation === protocol.CHECK ? null : codecs[i][1](record.value),
      style: record.style,
      diagnostics: record.diagnostics.map((d) => ({ message: 0, line: 0, column: 0, ...d })),
      rejected: record.rejected,
    }));
  }
}

function unlessRejected(results) {
  return results.map((result, i) => {
    if (result.rejected) throw new RejectError(i, result.diagnostics.at(-1));
    return result.value;
  });
}

function add(total, counts) {
  for (const [name, value] of Object.entries(total)) {
    const more = counts[name];
    if (typeof value === "number") total[name] += more ?? 0;
    else for (const [key, n] of Object.entries(more ?? {})) value[key] = (value[key] ?? 0) + n;
  }
}
