// The law of the pages: nothing leaves its page or meets another text, whatever the names; and what is on them.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { PageSettings } from '../../../lib/adapters/pdf/layout.ts';
import { layout, settingFor } from '../../../lib/adapters/pdf/layout.ts';
import type { Page, TextRun } from '../../../lib/adapters/pdf/operations.ts';
import { MARGIN } from '../../../lib/adapters/pdf/theme.ts';
import type { FolderName, Report } from '../../../lib/domain/report.ts';
import {
  emptyReport,
  hardNamesReport,
  kindsReport,
  manySurveysReport,
  partialReport,
  regionReport,
  storeReport,
} from '../../support/reports.ts';
import { boxOf, goldenOf, linesOf, runsOf, textOf } from './page-text.ts';

const A4: PageSettings = { locale: 'en', paper: 'A4' };
const LETTER: PageSettings = { locale: 'en', paper: 'Letter' };

function pagesOf(report: Report, settings: PageSettings = A4): readonly Page[] {
  return layout(report, settingFor(report, settings));
}

const KINDS: readonly (readonly [string, Report])[] = [
  ['a store with one survey', storeReport(1)],
  ['a store with three surveys', storeReport(3)],
  ['every kind of index and scale', kindsReport()],
  ['a region of nine', regionReport(9)],
  ['a region of forty', regionReport(40)],
  ['an empty week', emptyReport()],
  ['a partial week', partialReport()],
  ['hard names', hardNamesReport()],
  ['thirty surveys', manySurveysReport(30)],
];

/** A hair of rounding. */
const TOLERANCE = 0.05;

function assertInsideMargins(page: Page): void {
  for (const { operations } of page.parts) {
    for (const operation of operations) {
      const { left, top, right, bottom } = boxOf(operation);
      const inside =
        left >= MARGIN.side - TOLERANCE &&
        right <= page.width - MARGIN.side + TOLERANCE &&
        top >= MARGIN.top - TOLERANCE &&
        bottom <= page.height - MARGIN.bottom + TOLERANCE;
      assert.ok(inside, `leaves the margins: ${JSON.stringify(operation).slice(0, 200)}`);
    }
  }
}

function assertNoTextMeetsAnother(page: Page): void {
  const runs = runsOf(page.parts).toSorted((a, b) => a.y - b.y);
  runs.forEach((run, i) => {
    for (const other of runs.slice(i + 1)) {
      if (other.y - run.y > other.size) break;
      assert.ok(!overlap(run, other), `'${run.text}' meets '${other.text}' at ${String(run.y)}`);
    }
  });
}

function overlap(a: TextRun, b: TextRun): boolean {
  const caps = (run: TextRun): readonly [number, number] => [run.y - run.size * 0.6, run.y];
  const [aTop, aBottom] = caps(a);
  const [bTop, bBottom] = caps(b);
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  return across > 0.2 && Math.min(aBottom, bBottom) - Math.max(aTop, bTop) > 0.2;
}

describe('every page', () => {
  for (const [name, report] of KINDS) {
    const pages = pagesOf(report);

    for (const settings of [A4, LETTER]) {
      it(`keeps to its margins, and its texts apart: ${name}, ${settings.paper}`, () => {
        for (const page of pagesOf(report, settings)) {
          assertInsideMargins(page);
          assertNoTextMeetsAnother(page);
        }
      });
    }

    it(`has a body, its number and what it is of: ${name}`, () => {
      pages.forEach((page, i) => {
        const body = page.parts.filter((part) => part.role !== 'Artifact');
        assert.ok(runsOf(body).length > 0, 'a page with only a footer');
        const text = linesOf(page).join('\n');
        assert.match(text, new RegExp(`Page ${String(i + 1)} of ${String(pages.length)}`));
        assert.match(text, /Data as of 16 November 2026 at 18:00 UTC {2}· {2}Revision 1/);
      });
    });

    it(`never ends with a heading: ${name}`, () => {
      for (const page of pages) {
        const last = page.parts.filter((part) => part.role !== 'Artifact').at(-1);
        assert.ok(last !== undefined && last.role !== 'TableHead');
        // A heading that says it all in one line has a note beside its title.
        if (last.role === 'H2') assert.ok(last.operations.length > 1);
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
      unit: fc.constantFrom('W', 'ﷺ', 'é', '\u0301', '\u202e', 'א', '👩‍👩‍👧', '\ud800', '\t', ' '),
    }),
    fc.nat({ max: 2_000 }).map((length) => 'W'.repeat(length)),
  );

  it('stays inside its page and away from other texts', () => {
    const bases = [storeReport(2), regionReport(5), partialReport()];
    fc.assert(
      fc.property(
        fc.constantFrom(...bases),
        fc.array(text, { minLength: 4, maxLength: 9 }),
        (base, texts) => {
          for (const page of pagesOf(renamed(base, texts), LETTER)) {
            assertInsideMargins(page);
            assertNoTextMeetsAnother(page);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('costs no more as one word of 100,000 characters than as a hundred words of 1,000', () => {
    const long = renamed(storeReport(1), ['x'.repeat(100_000)]);
    const words = renamed(storeReport(1), [
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

/** The report with other names, taken in turn. */
function renamed(report: Report, texts: readonly string[]): Report {
  let next = 0;
  const name = (): string => {
    next += 1;
    return texts[next % texts.length] ?? '';
  };
  const folder = <T extends FolderName>(one: T): T => ({ ...one, name: name() });
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
  it('says first why a report is partial', () => {
    const [page] = pagesOf(partialReport());
    assert.ok(page !== undefined);
    const lines = linesOf(page);
    assert.ok(lines.indexOf('Part of this week’s data is missing') < 6);
    assert.ok(
      lines.some((line) => line.startsWith('Survey 433 – The reporting API did not answer')),
    );
  });

  it('never calls alerts it could not read no alerts', () => {
    const text = textOf(pagesOf(partialReport()));
    assert.match(text, /Alerts None in what could be read; not read for 1 survey\./);
    assert.match(text, /Alerts Alerts could not be read this week\./);
  });

  it('says of an empty week that nothing is wrong', () => {
    assert.match(
      textOf(pagesOf(emptyReport())),
      /A quiet week\n.*no responses this week \(2 surveys\)/,
    );
  });

  it('counts the characters it has no shapes for, and draws a box for each', () => {
    const report = renamed(storeReport(1), ['漢字', 'plain']);
    const pages = pagesOf(report);
    assert.match(textOf(pages), /2 characters of names could not be shown and appear as boxes\./);
    const boxes = pages
      .flatMap((page) => page.parts.flatMap((part) => part.operations))
      .filter((one) => one.kind === 'rect' && one.stroke !== null);
    assert.ok(boxes.length >= 2);
  });

  it('keeps a store’s first page and each survey to one page', () => {
    for (const settings of [A4, LETTER]) {
      const pages = pagesOf(storeReport(3), settings);
      const firstLines = pages.map(
        (page) =>
          linesOf(
            page,
            page.parts.filter((part) => part.role === 'H1'),
          )[0],
      );
      assert.deepEqual(firstLines, [
        'Helsinki Central',
        'How was your visit today?',
        'How clean were our facilities?',
        'How likely are you to recommend our café?',
        undefined,
      ]);
    }
  });
});

describe('a table', () => {
  it('shows each place of the ranking with the figures of the JSON, in its order', () => {
    const report = regionReport(9);
    const setting = settingFor(report, A4);
    const lines = textOf(layout(report, setting)).split('\n');
    const from = lines.findIndex((line) => line.startsWith('Ranking'));
    const group = report.ranking.filter((place) => place.indexType === 'HAPPY');
    group.forEach((place, i) => {
      const line = lines[from + 2 + i] ?? '';
      const index = setting.formats.index(place.index, place.indexType);
      const change = setting.formats.change(place.change, place.indexType);
      const responses = setting.formats.count(place.responses);
      assert.ok(line.startsWith(`${String(i + 1)} ${place.name} ${index} ${change} `), line);
      assert.ok(line.endsWith(` ${responses}`), line);
    });
  });

  it('shows pain points with count, share and last week’s share of the JSON', () => {
    const report = storeReport(1);
    const setting = settingFor(report, A4);
    const text = textOf(layout(report, setting));
    for (const option of report.painPoints.slice(0, 3)) {
      const { formats } = setting;
      const row = `${option.name} ${formats.count(option.responses)} ${formats.share(option.share)} ${formats.share(option.previousShare)}`;
      assert.ok(text.includes(row), row);
    }
  });

  it('shows ten places from either end of a long ranking, and how many are in between', () => {
    const report = regionReport(40);
    const text = textOf(pagesOf(report));
    const places = report.ranking.filter((place) => place.indexType === 'HAPPY').length;
    assert.match(text, new RegExp(`${String(places - 20)} more in the JSON`));
  });

  it('repeats its head where it goes on, and never leaves one row alone', () => {
    const pages = pagesOf(regionReport(40));
    pages.forEach((page, i) => {
      const first = page.parts[0];
      if (first?.role !== 'TableHead') return;
      assert.equal(page.parts[1]?.role, 'Row');
      assert.equal(page.parts[2]?.role, 'Row');
      assert.ok(i > 0);
    });
    assert.ok(pages.some((page) => page.parts[0]?.role === 'TableHead'));
  });
});

describe('the layout', () => {
  for (const [name, report] of [
    ['store', storeReport(1)],
    ['region', regionReport(5)],
  ] as const) {
    it(`is what test/golden/pdf-${name}.txt shows (UPDATE_GOLDEN=1 writes it)`, () => {
      const path = new URL(`../../golden/pdf-${name}.txt`, import.meta.url);
      const golden = goldenOf(pagesOf(report));
      if (process.env['UPDATE_GOLDEN'] === '1' || !existsSync(path)) writeFileSync(path, golden);
      assert.equal(golden, readFileSync(path, 'utf8'));
    });
  }
});
