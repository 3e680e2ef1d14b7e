// SPDX-License-Identifier: MIT
// The pieces that are dragged, or picked up and put down, and the holes that they lie in. What a hole's light shows
// comes from the board alone. It knows no sockets: `table.put(where, piece)` moves a piece, "" takes one out.

import * as words from "./words.js";

const HOLES = 3;
const PLACES = 2 * HOLES; // 0-2 guess holes, 3-5 code holes
const FAR_PX = 6; // a finger that moves less than this has pressed, not dragged
const BOTTLE_CAP = "#c9b3e6";
const ESCAPE = "Escape";
const TAKE_OUT = ["Delete", "Backspace"];

const byId = (id) => document.getElementById(id);
const groups = [buildGroup(0), buildGroup(HOLES)];
const places = groups.flatMap((group) => [...group.children]);
const ghost = buildToken();

let table = null;
let board = null;
let kinds = []; // what lies in the tray
let colours = [];
let hand = null; // { piece, from: a place or null, drag: whether it hangs on a pointer }
let start = null; // { id, x, y, piece, from }: a pointer that went down on a piece
let dragged = false; // whether the click that comes now ends a drag

// ---- What is there

// table: { put, row(index) -> the element of its three holes, code: that of the code holes, say(text), refuse(text) }
export function begin(given) {
  table = given;
  table.code.append(groups[1]);
  ghost.classList.add("ghost");
  document.body.append(ghost);
  addEventListener("pointermove", follow);
  addEventListener("pointerup", letGo);
  addEventListener("pointercancel", cancel);
  addEventListener("blur", cancel);
  addEventListener("keydown", onKeyDown);
}

// names and colours of the animals
export function greet(names, shades) {
  kinds = [...names, words.SOMETHING_ELSE];
  colours = [...shades, BOTTLE_CAP];
  hand = start = board = null;
  ghost.hidden = true;
  byId("tray").replaceChildren(...kinds.map(buildKind));
}

function buildKind(piece) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "piece";
  button.dataset.piece = button.title = piece;
  button.setAttribute("aria-label", words.piece(piece));
  button.append(drawn(buildToken(), piece));
  listen(button, () => ({ piece, from: null }));
  button.addEventListener("click", (event) => onKindClick(event, piece));
  return button;
}

function buildGroup(first) {
  const group = document.createElement("div");
  group.className = "places";
  for (let where = first; where < first + HOLES; where++) group.append(buildPlace(where));
  return group;
}

function buildPlace(where) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "place";
  button.dataset.where = where;
  button.hidden = true;
  button.append(buildToken());
  listen(button, () => (board.pieces[where] ? { piece: board.pieces[where], from: where } : null));
  button.addEventListener("click", (event) => onPlaceClick(event, where));
  return button;
}

function buildToken() {
  const token = document.createElement("span");
  token.className = "token";
  token.setAttribute("aria-hidden", "true");
  const face = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  face.append(document.createElementNS("http://www.w3.org/2000/svg", "use"));
  token.append(face);
  return token;
}

function drawn(token, piece) {
  token.hidden = !piece;
  if (!piece || token.dataset.face === piece) return token;
  token.dataset.face = piece;
  token.style.setProperty("--face", colours[kinds.indexOf(piece)]);
  token.querySelector("use").setAttribute("href", `animals.svg#${piece.replaceAll(" ", "-")}`);
  return token;
}

// ---- What is shown

export function show(next) {
  board = next;
  const there = Boolean(board.pieces);
  document.documentElement.classList.toggle("pieces", there);
  byId("tray").hidden = !there;
  if (!there) return;
  moveToRow(table.row(words.entryRow(board)));
  if (hand && !hand.drag && !targets().length) hand = null;
  draw();
}

// The guess holes of the pieces are where the row is that is being filled.
function moveToRow(holes) {
  if (groups[0].parentElement === holes) return;
  const focused = groups[0].contains(document.activeElement) ? document.activeElement : null;
  holes.append(groups[0]);
  focused?.focus();
}

function draw() {
  const open = targets();
  byId("tray").classList.toggle("idle", !canPlace(0) && !canPlace(HOLES));
  for (const button of byId("tray").children) {
    button.setAttribute("aria-pressed", String(Boolean(hand) && !hand.drag && hand.piece === button.dataset.piece));
  }
  places.forEach((button, where) => drawPlace(button, where, hand !== null && open.includes(where)));
  ghost.hidden = !hand?.drag;
}

function drawPlace(button, where, target) {
  const piece = board.pieces[where];
  drawn(button.firstChild, piece);
  button.classList.toggle("target", target);
  const hidden = !piece && !target;
  if (hidden && document.activeElement === button) leave(button);
  button.hidden = hidden;
  button.setAttribute("aria-label", words.place(board, where, piece, target && hand.piece));
}

// A place that goes leaves the focus in the tray, not nowhere.
function leave(button) {
  if (button.matches(":focus-visible")) byId("tray").firstChild.focus();
}

// Whether a piece can be set there now.
export function canPlace(where) {
  if (!board?.pieces) return false;
  return where < HOLES ? board.stage === "guess" : board.stage === "hide" && board.hood;
}

function targets() {
  return [...Array(PLACES).keys()].filter(canPlace);
}

// ---- A piece in the hand

function pick({ piece, from }, drag) {
  const open = targets().length > 0;
  if (!open && from === null) return table.refuse(words.noPlace(board));
  hand = { piece, from, drag };
  if (from !== null) move(from, "");
  if (!open && !drag) return putAway();
  if (!drag) table.say(words.inHand(piece));
  draw();
}

// Into the tray
function putAway() {
  table.say(words.away(hand.piece));
  drop();
}

function put(where) {
  const { piece } = hand;
  move(where, piece);
  drop();
  const look = kinds.indexOf(piece);
  if (board.chosen[where % HOLES] === look) table.say(words.holeNow(where % HOLES, look, kinds)); // no light will change
}

function move(where, piece) {
  table.put(where, piece);
  board.pieces[where] = piece; // as the board will tell
}

function drop() {
  hand = null;
  for (const button of places) button.classList.remove("over");
  if (board?.pieces) draw();
}

// The piece goes back to where it was.
function putBack() {
  start = null;
  if (hand && hand.from !== null) move(hand.from, hand.piece);
  drop();
}

function cancel(event) {
  if (!start || (event.pointerId ?? start.id) !== start.id) return;
  if (hand?.drag) putBack();
  start = null;
}

function onKindClick(event, piece) {
  if (endsDrag(event)) return;
  if (hand?.piece === piece) return drop();
  pick({ piece, from: null }, false);
  if (hand && !event.detail) places[firstFree()].focus();
}

function firstFree() {
  const open = targets();
  return open.find((where) => !board.pieces[where]) ?? open[0];
}

function onPlaceClick(event, where) {
  if (endsDrag(event)) return;
  const by = hand?.piece;
  if (hand) put(where);
  else if (board.pieces[where]) pick({ piece: board.pieces[where], from: where }, false);
  if (by && !event.detail) kindOf(by).focus();
}

function kindOf(piece) {
  return byId("tray").children[kinds.indexOf(piece)];
}

function endsDrag(event) {
  const ends = dragged && event.detail > 0;
  dragged = false;
  return ends;
}

function onKeyDown(event) {
  if (!board?.pieces) return;
  if (event.key === ESCAPE && (hand || start)) return giveUp();
  const where = Number(document.activeElement?.dataset.where ?? NaN);
  if (!TAKE_OUT.includes(event.key)) return;
  if (hand && !hand.drag) {
    kindOf(hand.piece).focus();
    putAway();
  } else if (board.pieces[where]) {
    move(where, "");
    draw();
  }
}

function giveUp() {
  const back = hand;
  putBack();
  if (!back || back.drag) return;
  table.say(words.putBack(back.piece));
  (back.from === null ? kindOf(back.piece) : places[back.from]).focus();
}

// ---- A piece on a pointer

// source: what hangs on a pointer that goes down there, or null.
function listen(button, source) {
  button.addEventListener("pointerdown", (event) => {
    dragged = false;
    const taken = event.button === 0 && !start ? source() : null;
    if (taken) start = { id: event.pointerId, x: event.clientX, y: event.clientY, ...taken };
  });
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

function follow(event) {
  if (event.pointerId !== start?.id) return;
  if (!hand?.drag && Math.hypot(event.clientX - start.x, event.clientY - start.y) > FAR_PX) lift();
  if (!hand?.drag) return;
  ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  const over = placeAt(event);
  places.forEach((button, where) => button.classList.toggle("over", where === over));
}

function lift() {
  dragged = true;
  const { piece, from } = start;
  drawn(ghost, piece);
  pick({ piece, from }, true);
  if (!hand?.drag) start = null;
}

function letGo(event) {
  if (event.pointerId !== start?.id) return;
  start = null;
  if (!hand?.drag) return;
  const where = placeAt(event);
  if (where === null) drop();
  else put(where);
}

// The place that is nearest to a pointer, or null if all are far.
function placeAt({ clientX, clientY }) {
  let [nearest, near] = [null, Infinity];
  for (const where of targets()) {
    const { left, top, width, height } = places[where].getBoundingClientRect();
    const far = Math.hypot(clientX - left - width / 2, clientY - top - height / 2) / width;
    if (far < near) [nearest, near] = [where, far];
  }
  return near < 0.9 ? nearest : null;
}
