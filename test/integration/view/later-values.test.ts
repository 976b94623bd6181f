// What each surface says of a report of a later release, with states, verdicts and reasons that this release does not know. The page
// shows the view; the HTTP API, tables and the reports above: test/unit/reports/later-releases.test.ts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonReader, jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import { buildReport } from '../../../lib/domain/build-report.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { NO_SETTINGS } from '../../../lib/domain/signals/folder-settings.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import type { EnumPlace } from '../../support/later-values.ts';
import { asLaterRelease, LATER } from '../../support/later-values.ts';
import { createTestMessage, MESSAGE_CASES } from '../../support/message-cases.ts';
import { READERS } from '../../support/pdf-readers/extract-text.ts';
import { fc } from '../../support/property-settings.ts';
import { RULES, W46 } from '../../support/test-facts.ts';
import {
  createAllKindsReport,
  createReport,
  createStoreReport,
} from '../../support/test-reports.ts';
import { isValid } from '../json/schema-checks.ts';
import { SURFACES, viewOf } from './surfaces.ts';

const REPORTS: readonly Report[] = [
  ...[...MESSAGE_CASES.values()].map(({ report }) => report),
  createAllKindsReport(),
  createStoreReport(3),
];

function reportOf(name: string): Report {
  return MESSAGE_CASES.get(name)?.report ?? assert.fail(name);
}

/** The report as this release reads it from a later one. */
function readLater(report: Report, isChosen?: Parameters<typeof asLaterRelease>[1]): Report {
  const document = asLaterRelease(JSON.parse(JSON.stringify(report)), isChosen);
  return jsonReader().read(new TextEncoder().encode(JSON.stringify(document)));
}

/** What says that something is well or got better, and that something is wrong or got worse. */
const GOOD = /as usual|needs a call|no place|back at|recovered|better|no new trouble/i;
const BAD = /still low|new this week|low again|worse|no signal|could not be read|enough responses/i;

function assertNeutral(text: string): void {
  // Terminal and PDF name states of which there is no place.
  const told = text.replaceAll(/[\w ]+ {2}0\b|\b0 No signal/g, '');
  assert.match(told, /Happy Index \d+\./);
  assert.doesNotMatch(told, GOOD);
  assert.doesNotMatch(told, BAD);
}

describe('a report with values of a later release only', () => {
  const company = readLater(reportOf('a company'));
  const shop = readLater(reportOf('a store that fell'));

  it('of a folder has the figure as its headline, and all places without a state', () => {
    const view = viewOf(company, 'en');
    assert(view.kind === 'folder');
    assert.deepEqual(view.finding, {
      state: 'unknown',
      label: '',
      headline: 'Happy Index 58.',
      details: [],
    });
    assert.equal(view.figure?.compared, '');
    const rows = view.sections.flatMap((section) => section.rows);
    assert.equal(rows.length, company.summary.surveys);
    for (const { state, was, change, reason, now, responses } of rows) {
      assert.deepEqual(
        { state, was, change, reason },
        { state: 'unknown', was: '', change: '', reason: '' },
      );
      assert.ok(responses > 0 && now !== '');
    }
  });

  it('of a place has its figure, days, options and trend, and no state', () => {
    const view = viewOf(shop, 'en');
    assert(view.kind === 'place');
    const [survey] = view.surveys;
    assert.deepEqual([view.finding.state, view.finding.label], ['unknown', '']);
    assert.match(view.finding.headline, /^Happy Index \d+\.$/);
    assert.ok(survey?.figure !== null && survey?.trend !== null && survey?.days !== null);
  });

  for (const [surface, textOf] of Object.entries(SURFACES)) {
    it(`says nothing good or bad of it: ${surface}`, () => {
      for (const report of [company, shop]) {
        assertNeutral(textOf(report, 'en'));
      }
    });
  }

  it('says nothing good or bad of it: the PDF', async () => {
    const renderer = pdfRenderer({ locale: 'en', paper: 'A4' });
    const attachment = await jsonRenderer().render(reportOf('a company'));
    for (const report of [company, shop]) {
      const { bytes } = await renderer.render(report, attachment);
      assertNeutral((await READERS.P(bytes)).join(' '));
    }
  });
});

describe('a folder with a place whose state is of a later release', () => {
  const folderOf = (shift: number): Report =>
    createReport({
      ...{ key: 2, name: 'Finland', path: [{ key: 1, name: 'Northwind' }] },
      folders: Array.from({ length: 12 }, (_, i) => ({
        ...{ key: 20 + i, name: `Store ${i}` },
        surveys: [{ key: 200 + i, name: 'How was it?', volume: 3000, mood: 0.7, shift }],
      })),
    });
  const withoutState = (report: Report): Report =>
    readLater(report, ({ path }) => path.join('/').endsWith('/listed/state/0'));
  const toldOf = (report: Report): string => {
    const { headline, details } = viewOf(report, 'en').finding;
    const { subject } = createTestMessage({ report, isUpdate: false }, 'en').message;
    return [subject, headline, ...details].join(' | ');
  };

  it('is not said to need no call, in headline and subject', () => {
    const report = folderOf(0);
    assert.match(toldOf(report), /as usual.* \| Nothing needs a call/);
    const told = toldOf(withoutState(report));
    assert.match(told, /^Finland: \d+, usually [\d–]+ · week 46 \| Happy Index \d+\.$/);
  });

  it('is not said to have no place that fell more than the others', () => {
    const report = folderOf(-0.08);
    assert.match(toldOf(report), /No place fell more than the others/);
    const told = toldOf(withoutState(report));
    assert.match(told, /fell/);
    assert.doesNotMatch(told, /No place fell more/);
  });

  it('has no comparison of the figure where the state of all places together is', () => {
    const report = reportOf('a company');
    const figureOf = (told: Report): string | undefined => {
      const view = viewOf(told, 'en');
      return view.kind === 'folder' ? view.figure?.compared : undefined;
    };
    assert.match(figureOf(report) ?? '', /^(was|usually) /);
    const ofGroups = ({ name, path }: EnumPlace): boolean =>
      name === 'Level/state' && path[0] === 'summary';
    assert.equal(figureOf(readLater(report, ofGroups)), '');
  });
});

describe('a report with some values of a later release', () => {
  it('is told by each surface in each language, with all counts', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...REPORTS),
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(0.1, 0.5, 0.9),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (report, language, share, chances) => {
          const later = readLater(report, () => chances.next().value < share);
          assert.deepEqual(countsOf(later), countsOf(report));
          for (const [surface, textOf] of Object.entries(SURFACES)) {
            const text = textOf(later, language);
            assert.doesNotMatch(text, new RegExp(`${LATER}|undefined|NaN|null`), surface);
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('a report above reports of a later release', () => {
  const parentOf = (child: Report): Report =>
    buildReport(
      {
        folder: { key: 1, name: 'Company', path: [] },
        isRoot: false,
        week: W46,
        asOf: child.asOf,
        ...{ surveys: [], failed: [], absent: [], problems: [] },
        settings: NO_SETTINGS,
      },
      [child],
      null,
      RULES,
    );

  it('has the same counts, and is stored as published', async () => {
    const children = REPORTS.filter(({ folder }) => folder.path.length > 0);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...children),
        fc.constantFrom(0.1, 0.5, 1),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
        async (child, share, chances) => {
          const parent = parentOf(readLater(child, () => chances.next().value < share));
          const before = parentOf(child);
          assert.deepEqual(sumsOf(parent), sumsOf(before));
          const { attention } = parent.summary;
          assert.equal(attention.places, before.summary.attention.places);
          const { bytes } = await jsonRenderer().render(parent);
          assert(
            isValid(JSON.parse(new TextDecoder().decode(bytes))),
            JSON.stringify(isValid.errors),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it('counts no fewer surveys than it lists where a list below was cut', async () => {
    const report = reportOf('a region with nothing new');
    const { attention } = report.summary;
    const [first] = attention.entries;
    assert(first !== undefined);
    const counts = { ...attention.counts, [first.state]: attention.counts[first.state] - 1 };
    const cut = {
      ...report,
      summary: { ...report.summary, attention: { ...attention, counts, truncated: 1 } },
    };
    const parent = parentOf(
      readLater(cut, ({ path }) => path.join('/') === 'summary/attention/entries/0/state'),
    );
    assert.deepEqual(parent.summary.attention, parentOf(report).summary.attention);
    const { bytes } = await jsonRenderer().render(parent);
    assert(isValid(JSON.parse(new TextDecoder().decode(bytes))), JSON.stringify(isValid.errors));
  });
});

/** What is counted and summed, without what is judged from it. */
function sumsOf({ summary, subfolders, painPoints, highlights, ranking }: Report): unknown {
  const { attention: _, groups, ...sums } = summary;
  return {
    ...{ sums, painPoints, highlights, ranking },
    groups: groups.map(({ data, previousData, trend, hours, standard, parts, surveys }) => ({
      ...{ data, previousData, trend, hours, standard, parts, surveys },
    })),
    subfolders: subfolders.map(({ summary: { groups: __, ...below } }) => below),
  };
}

/** All numbers of the report, without lists and reasons, which states choose. */
function countsOf({ summary, surveys, subfolders, painPoints, highlights }: Report): unknown {
  return JSON.parse(
    JSON.stringify(
      { summary, surveys, subfolders, painPoints, highlights },
      (name, value: unknown) =>
        ['attention', 'reason'].includes(name) || typeof value === 'string' ? null : value,
    ),
  );
}
