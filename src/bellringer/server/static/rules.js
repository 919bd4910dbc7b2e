// Rules one hover away. What the pointer rests on for a while, or the focus, tells its rule in short; a press pins it, with its
// rulings and its number, which leads to the rule in the ledger. Linked before table.js: a press that pins is no press for that.
"use strict";
{
  const REST = 500, GRACE = 300, LONG = 500; // milliseconds: until a rule is told, until it goes, until a press is long
  const main = document.getElementById("main"), card = document.getElementById("rule-card");
  const narrow = matchMedia("(max-width: 40rem)");
  const SPARED = "#prompt, #moves, #asking, #hands"; // what is pressed next, or being read: no rule lies over it
  const LEGAL = ":is(#hand, #middle, #seats) .is-legal"; // cards that may be pressed: rather not over them either
  const FAR = 50; // square pixels of these that are worth a pixel of the way to the rule
  const GAP = 8, EDGE = 4, LEAST = 72; // pixels: to what it tells of, to the edge of the screen; of rulings that scroll
  const words = card.dataset;
  let book; // the page of rules, once somebody wants to know one
  let told = null, toldRule = ""; // the thing whose rule is shown
  let coming = null; // the one whose rule soon will be
  let isPinned = false, isStill = false; // isStill: what came under a pointer that rests does not speak up
  let showTimer, hideTimer, pressTimer, wasLongPress = false, opener = null, isGivenBack = false;
  let pointer = { x: -1, y: -1 }; // where it was last; not yet known

  const ruled = (event) => event.target.closest?.("[data-rule], [data-limit]"); // that of a rat's face, shown large
  const tells = ({ dataset }) => dataset.rule ?? `${dataset.limit} ${dataset.signs}`;
  const isLegal = (thing) => thing.matches("button, .is-legal, .shines") || thing.closest(".shines") !== null;

  async function readBook() {
    const answer = await fetch(main.dataset.rules);
    if (!answer.ok) throw new Error(`the page of rules: ${answer.status}`);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  function open() {
    book ??= readBook().catch(() => { book = undefined; }); // another time, perhaps
    return book;
  }

  function made(name, className, text, more = {}) {
    const one = Object.assign(document.createElement(name), { className, ...more });
    if (text) one.textContent = text;
    return one;
  }

  // The level that a thing is about: what it says it has, or the name of which its words are.
  function levelOf(rule, thing) {
    const levels = [...rule.querySelectorAll(".levels dt")];
    const own = levels[Number(thing.dataset.level ?? 1) - 2];
    return own ?? levels.filter((level) => thing.textContent.includes(level.textContent)).at(-1);
  }

  function hiddenLine(thing) {
    const line = thing.querySelector(".card-line");
    return line && line.getClientRects().length === 0 ? line.textContent : "";
  }

  // The signs in the corners of its picture, in words.
  function signsOf(thing) {
    const found = [...thing.querySelectorAll(".corner > .unseen, .states > .state")];
    const said = found.map((one) => one.textContent.replace(/,\s*$/, "").replace("✓", ""));
    return said.length ? [made("p", "rule-signs", said.join(" · "))] : [];
  }

  function fill(rule, thing) {
    const level = levelOf(rule, thing), line = hiddenLine(thing);
    const name = (level ?? rule.querySelector("h3")).textContent;
    const text = (level?.nextElementSibling ?? rule.querySelector("p")).textContent;
    const title = made("p", "rule-name", name, { id: "rule-card-name" });
    const short = [title, made("p", "", text), ...(line ? [made("p", "rule-now", line)] : []), ...signsOf(thing)];
    card.replaceChildren(...short, ...(isPinned ? moreOf(rule) : []), button());
  }

  // What is told once the rule is pinned: its number, which leads to the ledger in another tab, and its rulings.
  function moreOf(rule) {
    const number = made("p", "rule-number"), rulings = rule.querySelector(".rulings");
    number.append(...document.importNode(rule.querySelector(".number"), true).childNodes);
    const more = rulings ? [number, Object.assign(rulings.cloneNode(true), { tabIndex: 0 })] : [number];
    for (const way of more.flatMap((one) => [...one.querySelectorAll("a")])) Object.assign(way, { target: "_blank", rel: "noopener" });
    return more;
  }

  // A face that is too small on the board: the limit, and each class by its sign and its name.
  function fillFace(thing) {
    const { limit, signs, names } = thing.dataset, spoken = names.split("|");
    const list = made("ul", "face-signs");
    signs.split(" ").forEach((sign, number) => {
      const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const drawn = document.createElementNS("http://www.w3.org/2000/svg", "use");
      picture.setAttribute("class", "emblem");
      picture.setAttribute("viewBox", "0 0 20 20");
      picture.setAttribute("aria-hidden", "true");
      drawn.setAttribute("href", `#e-${sign}`);
      picture.append(drawn);
      const one = made("li", "", "");
      one.append(picture, made("span", "", spoken[number]));
      list.append(one);
    });
    const title = made("p", "rule-name", thing.getAttribute("aria-label").split(/\s?: /)[0], { id: "rule-card-name" });
    const face = made("div", "face-large");
    face.append(made("b", "face-limit", limit), list);
    card.replaceChildren(title, face, button());
  }

  function button() {
    if (!isPinned) return made("button", "rule-pin rule-more", words.more, { type: "button", title: words.pin });
    const one = made("button", "rule-pin", "", { type: "button", title: words.close });
    one.setAttribute("aria-label", words.close);
    one.append(made("span", "cross"));
    return one;
  }

  async function show(thing) {
    [told, toldRule, coming] = [thing, tells(thing), null];
    const isFace = thing.dataset.rule === undefined;
    const rule = isFace ? null : (await open())?.getElementById(`rule-${thing.dataset.rule}`);
    if (!(isFace || rule) || told !== thing || !thing.isConnected) return false;
    if (isFace) fillFace(thing);
    else fill(rule, thing);
    card.classList.toggle("is-pinned", isPinned);
    card.setAttribute("role", isPinned ? "dialog" : "tooltip");
    card.setAttribute("aria-labelledby", "rule-card-name");
    card.hidden = false;
    place();
    return true;
  }

  // Where it covers least of the thing itself, then of what is pressed next or being read, and then lies nearest without much
  // of other cards under it. Pinned on a telephone it is as wide as the screen, and lies at its foot if it can.
  function place() {
    const isWide = isPinned && narrow.matches;
    card.querySelector(".rulings")?.style.removeProperty("max-height");
    Object.assign(card.style, { left: "", top: "", bottom: "" });
    let best = bestPlace(isWide);
    while ((best.covered > 1 || best.isTooHigh) && isShortened()) best = bestPlace(isWide);
    Object.assign(card.style, { left: isWide ? "" : `${best.left}px`, top: `${best.top}px`, bottom: "auto" });
  }

  function bestPlace(isWide) {
    const thing = told.getBoundingClientRect(), own = card.getBoundingClientRect(), wide = document.documentElement.clientWidth;
    const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
    const others = boxes(SPARED), legal = boxes(LEGAL);
    const shared = (box, all) => all.reduce((sum, other) => sum + common(box, other), 0);
    const within = (wanted, size, all) => Math.max(EDGE, Math.min(wanted, all - size - EDGE));
    const lefts = isWide ? [own.left] : [], tops = isWide ? [innerHeight] : [];
    for (const at of [thing, ...others]) {
      if (!isWide) lefts.push(at.left + (at.width - own.width) / 2, at.left - own.width - GAP, at.right + GAP);
      tops.push(at.top - own.height - GAP, at.bottom + GAP, at.top);
    }
    let best = null;
    for (const [x, y] of lefts.flatMap((one) => tops.map((other) => [one, other]))) {
      const left = within(x, own.width, wide), top = within(y, own.height, innerHeight);
      const box = { left, top, right: left + own.width, bottom: top + own.height };
      const covered = 1000 * common(box, thing) + shared(box, others);
      const cost = 1000 * covered + (isWide ? 0 : apart(box, thing) + shared(box, legal) / FAR);
      if (!best || cost < best.cost - 1) best = { left, top, covered, cost, isTooHigh: own.height > innerHeight - 2 * EDGE };
    }
    return best;
  }

  // Where there is room nowhere the rulings scroll in less of it. Returns whether they could.
  function isShortened() {
    const rulings = card.querySelector(".rulings"), before = rulings?.clientHeight ?? 0;
    if (before <= LEAST) return false;
    rulings.style.maxHeight = `${Math.max(LEAST, before - LEAST / 2)}px`;
    return rulings.clientHeight < before;
  }

  // What two boxes have in common, in square pixels, and how far they are from each other.
  const along = (one, other, from, to) => Math.min(one[to], other[to]) - Math.max(one[from], other[from]);
  function common(one, other) {
    return Math.max(0, along(one, other, "left", "right")) * Math.max(0, along(one, other, "top", "bottom"));
  }
  function apart(one, other) {
    return Math.hypot(Math.min(0, along(one, other, "left", "right")), Math.min(0, along(one, other, "top", "bottom")));
  }
  addEventListener("resize", () => { if (!card.hidden && told?.isConnected) place(); });

  function hide() {
    clearTimeout(showTimer);
    coming = null;
    close();
  }

  function close() {
    clearTimeout(hideTimer);
    const hadFocus = card.contains(document.activeElement);
    card.hidden = true;
    isPinned = false;
    told = null;
    isGivenBack = true; // what was closed is not told again
    if (hadFocus && opener?.isConnected) opener.focus({ preventScroll: true });
    isGivenBack = false;
    opener = null;
  }

  async function pin(thing, byKey) {
    clearTimeout(showTimer);
    clearTimeout(hideTimer);
    isPinned = true;
    opener = thing;
    if (await show(thing) && byKey) card.querySelector("button").focus({ preventScroll: true });
  }

  // pointing and tabbing

  function soon(event) {
    if (isPinned) return;
    const thing = card.contains(event.target) ? told : ruled(event);
    if (thing && thing === coming) return;
    clearTimeout(showTimer);
    clearTimeout(hideTimer);
    coming = null;
    if (thing && thing === told) return;
    if (event.type === "focusin") close(); // it might lie over what has the focus now
    else if (!card.hidden) hideTimer = setTimeout(close, GRACE); // on its way to the card the pointer may come over something else
    if (!thing || isStill || event.pointerType === "touch") return;
    coming = thing;
    if (card.hidden) toldRule = tells(thing);
    open();
    rest();
  }

  function rest() {
    clearTimeout(showTimer);
    showTimer = setTimeout(() => show(coming), REST);
  }

  // Whether the thing that is told of, or soon will be, is still what it was, and where it was pointed at.
  function isToldThere() {
    if (isPinned) return true;
    const thing = told ?? coming;
    if (!thing?.isConnected || tells(thing) !== toldRule) return false;
    const under = document.elementFromPoint(pointer.x, pointer.y);
    return thing === document.activeElement || thing.contains(under) || card.contains(under);
  }

  document.addEventListener("pointerover", (event) => {
    const { clientX: x, clientY: y } = event, wasKnown = pointer.x >= 0;
    const hasMoved = x !== pointer.x || y !== pointer.y; // else something else has come to lie under it
    pointer = { x, y };
    // A page that is new learns where the pointer rests: that takes no rule from whoever uses the keys.
    if (hasMoved && (wasKnown || (told ?? coming) !== document.activeElement)) soon(event);
  });
  document.addEventListener("focusin", (event) => {
    isStill = false;
    if (!isGivenBack && event.target.matches(":focus-visible")) soon(event);
  });
  document.addEventListener("scroll", (event) => {
    if (isPinned || !told || !event.target.contains(told)) return; // what scrolls elsewhere, the log say, moves nothing here
    if (told !== document.activeElement) hide();
    else if (!card.hidden) place();
  }, true);
  document.addEventListener("htmx:after:swap", () => {
    if (!isToldThere()) hide();
    else if (!card.hidden && told?.isConnected) place();
    isStill = true;
  });

  // presses

  document.addEventListener("pointerdown", (event) => {
    pointer = { x: event.clientX, y: event.clientY };
    clearTimeout(pressTimer);
    wasLongPress = false;
    const thing = ruled(event);
    if (!thing || event.pointerType !== "touch") return;
    pressTimer = setTimeout(() => {
      wasLongPress = true;
      pin(thing, false);
    }, LONG);
  });
  for (const end of ["pointerup", "pointercancel", "pointermove"]) {
    document.addEventListener(end, (event) => {
      const far = Math.abs(event.movementX) + Math.abs(event.movementY);
      if (end !== "pointermove" || far > 4) clearTimeout(pressTimer);
      pointer = { x: event.clientX, y: event.clientY };
      if (coming !== null && far > 1) rest();
      if (!isStill || far === 0) return;
      isStill = false;
      if (end === "pointermove") soon(event);
    });
  }

  document.addEventListener("click", (event) => {
    const thing = main.classList.contains("is-telling") ? null : ruled(event); // while scenes run a click only skips them
    const isRule = thing !== null && thing !== undefined && !isLegal(thing) && hands.thingOf(event) === null;
    const isPin = wasLongPress || isRule;
    if (event.target.closest(".rule-pin")) {
      if (isPinned) hide();
      else pin(told, event.detail === 0);
    } else if (!isPin) {
      if (!card.contains(event.target) && (!isPinned || narrow.matches)) hide();
      return;
    } else if (!wasLongPress) {
      pin(thing, event.detail === 0);
    }
    wasLongPress = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // The other button of a mouse, and a key, pin the rule of what a press would play.
  document.addEventListener("contextmenu", (event) => {
    const thing = ruled(event);
    if (!wasLongPress && !(thing && !event.shiftKey)) return;
    event.preventDefault();
    if (!wasLongPress) pin(thing, false);
  });
  keys.heard(() => { wasLongPress = false; });
  keys.on("close", () => {
    if (card.hidden) return false;
    hide();
    return true;
  });
  keys.on("rule", (event) => {
    const thing = ruled(event);
    if (!thing) return false;
    pin(thing, true);
    return true;
  });
}
