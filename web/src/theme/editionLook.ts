import type { Theme } from '../settings.svelte';
import type { LookSeen } from '../wire/messages';

/** The custom properties that an edition's look sets over a theme; high contrast keeps its own colours. */
export function propertiesOf(look: LookSeen, theme: Theme): Record<string, string> {
  const colours = theme === 'high-contrast' ? {} : isDark(look, theme) ? look.dark : look.light;
  const properties = Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${name}`, value]));
  if (!look.face) return properties;
  return { ...properties, '--display': look.face, '--display-weight': '700', '--display-spacing': '0' };
}

const isDark = (look: LookSeen, theme: Theme) => theme === 'dark' || (look.always_dark && theme !== 'high-contrast');

/** Apply an edition's look to the whole page; the returned function removes it. */
export function dress(look: LookSeen, theme: Theme): () => void {
  const page = document.documentElement;
  const properties = propertiesOf(look, theme);
  for (const [name, value] of Object.entries(properties)) page.style.setProperty(name, value);
  page.dataset.shade = isDark(look, theme) ? 'dark' : '';
  return () => {
    for (const name of Object.keys(properties)) page.style.removeProperty(name);
    delete page.dataset.shade;
  };
}
