// The companies that are simulated. Levels are in points of the index.
import type { CompanyModel } from './simulated-company.ts';

const PLAIN = { responses: 150, swing: [1, 3] } as const satisfies CompanyModel;

const REALISTIC = {
  ...PLAIN,
  autocorrelation: 0.4,
  season: 3,
  ownSeason: 3,
  shockSd: 1,
  december: -4,
  busyDecember: true,
  trendSd: 3,
} as const satisfies CompanyModel;

const SHOCKS = {
  ...PLAIN,
  autocorrelation: 0.3,
  irregular: 'shocks',
} as const satisfies CompanyModel;
const VOLUMES = { ...PLAIN, irregular: 'volumes' } as const satisfies CompanyModel;

/** Companies in which no place changes for good, apart from the true changes of 'shocks' and 'volumes'. */
export const STABLE: Readonly<Record<string, CompanyModel>> = {
  plain: PLAIN,
  autocorrelated: { ...PLAIN, autocorrelation: 0.5 },
  season: { ...PLAIN, season: 4 },
  December: { ...PLAIN, december: -5 },
  'realistic 150': REALISTIC,
  'realistic 600': { ...REALISTIC, responses: 600 },
  'shocks 150': SHOCKS,
  'shocks 600': { ...SHOCKS, responses: 600 },
  'volumes 150': VOLUMES,
  'volumes 600': { ...VOLUMES, responses: 600 },
};

/** Places that all have the same number of responses a week. */
export function plain(responses: number): CompanyModel {
  return { ...PLAIN, responses, equalSizes: true };
}

export function realistic(responses: number): CompanyModel {
  return { ...REALISTIC, responses, equalSizes: true };
}
