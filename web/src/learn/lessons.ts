/** The first-game walk-through: a tour of the screen, then a word when something is asked for the first time. */
export type Bilingual = { it: string; en: string };
/** Parts of the game screen that a word can point at. */
export type Part = 'phases' | 'board' | 'command' | 'dock' | 'side' | 'inset';
export interface Tip {
  title: Bilingual;
  text: Bilingual;
  at?: Part;
}
/** What an edition teaches: what it is about, the stops of the tour, and its own words for some verbs. */
export interface Lesson {
  welcome: Bilingual;
  tour: Tip[];
  tips: Record<string, Tip>;
  order: string[];
}

/** Stops of the tour that every edition has. */
const STOPS = {
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
} satisfies Record<string, Tip>;

const ITALIAN = [STOPS.phases, STOPS.command, STOPS.objective, STOPS.side];
const PLAIN = ['place', 'trade', 'attack', 'defend', 'occupy', 'move'];

/** What each edition teaches in a first game. */
export const LESSONS: Record<string, Lesson> = {
  modern: {
    welcome: {
      it:
        'Hai un obiettivo segreto: è in basso, lo vedi solo tu. ' +
        'Vince chi lo completa per primo; non serve conquistare tutto.',
      en:
        'You have a secret objective: it is at the bottom and only you see it. ' +
        'Whoever fulfils theirs first wins; you need not conquer everything.',
    },
    tour: ITALIAN,
    tips: {},
    order: PLAIN,
  },
  original: {
    welcome: {
      it:
        'È il gioco delle origini: territori distribuiti ai dadi, carte e obiettivi secondo il primo libretto. ' +
        'Fra armate grandi si può proporre una battaglia veloce.',
      en:
        'This is the game of the beginnings: territories dealt by dice, cards and objectives as in the first ' +
        'booklet. Between large armies a fast battle can be proposed.',
    },
    tour: ITALIAN,
    tips: {
      move: {
        title: { it: 'I trasferimenti', en: 'The transfers' },
        text: {
          it:
            'Finiti gli attacchi puoi spostare più volte le armate che non hanno combattuto. ' +
            'Quando hai finito, chiudi il turno.',
          en:
            'After the attacks you may move, more than once, armies that have not fought. ' +
            'When you are done, end the turn.',
        },
      },
    },
    order: ['place', 'trade', 'attack', 'fast_attack', 'occupy', 'move'],
  },
  challenge: {
    welcome: {
      it:
        'Sei a un torneo: il tuo obiettivo è un gruppo di territori, ognuno con i suoi punti, ' +
        'segnati sulla mappa piccola. Quando il tempo finisce si lanciano due dadi alla fine di ogni turno per ' +
        'sapere se si chiude; poi contano i punti.',
      en:
        'You are at a tournament: your objective is a group of territories, each with its points, ' +
        'marked on the small map. When time is up two dice are thrown at the end of every turn to see whether the ' +
        'game closes; then points count.',
    },
    tour: [
      STOPS.phases,
      STOPS.command,
      {
        title: { it: 'Obiettivo e punti', en: 'Objective and points' },
        at: 'dock',
        text: {
          it:
            'I territori pieni sono già tuoi, quelli chiari mancano. ' +
            'I punti che hai adesso sono accanto: gli altri non li vedono.',
          en:
            'Full territories are yours already, pale ones are missing. ' +
            'The points you hold now are beside them: nobody else sees them.',
        },
      },
      STOPS.side,
    ],
    tips: {
      attack: {
        title: { it: 'Attacca con tutti i dadi', en: 'Attack with all dice' },
        text: {
          it:
            'In torneo si attacca sempre con il massimo dei dadi, e mai con meno dadi di chi difende. ' +
            'La percentuale ne tiene conto.',
          en:
            'At a tournament one attacks with as many dice as possible, and never with fewer than the defender. ' +
            'The percentage knows it.',
        },
      },
      occupy: {
        title: { it: 'La guarnigione', en: 'The garrison' },
        text: {
          it:
            'Chi confina con un nemico deve tenere una guarnigione minima: ' +
            'la barra ti dice quante armate possono entrare.',
          en: 'A territory next to an enemy keeps a minimum garrison: the bar says how many armies may move in.',
        },
      },
      choose: {
        title: { it: 'Le carte del torneo', en: 'Cards of the tournament' },
        text: {
          it: 'La carta Challenge e le carte Kingmaker si giocano una volta sola: ogni bottone dice che cosa succede.',
          en: 'The Challenge card and the Kingmaker cards are played once only: every button says what happens.',
        },
      },
    },
    order: PLAIN,
  },
  classic: {
    welcome: {
      it: 'Qui si vince in un solo modo: conquistare il mondo. Le serie di carte valgono sempre di più.',
      en: 'There is one way to win here: conquer the world. Sets of cards are worth more and more.',
    },
    tour: [STOPS.phases, STOPS.command, STOPS.side],
    tips: {
      place: {
        title: { it: 'Prendi e rinforza', en: 'Claim and strengthen' },
        text: {
          it:
            'All’inizio si prende un territorio libero alla volta: cerca di averne molti vicini. ' +
            'Poi un clic aggiunge un’armata, con Maiusc cinque.',
          en:
            'At first everybody claims one free territory at a time: try to have many that touch. ' +
            'Later a click adds an army, with Shift five.',
        },
      },
      defend: {
        title: { it: 'Difenditi', en: 'Defend' },
        text: {
          it: 'Chi difende lancia uno o due dadi; a parità vince. Due dadi convengono quasi sempre.',
          en: 'The defender rolls one die or two and wins ties. Two are nearly always better.',
        },
      },
    },
    order: PLAIN,
  },
  risk2210: {
    welcome: {
      it:
        'Cinque anni, poi si contano i punti. L’energia paga offerte, comandanti, stazioni e carte; ' +
        'i comandanti aprono mare, Luna e carte comando.',
      en:
        'Five years, then points are counted. Energy pays for bids, commanders, stations and cards; ' +
        'commanders open sea, Moon and command cards.',
    },
    tour: [
      STOPS.phases,
      STOPS.command,
      {
        title: { it: 'La Luna', en: 'The Moon' },
        at: 'inset',
        text: {
          it:
            'L’altra mappa è nel riquadro; un clic, o il tasto B, la porta davanti. ' +
            'Sul mare e sulla Luna si arriva con il comandante giusto.',
          en:
            'The other board is in the inset; a click, or the key B, brings it to the front. ' +
            'Sea and Moon are reached with the right commander.',
        },
      },
      {
        title: { it: 'Le tue carte comando', en: 'Your command cards' },
        at: 'dock',
        text: {
          it: 'Ognuna dice che cosa fa e quanta energia costa. Quelle accese si possono giocare adesso.',
          en: 'Each says what it does and how much energy it costs. Those that are lit can be played now.',
        },
      },
      STOPS.side,
    ],
    tips: {
      bid: {
        title: { it: 'L’offerta per l’ordine', en: 'The bid for the order' },
        text: {
          it:
            'Tutti offrono energia in segreto: chi offre di più sceglie per primo il suo posto nell’anno. ' +
            'L’offerta si paga comunque; il primo anno basta poco.',
          en:
            'Everybody bids energy in secret: the highest chooses first when to play in this year. ' +
            'Bids are paid either way; in the first year a little will do.',
        },
      },
      raise: {
        title: { it: 'Un comandante', en: 'A commander' },
        text: {
          it:
            'Costa 3 energie e dà un dado a otto facce: il terrestre a terra, il navale in mare, ' +
            'lo spaziale sulla Luna, il nucleare ovunque in attacco. Ognuno apre il suo mazzo.',
          en:
            'It costs 3 energy and brings an eight-sided die: land on land, naval at sea, space on the Moon, ' +
            'nuclear anywhere in attack. Each opens its deck.',
        },
      },
      build: {
        title: { it: 'Una stazione spaziale', en: 'A space station' },
        text: {
          it:
            'Chi difende accanto a una stazione lancia dadi a otto facce, e ogni anno ne nasce un MOD. ' +
            'Da lì si parte per la Luna.',
          en:
            'Defenders beside a station roll eight-sided dice, and each year it brings a MOD. ' +
            'From there one leaves for the Moon.',
        },
      },
      invade: {
        title: { it: 'Invadi', en: 'Invade' },
        text: {
          it:
            'Scegli da dove e dove: la percentuale conta comandanti e stazioni. ' +
            '«Fino in fondo» attacca finché è deciso; le carte dei difensori possono cambiare tutto.',
          en:
            'Choose where from and where to: the percentage counts commanders and stations. ' +
            '“To the end” attacks until it is decided; cards of the defenders may change everything.',
        },
      },
      roll: {
        title: { it: 'Chi lancia', en: 'Who rolls' },
        text: {
          it:
            'Scegli quanti MOD lanciano e quali comandanti vanno con loro. ' +
            'Un comandante lancia meglio, ma si può perdere: di solito si perdono prima i MOD.',
          en:
            'Choose how many MODs roll and which commanders go along. ' +
            'A commander rolls better, but can be lost: usually MODs are lost first.',
        },
      },
    },
    order: ['bid', 'place', 'raise', 'build', 'buy', 'play', 'invade', 'roll'],
  },
  godstorm: {
    welcome: {
      it:
        'Cinque epoche, poi si contano i punti. La fede paga offerte, dèi, templi e miracoli; ' +
        'le armate cadute vanno nel tuo paradiso e possono tornare dagli Inferi.',
      en:
        'Five epochs, then points are counted. Faith pays for bids, gods, temples and miracles; ' +
        'fallen armies go to your heaven and may come back through the Underworld.',
    },
    tour: [
      STOPS.phases,
      STOPS.command,
      {
        title: { it: 'Gli Inferi', en: 'The Underworld' },
        at: 'inset',
        text: {
          it:
            'L’altra mappa è nel riquadro; un clic, o il tasto B, la porta davanti. ' +
            'Cripte, altari e porte si conquistano come le terre.',
          en:
            'The other board is in the inset; a click, or the key B, brings it to the front. ' +
            'Crypts, altars and gates are conquered like lands.',
        },
      },
      {
        title: { it: 'I tuoi miracoli', en: 'Your miracles' },
        at: 'dock',
        text: {
          it: 'Ogni carta dice che cosa fa e quanta fede costa. Quelle accese si possono giocare adesso.',
          en: 'Each card says what it does and how much faith it costs. Those that are lit can be played now.',
        },
      },
      STOPS.side,
    ],
    tips: {
      bid: {
        title: { it: 'Il sacrificio per l’ordine', en: 'The sacrifice for the order' },
        text: {
          it:
            'Tutti sacrificano fede in segreto: chi dà di più sceglie per primo il suo posto nell’epoca. ' +
            'La fede offerta è persa comunque.',
          en:
            'Everybody sacrifices faith in secret: who gives most chooses first when to play in this epoch. ' +
            'The faith is gone either way.',
        },
      },
      raise: {
        title: { it: 'Evoca un dio', en: 'Summon a god' },
        text: {
          it:
            'Costa 3 fede. Guerra vince le parità, Magia rilancia gli uno, Cielo aggiunge un dado nelle guerre ' +
            'divine, Morte manda i nemici nella riserva.',
          en:
            'It costs 3 faith. War wins ties, Magic rerolls ones, Sky adds a die in god wars, ' +
            'Death sends enemies to the reserve.',
        },
      },
      build: {
        title: { it: 'Costruisci un tempio', en: 'Build a temple' },
        text: {
          it: 'Chi difende con un tempio rilancia gli uno. Il prezzo è scritto nella domanda.',
          en: 'Who defends with a temple rerolls ones. The question says the price.',
        },
      },
      invade: {
        title: { it: 'Invadi', en: 'Invade' },
        text: {
          it:
            'Scegli da dove, dove e quali dèi vanno: se incontrano dèi nemici combattono prima loro, ' +
            'e perdi il dio battuto. La percentuale conta tutto questo.',
          en:
            'Choose where from, where to and which gods go: if they meet enemy gods those fight first, ' +
            'and the beaten god is lost. The percentage counts all of it.',
        },
      },
      name_kind: {
        title: { it: 'La guerra divina', en: 'The god war' },
        text: {
          it:
            'Si sommano dadi e armate: chi fa meno perde il dio che ha mandato avanti. ' +
            'Manda quello che ti serve meno.',
          en: 'Dice and armies are summed: the lower total loses the god it put forward. Send the one you need least.',
        },
      },
      roll: {
        title: { it: 'Quanti dadi', en: 'How many dice' },
        text: {
          it: 'Fino a tre, se hai abbastanza armate. Dopo il primo lancio puoi anche ritirarti.',
          en: 'Up to three, if you have the armies. After the first roll you may also call it off.',
        },
      },
    },
    order: ['bid', 'place', 'raise', 'build', 'buy', 'play', 'invade', 'name_kind', 'roll'],
  },
};
LESSONS.classic_ancient = {
  ...LESSONS.classic!,
  welcome: {
    it:
      'Il gioco classico sulla mappa del mondo antico: si vince conquistandolo tutto. ' +
      'Le serie di carte valgono sempre di più.',
    en:
      'The classic game on the map of the ancient world: conquer all of it to win. ' +
      'Sets of cards are worth more and more.',
  },
};
