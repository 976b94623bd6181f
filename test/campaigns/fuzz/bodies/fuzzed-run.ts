// Uses the answers of the reporting API: makes the reports of a week and calls the endpoints that reports don't need.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import type { FeedbackClient } from '../../../../lib/adapters/feedback-api/index.ts';
import { jsonRenderer, repositoryCodecs } from '../../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../../lib/adapters/pdf/index.ts';
import { runWeek } from '../../../../lib/reports/run-week.ts';
import type { FeedbackSource } from '../../../../lib/ports/feedback-source.ts';
import type { Clock } from '../../../../lib/shared/clock.ts';
import type { Report } from '../../../../lib/domain/report.ts';
import { RULES, requireWeek } from '../../../support/test-facts.ts';
import { memoryStore } from '../../../support/memory-store.ts';
import { fakePdfRenderer } from '../../../support/blank-pdf.ts';
import { collectPages } from '../../../support/outcomes.ts';
import { WEEK } from './fuzzed-company.ts';

const SCHEMA = new URL('../../../../lib/adapters/json/report.schema.json', import.meta.url);
const publishedSchema: unknown = JSON.parse(readFileSync(SCHEMA, 'utf8'));
const isValid = new Ajv2020({ strict: true }).compile(
  typeof publishedSchema === 'object' && publishedSchema !== null ? publishedSchema : {},
);

const { manifests, reader } = repositoryCodecs;
const realPdf = pdfRenderer({ locale: 'en', paper: 'A4' });

export interface FuzzedReports {
  /** Reports by folder. */
  readonly reports: ReadonlyMap<number, Report>;
  /** JSON texts by folder. */
  readonly texts: ReadonlyMap<number, string>;
  /** Violations of the published schema; null: none. */
  readonly invalid: string | null;
}

/** Makes the reports of the week in an empty store; `drawsPdfs`: with real PDFs. */
export async function makeReports(
  source: FeedbackSource,
  clock: Clock,
  drawsPdfs: boolean,
): Promise<FuzzedReports> {
  const store = memoryStore();
  await runWeek(
    {
      source,
      repository: {
        ...repositoryCodecs,
        store,
        childLinks: null,
        renderers: { json: jsonRenderer(), pdf: drawsPdfs ? realPdf : fakePdfRenderer },
      },
      clock,
      rules: RULES,
      concurrency: 8,
    },
    { week: requireWeek(WEEK), folder: null, force: false },
  );
  const reports = new Map<number, Report>();
  const texts = new Map<number, string>();
  let invalid: string | null = null;
  for (const [key, bytes] of [...store.objects].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!key.endsWith('/manifest.json')) continue;
    const manifest = manifests.decode(bytes);
    const file = store.objects.get(manifest.files.json.key) ?? new Uint8Array();
    const text = Buffer.from(file).toString();
    if (!isValid(JSON.parse(text))) invalid = JSON.stringify(isValid.errors);
    texts.set(manifest.folder.key, text);
    reports.set(manifest.folder.key, reader.read(file));
  }
  return { reports, texts, invalid };
}

const RANGE = {
  start: Date.parse('2026-11-02T00:00:00Z'),
  end: Date.parse('2026-11-16T00:00:00Z'),
};
const NO_SURVEYS = { surveys: false } as const;

/** Calls of single endpoints; each resolves to the data. */
export const PROBES: Readonly<Record<string, (client: FeedbackClient) => Promise<unknown>>> = {
  'a folder': (client) => client.folder(2, { surveys: true }),
  'children of a folder': (client) => client.folderChildren(1, NO_SURVEYS),
  'alerts below a folder': (client) => client.alerts(1, RANGE, { childFolders: true }),
  'results by day': (client) => client.results(21, RANGE, 'day'),
  'open feedback': (client) => collectPages(client.openFeedback(21, RANGE)),
  'raw results': (client) =>
    collectPages(client.rawResults(22, RANGE, { followUps: true, openFeedback: true })),
  'raw results alone': (client) =>
    collectPages(client.rawResults(22, RANGE, { followUps: false, openFeedback: false })),
  questions: (client) => client.questions(),
  'a question': (client) => client.question(500),
  'surveys of a question': (client) => client.questionSurveys(500),
};
