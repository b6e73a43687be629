// Written by tools/protocol_types.py from what the facts of src/kamchatka declare: do not edit.

/** A new age, with its number, the `round`th that is played; nobody has a turn marker yet. */
export interface AgeBegan {
  fact: 'AgeBegan';
  number: number;
  round: number;
}

/** The marker of the ages was put on another number. */
export interface AgeSet {
  fact: 'AgeSet';
  number: number;
}

/** Armies that a seat had still in hand leave the game with it (god.elim.3). */
export interface ArmiesDisbanded {
  fact: 'ArmiesDisbanded';
  armies: number;
  seat: number;
}

/** Armies due that a cap withholds. */
export interface ArmiesForgone {
  fact: 'ArmiesForgone';
  armies: number;
  seat: number;
}

/** Armies came into a seat's hand, by this clause. */
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

/** Armies went from one place to another. */
export interface ArmiesMoved {
  fact: 'ArmiesMoved';
  armies: number;
  source: string;
  target: string;
}

/** Armies went from a seat's hand to the board. */
export interface ArmiesPlaced {
  fact: 'ArmiesPlaced';
  armies: number;
  place: string;
  seat: number;
}

/** The four territories of Atlantis are out of the game (god.info.18). */
export interface AtlantisSank {
  fact: 'AtlantisSank';
}

/** A seat's bid, now open to all. */
export interface BidShown {
  fact: 'BidShown';
  amount: number;
  seat: number;
}

/** A station, a temple was put up in a place. */
export interface Built {
  fact: 'Built';
  place: string;
}

/** The owner of Aegis gave it up: this card has no effect (god.play.15). */
export interface CardCancelled {
  fact: 'CardCancelled';
  card: string;
  seat: number;
}

/** A seat laid a card on the discards, face up. */
export interface CardDiscarded {
  fact: 'CardDiscarded';
  card: string;
  seat: number;
}

/** A seat took a card from the deck; only that seat sees which. */
export interface CardDrawn {
  fact: 'CardDrawn';
  card: string;
  seat: number;
}

/** A seat must part with a card that it has not played: it is out of the game, or a miracle takes its hand. */
export interface CardGivenUp {
  fact: 'CardGivenUp';
  card: string;
  seat: number;
}

/** A card passed from one seat to another; its back is public, its face is for the two of them. */
export interface CardHanded {
  fact: 'CardHanded';
  by: number;
  card: string;
  kind: string;
  seat: number;
}

/** A card passed from a fallen seat to its conqueror; the two of them see which. */
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

/** A card passed from one hand to another: all see its back, the two of them its face. */
export interface CardStolen {
  fact: 'CardStolen';
  by: number;
  card: string;
  kind: string;
  seat: number;
}

/** A seat took a card from the deck of a kind; the kind is public, the face only its own. */
export interface CardTaken {
  fact: 'CardTaken';
  card: string;
  kind: string;
  seat: number;
}

/** Pandora's Box turned up a Death card, which its owner must play; it never was in a hand. */
export interface CardTurnedUp {
  fact: 'CardTurnedUp';
  card: string;
  seat: number;
}

/** The card counts for this battle. */
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

/** The battle was broken off for another: the card counts no more. */
export interface ChallengeSpent {
  fact: 'ChallengeSpent';
}

/** The last round is over: from this seat on every turn ends with a throw. */
export interface ClosingBegan {
  fact: 'ClosingBegan';
  seat: number;
}

/** A seat conquered more than two places in its turn and does not throw. */
export interface ClosingSpared {
  fact: 'ClosingSpared';
  seat: number;
}

/** A seat threw two dice at the end of its turn, to close the game with no more than the threshold. */
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

/** A place changed hands; the conqueror has still to move in. */
export interface Conquered {
  fact: 'Conquered';
  by: number;
  place: string;
}

/** The diversions left hands of other sizes than a plain deal: the cards are dealt again. */
export interface DealRepeated {
  fact: 'DealRepeated';
}

/** A place was dealt to a seat. */
export interface Dealt {
  fact: 'Dealt';
  place: string;
  seat: number;
}

/** The discards became the deck. */
export interface DeckReshuffled {
  fact: 'DeckReshuffled';
}

/** The last card was drawn after the agreed number of reshuffles. */
export interface DeckSpent {
  fact: 'DeckSpent';
}

/** A seat threw one die, to see who begins or to break a tie. */
export interface DieThrown {
  fact: 'DieThrown';
  pips: number;
  seat: number;
}

/** The place drawn for a seat would have given it more than half of a continent: it goes to another. */
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

/** A seat went into a place that nobody held: no conquest (god.invade.11). */
export interface Entered {
  fact: 'Entered';
  by: number;
  place: string;
}

/** The table's next exchange, with its number from the start of the game. */
export interface Exchanged {
  fact: 'Exchanged';
  number: number;
  seat: number;
}

/** These seats are level on points and armies: they alone play another lap. */
export interface ExtraLapCalled {
  fact: 'ExtraLapCalled';
  closing: number;
  tied: number[];
}

/** At the end of the turn the whole Moon in one hand will give energy. */
export interface ExtractionPromised {
  fact: 'ExtractionPromised';
  seat: number;
}

/** After the first reshuffle an elimination ends the game. */
export interface FallEndsGame {
  fact: 'FallEndsGame';
}

/** The defender wants its battles of this turn fought one army at a time. */
export interface FastBattleDeclined {
  fact: 'FastBattleDeclined';
  seat: number;
}

/** A seat adds so much to its godwar totals for the rest of the turn. */
export interface FervourKindled {
  fact: 'FervourKindled';
  bonus: number;
  seat: number;
}

/** This seat plays first. */
export interface FirstNamed {
  fact: 'FirstNamed';
  seat: number;
}

/** It is over; `winners` are the seats that won, `clause` the rule that ended it. */
export interface GameEnded {
  fact: 'GameEnded';
  clause: string;
  winners: number[];
}

/** A god lent its power to a fight: ties won (War), a die more (Sky), victims kept from heaven (Death). */
export interface GodHelped {
  fact: 'GodHelped';
  kind: string;
  seat: number;
}

/** The dice of a godwar and what each side came to with everything added. */
export interface GodsFought {
  fact: 'GodsFought';
  against: number;
  attack: number[];
  defence: number[];
  source: string;
  target: string;
  total: number;
}

/** This place cannot be attacked for the rest of the turn. */
export interface GroundHallowed {
  fact: 'GroundHallowed';
  place: string;
}

/** Whoever eliminated a seat may exchange these cards at once; how many there are isn't secret. */
export interface HandCaptured {
  fact: 'HandCaptured';
  captured: string[] | '?';
  number: number;
  seat: number;
}

/** A marker of devastation, of plague came to a place. */
export interface HazardPlaced {
  fact: 'HazardPlaced';
  place: string;
}

/** A seat has the heaven of its pantheon, empty as yet (god.setup.6). */
export interface HeavenGiven {
  fact: 'HeavenGiven';
  heaven: string;
  seat: number;
}

/** A seat announced an invasion; cards for the time before the first one are over for this turn. */
export interface InvasionDeclared {
  fact: 'InvasionDeclared';
  seat: number;
  source: string;
  target: string;
}

/** A declared invasion did not take place: called off, or no longer possible. */
export interface InvasionOff {
  fact: 'InvasionOff';
  source: string;
  target: string;
}

/** A seat may play no command card until this turn ends. */
export interface Jammed {
  fact: 'Jammed';
  by: number;
  seat: number;
}

/** A Kingmaker card went face down from one seat to another, or stayed with its giver, who alone sees it. */
export interface KingGiven {
  fact: 'KingGiven';
  by: number;
  colour: string;
  seat: number;
}

/** When all have given, a seat took up one of its cards; it alone sees the colour, and nobody the giver. */
export interface KingTaken {
  fact: 'KingTaken';
  colour: string;
  seat: number;
}

/** A seat revealed all its cards of one colour: how many, the points of each, and the total. */
export interface KingsRevealed {
  fact: 'KingsRevealed';
  cards: number;
  colour: string;
  each: number;
  seat: number;
  total: number;
}

/** A territory card was turned up for a miracle, and goes back into its deck (god.play.6). */
export interface LandTurnedUp {
  fact: 'LandTurnedUp';
  place: string;
}

/** In this turn the Moon may attack a land of the Earth. */
export interface LandfallOpened {
  fact: 'LandfallOpened';
  place: string;
}

/** The game closes with the turn of this place at the table. */
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

/** A seat took the turn marker of this number. */
export interface MarkerTaken {
  fact: 'MarkerTaken';
  number: number;
  seat: number;
}

/** The die that a miracle makes somebody roll for a place. */
export interface MiracleRolled {
  fact: 'MiracleRolled';
  pips: number;
  place: string;
  seat: number;
}

/** MODs came from the reserve to a place; they belong to whoever holds it. */
export interface ModsRaised {
  fact: 'ModsRaised';
  armies: number;
  place: string;
}

/** The two players agree on the colour of the neutral army. */
export interface NeutralColourChosen {
  fact: 'NeutralColourChosen';
  colour: string;
}

/** How many armies the neutral side has to place. */
export interface NeutralsMustered {
  fact: 'NeutralsMustered';
  armies: number;
}

/** Neutral armies came to a place that is nobody's. */
export interface NeutralsPlaced {
  fact: 'NeutralsPlaced';
  armies: number;
  place: string;
}

/** A secret objective, face down. */
export interface ObjectiveGiven {
  fact: 'ObjectiveGiven';
  objective: string;
  seat: number;
}

/** The dice a seat had thrown, before its ones were thrown again by this clause. */
export interface OnesRerolled {
  fact: 'OnesRerolled';
  clause: string;
  seat: number;
  thrown: number[];
}

/** This seat plays as number 1, 2, 3 … of a round; number 1 is the first. */
export interface OrderGiven {
  fact: 'OrderGiven';
  number: number;
  seat: number;
}

/** A seat's piece of a kind left the board. */
export interface PieceLost {
  fact: 'PieceLost';
  kind: string;
  seat: number;
}

/** A seat's piece of a kind came to a place, from another or from outside the board. */
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

/** A seat's Victory Points and armies on the board. */
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

/** A seat received energy or faith, or paid it, by this clause. */
export interface PurseChanged {
  fact: 'PurseChanged';
  amount: number;
  clause: string;
  seat: number;
}

/** A station, a temple left the board. */
export interface Razed {
  fact: 'Razed';
  place: string;
}

/** The points of a seat when the last age is over. */
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

/** A seat has a relic in play now: drawn, or taken from another. */
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

/** A seat's points: the values of what it holds of its objective; `outside` are those of its other places. */
export interface Scored {
  fact: 'Scored';
  outside: number;
  points: number;
  seat: number;
}

/** With a place its station changed hands. */
export interface StationSeized {
  fact: 'StationSeized';
  by: number;
  place: string;
}

/** A seat keeps the top card of a territory deck in front of it: `shown` to all, or face down. */
export interface TerritoryKept {
  fact: 'TerritoryKept';
  place: string;
  seat: number;
  shown: boolean;
  terrain: number;
}

/** A territory card that a seat kept is shown and used up. */
export interface TerritorySpent {
  fact: 'TerritorySpent';
  place: string;
  seat: number;
  terrain: number;
}

/** The top card of a territory deck was turned and is used up. */
export interface TerritoryTurned {
  fact: 'TerritoryTurned';
  place: string;
}

/** A round of throws is complete: from now on this total, or less, closes the game. */
export interface ThresholdRaised {
  fact: 'ThresholdRaised';
  threshold: number;
}

/** Time is up: the round under way is the last but one, and this number is the last. */
export interface TimeExpired {
  fact: 'TimeExpired';
  last_round: number;
}

/** The seat in turn, `by` name, may not attack this seat any more until the turn ends. */
export interface TruceMade {
  fact: 'TruceMade';
  by: number;
  seat: number;
}

/** A seat's turn, in this round. */
export interface TurnBegan {
  fact: 'TurnBegan';
  round: number;
  seat: number;
}

/** The last piece has gone: nobody holds the place. */
export interface Vacated {
  fact: 'Vacated';
  place: string;
}

/** Armies destroyed on the Ancient Earth went to their owner's heaven (god.info.15). */
export interface WentToHeaven {
  fact: 'WentToHeaven';
  armies: number;
  heaven: string;
  place: string;
  is_loss: boolean;
}

/** A card strikes this zone, chosen at random. */
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
