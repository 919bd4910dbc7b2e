// What the page says already and nobody shall see yet: numbers and lines of the log, until they are told.

import { figureKey, hide, made } from "./elements.js";
import { numberOf } from "./lines.js";
import { speed } from "./pace.js";
import { move, scenes, scrolled } from "./stage.js";

const LATEST = 3; // lines of the log that are always in sight
const ROLL = 160; // milliseconds in which they go up by one

// Show the old number of each figure that has changed, until a step tells of it.
export function hold(figures) {
  for (const item of document.querySelectorAll("#seats [data-figure]")) {
    const key = figureKey(item), number = item.querySelector("b");
    const old = scenes.labels.get(key)?.label.textContent ?? figures.get(key);
    release(key);
    const box = number.getBoundingClientRect();
    if (old === undefined || old === number.textContent || !box.width) continue;
    const label = made("told-figure", scenes.sky, old), style = getComputedStyle(number);
    for (const name of ["fontFamily", "fontSize", "fontWeight", "fontVariantNumeric", "color"]) label.style[name] = style[name];
    label.style.transform = `translate(${box.left}px, ${box.top + scrolled()}px)`;
    label.style.lineHeight = `${box.height}px`;
    scenes.labels.set(key, { label, veil: hide(number) });
  }
}

export function release(key) {
  const held = scenes.labels.get(key);
  held?.veil.cancel();
  held?.label.remove();
  scenes.labels.delete(key);
}

// Keep the lines of the log back until they are told. A copy of the newest ones lies over those that the page holds.
export function holdLog(fresh) {
  const log = scenes.log ??= { waiting: new Map(), strip: null, said: [], veil: null }, list = document.querySelector("#log .latest");
  for (const line of fresh) log.waiting.set(numberOf(line), { line, veil: hide(line) });
  const box = list.getBoundingClientRect();
  if (!box.width) return; // all lines are in sight
  log.veil?.cancel();
  log.veil = hide(list);
  if (!log.strip) {
    log.strip = document.createElement("ol");
    log.strip.className = "latest told-latest";
    scenes.latest.forEach(intoStrip);
    scenes.sky.append(log.strip);
  }
  Object.assign(log.strip.style, { width: `${box.width}px`, transform: `translate(${box.left}px, ${box.top + scrolled()}px)` });
}

// The rows of the strip stay where they are, and the words go from row to row: lines only seem to go up.
function intoStrip(line) {
  const { strip, said } = scenes.log, colour = [...line.classList].filter((name) => name.startsWith("of-")).join(" ");
  said.push({ colour, words: line.textContent });
  const isFull = said.length > LATEST;
  if (isFull) said.shift();
  for (const [turn, { colour, words }] of said.entries()) {
    const row = strip.children[turn] ?? strip.appendChild(document.createElement("li"));
    row.className = colour;
    row.textContent = words;
    if (isFull) move(row, [{ transform: "translateY(100%)" }, { transform: "none" }], ROLL * speed(), { fill: "none" });
  }
}

export function releaseLog(number) {
  const { waiting = [], strip } = scenes.log ?? {};
  for (const [one, { line, veil }] of waiting) {
    if (one > number) continue;
    veil.cancel();
    waiting.delete(one);
    if (strip) intoStrip(line);
  }
}
