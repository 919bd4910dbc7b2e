// Where an anchor is (page/scenes.py says which there are): its middle on the screen, and what counts there.

import { board, mySeat } from "./elements.js";
import { pieceNow, pieceToCome } from "./pieces.js";
import { middleOf, onBoard, scenes } from "./stage.js";

export const ANCHORS = {
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

export function placeOf(anchor) {
  if (!anchor) return null;
  const [kind, ...rest] = anchor.split(" ");
  if (!(kind in ANCHORS)) {
    const { x, y } = onBoard(Number(kind), Number(rest[0]));
    return { x, y, isOnBoard: true };
  }
  return ANCHORS[kind](...rest);
}
