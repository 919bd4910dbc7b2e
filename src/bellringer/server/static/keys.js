// The keys of a page. What a key is for stands in one table (shortcuts.py), which the page has as its list of keys; scripts
// say by keys.on what they do then, and nothing else listens to the keyboard.
"use strict";

const keys = (() => {
  const KEPT = "single-keys", TYPED = "input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]";
  const list = document.getElementById("keys"), box = document.getElementById("single-keys");
  const table = [...list.querySelectorAll("[data-shortcut]")].map(({ dataset }) => ({
    name: dataset.shortcut, keys: dataset.keys.split(" "), codes: dataset.codes.split(" "), isSingle: "single" in dataset,
  }));
  const done = new Map(table.map(({ name }) => [name, []])); // by shortcut: what scripts do, and say whether they did
  const heard = []; // what scripts do at any key

  // Who speaks to the computer, or touches keys by accident, switches the single ones off.

  let own = null; // where the browser keeps nothing
  function areOn() {
    try { return (localStorage.getItem(KEPT) ?? own) !== "off"; } catch { return own !== "off"; }
  }
  function keep(answer) {
    own = answer;
    try { localStorage.setItem(KEPT, answer); } catch { /* it holds until the page is left */ }
  }
  function tell() {
    box.checked = areOn();
    document.getElementById("keys-off").hidden = areOn();
    document.documentElement.classList.toggle("has-single-keys", areOn());
    const button = document.querySelector("[data-list]");
    if (button) areOn() ? button.setAttribute("aria-keyshortcuts", "c") : button.removeAttribute("aria-keyshortcuts");
  }
  box.addEventListener("change", () => {
    keep(box.checked ? "on" : "off");
    tell();
  });
  addEventListener("storage", tell); // another page of this browser has switched them
  document.addEventListener("htmx:after:swap", tell);

  // What an event means. A letter is what is typed, a digit the key on which it stands: by Shift only where it types that.

  const isTyped = (target) => target.closest?.(TYPED);
  const isLetter = ({ key, shiftKey }, one) => key === one || (!shiftKey && key.length === 1 && key.toLowerCase() === one);
  const isAt = ({ code, key, shiftKey }, one) => code === one && key.length === 1 && (!shiftKey || key === code.at(-1));
  function isMeant(one, event) {
    if (one.isSingle && !areOn()) return false;
    if (one.name !== "close" && (isTyped(event.target) || list.open)) return false;
    return one.keys.some((key) => isLetter(event, key)) || one.codes.some((code) => isAt(event, code));
  }

  document.addEventListener("keydown", (event) => {
    for (const act of heard) act(event);
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (list.open && event.key === "Escape") return; // which closes it
    for (const { name } of table.filter((one) => isMeant(one, event))) {
      const acted = done.get(name).map((act) => act(event));
      if (!acted.some(Boolean)) continue;
      if (name !== "close") event.preventDefault();
      return;
    }
  }, true);

  function show() {
    if (list.open) return false;
    list.showModal();
    return true;
  }
  done.get("keys").push(show);
  document.addEventListener("click", ({ target }) => { if (target.closest?.("[data-show-keys]")) show(); });
  document.getElementById("key-switch").hidden = false;
  tell();

  return {
    areOn,
    on: (name, act) => done.get(name)?.push(act), // act(event): whether it had something to do; pages have different keys
    heard: (act) => heard.push(act),
  };
})();
