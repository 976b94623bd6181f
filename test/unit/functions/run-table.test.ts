// The table at the end of a run: complete for a short run, the best and worst folders of a long one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printRunTable } from '../../../functions/cli/run-table.ts';
import type { FolderOutcome } from '../../../lib/reports/run-week.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import type { Headline } from '../../../lib/domain/build-report.ts';
import type { ReportProblem } from '../../../lib/domain/report.ts';
import type { AttentionEntry } from '../../../lib/domain/signals/attention.ts';
import type { Signal } from '../../../lib/domain/signals/signal.ts';
import { createReport } from '../../support/test-reports.ts';
import { computeFigures } from '../../../lib/domain/figures.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';

const WEEK = parseWeek('2026-W46') ?? assert.fail();
const ROOT = { key: 1, name: 'Acme' };

function manifestOf(key: number, name: string): Manifest {
  const file = { bytes: 1, sha256: '0'.repeat(64) };
  return {
    week: WEEK.name,
    folder: { key, name },
    revision: 1,
    status: 'complete',
    asOf: '2026-11-19T08:00:00.000Z',
    files: {
      pdf: { ...file, key: `weeks/${WEEK.name}/folders/${key}/a.pdf` },
      json: { ...file, key: `weeks/${WEEK.name}/folders/${key}/a.json` },
    },
    problems: [],
  };
}

interface OutcomeOptions extends Partial<Pick<Headline, 'reportVersion' | 'attention' | 'places'>> {
  readonly happy: number;
  readonly indexType?: string;
  readonly signal?: Signal | null;
  readonly problems?: readonly ReportProblem[];
}

const NO_ATTENTION = createReport({ key: 1, name: 'Acme' }).summary.attention;

/** A fall to 53 from a usual range of 66 to 74. */
const WORSE: Signal = {
  verdict: 'worse',
  reasons: ['outsideLimits'],
  usual: 70,
  lower: 66,
  upper: 74,
  sd: 1.3,
  extraSd: 1,
  weeksUsed: 12,
  since: '2026-W42',
  weeks: 5,
  phaseSince: '2026-W34',
  earlierUsual: null,
  difference: -17,
  lost: 40,
  p: 0.0001,
};

function entryOf(name: string, kind: AttentionEntry['kind']): AttentionEntry {
  return {
    kind,
    folder: { key: 10, name },
    path: ['Acme', 'Airport'],
    survey: { key: 100, name: 'How was security?' },
    indexType: 'HAPPY',
    feedbackScale: 'FOUR',
    impact: 40,
    p: 0.0001,
    also: [],
    figures: { index: 53, usual: 70, lower: 66, upper: 74, since: '2026-W42', weeks: 5 },
    trend: [],
  };
}

function outcome(
  key: number,
  name: string,
  { happy, indexType = 'HAPPY', ...changes }: OutcomeOptions,
): FolderOutcome {
  const kind = { indexType, feedbackScale: 'FOUR' };
  const data = [100 - happy, 0, 0, happy];
  const figures = computeFigures(data, data, kind, 10);
  const { signal = null, problems = [], ...headline } = changes;
  const group = { ...kind, surveys: 1, ...figures, signal };
  return {
    folder: { key, name },
    path: key === ROOT.key ? [] : [ROOT],
    report: {
      manifest: {
        ...manifestOf(key, name),
        problems,
        status: problems.some(({ missing }) => missing) ? 'partial' : 'complete',
      },
      outcome: 'made',
      part: () => assert.fail(),
      headline: () =>
        Promise.resolve({
          reportVersion: '2',
          attention: NO_ATTENTION,
          places: [],
          ...headline,
          responses: 100,
          groups: [group],
          alerts: { started: 0, carriedOver: 0, open: 0 },
        }),
    },
  };
}

/** The root and `count` stores, whose order by index differs from the order of their keys. */
function company(stores: number): readonly FolderOutcome[] {
  return [
    outcome(1, 'Acme', { happy: 50 }),
    ...Array.from({ length: stores }, (_, i) =>
      outcome(10 + i, `Store ${i}`, { happy: ((i * 7) % stores) + 10 }),
    ),
  ];
}

/** `columns`: of a terminal; null for a file. */
async function formatTable(
  outcomes: readonly FolderOutcome[],
  showAll = false,
  columns: number | null = null,
): Promise<string> {
  let text = '';
  const store = { kind: 'file', folder: './reports' } as const;
  await printRunTable(
    { outcomes, exitCode: 0 },
    { week: WEEK, store, showAll },
    {
      write: (more) => (text += Buffer.from(more).toString()),
      ...(columns === null ? {} : { isTTY: true, columns }),
    },
  );
  return text;
}

/** Names of stores in the order of the table. */
function storesIn(text: string): readonly number[] {
  return [...text.matchAll(/^ *Store (\d+)/gm)].map(([, number]) => Number(number));
}

/** Numbers of stores, the one with the highest index first. */
function byIndex(stores: number): readonly number[] {
  const happy = (i: number): number => (i * 7) % stores;
  return Array.from({ length: stores }, (_, i) => i).toSorted((a, b) => happy(b) - happy(a));
}

describe('the table of a run', () => {
  it('shows the ten best and ten worst folders of a long run by rank, with a hint at --all', async () => {
    const text = await formatTable(company(40));
    const rankedStores = byIndex(40);
    assert.deepEqual(storesIn(text), [...rankedStores.slice(0, 10), ...rankedStores.slice(-10)]);
    assert.match(text, /^Acme /m);
    assert.match(text, /^… 20 more/m);
    assert.match(
      text,
      /^Shown: the 10 best and 10 worst of 40 folders without subfolders, ranked by/m,
    );
    assert.match(text, /^Run the same command with --all to see all 41 reports\.$/m);
  });

  it('shows all reports of a long run with --all, in the order of the tree', async () => {
    const text = await formatTable(company(40), true);
    assert.deepEqual(
      storesIn(text),
      Array.from({ length: 40 }, (_, i) => i),
    );
    assert.doesNotMatch(text, /--all/);
  });

  it('shows all reports of a short run', async () => {
    const text = await formatTable(company(24));
    assert.equal(storesIn(text).length, 24);
    assert.doesNotMatch(text, /--all/);
  });

  it('ranks only the most frequent kind of index', async () => {
    const npsOutcomes = Array.from({ length: 5 }, (_, i) =>
      outcome(100 + i, `Other ${i}`, { happy: 99, indexType: 'NPS' }),
    );
    const text = await formatTable([...company(30), ...npsOutcomes]);
    assert.match(text, /by index \(HAPPY, FOUR\)/);
    assert.doesNotMatch(text, /^Other/m);
  });

  it('counts folders without a report separately, so that the total equals that of the progress bar', async () => {
    const silent = { folder: { key: 9, name: 'Nothing here' }, path: [ROOT], report: null };
    const text = await formatTable([...company(2), silent]);
    assert.match(text, /^3 reports: 3 complete; 1 folder without surveys in this week$/m);
  });

  it('shows the usual range and the verdict with its first week, and the change as a plain number', async () => {
    const text = await formatTable([outcome(1, 'Acme', { happy: 53, signal: WORSE })]);
    assert.match(text, /^Folder +Responses +Index +Usual +Verdict +Change +Alerts +Status +File/m);
    assert.match(text, /^Acme +100 +53 +66–74 +worse since W42 +0 +– +complete/m);
    assert.doesNotMatch(text, /clear|normal/);
  });

  it('leaves out columns and lists reasons below their places where a terminal is narrower', async () => {
    const longName = 'Emergency department of the hospital';
    const attention = { ...NO_ATTENTION, entries: [entryOf(longName, 'worse')] };
    const outcomes = [
      outcome(1, 'Acme', { happy: 50, attention }),
      ...Array.from({ length: 30 }, (_, i) =>
        outcome(10 + i, longName, { happy: 60, signal: WORSE }),
      ),
    ];
    const heads = async (columns: number | null): Promise<string> =>
      /^Folder .*$/m.exec(await formatTable(outcomes, false, columns))?.[0].replace(/ +/g, ' ') ??
      '';
    const all = 'Folder Responses Index Usual Verdict Change Alerts Status File';
    assert.equal((await heads(null)).trim(), all);
    assert.equal((await heads(200)).trim(), all);
    assert.equal(
      (await heads(98)).trim(),
      'Folder Responses Index Usual Verdict Change Alerts Status Key',
    );
    const [medium, narrow] = [await heads(80), await heads(60)];
    assert.equal(medium.trim(), 'Folder Responses Index Usual Verdict Change Key');
    assert.equal(narrow.trim(), 'Folder Responses Index Verdict Change Key');
    const text = await formatTable(outcomes, false, 80);
    assert.match(text, new RegExp(`^  ${longName} \\(.*\n {6}.* – .*`, 'm'));
    assert.match(text, /^Key: .* A wider terminal shows more columns\.$/m);
    assert.doesNotMatch(await formatTable(outcomes), /wider terminal/);
    for (const line of text.split('\n')) assert.ok(line.length <= 80, line);
  });

  it('lists the places of the first report that need attention above the table, and then those that are better', async () => {
    const attention = {
      ...NO_ATTENTION,
      entries: [entryOf('Terminal 2', 'worse'), entryOf('Terminal 1', 'better')],
      counts: { ...NO_ATTENTION.counts, worse: 5, better: 3 },
      more: 6,
    };
    const text = await formatTable([outcome(1, 'Acme', { happy: 53, signal: WORSE, attention })]);
    assert.match(
      text,
      /\nNeeds attention\n +Terminal 2 \(Airport\) +How was security\? +53, usually .*W?42\n +and 4 more places; see the reports\nBetter than usual\n +Terminal 1 .*\n +and 2 more places; see the reports\n\nFolder/,
    );
  });

  it('shows the index of a report of version "1" without a verdict and without a list', async () => {
    const attention = { ...NO_ATTENTION, entries: [entryOf('Terminal 2', 'worse')] };
    const text = await formatTable([
      outcome(1, 'Acme', { happy: 53, reportVersion: '1', attention }),
    ]);
    assert.match(text, /^Acme +100 +53 +0 +– +complete/m);
    assert.doesNotMatch(text, /Needs attention|usual\b/);
  });

  it('names what is missing by place and question, and says how it is read again', async () => {
    const problem = {
      code: 'UPSTREAM_UNAVAILABLE',
      folder: 41012,
      survey: 51231,
      message:
        'The alerts of this folder are missing: the reporting API kept returning errors (path /v1/folders/41012/alerts, status 503).',
      missing: true,
    };
    const places = [
      {
        folder: { key: 41012, name: 'Terminal 2' },
        path: ['Acme', 'Airport'],
        surveys: [{ key: 51231, name: 'How was security?' }],
      },
    ];
    const text = await formatTable([
      outcome(1, 'Acme', { happy: 53, problems: [problem], places }),
    ]);
    assert.match(
      text,
      /^missing: UPSTREAM_UNAVAILABLE Terminal 2 \(Airport\), How was security\? – The alerts of this folder are missing: [^(/]*$/m,
    );
    assert.match(text, /^Run the command again to read what is missing\.$/m);
    assert.match(text, /^Acme .* unknown +partial/m);
    assert.doesNotMatch(text, /41012|51231|\/v1\//);
  });
});
