// The past that is told: moments that the server has drawn (moments.py), each as it draws the present. While the page
// walks through them the present waits, and so does the question. Nothing of it is on the page until it stands there whole.

import { main } from "./elements.js";
import { added, partial, put } from "./messages.js";

const PARTS = ["live", "boards", "status", "middle", "seats", "hand", "prompt", "end", "latest"];
const PATIENCE = 3000; // milliseconds for the server's answer
export let past = null; // { waiting, before, lines, told, acts }

// From now on the present waits, beginning with these partials of it.
export function leavePresent(parts) {
  past = { waiting: parts, before: null, lines: [], told: [], acts: document.getElementById("latest").dataset.acts };
}

export const wait = (parts) => { past.waiting = added(past.waiting, parts); };

// The moments from a line of the log on, up to another; none where the server has none, or does not answer in time.
export async function momentsFrom(first, last) {
  const asked = new URL(main.dataset.live, location);
  asked.pathname = asked.pathname.replace(/live$/, "moments");
  for (const [name, value] of Object.entries({ since: first, until: last + 1, acts: past.acts })) asked.searchParams.set(name, value);
  try {
    const answer = await fetch(asked, { signal: AbortSignal.timeout(PATIENCE) });
    const { moments, acts } = answer.ok ? await answer.json() : { moments: [] };
    if (past && acts !== undefined) past.acts = acts;
    return moments;
  } catch {
    return []; // then the present is shown
  }
}

// Show what was there before the first line that is told. The question waits with the answers to it.
export function goBack({ show, begin, stay, entries }) {
  const isAsked = past.waiting.length === 0 || past.waiting.some(({ target }) => target === "#prompt");
  const ground = past.waiting.filter(({ target }) => target === "#ground").map(({ whole }) => whole);
  if (!past.before) leaveFrom(begin);
  log(stay, entries);
  return put([...ground, show, isAsked ? noQuestion() : ""].join(""));
}

// What stands in the place of the question meanwhile.
function noQuestion() {
  const section = document.getElementById("telling").content.firstElementChild.cloneNode(true);
  section.id = "prompt";
  section.querySelector("h2").id = "prompt-title";
  section.querySelector("button").id = "skip-scenes";
  return partial("prompt", section.outerHTML);
}

// Remember what stands there now, and take away what the log tells anew, from an entry on.
function leaveFrom(begin) {
  past.before = Object.fromEntries(PARTS.map((id) => [id, document.getElementById(id)?.outerHTML]));
  const list = [...document.querySelector("#log-scroll ol").children], at = list.findIndex((one) => one.id === begin);
  past.lines = at < 0 ? [] : list.slice(at);
  for (const line of past.lines) line.remove();
}

// The log as it was then: so many of the entries that are told stay, the others make room for these.
function log(stay, entries) {
  for (const entry of past.told.splice(stay)) entry.remove();
  const list = document.querySelector("#log-scroll ol"), count = list.childElementCount;
  list.insertAdjacentHTML("beforeend", entries);
  past.told.push(...[...list.children].slice(count));
}

// Show a moment, with its line of the log.
export function enter({ show, stay, entries }) {
  log(stay, entries);
  return put(show);
}

// Show the present: what it has changed, and else what was there before.
export function toPresent() {
  const { waiting, before, lines, told } = past, changed = new Set(waiting.map(({ target }) => target.slice(1)));
  for (const line of told) line.remove();
  document.querySelector("#log-scroll ol").append(...lines);
  const back = before && !changed.has("log") ? PARTS : PARTS.filter((id) => id !== "latest");
  const kept = before ? back.filter((id) => before[id] && !changed.has(id)).map((id) => partial(id, before[id])) : [];
  past = null;
  return put([...kept, ...waiting.map(({ whole }) => whole)].join(""));
}
