// Reads Kamchatka's positions, views, actions and journals (docs/specifications.md). Each function returns the reading as
// plain data, or throws an Error that says what is wrong. `editions` is that of conformance/editions.json.
import { createHash } from "node:crypto";

import { blake2b } from "./blake2b.mjs";

const MOST = 1_000_000_000;
const MOST_WITH_PIECES = 10_000;
const LETTERS = "abcdefgh";

function check(isRight, what) {
  if (!isRight) throw new Error(what);
}

function known(ids, id, what) {
  check(ids.includes(id), `unknown ${what}: ${id}`);
  return id;
}

function integer(text, what) {
  check(/^-?\d+$/.test(text ?? ""), `${what}: ${text}`);
  return Number(text);
}

// ---------------------------------------------------------------- positions and views

/** Read a position or a view. */
export function readPosition(editions, text) {
  const [head, places, ...rest] = text.split(" ");
  const [edition, size] = head.split("/");
  const ids = editions[edition];
  check(ids && /^[1-8]$/.test(size ?? ""), `edition/seats: ${head}`);
  const seats = Number(size);
  const words = Object.fromEntries(rest.filter((word) => word.includes("=")).map(splitWord));
  const reading = {
    edition,
    seats,
    places: readPlaces(ids, seats, places ?? ""),
    ...readMarks(words, seats),
    order: integers(words, "order", seats),
    ending: words.ending,
    stock: integers(words, "stock", seats),
    out: integers(words, "out", seats),
    colours: names(words, "colours", seats, ids.colours),
    objectives: names(words, "objectives", seats, ids.objectives),
    hands: [],
    discards: cards(words, "discards"),
    unseen: cards(words, "unseen"),
    held: integers(words, "held", seats),
    agenda: json(words, "agenda"),
    extra: json(words, "extra"),
    view: words.hidden === "?",
  };
  reading.hands = required(words, "hands").split("|").map(splitCards);
  checkPosition(ids, reading);
  return reading;
}

function splitWord(word) {
  const at = word.indexOf("=");
  return [word.slice(0, at), word.slice(at + 1)];
}

function required(words, name) {
  check(name in words, `no ${name}`);
  return words[name];
}

function readPlaces(ids, seats, text) {
  const found = [...text.replaceAll("/", "").matchAll(/([a-h.])(\d+)/g)];
  check(found.map((match) => match[0]).join("") === text.replaceAll("/", ""), `places: ${text}`);
  check(found.length === ids.places.length, `${found.length} places, not ${ids.places.length}`);
  const most = ids.kinds.length ? MOST_WITH_PIECES : MOST;
  const entries = found.map(([whole, letter, armies], at) => {
    const owner = letter === "." ? null : LETTERS.indexOf(letter);
    check((owner === null || owner < seats) && Number(armies) <= most, `place: ${whole}`);
    return [ids.places[at], [owner, Number(armies)]];
  });
  return Object.fromEntries(entries);
}

function readMarks(words, seats) {
  const marks = ["first", "turn", "round", "conquests", "reshuffles", "winners"];
  const reading = Object.fromEntries(marks.map((name) => [name, integer(required(words, name), name)]));
  for (const name of ["first", "turn"]) checkSeat(reading[name], seats, name);
  check(reading.winners >= 0 && reading.winners < 2 ** seats, `winners: ${reading.winners}`);
  return reading;
}

function checkSeat(seat, seats, what) {
  check(seat >= -1 && seat < seats, `${what}: ${seat}`);
}

function listed(words, name, seats) {
  const list = required(words, name).split(",");
  check(list.length === seats, `${name}: ${list.length} entries, not ${seats}`);
  return list;
}

function integers(words, name, seats) {
  return listed(words, name, seats).map((number) => integer(number, name));
}

function names(words, name, seats, ids) {
  return listed(words, name, seats).map((id) => (id === "-" ? null : id === "?" ? id : known(ids, id, name)));
}

const splitCards = (text) => text.split(",").filter((card) => card !== "");
const cards = (words, name) => splitCards(required(words, name));

function json(words, name) {
  return JSON.parse(required(words, name));
}

function checkPosition(ids, { seats, order, out, ending, hands, discards, unseen, held, agenda, extra }) {
  check([...order].sort().every((seat, at) => seat === at), `order: ${order}`);
  out.forEach((seat) => checkSeat(seat, seats, "out"));
  check(ending !== undefined && (ending === "" || ids.endings.includes(ending)), `ending: ${ending}`);
  check(hands.length === seats, `${hands.length} hands, not ${seats}`);
  hands.forEach((hand, seat) => check(hand.length <= held[seat], `hand of seat ${seat}: ${hand}`));
  const all = [...hands.flat(), ...discards, ...unseen];
  all.forEach((card) => known(ids.cards, card, "card"));
  check(new Set(all).size === all.length, "a card in two places");
  const isFrame = (frame) => typeof frame?.frame === "string" && typeof frame.step === "string";
  check(Array.isArray(agenda) && agenda.every(isFrame), "agenda");
  agenda.forEach((frame) => checkSeat(frame.seat ?? -1, seats, "agenda"));
  const isEntry = (entry) => entry === "?" || Number.isInteger(entry);
  check(Array.isArray(extra) && extra.every((row) => Array.isArray(row) && row.every(isEntry)), "extra");
}

// ---------------------------------------------------------------- actions

// Fields of each act by kind; a default makes a field optional.
const PIECES = { pieces: ["kinds", []] };
const PAIR = { source: ["place"], target: ["place"] };
const ACTS = {
  pass: {},
  place: { place: ["place"], armies: ["number", 1] },
  trade: { cards: ["cards"] },
  attack: { ...PAIR, dice: ["number"] },
  fast_attack: { ...PAIR, dice: ["number"] },
  defend: { dice: ["number"], ...PIECES },
  occupy: { armies: ["number"], ...PIECES },
  move: { ...PAIR, armies: ["number"], ...PIECES },
  colour: { colour: ["colour"] },
  bid: { amount: ["number"] },
  play: { card: ["card"], place: ["place", null] },
  choose: { choice: ["number", 0], place: ["place", null] },
  invade: { ...PAIR, armies: ["number", 0], ...PIECES },
  roll: { dice: ["number"], ...PIECES },
  lose: { armies: ["number"], ...PIECES, place: ["place", null] },
  raise: { kind: ["kind"], place: ["place"] },
  build: { place: ["place"] },
  buy: { kind: ["kind"] },
  name_kind: { kind: ["kind"] },
  name_seat: { seat: ["number"] },
  name_card: { card: ["card"] },
  give: { seat: ["number"], amount: ["number"] },
  give_card: { seat: ["number"], card: ["card"] },
  time_up: {},
  stop: {},
};

/** Read an action of an edition from JSON text. */
export function readAction(editions, edition, text) {
  return checkAction(editions[edition], JSON.parse(text));
}

function checkAction(ids, data) {
  check(data !== null && typeof data === "object" && !Array.isArray(data), "no object");
  const fields = Object.hasOwn(ACTS, data.act ?? "") ? ACTS[data.act] : undefined;
  check(fields !== undefined, `act: ${data.act}`);
  for (const name of Object.keys(data)) check(name === "act" || name in fields, `unknown field ${name}`);
  const entries = Object.entries(fields).map(([name, [kind, ...preset]]) => {
    check(name in data || preset.length, `no ${name}`);
    return [name, name in data ? readField(ids, kind, data[name], preset[0]) : preset[0]];
  });
  return { act: data.act, ...Object.fromEntries(entries) };
}

function readField(ids, kind, value, preset) {
  if (value === null && preset === null) return null;
  if (kind === "number") {
    check(Number.isInteger(value) && Math.abs(value) <= MOST, `number: ${value}`);
    return value;
  }
  if (kind === "cards" || kind === "kinds") {
    check(Array.isArray(value) && new Set(value).size === value.length, `${kind}: ${value}`);
    return value.map((id) => known(ids[kind], id, kind));
  }
  return known(ids[`${kind}s`], value, kind);
}

// ---------------------------------------------------------------- journals

/** Read a journal: its header and entries, and whether its key gives its dice. */
export function readJournal(editions, text) {
  const lines = text.split("\n");
  const tail = lines.pop();
  check(lines.length > 0, "no lines");
  let mark = "";
  const rows = lines.map((line, number) => {
    const row = JSON.parse(line);
    const body = `${line.slice(0, line.lastIndexOf(',"mark":'))}}`;
    mark = blake2b(Buffer.from(mark + body), 8).toString("hex");
    check(row.mark === mark, `line ${number + 1} was changed`);
    return row;
  });
  const header = checkHeader(rows[0]);
  const ids = editions[header.edition];
  check(ids !== undefined, `edition: ${header.edition}`);
  const entries = rows.slice(1).map((row) => readEntry(ids, row));
  return {
    edition: header.edition,
    options: header.options,
    players: header.players.map(({ name, bot }) => ({ name, bot: bot ?? null })),
    commitment: header.commitment,
    key: header.key,
    start: header.start ?? "",
    entries,
    clock: rows.at(-1).clock ?? 0,
    mark,
    torn: tail !== "",
    dice: hasHonestDice(Buffer.from(header.key, "hex"), entries.flatMap((entry) => entry.draws)),
  };
}

function checkHeader(row) {
  check(row.journal === 1, `journal: ${row.journal}`);
  check(/^[0-9a-f]{32}$/.test(row.key ?? ""), "key");
  check(Array.isArray(row.players) && typeof row.options === "object", "players, options");
  const sealed = createHash("sha256").update("kamchatka ").update(Buffer.from(row.key, "hex")).digest("hex");
  check(sealed === row.commitment, "the commitment belongs to another key");
  return row;
}

function readEntry(ids, row) {
  check(Number.isInteger(row.n) && Array.isArray(row.facts), "entry");
  return {
    n: row.n,
    seat: row.seat ?? null,
    action: row.action ? checkAction(ids, row.action) : null,
    draws: row.draws ?? [],
    facts: row.facts.map((fact) => fact.fact),
  };
}

function hasHonestDice(key, draws) {
  return draws.every(([sides, value], number) => drawBelow(key, number, sides) === value);
}

/** Return draw `number` below `sides` of a key. */
export function drawBelow(key, number, sides) {
  const below = (1n << 56n) - ((1n << 56n) % BigInt(sides));
  for (let attempt = 0; ; attempt++) {
    const drawn = BigInt(`0x${blake2b(Buffer.from(`${number} ${attempt}`), 7, key).toString("hex")}`);
    if (drawn < below) return Number(drawn % BigInt(sides));
  }
}
