// What the pages around the tables do beyond plain HTML. Everything works without it.
"use strict";

// Buttons that copy a field's text show only where copying is possible.
function showCopyButtons() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  await navigator.clipboard.writeText(field.value);
  const words = button.textContent;
  if (words === button.dataset.copied) return;
  button.textContent = button.dataset.copied;
  setTimeout(() => { button.textContent = words; }, 2000);
});

// A field that is there to be copied is marked whole at once.
document.addEventListener("focusin", (event) => {
  if (event.target.matches("input[readonly]")) event.target.select();
});

// Of a new table only a seat that somebody has can begin; not every browser can hide a list's lines by style alone.
function offerStarts() {
  const start = document.getElementById("start"), count = document.querySelector(".new [name=seats]:checked");
  if (!start || !count) return;
  for (const option of start.options) option.hidden = option.disabled = option.index >= Number(count.value);
  if (start.selectedIndex < 0 || start.selectedOptions[0].disabled) start.selectedIndex = 0;
}
document.addEventListener("change", (event) => { if (event.target.name === "seats") offerStarts(); });
offerStarts();

// The answer to a form leads on by itself: what comes meanwhile must not lead there a second time.
let isLedOn = false;
document.addEventListener("submit", ({ target }) => { isLedOn ||= target.matches("form[method='post']:not([hx-post])"); });
addEventListener("pageshow", ({ persisted }) => { isLedOn &&= !persisted; });

// The lobby is morphed in place; when its game has begun, it holds a link to follow.
function lookAgain() {
  showCopyButtons();
  const begun = document.getElementById("begun");
  if (begun && !isLedOn) location.replace(begun.href);
}

// While the server is away the page says so (listening/main.js).
const showLost = (isLost) => { document.getElementById("lost").hidden = !isLost; };
document.addEventListener("bellringer:lost", () => { if (document.getElementById("lobby")) showLost(true); });
document.addEventListener("bellringer:connected", () => { if (document.getElementById("lobby")) showLost(false); });

const lobby = document.getElementById("lobby");
if (lobby) new MutationObserver(lookAgain).observe(lobby.parentElement, { childList: true, subtree: true });
lookAgain();
