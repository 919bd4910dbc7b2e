// A closer look at the board, where there is little room: twice as large, and moved by a finger. While something is told
// all of it is seen (table.css), and then again what was looked at.
"use strict";

{
  const frame = document.getElementById("board"), closer = document.getElementById("closer");
  const isClose = () => closer.checked && !frame.classList.contains("is-staged");
  let looked = null; // the middle of what is seen, in parts of the board
  let asked = "";

  // What can be chosen, or where the game of this board is at home.
  function whereToLook() {
    const home = { x: 0.5, y: Number(getComputedStyle(document.getElementById("live")).getPropertyValue("--home") || 0.5) };
    const boxes = [...frame.querySelectorAll(".shines[data-target]")].map((one) => one.getBoundingClientRect());
    if (boxes.length === 0) return home;
    const { left, top } = frame.getBoundingClientRect();
    const x = (Math.min(...boxes.map((box) => box.left)) + Math.max(...boxes.map((box) => box.right))) / 2 - left;
    const y = (Math.min(...boxes.map((box) => box.top)) + Math.max(...boxes.map((box) => box.bottom))) / 2 - top;
    return { x: (x + frame.scrollLeft) / frame.scrollWidth, y: (y + frame.scrollTop) / frame.scrollHeight };
  }

  function look() {
    if (!isClose()) return;
    const { x, y } = looked ?? whereToLook();
    const left = x * frame.scrollWidth - frame.clientWidth / 2, top = y * frame.scrollHeight - frame.clientHeight / 2;
    frame.scrollTo({ left, top, behavior: "instant" });
  }

  closer.addEventListener("change", () => {
    looked = null;
    look();
  });
  frame.addEventListener("scroll", () => {
    if (!isClose()) return;
    const x = (frame.scrollLeft + frame.clientWidth / 2) / frame.scrollWidth;
    looked = { x, y: (frame.scrollTop + frame.clientHeight / 2) / frame.scrollHeight };
  });
  new MutationObserver(look).observe(frame, { attributes: true, attributeFilter: ["class"] });
  document.addEventListener("htmx:after:swap", () => { // a new question is looked at where it can be answered
    const now = document.querySelector("#moves [name=asked]")?.value ?? asked;
    if (now === asked) return;
    asked = now;
    looked = null;
    look();
  });
}
