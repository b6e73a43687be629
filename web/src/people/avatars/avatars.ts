import type { AvatarForm } from '../../wire/messages';

/** One coloured shape of a picture, in a square of 40 units. */
export type Shape = readonly [fill: string, path: string];
export type AvatarId = Exclude<AvatarForm['avatar'], ''>;

const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const INK = '#2b2118';
const GOLD = '#f2c14e';
const PALE = '#f3d3b3';
const TAN = '#d99f6c';
const BROWN = '#9c6440';
const EYES: Shape = [INK, disc(16, 21.5, 1.35) + disc(24, 21.5, 1.35)];
const SMILE: Shape = [INK, 'M16.6 27.2q3.4 2.6 6.8 0l.5 .9q-3.9 3.2-7.8 0z'];

const face = (skin: string): Shape[] => [[skin, 'M11.2 19a8.8 8.8 0 0 1 17.6 0v3.6a8.8 9.6 0 0 1-17.6 0z'], EYES];
const coat = (cloth: string): Shape => [cloth, 'M4 42c1-8 7-11.4 16-11.4S35 34 36 42z'];
const moustache = (hair: string): Shape => [
  hair,
  'M20 25.4q-4.6-.6-6.4 2.8 3.4 1.2 6.4-.9 3 2.1 6.4.9-1.8-3.4-6.4-2.8z',
];
const beard = (hair: string): Shape => [
  hair,
  'M11.2 22.4q.6 13.4 8.8 13.4t8.8-13.4q-2.2 3.4-5.6 2.8-3.2-1-6.4 0-3.4 .6-5.6-2.8z',
];

/** A head, its clothes and accessories: the parts from back to front. */
const bust = (cloth: string, skin: string, ...worn: Shape[]): Shape[] => [coat(cloth), ...face(skin), ...worn];

export const AVATARS: Record<AvatarId, { ground: string; shapes: readonly Shape[] }> = {
  general: {
    ground: '#8fae7d',
    shapes: bust(
      '#3f5a35',
      TAN,
      moustache(INK),
      [GOLD, 'M8 36l5-2 1.4 3-5 2zM32 36l-5-2-1.4 3 5 2z'],
      ['#2f4527', 'M9 17.6q0-3 2-3.4Q12 6.4 20 6.4t9 7.8q2 .4 2 3.4-5.4-2.4-11-2.4T9 17.6z'],
      [GOLD, 'M20 8.2l1 2.1 2.3.3-1.7 1.6.4 2.3-2-1.1-2 1.1.4-2.3-1.7-1.6 2.3-.3z'],
    ),
  },
  admiral: {
    ground: '#8db7d8',
    shapes: bust(
      '#1d3557',
      PALE,
      beard('#f0ece4'),
      ['#1d3557', 'M4.8 16.6Q10 5 20 5t15.2 11.6q-5-1.6-8-1.2-3.4-3-7.2-3t-7.2 3q-3-.4-8 1.2z'],
      [
        GOLD,
        'M4.8 16.6q5-1.6 8-1.2 3.4-3 7.2-3t7.2 3q3-.4 8 1.2l.3 1.2q-5-1.4-8.3-1-3.2-2.6-7.2-2.6t-7.2 2.6q-3.3-.4-8.3 1z',
      ],
    ),
  },
  emperor: {
    ground: '#c98f8f',
    shapes: bust(
      '#6d1f2c',
      PALE,
      SMILE,
      [INK, 'M11 19q-1-8 9-8t9 8q-2-4-5-4.4-4 1.6-8 0-3 .4-5 4.4z'],
      [GOLD, 'M10.4 13.6L9 5.4l5 3.8L20 3.4l6 5.8 5-3.8-1.4 8.2q-9.6-2.6-19.2 0z'],
      ['#c8323c', disc(20, 8.6, 1.4)],
    ),
  },
  queen: {
    ground: '#d7a8cf',
    shapes: [
      ['#7a3b1d', 'M8 19q0-12 12-12t12 12q0 10 2 14l-6 1.4H12L6 33q2-4 2-14z'],
      ...bust(
        '#6c3483',
        PALE,
        ['#b8433f', 'M17.6 27.4q2.4 1.9 4.8 0-2.4-.9-4.8 0z'],
        ['#7a3b1d', 'M11 20q0-7.6 9-7.6t9 7.6q-2.6-4.8-9-5-6.4.2-9 5z'],
        [GOLD, 'M12.4 11.6l-1-6 4 2.6L20 4l4.6 4.2 4-2.6-1 6q-7.6-2-15.2 0z'],
      ),
    ],
  },
  pharaoh: {
    ground: '#e8cf92',
    shapes: [
      ['#1f5f8b', 'M7 36q1-8 1.6-16Q9.6 6 20 6t11.4 14q.6 8 1.6 16l-6-3H13z'],
      [
        GOLD,
        'M9 22l3.6-.6-.6 3.2-3.3.7zM31 22l-3.6-.6.6 3.2 3.3.7zM8.4 28l3.8-.8-.4 3-3.8 1zM31.6 28l-3.8-.8.4 3 3.8 1z',
      ],
      ...face(BROWN),
      [INK, 'M13.4 20.4q2.6-1.6 5.2.4l-.2.8q-2.4-1.4-5 0zM21.4 20.8q2.6-2 5.2-.4v1.2q-2.6-1.4-5 0z'],
      [GOLD, 'M10.6 16.4q9.4-4 18.8 0l.4-2.6q-9.8-4-19.6 0z'],
      [GOLD, 'M18.4 31h3.2l-.6 6h-2z'],
      ['#c8323c', disc(20, 12.2, 1.7)],
    ],
  },
  centurion: {
    ground: '#c9b79b',
    shapes: bust(
      '#9b2d30',
      TAN,
      SMILE,
      ['#c9ccd1', 'M10 20q-1-12 10-12t10 12v7l-3.4 2.4V19.4q-6.6-2.6-13.2 0v10L10 27z'],
      ['#c0392b', 'M18 8.6Q17 3 24 2.4q8 .4 8.6 10-3-5.4-8.6-5.6-2.4.2-3 1.8z'],
    ),
  },
  viking: {
    ground: '#9fb6a8',
    shapes: bust(
      '#5b4636',
      PALE,
      beard('#c96f2b'),
      ['#8d99a6', 'M10.2 18q0-10.6 9.8-10.6T29.8 18q-9.8-2.6-19.6 0z'],
      ['#f4ead2', 'M10.4 14.6Q4 14 4.4 5q1.6 4.6 7.4 5zM29.6 14.6Q36 14 35.6 5q-1.6 4.6-7.4 5z'],
      ['#5f6b77', 'M18.8 7.6h2.4v9h-2.4z'],
    ),
  },
  samurai: {
    ground: '#d9bdb0',
    shapes: bust(
      '#2c2f48',
      PALE,
      moustache('#3a3a3a'),
      ['#2c2f48', 'M8 20q.4-13 12-13t12 13l-3 1.4q-1-4.6-3-5.2-6-2-12 0-2 .6-3 5.2z'],
      [GOLD, 'M20 10Q14 9.6 11.6 2q4.4 4.6 8.4 4.8Q24 6.6 28.4 2 26 9.6 20 10z'],
    ),
  },
  pirate: {
    ground: '#a9c3c6',
    shapes: bust(
      '#7b2d26',
      TAN,
      beard('#3b2a20'),
      [INK, disc(24, 21.5, 3) + 'M12 17.4l15 2.4-.2 1-15-2.4z'],
      ['#2a2a33', 'M6 16.4Q8 5 20 5t14 11.4q-6.6-2.8-14-2.8T6 16.4z'],
      ['#f4ead2', disc(20, 9.4, 2) + 'M18.8 11h2.4v1.6h-2.4z'],
    ),
  },
  explorer: {
    ground: '#b9c98d',
    shapes: bust(
      '#b08d57',
      BROWN,
      SMILE,
      ['#e0cfa0', 'M6 17.4q3-1.4 5-1.8Q12 6.6 20 6.6t9 9q2 .4 5 1.8-7 1.6-14 1.6T6 17.4z'],
      ['#8a6a3b', 'M11.2 14.4q8.8-2.2 17.6 0l.3 1.8q-9-2-18.2 0z'],
    ),
  },
  cosmonaut: {
    ground: '#39406b',
    shapes: [
      ['#e9ecf1', 'M4 42c1-9 7-12 16-12s15 3 16 12z'],
      ['#e9ecf1', disc(20, 20, 14)],
      ['#c3cad6', disc(20, 20.4, 11)],
      ...face(PALE),
      SMILE,
      ['#ffffff88', 'M11 15q2-5 7-6.4-4.6 3-5.4 7.6z'],
      ['#d8343c', 'M6 17.4h2v5.4H6zM32 17.4h2v5.4h-2z'],
    ],
  },
  owl: {
    ground: '#c8b08a',
    shapes: [
      ['#7a5a3a', 'M7 40V16L6 5l8 4q6-1.8 12 0l8-4-1 11v24z'],
      ['#e9d8b4', 'M12 40q0-12 8-12t8 12z'],
      ['#fff7e2', disc(14, 18.6, 5.6) + disc(26, 18.6, 5.6)],
      ['#f0a830', disc(14, 18.6, 3.8) + disc(26, 18.6, 3.8)],
      [INK, disc(14, 18.6, 2) + disc(26, 18.6, 2)],
      ['#e08a1e', 'M18 22.4h4L20 27.4z'],
    ],
  },
};

const HUE_STEP = 93; // gives our bots' names the most different colours

/** A robot for a bot, with a colour derived from its name, so that it never changes. */
export function robot(bot: string): { ground: string; shapes: readonly Shape[] } {
  const hue = [...bot.split('@')[0]!].reduce((sum, letter) => (sum * HUE_STEP + letter.charCodeAt(0)) % 360, 7);
  return {
    ground: `hsl(${hue} 30% 82%)`,
    shapes: [
      [`hsl(${hue} 30% 38%)`, 'M6 42q1-7.6 8-7.6h12q7 0 8 7.6zM17 31h6v4h-6z'],
      [
        `hsl(${hue} 34% 46%)`,
        'M9 15q0-3 3-3h16q3 0 3 3v13q0 3-3 3H12q-3 0-3-3zM6.4 18.6H9v6H6.4zM31 18.6h2.6v6H31zM19 6h2v6h-2z',
      ],
      [GOLD, disc(20, 5, 2)],
      ['#10202b', 'M11.6 17q0-2 2-2h12.8q2 0 2 2v4.4q0 2-2 2H13.6q-2 0-2-2z'],
      ['#8ff0e4', disc(16, 19.2, 1.9) + disc(24, 19.2, 1.9)],
      ['#10202b', 'M14.4 26.4h11.2v1.8H14.4z'],
    ],
  };
}

/** Up to two initials of a name. */
export function initials(name: string): string {
  const words = name.split(/[\s_.-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
