// Reports of folders with subfolders and several kinds of index.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from '../../../../lib/adapters/pdf/page-elements.ts';
import { layoutPages, createLayoutContext } from '../../../../lib/adapters/pdf/layout.ts';
import type { Report, SurveyAlert } from '../../../../lib/domain/report.ts';
import { triggerText } from '../../../../lib/i18n/report-texts/alert-texts.ts';
import type { FolderSketch } from '../../../support/test-reports.ts';
import {
  createEmptyReport,
  createAllKindsReport,
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

function rowsBelow(lines: readonly string[], heading: string): readonly string[] {
  const from = lines.findIndex((line) => line.startsWith(heading));
  return lines.slice(from, from + 5);
}

describe('clear movers', () => {
  it('name the kind of each when there are several', () => {
    const [heading, head, ...rows] = rowsBelow(
      textOf(pagesOf(companyReport())).split('\n'),
      'Clear movers',
    );
    assert.equal(heading, 'Clear movers');
    assert.equal(head, 'Place Kind Worst to best Index Change Responses');
    assert.match(rows[0] ?? '', /^Asia Happy Index · 5 buttons, reversed \d+ \+\d+ [\d,]+$/);
    assert.match(rows[1] ?? '', /^Asia Happy Index · 4 buttons \d+ −\d+ [\d,]+$/);
  });

  it('of one kind among several name it in their heading', () => {
    const rows = rowsBelow(textOf(pagesOf(createRegionReport(5))).split('\n'), 'Clear movers');
    assert.equal(rows[0], 'Clear movers Happy Index · 4 buttons');
    assert.equal(rows[1], 'Place Worst to best Index Change Verdict Responses');
  });
});

describe('the kinds of a front page', () => {
  it('are in the order of their responses', () => {
    for (const report of [companyReport(), createRegionReport(9), createAllKindsReport()]) {
      const lines = linesOf(pagesOf(report)[0] ?? NO_PAGE);
      const counts = lines.flatMap((line) => {
        const [, n] = /([\d,]+) responses?(?: \([^)]*\))?\.(?: |$)/.exec(line) ?? [];
        return n === undefined ? [] : [Number(n.replaceAll(',', ''))];
      });
      assert.ok(counts.length > 1);
      assert.deepEqual(
        counts,
        counts.toSorted((a, b) => b - a),
      );
    }
  });

  it('have their full names above the figures', () => {
    const lines = textOf(pagesOf(companyReport()));
    assert.match(lines, /^Happy Index · 5 buttons,$/m);
    assert.match(lines, /^reversed$/m);
    assert.doesNotMatch(lines, /reve…/);
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

  it('are shown for folders with subfolders only', () => {
    assert.equal(totals(createStoreReport(3)), undefined);
    assert.equal(totals(createEmptyReport()), undefined);
  });
});

describe('a survey in a deeper folder', () => {
  it('is named with its folder, so that it can be found in the JSON', () => {
    const text = textOf(pagesOf(companyReport()));
    assert.match(text, /^Asia Survey 3001 in folder 210 Unhappy responses /m);
    assert.match(text, /^Oceania Survey 3003 in folder 310 7 0$/m);
    assert.doesNotMatch(text, /Survey \d+\b(?! in folder)/);
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
    const over = 'o'.repeat(30);
    const surveys = report.surveys.map((survey) => ({
      ...survey,
      alerts: [
        { ...alert, alertType: 'trendBreak', parameters: { slope: -2.5, over, until: 'Sunday' } },
      ],
    }));
    const text = textOf(pagesOf({ ...report, surveys }));
    assert.match(text, /until Sunday/);
    assert.doesNotMatch(text, /…/);
  });
});
