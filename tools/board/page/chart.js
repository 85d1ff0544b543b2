// Line charts with error bands and marks. A chart has at most a few hundred points, so it is rebuilt on every change.

import { set, svg } from "./dom.js";

/**
 * @typedef {{ x: number, y: number, low?: number, high?: number }} Dot
 * @typedef {{ x: number, y: number, kind: string, words: string }} Mark
 * @typedef {{
 *   name: string, series: { kind: string, dots: Dot[] }[], marks?: Mark[], at?: number | null,
 *   x: [number, number], y: [number, number], lines: number[], unit?: (y: number) => string,
 *   describe?: (x: number) => string, click?: (x: number) => void,
 * }} Chart
 */

const [HEIGHT, LEFT, BOTTOM, TOP] = [150, 34, 18, 8];

/**
 * @param {SVGSVGElement} target
 * @param {Chart} chart
 */
export function drawChart(target, chart) {
  const [[x0, x1], [y0, y1]] = [chart.x, chart.y];
  // One unit per pixel, so that text has the same size in every chart.
  const width = target.clientWidth || 370;
  const across = (/** @type {number} */ x) => LEFT + ((x - x0) / Math.max(1, x1 - x0)) * (width - LEFT - 8);
  const up = (/** @type {number} */ y) => {
    const share = (Math.min(y1, Math.max(y0, y)) - y0) / (y1 - y0);
    return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
  };
  const place = (/** @type {Dot} */ { x, y }) => `${across(x).toFixed(1)} ${up(y).toFixed(1)}`;
  set(target, { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": chart.name });
  const unit = chart.unit ?? String;
  /** @type {SVGElement[]} */
  const parts = chart.lines.flatMap((y) => [
    svg("line", { class: "rule", x1: LEFT, x2: width - 8, y1: up(y), y2: up(y) }),
    svg("text", { class: "tick", x: LEFT - 5, y: up(y), dy: "0.35em", "text-anchor": "end" }, unit(y)),
  ]);
  for (const x of ticks(x0, x1)) {
    parts.push(svg("text", { class: "tick", x: across(x), y: HEIGHT - 4, "text-anchor": "middle" }, String(x)));
  }
  for (const { kind, dots } of chart.series) {
    const there = dots.filter(({ low, high }) => low !== undefined && high !== undefined);
    if (there.length > 1) {
      const top = there.map(({ x, high }) => place({ x, y: high ?? 0 }));
      const low = there.map(({ x, low }) => place({ x, y: low ?? 0 })).reverse();
      parts.push(svg("path", { class: `band ${kind}`, d: `M${[...top, ...low].join("L")}Z` }));
    }
    // A gap in x interrupts the line, except in a long series, which may have fewer points than x values.
    let [d, before] = ["", NaN];
    for (const dot of dots) {
      d += `${dot.x === before + 1 || (chart.x[1] > 400 && d) ? "L" : "M"}${place(dot)}`;
      before = dot.x;
    }
    parts.push(svg("path", { class: `series ${kind}`, d }));
    if (dots.length < 3 || kind.includes("dots")) {
      parts.push(...dots.map(({ x, y }) => svg("circle", { class: `dot ${kind}`, cx: across(x), cy: up(y), r: 2 })));
    }
  }
  for (const { x, y, kind, words } of chart.marks ?? []) {
    const mark = svg("path", { class: `mark ${kind}`, d: "M0 -5L5 0L0 5L-5 0Z", transform: `translate(${across(x)} ${up(y)})` });
    mark.append(svg("title", {}, words));
    parts.push(mark);
  }
  if (chart.at !== undefined && chart.at !== null) {
    const x = across(chart.at);
    parts.push(svg("line", { class: "now", x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM }));
  }
  const pointed = svg("text", { class: "say", x: width - 8, y: TOP + 8, "text-anchor": "end" });
  target.replaceChildren(...parts, pointed);
  const number = (/** @type {PointerEvent | MouseEvent} */ event) => {
    const box = target.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    return Math.round(Math.min(x1, Math.max(x0, x0 + ((x - LEFT) / (width - LEFT - 8)) * (x1 - x0))));
  };
  target.onpointermove = (event) => (pointed.textContent = chart.describe?.(number(event)) ?? "");
  target.onpointerleave = () => (pointed.textContent = "");
  target.onclick = (event) => chart.click?.(number(event));
}

/** About six round numbers between two values. @param {number} from @param {number} to */
function ticks(from, to) {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
  const step = steps.find((step) => (to - from) / step <= 7) ?? to;
  const ticks = [];
  for (let x = Math.ceil(from / step) * step; x <= to; x += step) ticks.push(x);
  return ticks;
}
