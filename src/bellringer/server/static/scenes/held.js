// Numbers that the page says already and nobody shall see yet, until a step tells of them.

import { board, figureKey, hide, made, main } from "./elements.js";
import { speed } from "./pace.js";
import { close, move, scenes, scrolled } from "./stage.js";

const ROLL = 160; // milliseconds in which the newest lines of the log go up by one

export const figuresNow = () => new Map([...document.querySelectorAll("#seats [data-figure]")].map((one) => [figureKey(one), one.querySelector("b").textContent]));

// Show the old number of each figure that has changed, until a step tells of it.
export function hold(figures) {
  for (const item of document.querySelectorAll("#seats [data-figure]")) {
    const key = figureKey(item), number = item.querySelector("b");
    const old = scenes.labels.get(key)?.label.textContent ?? figures.get(key);
    release(key);
    if (old === undefined || old === number.textContent) continue;
    const box = number.getBoundingClientRect();
    if (!box.width) continue;
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

export function releaseAll() {
  for (const key of [...scenes.labels.keys()]) release(key);
}

// Take stage and sky away, with all that moves there.
export function clear() {
  const { stage, sky, motions, result } = scenes;
  releaseAll();
  for (const motion of [...motions, ...(result ?? [])]) motion.cancel();
  stage.remove();
  sky.parentNode.remove();
  board.classList.remove("is-staged");
  main.classList.remove("is-telling");
  close();
}

// The newest lines, where they are in sight, go up by one.
export function roll() {
  for (const line of document.querySelectorAll("#latest li")) move(line, [{ transform: "translateY(100%)" }, { transform: "none" }], ROLL * speed(), { fill: "none" });
}
