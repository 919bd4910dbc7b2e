// A seat's part in the deal: 32 random bytes, the nonce, that stay in this browser until everybody is bound to theirs.
// First its SHA-256 goes to the server; when all seats are taken, the nonce itself. Without this script, or where the
// browser has no SubtleCrypto (plain http), the game is played without it.
"use strict";

{
const KEPT = "bellringer deals", MOST = 200;
const toHex = (data) => Array.from(new Uint8Array(data), (one) => one.toString(16).padStart(2, "0")).join("");
const tableOf = (address) => new URL(address, location.href).pathname.match(/\/t\/[^/]+/)?.[0];
const unkept = {};  // what the browser had no room for
let fresh = null;  // a nonce that no form has used

// By commitment: the nonce and, once it was shown, at which table that was, and what all were bound to there.
function kept() {
  try {
    return { ...JSON.parse(localStorage.getItem(KEPT)), ...unkept };
  } catch {
    return { ...unkept };
  }
}

function keep(commitment, value) {
  const all = kept();
  if (all[commitment]?.table) return;  // what a nonce was shown for is never forgotten for something else
  all[commitment] = value;
  const every = Object.entries(all), unshown = every.filter(([, one]) => !one.table);
  const shown = every.filter(([, one]) => one.table);  // all of them: a server can ask for any number of others
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries([...shown, ...unshown.slice(-MOST)])));
}

async function makeFresh() {
  fresh = null;
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  fresh = { nonce: toHex(nonce), commitment: toHex(await crypto.subtle.digest("SHA-256", nonce)) };
}

// A form that makes or joins a table takes the commitment along.
document.addEventListener("formdata", (event) => {
  if (!fresh || !event.target.matches("[data-nonce]")) return;
  try {
    keep(fresh.commitment, { nonce: fresh.nonce });
  } catch {
    return;  // a browser that keeps nothing can't show it either
  }
  event.formData.set("commitment", fresh.commitment);
});

// A form that makes or joins a table is sent from here: where its game only waits for this page's nonce, that is shown at
// once, and the page that comes next is the table, without a moment in its lobby. Whatever fails goes the plain way.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!fresh || event.defaultPrevented || !form.matches("form[data-nonce]:not([hx-post])")) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  goToTable(form).catch(() => form.submit());
});

async function goToTable(form) {
  const sent = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: "POST", body: sent, headers: { "hx-request": "true" } });
  const table = answer.headers.get("hx-redirect");
  if (!answer.ok || !table) throw new Error(answer.status);
  await answerDue(table).catch(() => {});  // then the lobby does it
  location.assign(table);
}

async function post(form, name, value) {
  const data = new FormData(form);
  data.set(name, value);
  return fetch(form.action, { method: "POST", body: new URLSearchParams(data), headers: { "hx-request": "true" } });
}

// The page of a table says what it waits for: a commitment of this seat, or its nonce.
const sent = new Set();
async function answerTable() {
  const wanted = document.querySelector("form[data-commit]"), due = document.querySelector("form[data-reveal]");
  if (wanted) await commitTo(wanted);
  if (due) await reveal(due);
}

async function commitTo(form) {
  const table = tableOf(form.action), all = kept();
  const isBound = Object.hasOwn(all, form.dataset.commit) || Object.values(all).some((one) => one.table === table);
  if (!fresh || isBound || sent.has(form.action)) return;
  sent.add(form.action);
  keep(fresh.commitment, { nonce: fresh.nonce });
  await post(form, "commitment", fresh.commitment);
  await makeFresh();
}

// A nonce is shown for one deal: who knows it, and then lets others be bound to something else, could choose the dice.
function isForOneDeal(commitment, table, bound) {
  const all = kept(), before = Object.values(all).filter((one) => one.table === table);
  if (all[commitment].table) before.push(all[commitment]);
  const isSame = before.every((one) => one.table === table && one.bound === bound);
  return isSame && bound.split("/").slice(1).includes(commitment);
}

async function reveal(form) {
  const { reveal: commitment, bound } = form.dataset, table = tableOf(form.action), nonce = kept()[commitment]?.nonce;
  if (!nonce || !table) return;
  if (!isForOneDeal(commitment, table, bound)) {
    warn("bound-differs");
    return;
  }
  if (sent.has(nonce)) return;
  sent.add(nonce);
  if (fresh?.nonce === nonce) makeFresh();
  const shown = { nonce, table, bound };
  try {
    keep(commitment, shown);
  } catch {  // a browser whose room is full must not withhold the nonce: this page remembers, the next one can't
    unkept[commitment] = shown;
  }
  try {
    const answer = await post(form, "nonce", nonce);
    if (answer.status >= 500 || answer.status === 429) throw new Error(answer.status);
  } catch {
    setTimeout(() => { sent.delete(nonce); answerTable(); }, 1000);
  }
}

// A page that is hidden, or has lost the server, is not told that a deal waits for its nonce. As long as it may be waited
// for it asks by plain requests, so often that the nonce comes in time (dealing.py). A server that has noticed long since
// that there is no stream waits for nothing from here.
const LOOK = 8000, FIRST_LOOK = 1000, MOST_LOOKS = 120;  // milliseconds; and looks one after the other
let isLost = false, nextLook = null, looks = 0;
const isCut = () => isLost || document.hidden;
const isWaitedFor = () => document.querySelector(
  "form[data-commit], form[data-reveal], #rematch[data-role=offers], #rematch[data-role=comes]") !== null;

function lookSoon(patience) {
  if (!isCut()) looks = 0;
  if (looks >= MOST_LOOKS) return;
  if (nextLook === null && isCut() && isWaitedFor()) nextLook = setTimeout(look, patience);
}

async function look() {
  looks += 1;
  if (isCut() && isWaitedFor()) await answerDue(tableOf(location.href)).catch(() => {});  // the server is away: a later look may find it
  nextLook = null;
  lookSoon(LOOK);
}

async function answerDue(table) {
  const answer = await fetch(`${table}/due`);
  const told = new DOMParser().parseFromString(await answer.text(), "text/html");
  const due = told.querySelector("form[data-reveal]");
  if (answer.ok && due) await reveal(due);
}

function lose() {
  isLost = true;
  lookSoon(FIRST_LOOK);
}

function warn(id) {
  const found = document.getElementById(id);
  if (found) found.hidden = false;
}

// What everybody was bound to when a nonce was shown for this table must be what its game was dealt from, also where
// the page says that no seat had a part in the deal, or nothing. A nonce that was shown for another table is in no deal.
function compareDeal() {
  const said = document.querySelector("[data-dealt]");
  if (!said && !document.getElementById("board")) return;
  const dealt = said?.dataset.dealt ?? "", table = tableOf(location.href);
  const isOther = ([commitment, shown]) =>
    shown.table && (shown.table === table ? shown.bound !== dealt : dealt.includes(commitment));
  if (Object.entries(kept()).some(isOther)) warn("deal-differs");
}

async function begin() {
  compareDeal();
  if (!globalThis.crypto || !crypto.subtle) return;
  await makeFresh();
  answerTable();
  lookSoon(FIRST_LOOK);
}
document.addEventListener("bellringer:lost", lose);  // listening/main.js
document.addEventListener("bellringer:connected", () => {
  isLost = false;
  looks = 0;
});
document.addEventListener("visibilitychange", () => lookSoon(FIRST_LOOK));
document.addEventListener("htmx:after:swap", () => { answerTable(); compareDeal(); });
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const form of document.querySelectorAll("form[aria-busy]")) form.ariaBusy = null;
  begin();
});  // what was used once is never used again
begin();
}
