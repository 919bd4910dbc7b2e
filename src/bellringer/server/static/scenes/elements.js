// Elements of the page, and how new ones are made.

const SVG = "http://www.w3.org/2000/svg";
export const main = document.getElementById("main"), board = document.getElementById("board");
export const live = () => document.getElementById("live");

export function made(name, parent, text) {
  const one = document.createElement("div");
  one.className = name;
  if (text !== undefined) one.textContent = text;
  parent?.append(one);
  return one;
}

export function drawn(name, attributes, parent) {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  parent?.append(one);
  return one;
}

// A copy of an element that nothing can find, choose or read aloud.
export function copyOf(element) {
  const copy = element.cloneNode(true);
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    if (one.id) one.dataset.piece = one.id;
    if (one.dataset.target) one.dataset.place = one.dataset.target;
    for (const name of ["id", "role", "tabindex", "aria-label", "data-target", "data-rule", "data-limit", "form", "name"]) one.removeAttribute(name);
  }
  return copy;
}

// Nothing is seen of an element until this motion is cancelled.
export const hide = (element) => element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 1e8, fill: "both" });
export const mySeat = () => document.querySelector("#seats .is-me")?.id.slice(5) ?? "";
export const figureKey = (item) => `${item.closest("[id^=seat-]").id} ${item.dataset.figure}`;
export const boardsNow = () => [...document.querySelectorAll("#boards svg")];
export const like = (id, name) => (id.endsWith("*") ? `[${name}^="${id.slice(0, -1)}"]` : `[${name}="${id}"]`);
