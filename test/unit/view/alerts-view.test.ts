// The alerts of a place: the hours in alarm, one item for each specification and type, and what could not be read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AlertsView } from '../../../lib/view/report-view.ts';
import { placeViewOf } from '../../support/report-views.ts';
import type { AlertSketch, SurveySketch } from '../../support/test-reports.ts';
import { createReport } from '../../support/test-reports.ts';

const bad = (from: number, to: number | null): AlertSketch => ({ alertType: 'negative', from, to });
const NEGATIVE_PARAMETERS = { negative: true, windowMin: 60, responses: 24, threshold: 50 };
const good = (from: number, to: number): AlertSketch => ({
  alertType: 'negative',
  from,
  to,
  parameters: { negative: false, windowMin: 60, responses: 30, actual: 80, threshold: 70 },
});
const BREAK: AlertSketch = { alertType: 'trendBreak', from: 1, to: 99, parameters: { slope: 2 } };
const NEGATIVE = 'Unhappy responses · 54% of 24 in 1h, limit 50%';

/** Alerts in turn of the first and of the second specification of their survey. */
function alertsOf(
  ...surveys: readonly (Partial<SurveySketch> & Pick<SurveySketch, 'alerts'>)[]
): AlertsView | null {
  return placeViewOf(
    createReport({
      key: 41,
      name: 'Store',
      surveys: surveys.map((survey, i) => ({ key: 401 + i, name: `Survey ${i + 1}`, ...survey })),
    }),
  ).alerts;
}

const itemsOf = (...alerts: readonly AlertSketch[]) =>
  alertsOf({ alerts })?.items.map(({ name, detail, since }) => [name, detail, since]);

describe('the hours in alarm', () => {
  it('are those with an open alert about bad feedback, counted from the start of the week', () => {
    const view = alertsOf({ alerts: [bad(10, 12), bad(11, 13.5), good(20, 22)] });
    assert.deepEqual(view?.strip, [{ from: 10, to: 13.5 }]);
    assert.equal(view.note, 'Hours of the week in alarm are red.');
    assert.deepEqual([view.hours, view.dayLabels.join(' ')], [168, 'Mon Tue Wed Thu Fri Sat Sun']);
    assert.deepEqual(alertsOf({ alerts: [bad(-5, 3)] })?.strip, [{ from: 0, to: 3 }]);
    assert.deepEqual(alertsOf({ alerts: [bad(150, null)] })?.strip, [{ from: 150, to: 168 }]);
  });

  it('are those of every survey', () => {
    const view = alertsOf({ alerts: [bad(10, 12)] }, { alerts: [bad(30, 31)] });
    assert.deepEqual(view?.strip, [
      { from: 10, to: 12 },
      { from: 30, to: 31 },
    ]);
  });

  it('have the items of all surveys in one order: open ones first, then the longest', () => {
    const view = alertsOf(
      { alerts: [bad(10, 12)] },
      { alerts: [bad(30, 40)] },
      { alerts: [bad(160, null)] },
    );
    assert.deepEqual(
      view?.items.map(({ detail, isOpen }) => [detail, isOpen]),
      [
        ['1 time · 8h', true],
        ['1 time · 10h', false],
        ['1 time · 2h', false],
      ],
    );
  });

  it('are not known on an unknown scale, where its alerts are listed nevertheless', () => {
    const view = alertsOf({ alerts: [bad(10, 12)], feedbackScale: 'SEVEN', buttons: 7 });
    assert.deepEqual([view?.strip, view?.note], [[], '']);
    assert.deepEqual(
      view?.items.map(({ name }) => name),
      [NEGATIVE],
    );
  });
});

describe('the alerts of a place', () => {
  it('are one item for each specification and type, with their number and time', () => {
    assert.deepEqual(itemsOf(bad(10, 12), bad(50, 51), bad(11, 14.5)), [
      [NEGATIVE, '2 times · 4h 30m', ''],
      [NEGATIVE, '1 time · 1h', ''],
    ]);
    assert.deepEqual(itemsOf(bad(10, 12), bad(20, 21), BREAK), [
      ['trendBreak · slope 2', '1 time · 98h', ''],
      [NEGATIVE, '1 time · 2h', ''],
      [NEGATIVE, '1 time · 1h', ''],
    ]);
  });

  it('are first those that are still open, then those that lasted longest', () => {
    const items = itemsOf(bad(10, 99), bad(160, null));
    assert.deepEqual(items, [
      [NEGATIVE, '1 time · 8h', 'open since Sun 15 Nov, 16:00'],
      [NEGATIVE, '1 time · 89h', ''],
    ]);
    assert.deepEqual(
      alertsOf({ alerts: [bad(10, 99), bad(160, null)] })?.items.map(({ isOpen }) => isOpen),
      [true, false],
    );
  });

  it('are described by the longest of them', () => {
    const parameters = { ...NEGATIVE_PARAMETERS, actual: 77.5 };
    assert.deepEqual(itemsOf(bad(10, 12), good(1, 2), { ...bad(60, 90), parameters }), [
      ['Unhappy responses · 78% of 24 in 1h, limit 50%', '2 times · 32h', ''],
    ]);
  });

  it('last all week, or have no time where it is not known', () => {
    assert.deepEqual(itemsOf(bad(-10, 200)), [[NEGATIVE, '1 time · 168 hours', '']]);
    const report = createReport({
      key: 41,
      name: 'Store',
      surveys: [{ key: 401, name: 'Survey', alerts: [bad(10, 12)] }],
    });
    const surveys = report.surveys.map((survey) => ({ ...survey, alarm: null }));
    assert.deepEqual(
      placeViewOf({ ...report, surveys }).alerts?.items.map(({ detail }) => detail),
      ['1 time'],
    );
  });

  it('about good feedback are a sentence, and their time is not that of others', () => {
    assert.deepEqual(itemsOf(bad(10, 12), bad(50, 51), good(100, 110)), [
      [NEGATIVE, '1 time · 2h', ''],
      [NEGATIVE, '1 time · 1h', ''],
    ]);
    const view = alertsOf({ alerts: [good(20, 22)] });
    assert.deepEqual(
      [view?.items, view?.summary, view?.good, view?.note],
      [[], '', '1 alert about good feedback.', ''],
    );
  });
});

describe('what is said of the alerts', () => {
  it('names the survey where there are several', () => {
    assert.equal(
      alertsOf({ alerts: [bad(10, 12)] })?.summary,
      'In alarm 2h of 168 hours (54% of 24 in 1h, limit 50%).',
    );
    const view = alertsOf(
      { alerts: [bad(10, 12)] },
      { alerts: [] },
      { alerts: [bad(100, 101), good(1, 2)] },
      { alerts: [good(20, 22)] },
    );
    assert.equal(
      view?.summary,
      'Survey 1 – In alarm 2h of 168 hours (54% of 24 in 1h, limit 50%). Survey 3 – In alarm 1h of 168 hours (54% of 24 in 1h, limit 50%).',
    );
    assert.equal(
      view.good,
      'Survey 3 – 1 alert about good feedback. Survey 4 – 1 alert about good feedback.',
    );
  });

  it('is that alerts could not be read, also where no others are known', () => {
    const summaryOf = (...alerts: readonly (readonly AlertSketch[] | null)[]) =>
      alertsOf(...alerts.map((ofSurvey) => ({ alerts: ofSurvey })))?.summary;
    assert.equal(summaryOf(null), 'The alerts of 1 of 1 survey could not be read.');
    assert.equal(summaryOf(null, []), 'The alerts of 1 of 2 surveys could not be read.');
    assert.match(
      summaryOf(null, [bad(1, 2)]) ?? '',
      /^The alerts of 1 of 2 surveys could not be read\. Survey 2 – In alarm 1h/,
    );
  });

  it('is nothing where all were read and there were none, and for a place without surveys', () => {
    assert.equal(alertsOf({ alerts: [] }, { alerts: [] }), null);
    assert.equal(alertsOf(), null);
  });
});
