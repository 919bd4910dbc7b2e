// The steps of scenes, each for so many milliseconds; for none, only what it changes happens.

import { board, made } from "./elements.js";
import { LENGTH } from "./lines.js";
import { arrive, count, leave, MANY, pieceNow, pieceToCome } from "./pieces.js";
import { ANCHORS, placeOf } from "./places.js";
import { darken, flyer, follow, glow, largeCard, largeRat, sumOf } from "./sky.js";
import { at, middleOf, move, onBoard, onStage, scale, scenes, wait } from "./stage.js";

export const STEPS = {
  async go({ what, by }, time) {
    const piece = pieceNow(what) ?? (pieceToCome(what) && (arrive({ piece: what }, 1), pieceNow(what)));
    const way = by.map(placeOf), real = document.getElementById(what)?.getAttribute("transform");
    const last = piece && real && sameLast(way, piece, real);
    follow(way.at(-1), time);
    if (!piece) return;
    if (time) {
      const one = flyer("", piece), start = ANCHORS.piece(what, 0, 0);
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
    const middle = ANCHORS.board(), { box: frame } = middleOf(board), most = frame.right; // a question beside the board stays free
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

  async sum(step, time) {
    const place = placeOf(step.at);
    follow(place, time);
    if (!time) return;
    const one = sumOf(step), box = one.getBoundingClientRect(), most = middleOf(board).box.right;
    one.style.margin = `${-box.height / 2}px ${-box.width / 2}px`;
    const rest = { x: Math.min(Math.max(place.x, box.width / 2 + 8), most - box.width / 2 - 8), y: Math.max(place.y, box.height / 2 + 8) };
    await move(one, [{ transform: at(rest, "scale(.6)"), opacity: 0 }, { transform: at(rest), opacity: 1, offset: 0.15 }, { transform: at(rest), opacity: 1, offset: 0.85 }, { transform: at(rest), opacity: 0 }], time).finally(() => one.remove());
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
