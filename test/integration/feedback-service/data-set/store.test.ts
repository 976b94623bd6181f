// How queries read SQLite: on its only thread every statement delays all other requests.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openDataSet } from '../../../../lib/feedback-service/index.ts';
import type { Database } from '../../../../lib/feedback-service/database/database.ts';
import { openSqlite } from '../../../../lib/feedback-service/database/sqlite.ts';
import { createDatabaseStore } from '../../../../lib/feedback-service/data-set/data-set-store.ts';
import type { TimeRange, CompanyStore } from '../../../../lib/feedback-service/company-store.ts';
import { instant, survey } from '../../../support/feedback-service/acme.ts';
import { noon } from '../../../support/feedback-service/served-company.ts';

const hourMs = 3_600_000;
const weekMs = 168 * hourMs;
const monday = instant('2026-11-09T00:00:00Z');
/** More than are named to the database. */
const surveys = Array.from({ length: 250 }, (_, i) => i + 1);
const everything = { start: -Infinity, end: Infinity };

interface Alert {
  readonly key: number;
  readonly survey: number;
  readonly begin: number;
  readonly end: number | undefined;
}

const lengths = [0, 1, hourMs, weekMs - 1, weekMs, weekMs + 1, 3 * weekMs, undefined] as const;
const alerts: readonly Alert[] = Array.from({ length: 2_400 }, (_, i) => {
  const begin = monday - Math.floor(i / lengths.length) * 2 * hourMs;
  const length = lengths[i % lengths.length];
  return {
    key: i,
    survey: 1 + ((i * 7) % surveys.length),
    begin,
    end: length === undefined ? undefined : begin + length,
  };
});

const afterAllAlerts = Math.max(...alerts.map(({ end = 0 }) => end));

/** One hour of a busy survey, every other press a repeat, and years of a quiet one. */
const events: readonly object[] = [
  ...Array.from({ length: 21_000 }, (_, i) => ({
    survey: 1,
    ts: iso(monday + Math.floor(i / 2) * 300),
    r: 0,
    ...(i % 2 === 0 ? { f: 71 } : { text: 'Too long a queue', device: 1 }),
  })),
  ...Array.from({ length: 1_200 }, (_, day) => ({ survey: 2, ts: iso(day * 24 * hourMs), r: 3 })),
];

function iso(ts: number): string {
  return new Date(ts).toISOString();
}

interface Statement {
  readonly sql: string;
  readonly rows: number;
  /** Turn of the event loop. */
  readonly turn: number;
}

let directory = '';
let database: Database;
let store: CompanyStore;
let statements: Statement[] = [];
let turn = 0;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'store-'));
  const company = {
    credentials: [],
    questions: [
      {
        key: 70,
        name: 'How was it?',
        locale: 'en',
        followUps: [{ key: 71, name: 'Queue', kind: 'painPoint' }],
      },
    ],
    root: { key: 1, name: 'Acme', surveys: surveys.map((key) => survey(key)) },
  };
  const lines = alerts.map(({ key, survey, begin, end }) => ({
    key,
    alertType: 'negative',
    survey,
    alertSpecification: { key: 5 },
    beginTime: iso(begin),
    ...(end === undefined ? {} : { endTime: iso(end) }),
    parameters: {},
  }));
  await writeFile(join(directory, 'company.json'), JSON.stringify(company));
  for (const [name, fileLines] of [
    ['alerts.ndjson', lines],
    ['feedback.ndjson', events],
  ] as const) {
    await writeFile(
      join(directory, name),
      fileLines.map((line) => JSON.stringify(line)).join('\n'),
    );
  }
  const set = await openDataSet({ directory, clock: () => afterAllAlerts });
  const structure = set.company.store.structure();
  await set.close();
  database = openSqlite(join(directory, 'service.sqlite'));
  const recording: Database = {
    ...database,
    all: async (sql, parameters) => {
      const rows = await database.all(sql, parameters);
      statements.push({ sql, rows: rows.length, turn });
      return rows;
    },
  };
  store = createDatabaseStore(recording, structure, () => noon);
  const next = (): void => {
    turn += 1;
    if (directory !== '') setImmediate(next);
  };
  next();
});
after(async () => {
  await database.close();
  await rm(directory, { recursive: true });
  directory = '';
});
beforeEach(() => {
  statements = [];
});

async function keysOf(surveyKeys: readonly number[], range: TimeRange): Promise<readonly number[]> {
  const keys: number[] = [];
  for await (const batch of store.alerts(new Set(surveyKeys), range)) {
    keys.push(...batch.map(({ key }) => key));
  }
  return keys;
}

const shapes: Readonly<Record<string, readonly number[]>> = {
  'one survey': [8],
  'the surveys of a folder': [8, 15, 22],
  'more surveys than are named': surveys,
};
const ranges: Readonly<Record<string, TimeRange>> = {
  'no range': everything,
  'a week': { start: monday - weekMs, end: monday },
  'the time up to an instant': { start: -Infinity, end: monday - 2 * weekMs },
  'the time from an instant': { start: monday - 2 * weekMs, end: Infinity },
  'the time after everything': { start: monday + 4 * weekMs, end: Infinity },
};

/** Fails where SQLite reads a whole table or sorts; `GROUP BY` sorts what its condition has bounded. */
async function assertPlanned(): Promise<readonly string[]> {
  const plans: string[] = [];
  for (const sql of new Set(statements.map(({ sql }) => sql))) {
    const parameters = Math.max(
      ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)),
    );
    const rows = await database.all(
      `EXPLAIN QUERY PLAN ${sql}`,
      Array.from({ length: parameters }, () => 0),
    );
    const plan = rows.map((row) => String(row[3])).join('; ');
    assert.doesNotMatch(plan, /SCAN|TEMP B-TREE FOR (?!GROUP BY)/, sql);
    plans.push(plan);
  }
  assert.ok(plans.length > 0);
  return plans;
}

/** Fails where one statement answers more than a page, or one turn of the event loop reads more than three. */
function assertInTurns(): void {
  const rowsByTurn = new Map<number, number>();
  for (const { rows, turn } of statements) {
    assert.ok(rows <= 1_000);
    rowsByTurn.set(turn, (rowsByTurn.get(turn) ?? 0) + rows);
  }
  assert.ok(Math.max(...rowsByTurn.values()) <= 3_000);
}

describe('a query for alerts', () => {
  for (const [shape, surveyKeys] of Object.entries(shapes)) {
    for (const [name, range] of Object.entries(ranges)) {
      it(`a query for alerts of ${shape} and ${name} finds them in order by an index, page by page`, async () => {
        const open = (end: number | undefined): boolean => end === undefined || end > range.start;
        const expected = alerts
          .filter(
            ({ survey, begin, end }) =>
              surveyKeys.includes(survey) && begin < range.end && open(end),
          )
          .toSorted((a, b) => (a.begin === b.begin ? a.key - b.key : a.begin - b.begin))
          .map(({ key }) => key);
        assert.deepEqual(await keysOf(surveyKeys, range), expected);
        for (const plan of await assertPlanned()) {
          assert.match(
            plan,
            surveyKeys === surveys
              ? /_by_begin \(\(began,key\)>/
              : /_of_survey_by_begin \(survey=\?/,
          );
        }
        assertInTurns();
      });
    }
  }
});

describe('a query for feedback', () => {
  it('reads raw results and open feedback by an index, page by page', async () => {
    for (const which of ['all', 'openFeedback'] as const) {
      statements = [];
      let count = 0;
      for await (const batch of store.events(1, everything, which)) count += batch.length;
      assert.equal(count, which === 'all' ? 21_000 : 10_500);
      await assertPlanned();
      assertInTurns();
    }
  });

  it('counts part of an hour by an index, page by page, with all its repeats', async () => {
    let presses = 0;
    const part = { start: monday + 1, end: monday + hourMs - 1 };
    await store.forEachCount(1, part, (_, counts) => {
      presses += counts[0] ?? 0;
    });
    assert.ok(presses > 10_000 && presses < 21_000);
    await assertPlanned();
    assertInTurns();
  });

  it('counts hours of years by an index, page by page', async () => {
    let presses = 0;
    await store.forEachCount(2, everything, (_, counts) => {
      presses += counts[3] ?? 0;
    });
    assert.equal(presses, 1_200);
    await assertPlanned();
    assertInTurns();
  });

  it('counts follow-ups by an index, some thousand at a time', async () => {
    const slices: number[] = [];
    await store.forEachFollowUp(1, everything, (_, __, count) => slices.push(count));
    assert.deepEqual(slices, [10_000, 500]);
    await assertPlanned();
    const [firstStatement, , lastStatement] = statements;
    assert.ok(
      firstStatement !== undefined &&
        lastStatement !== undefined &&
        lastStatement.turn > firstStatement.turn,
    );
  });
});
