// The sample company's languages in Latin script.

export type SampleTheme = 'visit' | 'service' | 'clean';

/** What the options of follow-up questions are about, in the order in which they are offered. */
export const topics = [
  'waiting',
  'staff',
  'speed',
  'food',
  'cleanliness',
  'prices',
  'value',
  'choice',
  'signs',
  'noise',
  'atmosphere',
  'cold',
  'broken',
] as const;

export type Topic = (typeof topics)[number];

export type TopicNames = Readonly<Partial<Record<Topic, string>>>;

export interface SampleLanguage {
  /** IETF BCP 47 language tag. */
  readonly locale: string;
  readonly questions: Readonly<Record<SampleTheme, string>>;
  readonly painPoints: TopicNames;
  readonly highlights: TopicNames;
  /** Open feedback of people who pressed a low button. */
  readonly unhappy: readonly string[];
  readonly happy: readonly string[];
}

export const english: SampleLanguage = {
  locale: 'en',
  questions: {
    visit: 'How was your visit today?',
    service: 'How would you rate our service today?',
    clean: 'How clean do you find this place?',
  },
  painPoints: {
    waiting: 'Waiting time',
    staff: 'Staff were hard to find',
    cleanliness: 'Cleanliness',
    prices: 'Prices',
    signs: 'Signs and directions',
    noise: 'Noise',
    broken: 'Something was out of order',
  },
  highlights: {
    staff: 'Friendly staff',
    speed: 'Quick service',
    cleanliness: 'Clean and tidy',
    value: 'Good value',
    signs: 'Easy to find my way',
    atmosphere: 'Pleasant atmosphere',
  },
  unhappy: [
    'Waited over half an hour and nobody told us why.',
    'Only one counter open during the busiest time of the day.',
    'The lift has been out of order since last week.',
    'Too loud, I could not hear the announcements.',
  ],
  happy: [
    'The lady at the counter was wonderful, thank you!',
    'In and out in five minutes. Impressive.',
    'Spotless, as always.',
    'Best experience I have had here so far.',
  ],
};

export const finnish: SampleLanguage = {
  locale: 'fi',
  questions: {
    visit: 'Millainen käyntisi oli tänään?',
    service: 'Miten arvioisit palveluamme tänään?',
    clean: 'Kuinka siistiä täällä on?',
  },
  painPoints: {
    waiting: 'Odotusaika',
    staff: 'Henkilökuntaa ei löytynyt',
    cleanliness: 'Siisteys',
    prices: 'Hinnat',
    signs: 'Opasteet',
    noise: 'Melu',
    broken: 'Jokin oli epäkunnossa',
  },
  highlights: {
    staff: 'Ystävällinen henkilökunta',
    speed: 'Nopea palvelu',
    cleanliness: 'Siisti ympäristö',
    value: 'Hyvä hinta-laatusuhde',
    atmosphere: 'Viihtyisä tunnelma',
  },
  unhappy: [
    'Jonotin yli puoli tuntia, eikä kukaan kertonut miksi.',
    'Vain yksi kassa auki pahimpaan ruuhka-aikaan.',
    'Hissi on ollut rikki jo viikon.',
  ],
  happy: [
    'Todella ystävällinen palvelu, kiitos!',
    'Kaikki sujui nopeasti ja helposti.',
    'Täällä on aina siistiä.',
  ],
};

export const german: SampleLanguage = {
  locale: 'de',
  questions: {
    visit: 'Wie war Ihr Besuch heute?',
    service: 'Wie zufrieden sind Sie heute mit unserem Service?',
    clean: 'Wie sauber finden Sie es hier?',
  },
  painPoints: {
    waiting: 'Wartezeit',
    staff: 'Kein Personal zu finden',
    cleanliness: 'Sauberkeit',
    prices: 'Preise',
    signs: 'Beschilderung',
    noise: 'Lautstärke',
  },
  highlights: {
    staff: 'Freundliches Personal',
    speed: 'Schneller Service',
    cleanliness: 'Sauber und gepflegt',
    value: 'Gutes Preis-Leistungs-Verhältnis',
    atmosphere: 'Angenehme Atmosphäre',
  },
  unhappy: [
    'Über eine halbe Stunde gewartet, und niemand hat uns gesagt, warum.',
    'Zur Stoßzeit war nur eine Kasse geöffnet.',
    'Die Rolltreppe ist schon wieder außer Betrieb.',
  ],
  happy: [
    'Sehr nette und kompetente Beratung, danke!',
    'Ging alles schnell und unkompliziert.',
    'Immer wieder gern.',
  ],
};

export const norwegian: SampleLanguage = {
  locale: 'nb',
  questions: {
    visit: 'Hvordan var besøket ditt i dag?',
    service: 'Hvor fornøyd er du med servicen i dag?',
    clean: 'Hvor rent synes du det er her?',
  },
  painPoints: {
    waiting: 'Ventetid',
    cleanliness: 'Renhold',
    choice: 'Utvalg',
    noise: 'Støy',
    cold: 'Kulde',
  },
  highlights: {
    staff: 'Hyggelig betjening',
    food: 'God mat',
    cleanliness: 'Rent og ryddig',
    atmosphere: 'God stemning',
  },
  unhappy: ['Kaffemaskinen virker ikke, og det er minus førti ute.', 'Alt for lang kø til lunsj.'],
  happy: ['Beste vaflene sør for sekstigradersbeltet!', 'Takk til kokken, nydelig middag.'],
};

export const french: SampleLanguage = {
  locale: 'fr-CA',
  questions: {
    visit: 'Comment s’est passée votre visite aujourd’hui ?',
    service: 'Comment évaluez-vous notre service aujourd’hui ?',
    clean: 'Comment trouvez-vous la propreté des lieux ?',
  },
  painPoints: {
    waiting: 'Temps d’attente',
    staff: 'Personnel introuvable',
    cleanliness: 'Propreté',
    prices: 'Prix',
    signs: 'Signalisation',
    noise: 'Bruit',
  },
  highlights: {
    staff: 'Personnel aimable',
    speed: 'Service rapide',
    cleanliness: 'Lieux propres',
    value: 'Bon rapport qualité-prix',
    atmosphere: 'Ambiance agréable',
  },
  unhappy: [
    'Plus d’une demi-heure d’attente, sans aucune explication.',
    'Une seule caisse ouverte à l’heure de pointe.',
    'Les toilettes étaient hors service.',
  ],
  happy: [
    'Accueil chaleureux, merci beaucoup !',
    'Rapide et efficace, bravo à toute l’équipe.',
    'Toujours un plaisir de venir ici.',
  ],
};

export const spanish: SampleLanguage = {
  locale: 'es-CL',
  questions: {
    visit: '¿Cómo fue su visita hoy?',
    service: '¿Cómo califica nuestra atención de hoy?',
    clean: '¿Qué le parece la limpieza de este lugar?',
  },
  painPoints: {
    waiting: 'Tiempo de espera',
    staff: 'Falta de personal',
    cleanliness: 'Limpieza',
    prices: 'Precios',
    signs: 'Señalización',
  },
  highlights: {
    staff: 'Personal amable',
    speed: 'Atención rápida',
    cleanliness: 'Lugar limpio',
    value: 'Buena relación calidad-precio',
    atmosphere: 'Ambiente agradable',
  },
  unhappy: [
    'Esperamos más de media hora y nadie nos dio una explicación.',
    'Había una sola caja abierta en plena hora punta.',
    'El aire acondicionado no funciona.',
  ],
  happy: [
    '¡Excelente atención, muchas gracias!',
    'Todo muy rápido y ordenado.',
    'Da gusto venir aquí.',
  ],
};

export const portuguese: SampleLanguage = {
  locale: 'pt-BR',
  questions: {
    visit: 'Como foi a sua visita hoje?',
    service: 'Como você avalia o nosso atendimento hoje?',
    clean: 'O que você achou da limpeza deste local?',
  },
  painPoints: {
    waiting: 'Tempo de espera',
    staff: 'Falta de funcionários',
    cleanliness: 'Limpeza',
    prices: 'Preços',
    signs: 'Sinalização',
    noise: 'Barulho',
  },
  highlights: {
    staff: 'Equipe simpática',
    speed: 'Atendimento rápido',
    cleanliness: 'Ambiente limpo',
    value: 'Bom custo-benefício',
    atmosphere: 'Ambiente agradável',
  },
  unhappy: [
    'Esperei mais de quarenta minutos e ninguém explicou o motivo.',
    'Só um caixa aberto no horário de pico.',
    'O banheiro estava interditado de novo.',
  ],
  happy: [
    'Atendimento nota dez, muito obrigado!',
    'Tudo rápido e bem organizado.',
    'Sempre uma ótima experiência.',
  ],
};

export const swahili: SampleLanguage = {
  locale: 'sw',
  questions: {
    visit: 'Ziara yako ya leo ilikuwaje?',
    service: 'Unaionaje huduma yetu ya leo?',
    clean: 'Unaonaje usafi wa mahali hapa?',
  },
  painPoints: {
    waiting: 'Muda wa kusubiri',
    staff: 'Wahudumu wachache',
    cleanliness: 'Usafi',
    prices: 'Bei',
    noise: 'Kelele',
  },
  highlights: {
    staff: 'Wahudumu wakarimu',
    speed: 'Huduma ya haraka',
    cleanliness: 'Mahali safi',
    value: 'Bei nzuri',
  },
  unhappy: ['Nimesubiri zaidi ya nusu saa.', 'Foleni ni ndefu sana asubuhi.'],
  happy: ['Huduma nzuri sana, asante!', 'Mahali pasafi na wahudumu wakarimu.'],
};
