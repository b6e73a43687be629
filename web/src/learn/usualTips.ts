import type { TipSeen } from '../wire/messages';

export type Bilingual = { it: string; en: string };
/** What the page itself says in a first game, whatever the edition. */
export interface UsualTip {
  title: Bilingual;
  text: Bilingual;
  at?: NonNullable<TipSeen['at']>;
}

/** Stops of the tour that an edition may name without words of its own. */
export const USUAL_STOPS: Record<string, UsualTip> = {
  phases: {
    title: { it: 'Le fasi del turno', en: 'The phases of a turn' },
    at: 'phases',
    text: {
      it:
        'Qui in alto vedi a che punto è il turno: la fase accesa è quella che si gioca adesso, ' +
        'di chiunque sia il turno.',
      en: 'Up here you see how far the turn has come: the lit phase is being played now, whoever’s turn it is.',
    },
  },
  command: {
    title: { it: 'Che cosa ti è chiesto', en: 'What you are asked' },
    at: 'command',
    text: {
      it:
        'Tutto quello che puoi fare sta in questa barra; sulla mappa si illumina ciò che puoi scegliere. ' +
        'Se clicchi altrove ti viene detto perché no, con la regola.',
      en:
        'All you can do is in this bar; on the map whatever you may choose is lit. ' +
        'Click elsewhere and you are told why not, with the rule.',
    },
  },
  side: {
    title: { it: 'I giocatori e la cronaca', en: 'Players and the log' },
    at: 'side',
    text: {
      it: 'Per ognuno: territori, armate, carte. Sotto, la cronaca racconta ogni mossa e rimanda alla regola.',
      en: 'For everybody: territories, armies, cards. Below, the log tells every move and links to its rule.',
    },
  },
  objective: {
    title: { it: 'Il tuo obiettivo', en: 'Your objective' },
    at: 'dock',
    text: {
      it: 'Lo vedi solo tu. La barra dice quanto manca; il bottone lo mostra sulla mappa.',
      en: 'Only you see it. The meter says how far it has come; the button shows it on the map.',
    },
  },
};

/** By verb, for every edition that has no words of its own. */
export const USUAL_TIPS: Record<string, UsualTip> = {
  colour: {
    title: { it: 'Scegli un colore', en: 'Choose a colour' },
    text: {
      it: 'Colore e simbolo ti accompagnano ovunque: mappa, elenco, cronaca.',
      en: 'Colour and symbol go with you everywhere: map, list, log.',
    },
  },
  place: {
    title: { it: 'Piazza le armate', en: 'Place your armies' },
    text: {
      it:
        'I tuoi territori sono illuminati: un clic aggiunge un’armata, con Maiusc cinque. ' +
        'Rinforza un confine da cui vuoi attaccare, poi conferma.',
      en:
        'Your territories are lit: a click adds one army, with Shift five. ' +
        'Strengthen a border you want to attack from, then confirm.',
    },
  },
  trade: {
    title: { it: 'Hai un tris', en: 'You hold a set' },
    text: {
      it: 'Tre carte giuste valgono armate subito. Il bottone dice quante. Puoi anche aspettare.',
      en: 'Three fitting cards bring armies at once. The button says how many. You may also wait.',
    },
  },
  attack: {
    title: { it: 'Attacca', en: 'Attack' },
    text: {
      it:
        'Clicca un tuo territorio illuminato, poi un vicino nemico. ' +
        'La percentuale è esatta: sopra il 60% di solito conviene. Quando basta, chiudi la fase.',
      en:
        'Click a lit territory of yours, then an enemy next to it. ' +
        'The percentage is exact: above 60% it usually pays. When you have had enough, end the phase.',
    },
  },
  fast_attack: {
    title: { it: 'Battaglia veloce', en: 'A fast battle' },
    text: {
      it: 'Si mettono in gioco più armate per lancio. Il difensore può accettare o no.',
      en: 'More armies are at stake in each throw. The defender may accept or not.',
    },
  },
  defend: {
    title: { it: 'Difenditi', en: 'Defend' },
    text: {
      it: 'Ti attaccano: scegli con quanti dadi rispondere. A parità vince chi difende.',
      en: 'You are attacked: choose how many dice answer. Ties go to the defender.',
    },
  },
  occupy: {
    title: { it: 'Conquistato!', en: 'Conquered!' },
    text: {
      it: 'Scegli quante armate entrano. Chi resta indietro difende, chi entra può attaccare ancora.',
      en: 'Choose how many armies move in. Those that stay defend, those that go can attack again.',
    },
  },
  move: {
    title: { it: 'Lo spostamento', en: 'The move' },
    text: {
      it: 'Prima di finire il turno sposta armate dietro le linee verso il fronte, se vuoi.',
      en: 'Before the turn ends bring armies from behind the lines to the front, if you like.',
    },
  },
  invade: {
    title: { it: 'Invadi', en: 'Invade' },
    text: {
      it: 'Clicca da dove e dove. Le mosse sull’altra mappa si vedono nel riquadro: un clic la porta davanti.',
      en:
        'Click where from and where to. What lies on the other board shows in the inset: ' +
        'a click brings it to the front.',
    },
  },
  roll: {
    title: { it: 'Chi lancia', en: 'Who rolls' },
    text: {
      it:
        'Scegli quante armate lanciano e quali pezzi vanno con loro: ' +
        'i pezzi speciali tirano dadi migliori, ma si possono perdere.',
      en:
        'Choose how many armies roll and which pieces go with them: ' +
        'special pieces roll better dice, but they can be lost.',
    },
  },
  raise: {
    title: { it: 'Un pezzo speciale', en: 'A special piece' },
    text: {
      it: 'Scegli quale, poi il territorio in cui entra. Il prezzo è scritto nella domanda.',
      en: 'Choose which one, then the territory it enters. The question says the price.',
    },
  },
  buy: {
    title: { it: 'Compra carte', en: 'Buy cards' },
    text: {
      it: 'Ogni mazzo vuole il suo pezzo in gioco. Le carte comprate le vedi in basso, con il testo e il costo.',
      en: 'Each deck wants its own piece in play. What you buy appears below, with its text and cost.',
    },
  },
  bid: {
    title: { it: 'L’offerta segreta', en: 'The secret bid' },
    text: {
      it: 'Tutti offrono in segreto: chi offre di più sceglie per primo. Quello che offri lo paghi comunque.',
      en: 'Everybody bids in secret: the highest chooses first. What you bid is paid either way.',
    },
  },
  play: {
    title: { it: 'Una carta da giocare', en: 'A card to play' },
    text: {
      it: 'Le carte illuminate si possono giocare ora; il testo dice che cosa fanno e quanto costano.',
      en: 'Lit cards can be played now; their text says what they do and cost.',
    },
  },
  choose: {
    title: { it: 'Una scelta', en: 'A choice' },
    text: {
      it: 'Ogni bottone dice che cosa succede. Se non sei sicuro, il link della regola lo spiega.',
      en: 'Every button says what happens. If in doubt, the link of the rule explains it.',
    },
  },
  pass: {
    title: { it: 'Si va avanti', en: 'On we go' },
    text: {
      it: 'Quando non vuoi o non puoi fare altro, chiudi la fase con il bottone a destra.',
      en: 'When there is nothing more you want or can do, end the phase with the button on the right.',
    },
  },
};
