// The views of a region and of a place as a person reads them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Report } from '../../../lib/domain/report.ts';
import { createReportView } from '../../../lib/view/create-report-view.ts';
import { assertGolden } from '../../support/golden.ts';
import { localizationOf } from '../../support/report-views.ts';
import { createRegionReport, createStoreReport } from '../../support/test-reports.ts';

/** Not read: weeks and points of charts, colours, and what a row says again. */
const UNREAD = new Set([
  'points',
  'days',
  'ticks',
  'colour',
  'heat',
  'shortReason',
  'briefReason',
  'line',
  'description',
]);

/** The texts, those of an object without further ones in one line. */
function toLines(value: unknown, name: string, indent = ''): readonly string[] {
  if (typeof value === 'string' && value !== '') return [`${indent}${name}: ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value).filter(([key]) => !UNREAD.has(key));
  const inner = members.flatMap(([key, member]) => toLines(member, key, `${indent}  `));
  if (members.some(([, member]) => toLines(member, '').length > 0 && typeof member === 'object'))
    return [`${indent}${name}:`, ...inner];
  const texts = members.filter(([, member]) => typeof member === 'string' && member !== '');
  return toLines(texts.map(([, text]) => String(text)).join(' · '), name, indent);
}

function textOf(report: Report, language = 'en'): string {
  return `${Object.entries(createReportView(report, localizationOf(report, language)))
    .flatMap(([name, part]) => toLines(part, name))
    .join('\n')}\n`;
}

describe('the view of a report', () => {
  it('of a region matches test/golden/view-region.txt', () => {
    assertGolden('view-region.txt', textOf(createRegionReport(9)));
  });

  it('of a place matches test/golden/view-place.txt', () => {
    assertGolden('view-place.txt', textOf(createStoreReport(2)));
  });

  it('has no spaces between sentences in Japanese', () => {
    for (const report of [createRegionReport(9), createStoreReport(2)])
      assert.doesNotMatch(textOf(report, 'ja'), /。 (?!·)/);
  });
});
