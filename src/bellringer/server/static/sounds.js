// Short, quiet sounds, made here and not recorded. Nothing is heard until somebody wants it; the browser remembers that.
"use strict";
{
  const KEY = "bellringer-sounds", LENGTH = 1.15, LOUDNESS = 0.5; // seconds at most; of 1
  const GAP = 0.09; // seconds between two sounds of a kind, so that a heap of events is no noise
  const MOST = 3, APART = 0.2; // sounds of what happens at once; seconds between them
  const LATE = 500; // milliseconds after which what was to be heard is over
  let context = null;
  const last = {}; // by name: when it was heard

  // what sounds are made of; `out`: where they go, `at`: seconds, when they begin

  function tone(out, at, { from, to = from, length, loud, type = "sine", rise = 0.004 }) {
    const voice = out.context.createOscillator(), level = out.context.createGain();
    voice.type = type;
    voice.frequency.setValueAtTime(from, at);
    voice.frequency.exponentialRampToValueAtTime(to, at + length);
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(loud, at + rise);
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    voice.connect(level).connect(out);
    voice.start(at);
    voice.stop(at + length);
  }

  function hiss(out, at, { from, to = from, length, loud, narrow = 1, rise = 0.01 }) {
    const samples = out.context.createBuffer(1, Math.ceil(out.context.sampleRate * length), out.context.sampleRate);
    const data = samples.getChannelData(0);
    let seed = 7; // the same every time
    for (let turn = 0; turn < data.length; turn++) {
      seed = (seed * 16807) % 2147483647;
      data[turn] = seed / 1073741823.5 - 1;
    }
    const source = out.context.createBufferSource(), band = out.context.createBiquadFilter(), level = out.context.createGain();
    source.buffer = samples;
    band.type = "bandpass";
    band.Q.value = narrow;
    band.frequency.setValueAtTime(from, at);
    band.frequency.exponentialRampToValueAtTime(to, at + length);
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(loud, at + rise);
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(band).connect(level).connect(out);
    source.start(at);
    source.stop(at + length);
  }

  // A bell's tones and how loud and how long each is: the hum, the stroke, a third, a fifth, and what is above.
  const BELL = [[0.5, 0.2, 1.12], [1, 0.3, 1], [1.19, 0.14, 0.8], [1.5, 0.1, 0.65], [2, 0.16, 0.55], [2.52, 0.06, 0.35], [3.01, 0.05, 0.25]];

  const SOUNDS = {
    bell(out, at) {
      for (const [share, loud, length] of BELL) tone(out, at, { from: 440 * share, length, loud });
      hiss(out, at, { from: 3000, to: 1200, length: 0.04, loud: 0.12, rise: 0.002 });
    },
    quill(out, at) {
      for (const [late, from, length] of [[0, 3600, 0.12], [0.15, 4300, 0.09], [0.27, 3200, 0.16]]) {
        hiss(out, at + late, { from, to: from * 1.25, length, loud: 0.22, narrow: 2.2, rise: 0.03 });
      }
    },
    card(out, at) {
      hiss(out, at, { from: 900, to: 3400, length: 0.13, loud: 0.4, narrow: 0.8, rise: 0.05 });
      hiss(out, at + 0.12, { from: 1500, to: 700, length: 0.07, loud: 0.5, narrow: 0.7, rise: 0.003 });
    },
    coin(out, at) {
      for (const [late, from] of [[0, 2093], [0.07, 2637]]) {
        tone(out, at + late, { from, length: 0.3, loud: 0.18 });
        tone(out, at + late, { from: from * 2.76, length: 0.12, loud: 0.05 });
      }
    },
    rat(out, at) {
      for (const [late, from, to] of [[0, 1900, 2900], [0.11, 2300, 3300]]) {
        tone(out, at + late, { from, to, length: 0.09, loud: 0.16, type: "triangle", rise: 0.02 });
      }
    },
    citizen(out, at) {
      tone(out, at, { from: 210, to: 62, length: 0.34, loud: 0.6 });
      hiss(out, at, { from: 500, to: 180, length: 0.14, loud: 0.35, rise: 0.003 });
    },
    plague(out, at) {
      for (const [from, loud] of [[98, 0.3], [104, 0.26], [147, 0.12]]) {
        tone(out, at, { from, to: from * 0.94, length: 1.1, loud, type: "triangle", rise: 0.25 });
      }
      hiss(out, at, { from: 260, to: 420, length: 1, loud: 0.2, narrow: 1.5, rise: 0.35 });
    },
  };

  // What is heard with the events of the log, by their kinds.
  const HEARD = {
    bell: ["round-begins", "last-round-begins", "cathedral-shared", "period-ends", "game-ends"],
    card: [
      "card-played", "card-taken", "card-given-up", "action-forgone", "cards-passed", "cards-drawn", "person-opens", "gray-pile-seen",
      "region-cards-drawn", "region-card-shown", "region-cards-kept", "region-card-chosen", "region-card-dropped", "region-card-played",
      "region-cards-shuffled", "event-drawn", "event-put-away", "events-seen", "events-shuffled",
    ],
    quill: [
      "turn-begins", "person-hired", "message-taken", "sector-used", "ability-used", "card-upgraded", "card-blocked", "card-unblocked",
      "tile-borrowed", "tile-returned", "rat-spares", "guild-taken", "city-taken", "university-founded", "tokens-taken-back",
    ],
    coin: ["coins-gained", "coins-paid", "coins-taken", "prestige-gained", "prestige-lost", "points-scored"],
    rat: [
      "rat-moved", "rat-arrives", "rat-turned", "rat-seen", "rats-swapped", "rat-revealed", "rat-drawn", "rat-replaced", "rat-discarded",
      "rat-arranged", "rat-flipped", "rats-counted",
    ],
    citizen: [
      "citizens-placed", "citizens-moved", "citizens-killed", "citizen-saved", "citizen-kept", "citizen-led", "citizen-taken-back",
      "citizen-dropped", "citizen-landed", "citizen-knocked", "marker-placed", "marker-granted", "marker-moved", "marker-returned",
      "markers-gained", "friend-moved", "carriage-moved", "nun-placed", "bishop-moved", "wall-placed", "podium-placed", "caravan-moved",
      "potion-placed", "potion-spent", "university-moved",
    ],
    plague: ["plague-strikes", "rat-overruns", "piece-moved", "piece-counts", "limits-lifted", "last-ravage-begins"],
  };
  const KINDS = Object.fromEntries(Object.entries(HEARD).flatMap(([name, kinds]) => kinds.map((kind) => [kind, name])));

  function into(found, name, at) {
    const out = found.createGain();
    out.gain.value = LOUDNESS;
    out.connect(found.destination);
    SOUNDS[name](out, at);
  }

  let own = false; // where the browser keeps nothing
  function isOn() {
    try { return (localStorage.getItem(KEY) ?? (own ? "on" : "off")) === "on"; } catch { return own; }
  }
  function turn(isWanted) {
    own = isWanted;
    try { localStorage.setItem(KEY, isWanted ? "on" : "off"); } catch { /* it holds until the page is left */ }
  }

  // A browser lets a page be heard once somebody has done something there. What was to be heard before is not made up for.
  async function play(name, later = 0) {
    if (!isOn() || !(name in SOUNDS) || navigator.userActivation?.hasBeenActive === false) return;
    context ??= new AudioContext();
    const asked = performance.now();
    if (context.state !== "running") await context.resume();
    if (performance.now() - asked > LATE) return;
    const at = context.currentTime + 0.01 + later;
    if (at - (last[name] ?? -1) < GAP) return;
    last[name] = at;
    into(context, name, at);
  }

  // What happens at once is a few sounds, one after the other: the last of it, each of a kind once.
  function hear(kinds) {
    const names = [...new Set(kinds.map((kind) => KINDS[kind]).filter(Boolean))].slice(-MOST);
    names.forEach((name, turn) => play(name, turn * APART));
  }

  // A sound as samples, without a loudspeaker.
  function render(name) {
    const rate = 22050, found = new OfflineAudioContext(1, Math.ceil(rate * 1.5), rate);
    into(found, name, 0);
    return found.startRendering();
  }

  window.bellringerSound = Object.assign(play, { names: Object.keys(SOUNDS), kinds: KINDS, render, LENGTH });

  // the switch, and when something is heard

  const button = document.getElementById("sounds");
  function showSwitch() {
    if (button) button.setAttribute("aria-pressed", String(isOn()));
  }
  button?.addEventListener("click", () => {
    turn(!isOn());
    showSwitch();
    play("bell");
  });
  showSwitch();

  document.addEventListener("bellringer:scene", ({ detail }) => hear(detail.kinds));

  const isMine = () => document.getElementById("moves") !== null;
  let wasMine = isMine();
  document.addEventListener("htmx:after:swap", () => {
    if (isMine() && !wasMine) play("bell");
    wasMine = isMine();
  });
}
