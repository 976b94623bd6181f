// What holds of the view of any report: who is listed where, that numbers can be subtracted and added, and what is left out.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { responsesOf } from '../../../lib/domain/scale.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { FolderView, Row } from '../../../lib/view/report-view.ts';
import { SECTION_STATES } from '../../../lib/view/report-view.ts';
import { fc } from '../../support/property-settings.ts';
import { folderViewOf } from '../../support/report-views.ts';
import type { FolderSketch, SurveySketch } from '../../support/test-reports.ts';
import { createReport } from '../../support/test-reports.ts';

const KINDS = [
  { indexType: 'HAPPY', feedbackScale: 'FOUR' },
  { indexType: 'HAPPY', feedbackScale: 'FIVE' },
  { indexType: 'AVERAGE', feedbackScale: 'FOUR' },
  { indexType: 'NPS', feedbackScale: 'FIVE' },
] as const;

const surveySketch: fc.Arbitrary<Omit<SurveySketch, 'key' | 'name'>> = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    volume: fc.constantFrom(0, 4, 15, 60, 400, 1500),
    mood: fc.constantFrom(0.3, 0.5, 0.7, 0.85),
    change: fc.constantFrom<Partial<SurveySketch>>(
      {},
      {},
      { shift: -0.3 },
      { shift: 0.25 },
      { levelChange: { weeksAgo: 5, mood: 0.2 } },
      { levelChange: { weeksAgo: 5, mood: 0.2, weeks: 5 } },
      { silentDays: [3, 4, 5, 6, 7] },
      { openWeeks: 4 },
      { hasHistory: false },
    ),
  })
  .map(({ kind, change, ...survey }) => ({ ...kind, ...survey, ...change }));

/** A company of regions, places and surveys; keys are positions. */
const company: fc.Arbitrary<FolderSketch> = fc
  .array(
    fc.array(fc.array(surveySketch, { minLength: 1, maxLength: 2 }), {
      minLength: 1,
      maxLength: 5,
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((regions) => ({
    key: 1,
    name: 'Northwind',
    folders: regions.map((places, r) => ({
      key: 10 + r,
      name: `Region ${r}`,
      folders: places.map((surveys, p) => ({
        key: 100 * (r + 1) + p,
        name: `Place ${r}.${p}`,
        surveys: surveys.map((survey, s) => ({
          ...survey,
          key: 1000 * (r + 1) + 10 * p + s,
          name: 'How was it?',
        })),
      })),
    })),
  }));

function assertForAll(check: (view: FolderView, report: Report) => void): void {
  fc.assert(
    fc.property(company, (sketch) => {
      const report = createReport(sketch);
      check(folderViewOf(report), report);
    }),
    { numRuns: 40 },
  );
}

function rowsOf({ sections }: FolderView): readonly Row[] {
  return sections.flatMap(({ rows }) => rows);
}

/** The counts of a survey in the week. */
function dataOf({ summary }: Report): ReadonlyMap<number, readonly number[]> {
  return new Map(
    summary.groups.flatMap(({ leaves }) =>
      leaves.survey.map((survey, i) => [survey, leaves.data[i] ?? []]),
    ),
  );
}

function lossOf({ values: { now, was }, responses }: Row): number {
  return now === null || was === null ? 0 : Math.abs(now - was) * responses;
}

/** A number of places in the texts of a finding. */
const TOLD_COUNTS =
  /(?:(\d+)(?: of \d+ places fell| places? sends? nothing|(?: places?)? (?:is|are) (?:still low|better|(?:a )?new places?|as usual)| can’t be compared| (?:has|have) (?:no signal|recovered)|(?: places?)? (?:has|have) few| of \d+ places with enough)|(?:all|the) (\d+) places? with enough)/g;

const MINUS = '\u2212';

describe('the view of a folder', () => {
  it('lists every survey in one section, and counts the rows of each', () => {
    assertForAll((view, report) => {
      const surveys = report.summary.groups.flatMap(({ leaves }) => [...leaves.survey]);
      assert.deepEqual(
        rowsOf(view)
          .map(({ survey }) => survey)
          .toSorted(),
        surveys.toSorted(),
      );
      const states = view.sections.map(({ state }) => state);
      assert.deepEqual(
        states,
        SECTION_STATES.filter((state) => states.includes(state)),
      );
      assert.deepEqual(
        view.counts.map(({ state, count }) => [state, count]),
        SECTION_STATES.map((state) => [
          state,
          view.sections.find((section) => section.state === state)?.rows.length ?? 0,
        ]),
      );
    });
  });

  it('has rows of sections of one state in the order of what was lost or won', () => {
    assertForAll((view) => {
      for (const { state, rows } of view.sections) {
        if (state !== 'usual') for (const row of rows) assert.equal(row.state, state);
        const losses = rows.map(lossOf);
        assert.deepEqual(
          losses,
          losses.toSorted((a, b) => b - a),
        );
      }
    });
  });

  it('has changes that are the differences of the printed numbers', () => {
    assertForAll((view) => {
      for (const { now, was, compared, change, values } of rowsOf(view)) {
        assert.equal(now, values.now === null ? '' : String(values.now));
        assert.equal(was, values.was === null ? '' : String(values.was));
        assert.equal(compared, was === '' ? '' : `was ${was}`);
        assert.equal(
          change === '' ? null : Number(change.replace(MINUS, '-')),
          now === '' || was === '' ? null : Number(now) - Number(was),
        );
      }
    });
  });

  it('says what new, still low, recovered and better places are compared with, and of which direction they are', () => {
    const signs = { new: -1, still: -1, recovered: 1, better: 1 } as const;
    assertForAll((view) => {
      for (const { state, rows } of view.sections) {
        if (!(state in signs)) continue;
        for (const row of rows) assert.notEqual(row.was, '', JSON.stringify(row));
      }
      for (const [state, sign] of Object.entries(signs)) {
        for (const { values } of view.sections.find((section) => section.state === state)?.rows ??
          []) {
          assert.ok(sign * ((values.now ?? 0) - (values.was ?? 0)) >= 0, state);
        }
      }
    });
  });

  it('has no index of fewer than ten responses, except of four weeks of a small place', () => {
    assertForAll((view, report) => {
      const data = dataOf(report);
      const small = new Set(
        report.summary.attention.entries
          .filter(({ figures }) => figures.fourWeeksIndex !== undefined)
          .map(({ survey }) => survey.key),
      );
      for (const row of rowsOf(view)) {
        assert.equal(row.responses, responsesOf(data.get(row.survey) ?? []));
        if (row.responses >= 10 || small.has(row.survey)) continue;
        assert.deepEqual([row.now, row.was, row.change, row.own], ['', '', '', '']);
      }
    });
  });

  it('prints no range that contains its index beside a place that is not as usual', () => {
    assertForAll((view) => {
      for (const { state, rows } of view.sections) {
        if (state === 'usual') continue;
        for (const row of rows) {
          for (const [, from, to] of `${row.reason} ${row.shortReason}`.matchAll(
            /(\d+(?:\.\d+)?)–(\d+(?:\.\d+)?)/g,
          )) {
            const now = row.values.now ?? -1;
            assert.ok(now < Number(from) || now > Number(to), `${row.line}: ${row.reason}`);
          }
        }
      }
    });
  });

  it('has thirteen weeks of each place, the last one where its value is printed, and their classes', () => {
    assertForAll((view, report) => {
      const data = dataOf(report);
      for (const { survey, trend, heat, level, values, state } of rowsOf(view)) {
        if (trend.length === 0) continue;
        assert.deepEqual([trend.length, heat.length], [13, 13]);
        const isMeasured = responsesOf(data.get(survey) ?? []) >= 10;
        const last = trend.at(-1) ?? null;
        assert.equal(last !== null, isMeasured && values.now !== null);
        if (state === 'usual') assert.equal(values.now, last === null ? null : Math.round(last));
        for (const [i, value] of trend.entries()) {
          const size = Math.abs(heat[i] ?? 0);
          assert.ok((heat[i] === null) === (value === null) && size <= 2);
          if (size > 0) assert.ok(level !== null || value !== null);
        }
      }
    });
  });

  it('explains a difference by parts that add up to it as they are printed', () => {
    assertForAll((view) => {
      const { moved } = view;
      if (moved === null) return;
      const printed = (text: string): number => Number(text.replace(MINUS, '-'));
      const [total = '0'] = /[+\u2212]?\d+(?:\.\d+)?/.exec(moved.note) ?? [];
      const sum = moved.parts.reduce((parts, { text }) => parts + printed(text), 0);
      assert.ok(Math.abs(sum - printed(total)) < 0.051, `${sum} of ${total}: ${moved.note}`);
    });
  });

  it('tells numbers of places that add up to all', () => {
    assertForAll((view) => {
      const text = [view.finding.headline, ...view.finding.details].join(' ');
      const all = view.counts.reduce((sum, { count }) => sum + count, 0);
      const [, , places = String(all)] = /(\d+) of (\d+) places? fell/.exec(text) ?? [];
      assert.equal(Number(places), all, text);
      const told = [...text.matchAll(TOLD_COUNTS)].map(([, ...counts]) => Number(counts.join('')));
      if (told.length > 0) assert.equal(responsesOf(told), all, text);
    });
  });

  it('has a panel of every part and a row of weeks of every place', () => {
    assertForAll((view, report) => {
      const measured = report.subfolders.filter(({ trend }) =>
        (trend ?? []).some((week) => week !== null),
      );
      const panels = view.children?.panels.map(({ key }) => key);
      if (panels !== undefined && measured.length > 0)
        assert.deepEqual(panels, [1, ...measured.map(({ key }) => key)]);
      const heat = view.heat?.groups.flatMap(({ rows }) => rows.map(({ survey }) => survey)) ?? [];
      assert.deepEqual(
        heat.toSorted((a, b) => a - b),
        (view.heat === null ? [] : rowsOf(view))
          .map(({ survey }) => survey)
          .toSorted((a, b) => a - b),
      );
    });
  });

  it('keeps parts with equal names apart', () => {
    const region = (key: number): FolderSketch => ({
      key,
      name: 'North',
      folders: [1, 2].map((place) => ({
        key: 10 * key + place,
        name: `Place ${place}`,
        surveys: [
          {
            key: 100 * key + place,
            name: 'How was it?',
            volume: 400,
            ...(key === 2 ? { shift: -0.3 } : {}),
          },
        ],
      })),
    });
    const view = folderViewOf(createReport({ key: 1, name: 'North', folders: [2, 3].map(region) }));
    assert.deepEqual(
      view.heat?.groups.map(({ rows }) => rows.map(({ survey }) => survey).toSorted()),
      [
        [201, 202],
        [301, 302],
      ],
    );
    const panels = view.children?.panels.map(({ key, cause }) => [key, cause.includes('Place')]);
    assert.deepEqual(panels, [
      [1, true],
      [2, true],
      [3, false],
    ]);
  });
});
