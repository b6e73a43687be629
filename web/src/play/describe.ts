import type { EditionSeen } from '../wire/messages';
import { pieceName } from '../words/pieces';
import { say } from '../words/say';
import type { Game } from './game.svelte';

/** A place in one sentence, for readers who hear the board. */
export function placeSentence(game: Game, edition: EditionSeen, place: string): string {
  const here = game.standing[place];
  const name = edition.places[place] ?? place;
  const called = (kind: string) => pieceName(edition.kinds, kind);
  if (!here || here.owner == null) return `${name}: ${[say('nobody'), ...(here?.marks ?? []).map(called)].join(', ')}`;
  const owner = here.owner === game.you ? say('yours') : game.nameOf(here.owner);
  const pieces = here.pieces.map((piece) => (piece.n > 1 ? `${piece.n} ${called(piece.kind)}` : called(piece.kind)));
  return `${name}: ${owner}, ${[say('armies', { n: here.armies }), ...pieces, ...here.marks.map(called)].join(', ')}`;
}

/** The same with its neighbours. */
export function placeWithBorders(game: Game, edition: EditionSeen, place: string): string {
  const near = (edition.links[place] ?? []).map((other) => {
    const there = game.standing[other];
    return `${edition.places[other]} (${there?.owner === game.you ? say('yours') : game.nameOf(there?.owner ?? null) || say('nobody')}, ${there?.armies ?? 0})`;
  });
  return `${placeSentence(game, edition, place)}. ${say('bordering')} ${near.join(', ')}.`;
}
