// The sheets of a folder: two pages for a company and one for a small region, nothing beside or over another, and no place lost.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { folderSheets } from '../../../lib/adapters/pdf/folder/folder-sheets.ts';
import type { Element, Page } from '../../../lib/adapters/pdf/page-elements.ts';
import type { Paper } from '../../../lib/adapters/pdf/sheet/sheet-context.ts';
import { contentBoxOf, CONTENT_WIDTH } from '../../../lib/adapters/pdf/sheet/sheet-context.ts';
import { sheetPages } from '../../../lib/adapters/pdf/sheet/sheet-pages.ts';
import { typesetter } from '../../../lib/adapters/pdf/text/typesetter.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { SERVER_FILES } from '../../../lib/i18n/generated/server-files.ts';
import type { Localization } from '../../../lib/i18n/localization.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import { messagesOf } from '../../../lib/i18n/texts.ts';
import { createReportView } from '../../../lib/view/create-report-view.ts';
import type { FolderView } from '../../../lib/view/report-view.ts';
import { assertGolden } from '../../support/golden.ts';
import { fc } from '../../support/property-settings.ts';
import { pseudoFile } from '../../support/pseudo-locale.ts';
import type { FolderViewSketch } from '../../support/sample-views.ts';
import { createFolderView } from '../../support/sample-views.ts';
import type { FolderSketch, SurveySketch } from '../../support/test-reports.ts';
import {
  createRegionReport,
  createReport,
  createUnusualRegionReport,
} from '../../support/test-reports.ts';
import {
  assertInsideMargins,
  assertNoOverlappingTexts,
} from '../../unit/adapters/pdf/page-assertions.ts';
import { goldenOf, runsOf, textOf } from '../../unit/adapters/pdf/page-text.ts';

const PAPERS = ['A4', 'Letter'] as const;
const MIN_SIZE = 7;

const FALLEN = { levelChange: { weeksAgo: 0, mood: 0.3 } };
const CHANGED: readonly Partial<SurveySketch>[] = [
  ...Array.from({ length: 5 }, () => FALLEN),
  { silentWeeks: [0] },
  { levelChange: { weeksAgo: 9, mood: 0.35 } },
  { levelChange: { weeksAgo: 6, mood: 0.3, weeks: 6 } },
  { levelChange: { weeksAgo: 2, mood: 0.95 } },
  { openWeeks: 1 },
];

/** Places below `parts` folders, the first ones with changes. */
function companyReport(places: number, parts: number): Report {
  const store = (i: number): FolderSketch => ({
    key: 100 + i,
    name: `Store ${i + 1}, Keskuskatu`,
    surveys: [{ key: 1000 + i, name: 'How was it?', volume: 300, ...CHANGED[i] }],
  });
  const stores = Array.from({ length: places }, (_, i) => store(i));
  return createReport({
    key: 1,
    name: 'Northwind Markets',
    folders: Array.from({ length: parts }, (_, part) => ({
      key: 10 + part,
      name: `Region ${part + 1}`,
      folders: stores.filter((_store, i) => i % parts === part),
    })),
  });
}

const company = companyReport(54, 6);
const region = companyReport(10, 3);
/** Its heat map is a line longer than a page. */
const largeCompany = companyReport(400, 20);

function localizationOf(report: Report, language: (typeof LANGUAGES)[number]): Localization {
  return createLocalization(report, language, messagesFor(language));
}

/** Texts that are a third longer. */
function longTexts(report: Report): Localization {
  const { report: file, signals } = SERVER_FILES.en;
  const words = messagesOf([{ report: pseudoFile(file), signals: pseudoFile(signals) }], 'en');
  return createLocalization(report, 'en', words);
}

function viewOf(report: Report, localization: Localization): FolderView {
  const view = createReportView(report, localization);
  assert.ok(view.kind === 'folder');
  return view;
}

function pagesOf(view: FolderView, paper: Paper, localization: Localization): readonly Page[] {
  const context = {
    ...localization,
    typesetter,
    paper: contentBoxOf(paper),
    width: CONTENT_WIDTH,
    links: new Map(),
    notes: new Map(),
  };
  const pages = sheetPages(folderSheets(view, context), view, context);
  for (const page of pages) {
    assertInsideMargins(page);
    assertNoOverlappingTexts(page);
    for (const { size, text } of runsOf(page.parts)) assert.ok(size >= MIN_SIZE, text);
  }
  return pages;
}

const english = localizationOf(company, 'en');

function pagesOfSketch(sketch: FolderViewSketch, paper: Paper = 'A4'): readonly Page[] {
  return pagesOf(createFolderView(sketch), paper, english);
}

/** All elements with those above them. */
function elementsOf(pages: readonly Page[]): readonly Element[] {
  const withParents = (element: Element | null): readonly Element[] =>
    element === null ? [] : [...withParents(element.parent), element];
  return [
    ...new Set(pages.flatMap(({ parts }) => parts.flatMap((part) => withParents(part.element)))),
  ];
}

/** The number of cells of tables, each of which is a part at least. */
function cellsOf(page: Page): number {
  return elementsOf([page]).filter(({ role }) => role === 'TD' || role === 'TH').length;
}

/** The text of pages with single spaces, without isolates and line ends. */
function proseOf(pages: readonly Page[]): string {
  return withoutIsolates(textOf(pages)).replaceAll(/\s+/gu, ' ');
}

describe('the sheets of a folder', () => {
  for (const [name, report, count] of [
    ['a company with 54 surveys', company, 2],
    ['a region with 10 surveys', region, 1],
    ['a region with 12 surveys', companyReport(12, 2), 1],
  ] as const) {
    it(`are ${count === 1 ? 'one page' : 'two pages'} in every language and on both papers: ${name}`, () => {
      for (const language of LANGUAGES) {
        const localization = localizationOf(report, language);
        const view = viewOf(report, localization);
        for (const paper of PAPERS) {
          assert.equal(pagesOf(view, paper, localization).length, count, `${language} on ${paper}`);
        }
      }
    });

    it(`are as many with texts that are a third longer: ${name}`, () => {
      const localization = longTexts(report);
      const view = viewOf(report, localization);
      for (const paper of PAPERS) assert.equal(pagesOf(view, paper, localization).length, count);
    });
  }

  it('are two pages in a week with fourteen new and two silent places, also with longer texts', () => {
    const rows = { new: 14, noSignal: 2, still: 2, recovered: 3, newPlace: 1, usual: 32 };
    for (const paper of PAPERS) {
      assert.equal(pagesOfSketch({ rows }, paper).length, 2);
      const padding = ' and a few words more';
      assert.equal(pagesOfSketch({ rows, padding }, paper).length, 2);
    }
  });

  it('name every place of a section with news on the first page, in order, where that has room', () => {
    const count = fc.nat({ max: 9 });
    const counts = fc.record({
      new: fc.nat({ max: 16 }),
      noSignal: count,
      still: count,
      recovered: count,
      better: count,
      newPlace: count,
    });
    fc.assert(
      fc.property(counts, fc.constantFrom(...PAPERS), (rows, paper) => {
        const view = createFolderView({ rows: { ...rows, usual: 30 } });
        const [first, ...others] = pagesOf(view, paper, english);
        assert.ok(first !== undefined);
        const prose = proseOf([first]);
        let from = 0;
        for (const { state, title, rows: sectionRows } of view.sections) {
          if (state === 'usual') continue;
          from = prose.indexOf(title, from);
          for (const { name } of sectionRows) {
            const at = prose.indexOf(name, from);
            assert.ok(at >= 0, `${name} is on the first page after ${title}`);
            from = at;
          }
        }
        assert.equal(others.length, 1);
      }),
      { numRuns: 30 },
    );
  });

  it('apply no step where the page has room, and the later ones only where the earlier are too few', () => {
    const heads = (rows: FolderViewSketch['rows']): number => {
      const [first] = pagesOfSketch({ rows: { ...rows, usual: 30 } });
      assert.ok(first !== undefined);
      return elementsOf([first]).filter(({ role, scope }) => role === 'TH' && scope === 'Row')
        .length;
    };
    assert.equal(heads({ new: 5, still: 2, recovered: 3 }), 10);
    assert.equal(heads({ new: 14 }), 7);
    assert.equal(heads({ new: 5, noSignal: 2, still: 5, recovered: 9 }), 5 + 2 + 5);
    assert.equal(heads({ new: 14, noSignal: 6, still: 8, recovered: 9 }), 5 + 6);
  });

  it('lose no text where no step makes the first page fit', () => {
    const view = createFolderView({ rows: { new: 300, noSignal: 40, still: 80, usual: 1500 } });
    const pages = pagesOf(view, 'A4', english);
    const prose = proseOf(pages);
    const named = view.sections.filter(({ state }) => state !== 'usual');
    for (const { line } of named.flatMap(({ rows }) => rows)) {
      const [name = ''] = /^Place \d+/.exec(line) ?? [];
      assert.ok(prose.includes(name), name);
    }
    assert.ok(prose.includes('5 alerts are still open:'));
  });

  it('have room for names of any script and length', () => {
    const report = createUnusualRegionReport();
    for (const language of LANGUAGES) {
      const localization = localizationOf(report, language);
      const view = viewOf(report, localization);
      for (const paper of PAPERS) assert.ok(pagesOf(view, paper, localization).length <= 4);
    }
  });

  it('list all places of a folder with few surveys on the first page, and what moved it', () => {
    const view = createFolderView({ rows: { new: 2, usual: 8 }, hasMoved: true });
    const pages = pagesOf(view, 'A4', english);
    assert.equal(pages.length, 1);
    const prose = proseOf(pages);
    for (const { name } of view.sections.flatMap(({ rows }) => rows))
      assert.ok(prose.includes(name));
    assert.ok(prose.includes('What moved Meridian'));
  });

  it('say below the reason of a row who is on it, and the newest note', () => {
    const view = createFolderView({ rows: { new: 2, usual: 4 } });
    const care = `M. Virtanen is on it · “${'Two lanes closed until week 48. '.repeat(9).trim()}”`;
    const sections = view.sections.map(({ rows: [first, ...others], ...section }) => ({
      ...section,
      rows: first === undefined ? [] : [{ ...first, care }, ...others],
    }));
    const prose = proseOf(pagesOf({ ...view, sections }, 'A4', english));
    assert.match(prose, /M\. Virtanen is on it · “Two lanes closed [^”]*…/);
  });

  it('break no reason before a number', () => {
    const view = createFolderView({ rows: { new: 4, still: 3, recovered: 3 } });
    const sections = view.sections.map((section) => ({
      ...section,
      rows: section.rows.map((row, i) => ({
        ...row,
        reason: `Lower${' and lower'.repeat(i + 1)} for 7 weeks, since week 41. Most named: Prices, 80 of 138.`,
      })),
    }));
    const lines = pagesOf({ ...view, sections }, 'A4', english)
      .flatMap(({ parts }) => runsOf(parts))
      .filter(({ text }) => /Lower|lower|since|named|138/.test(text));
    assert.ok(lines.length > 10);
    for (const { text } of lines) assert.doesNotMatch(text, /( for| week| of|Prices,) *$|^\d/);
  });

  it('say who is on it, and the newest note, also where a place has no row', () => {
    const view = createFolderView({ rows: { new: 30, still: 20, recovered: 9, usual: 4 } });
    const sections = view.sections.map((section) => ({
      ...section,
      rows: section.rows.map((row) => ({ ...row, care: `Owner ${row.folder} is on it` })),
    }));
    const prose = proseOf(pagesOf({ ...view, sections }, 'A4', english));
    for (const { folder, state } of sections.flatMap(({ rows }) => rows))
      if (state !== 'usual') assert.ok(prose.includes(`Owner ${folder} is on it`), String(folder));
  });

  it('have one rule above the lines of consecutive sections', () => {
    const rows = { new: 7, noSignal: 4, still: 5, recovered: 2, better: 2, newPlace: 2, usual: 30 };
    const [first] = pagesOfSketch({ rows });
    assert.ok(first !== undefined);
    const yOf = (text: string): number =>
      runsOf(first.parts).findLast((run) => run.text.includes(text))?.y ?? NaN;
    assert.ok(yOf('Better') - yOf('Recovered') < 20);
    assert.ok(yOf('New place') - yOf('Better') < 20);
  });

  it('show of more than sixty places those with news, the three lowest of each part, and a count', () => {
    const pages = pagesOfSketch({ rows: { new: 5, still: 3, usual: 192 }, groups: 4 });
    const second = pages.slice(1);
    const heads = elementsOf(second).filter(({ role, scope }) => role === 'TH' && scope === 'Row');
    assert.equal(heads.length, 5 + 3 + 4 * 3);
    const rest = [...proseOf(second).matchAll(/(\d+) more/g)].map(([, n]) => Number(n));
    assert.equal(rest.length, 4);
    assert.equal(rest.reduce((sum, n) => sum + n, 0) + heads.length, 200);
  });

  it('have no page with only a few lines at the end of a large company', () => {
    for (const paper of PAPERS) {
      const last = pagesOf(
        viewOf(largeCompany, localizationOf(largeCompany, 'en')),
        paper,
        english,
      ).at(-1);
      assert.ok(last !== undefined && cellsOf(last) > 5 * 14, paper);
    }
  });

  it('print no figure in a cell that is within eight points, but that of this week', () => {
    const view = createFolderView({ rows: { new: 2, usual: 20 } });
    const [, second] = pagesOf(view, 'A4', english);
    assert.ok(second !== undefined);
    const figures = second.parts.filter(
      ({ element, operations }) =>
        element?.role === 'TD' &&
        element.columns === undefined &&
        operations.some(({ kind }) => kind === 'text'),
    );
    assert.equal(figures.length, 22);
  });

  it('have a head for every table, a description of every figure, and the name as first heading', () => {
    const elements = elementsOf(pagesOf(viewOf(company, english), 'A4', english));
    for (const { role, alt } of elements) if (role === 'Figure') assert.ok((alt ?? '').length > 5);
    const tables = elements.filter(({ role }) => role === 'Table');
    const headOf = (table: Element): Element | undefined =>
      elements.find(({ role, parent }) => role === 'TH' && parent?.parent === table);
    assert.ok(tables.length >= 3);
    for (const table of tables) assert.ok(headOf(table) !== undefined);
    assert.equal(elements.find(({ role }) => role.startsWith('H'))?.title, 'Northwind Markets');
  });

  it('have a cell for every column of every row', () => {
    const elements = elementsOf(pagesOf(viewOf(company, english), 'A4', english));
    const tables = elements.filter(({ role }) => role === 'Table');
    for (const table of tables) {
      const rows = elements.filter(({ role, parent }) => role === 'TR' && parent === table);
      const widths = rows.map((row) =>
        elements
          .filter(({ role, parent }) => parent === row && (role === 'TH' || role === 'TD'))
          .reduce((sum, { columns = 1 }) => sum + columns, 0),
      );
      assert.equal(new Set(widths).size, 1, widths.join(' '));
    }
  });

  it('are as in the golden file', () => {
    const report = createRegionReport();
    const localization = localizationOf(report, 'en');
    assertGolden(
      'pdf-region.txt',
      goldenOf(pagesOf(viewOf(report, localization), 'A4', localization)),
    );
  });
});
