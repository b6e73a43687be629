import base from '../../../src/kamchatka/boards/themes/base.css?url';
import colourBlind from '../../../src/kamchatka/boards/themes/colour-blind.css?url';
import dark from '../../../src/kamchatka/boards/themes/dark.css?url';
import highContrast from '../../../src/kamchatka/boards/themes/high-contrast.css?url';
import light from '../../../src/kamchatka/boards/themes/light.css?url';
import type { Theme } from '../settings.svelte';

const SHEETS: Record<Theme, string[]> = {
  light: [base, light],
  dark: [base, dark],
  'high-contrast': [base, highContrast],
  'colour-blind': [base, light, colourBlind],
};

/** Add the boards' stylesheets of a theme to the page, and remove the others once they have loaded. */
export function wear(theme: Theme): void {
  const worn = [...document.querySelectorAll<HTMLLinkElement>('link[data-board]')];
  const wanted = SHEETS[theme];
  if (worn.map((link) => link.dataset.board).join() === wanted.join()) return;
  let loading = wanted.length;
  for (const sheet of wanted) {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet });
    link.dataset.board = sheet;
    link.onload = () => {
      loading -= 1;
      if (!loading) worn.forEach((old) => old.remove());
    };
    document.head.append(link);
  }
}
