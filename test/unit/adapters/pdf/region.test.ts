// Reports of folders with subfolders and several kinds of index.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from '../../../../lib/adapters/pdf/page-elements.ts';
import { layoutPages, createLayoutContext } from '../../../../lib/adapters/pdf/layout.ts';
import type { Report, SurveyAlert } from '../../../../lib/domain/report.ts';
import type { Entry } from '../../../../lib/domain/signals/model.ts';
import { missingMessage } from '../../../../lib/domain/problems.ts';
import { triggerText } from '../../../../lib/i18n/report-texts/alert-texts.ts';
import { messagesFor } from '../../../../lib/i18n/catalogues.ts';
import { folderHeadline } from '../../../../lib/i18n/report-texts/folder-headline.ts';
import type { FolderSketch, SurveySketch } from '../../../support/test-reports.ts';
import {
  createEmptyReport,
  createRegionReport,
  createReport,
  createStoreReport,
} from '../../../support/test-reports.ts';
import { linesOf, textOf } from './page-text.ts';

const NO_PAGE: Page = { width: 0, height: 0, direction: 'ltr', parts: [] };
const A4 = { locale: 'en', paper: 'A4' } as const;

function pagesOf(report: Report): readonly Page[] {
  return layoutPages(report, createLayoutContext(report, A4));
}

const OPEN = { alertType: 'negative', from: 150, to: null } as const;
const OVER = { alertType: 'negative', from: -5, to: 3 } as const;

/** Two continents with surveys two levels below, of two kinds with clear changes. */
function companyReport(changes: Partial<FolderSketch> = {}): Report {
  return createReport({
    key: 1,
    name: 'Northwind Markets',
    folders: [
      {
        key: 20,
        name: 'Asia',
        folders: [
          {
            key: 210,
            name: 'Ward',
            surveys: [
              { key: 3001, name: 'Hidden', volume: 900, shift: -0.25, alerts: [OPEN, OVER] },
              {
                key: 3002,
                name: 'Reversed',
                feedbackScale: 'FIVE_REVERSED',
                volume: 1500,
                shift: 0.2,
              },
            ],
          },
        ],
      },
      {
        key: 30,
        name: 'Oceania',
        folders: [{ key: 310, name: 'Shop', surveys: [{ key: 3003, name: 'Still', volume: 0 }] }],
      },
    ],
    ...changes,
  });
}

describe('the kinds of a front page', () => {
  it('shows each kind as one row, in the order of their responses, with usual level and state', () => {
    const lines = textOf(pagesOf(companyReport())).split('\n');
    const [, head, ...rows] = lines.slice(lines.indexOf('By kind of index'));
    assert.equal(head, 'Kind Index Usual Verdict Responses Last 13 weeks');
    const responses = rows.slice(0, 6).flatMap((row) => {
      const [, n] = / ([\d,]+)$/.exec(row) ?? [];
      return n === undefined ? [] : [Number(n.replaceAll(',', ''))];
    });
    assert.ok(responses.length > 1);
    assert.deepEqual(
      responses,
      responses.toSorted((a, b) => b - a),
    );
  });
});

describe('the totals below the header', () => {
  const totals = (report: Report): string | undefined =>
    linesOf(pagesOf(report)[0] ?? NO_PAGE).find((line) => / surveys? {2}· {2}/.test(line));

  it('count responses, surveys with responses and alerts of all subfolders', () => {
    const report = companyReport();
    const { formats } = createLayoutContext(report, A4);
    const { responses, previousResponses } = report.summary;
    const change = formats.signedShare((responses - previousResponses) / previousResponses);
    assert.equal(
      totals(report),
      `${formats.count(responses)} responses (${change}) from 2 of 3 surveys  ·  2 alerts (1 started, 1 carried over), 1 still open`,
    );
    assert.match(
      totals(createRegionReport(5)) ?? '',
      / from 7 surveys {2}· {2}2 alerts \(2 started/,
    );
  });

  it('never report unread alerts as none', () => {
    const quiet = createRegionReport(1);
    assert.match(totals(quiet) ?? '', /· {2}no alerts$/);
    assert.match(
      totals({ ...quiet, status: 'partial' }) ?? '',
      /· {2}no alerts in what could be read$/,
    );
  });

  it('shows the totals for folders with subfolders only', () => {
    assert.equal(totals(createStoreReport(3)), undefined);
    assert.equal(totals(createEmptyReport()), undefined);
  });
});

describe('a survey in a deeper folder', () => {
  it('is named by its folder and question, never by a key', () => {
    const text = textOf(pagesOf(companyReport()));
    assert.doesNotMatch(text, /Survey \d+|Folder \d+/);
  });
});

describe('the list of a region', () => {
  const fallen = { levelChange: { weeksAgo: 0, mood: 0.3 } };
  const sketches: readonly Partial<SurveySketch>[] = [
    ...Array.from({ length: 9 }, () => fallen),
    { levelChange: { weeksAgo: 9, mood: 0.35 } },
    { silentWeeks: [0] },
    { levelChange: { weeksAgo: 6, mood: 0.3, weeks: 6 } },
    { levelChange: { weeksAgo: 2, mood: 0.95 } },
    ...Array.from({ length: 30 }, () => ({})),
  ];
  const report = createReport({
    key: 20,
    name: 'Finland',
    folders: sketches.map((sketch, i) => ({
      key: 100 + i,
      name: `Store ${String(i + 1)}`,
      surveys: [{ key: 1000 + i, name: 'How was it?', volume: 400, ...sketch }],
    })),
  });
  const lines = textOf(pagesOf(report)).split('\n');

  it('is headed by what concerns the most places, never by one of them', () => {
    const { headline } = folderHeadline(report, createLayoutContext(report, A4));
    assert.notEqual(headline, '');
    assert.ok(lines.slice(0, 6).includes(headline), lines.slice(0, 6).join('\n'));
  });

  it('has a section for each state, in the order of calls', () => {
    const states: readonly string[] = Object.values(messagesFor('en').signals.states);
    assert.deepEqual(
      lines.filter((line) => states.includes(line)),
      ['New', 'No signal', 'Still low', 'Recovered', 'Better'],
    );
  });

  it('names the places of a section that it does not show in full', () => {
    const also = lines.filter((line) => line.startsWith('Also: '));
    assert.equal(also.length, 1);
    assert.match(also[0] ?? '', /^Also: Store \d \d+ \(was \d+\) and Store \d \d+ \(was \d+\)\.$/);
  });

  it('has the level compared with beside a state, and a range beside no state but "as usual"', () => {
    const from = lines.findIndex((line) => line.startsWith('Places directly below'));
    const rows = lines
      .slice(from)
      .filter((line) => /^Store \d+ .*(New|Still low|As usual)/.test(line));
    assert.ok(rows.length >= 15);
    for (const row of rows) {
      assert.match(
        row,
        row.includes('As usual') ? /^Store \d+ \d+ \d+–\d+ As/ : /^Store \d+ \d+ \d+ [NS]/,
      );
    }
  });
});

describe('the places with few responses', () => {
  const [place, ...others] = Array.from({ length: 60 }, (_, i) => i + 1);
  assert.ok(place !== undefined);
  const region = createReport({
    key: 20,
    name: 'Finland',
    folders: [place, ...others].map((key) => ({
      key,
      name: `Store ${String(key)}`,
      surveys: [{ key: 1000 + key, name: 'How was it?', volume: 300 }],
    })),
  });

  const textWith = (state: Entry['state']): string => {
    const { attention } = region.summary;
    const entry: Entry = {
      ...{ state, strength: 5, impact: 172, material: false, held: false, also: [], weak: false },
      ...{
        folder: { key: place, name: 'Store 1' },
        path: ['Finland'],
        timeZone: 'Europe/Helsinki',
      },
      ...{ survey: { key: 1000 + place, name: 'How was it?' } },
      ...{ indexType: 'HAPPY', feedbackScale: 'FOUR', peerFolder: null, relative: null },
      ...{ common: null, p: [], usual: [], reason: null, trend: [] },
      figures: {
        ...{ index: 60, usual: 70, was: null, responses: 128, since: null, weeks: 1 },
        ...{ basis: 'week', lossWeek: null, lossTotal: null, fromDay: null, days: null },
        ...{ ongoing: null, expected: null, silentWeeks: null, weekBeforeEmpty: false },
        ...{ badMinutes: 0, volumeUsual: 300, volumeWeeks: 1, ratio: 0.43 },
      },
    };
    const summary = { ...region.summary, attention: { ...attention, entries: [entry] } };
    const lines = textOf(pagesOf({ ...region, summary })).split('\n');
    const start = lines.indexOf('Few or no responses');
    return start === -1 ? '' : lines.slice(start, start + 3).join('\n');
  };

  it('are those that the list has for their number of responses', () => {
    assert.match(textWith('volumeLow'), /Store 1 How was it\? 128 responses, usually 300$/);
    assert.equal(textWith('new'), '');
  });
});

describe('the reasons of a change', () => {
  const totalsOf = (indexType: string): readonly string[] => {
    const report = createReport({
      key: 20,
      name: 'Finland',
      folders: Array.from({ length: 6 }, (_, i) => ({
        key: 100 + i,
        name: `Store ${String(i + 1)}`,
        surveys: [{ key: 1000 + i, name: 'How?', indexType, volume: 900, shift: -0.1 * i }],
      })),
    });
    const lines = textOf(pagesOf(report)).split('\n');
    const rows = lines.slice(
      lines.findIndex((line) => line.startsWith('Why the index changed')) + 2,
    );
    const end = rows.findIndex((line) => line.startsWith('All places together'));
    return rows.slice(0, end + 1).map((row) => row.split(' ').at(-1) ?? '');
  };

  it('add up as they are printed', () => {
    for (const [indexType, decimals] of [
      ['HAPPY', 1],
      ['NPS', 1],
      ['AVERAGE', 3],
    ] as const) {
      const texts = totalsOf(indexType);
      for (const text of texts) assert.match(text, new RegExp(`^[+−]?\\d+\\.\\d{${decimals}}$`));
      const totals = texts.map((text) => Number(text.replace('−', '-')));
      const sum = totals.slice(0, -1).reduce((a, b) => a + b, 0);
      // Each number is rounded once.
      const error = (totals.length / 2) * 10 ** -decimals;
      assert.ok(Math.abs(sum - (totals.at(-1) ?? NaN)) <= error, texts.join(' '));
    }
  });
});

describe('a place with two surveys of one kind', () => {
  const regionOf = (stores: number): readonly Page[] =>
    pagesOf(
      createReport({
        key: 20,
        name: 'Finland',
        folders: Array.from({ length: stores }, (_, i) => ({
          key: 100 + i,
          name: `Store ${String(i + 1)}`,
          surveys: [
            { key: 1000 + i, name: 'How clean was it?', volume: 900, shift: i === 0 ? -0.45 : 0 },
            ...(i === 0
              ? [{ key: 2000, name: 'How was the checkout?', volume: 900, shift: -0.6 }]
              : []),
          ],
        })),
      }),
    );

  it('is named with the question in the ranking', () => {
    const lines = textOf(regionOf(5)).split('\n');
    const [from, to] = ['Ranking', 'Parts of the week'].map((title) =>
      lines.findIndex((line) => line.startsWith(title)),
    );
    const questions = lines.slice(from, to).filter((line) => /^How .*\?$/.test(line));
    assert.deepEqual(questions.toSorted(), ['How clean was it?', 'How was the checkout?']);
  });

  it('is named with the question in the funnel', () => {
    const alts = regionOf(24).flatMap(({ parts }) =>
      parts.flatMap(({ element }) => element?.alt ?? []),
    );
    const alt = alts.find((text) => text.startsWith('Happy Index by number of responses')) ?? '';
    assert.match(alt, /Store 1 · How clean was it\? \(far below\)/);
  });
});

describe('the alerts by place', () => {
  const sectionOf = (report: Report): readonly string[] => {
    const lines = textOf(pagesOf(report)).split('\n');
    const start = lines.indexOf('Alerts by place');
    return start === -1 ? [] : lines.slice(start + 1, start + 4);
  };

  it('are one row for each folder below that had any, closed ones included', () => {
    const [head, first, next] = sectionOf(companyReport());
    assert.equal(head, 'Place Alerts In alarm Longest Still open');
    assert.equal(first, 'Asia 2 1 21h 1');
    assert.doesNotMatch(next ?? '', /^Oceania/);
    const closedAlert = { ...OVER, to: 40 };
    const report = createReport({
      key: 1,
      name: 'Company',
      folders: ['Calm', 'Loud'].map((name, i) => ({
        key: 20 + i,
        name,
        surveys: [
          { key: 200 + i, name: 'How?', volume: 300, alerts: [i === 0 ? OVER : closedAlert] },
        ],
      })),
    });
    assert.deepEqual(sectionOf(report).slice(1), ['Loud 1 1 40h 0', 'Calm 1 1 3h 0']);
  });

  it('are no section of a week without alerts', () => {
    assert.doesNotMatch(textOf(pagesOf(createRegionReport(1))), /^Alerts/m);
  });
});

describe('a row of alerts', () => {
  const limitOf = (thresholdType: 'under' | 'over', actual: number, from: number) => ({
    alertType: 'indexThreshold',
    from,
    to: thresholdType === 'under' ? from + 1 : null,
    parameters: { thresholdType, threshold: 50, actual },
  });
  // Every other alert is of the same specification.
  const otherSpecification = { alertType: 'negative', from: 0, to: 1 };
  const report = createReport({
    key: 5,
    name: 'Store',
    surveys: [
      {
        key: 50,
        name: 'How was it?',
        volume: 300,
        followUps: { painPoints: [], highlights: [] },
        alerts: [
          limitOf('under', 31, 10),
          otherSpecification,
          limitOf('under', 42, 20),
          otherSpecification,
          limitOf('over', 95, 30),
          otherSpecification,
          limitOf('over', 90, 40),
        ],
      },
    ],
  });

  it('has the worst moment and the open alert of its own direction only', () => {
    const rows = textOf(pagesOf(report)).match(/^Index limit.*$/gm) ?? [];
    assert.match(
      rows.find((row) => row.includes('bad')) ?? '',
      /· 31, limit 50 bad feedback 2 2h 1h$/,
    );
    assert.match(
      rows.find((row) => row.includes('good')) ?? '',
      /· 95, limit 50 good feedback 2 .* Tue 10 Nov, 06:00$/,
    );
  });
});

describe('a pain point without a name', () => {
  it('is never identified by its key', () => {
    const base = createStoreReport(1);
    const surveys = base.surveys.map((survey) => ({
      ...survey,
      painPoints: (survey.painPoints ?? []).map((option) => ({
        ...option,
        key: 987_654,
        name: '',
      })),
    }));
    const text = textOf(pagesOf({ ...base, surveys }));
    assert.match(text, /^Without a name \d/m);
    assert.doesNotMatch(text, /987.?654/);
  });
});

describe('the trigger of an alert', () => {
  const alert = createStoreReport(1).surveys[0]?.alerts?.[0];
  assert.ok(alert !== undefined);
  const context = createLayoutContext(createStoreReport(1), A4);
  const triggerFor = (parameters: SurveyAlert['parameters']): string =>
    triggerText({ ...alert, alertType: 'negative', parameters }, context);

  it('is short and uses the available parameters', () => {
    const allParameters = { actual: 46.2, threshold: 45, responses: 13, windowMin: 140 };
    assert.equal(triggerFor(allParameters), '46% of 13 in 2h 20m, limit 45%');
    assert.equal(triggerFor({ actual: 46.2, threshold: 45 }), '46%, limit 45%');
    assert.equal(triggerFor({ responses: 13, windowMin: 140 }), '13 responses in 2h 20m');
    assert.equal(triggerFor({}), '');
  });

  it('wraps to a second line before it is cut', () => {
    const report = createStoreReport(1);
    const longWord = 'o'.repeat(20);
    const surveys = report.surveys.map((survey) => ({
      ...survey,
      // Space for the triggers.
      parts: [],
      hours: [],
      painPoints: [],
      highlights: [],
      alarm: null,
      alerts: [
        {
          ...alert,
          alertType: 'trendBreak',
          parameters: { slope: -2.5, over: longWord, until: 'Sunday' },
        },
      ],
    }));
    const text = textOf(pagesOf({ ...report, surveys }));
    assert.match(text, /until Sunday/);
    assert.doesNotMatch(text, /…/);
  });
});

describe('places below a report of version "1"', () => {
  it('have the name of the folder that their report was merged from', () => {
    const report = companyReport();
    const message = missingMessage('survey', 'GET /v1/surveys/3001 timed out');
    const text = textOf(
      pagesOf({
        ...report,
        status: 'partial',
        // A report of version "1" has only the keys of places and quiet surveys.
        summary: {
          ...report.summary,
          places: [],
          attention: { ...report.summary.attention, entries: [] },
        },
        problems: [{ code: 'UPSTREAM_TIMEOUT', folder: 210, survey: 3001, message, missing: true }],
      }),
    );
    assert.match(text, /^Asia – not read$/m);
    assert.match(text, /^Oceania .* No responses this week$/m);
  });
});
