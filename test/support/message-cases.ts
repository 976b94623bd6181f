// Reports of every kind that a message is about, for goldens, checks of the HTML and pictures.
import type { Report } from '../../lib/domain/report.ts';
import type { MessageOptions } from '../../lib/delivery/delivery-context.ts';
import { createReportMessage } from '../../lib/delivery/report-message.ts';
import { MESSAGE_COMPOSER } from '../../lib/delivery/message-composer.ts';
import type { MessageFooter, ReportMessage } from '../../lib/ports/message.ts';
import type { FolderSketch, SurveySketch } from './test-reports.ts';
import {
  createEmptyReport,
  createPartialReport,
  createRegionReport,
  createReport,
} from './test-reports.ts';

export interface MessageCase {
  readonly report: Report;
  readonly isUpdate: boolean;
}

const PLACES = ['Security control', 'Check-in', 'Baggage claim', 'Restrooms', 'Lounge'] as const;
const NEGATIVE_WEEK = { alertType: 'negative', from: 10, to: 97 };

/** Two airports with two terminals each, of which many places need attention. */
export function createCompanyReport(nameOf: (name: string) => string = (name) => name): Report {
  let key = 10;
  const place = (name: string, terminal: number, i: number): FolderSketch => {
    key += 1;
    const isWorse = terminal % 2 === 1 && i % 2 === 0;
    return {
      key,
      name: nameOf(name),
      surveys: [
        {
          key: 1000 + key,
          name: nameOf('How was your experience today?'),
          volume: 500 + 70 * i,
          mood: 0.7,
          shift: isWorse ? -0.25 : i === 1 && terminal === 2 ? 0.25 : 0,
          ...(terminal === 0 && i === 3 ? { levelChange: { weeksAgo: 5, mood: 0.4 } } : {}),
          silentDays: terminal === 2 && i === 4 ? [6, 7] : [],
          alerts: terminal === 0 && i === 2 ? [NEGATIVE_WEEK] : [],
        },
      ],
    };
  };
  const airports = ['Helsinki Airport', 'Oulu Airport'].map((airport, a): FolderSketch => ({
    key: 2 + a,
    name: nameOf(airport),
    folders: ['Terminal 1', 'Terminal 2'].map((terminal, t): FolderSketch => ({
      key: 4 + 2 * a + t,
      name: nameOf(terminal),
      folders: PLACES.map((name, i) => place(name, 2 * a + t, i)),
    })),
  }));
  return createReport({ key: 1, name: nameOf('Northern Airports'), folders: airports });
}

function createShop(survey: Partial<SurveySketch>): Report {
  return createReport({
    key: 41,
    name: 'Helsinki Central',
    path: [{ key: 1, name: 'Northwind Markets' }],
    surveys: [{ key: 401, name: 'How was your visit today?', volume: 1200, ...survey }],
  });
}

function asPartial(report: Report): Report {
  const problem = {
    code: 'UPSTREAM_TIMEOUT',
    folder: 100,
    survey: 1000,
    message: 'The alerts of this folder are missing: the reporting API did not respond in time.',
    missing: true,
  };
  return { ...report, status: 'partial', problems: [problem] };
}

const STILL_LOW = createShop({ levelChange: { weeksAgo: 4, mood: 0.5 } });
const FEW_RESPONSES = createShop({ volume: 60, silentDays: [1, 2, 3, 4, 5, 6] });
const RECOVERED = createShop({ levelChange: { weeksAgo: 4, mood: 0.5, weeks: 4 } });

/** A place that is still low, and one that recovered. */
function createQuietRegion(): Report {
  const moods: readonly Partial<SurveySketch>[] = [
    {},
    { levelChange: { weeksAgo: 4, mood: 0.5 } },
    { levelChange: { weeksAgo: 4, mood: 0.5, weeks: 4 } },
  ];
  return createReport({
    key: 20,
    name: 'Finland',
    path: [{ key: 1, name: 'Northwind Markets' }],
    folders: ['Helsinki', 'Espoo', 'Tampere'].map((name, i): FolderSketch => ({
      key: 100 + i,
      name,
      surveys: [{ key: 1000 + i, name: 'How was your visit today?', ...moods[i] }],
    })),
  });
}

export const MESSAGE_CASES: ReadonlyMap<string, MessageCase> = new Map([
  ['a company', { report: createCompanyReport(), isUpdate: false }],
  ['a region', { report: createRegionReport(9), isUpdate: false }],
  ['a partial region', { report: asPartial(createRegionReport(9)), isUpdate: false }],
  ['a store as usual', { report: createShop({}), isUpdate: false }],
  ['a store that fell', { report: createShop({ shift: -0.2 }), isUpdate: false }],
  ['a store that is still low', { report: STILL_LOW, isUpdate: false }],
  ['a store that recovered', { report: RECOVERED, isUpdate: false }],
  [
    'a store without a signal',
    { report: createShop({ silentDays: [4, 5, 6, 7] }), isUpdate: false },
  ],
  ['a new store', { report: createShop({ openWeeks: 4 }), isUpdate: false }],
  ['a store with few responses', { report: FEW_RESPONSES, isUpdate: false }],
  ['a store without history', { report: createShop({ hasHistory: false }), isUpdate: false }],
  ['a region with nothing new', { report: createQuietRegion(), isUpdate: false }],
  ['a store in alarm', { report: createShop({ alerts: [NEGATIVE_WEEK] }), isUpdate: false }],
  ['a store that rose, now complete', { report: createShop({ shift: 0.15 }), isUpdate: true }],
  ['a partial store', { report: createPartialReport(), isUpdate: false }],
  ['an empty week', { report: createEmptyReport(), isUpdate: false }],
]);

/** A message with links to everything. */
export function createTestMessage(
  { report, isUpdate }: MessageCase,
  locale: string,
  options: Partial<MessageOptions> = {},
): { readonly message: ReportMessage; readonly footer: MessageFooter } {
  const keys = report.summary.attention.entries.map(({ folder }) => folder.key);
  const site = 'https://reports.example.com';
  const message = createReportMessage(report, {
    locale,
    reportUrl: `${site}/d/TOKEN`,
    pageUrl: `${site}/#/${report.week}/${String(report.folder.key)}`,
    placeUrls: new Map(keys.map((key) => [key, `${site}/#/${report.week}/${String(key)}`])),
    notes: new Map(),
    isUpdate,
    ...options,
  });
  const subscription = { channel: 'mail', address: 'manager@example.com', locale } as const;
  const footer = MESSAGE_COMPOSER.footer(report, subscription, {
    unsubscribeUrl: `${site}/subscriptions/unsubscribe/TOKEN`,
    isPersonal: true,
    hasPdf: true,
  });
  return { message, footer };
}
