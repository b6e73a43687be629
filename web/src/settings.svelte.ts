/** What a reader has chosen for this browser: language, theme, motion, sound, single-letter keys. */
export const THEMES = ['light', 'dark', 'high-contrast', 'colour-blind'] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = 'kamchatka.settings';
const asks = (query: string) => typeof matchMedia === 'function' && matchMedia(query).matches;

function kept(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}');
  } catch {
    return {};
  }
}

export type Language = 'it' | 'en';

class Settings {
  private tongue = $state<Language>(navigator.language.startsWith('it') ? 'it' : 'en');
  /** Whoever must first fetch what is on the screen in another language, so that all of it changes at once. */
  retell: ((language: Language, ready: () => void) => void) | null = null;
  theme = $state<Theme>(
    asks('(prefers-contrast: more)') ? 'high-contrast' : asks('(prefers-color-scheme: dark)') ? 'dark' : 'light',
  );
  lessMotion = $state(asks('(prefers-reduced-motion: reduce)'));
  sound = $state(true);
  letterKeys = $state(true);
  muted = $state<string[]>([]);

  constructor() {
    Object.assign(this, kept());
  }

  get language(): Language {
    return this.tongue;
  }

  set language(language: Language) {
    const speak = () => (this.tongue = language);
    if (this.retell) this.retell(language, speak);
    else speak();
  }

  /** Show the choices on the page and keep them; called from an effect. */
  apply(): void {
    const { language, theme, lessMotion, sound, letterKeys, muted } = this;
    const page = document.documentElement;
    page.lang = language;
    page.dataset.theme = theme;
    page.dataset.motion = lessMotion ? 'less' : 'full';
    try {
      localStorage.setItem(KEPT, JSON.stringify({ language, theme, lessMotion, sound, letterKeys, muted }));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const settings = new Settings();
