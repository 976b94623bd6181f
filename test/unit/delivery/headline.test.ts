// The finding of a report in one line, as events and programs get it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Report } from '../../../lib/domain/report.ts';
import { createHeadline } from '../../../lib/delivery/report-message.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import {
  createEmptyReport,
  createPartialReport,
  createReport,
  createStoreReport,
  listReportKinds,
} from '../../support/test-reports.ts';
import { readVersion2Report, VERSION_2_REPORTS } from '../../support/version-2-reports.ts';

const ALL_CLEAR = /as usual|Nothing needs a call|No new trouble/i;

function messageOf(report: Report, locale = 'en'): string {
  return createHeadline(report, locale);
}

/** Five stores, of which the given number fell in the last week. */
function regionWith(fallen: number): Report {
  return createReport({
    key: 20,
    name: 'Finland',
    folders: Array.from({ length: 5 }, (_, i) => ({
      key: 100 + i,
      name: `Store ${i + 1}`,
      surveys: [{ key: 1000 + i, name: 'How was it?', volume: 900, shift: i < fallen ? -0.45 : 0 }],
    })),
  });
}

function partial(report: Report): Report {
  const problem = {
    code: 'UPSTREAM_TIMEOUT',
    folder: 100,
    survey: 1000,
    message: 'The alerts of this folder are missing: the reporting API did not respond in time.',
    missing: true,
  };
  return { ...report, status: 'partial', problems: [problem] };
}

describe('the headline of a report', () => {
  it('says that a whole place is silent when each of its surveys is', () => {
    const placeWith = (...silentDays: readonly (readonly number[])[]) =>
      createReport({
        key: 7,
        name: 'Store',
        surveys: silentDays.map((days, i) => ({
          key: 70 + i,
          name: `Question ${i + 1}`,
          volume: 700,
          silentDays: days,
        })),
      });
    assert.match(
      messageOf(placeWith([4, 5, 6, 7], [5, 6, 7])),
      / · No responses from the whole place since Friday \(\d+ are usual by Sunday\): closed or offline\?$/,
    );
    assert.doesNotMatch(messageOf(placeWith([4, 5, 6, 7], [])), /whole place/);
  });

  it('states the finding of a store with its usual range and its responses', () => {
    const usualReport = createStoreReport(1);
    assert.match(
      messageOf(usualReport),
      / – week 46, 2026 · \d+, as usual \(\d+–\d+\)\. · [\d,]+ responses/,
    );
    const fallenReport = createReport({
      key: 7,
      name: 'Store',
      surveys: [{ key: 70, name: 'How was it?', volume: 900, shift: -0.45 }],
    });
    assert.match(messageOf(fallenReport), / · \d+, was \d+\. New this week\. · [\d,]+ responses/);
  });

  it('states the finding of a region from its list, and from what its places have in common', () => {
    assert.match(
      messageOf(regionWith(3)),
      /^Finland – week 46, 2026 · \d+, usually \d+: because of Store 3 and Store 2 \(−[\d.]+\u00a0of\u00a0−[\d.]+\)\.$/,
    );
    const region = regionWith(3);
    const groups = region.summary.groups.map((group) => {
      const level = { ...group.level, state: 'usual', verdict: 'usual' } as const;
      return { ...group, common: null, level };
    });
    const withoutLowGroup = { ...region, summary: { ...region.summary, groups } };
    assert.match(
      messageOf(withoutLowGroup),
      /^Finland – week 46, 2026 · 3 of 5 places fell this week\. Call Store \d and Store \d\.$/,
    );
  });

  it('says that no place of a complete region needs attention', () => {
    assert.match(messageOf(regionWith(0)), ALL_CLEAR);
  });

  it('says first that data of a partial report are missing, and never that all is well', () => {
    for (const report of [createStoreReport(1), regionWith(0), regionWith(2)].map(partial)) {
      const message = messageOf(report);
      assert.match(message, /^[^·]* · Part of this week’s data is missing · /);
      assert.doesNotMatch(message, ALL_CLEAR);
    }
    assert.match(messageOf(partial(regionWith(2))), / · \d+, usually \d+: because of Store /);
  });

  it('gives no verdict for a report of version "2", and none where places of a region have none', () => {
    for (const name of VERSION_2_REPORTS) {
      const message = messageOf(readVersion2Report(name));
      assert.match(message, / · Happy Index \d+\.( ·|$)/);
      assert.doesNotMatch(message, ALL_CLEAR);
    }
    const mergedRegion = regionWith(0);
    const problem = { code: 'SIGNALS_MISSING', folder: 100, message: 'Earlier.', missing: false };
    assert.doesNotMatch(messageOf({ ...mergedRegion, problems: [problem] }), /No place|All \d/);
  });

  it('is written in the language of the reader', () => {
    const prefixes = LANGUAGES.map((language) => {
      const [, , finding = ''] = messageOf(partial(regionWith(2)), language).split(' · ');
      return finding.slice(0, 8);
    });
    assert.equal(new Set(prefixes).size, LANGUAGES.length);
  });

  it('reports that there were no responses, and has no figures when no data was read', () => {
    assert.match(
      messageOf(createEmptyReport()),
      /2026 · No responses for 2 weeks \(34 a week before\): check the device\.$/,
    );
    const { summary, ...rest } = createPartialReport();
    const unreadReport: Report = { ...rest, surveys: [], summary: { ...summary, groups: [] } };
    assert.match(
      messageOf(unreadReport),
      /^Tampere – week 46, 2026 · Part of this week’s data is missing/,
    );
  });

  it('is one line without isolates or control characters for any names', () => {
    for (const [kind, report] of listReportKinds()) {
      const name = `${report.folder.name}\n\u202eevil\u0007 ${'x'.repeat(999)}`;
      const message = messageOf({ ...report, folder: { ...report.folder, name } }, 'ar');
      assert.doesNotMatch(message, /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/, kind);
      assert.ok(message.length < 700, kind);
    }
  });
});
