// The structure for screen readers: ordered headings, complete tables, alternative texts of charts, no omitted text.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { boundingBox } from '../../../lib/adapters/pdf/box.ts';
import type { Element, Page, Part } from '../../../lib/adapters/pdf/page-elements.ts';
import { layoutPages, createLayoutContext } from '../../../lib/adapters/pdf/layout.ts';
import { contentBoxOf } from '../../../lib/adapters/pdf/sheet/sheet-context.ts';
import { hoursOfSurvey } from '../../../lib/charts/week-hours.ts';
import { wholePercents } from '../../../lib/domain/printed-shares.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { toRankedLeaves } from '../../../lib/domain/signals/leaf-columns.ts';
import { rankLeaves, sideOf } from '../../../lib/domain/signals/standing.ts';
import { withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import {
  listReportKinds,
  createEmptyReport,
  createUnusualRegionReport,
  createAllKindsReport,
  createRegionReport,
  createStoreReport,
} from '../../support/test-reports.ts';
import { rowOf, runsOf } from '../../unit/adapters/pdf/page-text.ts';
import { linksFor, renderPdf, renderPdfWithLinks } from '../../unit/adapters/pdf/rendered.ts';
import type { FileStructure } from './tagged-file.ts';
import { structureOf } from './tagged-file.ts';

const A4 = { locale: 'en', paper: 'A4' } as const;

const KINDS = listReportKinds();

function pagesOf(report: Report): readonly Page[] {
  return layoutPages(report, createLayoutContext(report, A4));
}

function partsOf(report: Report): readonly Part[] {
  return pagesOf(report).flatMap(({ parts }) => parts);
}

/** Every element with its ancestors, in reading order. */
function elementsOf(parts: readonly Part[]): readonly Element[] {
  const ancestors = new Set<Element>();
  const add = (element: Element | null): void => {
    if (element === null || ancestors.has(element)) return;
    add(element.parent);
    ancestors.add(element);
  };
  for (const { element } of parts) add(element);
  return [...ancestors];
}

for (const [name, report] of KINDS) {
  describe(`the structure of ${name}`, () => {
    const elements = elementsOf(partsOf(report));
    const withRole = (role: Element['role']): readonly Element[] =>
      elements.filter((element) => element.role === role);

    it('has one H1 and skips no heading level', () => {
      const headings = elements.filter(({ role }) => /^H\d$/.test(role));
      const levels = headings.map(({ role }) => Number(role.slice(1)));
      assert.deepEqual([levels[0], levels.filter((level) => level === 1).length], [1, 1]);
      levels.forEach((level, i) => {
        assert.ok(level <= (levels[i - 1] ?? 0) + 1, headings[i]?.title);
      });
      for (const heading of headings) assert.ok((heading.title ?? '') !== '');
      const settings = createLayoutContext(report, A4);
      const titles = withRole('H2').map(({ title }) => title);
      for (const survey of report.surveys.filter(({ responses }) => responses > 0)) {
        assert.ok(titles.includes(settings.names.survey(survey.key)));
      }
    });

    it('has tables with complete rows, each with one header cell', () => {
      for (const table of withRole('Table')) {
        const rows = withRole('TR').filter(({ parent }) => parent === table);
        const cellsOf = (row: Element): readonly Element[] =>
          elements.filter(({ role, parent }) => parent === row && (role === 'TH' || role === 'TD'));
        const [head, ...body] = rows.map(cellsOf);
        assert.ok(head !== undefined && body.length > 0);
        assert.ok(head.every(({ role, scope }) => role === 'TH' && scope === 'Column'));
        for (const cells of body) {
          const columns = cells.reduce((sum, cell) => sum + (cell.columns ?? 1), 0);
          assert.equal(columns, head.length);
          const names = cells.filter(({ role }) => role === 'TH');
          assert.ok(names.every(({ scope }) => scope === 'Row'));
          assert.equal(names.length, cells.length === 1 ? 0 : 1);
        }
      }
      const inTables = elements.filter(({ role }) => ['TR', 'TH', 'TD'].includes(role));
      for (const { role, parent } of inTables) {
        assert.equal(parent?.role, role === 'TR' ? 'Table' : 'TR');
      }
    });

    it('has an alternative text for every chart', () => {
      for (const { alt = '' } of withRole('Figure')) assert.ok(alt.length > 20, alt);
    });

    it('omits only page headers and footers and repeated table heads', () => {
      const { top, bottom } = contentBoxOf('A4');
      const pages = pagesOf(report);
      pages.forEach((page, i) => {
        const silent = page.parts.filter(({ element }) => element === null);
        const [firstPart] = page.parts;
        for (const part of silent) {
          const body = runsOf([part]).filter(({ y }) => y > top && y < bottom);
          if (body.length === 0) continue;
          assert.equal(part, firstPart);
          const table = rowOf(page.parts[1]?.element ?? null)?.parent;
          const heads = pages
            .slice(0, i)
            .flatMap(({ parts }) => parts)
            .filter(
              ({ element }) => element?.scope === 'Column' && rowOf(element)?.parent === table,
            );
          assert.deepEqual(
            body.map(({ text }) => text),
            runsOf(heads).map(({ text }) => text),
          );
        }
      });
    });

    it('has every element on one page', () => {
      const pageOf = new Map<Element, number>();
      pagesOf(report).forEach(({ parts }, i) => {
        for (const { element } of parts) {
          if (element === null) continue;
          assert.equal(pageOf.get(element) ?? i, i);
          pageOf.set(element, i);
        }
      });
    });
  });
}

describe('the alternative text of a chart', () => {
  const alts = (report: Report): readonly string[] =>
    elementsOf(partsOf(report)).flatMap(({ alt }) => alt ?? []);
  const starting = (report: Report, start: string): string =>
    alts(report).find((alt) => alt.startsWith(start)) ?? '';

  it('has every button with its count and share', () => {
    const report = createStoreReport(1);
    const [survey] = report.surveys;
    const { formats } = createLayoutContext(report, A4);
    assert.ok(survey !== undefined);
    const altTexts = starting(report, 'Responses from worst to best');
    const percents = wholePercents(survey.data.map((count) => count / survey.responses));
    for (const [i, count] of survey.data.entries()) {
      assert.ok(altTexts.includes(` ${formats.count(count)} (${percents[i]}%)`), altTexts);
    }
    assert.match(altTexts, /: Very unhappy .*, Unhappy .*, Happy .* and Very happy /);
  });

  it('has the index and responses of every week or day, and those without responses', () => {
    const report = createStoreReport(1);
    const { formats } = createLayoutContext(report, A4);
    const [survey] = report.surveys;
    assert.ok(survey !== undefined);
    const weeks = starting(report, 'Happy Index by week');
    for (const { week, index, responses } of survey.trend) {
      const point = `week ${String(Number(week.slice(-2)))}: ${formats.index(index, 'HAPPY')} (${formats.count(responses)} responses)`;
      assert.ok(weeks.includes(point), point);
    }
    const days = starting(report, 'Happy Index by day');
    for (const { date, index, responses } of survey.days) {
      const point = `${formats.weekdayAndDay(date)}: ${formats.index(index, 'HAPPY')} ± `;
      assert.ok(days.includes(point), point);
      assert.ok(days.includes(`(${formats.count(responses)} responses)`));
    }
    assert.match(
      starting(createEmptyReport(), 'Happy Index by week'),
      /and week 46: no responses\. Too little data\.$/,
    );
  });

  it('has only counts for an unknown kind of index', () => {
    const unknown = createAllKindsReport();
    assert.match(starting(unknown, 'Responses by week:'), /week 46: [\d,]+ responses/);
    assert.match(starting(unknown, 'Responses by day'), /Sun 15: [\d,]+ responses/);
    assert.match(starting(unknown, 'Responses by weekday and part'), /Monday 06:00–12:00: \d+ /);
  });

  it('has the state, the usual level and the usual range', () => {
    const report = createStoreReport(1);
    const { formats } = createLayoutContext(report, A4);
    const [survey] = report.surveys;
    assert.ok(survey !== undefined);
    const [usual, lower, upper] = [survey.level.usual, survey.level.lower, survey.level.upper].map(
      (index) => formats.index(index, 'HAPPY'),
    );
    const weeks = starting(report, 'Happy Index by week');
    const sentence = `As usual; the usual level is ${usual}, the usual range ${lower}–${upper}.`;
    assert.ok(weeks.endsWith(sentence), weeks);
  });

  it('has the responses of every part of the week, and the weekdays and hours that differ', () => {
    const report = createStoreReport(1);
    const [survey] = report.surveys;
    assert.ok(survey !== undefined);
    const parts = starting(report, 'Responses by weekday and part');
    const cells = hoursOfSurvey(survey).cells.filter((n) => n > 0);
    assert.ok(cells.length > 0);
    for (const responses of cells) assert.ok(parts.includes(`: ${responses} response`));
    const named = survey.parts.filter(({ says }) => says !== null);
    assert.equal(parts.match(/: [+−]\d+, usually /g)?.length, named.length);
  });

  it('has the hours of each direction of alerts', () => {
    const report = createStoreReport(1);
    assert.match(starting(report, 'Alerts about'), /^Alerts about bad feedback: open for \d+h/);
  });

  it('has the indexes of every small trend in a list of a region', () => {
    const report = createRegionReport(12);
    const trends = elementsOf(partsOf(report)).filter(
      ({ role, parent }) => role === 'Figure' && parent?.role === 'TD',
    );
    assert.ok(trends.length >= report.summary.groups.length);
    for (const { alt = '' } of trends) assert.match(alt, / by week: .*\d/);
  });

  it('has the number of places of a funnel, and those outside it by name', () => {
    const report = createRegionReport(12);
    const placesOutside = report.summary.groups.flatMap((group) => {
      const places = rankLeaves(toRankedLeaves(group.leaves), group)?.places ?? [];
      return places.filter((place) => sideOf(place, places.length) !== null);
    });
    const alts = elementsOf(partsOf(report)).flatMap(({ alt = '' }) =>
      alt.includes('by number of responses') ? [alt] : [],
    );
    assert.ok(alts.length > 0);
    for (const { folder } of placesOutside) {
      const name = report.summary.places.find((place) => place.folder.key === folder)?.folder.name;
      assert.ok(name !== undefined && alts.some((alt) => alt.includes(name)));
    }
  });
});

const qpdf = spawnSync('qpdf', ['--version']).status === 0;

/** The file as qpdf parses it. */
function readBack(pdf: Uint8Array): FileStructure {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  try {
    const path = join(folder, 'report.pdf');
    writeFileSync(path, pdf);
    const json = execFileSync(
      'qpdf',
      ['--json', '--json-stream-data=inline', '--decode-level=generalized', path],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    return structureOf(JSON.parse(json));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function assertAsLaidOut({ tree, marks }: FileStructure, pages: readonly Page[]): void {
  assert.deepEqual(tree, treeOf(elementsOf(pages.flatMap(({ parts }) => parts))));
  const plainAlt = pages.map((page) =>
    page.parts.flatMap(({ element, operations }) =>
      element === null || operations.length === 0 ? [] : [element.role],
    ),
  );
  assert.deepEqual(marks, plainAlt);
}

describe('the file', { skip: qpdf ? false : 'needs qpdf' }, () => {
  for (const [name, report] of KINDS) {
    it(`has the structure of the layout, and all marks belong to it: ${name}`, async () => {
      const structure = readBack((await renderPdf(report)).bytes);
      assertAsLaidOut(structure, pagesOf(report));
      assert.deepEqual(structure.links, []);
    });
  }

  for (const locale of ['en', 'ar']) {
    it(`has links at the positions of their names, in reading order: ${locale}`, async () => {
      const report = createUnusualRegionReport();
      const settings = { locale, paper: 'A4' } as const;
      const pages = layoutPages(report, createLayoutContext(report, settings, linksFor(report)));
      const structure = readBack((await renderPdfWithLinks(report, settings)).bytes);
      assertAsLaidOut(structure, pages);
      const laidOut = pages.flatMap(({ parts, height }, page) =>
        parts.flatMap((part) => {
          const { element } = part;
          if (element?.link === undefined) return [];
          assert.deepEqual([element.role, element.parent?.role], ['Link', 'TH']);
          const { url: address, description: says } = element.link;
          const { left, top, right, bottom } = boundingBox(part);
          const rect = [left, height - bottom, right, height - top].map((side) => side.toFixed(2));
          return [{ says, address, page, rect: rect.map(Number) }];
        }),
      );
      assert.deepEqual(structure.links, laidOut);
    });
  }
});

/** One line for each element with its properties, indented by depth. */
function treeOf(elements: readonly Element[]): readonly string[] {
  const childrenOf = Map.groupBy(elements, ({ parent }) => parent);
  const lines = (parent: Element | null, indent: string): readonly string[] =>
    (childrenOf.get(parent) ?? []).flatMap((element) => {
      const { role, alt, scope, columns } = element;
      const plainAlt = alt === undefined ? undefined : withoutIsolates(alt);
      const altTexts = [role, scope, columns, plainAlt]
        .filter((value) => value !== undefined)
        .join(' ');
      return [`${indent}${altTexts}`, ...lines(element, `${indent}  `)];
    });
  return lines(null, '');
}
