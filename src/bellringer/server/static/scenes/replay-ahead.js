// The moments of a replay, fetched a chunk at a time and some ahead. So many are kept that a game fits in; of a longer one
// those go first that were used least lately.

import { main } from "./elements.js";

const { replay, eyes } = main.dataset;
export const LAST = Number(main.dataset.last);
const SIZE = Number(main.dataset.chunk), MOST = 40; // chunks that are kept
const chunks = new Map(); // by number: { moments, parts } that are there; the one used last stands last
const coming = new Map(); // by number: the promise of one that is on its way

const chunkOf = (at) => Math.floor(at / SIZE);
const last = chunkOf(LAST);

// A moment that is there already.
export function known(at) {
  const number = chunkOf(at), chunk = chunks.get(number);
  if (!chunk) return null;
  chunks.delete(number);
  chunks.set(number, chunk);
  return { ...chunk.moments[at - number * SIZE], parts: chunk.parts };
}

// A moment, as soon as it is there; null where the server does not answer.
export async function fetched(at) {
  await bring(chunkOf(at));
  return known(at);
}

function bring(number) {
  if (chunks.has(number)) return Promise.resolve();
  if (!coming.has(number)) coming.set(number, ask(number).finally(() => coming.delete(number)));
  return coming.get(number);
}

async function ask(number) {
  const query = new URLSearchParams({ from: number * SIZE, eyes });
  let found = null;
  try {
    const answer = await fetch(`${replay}/moments?${query}`);
    if (answer.ok) found = await answer.json();
  } catch { /* said below */ }
  document.getElementById("lost").hidden = found !== null;
  if (!found) return;
  chunks.set(number, found);
  while (chunks.size > MOST) chunks.delete(chunks.keys().next().value);
}

// What lies around a moment comes, one chunk after the other, the nearest first: `far` of them to each side. Where one
// has gone on meanwhile, what lies around that comes.
let reach = 0, isComing = false;
export async function comeAhead(at, far) {
  reach = Math.max(reach, far);
  if (isComing) return;
  isComing = true;
  for (let next = missing(chunkOf(at())); next !== undefined; next = missing(chunkOf(at()))) {
    await bring(next);
    if (!chunks.has(next)) break; // the server does not answer
  }
  isComing = false;
  reach = 0;
}
function missing(here) {
  const all = Array.from({ length: last + 1 }, (_, number) => number).sort((one, other) => Math.abs(one - here) - Math.abs(other - here));
  const near = all.filter((number) => Math.abs(number - here) <= reach).slice(0, MOST);
  return near.find((number) => !chunks.has(number));
}
export const everywhere = last + 1;
