// The scenes of a table: everything that happened is seen as it happens, one thing after the other.
//
// The page always holds what is; only what is seen of it lags behind. Before htmx changes the page, a copy of the pieces,
// the "stage", is laid over them, and the figures keep their old numbers as labels. Then the steps of the new lines of the
// log (`data-scene`, see page/scenes.py) are played on the stage and in a layer above the page, the "sky". Whoever skips,
// or chooses something, sees the page as it is: stage and sky are only taken away. Nothing here changes the layout.

import { board, main } from "./elements.js";
import { hold, holdLog } from "./held.js";
import { latestTurn, linesNow, mine, newest, numberOf, sound, told } from "./lines.js";
import { mark } from "./marks.js";
import { choose, reduced, showSpeed, speed, tools } from "./pace.js";
import { end, isPlaying, skip, tell } from "./playing.js";
import { begin, placeBoards, scenes, scrolled, snapshot } from "./stage.js";

const AGAIN_MOST = 20000; // milliseconds that they may take when they are seen once more
let memory = null; // what was to be seen before the viewer's last move
let shown = null; // what was seen before the page changed

// When the page changes.

let lastTold = newest();
const isAbout = (tasks) => !tasks || tasks.some(({ target }) => /^(#?)(live|log|latest|seats|hand|middle)$/.test(target?.id ?? target));

document.addEventListener("htmx:before:swap", ({ detail }) => {
  if (!speed() || !isAbout(detail.tasks)) return;
  shown = snapshot();
  if (!scenes) begin(shown);
});

document.addEventListener("htmx:after:swap", () => {
  const fresh = linesNow().filter((line) => numberOf(line) > lastTold);
  const before = shown;
  lastTold = newest();
  shown = null;
  if (before && before.mine !== document.getElementById("latest").dataset.mine) memory = { ...before, layer: before.layer.cloneNode(true) };
  if (!speed() && fresh.length && !document.hidden) sound(fresh.map((line) => line.dataset.kind)); // seen all at once
  if (!scenes) return mark();
  if (!speed()) return end(true);
  scenes.matrix = undefined;
  if (before) for (const [name, card] of before.cards) scenes.cards.set(name, card);
  placeBoards();
  hold(before?.figures ?? new Map());
  if (fresh.length || scenes.log) holdLog(fresh);
  if (fresh.length) tell(fresh.map(told));
  if (!isPlaying) end(false);
});

// What happened since the viewer's move, or in the last turn for who has made none, once more; who wants no motion is led
// to the log.
function again() {
  skip();
  const from = (first) => linesNow().filter((line) => numberOf(line) >= first), own = from(mine());
  const lines = own.length ? own : from(latestTurn());
  if (!lines.length) return;
  if (!speed()) {
    window.showPane("log"); // table.js
    return lines[0].scrollIntoView({ block: "nearest" });
  }
  const now = snapshot(), then = memory?.mine !== document.getElementById("latest").dataset.mine ? memory : null;
  begin(then ? { ...then, layer: then.layer.cloneNode(true) } : now);
  scenes.isEcho = !then; // what was there before is not known any more: all is seen to move, and nothing changes
  hold(then?.figures ?? new Map());
  tell(lines.map(told), AGAIN_MOST);
}

// What ends scenes: a choice, a click anywhere, the space bar; and whatever would leave them behind. A click on what is no
// control does nothing else: what has a rule pins it only when nothing is told.

const CONTROLS = "button, a, input, select, textarea, summary, label, [contenteditable], .shines[data-target]";
const MEANT = CONTROLS.replace("a,", "a:not([data-rule]), a.is-legal,");
document.addEventListener("click", (event) => {
  if (!scenes) return;
  skip();
  if (event.target.closest(MEANT)) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
keys.on("skip", (event) => { // keys.js
  if (!scenes || event.target.closest(CONTROLS)) return false;
  skip();
  return true;
});
document.addEventListener("submit", ({ target }) => { if (target.id === "moves") skip(); }, true);
document.addEventListener("visibilitychange", () => { if (document.hidden) skip(); });
reduced.addEventListener("change", () => {
  showSpeed();
  skip();
});
addEventListener("resize", () => { if (scenes) skip(); });
document.addEventListener("scroll", ({ target }) => {
  if (!scenes) return;
  scenes.matrix = undefined;
  if (target === document) scenes.sky.style.transform = `translateY(${-scrolled()}px)`;
  else if (target.contains(board) || target.querySelector("#seats")) skip();
}, true);
document.addEventListener("change", ({ target }) => { if (["view", "tab"].includes(target.name) || target.id === "drawer") skip(); });

tools.addEventListener("change", ({ target }) => {
  choose(target.value);
  if (target.value === "still") skip();
});
const againButton = document.querySelector("[data-again]");
againButton.addEventListener("click", again);

main.classList.add("has-scenes");
tools.hidden = againButton.hidden = false;
showSpeed();
mark();
