import { fetchWords, isHere } from './words/catalogue';

/** The reader's settings in this browser: language, theme, motion, sound, single-letter keys. */
export const THEMES = ['light', 'dark', 'high-contrast', 'colour-blind'] as const;
export type Theme = (typeof THEMES)[number];
/** How long other players' moves are shown. */
export const PACES = ['calm', 'normal', 'quick', 'once'] as const;
export type Pace = (typeof PACES)[number];

const KEPT = 'kamchatka.settings';
const asks = (query: string) => typeof matchMedia === 'function' && matchMedia(query).matches;

function kept(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}');
  } catch {
    return {};
  }
}

const AGAIN = 1000; // milliseconds before the texts are requested again

class Settings {
  private tongue = $state(''); // the browser's language, until the reader has chosen one
  private wanted = ''; // the last choice, until its texts have loaded
  /** Components that must first fetch their texts in another language, so that all of it changes at once. */
  retell: ((language: string, ready: () => void) => void) | null = null;
  theme = $state<Theme>(
    asks('(prefers-contrast: more)') ? 'high-contrast' : asks('(prefers-color-scheme: dark)') ? 'dark' : 'light',
  );
  lessMotion = $state(asks('(prefers-reduced-motion: reduce)'));
  pace = $state<Pace>('normal');
  followFights = $state(true); // the map follows other players' battles
  zonesOnMap = $state(true); // zones are outlined, with their bonus
  sound = $state(true);
  volume = $state(0.7); // of all sounds, from 0 to 1
  letterKeys = $state(true);
  mostDice = $state(true); // every new seat defends with the most dice
  drawerPinned = $state(false); // the drawer with cards and objective stays open
  muted = $state<string[]>([]);
  guide = $state<'' | 'on' | 'off'>(''); // beside a game; as long as nobody has chosen, `guided` says it
  guided = $state(false); // this game is a first one, or begun to learn; not stored
  played = $state(false); // a game was played to its end in this browser
  taught = $state.raw<Record<string, string[]>>({}); // by edition: what the guide has spoken of

  constructor() {
    const { language = '', ...chosen } = kept();
    this.tongue = String(language);
    Object.assign(this, chosen);
  }

  /** Before the first screen: fetch its texts, with retries until they arrive. */
  async start(): Promise<void> {
    for (;;) {
      try {
        return void (this.tongue = await fetchWords(this.tongue));
      } catch {
        await new Promise((wake) => setTimeout(wake, AGAIN));
      }
    }
  }

  get language(): string {
    return this.tongue;
  }

  /** Change the language once all its texts have loaded; on failure keep the old one. */
  set language(language: string) {
    this.wanted = language;
    if (isHere(language)) this.speak(language);
    else
      fetchWords(language).then(
        (came) => this.wanted === language && this.speak(came),
        () => {},
      );
  }

  private speak(language: string): void {
    const ready = () => (this.tongue = language);
    if (this.retell) this.retell(language, ready);
    else ready();
  }

  /** Whether the guide is beside this game. */
  get guides(): boolean {
    return this.guide ? this.guide === 'on' : this.guided;
  }

  /** Have the guide beside games from now on, from its beginning; or never again. */
  showGuide(on: boolean): void {
    this.guide = on ? 'on' : 'off';
    if (on) this.taught = {};
  }

  /** Apply the settings to the page and store them; called from an effect. */
  apply(): void {
    const { language, theme, lessMotion, pace, followFights, zonesOnMap, sound, volume } = this;
    const { letterKeys, mostDice, drawerPinned, muted, guide, played, taught } = this;
    const page = document.documentElement;
    page.lang = language;
    page.dataset.theme = theme;
    page.dataset.motion = lessMotion ? 'less' : 'full';
    try {
      const view = { language, theme, lessMotion, pace, followFights, zonesOnMap, sound, volume };
      const chosen = { ...view, letterKeys, mostDice, drawerPinned, muted, guide, played, taught };
      localStorage.setItem(KEPT, JSON.stringify(chosen));
    } catch {
      // Without storage the game still works.
    }
  }
}

export const settings = new Settings();
