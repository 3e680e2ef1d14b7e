// SPDX-License-Identifier: MIT
// Draws what the board shows and tells it which keys are down. It knows no rules: the messages are in server.py.

import * as pieces from "./pieces.js";
import * as sound from "./sound.js";
import * as words from "./words.js";

const ROWS = 9;
const ANIMALS = 6;
const BLANK = 6;
const OFF = 8;
const MOST_CODES = 343;
const BADGES = { "not sure": "?" };
// The animals, blank and not chosen where they stand beside text.
const LEGEND = ["#e3932b", "#ffe936", "#22a53a", "#23939a", "#4a6cf0", "#ff4dbd", "#6b6b6b", "#b5b5b5"];
const AFTER_GAME = ["reveal", "scoreboard"];
const HOOD_HOLD_MS = 600;
const RETRY_MS = [250, 500, 1000, 2000];
const KEYS = { 1: "left", 2: "middle", 3: "right", Enter: "check", m: "menu", M: "menu" };

const byId = (id) => document.getElementById(id);
const buttons = [...document.querySelectorAll("[data-key]")];
const lights = []; // 57 elements, by light
const scores = []; // 9 elements around the score lights of a row

let looks = [];
let board = null;
let socket = null;
let tries = 0;
let hoodTimer = null;
let refusal = ""; // shown until the next press
const held = new Map(); // key: what holds it, such as "Enter" or "pointer 1"
const options = { sound: true, shortcuts: true };

// ---- The board's lights

function build() {
  for (let row = ROWS - 1; row >= 0; row--) byId("rows").append(buildRow(row));
  for (let hole = 0; hole < 3; hole++) byId("code").append((lights[54 + hole] = buildLight("hole", true)));
}

function buildRow(row) {
  const item = document.createElement("li");
  item.className = "row";
  const holes = document.createElement("div");
  holes.className = "holes";
  scores[row] = document.createElement("div");
  scores[row].className = "pegs";
  scores[row].setAttribute("role", "img");
  for (let place = 0; place < 6; place++) {
    const light = (lights[6 * row + place] = buildLight(place < 3 ? "hole" : "peg", place < 3));
    (place < 3 ? holes : scores[row]).append(light);
  }
  item.append(holes, scores[row]);
  return item;
}

function buildLight(kind, named) {
  const light = document.createElement("span");
  light.className = `light ${kind}`;
  if (named) light.setAttribute("role", "img");
  const face = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  face.setAttribute("aria-hidden", "true");
  face.append(document.createElementNS("http://www.w3.org/2000/svg", "use"));
  const letter = document.createElement("span");
  letter.className = "letter";
  letter.setAttribute("aria-hidden", "true");
  light.append(face, letter);
  return light;
}

function paint(element, [look, colour]) {
  if (element.dataset.look !== looks[look]) {
    element.dataset.look = looks[look];
    element.querySelector("use").setAttribute("href", `animals.svg#${looks[look].replaceAll(" ", "-")}`);
    element.querySelector(".letter").textContent = look < ANIMALS ? looks[look][0].toUpperCase() : (BADGES[looks[look]] ?? "");
  }
  element.classList.toggle("animal", look < ANIMALS);
  element.classList.toggle("lit", colour !== "#000000");
  element.style.setProperty("--led", colour);
  element.style.setProperty("--ink", isBright(colour) ? "#17100a" : "#ffffff");
}

function isBright(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > 90;
}

function name(element, text) {
  if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text);
}

function nameLights() {
  const look = (light) => looks[board.lights[light][0]];
  for (let row = 0; row < ROWS; row++) {
    for (let hole = 0; hole < 3; hole++) name(lights[6 * row + hole], words.hole(row, hole, look(6 * row + hole)));
    name(scores[row], words.score(row, [3, 4, 5].map((peg) => look(6 * row + peg))));
  }
  for (let hole = 0; hole < 3; hole++) name(lights[54 + hole], words.codeHole(hole, look(54 + hole)));
}

// ---- Everything around the lights

function show(next) {
  const before = board;
  board = next;
  board.chosen = words.chosen(board, before);
  if (before?.stage !== board.stage) refusal = "";
  lights.forEach((light, index) => paint(light, board.lights[index]));
  nameLights();
  pieces.show(board);
  showCovered();
  showMirror();
  showStage();
  showHood();
  tellChanges(before);
}

// A light under a piece glows around it.
function showCovered() {
  const entry = 6 * words.entryRow(board);
  const covered = (board.pieces ?? []).map((piece, where) => piece && lights[where < 3 ? entry + where : 51 + where]);
  for (const light of lights) light.classList.toggle("covered", covered.includes(light));
}

function showStage() {
  const { title, advice, captions } = words.stage(board);
  const root = byId("board");
  Object.assign(root.dataset, { stage: board.stage, rest: board.rest, breaker: board.codebreaker });
  setText(byId("title"), title);
  setText(byId("advice"), refusal || words.rest(board) || words.notSure(board) || advice);
  for (const button of buttons) {
    button.setAttribute("aria-disabled", String(!board.keys));
    name(button, words.button(board, button.dataset.key, looks));
    setText(button.querySelector(".does"), captions[button.dataset.key]);
  }
  document.querySelectorAll(".row").forEach((row, index) => {
    row.classList.toggle("current", ROWS - 1 - index === board.row);
  });
  byId("review").hidden = !AFTER_GAME.includes(board.stage) || !byId("reviewTitle").textContent;
}

function showMirror() {
  byId("mirror").hidden = !board.mirror;
  setText(byId("mirror"), words.mirror(board));
  document.documentElement.classList.toggle("mirrored", Boolean(board.mirror));
  byId("mirror").classList.toggle("gone", Boolean(board.gone));
  byId("board").classList.toggle("is-gone", Boolean(board.gone));
}

function showHood() {
  const shown = board.lights.slice(54).some(([look]) => look !== OFF && looks[look] !== "fault");
  byId("board").classList.toggle("lifted", board.hood || shown);
  byId("hood").disabled = Boolean(board.mirror);
  name(byId("hood"), words.hood(board));
  byId("hood").setAttribute("aria-pressed", String(board.hood));
  setText(byId("hoodHint"), words.hoodHint(board));
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// One sentence at a time: what has changed for somebody who cannot see the lights.
function tellChanges(before) {
  const { title, advice } = words.stage(board);
  if (before && before.gone !== board.gone) announce(words.mirror(board));
  else if (!before || before.stage !== board.stage || before.hood !== board.hood) {
    const scored = before && board.scores.length > before.scores.length ? words.scored(board, looks) + " " : "";
    announce(`${scored}${title}. ${advice}`);
    openHow();
  } else if (board.scores.length > before.scores.length) announce(`${words.scored(board, looks)} ${title}.`);
  else if (before.rest !== board.rest) announce(words.rest(board) || "The lights are awake.");
  else if (board.stage === "setup") announceSetup(before);
  else if (board.stage === "mend" && before.row !== board.row) announce(words.rowInDoubt(board, looks));
  else if (board.entering && before.entering) announceEntry(before);
  else announceHoles(before);
}

function announceSetup(before) {
  if (before.level !== board.level) {
    announce(`Level: ${board.level}.`);
    openHow();
  }
  if (before.hider !== board.hider) announce(`Who hides: ${words.hider(board)}.`);
  if (before.brightness !== board.brightness) announce(`Light: ${board.brightness} of 5.`);
}

function announceEntry(before) {
  const pegs = (of) => words.pegs([3, 4, 5].map((peg) => looks[of.lights[6 * of.row + peg][0]]));
  if (pegs(before) !== pegs(board)) announce(`So far: ${pegs(board)}.`);
}

function announceHoles(before) {
  for (let column = 0; column < 3; column++) {
    const light = words.chosenLight(board, column);
    if (light === null) return;
    const [was, is] = [before.lights[light][0], board.lights[light][0]];
    if (was !== is && isChoice(is) && isChoice(was)) announce(words.holeNow(column, is, looks));
  }
}

function isChoice(look) {
  return look < OFF || looks[look] === "not sure";
}

function announce(text) {
  byId("news").textContent = text;
}

// The explanation of the level that is played stands open.
function openHow() {
  for (const level of document.querySelectorAll("[data-level]")) level.open = level.dataset.level === board.level;
}

function playTune({ name, notes }) {
  if (options.sound) sound.play(notes);
  const said = words.tune(name, board, looks);
  if (said) announce(said);
  if (name === "refused") refuse(said);
  else if (name === "ask" && said) advise(said);
}

function advise(said) {
  refusal = said;
  setText(byId("advice"), said);
}

// A refusal of a masked light would be unseen: the sentence is shown as well.
function refuse(said) {
  advise(said);
  byId("hood").classList.remove("no");
  requestAnimationFrame(() => byId("hood").classList.add("no"));
}

// The keys of a mirrored board may be at its table alone.
function refuseKeys() {
  refuseAloud(words.noKeys(board));
}

function refuseAloud(said) {
  refuse(said);
  announce(said);
}

// ---- Pieces

function put(where, piece) {
  sound.wake();
  refusal = "";
  send({ type: "place", where, piece });
}

// ---- How it went, once a game is over

function review({ title, rows, notes }) {
  setText(byId("reviewTitle"), title);
  byId("reviewRows").replaceChildren(...rows.map(reviewRow));
  byId("reviewNotes").replaceChildren(...notes.map((note) => paragraph(note)));
  if (board) showStage();
}

function reviewRow({ guess, before, after, text }) {
  const item = document.createElement("li");
  const picture = document.createElement("div");
  picture.className = "review-row";
  picture.setAttribute("aria-hidden", "true");
  picture.append(...guess.map(reviewAnimal), meter(before, after));
  item.append(picture, paragraph(text));
  return item;
}

function reviewAnimal(look) {
  const light = buildLight("hole", false);
  paint(light, [look, LEGEND[look]]);
  return light;
}

// How much smaller the crowd of codes became: each halving is as long as any other.
function meter(before, after) {
  const bar = document.createElement("span");
  bar.className = "meter";
  const part = (count) => `${(100 * (1 + Math.log2(count))) / (1 + Math.log2(MOST_CODES))}%`;
  for (const [kind, count] of [["before", before], ["after", after]]) {
    const fill = document.createElement("span");
    fill.className = kind;
    fill.style.width = part(count);
    bar.append(fill);
  }
  const label = document.createElement("span");
  label.className = "meter-label";
  label.textContent = `${before} → ${after}`;
  const group = document.createElement("span");
  group.className = "meter-group";
  group.append(bar, label);
  return group;
}

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

function greet(hello) {
  looks = hello.looks;
  board = null;
  for (const level of document.querySelectorAll("[data-level]")) {
    level.querySelector(".by-board").textContent = words.repeats(level.dataset.level, hello.board_repeats);
  }
  pieces.greet(looks.slice(0, ANIMALS), LEGEND.slice(0, ANIMALS));
  byId("legend").replaceChildren(...looks.slice(0, BLANK + 2).map(legendItem));
}

function legendItem(text, look) {
  const item = document.createElement("li");
  const light = buildLight("hole", false);
  paint(light, [look, LEGEND[look]]);
  item.append(light, look < ANIMALS ? text : look === BLANK ? "blank on purpose" : "not chosen yet (blinks)");
  return item;
}

// ---- Keys

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function press(key, holder) {
  sound.wake();
  if (held.has(key)) return;
  if (board && !board.keys) return refuseKeys();
  held.set(key, holder);
  refusal = "";
  send({ type: "key", key, down: true });
  markHeld();
}

function release(holder) {
  for (const [key, by] of held) {
    if (by !== holder) continue;
    held.delete(key);
    send({ type: "key", key, down: false });
  }
  markHeld();
}

function letGo() {
  for (const holder of new Set(held.values())) release(holder);
  stopHood();
}

function markHeld() {
  for (const button of buttons) button.classList.toggle("down", held.has(button.dataset.key));
}

function listenToButton(button) {
  const { key } = button.dataset;
  let byPointer = false;
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    byPointer = true;
    button.setPointerCapture(event.pointerId);
    press(key, `pointer ${event.pointerId}`);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    button.addEventListener(end, (event) => release(`pointer ${event.pointerId}`));
  }
  // A click without a pointer or a key comes from a screen reader or a switch.
  button.addEventListener("click", () => {
    if (!byPointer) {
      press(key, "click");
      release("click");
    }
    byPointer = false;
  });
  keepFocus(button);
}

// A mouse press leaves the keyboard where it was, and a long press opens no menu.
function keepFocus(button) {
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

function keyOf(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const on = event.target.closest?.("button, a, summary");
  if (on && (event.key === "Enter" || event.key === " ")) return on.dataset.key ?? null;
  return options.shortcuts ? (KEYS[event.key] ?? null) : null;
}

function onKeyDown(event) {
  const key = keyOf(event);
  if (key) event.preventDefault();
  if (event.repeat) return;
  if (key) press(key, event.code);
  else if (isHoodKey(event)) startHood("key");
}

function onKeyUp(event) {
  if (event.target.dataset?.key && event.key === " ") event.preventDefault();
  release(event.code);
  if (event.key.toLowerCase() === "h") stopHood();
}

function isHoodKey(event) {
  return options.shortcuts && event.key.toLowerCase() === "h" && !event.ctrlKey && !event.altKey && !event.metaKey;
}

// ---- The hood: held until it lifts, so that nobody lifts it by accident; a press puts it back

function startHood() {
  sound.wake();
  if (!board || hoodTimer) return;
  if (board.hood) return send({ type: "hood", open: false });
  if (board.stage !== "hide" || board.mirror) return;
  byId("hood").classList.add("held");
  hoodTimer = setTimeout(() => send({ type: "hood", open: true }), HOOD_HOLD_MS);
}

function stopHood() {
  clearTimeout(hoodTimer);
  hoodTimer = null;
  byId("hood").classList.remove("held");
}

function listenToHood(button) {
  let byPointer = false;
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    byPointer = true;
    button.setPointerCapture(event.pointerId);
    startHood();
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(end, stopHood);
  button.addEventListener("click", () => {
    if (!byPointer && board) send({ type: "hood", open: !board.hood });
    byPointer = false;
  });
  keepFocus(button);
}

// ---- The connection

const HEAR = {
  hello: greet,
  board: show,
  review,
  tune: playTune,
  error: ({ text }) => console.warn(text),
};

function connect() {
  socket = new WebSocket(new URL("board", location.href.replace(/^http/, "ws")));
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    if (message.type === "hello") setLost(false);
    HEAR[message.type]?.(message);
  });
  socket.addEventListener("close", () => {
    letGo();
    setLost(true);
    setTimeout(connect, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
  });
}

function setLost(lost) {
  const was = !byId("lost").hidden;
  byId("lost").hidden = !lost;
  byId("board").classList.toggle("is-lost", lost);
  if (lost && !was) announce("The connection to the board is lost. Trying again.");
  if (!lost) tries = 0;
}

// ---- The switches

function listenToSwitch(id) {
  const button = byId(id);
  const set = (on) => {
    options[id] = on;
    button.setAttribute("aria-pressed", String(on));
  };
  set(recall(id) !== "off");
  button.addEventListener("click", () => {
    sound.wake();
    set(!options[id]);
    remember(id, options[id] ? "on" : "off");
  });
}

// Storage may be forbidden: then the switches are forgotten.
function recall(id) {
  try {
    return localStorage.getItem(id);
  } catch {
    return null;
  }
}

function remember(id, value) {
  try {
    localStorage.setItem(id, value);
  } catch {
    // forgotten
  }
}

function listen() {
  buttons.forEach(listenToButton);
  listenToHood(byId("hood"));
  listenToSwitch("sound");
  listenToSwitch("shortcuts");
  addEventListener("keydown", onKeyDown);
  addEventListener("keyup", onKeyUp);
  addEventListener("blur", letGo);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return;
    letGo();
    if (board?.hood) send({ type: "hood", open: false });
  });
}

build();
pieces.begin({
  put,
  row: (index) => byId("rows").children[ROWS - 1 - index].firstChild,
  code: byId("code"),
  say: announce,
  refuse: refuseAloud,
});
listen();
connect();
