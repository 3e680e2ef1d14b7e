// SPDX-License-Identifier: MIT
// All sentences of the page that change with the board. Pure: a board message in, words out.

export const HOLES = ["left", "middle", "right"];
const KEYCAPS = { left: "1", middle: "2", right: "3", check: "Enter", menu: "M" };
const HIDERS = { friend: "a friend", board: "the board" };
const REFUSALS = {
  hide: "Not yet: choose an animal for each of the three holes.",
  guess: "Not yet: each hole of the row needs an animal.",
};

export function player(number) {
  return number === 0 ? "Player one" : "Player two";
}

export function hider(board) {
  return HIDERS[board.hider] ?? board.hider;
}

// stage: [title, advice, what the buttons do, what stands on them where that is something else], buttons in the order
// left, middle, right, check, menu. An empty word: it does nothing.
const NEXT = ["next", "next", "next"];
const STAGES = {
  start: () => ["Good morning, jungle!", "The board wakes up.", []],
  welcome: () => ["Welcome to the jungle!", "Press any button to begin.", ["start", "start", "start", "start", "start"]],
  resume: () => ["Welcome back!", "The game goes on where it was.", []],
  setup: (board) => [
    "What shall we play?",
    `1: level, now ${board.level}. 2: who hides, now ${hider(board)}. 3: light, now ${board.brightness} of 5. Then Enter.`,
    ["level", "who hides", "light", "go!", scores(board)],
    [board.level, board.hider, `light ${board.brightness}`, "go!", scores(board)],
  ],
  hide: (board) => [
    `${player(board.codebreaker)}, close your eyes!`,
    board.hood
      ? "Choose three animals with 1 2 3, then Enter. H or a tap puts the mountain back."
      : `${player(1 - board.codebreaker)}: hold the mountain, or H, until it lifts.`,
    [...NEXT, "hide", ""],
  ],
  guess: (board) => [
    `${player(board.codebreaker)}, row ${board.scores.length + 1} of 9`,
    "1 2 3: choose the animals. Enter: check. M: a hint.",
    [...NEXT, "check", "hint"],
  ],
  reveal: (board) => [
    isBroken(board) ? `Found in ${rows(board.scores.length)}!` : "Not found this time",
    "The code is on top. Enter goes on to the scoreboard.",
    ["", "", "", "go on", ""],
  ],
  scoreboard: (board) => [
    `Player one ${board.rounds[0]} : ${board.rounds[1]} player two`,
    "Rounds won. Enter: next game. M: other game. Hold M for 3 seconds: new match.",
    ["", "", "", "next", "setup"],
  ],
  leave: () => ["Leave this game?", "Enter: yes, leave. M: no, play on.", ["", "", "", "yes", "no"]],
  newmatch: () => ["Start a new match?", "All rounds won are forgotten. Enter: yes. M: no.", ["", "", "", "yes", "no"]],
  wiring: () => ["Wiring self-test", "Every button lights its column. Hold M for 3 seconds to end it.", []],
};

// Menu at Setup: there is a scoreboard once a game has been played.
function scores(board) {
  return board.last_rows.some(Boolean) ? "scores" : "";
}

export function stage(board) {
  const [title, advice, does, captions = does] = (STAGES[board.stage] ?? (() => [board.stage, "", []]))(board);
  return { title, advice, does: byKey(does), captions: byKey(captions) };
}

function byKey(list) {
  return Object.fromEntries(Object.keys(KEYCAPS).map((key, index) => [key, list[index] ?? ""]));
}

// What a screen reader calls a button: its key, what it does, and what is in its hole now.
export function button(board, key, looks) {
  const place = HOLES.includes(key) ? `${key} hole` : key;
  const does = stage(board).does[key];
  const now = nowUnder(board, key, looks);
  return `${KEYCAPS[key]}, ${place}${does ? ": " + does : ""}${now ? ", now " + now : ""}`;
}

function nowUnder(board, key, looks) {
  const column = HOLES.indexOf(key);
  if (column < 0) return "";
  if (board.stage === "setup") return [board.level, hider(board), `${board.brightness} of 5`][column];
  const light = chosenLight(board, column);
  return light === null ? "" : looks[board.lights[light][0]];
}

// The light of the hole that a hole button changes now, or null.
export function chosenLight(board, column) {
  if (board.stage === "guess") return 6 * board.scores.length + column;
  return board.stage === "hide" && board.hood ? 54 + column : null;
}

export function hood(board) {
  if (board.stage !== "hide") return "Rocky Mountain over the code holes";
  return board.hood ? "Rocky Mountain, lifted: H or press to put it back" : "Rocky Mountain: hold H or press to lift it";
}

export function hole(row, column, look) {
  return `row ${row + 1}, ${HOLES[column]} hole: ${look}`;
}

export function codeHole(column, look) {
  return `code, ${HOLES[column]} hole: ${look}`;
}

// The three score lights of a row in one name.
export function score(row, looks) {
  const known = looks.every((look) => ["red", "white", "off"].includes(look));
  if (!known) return `row ${row + 1} score lights: ${looks.join(", ")}`;
  const count = (name) => looks.filter((look) => look === name).length;
  const parts = ["red", "white"].filter(count).map((name) => `${count(name)} ${name}`);
  return `row ${row + 1} score: ${parts.join(", ") || "no light"}`;
}

export function scored(board, looks) {
  const row = board.scores.length - 1;
  const [red, white] = board.scores[row];
  const animals = [0, 1, 2].map((column) => looks[board.lights[6 * row + column][0]]);
  const told = board.level === "younger" ? `${white} white` : `${red} red, ${white} white`;
  // The last row's lights are part of the cheering: only its score is certain.
  return board.stage === "reveal" ? `Row ${row + 1}: ${told}.` : `Row ${row + 1}: ${animals.join(", ")}. ${told}.`;
}

export function tune(name, board) {
  if (name === "doubt") return "That cannot be right: look at the rows below. Check again if you want it all the same.";
  if (name === "hint") return "A hint fills the row.";
  return name === "refused" ? (REFUSALS[board.stage] ?? "That button does nothing now.") : "";
}

export function rest(board) {
  if (board.rest === "awake") return "";
  return board.rest === "dark" ? "The lights have gone to sleep. Press any button." : "The lights are dimmed. Press any button.";
}

export function repeats(level, setting) {
  const may = setting === "always" || setting === level;
  const things = level === "expert" ? "animals and blanks" : "animals";
  return may ? `A code hidden by the board may repeat ${things}, too.` : "A code hidden by the board always has three different animals.";
}

function isBroken(board) {
  const last = board.scores.at(-1) ?? [0, 0];
  return last[board.level === "younger" ? 1 : 0] === 3;
}

function rows(count) {
  return count === 1 ? "1 row" : `${count} rows`;
}
