"""What a page hides: words that are cut, what can't be hit where it lies, what lies over another one's words.

Of every element with words or an answer. Left out is what scrolls by design, and what is told whole elsewhere: of a
name as many letters as there is room for, facts that are one press away, the last lines of the log.
"""

from __future__ import annotations

from playwright.sync_api import Page

# What scrolls by design: lists that grow, and rows that say that they go on.
SCROLLERS = (
    *(".log-scroll", ".pane", ".chat-scroll", "#moves", ".leaving", ".hands-middle", ".rulings", ".end", ".boards"),
    *(
        ".has-more",
        ".hand:has(.has-more)",
        ".told",
        ".others .seat-more",
        ".answers",
        ".awaiting",
        ".asking",
        ".points-scroll",
    ),
)
# Of which lines may stand wholly out of sight, or end in dots, since the rest is told elsewhere.
SHORTENED = (".seat-head h3", ".seat-kind", ".facts", ".latest li", ".when b")
PRESSED = (
    *("button", "a[href]", "summary", "select", "textarea", "input:not([type=hidden])", ".tile", ".game-card"),
    "#board .shines[data-target]",
)
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
LONGEST_WORD = 20  # letters; longer ones may be broken
HIDDEN = """([scrollers, shortened, pressed, longest]) => {
  const found = new Set();
  const where = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(" ");
  const classOf = (one) => (one.className.baseVal ?? one.className) || one.localName;
  const named = (one) => {
    const words = one.textContent.trim().replace(/\\s+/g, " ").slice(0, 50);
    return `${one.closest("[id]")?.id ?? ""} .${classOf(one)} "${words}"`;
  };
  const isCutBy = (one, cut, box) => `cut: ${named(one)} ${where(box)} by .${classOf(cut)}`;
  const isFull = (box) => box.width > 0.5 && box.height > 0.5;

  const forEars = new Map([[document.body, false]]);
  function isForEars(one) {
    if (!forEars.has(one)) {
      const isItself = one.matches(".unseen, .skip") || getComputedStyle(one).clipPath === "inset(50%)";
      forEars.set(one, isItself || isForEars(one.parentElement));
    }
    return forEars.get(one);
  }
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isForEars(one);
  const isDrawn = (one) => one.closest("svg.board") !== null;
  const ownWords = (one) => [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
  const related = (one, other) => one.contains(other) || other.contains(one);

  // What cuts a box off, if anything does; "scrolls" where it can be scrolled to.
  const rooms = new Map();
  function roomOf(one) {
    if (!rooms.has(one)) {
      const { overflowX, overflowY, display, position } = getComputedStyle(one);
      const cuts = display !== "inline" && (overflowX !== "visible" || overflowY !== "visible");
      const goesOn = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
      rooms.set(one, { box: cuts && one.getBoundingClientRect(), scrolls: one.matches(scrollers) && goesOn, position });
    }
    return rooms.get(one);
  }
  function cutBy(one, box) {
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      const { box: room, scrolls, position } = roomOf(at);
      const isBeside = room && (box.left < room.left - 1.5 || box.right > room.right + 1.5);
      const isAbove = room && (box.top < room.top - 4 || box.bottom > room.bottom + 4);
      if (isBeside || isAbove) return scrolls ? "scrolls" : at;
      if (position === "fixed") break;
    }
    const isOn = box.left >= -1 && box.right <= innerWidth + 1 && box.top >= -2 && box.bottom <= innerHeight + 2;
    return isOn ? null : document.documentElement;
  }
  function isToldElsewhere(one, cut, box) {
    const room = cut.getBoundingClientRect();
    const isOut = box.top >= room.bottom - 2 || box.left >= room.right - 2;
    return one.closest(shortened) && (isOut || getComputedStyle(cut).textOverflow === "ellipsis");
  }

  // What is painted over a point.
  function isPainted(one) {
    const { opacity, visibility, backgroundImage, backgroundColor } = getComputedStyle(one);
    if (opacity === "0" || visibility === "hidden") return false;
    const isClear = /rgba\\(.*, 0\\)|transparent/.test(backgroundColor) && backgroundImage === "none";
    return !isClear || ownWords(one).length > 0 || (isDrawn(one) && one.localName !== "svg");
  }
  function coverOf(one, x, y) {
    for (const met of document.elementsFromPoint(x, y)) {
      if (related(met, one)) return null;
      if (isPainted(met)) return met;
    }
    return null;
  }

  // Words: whole, in sight, no word broken.
  const lines = [];
  function lookAtLine(one, box) {
    const cut = cutBy(one, box);
    if (cut === "scrolls" || (cut && isToldElsewhere(one, cut, box))) return;
    if (cut) return found.add(isCutBy(one, cut, box));
    lines.push({ one, box });
    const over = coverOf(one, box.left + box.width / 2, box.top + box.height / 2);
    if (over) found.add(`covered: ${named(one)} ${where(box)} by ${named(over)}`);
  }
  function lookAtWords(one, node) {
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (isFull(box)) lookAtLine(one, box);
    for (const { index, 0: word } of one.closest(shortened) ? [] : node.data.matchAll(/[^\\s\\u200b-]+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rows = new Set([...range.getClientRects()].filter(isFull).map((box) => Math.round(box.top)));
      if (rows.size > 1 && word.length <= longest) found.add(`broken: ${named(one)} ${word}`);
    }
  }
  for (const one of document.body.querySelectorAll("*")) {
    if (one.closest("svg, script, noscript, style, option, .sky-frame") || !isSeen(one)) continue;
    for (const node of ownWords(one)) lookAtWords(one, node);
  }

  // Words over words, unless something opaque lies between them.
  function lookAtPair({ one, box }, { one: other, box: with_ }) {
    if (related(one, other)) return;
    const [left, right] = [Math.max(box.left, with_.left), Math.min(box.right, with_.right)];
    const [top, bottom] = [Math.max(box.top, with_.top), Math.min(box.bottom, with_.bottom)];
    if (right - left <= 2 || bottom - top <= 0.35 * Math.min(box.height, with_.height)) return;
    const first = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).find(isPainted);
    if (first && !related(first, one) && !related(first, other)) return;
    found.add(`over words: ${named(one)} ${where(box)} and ${named(other)} ${where(with_)}`);
  }
  lines.forEach((line, at) => lines.slice(at + 1).forEach((other) => lookAtPair(line, other)));

  // Answers, and all else that is pressed: hit in the middle, of a drawing somewhere.
  const isHit = (one, x, y) => {
    const met = document.elementFromPoint(x, y);
    return met !== null && (one.contains(met) || [...(one.labels ?? [])].some((label) => label.contains(met)));
  };
  function lookAtDrawing(one) {
    const box = one.getBoundingClientRect(), parts = [0.5, 0.3, 0.7, 0.1, 0.9, 0.2, 0.4, 0.6, 0.8];
    const isAt = (across, down) => isHit(one, box.left + box.width * across, box.top + box.height * down);
    const isMet = parts.some((down) => parts.some((across) => isAt(across, down)));
    if (!isMet && getComputedStyle(one).pointerEvents !== "none") found.add(`can't be hit: ${one.id} ${where(box)}`);
  }
  function lookAtPressed(one) {
    const box = [...one.getClientRects()].find(isFull), cut = box && cutBy(one.parentElement, box);
    if (!box || cut === "scrolls") return;
    if (cut) return found.add(isCutBy(one, cut, box));
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!isHit(one, x, y)) found.add(`can't be hit: ${named(one)} ${where(box)}`);
  }
  for (const one of document.body.querySelectorAll(pressed)) {
    if (one.closest("defs, .sky-frame") || !isSeen(one)) continue;
    if (isDrawn(one)) lookAtDrawing(one);
    else lookAtPressed(one);
  }
  return [...found];
}"""


def hidden_on(page: Page) -> list[str]:
    """All that a page hides, as it is now."""
    lists = [", ".join(one) for one in (SCROLLERS, SHORTENED, PRESSED)]
    found: list[str] = page.evaluate(HIDDEN, [*lists, LONGEST_WORD])
    return found


# cards and parts of the page

MOST_COVERED = 0.15  # of a card's drawing, by each sign
# Cards whose signs cover the drawing, whose number is not there, whose name is broken within a word or cut, or which
# lack their line on a desk; letters that are too small, as they are seen.
SPOILT_CARDS = """(most) => {
  const found = [], seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
  for (const card of [...document.querySelectorAll("#middle .game-card, #hand .game-card")].filter(seen)) {
    const name = card.querySelector(".card-name"), words = name.textContent.trim(), range = document.createRange();
    const drawing = card.querySelector(".vignette > .emblem")?.getBoundingClientRect();
    for (const sign of drawing ? [...card.querySelectorAll(".vignette > .corner")].filter(seen) : []) {
      const box = sign.getBoundingClientRect();
      const wide = Math.min(box.right, drawing.right) - Math.max(box.left, drawing.left);
      const high = Math.min(box.bottom, drawing.bottom) - Math.max(box.top, drawing.top);
      const share = Math.max(0, wide) * Math.max(0, high) / (drawing.width * drawing.height);
      if (share > most) found.push(`${words}: ${Math.round(100 * share)} % under a sign`);
    }
    const number = card.querySelector(".first:has(b)");
    if (number && !seen(number)) found.push(`${words}: without its number`);
    range.selectNodeContents(name);
    const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
    if (lines.size > words.split(/[ -]/).length) found.push(`${words}: broken`);
    const frame = card.getBoundingClientRect(), boxes = [...range.getClientRects()];
    const isOut = (box) => box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 2;
    if (name.scrollWidth > name.clientWidth + 1 || boxes.some(isOut)) found.push(`${words}: cut`);
    const line = card.querySelector(".card-line"), isDesk = innerWidth >= 1440 && innerHeight >= 900;
    const isTold = line === null || (seen(line) && line.getBoundingClientRect().bottom <= frame.bottom - 1);
    if (isDesk && !isTold) found.push(`${words}: without its whole line`);
  }
  const hasWords = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  for (const one of [...document.querySelectorAll("#main *")].filter((one) => hasWords(one) && seen(one))) {
    if (one.closest("svg, .unseen, .turn-taken") || one.getBoundingClientRect().width < 3) continue;
    let size = parseFloat(getComputedStyle(one).fontSize);
    for (let at = one; at.id !== "main"; at = at.parentElement) size *= new DOMMatrix(getComputedStyle(at).transform).a;
    if (size < 13.9) found.push(`${one.className}: letters of ${size} px`);
  }
  return [...new Set(found)];
}"""

# What lies over another part of the table.
OVERLAPS = """() => {
  const parts = [...document.querySelectorAll("#board, #prompt, #hand .cards, #middle, #end, .others, .own, .rail")];
  const shown = parts.filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()]);
  const found = [];
  for (const [one, a] of shown) for (const [other, b] of shown) {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const names = `${one.id || one.className} over ${other.id || other.className}`;
    if (one !== other && wide > 2 && high > 2) found.push(names);
  }
  return found;
}"""


def spoilt_on(page: Page) -> list[str]:
    """What is wrong with the cards of a page, and which letters are too small."""
    found: list[str] = page.evaluate(SPOILT_CARDS, MOST_COVERED)
    return found


def overlaps_on(page: Page) -> list[str]:
    """Which parts of a table lie over others."""
    found: list[str] = page.evaluate(OVERLAPS)
    return found
