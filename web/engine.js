// The converter behind the playground of toolspeak view: the program that serves it.
// The page for other hosts has wasm/engine.js in its place.

export async function convert(text, from, to) {
  const answer = await fetch("api/convert?" + new URLSearchParams({ from, to }), { method: "POST", headers: { "Content-Type": "text/plain" }, body: text });
  return answer.json();
}

export async function styles() {
  const answer = await fetch("api/styles");
  return answer.json();
}
