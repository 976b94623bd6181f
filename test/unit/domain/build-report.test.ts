import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import type { ChildReport, FolderPart } from '../../../lib/domain/build-report.ts';
import { NO_SETTINGS } from '../../../lib/domain/signals/folder-settings.ts';
import { buildReport } from '../../../lib/domain/build-report.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { SurveyFacts } from '../../../lib/domain/report-inputs.ts';
import type { FolderSurvey } from '../../../lib/domain/survey-week.ts';
import { wilsonInterval } from '../../../lib/domain/signals/statistics.ts';
import { buildSurveyWeek } from '../../../lib/domain/survey-week.ts';
import {
  arbitraryFacts,
  AS_OF,
  createHour,
  CONTEXT,
  createSurvey,
  RULES,
  createFacts,
  W46,
} from '../../support/test-facts.ts';

const ROOT = { key: 9, name: 'Folder 9' };

/** A survey that could not be read. */
const UNREAD = { key: 5, question: { key: 50, name: 'Unread', locale: 'en' } };

function part(
  key: number,
  facts: readonly SurveyFacts[],
  overrides: Partial<FolderPart> = {},
): FolderPart {
  return {
    // Only the root has no folder above.
    folder: { key, name: `Folder ${key}`, path: key === ROOT.key ? [] : [ROOT] },
    week: W46,
    asOf: new Date(AS_OF).toISOString(),
    surveys: facts
      .map((f) => buildSurveyWeek(f, CONTEXT))
      .filter((surveyWeek): surveyWeek is FolderSurvey => surveyWeek !== null),
    failed: [],
    absent: [],
    settings: NO_SETTINGS,
    problems: [],
    ...overrides,
  };
}

function report(folderPart: FolderPart, children: readonly ChildReport[] = []): Report {
  return buildReport(folderPart, children, null, RULES);
}

/** The parts of a report that are merged over a subtree. */
function pooled({ summary, painPoints, highlights, problems, asOf }: Report): unknown {
  // What changed the index, and where a place is, is told by direct children.
  const groups = summary.groups.map(({ why: _, ...group }) => group);
  const places = summary.places.map(({ part: _, ...place }) => place);
  return { summary: { ...summary, groups, places }, painPoints, highlights, problems, asOf };
}

const anyCompany = fc
  .tuple(fc.nat(3), fc.nat(3), fc.nat(3))
  .chain(([a, b, c]) =>
    fc.tuple(
      ...[a, b, c].map((count, folder) =>
        fc.tuple(
          ...Array.from({ length: count }, (_, i) =>
            arbitraryFacts(folder * 10 + i + 1, folder + 1),
          ),
        ),
      ),
    ),
  );

describe('a report', () => {
  it('equals the report of all surveys when it is merged from its subfolders', () => {
    fc.assert(
      fc.property(anyCompany, (folders) => {
        const children = folders.map((facts, i) => report(part(i + 1, facts)));
        const mergedReport = report(part(9, []), children);
        const middle = report(part(8, []), children.slice(1));
        const wholeReport = report(part(9, folders.flat()));
        assert.deepEqual(pooled(mergedReport), pooled(wholeReport));
        assert.deepEqual(
          pooled(report(part(9, []), [...children.slice(0, 1), middle])),
          pooled(wholeReport),
        );
        assert.equal(mergedReport.status, wholeReport.status);
      }),
      { numRuns: 200 },
    );
  });

  it('does not depend on the order of subfolders and surveys', () => {
    fc.assert(
      fc.property(anyCompany, (folders) => {
        const children = folders.map((facts, i) => report(part(i + 1, facts)));
        const turnedReports = folders.map((facts, i) => report(part(i + 1, facts.toReversed())));
        assert.deepEqual(
          report(part(9, []), children),
          report(part(9, []), turnedReports.toReversed()),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('has figures for each index type and scale in the order of their names, also without responses', () => {
    const facts = [
      createFacts({ survey: createSurvey({ key: 1, indexType: 'NPS', feedbackScale: 'FIVE' }) }),
      createFacts({ survey: createSurvey({ key: 2, indexType: 'HAPPY', feedbackScale: 'FOUR' }) }),
      createFacts({
        survey: createSurvey({ key: 3, indexType: 'HAPPY', feedbackScale: 'FIVE' }),
        hours: [],
      }),
      createFacts({ survey: createSurvey({ key: 4, indexType: 'HAPPY', feedbackScale: 'FOUR' }) }),
    ];
    assert.deepEqual(
      report(part(3, facts)).summary.groups.map((g) => [
        g.indexType,
        g.feedbackScale,
        g.surveys,
        g.responses,
      ]),
      [
        ['HAPPY', 'FIVE', 1, 0],
        ['HAPPY', 'FOUR', 2, 20],
        ['NPS', 'FIVE', 1, 10],
      ],
    );
  });

  it("pools hours by weekday and each survey's own local hour", () => {
    const facts = [
      createFacts({ hours: [createHour('2026-11-10', 9, [1, 0, 0, 0])] }),
      createFacts({
        survey: createSurvey({ key: 8, timeZone: 'Asia/Kathmandu' }),
        hours: [createHour('2026-11-10', 9, [0, 0, 0, 1], 'Asia/Kathmandu')],
      }),
    ];
    assert.deepEqual(report(part(3, facts)).summary.groups[0]?.hours, [
      { weekday: 2, hour: 9, data: [1, 0, 0, 1] },
    ]);
  });

  it('is partial when required data is missing, as is the report of every parent', () => {
    const problem = {
      code: 'UPSTREAM_NOT_FOUND',
      survey: 5,
      folder: 1,
      message: 'gone',
      missing: true,
    };
    const child = report(part(1, [createFacts()], { failed: [UNREAD], problems: [problem] }));
    const parent = report(part(9, []), [child]);
    assert.deepEqual([child.status, parent.status], ['partial', 'partial']);
    assert.deepEqual(parent.problems, [problem]);
    assert.equal(parent.summary.surveys, 2);
  });

  it('is complete with problems about nothing missing, and empty without responses', () => {
    const note = { code: 'TZ_DRIFT', message: 'other clocks', missing: false };
    assert.equal(report(part(1, [createFacts()], { problems: [note] })).status, 'complete');
    assert.equal(report(part(1, [createFacts({ hours: [] })])).status, 'empty');
    assert.equal(report(part(1, [])).status, 'empty');
  });

  it('sorts problems by folder, survey and code, with problems without a folder first', () => {
    const problem = (code: string, folder?: number, survey?: number) => ({
      code,
      message: '',
      missing: false,
      ...(folder === undefined ? {} : { folder }),
      ...(survey === undefined ? {} : { survey }),
    });
    const problems = [
      problem('B', 2, 1),
      problem('A', 2, 1),
      problem('Z', 1, 9),
      problem('Y', 1),
      problem('X'),
    ];
    assert.deepEqual(
      report(part(1, [], { problems })).problems.map(({ code }) => code),
      ['X', 'Y', 'Z', 'A', 'B'],
    );
  });

  it('merges options by key: null counts where scales differ, and the number of places in either week', () => {
    const option = (data: readonly number[]) => ({ key: 5, name: 'Queue', data });
    const lists = (data: readonly number[]) => ({ painPoints: [option(data)], highlights: [] });
    const namedFacts = (key: number, feedbackScale: string, now: number[], before: number[]) =>
      createFacts({
        survey: createSurvey({ key, feedbackScale }),
        followUps: { week: lists(now), previous: lists(before) },
      });
    const facts = [
      namedFacts(1, 'FOUR', [1, 1, 0, 0], [0, 0, 0, 0]),
      namedFacts(2, 'FIVE', [3, 0, 0, 0, 0], [1, 0, 0, 0, 0]),
      namedFacts(3, 'FIVE', [0, 0, 0, 0, 0], [1, 0, 0, 0, 0]),
    ];
    assert.deepEqual(report(part(3, facts)).painPoints, [
      {
        key: 5,
        name: 'Queue',
        data: null,
        responses: 5,
        share: 1,
        shareLower: wilsonInterval(5, 5)?.lower,
        shareUpper: 1,
        shareShown: false,
        previousResponses: 2,
        previousShare: 1,
        places: 3,
        named: 2,
        asking: 3,
        shared: true,
        questions: [70],
      },
    ]);
    const five = report(part(3, facts.slice(1))).painPoints[0];
    assert.deepEqual([five?.data, five?.places], [[3, 0, 0, 0, 0], 2]);
  });

  it('uses the first name in code unit order for a merged option, in any order of surveys', () => {
    const namedFacts = (key: number, name: string) =>
      createFacts({
        survey: createSurvey({ key }),
        followUps: {
          week: { painPoints: [{ key: 5, name, data: [1, 0, 0, 0] }], highlights: [] },
          previous: { painPoints: [], highlights: [] },
        },
      });
    for (const names of [
      ['Queue', 'Jono'],
      ['Jono', 'Queue'],
    ] as const) {
      const facts = names.map((name, i) => namedFacts(i + 1, name));
      const [option] = report(part(3, facts)).painPoints;
      assert.deepEqual([option?.name, option?.share, option?.previousShare], ['Jono', 1, null]);
    }
  });

  it('has the earliest asOf of its parts', () => {
    const early = { ...report(part(1, [createFacts()])), asOf: '2026-11-17T00:00:00.000Z' };
    assert.equal(report(part(9, []), [early]).asOf, '2026-11-17T00:00:00.000Z');
  });

  it("lists each subfolder with its whole subtree, without trend and hours, and ranks it with the folder's own surveys", () => {
    const child = report(part(1, [createFacts()]));
    const parent = report(part(9, [createFacts({ survey: createSurvey({ key: 20 }) })]), [child]);
    const group = parent.subfolders[0]?.summary.groups[0];
    assert.ok(group !== undefined && !('trend' in group) && !('hours' in group));
    assert.deepEqual(
      parent.ranking.map(({ folder, survey }) => [folder, survey]),
      [
        [1, undefined],
        [undefined, 20],
      ],
    );
  });

  it('lists the differences from the previous revision', () => {
    const firstReport = report(
      part(3, [createFacts()], {
        failed: [UNREAD],
        problems: [
          { code: 'UPSTREAM_TIMEOUT', survey: 8, folder: 3, message: 'late', missing: true },
        ],
      }),
    );
    const largerPart = part(3, [createFacts(), createFacts({ survey: createSurvey({ key: 8 }) })]);
    const secondReport = buildReport(largerPart, [], { revision: 1, report: firstReport }, RULES);
    assert.equal(firstReport.changes, null);
    assert.equal(secondReport.revision, 2);
    assert.deepEqual(secondReport.changes?.status, { before: 'partial', after: 'complete' });
    assert.deepEqual(secondReport.changes.responses, { before: 10, after: 20 });
    assert.deepEqual(
      secondReport.changes.problemsSolved.map(({ code }) => code),
      ['UPSTREAM_TIMEOUT'],
    );
    assert.deepEqual(
      secondReport.changes.surveys.map(({ key, responses }) => [key, responses]),
      [[8, { before: null, after: 10 }]],
    );
  });
});
