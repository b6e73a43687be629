/** An object that moves on the board for a moment. */
export type Motion =
  | { key: number; kind: 'march'; from: string; to: string; armies: number; colour: number; ms: number }
  | { key: number; kind: 'spread'; place: string; from: string; colour: number; ms: number; stay: number }
  | { key: number; kind: 'glow'; place: string; colour: number; wait: number; ms: number }
  | { key: number; kind: 'shake'; place: string; armies: number; ms: number };
