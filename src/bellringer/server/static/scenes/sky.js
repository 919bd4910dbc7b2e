// Things in the sky. Each is a layer of its own, so that nothing else is drawn again while it moves.

import { board, drawn, made } from "./elements.js";
import { LENGTH } from "./lines.js";
import { at, middleOf, move, scale, scenes } from "./stage.js";

const DARK = 10; // by how much the dark is enlarged: it is a small picture, which is soon drawn

// A drawing by its name, as large as it is on the board; it is moved by its middle.
export function flyer(what, piece) {
  const one = drawn("svg", { class: "board flyer", viewBox: "-20 -20 40 40" }, scenes.sky), size = 40 * Math.max(scale(), 0.7);
  Object.assign(one.style, { width: `${size}px`, height: `${size}px`, margin: `${-size / 2}px` });
  if (piece) {
    const copy = piece.cloneNode(true);
    copy.removeAttribute("transform");
    one.dataset.of = piece.dataset.piece;
    one.append(copy);
  } else if (what === "card-back") one.classList.add("card-back");
  else if (what.startsWith("e-")) {
    drawn("circle", { r: 14, class: "flyer-ground" }, one);
    drawn("use", { href: `#${what}`, x: -10, y: -10, width: 20, height: 20 }, one);
  } else drawn("use", { href: `#${what}`, class: classOf(what), ...(what.startsWith("cube-") ? { transform: "scale(1.35)" } : {}) }, one);
  return one;
}

// The class that a drawing has where the board uses it, such as the colour of a rat's back.
const classOf = (what) => document.querySelector(`#board use[href="#${what}"][class]`)?.getAttribute("class") ?? "";

export function glow(place, time, turn = 0) {
  const one = made(place.box && place.box.width < 400 ? "glow box" : "glow", scenes.sky);
  const { width, height } = place.box && place.box.width < 400 ? place.box : { width: 70 * scale() + 20, height: 70 * scale() + 20 };
  Object.assign(one.style, { width: `${width}px`, height: `${height}px`, margin: `${-height / 2}px ${-width / 2}px` });
  const frames = [{ opacity: 0, transform: at(place, "scale(1.3)") }, { opacity: 1, transform: at(place) }, { opacity: 0, transform: at(place, "scale(1.05)") }];
  return move(one, frames, time, { delay: time * 0.17 * turn }).finally(() => one.remove());
}

// A card, large in the middle of the board: the one that was seen, or one with the drawing on it.
export function largeCard(step, words, start) {
  const card = made("told-card", scenes.sky), face = start?.face;
  if (face && !face.isConnected && !step.face) card.append(Object.assign(made(`${face.className.replace("is-legal", "")} told-face`, null), { innerHTML: face.innerHTML }));
  else {
    const inside = made("game-card told-face", card);
    if (step.what) pictured(step.what, inside, "emblem");
    if (step.face) made("told-number", inside, step.face);
    if (step.signs) for (const sign of step.signs) pictured(sign, made("told-signs", inside), "emblem");
  }
  made("told-words", card, words);
  return card;
}

function pictured(what, parent, name) {
  const isCube = !what.startsWith("e-");
  const one = drawn("svg", { class: `board ${name}`, viewBox: isCube ? "-10 -10 20.5 19.5" : "0 0 20 20" }, parent);
  drawn("use", { href: `#${what}` }, one);
  return one;
}

// A rat that is turned: its limit and its classes, and beside it who counts there against the limit that holds now.
export function largeRat(step) {
  const { face, signs = [], against, n: people = 1, limit = 0 } = step, isIdle = against && people < limit;
  const panel = made(`told-rat${isIdle ? " is-idle" : ""}`, scenes.sky), token = made("told-token", panel);
  made("told-limit", token, face);
  const row = made("told-signs", token);
  for (const sign of signs) pictured(sign, row, "emblem");
  if (!against) return panel;
  const crowd = made("told-crowd", panel), stacks = [...scenes.stage.querySelectorAll(`[data-piece^=stack-][data-piece$="-${against}"]`)];
  for (const one of stacks) inCrowd(crowd, `cube-${one.dataset.piece.split("-")[1]}`, one.dataset.count);
  const more = people - stacks.reduce((sum, one) => sum + Number(one.dataset.count), 0);
  if (more > 0) inCrowd(crowd, "e-plague", `+${more}`); // what counts besides citizens: the plague piece
  made("told-sum", crowd, `${people} ${isIdle ? "<" : "≥"} ${limit}`);
  return panel;
}

// Numbers with their drawings, one after the other, and what they come to.
export function sumOf({ face, signs, n = 0 }) {
  const row = made("told-crowd", scenes.sky);
  for (const [turn, number] of face.split(" ").map(Number).entries()) {
    if (turn || number < 0) made("", row, number < 0 ? "−" : "+");
    inCrowd(row, signs[turn], Math.abs(number));
  }
  made("told-sum", row, `= ${String(n).replace("-", "−")}`);
  return row;
}

function inCrowd(crowd, what, words) {
  const one = made("told-seat", crowd);
  pictured(what, one, "emblem");
  made("", one, words);
}

// The dark over the board, with a hole that goes where something happens.
export function darken() {
  if (scenes.dark) return scenes.dark;
  const { box, x, y } = middleOf(board), frame = made("dark-frame", scenes.sky), dark = made("dark", frame);
  const [left, top] = [x - box.width / 2, y - box.height / 2];
  Object.assign(frame.style, { left: `${left}px`, top: `${top}px`, width: `${box.width}px`, height: `${box.height}px` });
  dark.style.setProperty("--hole", `${110 * scale() / DARK}px`);
  scenes.dark = { dark, left, top, at: { x: box.width / 2, y: box.height / 2 } };
  dark.style.transform = at(scenes.dark.at, `scale(${DARK})`);
  move(dark, [{ opacity: 0 }, { opacity: 1 }], LENGTH.dim);
  return scenes.dark;
}

export function follow(place, time) {
  scenes.here = place;
  if (!scenes.dark || !place.isOnBoard) return;
  const { dark, left, top, at: from } = scenes.dark, to = { x: place.x - left, y: place.y - top };
  scenes.dark.at = to;
  if (from.x !== to.x || from.y !== to.y) dark.animate([from, to].map((one) => ({ transform: at(one, `scale(${DARK})`) })), { duration: Math.max(1, Math.min(LENGTH.dim, time)), fill: "both", easing: "ease-in-out" });
}
