// How an open page hears what happens: by a stream of its own while somebody looks at it, and by what all hidden pages of
// the browser share while nobody does (hidden.js). Where the stream does not come through (ear.js), it says so and asks by
// plain requests; what somebody does meanwhile stays as it is, since the same parts come by either way.
//
// Others listen for `bellringer:message`, which they may take to tell it in their own time; `bellringer:heard`, when it
// was told; `bellringer:connected` and `bellringer:lost`, when the server answers, or does so no longer. Who doubts that
// the stream is alive says `bellringer:doubt`.

import { listen } from "./ear.js";
import { hide, show } from "./hidden.js";

const EVERY = 3000; // milliseconds between plain requests
const REOPEN = 400; // milliseconds until a stream that was alive is opened again
const TRY = 5000, MOST_TRY = 120000; // milliseconds until it is tried whether a stream comes through now
const AWAY = 1000, MOST_AWAY = 8000; // milliseconds until a server is asked again that has not answered
const PATIENCE = 15000; // milliseconds for an answer
const SAID = 10000; // milliseconds for which a table says in words that it asks; then a sign in its bar does
const LEAVE = 3000; // milliseconds in which a page that is hidden keeps its stream, until the shared one is there

const page = document.getElementById("main");
const table = new URL(page.dataset.live, location).pathname.split("/")[2];
const line = document.getElementById("asking-line"), sign = document.getElementById("asking-sign"); // which a lobby lacks
let known = 0; // the number of the last message
let stop = null; // ends the stream
let isLost = false, isAsking = false, next = null, leaving = null, folding = null, nextTry = 0, tries = 0, losses = 0;
let telling = Promise.resolve();

const announce = (name, detail) => document.dispatchEvent(new CustomEvent(`bellringer:${name}`, { detail, cancelable: true }));
const varied = (time) => time * (0.75 + Math.random() / 2);

function addressOf(kind) {
  const found = new URL(page.dataset.live, location);
  found.pathname = found.pathname.replace(/live$/, kind);
  found.searchParams.set("known", known);
  return found;
}

// What has come, one message after the other.

function put(text, number) {
  known = Number(number);
  telling = telling.then(() => tell(text)).catch((error) => setTimeout(() => { throw error; }));
  return telling;
}

async function tell(text) {
  if (announce("message", { text })) {
    await htmx.swap({ sourceElement: page, target: page, text, swap: "none swapEmpty:false" });
  }
  announce("heard");
}

// The stream.

function open() {
  clearTimeout(next);
  stop ??= listen(addressOf("live"), { message: put, alive: hears, end: missed });
}

function close() {
  clearTimeout(next);
  stop?.();
  stop = null;
  page.classList.remove("hears");
}

function hears() {
  tries = 0;
  say(false);
  page.classList.add("hears");
  isThere();
}

function isThere() {
  losses = 0;
  if (document.hidden) return;
  show(table);
  isLost = false;
  announce("connected");
}

// It has ended, or nothing comes by it.
function missed({ hasLived }) {
  close();
  if (document.hidden) return;
  if (hasLived) next = setTimeout(open, varied(REOPEN));
  else ask();
}

// Plain requests.

async function ask() {
  clearTimeout(next);
  const isAnswered = await catchUp();
  if (document.hidden || stop) return;
  if (!isAnswered) return lose();
  if (isLost) {
    isThere();
    return open(); // whoever was away may well be heard again
  }
  isThere();
  if (!isAsking) nextTry = performance.now() + varied(TRY);
  say(true);
  if (performance.now() > nextTry) return tryStream();
  next = setTimeout(ask, EVERY);
}

// Say that the page asks, or no longer. What lies over a table is folded up soon.
function say(asks) {
  if (asks === isAsking) return;
  isAsking = asks;
  line.hidden = !asks;
  clearTimeout(folding);
  if (!sign) return;
  sign.hidden = !asks;
  if (asks) folding = setTimeout(() => { line.hidden = true; }, SAID);
}
sign?.addEventListener("click", () => {
  clearTimeout(folding);
  line.hidden = !line.hidden;
});

// Fetch what the page lacks; whether the server has answered.
async function catchUp() {
  try {
    const answer = await fetch(addressOf("news"), { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 404) location.reload(); // the table is gone, or not for this visitor any more
    if (!answer.ok) return false;
    const text = await answer.text(), number = Number(answer.headers.get("x-news"));
    if (number !== known) await put(text, number);
    return true;
  } catch {
    return false;
  }
}

function lose() {
  if (!isLost) announce("lost");
  isLost = true;
  say(false);
  next = setTimeout(ask, varied(Math.min(AWAY * 2 ** losses++, MOST_AWAY)));
}

// Whether a stream comes through is tried by a small one, which costs the server nothing.
function tryStream() {
  nextTry = performance.now() + varied(Math.min(TRY * 2 ** ++tries, MOST_TRY));
  const end = listen("/asked/live", {
    message() {},
    alive() {
      end();
      if (!document.hidden) open();
    },
    end: ask,
  });
}

// Where it is looked at.

function look() {
  clearTimeout(leaving);
  if (!document.hidden) {
    if (stop) show(table);
    else if (isAsking) ask();
    else open();
    return;
  }
  clearTimeout(next);
  leaving = setTimeout(close, LEAVE);
  hide(table, catchUp, () => {
    clearTimeout(leaving);
    if (document.hidden) close();
  });
}

document.addEventListener("visibilitychange", look);
document.addEventListener("bellringer:doubt", () => {
  if (!stop) return;
  close();
  ask();
});
document.addEventListener("htmx:after:request", ({ detail }) => {
  known = Number(detail.ctx.response?.headers?.get?.("x-news") ?? known);
});
addEventListener("online", () => { if (isLost) ask(); });
addEventListener("pagehide", () => {
  close();
  show(table);
});
addEventListener("pageshow", ({ persisted }) => { if (persisted) look(); });
look();
