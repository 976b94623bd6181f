// The table at the end of a run: complete for a short run, the best and worst folders of a long one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printRunTable } from '../../../functions/cli/run-table.ts';
import type { FolderOutcome } from '../../../lib/reports/run-week.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import type { Headline } from '../../../lib/domain/build-report.ts';
import type { ReportProblem } from '../../../lib/domain/report.ts';
import { NO_LEVEL } from '../../../lib/domain/report-versions.ts';
import type { Entry, EntryState, Level } from '../../../lib/domain/signals/model.ts';
import { createRegionReport, createReport } from '../../support/test-reports.ts';
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

interface OutcomeOptions extends Partial<Pick<Headline, 'attention' | 'places'>> {
  readonly happy: number;
  readonly indexType?: string;
  readonly level?: Level;
  readonly problems?: readonly ReportProblem[];
}

const NO_ATTENTION = createReport({ key: 1, name: 'Acme' }).summary.attention;

/** 53 where 70 was usual, for five weeks. */
const STILL_LOW: Level = {
  ...NO_LEVEL,
  state: 'still',
  verdict: 'low',
  usual: 70,
  lower: 66,
  upper: 74,
  since: '2026-W42',
  weeks: 5,
};
const USUAL: Level = { ...STILL_LOW, state: 'usual', verdict: 'usual', since: null, weeks: null };

const [SAMPLE] = createRegionReport(9).summary.attention.entries;

function entryOf(name: string, state: EntryState): Entry {
  assert(SAMPLE !== undefined);
  const level = { index: 53, usual: 70, since: '2026-W42', weeks: 5, basis: 'week' } as const;
  return {
    ...SAMPLE,
    state,
    folder: { key: 10, name },
    path: ['Acme', 'Airport'],
    survey: { key: 100, name: 'How was security?' },
    also: [],
    reason: null,
    figures: { ...SAMPLE.figures, ...level },
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
  const { level = NO_LEVEL, problems = [], ...headline } = changes;
  const group = { ...kind, surveys: 1, ...figures, level, common: null };
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
          reportVersion: '3',
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

  it('shows the usual level of a state with its first week, and the usual range of a usual week', async () => {
    const low = await formatTable([outcome(1, 'Acme', { happy: 53, level: STILL_LOW })]);
    assert.match(low, /^Folder +Responses +Index +Usual +Verdict +Change +Alerts +Status +File/m);
    assert.match(low, /^Acme +100 +53 +70 +still low since W42 +0 +– +complete/m);
    const usual = await formatTable([outcome(1, 'Acme', { happy: 68, level: USUAL })]);
    assert.match(usual, /^Acme +100 +68 +66–74 +as usual +0 +– +complete/m);
  });

  it('leaves out columns and lists reasons below their places where a terminal is narrower', async () => {
    const longName = 'Emergency department of the hospital';
    const longEntry = {
      ...entryOf(longName, 'new'),
      survey: { key: 100, name: 'How was security at the entrance today?' },
    };
    const attention = { ...NO_ATTENTION, entries: [longEntry] };
    const outcomes = [
      outcome(1, 'Acme', { happy: 50, attention }),
      ...Array.from({ length: 30 }, (_, i) =>
        outcome(10 + i, longName, { happy: 60, level: STILL_LOW }),
      ),
    ];
    const heads = async (columns: number | null): Promise<string> =>
      /^Folder .*$/m.exec(await formatTable(outcomes, false, columns))?.[0].replace(/ +/g, ' ') ??
      '';
    const all = 'Folder Responses Index Usual Verdict Change Alerts Status File';
    assert.equal((await heads(null)).trim(), all);
    assert.equal((await heads(200)).trim(), all);
    assert.equal(
      (await heads(99)).trim(),
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

  it('lists the sections of the first report above the table, and names further places in one line', async () => {
    const entries = [
      ...['Terminal 2', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => entryOf(name, 'new')),
      entryOf('Terminal 1', 'better'),
    ];
    const attention = { ...NO_ATTENTION, entries };
    const text = await formatTable([
      outcome(1, 'Acme', { happy: 53, level: STILL_LOW, attention }),
    ]);
    assert.match(
      text,
      /\nNew\n +Terminal 2 \(Airport\) +How was security\? +53, was 70\n[^]*\n  Also: H › How was security\? 53 \(was 70\)\.\nBetter\n +Terminal 1 .* 53, was 70; better since week 42\n\nFolder/,
    );
  });

  it('shows the index of a report of an earlier version without a state', async () => {
    const text = await formatTable([outcome(1, 'Acme', { happy: 53 })]);
    assert.match(text, /^Acme +100 +53 +0 +– +complete/m);
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
