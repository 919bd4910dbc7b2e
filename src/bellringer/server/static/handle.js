// A piece that is moved by taking hold of it: a click, a tap, Enter, or a finger that draws it along. While it is held only
// where it can go may be chosen, and the whole land there is hit. A click on it is an answer to nothing.
"use strict";

(() => {
  const page = document.getElementById("main");
  const DRAWN = 6; // pixels from which a press is no click any more
  let press = null; // where the pointer went down on the piece, until it goes up
  let isDropped = false; // the click that follows has been seen to

  const handle = () => document.querySelector("#live [data-handle]");
  const places = () => document.querySelectorAll(`#live [data-by="${handle()?.dataset.handle}"]`);
  const asked = () => document.querySelector("#moves [name=asked]")?.value;
  const isHeld = () => page.classList.contains("holds-piece");
  const isTelling = () => page.classList.contains("is-telling"); // then a click skips (scenes/)
  let heldFor; // the question for which it was taken

  function take() {
    heldFor = asked();
    page.classList.add("holds-piece");
  }

  function letGo() {
    page.classList.remove("holds-piece", "is-dragging");
    drawTo(0, 0);
    press = null;
  }

  function drawTo(x, y) {
    const inner = handle()?.querySelector(".arrives");
    if (inner) inner.style.transform = x || y ? `translate(${x}px, ${y}px)` : "";
  }

  function swallow(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // What is chosen where the piece is let fall, as by a click there: so it may be shown before it is done.
  function drop({ clientX, clientY, pointerType }) {
    const place = document.elementFromPoint(clientX, clientY)?.closest("#live [data-by]");
    page.classList.remove("is-dragging");
    drawTo(0, 0);
    if (!place) return letGo();
    place.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, clientX, clientY, pointerType }));
  }

  document.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || isTelling() || !event.target.closest?.("#live [data-handle]")) return;
    press = { x: event.clientX, y: event.clientY, id: event.pointerId };
  });

  document.addEventListener("pointermove", (event) => {
    if (press?.id !== event.pointerId) return;
    const [x, y] = [event.clientX - press.x, event.clientY - press.y];
    if (!page.classList.contains("is-dragging")) {
      if (Math.hypot(x, y) < DRAWN) return;
      take();
      page.classList.add("is-dragging");
    }
    const { a } = document.getElementById("live").getScreenCTM();
    drawTo(x / a, y / a);
  });

  document.addEventListener("pointerup", (event) => {
    if (press?.id !== event.pointerId) return;
    press = null;
    if (!page.classList.contains("is-dragging")) return;
    isDropped = true;
    setTimeout(() => {
      isDropped = false;
      drop(event);
    });
  });
  document.addEventListener("pointercancel", () => { if (press) letGo(); });

  document.addEventListener("click", (event) => {
    if (isDropped) return swallow(event);
    if (isTelling()) return;
    if (event.target.closest("#live [data-handle]")) {
      swallow(event);
      return take();
    }
    if (isHeld() && event.detail < 2 && !event.target.closest("#live [data-by], #hands, #prompt")) letGo();
  }, true);

  keys.on("close", () => {
    if (!isHeld()) return false;
    letGo();
    handle()?.focus({ preventScroll: true });
    return true;
  });
  keys.on("choose", ({ target }) => {
    if (!target.closest?.("#live [data-handle]")) return false;
    take();
    places()[0]?.focus({ preventScroll: true });
    return true;
  });

  document.addEventListener("htmx:after:swap", () => {
    if (isHeld() && (!handle() || asked() !== heldFor)) letGo();
  });
})();
