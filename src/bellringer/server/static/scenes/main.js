// The scenes of a table: everything that happened is seen as it happens, one thing after the other.
//
// The page shows the present, or a moment of the past that is being told, and never both. When the stream brings what has
// happened, that waits. The server is asked for its moments (past.js); the page is as each of them was, one after the
// other, while the steps of its line of the log (`data-scene`, see page/scenes.py) are played: on a copy of the pieces,
// the "stage", which lies over them, and in a layer above the page, the "sky". Whoever skips, or has a live clock that
// runs, sees the present at once. Nothing here changes the layout.

import { board, main } from "./elements.js";
import { latestTurn, linesNow, mine, newest, numberOf, sound } from "./lines.js";
import { mark } from "./marks.js";
import { isAboutGame, isUrgent, lastLine, parted, put } from "./messages.js";
import { choose, reduced, showSpeed, speed, tools } from "./pace.js";
import { leavePresent, past, wait } from "./past.js";
import { end, skip, tell } from "./playing.js";
import { markReasons } from "./reasons.js";
import { placeBoards, scenes, scrolled } from "./stage.js";

const AGAIN_MOST = 20000; // milliseconds that they may take when they are seen once more

// What the stream brings.

document.addEventListener("bellringer:message", (event) => {
  if (takes(parted(event.detail.text))) event.preventDefault();
});

// Whether what has come is told, or waits until that is over. What is not about the game is shown at once.
function takes(parts) {
  const about = parts.filter(isAboutGame), others = parts.filter((one) => !isAboutGame(one));
  if (!about.length) return false;
  const first = newest() + 1;
  if (past) wait(about);
  else if (speed() && lastLine(about) >= first && !isUrgent(about)) leavePresent(about);
  else return false;
  if (others.length) put(others.map(({ whole }) => whole).join(""));
  const isTakenBack = past.waiting !== about && about.some(({ target }) => target === "#log");
  if (isTakenBack || isUrgent(past.waiting)) end(true);
  else if (past.waiting === about) tell(first, lastLine(about), () => lastLine(past.waiting));
  return true;
}

// What is shown at once is heard at once.

let lastHeard = newest();
document.addEventListener("htmx:after:swap", () => {
  if (scenes) return placeBoards();
  if (past) return;
  markReasons();
  const fresh = linesNow().filter((line) => numberOf(line) > lastHeard);
  lastHeard = newest();
  if (fresh.length && !speed() && !document.hidden) sound(fresh.map((line) => line.dataset.kind));
  mark();
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
    return lines[0].closest("#log-scroll > ol > li").scrollIntoView({ block: "nearest" });
  }
  const last = newest();
  leavePresent([]);
  tell(numberOf(lines[0]), last, () => Math.max(last, lastLine(past.waiting)), AGAIN_MOST);
}

// What ends scenes: a choice, a click anywhere, the space bar; and whatever would leave them behind. A click on what is no
// control does nothing else: what has a rule pins it only when nothing is told.

const CONTROLS = "button, a, input, select, textarea, summary, label, [contenteditable], .shines[data-target]";
const MEANT = CONTROLS.replace("a,", "a:not([data-rule]), a.is-legal,");
document.addEventListener("click", (event) => {
  if (!scenes || event.target.form?.id === "say") return; // who talks meanwhile goes on looking
  const isMeant = event.target.closest(MEANT) && !event.target.closest("#skip-scenes");
  skip();
  if (isMeant) return;
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
addEventListener("resize", () => { if (past) skip(); });
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
