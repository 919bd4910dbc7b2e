// What the server sends: partials, each for an element of the page. Those about the game wait while something is told.

import { main } from "./elements.js";

const PARTIAL = /<hx-partial hx-target="([^"]+)" hx-swap="([^"]+)">[\s\S]*?<\/hx-partial>/g;
const ABOUT_GAME = /^#(ground|live|boards|status|middle|seats|hand|prompt|aloud|end|log|latest|since|(lines|entry)-\d+)$/;
const OF_LOG = /^#(log|latest|since|(lines|entry)-\d+)$/;
const SOON = 7200; // seconds that are left: more than any clock has that is not one of days
const LINE = /<li id="line-(\d+)"/g;

export const parted = (text) => [...text.matchAll(PARTIAL)].map(([whole, target, swap]) => ({ whole, target, swap }));
export const isAboutGame = ({ target }) => ABOUT_GAME.test(target);
export const lastLine = (parts) => Math.max(-1, ...parts.flatMap(({ whole }) => [...whole.matchAll(LINE)].map((found) => Number(found[1]))));
export const partial = (id, html) => `<hx-partial hx-target="#${id}" hx-swap="outerMorph">${html}</hx-partial>`;

// Put partials into the page, at once. What follows from that is for those who listen (htmx:after:swap).
export const put = (text) => htmx.swap({ sourceElement: main, target: main, text, swap: "none swapEmpty:false" });

// Add partials to others that wait: a whole element takes the place of the one that came before it.
export function added(waiting, parts) {
  const whole = new Set(parts.filter(({ swap }) => swap === "outerMorph").map(({ target }) => target));
  const isOver = ({ target }) => whole.has(target) || (whole.has("#log") && OF_LOG.test(target));
  return [...waiting.filter((one) => !isOver(one)), ...parts];
}

// Whether the viewer must decide while a clock runs, but for one of days: then nothing may stand before the question.
export function isUrgent(parts) {
  const found = new DOMParser().parseFromString(parts.map(({ whole }) => whole).join(""), "text/html");
  const seats = found.getElementById("seats") ?? document.getElementById("seats");
  const isBehindCurtain = found.querySelector("#prompt .curtain") !== null;
  const clocks = seats.querySelectorAll(`.seat.is-asked${isBehindCurtain ? "" : ".is-me"} .clock.runs`);
  return [...clocks].some((clock) => Number(clock.dataset.seconds) < SOON);
}
