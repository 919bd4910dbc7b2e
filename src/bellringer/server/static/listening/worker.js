// What all hidden pages of a browser share: one small stream that says at which of their tables somebody is asked.
//
// A page says that it is hidden, and at which table (hidden.js), and answers as long as it can: a page that a browser has
// frozen can do nothing, and is not named to the server as one that is there.

import { listen } from "./ear.js";

const MOST = 60; // tables that are named (web/asked_pages.py)
const SOON = 200; // milliseconds in which several pages may say that they are hidden
const LOOK = 15000, GONE = 45000; // milliseconds between two looks whether pages answer, and until one counts as gone
const AGAIN = 1000, MOST_AGAIN = 30000; // milliseconds until a stream that has ended is opened again
const MINUTE = 60000; // milliseconds between plain requests, where something holds the stream back

const pages = new Map(); // by port: its table, when it answered last, and what it was told last
let named = "", stop = null, told = null, next = null, losses = 0;

const tables = () => [...new Set([...pages.values()].map(({ table }) => table))].slice(-MOST).sort();

onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => hear(port, data);
};

function hear(port, { table, isHidden }) {
  const page = pages.get(port);
  if (!isHidden) pages.delete(port);
  else if (page) page.at = Date.now();
  else pages.set(port, { table, at: Date.now(), told: null });
  if (isHidden !== Boolean(page)) soon(SOON);
}

setInterval(() => {
  for (const [port, { at }] of pages) {
    if (at < Date.now() - GONE) {
      pages.delete(port);
      soon(SOON);
    } else port.postMessage({});
  }
}, LOOK);

function soon(patience) {
  clearTimeout(next);
  next = setTimeout(settle, patience);
}

// Listen for the pages that are hidden now. The stream of before ends when the new one is there, so that nobody seems gone.
function settle() {
  const wanted = tables();
  if (wanted.join() === named && stop) return tell(told);
  const before = stop;
  named = wanted.join();
  stop = null;
  if (!wanted.length) return before?.();
  const query = new URLSearchParams(wanted.map((table) => ["at", table]));
  stop = listen(`/asked/live?${query}`, {
    alive() { losses = 0; },
    message(text) {
      before?.();
      tell(JSON.parse(text));
    },
    end({ hasLived, isSilent }) {
      before?.();
      stop = null;
      const patience = Math.min(AGAIN * 2 ** losses++, MOST_AGAIN) * (0.75 + Math.random() / 2);
      soon(isSilent && !hasLived ? MINUTE : patience);
      if (!hasLived) askPlainly(query);
    },
  });
}

async function askPlainly(query) {
  try {
    const answer = await fetch(`/asked?${query}`);
    if (answer.ok) tell(await answer.json());
  } catch { /* the server is away; a minute later it may be back */ }
}

// Tell each page what waits at its table, if that is something else.
function tell(found) {
  told = found;
  if (!told) return;
  for (const [port, page] of pages) {
    const waits = JSON.stringify(told[page.table] ?? null);
    if (page.told === waits) continue;
    page.told = waits;
    port.postMessage({ waits });
  }
}
