import type { Lobby, LobbyChanged, MyTables, TableRow } from '../wire/messages';

export type LobbyWord = Lobby | LobbyChanged | MyTables;

/** The lobby as last received: `count` tables in all, `rows` listed, `mine` the user's own. */
export interface Listing {
  version: number;
  rows: TableRow[];
  count: number;
  mine: string[];
}

/** Apply a message to the list; null if a message was lost and the list must be requested again. */
export function told(known: Listing | null, word: LobbyWord): Listing | null {
  if (word.type === 'lobby') return { version: word.version, rows: word.tables, count: word.count, mine: [] };
  if (!known) return null;
  if (word.type === 'my_tables') return { ...known, mine: word.ids };
  if (word.type !== 'lobby_changed') return known; // an error, after which the socket is closed
  if (word.after !== known.version) return null;
  const replaced = new Set([...word.gone, ...word.tables.map((row) => row.id)]);
  const rows = [...known.rows.filter((row) => !replaced.has(row.id)), ...word.tables].sort(inOrder);
  return { version: word.version, rows, count: word.count, mine: known.mine };
}

/** Tables that wait for players first, then the newest. */
const inOrder = (one: TableRow, other: TableRow) =>
  Number(other.status === 'waiting') - Number(one.status === 'waiting') || other.created - one.created;

/** Whether a message concerns a table of this user: a seat or a turn there. */
export const concernsMe = (known: Listing | null, word: LobbyWord): boolean =>
  word.type !== 'lobby_changed' ||
  !!known?.mine.some((id) => word.gone.includes(id) || word.tables.some((row) => row.id === id));
