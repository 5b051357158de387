// The requests and answers of docs/reference/protocol.md, whose columns are those of Arrow.

export const CONVERT = "C", TEXT = "T", DETECT = "D", CHECK = "K", OPTIONS = "O", SCHEMA = "S";

/** Returns a column of values, which are Uint8Arrays. */
export function column(values) {
  const bytes = values.reduce((n, v) => n + v.length, 0);
  const out = new Uint8Array(4 + 8 * (values.length + 1) + bytes);
  const view = new DataView(out.buffer);
  view.setUint32(0, values.length, true);
  let at = 0;
  values.forEach((value, i) => {
    out.set(value, 4 + 8 * (values.length + 1) + at);
    at += value.length;
    view.setBigUint64(4 + 8 * (i + 1), BigInt(at), true);
  });
  return out;
}

/** Takes an answer apart: the counts, and for each record its bytes, its diagnostics, its style and whether it was rejected. */
export function answer(raw) {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const n = view.getUint32(0, true), counts = view.getUint32(4, true);
  let at = 8 + counts;
  const status = raw.subarray(at, at += n);
  const next = () => {
    const offset = (i) => Number(view.getBigUint64(at + 8 * i, true));
    const start = at + 8 * (n + 1);
    const values = Array.from({ length: n }, (_, i) => raw.subarray(start + offset(i), start + offset(i + 1)));
    at = start + offset(n);
    return values;
  };
  const [values, diagnostics, styles] = [next(), next(), next()];
  return {
    report: parse(raw.subarray(8, 8 + counts)),
    records: values.map((value, i) => ({
      value,
      rejected: status[i] === 1,
      style: decode(styles[i]),
      diagnostics: diagnostics[i].length ? parse(diagnostics[i]) : [],
    })),
  };
}

const encoder = new TextEncoder(), decoder = new TextDecoder();

export const encode = (text) => encoder.encode(text);
export const decode = (bytes) => decoder.decode(bytes);
export const parse = (bytes) => JSON.parse(decode(bytes));
