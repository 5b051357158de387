// What a bundler makes of this converts in a page, in its thread and in another.
import { convertText, openWorker } from "toolspeak";

import { place } from "./place.js";

const said = "Thought: a\nAction: f\nAction Input: {}";
const show = (result) => { document.body.dataset.ready = result; };
const both = async () => {
  const one = await convertText(said, { to: "xml", ...place });
  const worker = await openWorker({ to: "xml", ...place });
  const two = await worker.convertText(said);
  const late = worker.convertText(said).catch((err) => err.message);
  worker.close();
  return one.includes("<tool_use>") && two === one && (await late).includes("closed") ? "fine" : `${one} ${two} ${await late}`;
};
both().catch((err) => "failed: " + err).then(show);
