// Layout rules for all pages: nothing leaves its page and no texts overlap, for any names; and the contents of pages.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anyCharacter, fc } from '../../support/property-settings.ts';
import type { Page } from '../../../lib/adapters/pdf/page-elements.ts';
import type { PageSettings } from '../../../lib/adapters/pdf/layout.ts';
import { layoutPages, createLayoutContext } from '../../../lib/adapters/pdf/layout.ts';
import { NO_LEVEL } from '../../../lib/domain/report-versions.ts';
import type { FolderName, Report } from '../../../lib/domain/report.ts';
import { toColumns } from '../../../lib/domain/signals/leaf-columns.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import {
  listReportKinds,
  createEmptyReport,
  createAllKindsReport,
  createPartialReport,
  createRegionReport,
  createReport,
  createStoreReport,
} from '../../support/test-reports.ts';
import {
  assertInsideMargins,
  assertNoOverlappingTexts,
} from '../../unit/adapters/pdf/page-assertions.ts';
import { linesOf, runsOf, textOf } from '../../unit/adapters/pdf/page-text.ts';

const A4: PageSettings = { locale: 'en', paper: 'A4' };
const LETTER: PageSettings = { locale: 'en', paper: 'Letter' };

const KINDS = listReportKinds();

function pagesOf(report: Report, settings: PageSettings = A4): readonly Page[] {
  return layoutPages(report, createLayoutContext(report, settings));
}

describe('every page', () => {
  for (const [name, report] of KINDS) {
    const pages = pagesOf(report);

    it(`stays inside its margins without overlapping texts in every language: ${name}`, () => {
      for (const locale of LANGUAGES) {
        for (const page of pagesOf(report, { locale, paper: 'A4' })) {
          assertInsideMargins(page);
          assertNoOverlappingTexts(page);
        }
      }
      for (const page of pagesOf(report, LETTER)) {
        assertInsideMargins(page);
        assertNoOverlappingTexts(page);
      }
    });

    it(`has a body, a page number and a title: ${name}`, () => {
      pages.forEach((page, i) => {
        const body = page.parts.filter((part) => part.element !== null);
        assert.ok(runsOf(body).length > 0, 'a page with only a footer');
        const text = linesOf(page).join('\n');
        assert.match(text, new RegExp(`Page ${String(i + 1)} of ${String(pages.length)}`));
        assert.match(
          text,
          /Data as of 16 November 2026 at (18:00 UTC|20:00, Helsinki time) · Revision 1/,
        );
      });
    });

    it(`never ends with a heading: ${name}`, () => {
      for (const page of pages) {
        const lastElement = page.parts.findLast((part) => part.element !== null)?.element;
        assert.ok(lastElement !== undefined && lastElement !== null);
        assert.notEqual(lastElement.scope, 'Column', 'a table’s head alone');
        // A heading without content below it has a note after its title.
        assert.ok(!lastElement.role.startsWith('H'), lastElement.title);
      }
    });
  }
});

describe('any text', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.string({ unit: anyCharacter, maxLength: 80 }),
    fc.string({ unit, maxLength: 300 }),
    fc.string({
      unit: fc.constantFrom(
        ...Array.from('Wﷺé漢กम한8('),
        '\u0301',
        '\u202e',
        'א',
        '👩‍👩‍👧',
        '\ud800',
        '\t',
        ' ',
      ),
    }),
    fc.nat({ max: 2_000 }).map((length) => 'W'.repeat(length)),
  );

  it('stays inside its page without overlapping other texts', () => {
    const bases = [createStoreReport(2), createRegionReport(5), createPartialReport()];
    fc.assert(
      fc.property(
        fc.constantFrom(...bases),
        fc.array(text, { minLength: 4, maxLength: 9 }),
        fc.constantFrom('en', 'ar', 'ja'),
        (base, texts, locale) => {
          for (const page of pagesOf(renamed(base, texts), { locale, paper: 'Letter' })) {
            assertInsideMargins(page);
            assertNoOverlappingTexts(page);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is laid out no more slowly as one word of 100,000 characters than as a hundred words of 1,000', () => {
    const long = renamed(createStoreReport(1), ['x'.repeat(100_000)]);
    const words = renamed(createStoreReport(1), [
      Array.from({ length: 100 }, () => 'y'.repeat(1_000)).join(' '),
    ]);
    const cost = (report: Report): number => {
      const times = Array.from({ length: 7 }, () => {
        // Other work on the machine does not count.
        const before = process.threadCpuUsage();
        pagesOf(report);
        const { user, system } = process.threadCpuUsage(before);
        return (user + system) / 1000;
      });
      return Math.min(...times);
    };
    cost(words);
    assert.ok(cost(long) < 3 * cost(words) + 5);
  });
});

/** The report with its names replaced by these, cyclically. */
function renamed(report: Report, texts: readonly string[]): Report {
  let next = 0;
  const name = (): string => {
    next += 1;
    return texts[next % texts.length] ?? '';
  };
  const folder = <T extends FolderName>(item: T): T => ({ ...item, name: name() });
  const options = <T extends { readonly name: string }>(list: readonly T[]): readonly T[] =>
    list.map((option) => ({ ...option, name: name() }));
  return {
    ...report,
    folder: { ...folder(report.folder), path: report.folder.path.map(folder) },
    problems: report.problems.map((problem) => ({ ...problem, message: name() })),
    surveys: report.surveys.map((survey) => ({
      ...survey,
      question: { ...survey.question, name: name() },
      painPoints: survey.painPoints === null ? null : options(survey.painPoints),
      highlights: survey.highlights === null ? null : options(survey.highlights),
      alerts:
        survey.alerts === null
          ? null
          : survey.alerts.map((alert) => ({
              ...alert,
              alertType: name(),
              parameters: { [name()]: name() },
            })),
    })),
    subfolders: report.subfolders.map(folder),
    ranking: options(report.ranking),
    painPoints: options(report.painPoints),
    highlights: options(report.highlights),
  };
}

describe('the front page', () => {
  it('starts with the reasons why a report is partial', () => {
    const [page] = pagesOf(createPartialReport());
    assert.ok(page !== undefined);
    const lines = linesOf(page);
    const first = lines.findIndex((line) => line.includes('Part of this week’s data is missing'));
    assert.ok(first >= 0 && first < 6, lines.slice(0, 8).join(' | '));
  });

  it('never reports unread alerts as no alerts', () => {
    const text = textOf(pagesOf(createPartialReport()));
    assert.match(text, /could not be read/);
    assert.doesNotMatch(text, /No alerts this week/);
  });

  it('says what was expected of a silent device, and never that nothing is wrong', () => {
    const text = textOf(pagesOf(createEmptyReport()));
    assert.match(text, /No responses for 2 weeks \(\d+ a week before\): check the device/);
    assert.doesNotMatch(text, /A quiet week|Nothing is wrong/);
  });

  it('calls no week quiet in which all devices of a region are silent', () => {
    const region = createReport({
      key: 20,
      name: 'Finland',
      folders: [1, 2].map((i) => ({
        key: 100 + i,
        name: `Store ${String(i)}`,
        surveys: [{ key: 1000 + i, name: 'How was it?', volume: 300, silentWeeks: [0] }],
      })),
    });
    assert.equal(region.status, 'empty');
    const text = textOf(pagesOf(region));
    assert.match(text, /^2 places send nothing: Store 1 and Store 2\.$/m);
    assert.doesNotMatch(text, /A quiet week/);
  });

  it('explains that a week without expected responses is not an error', () => {
    const report = createEmptyReport();
    const surveys = report.surveys.map((survey) => ({ ...survey, silent: null }));
    const { attention } = report.summary;
    const counts = { ...attention.counts, silent: 0 };
    const summary = { ...report.summary, attention: { ...attention, counts, entries: [] } };
    assert.match(
      textOf(pagesOf({ ...report, surveys, summary })),
      /Everything was read, and there were no responses this week \(2 surveys\)/,
    );
  });

  it('gives no state in a report of an earlier version', () => {
    for (const count of [1, 3]) {
      const text = textOf(pagesOf(withoutLevels(createStoreReport(count))));
      assert.match(text, /Happy Index 69\./);
      assert.doesNotMatch(text, /as usual|usually|too few/i);
      assert.match(text, /Created by an earlier version: no verdicts\./);
    }
  });

  it('counts the characters that no font has', () => {
    const report = renamed(createStoreReport(1), ['𐌰𐌱', 'plain']);
    const text = textOf(pagesOf(report));
    assert.match(text, /2 characters of names could not be shown and appear as boxes\./);
  });

  it('shows problems in the reader’s language without duplicates', () => {
    const { problems } = messagesFor('fr');
    const text = textOf(pagesOf(createAllKindsReport(), { locale: 'fr', paper: 'A4' }))
      .split('\n')
      .filter((line) => line.includes(problems.ENUM_UNKNOWN));
    assert.ok(text.length >= 2);
    assert.deepEqual(text, [...new Set(text)]);
  });
});

/** The report as it is read when an earlier version made it. */
function withoutLevels(report: Report): Report {
  return {
    ...report,
    reportVersion: '2',
    surveys: report.surveys.map((survey) => ({
      ...survey,
      level: NO_LEVEL,
      history: null,
      parts: [],
      reason: null,
      silent: null,
      volume: null,
      badMinutes: null,
      goodMinutes: null,
      alarm: null,
    })),
    summary: {
      ...report.summary,
      groups: report.summary.groups.map((group) => ({
        ...group,
        level: NO_LEVEL,
        parts: [],
        why: [],
        leaves: toColumns([], true),
      })),
    },
  };
}

describe('a number', () => {
  it('is never cut, even when it is very large', () => {
    const base = createStoreReport(1);
    const manyResponses = (n: number): number => n * 1_234_567;
    const options = <T extends { readonly responses: number }>(list: readonly T[]): readonly T[] =>
      list.map((item) => ({ ...item, responses: manyResponses(item.responses) }));
    const counts = <T extends { readonly data: readonly number[]; readonly responses?: number }>(
      list: readonly T[],
    ): readonly T[] =>
      list.map((item) => ({
        ...item,
        data: item.data.map(manyResponses),
        ...(item.responses === undefined ? {} : { responses: manyResponses(item.responses) }),
      }));
    const report: Report = {
      ...base,
      painPoints: options(base.painPoints),
      highlights: options(base.highlights),
      summary: {
        ...base.summary,
        groups: counts(base.summary.groups).map((group) => ({
          ...group,
          trend: counts(group.trend),
          hours: counts(group.hours),
        })),
      },
      surveys: counts(base.surveys).map((survey) => ({
        ...survey,
        days: counts(survey.days),
        hours: counts(survey.hours),
        trend: counts(survey.trend),
        painPoints: options(survey.painPoints ?? []),
      })),
    };
    for (const locale of LANGUAGES) {
      for (const page of pagesOf(report, { locale, paper: 'A4' })) {
        assertInsideMargins(page);
        for (const { text } of runsOf(page.parts)) assert.doesNotMatch(text, /\d[\d.,\s]*…/);
      }
    }
  });
});
