import type { EditionSeen, PlaceSeen } from '../../wire/messages';
import { pieceName } from '../../words/pieces';
import { say } from '../../words/say';
import type { Game } from './game.svelte';

/** The holder of a place: nobody, the reader, or a name. */
function holder(game: Game, here: PlaceSeen | undefined): string {
  if (here?.owner == null) return say(here?.armies ? 'neutralArmies' : 'nobody');
  return here.owner === game.you ? say('yours') : game.nameOf(here.owner);
}

/** A place in one sentence, for screen readers; `here` is its current state. */
export function placeSentence(game: Game, edition: EditionSeen, place: string, here = game.standing[place]): string {
  const name = edition.places[place] ?? place;
  const called = (kind: string) => pieceName(edition, kind);
  const marks = (here?.marks ?? []).map(called);
  if (!here || (here.owner == null && !here.armies)) return `${name}: ${[say('nobody'), ...marks].join(', ')}`;
  const pieces = here.pieces.map((piece) => (piece.n > 1 ? `${piece.n} ${called(piece.kind)}` : called(piece.kind)));
  return `${name}: ${[holder(game, here), say('armies', { n: here.armies }), ...pieces, ...marks].join(', ')}`;
}

/** The same with its neighbours. */
export function placeWithBorders(game: Game, edition: EditionSeen, place: string): string {
  const near = (edition.links[place] ?? []).map(
    (other) => `${edition.places[other]} (${holder(game, game.standing[other])}, ${game.standing[other]?.armies ?? 0})`,
  );
  return `${placeSentence(game, edition, place)}. ${say('bordering')} ${near.join(', ')}.`;
}
