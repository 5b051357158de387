// What the report needs of Observable Plot. `make plot` bundles it into plot.min.js.
export { plot, barX, rectY, ruleX, ruleY, axisX, axisY, gridX, gridY, text, tip, pointerX, pointerY } from "@observablehq/plot";
