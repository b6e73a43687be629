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

class Settings {
  language = $state<'it' | 'en'>(navigator.language.startsWith('it') ? 'it' : 'en');
  theme = $state<Theme>(asks('(prefers-contrast: more)') ? 'high-contrast' : asks('(prefers-color-scheme: dark)') ? 'dark' : 'light');
  lessMotion = $state(asks('(prefers-reduced-motion: reduce)'));
  sound = $state(true);
  letterKeys = $state(true);
  muted = $state<string[]>([]);

  constructor() {
    Object.assign(this, kept());
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
