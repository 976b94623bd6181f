// The view of a place: its finding, what each survey shows in each state, and the order of its surveys.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Report, SurveyWeek } from '../../../lib/domain/report.ts';
import type { SurveyView } from '../../../lib/view/report-view.ts';
import { folderViewOf, placeViewOf } from '../../support/report-views.ts';
import type { SurveySketch } from '../../support/test-reports.ts';
import { createReport } from '../../support/test-reports.ts';

function storeOf(...surveys: readonly Partial<SurveySketch>[]): Report {
  return createReport({
    key: 41,
    name: 'Store',
    surveys: surveysOf(surveys),
  });
}

function surveysOf(surveys: readonly Partial<SurveySketch>[]): readonly SurveySketch[] {
  return surveys.map((survey, i) => ({
    key: 401 + i,
    name: `Survey ${i + 1}?`,
    volume: 1200,
    ...survey,
  }));
}

/** The report with its first survey changed. */
function withSurvey(report: Report, change: Partial<SurveyWeek>): Report {
  const [first, ...others] = report.surveys;
  assert.ok(first !== undefined);
  return { ...report, surveys: [{ ...first, ...change }, ...others] };
}

const USUAL = storeOf({});
const FALLEN = storeOf({ shift: -0.2 });
const STILL_LOW = storeOf({ levelChange: { weeksAgo: 4, mood: 0.5 } });
const SILENT = storeOf({ silentDays: [4, 5, 6, 7] });
const FEW = storeOf({ volume: 60, silentDays: [1, 2, 3, 4, 5, 6] });
const EACH_STATE = {
  usual: USUAL,
  new: FALLEN,
  still: STILL_LOW,
  recovered: storeOf({ levelChange: { weeksAgo: 4, mood: 0.5, weeks: 4 } }),
  better: storeOf({ shift: 0.15 }),
  noSignal: SILENT,
  newPlace: storeOf({ openWeeks: 4 }),
  few: FEW,
  unknown: storeOf({ hasHistory: false }),
} as const;

function surveyOf(report: Report): SurveyView {
  return placeViewOf(report).surveys[0] ?? assert.fail();
}

const entriesOf = <V>(valueOf: (report: Report) => V) =>
  Object.entries(EACH_STATE).map(([state, report]) => [state, valueOf(report)]);

describe('the finding of a place', () => {
  it('has the state of its survey, and a label for it', () => {
    assert.deepEqual(
      entriesOf((report) => placeViewOf(report).finding.state),
      Object.keys(EACH_STATE).map((state) => [state, state]),
    );
    assert.deepEqual(
      entriesOf((report) => placeViewOf(report).finding.label),
      [
        ['usual', 'As usual'],
        ['new', 'New or worse'],
        ['still', 'Still low: 5 weeks'],
        ['recovered', 'Recovered'],
        ['better', 'Better'],
        ['noSignal', 'No signal'],
        ['newPlace', 'New place'],
        ['few', 'Too little data'],
        ['unknown', ''],
      ],
    );
  });

  it('says for how many weeks a place is low, silent or better, from two on', () => {
    const labelOf = (survey: Partial<SurveySketch>) => placeViewOf(storeOf(survey)).finding.label;
    assert.equal(labelOf({ levelChange: { weeksAgo: 3, mood: 0.85 } }), 'Better: 4 weeks');
    assert.equal(labelOf({ silentWeeks: [0] }), 'No signal');
    assert.equal(labelOf({ silentWeeks: [0, 1] }), 'No signal: 2 weeks');
    const level = surveyWeekOf(STILL_LOW).level;
    const stillFor = (weeks: number | null) =>
      placeViewOf(withSurvey(STILL_LOW, { level: { ...level, weeks } })).finding.label;
    assert.deepEqual(
      [stillFor(2), stillFor(1), stillFor(null)],
      ['Still low: 2 weeks', 'Still low', 'Still low'],
    );
  });

  it('of a partial report never reads as an all-clear', () => {
    const findingOf = (report: Report) => placeViewOf({ ...report, status: 'partial' }).finding;
    assert.deepEqual([findingOf(USUAL).headline, findingOf(USUAL).label], ['67.', '']);
    assert.deepEqual(findingOf(FALLEN), placeViewOf(FALLEN).finding);
    assert.equal(findingOf(storeOf()).headline, 'Part of this week’s data is missing.');
    assert.equal(
      placeViewOf(storeOf()).finding.headline,
      'No responses this week, and none last week.',
    );
    assert.deepEqual(
      [placeViewOf(storeOf()).finding.state, placeViewOf(storeOf()).finding.label],
      ['unknown', ''],
    );
  });

  it('adds those of two other surveys, with their names', () => {
    const { finding, surveys } = placeViewOf(
      storeOf({}, { volume: 800 }, { volume: 600 }, { volume: 400 }),
    );
    assert.equal(finding.headline, surveys[0]?.finding.headline);
    assert.deepEqual(
      finding.details.slice(-2),
      surveys.slice(1, 3).map(({ finding: other }, i) => `Survey ${i + 2}? – ${other.headline}`),
    );
    assert.deepEqual(finding.details.slice(0, -2), surveys[0]?.finding.details);
  });

  it('is one of the whole place where every survey is silent', () => {
    const silent = { silentDays: [4, 5, 6, 7] };
    const { finding, surveys } = placeViewOf(storeOf(silent, silent));
    assert.match(finding.headline, /^No responses from the whole place since Thursday/);
    assert.deepEqual(finding.details, []);
    assert.doesNotMatch(surveys[0]?.finding.headline ?? '', /whole place/);
  });
});

function surveyWeekOf(report: Report): SurveyWeek {
  return report.surveys[0] ?? assert.fail();
}

describe('the surveys of a place', () => {
  it('are ordered by state as sections are, then as in lists, where usual ones of a place are by key', () => {
    const report = storeOf(
      { volume: 500 },
      { volume: 900 },
      { levelChange: { weeksAgo: 4, mood: 0.5 } },
      { silentDays: [4, 5, 6, 7] },
      { shift: -0.3 },
    );
    assert.deepEqual(
      placeViewOf(report).surveys.map(({ survey }) => survey),
      [405, 404, 403, 401, 402],
    );
    const [first, second] = storeOf({}, {}).surveys;
    assert.ok(first !== undefined && second !== undefined);
    const alike = { ...second, responses: first.responses, level: first.level };
    assert.deepEqual(
      placeViewOf({ ...storeOf({}, {}), surveys: [alike, first] }).surveys.map(
        ({ survey }) => survey,
      ),
      [401, 402],
    );
  });

  it('lead with the survey of the place that the list of a folder above has first', () => {
    const lowSince = (mood: number) => ({ levelChange: { weeksAgo: 4, mood } });
    const few = { volume: 60, silentDays: [1, 2, 3, 4, 5, 6] };
    const cases: readonly (readonly Partial<SurveySketch>[])[] = [
      [{ shift: -0.2 }, { volume: 900, shift: -0.4 }],
      [lowSince(0.5), { volume: 900, ...lowSince(0.3) }],
      [
        { ...lowSince(0.5), indexType: 'NPS' },
        { volume: 900, ...lowSince(0.3) },
      ],
      [{ volume: 900, silentDays: [4, 5, 6, 7] }, { silentDays: [5, 6, 7] }],
      [{ volume: 900 }, {}],
      [few, {}],
      [few, { hasHistory: false }],
      [{ volume: 900, openWeeks: 4 }, { openWeeks: 4 }],
    ];
    for (const sketches of cases) {
      const store = storeOf(...sketches);
      const region = folderViewOf(
        createReport({
          key: 40,
          name: 'Region',
          folders: [
            { key: 41, name: 'Store', surveys: surveysOf(sketches) },
            { key: 42, name: 'Kiosk', surveys: [{ key: 421, name: 'Kiosk?' }] },
          ],
        }),
      );
      const listed = region.sections
        .flatMap(({ rows }) => rows.filter(({ folder }) => folder === 41))
        .map(({ survey }) => survey);
      const { surveys } = placeViewOf(store);
      assert.deepEqual(
        surveys.map(({ survey }) => survey),
        listed,
        JSON.stringify(sketches),
      );
    }
  });

  it('have their position, and their question in quotation marks, where there are several', () => {
    const several = placeViewOf(storeOf({}, { volume: 600 })).surveys;
    assert.deepEqual(
      several.map(({ question, position }) => [
        question,
        position.replace(/ [\d,]+ responses.*/, ' …'),
      ]),
      [
        ['“Survey 1?”', 'Survey 1 · …'],
        ['“Survey 2?”', 'Survey 2 · …'],
      ],
    );
    assert.deepEqual([surveyOf(USUAL).question, surveyOf(USUAL).position], ['Survey 1?', '']);
  });

  it('are at most a hundred, and the others are counted', () => {
    const many = (count: number) =>
      storeOf(...Array.from({ length: count }, () => ({ volume: 12 })));
    const limited = placeViewOf(many(101));
    assert.equal(limited.surveys.length, 100);
    assert.match(limited.remarks[0] ?? '', /\b1\b/);
    const all = placeViewOf(many(100));
    assert.deepEqual([all.surveys.length, all.remarks], [100, []]);
  });
});

describe('a survey', () => {
  it('has a figure and the parts of its week, except with few responses or without a signal', () => {
    assert.deepEqual(
      entriesOf((report) => surveyOf(report).figure?.text ?? null),
      [
        ['usual', '67'],
        ['new', '49'],
        ['still', '46'],
        ['recovered', '67'],
        ['better', '79'],
        ['noSignal', null],
        ['newPlace', '69'],
        ['few', null],
        ['unknown', '67'],
      ],
    );
    assert.deepEqual(
      entriesOf((report) => surveyOf(report).buttons !== null),
      Object.keys(EACH_STATE).map((state) => [state, state !== 'noSignal' && state !== 'few']),
    );
  });

  it('has its kind, its uncertainty, its level and its usual responses beside the figure', () => {
    const figure = surveyOf(USUAL).figure;
    assert.deepEqual(
      [figure?.label, figure?.uncertainty, figure?.compared, figure?.usualResponses],
      ['Happy Index · 4 buttons', '± 1', 'usually 63–75', 'usually 1,243'],
    );
    assert.equal(surveyOf(withSurvey(USUAL, { halfWidth: null })).figure?.uncertainty, '');
    assert.equal(surveyOf(withSurvey(USUAL, { volume: null })).figure?.usualResponses, '');
    const volume = surveyWeekOf(USUAL).volume;
    assert.ok(volume !== null);
    const unknown = withSurvey(USUAL, { volume: { ...volume, usual: null } });
    assert.equal(surveyOf(unknown).figure?.usualResponses, '');
    const average = surveyOf(storeOf({ indexType: 'AVERAGE' })).figure;
    assert.match(average?.text ?? '', /^3\.\d\d \/ 4$/);
  });

  it('has a figure and buttons from ten responses on', () => {
    const of = (data: readonly number[]) =>
      surveyOf(
        withSurvey(EACH_STATE.newPlace, {
          data,
          responses: data.reduce((sum, count) => sum + count, 0),
        }),
      );
    const [few, enough] = [of([2, 2, 2, 3]), of([2, 2, 3, 3])];
    assert.deepEqual([few.figure, few.buttons], [null, null]);
    assert.ok(enough.figure !== null && enough.buttons !== null);
    assert.equal(surveyOf(withSurvey(USUAL, { index: null })).figure, null);
  });

  it('of a small place has the figure of its four weeks', () => {
    const { level } = surveyWeekOf(FALLEN);
    const fourWeeks = { index: 42.4, responses: 40, difference: -20, z: -4 };
    const small = withSurvey(FALLEN, {
      responses: 8,
      data: [2, 2, 2, 2],
      level: { ...level, basis: 'fourWeeks', fourWeeks, z: null },
    });
    const { figure, buttons } = surveyOf(small);
    assert.deepEqual(
      [figure?.text, figure?.label, figure?.uncertainty],
      ['42', 'Happy Index · 4 buttons · Last four weeks', ''],
    );
    assert.equal(buttons, null);
  });

  it('has what to check where it is silent', () => {
    assert.deepEqual(
      entriesOf((report) => surveyOf(report).checks?.items.length ?? 0),
      Object.keys(EACH_STATE).map((state) => [state, state === 'noSignal' ? 3 : 0]),
    );
  });

  it('has the weeks with its level, and a range as usual alone', () => {
    assert.deepEqual(
      entriesOf((report) => {
        const { trend } = surveyOf(report);
        return [trend?.band?.label ?? '', ...(trend?.levels ?? []).map(({ label }) => label)];
      }),
      [
        ['usual', ['usually 63–75']],
        ['new', ['', '69 until week 45']],
        ['still', ['', '69 until week 41']],
        ['recovered', ['', 'usually 69', 'was 50']],
        ['better', ['', '69 until week 45']],
        ['noSignal', ['']],
        ['newPlace', ['']],
        ['few', ['']],
        ['unknown', ['']],
      ],
    );
    assert.deepEqual(
      [surveyOf(USUAL).trend?.note, surveyOf(FALLEN).trend?.note],
      ['Blue band: usual range.', ''],
    );
    const unmeasured = surveyWeekOf(USUAL).trend.map((week) => ({ ...week, index: null }));
    assert.equal(surveyOf(withSurvey(USUAL, { trend: unmeasured })).trend, null);
    assert.equal(surveyOf(storeOf({ indexType: 'CES' })).trend, null);
  });

  it('colours its weeks by their distance from its level in parts of its own scale', () => {
    const { trend } = surveyOf(storeOf({ indexType: 'AVERAGE', shift: -0.2 }));
    // 0.6 of 3 points.
    assert.equal(trend?.points.at(-1)?.heat, -2);
    assert.deepEqual([trend.axis.min, trend.axis.max], [1, 4]);
  });
});

describe('the days of a survey', () => {
  const daysOf = (report: Report) => surveyOf(report).days ?? assert.fail();

  it('have their names, figures and intervals', () => {
    const [monday] = daysOf(USUAL).days;
    const day = surveyWeekOf(USUAL).days[0] ?? assert.fail();
    assert.deepEqual([monday?.date, monday?.label, monday?.name], ['2026-11-09', 'Mon', 'Mon 9']);
    assert.deepEqual(
      [monday?.value, monday?.responses, monday?.isFew],
      [day.index, day.responses, false],
    );
    const { value, lower, upper } = monday ?? assert.fail();
    assert.ok(value !== null && lower !== null && upper !== null && lower < value);
    assert.ok(Math.abs(value - lower - (upper - value)) < 1e-9);
  });

  it('have no interval with fewer than ten responses', () => {
    const week = surveyWeekOf(USUAL);
    const days = week.days.map((day, i) =>
      i > 1 ? day : { ...day, data: [2, 2, 2, 3 + i], responses: 9 + i },
    );
    const [few, enough] = daysOf(withSurvey(USUAL, { days })).days;
    assert.deepEqual([few?.isFew, few?.lower, few?.upper], [true, null, null]);
    assert.ok(enough?.isFew === false && enough.lower !== null && enough.upper !== null);
    assert.notEqual(few?.value, null);
  });

  it('have the level as a line, and as usual the range', () => {
    const { usual, lower, upper } = surveyWeekOf(USUAL).level;
    assert.deepEqual([daysOf(USUAL).usual, daysOf(USUAL).band], [usual, { lower, upper }]);
    assert.deepEqual(
      [daysOf(USUAL).title, daysOf(USUAL).note],
      ['Day by day', 'Line: usual level, 69.'],
    );
    assert.deepEqual([daysOf(FALLEN).band, daysOf(FALLEN).showsCounts], [null, false]);
    assert.equal(daysOf(EACH_STATE.unknown).note, '');
    const { level } = surveyWeekOf(USUAL);
    for (const unknown of [{ lower: null }, { upper: null }])
      assert.equal(daysOf(withSurvey(USUAL, { level: { ...level, ...unknown } })).band, null);
  });

  it('show numbers of responses with the usual ones where an index would have too few', () => {
    const { showsCounts, title, note, days, description } = daysOf(FEW);
    assert.deepEqual([showsCounts, title, note], [true, 'Responses by day', 'Line: usual.']);
    assert.ok(days.every(({ usualCount }) => usualCount !== null));
    assert.match(
      description,
      /^Responses by day: Mon 9: no responses, .* and Sun 15: 3 responses\.$/,
    );
    const attention = { ...FEW.summary.attention, entries: [] };
    const unknown = daysOf({ ...FEW, summary: { ...FEW.summary, attention } });
    assert.deepEqual([unknown.note, unknown.days[0]?.usualCount], ['', null]);
  });

  it('are read out with their index and responses', () => {
    const week = surveyWeekOf(USUAL);
    const days = week.days.map((day, i) =>
      i === 1 ? { ...day, index: null, responses: 4 } : i === 2 ? { ...day, responses: 0 } : day,
    );
    const { description } = daysOf(withSurvey(USUAL, { days }));
    assert.match(description, /^Happy Index by day: Mon 9: \d+ \(\d+ responses\), /);
    assert.match(description, /, Tue 10: 4 responses, /);
    assert.match(description, /, Wed 11: no responses, /);
  });

  it('of a told silence are marked, other days without responses are not', () => {
    const { days, note } = daysOf(SILENT);
    assert.equal(days.map(({ isSilent }) => Number(isSilent)).join(''), '0001111');
    assert.equal(note, 'Hatched: no responses.');
    const untold = daysOf(withSurvey(SILENT, { silent: null }));
    assert.ok(untold.days.every(({ isSilent }) => !isSilent));
    const silent = surveyWeekOf(SILENT).silent;
    assert.ok(silent !== null);
    const two = daysOf(withSurvey(SILENT, { silent: { ...silent, days: 2 } }));
    assert.equal(two.days.map(({ isSilent }) => Number(isSilent)).join(''), '0001100');
    const early = daysOf(withSurvey(SILENT, { silent: { ...silent, fromDay: 2, days: 3 } }));
    assert.equal(early.days.map(({ isSilent }) => Number(isSilent)).join(''), '0001000');
  });

  it('that were not over when the data were read are missing, not empty', () => {
    // 18:00 in Helsinki on Saturday, the sixth day.
    const report = { ...SILENT, asOf: '2026-11-14T16:00:00Z' };
    const { days } = daysOf(report);
    assert.equal(days.map(({ isMissing }) => Number(isMissing)).join(''), '0000011');
    assert.deepEqual(
      days.slice(-3).map(({ countText }) => countText),
      ['0', 'missing', 'missing'],
    );
    assert.ok(
      daysOf({ ...USUAL, asOf: '2026-11-14T16:00:00Z' }).days.every((day) => !day.isMissing),
    );
    // Sunday ends at 22:00 UTC.
    const isMissing = (asOf: string) => daysOf({ ...SILENT, asOf }).days.at(-1)?.isMissing;
    assert.equal(isMissing('2026-11-15T21:59:59Z'), true);
    assert.equal(isMissing('2026-11-15T22:00:00Z'), false);
  });

  it('are left out where no day has responses and for an unknown kind', () => {
    assert.equal(surveyOf(storeOf({ silentWeeks: [0] })).days, null);
    assert.equal(surveyOf(storeOf({ indexType: 'CES' })).days, null);
  });
});

describe('the options of a survey', () => {
  it('are the six with the most presses, with those of the week before', () => {
    const { painPoints, highlights } = surveyOf(FALLEN);
    assert.deepEqual([painPoints?.title, highlights?.title], ['Pain points', 'Highlights']);
    assert.equal(painPoints?.options.length, 6);
    const [option] = painPoints.options;
    const [stored] = surveyWeekOf(FALLEN).painPoints ?? [];
    assert.ok(option !== undefined && stored !== undefined);
    assert.deepEqual(
      [option.key, option.name, option.presses, option.before],
      [stored.key, stored.name, stored.responses, stored.previousResponses],
    );
    assert.equal(option.pressesText, String(stored.responses));
    assert.deepEqual(
      [painPoints.note, painPoints.empty],
      ['Presses this week; tick: last week.', ''],
    );
  });

  it('are said to be none, or not to be known', () => {
    const listOf = (painPoints: SurveyWeek['painPoints']) => {
      const { note, options, empty } =
        surveyOf(withSurvey(FALLEN, { painPoints })).painPoints ?? assert.fail();
      return [note, options.length, empty];
    };
    assert.deepEqual(listOf([]), ['', 0, 'No pain points were named.']);
    assert.deepEqual(listOf(null), ['', 0, 'Could not be read this week.']);
    assert.deepEqual(
      surveyOf(withSurvey(FALLEN, { highlights: [] })).highlights?.empty,
      'No highlights were named.',
    );
  });

  it('without a name are named so', () => {
    const [stored] = surveyWeekOf(FALLEN).painPoints ?? [];
    assert.ok(stored !== undefined);
    const painPoints = [{ ...stored, name: '' }];
    assert.equal(
      surveyOf(withSurvey(FALLEN, { painPoints })).painPoints?.options[0]?.name,
      'Without a name',
    );
  });

  it('that are the reason are marked in their list', () => {
    const presses = { presses: 9, previousPresses: 2, listPresses: 40 };
    const reasonsWith = (kind: 'painPoint' | 'highlight', key: number) => {
      const option = { key, name: 'Queue' };
      const view = surveyOf(withSurvey(FALLEN, { reason: { kind, option, ...presses } }));
      return [view.painPoints, view.highlights].map((list) =>
        (list?.options ?? []).filter(({ isReason }) => isReason).map((other) => other.key),
      );
    };
    assert.deepEqual(reasonsWith('painPoint', 2), [[2], []]);
    assert.deepEqual(reasonsWith('highlight', 102), [[], [102]]);
    assert.deepEqual(reasonsWith('highlight', 2), [[], []]);
    const hours = { kind: 'weekday', at: 2, responses: 30, index: 40, usual: 60 } as const;
    const other = surveyOf(withSurvey(FALLEN, { reason: hours })).painPoints;
    assert.ok(other !== null);
    assert.ok(other.options.every(({ isReason }) => !isReason));
  });

  it('are left out of a survey as usual beside others, and of one without a figure', () => {
    const [fallen, usual] = placeViewOf(storeOf({ shift: -0.3 }, {})).surveys;
    assert.deepEqual([fallen?.painPoints === null, usual?.painPoints === null], [false, true]);
    assert.deepEqual([fallen?.highlights === null, usual?.highlights === null], [false, true]);
    assert.notEqual(surveyOf(USUAL).painPoints, null);
    for (const report of [SILENT, FEW]) {
      const { painPoints, highlights } = surveyOf(report);
      assert.deepEqual([painPoints, highlights], [null, null]);
    }
  });
});
