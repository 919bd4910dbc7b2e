// The pieces of the stage, which show what has been told.

import { copyOf, like, live } from "./elements.js";
import { release } from "./held.js";
import { LENGTH } from "./lines.js";
import { move, scenes } from "./stage.js";

export const MANY = 3; // the most drawings that fly for one number
export const pieceNow = (id) => [...scenes.stage.querySelectorAll(like(id, "data-piece"))].at(-1);
export const pieceToCome = (id) => [...live().querySelectorAll(like(id, "id"))].find((one) => !pieceNow(one.id));

// A space of the boards beside the large one, as it has been told.
const spaceOf = (name) => scenes.sky.querySelector(`.told-board [data-place="${name}"]`);

export function leave(place, n) {
  count(place, -n);
  if (place.space) spaceOf(place.space)?.querySelector(".moves")?.remove();
  const piece = place.piece && pieceNow(place.piece);
  if (piece) recount(piece, -n);
}

export function arrive(place, n) {
  count(place, n);
  const owner = place.space && document.querySelector(`#boards [data-target="${place.space}"] .moves`);
  if (owner) spaceOf(place.space)?.append(copyOf(owner));
  if (!place.piece) return;
  const piece = pieceNow(place.piece);
  if (piece?.dataset.count) return recount(piece, n);
  const real = pieceToCome(place.piece);
  if (!real) return;
  const copy = copyOf(real);
  scenes.stage.append(copy);
  if (copy.dataset.count) recount(copy, n - Number(copy.dataset.count));
}

function recount(piece, change) {
  const number = Number(piece.dataset.count ?? 1) + change, real = document.getElementById(piece.dataset.piece);
  if (number <= 0 || !piece.dataset.count) return piece.remove();
  if (real?.dataset.count === String(number)) {
    const place = piece.getAttribute("transform"), copy = copyOf(real);
    copy.setAttribute("transform", place);
    return piece.replaceWith(copy);
  }
  piece.dataset.count = number;
  const pile = piece.querySelector("use[href^='#pile-']"), words = piece.querySelector(".count");
  if (words) words.textContent = number > 1 ? number : "";
  if (words && pile) pile.setAttribute("href", pile.getAttribute("href").replace(/\d$/, Math.min(number, MANY)));
}

export function count(place, n) {
  const label = scenes.labels.get(place.figure)?.label;
  if (!label) return;
  const number = Number(label.textContent) + n;
  if (Number.isNaN(number)) return release(place.figure);
  label.textContent = number;
  const at = label.style.transform;
  move(label, [{ transform: at }, { transform: `${at} scale(1.5)`, color: n < 0 ? "var(--wine-ink)" : "var(--gold)" }, { transform: at }], LENGTH.count);
}
