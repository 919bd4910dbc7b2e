// What the page of a table does beyond plain HTML. Everything works without it; its parts may be morphed at any time,
// so that it listens at the document alone and keeps nothing about an element.
"use strict";

const main = document.getElementById("main");
const narrow = matchMedia("(max-width: 59.99rem)");
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

function showOnly(meant) {
  for (const button of moves()) button.hidden = meant.length > 0 && !meant.includes(button);
  for (const group of document.querySelectorAll("#moves > [id^=group-]")) {
    group.hidden = !group.querySelector("button:not([hidden])");
  }
  document.querySelector("#moves [data-all]").hidden = meant.length === 0;
  (meant[0] || moves()[0]).focus();
}

// Something on the board or a card that a legal move is about, but no button of a form.
function legalThing(event) {
  const thing = event.target.closest?.(".shines[data-target], a.is-legal[data-target]");
  return thing && !thing.closest("#moves") ? thing : null;
}

// The second press of a double click or tap, by place and time: a browser counts anew when what was hit has changed.
let press = null;
document.addEventListener("pointerdown", ({ timeStamp, clientX, clientY }) => {
  const isNear = press !== null && Math.hypot(clientX - press.clientX, clientY - press.clientY) < 12;
  press = { timeStamp, clientX, clientY, isSecond: isNear && timeStamp - press.timeStamp < 500 };
}, true);
document.addEventListener("keydown", () => { press = null; }, true);

document.addEventListener("click", (event) => {
  const thing = legalThing(event);
  if (press?.isSecond && (thing || event.target.closest("#prompt button"))) {
    event.preventDefault(); // it would answer the next question, or take the answer back
    return event.stopPropagation();
  }
  if (thing) {
    event.preventDefault();
    choose(thing.dataset.target);
  } else if (event.target.closest("[data-all]")) {
    showOnly([]);
  } else if (event.target.closest(".skip")) {
    event.preventDefault(); // its address is that of the page as it was loaded
    question().focus();
  } else if (event.target.closest("[data-log]")) {
    document.getElementById("log-fold").open = true;
  }
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.querySelector("#moves [data-all]:not([hidden])")) showOnly([]);
  const thing = legalThing(event);
  if (!thing || !["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  choose(thing.dataset.target);
});

function mean(event) {
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
  sent = performance.now();
});
let wasOver = document.getElementById("end-title") !== null;
function showEnd() { // wherever one has scrolled to, the result comes into sight when it is there
  const title = document.getElementById("end-title");
  if (title !== null && !wasOver) title.scrollIntoView({ block: "center" });
  wasOver = title !== null;
}
const question = () => document.getElementById("end-title") ?? document.getElementById("prompt-title");
document.addEventListener("htmx:after:swap", () => {
  if (hasActed || isFocusLost()) question().focus({ preventScroll: true });
  hasActed = false;
  showHinted();
  showEnd();
  tell();
  showFalls(false);
});
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (sourceElement.id === "say" && response?.status < 400) sourceElement.reset();
  // What came of it comes with the stream; should the stream be dead without knowing, the page is loaded again.
  if (response?.status === 204 && heard < sent) patience ??= setTimeout(() => location.reload(), 5000);
});
document.addEventListener("htmx:sse:after:message", () => {
  heard = performance.now();
  clearTimeout(patience);
  patience = null;
});

// What opens or is pointed out in the dock, where there is little room, comes into sight.

document.addEventListener("toggle", ({ target }) => {
  if (target.id !== "leave" || !target.open) return;
  for (const part of [target, target.querySelector("summary")]) part.scrollIntoView({ block: "nearest" });
}, true);

let hinted = "";
function showHinted() {
  const button = document.querySelector("#moves .is-hinted");
  const now = button ? `${button.form.elements.asked.value} ${button.value}` : "";
  if (now && now !== hinted) button.scrollIntoView({ inline: "center", block: "nearest" });
  hinted = now;
}

function tell() {
  document.title = document.getElementById("moves") ? `● ${main.dataset.myMove} · ${plainTitle}` : plainTitle;
}

// What is dropped falls when the log first tells of it. Who wants no motion sees for a while where it touched and lies.

const SVG = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const FALL = 1300, REST = 700, STILL = 5000; // milliseconds
let lastTold = 0;

function drawn(name, attributes) {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  return one;
}

function showFalls(isThere) {
  const lines = [...document.querySelectorAll("#log li[id^=line-]")];
  const number = (line) => Number(line.id.slice(5));
  const fresh = lines.filter((line) => line.dataset.falls && number(line) > lastTold);
  lastTold = Math.max(lastTold, ...lines.map(number));
  if (!isThere) fresh.forEach((line, turn) => fall(line.dataset, turn));
}

function fall({ falls, seat }, turn) {
  const [x0, y0, x1, y1] = falls.split(" ").map(Number);
  const layer = drawn("svg", { class: "board live falls", viewBox: document.getElementById("live").getAttribute("viewBox"), "aria-hidden": "true" });
  const way = drawn("path", { class: "fall-way", d: `M${x0} ${y0}L${x1} ${y1}` });
  const cube = drawn("use", { href: `#cube-${seat}` });
  const at = (x, y, size, up) => `translate(${x}px, ${y - up}px) scale(${size})`;
  cube.style.transform = at(x1, y1, 1.35, 0);
  layer.append(...(calm.matches ? [way, cube] : [cube]));
  document.getElementById("board").append(layer);
  if (calm.matches) return setTimeout(() => layer.remove(), STILL);
  const [x2, y2] = [x0 + (x1 - x0) * 0.8, y0 + (y1 - y0) * 0.8];
  const hop = (from, to, share) => from + (to - from) * share;
  const frames = [
    [0, x0, y0, 3.4, 420, "ease-in", 0], [0.4, x0, y0, 1.35, 0, "ease-out", 1], // it falls
    [0.57, hop(x0, x2, 0.5), hop(y0, y2, 0.5), 1.9, 60, "ease-in", 1], [0.74, x2, y2, 1.35, 0, "ease-out", 1], // bounces
    [0.8, hop(x2, x1, 0.5), hop(y2, y1, 0.5), 1.45, 10, "ease-in", 1], [0.86, x1, y1, 1.35, 0, "linear", 1], // settles
    [1, x1, y1, 1.35, 0, "linear", 1],
  ].map(([offset, x, y, size, up, easing, opacity]) => ({ offset, transform: at(x, y, size, up), easing, opacity }));
  const motion = cube.animate(frames, { duration: FALL, delay: 140 * turn, fill: "backwards" });
  motion.finished.finally(() => setTimeout(() => layer.remove(), REST));
}

// The connection, and what folds away on a telephone.

document.addEventListener("htmx:sse:error", () => { document.getElementById("lost").hidden = false; });
document.addEventListener("htmx:sse:after:connection", () => { document.getElementById("lost").hidden = true; });

function fold() {
  for (const part of document.querySelectorAll("details.fold")) part.open = !narrow.matches;
}
narrow.addEventListener("change", fold);
fold();
tell();
tick();
showFalls(true);

// From now on pieces that are new arrive; those that the page came with have been there all along.
main.classList.add("moving");
for (const motion of document.getAnimations()) {
  if (["arrive", "darken"].includes(motion.animationName)) motion.finish();
}
