// Walks through moments: each is shown as the server has drawn it, while stage and sky show how it came to that.

import { board, hide, live } from "./elements.js";
import { clear, figuresNow, hold, releaseAll, roll } from "./held.js";
import { FASTEST, groups, lengthOfStep, lineIn, plan, sound, told } from "./lines.js";
import { mark } from "./marks.js";
import { speed } from "./pace.js";
import { enter, goBack, momentsFrom, past, toPresent } from "./past.js";
import { begin, cardsNow, level, scenes, wait } from "./stage.js";
import { STEPS } from "./steps.js";

const MOST = 6000; // milliseconds that scenes may take; older ones run faster for that
const SETTLE = 300;
const RESULT = "#end > h2, #end .decided-by, #end .placed";
let waiting = []; // lines that are to be told
let run = 0, deadline = 0;

// Show the present, and take stage and sky away. What stands elsewhere than it was seen goes there, unless all shall be
// still.
export function end(isAtOnce) {
  if (!past) return;
  run += 1;
  waiting = [];
  toPresent();
  if (!scenes) return;
  const moved = isAtOnce ? [] : scenes.stage.querySelectorAll(".moves");
  const old = new Map([...moved].map((one) => [one.dataset.piece, one.getAttribute("transform")]));
  clear();
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
  end(true);
  for (const motion of live().getAnimations({ subtree: true })) if (!motion.animationName) motion.finish();
}

// Tell the lines from one on, up to another, and whatever has happened meanwhile. `more`: the last line that there is now.
export async function tell(first, last, more, most = MOST) {
  const mineNow = (run += 1);
  for (let from = first, to = last; from <= to; to = more()) {
    const moments = await momentsFrom(from, to);
    if (run !== mineNow) return;
    if (moments.length < 2) break;
    from = to + 1;
    const [beginning, ...following] = moments;
    const lines = following.map((moment) => ({ ...moment, ...told(lineIn(moment.entries, moment.number)) }));
    await goBack(beginning);
    if (run !== mineNow) return;
    if (!scenes) begin();
    waiting = lines;
    plan(waiting, most);
    deadline = performance.now() + most;
    await play(mineNow);
    if (run !== mineNow) return; // somebody skipped what was left, so nothing waits any more
  }
  end(false);
}

// One line after the other. Flights of one kind follow each other closely.

async function play(mineNow) {
  const flights = [];
  while (waiting.length) {
    const line = waiting.shift();
    await turnTo(line, flights.length === 0);
    if (run !== mineNow) return;
    for (const group of groups(line.steps)) {
      const isFlight = ["fly", "count"].includes(group[0].do), isNext = ["fly"].includes(waiting[0]?.steps[0]?.do);
      if (!isFlight) await Promise.all(flights.splice(0));
      if (run !== mineNow) return;
      const pace = line.hurry * speed() * lateness(line), time = Math.max(...group.map(lengthOfStep)) * pace;
      const done = Promise.all(group.map((step) => STEPS[step.do](step, lengthOfStep(step) * pace, line.words)));
      flights.push(done);
      await (isFlight && isNext && time ? Promise.race([done, wait(time * 0.35)]) : done.then(() => flights.splice(0)));
      if (run !== mineNow) return;
    }
  }
  await Promise.all(flights);
  if (run === mineNow) level();
}

// Show the moment of a line. What flies still comes to where it was seen to go.
async function turnTo(line, isLevel) {
  if (isLevel) {
    level();
    releaseAll();
  }
  const figures = figuresNow();
  for (const [name, card] of cardsNow()) scenes.cards.set(name, card);
  scenes.sky.dataset.line = line.number;
  await enter(line);
  if (!scenes) return;
  scenes.matrix = undefined;
  hold(figures);
  roll();
  if (line.isEnd) {
    scenes.result = [...document.querySelectorAll(RESULT)].map(hide);
    board.scrollIntoView({ block: "nearest" }); // for a page that is higher than its window
  }
  if (line.hurry) sound([line.kind]);
}

// By how much more to hurry since frames came late: what is left must fit into the time that is left. Where it can't, the
// oldest of it is seen at once; and so is all of it where the time is over.
function lateness(line) {
  const left = [line, ...waiting].reduce((sum, one) => sum + one.length * one.hurry * speed(), 0);
  const share = left ? (deadline - performance.now()) / left : 1;
  return share < FASTEST ? 0 : Math.min(1, share);
}

