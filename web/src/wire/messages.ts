// Written by tools/generate/protocol_types.py from the message types of src/kamchatka/server: do not edit.

import type { FactSeen } from './facts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A player who did not come, and the substitute (0: the table plays with one player less). */
export interface AbsentForm {
  number: number;
  substitute?: number;
}

/** Name and password of an account, to register or to log in. */
export interface AccountForm {
  name: string;
  password: string;
}

/** Perform an action. `after` is the version the player saw. A repeated nonce is never executed twice. */
export interface Act {
  type: 'act';
  act:
    | Pass
    | Place
    | Trade
    | Attack
    | FastAttack
    | Defend
    | Occupy
    | Move
    | TakeColour
    | Bid
    | PlayCard
    | Choose
    | TimeUp
    | Stop
    | Invade
    | Roll
    | Lose
    | Raise
    | Build
    | Buy
    | NameKind
    | NameSeat
    | NameCard
    | Give
    | GiveCard;
  after: number;
  nonce: string;
}

/** A correction of a player's details. Fields that are None don't change. */
export interface AmendForm {
  after: number;
  name?: string | null;
  club?: string | null;
  region?: string | null;
}

/** Actions that need only an amount. */
export interface AmountSeen {
  kind: 'amount';
  act: string;
  label: string;
  fields: Record<string, string>;
  fixed: Record<string, Json>;
  attacks: boolean;
  piece: string;
  price: number;
  least: number;
  most: number;
}

/**
 * The report on a finished game. `luck`, `duels` and `battles` are exact, the other fields are estimates. `judge` made
 * them: "network" (the admiral judges every decision) or "search" (the marshal, turn by turn).
 */
export interface AnalysisSeen {
  edition: string;
  players: string[];
  luck: SeatLuck[];
  duels: SeatLuck[];
  battles: BattleLuck[];
  curve: ChancePoint[];
  turning: TurningSeen[];
  choices: CostlyChoice[];
  decisions: number;
  alike: number;
  unsearched: number;
  judge: string;
  moments: MomentSeen[];
}

/** A user's answer to a puzzle. `choice` is an index into `PuzzleSeen.choices`. */
export interface AnswerForm {
  edition: string;
  id: string;
  choice: number;
}

/** A rejected line of an imported list, with the reason. */
export interface AsideSeen {
  line: number;
  text: string;
  why: string;
}

/** The decision that the viewer's seat has to make, and all its possible actions. */
export interface Ask {
  seat: number;
  question: string;
  ranges: (PairsSeen | SpotsSeen | AmountSeen | PartiesSeen | ChoiceSeen | BareSeen)[];
  ends: number | null;
  at_zero: string | null;
  fight: Fight | null;
  rest: '' | 'opening' | 'turn';
}

/** Attack one place from another with this many dice. */
export interface Attack {
  act: 'attack';
  source: string;
  target: string;
  dice: number;
}

/** The picture that stands for the user; empty: the initials of the name. */
export interface AvatarForm {
  avatar:
    | ''
    | 'admiral'
    | 'centurion'
    | 'cosmonaut'
    | 'emperor'
    | 'explorer'
    | 'general'
    | 'owl'
    | 'pharaoh'
    | 'pirate'
    | 'queen'
    | 'samurai'
    | 'viking';
}

/** Take the client's seats back from the bot that plays for the absent player. */
export interface Back {
  type: 'back';
}

/** The holder of the key that the client sent: the organiser (number 0) or a player. */
export interface Badge {
  role: 'organiser' | 'player';
  number: number;
  name: string;
  code: string;
}

/** An action without parameters. */
export interface BareSeen {
  kind: 'bare';
  act: string;
  label: string;
  fields: Record<string, string>;
  fixed: Record<string, Json>;
  attacks: boolean;
  piece: string;
  price: number;
}

/** A battle with unusually good or bad luck for its attacker. */
export interface BattleLuck {
  entry: number;
  round: number;
  attacker: number;
  defender: number | null;
  source: string;
  target: string;
  throws: number;
  luck: number;
  chance: number;
}

/** Make a bid, which stays secret until all seats have bid. */
export interface Bid {
  act: 'bid';
  amount: number;
}

/** Whether to block a user. */
export interface BlockForm {
  name: string;
  on?: boolean;
}

/** Points to add to a player's total, with up to two decimals. Negative points are deducted. */
export interface BonusForm {
  points: string;
  reason?: string;
}

/** A bot's move in words. `action` is "" if the bot fails on this position. Only the captain gives reasons. */
export interface BotAnswer {
  bot: string;
  name: string;
  action: string;
  reasons: string[];
}

/** Change how fast bots play; with `once` only until a person is asked. Answered to a single person among bots. */
export interface BotPace {
  type: 'bot_pace';
  pace: 'calm' | 'instant' | 'normal' | 'quick';
  once?: boolean;
}

/** Build a station or temple. */
export interface Build {
  act: 'build';
  place: string;
}

/** Order a card of this kind. */
export interface Buy {
  act: 'buy';
  kind: string;
}

/** The number of armies by entrant number, for the army cap. */
export interface CapForm {
  armies: Record<string, number>;
}

/** The captain of a team; 0: none. */
export interface CaptainForm {
  team: string;
  number?: number;
}

/** A card in the viewer's own hand. */
export interface CardSeen {
  id: string;
  name: string;
  kind: string;
  place: string | null;
  text: string;
  cost: number | null;
  owned: boolean;
}

/** The edition's picture in the catalogue: a detail of its first board (None: all of it) and how to paint it. */
export interface CatalogueCardSeen {
  crop: [number, number, number, number] | null;
  paint: 'seats' | 'two_tones' | 'zones';
  sea: string;
}

/** The place where a chain of attacks starts, followed by the places to conquer, in order. */
export interface ChainForm {
  position: string;
  options?: Record<string, boolean | number | string>;
  places: string[];
}

/**
 * Odds of a chain of attacks: the exact first battle, then the probability of taking each place of the chain. `plain`:
 * the edition has pieces other than armies, which the odds ignore from the second place on.
 */
export interface ChainSeen {
  wins: number;
  lost: number;
  beaten: number;
  taken: number[];
  plain: boolean;
}

/** Win chances after a turn. `how` is "network", "search", "look" (estimated without search) or "result". */
export interface ChancePoint {
  entry: number;
  round: number;
  seat: number | null;
  chances: number[];
  how: string;
}

/**
 * The answer to `odds`: the probability of taking the place and the average losses of both sides. `lost` are the
 * attacker's losses, `beaten` the defender's, and `god_war` is the probability of winning the god war before the battle
 * (None without one).
 */
export interface Chances {
  type: 'odds';
  nonce: string;
  wins: number;
  lost: number;
  beaten: number;
  god_war: number | null;
}

/** A position, and the changes to make: armies and owners of places, and the seat in turn. */
export interface ChangeForm {
  position: string;
  options?: Record<string, boolean | number | string>;
  places?: StandingForm[];
  turn?: number | null;
}

/** The table itself changed: a player sat down or left, the game began, or a rematch table was opened. */
export interface Changed {
  type: 'table';
  table: TableSeen;
  seats: SeatSeen[];
  you: number | null;
  yours: number[];
  most_dice: number[];
}

/** A chapter of a rulebook. */
export interface Chapter {
  id: string;
  title: string;
  rules: RuleSeen[];
}

/** One of several choices. */
export interface ChoiceSeen {
  kind: 'choice';
  act: string;
  label: string;
  fields: Record<string, string>;
  fixed: Record<string, Json>;
  attacks: boolean;
  piece: string;
  price: number;
  choices: Option[];
}

/** A value of an option, and its label. */
export interface ChoiceValue {
  value: boolean | number | string;
  label: string;
}

/** Answer a question of a card or rule with a numbered option or a place. */
export interface Choose {
  act: 'choose';
  choice?: number;
  place?: string | null;
}

/** What a player says about a table's result, with its entry in the trail. A dispute may have no score sheet. */
export interface ClaimSeen {
  entry: number;
  by: number;
  note: string;
  lines: LineForm[];
  scores: ScoreSeen[];
}

/**
 * A clock: seconds left, whether it runs now, and what it measures (move, turn, game, table). `left` includes `bank`,
 * which is used last. Warn the player when `low` seconds are left.
 */
export interface ClockFace {
  left: number;
  running: boolean;
  per: 'game' | 'move' | 'table' | 'turn';
  bank: number;
  low: number;
}

/**
 * The time limit in seconds for each move, each turn, or the whole game; `none`: no limit. `bank`: seconds that each
 * player has besides, once in the game, for moves or turns that take longer.
 */
export interface ClockForm {
  per?: 'game' | 'move' | 'none' | 'turn';
  seconds?: number;
  bank?: number;
}

/**
 * A table's clock at the time `EventSeen.now`. When time has run out (`over`), the current round of turns is the
 * penultimate one.
 */
export interface ClockSeen {
  phase: 'over' | 'running' | 'stopped';
  left: number;
  runs: boolean;
}

/** A turn after time is up. A total of two dice up to `threshold` closes the game (0: no throw). */
export interface ClosingTurn {
  part: 'last' | 'penultimate' | 'sdadata';
  hand: number;
  threshold: number;
  chance: number;
}

/** A club of a player, and the years of membership. */
export interface ClubYears {
  club: string;
  years: string;
}

/** The confirmation code from the e-mail. */
export interface CodeForm {
  code: string;
}

/** Confirm a score sheet; `version` is its entry in the trail. */
export interface ConfirmForm {
  number: number;
  version: number;
}

/** The user's notification settings and addresses, which no other user ever sees. */
export interface ContactSeen {
  push_key: string;
  devices: number;
  push_off: ('friend' | 'invitation' | 'round' | 'turn')[];
  mail: boolean;
  email: string;
  confirmed: boolean;
  mail_off: ('friend' | 'invitation' | 'round' | 'turn')[];
  digest: boolean;
  calendar: string;
  this_browser: boolean;
}

/** A choice that lowered the win chance, with what the judge would have done. */
export interface CostlyChoice {
  entry: number;
  round: number;
  seat: number;
  played: string;
  better: string;
  cost: number;
  error: number;
  worlds: number;
}

/** A labelled number to display. */
export interface Counted {
  id: string;
  label: string;
  value: number;
}

/** Finished cups, latest first. Ask again with the last `starts` as `before` if there are more. */
export interface CupHistory {
  cups: CupRow[];
  more: boolean;
}

/** A player of a cup. `place` is 0 before the first result; `total` are the points of the games. */
export interface CupPlayerSeen {
  name: string;
  bot: boolean;
  mine: boolean;
  withdrawn: boolean;
  place: number;
  total: string;
  points: number;
}

/** A round of a cup. */
export interface CupRoundSeen {
  number: number;
  tables: CupTableSeen[];
}

/** A cup in a list. Times are Unix milliseconds; `table` is the id of your running game, if there is one. */
export interface CupRow {
  id: string;
  series: string;
  name: string;
  about: string;
  edition: string;
  edition_name: string;
  starts: number;
  status: 'cancelled' | 'empty' | 'missed' | 'open' | 'over' | 'running';
  rounds: number;
  seats: number;
  clock_seconds: number;
  bots: boolean;
  most: number;
  people: number;
  joined: boolean;
  table: string;
  winners: string[];
}

/** A person in the table of a season. Equal points share a place. */
export interface CupSeasonRow {
  place: number;
  name: string;
  guest: boolean;
  mine: boolean;
  points: number;
  cups: number;
  wins: number;
}

/** The table of a season (a quarter of a year such as 2026-4), and the seasons there are, latest first. */
export interface CupSeasonSeen {
  season: string;
  seasons: string[];
  series: CupSeriesSeen[];
  rows: CupSeasonRow[];
  people: number;
}

/** A seat at a table of a cup; `points` is empty until the game is over. */
export interface CupSeatSeen {
  name: string;
  bot: boolean;
  mine: boolean;
  points: string;
  won: boolean;
}

/** A cup with its players, best first, and its rounds. `next_round` is its time in the pause before it, else 0. */
export interface CupSeen {
  now: number;
  cup: CupRow;
  players: CupPlayerSeen[];
  rounds: CupRoundSeen[];
  next_round: number;
  prizes: number[];
}

/** A recurring cup of this server. */
export interface CupSeriesSeen {
  id: string;
  name: string;
}

/** A table of a round. `table` is its id, by which it can be watched or replayed. */
export interface CupTableSeen {
  number: number;
  table: string;
  status: 'over' | 'playing' | 'waiting';
  seats: CupSeatSeen[];
}

/** All announced and running cups, the latest finished ones, and the server's time in Unix milliseconds. */
export interface CupsSeen {
  now: number;
  upcoming: CupRow[];
  running: CupRow[];
  latest: CupRow[];
}

/** An entry of the audit trail. `by` is empty if the server's operator did it. */
export interface DeedSeen {
  at: number;
  by: string;
  deed: string;
  about: string;
  detail: string;
}

/** Defend with this many armies' dice, plus one die for each named piece. */
export interface Defend {
  act: 'defend';
  dice: number;
  pieces?: string[];
}

/** Confirm the deletion of the user: accounts need their password, guests have none. */
export interface DeleteForm {
  password?: string;
}

/** What organisers see of an event in addition to the public view. */
export interface DeskSeen {
  version: number;
  questions: QuestionSeen[];
  doubts: DoubtSeen[];
  trail: EntrySeen[];
  codes: Record<string, string>;
  draft: DraftSeen | null;
  proposals: ProposalSeen[];
  best_draw: boolean;
  teams: TeamDesk[];
}

/** Dispute the submitted result `version` with a note, a score sheet that differs (`lines`), or both. */
export interface DisputeForm {
  number: number;
  version: number;
  lines?: LineForm[];
  note?: string;
}

/** The action is stored durably and created this version. */
export interface Done {
  type: 'done';
  nonce: string;
  version: number;
}

/**
 * A draw or result that may be wrong, because it is based on something that has changed or was never decided. `again`:
 * drawing the last round again would settle it.
 */
export interface DoubtSeen {
  entry: number;
  title: string;
  why: string;
  round: number;
  table: number;
  again: boolean;
}

/** A draw that has not been published; only organisers see it. */
export interface DraftSeen {
  seed: number;
  round: number;
  stage: 'consolation' | 'final' | 'knockout' | 'round' | 'semifinal';
  title: string;
  tables: number[][];
  method: string;
  cost: number;
  bound: number;
  quality: string;
  again: boolean;
}

/**
 * A request to draft the draw of the next round or, with `again`, of the last one. It takes effect when published.
 * `anyway`: draw although results are missing (`NextSeen.asks`).
 */
export interface DrawForm {
  seed?: number | null;
  method?: 'cp-sat' | 'greedy' | null;
  again?: boolean;
  anyway?: boolean;
}

/** A playable edition: options, bots, board geography, names and presentation. */
export interface EditionSeen {
  id: string;
  name: string;
  summary: string;
  seats: [number, number];
  boards: string[];
  options: OptionSeen[];
  bots: ChoiceValue[];
  places: Record<string, string>;
  zones: Record<string, string>;
  zone_places: Record<string, string[]>;
  zone_bonus: Record<string, number>;
  links: Record<string, string[]>;
  cards: Record<string, string>;
  kinds: Record<string, string>;
  colours: Record<string, string>;
  page: PageSeen;
}

/** The e-mail address for notifications; empty removes it. A confirmation code is sent to the address. */
export interface EmailForm {
  email: string;
}

/** The browser whose push subscription to remove. */
export interface EndpointForm {
  endpoint: string;
}

/** A new player. `EventSeen.late` says in which round they start. */
export interface EntrantForm {
  name: string;
  club?: string;
  region?: string;
}

/** A player of the event. */
export interface EntrantSeen {
  number: number;
  name: string;
  club: string;
  region: string;
  withdrawn: boolean;
  wild: boolean;
  bonus: string;
}

/** An entry of the trail. `undoes` is the entry that it undoes; `undone` says that it was itself undone. */
export interface EntrySeen {
  number: number;
  at: string;
  who: string;
  text: string;
  undoes: number | null;
  undone: boolean;
}

/** An error: a code for programs, a sentence for people, and the id of the rule that forbids it, if any. */
export interface ErrorSeen {
  code: string;
  text: string;
  rule: string;
}

/** A new event from a preset. `choices` overrides settings; the values are written as in `SettingSeen.value`. */
export interface EventForm {
  name: string;
  preset?: string;
  date?: string;
  choices?: Record<string, string>;
  like?: string;
}

/** The id of a new event, and the organiser's key, which is sent in the header X-Event-Key. */
export interface EventKey {
  id: string;
  key: string;
}

/** An event in the list. */
export interface EventRow {
  id: string;
  name: string;
  date: string;
  preset: string;
  preset_title: string;
  entrants: number;
  rounds: number;
  phase: 'between' | 'entries' | 'over' | 'playing';
}

/** The public view of an event. The socket sends it again whenever the event changes. */
export interface EventSeen {
  type: 'event';
  id: string;
  version: number;
  now: number;
  name: string;
  date: string;
  preset: string;
  preset_title: string;
  format: 'finals' | 'knockout' | 'ranking' | 'teams';
  minutes: number;
  army_cap: number;
  phase: 'between' | 'entries' | 'over' | 'playing';
  settings: SettingSeen[];
  departs: string[];
  entrants: EntrantSeen[];
  rounds: RoundSeen[];
  next: NextSeen;
  standings: StandingSeen[];
  placings: PlacingSeen[];
  teams: TeamSeen[];
  waiting: number;
  late: string;
  formula: string;
  qualifying: QualifyingSeen[];
  missing: string;
}

/** The elimination of a seat. `by` is None if no seat caused it. */
export interface FallSeen {
  seat: number;
  by: number | null;
  round: number;
  entry: number;
}

/** Propose a fast battle against one place from another with this many dice. */
export interface FastAttack {
  act: 'fast_attack';
  source: string;
  target: string;
  dice: number;
}

/** An attack in progress, from `source` on `target`. */
export interface Fight {
  source: string;
  target: string;
}

/** Whether to follow a tournament. A player's key in the header links the user to that player. */
export interface FollowForm {
  on?: boolean;
}

/** A friend: whether they are in the match queue, and the public table at which they wait for players, if any. */
export interface FriendSeen {
  name: string;
  waits: boolean;
  table: string;
  avatar: string;
}

/**
 * What one seat can learn from a game. `kind` is "praise" if no mistake was expensive. `puzzles` is a kind of puzzles
 * on the same topic ("": none), and `edition` is where to find them ("": all editions).
 */
export interface GameLesson {
  seat: number;
  kind: string;
  text: string;
  entry: number;
  round: number;
  cost: number;
  puzzles: string;
  edition: string;
}

/** Give part of the seat's purse to another seat. */
export interface Give {
  act: 'give';
  seat: number;
  amount: number;
}

/** Hand over a card to another seat. */
export interface GiveCard {
  act: 'give_card';
  seat: number;
  card: string;
}

/** The name of a guest. Guests play without an account. */
export interface GuestForm {
  name: string;
}

/** A table's result, submitted by entrant `number`. The same result from a second player confirms it. */
export interface HandInForm {
  number: number;
  lines: LineForm[];
}

/** A heading of a list, and the column that it stands for ("": the heading is ignored). */
export interface HeadingSeen {
  text: string;
  column: string;
}

/** The zone that a seat held for the most turns in a row. */
export interface HeldZone {
  seat: number;
  zone: string;
  turns: number;
}

/** The picture of the front page: a detail of a board with one attack and, by place, armies (colour, number). */
export interface HeroSeen {
  board: string;
  crop: [number, number, number, number];
  attack: [string, string];
  armies: Record<string, [number, number]>;
}

/** Exact facts about a finished game, available at once. `analysis_seconds` is how long its analysis takes. */
export interface HighlightsSeen {
  luck: SeatLuck[];
  best: SeatBattle[];
  worst: SeatBattle[];
  held: HeldZone[];
  falls: FallSeen[];
  strength: TurnStrength[];
  last_turn: number;
  analysis_seconds: number;
}

/** Declare an invasion of one place from another, with armies and pieces if the edition asks for them. */
export interface Invade {
  act: 'invade';
  source: string;
  target: string;
  armies?: number;
  pieces?: string[];
}

/** The seat to take; None: the first free one. */
export interface JoinForm {
  seat?: number | null;
  most_dice?: boolean;
}

/** A language that has a catalogue; `name` is in that language. */
export interface LanguageSeen {
  id: string;
  name: string;
}

/** A guided first game. Verbs without their own tip use the client's common one. */
export interface LessonSeen {
  welcome: string;
  verbs: string[];
  tips: Record<string, TipSeen>;
}

/** The name of an account that asks for a code by e-mail. */
export interface LetterForm {
  name: string;
}

/**
 * One player's result of a game: either points, or the territories held, from which the server computes the points. If
 * the player has an objective, `points` counts the territories in it and `outside` the others.
 */
export interface LineForm {
  entrant: number;
  points?: number | null;
  outside?: number | null;
  objective?: '' | 'in_time' | 'late';
  eliminated?: boolean;
  card?: number;
  held?: string[];
  hand?: number;
  penalty?: number;
  zeroed?: boolean;
  reason?: string;
  last?: boolean;
  fell?: number;
}

/** The players of a team from a round on. `round` 0 stands for the next one. */
export interface LineUpForm {
  team: string;
  players: number[];
  round?: number;
}

/** What cannot be read in a list: the row, the column if it is a single cell, the text, and the reason. */
export interface ListProblem {
  line: number;
  column: string;
  text: string;
  why: string;
}

/** How a list was read, before or after it is stored. `sheet` names the sheet of a spreadsheet. */
export interface ListSeen {
  sheet: string;
  encoding: string;
  separator: string;
  headings: HeadingSeen[];
  rows: string[][];
  count: number;
  changes: number;
  problems: ListProblem[];
  stored: boolean;
}

/** A player in the live ranking. `events` are the names and points of the results that count. */
export interface LiveSeen {
  place: number;
  player: string;
  points: number;
  tables: number;
  events: [string, number][];
}

/**
 * The public tables: those that wait for players first, then the newest. `count` is the number of all of them. Rows
 * sent over the socket have no personal fields; `MyTables` lists the tables at which the reader sits.
 */
export interface Lobby {
  type: 'lobby';
  tables: TableRow[];
  version: number;
  count: number;
}

/** Changes to the list since version `after`: rows that are new or changed, and ids that are no longer listed. */
export interface LobbyChanged {
  type: 'lobby_changed';
  version: number;
  after: number;
  tables: TableRow[];
  gone: string[];
  count: number;
}

/** A line of the game log. It replaces an earlier line with the same `n`. */
export interface LogLine {
  n: number;
  seat: number | null;
  text: string;
  rules: string[];
  heading: boolean;
  detail: string;
}

/** The page's look: font family of titles, and CSS custom properties that override the light and dark themes. */
export interface LookSeen {
  face: string;
  always_dark: boolean;
  light: Record<string, string>;
  dark: Record<string, string>;
}

/** Give up this many armies and the named pieces. */
export interface Lose {
  act: 'lose';
  armies: number;
  pieces?: string[];
  place?: string | null;
}

/** Luck with the dice: armies lost and beaten in all throws, and their exact expected values. */
export interface LuckSeen {
  games: number;
  throws: number;
  lost: number;
  lost_mean: number;
  beaten: number;
  beaten_mean: number;
  armies: number;
}

/** A marker: its name, whether its place no longer counts in its zone, and whether it is drawn as water. */
export interface MarkSeen {
  name: string;
  lost: boolean;
  sinks: boolean;
}

/** An objective card and its territories. */
export interface MarkedCard {
  number: number;
  places: string[];
}

/** The user of this session; `name` is None before one is given. Send `csrf` back as the header X-CSRF-Token. */
export interface Me {
  name: string | null;
  guest: boolean;
  csrf: string;
  avatar: string;
}

/** Two names of the same player. Results of `name` count for `into`. */
export interface MergeForm {
  name: string;
  into: string;
}

/** The moderators' page: open reports, the latest closed ones, active sanctions, and the audit trail. */
export interface ModerationSeen {
  open: ReportSeen[];
  closed: ReportSeen[];
  sanctions: SanctionSeen[];
  trail: DeedSeen[];
}

/** Win chances after a decision. */
export interface MomentSeen {
  entry: number;
  chances: number[];
}

/** Toggle auto-defend for one of the client's seats: always defend with the most dice, without being asked. */
export interface MostDice {
  type: 'most_dice';
  seat: number;
  on?: boolean;
}

/** Move armies and the named pieces between two of the seat's places. */
export interface Move {
  act: 'move';
  source: string;
  target: string;
  armies: number;
  pieces?: string[];
}

/** The picture after one or more actions, with only changed places and new log lines, and the facts to animate. */
export interface Moved {
  type: 'moved';
  version: number;
  table: TableSeen;
  boards: string[];
  places: PlaceSeen[];
  closed_lanes: [string, string][];
  seats: SeatSeen[];
  neutral: number;
  you: number | null;
  yours: number[];
  open: boolean;
  most_dice: number[];
  turn: number | null;
  round: number;
  round_label: string;
  phases: PhaseName[];
  phase: string;
  awaited: number[];
  waiting: string;
  ask: Ask | null;
  may_undo: boolean;
  private: Private | null;
  public: Counted[];
  clock: ClockFace | null;
  result: Result | null;
  log: LogLine[];
  actor: number | null;
  events: FactSeen[];
}

/**
 * Mute or unmute the speaker of a remark or, without `remark`, the user of that name at this table. A mute applies to
 * the user under any name. To unmute, send the current name of a muted user as `name`.
 */
export interface Mute {
  type: 'mute';
  name?: string;
  on?: boolean;
  remark?: number | null;
}

/** The ids of the listed tables at which the reader sits. */
export interface MyTables {
  type: 'my_tables';
  ids: string[];
}

/** Answer a question of a card or rule with a card. */
export interface NameCard {
  act: 'name_card';
  card: string;
}

/** The name of an account. */
export interface NameForm {
  name: string;
}

/** Answer a question of a card or rule with a kind of piece or card. */
export interface NameKind {
  act: 'name_kind';
  kind: string;
}

/** Answer a question of a card or rule with a player's seat. */
export interface NameSeat {
  act: 'name_seat';
  seat: number;
}

/**
 * The round to draw next. `missing` says why it cannot be drawn yet, or that the event is over. `asks` is a warning for
 * the organiser. If it isn't empty, a draw needs `DrawForm.anyway`.
 */
export interface NextSeen {
  title: string;
  stage: 'consolation' | 'final' | 'knockout' | 'round' | 'semifinal' | null;
  players: number;
  sizes: number[];
  missing: string;
  asks: string;
}

/** The answer to a stored change. `entries` are its numbers in the trail, for `UndoForm`. */
export interface Noted {
  version: number;
  entries: number[];
}

/** The kinds of notifications to switch off for push and for e-mail, and whether to send a daily digest. */
export interface NoticeForm {
  push_off?: ('friend' | 'invitation' | 'round' | 'turn')[];
  mail_off?: ('friend' | 'invitation' | 'round' | 'turn')[];
  digest?: boolean;
}

/** How a place's name is used in sentences: which of several words agrees with it, and its forms with articles. */
export interface NounSeen {
  gender: number;
  plural: boolean;
  forms: Record<string, string>;
}

/** An objective: its text, the places it names, and its progress. */
export interface ObjectiveSeen {
  id: string;
  text: string;
  places: string[];
  progress: Progress[];
}

/** Move this many armies and the named pieces into the place just conquered. */
export interface Occupy {
  act: 'occupy';
  armies: number;
  pieces?: string[];
}

/** Ask for the odds of an attack fought to the end, with these pieces or (None) all that would fight. */
export interface Odds {
  type: 'odds';
  source: string;
  target: string;
  nonce: string;
  pieces?: string[] | null;
  fast?: boolean;
}

/** One possible choice, with the action that makes it. */
export interface Option {
  action: Record<string, Json>;
  label: string;
  detail: string;
  cards: string[];
  place: string | null;
  colour: number | null;
  price: number;
}

/** A table option: what it decides, its possible values, and the ids of the rules it belongs to. */
export interface OptionSeen {
  name: string;
  title: string;
  text: string;
  rules: string[];
  type: 'bool' | 'enum' | 'int' | 'text';
  values: ChoiceValue[];
  default: boolean | number | string;
  min: number | null;
  max: number | null;
  needs: Record<string, (boolean | number | string)[]>;
}

/** The moderator's decision on a report. */
export interface OutcomeForm {
  outcome: string;
}

/** A player above the army cap: the armies, the surplus, and the penalty that the event's settings prescribe. */
export interface OverSeen {
  entrant: number;
  armies: number;
  surplus: number;
  penalty: number;
}

/** The account's password, to confirm a change of how it is recovered. */
export interface OwnPasswordForm {
  password: string;
}

/** The presentation of an edition besides its rules and words. */
export interface PageSeen {
  look: LookSeen;
  card: CatalogueCardSeen;
  hero: HeroSeen | null;
  pieces: Record<string, string>;
  marks: Record<string, MarkSeen>;
  glyphs: Record<string, StrokeSeen[]>;
  lesson: LessonSeen | null;
}

/** Actions from one place to another with an amount: [from, to, least, most]. */
export interface PairsSeen {
  kind: 'pairs';
  act: string;
  label: string;
  fields: Record<string, string>;
  fixed: Record<string, Json>;
  attacks: boolean;
  piece: string;
  price: number;
  pairs: [string, string, number, number][];
}

/** Actions with armies and pieces: dice, losses, moves. `fields.what` names the action's list of pieces. */
export interface PartiesSeen {
  kind: 'parties';
  act: string;
  label: string;
  fields: Record<string, string>;
  fixed: Record<string, Json>;
  attacks: boolean;
  piece: string;
  price: number;
  parties: PartySeen[];
}

/** A group of armies and pieces with its source and target (None: no place), and all possible sets of pieces. */
export interface PartySeen {
  source: string | null;
  target: string | null;
  sets: PieceSet[];
}

/** Do nothing more in this phase. */
export interface Pass {
  act: 'pass';
}

/** The answer to a change of password, which ends all other sessions of the account. */
export interface PasswordChanged {
  me: Me;
  ended: number;
}

/** The new password and the current one. */
export interface PasswordForm {
  old: string;
  new: string;
}

/** A penalty for a player at a table with a result: points, the whole game (`zeroed`), or last place (`last`). */
export interface PenaltyForm {
  entrant: number;
  after: number;
  points?: number;
  zeroed?: boolean;
  reason?: string;
  last?: boolean;
}

/** The user's friends, received (`asking`) and sent (`asked`) requests, blocked users, and moderator flag. */
export interface PeopleSeen {
  friends: FriendSeen[];
  asking: string[];
  asked: string[];
  blocked: string[];
  moderator: boolean;
  sanctions: SanctionSeen[];
  leaves: number;
}

/** A phase of a turn; `now` marks the current one. */
export interface PhaseName {
  id: string;
  name: string;
  now: boolean;
}

/** Pieces of one kind on a place. */
export interface PieceSeen {
  kind: string;
  seat: number | null;
  n: number;
}

/** Pieces that may act together, and the least and most armies that may go with them. */
export interface PieceSet {
  pieces: string[];
  least: number;
  most: number;
}

/**
 * Check the connection; the server answers `pong`. `lag`: the milliseconds of a usual round trip. Clocks don't charge
 * this time, up to half a second per answer.
 */
export interface Ping {
  type: 'ping';
  lag?: number;
}

/** Put armies from the hand on a place. */
export interface Place {
  act: 'place';
  place: string;
  armies?: number;
}

/** Have a captain bot play for this seat until it may attack. Answered where `Ask.rest` is not empty. */
export interface PlaceRest {
  type: 'place_rest';
}

/** A place: its owner, armies, pieces and marks. */
export interface PlaceSeen {
  id: string;
  owner: number | null;
  armies: number;
  pieces: PieceSeen[];
  marks: string[];
}

/** A final place in the event, and what decided it. */
export interface PlacingSeen {
  place: number;
  entrant: number;
  how: string;
}

/** The rounds of a direct elimination, and the format that the booklet recommends. */
export interface PlanSeen {
  advice: string;
  rounds: PlannedRound[];
}

/** A round of a direct elimination. `tables` are the sizes of its tables. */
export interface PlannedRound {
  entrants: number;
  tables: number[];
}

/** Play a card, optionally on a place. */
export interface PlayCard {
  act: 'play';
  card: string;
  place?: string | null;
}

/** A game that the player has finished; `table` is empty if the table was private. */
export interface PlayedSeen {
  table: string;
  edition: string;
  edition_name: string;
  pace: 'days' | 'live';
  ended: number;
  seat: number;
  seats: number;
  opponents: string[];
  place: number | null;
  left: boolean;
  rating: string;
  points: number | null;
  change: number | null;
}

/** The values of territories and the territories of each objective card, for ticking them on the board. */
export interface PointsSeen {
  edition: string;
  board: string;
  values: Record<string, number>;
  cards: MarkedCard[];
  whole: number;
  cites: RefereeRules;
}

/** The answer to `ping`. */
export interface Pong {
  type: 'pong';
}

/** A position in notation, with its table options. */
export interface PositionForm {
  position: string;
  options?: Record<string, boolean | number | string>;
}

/** A position for display. `position` has it in notation. */
export interface PositionSeen {
  edition: string;
  position: string;
  options: Record<string, boolean | number | string>;
  boards: string[];
  seats: SeatMarkSeen[];
  neutral: number;
  places: PlaceSeen[];
  turn: number | null;
  asked: number | null;
  question: string;
  round_label: string;
}

/** The connected players or the number of spectators changed. */
export interface Presence {
  type: 'presence';
  seats: SeatSeen[];
  watchers: number;
}

/** A preset for events. `source` names the source of its numbers, `departs` says how it differs from the booklet. */
export interface PresetSeen {
  id: string;
  title: string;
  source: string;
  settings: SettingSeen[];
  departs: string[];
  formula: string;
}

/** Private data of a seat, sent to nobody else. */
export interface Private {
  seat: number;
  hand: CardSeen[];
  objective: ObjectiveSeen | null;
  counters: Counted[];
}

/** The public profile of a player or a bot. */
export interface ProfileSeen {
  name: string;
  kind: 'bot' | 'person';
  about: string;
  since: number;
  avatar: string;
  titles: TitleSeen[];
  ratings: SkillSeen[];
  statistics: StatisticsSeen | null;
  games: PlayedSeen[];
  strengths: StrengthSeen[];
}

/**
 * Progress of one part of an objective: `value` out of `of`. For a seat to eliminate (`prey`), `value` is the number of
 * places it still holds, and `of` is 0.
 */
export interface Progress {
  label: string;
  value: number;
  of: number;
  prey: number | null;
}

/** The opened randomness of a game: draw i is a keyed hash of i, so anybody can check every die. */
export interface Proof {
  method: string;
  commitment: string;
  key: string;
  draws: [number, number][];
}

/** A result proposed by entrant `by`, who played at the table. The organiser may accept it. */
export interface ProposalSeen {
  round: number;
  table: number;
  by: number;
  lines: LineForm[];
  disputes: ClaimSeen[];
}

/**
 * Publish the draft that was drawn with this seed. `tables` is given if the organiser changed the tables: entrant
 * numbers in playing order.
 */
export interface PublishForm {
  seed: number;
  tables?: number[][] | null;
}

/** A browser's push subscription: the fields of `PushSubscription.toJSON()`, flattened. */
export interface PushForm {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * A possible answer to a puzzle. For an action, search estimates the win chance (`promise`, with its standard error),
 * and an attack has exact odds (`battle`). For an objective, `fits` is the number of decisions that it explains.
 */
export interface PuzzleChoiceSeen {
  text: string;
  promise: number;
  error: number;
  fits: number;
  battle: ChainSeen | null;
  guard: [number, number] | null;
  places: string[];
}

/** A puzzle with its solution. `answer` is an index into `choices`. */
export interface PuzzleSeen {
  edition: string;
  edition_name: string;
  id: string;
  kind: string;
  rating: number;
  scene: PositionSeen;
  question: string;
  objective: string;
  deeds: string[];
  choices: PuzzleChoiceSeen[];
  answer: number;
  ahead: number;
  worlds: number;
  decisions: number;
}

/** A player who would qualify with the results so far, and the rule that says so. */
export interface QualifyingSeen {
  entrant: number;
  final: boolean;
  rule: string;
}

/** A rejected line of an import, which the organiser must settle; `number` is its entry in the trail. */
export interface QuestionSeen {
  number: number;
  source: string;
  line: number;
  text: string;
  why: string;
  round: number;
  table: number;
}

/** A request to join the match queue for a preset, an edition with its default options, or any game. */
export interface QuickForm {
  preset?: string;
  edition?: string;
  pace?: 'days' | 'live';
  bots_after?: number;
  rated?: boolean;
  most_dice?: boolean;
}

/** A game that can be started with one click. `minutes` is the usual duration: from, to; (0, 0) if unknown. */
export interface QuickPresetSeen {
  id: string;
  name: string;
  about: string;
  edition: string;
  edition_name: string;
  seats: number;
  pace: 'days' | 'live';
  clock: ClockForm;
  minutes: [number, number];
  games: number;
}

/** The match queue, and the requesting user's own state. Clients that stop polling for 30 s leave the queue. */
export interface QuickSeen {
  waiting: WaiterSeen[];
  mine: QuickState | null;
}

/** The requesting user's state in the match queue. `table` is the id of the table, once there is one. */
export interface QuickState {
  what: string;
  seconds: number;
  bots_in: number | null;
  table: string;
  trouble: string;
}

/** Bring a piece (commander, god) into play. */
export interface Raise {
  act: 'raise';
  kind: string;
  place: string;
}

/**
 * The leaderboard of an edition, live or over days. `count` is the number of rated players; `rows` lists the best whose
 * rating is not provisional.
 */
export interface RankList {
  edition: string;
  edition_name: string;
  pace: 'days' | 'live';
  count: number;
  rows: RankRow[];
}

/** A player in a leaderboard. */
export interface RankRow {
  place: number;
  name: string;
  points: number;
  doubt: number;
  games: number;
  wins: number;
  avatar: string;
}

/** A player's rating over several events: strength, uncertainty (`doubt`) and a cautious estimate. */
export interface RatingSeen {
  player: string;
  club: string;
  strength: number;
  doubt: number;
  cautious: number;
  games: number;
}

/** Ratings and live ranking over several events. `missing` says why there are no ratings; they need openskill. */
export interface RatingsSeen {
  ratings: RatingSeen[];
  live: LiveSeen[];
  missing: string;
}

/** The answer to `why`. */
export interface Reason {
  type: 'why';
  nonce: string;
  allowed: boolean;
  text: string;
  rule: string;
  rule_text: string;
}

/** A new sheet of one-time codes. They are sent only once, in this answer. */
export interface RecoveryCodes {
  codes: string[];
}

/** An account's name, one of its codes, and the new password. */
export interface RecoveryForm {
  name: string;
  code: string;
  password: string;
}

/** Whether codes may be sent to the user's confirmed e-mail address. */
export interface RecoveryMailForm {
  password: string;
  on: boolean;
}

/** What recovers the user's account: printed codes that are left, and an address for codes (empty: none). */
export interface RecoverySeen {
  codes: number;
  email: string;
}

/** How this server recovers accounts: by e-mail where it can send any; printed codes work everywhere. */
export interface RecoveryWays {
  mail: boolean;
}

/** Ids of the rules that a referee looks up; empty where the booklet has none. */
export interface RefereeRules {
  closing: string;
  exempt: string;
  army_cap: string;
}

/** A rule forbids the action: the reason in this case, the rule's id and the rule's text. */
export interface Refused {
  type: 'refused';
  nonce: string;
  text: string;
  rule: string;
  rule_text: string;
  clause: string;
}

/** A chat remark in a report. */
export interface RemarkSeen {
  name: string;
  text: string;
  at: number;
}

/** An event to remove from a season. */
export interface RemoveForm {
  name: string;
  date: string;
}

/** A finished game, step by step, with the proof of its dice. */
export interface Replay {
  table: TableSeen;
  boards: string[];
  seats: SeatSeen[];
  result: Result | null;
  steps: StepSeen[];
  series: Series[];
  proof: Proof;
  neutral: number;
}

/** A report to the moderators. The server attaches the chat of the table. */
export interface ReportForm {
  name: string;
  reason: 'cheating' | 'leaving' | 'name' | 'other' | 'stalling' | 'talk';
  table?: string;
  text?: string;
}

/** A report as moderators see it: user `by` reports user `about`. */
export interface ReportSeen {
  id: number;
  by: string;
  about: string;
  table: string;
  reason: 'cheating' | 'leaving' | 'name' | 'other' | 'stalling' | 'talk';
  text: string;
  talk: RemarkSeen[];
  at: number;
  outcome: string;
}

/** The result of the game, and the rule that ended it. */
export interface Result {
  winners: number[];
  text: string;
  rule: string;
  rule_text: string;
  scores: Score[];
}

/** A table's result; `correct` replaces an earlier one. `after` is the version that the author saw. */
export interface ResultForm {
  lines: LineForm[];
  after: number;
  correct?: boolean;
}

/** A game in the standings. `counted` is False if the game is discarded. */
export interface ResultSeen {
  round: number;
  table: number;
  points: string;
  counted: boolean;
  won: boolean;
}

/** Request the whole scene. */
export interface Resync {
  type: 'resync';
}

/** Attack with this many armies' dice, plus one die for each named piece. */
export interface Roll {
  act: 'roll';
  dice: number;
  pieces?: string[];
}

/** A round that has been drawn. */
export interface RoundSeen {
  number: number;
  stage: 'consolation' | 'final' | 'knockout' | 'round' | 'semifinal';
  title: string;
  tables: RoundTable[];
  seed: number;
  method: string;
  quality: string;
  complete: boolean;
  hosted: boolean;
}

/** A table of a round: its players in playing order, its clock, and its reported result. */
export interface RoundTable {
  number: number;
  seats: number[];
  clock: ClockSeen;
  lines: LineForm[];
  scores: ScoreSeen[];
  left_out: string;
  game: string;
  phones: '' | 'confirmed' | 'disputed' | 'handed_in';
  speakers: number[];
  step: number;
}

/** One rule, in the project's own words. */
export interface RuleSeen {
  id: string;
  title: string;
  text: string;
  kind: string;
  example: string | null;
  reading: string | null;
  option: string | null;
  see: string[];
}

/** The whole rulebook of an edition. */
export interface RulebookSeen {
  edition: string;
  title: string;
  chapters: Chapter[];
}

/** Table options to check. */
export interface RulesForm {
  options: Record<string, boolean | number | string>;
}

/** Start or stop the clock of a table. `table` 0 stands for every table of the round. */
export interface RunForm {
  running: boolean;
  table?: number;
}

/** A chat remark. `phrase` is the id of a quick phrase, with its words in `text`. `at`: milliseconds since 1970. */
export interface Said {
  type: 'said';
  n: number;
  name: string;
  seat: number | null;
  text: string;
  phrase: string;
  at: number;
}

/** A sanction to impose for a number of hours: no chat, or no games. The user is told the reason. */
export interface SanctionForm {
  name: string;
  kind: 'mute' | 'suspension';
  reason: string;
  hours: number;
}

/** A sanction on a user, its reason, and when it ends. */
export interface SanctionSeen {
  id: number;
  name: string;
  kind: 'mute' | 'suspension';
  reason: string;
  at: number;
  until: number;
}

/** Chat at the table: free text, or a quick phrase that all readers see in their own language. */
export interface Say {
  type: 'say';
  text?: string;
  phrase?: string;
}

/** The whole picture, sent after connecting, after a change of language or seat, after `stale`, and on request. */
export interface Scene {
  type: 'scene';
  version: number;
  table: TableSeen;
  boards: string[];
  places: PlaceSeen[];
  closed_lanes: [string, string][];
  seats: SeatSeen[];
  neutral: number;
  you: number | null;
  yours: number[];
  open: boolean;
  most_dice: number[];
  turn: number | null;
  round: number;
  round_label: string;
  phases: PhaseName[];
  phase: string;
  awaited: number[];
  waiting: string;
  ask: Ask | null;
  may_undo: boolean;
  private: Private | null;
  public: Counted[];
  clock: ClockFace | null;
  result: Result | null;
  log: LogLine[];
}

/**
 * The final result of a seat, with its objective revealed. Where points decided, `parts` add up to `points`. If points
 * are equal, `ties` are compared in order.
 */
export interface Score {
  seat: number;
  winner: boolean;
  lands: number;
  armies: number;
  objective: string;
  counters: Counted[];
  points: number | null;
  parts: Counted[];
  ties: Counted[];
}

/** A player's score at a table. `how` says where the points come from, `tie` how a tie was broken. */
export interface ScoreSeen {
  entrant: number;
  place: number;
  won: boolean;
  table_points: number;
  points: string;
  how: string;
  tie: string;
}

/** A change to a season, as organisers see it. */
export interface SeasonChangeSeen {
  number: number;
  at: string;
  text: string;
  can_undo: boolean;
  undone: boolean;
}

/** An event of this server that is over, with its class. After a correction, it replaces its earlier places. */
export interface SeasonEventForm {
  event: string;
  kind?: string;
}

/** An event of a season. */
export interface SeasonEventSeen {
  name: string;
  date: string;
  kind: string;
  players: number;
  tables: number;
  winner: string;
}

/** A new season. `choices` overrides settings, such as `best` = 8. */
export interface SeasonForm {
  name: string;
  choices?: Record<string, string>;
}

/** The id of a new season, and the organiser's key, which is sent in the header X-Event-Key. */
export interface SeasonKey {
  id: string;
  key: string;
}

/** A season in the list. */
export interface SeasonLine {
  id: string;
  name: string;
  events: number;
}

/** The answer to a stored change: how many changes the season has now. */
export interface SeasonNoted {
  version: number;
}

/** The page of a player in a season. `names` are those that were merged into this one. */
export interface SeasonPlayerSeen {
  season: string;
  standing: SeasonStanding;
  clubs: ClubYears[];
  names: string[];
}

/** The records of a season: most events, most wins and largest event. */
export interface SeasonRecords {
  most_events: string;
  events: number;
  most_wins: string;
  wins: number;
  largest: string;
  players: number;
}

/** A player's result in an event. `counted` is False if the result is discarded. */
export interface SeasonResultSeen {
  event: string;
  date: string;
  place: number;
  players: number;
  points: string;
  club: string;
  counted: boolean;
}

/**
 * The public view of a season. `running` is an unfinished event, which counts with its current places but isn't stored.
 */
export interface SeasonSeen {
  id: string;
  version: number;
  name: string;
  by: 'live' | 'places' | 'players';
  settings: SeasonSettingSeen[];
  classes: string[];
  events: SeasonEventSeen[];
  standings: SeasonStanding[];
  records: SeasonRecords | null;
  running: string;
}

/** A setting of a season. `value` is written as in forms, such as 8, places or A:2000,B:1000. */
export interface SeasonSettingSeen {
  name: string;
  title: string;
  value: string;
}

/** Settings of a season to change. */
export interface SeasonSettingsForm {
  choices: Record<string, string>;
}

/** A player in the standings of a season. */
export interface SeasonStanding {
  place: number;
  name: string;
  club: string;
  member: string;
  total: string;
  wins: number;
  games: number;
  results: SeasonResultSeen[];
}

/** A change of a season to undo. It may be an undo itself. */
export interface SeasonUndoForm {
  number: number;
}

/** A battle from the point of view of one of its two seats. `luck` is that seat's, in armies. */
export interface SeatBattle {
  seat: number;
  entry: number;
  round: number;
  attacked: boolean;
  source: string;
  target: string;
  luck: number;
}

/**
 * The occupant of a seat: the host (`me`), any player (`open`), a bot, or another person at the host's screen. `bot` is
 * used for bots only, `name` for `screen` only.
 */
export interface SeatForm {
  kind: 'bot' | 'me' | 'open' | 'screen';
  bot?: string;
  name?: string;
  most_dice?: boolean;
  colour?: number | null;
}

/** One player's exact luck: actual and expected armies lost and destroyed, and how unlikely the result is. */
export interface SeatLuck {
  seat: number;
  throws: number;
  lost: number;
  lost_on_average: number;
  beaten: number;
  beaten_on_average: number;
  luck: number;
  deviation: number;
  chance: number;
}

/** A seat of a position. `colour` is its mark on the board, `name` the name of that colour. */
export interface SeatMarkSeen {
  seat: number;
  colour: number;
  name: string;
  lands: number;
  armies: number;
}

/**
 * A seat and its occupant. `kind`: person, bot, screen (its user has several seats), open or kept. A kept seat is
 * reserved for the tournament player of that name.
 */
export interface SeatSeen {
  seat: number;
  name: string;
  kind: 'bot' | 'kept' | 'open' | 'person' | 'screen';
  bot: string | null;
  avatar: string;
  colour: number;
  colour_id: string;
  colour_name: string;
  alive: boolean;
  out_by: number | null;
  here: boolean;
  stand_in: boolean;
  absent_in: number | null;
  stops: boolean;
  lands: number;
  armies: number;
  cards: number;
  stock: number;
  zones: string[];
  counters: Counted[];
  first: boolean;
  won: boolean;
  leaves: number;
  clock: ClockFace | null;
}

/** Figures by seat at the end of a turn. */
export interface Series {
  step: number;
  round: number;
  turn: number | null;
  lands: number[];
  armies: number[];
  income: number[];
}

/** A session of the user: a browser that is signed in. */
export interface SessionSeen {
  id: string;
  created: number;
  seen: number;
  browser: string;
  current: boolean;
}

/** Number of sessions that were ended. */
export interface SessionsEnded {
  ended: number;
}

/** A new position: the edition, the number of seats, and the seat in turn. */
export interface SetUpForm {
  edition: string;
  seats: number;
  turn?: number;
}

/** A setting of an event. `value` is written as in forms, such as 90, true, 50,25 or 3:75,5:125. */
export interface SettingSeen {
  name: string;
  title: string;
  type: 'bool' | 'enum' | 'float' | 'int' | 'list' | 'table';
  value: string;
  values: string[];
}

/** Settings to change. `after` is the version of the event that the organiser saw. */
export interface SettingsForm {
  choices: Record<string, string>;
  after: number;
}

/** Settle a rejected line, or accept a doubtful draw or result. `question` is its entry in the trail. */
export interface SettleForm {
  question: number;
  note?: string;
}

/** The puzzles of an edition: their ids, kinds and ratings in the same order. */
export interface ShelfSeen {
  edition: string;
  name: string;
  ids: string[];
  kinds: string[];
  ratings: number[];
}

/**
 * On a shared screen, select which of the session's seats sees the game and plays. With `open` false, the seat plays in
 * front of everybody: it gets the public view, and those of its possible actions that reveal none of its secrets.
 */
export interface Sit {
  type: 'sit';
  seat: number;
  open?: boolean;
}

/**
 * A rating in one edition, live or over days. `doubt` is its uncertainty in points. `place` is the position in the
 * leaderboard, 0 while the rating is provisional.
 */
export interface SkillSeen {
  edition: string;
  edition_name: string;
  pace: 'days' | 'live';
  points: number;
  doubt: number;
  provisional: boolean;
  games: number;
  wins: number;
  left: number;
  place: number;
}

/** Switch the language of all further messages. A whole scene follows. */
export interface SpeakLanguage {
  type: 'language';
  language: string;
}

/** Actions on one of these places with an amount. */
export interface SpotsSeen {
  kind: 'spots';
  act: string;
  label: string;
  fields: Record<string, string>;
  fixed: Record<string, Json>;
  attacks: boolean;
  piece: string;
  price: number;
  places: string[];
  least: number;
  most: number;
}

/** The table changed before the action arrived. Nothing was done; a whole scene follows. */
export interface Stale {
  type: 'stale';
  nonce: string;
  version: number;
}

/** The armies to put on a place and their owner (None: nobody). */
export interface StandingForm {
  place: string;
  owner: number | null;
  armies: number;
}

/** A player in the standings. `tie` says why they rank above the next player with equal points. */
export interface StandingSeen {
  place: number;
  entrant: number;
  total: string;
  wins: number;
  played: number;
  results: ResultSeen[];
  tie: string;
}

/** Statistics of a player's finished games. */
export interface StatisticsSeen {
  games: number;
  wins: number;
  left: number;
  rounds: number;
  minutes: number;
  editions: TallySeen[];
  seats: TallySeen[];
  objectives: TallySeen[];
  zones: TallySeen[];
  luck: LuckSeen | null;
}

/** One action of a finished game. */
export interface StepSeen {
  n: number;
  seat: number | null;
  turn: number | null;
  round: number;
  round_label: string;
  events: FactSeen[];
  log: LogLine[];
  places: PlaceSeen[];
  draws: [number, number];
}

/** Call the game off (referee). */
export interface Stop {
  act: 'stop';
}

/** A bot's measured strength: its share of wins in `games` games, alone against three bots of another kind. */
export interface StrengthSeen {
  edition: string;
  edition_name: string;
  against: string;
  games: number;
  share: number;
  low: number;
  high: number;
}

/** One path of a glyph, in a 32 × 32 box. */
export interface StrokeSeen {
  d: string;
  style: 'hole' | 'hole_line' | 'line' | 'solid';
  width: number;
}

/**
 * Ask what a captain bot would do in the client's place, and why. Answered only to a single person among bots, outside
 * tournaments, while their seat has a decision to make.
 */
export interface Suggest {
  type: 'suggest';
  nonce: string;
}

/**
 * The answer to `suggest`: an action legal at this version, its text, the reasons, and the places they name. It depends
 * only on what the asking seat may see, so equal views get equal suggestions.
 */
export interface Suggestion {
  type: 'suggestion';
  nonce: string;
  version: number;
  act: Record<string, Json>;
  text: string;
  reasons: string[];
  places: string[];
}

/** The code of a table of a round, for the sheet on the table or the wall. */
export interface TableCode {
  round: number;
  table: number;
  code: string;
}

/** What the code of a table opens. */
export interface TableCodeSeen {
  round: number;
  table: number;
  title: string;
  seats: number[];
  state: 'counts' | 'disputed' | 'handed_in' | 'online' | 'open';
  claims: ClaimSeen[];
  scores: ScoreSeen[];
  behind: number[];
  you: number;
  whole: number;
}

/** A new table, with its seats, options and time limits. */
export interface TableForm {
  edition: string;
  seats: SeatForm[];
  name?: string;
  options?: Record<string, boolean | number | string>;
  private?: boolean;
  clock?: ClockForm;
  absent_after?: number;
  delay?: number;
  pace?: 'calm' | 'instant' | 'normal' | 'quick';
  rated?: boolean;
  early?: boolean;
  undo?: boolean;
}

/** The id of a table to open. */
export interface TableId {
  id: string;
}

/** A table in the lobby. */
export interface TableRow {
  id: string;
  name: string;
  edition: string;
  edition_name: string;
  status: string;
  host: string;
  seats: SeatSeen[];
  free: number;
  watchers: number;
  round: number;
  round_label: string;
  private: boolean;
  clock: ClockForm;
  mine: boolean;
  seat: number;
  awaits_me: boolean;
  created: number;
  trouble: string;
  rating: string;
}

/** The public data of a table. */
export interface TableSeen {
  id: string;
  name: string;
  edition: string;
  edition_name: string;
  status: 'over' | 'playing' | 'waiting';
  host: string;
  options: Record<string, Json>;
  private: boolean;
  watchers: number;
  commitment: string;
  key: string;
  pace: string;
  rematch: string;
  places_rest: boolean;
  suggests: boolean;
  rating: string;
}

/** Choose the seat's army colour. */
export interface TakeColour {
  act: 'colour';
  colour: string;
}

/** The result of an import: the number of accepted lines, and each rejected line. */
export interface TakenSeen {
  version: number;
  entries: number[];
  taken: number;
  aside: AsideSeen[];
}

/** Games and wins in one category. */
export interface TallySeen {
  name: string;
  games: number;
  wins: number;
}

/** A team: its captain (0: none), its players, and those who play the next round. */
export interface TeamDesk {
  team: string;
  captain: number;
  players: number[];
  next: number[];
  named: boolean;
}

/** A team in the team standings, with the results that count. */
export interface TeamSeen {
  place: number;
  team: string;
  total: string;
  wins: number;
  results: string[];
}

/** Declare that time is up (referee). */
export interface TimeUp {
  act: 'time_up';
}

/** A tip of the lesson: the options of a decision, and the reasons. */
export interface TipSeen {
  title: string;
  text: string;
}

/** A title that a player has earned by playing, and the date of the game that earned it. */
export interface TitleSeen {
  id: string;
  name: string;
  text: string;
  since: number;
}

/** A new personal token for a program: label, scopes (`read` is always granted) and lifetime in days. */
export interface TokenForm {
  label: string;
  scopes?: ('organise' | 'play' | 'read')[];
  days?: number;
}

/** A personal token. `secret` is sent only once, in the answer to its creation. */
export interface TokenSeen {
  id: number;
  label: string;
  scopes: ('organise' | 'play' | 'read')[];
  expires: number;
  secret: string;
}

/** Play a trio of cards. */
export interface Trade {
  act: 'trade';
  cards: string[];
}

/** All puzzles, and the puzzle of the day (by UTC). */
export interface TrainerSeen {
  shelves: ShelfSeen[];
  today_edition: string;
  today: string;
  day: number;
}

/** A guest's puzzle rating from the browser, to copy to the guest's new account. */
export interface TrainingForm {
  rating: number;
  tried: number;
  solved: number;
  seen?: string[];
}

/** A puzzle rating: numbers of puzzles tried and solved, and the puzzles seen (edition/id, latest last). */
export interface TrainingSeen {
  rating: number;
  tried: number;
  solved: number;
  seen: string[];
}

/** A message was invalid or not allowed. `code` is one of the codes in docs/protocol.md. */
export interface Trouble {
  type: 'problem';
  code: string;
  text: string;
  nonce: string;
}

/** Territories and armies of all seats after a turn. */
export interface TurnStrength {
  entry: number;
  lands: number[];
  armies: number[];
}

/** A turn after which a win chance had changed a lot. */
export interface TurningSeen {
  entry: number;
  round: number;
  turn: number | null;
  seat: number;
  before: number;
  after: number;
  text: string;
}

/** Take back the latest action of the client's seat. Allowed where `may_undo` says so; answered like `act`. */
export interface Undo {
  type: 'undo';
  after: number;
  nonce: string;
}

/** Entries of the trail to undo. They may be undos themselves. */
export interface UndoForm {
  entries: number[];
}

/** A vote to call the game off; false withdraws it. */
export interface VoteForm {
  stop?: boolean;
}

/** A user in the match queue. */
export interface WaiterSeen {
  name: string;
  what: string;
  seconds: number;
  rated: boolean;
}

/** Ask whether an action would be allowed and, if not, which rule forbids it. Nothing is executed. */
export interface Why {
  type: 'why';
  act:
    | Pass
    | Place
    | Trade
    | Attack
    | FastAttack
    | Defend
    | Occupy
    | Move
    | TakeColour
    | Bid
    | PlayCard
    | Choose
    | TimeUp
    | Stop
    | Invade
    | Roll
    | Lose
    | Raise
    | Build
    | Buy
    | NameKind
    | NameSeat
    | NameCard
    | Give
    | GiveCard;
  nonce: string;
}

/** A wild card for a player or, with `back`, its return. */
export interface WildForm {
  back?: boolean;
}

/** The withdrawal of a player or, with `back`, their return. */
export interface WithdrawForm {
  back?: boolean;
}

/**
 * The page's texts in one language; `plural` lists the categories of plural forms, in the order of the texts. `nouns`
 * has the names of places for fields such as `{place:the}`.
 */
export interface WordsSeen {
  language: string;
  languages: LanguageSeen[];
  plural: string[];
  words: Record<string, string>;
  nouns: Record<string, NounSeen>;
}

export type ClientWord =
  | Act
  | Undo
  | Why
  | Odds
  | Suggest
  | Say
  | Mute
  | SpeakLanguage
  | Sit
  | MostDice
  | PlaceRest
  | BotPace
  | Back
  | Resync
  | Ping;

export type ServerWord =
  Scene | Moved | Done | Refused | Stale | Reason | Chances | Suggestion | Trouble | Said | Presence | Changed | Pong;
