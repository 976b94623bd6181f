// The places of the sample company: regions, countries, sites and areas with their surveys.
import type { FeedbackScale, ServiceIndexType, SurveyType } from '../company.ts';
import {
  type SampleLanguage,
  type SampleTheme,
  english,
  finnish,
  french,
  german,
  norwegian,
  portuguese,
  spanish,
  swahili,
} from './languages-latin.ts';
import {
  chinese,
  hindi,
  japanese,
  korean,
  nepali,
  thai,
  arabic,
  bulgarian,
  greek,
  hebrew,
  russian,
} from './languages-other.ts';
import type { RhythmName } from './sample-calendar.ts';
import type { CountryName } from './sample-holidays.ts';

/**
 * silent: a device with silent days in every week; hourly, mixed: all or some devices report hourly sums;
 * batched: an old device that sends several presses with one timestamp; archive: items of an old web
 * collector; noPeriods; seasonal.
 */
export type Trait =
  'silent' | 'hourly' | 'mixed' | 'batched' | 'archive' | 'noPeriods' | 'seasonal';

export type AlertPreset = 'rough' | 'rush' | 'queue' | 'praise' | 'delight' | 'slump';

export interface SampleSpot {
  readonly theme: SampleTheme;
  readonly rhythm: RhythmName;
  /** Responses of an ordinary day. */
  readonly perDay: number;
  readonly surveyType: SurveyType;
  readonly indexType: ServiceIndexType;
  readonly feedbackScale: FeedbackScale;
  /** From 0 (all people are unhappy) to 1. */
  readonly mood: number;
  readonly traits: readonly Trait[];
  readonly watches: readonly AlertPreset[];
}

export interface Site {
  readonly name: string;
  readonly timeZone: string;
  readonly language: SampleLanguage;
  readonly weekend: 'saturday' | 'friday';
  /** The surveys directly in the folder of the site. */
  readonly spots: readonly SampleSpot[];
  readonly areas: readonly { readonly name: string; readonly spots: readonly SampleSpot[] }[];
}

export interface Region {
  readonly name: string;
  readonly countries: readonly { readonly name: CountryName; readonly sites: readonly Site[] }[];
}

function spot(
  theme: SampleTheme,
  rhythm: RhythmName,
  perDay: number,
  special: Partial<SampleSpot> = {},
): SampleSpot {
  return {
    theme,
    rhythm,
    perDay,
    surveyType: 'TERMINAL',
    indexType: 'HAPPY',
    feedbackScale: 'FOUR',
    mood: 0.88,
    traits: [],
    watches: [],
    ...special,
  };
}

function site(
  name: string,
  timeZone: string,
  language: SampleLanguage,
  spots: readonly SampleSpot[],
  areas: Readonly<Record<string, readonly SampleSpot[]>> = {},
  weekend: Site['weekend'] = 'saturday',
): Site {
  return {
    name,
    timeZone,
    language,
    weekend,
    spots,
    areas: Object.entries(areas).map(([name, spots]) => ({ name, spots })),
  };
}

function country(name: CountryName, ...sites: readonly Site[]): Region['countries'][number] {
  return { name, sites };
}

function region(name: string, ...countries: Region['countries']): Region {
  return { name, countries };
}

const nps = { indexType: 'NPS', feedbackScale: 'FIVE' } as const;
const nps4 = { indexType: 'NPS', feedbackScale: 'FOUR' } as const;
const happy5 = { indexType: 'HAPPY', feedbackScale: 'FIVE' } as const;
const average = { indexType: 'AVERAGE', feedbackScale: 'FIVE' } as const;
const average4 = { indexType: 'AVERAGE', feedbackScale: 'FOUR' } as const;
const reversed = { indexType: 'HAPPY', feedbackScale: 'FIVE_REVERSED' } as const;
const tablet = { surveyType: 'TABLET' } as const;
const web = { surveyType: 'WEB' } as const;

export const companyName = 'Meridian Stores & Services';

export const regions: readonly Region[] = [
  region(
    'Europe',
    country(
      'Finland',
      site('Helsinki Airport', 'Europe/Helsinki', finnish, [], {
        'Security control, Terminal 2': [
          spot('service', 'airport', 225, { mood: 0.8, watches: ['rough'] }),
        ],
        'Arrivals and baggage claim': [spot('visit', 'airport', 140, { watches: ['rush'] })],
        'Washrooms, gates 20–36': [spot('clean', 'airport', 110, { traits: ['hourly'] })],
      }),
      site('Kamppi, Helsinki', 'Europe/Helsinki', finnish, [spot('visit', 'shop', 95)], {
        'Fitting rooms': [
          spot('service', 'shop', 40, { ...tablet, ...nps, traits: ['noPeriods'] }),
        ],
        'Christmas market': [spot('visit', 'mall', 70, { traits: ['seasonal'], mood: 0.95 })],
      }),
    ),
    country(
      'Germany',
      site('Berlin, Kurfürstendamm', 'Europe/Berlin', german, [spot('visit', 'shop', 120)], {
        'Customer service, 3rd floor': [
          spot('service', 'shop', 45, { ...tablet, ...average, watches: ['slump'] }),
        ],
      }),
    ),
    country(
      'United Kingdom',
      site('London, Covent Garden', 'Europe/London', english, [spot('visit', 'mall', 160)], {
        'Click & collect': [spot('service', 'shop', 60, { ...nps4, watches: ['queue'] })],
      }),
    ),
    country(
      'Greece',
      site('Athens, Syntagma', 'Europe/Athens', greek, [spot('visit', 'shop', 85)]),
      site('Piraeus ferry terminal', 'Europe/Athens', greek, [
        spot('service', 'airport', 130, { ...happy5, mood: 0.72 }),
      ]),
    ),
    country(
      'Bulgaria',
      site('Sofia, Vitosha Boulevard', 'Europe/Sofia', bulgarian, [
        spot('visit', 'shop', 70, average4),
      ]),
    ),
    country(
      'Antarctica (run from Oslo)',
      site('Troll research station', 'Antarctica/Troll', norwegian, [
        spot('visit', 'restaurant', 0.12, { ...tablet, ...happy5, mood: 0.93 }),
      ]),
    ),
  ),
  region(
    'Middle East & Africa',
    country(
      'Israel',
      site(
        'Tel Aviv, Dizengoff',
        'Asia/Jerusalem',
        hebrew,
        [spot('visit', 'mall', 90), spot('service', 'office', 35, { ...tablet, ...nps })],
        {},
        'friday',
      ),
    ),
    country(
      'Egypt',
      site(
        'Cairo University',
        'Africa/Cairo',
        arabic,
        [spot('visit', 'campus', 120, { mood: 0.75 })],
        { 'Student canteen': [spot('clean', 'restaurant', 85, reversed)] },
        'friday',
      ),
    ),
    country(
      'United Arab Emirates',
      site('Dubai International Airport', 'Asia/Dubai', arabic, [], {
        'Passport control, Concourse B': [
          spot('service', 'airport', 190, { watches: ['rush', 'praise'], mood: 0.9 }),
        ],
        'Prayer rooms and washrooms': [spot('clean', 'airport', 100, { traits: ['batched'] })],
      }),
    ),
    country(
      'Kenya',
      site('Nairobi, Westlands clinic', 'Africa/Nairobi', swahili, [
        spot('service', 'hospital', 65, { ...average, mood: 0.82 }),
      ]),
    ),
    country(
      'Nigeria',
      site('Lagos, Ikeja City', 'Africa/Lagos', english, [
        spot('visit', 'mall', 125, { mood: 0.8, watches: ['queue'] }),
      ]),
    ),
    country(
      'Ghana',
      site('Accra, Osu', 'Africa/Accra', english, [
        spot('visit', 'shop', 60, { traits: ['silent'] }),
      ]),
    ),
  ),
  region(
    'Asia',
    country(
      'Nepal',
      site('Kathmandu, Thamel', 'Asia/Kathmandu', nepali, [spot('visit', 'shop', 55)]),
      site('Tribhuvan International Airport', 'Asia/Kathmandu', nepali, [
        spot('service', 'airport', 105, { mood: 0.68 }),
      ]),
    ),
    country(
      'India',
      site('Delhi, Connaught Place', 'Asia/Kolkata', hindi, [
        spot('visit', 'mall', 150, { mood: 0.84 }),
        spot('service', 'office', 40, { ...tablet, ...nps }),
      ]),
    ),
    country(
      'Thailand',
      site('Bangkok, Sukhumvit hospital', 'Asia/Bangkok', thai, [], {
        'Emergency department': [
          spot('service', 'emergency', 215, { mood: 0.25, watches: ['rough'] }),
        ],
        'Outpatient reception': [spot('visit', 'hospital', 95, { ...happy5, mood: 0.7 })],
      }),
    ),
    country(
      'China',
      site('Shanghai, Nanjing Road', 'Asia/Shanghai', chinese, [
        spot('visit', 'mall', 180, { watches: ['delight'], mood: 0.92 }),
        spot('clean', 'mall', 75, reversed),
      ]),
    ),
    country(
      'Japan',
      site('Tokyo, Ginza', 'Asia/Tokyo', japanese, [
        spot('visit', 'shop', 110, { ...average4, mood: 0.94 }),
      ]),
      site('Haneda Airport', 'Asia/Tokyo', japanese, [], {
        'Washrooms, Terminal 3': [spot('clean', 'airport', 130, { traits: ['mixed'], mood: 0.95 })],
      }),
    ),
    country(
      'South Korea',
      site('Seoul, Myeong-dong', 'Asia/Seoul', korean, [
        spot('visit', 'mall', 140),
        spot('service', 'shop', 50, { ...tablet, ...nps }),
      ]),
    ),
    country(
      'Kazakhstan',
      site('Almaty, Abay Avenue', 'Asia/Almaty', russian, [spot('visit', 'shop', 65, happy5)]),
    ),
  ),
  region(
    'Oceania',
    country(
      'Australia',
      site('Adelaide, Rundle Mall', 'Australia/Adelaide', english, [
        spot('visit', 'mall', 115),
        spot('service', 'shop', 40, { ...tablet, ...average }),
      ]),
      site('Lord Howe Island store', 'Australia/Lord_Howe', english, [
        spot('visit', 'shop', 3, { mood: 0.9 }),
      ]),
    ),
    country(
      'New Zealand',
      site('Auckland, Queen Street', 'Pacific/Auckland', english, [spot('visit', 'shop', 90)]),
      site('Chatham Islands store', 'Pacific/Chatham', english, [
        spot('visit', 'shop', 2.5, { ...happy5, traits: ['silent'] }),
      ]),
    ),
  ),
  region(
    'Americas',
    country(
      'Canada',
      site('St. John’s, Water Street', 'America/St_Johns', english, [
        spot('visit', 'shop', 55, nps4),
      ]),
      site('Montréal, rue Sainte-Catherine', 'America/Toronto', french, [
        spot('visit', 'mall', 105),
        spot('service', 'restaurant', 45, { ...tablet, ...nps }),
      ]),
    ),
    country(
      'United States',
      site('Phoenix Sky Harbor', 'America/Phoenix', english, [], {
        'Car rental centre': [spot('service', 'airport', 120, { mood: 0.7, watches: ['rush'] })],
      }),
      site('Honolulu, Waikīkī', 'Pacific/Honolulu', english, [
        spot('visit', 'mall', 80, { ...average4, mood: 0.93 }),
      ]),
    ),
    country(
      'Brazil',
      site(
        'São Paulo, Avenida Paulista',
        'America/Sao_Paulo',
        portuguese,
        [spot('visit', 'mall', 145)],
        {
          'Pronto-socorro (emergency)': [
            spot('service', 'emergency', 230, { mood: 0.25, watches: ['rough'] }),
          ],
        },
      ),
    ),
    country(
      'Chile',
      site('Santiago, Providencia', 'America/Santiago', spanish, [
        spot('visit', 'shop', 75, happy5),
        spot('clean', 'office', 30, { ...tablet, ...average4 }),
      ]),
    ),
  ),
  region(
    'Online, customer care, workplace services and everything else that has no address of its own',
    country(
      'Web shop',
      site('meridian.example', 'Europe/London', english, [
        spot('service', 'online', 130, {
          ...web,
          ...happy5,
          traits: ['noPeriods', 'archive'],
        }),
        spot('visit', 'online', 60, { ...web, ...nps, mood: 0.8 }),
      ]),
      site('meridian.example/br', 'America/Sao_Paulo', portuguese, [
        spot('service', 'online', 70, { ...web, ...average, mood: 0.85 }),
      ]),
    ),
    country(
      'Head office',
      site('Staff restaurant, Helsinki', 'Europe/Helsinki', english, [
        spot('visit', 'office', 80, { ...reversed, ...tablet, mood: 0.83 }),
      ]),
    ),
  ),
];

const popUpStops = [
  { timeZone: 'Europe/Berlin', language: german, country: 'Germany' },
  { timeZone: 'America/Sao_Paulo', language: portuguese, country: 'Brazil' },
  { timeZone: 'Asia/Seoul', language: korean, country: 'South Korea' },
  { timeZone: 'Australia/Adelaide', language: english, country: 'Australia' },
  { timeZone: 'America/Toronto', language: french, country: 'Canada' },
] as const;

/** The location of the pop-up shop, which changes every quarter. */
export function popUpStop(
  quarter: number,
): Pick<Site, 'timeZone' | 'language'> & { readonly country: CountryName } {
  return popUpStops[quarter % popUpStops.length] ?? popUpStops[0];
}

export const popUpName = 'Pop-up shop on tour';

export const popUpSpot: SampleSpot = spot('visit', 'mall', 75, { ...tablet, mood: 0.91 });
