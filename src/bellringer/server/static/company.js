// The company at a table, beyond plain HTML: bubbles at the seats, unread lines, the bell and notifications at one's turn,
// the way to the next table. Everything works without it. It listens at the document alone, and never acts on keys.
"use strict";

{
  const frame = document.getElementById("main");
  const table = location.pathname;
  const words = document.getElementById("company").dataset;
  const readAt = "bellringer-read"; // in the browser's storage: by table, the last line that was read
  const tablesKept = 50;

  // Storage may be closed to the page; then nothing is remembered.
  function stored(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(name)) ?? otherwise;
    } catch {
      return otherwise;
    }
  }
  function store(name, value) {
    try {
      localStorage.setItem(name, JSON.stringify(value));
    } catch { /* then not */ }
  }

  // What is said appears for a while at the seat of who says it.

  const LEAST = 3500, LETTER = 55, MOST = 9000; // milliseconds that a bubble stays
  const LONG = 140; // letters of a line that a bubble shows
  const GAP = 6;
  const lines = () => [...document.querySelectorAll("#chat-scroll .saying")];
  const numberOf = (line) => Number(line.id.slice(line.id.indexOf("-") + 1));
  const newest = () => Math.max(0, ...lines().map(numberOf));
  let shown = newest(); // what the page came with has been said before

  function bubble(line) {
    const seat = document.getElementById(line.dataset.speaker ?? "");
    if (!seat?.checkVisibility()) return;
    const found = document.createElement("p"), said = line.querySelector(".words"), sign = line.querySelector(".said .emblem");
    found.className = `bubble ${[...seat.classList].find((name) => name.startsWith("of-")) ?? ""}`;
    found.dataset.seat = seat.id;
    const text = said.textContent;
    found.append(...(sign ? [sign.cloneNode(true)] : []), text.length > LONG ? `${text.slice(0, LONG - 1)}…` : text);
    document.querySelector(`#bubbles [data-seat="${CSS.escape(seat.id)}"]`)?.remove(); // a seat says one thing at a time
    document.getElementById("bubbles").append(found);
    place(found);
    setTimeout(() => found.remove(), Math.min(MOST, LEAST + LETTER * text.length));
  }

  // Beside the seat, within the window, and never over the question: with no such place there is no bubble.
  function place(found) {
    const seat = document.getElementById(found.dataset.seat);
    if (!seat?.checkVisibility()) return found.remove();
    const at = seat.getBoundingClientRect(), own = found.getBoundingClientRect();
    const wide = document.documentElement.clientWidth, high = innerHeight;
    const held = (value, most) => Math.min(Math.max(GAP, value), Math.max(GAP, most - GAP));
    const across = held(at.left + GAP, wide - own.width), down = held(at.top + GAP, high - own.height);
    const tries = [
      [across, at.top - own.height - GAP], [across, at.bottom + GAP], [at.right + GAP, down], [at.left - own.width - GAP, down],
      [across, down], [held(at.right - own.width - GAP, wide - own.width), held(at.bottom - own.height - GAP, high - own.height)],
    ];
    const spot = tries.find(([left, top]) => fits({ left, top, right: left + own.width, bottom: top + own.height }, at));
    if (!spot) return found.remove();
    [found.style.left, found.style.top] = spot.map((value) => `${Math.round(value)}px`);
    found.classList.add("is-placed");
  }

  function fits(box, seat) {
    const isInside = box.left >= 0 && box.top >= 0 && box.right <= document.documentElement.clientWidth && box.bottom <= innerHeight;
    const isNear = seat.bottom > 0 && seat.top < innerHeight && seat.right > 0 && seat.left < innerWidth;
    return isInside && isNear && !["prompt", "asking"].some((id) => meets(box, document.getElementById(id)));
  }

  function meets(box, element) {
    if (!element?.checkVisibility()) return false;
    const other = element.getBoundingClientRect();
    return box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top;
  }

  function showSaid() {
    for (const line of lines().filter((line) => numberOf(line) > shown)) bubble(line);
    shown = Math.max(shown, newest());
  }
  const placeAll = () => { for (const found of document.querySelectorAll("#bubbles .bubble")) place(found); };
  addEventListener("resize", placeAll);
  document.addEventListener("scroll", placeAll, true);

  // Lines that nobody has seen here are counted at the chat's tab, or its heading.

  function isChatSeen() {
    const chat = document.getElementById("chat-scroll") ?? document.getElementById("chat");
    if (document.hidden || !chat?.checkVisibility()) return false;
    const { top, bottom } = chat.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  }

  function counter() {
    const found = document.getElementById("chat-count");
    if (found) return found;
    const made = document.createElement("span");
    made.id = "chat-count";
    (document.querySelector("[data-tab=chat]") ?? document.getElementById("chat-title"))?.append(made);
    return made;
  }

  function countUnread() {
    const read = stored(readAt, {});
    if (isChatSeen() && newest() > (read[table] ?? 0)) {
      delete read[table]; // so that the tables looked at last come last
      read[table] = newest();
      store(readAt, Object.fromEntries(Object.entries(read).slice(-tablesKept)));
    }
    const unread = lines().filter((line) => !("mine" in line.dataset) && numberOf(line) > (read[table] ?? 0)).length;
    const count = counter(), label = unread === 1 ? words.unreadOne : words.unreadOther.replace("2", unread);
    count.classList.add("count");
    count.hidden = unread === 0;
    if (count.textContent !== String(unread || "")) count.textContent = unread || "";
    count.setAttribute("role", "img");
    count.setAttribute("aria-label", unread ? label : "");
  }

  function scrollToNewest() {
    for (const id of ["chat-scroll", "aside-scroll"]) {
      const scroll = document.getElementById(id);
      if (scroll && !scroll.contains(document.activeElement)) scroll.scrollTop = scroll.scrollHeight;
    }
  }

  // The bell, and what the browser tells who looks elsewhere.

  const wanted = "bellringer-notify";
  const canNotify = () => isSecureContext && "Notification" in window;
  const isOn = () => canNotify() && Notification.permission === "granted" && stored(wanted, false);
  const calls = () => ["moves", "answer-back"].filter((id) => document.getElementById(id)); // what waits for one's answer
  let called = calls();

  function ring() {
    const now = calls(), fresh = now.find((id) => !called.includes(id));
    called = now;
    if (!fresh) return;
    window.bellringerSound?.("bell");
    if (isOn() && !document.hasFocus()) notify(fresh === "moves" ? frame.dataset.myMove : document.querySelector("#answer-back p").textContent);
  }

  function notify(words) {
    try {
      const told = new Notification(words, { body: document.title, tag: table });
      told.onclick = () => {
        window.focus();
        told.close();
      };
    } catch { /* some phones can only notify from a worker, which this page has not */ }
  }

  function showSwitch() {
    const button = document.getElementById("notify");
    if (!button) return;
    const isDenied = canNotify() && Notification.permission === "denied";
    document.getElementById("notify-insecure").hidden = isSecureContext;
    document.getElementById("notify-denied").hidden = !isDenied;
    button.hidden = !canNotify() || isDenied;
    button.setAttribute("aria-pressed", String(isOn()));
    button.textContent = isOn() ? button.dataset.on : button.dataset.off;
  }

  document.addEventListener("click", async (event) => {
    if (!event.target.closest?.("#notify")) return;
    const isWanted = !isOn();
    if (isWanted && Notification.permission === "default") await Notification.requestPermission();
    store(wanted, isWanted);
    showSwitch();
  });

  // Who has said to play again is taken to the next table when it is there. The answer to the form may lead there, too:
  // then nothing else does.

  let role = document.getElementById("rematch")?.dataset.role ?? "";
  let isSent = false;
  function goAlong() {
    if (isSent) return;
    const next = document.getElementById("to-rematch");
    if (next && ["offers", "comes"].includes(role)) location.assign(next.href);
    role = document.getElementById("rematch")?.dataset.role ?? (next ? "" : role);
  }
  document.addEventListener("htmx:before:request", ({ detail }) => { isSent ||= detail.ctx.sourceElement.id === "rematch"; });
  document.addEventListener("htmx:finally:request", ({ detail }) => {
    const { sourceElement, response } = detail.ctx;
    if (sourceElement.id !== "rematch" || response?.headers.has("hx-redirect")) return;
    isSent = false;
    goAlong();
  });

  function look() {
    showSaid();
    countUnread();
    ring();
    showSwitch();
    goAlong();
  }
  document.addEventListener("htmx:after:swap", () => {
    const before = shown;
    look();
    if (shown > before) scrollToNewest();
  });
  document.addEventListener("htmx:after:request", (event) => {
    const { sourceElement, response } = event.detail.ctx;
    const text = document.getElementById("aside-text");
    if (sourceElement.id === "aside" && response?.status < 400 && text) text.value = "";
  });
  for (const change of ["visibilitychange", "toggle", "scroll", "click"]) {
    document.addEventListener(change, () => requestAnimationFrame(countUnread), true);
  }
  scrollToNewest();
  countUnread();
  showSwitch();
}
