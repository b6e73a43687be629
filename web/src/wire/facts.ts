// Written by tools/generate/protocol_types.py from the fact types of src/kamchatka: do not edit.

/** An age began. It is the `round`th of the game, and all turn markers are free again. */
export interface AgeBegan {
  fact: 'AgeBegan';
  number: number;
  round: number;
}

/** The age marker moved to another number. */
export interface AgeSet {
  fact: 'AgeSet';
  number: number;
}

/** The armies in an eliminated seat's hand left the game (god.elim.3). */
export interface ArmiesDisbanded {
  fact: 'ArmiesDisbanded';
  armies: number;
  seat: number;
}

/** A cap withheld armies that were due to a seat. */
export interface ArmiesForgone {
  fact: 'ArmiesForgone';
  armies: number;
  seat: number;
}

/** A seat received armies in hand under this clause. */
export interface ArmiesGranted {
  fact: 'ArmiesGranted';
  armies: number;
  clause: string;
  seat: number;
}

/** Armies left the board. */
export interface ArmiesLost {
  fact: 'ArmiesLost';
  armies: number;
  place: string;
  is_loss: boolean;
}

/** Armies moved from one place to another. */
export interface ArmiesMoved {
  fact: 'ArmiesMoved';
  armies: number;
  source: string;
  target: string;
}

/** A seat put armies from its hand on the board. */
export interface ArmiesPlaced {
  fact: 'ArmiesPlaced';
  armies: number;
  place: string;
  seat: number;
}

/** The four territories of Atlantis left the game (god.info.18). */
export interface AtlantisSank {
  fact: 'AtlantisSank';
}

/** A seat's bid was revealed. */
export interface BidShown {
  fact: 'BidShown';
  amount: number;
  seat: number;
}

/** A station or temple was built on a place. */
export interface Built {
  fact: 'Built';
  place: string;
}

/** The owner of Aegis gave it up to cancel this card (god.play.15). */
export interface CardCancelled {
  fact: 'CardCancelled';
  card: string;
  seat: number;
}

/** A seat discarded a card, face up. */
export interface CardDiscarded {
  fact: 'CardDiscarded';
  card: string;
  seat: number;
}

/** A seat drew a card; only that seat sees which. */
export interface CardDrawn {
  fact: 'CardDrawn';
  card: string;
  seat: number;
}

/** A seat lost an unplayed card because it was eliminated or because of a miracle. */
export interface CardGivenUp {
  fact: 'CardGivenUp';
  card: string;
  seat: number;
}

/** A card passed from one seat to another. Its back is public, but only these two seats know its face. */
export interface CardHanded {
  fact: 'CardHanded';
  by: number;
  card: string;
  kind: string;
  seat: number;
}

/** A conqueror took a card from an eliminated seat; only these two see which. */
export interface CardSeized {
  fact: 'CardSeized';
  by: number;
  card: string;
  seat: number;
}

/** A seat played a card. */
export interface CardSpent {
  fact: 'CardSpent';
  card: string;
  seat: number;
}

/** A card passed from one hand to another. Its back is public, but only these two seats know its face. */
export interface CardStolen {
  fact: 'CardStolen';
  by: number;
  card: string;
  kind: string;
  seat: number;
}

/** A seat drew a card from the deck of a kind. The kind is public; only that seat sees the card. */
export interface CardTaken {
  fact: 'CardTaken';
  card: string;
  kind: string;
  seat: number;
}

/** Pandora's Box turned up a Death card, which its owner must play. The card was never in a hand. */
export interface CardTurnedUp {
  fact: 'CardTurnedUp';
  card: string;
  seat: number;
}

/** The card applies to this battle. */
export interface ChallengeBound {
  fact: 'ChallengeBound';
  source: string;
  target: string;
}

/** A seat played its Challenge card. */
export interface ChallengePlayed {
  fact: 'ChallengePlayed';
  seat: number;
}

/** The attacker left the battle for another one, so the card no longer applies. */
export interface ChallengeSpent {
  fact: 'ChallengeSpent';
}

/** The last round is over. From this seat on, every turn ends with a closing throw. */
export interface ClosingBegan {
  fact: 'ClosingBegan';
  seat: number;
}

/** A seat that conquered three or more places in its turn doesn't have to throw. */
export interface ClosingSpared {
  fact: 'ClosingSpared';
  seat: number;
}

/** A seat threw two dice at the end of its turn. A total up to the threshold closes the game. */
export interface ClosingThrown {
  fact: 'ClosingThrown';
  one: number;
  other: number;
  seat: number;
  threshold: number;
}

/** A seat took an army colour. */
export interface ColourChosen {
  fact: 'ColourChosen';
  colour: string;
  seat: number;
}

/** A place was conquered; the conqueror must still move in. */
export interface Conquered {
  fact: 'Conquered';
  by: number;
  place: string;
}

/** The diversions left hands of unequal size, so the cards are dealt again. */
export interface DealRepeated {
  fact: 'DealRepeated';
}

/** A place was dealt to a seat. */
export interface Dealt {
  fact: 'Dealt';
  place: string;
  seat: number;
}

/** The discards were reshuffled into the deck. */
export interface DeckReshuffled {
  fact: 'DeckReshuffled';
}

/** The last card was drawn after the agreed number of reshuffles. */
export interface DeckSpent {
  fact: 'DeckSpent';
}

/** A seat threw one die, for the first turn or to break a tie. */
export interface DieThrown {
  fact: 'DieThrown';
  pips: number;
  seat: number;
}

/** The drawn place would have given the seat more than half of a continent, so another seat receives it. */
export interface Diverted {
  fact: 'Diverted';
  place: string;
  seat: number;
}

/** A seat lost its last place. */
export interface Eliminated {
  fact: 'Eliminated';
  by: number;
  seat: number;
}

/** A seat entered a free place. This isn't a conquest (god.invade.11). */
export interface Entered {
  fact: 'Entered';
  by: number;
  place: string;
}

/** A seat made an exchange, numbered from the start of the game. */
export interface Exchanged {
  fact: 'Exchanged';
  number: number;
  seat: number;
}

/** These seats are tied on points and armies. They alone play another lap. */
export interface ExtraLapCalled {
  fact: 'ExtraLapCalled';
  closing: number;
  tied: number[];
}

/** A seat will receive energy if it holds the whole Moon at the end of the turn. */
export interface ExtractionPromised {
  fact: 'ExtractionPromised';
  seat: number;
}

/** An elimination ends the game, because the deck has been reshuffled. */
export interface FallEndsGame {
  fact: 'FallEndsGame';
}

/** The defender refused fast battles for this turn. */
export interface FastBattleDeclined {
  fact: 'FastBattleDeclined';
  seat: number;
}

/** A seat adds `bonus` to its god-war totals for the rest of the turn. */
export interface FervourKindled {
  fact: 'FervourKindled';
  bonus: number;
  seat: number;
}

/** The seat that plays first. */
export interface FirstNamed {
  fact: 'FirstNamed';
  seat: number;
}

/** The game ended. `winners` are the winning seats (bits), `clause` is the rule that ended it. */
export interface GameEnded {
  fact: 'GameEnded';
  clause: string;
  winners: number[];
}

/** A god affected a fight: it won ties (War), added a die (Sky) or kept victims from heaven (Death). */
export interface GodHelped {
  fact: 'GodHelped';
  kind: string;
  seat: number;
}

/** The dice of a god war and the total of each side. */
export interface GodsFought {
  fact: 'GodsFought';
  against: number;
  attack: number[];
  defence: number[];
  source: string;
  target: string;
  total: number;
}

/** A place cannot be attacked for the rest of the turn. */
export interface GroundHallowed {
  fact: 'GroundHallowed';
  place: string;
}

/** The conqueror of an eliminated seat may exchange the captured cards at once. Their number is public. */
export interface HandCaptured {
  fact: 'HandCaptured';
  captured: string[] | '?';
  number: number;
  seat: number;
}

/** A devastation or plague marker was put on a place. */
export interface HazardPlaced {
  fact: 'HazardPlaced';
  place: string;
}

/** A seat received the empty heaven of its pantheon (god.setup.6). */
export interface HeavenGiven {
  fact: 'HeavenGiven';
  heaven: string;
  seat: number;
}

/** A seat declared an invasion. Cards for the time before the first invasion can no longer be played. */
export interface InvasionDeclared {
  fact: 'InvasionDeclared';
  seat: number;
  source: string;
  target: string;
}

/** A declared invasion did not take place: it was called off or became impossible. */
export interface InvasionOff {
  fact: 'InvasionOff';
  source: string;
  target: string;
}

/** A seat may not play command cards until this turn ends. */
export interface Jammed {
  fact: 'Jammed';
  by: number;
  seat: number;
}

/** A seat gave a Kingmaker card face down to another seat, or kept it. Only the giver sees the colour. */
export interface KingGiven {
  fact: 'KingGiven';
  by: number;
  colour: string;
  seat: number;
}

/** After all gifts, a seat took up one of its cards. Only that seat sees the colour; the giver stays unknown. */
export interface KingTaken {
  fact: 'KingTaken';
  colour: string;
  seat: number;
}

/** A seat revealed all its cards of one colour: their number, the points of each, and the total. */
export interface KingsRevealed {
  fact: 'KingsRevealed';
  cards: number;
  colour: string;
  each: number;
  seat: number;
  total: number;
}

/** A territory card was turned up for a miracle. It goes back into its deck (god.play.6). */
export interface LandTurnedUp {
  fact: 'LandTurnedUp';
  place: string;
}

/** The Moon may attack this territory on Earth for the rest of the turn. */
export interface LandfallOpened {
  fact: 'LandfallOpened';
  place: string;
}

/** The game ends after the turn of this seat. */
export interface LastLapCalled {
  fact: 'LastLapCalled';
  closing: number;
}

/** The maelstrom closed the sea link between two places. */
export interface LinkClosed {
  fact: 'LinkClosed';
  source: string;
  target: string;
}

/** A seat took the turn marker with this number. */
export interface MarkerTaken {
  fact: 'MarkerTaken';
  number: number;
  seat: number;
}

/** A die was rolled for a place because of a miracle. */
export interface MiracleRolled {
  fact: 'MiracleRolled';
  pips: number;
  place: string;
  seat: number;
}

/** MODs from the reserve were put on a place. They belong to its holder. */
export interface ModsRaised {
  fact: 'ModsRaised';
  armies: number;
  place: string;
}

/** The players chose the colour of the neutral army. */
export interface NeutralColourChosen {
  fact: 'NeutralColourChosen';
  colour: string;
}

/** The neutral army received armies, which must still be placed. */
export interface NeutralsMustered {
  fact: 'NeutralsMustered';
  armies: number;
}

/** Neutral armies were put on a place that had no owner. */
export interface NeutralsPlaced {
  fact: 'NeutralsPlaced';
  armies: number;
  place: string;
}

/** A seat got a secret objective. */
export interface ObjectiveGiven {
  fact: 'ObjectiveGiven';
  objective: string;
  seat: number;
}

/** A seat's dice before its ones were rerolled by this clause. */
export interface OnesRerolled {
  fact: 'OnesRerolled';
  clause: string;
  seat: number;
  thrown: number[];
}

/** A seat got this position in the turn order, counted from 1. */
export interface OrderGiven {
  fact: 'OrderGiven';
  number: number;
  seat: number;
}

/** A seat's piece left the board. */
export interface PieceLost {
  fact: 'PieceLost';
  kind: string;
  seat: number;
}

/** A seat's piece of a kind was placed, or moved from another place. */
export interface PiecePosted {
  fact: 'PiecePosted';
  kind: string;
  place: string;
  seat: number;
}

/** A plague marker left a place. */
export interface PlagueLifted {
  fact: 'PlagueLifted';
  place: string;
}

/** A seat's Victory Points and its armies on the board. */
export interface PointsCounted {
  fact: 'PointsCounted';
  armies: number;
  points: number;
  seat: number;
}

/** A card adds points to a seat's final score. */
export interface PointsWon {
  fact: 'PointsWon';
  points: number;
  seat: number;
}

/** A seat received or paid energy or faith; `clause` is the reason. */
export interface PurseChanged {
  fact: 'PurseChanged';
  amount: number;
  clause: string;
  seat: number;
}

/** A station or temple left the board. */
export interface Razed {
  fact: 'Razed';
  place: string;
}

/** A seat's final score, after the last age. */
export interface Reckoned {
  fact: 'Reckoned';
  points: number;
  seat: number;
}

/** A relic left the game. */
export interface RelicLost {
  fact: 'RelicLost';
  card: string;
}

/** A seat put a relic into play, which it drew or took from another seat. */
export interface RelicTaken {
  fact: 'RelicTaken';
  card: string;
  seat: number;
}

/** The dice of both sides, highest first. */
export interface Rolled {
  fact: 'Rolled';
  attack: number[];
  defence: number[];
  source: string;
  target: string;
}

/** A seat's points: the values of its places in its objective. `outside` is the sum of its other places. */
export interface Scored {
  fact: 'Scored';
  outside: number;
  points: number;
  seat: number;
}

/** A station changed hands together with its place. */
export interface StationSeized {
  fact: 'StationSeized';
  by: number;
  place: string;
}

/**
 * A seat took back its latest action, which had revealed nothing. `changes` restore the numbers: each has a row of
 * `numbers_of`, an index and a difference to add. Only public actions can be taken back, so the differences reveal
 * nothing.
 */
export interface TakenBack {
  fact: 'TakenBack';
  changes: number[];
  seat: number;
}

/** A seat keeps the top card of a territory deck: visible to all (`shown`) or face down. */
export interface TerritoryKept {
  fact: 'TerritoryKept';
  place: string;
  seat: number;
  shown: boolean;
  terrain: number;
}

/** A kept territory card was revealed and discarded. */
export interface TerritorySpent {
  fact: 'TerritorySpent';
  place: string;
  seat: number;
  terrain: number;
}

/** The top card of a territory deck was turned up and discarded. */
export interface TerritoryTurned {
  fact: 'TerritoryTurned';
  place: string;
}

/** A round of throws is complete. From now on, a total up to `threshold` closes the game. */
export interface ThresholdRaised {
  fact: 'ThresholdRaised';
  threshold: number;
}

/** Time is up: the current round is the penultimate one, and `last_round` is the number of the last one. */
export interface TimeExpired {
  fact: 'TimeExpired';
  last_round: number;
}

/** The seat in turn (`by`) may no longer attack this seat until the turn ends. */
export interface TruceMade {
  fact: 'TruceMade';
  by: number;
  seat: number;
}

/** A seat's turn began in this round. */
export interface TurnBegan {
  fact: 'TurnBegan';
  round: number;
  seat: number;
}

/** A place lost its last piece and has no owner. */
export interface Vacated {
  fact: 'Vacated';
  place: string;
}

/** Armies that were destroyed on the Ancient Earth went to their owner's heaven (god.info.15). */
export interface WentToHeaven {
  fact: 'WentToHeaven';
  armies: number;
  heaven: string;
  place: string;
  is_loss: boolean;
}

/** A card struck this randomly chosen zone. */
export interface ZoneStruck {
  fact: 'ZoneStruck';
  zone: string;
}

export type FactSeen =
  | AgeBegan
  | AgeSet
  | ArmiesDisbanded
  | ArmiesForgone
  | ArmiesGranted
  | ArmiesLost
  | ArmiesMoved
  | ArmiesPlaced
  | AtlantisSank
  | BidShown
  | Built
  | CardCancelled
  | CardDiscarded
  | CardDrawn
  | CardGivenUp
  | CardHanded
  | CardSeized
  | CardSpent
  | CardStolen
  | CardTaken
  | CardTurnedUp
  | ChallengeBound
  | ChallengePlayed
  | ChallengeSpent
  | ClosingBegan
  | ClosingSpared
  | ClosingThrown
  | ColourChosen
  | Conquered
  | DealRepeated
  | Dealt
  | DeckReshuffled
  | DeckSpent
  | DieThrown
  | Diverted
  | Eliminated
  | Entered
  | Exchanged
  | ExtraLapCalled
  | ExtractionPromised
  | FallEndsGame
  | FastBattleDeclined
  | FervourKindled
  | FirstNamed
  | GameEnded
  | GodHelped
  | GodsFought
  | GroundHallowed
  | HandCaptured
  | HazardPlaced
  | HeavenGiven
  | InvasionDeclared
  | InvasionOff
  | Jammed
  | KingGiven
  | KingTaken
  | KingsRevealed
  | LandTurnedUp
  | LandfallOpened
  | LastLapCalled
  | LinkClosed
  | MarkerTaken
  | MiracleRolled
  | ModsRaised
  | NeutralColourChosen
  | NeutralsMustered
  | NeutralsPlaced
  | ObjectiveGiven
  | OnesRerolled
  | OrderGiven
  | PieceLost
  | PiecePosted
  | PlagueLifted
  | PointsCounted
  | PointsWon
  | PurseChanged
  | Razed
  | Reckoned
  | RelicLost
  | RelicTaken
  | Rolled
  | Scored
  | StationSeized
  | TakenBack
  | TerritoryKept
  | TerritorySpent
  | TerritoryTurned
  | ThresholdRaised
  | TimeExpired
  | TruceMade
  | TurnBegan
  | Vacated
  | WentToHeaven
  | ZoneStruck;
