// SPDX-License-Identifier: MIT
// All sentences of the page that change with the board. Pure: a board message in, words out.

export const HOLES = ["left", "middle", "right"];
const KEYCAPS = { left: "1", middle: "2", right: "3", check: "Enter", menu: "M" };
const AGAINST_BOARD = "board-guesses";
const AFTER_GAME = ["reveal", "scoreboard"];
const HIDERS = { friend: "a friend", board: "the board", [AGAINST_BOARD]: "you, and the board guesses" };
const HIDER_CAPTIONS = { [AGAINST_BOARD]: "vs board" };
export const SOMETHING_ELSE = "something else";
const NOT_CHOSEN = 7;
const NOT_SURE = 24; // the look of a hole in which something lies that the board can't name
const AGAIN = "Lift it and set it again, or press its button.";
const REFUSALS = {
  hide: (board) => notSure(board) || "Not yet: choose an animal for each of the three holes.",
  guess: (board) => notSure(board) || leftOver(board) || "Not yet: each hole of the row needs an animal.",
  answer: (board) => (board.entering ? "No row can be scored like that." : "The board is thinking: one moment."),
  mend: (board) => (board.entering ? "No row can be scored like that." : "First look for the row that is wrong."),
  audit: () => "No row can be scored like that.",
};
const DOUBTS = {
  guess: "That cannot be right: look at the row that flashes. Check again if you want it all the same.",
  mend: "No code fits these scores. The rows that flash may be wrong.",
  audit: "That score is not right. Look again, animal by animal.",
};

// Against the board, player two is the board.
export function player(number, board) {
  if (number === 0) return "Player one";
  return board.hider === AGAINST_BOARD ? "The board" : "Player two";
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
    [board.level, HIDER_CAPTIONS[board.hider] ?? board.hider, `light ${board.brightness}`, "go!", scores(board)],
  ],
  hide: (board) => [
    `${player(board.codebreaker, board)}, close your eyes!`,
    board.mirror
      ? `${player(1 - board.codebreaker, board)}: lift the mountain on the table, choose three animals, then the green button.`
      : board.hood
      ? `${choose(board, "Choose three animals with 1 2 3", "Drag three animals, or 1 2 3")}, then Enter. H or a tap puts the mountain back.`
      : `${player(1 - board.codebreaker, board)}: hold the mountain, or H, until it lifts.`,
    [...NEXT, "hide", ""],
  ],
  guess: (board) => [
    `${player(board.codebreaker, board)}, row ${board.scores.length + 1} of 9`,
    board.left ? left(board) : `${choose(board, "1 2 3: choose the animals", "Drag animals, or 1 2 3")}. Enter: check.${HELP[board.hints][0]}`,
    [...NEXT, "check", HELP[board.hints][1]],
  ],
  answer: (board) =>
    board.entering
      ? [`How good is row ${board.row + 1}?`, `The board guesses. ${entryKeys(board)} Enter: that is the score.`, entryCaptions(board, "done", "")]
      : ["The board is thinking", "Keep three animals in your head, or lay them out where you can see them.", []],
  mend: (board) =>
    board.entering
      ? [`How good is row ${board.row + 1}?`, `${entryKeys(board)} Enter: that is the score. M: leave it as it was.`, entryCaptions(board, "done", "close")]
      : ["No code fits these scores", "One row is wrong: those that flashed are most likely. 1 and 3 look through the rows, Enter opens one.", ["next row", "", "row back", "open", ""], ["next", "", "back", "open", ""]],
  audit: (board) => [
    `${player(1 - board.codebreaker, board)}: how good is row ${board.row + 1}?`,
    `${entryKeys(board)} Enter: that is the score. M: the board tells it.`,
    entryCaptions(board, "done", "tell me"),
  ],
  reveal: (board) => [found(board), `${codeIsShown(board) ? "The code is on top." : "You alone know the code."} Enter goes on to the scoreboard.`, ["", "", "", "go on", ""]],
  scoreboard: (board) => [
    `Player one ${board.rounds[0]} : ${board.rounds[1]} ${player(1, board).toLowerCase()}`,
    "Rounds won. Enter: next game. M: other game. Hold M for 3 seconds: new match.",
    ["", "", "", "next", "setup"],
  ],
  leave: () => ["Leave this game?", "Enter: yes, leave. M: no, play on.", ["", "", "", "yes", "no"]],
  newmatch: () => ["Start a new match?", "All rounds won are forgotten. Enter: yes. M: no.", ["", "", "", "yes", "no"]],
  calibrate: () => ["Calibration", "Do what the lights say, take your hands away, press the green button. Menu goes a step back; held, it leaves.", []],
  alike: () => ["Two are too alike", "The green button keeps that; menu measures the animals once more.", []],
  wiring: () => ["Wiring self-test", "Every button lights its column. Hold M for 3 seconds to end it.", []],
};

// What M does at Guess, by the setting: words for the advice, and on the button.
const HELP = {
  off: ["", ""],
  count: [" M: how many codes are left.", "count"],
  full: [" M: how many codes are left, again M: a hint.", "help"],
};

function choose(board, byKeys, byHand) {
  return board.pieces ? byHand : byKeys;
}

function left(board) {
  const again = board.hints === "full" ? " Again M: a hint." : "";
  return `${possible(board)}${again}`;
}

function possible(board) {
  return board.left === 1 ? "Only 1 code is possible now." : `${board.left} codes are possible.`;
}

function entryKeys(board) {
  return board.level === "younger" ? "2: a white for each right animal. 3: none." : "1: a red. 2: a white. 3: none.";
}

function entryCaptions(board, check, menu) {
  return [board.level === "younger" ? "" : "red", "white", "none", check, menu];
}

// At Reveal it is the other player's turn already.
function found(board) {
  const byBoard = board.hider === AGAINST_BOARD && board.codebreaker === 0;
  if (!isBroken(board)) return byBoard ? "The board did not find it!" : "Not found this time";
  return `${byBoard ? "The board found it" : "Found"} in ${rows(board.scores.length)}!`;
}

function codeIsShown(board) {
  return board.lights[54][0] < 8;
}

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
  if (board.mirror) return "Rocky Mountain over the code holes: lifted at the table alone";
  if (board.stage !== "hide") return "Rocky Mountain over the code holes";
  return board.hood ? "Rocky Mountain, lifted: H or press to put it back" : "Rocky Mountain: hold H or press to lift it";
}

export function hoodHint(board) {
  if (board.stage !== "hide" || board.mirror) return "";
  return board.hood ? "tap: close" : "hold to look";
}

// What this page is, where it shows a real board.
export function mirror(board) {
  if (!board.mirror) return "";
  if (board.gone) return `${board.gone} This page waits for it.`;
  return `Your ${board.mirror}: ${board.keys ? "play at the table or here." : "its keys are at the table."}`;
}

export function noKeys(board) {
  return board.gone || "The keys are at the table. To press them here: allow_remote = true in its settings.toml.";
}

export function hole(row, column, look) {
  return `row ${row + 1}, ${HOLES[column]} hole: ${look}`;
}

export function codeHole(column, look) {
  return `code, ${HOLES[column]} hole: ${look}`;
}

// The three score lights of a row in one name.
export function score(row, looks) {
  const known = looks.every((look) => ["red", "white", "off", "not chosen"].includes(look));
  if (!known) return `row ${row + 1} score lights: ${looks.join(", ")}`;
  return `row ${row + 1} score${looks.includes("not chosen") ? " so far" : ""}: ${pegs(looks)}`;
}

export function pegs(looks) {
  const count = (name) => looks.filter((look) => look === name).length;
  const parts = ["red", "white"].filter(count).map((name) => `${count(name)} ${name}`);
  return parts.join(", ") || "no light";
}

// The row that is looked at while one is wrong.
export function rowInDoubt(board, looks) {
  const [red, white] = board.scores[board.row];
  const score = pegs([...Array(red).fill("red"), ...Array(white).fill("white")]);
  return `Row ${board.row + 1}: ${board.guesses[board.row].map((look) => looks[look]).join(", ")}. ${score}.`;
}

export function scored(board, looks) {
  const row = board.scores.length - 1;
  const [red, white] = board.scores[row];
  const animals = [0, 1, 2].map((column) => looks[board.lights[6 * row + column][0]]);
  const told = board.level === "younger" ? `${white} white` : `${red} red, ${white} white`;
  // The last row's lights are part of the cheering: only its score is certain.
  return board.stage === "reveal" ? `Row ${row + 1}: ${told}.` : `Row ${row + 1}: ${animals.join(", ")}. ${told}.`;
}

export function tune(name, board, looks) {
  if (name === "doubt") return DOUBTS[board.stage] ?? "";
  if (name === "hint") return hint(board, looks);
  if (name === "step" && board.left) return left(board);
  if (name === "ask" && board.stage === "guess") return "A hole without an animal is blank: Enter again, if you want that.";
  return name === "refused" ? (REFUSALS[board.stage]?.(board) ?? "That button does nothing now.") : "";
}

function hint(board, looks) {
  if (board.stage === "audit") return "The board tells the score.";
  if (board.stage !== "answer") return "A hint fills the row.";
  const animals = [0, 1, 2].map((column) => looks[board.lights[6 * board.row + column][0]]);
  return `The board guesses ${animals.join(", ")}. How good is that?`;
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

// ---- Pieces

export function piece(name) {
  return `${name}, a piece`;
}

// The row whose holes the pieces lie in: the one that is being filled, after a game the last one.
export function entryRow(board) {
  const last = AFTER_GAME.includes(board.stage) ? board.scores.length - 1 : board.scores.length;
  return board.row ?? Math.min(Math.max(last, 0), 8);
}

// What a screen reader calls a hole that holds a piece, or may take the one in the hand.
export function place(board, where, lying, inHand) {
  const hole = where < 3 ? `${HOLES[where]} hole of row ${entryRow(board) + 1}` : `${HOLES[where - 3]} code hole`;
  if (inHand) return `Put ${inHand} into the ${hole}${lying ? ` instead of ${lying}` : ""}`;
  return `${lying} in the ${hole}: press to pick up, Delete to take out`;
}

export function inHand(name) {
  return `${sentence(name)} in hand. Choose a hole; Escape puts it back.`;
}

export function putBack(name) {
  return `${sentence(name)} is back where it was.`;
}

export function away(name) {
  return `${sentence(name)} is back in the tray.`;
}

export function noPlace(board) {
  if (board.stage === "hide") return "First lift the mountain: hold it, or H.";
  return "Animals are set while a row is filled, or while a code is hidden.";
}

// The looks of the three holes that are being chosen, also while lights flash over them; null: none is seen.
export function chosen(board, before) {
  const same = before && before.stage === board.stage && before.scores.length === board.scores.length;
  return [0, 1, 2].map((column) => {
    const light = chosenLight(board, column);
    if (light === null) return null;
    const [look] = board.lights[light];
    return look <= NOT_CHOSEN || look === NOT_SURE ? look : same ? before.chosen[column] : null;
  });
}

// What is said of a hole whose light has changed.
export function holeNow(column, look, looks) {
  const again = look === NOT_SURE ? ` ${AGAIN}` : "";
  return `${sentence(HOLES[column])} hole: ${looks[look]}.${again}`;
}

// Where something lies that the board can't name.
export function notSure(board) {
  return board.chosen.includes(NOT_SURE) ? `What is that? ${AGAIN}` : "";
}

// A row that is full and refused is the last one again.
function leftOver(board) {
  return board.chosen.every((look) => look !== null && look < NOT_CHOSEN) ? "These animals lie there from the last row: set one anew, or press a button." : "";
}

function sentence(text) {
  return text[0].toUpperCase() + text.slice(1);
}
