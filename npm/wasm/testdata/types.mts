// What the types promise: TypeScript checks it.
import { convert, open, openWorker, styles, type Kind } from "toolspeak";

const bytes: Uint8Array = await convert(new Uint8Array(), { to: "xml" });
const text: string = await convert("{}", { to: "openai" });
const openai = await convert({ text: "" }, { to: "openai" });
const name: string | undefined = openai.messages[0].tool_calls?.[0].function?.name;
const anthropic = await (await open({ to: "anthropic" })).convert({ text: "" });
const role: "user" | "assistant" = anthropic.messages[0].role;
const list: Kind[] = await styles();
const remote = await openWorker({ to: "gemini", wasmURL: "/assets/toolspeak.wasm" });
const parts: Record<string, unknown>[] = (await remote.convertAll([{}]))[0].contents[0].parts;
// @ts-expect-error: a result of Chat Completions has no contents
const none: { x: number }[] = openai.messages.contents;
// @ts-expect-error: a string stays a string
const wrong: number = await convert("{}", { to: "xml" });
void [bytes, text, name, role, list, parts, none, wrong];
