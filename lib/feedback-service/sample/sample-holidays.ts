// The public holidays on which the sample company's places are closed, by country, and its Christmas
// trade.

const dayMs = 86_400_000;

/** Closed days as MM-DD, and as days after Easter Sunday. */
interface Country {
  readonly closed: readonly string[];
  readonly afterEaster?: readonly number[];
  /** Christmas presents are bought. */
  readonly christmas?: true;
  readonly isSouthern?: true;
}

const christmas = ['12-25', '12-26'] as const;

const countries = {
  Finland: {
    closed: ['01-01', '01-06', '05-01', '12-06', ...christmas],
    afterEaster: [-2, 0, 1],
    christmas: true,
  },
  Germany: {
    closed: ['01-01', '05-01', '10-03', ...christmas],
    afterEaster: [-2, 0, 1],
    christmas: true,
  },
  'United Kingdom': { closed: ['12-25'], afterEaster: [0], christmas: true },
  Greece: {
    closed: ['01-01', '01-06', '03-25', '05-01', '08-15', '10-28', ...christmas],
    christmas: true,
  },
  Bulgaria: {
    closed: ['01-01', '03-03', '05-01', '05-06', '05-24', '09-06', '09-22', ...christmas],
    christmas: true,
  },
  'Antarctica (run from Oslo)': { closed: [] },
  Israel: { closed: [] },
  Egypt: { closed: ['01-07', '01-25', '04-25', '05-01', '07-23', '10-06'] },
  'United Arab Emirates': { closed: ['01-01', '12-02'] },
  Kenya: {
    closed: ['01-01', '05-01', '06-01', '10-20', '12-12', ...christmas],
    afterEaster: [-2, 1],
  },
  Nigeria: { closed: ['01-01', '10-01', '12-25'], christmas: true },
  Ghana: { closed: ['01-01', '03-06', '05-01', ...christmas], afterEaster: [-2], christmas: true },
  Nepal: { closed: ['02-19', '09-20'] },
  India: { closed: ['01-26', '08-15', '10-02'] },
  Thailand: { closed: ['01-01', '04-13', '05-01', '12-05'] },
  China: { closed: ['01-01', '10-01'] },
  Japan: { closed: ['01-01'], christmas: true },
  'South Korea': { closed: ['01-01'], christmas: true },
  Kazakhstan: { closed: ['01-01', '01-02', '03-22', '05-09', '12-16'] },
  Australia: {
    closed: ['01-01', '01-26', '04-25', ...christmas],
    afterEaster: [-2, 0],
    christmas: true,
    isSouthern: true,
  },
  'New Zealand': {
    closed: ['01-01', '02-06', '04-25', ...christmas],
    afterEaster: [-2, 0],
    christmas: true,
    isSouthern: true,
  },
  Canada: { closed: ['01-01', '07-01', '12-25'], christmas: true },
  'United States': { closed: ['12-25'], christmas: true },
  Brazil: {
    closed: ['01-01', '05-01', '11-15', '12-25'],
    afterEaster: [-2],
    christmas: true,
    isSouthern: true,
  },
  Chile: {
    closed: ['01-01', '05-01', '09-18', '12-25'],
    afterEaster: [-2],
    christmas: true,
    isSouthern: true,
  },
  'Web shop': { closed: [], christmas: true },
  'Head office': {
    closed: ['01-01', '01-06', '05-01', '12-06', ...christmas],
    afterEaster: [-2, 1],
  },
} as const satisfies Record<string, Country>;

export type CountryName = keyof typeof countries;

/** From −1 in the middle of the winter to 1 in the middle of the summer. */
export function summer(name: CountryName, day: number): number {
  const country: Country = countries[name];
  const north = Math.sin(((day - 110) / 365.25) * 2 * Math.PI);
  return country.isSouthern === true ? -north : north;
}

/** `day`: days since 1970-01-01. */
export function isHoliday(name: CountryName, day: number): boolean {
  const { closed, afterEaster = [] }: Country = countries[name];
  if (closed.includes(new Date(day * dayMs).toISOString().slice(5, 10))) return true;
  const year = new Date(day * dayMs).getUTCFullYear();
  return afterEaster.length > 0 && afterEaster.includes(day - easterSunday(year));
}

/** From 0 to 1: how much of the Christmas trade there is on a day, from 25 November to 24 December. */
export function christmasTrade(name: CountryName, day: number): number {
  const country: Country = countries[name];
  if (country.christmas === undefined) return 0;
  const days = day - Date.UTC(new Date(day * dayMs).getUTCFullYear(), 10, 25) / dayMs;
  return days >= 0 && days < 30 ? Math.min(1, days / 14) : 0;
}

/** Days since 1970-01-01 in the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1) / dayMs;
}
