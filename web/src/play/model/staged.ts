import type {
  AmountSeen,
  Ask,
  ChoiceSeen,
  Option,
  PairsSeen,
  PartiesSeen,
  PartySeen,
  SpotsSeen,
} from '../../wire/messages';

// Questions as a server sends them, for the tests in this folder.

type More = { attacks?: boolean };
const plain = (act: string, fields: Record<string, string>, more: More = {}) => ({
  act,
  label: act,
  fields,
  fixed: {},
  attacks: false,
  piece: '',
  price: 0,
  ...more,
});
const WAY = { at: 'source', to: 'target' };

export const ask = (ranges: Ask['ranges'], fight: Ask['fight'] = null): Ask => ({
  seat: 0,
  question: '?',
  ranges,
  ends: null,
  at_zero: null,
  rest: '',
  fight,
});

export const pairs = (act: string, rows: PairsSeen['pairs'], more: More = {}): PairsSeen => ({
  ...plain(act, { ...WAY, n: 'dice' }, more),
  kind: 'pairs',
  pairs: rows,
});

export const spots = (
  act: string,
  places: string[],
  least: number,
  most: number,
  fields: Record<string, string> = { at: 'place', n: 'armies' },
): SpotsSeen => ({ ...plain(act, fields), kind: 'spots', places, least, most });

export const amount = (act: string, least: number, most: number, more: More = {}): AmountSeen => ({
  ...plain(act, { n: 'n' }, more),
  kind: 'amount',
  least,
  most,
});

export const parties = (act: string, all: PartySeen[], more: More = {}): PartiesSeen => ({
  ...plain(act, { ...WAY, n: 'n', what: 'pieces' }, more),
  kind: 'parties',
  parties: all,
});

/** A choice; options with the name of a place are on the map. */
export const choice = (act: string, places: (string | null)[]): ChoiceSeen => ({
  ...plain(act, {}),
  kind: 'choice',
  choices: places.map((place, n): Option => ({
    action: { act, n },
    label: `${n}`,
    detail: '',
    cards: [],
    place,
    colour: null,
    price: 0,
  })),
});
