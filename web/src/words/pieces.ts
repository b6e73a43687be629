import { settings } from '../settings.svelte';

/** What stands on a board besides armies, where the edition's own words do not name it. */
export const NAMES: Record<string, { it: string; en: string }> = {
  land_commander: { it: 'comandante terrestre', en: 'land commander' },
  naval_commander: { it: 'comandante navale', en: 'naval commander' },
  space_commander: { it: 'comandante spaziale', en: 'space commander' },
  nuclear_commander: { it: 'comandante nucleare', en: 'nuclear commander' },
  station: { it: 'stazione spaziale', en: 'space station' },
  temple: { it: 'tempio', en: 'temple' },
  devastation: { it: 'devastato', en: 'devastated' },
  plague: { it: 'pestilenza', en: 'plague' },
  sunken: { it: 'sommerso', en: 'sunken' },
};

/** A piece or a mark in the reader's language; `kinds` are the edition's own names. */
export const pieceName = (kinds: Record<string, string>, kind: string): string =>
  kinds[kind] ?? NAMES[kind]?.[settings.language] ?? kind;
