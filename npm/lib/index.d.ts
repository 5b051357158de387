/** What to convert to, and how: the options of the toolspeak command, which docs/reference/commands.md describes. */
export interface Options<To extends string = string> {
  /** The style or shape to write, such as "xml", "hermes" or "openai". */
  to: To;
  /** The style to read; "auto" detects it record by record. */
  from?: string;
  /** Where transcripts are in a record. */
  layout?: string;
  /** Transcripts are at these paths, such as "data.turns". */
  field?: string | string[];
  /** Style files, as text. */
  styleFile?: string | string[];
  outLayout?: string;
  keepOriginal?: boolean;
  /** What travels in the record, so that it comes home as it was. */
  carry?: "none" | "meaning" | "bytes";
  /** Which of the model's characters are trained. */
  train?: "all" | "calls" | "answers" | "last" | "solved-only";
  /** What the harness stops the model at, such as "<|im_end|>". */
  stopText?: string;
  strict?: boolean | "all";
  repair?: "safe" | "all" | "none";
  plain?: "keep" | "reject";
  invented?: "keep" | "drop" | "reject";
  xmlEntities?: "keep" | "decode";
  observations?: "user" | "tool" | "inline";
  residue?: "drop" | "keep";
  assumeOutcome?: "true" | "false" | "reject";
  thoughts?: "prose" | "think" | "reasoning" | "drop";
  parallel?: "keep" | "split";
  arguments?: "string" | "object";
  readBack?: "auto" | "style";
  noVerify?: boolean;
  prompt?: "auto" | "keep" | "replace" | "append" | "drop";
  /** The template of the source's system prompts, as text. */
  promptFrom?: string;
  /** The template of the target's, as text. */
  promptTo?: string;
  /** The form in which tool lists are written. */
  toolList?: string;
  /** Where toolspeak.wasm is, if it is not next to the package's files, as after some bundlers. */
  wasmURL?: string | URL;
  /** The converter, compiled: for places without fetch, and for many threads. */
  wasmModule?: WebAssembly.Module | Promise<WebAssembly.Module>;
  /** Where worker.js is, for openWorker after some bundlers. */
  workerURL?: string | URL;
}

/** What a target writes in the place of a transcript. */
export interface Shapes {
  openai: { messages: Message[]; tools?: Definition[] };
  anthropic: { system?: unknown; messages: { role: "user" | "assistant"; content: string | Record<string, unknown>[] }[]; tools?: Record<string, unknown>[] };
  gemini: { systemInstruction?: unknown; contents: { role: string; parts: Record<string, unknown>[] }[]; tools?: Record<string, unknown>[] };
  responses: { instructions?: string; input: Record<string, unknown>[]; tools?: Record<string, unknown>[] };
  ir: { toolspeak: number; steps: Record<string, unknown>[] };
  atif: { steps: Record<string, unknown>[] };
  adp: { content: Record<string, unknown>[] };
  llamafactory: { conversations: { from: string; value: string }[] };
  swift: { messages: { role: string; content: string }[] };
}

/** A message of Chat Completions. */
export interface Message {
  role: "system" | "developer" | "user" | "assistant" | "tool";
  content?: string | Record<string, unknown>[] | null;
  tool_calls?: { id: string; type: string; function?: { name: string; arguments: string | Record<string, unknown> } }[];
  tool_call_id?: string;
  [key: string]: unknown;
}

/** A tool of Chat Completions. */
export interface Definition {
  type: string;
  function?: { name: string; description?: string; parameters?: Record<string, unknown> };
  [key: string]: unknown;
}

/** What a record becomes: a string or bytes stay that, a value has the shape of the target. */
export type Converted<T, To extends string> = T extends string ? string
  : T extends Uint8Array ? Uint8Array
  : To extends keyof Shapes ? Shapes[To] & Record<string, unknown>
  : string extends To ? any
  : Record<string, any>;

/** A style, a format of models or a shape of JSON. */
export interface Kind {
  name: string;
  kind: "style" | "format" | "shape";
  summary: string;
  writes: boolean;
}

/** What was repaired, lost or noted in a record, or why it was rejected. Places count from 1; 0 means that there is none. */
export interface Diagnostic {
  severity: "reject" | "loss" | "repair" | "note";
  code: string;
  message: number;
  line: number;
  column: number;
  text: string;
}

/** What became of a record. The value is null where it was rejected: the reason is then the last diagnostic. */
export interface Result<T> {
  value: T | null;
  rejected: boolean;
  style: string;
  diagnostics: Diagnostic[];
}

export interface Report {
  records: number;
  converted: number;
  rejected: number;
  steps: Record<string, number>;
  repairs: Record<string, number>;
  losses: Record<string, number>;
  notes: Record<string, number>;
  rejects: Record<string, number>;
  styles: Record<string, number>;
}

export interface Detection {
  layout: string;
  style: string;
  foreign?: string;
  evidence: Record<string, number>;
}

/**
 * Converts records. A record is a value, a string of JSON, or bytes of JSON, and comes back as what it was. Strings and bytes keep
 * every spelling; a value has JavaScript's numbers.
 */
export interface Converter<To extends string = string> {
  /** Converts a record, or throws a RejectError. */
  convert<T>(record: T): Promise<Converted<T, To>>;
  /** Converts records, or throws a RejectError at the first that can't be. */
  convertAll<T>(records: T[]): Promise<Converted<T, To>[]>;
  /** Converts a plain transcript. */
  convertText(transcript: string): Promise<string>;
  /** Converts records, and says of each what was found. */
  results<T>(records: T[]): Promise<Result<Converted<T, To>>[]>;
  /** Says what style a record is in, and what speaks for each. */
  detect(record: unknown): Promise<Detection>;
  /** Says what is wrong with a record, without converting it. */
  check(record: unknown): Promise<Diagnostic[]>;
  /** Says what is read and written. */
  styles(): Promise<Kind[]>;
  /** Counts of all records so far. */
  readonly report: Report;
  /** Gives the memory back. What is asked of another thread and not answered is an error then, as is what is asked later. */
  close(): void;
}

/** Starts a converter, and throws where an option is wrong. */
export function open<const To extends string>(options: Options<To>): Promise<Converter<To>>;
/** The same in a thread of its own, so that a page answers while it converts. */
export function openWorker<const To extends string>(options: Options<To>): Promise<Converter<To>>;
export function convert<T, const To extends string>(record: T, options: Options<To>): Promise<Converted<T, To>>;
export function convertText(transcript: string, options: Options): Promise<string>;
export function detect(record: unknown, options?: Partial<Options>): Promise<Detection>;
export function check(record: unknown, options?: Partial<Options>): Promise<Diagnostic[]>;
/** Says what is read and written. */
export function styles(options?: Partial<Options>): Promise<Kind[]>;

export class ToolspeakError extends Error {}

/** A record can't be converted. */
export class RejectError extends ToolspeakError {
  /** Its place in what was given, from 0. */
  readonly index: number;
  readonly diagnostic: Diagnostic;
}
