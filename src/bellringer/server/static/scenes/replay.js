// The page of a replay. Moments come as the server has drawn them (replay-ahead.js), each whole: any can follow any other.
// Played one after the other they are told by the same scenes as at the table; a step or a drag shows them at once.

import { board, hide, main } from "./elements.js";
import { clear, figuresNow, hold, releaseAll, roll } from "./held.js";
import { groups, lengthOfStep, sound } from "./lines.js";
import { choose, reduced, showSpeed, speed, tools } from "./pace.js";
import { comeAhead, everywhere, fetched, known, LAST } from "./replay-ahead.js";
import { copies } from "./replay-copy.js";
import { begin, cardsNow, level, placeBoards, scenes, wait } from "./stage.js";
import { STEPS } from "./steps.js";

const STILL = 1200, PAUSE = 350; // milliseconds for a moment where nothing moves, and for one without a scene
const SETTLED = 250; // milliseconds after which the address says where one has come to
const NEAR = 1; // chunks to each side that are fetched ahead
const RESULT = "#end > h2, #end .decided-by, #end .placed";
const scrubber = document.getElementById("scrubber"), playButton = document.getElementById("play");
const lines = document.getElementById("log-scroll");
const { replay, eyes } = main.dataset;
let at = Number(main.dataset.at); // the moment that the page shows
let wanted = at; // and the one that it is to show
const shown = new Map(); // by part: the fingerprint of what it shows; the page as it was loaded has told none

// showing a moment

function show(moment) {
  for (const [id, print] of Object.entries(moment.show)) {
    if (shown.get(id) !== print) replace(id, moment.parts[print]);
    shown.set(id, print);
  }
  at = moment.at;
}

// Make an element what the server has drawn. What was folded stays so, and the focus stays where it was.
function replace(id, html) {
  const old = document.getElementById(id), holder = document.createElement("template");
  holder.innerHTML = html;
  const fresh = holder.content.firstElementChild, focused = old.contains(document.activeElement) ? document.activeElement.id : "";
  for (const one of old.querySelectorAll("details[id]")) {
    const same = fresh.querySelector(`#${CSS.escape(one.id)}`);
    if (same) same.open = one.open;
  }
  patch(old, fresh);
  if (focused && document.activeElement.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

// Exchange only what differs: most of a page is as it was. A piece that lies elsewhere is another element, so that none is
// seen to slide there under a finger that drags.
function patch(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  const mine = [...old.childNodes], theirs = [...fresh.childNodes];
  if (mine.length !== theirs.length || !old.cloneNode(false).isEqualNode(fresh.cloneNode(false))) return void old.replaceWith(fresh);
  for (const [turn, one] of mine.entries()) patch(one, theirs[turn]);
}

// The ways, the scrubber, and the line of the log say where one is, as soon as it is known where that will be.
function sayWhere() {
  const steps = { first: 0, back: wanted - 1, on: wanted + 1, last: LAST };
  for (const link of document.querySelectorAll("[data-step]")) {
    const to = Math.min(LAST, Math.max(0, steps[link.dataset.step])), isThere = to === wanted;
    isThere ? link.removeAttribute("href") : link.setAttribute("href", address(to));
    isThere ? link.setAttribute("aria-disabled", "true") : link.removeAttribute("aria-disabled");
  }
  for (const link of document.querySelectorAll("[data-eyes]")) link.href = address(wanted, link.dataset.eyes);
  const from = { "try-moves": `${address(wanted)}&try=`, "play-on": address(wanted).replace("?", "/play-on?") };
  for (const [id, href] of Object.entries(from)) {
    const way = document.getElementById(id);
    if (way) Object.assign(way, { href, hidden: wanted === LAST && "ends" in main.dataset });
  }
  scrubber.value = wanted;
  scrubber.setAttribute("aria-valuetext", `${main.dataset.moment} ${wanted}, ${words(wanted)}`);
  markLine();
  clearTimeout(settling);
  settling = setTimeout(settle, SETTLED);
}
const address = (to, through = eyes) => `${replay}?${new URLSearchParams({ at: to, eyes: through })}`;
const lineOf = (moment) => lines.querySelector(`[data-at="${moment}"]`);
const words = (moment) => lineOf(moment)?.textContent ?? main.dataset.beginning;
let settling = 0;

function settle() {
  history.replaceState(null, "", address(wanted));
  comeAhead(() => wanted, NEAR);
}

function markLine() {
  lines.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = lineOf(wanted);
  line?.setAttribute("aria-current", "step");
  if (!lines.clientHeight) return; // in a drawer that is closed, or under another tab
  if (!line) return void (lines.scrollTop = 0);
  const box = line.getBoundingClientRect(), frame = lines.getBoundingClientRect(), gap = frame.height / 3;
  if (box.top < frame.top || box.bottom > frame.bottom) lines.scrollTop += box.top - frame.top - gap;
}

// Go to a moment at once; where it is still on its way, as soon as it is there, unless one has gone on.
async function go(to, isSaid = true) {
  stop();
  wanted = Math.min(LAST, Math.max(0, to));
  sayWhere();
  if (isSaid) document.getElementById("aloud").textContent = words(wanted);
  const moment = known(wanted) ?? await fetched(wanted);
  if (moment?.at === wanted) show(moment);
}

// dragging: one moment a frame, the one under the pointer

let isDrawn = true;
scrubber.addEventListener("input", () => {
  stop();
  wanted = Number(scrubber.value);
  if (!isDrawn) return;
  isDrawn = false;
  requestAnimationFrame(draw);
});
function draw() {
  isDrawn = true;
  sayWhere();
  const moment = known(wanted);
  if (moment) return show(moment);
  fetched(wanted).then((found) => { if (found?.at === wanted) show(found); });
}
for (const kind of ["pointerdown", "focus"]) scrubber.addEventListener(kind, () => comeAhead(() => wanted, everywhere));

// playing

let run = 0, isPlaying = false;

async function play() {
  const mine = (run += 1);
  isPlaying = true;
  sayPlaying();
  if (wanted === LAST) wanted = 0;
  if (at !== wanted) {
    const start = await fetched(wanted);
    if (mine !== run || !start) return stop();
    show(start);
  }
  while (mine === run && at < LAST) {
    const moment = known(at + 1) ?? await fetched(at + 1);
    if (mine !== run || !moment) break;
    comeAhead(() => at, NEAR);
    await tell(moment, mine);
  }
  if (mine === run) stop();
}

function stop() {
  run += 1;
  isPlaying = false;
  if (scenes) clear();
  sayPlaying();
}

function sayPlaying() {
  playButton.setAttribute("aria-pressed", isPlaying);
}

async function tell(moment, mine) {
  if (!speed()) {
    await wait(STILL);
    if (mine === run) turnTo(moment);
    return;
  }
  if (!scenes) begin();
  level();
  releaseAll();
  const figures = figuresNow(), steps = moment.scene ? JSON.parse(moment.scene) : [];
  for (const [name, card] of cardsNow()) scenes.cards.set(name, card);
  turnTo(moment);
  scenes.matrix = undefined;
  placeBoards();
  hold(figures);
  roll();
  if (steps.some((step) => step.do === "places")) scenes.result = [...document.querySelectorAll(RESULT)].map(hide);
  for (const group of groups(steps)) {
    await Promise.all(group.map((step) => STEPS[step.do](step, lengthOfStep(step) * speed(), moment.words)));
    if (mine !== run) return;
  }
  if (!steps.length) await wait(PAUSE * speed());
  if (mine === run) level();
}

function turnTo(moment) {
  wanted = moment.at;
  show(moment);
  sayWhere();
  if (moment.kind) sound([moment.kind]);
}

const toggle = () => (isPlaying ? stop() : play());
playButton.addEventListener("click", toggle);

// what else leads somewhere

const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button);
document.addEventListener("click", (event) => {
  const way = event.target.closest("a[data-at], a[data-step]");
  if (!way || !isPlain(event)) return;
  event.preventDefault();
  if (way.dataset.at) go(Number(way.dataset.at));
  else if (way.href) go(Number(new URL(way.href).searchParams.get("at")));
});

const OWN_ARROWS = "input[type=radio], #scrubber"; // which the arrows move by themselves
const leads = (to) => (event) => {
  if (event.target.closest(OWN_ARROWS)) return false;
  go(to());
  return true;
};
keys.on("back", leads(() => wanted - 1)); // keys.js
keys.on("on", leads(() => wanted + 1));
keys.on("first", leads(() => 0));
keys.on("last", leads(() => LAST));
keys.on("play", (event) => {
  if (event.target.closest("a, button, summary, input:not(#scrubber), .shines[data-target]")) return false;
  toggle();
  return true;
});

copies(() => history.replaceState(null, "", address(wanted)));

tools.addEventListener("change", ({ target }) => {
  choose(target.value);
  if (target.value === "still" && scenes) clear();
});
reduced.addEventListener("change", () => {
  showSpeed();
  stop();
});
document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
addEventListener("resize", () => { if (scenes) stop(); });
document.addEventListener("scroll", ({ target }) => { if (scenes && target.contains?.(board)) stop(); }, true);
document.addEventListener("change", ({ target }) => {
  if (["view", "tab"].includes(target.name) || target.id === "drawer") {
    if (scenes) stop();
    markLine();
  }
});

tools.hidden = false;
showSpeed();
markLine();
settle();
