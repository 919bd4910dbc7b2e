// A seat's part in the deal: 32 random bytes, the nonce, that stay in this browser until everybody is bound to theirs.
// First its SHA-256 goes to the server; when all seats are taken, the nonce itself. Without this script, or where the
// browser has no SubtleCrypto (plain http), the game is played without it.
"use strict";

{
const NONCES = "bellringer nonces", DEALS = "bellringer deals", MOST = 200;
const toHex = (data) => Array.from(new Uint8Array(data), (one) => one.toString(16).padStart(2, "0")).join("");
let fresh = null;  // a nonce that no form has used

function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) || {};
  } catch {
    return {};
  }
}

function keep(name, commitment, value) {
  const all = Object.entries({ ...kept(name), [commitment]: value });
  localStorage.setItem(name, JSON.stringify(Object.fromEntries(all.slice(-MOST))));
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
    keep(NONCES, fresh.commitment, fresh.nonce);
  } catch {
    return;  // a browser that keeps nothing can't show it either
  }
  event.formData.set("commitment", fresh.commitment);
});

async function post(form, name, value) {
  const data = new FormData(form);
  data.set(name, value);
  return fetch(form.action, { method: "POST", body: new URLSearchParams(data), headers: { "hx-request": "true" } });
}

// The page of a table says what it waits for: a commitment of this seat, or its nonce.
const sent = new Set();
async function answerTable() {
  const wanted = document.querySelector("form[data-commit]"), due = document.querySelector("form[data-reveal]");
  if (wanted && fresh && !(wanted.dataset.commit in kept(NONCES)) && !sent.has(wanted.action)) {
    sent.add(wanted.action);
    keep(NONCES, fresh.commitment, fresh.nonce);
    await post(wanted, "commitment", fresh.commitment);
    await makeFresh();
  }
  const nonce = due && kept(NONCES)[due.dataset.reveal];
  if (nonce && !sent.has(nonce)) {
    sent.add(nonce);
    try {
      keep(DEALS, due.dataset.reveal, due.dataset.bound);
    } catch {  // a browser whose room is full can't compare the deal later, but must not withhold the nonce
    }
    try {
      const answer = await post(due, "nonce", nonce);
      if (answer.status >= 500 || answer.status === 429) throw new Error(answer.status);
    } catch {
      setTimeout(() => { sent.delete(nonce); answerTable(); }, 1000);
    }
  }
}

// What everybody was bound to when this page showed its nonce must be what the game was dealt from.
function compareDeal() {
  const dealt = document.querySelector("[data-dealt]")?.dataset.dealt;
  if (!dealt) return;
  const isOther = ([commitment, bound]) => dealt.includes(commitment) && bound !== dealt;
  if (Object.entries(kept(DEALS)).some(isOther)) document.getElementById("deal-differs").hidden = false;
}

async function begin() {
  compareDeal();
  if (!globalThis.crypto || !crypto.subtle) return;
  await makeFresh();
  answerTable();
}
document.addEventListener("htmx:after:swap", () => { answerTable(); compareDeal(); });
addEventListener("pageshow", (event) => { if (event.persisted) begin(); });  // what was used once is never used again
begin();
}
