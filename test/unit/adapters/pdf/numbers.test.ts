// Every number on a page is in the report's JSON or follows from it by a formula of formulas.ts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonReader, jsonRenderer } from '../../../../lib/adapters/json/index.ts';
import type { Page, Part } from '../../../../lib/adapters/pdf/page-elements.ts';
import { layoutPages, createLayoutContext } from '../../../../lib/adapters/pdf/layout.ts';
import type { Report } from '../../../../lib/domain/report.ts';
import type { TextRun } from '../../../../lib/charts/draw-operations.ts';
import { SEED } from '../../../support/property-settings.ts';
import {
  createEmptyReport,
  createAllKindsReport,
  createManySurveysReport,
  createPartialReport,
  createRandom,
  createRegionReport,
  createStoreReport,
} from '../../../support/test-reports.ts';
import { isObject, toVersion1 } from '../../../support/version-1-week.ts';
import { FORMULAS } from './formulas.ts';
import type { Checked } from './formulas/checker.ts';
import { createChecker } from './formulas/checker.ts';
import {
  alertsReport,
  buttonsReport,
  closedReport,
  crowdReport,
  crowdedReport,
  improvedReport,
  levelsReport,
  limitsReport,
  missingReport,
  mixedReport,
  namelessReport,
  oddWeeks,
  steadyReport,
  troubledReport,
  unreadReport,
  zonesReport,
} from './formulas/formula-reports.ts';

const REPORTS: readonly (readonly [string, Report])[] = [
  ['a store with one survey', createStoreReport(1)],
  ['a store with three surveys', createStoreReport(3)],
  ['every kind of index and scale', createAllKindsReport()],
  ['a region of twelve', createRegionReport(12)],
  ['a region of forty', createRegionReport(40)],
  ['an empty week', createEmptyReport()],
  ['a partial week', createPartialReport()],
  ['twelve surveys', createManySurveysReport(12)],
  ['alerts of every type', alertsReport()],
  ['alerts on both sides of a limit', limitsReport()],
  ['things without a name', namelessReport()],
  ['long lists of problems', missingReport()],
  ['many time zones', zonesReport()],
  ['many buttons', buttonsReport()],
  ['crowded hours', crowdedReport()],
  ['a crowd of surveys', crowdReport()],
  ['a region in trouble', troubledReport()],
  ['a store whose levels changed', levelsReport()],
  ['a steady region', steadyReport()],
  ['a region that got better', improvedReport()],
  ['a region with unread places', unreadReport()],
  ['a closed store', closedReport()],
  ['a folder with a subfolder and surveys', mixedReport()],
  ['a store of version "1"', await version1Of(createStoreReport(3))],
  ['a region of version "1"', await version1Of(createRegionReport(12))],
  ...oddWeeks().map((report) => [`the week ${report.week}`, report] as const),
];

/** The report as it is read when an earlier version stored it. */
async function version1Of(report: Report): Promise<Report> {
  const { bytes } = await jsonRenderer().render(report);
  const storedJson: unknown = JSON.parse(new TextDecoder().decode(bytes));
  assert.ok(isObject(storedJson));
  return jsonReader().read(new TextEncoder().encode(JSON.stringify(toVersion1(storedJson))));
}

interface Sheets {
  readonly name: string;
  readonly pages: readonly Page[];
  readonly check: (pages: readonly Page[]) => Checked;
}

/** The formulas only see the report as parsed from its JSON. */
async function sheetsOf(name: string, report: Report): Promise<Sheets> {
  const { bytes } = await jsonRenderer().render(report);
  const pages = layoutPages(report, createLayoutContext(report, { locale: 'en', paper: 'A4' }));
  return { name, pages, check: createChecker(jsonReader().read(bytes), FORMULAS) };
}

const SHEETS = await Promise.all(REPORTS.map(([name, report]) => sheetsOf(name, report)));

describe('every number on a page', () => {
  for (const { name, pages, check } of SHEETS) {
    it(`follows from the JSON: ${name}`, () => {
      const { numbers, unknown } = check(pages);
      assert.deepEqual(unknown, []);
      assert.ok(numbers > 50 * pages.length, `read only ${numbers} numbers`);
    });
  }

  it('uses every formula', () => {
    const usedNames = new Set(SHEETS.flatMap(({ pages, check }) => [...check(pages).used]));
    const dead = FORMULAS.map(({ name }) => name).filter((name) => !usedNames.has(name));
    assert.deepEqual(dead, []);
  });
});

describe('a changed digit', () => {
  const CHANGES = 500;

  it('is detected', () => {
    const random = createRandom(SEED);
    const unseenChanges = Array.from({ length: CHANGES }, () => {
      const sheets = one(SHEETS, random);
      const change = changed(sheets.pages, random);
      return sheets.check(change.pages).unknown.length > 0
        ? []
        : [`${sheets.name}: ${change.says}`];
    }).flat();
    // Some changes give the number of another entry in the same place and cannot be detected, such as the half-width
    // of another kind, '5 buttons' instead of '4 buttons', or the share of an equally large segment.
    assert.ok(unseenChanges.length <= CHANGES * 0.05, unseenChanges.join('\n'));
  });
});

function one<T>(list: readonly T[], random: () => number): T {
  const item = list[Math.floor(random() * list.length)];
  assert.ok(item !== undefined);
  return item;
}

/** The pages with one digit changed; a chart is chosen as often as a paragraph. */
function changed(
  pages: readonly Page[],
  random: () => number,
): { readonly pages: readonly Page[]; readonly says: string } {
  const parts = pages.flatMap((page) => page.parts.filter((part) => digitsIn(part).length > 0));
  const part = one(parts, random);
  const run = one(digitsIn(part), random);
  const { index } = one([...run.text.matchAll(/\d/g)], random);
  const otherDigits = Array.from({ length: 10 }, (_, i) => String(i)).filter(
    (i) => i !== run.text[index],
  );
  const text = `${run.text.slice(0, index)}${one(otherDigits, random)}${run.text.slice(index + 1)}`;
  const operations = part.operations.map((operation) =>
    operation === run ? { ...run, text } : operation,
  );
  return {
    says: `${run.text} → ${text}`,
    pages: pages.map((page) => ({
      ...page,
      parts: page.parts.map((pagePart) => (pagePart === part ? { ...part, operations } : pagePart)),
    })),
  };
}

function digitsIn(part: Part): readonly TextRun[] {
  return part.operations
    .filter((operation) => operation.kind === 'text')
    .filter(({ text }) => /\d/.test(text));
}
