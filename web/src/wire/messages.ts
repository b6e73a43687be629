// Written by tools/protocol_types.py from the message types of src/kamchatka/server: do not edit.

import type { FactSeen } from './facts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Who did not come to the table; `substitute` 0: the table plays with one less. */
export interface AbsentForm {
  number: number;
  substitute?: number;
}

/** A name that stays one's own. */
export interface AccountForm {
  name: string;
  password: string;
}

/** Do this. `after` is the version the player was looking at; the same nonce is never done twice. */
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

/** A player written rightly; what is not said stays. */
export interface AmendForm {
  after: number;
  name?: string | null;
  club?: string | null;
  region?: string | null;
}

/** A number. */
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

/** A finished game: `luck`, `duels` and `battles` are exact, `curve`, `turning` and `choices` are search. */
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
}

/** What somebody answered to a puzzle. */
export interface AnswerForm {
  edition: string;
  id: string;
  choice: number;
}

/** A line of a list that was not taken. */
export interface AsideSeen {
  line: number;
  text: string;
  why: string;
}

/** What the viewer's seat is asked, and everything it may answer. */
export interface Ask {
  seat: number;
  question: string;
  ranges: (PairsSeen | SpotsSeen | AmountSeen | PartiesSeen | ChoiceSeen | BareSeen)[];
  ends: number | null;
  at_zero: string | null;
  fight: Fight | null;
}

/** Attack one place from another with this many dice. */
export interface Attack {
  act: 'attack';
  source: string;
  target: string;
  dice: number;
}

/** I am here again: the bot that plays for me gives my seats back. */
export interface Back {
  type: 'back';
}

/** Whom a key opens the event to: its organiser (number 0) or a player. */
export interface Badge {
  role: 'organiser' | 'player';
  number: number;
  name: string;
}

/** A verb that needs nothing more. */
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

/** A battle of much luck, good or bad, for its attacker. */
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

/** A secret bid. */
export interface Bid {
  act: 'bid';
  amount: number;
}

/** Whether one wants nothing more to do with somebody. */
export interface BlockForm {
  name: string;
  on?: boolean;
}

/** What a bot would do; nothing if it cannot say. A captain gives its reasons. */
export interface BotAnswer {
  bot: string;
  name: string;
  action: string;
  reasons: string[];
}

/** Put up a station, a temple. */
export interface Build {
  act: 'build';
  place: string;
}

/** Order a card of this kind. */
export interface Buy {
  act: 'buy';
  kind: string;
}

/** Armies counted, by entrant. */
export interface CapForm {
  armies: Record<string, number>;
}

/** A card in one's own hand. */
export interface CardSeen {
  id: string;
  name: string;
  kind: string;
  place: string | null;
  text: string;
  cost: number | null;
  owned: boolean;
}

/** The picture of an edition among the others: which corner of its first board, and how it is painted. */
export interface CatalogueCardSeen {
  crop: [number, number, number, number] | null;
  paint: 'seats' | 'two_tones' | 'zones';
  sea: string;
}

/** A place and those that its armies are to take, one after the other. */
export interface ChainForm {
  position: string;
  options?: Record<string, boolean | number | string>;
  places: string[];
}

/**
 * The first battle exactly, with all that fights in it; then the chance that each place of the chain is taken. `plain`:
 * pieces fight in this edition; from the second place on the chain is reckoned without them.
 */
export interface ChainSeen {
  wins: number;
  lost: number;
  beaten: number;
  taken: number[];
  plain: boolean;
}

/** The chances to win after a turn. `how`: by search, by the look of the position alone, or as the game ended. */
export interface ChancePoint {
  entry: number;
  round: number;
  seat: number | null;
  chances: number[];
  how: string;
}

/** The answer to `odds`: the chance to take the place, the mean losses of both sides, and of the next god war. */
export interface Chances {
  type: 'odds';
  nonce: string;
  wins: number;
  lost: number;
  beaten: number;
  god_war: number | null;
}

/** A position, and what is to be otherwise. */
export interface ChangeForm {
  position: string;
  options?: Record<string, boolean | number | string>;
  places?: StandingForm[];
  turn?: number | null;
}

/** The table itself changed: somebody sat down or left, the game began, a rematch was laid. */
export interface Changed {
  type: 'table';
  table: TableSeen;
  seats: SeatSeen[];
  you: number | null;
  yours: number[];
  most_dice: number[];
}

/** Rules under one heading. */
export interface Chapter {
  id: string;
  title: string;
  rules: RuleSeen[];
}

/** One of some things. */
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

/** A value of an option and what to call it. */
export interface ChoiceValue {
  value: boolean | number | string;
  label: string;
}

/** Answer what a card or a rule asks: one of some numbered things, or a place. */
export interface Choose {
  act: 'choose';
  choice?: number;
  place?: string | null;
}

/** A clock: seconds left, whether it runs now, and what it measures (move, turn, game, table). */
export interface ClockFace {
  left: number;
  running: boolean;
  per: 'game' | 'move' | 'table' | 'turn';
}

/** How long people may think: seconds for each move, each turn, or the whole game; none: for ever. */
export interface ClockForm {
  per?: 'game' | 'move' | 'none' | 'turn';
  seconds?: number;
}

/** A table's clock at the moment `EventSeen.now`; below zero: the penultimate round is under way. */
export interface ClockSeen {
  phase: 'over' | 'running' | 'stopped';
  left: number;
  runs: boolean;
}

/** A turn after time: two dice that make no more than `threshold` close the game (0: no throw). */
export interface ClosingTurn {
  part: 'last' | 'penultimate' | 'sdadata';
  hand: number;
  threshold: number;
  chance: number;
}

/** The code that was sent. */
export interface CodeForm {
  code: string;
}

/** How one is told of what happens. Nobody else ever sees this. */
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
}

/** A choice that cost something, and what the marshal would have done, by search. */
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

/** A number to watch. */
export interface Counted {
  id: string;
  label: string;
  value: number;
}

/** A line of the audit trail; `by` is empty for whoever runs the server. */
export interface DeedSeen {
  at: number;
  by: string;
  deed: string;
  about: string;
  detail: string;
}

/** Answer an attack with this many dice for armies, and one for each piece named. */
export interface Defend {
  act: 'defend';
  dice: number;
  pieces?: string[];
}

/** Delete oneself: the password of the account; a guest has none. */
export interface DeleteForm {
  password?: string;
}

/** What only organisers see. */
export interface DeskSeen {
  version: number;
  questions: QuestionSeen[];
  doubts: DoubtSeen[];
  trail: EntrySeen[];
  codes: Record<string, string>;
  draft: DraftSeen | null;
  proposals: ProposalSeen[];
  best_draw: boolean;
}

/** Your action is durable and made this version. */
export interface Done {
  type: 'done';
  nonce: string;
  version: number;
}

/** What stands but rests on something that changed or was never decided; `again`: the last draw can be made anew. */
export interface DoubtSeen {
  entry: number;
  title: string;
  why: string;
  round: number;
  table: number;
  again: boolean;
}

/** A draw that only organisers see until it is published. */
export interface DraftSeen {
  seed: number;
  round: number;
  stage: 'final' | 'knockout' | 'round' | 'semifinal';
  title: string;
  tables: number[][];
  method: string;
  cost: number;
  bound: number;
  quality: string;
  again: boolean;
}

/**
 * A draw to look at before it is published: the next round, or again the last one. `anyway`: even if a round before has
 * no result at all (`NextSeen.asks`).
 */
export interface DrawForm {
  seed?: number | null;
  method?: 'cp-sat' | 'greedy' | null;
  again?: boolean;
  anyway?: boolean;
}

/** An edition to play. */
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

/** An address to write to; empty: none any more. A code is sent there, which confirms it. */
export interface EmailForm {
  email: string;
}

/** A browser that is to be called no more. */
export interface EndpointForm {
  endpoint: string;
}

/** A player who takes part; `EventSeen.late` says from when on. */
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
}

/** A line of the trail; `undone`: it no longer stands. */
export interface EntrySeen {
  number: number;
  at: string;
  who: string;
  text: string;
  undoes: number | null;
  undone: boolean;
}

/** What went wrong: a code for programs, a sentence for people, the rule if one forbids it. */
export interface ErrorSeen {
  code: string;
  text: string;
  rule: string;
}

/** A new event by a preset; `choices` changes any of its settings, written as `SettingSeen.value` is. */
export interface EventForm {
  name: string;
  preset?: string;
  date?: string;
  choices?: Record<string, string>;
}

/** A new event and the organiser's key, to be sent as the header X-Event-Key. */
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

/** The whole event as everybody may see it; the socket sends it anew whenever it changes. */
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
}

/** Propose a fast battle from one place against another with this many dice. */
export interface FastAttack {
  act: 'fast_attack';
  source: string;
  target: string;
  dice: number;
}

/** An attack under way, from a place on another. */
export interface Fight {
  source: string;
  target: string;
}

/** Whether one follows a tournament; with a player's key one plays in it. */
export interface FollowForm {
  on?: boolean;
}

/** A friend: whether they wait for a game right now, and a public table at which they sit. */
export interface FriendSeen {
  name: string;
  waits: boolean;
  table: string;
}

/** Hand over something of one's purse to another seat. */
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

/** A name is enough to play. */
export interface GuestForm {
  name: string;
}

/** A corner of a board for the front page, with armies (colour, number) and one attack. */
export interface HeroSeen {
  board: string;
  crop: [number, number, number, number];
  attack: [string, string];
  armies: Record<string, [number, number]>;
}

/** Declare an invasion of a place from another; if the booklet asks for it, with the armies and pieces that go. */
export interface Invade {
  act: 'invade';
  source: string;
  target: string;
  armies?: number;
  pieces?: string[];
}

/** Sit down: at that seat, or at the first that is free. */
export interface JoinForm {
  seat?: number | null;
  most_dice?: boolean;
}

/** A language that has a catalogue, by its own name. */
export interface LanguageSeen {
  id: string;
  name: string;
}

/** A first game; verbs that have no tip here get the client's usual words. */
export interface LessonSeen {
  welcome: string;
  verbs: string[];
  tips: Record<string, TipSeen>;
}

/** One player's end of a game: points, or the objective card and the territories held, which make the points. */
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

/** A player in the live ranking. */
export interface LiveSeen {
  place: number;
  player: string;
  points: number;
  tables: number;
  events: [string, number][];
}

/**
 * The tables anybody may see: those that wait for players first, then the newest; `count` is how many there are. Over
 * the socket nothing in a row is personal: `MyTables` says where the reader sits.
 */
export interface Lobby {
  type: 'lobby';
  tables: TableRow[];
  version: number;
  count: number;
}

/** What became of the list of version `after`: rows that are new or others now, and ids that are listed no more. */
export interface LobbyChanged {
  type: 'lobby_changed';
  version: number;
  after: number;
  tables: TableRow[];
  gone: string[];
  count: number;
}

/** A sentence of the story; a line with the same number replaces the one before. */
export interface LogLine {
  n: number;
  seat: number | null;
  text: string;
  rules: string[];
  heading: boolean;
  detail: string;
}

/** How the page is dressed: the face of titles, and custom properties over those of the light and dark themes. */
export interface LookSeen {
  face: string;
  always_dark: boolean;
  light: Record<string, string>;
  dark: Record<string, string>;
}

/** Give up this many armies, and the pieces named. */
export interface Lose {
  act: 'lose';
  armies: number;
  pieces?: string[];
  place?: string | null;
}

/** Armies in all throws of so many games, and what such throws take on average: exact, from every throw's odds. */
export interface LuckSeen {
  games: number;
  throws: number;
  lost: number;
  lost_mean: number;
  beaten: number;
  beaten_mean: number;
  armies: number;
}

/** What a mark is called; whether its place counts no more, and whether it is drawn as water. */
export interface MarkSeen {
  name: string;
  lost: boolean;
  sinks: boolean;
}

/** An objective card and the territories it marks. */
export interface MarkedCard {
  number: number;
  places: string[];
}

/** Who the server takes you for; send `csrf` back as the header X-CSRF-Token. */
export interface Me {
  name: string | null;
  guest: boolean;
  csrf: string;
}

/** The moderators' page: reports that are open and the latest closed ones, sanctions that hold, the audit trail. */
export interface ModerationSeen {
  open: ReportSeen[];
  closed: ReportSeen[];
  sanctions: SanctionSeen[];
  trail: DeedSeen[];
}

/** One of my seats always defends with the most dice, or is asked with how many. */
export interface MostDice {
  type: 'most_dice';
  seat: number;
  on?: boolean;
}

/** Move armies, and the pieces named, between two places of one's own. */
export interface Move {
  act: 'move';
  source: string;
  target: string;
  armies: number;
  pieces?: string[];
}

/** Something was done: the picture after it (only changed places and new lines) and the facts to animate. */
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
  private: Private | null;
  public: Counted[];
  clock: ClockFace | null;
  result: Result | null;
  log: LogLine[];
  actor: number | null;
  events: FactSeen[];
}

/** Hear a player no more, or again. */
export interface Mute {
  type: 'mute';
  name: string;
  on?: boolean;
}

/** The ids of the listed tables at which the reader sits. */
export interface MyTables {
  type: 'my_tables';
  ids: string[];
}

/** Answer what a card or a rule asks: a card. */
export interface NameCard {
  act: 'name_card';
  card: string;
}

/** Somebody with an account. */
export interface NameForm {
  name: string;
}

/** Answer what a card or a rule asks: a kind of piece or card. */
export interface NameKind {
  act: 'name_kind';
  kind: string;
}

/** Answer what a card or a rule asks: a player, by seat. */
export interface NameSeat {
  act: 'name_seat';
  seat: number;
}

/**
 * The round that would be drawn next; `missing` says why it cannot be yet, or that the event is over. `asks`: what an
 * organiser should think of first; a draw then wants `DrawForm.anyway`.
 */
export interface NextSeen {
  title: string;
  stage: 'final' | 'knockout' | 'round' | 'semifinal' | null;
  players: number;
  sizes: number[];
  missing: string;
  asks: string;
}

/** A change is in the trail: under which numbers, should it be undone. */
export interface Noted {
  version: number;
  entries: number[];
}

/** What one does not want to be told, by push and by e-mail, and whether once a day is enough. */
export interface NoticeForm {
  push_off?: ('friend' | 'invitation' | 'round' | 'turn')[];
  mail_off?: ('friend' | 'invitation' | 'round' | 'turn')[];
  digest?: boolean;
}

/** An objective: its words, the places it marks, how far it has come. */
export interface ObjectiveSeen {
  id: string;
  text: string;
  places: string[];
  progress: Progress[];
}

/** Move this many armies, and the pieces named, into the place just conquered. */
export interface Occupy {
  act: 'occupy';
  armies: number;
  pieces?: string[];
}

/** The chances of an attack fought to the end; by these pieces, or by all that would fight. */
export interface Odds {
  type: 'odds';
  source: string;
  target: string;
  nonce: string;
  pieces?: string[] | null;
  fast?: boolean;
}

/** One thing to choose, with the action that chooses it. */
export interface Option {
  action: Record<string, Json>;
  label: string;
  detail: string;
  cards: string[];
  place: string | null;
  colour: number | null;
  price: number;
}

/** A table option: what it decides, what may be chosen, the rules it belongs to. */
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

/** What a moderator made of a report. */
export interface OutcomeForm {
  outcome: string;
}

/** A player above the army cap, and what the event asks for it. */
export interface OverSeen {
  entrant: number;
  armies: number;
  surplus: number;
  penalty: number;
}

/** What a client shows of an edition besides rules and words. */
export interface PageSeen {
  look: LookSeen;
  card: CatalogueCardSeen;
  hero: HeroSeen | null;
  pieces: Record<string, string>;
  marks: Record<string, MarkSeen>;
  glyphs: Record<string, StrokeSeen[]>;
  lesson: LessonSeen | null;
}

/** From a place to a place with an amount: [from, to, least, most]. */
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

/** Armies and pieces together: dice, losses, moves. `fields.what` names the action's list of pieces. */
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

/** A mixed party, from a place to a place or from nowhere: every set of pieces that may come. */
export interface PartySeen {
  source: string | null;
  target: string | null;
  sets: PieceSet[];
}

/** Nothing more in this phase. */
export interface Pass {
  act: 'pass';
}

/** Points, the whole game, or the place (`last`) taken from a player of a table that has reported. */
export interface PenaltyForm {
  entrant: number;
  after: number;
  points?: number;
  zeroed?: boolean;
  reason?: string;
  last?: boolean;
}

/** One's friends, who has asked to be one, whom one has asked, whom one has blocked; whether one is a moderator. */
export interface PeopleSeen {
  friends: FriendSeen[];
  asking: string[];
  asked: string[];
  blocked: string[];
  moderator: boolean;
  sanctions: SanctionSeen[];
  leaves: number;
}

/** A phase of a turn. */
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

/** Pieces that may go together, and how many armies may go with them. */
export interface PieceSet {
  pieces: string[];
  least: number;
  most: number;
}

/** Still there? */
export interface Ping {
  type: 'ping';
}

/** Put armies from one's hand on a place. */
export interface Place {
  act: 'place';
  place: string;
  armies?: number;
}

/** A place: who holds it and what stands on it. */
export interface PlaceSeen {
  id: string;
  owner: number | null;
  armies: number;
  pieces: PieceSeen[];
  marks: string[];
}

/** A final place and what made it. */
export interface PlacingSeen {
  place: number;
  entrant: number;
  how: string;
}

/** The rounds of a direct elimination, and the format that the booklet would advise. */
export interface PlanSeen {
  advice: string;
  rounds: PlannedRound[];
}

/** A round of a direct elimination. */
export interface PlannedRound {
  entrants: number;
  tables: number[];
}

/** Play a card, perhaps on a place. */
export interface PlayCard {
  act: 'play';
  card: string;
  place?: string | null;
}

/** A game somebody has finished. */
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

/** What territories are worth and what the cards mark, for ticking on the board. */
export interface PointsSeen {
  edition: string;
  board: string;
  values: Record<string, number>;
  cards: MarkedCard[];
  whole: number;
  cites: RefereeRules;
}

/** Still here. */
export interface Pong {
  type: 'pong';
}

/** A position in notation, and what its table agreed on. */
export interface PositionForm {
  position: string;
  options?: Record<string, boolean | number | string>;
}

/** A position as a client draws it; `position` is the same in notation. */
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

/** Who is here has changed. */
export interface Presence {
  type: 'presence';
  seats: SeatSeen[];
  watchers: number;
}

/** A way to play that is ready; `departs`: where it is not as the booklet says. */
export interface PresetSeen {
  id: string;
  title: string;
  source: string;
  settings: SettingSeen[];
  departs: string[];
}

/** The corner that only its seat may see. */
export interface Private {
  seat: number;
  hand: CardSeen[];
  objective: ObjectiveSeen | null;
  counters: Counted[];
}

/** Somebody as everybody may see them. */
export interface ProfileSeen {
  name: string;
  kind: 'bot' | 'person';
  about: string;
  since: number;
  ratings: SkillSeen[];
  statistics: StatisticsSeen | null;
  games: PlayedSeen[];
  strengths: StrengthSeen[];
}

/** How far a part of an objective has come; of a `prey` (its seat), the places it has left (`of` is 0). */
export interface Progress {
  label: string;
  value: number;
  of: number;
  prey: number | null;
}

/** The sealed luck opened: draw i is a keyed hash of i, so that anybody can check every die. */
export interface Proof {
  method: string;
  commitment: string;
  key: string;
  draws: [number, number][];
}

/** A result that a player of the table handed in from a phone; the organiser takes it or not. */
export interface ProposalSeen {
  round: number;
  table: number;
  by: number;
  lines: LineForm[];
}

/** The draft of that seed becomes the round; `tables` has it as changed by hand, players by hand (seat order). */
export interface PublishForm {
  seed: number;
  tables?: number[][] | null;
}

/** A browser that may be called: what `PushSubscription.toJSON()` says, flat. */
export interface PushForm {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** An answer and all that is known of it: its promise by search, its battle by exact odds, what it explains. */
export interface PuzzleChoiceSeen {
  text: string;
  promise: number;
  error: number;
  fits: number;
  battle: ChainSeen | null;
  guard: [number, number] | null;
  places: string[];
}

/** A puzzle with its answer: whoever looks it up trains for himself. */
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

/** A line that was set aside; `number` is its entry in the trail. */
export interface QuestionSeen {
  number: number;
  source: string;
  line: number;
  text: string;
  why: string;
  round: number;
  table: number;
}

/** Somebody would play now: a preset, an edition as its booklet proposes it, or any. */
export interface QuickForm {
  preset?: string;
  edition?: string;
  pace?: 'days' | 'live';
  bots_after?: number;
  rated?: boolean;
  most_dice?: boolean;
}

/** A way to play at a click. `minutes`: from, to; (0, 0): not known yet. */
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

/** Quick match: who waits, and where one stands oneself. Who does not look for half a minute waits no more. */
export interface QuickSeen {
  waiting: WaiterSeen[];
  mine: QuickState | null;
}

/** Where one stands oneself: `table` is where to go as soon as it is laid. */
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

/** Who plays an edition best, live or over days; `count` have a rating, those of `rows` are sure enough. */
export interface RankList {
  edition: string;
  edition_name: string;
  pace: 'days' | 'live';
  count: number;
  rows: RankRow[];
}

/** A line of a rank list. */
export interface RankRow {
  place: number;
  name: string;
  points: number;
  doubt: number;
  games: number;
  wins: number;
}

/** A player's strength over events. */
export interface RatingSeen {
  player: string;
  club: string;
  strength: number;
  doubt: number;
  cautious: number;
  games: number;
}

/** Players over several events, the oldest first; ratings need openskill (`missing` says so). */
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

/** The rules that a referee looks up at a table, by their ids; empty where the booklet has none. */
export interface RefereeRules {
  closing: string;
  exempt: string;
  army_cap: string;
}

/** A rule forbids it: why in this case, the rule's id and what it says. */
export interface Refused {
  type: 'refused';
  nonce: string;
  text: string;
  rule: string;
  rule_text: string;
  clause: string;
}

/** Something that was said at a table. */
export interface RemarkSeen {
  name: string;
  text: string;
  at: number;
}

/** A finished game from its first die to its end. */
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

/** Something a moderator should look at. What was said at the table comes along by itself. */
export interface ReportForm {
  name: string;
  reason: 'cheating' | 'leaving' | 'name' | 'other' | 'stalling' | 'talk';
  table?: string;
  text?: string;
}

/** A report, for moderators. */
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

/** How the game ended, and by which rule. */
export interface Result {
  winners: number[];
  text: string;
  rule: string;
  rule_text: string;
  scores: Score[];
}

/** A table's result; `correct`: in the place of another one, as it was at version `after`. */
export interface ResultForm {
  lines: LineForm[];
  after: number;
  correct?: boolean;
}

/** A game in the standings; `counted` is False for a discard. */
export interface ResultSeen {
  round: number;
  table: number;
  points: string;
  counted: boolean;
  won: boolean;
}

/** Send the whole scene again. */
export interface Resync {
  type: 'resync';
}

/** Attack with this many dice for armies, and one for each piece named. */
export interface Roll {
  act: 'roll';
  dice: number;
  pieces?: string[];
}

/** A round that was drawn. */
export interface RoundSeen {
  number: number;
  stage: 'final' | 'knockout' | 'round' | 'semifinal';
  title: string;
  tables: RoundTable[];
  seed: number;
  method: string;
  quality: string;
  complete: boolean;
  hosted: boolean;
}

/** A table of a round: who sits there in the order of hand, its clock, and what it reported. */
export interface RoundTable {
  number: number;
  seats: number[];
  clock: ClockSeen;
  lines: LineForm[];
  scores: ScoreSeen[];
  left_out: string;
  game: string;
}

/** One rule, in our own words. */
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

/** A whole booklet. */
export interface RulebookSeen {
  edition: string;
  title: string;
  chapters: Chapter[];
}

/** Options that a table might agree on. */
export interface RulesForm {
  options: Record<string, boolean | number | string>;
}

/** Start or stop the clock of a table; 0: of every table of the round. */
export interface RunForm {
  running: boolean;
  table?: number;
}

/** Table talk; `phrase` is the id of a quick phrase, whose words are in `text`. `at` is in milliseconds. */
export interface Said {
  type: 'said';
  n: number;
  name: string;
  seat: number | null;
  text: string;
  phrase: string;
  at: number;
}

/** Somebody may not talk, or may not play, for so many hours; the reason is told to them. */
export interface SanctionForm {
  name: string;
  kind: 'mute' | 'suspension';
  reason: string;
  hours: number;
}

/** What somebody may not do, why, and until when. */
export interface SanctionSeen {
  id: number;
  name: string;
  kind: 'mute' | 'suspension';
  reason: string;
  at: number;
  until: number;
}

/** Table talk: words of one's own, or a quick phrase that everybody reads in their own language. */
export interface Say {
  type: 'say';
  text?: string;
  phrase?: string;
}

/** The whole picture: after connecting, after a change of language, whenever it is asked for. */
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
  private: Private | null;
  public: Counted[];
  clock: ClockFace | null;
  result: Result | null;
  log: LogLine[];
}

/**
 * How a seat ended: its objective opened, its counters; where points decided, what they are made of. `ties` are
 * compared, in their order, where points are level.
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

/** What a player has from a table, and where it comes from. */
export interface ScoreSeen {
  entrant: number;
  place: number;
  won: boolean;
  table_points: number;
  points: string;
  how: string;
  tie: string;
}

/** Who is to sit there: me, somebody (open), a bot, or one more person at my screen, whose name is asked. */
export interface SeatForm {
  kind: 'bot' | 'me' | 'open' | 'screen';
  bot?: string;
  name?: string;
  most_dice?: boolean;
}

/** One player's luck, exactly: armies lost and destroyed by dice, what is usual, and how unlikely that is. */
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

/** A seat of a position: its mark on the board and what its colour is called. */
export interface SeatMarkSeen {
  seat: number;
  colour: number;
  name: string;
  lands: number;
  armies: number;
}

/**
 * A seat and who sits there. `kind`: person, bot, screen (several seats share a screen), open or kept. A kept seat
 * waits for the player of a tournament who has its name.
 */
export interface SeatSeen {
  seat: number;
  name: string;
  kind: 'bot' | 'kept' | 'open' | 'person' | 'screen';
  bot: string | null;
  colour: number;
  colour_id: string;
  colour_name: string;
  alive: boolean;
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

/** Figures by seat at the end of every turn. */
export interface Series {
  step: number;
  round: number;
  turn: number | null;
  lands: number[];
  armies: number[];
  income: number[];
}

/** A board to begin with: an edition, how many play, whose turn it is. */
export interface SetUpForm {
  edition: string;
  seats: number;
  turn?: number;
}

/** A setting of an event; `value` is written as forms take it: 90, true, 50,25 or 3:75,5:125. */
export interface SettingSeen {
  name: string;
  title: string;
  type: 'bool' | 'enum' | 'float' | 'int' | 'list' | 'table';
  value: string;
  values: string[];
}

/** Other settings; `after` is the version the organiser was looking at. */
export interface SettingsForm {
  choices: Record<string, string>;
  after: number;
}

/** What was set aside is dealt with, or what is doubtful may stand; `question` is its entry in the trail. */
export interface SettleForm {
  question: number;
  note?: string;
}

/** The puzzles of an edition, by id with their kinds and ratings. */
export interface ShelfSeen {
  edition: string;
  name: string;
  ids: string[];
  kinds: string[];
  ratings: number[];
}

/**
 * At a screen that several share: now this one of the screen's seats looks and plays. Not `open`, it plays in front of
 * everybody: it is sent what anybody may see, and what it may do but for its secrets.
 */
export interface Sit {
  type: 'sit';
  seat: number;
  open?: boolean;
}

/** A rating in one edition, live or over days; `place` in its rank list is 0 while it is provisional. */
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

/** From now on in this language; a whole scene follows. */
export interface SpeakLanguage {
  type: 'language';
  language: string;
}

/** A place with an amount. */
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

/** The table had moved on before your action came: nothing was done; a whole scene follows. */
export interface Stale {
  type: 'stale';
  nonce: string;
  version: number;
}

/** What is to stand on a place: armies, and whose (None: nobody's). */
export interface StandingForm {
  place: string;
  owner: number | null;
  armies: number;
}

/** A line of the standings; `tie` says why before the next, who has as many points. */
export interface StandingSeen {
  place: number;
  entrant: number;
  total: string;
  wins: number;
  played: number;
  results: ResultSeen[];
  tie: string;
}

/** What somebody's finished games come to. */
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

/** The referee: the game is called off. */
export interface Stop {
  act: 'stop';
}

/** What was measured of a bot: of so many games one of its kind won these against three of another. */
export interface StrengthSeen {
  edition: string;
  edition_name: string;
  against: string;
  games: number;
  share: number;
  low: number;
  high: number;
}

/** One path of a glyph, in a box of 32. */
export interface StrokeSeen {
  d: string;
  style: 'hole' | 'hole_line' | 'line' | 'solid';
  width: number;
}

/** What would a captain do in my place, and why? Answered to a person alone among bots, while asked. */
export interface Suggest {
  type: 'suggest';
  nonce: string;
}

/**
 * The answer to `suggest`: an action that would be accepted at this version, in words, why, and the places named. It
 * comes from what the asking seat may see, and from nothing else: the same sight gets the same suggestion.
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

/** A new table. */
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
}

/** Where to go. */
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

/** The table as everybody may see it. */
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
  suggests: boolean;
  rating: string;
}

/** Choose the colour of one's armies. */
export interface TakeColour {
  act: 'colour';
  colour: string;
}

/** What became of a list: how many lines went in, and each that did not. */
export interface TakenSeen {
  version: number;
  entries: number[];
  taken: number;
  aside: AsideSeen[];
}

/** Games and wins of a kind. */
export interface TallySeen {
  name: string;
  games: number;
  wins: number;
}

/** A team in the standings, with the results that count. */
export interface TeamSeen {
  place: number;
  team: string;
  total: string;
  wins: number;
  results: string[];
}

/** The referee: time is up. */
export interface TimeUp {
  act: 'time_up';
}

/** A word of a lesson: what there is to decide, and why. */
export interface TipSeen {
  title: string;
  text: string;
}

/** A personal token for a program; the label says which. */
export interface TokenForm {
  label: string;
}

/** A personal token; its secret is shown once, when it is made. */
export interface TokenSeen {
  id: number;
  label: string;
  secret: string;
}

/** Play a trio of cards. */
export interface Trade {
  act: 'trade';
  cards: string[];
}

/** All puzzles there are, and the one of today (by the server's day in UTC). */
export interface TrainerSeen {
  shelves: ShelfSeen[];
  today_edition: string;
  today: string;
  day: number;
}

/** The rating that a guest's browser kept, for the account that the guest has now. */
export interface TrainingForm {
  rating: number;
  tried: number;
  solved: number;
  seen?: string[];
}

/** A rating by puzzles: how many were tried and solved, and which were seen (edition/id, the latest last). */
export interface TrainingSeen {
  rating: number;
  tried: number;
  solved: number;
  seen: string[];
}

/** A message that was not understood or not allowed; `code` is one of the codes of docs/protocol.md. */
export interface Trouble {
  type: 'problem';
  code: string;
  text: string;
  nonce: string;
}

/** A turn after which a chance was quite another. */
export interface TurningSeen {
  entry: number;
  round: number;
  turn: number | null;
  seat: number;
  before: number;
  after: number;
  text: string;
}

/** Entries of the trail to take back, undoings too. */
export interface UndoForm {
  entries: number[];
}

/** Whether one would call the game off; false takes it back. */
export interface VoteForm {
  stop?: boolean;
}

/** Somebody who waits for others. */
export interface WaiterSeen {
  name: string;
  what: string;
  seconds: number;
  rated: boolean;
}

/** Would this be allowed, and if not, which rule forbids it? Nothing is done. */
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

/** A player leaves, or comes back. */
export interface WithdrawForm {
  back?: boolean;
}

/** What the page itself says in one language; `plural` are the forms of its counted words, in their order. */
export interface WordsSeen {
  language: string;
  languages: LanguageSeen[];
  plural: string[];
  words: Record<string, string>;
}

export type ClientWord =
  Act | Why | Odds | Suggest | Say | Mute | SpeakLanguage | Sit | MostDice | Back | Resync | Ping;

export type ServerWord =
  Scene | Moved | Done | Refused | Stale | Reason | Chances | Suggestion | Trouble | Said | Presence | Changed | Pong;
