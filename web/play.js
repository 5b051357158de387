import { el, sides, counts, copy, visible } from "./render.js";
import { convert, styles } from "./engine.js";

const $ = (id) => document.getElementById(id);
const chat = (...said) => JSON.stringify({ messages: said.map(([role, content]) => ({ role, content })) });
const examples = {
  "react": chat(["user", "Is the bakery on Quay Street open on Sunday?"],
    ["assistant", "Thought: The directory lists opening hours.\nAction: directory\nAction Input: {'name': 'Quay Street Bakery', 'live': True}"],
    ["user", "Observation: Sunday 08:00-12:00"],
    ["assistant", "Thought: I can answer without using any more tools.\nAnswer: Yes, from eight to noon."]),
  "xml": chat(["user", "Is the bakery open?"],
    ["assistant", "The directory lists opening hours.\n\n<tool_use>\n  <name>directory</name>\n  <arguments>{\"name\": \"Quay Street Bakery\"}</arguments>\n</tool_use>"],
    ["user", "<tool_use_result>\n  <name>directory</name>\n  <result>Sunday 08:00-12:00</result>\n</tool_use_result>"], ["assistant", "<answer>\nUntil noon.\n</answer>"]),
  "plain text": "Question: Is it nine?\nThought: I look at the clock.\nAction: clock\nAction Input: {}\nObservation: 9:00\nThought: I know it now.\nAnswer: It is.\n",
};

let asked = 0, timer;
async function run() {
  const mine = ++asked;
  const text = $("in").value;
  if (!text.trim()) { $("record").replaceChildren(); $("out").value = ""; $("summary").textContent = ""; $("counts").replaceChildren(); return; }
  $("state").textContent = "converting…";
  let played;
  try { played = await convert(text, $("from").value, $("to").value, $("page").value.trim() && $("page").value); } catch (e) { played = { error: e.message }; }
  if (mine !== asked) return;
  $("state").textContent = "";
  if (played.error) { $("record").replaceChildren(el("p", { class: "note reject" }, visible(played.error))); $("out").value = ""; $("summary").textContent = ""; $("counts").replaceChildren(); return; }
  const one = played.records.length === 1 ? played.records[0] : null;
  $("summary").textContent = one ? `${one.source.style || "unreadable"} → ${$("to").value}` : `${played.total} records, ${played.rejected} rejected`;
  $("counts").replaceChildren(...(one ? counts(one) : []));
  $("record").replaceChildren(...(one ? [sides(one)] : played.records.map((c, i) => el("details", { class: "record", open: i === 0 },
    el("summary", {}, `record ${c.source.number} · ${c.source.style || "unreadable"} `, ...counts(c)), sides(c)))));
  $("out").value = played.written;
  document.body.dataset.ran = String(mine);
}
// ownStyle offers the style of the page by its name.
function ownStyle() {
  const name = ($("page").value.match(/^[ \t]*name[ \t]*=[ \t]*["']([^"']+)["']/m) || [])[1];
  for (const select of [$("from"), $("to")]) {
    const before = select.value;
    for (const o of select.querySelectorAll("[data-own]")) o.remove();
    if (name && ![...select.options].some((o) => o.value === name)) select.append(el("option", { value: name, "data-own": "yes" }, visible(name)));
    select.value = before;
    if (!select.value) select.selectedIndex = 0;
  }
}

// The address may hold what is shown, after the # that no server gets.
function fromAddress() {
  const a = new URLSearchParams(location.hash.slice(1));
  if (!a.has("in")) return false;
  $("in").value = a.get("in");
  $("page").value = a.get("page") || "";
  ownStyle();
  for (const id of ["from", "to"]) if ([...$(id).options].some((o) => o.value === a.get(id))) $(id).value = a.get(id);
  $("own").open = $("page").value !== "";
  return true;
}
const link = () => location.href.replace(/#.*/, "") + "#" + new URLSearchParams(Object.entries({ from: $("from").value, to: $("to").value, in: $("in").value, page: $("page").value }).filter(([, v]) => v));

const soon = () => { clearTimeout(timer); timer = setTimeout(run, 200); };

function choices(select, names, value) {
  select.replaceChildren(...names.map((n) => el("option", { value: n }, n)));
  select.value = value;
}

async function load(file) {
  const MOST = 20 << 20;
  if (file.size > MOST) { $("state").textContent = "the file is larger than 20 MiB: use the command"; return; }
  $("in").value = await file.text();
  run();
}

$("in").addEventListener("input", soon);
for (const id of ["from", "to"]) $(id).addEventListener("change", run);
$("example").addEventListener("change", () => { if ($("example").value) { $("in").value = examples[$("example").value]; run(); } });
$("page").addEventListener("input", () => { ownStyle(); soon(); });
$("link").addEventListener("click", (e) => { const address = link(); history.replaceState(null, "", address); copy(address, e.currentTarget); });
addEventListener("hashchange", () => { if (fromAddress()) run(); });
$("copy").addEventListener("click", (e) => copy($("out").value, e.currentTarget));
for (const name of ["dragover", "dragleave", "drop"]) {
  $("in").addEventListener(name, (e) => {
    $("in").classList.toggle("over", name === "dragover");
    if (name !== "dragleave" && e.dataTransfer && Array.from(e.dataTransfer.types).includes("Files")) {
      e.preventDefault();
      if (name === "drop") load(e.dataTransfer.files[0]);
    }
  });
}
$("state").textContent = "loading…";
const names = await styles();
choices($("from"), ["auto", ...names], "auto");
choices($("to"), names, "xml");
choices($("example"), Object.keys(examples), "react");
if (!fromAddress()) $("in").value = examples.react;
await run();
document.body.dataset.ready = "yes";
