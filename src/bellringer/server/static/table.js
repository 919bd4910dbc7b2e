// What the page of a table does beyond plain HTML. Everything works without it; its parts may be morphed at any time,
// so that it listens at the document alone and keeps nothing about an element.
"use strict";

const main = document.getElementById("main");
const narrow = matchMedia("(max-width: 59.99rem), (max-height: 33.99rem)");
const plainTitle = document.title;
htmx.config.morphIgnore.push("open"); // what somebody has folded away or opened stays so

// The board, the hand and the prompt: one choice, shown in several places.

const moves = () => [...document.querySelectorAll("#moves button[name=move]")];
const sameTarget = (target) => document.querySelectorAll(`[data-target="${CSS.escape(target)}"]`);

function choose(target) {
  const meant = moves().filter((button) => button.dataset.target === target);
  if (meant.length > 1) showOnly(meant);
  else meant[0]?.click();
}

// The list of all choices is folded until somebody wants it, or until one thing stands for several of them.
let isListForOne = false;
function showList(isShown) {
  main.classList.toggle("shows-choices", isShown);
  isListForOne = false;
  sayListIsShown();
}

function sayListIsShown() {
  document.querySelector("[data-list]")?.setAttribute("aria-expanded", main.classList.contains("shows-choices"));
}

function showOnly(meant) {
  for (const button of moves()) button.hidden = meant.length > 0 && !meant.includes(button);
  for (const group of document.querySelectorAll("#moves > [id^=group-]")) {
    group.hidden = !group.querySelector("button:not([hidden])");
  }
  document.querySelector("#moves [data-all]").hidden = meant.length === 0;
  const wasShown = main.classList.contains("shows-choices") && !isListForOne;
  showList(true);
  isListForOne = meant.length > 0 && !wasShown;
  (meant[0] || moves()[0]).focus();
}

function toggleList() {
  if (main.classList.contains("shows-choices")) {
    showList(false);
    question().focus({ preventScroll: true });
  } else if (moves().length > 0) {
    showOnly([]);
  }
}

// Something on the board or a card that a legal move is about, but no button of a form.
function legalThing(event) {
  const thing = hands.thingOf(event);
  return thing && !thing.closest("#moves") && !thing.matches("button") ? thing : null;
}

// The second press of a double click or tap, by place and time: a browser counts anew when what was hit has changed.
let press = null;
document.addEventListener("pointerdown", ({ timeStamp, clientX, clientY, target }) => {
  const isNear = press !== null && Math.hypot(clientX - press.clientX, clientY - press.clientY) < 12;
  const first = isNear && timeStamp - press.timeStamp < 500 ? press : null;
  press = { timeStamp, clientX, clientY, hit: whatIs(target), first };
  if (first) first.first = null;
}, true);

// What a press hits: a choice or a button, and the question that is asked.
function whatIs(target) {
  const thing = target?.closest?.("[data-target], button, a");
  const asked = document.querySelector("#moves [name=asked]")?.value;
  return thing ? [asked, thing.id, thing.form?.id, thing.value, thing.dataset.target].join() : `${asked}`;
}

// Whether a click is the second of two, and something else lies now where the first was.
function isOvertaken(event) {
  const first = event.isTrusted ? press?.first : null;
  return first && whatIs(document.elementFromPoint(first.clientX, first.clientY)) !== first.hit;
}
keys.heard(() => { press = null; });

document.addEventListener("click", (event) => {
  const thing = legalThing(event);
  const isChoice = thing || event.target.closest("#prompt button, #hands button, .is-legal");
  if ((isChoice && isOvertaken(event)) || hands.takes(event)) {
    event.preventDefault(); // it would answer the next question, or take the answer back; or it has been seen to
    return event.stopPropagation();
  }
  if (thing) {
    event.preventDefault();
    choose(thing.dataset.target);
  } else if (event.target.closest("[data-list]")) {
    toggleList();
  } else if (event.target.closest("[data-all]")) {
    showOnly([]);
  } else if (event.target.closest(".skip")) {
    event.preventDefault(); // its address is that of the page as it was loaded
    question().focus();
  } else if (event.target.closest("[data-log]")) {
    showPane("log");
  }
}, true);

keys.on("list", () => {
  toggleList();
  return true;
});
keys.on("choose", (event) => {
  const thing = legalThing(event);
  if (!thing) return false;
  if (!hands.takes(event)) choose(thing.dataset.target);
  return true;
});
keys.on("close", closeWhatIsOpen);

function closeWhatIsOpen() {
  document.querySelector("#sure [name=again]")?.click();
  if (main.classList.contains("shows-choices")) toggleList();
  document.getElementById("drawer").checked = false;
  for (const open of document.querySelectorAll(".leave[open], .all-facts[open]")) open.open = false;
  if (narrow.matches) fold();
}

// What happened, what was said, the rules: one of them at a time, in the rail, or on a telephone in a drawer.

function showPane(name) {
  document.getElementById(`tab-${name}`).checked = true;
  document.getElementById("drawer").checked = true;
  if (name === "rules") showRuleList();
  toNewestLine();
}

async function showRuleList() {
  const list = document.getElementById("rule-list");
  if (list.childElementCount > 0) return;
  const answer = await fetch(main.dataset.rules);
  const book = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const one of book.querySelectorAll("[id]")) one.removeAttribute("id"); // cards on the page have names of their own
  for (const one of book.querySelectorAll(".rules a")) Object.assign(one, { target: "_blank", rel: "noopener" }); // to the ledger
  list.replaceChildren(...[...book.querySelectorAll(".page h2, .page .rules")].map((one) => document.importNode(one, true)));
}

// The newest line stays in sight, unless somebody has scrolled back to read.
let isReadingBack = false;
function toNewestLine() {
  const log = document.getElementById("log-scroll");
  if (!isReadingBack) log.scrollTop = log.scrollHeight;
}
document.addEventListener("scroll", ({ target }) => {
  if (target.id === "log-scroll") isReadingBack = target.scrollHeight - target.scrollTop - target.clientHeight > 60;
}, true);
addEventListener("resize", () => {
  isReadingBack = false;
  toNewestLine();
  sayMore();
});

// A row that goes on beyond its right edge says so.
function sayMore() {
  for (const row of document.querySelectorAll(".answers, .middle .cards, .hand .cards")) {
    row.classList.toggle("has-more", row.scrollWidth - row.clientWidth - row.scrollLeft > 2);
  }
}
document.addEventListener("scroll", sayMore, true);

document.addEventListener("change", ({ target }) => {
  if (target.name === "tab") showPane(target.id.slice(4));
  if (target.id === "drawer") toNewestLine();
});

// Of the map and the boards beside it the one comes to the front on which something can be chosen.
let viewedFor = "";
function showView() {
  const asked = document.querySelector("#moves [name=asked]")?.value ?? "";
  if (asked === viewedFor || document.getElementById("view-map") === null) return;
  viewedFor = asked;
  const isOn = (id) => document.querySelector(`#${id} .shines[data-target]`) !== null;
  if (isOn("board") || isOn("boards")) document.getElementById(isOn("board") ? "view-map" : "view-boards").checked = true;
}

function mean(event) {
  const isTap = event.pointerType === "touch" || (event.type === "focusin" && !event.target.matches(":focus-visible"));
  if (isTap) return; // it would stay so after the tap
  for (const old of document.querySelectorAll(".is-meant")) old.classList.remove("is-meant");
  const thing = event.target.closest?.("[data-target]");
  if (!thing) return;
  for (const same of sameTarget(thing.dataset.target)) if (same !== thing) same.classList.add("is-meant");
}
document.addEventListener("pointerover", mean);
document.addEventListener("focusin", mean);

// Clocks go on between two messages of the server.

const since = new WeakMap(); // by clock: what the server said last, and when
function clockWords(seconds, day) {
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  if (hours >= 24) return `${Math.floor(hours / 24)} ${day} ${hours % 24} h`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function tick() {
  for (const clock of document.querySelectorAll("[data-seconds]")) {
    const { seconds, runs, day } = clock.dataset;
    const said = `${seconds} ${runs}`;
    if (since.get(clock)?.said !== said) since.set(clock, { said, at: performance.now() });
    const gone = runs === "1" ? (performance.now() - since.get(clock).at) / 1000 : 0;
    const words = clockWords(Math.max(0, Math.floor(seconds - gone)), day);
    if (clock.textContent !== words) clock.textContent = words;
  }
}
setInterval(tick, 500);

// After a move the focus goes to the question, so that a whole game can be played from the keyboard.

let hasActed = false, focused = null;
document.addEventListener("focusin", (event) => { focused = event.target; });
function isFocusLost() { // what had it is gone, or is about to be hidden with the prompt of a game that is over
  const isOver = document.getElementById("end-title") !== null;
  return document.activeElement === document.body
    ? focused !== null && !focused.isConnected
    : isOver && document.activeElement.closest("#prompt") !== null;
}

let patience = null, sent = 0, heard = 0;
document.addEventListener("submit", (event) => {
  hasActed ||= event.target.closest("#prompt") !== null;
  event.target.closest("#leave")?.removeAttribute("open");
  document.getElementById("notice").textContent = "";
});

// A question is answered once. Its next one may be there before the answer's request has ended: that one's answer waits.
let answering = null;
const questionOf = ({ sourceElement, request }) => (sourceElement.id === "moves" ? request.body?.get("asked") : null);
document.addEventListener("htmx:config:request", (event) => {
  const number = questionOf(event.detail.ctx);
  if (number && number === answering) event.preventDefault();
});
document.addEventListener("htmx:before:request", (event) => {
  sent = performance.now();
  answering = questionOf(event.detail.ctx) ?? answering;
});
document.addEventListener("htmx:finally:request", ({ detail }) => { if (detail.ctx.sourceElement.id === "moves") answering = null; });
let wasOver = document.getElementById("end-title") !== null;
function showEnd() { // wherever one has scrolled to, the result comes into sight when it is there
  const title = document.getElementById("end-title");
  if (title !== null && !wasOver) title.scrollIntoView({ block: "nearest" });
  wasOver = title !== null;
}
const question = () => document.getElementById("end-title") ?? document.getElementById("warning-title") ?? document.getElementById("prompt-title");
function turnToQuestion() { // which is read then: as news it would be said twice
  if (document.activeElement !== question()) question().parentElement.removeAttribute("aria-live");
  question().focus({ preventScroll: true });
}
let warned = ""; // the question and the move that a teacher has stopped
function isNewlyWarned() {
  const before = warned, { asked, move } = document.getElementById("sure")?.elements ?? {};
  warned = move ? `${asked.value} ${move.value}` : "";
  return warned !== "" && warned !== before;
}
document.addEventListener("htmx:after:swap", () => {
  const isWarned = isNewlyWarned();
  if (hasActed || isWarned || isFocusLost()) turnToQuestion();
  const isDone = isWarned || (hasActed && (isListForOne || narrow.matches)); // it lies over the board there, or the warning
  hasActed = false;
  if (isDone || moves().length === 0) showList(false);
  sayListIsShown();
  showView();
  toNewestLine();
  sayMore();
  showHinted();
  showEnd();
  tell();
});
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (sourceElement.id === "say" && response?.status < 400) sourceElement.reset();
  // What came of it comes with the stream; should the stream be dead without knowing, the page asks for it.
  if (response?.status === 204 && heard < sent) patience ??= setTimeout(doubt, 5000);
});
function doubt() {
  patience = null;
  document.dispatchEvent(new CustomEvent("bellringer:doubt")); // listening/main.js
}
document.addEventListener("bellringer:heard", () => {
  heard = performance.now();
  clearTimeout(patience);
  patience = null;
});

// What opens or is pointed out in the dock, where there is little room, comes into sight.

document.addEventListener("toggle", ({ target }) => {
  if (!target.open || !target.matches(".leave, .all-facts, .others .fold")) return;
  if (target.matches(".others .fold") && !narrow.matches) return;
  for (const other of document.querySelectorAll(".leave[open], .all-facts[open]")) other.open = other === target;
  if (narrow.matches) for (const other of document.querySelectorAll(".others .fold[open]")) other.open = other === target;
}, true);

let hinted = "";
function showHinted() {
  const button = document.querySelector("#moves .is-hinted");
  for (const old of document.querySelectorAll(".is-hinted:not(button.move)")) old.classList.remove("is-hinted");
  const places = button ? placesOf(button) : [];
  for (const place of places) place.classList.add("is-hinted");
  const now = button ? `${button.form.elements.asked.value} ${button.value}` : "";
  if (now && now !== hinted) {
    for (const one of [button, ...places.filter((place) => place.matches(".game-card"))]) one.scrollIntoView({ inline: "center", block: "nearest" });
  }
  hinted = now;
}

// Where a move lies besides the list: on the board and on cards, which may answer two questions at once.
function placesOf({ value, dataset }) {
  const answers = [...document.querySelectorAll("button[name=move]:not(.move)")].filter((one) => one.value.split(" > ")[0] === value);
  return [...answers, ...(dataset.target && answers.length === 0 ? sameTarget(dataset.target) : [])];
}

function tell() {
  document.title = document.getElementById("moves") ? `● ${main.dataset.myMove} · ${plainTitle}` : plainTitle;
}

// What folds away on a telephone.

function fold() {
  for (const part of document.querySelectorAll("details.fold")) part.open = !narrow.matches;
}
narrow.addEventListener("change", fold);
fold();
tell();
tick();
showView();
toNewestLine();
sayMore();
document.fonts.ready.then(sayMore);

main.classList.add("moving"); // from now on what happens is seen to happen (scenes/)
