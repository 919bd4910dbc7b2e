// What the why of a hint or of a warning speaks of is marked on the table: the move that it is compared with, cards, pieces of the board.

import { board, drawn, live } from "./elements.js";

const GAP = 6; // units of the board between a piece and its ring
const HELD = "#middle, #seats, #hand".split(", ");

export function markReasons() {
  for (const old of document.querySelectorAll(".is-spoken-of")) old.classList.remove("is-spoken-of");
  board.querySelector(".reasons-marks")?.remove();
  const why = document.getElementById("why") ?? document.getElementById("warning");
  if (!why) return;
  for (const place of placesOfMove(why.dataset.other)) place.classList.add("is-spoken-of");
  const layer = drawn("svg", { class: "board live reasons-marks", "aria-hidden": "true", viewBox: live().getAttribute("viewBox") });
  for (const anchor of why.dataset.anchors.split(" | ").filter(Boolean)) markAnchor(anchor, layer);
  live().after(layer);
}

function placesOfMove(move) {
  const button = [...document.querySelectorAll("#moves button[name=move]")].find((one) => one.value === move);
  return button ? [button, ...window.placesOf(button)] : []; // table.js
}

function markAnchor(anchor, layer) {
  const [kind, name] = anchor.split(" ");
  if (kind === "card") {
    for (const card of document.querySelectorAll(HELD.map((one) => `${one} [data-rule="${name}"]`).join(", "))) card.classList.add("is-spoken-of");
  } else if (kind === "piece") {
    const piece = live().querySelector(`[id="${name}"]`);
    if (piece) ring(piece, layer);
  }
}

function ring(piece, layer) {
  const { x, y, width, height } = piece.getBBox();
  drawn("rect", { class: "reason-ring", x: x - GAP, y: y - GAP, width: width + 2 * GAP, height: height + 2 * GAP, rx: 10, transform: piece.getAttribute("transform") ?? "" }, layer);
}
