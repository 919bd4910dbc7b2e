// What was moved since the viewer's own last move stays marked.

import { board, drawn, like, live } from "./elements.js";
import { linesNow, mine, numberOf, told } from "./lines.js";

export function mark() {
  const layer = board.querySelector(".marks") ?? drawn("svg", { class: "board live marks", "aria-hidden": "true" });
  layer.replaceChildren();
  layer.setAttribute("viewBox", live().getAttribute("viewBox"));
  live().before(layer);
  for (const one of document.querySelectorAll(".was-moved")) one.classList.remove("was-moved");
  const first = mine(), steps = linesNow().filter((line) => numberOf(line) >= first).flatMap((line) => told(line).steps);
  for (const id of new Set(steps.flatMap(piecesOf))) ring(id, layer);
  for (const anchor of new Set(steps.flatMap((step) => [step.at, step.to]))) markFigure(anchor);
  for (const { by } of steps.filter((step) => step.do === "drop")) drawn("path", { class: "mark-way", d: `M${by.join("L")}` }, layer);
}

function piecesOf(step) {
  const named = [step.at, step.to].filter((anchor) => anchor?.startsWith("piece ")).map((anchor) => anchor.split(" ")[1]);
  return step.do === "go" ? [...named, step.what] : named;
}

function ring(id, layer) {
  const piece = [...live().querySelectorAll(like(id, "id"))].at(-1);
  if (!piece) return;
  piece.classList.add("was-moved");
  const box = piece.getBBox(), gap = 4;
  drawn("rect", { class: "mark-ring", x: box.x - gap, y: box.y - gap, width: box.width + 2 * gap, height: box.height + 2 * gap, rx: 10, transform: piece.getAttribute("transform") }, layer);
}

function markFigure(anchor) {
  const [kind, seat, key] = anchor?.split(" ") ?? [];
  if (kind === "seat" && key) document.querySelector(`#seat-${seat} [data-figure="${key}"]`)?.classList.add("was-moved");
}
