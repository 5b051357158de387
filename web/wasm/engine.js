// The converter behind the playground where no program serves it: WebAssembly, which is
// loaded when it is first asked for. The file is packed, so that any host can serve it.

let loading;

async function load() {
  await import("./wasm_exec.js");
  const go = new globalThis.Go();
  const packed = await fetch(new URL("toolspeak.wasm.gz", import.meta.url));
  if (!packed.ok) throw new Error("the converter could not be loaded: " + packed.status);
  // A host that declares the packing has it unpacked on the way.
  const bytes = new Uint8Array(await packed.arrayBuffer());
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const code = isPacked ? await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer() : bytes;
  const { instance } = await WebAssembly.instantiate(code, go.importObject);
  go.run(instance);
}

function ready() { return loading ??= load(); }

export async function convert(text, from, to, page) {
  await ready();
  return JSON.parse(globalThis.toolspeak(text, from, to, page));
}

export async function styles() {
  await ready();
  return JSON.parse(globalThis.toolspeakStyles());
}
