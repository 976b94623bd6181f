// Layout rules for all pages: nothing leaves its page and no texts overlap, for any names; and the contents of pages.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import type { Element, Page, Part } from '../../../lib/adapters/pdf/page-elements.ts';
import type { PageSettings } from '../../../lib/adapters/pdf/layout.ts';
import { layoutPages, createLayoutContext } from '../../../lib/adapters/pdf/layout.ts';
import type { FolderName, Report } from '../../../lib/domain/report.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import {
  listReportKinds,
  createEmptyReport,
  createAllKindsReport,
  createPartialReport,
  createRegionReport,
  createStoreReport,
} from '../../support/test-reports.ts';
import {
  assertInsideMargins,
  assertNoOverlappingTexts,
} from '../../unit/adapters/pdf/page-assertions.ts';
import { goldenOf, linesOf, rowOf, runsOf, textOf } from '../../unit/adapters/pdf/page-text.ts';

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
        assert.match(text, /Data as of 16 November 2026 at 18:00 UTC {2}· {2}Revision 1/);
      });
    });

    it(`never ends with a heading: ${name}`, () => {
      for (const page of pages) {
        const last = page.parts.findLast((part) => part.element !== null)?.element;
        assert.ok(last !== undefined && last !== null);
        assert.notEqual(last.scope, 'Column', 'a table’s head alone');
        // A heading without content below it has a note after its title.
        assert.ok(!last.role.startsWith('H'), last.title);
      }
    });
  }
});

describe('any text', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.string({ unit: 'binary', maxLength: 80 }),
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

  it('takes no longer as one word of 100,000 characters than as a hundred words of 1,000', () => {
    const long = renamed(createStoreReport(1), ['x'.repeat(100_000)]);
    const words = renamed(createStoreReport(1), [
      Array.from({ length: 100 }, () => 'y'.repeat(1_000)).join(' '),
    ]);
    const cost = (report: Report): number => {
      const times = Array.from({ length: 7 }, () => {
        const before = performance.now();
        pagesOf(report);
        return performance.now() - before;
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
    assert.ok(lines.indexOf('Part of this week’s data is missing') < 6);
    assert.ok(
      lines.some((line) =>
        line.startsWith('Survey 433 – The survey is missing: the reporting API'),
      ),
    );
  });

  it('never reports unread alerts as no alerts', () => {
    const text = textOf(pagesOf(createPartialReport()));
    assert.match(text, /Alerts None in what could be read; not read for 1 survey\./);
    assert.match(text, /Alerts Alerts could not be read this week\./);
  });

  it('explains that an empty week is not an error', () => {
    assert.match(
      textOf(pagesOf(createEmptyReport())),
      /A quiet week\n.*no responses this week \(2 surveys\)/,
    );
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

  it('takes one page for a store’s front page and for each survey', () => {
    for (const settings of [A4, LETTER]) {
      const pages = pagesOf(createStoreReport(3), settings);
      const firstLines = pages.map(
        (page, i) =>
          linesOf(
            page,
            page.parts.filter(({ element }) => element?.role === (i === 0 ? 'H1' : 'H2')),
          )[0],
      );
      assert.deepEqual(firstLines, [
        'Helsinki Central',
        'How was your visit today?',
        'How clean were our facilities?',
        'How likely are you to recommend our café?',
        'How these figures are calculated',
      ]);
    }
  });
});

describe('a table', () => {
  it('shows each place of the ranking with the figures of the JSON, in its order', () => {
    const report = createRegionReport(9);
    const context = createLayoutContext(report, A4);
    const lines = textOf(layoutPages(report, context)).split('\n');
    const from = lines.findIndex((line) => line.startsWith('Ranking'));
    const group = report.ranking.filter((place) => place.indexType === 'HAPPY');
    group.forEach((place, i) => {
      const line = lines[from + 2 + i] ?? '';
      const index = context.formats.index(place.index, place.indexType);
      const change = context.formats.change(place.change, place.indexType);
      const responses = context.formats.count(place.responses);
      assert.ok(line.startsWith(`${String(i + 1)} ${place.name} ${index} ${change} `), line);
      assert.ok(line.endsWith(` ${responses}`), line);
    });
  });

  it('shows pain points with count, share and last week’s share of the JSON', () => {
    const report = createStoreReport(1);
    const context = createLayoutContext(report, A4);
    const text = textOf(layoutPages(report, context));
    for (const option of report.painPoints.slice(0, 3)) {
      const { formats } = context;
      const row = `${option.name} ${formats.count(option.responses)} ${formats.share(option.share)} ${formats.share(option.previousShare)}`;
      assert.ok(text.includes(row), row);
    }
  });

  it('shows ten places from both ends of a long ranking and the number of omitted places', () => {
    const report = createRegionReport(40);
    const text = textOf(pagesOf(report));
    const placeCount = report.ranking.filter((place) => place.indexType === 'HAPPY').length;
    assert.match(text, new RegExp(`${String(placeCount - 20)} more in the JSON`));
  });

  it('repeats its head on every page and never leaves a single row alone', () => {
    const pages = pagesOf(createRegionReport(40));
    const goingOn = pages.filter((page, i) => {
      const [first, second] = page.parts;
      const row = rowOf(second?.element ?? null);
      if (first === undefined || row === null || row.parent === null) return false;
      assert.ok(i > 0);
      const before = pages.slice(0, i).flatMap(({ parts }) => parts);
      const began = before.filter(({ element }) => rowOf(element)?.parent === row.parent);
      // The repeated head is decoration, so that screen readers read it only once.
      assert.equal(first.element, null);
      const heads = began.filter(({ element }) => element?.scope === 'Column');
      assert.deepEqual(textsOf([first]), textsOf(heads));
      for (const parts of [before, page.parts]) assert.ok(rowsIn(parts, row.parent) >= 2);
      return true;
    });
    assert.ok(goingOn.length > 0);
  });
});

function textsOf(parts: readonly Part[]): readonly string[] {
  return runsOf(parts).map((run) => run.text);
}

/** Rows with data of a table among the parts. */
function rowsIn(parts: readonly Part[], table: Element): number {
  const heads = new Set(
    parts.flatMap(({ element }) => (element?.scope === 'Column' ? [rowOf(element)] : [])),
  );
  const rows = new Set(parts.map(({ element }) => rowOf(element)));
  return [...rows].filter((row) => row?.parent === table && !heads.has(row)).length;
}

describe('a number', () => {
  it('is never cut, even when it is very large', () => {
    const base = createStoreReport(1);
    const many = (n: number): number => n * 1_234_567;
    const options = <T extends { readonly responses: number }>(list: readonly T[]): readonly T[] =>
      list.map((item) => ({ ...item, responses: many(item.responses) }));
    const counts = <T extends { readonly data: readonly number[]; readonly responses?: number }>(
      list: readonly T[],
    ): readonly T[] =>
      list.map((item) => ({
        ...item,
        data: item.data.map(many),
        ...(item.responses === undefined ? {} : { responses: many(item.responses) }),
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
        for (const { text } of runsOf(page.parts)) assert.doesNotMatch(text, /\d[^a-z]*…/i);
      }
    }
  });
});

describe('the layout', () => {
  for (const [name, report] of [
    ['store', createStoreReport(1)],
    ['region', createRegionReport(5)],
  ] as const) {
    it(`matches test/golden/pdf-${name}.txt (UPDATE_GOLDEN=1 writes it)`, () => {
      const path = new URL(`../../golden/pdf-${name}.txt`, import.meta.url);
      const golden = goldenOf(pagesOf(report));
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, golden);
      assert.equal(golden, readFileSync(path, 'utf8'));
    });
  }
});
