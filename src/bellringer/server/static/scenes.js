// The scenes of a table: everything that happened is seen as it happens, one thing after the other.
//
// The page always holds what is; only what is seen of it lags behind. Before htmx changes the page, a copy of the pieces,
// the "stage", is laid over them, and the figures keep their old numbers as labels. Then the steps of the new lines of the
// log (`data-scene`, see page/scenes.py) are played on the stage and in a layer above the page, the "sky". Whoever skips,
// or chooses something, sees the page as it is: stage and sky are only taken away. Nothing here changes the layout.
"use strict";

{
const SVG = "http://www.w3.org/2000/svg";
const SPEEDS = { calm: 1, quick: 0.5, still: 0 };
const KEPT = "scene-speed"; // in the browser's own storage
const LENGTH = { go: 400, fly: 450, fall: 380, drop: 1300, show: 1100, count: 250, light: 350, shake: 400, dim: 200, tell: 700, places: 600 };
const LEG = 180; // milliseconds for each part of a long way
const MOST = 6000, AGAIN_MOST = 20000; // that scenes may take; older ones run faster for that
const NEWEST = 0.6; // the share of that in which nothing is hurried
const FASTEST = 0.12; // what would have to run faster than that is seen at once
const SETTLE = 300;
const DARK = 10; // by how much the dark is enlarged: it is a small picture, which is soon drawn
const MANY = 3; // the most drawings that fly for one number
const LATEST = 3; // lines of the log that are always in sight
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const main = document.getElementById("main"), board = document.getElementById("board");
const tools = document.getElementById("scene-tools");
const live = () => document.getElementById("live");

// The speed, which is kept for this browser.

function kept() {
  try {
    return localStorage.getItem(KEPT) in SPEEDS ? localStorage.getItem(KEPT) : "calm";
  } catch {
    return "calm"; // a browser may allow no storage
  }
}
let chosen = kept();
const canMove = () => !reduced.matches && !document.hidden && "animate" in Element.prototype;
const speed = () => (canMove() ? SPEEDS[chosen] : 0);

function showSpeed() {
  for (const choice of tools.querySelectorAll("[name=scene-speed]")) {
    choice.disabled = reduced.matches;
    choice.checked = choice.value === (reduced.matches ? "still" : chosen);
  }
}

function choose(speed) {
  chosen = speed;
  try {
    localStorage.setItem(KEPT, speed);
  } catch { /* then it holds for this page */ }
  if (speed === "still") skip();
}

// The lines of the log.

const linesNow = () => [...document.querySelectorAll("#log li[id^=line-]")];
const numberOf = (line) => Number(line.id.slice(5));
const newest = () => Math.max(-1, ...linesNow().slice(-1).map(numberOf));

function told(line) {
  const steps = line.dataset.scene ? JSON.parse(line.dataset.scene) : [];
  const isEnd = steps.some((step) => step.do === "places"); // nobody waits for anything any more
  return { number: numberOf(line), words: line.textContent, steps, isEnd, length: isEnd ? 0 : lengthOf(steps) };
}

// The first line of the viewer's last move, or of what is new to who only watches.
function mine() {
  const since = document.querySelector("#since ~ li[id^=line-]");
  return Number(document.getElementById("log").dataset.mine ?? (since ? numberOf(since) : Infinity));
}

// How long things take, before any hurry.

function lengthOfStep({ do: kind, by = [], against }) {
  if (kind === "go") return Math.max(LENGTH.go, LEG * by.length);
  if (kind === "light") return LENGTH.light + by.length * 60;
  if (kind === "places") return LENGTH.places * document.querySelectorAll("#end .placed").length;
  return LENGTH[kind] * (against ? 1.2 : 1);
}

const lengthOf = (steps) => groups(steps).reduce((sum, group) => sum + Math.max(...group.map(lengthOfStep)), 0);

function groups(steps) {
  const found = [];
  for (const step of steps) {
    if (step.beside && found.length) found.at(-1).push(step);
    else found.push([step]);
  }
  return found;
}

// The hurry of each line that waits: none for the newest, the more the older; 0 is seen at once.
function plan(lines, most) {
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

// What is seen of the page: the stage over the pieces, the sky over everything, the labels over the figures.

let scenes = null; // while something is told: { stage, sky, labels, cards, here, dark, motions }
let waiting = []; // lines that are to be told
let isPlaying = false, run = 0, deadline = 0;
let memory = null; // what was to be seen before the viewer's last move
let shown = null; // what was seen before the page changed

function made(name, parent, text) {
  const one = document.createElement("div");
  one.className = name;
  if (text !== undefined) one.textContent = text;
  parent?.append(one);
  return one;
}

function drawn(name, attributes, parent) {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  parent?.append(one);
  return one;
}

// A copy of an element that nothing can find, choose or read aloud.
function copyOf(element) {
  const copy = element.cloneNode(true);
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    if (one.id) one.dataset.piece = one.id;
    if (one.dataset.target) one.dataset.place = one.dataset.target;
    for (const name of ["id", "role", "tabindex", "aria-label", "data-target", "data-rule", "form", "name"]) one.removeAttribute(name);
  }
  return copy;
}

function snapshot() {
  const layer = copyOf(live());
  for (const one of layer.querySelectorAll(".shines")) one.remove();
  layer.setAttribute("class", "board live acting");
  layer.setAttribute("aria-hidden", "true");
  const figures = new Map([...document.querySelectorAll("#seats [data-figure]")].map((one) => [figureKey(one), one.querySelector("b").textContent]));
  const cards = new Map();
  for (const one of document.querySelectorAll("#middle [data-rule], #seats [data-rule], #hand [data-rule]")) {
    const box = one.getBoundingClientRect();
    const place = one.closest("#middle") ? "" : one.closest("#hand") ? mySeat() : one.closest("[id^=seat-]").id.slice(5);
    if (box.width) cards.set(`${one.dataset.rule} ${place}`.trim(), { x: box.left + box.width / 2, y: box.top + box.height / 2, box, face: one });
  }
  for (const [key, card] of cards) if (card.face.matches(".game-card")) cards.set(key, { ...card, face: copyOf(card.face) });
  const latest = [...document.querySelectorAll("#log .latest li")].map((line) => line.cloneNode(true));
  const boards = boardsNow().map(copyOf);
  return { layer, figures, cards, boards, latest, mine: document.getElementById("log").dataset.mine };
}

const RESULT = "#end > h2, #end .decided-by, #end .placed";
const hide = (element) => element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 1e8, fill: "both" });
const mySeat = () => document.querySelector("#seats .is-me")?.id.slice(5) ?? "";
const figureKey = (item) => `${item.closest("[id^=seat-]").id} ${item.dataset.figure}`;

function begin(from) {
  const frame = made("sky-frame", main), sky = made("sky", frame);
  frame.setAttribute("aria-hidden", "true");
  scenes = { stage: from.layer, sky, labels: new Map(), cards: from.cards, latest: from.latest, log: null, here: null, dark: null, motions: new Set(), top: scrollY };
  board.append(scenes.stage);
  board.classList.add("is-staged");
  main.classList.add("is-telling");
  for (const one of from.boards) {
    const copy = one.cloneNode(true);
    copy.classList.add("told-board");
    sky.append(copy);
  }
  placeBoards();
}

// The boards beside the large one. A screen with little room shows them in its place, or does not show them now.
const boardsNow = () => [...document.querySelectorAll("#boards svg")];

function placeBoards() {
  const real = boardsNow();
  scenes.sky.querySelectorAll(".told-board").forEach((one, turn) => {
    const box = real[turn]?.getBoundingClientRect() ?? { width: 0 };
    one.toggleAttribute("hidden", !box.width);
    Object.assign(one.style, { width: `${box.width}px`, height: `${box.height}px`, transform: `translate(${box.left}px, ${box.top + scrolled()}px)` });
  });
}

// Show the old number of each figure that has changed, until a step tells of it.
function hold(figures) {
  for (const item of document.querySelectorAll("#seats [data-figure]")) {
    const key = figureKey(item), number = item.querySelector("b");
    const old = scenes.labels.get(key)?.label.textContent ?? figures.get(key);
    release(key);
    const box = number.getBoundingClientRect();
    if (old === undefined || old === number.textContent || !box.width) continue;
    const label = made("told-figure", scenes.sky, old), style = getComputedStyle(number);
    for (const name of ["fontFamily", "fontSize", "fontWeight", "fontVariantNumeric", "color"]) label.style[name] = style[name];
    label.style.transform = `translate(${box.left}px, ${box.top + scrolled()}px)`;
    label.style.lineHeight = `${box.height}px`;
    scenes.labels.set(key, { label, veil: hide(number) });
  }
}

function release(key) {
  const held = scenes.labels.get(key);
  held?.veil.cancel();
  held?.label.remove();
  scenes.labels.delete(key);
}

// Keep the lines of the log back until they are told. A copy of the newest ones lies over those that the page holds.
function holdLog(fresh) {
  const log = scenes.log ??= { waiting: new Map(), strip: null, veil: null }, list = document.querySelector("#log .latest");
  for (const line of fresh) log.waiting.set(numberOf(line), { line, veil: hide(line) });
  const box = list.getBoundingClientRect();
  if (!box.width) return; // all lines are in sight
  log.veil?.cancel();
  log.veil = hide(list);
  if (!log.strip) {
    log.strip = document.createElement("ol");
    log.strip.className = "latest told-latest";
    scenes.latest.forEach(intoStrip);
    scenes.sky.append(log.strip);
  }
  Object.assign(log.strip.style, { width: `${box.width}px`, transform: `translate(${box.left}px, ${box.top + scrolled()}px)` });
}

function intoStrip(line) {
  const one = document.createElement("li");
  one.className = [...line.classList].filter((name) => name.startsWith("of-")).join(" ");
  one.textContent = line.textContent;
  scenes.log.strip.append(one);
  while (scenes.log.strip.children.length > LATEST) scenes.log.strip.firstChild.remove();
}

function releaseLog(number) {
  const { waiting = [], strip } = scenes.log ?? {};
  for (const [one, { line, veil }] of waiting) {
    if (one > number) continue;
    veil.cancel();
    waiting.delete(one);
    if (strip) intoStrip(line);
  }
}

// Take stage and sky away. What stands elsewhere than it was seen goes there, unless all shall be still.
function end(isAtOnce) {
  if (!scenes) return;
  const { stage, sky, labels, motions } = scenes;
  for (const key of [...labels.keys()]) release(key);
  releaseLog(Infinity);
  scenes.log?.veil?.cancel();
  for (const motion of [...motions, ...(scenes.result ?? [])]) motion.cancel();
  const old = isAtOnce ? new Map() : new Map([...stage.querySelectorAll(".moves")].map((one) => [one.dataset.piece, one.getAttribute("transform")]));
  stage.remove();
  sky.parentNode.remove();
  board.classList.remove("is-staged");
  main.classList.remove("is-telling");
  scenes = null;
  waiting = [];
  isPlaying = false;
  run += 1;
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

function skip() {
  if (scenes) end(true);
  for (const motion of live().getAnimations({ subtree: true })) if (!motion.animationName) motion.finish();
}

// Where an anchor is: its middle on the screen, and what counts there.

const matrix = () => (scenes.matrix ??= live().getScreenCTM());
const scrolled = () => scrollY - scenes.top; // the sky goes along with the page

function onBoard(x, y) {
  const point = new DOMPoint(x, y).matrixTransform(matrix());
  return { x: point.x, y: point.y + scrolled() };
}

function middleOf(element) {
  const box = element?.getBoundingClientRect();
  return box?.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2 + scrolled(), box } : null;
}

const ANCHORS = {
  seat(number, key) {
    const seat = document.getElementById(`seat-${number}`);
    const figure = key && seat?.querySelector(`[data-figure="${key}"] b`);
    return { ...(middleOf(figure) ?? middleOf(seat?.querySelector(".sign")) ?? middleOf(seat) ?? middleOf(document.getElementById("seats")) ?? middleOf(board)), figure: key && `seat-${number} ${key}` };
  },
  piece(id, x, y) {
    const piece = pieceNow(id) ?? pieceToCome(id);
    const at = piece?.getAttribute("transform")?.match(/translate\((\S+) (\S+)\)/);
    const point = at ? onBoard(Number(at[1]), Number(at[2])) : onBoard(Number(x), Number(y));
    return { x: point.x, y: point.y, piece: id, isOnBoard: true };
  },
  card(name, seat) {
    const holder = seat === undefined ? "#middle, #seats, #hand" : seat === mySeat() ? "#hand" : `#seat-${seat}`;
    const held = holder.split(", ").map((one) => `${one} [data-rule="${name}"]`).join(", ");
    return scenes.cards.get(seat === undefined ? name : `${name} ${seat}`) ?? middleOf(document.querySelector(held))
      ?? (seat === undefined ? ANCHORS.middle() : ANCHORS.seat(seat));
  },
  target: (...name) => ({ ...(middleOf(document.querySelector(`[data-target="${name.join(" ")}"]`)) ?? middleOf(board)), space: name.join(" ") }),
  middle: () => middleOf(document.getElementById("middle")) ?? middleOf(board),
  board: () => middleOf(board),
  here: () => scenes.here ?? middleOf(board),
};

function placeOf(anchor) {
  if (!anchor) return null;
  const [kind, ...rest] = anchor.split(" ");
  if (!(kind in ANCHORS)) {
    const { x, y } = onBoard(Number(kind), Number(rest[0]));
    return { x, y, isOnBoard: true };
  }
  return ANCHORS[kind](...rest);
}

// The pieces of the stage, which show what has been told.

const like = (id, name) => (id.endsWith("*") ? `[${name}^="${id.slice(0, -1)}"]` : `[${name}="${id}"]`);
const pieceNow = (id) => [...scenes.stage.querySelectorAll(like(id, "data-piece"))].at(-1);
const pieceToCome = (id) => [...live().querySelectorAll(like(id, "id"))].find((one) => !pieceNow(one.id));

// A space of the boards beside the large one, as it has been told.
const spaceOf = (name) => scenes.sky.querySelector(`.told-board [data-place="${name}"]`);

function leave(place, n) {
  if (scenes.isEcho) return;
  count(place, -n);
  if (place.space) spaceOf(place.space)?.querySelector(".moves")?.remove();
  const piece = place.piece && pieceNow(place.piece);
  if (piece) recount(piece, -n);
}

function arrive(place, n) {
  if (scenes.isEcho) return;
  count(place, n);
  const owner = place.space && document.querySelector(`#boards [data-target="${place.space}"] .moves`);
  if (owner) spaceOf(place.space)?.append(copyOf(owner));
  if (!place.piece) return;
  const piece = pieceNow(place.piece);
  if (piece?.dataset.count) return recount(piece, n);
  const real = pieceToCome(place.piece);
  if (!real) return;
  const copy = copyOf(real);
  scenes.stage.append(copy);
  if (copy.dataset.count) recount(copy, n - Number(copy.dataset.count));
}

function recount(piece, change) {
  const number = Number(piece.dataset.count ?? 1) + change, real = document.getElementById(piece.dataset.piece);
  if (number <= 0 || !piece.dataset.count) return piece.remove();
  if (real?.dataset.count === String(number)) {
    const place = piece.getAttribute("transform"), copy = copyOf(real);
    copy.setAttribute("transform", place);
    return piece.replaceWith(copy);
  }
  piece.dataset.count = number;
  const pile = piece.querySelector("use[href^='#pile-']"), words = piece.querySelector(".count");
  if (words) words.textContent = number > 1 ? number : "";
  if (words && pile) pile.setAttribute("href", pile.getAttribute("href").replace(/\d$/, Math.min(number, MANY)));
}

function count(place, n) {
  const label = scenes.labels.get(place.figure)?.label;
  if (!label) return;
  const number = Number(label.textContent) + n;
  if (Number.isNaN(number)) return release(place.figure);
  label.textContent = number;
  const at = label.style.transform;
  move(label, [{ transform: at }, { transform: `${at} scale(1.5)`, color: n < 0 ? "var(--wine-ink)" : "var(--gold)" }, { transform: at }], LENGTH.count);
}

// Things in the sky. Each is a layer of its own, so that nothing else is drawn again while it moves.

function move(element, frames, duration, more = {}) {
  if (!scenes || !duration) return Promise.resolve();
  const motion = element.animate(frames, { duration, fill: "both", easing: "ease-in-out", ...more }), { motions } = scenes;
  motions.add(motion);
  return new Promise((done) => { // never kept when scenes end before: then nobody waits for it
    motion.onfinish = () => {
      motions.delete(motion);
      done();
    };
  });
}

const scale = () => matrix().a;

// A drawing by its name, as large as it is on the board; it is moved by its middle.
function flyer(what, piece) {
  const one = drawn("svg", { class: "board flyer", viewBox: "-20 -20 40 40" }, scenes.sky), size = 40 * Math.max(scale(), 0.7);
  Object.assign(one.style, { width: `${size}px`, height: `${size}px`, margin: `${-size / 2}px` });
  if (piece) {
    const copy = piece.cloneNode(true);
    copy.removeAttribute("transform");
    one.dataset.of = piece.dataset.piece;
    one.append(copy);
  } else if (what === "card-back") one.classList.add("card-back");
  else if (what.startsWith("e-")) {
    drawn("circle", { r: 14, class: "flyer-ground" }, one);
    drawn("use", { href: `#${what}`, x: -10, y: -10, width: 20, height: 20 }, one);
  } else drawn("use", { href: `#${what}`, class: classOf(what), ...(what.startsWith("cube-") ? { transform: "scale(1.35)" } : {}) }, one);
  return one;
}

// The class that a drawing has where the board uses it, such as the colour of a rat's back.
const classOf = (what) => document.querySelector(`#board use[href="#${what}"][class]`)?.getAttribute("class") ?? "";

const at = ({ x, y }, more = "") => `translate(${x}px, ${y}px) ${more}`;
const wait = (time) => new Promise((done) => { setTimeout(done, time); });

function glow(place, time, turn = 0) {
  const one = made(place.box && place.box.width < 400 ? "glow box" : "glow", scenes.sky);
  const { width, height } = place.box && place.box.width < 400 ? place.box : { width: 70 * scale() + 20, height: 70 * scale() + 20 };
  Object.assign(one.style, { width: `${width}px`, height: `${height}px`, margin: `${-height / 2}px ${-width / 2}px` });
  const frames = [{ opacity: 0, transform: at(place, "scale(1.3)") }, { opacity: 1, transform: at(place) }, { opacity: 0, transform: at(place, "scale(1.05)") }];
  return move(one, frames, time, { delay: time * 0.17 * turn }).finally(() => one.remove());
}

// A card, large in the middle of the board: the one that was seen, or one with the drawing on it.
function largeCard(step, words, start) {
  const card = made("told-card", scenes.sky), face = start?.face;
  if (face && !face.isConnected && !step.face) card.append(Object.assign(made(`${face.className.replace("is-legal", "")} told-face`, null), { innerHTML: face.innerHTML }));
  else {
    const inside = made("game-card told-face", card);
    if (step.what) pictured(step.what, inside, "emblem");
    if (step.face) made("told-number", inside, step.face);
    if (step.signs) for (const sign of step.signs) pictured(sign, made("told-signs", inside), "emblem");
  }
  made("told-words", card, words);
  return card;
}

function pictured(what, parent, name) {
  const isCube = !what.startsWith("e-");
  const one = drawn("svg", { class: `board ${name}`, viewBox: isCube ? "-10 -10 20.5 19.5" : "0 0 20 20" }, parent);
  drawn("use", { href: `#${what}` }, one);
  return one;
}

// A rat that is turned: its limit and its classes, and beside it who stands there.
function largeRat(step) {
  const panel = made(`told-rat${step.n === 0 ? " is-idle" : ""}`, scenes.sky), token = made("told-token", panel);
  made("told-limit", token, step.face);
  const signs = made("told-signs", token);
  for (const sign of step.signs ?? []) pictured(sign, signs, "emblem");
  if (!step.against) return panel;
  const crowd = made("told-crowd", panel), stacks = [...scenes.stage.querySelectorAll(`[data-piece^=stack-][data-piece$="-${step.against}"]`)];
  const people = stacks.reduce((sum, one) => sum + Number(one.dataset.count), 0);
  for (const one of stacks) {
    const seat = made("told-seat", crowd);
    pictured(`cube-${one.dataset.piece.split("-")[1]}`, seat, "emblem");
    made("", seat, one.dataset.count);
  }
  made("told-sum", crowd, `${people} ${step.n === 0 ? "<" : "≥"} ${step.face}`);
  return panel;
}

// The dark over the board, with a hole that goes where something happens.
function darken() {
  if (scenes.dark) return scenes.dark;
  const { box, x, y } = middleOf(board), frame = made("dark-frame", scenes.sky), dark = made("dark", frame);
  const [left, top] = [x - box.width / 2, y - box.height / 2];
  Object.assign(frame.style, { left: `${left}px`, top: `${top}px`, width: `${box.width}px`, height: `${box.height}px` });
  dark.style.setProperty("--hole", `${110 * scale() / DARK}px`);
  scenes.dark = { dark, left, top, at: { x: box.width / 2, y: box.height / 2 } };
  dark.style.transform = at(scenes.dark.at, `scale(${DARK})`);
  move(dark, [{ opacity: 0 }, { opacity: 1 }], LENGTH.dim);
  return scenes.dark;
}

function follow(place, time) {
  scenes.here = place;
  if (!scenes.dark || !place.isOnBoard) return;
  const { dark, left, top, at: from } = scenes.dark, to = { x: place.x - left, y: place.y - top };
  scenes.dark.at = to;
  if (from.x !== to.x || from.y !== to.y) dark.animate([from, to].map((one) => ({ transform: at(one, `scale(${DARK})`) })), { duration: Math.max(1, Math.min(LENGTH.dim, time)), fill: "both", easing: "ease-in-out" });
}

// The steps, each for so many milliseconds; for none, only what it changes happens.

const STEPS = {
  async go({ what, by }, time) {
    const piece = pieceNow(what) ?? (pieceToCome(what) && (arrive({ piece: what }, 1), pieceNow(what)));
    const way = by.map(placeOf), real = document.getElementById(what)?.getAttribute("transform");
    const last = piece && real && sameLast(way, piece, real);
    follow(way.at(-1), time);
    if (!piece) return;
    if (time) {
      const one = flyer("", piece), start = scenes.isEcho ? way[0] : ANCHORS.piece(what, 0, 0);
      piece.style.opacity = 0;
      scenes.stage.querySelector(".tainted")?.remove(); // it lies where the piece was
      const points = [start, ...(way.length > 1 ? way.slice(1) : way)];
      if (last) points[points.length - 1] = last;
      await move(one, points.map((point) => ({ transform: at(point) })), time);
      one.remove();
      piece.style.opacity = "";
    }
    if (real && scenes) piece.setAttribute("transform", last ? real : onStage(way.at(-1)));
  },

  async fly(step, time) {
    const from = placeOf(step.at), to = placeOf(step.to), n = step.n ?? 1, piece = !step.what && from.piece && pieceNow(from.piece);
    follow(to, time);
    const flyers = time ? Array.from({ length: Math.min(n, MANY) }, () => flyer(step.what ?? "", piece)) : [];
    leave(from, n);
    const lead = flyers.length > 1 ? 0.18 : 0;
    await Promise.all(flyers.map((one, turn) => {
      const fan = step.what === "card-back" ? `rotate(${16 * (turn - (flyers.length - 1) / 2)}deg)` : ""; // cards are held as a hand
      const top = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - Math.min(60, Math.hypot(to.x - from.x, to.y - from.y) * 0.15) };
      const frames = [{ transform: at(from), opacity: 0.4 }, { transform: at(top, `${fan} scale(1.25)`), opacity: 1 }, { transform: at(to, fan), opacity: 1 }];
      return move(one, frames, time * (1 - lead * (flyers.length - 1)), { delay: time * lead * turn }).finally(() => one.remove());
    }));
    if (scenes) arrive(to, n);
  },

  async fall(step, time) {
    const from = placeOf(step.at), to = placeOf(step.to), n = step.n ?? 1;
    follow(from, time);
    leave(from, n);
    const flyers = time ? Array.from({ length: Math.min(n, MANY) }, () => flyer(step.what)) : [];
    await Promise.all(flyers.map((one, turn) => {
      const aside = { x: from.x + 10 * turn, y: from.y }, down = { x: aside.x + 8, y: from.y + 46 };
      const frames = [{ transform: at(aside), opacity: 1 }, { transform: at(aside, "rotate(-14deg)"), opacity: 1, offset: 0.25 }, { transform: at(aside, "rotate(30deg)"), opacity: 1, offset: 0.5 }, { transform: at(down, "rotate(110deg) scale(.7)"), opacity: 0 }];
      return move(one, frames, time * 0.8, { delay: time * 0.2 * turn / MANY, easing: "ease-in" }).finally(() => one.remove());
    }));
    if (scenes && to) arrive(to, n);
  },

  // It falls from above on the first point, bounces, and lies at the last one.
  async drop(step, time) {
    leave(placeOf(step.at), 1);
    const [hit, rest] = [step.by[0], step.by.at(-1)].map(placeOf), hop = (share) => ({ x: hit.x + (rest.x - hit.x) * share, y: hit.y + (rest.y - hit.y) * share });
    const frames = [
      [0, 0, 300, 2.4, "ease-in", 0], [0.4, 0, 0, 1, "ease-out", 1], // it falls
      [0.57, 0.4, 44, 1.4, "ease-in", 1], [0.74, 0.8, 0, 1, "ease-out", 1], // bounces
      [0.8, 0.9, 8, 1.08, "ease-in", 1], [0.86, 1, 0, 1, "linear", 1], [1, 1, 0, 1, "linear", 1], // settles
    ].map(([offset, share, up, size, easing, opacity]) => {
      const point = hop(share);
      return { offset, transform: at({ x: point.x, y: point.y - up * scale() }, `scale(${size})`), easing, opacity };
    });
    if (time) {
      const one = flyer(step.what);
      one.classList.add("drop");
      await move(one, frames, time, { easing: "linear" }).finally(() => one.remove());
    }
    if (scenes) follow(rest, time);
  },

  async show(step, time, words) {
    const from = placeOf(step.at), to = placeOf(step.to), isRat = step.what === "rat" && step.face !== undefined;
    follow(isRat || !to ? from : to, time);
    if (from.piece) leave(from, 1);
    if (!time) return void (to && arrive(to, 1));
    const one = isRat ? largeRat(step) : largeCard(step, words, from), box = one.getBoundingClientRect();
    const middle = ANCHORS.board(), most = main.getBoundingClientRect().right;
    const beside = from.x + 70 + box.width < most ? from.x + 40 + box.width / 2 : from.x - 40 - box.width / 2;
    const rest = isRat && from.isOnBoard ? { x: Math.max(box.width / 2 + 8, beside), y: Math.max(box.height / 2 + 8, from.y) } : middle;
    one.style.margin = `${-box.height / 2}px ${-box.width / 2}px`;
    for (const card of step.lights ?? []) for (const held of document.querySelectorAll(`#seats [data-rule="${card}"], #hand [data-rule="${card}"]`)) {
      const place = middleOf(held);
      if (place) glow(place, time);
    }
    const flip = isRat ? "rotateY(90deg) scale(.3)" : "scale(.35)";
    const out = to ?? (isRat ? rest : { x: rest.x, y: rest.y + 60 });
    const frames = [{ transform: at(from, flip), opacity: 0 }, { transform: at(rest), opacity: 1, offset: 0.22 }, { transform: at(rest), opacity: 1, offset: 0.78 }, { transform: at(out, "scale(.35)"), opacity: 0 }];
    await move(one, frames, time).finally(() => one.remove());
    if (scenes && to) arrive(to, 1);
  },

  count(step, time) {
    count(placeOf(step.to), step.n ?? 1);
    return wait(time);
  },

  light(step, time) {
    const places = [step.at, ...(step.by ?? [])].map(placeOf);
    follow(places.at(-1), time);
    return time ? Promise.all(places.map((place, turn) => glow(place, places.length > 1 ? time * 0.6 : time, places.length > 1 ? turn * 4 / places.length : 0))) : null;
  },

  async shake(step, time) {
    const place = placeOf(step.at), piece = place.piece && pieceNow(place.piece);
    follow(place, time);
    if (!piece || !time) return;
    const one = flyer("", piece);
    piece.style.opacity = 0;
    await move(one, [0, -9, 9, -6, 6, 0].map((turn) => ({ transform: at(place, `rotate(${turn * 2}deg) translateX(${turn}px) scale(1.3)`) })), time);
    one.remove();
    piece.style.opacity = "";
  },

  dim(step, time) {
    darken();
    return wait(time);
  },

  async tell(step, time, words) {
    if (!time) return;
    const one = made("told-line", scenes.sky, words), box = one.getBoundingClientRect(), middle = ANCHORS.board();
    one.style.margin = `${-box.height / 2}px ${-box.width / 2}px`;
    await move(one, [{ transform: at(middle, "scale(.8)"), opacity: 0 }, { transform: at(middle), opacity: 1, offset: 0.2 }, { transform: at(middle), opacity: 1, offset: 0.8 }, { transform: at(middle, "scale(1.1)"), opacity: 0 }], time).finally(() => one.remove());
  },

  // The table of points is there; its lines come into sight from the last to the first, and then who has won.
  async places(step, time) {
    const lines = [...document.querySelectorAll("#end .placed")].reverse(), each = time / Math.max(1, lines.length);
    for (const veil of scenes.result ?? []) veil.cancel();
    if (!time) return;
    document.getElementById("end-title")?.scrollIntoView({ block: "nearest" });
    if (scenes.dark) move(scenes.dark.dark, [{ opacity: 1 }, { opacity: 0 }], LENGTH.go);
    const rise = [{ opacity: 0, transform: "translateY(.6rem)" }, { opacity: 1, transform: "none" }];
    const heads = document.querySelectorAll("#end > h2, #end .decided-by");
    await Promise.all([...lines, ...heads].map((one, turn) => move(one, rise, Math.min(each, LENGTH.go), { delay: each * Math.min(turn, lines.length), fill: "backwards" })));
  },
};

// The last place of a way, when it is the piece's own: exactly where it will stand.
function sameLast(way, piece, real) {
  const [x, y] = real.match(/-?[\d.]+/g).map(Number), place = onBoard(x, y), end = way.at(-1);
  return Math.hypot(place.x - end.x, place.y - end.y) < 90 * scale() ? place : null;
}

function onStage({ x, y }) {
  const point = new DOMPoint(x, y - scrolled()).matrixTransform(matrix().inverse());
  return `translate(${point.x} ${point.y})`;
}

// One line after the other. Flights of one kind follow each other closely.

async function play() {
  if (isPlaying) return;
  isPlaying = true;
  const mineNow = run, flights = [];
  while (waiting.length) {
    const line = waiting.shift();
    scenes.sky.dataset.line = line.number;
    releaseLog(line.number);
    for (const group of groups(line.steps)) {
      const isFlight = ["fly", "count"].includes(group[0].do), isNext = ["fly"].includes(waiting[0]?.steps[0]?.do);
      if (!isFlight) await Promise.all(flights.splice(0));
      if (run !== mineNow) return;
      const pace = line.hurry * speed() * lateness(line), time = Math.max(...group.map(lengthOfStep)) * pace;
      const done = Promise.all(group.map((step) => STEPS[step.do](step, lengthOfStep(step) * pace, line.words)));
      flights.push(done);
      await (isFlight && isNext && time ? Promise.race([done, wait(time * 0.35)]) : done);
      if (run !== mineNow) return;
    }
  }
  await Promise.all(flights);
  if (run === mineNow) end(false);
}

// By how much more to hurry since frames came late: what is left must fit into the time that is left.
function lateness(line) {
  const left = [line, ...waiting].reduce((sum, one) => sum + one.length * one.hurry * speed(), 0);
  return left ? Math.min(1, Math.max(FASTEST, (deadline - performance.now()) / left)) : 1;
}

function tell(lines, most = MOST) {
  waiting.push(...lines.filter((line) => line.steps.length));
  if (waiting.some((line) => line.isEnd)) {
    scenes.result ??= [...document.querySelectorAll(RESULT)].map(hide);
    board.scrollIntoView({ block: "nearest" }); // for a page that is higher than its window
  }
  plan(waiting, most);
  deadline = performance.now() + most;
  play();
}

// What was moved since the viewer's own last move stays marked.

function mark() {
  const layer = board.querySelector(".marks") ?? drawn("svg", { class: "board live marks", "aria-hidden": "true" });
  layer.replaceChildren();
  layer.setAttribute("viewBox", live().getAttribute("viewBox"));
  live().before(layer);
  for (const one of document.querySelectorAll(".was-moved")) one.classList.remove("was-moved");
  const first = mine(), steps = linesNow().filter((line) => numberOf(line) >= first).flatMap((line) => told(line).steps);
  for (const id of new Set(steps.flatMap(piecesOf))) ring(id, layer);
  for (const anchor of new Set(steps.flatMap((step) => [step.at, step.to]))) markFigure(anchor);
  for (const { by } of steps.filter((step) => step.do === "drop")) drawn("path", { class: "mark-way", d: `M${by.join("L")}` }, layer);
}

function piecesOf(step) {
  const named = [step.at, step.to].filter((anchor) => anchor?.startsWith("piece ")).map((anchor) => anchor.split(" ")[1]);
  return step.do === "go" ? [...named, step.what] : named;
}

function ring(id, layer) {
  const piece = [...live().querySelectorAll(like(id, "id"))].at(-1);
  if (!piece) return;
  piece.classList.add("was-moved");
  const box = piece.getBBox(), gap = 4;
  drawn("rect", { class: "mark-ring", x: box.x - gap, y: box.y - gap, width: box.width + 2 * gap, height: box.height + 2 * gap, rx: 10, transform: piece.getAttribute("transform") }, layer);
}

function markFigure(anchor) {
  const [kind, seat, key] = anchor?.split(" ") ?? [];
  if (kind === "seat" && key) document.querySelector(`#seat-${seat} [data-figure="${key}"]`)?.classList.add("was-moved");
}

// When the page changes.

let lastTold = newest();
const isAbout = (tasks) => !tasks || tasks.some(({ target }) => /^(#?)(live|log|seats|hand|middle)$/.test(target?.id ?? target));

document.addEventListener("htmx:before:swap", ({ detail }) => {
  if (!speed() || !isAbout(detail.tasks)) return;
  shown = snapshot();
  if (!scenes) begin(shown);
});

document.addEventListener("htmx:after:swap", () => {
  const fresh = linesNow().filter((line) => numberOf(line) > lastTold);
  const before = shown;
  lastTold = newest();
  shown = null;
  if (before && before.mine !== document.getElementById("log").dataset.mine) memory = { ...before, layer: before.layer.cloneNode(true) };
  if (!scenes) return mark();
  if (!speed()) return end(true);
  scenes.matrix = undefined;
  if (before) for (const [name, card] of before.cards) scenes.cards.set(name, card);
  placeBoards();
  hold(before?.figures ?? new Map());
  if (fresh.length || scenes.log) holdLog(fresh);
  if (fresh.length) tell(fresh.map(told));
  if (!isPlaying) end(false);
});

// What happened since the viewer's move, once more; who wants no motion is led to the log.
function again() {
  skip();
  const first = mine(), lines = linesNow().filter((line) => numberOf(line) >= first);
  if (!lines.length) return;
  if (!speed()) {
    document.getElementById("log-fold").open = true;
    return lines[0].scrollIntoView({ block: "nearest" });
  }
  const now = snapshot(), then = memory?.mine !== document.getElementById("log").dataset.mine ? memory : null;
  begin(then ? { ...then, layer: then.layer.cloneNode(true) } : now);
  scenes.isEcho = !then; // what was there before is not known any more: all is seen to move, and nothing changes
  hold(then?.figures ?? new Map());
  tell(lines.map(told), AGAIN_MOST);
}

// What ends scenes: a choice, a click anywhere, the space bar; and whatever would leave them behind.

const CONTROLS = "button, a, input, select, textarea, summary, label, [contenteditable]";
document.addEventListener("click", (event) => {
  if (!scenes) return;
  skip();
  if (event.target.closest(`${CONTROLS}, .shines[data-target]`)) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || !scenes || event.target.closest(`${CONTROLS}, .shines, [tabindex="0"]`)) return;
  event.preventDefault();
  skip();
});
document.addEventListener("submit", ({ target }) => { if (target.id === "moves") skip(); }, true);
document.addEventListener("visibilitychange", () => { if (document.hidden) skip(); });
reduced.addEventListener("change", () => {
  showSpeed();
  skip();
});
addEventListener("resize", () => { if (scenes) skip(); });
document.addEventListener("scroll", ({ target }) => {
  if (!scenes) return;
  scenes.matrix = undefined;
  if (target === document) scenes.sky.style.transform = `translateY(${-scrolled()}px)`;
  else if (target.contains(board) || target.querySelector("#seats")) skip();
}, true);
document.addEventListener("change", ({ target }) => { if (["view", "tab"].includes(target.name) || target.id === "drawer") skip(); });
tools.addEventListener("change", ({ target }) => choose(target.value));
const againButton = document.querySelector("[data-again]");
againButton.addEventListener("click", again);

main.classList.add("has-scenes");
tools.hidden = againButton.hidden = false;
showSpeed();
mark();
}
