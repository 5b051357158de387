// Converts each line that standard input names to each target. A reject is its code.
import { readFileSync } from "node:fs";

import { open } from "toolspeak";

const { lines, targets } = JSON.parse(readFileSync(0, "utf8"));
const made = {};
for (const to of targets) {
  const converter = await open({ to });
  const results = await converter.results(lines);
  made[to] = results.map((r) => r.rejected ? "reject " + r.diagnostics.at(-1).code : r.value);
  converter.close();
}
process.stdout.write(JSON.stringify(made));
