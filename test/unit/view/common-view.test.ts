// What every view says of its report: names, period, missing parts, and how figures are made.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Report } from '../../../lib/domain/report.ts';
import { folderViewOf, placeViewOf, viewOf } from '../../support/report-views.ts';
import {
  createPartialReport,
  createRegionReport,
  createReport,
  createStoreReport,
} from '../../support/test-reports.ts';

const STORE = createStoreReport(1);
const REGION = createRegionReport(9);

describe('a view', () => {
  it('names its folder, the folders above, the week and the revision', () => {
    const { language, direction, folder, week, revision, asOf, name, path, weekName, source } =
      placeViewOf({ ...STORE, revision: 3 });
    assert.deepEqual(
      { language, direction, folder, week, revision, asOf, name, path, weekName, source },
      {
        language: 'en-GB',
        direction: 'ltr',
        folder: 41,
        week: '2026-W46',
        revision: 3,
        asOf: '2026-11-16T18:00:00Z',
        name: 'Helsinki Central',
        path: [
          { key: 1, name: 'Northwind Markets' },
          { key: 20, name: 'Finland' },
        ],
        weekName: 'Week 46',
        source: 'Data as of 16 November 2026 at 20:00, Helsinki time · Revision 3',
      },
    );
  });

  it('has the time zone of a place whose surveys share one', () => {
    const period = 'Week 46 · 9–15 November 2026';
    assert.equal(placeViewOf(STORE).period, `${period} · Helsinki time`);
    assert.equal(folderViewOf(REGION).period, period);
    const surveyIn = (timeZone: string, i: number) => ({
      key: 1 + i,
      name: 'How was it?',
      timeZone,
    });
    const surveys = ['Europe/Helsinki', 'Asia/Riyadh'].map(surveyIn);
    assert.equal(placeViewOf(createReport({ key: 9, name: 'Store', surveys })).period, period);
    const folders = [{ key: 10, name: 'Below', surveys: [surveyIn('Europe/Helsinki', 7)] }];
    const mixed = createReport({ key: 9, name: 'Store', surveys: surveys.slice(0, 1), folders });
    assert.equal(folderViewOf(mixed).period, period);
    assert.equal(placeViewOf(createReport({ key: 9, name: 'Store' })).period, period);
  });

  it('is partial as its report is', () => {
    assert.deepEqual(
      [viewOf(STORE).isPartial, viewOf(createPartialReport()).isPartial],
      [false, true],
    );
  });

  it('says how its figures are made', () => {
    const week = /in its own time zone; all hours are local\.$/;
    const { method } = folderViewOf(REGION);
    assert.match(method, /^Each button counts .* small charts share one scale/i);
    assert.match(method, week);
    const surveys = ['HAPPY', 'NPS', 'HAPPY', 'CES'].map((indexType, i) => ({
      key: 1 + i,
      name: 'How was it?',
      indexType,
      feedbackScale: 'FIVE',
    }));
    const place = placeViewOf(createReport({ key: 9, name: 'Store', surveys })).method;
    assert.match(place, week);
    assert.equal(place.match(/Each button counts/g)?.length, 1);
    assert.match(place, /Usual range: what this place does/);
    assert.match(place, /from −100 to \+100/);
    assert.doesNotMatch(placeViewOf(STORE).method, /−100/);
  });
});

describe('the notices of a view', () => {
  const noticesOf = (report: Report) => viewOf(report).notices;

  it('are none of a complete report', () => {
    assert.deepEqual(noticesOf(STORE), []);
  });

  it('name what is missing, and say when it is asked for again', () => {
    assert.deepEqual(noticesOf(createPartialReport()), [
      'Part of this week’s data is missing.',
      'How was your visit today? – The follow-ups are missing: the reporting API kept returning errors.',
      'Survey – The survey is missing: the reporting API did not respond in time.',
      'Missing data will be requested again at the next run.',
    ]);
  });

  it('name five missing parts and count the others', () => {
    const surveys = Array.from({ length: 7 }, (_, i) => ({ key: 1 + i, name: `Survey ${1 + i}` }));
    const report = createReport({ key: 44, name: 'Store', surveys });
    const missing = (count: number): Report => ({
      ...report,
      status: 'partial',
      problems: surveys.slice(0, count).map(({ key }) => ({
        code: 'UPSTREAM_TIMEOUT',
        folder: 44,
        survey: key,
        message: 'The follow-ups are missing: the reporting API did not respond in time.',
        missing: true,
      })),
    });
    const [five, seven] = [noticesOf(missing(5)), noticesOf(missing(7))];
    assert.equal(five.length, 7);
    assert.ok(five.every((text) => !text.includes(' more')));
    assert.equal(seven.length, 8);
    assert.deepEqual(seven.slice(0, 6), five.slice(0, 6));
    assert.deepEqual(seven.slice(-2), ['2 more.', five.at(-1)]);
  });

  it('say that an earlier version made it, that nothing was received, and what the revision changed', () => {
    assert.deepEqual(noticesOf({ ...STORE, reportVersion: '2' }), [
      'Created by an earlier version: no verdicts.',
    ]);
    const surveys = [{ key: 100, name: 'How was it?', volume: 0 }];
    const folders = [{ key: 10, name: 'Shop', surveys }];
    assert.deepEqual(noticesOf(createReport({ key: 1, name: 'Northwind', folders })), [
      'Everything was read, and there were no responses this week (1 survey).',
    ]);
    const changes = {
      revision: 1,
      asOf: '2026-11-16T06:00:00Z',
      status: { before: 'partial', after: 'complete' },
      responses: { before: 900, after: 1331 },
      previousResponses: { before: 1000, after: 1000 },
      openAlerts: { before: 0, after: 0 },
      groups: [],
      surveys: [],
      problemsSolved: [],
      problemsArisen: [],
    } as const;
    const [change, ...others] = noticesOf({ ...STORE, revision: 2, changes });
    assert.match(change ?? '', /900.*1,331/);
    assert.deepEqual(others, []);
  });
});
