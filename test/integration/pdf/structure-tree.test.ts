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
import { PAGE_FOOT_HEIGHT } from '../../../lib/adapters/pdf/sheet/page-foot.ts';
import { RUNNING_HEAD_HEIGHT } from '../../../lib/adapters/pdf/sheet/page-head.ts';
import { contentBoxOf } from '../../../lib/adapters/pdf/sheet/sheet-context.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import { createReportView } from '../../../lib/view/create-report-view.ts';
import {
  listReportKinds,
  createUnusualRegionReport,
  createRegionReport,
  createStoreReport,
} from '../../support/test-reports.ts';
import { runsOf } from '../../unit/adapters/pdf/page-text.ts';
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
    });

    it('has tables with complete rows, each with one header cell', () => {
      for (const table of withRole('Table')) {
        const rows = withRole('TR').filter(({ parent }) => parent === table);
        const cellsOf = (row: Element): readonly Element[] =>
          elements.filter(({ role, parent }) => parent === row && (role === 'TH' || role === 'TD'));
        const columnsOf = (cells: readonly Element[]): number =>
          cells.reduce((sum, cell) => sum + (cell.columns ?? 1), 0);
        const cells = rows.map(cellsOf);
        assert.deepEqual([...new Set(cells.map(columnsOf))].length, 1);
        for (const row of cells) {
          const scopes = row.flatMap(({ scope }) => scope ?? []);
          const isHead = scopes.every((scope) => scope === 'Column') && scopes.length > 1;
          assert.ok(isHead || scopes.join() === 'Row' || row.length === 1, scopes.join());
        }
      }
      const inTables = elements.filter(({ role }) => ['TR', 'TH', 'TD'].includes(role));
      for (const { role, parent } of inTables) {
        assert.equal(parent?.role, role === 'TR' ? 'Table' : 'TR');
      }
    });

    it('has an alternative text for every chart', () => {
      for (const { alt = '' } of withRole('Figure')) assert.notEqual(alt, '');
    });

    it('omits only page headers and footers and repeated table heads', () => {
      const { top, bottom } = contentBoxOf('A4');
      const pages = pagesOf(report);
      const heads = new Set<string>();
      for (const page of pages) {
        for (const part of page.parts) {
          const texts = runsOf([part]);
          if (part.element?.scope === 'Column') for (const { text } of texts) heads.add(text);
          if (part.element !== null) continue;
          const body = texts.filter(
            ({ y }) => y > top + RUNNING_HEAD_HEIGHT && y < bottom - PAGE_FOOT_HEIGHT,
          );
          for (const { text } of body) assert.ok(heads.has(text), text);
        }
      }
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

  it('is the description of the view', () => {
    const report = createStoreReport(1);
    const view = createReportView(report, createLayoutContext(report, A4));
    assert.ok(view.kind === 'place');
    const described = view.surveys.flatMap(({ buttons, trend, days }) =>
      [buttons, trend, days].flatMap((part) => part?.description ?? []),
    );
    assert.equal(described.length, 3);
    for (const description of described) assert.ok(alts(report).includes(description));
    assert.ok(alts(report).includes(view.alerts?.summary ?? ''));
  });

  it('has the values of every small trend in a list of a region', () => {
    const trends = elementsOf(partsOf(createRegionReport(12))).filter(
      ({ role, parent }) => role === 'Figure' && parent?.role === 'TD',
    );
    assert.ok(trends.length > 0);
    for (const { alt = '' } of trends) assert.match(alt, /: .*\d/);
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
          const { element, operations } = part;
          if (element?.link === undefined || operations.length === 0) return [];
          assert.equal(element.role, 'Link');
          assert.match(element.parent?.role ?? '', /^(TH|P)$/);
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
