"use strict";
// Draws the plots. Without it the page still has all figures, in tables.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const place = (e) => e ? e.file + ":" + e.record : "";
  const clip = (s, n) => Array.from(s).length > n ? Array.from(s).slice(0, n - 1).join("") + "…" : s;
  const number = new Intl.NumberFormat("en");
  const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
  const LARGE = 100_000; // from here on an axis says 120K
  const tick = (n) => n < LARGE ? number.format(n) : short.format(n);

  // image makes a picture of a plot, named as its figure is: parts have no names of their own.
  function image(svg, figure) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", figure.querySelector("h3, figcaption").textContent + ": the table below has the figures");
    for (const part of svg.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
    return svg;
  }

  // histogram draws the buckets side by side: their widths in values grow.
  function histogram(h, width) {
    const buckets = h.buckets.map((b, i) => ({ ...b, i, range: b.from === b.to ? String(b.from) : b.from + "–" + b.to }));
    const step = Math.max(1, Math.ceil(buckets.length / (width / 64)));
    const ticks = buckets.filter((b) => b.i % step === 0).map((b) => b.i);
    const most = Math.max(...buckets.map((b) => b.count));
    return Plot.plot({
      width, height: 170, marginLeft: 16 + 7 * Math.max(3, tick(most).length), marginBottom: 30, marginTop: 12,
      marginRight: Math.max(8, 4 * tick(buckets[ticks.at(-1) ?? 0]?.from ?? 0).length), // half of the last label is there
      x: { domain: [0, buckets.length] }, y: { grid: true, nice: true },
      marks: [
        Plot.axisX(ticks, { tickFormat: (i) => tick(buckets[i].from), label: null, tickSize: 3 }),
        Plot.axisY({ ticks: 4, tickFormat: (n) => Number.isInteger(n) ? tick(n) : "", label: null }),
        Plot.rectY(buckets, { x1: "i", x2: (b) => b.i + 1, y: "count", fill: "var(--bar)", insetLeft: 0.5, insetRight: 0.5 }),
        Plot.ruleY([0]),
        Plot.tip(buckets, Plot.pointerX({
          x: (b) => b.i + 0.5, y: "count", fill: "var(--plot-background)",
          title: (b) => number.format(b.count) + " with " + b.range + " " + h.unit + (b.example ? "\nfor example " + place(b.example) : ""),
        })),
      ],
    });
  }

  // fewest joins the last of many names, which the table has.
  function fewest(list) {
    const MOST = 20, others = list.slice(MOST - 1);
    return others.length < 2 ? list : [...list.slice(0, MOST - 1), { name: others.length + " others", count: others.reduce((sum, r) => sum + r.count, 0) }];
  }

  // bars draws a bar for each of some names.
  function bars(list, width, fill) {
    const left = Math.min(190, Math.round(width * 0.36));
    const seen = new Set();
    const rows = list.map((r) => {
      let name = clip(r.name, Math.floor(left / 7.5));
      while (seen.has(name)) name += " ";
      seen.add(name);
      return { ...r, short: name };
    });
    return Plot.plot({
      width, height: 34 + 24 * rows.length, marginLeft: left, marginRight: 16 + 7 * Math.max(5, ...rows.map((r) => number.format(r.count).length)), marginTop: 4,
      x: { grid: true }, y: { domain: rows.map((r) => r.short), label: null },
      marks: [
        Plot.axisX({ ticks: Math.max(2, Math.floor((width - left) / 90)), tickFormat: tick, label: null }),
        Plot.axisY({ tickSize: 0, label: null }),
        Plot.barX(rows, { x: "count", y: "short", fill, insetTop: 1, insetBottom: 1 }),
        Plot.text(rows, { x: "count", y: "short", text: (r) => number.format(r.count), textAnchor: "start", dx: 4 }),
        Plot.ruleX([0]),
        Plot.tip(rows, Plot.pointerY({
          x: "count", y: "short", fill: "var(--plot-background)",
          title: (r) => r.name + ": " + number.format(r.count) + (r.example ? "\n" + place(r.example) + "\n" + clip(r.example.text || "", 160) : ""),
        })),
      ],
    });
  }

  const named = (m) => Object.entries(m).map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
  const severities = { reject: "var(--reject)", loss: "var(--loss)", repair: "var(--repair)" };
  const draw = {
    record: (at, width) => histogram(data.per_record[at], width),
    length: (at, width) => histogram(data.lengths[at], width),
    tools: (_, width) => bars(data.tools.slice(0, 20).map((t) => ({ name: t.name, count: t.calls, example: t.example })), width, "var(--call)"),
    codes: (_, width) => bars(data.diagnostics.slice(0, 30).map((d) => ({ name: d.code, count: d.count, example: d.examples[0], color: severities[d.severity] })), width, "color"),
    styles: (_, width) => bars(fewest(named(data.styles)), width, "var(--bar)"),
    steps: (_, width) => bars(fewest(named(data.steps)), width, "var(--bar)"),
    ends: (_, width) => bars(fewest(named(data.outcomes.ends)), width, "var(--bar)"),
  };

  let last = 0;
  function render() {
    if (last === document.documentElement.clientWidth) return;
    last = document.documentElement.clientWidth;
    for (const box of document.querySelectorAll("[data-plot]")) {
      const [name, at] = box.dataset.plot.split(" ");
      box.replaceChildren(image(draw[name](Number(at), Math.max(240, Math.min(box.clientWidth, 1080))), box.closest("figure")));
    }
  }
  render();
  addEventListener("resize", render);
})();
