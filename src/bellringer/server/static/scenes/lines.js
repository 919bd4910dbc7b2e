// The lines of the log, what is seen with each (`data-scene`), and how long that takes.

import { speed } from "./pace.js";

export const LENGTH = { go: 400, fly: 450, fall: 380, drop: 1300, show: 1100, count: 250, sum: 1000, light: 350, shake: 400, dim: 200, tell: 700, places: 600 };
const TURNS = ["turn-begins", "round-begins"]; // kinds of events
const LEG = 180; // milliseconds for each part of a long way
const NEWEST = 0.6; // the share of that in which nothing is hurried
export const FASTEST = 0.12; // what would have to run faster than that is seen at once
export const linesNow = () => [...document.querySelectorAll("#log li[id^=line-]")];
export const numberOf = (line) => Number(line.id.slice(5));
export const newest = () => Math.max(-1, ...linesNow().slice(-1).map(numberOf));

// What a line tells.
export function told(one) {
  const steps = one.dataset.scene ? JSON.parse(one.dataset.scene) : [];
  const isEnd = steps.some((step) => step.do === "places"); // nobody waits for anything any more
  return { number: numberOf(one), kind: one.dataset.kind, words: one.textContent, steps, isEnd, length: isEnd ? 0 : lengthOf(steps) };
}

// The line of an event among entries of the log, as a text.
export function lineIn(entries, number) {
  const holder = document.createElement("template");
  holder.innerHTML = entries;
  return holder.content.getElementById(`line-${number}`);
}

// A line is seen now, and may be heard (sounds.js).
export const sound = (kinds) => document.dispatchEvent(new CustomEvent("bellringer:scene", { detail: { kinds } }));

// The first line of the viewer's last move, or of what is new to who only watches.
export function mine() {
  const since = document.querySelector("#since ~ li li[id^=line-]");
  return Number(document.getElementById("latest").dataset.mine ?? (since ? numberOf(since) : Infinity));
}

// The first line of the last turn, or round, of which more is known than that it began.
export function latestTurn() {
  const lines = linesNow(), begun = lines.slice(0, -1).filter((line) => TURNS.includes(line.dataset.kind));
  return numberOf(begun.at(-1) ?? lines[0] ?? { id: "line-0" });
}

// How long things take, before any hurry.

export function lengthOfStep({ do: kind, by = [], against }) {
  if (kind === "go") return Math.max(LENGTH.go, LEG * by.length);
  if (kind === "light") return LENGTH.light + by.length * 60;
  if (kind === "places") return LENGTH.places * document.querySelectorAll("#end .placed").length;
  return LENGTH[kind] * (against ? 1.2 : 1);
}

const lengthOf = (steps) => groups(steps).reduce((sum, group) => sum + Math.max(...group.map(lengthOfStep)), 0);

export function groups(steps) {
  const found = [];
  for (const step of steps) {
    if (step.beside && found.length) found.at(-1).push(step);
    else found.push([step]);
  }
  return found;
}

// The hurry of each line that waits: none for the newest, the more the older; 0 is seen at once.
export function plan(lines, most) {
  let room = most / speed(), calmLeft = room * NEWEST, late = [];
  for (const line of [...lines].reverse()) {
    line.hurry = 1;
    if (late.length || line.length > calmLeft) late.push(line);
    else calmLeft -= line.length;
  }
  room = room * (1 - NEWEST) + calmLeft;
  let sum = late.reduce((all, line) => all + line.length, 0);
  for (const line of late.reverse()) {
    const hurry = Math.min(1, room / sum);
    line.hurry = hurry < FASTEST ? 0 : hurry;
    if (line.hurry === 0) sum -= line.length;
  }
  for (const line of late) if (line.hurry) line.hurry = Math.min(1, room / sum);
}
