import type { Motion } from '../../board/motion';
import { settings, type Pace } from '../../settings.svelte';
import type {
  Act,
  Ask,
  BotPace,
  Chances,
  Moved,
  PlaceSeen,
  Presence,
  Reason,
  Refused,
  Said,
  Scene,
  SeatSeen,
  ServerWord,
  Suggestion,
  TableSeen,
  Trouble,
  Undo,
  LogLine,
} from '../../wire/messages';
import { LagMeter } from '../../wire/lag';
import { Line } from '../../wire/socket';
import { isEqual } from '../../wire/equal';
import { lengthened } from './log';
import { continues, seriesPace, type ShownFight } from './fights';
import { perform, type Moment, type Stage, type Tempo, type Throw } from './performance';
import { painted } from './painted';
import { SinceTurn } from './sinceTurn';
import { boardEntered, NO_ATLAS, zoneTaken } from './atlas';
import { Standing } from './standing.svelte';
import { nonce, Questions } from './questions';
import { fetchSounds, sound } from '../sounds/sound';

export type Action = Act['act'];
export interface WhyNot {
  place: string | null;
  text: string;
  rule: string;
  ruleText: string;
}

/** What to skip of the animation: nothing, the current action, or everything until this screen is asked. */
type Haste = 'none' | 'action' | 'turns';

/** How long things are shown, by the player's choice; with "at once" nothing is. */
const PACES: Record<Pace, number> = { calm: 1.5, normal: 1, quick: 0.45, once: 0 };
const BEHIND = 6; // pending actions above which animations are faster …
const FAR_BEHIND = 24; // … and above which they are skipped
const STRETCH = 8; // milliseconds of work before the page may be drawn
const AGAINST_TIME = 0.4; // factor on the usual pace while this screen's clock is running
const AGAIN = 400; // milliseconds before a client that was asked to wait sits down

/** A table in this browser: the last scene, actions in flight, and the connection to the server. */
export class Game implements Stage {
  table = $state.raw<TableSeen | null>(null);
  seats = $state.raw<SeatSeen[]>([]);
  scene = $state.raw<Scene | Moved | null>(null);
  private board = $state.raw(new Standing([]));
  log = $state.raw<LogLine[]>([]);
  talk = $state.raw<Said[]>([]);
  unread = $state(0);
  you = $state<number | null>(null);
  yours = $state.raw<number[]>([]);
  mostDice = $state.raw<number[]>([]); // seats of `yours` that always defend with the most dice
  private wanted = $state(false); // a player at a shared screen has asked for their cards
  online = $state(true);
  missing = $state('');
  pending = $state.raw<Act | Undo | null>(null); // until its result is shown
  whyNot = $state.raw<WhyNot | null>(null);
  motions = $state.raw<Motion[]>([]);
  thrown = $state.raw<Throw | null>(null);
  fight = $state.raw<ShownFight | null>(null); // the battle being shown
  moment = $state.raw<Moment | null>(null);
  recap = $state.raw<SinceTurn | null>(null); // what happened since the own last turn, until dismissed
  busy = $state(false);
  heardAt = $state(0);
  now = $state(performance.now());
  private version = 0;
  private madeByPending = 0; // the version it made, once the server has told us
  private spoken = settings.language; // the language of the server's messages
  private retold: (() => void) | null = null; // resolves when the game has arrived in another language
  private queue: Moved[] = [];
  private readonly questions = new Questions<Reason | Chances | Suggestion | Trouble>();
  private hurry: (() => void) | null = null;
  isOrdered = $state(false); // the player's attack continues by itself, so each roll is shown faster
  private haste: Haste = 'none';
  private showing: Moved | null = null;
  atlas = $state.raw(NO_ATLAS);
  private isLeaving = false; // the remaining placements are being left to a bot
  private sinceTurn: SinceTurn | null = null;
  private sitting: { type: 'sit'; seat: number; open: boolean } | null = null; // requested, but not yet confirmed
  private firstTimed: Ask | null = null; // the first question with a clock, which states once what happens at zero
  private readonly arrivals = new WeakMap<object, number>(); // when each scene arrived, for running clocks
  private readonly meter = new LagMeter();
  private readonly line: Line;
  private readonly ticking: number;

  constructor(readonly id: string) {
    this.line = new Line(
      () => this.address(),
      (word) => this.hear(word),
      (open) => this.turned(open),
    );
    this.ticking = window.setInterval(() => this.tick(), 500);
  }

  /** Update clocks, and measure the lag now and then if there are any. */
  private tick(): void {
    this.now = performance.now();
    if (!this.online || !this.seats.some((seat) => seat.clock)) return;
    const ping = this.meter.due(this.now);
    if (ping) this.line.say(ping);
  }

  close(): void {
    clearInterval(this.ticking);
    this.line.close();
  }

  // ---------------------------------------------------------------- state
  get standing(): Record<string, PlaceSeen> {
    return this.board.places;
  }
  ownerOf = (place: string): number | null => this.standing[place]?.owner ?? null;
  /** Whether a seat would have to fight for a place. */
  isHeld = (place: string): boolean =>
    !!this.standing[place] && this.standing[place].armies + this.standing[place].pieces.length > 0;
  placesOf = (seat: number): string[] => Object.keys(this.standing).filter((place) => this.ownerOf(place) === seat);
  placesIn = (zone: string): readonly string[] => this.atlas.zones[zone] ?? [];
  zoneTaken = (place: string, by: number) => zoneTaken(this.atlas, this.standing, place, by);
  boardEntered = (place: string, by: number) => boardEntered(this.atlas, this.standing, place, by);
  isMine = (seat: number | null): boolean => seat != null && this.yours.includes(seat);
  /** Every message brings new seats; readers of a colour or a name are notified only when one has changed. */
  private known: readonly [number, string][] = [];
  private readonly bySeat = $derived.by(() => {
    const fresh = this.seats.map(({ colour, name }): [number, string] => [colour, name]);
    return (this.known = isEqual(fresh, this.known) ? this.known : fresh);
  });
  private readonly neutral = $derived(this.scene?.neutral ?? 0);
  colourOf = (seat: number | null): number => this.bySeat[seat ?? -1]?.[0] ?? 0;
  /** The colours of armies, including those that belong to nobody. */
  armyColour = (seat: number | null): number => (seat == null ? this.neutral : this.colourOf(seat));
  nameOf = (seat: number | null): string => this.bySeat[seat ?? -1]?.[1] ?? '';
  /** Seconds since the last scene, because clocks run between messages. */
  readonly since = $derived((this.now - this.heardAt) / 1000);
  /** The question to this seat, once everything before it has been shown. */
  readonly ask = $derived(this.busy || !this.scene ? null : this.scene.ask);
  /** Whether several people use this screen. */
  readonly isShared = $derived(this.yours.length > 1);
  /** Whether a seat's secrets may be shown here: at a shared screen only after the curtain. */
  readonly isOpen = $derived(!this.isShared || !!this.scene?.open);
  /** At a shared screen: the asked seat, if its player has not sat down yet. */
  readonly due = $derived.by(() => {
    if (!this.isShared || this.busy || this.scene?.result) return null;
    const asked = (this.scene?.awaited ?? []).filter((seat) => this.yours.includes(seat));
    return asked.includes(this.you ?? -1) ? null : (asked[0] ?? null);
  });
  /** At a shared screen: the seat whose secrets come next, because its whole question is secret or on request. */
  readonly curtain = $derived.by(() => {
    if (this.isOpen || this.scene?.result || this.due != null) return null;
    return this.wanted || this.isAllSecret ? this.you : null; // it stays while other seats' actions are shown
  });
  private readonly isAllSecret = $derived(this.scene?.ask?.ranges.length === 0);
  /** Whether the curtain was requested, and may be dismissed. */
  readonly mayStayClosed = $derived(this.wanted && !this.isAllSecret);
  /** At a shared screen: the seat whose secrets are still open after its turn. */
  readonly isOverdue = $derived.by(() => {
    if (!this.isShared || !this.isOpen || this.busy || this.you == null) return false;
    return this.scene?.turn !== this.you && !this.scene?.awaited.includes(this.you);
  });

  // ---------------------------------------------------------------- messages to the server
  /** Send an action; return false while another one is in flight. */
  act(action: Action): boolean {
    return this.submit({ type: 'act', act: action, after: this.version, nonce: nonce() });
  }

  /** Whether this screen's latest action may be undone. */
  readonly mayUndo = $derived(!!this.scene?.may_undo && !this.busy && !this.pending);

  /** Undo the latest action. */
  undo(): void {
    if (this.mayUndo) this.submit({ type: 'undo', after: this.version, nonce: nonce() });
  }

  private submit(word: Act | Undo): boolean {
    if (this.pending) return false;
    this.whyNot = null;
    this.madeByPending = 0;
    this.pending = word;
    this.line.say(word);
    return true;
  }

  why(action: Action, place: string | null): void {
    const id = this.questions.put((word) => {
      if (word?.type === 'why' && !word.allowed) this.refuse(word, place);
    });
    this.line.say({ type: 'why', act: action, nonce: id });
  }

  /** The odds of an attack, or null if the server knows none. */
  odds(source: string, target: string, pieces: string[] | null, fast: boolean): Promise<Chances | null> {
    return new Promise((resolve) => {
      const id = this.questions.put((word) => resolve(word?.type === 'odds' ? word : null));
      if (!this.line.say({ type: 'odds', source, target, nonce: id, pieces, fast })) this.questions.answer(id, null);
    });
  }

  /** What a captain would do now, or why there is no suggestion. */
  suggest(): Promise<Suggestion | { type: 'problem'; text: string }> {
    return new Promise((resolve) => {
      const id = this.questions.put((word) =>
        resolve(word?.type === 'suggestion' || word?.type === 'problem' ? word : { type: 'problem', text: '' }),
      );
      if (!this.line.say({ type: 'suggest', nonce: id })) this.questions.answer(id, null);
    });
  }

  say(words: { text?: string; phrase?: string }): void {
    this.line.say({ type: 'say', ...words });
  }

  /** At a shared screen: let this seat play; `open` with its secrets, else without. */
  sit(seat: number, open: boolean): void {
    this.wanted = false;
    this.sitting = { type: 'sit', seat, open };
    this.line.say(this.sitting);
  }

  /** Request the player's cards behind a curtain, or cancel that. */
  want(wanted: boolean): void {
    if (!wanted && this.isOpen && this.you != null) this.sit(this.you, false);
    this.wanted = wanted;
  }

  /** Let one of this screen's seats always defend with the most dice, or be asked. */
  alwaysMostDice(seat: number, on: boolean): void {
    this.line.say({ type: 'most_dice', seat, on });
  }

  /** Leave the remaining placements to a bot, as far as the question offers it. */
  placeRest(): void {
    if (!this.scene || !this.line.say({ type: 'place_rest' })) return;
    this.scene = { ...this.scene, ask: null };
    this.haste = 'turns';
    this.isLeaving = true;
  }

  /** Set the speed of the bots, if this screen's player is alone with them. */
  setBotPace(pace: BotPace['pace']): void {
    this.line.say({ type: 'bot_pace', pace });
  }

  /** Let the bots play at once, without animations, until this screen is asked. */
  finishTurns(): void {
    if (this.ask) return;
    if (this.table?.suggests) this.line.say({ type: 'bot_pace', pace: 'instant', once: true });
    this.skipToMine();
  }

  back(): void {
    this.line.say({ type: 'back' });
  }

  /** Request all texts in another language; `ready` when the whole scene has arrived in it, or on failure. */
  retell(language: string, ready: () => void): void {
    this.spoken = language;
    this.retold = ready;
    if (!this.line.say({ type: 'language', language })) ready();
  }

  // ---------------------------------------------------------------- messages from the server
  private address(): string {
    const after = this.version ? `&after=${this.version}` : '';
    return `/ws/tables/${encodeURIComponent(this.id)}?lang=${this.spoken}${after}`;
  }

  private turned(open: boolean): void {
    this.online = open;
    this.meter.restart();
    if (open && this.retold) this.line.say({ type: 'language', language: this.spoken });
    if (open && this.pending) this.line.say(this.pending); // the server ignores a nonce that it has processed
  }

  private hear(word: ServerWord): void {
    this.arrivals.set(word, performance.now());
    switch (word.type) {
      case 'scene':
        return this.begin(word);
      case 'moved':
        return void (this.queue.push(word), this.drain());
      case 'table':
        return void (this.laid(word), this.told());
      case 'presence':
        return this.hearSeats(word);
      case 'done':
        return void (this.pending?.nonce === word.nonce && this.acknowledged(word.version));
      case 'stale':
        return void (this.pending = null);
      case 'refused':
        return void ((this.pending = null), this.refuse(word, null));
      case 'problem':
        return this.trouble(word);
      case 'said':
        return this.hearTalk(word);
      case 'pong':
        return this.meter.answered(performance.now());
      case 'why':
      case 'odds':
      case 'suggestion':
        return void this.questions.answer(word.nonce, word);
    }
  }

  /** The action is accepted; its question stays hidden until the resulting scene arrives. */
  private acknowledged(version: number): void {
    if (version <= this.version) this.pending = null;
    else this.madeByPending = version;
  }

  /** Update seats, their state and their clocks. */
  private hearSeats(word: Presence | Moved): void {
    this.seats = word.seats;
    this.heardAt = this.arrivals.get(word) ?? performance.now();
  }

  /** Whether this is the first question of the game with a clock, also after a message that repeated it. */
  isFirstTimed(ask: Ask): boolean {
    return this.firstTimed != null && this.firstTimed.question === ask.question;
  }

  private laid(word: {
    table: TableSeen;
    seats: SeatSeen[];
    you: number | null;
    yours: number[];
    most_dice?: number[];
  }): void {
    [this.table, this.seats, this.you, this.yours] = [word.table, word.seats, word.you, word.yours];
    this.mostDice = word.most_dice ?? [];
  }

  private begin(scene: Scene): void {
    this.queue = [];
    this.skip();
    this.fight = this.thrown = this.moment = this.recap = this.sinceTurn = null;
    if (scene.you === this.sitting?.seat) this.sitting = null;
    this.board = new Standing(scene.places);
    this.log = scene.log;
    fetchSounds();
    this.take(scene);
    this.told();
  }

  private told(): void {
    this.retold?.();
    this.retold = null;
  }

  private take(picture: Scene | Moved): void {
    const [asked, turn] = [this.scene?.ask != null, this.scene?.turn ?? null];
    this.laid(picture);
    this.version = picture.version;
    this.scene = picture;
    this.isLeaving = false;
    if (this.madeByPending) this.acknowledged(this.madeByPending);
    this.heardAt = this.arrivals.get(picture) ?? performance.now();
    if (picture.ask?.at_zero) this.firstTimed ??= picture.ask;
    const goesOn = turn === picture.turn && this.isMine(turn); // still the own turn, after another seat's answer
    if (picture.ask && !asked && !goesOn && !picture.ask.fight) sound('turn');
  }

  /** Show one action after the other, then apply it. A client that falls behind sees less of it. */
  private async drain(): Promise<void> {
    if (this.busy) return;
    const [first] = this.queue;
    const isLit = !!this.ask && !!first && this.tempo(first).pace > 0;
    this.busy = true;
    if (isLit) await painted(); // remove the highlights before anything is shown
    let [drawn, isDrawn] = [performance.now(), true];
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const tempo = this.tempo(next);
      if (tempo.pace > 0 && !isDrawn) drawn = await painted(); // the result of earlier actions gets its own frame
      this.showing = next;
      await perform(this, next, tempo);
      const isShown = tempo.pace > 0 && this.haste === 'none';
      this.endAction();
      for (const part of this.partsOf(next)) {
        if (next.version <= this.version) break; // a whole scene arrived meanwhile
        part();
        isDrawn = isShown || (performance.now() - drawn > STRETCH && !document.hidden);
        if (isDrawn) drawn = await painted();
      }
    }
    this.showing = null;
    this.busy = false;
  }

  private endAction(): void {
    if (this.haste === 'action') this.haste = 'none';
  }

  /** How much of an action is shown: by the player's choice, and less if actions are waiting. */
  private tempo(next: Moved): Tempo {
    const waiting = this.queue.length;
    if (this.haste === 'turns' || document.hidden || waiting > FAR_BEHIND || continues(next, this.queue))
      return { pace: 0 };
    const isTimed = (this.queue.at(-1) ?? next).ask?.ends != null;
    const usual = isTimed ? AGAINST_TIME : waiting > BEHIND ? 0.4 : 1;
    const speed = this.isOrdered ? seriesPace(this.thrown?.rolls ?? 0) : usual;
    return { pace: PACES[settings.pace] * speed, still: settings.lessMotion };
  }

  /** Apply an action's changes in parts that are drawn one after the other: board, log lines, seats, turn. */
  private partsOf(moved: Moved): (() => void)[] {
    const board = () => {
      this.note(moved);
      this.board = this.board.with(moved.places);
    };
    const seats = () => {
      this.recall(moved.turn);
      this.hearSeats(moved);
    };
    const rest = () => {
      this.take(moved);
      if (moved.ask) this.haste = 'none';
      if (moved.ask || moved.result) this.leaveDice();
    };
    return [board, () => (this.log = lengthened(this.log, moved.log)), seats, rest];
  }

  /** Remove the dice at the next decision, except those rolled for it. */
  private leaveDice(): void {
    if (this.queue.length || this.isOrdered) return; // a series keeps its number of rolls
    this.fight = null;
    this.thrown = null;
  }

  /** Record what others do between two turns of this seat, for the report when it is asked again. */
  private note(moved: Moved): void {
    const before = this.scene?.turn ?? null;
    if (this.you == null || this.yours.length !== 1) return;
    if ((before ?? this.you) === this.you && moved.turn !== this.you && moved.turn != null)
      this.sinceTurn = new SinceTurn(this.you, { ...this.standing }, before == null);
    this.sinceTurn?.add(moved, this.ownerOf);
  }

  /** Show the report when this seat's turn comes, and remove it when the turn is over. */
  private recall(turn: number | null): void {
    if (turn !== this.you) this.recap = null;
    else if (this.scene?.turn !== turn && this.sinceTurn) [this.recap, this.sinceTurn] = [this.sinceTurn, null];
  }

  /** Replay that time from the board at its beginning, and show the current state at the end. */
  async watchAgain(recap: SinceTurn): Promise<void> {
    if (this.busy) return;
    const truth = this.board;
    this.busy = true;
    this.board = new Standing(Object.values(recap.before));
    for (const moved of recap.moves) {
      if (this.haste === 'turns' || this.version === 0) break;
      await perform(this, moved, { pace: PACES[settings.pace] || 1, still: settings.lessMotion });
      this.endAction();
      this.board = this.board.with(moved.places);
    }
    this.board = truth;
    this.haste = 'none';
    this.leaveDice();
    this.busy = false;
    void this.drain();
  }

  painted = painted;
  pause = (ms: number): Promise<void> =>
    this.haste !== 'none'
      ? Promise.resolve()
      : new Promise((resolve) => {
          const timer = setTimeout(done, ms);
          function done(): void {
            clearTimeout(timer);
            resolve();
          }
          this.hurry = done;
        });

  /** Skip the rest of the current animation. */
  skip(): void {
    if (this.busy && this.haste === 'none') this.haste = 'action';
    this.hurry?.();
  }

  /** Whether the current animation ends with a question to this screen. */
  get isMineNext(): boolean {
    return this.busy && !!(this.queue.at(-1) ?? this.showing)?.ask;
  }

  /** Show no animations until this screen is asked. */
  skipToMine(): void {
    if (!this.ask) this.haste = 'turns';
    this.hurry?.();
  }

  private refuse(word: Refused | Reason, place: string | null): void {
    sound('refused');
    this.whyNot = { place, text: word.text, rule: word.rule, ruleText: word.rule_text };
  }

  private trouble(word: Trouble): void {
    const { text, code, nonce: about } = word;
    if (this.isLeaving && !about) this.line.say({ type: 'resync' }); // the question is still open
    if (code === 'too_many' && !about && this.sitting)
      return void setTimeout(() => this.sitting && this.line.say(this.sitting), AGAIN); // a seat becomes free in time
    if (code === 'not_found' || code === 'unreadable') this.missing = text;
    if (this.pending?.nonce === about) this.pending = null;
    if (!this.questions.answer(about ?? '', word)) this.whyNot = { place: null, text, rule: '', ruleText: '' };
  }

  private hearTalk(word: Said): void {
    if (this.talk.some((other) => other.n === word.n)) return;
    this.talk = [...this.talk, word].slice(-200);
    if (!settings.muted.includes(word.name)) this.unread += 1;
  }
}
