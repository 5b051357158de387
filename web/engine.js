// The converter behind the playground of toolspeak view: the program that serves it.
// The page for other hosts has wasm/engine.js in its place.

export async function convert(text, from, to, page) {
  const answer = await fetch("api/convert", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text, from, to, page }) });
  return answer.json();
}

export async function styles() {
  const answer = await fetch("api/styles");
  return answer.json();
}
