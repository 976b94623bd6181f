// The subscriptions and reports of a simulated company: complete, partial and quiet reports, a closed place, and readers in
// several zones.
import type { Report } from '../../../lib/domain/report.ts';
import type { NewSubscription } from '../../../lib/delivery/subscriptions.ts';
import { createStoreReport } from '../../support/test-reports.ts';

export const WEEK_NAME = '2026-W46';
/** Its messages may be sent until shortly after the simulation starts. */
export const WEEK_BEFORE = '2026-W45';
export const PARENTS: ReadonlyMap<number, number | null> = new Map([
  [1, null],
  [20, 1],
  [41, 20],
  [42, 20],
]);
/** Has no report. */
export const CLOSED_FOLDER = 42;

const sample = createStoreReport(1);

/** A report without the parts that messages do not need. `isQuiet`: nothing to look at. */
export function createSmallReport(
  week: string,
  folder: number,
  {
    revision,
    status,
    isQuiet,
  }: Pick<Report, 'revision' | 'status'> & { readonly isQuiet: boolean },
): Report {
  const { summary } = sample;
  return {
    ...sample,
    week,
    revision,
    status,
    folder: { key: folder, name: `Place ${folder}`, path: [] },
    surveys: [],
    summary: {
      ...summary,
      groups: summary.groups.map((group) => ({
        ...group,
        responses: isQuiet ? group.responses : 0,
      })),
      attention: { ...summary.attention, entries: [] },
    },
  };
}

const MONDAY = { weekday: 1, time: '08:00' };

/** Several readers of each folder; the last address does not exist. */
export const SUBSCRIPTIONS: readonly NewSubscription[] = [
  mail(1, 'root@example.com', 'ready'),
  mail(20, 'early@example.com', { ...MONDAY, timeZone: 'Pacific/Kiritimati' }),
  mail(20, 'helsinki@example.com', { ...MONDAY, timeZone: 'Europe/Helsinki' }),
  { ...mail(20, 'signals@example.com', 'ready'), only: 'signals' },
  mail(41, 'west@example.com', { ...MONDAY, weekday: 2, timeZone: 'America/New_York' }),
  {
    ...mail(41, 'https://chat.example.com/hook', 'ready'),
    channel: 'teams',
    attach: 'none',
  },
  {
    ...mail(41, 'https://program.example.com/hook', 'ready'),
    channel: 'webhook',
    attach: 'none',
  },
  mail(41, 'gone@example.com', { ...MONDAY, timeZone: 'UTC' }),
  mail(CLOSED_FOLDER, 'closed@example.com', 'ready'),
];
export const UNKNOWN_ADDRESS = 'gone@example.com';

function mail(folder: number, address: string, when: NewSubscription['when']): NewSubscription {
  return { folder, channel: 'mail', address, locale: 'en', when, only: 'always', attach: 'pdf' };
}
