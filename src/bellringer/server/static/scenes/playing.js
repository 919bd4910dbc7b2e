// Plays the scenes of lines, one after the other, and takes stage and sky away in the end.

import { board, hide, live, main } from "./elements.js";
import { release, releaseLog } from "./held.js";
import { FASTEST, groups, lengthOfStep, plan, sound } from "./lines.js";
import { mark } from "./marks.js";
import { speed } from "./pace.js";
import { close, scenes, wait } from "./stage.js";
import { STEPS } from "./steps.js";

const MOST = 6000; // milliseconds that scenes may take; older ones run faster for that
const SETTLE = 300;
const RESULT = "#end > h2, #end .decided-by, #end .placed";
let waiting = []; // lines that are to be told
export let isPlaying = false;
let run = 0, deadline = 0;

// Take stage and sky away. What stands elsewhere than it was seen goes there, unless all shall be still.
export function end(isAtOnce) {
  if (!scenes) return;
  const { stage, sky, labels, motions } = scenes;
  for (const key of [...labels.keys()]) release(key);
  releaseLog(Infinity);
  scenes.log?.veil?.cancel();
  for (const motion of [...motions, ...(scenes.result ?? [])]) motion.cancel();
  const old = isAtOnce ? new Map() : new Map([...stage.querySelectorAll(".moves")].map((one) => [one.dataset.piece, one.getAttribute("transform")]));
  stage.remove();
  sky.parentNode.remove();
  board.classList.remove("is-staged");
  main.classList.remove("is-telling");
  close();
  waiting = [];
  isPlaying = false;
  run += 1;
  if (old.size && speed()) settle(old);
  mark();
}

function settle(old) {
  for (const piece of live().querySelectorAll(".moves[id]")) {
    const before = old.get(piece.id), now = piece.getAttribute("transform");
    const timing = { duration: SETTLE * speed(), easing: "ease" };
    if (before === undefined) piece.animate([{ opacity: 0 }, { opacity: 1 }], timing);
    else if (before !== now) piece.animate([{ transform: css(before) }, { transform: css(now) }], timing);
  }
}

const css = (transform) => transform.replace(/translate\((\S+) (\S+)\)/, "translate($1px, $2px)");

export function skip() {
  if (scenes) end(true);
  for (const motion of live().getAnimations({ subtree: true })) if (!motion.animationName) motion.finish();
}

// One line after the other. Flights of one kind follow each other closely.

async function play() {
  if (isPlaying) return;
  isPlaying = true;
  const mineNow = run, flights = [];
  while (waiting.length) {
    const line = waiting.shift();
    scenes.sky.dataset.line = line.number;
    releaseLog(line.number);
    if (line.hurry) sound([line.kind]);
    for (const group of groups(line.steps)) {
      const isFlight = ["fly", "count"].includes(group[0].do), isNext = ["fly"].includes(waiting[0]?.steps[0]?.do);
      if (!isFlight) await Promise.all(flights.splice(0));
      if (run !== mineNow) return;
      const pace = line.hurry * speed() * lateness(line), time = Math.max(...group.map(lengthOfStep)) * pace;
      const done = Promise.all(group.map((step) => STEPS[step.do](step, lengthOfStep(step) * pace, line.words)));
      flights.push(done);
      await (isFlight && isNext && time ? Promise.race([done, wait(time * 0.35)]) : done);
      if (run !== mineNow) return;
    }
  }
  await Promise.all(flights);
  if (run === mineNow) end(false);
}

// By how much more to hurry since frames came late: what is left must fit into the time that is left. Where it can't, the
// oldest of it is seen at once; and so is all of it where the time is over.
function lateness(line) {
  const left = [line, ...waiting].reduce((sum, one) => sum + one.length * one.hurry * speed(), 0);
  const share = left ? (deadline - performance.now()) / left : 1;
  return share < FASTEST ? 0 : Math.min(1, share);
}

export function tell(lines, most = MOST) {
  waiting.push(...lines.filter((line) => line.steps.length));
  if (waiting.some((line) => line.isEnd)) {
    scenes.result ??= [...document.querySelectorAll(RESULT)].map(hide);
    board.scrollIntoView({ block: "nearest" }); // for a page that is higher than its window
  }
  plan(waiting, most);
  deadline = performance.now() + most;
  play();
}
