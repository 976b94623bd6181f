// GET /v1/figures of whole folders by day and hour, and of more reports than an ETag covers.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { dateOf } from '../../../lib/domain/calendar.ts';
import type { Report, SurveyGroup } from '../../../lib/domain/report.ts';
import { indexOf, responsesOf, sumCounts } from '../../../lib/domain/scale.ts';
import { commitTestReport, openArchive } from '../../support/archive.ts';
import { createTestApi, objectIn } from '../../support/http/reports-api-context.ts';
import { requireWeek } from '../../support/test-facts.ts';
import { createReport } from '../../support/test-reports.ts';

const WEEK = '2026-W46';
const SHOP_SKETCH = {
  key: 21,
  name: 'Shop',
  surveys: [
    { key: 210, name: 'How was it?', volume: 90 },
    { key: 211, name: 'How clean was it?', volume: 60 },
    {
      key: 212,
      name: 'Would you recommend us?',
      volume: 80,
      indexType: 'NPS',
      feedbackScale: 'FIVE',
    },
  ],
};
const SHOP = createReport(SHOP_SKETCH);

type Cells = Readonly<Record<string, unknown>>;

async function figuresOf(t: TestContext, report: Report, query: string): Promise<readonly Cells[]> {
  const testApi = await createTestApi(t);
  await testApi.plan(WEEK, [[report.folder.key, null]]);
  await commitTestReport(openArchive(testApi.store), report);
  const path = `/v1/figures?from=${WEEK}&to=${WEEK}&format=ndjson&${query}`;
  const { status, text } = await testApi.ask('GET', path);
  assert.equal(status, 200, text);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => objectIn(line));
}

/** What a row says of the counts of a time. */
function cellsOf(group: SurveyGroup, weekday: number, data: readonly number[]): Cells {
  return {
    date: dateOf(requireWeek(WEEK).monday + weekday - 1),
    index_type: group.indexType,
    surveys: group.surveys,
    counts: [0, 1, 2, 3, 4].map((button) => data[button] ?? null),
    responses: responsesOf(data),
    score: indexOf(data, group.indexType, group.feedbackScale),
  };
}

function cellsIn({ date, index_type, surveys, responses, score, ...row }: Cells): Cells {
  const counts = ['c0', 'c1', 'c2', 'c3', 'c4'].map((name) => row[name]);
  return { date, index_type, surveys, counts, responses, score };
}

describe('figures of a folder', () => {
  it('by hour are the sums of its surveys of each kind, at each local hour of the week', async (t) => {
    const rows = await figuresOf(t, SHOP, 'places=folders&grain=hour');
    const expected = SHOP.summary.groups.flatMap((group) =>
      group.hours
        .toSorted((a, b) => 24 * (a.weekday - b.weekday) + a.hour - b.hour)
        .map(({ weekday, hour, data }) => ({ ...cellsOf(group, weekday, data), hour })),
    );
    assert.ok(expected.length > 100);
    assert.deepEqual(
      rows.map((row) => ({ ...cellsIn(row), hour: row['hour'] })),
      expected,
    );
    for (const { place, survey, start_utc, question_name, time_zone, path, folder_name } of rows)
      assert.deepEqual(
        [place, survey, start_utc, question_name, time_zone, path, folder_name],
        ['folder', null, null, null, null, '', 'Shop'],
      );
  });

  it('by day are those of its hours', async (t) => {
    const rows = await figuresOf(t, SHOP, 'places=folders&grain=day');
    const expected = SHOP.summary.groups.flatMap((group) =>
      [1, 2, 3, 4, 5, 6, 7].map((day) => {
        const hours = group.hours.filter(({ weekday }) => weekday === day);
        return cellsOf(group, day, sumCounts(hours.map(({ data }) => data)));
      }),
    );
    assert.deepEqual(rows.map(cellsIn), expected);
    assert.ok(rows.every((row) => !('hour' in row)));
  });
});

describe('figures of a folder by week', () => {
  it('are those of its kinds of index, with their levels', async (t) => {
    const rows = await figuresOf(t, SHOP, 'places=folders');
    assert.deepEqual(
      rows.map(({ week_start: monday, survey, ...row }) => [
        [row['index_type'], row['feedback_scale'], row['surveys']],
        [row['responses'], row['score'], row['half_width']],
        [row['previous_responses'], row['previous_score'], row['change']],
        [row['state'], row['basis'], row['usual'], row['lower'], row['upper']],
        [monday, survey],
      ]),
      SHOP.summary.groups.map(({ level, ...group }) => [
        [group.indexType, group.feedbackScale, group.surveys],
        [group.responses, group.index, group.halfWidth],
        [group.previousResponses, group.previousIndex, group.change],
        [level.state, level.basis, level.usual, level.lower, level.upper],
        ['2026-11-09', null],
      ]),
    );
  });
});

describe('figures of a survey without responses', () => {
  it('are a row by week, and none by day and hour', async (t) => {
    const surveys = [{ key: 210, name: 'How was it?', volume: 0 }];
    const silent = createReport({ key: 21, name: 'Shop', surveys });
    const counts = ['week', 'day', 'hour'].map(
      async (grain) => (await figuresOf(t, silent, `grain=${grain}`)).length,
    );
    assert.deepEqual(await Promise.all(counts), [1, 0, 0]);
  });
});

describe('figures below a folder that has been removed since', () => {
  it('are those of its reports', async (t) => {
    const removed = createReport({ ...SHOP_SKETCH, key: 77 });
    const rows = await figuresOf(t, removed, 'places=folders&below=77');
    assert.deepEqual(
      rows.map(({ folder, index_type: kind }) => [folder, kind]),
      [
        [77, 'HAPPY'],
        [77, 'NPS'],
      ],
    );
  });
});
