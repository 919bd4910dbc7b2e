// How fast scenes are played: as somebody has chosen in this browser, and not at all where motion is not wanted.

const SPEEDS = { calm: 1, quick: 0.5, still: 0 };
const KEPT = "scene-speed"; // in the browser's own storage
export const reduced = matchMedia("(prefers-reduced-motion: reduce)");
export const tools = document.getElementById("scene-tools");

function kept() {
  try {
    return localStorage.getItem(KEPT) in SPEEDS ? localStorage.getItem(KEPT) : "calm";
  } catch {
    return "calm"; // a browser may allow no storage
  }
}
let chosen = kept();
const canMove = () => !reduced.matches && !document.hidden && "animate" in Element.prototype;
export const speed = () => (canMove() ? SPEEDS[chosen] : 0);

export function showSpeed() {
  for (const choice of tools.querySelectorAll("[name=scene-speed]")) {
    choice.disabled = reduced.matches;
    choice.checked = choice.value === (reduced.matches ? "still" : chosen);
  }
}

export function choose(speed) {
  chosen = speed;
  try {
    localStorage.setItem(KEPT, speed);
  } catch { /* then it holds for this page */ }
}
