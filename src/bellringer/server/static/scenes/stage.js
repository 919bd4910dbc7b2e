// What is seen of the page while something is told: the stage over the pieces, the sky over everything.

import { board, boardsNow, copyOf, live, made, main, mySeat } from "./elements.js";

export let scenes = null; // while something is told: { stage, sky, labels, cards, here, dark, motions }

export function begin() {
  const frame = made("sky-frame", main), sky = made("sky", frame);
  frame.setAttribute("aria-hidden", "true");
  scenes = { stage: null, sky, labels: new Map(), cards: new Map(), here: null, dark: null, motions: new Set(), top: scrollY };
  level();
  board.classList.add("is-staged");
  main.classList.add("is-telling");
}

// Stage and boards are as the page is: whatever was told has come to where it goes.
export function level() {
  const layer = copyOf(live());
  for (const one of layer.querySelectorAll(".shines")) one.remove();
  layer.setAttribute("class", "board live acting");
  layer.setAttribute("aria-hidden", "true");
  if (scenes.stage) scenes.stage.replaceWith(layer);
  else board.append(layer);
  scenes.stage = layer;
  for (const one of scenes.sky.querySelectorAll(".told-board")) one.remove();
  for (const one of boardsNow().map(copyOf).reverse()) {
    for (const ghost of one.querySelectorAll(".ghost-piece, .ghost-gone, .ghost-way")) ghost.remove();
    one.classList.add("told-board");
    scenes.sky.prepend(one);
  }
  placeBoards();
}

// Where the cards are, and how those look that are seen large, by their names and whose they are.
export function cardsNow() {
  const cards = new Map();
  for (const one of document.querySelectorAll("#middle [data-rule], #seats [data-rule], #hand [data-rule]")) {
    const box = one.getBoundingClientRect();
    const place = one.closest("#middle") ? "" : one.closest("#hand") ? mySeat() : one.closest("[id^=seat-]").id.slice(5);
    if (!box.width) continue;
    const face = one.matches(".game-card") ? copyOf(one) : one;
    cards.set(`${one.dataset.rule} ${place}`.trim(), { x: box.left + box.width / 2, y: box.top + box.height / 2, box, face });
  }
  return cards;
}

export function close() {
  scenes = null;
}

// The boards beside the large one. A screen with little room shows them in its place, or does not show them now.

export function placeBoards() {
  const real = boardsNow();
  scenes.sky.querySelectorAll(".told-board").forEach((one, turn) => {
    const box = real[turn]?.getBoundingClientRect() ?? { width: 0 };
    one.toggleAttribute("hidden", !box.width);
    Object.assign(one.style, { width: `${box.width}px`, height: `${box.height}px`, transform: `translate(${box.left}px, ${box.top + scrolled()}px)` });
  });
}

// Where an anchor is: its middle on the screen, and what counts there.

export const matrix = () => (scenes.matrix ??= live().getScreenCTM());
export const scrolled = () => scrollY - scenes.top; // the sky goes along with the page
export const scale = () => matrix().a;

export function onBoard(x, y) {
  const point = new DOMPoint(x, y).matrixTransform(matrix());
  return { x: point.x, y: point.y + scrolled() };
}

export function onStage({ x, y }) {
  const point = new DOMPoint(x, y - scrolled()).matrixTransform(matrix().inverse());
  return `translate(${point.x} ${point.y})`;
}

export function middleOf(element) {
  const box = element?.getBoundingClientRect();
  return box?.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2 + scrolled(), box } : null;
}

export const at = ({ x, y }, more = "") => `translate(${x}px, ${y}px) ${more}`;
export const wait = (time) => new Promise((done) => { setTimeout(done, time); });

// A motion of something on the stage or in the sky.
export function move(element, frames, duration, more = {}) {
  if (!scenes || !duration) return Promise.resolve();
  const motion = element.animate(frames, { duration, fill: "both", easing: "ease-in-out", ...more }), { motions } = scenes;
  motions.add(motion);
  return new Promise((done) => { // never kept when scenes end before: then nobody waits for it
    motion.onfinish = () => {
      motions.delete(motion);
      done();
    };
  });
}
