// Safe hands: a tap shows what it would do before it is done; number keys; and nothing pretends to work while the server
// is away. The parts of the page may be morphed at any time, so that nothing here keeps an element of theirs.
"use strict";

const hands = (() => {
  const bar = document.getElementById("hands"), page = document.getElementById("main");
  const part = (name) => bar.querySelector(`.hands-${name}`);
  const LISTED = "#moves button[name=move]";
  const THING = ".shines[data-target], a.is-legal[data-target], button[name=move]"; // what is chosen by a click on it
  const ROOM = 24; // pixels: words of a figure that are narrower are there for listeners alone
  const LINE = 18; // pixels of a line that is told in brief, at least
  const FAR = 45; // units of the board: a piece that goes less far only makes room
  const PAUSE = 100, GRACE = 300; // milliseconds until what is pointed at shows what it would do, until that goes
  let shown = null; // what is looked at: its key, its moves, the one that is chosen, the question's number; whether in passing
  let isPassing = false; // the click that does it is on its way

  const listed = () => [...document.querySelectorAll(LISTED)];
  const asked = () => document.querySelector("#moves [name=asked]")?.value ?? "";
  const firstOf = (move) => move.split(" > ")[0];
  const buttonOf = (move) => listed().find((one) => one.value === firstOf(move));
  const sentBy = (move) => [...document.querySelectorAll("button[name=move]")].find((one) => one.value === move);
  const wordsOf = (move) => buttonOf(move)?.getAttribute("aria-label") ?? buttonOf(move)?.textContent.trim() ?? move;

  // whether to show first

  const KEPT = "show-before-doing";
  let own = null; // where the browser keeps nothing
  function chosen() {
    try { return localStorage.getItem(KEPT) ?? own; } catch { return own; }
  }
  function keep(answer) {
    own = answer;
    try { localStorage.setItem(KEPT, answer); } catch { /* it holds until the page is left */ }
  }
  const isCoarse = matchMedia("(pointer: coarse)");
  function showsFirst(event) {
    if (chosen()) return chosen() === "on";
    return event.pointerType ? event.pointerType === "touch" : false;
  }
  function tellSwitch() {
    const box = document.getElementById(KEPT);
    if (box) box.checked = chosen() ? chosen() === "on" : isCoarse.matches;
  }
  document.addEventListener("change", ({ target }) => {
    if (target.id !== KEPT) return;
    keep(target.checked ? "on" : "off");
    drop();
  });

  // What is chosen at a place. A rat whose face is known lies upon its region, and keeps nobody from choosing that.
  function thingOf({ target, clientX, clientY }) {
    const thing = target.closest?.(THING) ?? null;
    if (thing || clientX === undefined || !target.closest?.("[data-limit]")) return thing;
    const below = document.elementsFromPoint(clientX, clientY);
    return below.map((one) => one.closest(".shines[data-target]")).find((one) => one !== null) ?? null;
  }

  // What a click or a key means. Returns whether it has been seen to.

  function takes(event) {
    if (isPassing) return false;
    const thing = thingOf(event);
    if (isAway() && (thing || isControl(event.target))) return refuse();
    if (bar.contains(event.target)) return press(event.target);
    if (!thing) {
      if (shown && !event.target.closest?.("#before-doing")) drop();
      return false;
    }
    if (!showsFirst(event)) return false;
    const key = keyOf(thing);
    if (shown?.key === key && shown.asked === asked() && !shown.isGlance) {
      if (shown.move) act();
      return true;
    }
    const moves = thing.value ? [thing.value] : movesAt(thing.dataset.target);
    if (moves.length === 0) return false;
    look(key, thing.dataset.target ?? "", moves);
    return true;
  }
  const keyOf = (thing) => `${thing.value ?? ""} ${thing.dataset.target ?? ""}`;
  const movesAt = (target) => listed().filter((one) => one.dataset.target === target).map((one) => one.value);

  function press(target) {
    const button = target.closest("button");
    if (!button) return true;
    const { move } = button.dataset;
    if (button.matches(".hands-do") || (move && move === shown.move)) act();
    else if (move) choose(move);
    else leave();
    return true;
  }

  function act() {
    const { move } = shown;
    drop();
    perform(sentBy(move) ?? buttonOf(move));
  }

  function perform(button) {
    isPassing = true;
    button?.click();
    isPassing = false;
  }

  // What a mouse points at, and what the keys have come to, shows it in passing: a press does it at once.

  let near = "", isNearByKey = false; // what that is; empty for nothing
  let comes, goes; // timers
  let isAnswered = false; // an answer is on its way: this question is over

  function glance(thing, isByKey) {
    const key = thing ? `${asked()} ${keyOf(thing)}` : "";
    if (key === near) return;
    [near, isNearByKey] = [key, isByKey];
    clearTimeout(comes);
    clearTimeout(goes);
    if (!thing) goes = setTimeout(dropGlance, GRACE);
    else if (shown?.isGlance && shown.key === keyOf(thing)) return; // back from what it shows
    else {
      dropGlance();
      comes = setTimeout(() => showGlance(thing), PAUSE);
    }
  }

  function showGlance(thing) {
    const moves = thing.value ? [thing.value] : movesAt(thing.dataset.target);
    if (page.classList.contains("is-telling") || !thing.isConnected) near = ""; // another time
    else if (!shown && !isAnswered && !isAway() && moves.length) look(keyOf(thing), thing.dataset.target ?? "", moves, true);
  }

  function dropGlance() {
    if (shown?.isGlance) drop();
  }

  document.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" || event.buttons) return;
    if (!bar.contains(event.target)) return glance(thingOf(event), false);
    near = "what is shown"; // it stays while one reads it
    clearTimeout(goes);
  });
  document.documentElement.addEventListener("pointerleave", () => glance(null, false));
  document.addEventListener("focusin", ({ target }) => {
    const thing = target.closest(THING), isByKey = target.matches(":focus-visible");
    if (isByKey || isNearByKey) glance(isByKey ? thing : null, true);
    if (isByKey ? !thing && !bar.contains(target) : target.closest(".rail")) dropGlance(); // which might lie over the target
  });
  document.addEventListener("submit", ({ target }) => {
    if (target.id !== "moves") return;
    isAnswered = true;
    clearTimeout(comes);
    dropGlance();
  }, true);
  document.addEventListener("htmx:finally:request", () => { isAnswered = false; });

  // showing it

  function look(key, target, moves, isGlance = false) {
    drop();
    clearTimeout(comes);
    shown = { key, target, moves, move: null, asked: asked(), told: null, isGlance };
    const isOne = moves.length === 1;
    part("choices").replaceChildren(...(isOne || isGlance ? [] : moves.map(choiceOf)));
    part("title").textContent = isOne ? "" : bar.dataset.which;
    part("told").replaceChildren(...(isOne || !isGlance ? [] : moves.map((move) => lineOf(wordsOf(move), ""))));
    part("do").hidden = true;
    bar.classList.toggle("is-glance", isGlance);
    bar.setAttribute("aria-live", isGlance && !isNearByKey ? "off" : "polite");
    bar.hidden = false;
    place();
    mark();
    if (isOne) choose(moves[0]);
  }

  function choiceOf(move) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "move";
    button.dataset.move = move;
    button.textContent = wordsOf(move);
    return button;
  }

  async function choose(move) {
    const looked = shown;
    forget();
    shown.move = move;
    shown.told = null;
    part("title").textContent = wordsOf(move);
    part("told").replaceChildren();
    part("do").hidden = false;
    for (const one of part("choices").children) one.setAttribute("aria-pressed", String(one.dataset.move === move));
    const told = await read(move, looked.asked).catch(() => null);
    if (shown !== looked || shown.move !== move || !told) return;
    shown.told = told;
    tell(told);
    foresee(told);
  }

  let question = new AbortController(); // to the server, until nobody wants to know any more
  const known = new Map(); // by move: what it would do, until the page changes

  async function read(move, number) {
    if (known.has(move)) return known.get(move);
    question = new AbortController();
    const form = document.getElementById("moves");
    const query = new URLSearchParams({ seat: form.elements.seat.value, asked: number, move });
    const { preview } = form.dataset; // what is tried in a replay has an address of its own
    const asks = preview ? `${preview}&` : `${form.getAttribute("action").replace(/move$/, "preview")}?`;
    const answer = await fetch(`${asks}${query}`, { signal: question.signal });
    if (!answer.ok) return null;
    const told = await answer.json();
    if (number === asked()) known.set(move, told);
    return told;
  }

  function tell({ figures, lines, unknown, next }) {
    const list = document.createElement("ul");
    list.className = "hands-figures";
    list.append(...figures.map(figureOf));
    const words = lines.length + figures.length ? lines.map((line) => lineOf(line, "")) : [];
    if (unknown) words.push(lineOf(unknown, "hands-unknown"));
    if (next) words.push(lineOf(`${bar.dataset.then} ${next}`, "hands-next"));
    if (words.length + figures.length === 0) words.push(lineOf(bar.dataset.nothing, ""));
    part("told").replaceChildren(...(figures.length ? [list] : []), ...words);
  }

  function lineOf(text, name) {
    const line = document.createElement("p");
    line.className = name;
    line.textContent = text;
    return line;
  }

  function figureOf({ seat, words, before, after }) {
    const item = document.createElement("li"), sign = document.querySelector(`#seat-${seat} .sign`)?.cloneNode(true);
    const value = document.createElement("b");
    value.textContent = before && after ? `${before} → ${after}` : after || `${before} → 0`;
    item.append(...(sign ? [sign] : []), value, ` ${words}`);
    return item;
  }

  // What it would change is seen where it is: pieces over the board, figures at the seats.

  const SVG = "http://www.w3.org/2000/svg";
  const pointOf = (transform) => (transform?.match(/-?[\d.]+/g) ?? []).slice(0, 2).map(Number);

  function foresee({ pieces, figures }) {
    const live = document.getElementById("live"), board = document.getElementById("board");
    const layer = document.createElementNS(SVG, "svg");
    layer.id = "foreseen";
    for (const [name, value] of [["class", "board live foreseen"], ["viewBox", live.getAttribute("viewBox")], ["aria-hidden", "true"]]) {
      layer.setAttribute(name, value);
    }
    for (const piece of pieces) (piece.place ? spaceOf(piece.place) : layer)?.append(...ghostOf(piece));
    board.append(layer);
    for (const { seat, key, after } of figures) {
      const figure = document.querySelector(`#seat-${seat} [data-figure="${CSS.escape(key)}"]`);
      const isWide = figure?.querySelector(".figure-words")?.getBoundingClientRect().width > ROOM; // there is room beside the number
      if (figure) (isWide ? figure.querySelector("b") : figure).dataset.after = after || "0";
    }
  }

  // A space of the boards beside the large one.
  const spaceOf = (place) => document.querySelector(`#boards [data-target="${CSS.escape(place)}"]`);

  function ghostOf({ id, before, after, drawing }) {
    const there = document.getElementById(id), [x0, y0] = pointOf(before), [x1, y1] = pointOf(after);
    if (!drawing) return before ? [ring(x0, y0)] : [];
    const ghost = document.importNode(new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement, true);
    const isFar = before !== null && Math.hypot(x1 - x0, y1 - y0) >= FAR;
    const isOther = ghost.dataset.count !== there?.dataset.count || before === after;
    if (before !== null && !isFar && !isOther) return [];
    for (const one of [ghost, ...ghost.querySelectorAll("*")]) {
      for (const name of ["id", "tabindex", "role", "aria-label", "data-target"]) one.removeAttribute(name);
      one.classList.remove("arrives", "shines", "moves");
    }
    ghost.classList.add("ghost-piece");
    return [...(isFar ? [way(x0, y0, x1, y1)] : []), ghost];
  }

  function drawnAs(name, attributes) {
    const one = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
    return one;
  }
  const ring = (cx, cy) => drawnAs("circle", { class: "ghost-gone", cx, cy, r: 22 });
  const way = (x0, y0, x1, y1) => drawnAs("path", { class: "ghost-way", d: `M${x0} ${y0}L${x1} ${y1}` });

  function mark() {
    for (const old of document.querySelectorAll(".is-looked-at")) old.classList.remove("is-looked-at");
    if (!shown) return;
    for (const one of document.querySelectorAll(`[data-target="${CSS.escape(shown.target)}"]`)) one.classList.add("is-looked-at");
    lookedAt()?.classList.add("is-looked-at");
  }

  // The element that was pressed, or for a key what lies on the page of that choice.
  function lookedAt() {
    const things = [...document.querySelectorAll(THING)].filter((one) => one.checkVisibility()); // not in a list that is folded
    const pressed = things.filter((one) => keyOf(one) === shown.key);
    const inList = page.classList.contains("shows-choices") ? pressed.find((one) => one.closest("#moves")) : undefined;
    return inList ?? pressed[0] ?? things.find((one) => one.dataset.target === shown.target);
  }

  function forget() {
    question.abort();
    unsee();
  }

  function unsee() {
    document.getElementById("foreseen")?.remove();
    for (const ghost of document.querySelectorAll("#boards :is(.ghost-piece, .ghost-gone, .ghost-way)")) ghost.remove();
    for (const figure of document.querySelectorAll("[data-after]")) delete figure.dataset.after;
  }

  function drop() {
    if (!shown) return;
    shown = null;
    bar.hidden = true;
    forget();
    mark();
  }

  function leave() { // and back to where one was
    const thing = lookedAt();
    drop();
    thing?.focus({ preventScroll: true });
  }

  // The bar lies over the question, which keeps its size: nothing else moves. What is looked at stays in reach for the
  // second tap.
  function place() {
    if (bar.hidden) return;
    const prompt = document.getElementById("prompt"), over = prompt.getBoundingClientRect(), own = bar.offsetHeight, gap = 4;
    const looked = shown ? lookedAt() : undefined, thing = looked?.getBoundingClientRect();
    const pane = shown?.isGlance ? paneBox() : null, lines = shown?.isGlance && !pane ? linesBox() : null, free = pane ?? lines;
    bar.classList.toggle("is-brief", lines !== null);
    bar.classList.toggle("is-only-heard", Boolean(shown?.isGlance) && !free);
    bar.style.height = free ? `${free.height}px` : "";
    if (lines) bar.style.setProperty("--line", `${inWhole(bar.clientHeight)}px`);
    if (free) return Object.assign(bar.style, { left: `${free.left}px`, top: `${free.top}px`, width: `${free.width}px` });
    const top = prompt.contains(looked) ? beside(thing, own, 2 * gap) : thing?.top > over.top ? over.bottom - own : over.top;
    bar.style.left = `${Math.max(gap, over.left)}px`;
    bar.style.width = `${Math.min(over.width, document.documentElement.clientWidth - 2 * gap)}px`;
    bar.style.top = `${Math.max(gap, Math.min(top, innerHeight - gap - own))}px`;
  }
  // Where there is a rail, what is shown in passing lies over what that tells: nothing is covered that might be pressed next.
  function paneBox() {
    const rail = document.querySelector(".rail")?.getBoundingClientRect(), tabs = document.querySelector(".rail .tabs")?.getBoundingClientRect();
    if (!tabs?.height || rail.bottom - tabs.bottom < 100) return null;
    return { left: rail.left, top: tabs.bottom, width: rail.width, height: rail.bottom - tabs.bottom };
  }
  // Where there is none, over the last lines alone. Where a hint has their place, pieces and figures are all that is seen.
  function linesBox() {
    const latest = document.querySelector(".latest"), rail = document.querySelector(".rail").getBoundingClientRect();
    const box = latest?.getBoundingClientRect(), isSeen = latest?.checkVisibility({ visibilityProperty: true });
    if (!isSeen || box.height < 40 || rail.top < 0 || rail.bottom > innerHeight + 1) return null;
    return { left: rail.left, top: rail.top, width: box.right - rail.left, height: rail.height };
  }
  const inWhole = (height) => height / Math.floor(height / LINE); // so that none is cut
  const beside = (thing, own, gap) => thing.top >= own + gap ? thing.top - own - gap : thing.bottom + gap;
  addEventListener("resize", place);
  document.addEventListener("scroll", place, true);

  document.addEventListener("htmx:after:swap", () => {
    tellSwitch();
    number();
    known.clear();
    if (isAway()) sayAway();
    if (!shown) return;
    if (shown.asked !== asked() || !shown.moves.every((move) => buttonOf(move))) return drop();
    mark();
    place();
    if (shown.told) { // the page has drawn over it
      unsee();
      foresee(shown.told);
    }
  });

  // Keys: the nth choice of the list; Escape puts away what is looked at.

  const seen = () => listed().filter((one) => !one.hidden && !one.closest("[hidden]"));
  function number() {
    for (const [turn, button] of seen().entries()) turn < 9 ? button.setAttribute("data-digit", turn + 1) : button.removeAttribute("data-digit");
  }
  keys.on("close", () => {
    if (!shown) return false;
    shown.isGlance ? drop() : leave();
    return true;
  });
  keys.on("answer", (event) => {
    const move = event.repeat ? undefined : seen()[event.code.at(-1) - 1]?.value;
    if (move === undefined) return false;
    if (isAway()) refuse();
    else if (page.classList.contains("shows-choices")) answer(move);
    else document.querySelector("[data-list]").click(); // to see the numbers
    return true;
  });

  function answer(move) {
    const isShown = shown?.key === `key ${move}` && shown.asked === asked();
    if (chosen() === "on" && !isShown) return look(`key ${move}`, buttonOf(move).dataset.target ?? "", [move]);
    drop();
    perform(buttonOf(move));
  }

  // While the server is away nothing pretends to work.

  const CONTROLS = `${THING}, form[method=post] button, #prompt button, #hands button`;
  const isControl = (one) => one.closest?.(CONTROLS);
  let isLost = false, isDeaf = false; // the server does not answer; something sent was lost
  const isAway = () => isLost || isDeaf || !navigator.onLine;

  function sayAway() {
    page.classList.toggle("is-away", isAway());
    document.getElementById("lost").hidden = !isAway();
    for (const button of page.querySelectorAll("form[method=post] button, button[form]")) {
      isAway() ? button.setAttribute("aria-disabled", "true") : button.removeAttribute("aria-disabled");
    }
    if (isAway()) drop();
  }
  function refuse() {
    const told = document.getElementById("lost");
    told.classList.remove("is-pressed");
    void told.offsetWidth; // so that it begins anew
    told.classList.add("is-pressed");
    return true;
  }
  const change = (what) => { what(); sayAway(); };
  document.addEventListener("bellringer:lost", () => change(() => { isLost = true; }));
  for (const back of ["bellringer:connected", "bellringer:heard"]) { // listening/main.js
    document.addEventListener(back, () => { if (isLost || isDeaf) change(() => { isLost = isDeaf = false; }); });
  }
  addEventListener("offline", sayAway);
  addEventListener("online", sayAway);
  document.addEventListener("htmx:error", (event) => {
    if (!event.detail?.ctx?.sourceElement?.matches?.("form, button")) return;
    change(() => { isDeaf = true; });
    setTimeout(listen, 1500);
  });
  async function listen() { // until the server answers again
    const isHeard = await fetch("/healthz").then(isOurs, () => false);
    change(() => { isDeaf = !isHeard; });
    if (isDeaf) setTimeout(listen, 1500);
  }
  function isOurs(answer) { // also that of a server that can keep nothing now, which says so to who presses something
    return answer.ok || (answer.status === 503 && /json/.test(answer.headers.get("content-type")));
  }
  document.addEventListener("submit", (event) => {
    if (!isAway() || event.target.method !== "post") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    refuse();
  }, true);

  tellSwitch();
  number();
  return { takes, drop, thingOf };
})();
