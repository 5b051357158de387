// Reads lines of JSON from standard input, each a list of ModelMessages, and writes what generateText
// of the package "ai" sends to a model for them: {"prompt": [...]}, or {"fault": TEXT}. Its only
// argument is the folder in which that is installed.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(process.argv[2] + "/"));
const { generateText } = await import(pathToFileURL(require.resolve("ai")).href);

let prompt;
const model = {
  specificationVersion: "v2",
  provider: "none",
  modelId: "none",
  supportedUrls: { "*/*": [/.*/] },
  doGenerate(options) {
    prompt = options.prompt;
    return { content: [{ type: "text", text: "" }], finishReason: "stop", usage: {}, warnings: [] };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  let said;
  try {
    await generateText({ model, messages: JSON.parse(line), maxRetries: 0 });
    said = { prompt };
  } catch (fault) {
    said = { fault: String(fault).slice(0, 500) + String(fault.cause ?? "").slice(0, 1500) };
  }
  console.log(JSON.stringify(said));
}
