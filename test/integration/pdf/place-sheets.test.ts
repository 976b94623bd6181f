// The sheet of a place: one page in every language and on both papers, nothing beside it, and everything that the view says.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Element, Page } from '../../../lib/adapters/pdf/page-elements.ts';
import { placeSheets } from '../../../lib/adapters/pdf/place/place-sheets.ts';
import type { Paper, SheetContext } from '../../../lib/adapters/pdf/sheet/sheet-context.ts';
import { contentBoxOf, CONTENT_WIDTH } from '../../../lib/adapters/pdf/sheet/sheet-context.ts';
import { sheetPages } from '../../../lib/adapters/pdf/sheet/sheet-pages.ts';
import { typesetter } from '../../../lib/adapters/pdf/text/typesetter.ts';
import { colours } from '../../../lib/charts/theme.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { SERVER_FILES } from '../../../lib/i18n/generated/server-files.ts';
import type { Localization } from '../../../lib/i18n/localization.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { messagesOf } from '../../../lib/i18n/texts.ts';
import { createReportView } from '../../../lib/view/create-report-view.ts';
import type { PlaceView } from '../../../lib/view/report-view.ts';
import { assertGolden } from '../../support/golden.ts';
import { pseudoFile } from '../../support/pseudo-locale.ts';
import {
  createAllKindsReport,
  createAllScriptsReport,
  createEmptyReport,
  createPartialReport,
  createReport,
  createStoreReport,
  createUnusualNamesReport,
} from '../../support/test-reports.ts';
import {
  assertInsideMargins,
  assertNoOverlappingTexts,
} from '../../unit/adapters/pdf/page-assertions.ts';
import { placedOperations } from '../../support/placed-operations.ts';
import { goldenOf, textOf } from '../../unit/adapters/pdf/page-text.ts';

function viewOf(report: Report, localization: Localization): PlaceView {
  const view = createReportView(report, localization);
  assert.ok(view.kind === 'place');
  return view;
}

function localizationOf(report: Report, language: (typeof LANGUAGES)[number]): Localization {
  return createLocalization(report, language, messagesFor(language));
}

function pagesOf(view: PlaceView, paper: Paper, localization: Localization): readonly Page[] {
  const context: SheetContext = {
    ...localization,
    typesetter,
    paper: contentBoxOf(paper),
    width: CONTENT_WIDTH,
    links: new Map(),
    notes: new Map(),
  };
  return sheetPages(placeSheets(view, context), view, context);
}

function englishPages(report: Report, changes: Partial<PlaceView> = {}): readonly Page[] {
  const localization = localizationOf(report, 'en');
  return pagesOf({ ...viewOf(report, localization), ...changes }, 'A4', localization);
}

function elementsOf(pages: readonly Page[]): readonly Element[] {
  return [...new Set(pages.flatMap(({ parts }) => parts.flatMap((part) => part.element ?? [])))];
}

const twoSurveys = createStoreReport(2);
const silent = createReport({
  key: 43,
  name: 'Lagos, Ikeja City',
  surveys: [{ key: 431, name: 'How was it?', volume: 800, silentDays: [4, 5, 6, 7] }],
});
const few = createReport({
  key: 44,
  name: 'Chatham Islands store',
  surveys: [{ key: 441, name: 'How was it?', volume: 6 }],
});
const PLACES: readonly (readonly [string, Report])[] = [
  ['one survey', createStoreReport(1)],
  ['two surveys', twoSurveys],
  ['no responses for weeks', createEmptyReport()],
  ['no responses for days', silent],
  ['few responses', few],
];

describe('the sheet of a place', () => {
  for (const [name, report] of PLACES) {
    it(`is one page in every language and on both papers: ${name}`, () => {
      for (const language of LANGUAGES) {
        const localization = localizationOf(report, language);
        const view = viewOf(report, localization);
        for (const paper of ['A4', 'Letter'] as const) {
          const pages = pagesOf(view, paper, localization);
          assert.equal(pages.length, 1, `${language} on ${paper}`);
          for (const page of pages) {
            assertInsideMargins(page);
            assertNoOverlappingTexts(page);
          }
        }
      }
    });

    it(`is one page with texts that are a third longer: ${name}`, () => {
      const { report: file, signals } = SERVER_FILES.en;
      const words = messagesOf([{ report: pseudoFile(file), signals: pseudoFile(signals) }], 'en');
      const localization = createLocalization(report, 'en', words);
      for (const paper of ['A4', 'Letter'] as const) {
        const pages = pagesOf(viewOf(report, localization), paper, localization);
        assert.equal(pages.length, 1, paper);
        for (const page of pages) assertNoOverlappingTexts(page);
      }
    });
  }

  it('flows on to further pages where no step makes it fit', () => {
    for (const report of [
      createAllKindsReport(),
      createUnusualNamesReport(),
      createAllScriptsReport(),
    ]) {
      if (report.subfolders.length > 0) continue;
      for (const language of LANGUAGES) {
        const localization = localizationOf(report, language);
        const view = viewOf(report, localization);
        for (const paper of ['A4', 'Letter'] as const) {
          const pages = pagesOf(view, paper, localization);
          for (const page of pages) {
            assertInsideMargins(page);
            assertNoOverlappingTexts(page);
          }
          const figures = elementsOf(pages).filter(({ role }) => role === 'Figure');
          const drawn = view.surveys.flatMap(({ buttons, trend, days }) =>
            [buttons, trend, days].filter((part) => part !== null),
          );
          assert.ok(pages.length === 1 || figures.length >= drawn.length, 'nothing is lost');
        }
      }
    }
  });

  it('has a description of every figure, and the name as its first heading', () => {
    const elements = elementsOf(englishPages(createStoreReport(1)));
    const figures = elements.filter(({ role }) => role === 'Figure');
    assert.equal(figures.length, 4);
    for (const { alt } of figures) assert.ok(alt !== undefined && alt.length > 10);
    assert.equal(elements.find(({ role }) => role.startsWith('H'))?.title, 'Helsinki Central');
  });

  it('says everything that the view says of a survey', () => {
    const report = createStoreReport(1);
    const localization = localizationOf(report, 'en');
    const { surveys, finding, source } = viewOf(report, localization);
    const text = textOf(englishPages(report)).replaceAll(/\s+/g, ' ');
    const options = surveys.flatMap(({ painPoints, highlights }) =>
      [painPoints, highlights].flatMap((list) => list?.options ?? []),
    );
    assert.ok(options.length > 4);
    const said = [
      ...surveys.flatMap(({ figure }) => [figure?.text, figure?.responses]),
      ...surveys.flatMap(({ buttons }) => buttons?.buttons.map(({ name }) => name)),
      ...options.flatMap(({ name, pressesText, change }) => [name, `${pressesText} ${change}`]),
      ...surveys.flatMap(({ days }) => days?.days.map(({ text: value }) => value)),
      ...[finding.headline, ...finding.details, source],
    ];
    for (const part of said) {
      assert.ok(part !== undefined && text.includes(part.replaceAll(/\s+/g, ' ')), part);
    }
  });

  it('separates what an alert is about from how long it lasted', () => {
    assert.match(textOf(englishPages(createStoreReport(1))), /(?:[^.\d]|\d+%?)\. \d+ times? · /);
  });

  it('has the glyph of a partial week before what is missing', () => {
    const glyphsOf = (report: Report): number =>
      englishPages(report)
        .flatMap(({ parts }) => parts.flatMap(placedOperations))
        .filter(({ kind, ...paint }) => {
          const isEdge = 'fill' in paint && paint.fill === colours.noticeEdge;
          return kind === 'path' && isEdge;
        }).length;
    assert.equal(glyphsOf(createPartialReport()), 1);
    assert.equal(glyphsOf(createStoreReport(1)), 0);
  });

  it('leaves out the charts of a second survey as usual only where it would not fit', () => {
    const report = twoSurveys;
    const localization = localizationOf(report, 'en');
    const view = viewOf(report, localization);
    const usual = view.surveys.map((survey, i) =>
      i === 0 ? survey : { ...survey, finding: { ...survey.finding, state: 'usual' as const } },
    );
    const chartsOf = (remarks: readonly string[]): number =>
      elementsOf(pagesOf({ ...view, surveys: usual, remarks }, 'A4', localization)).filter(
        ({ role, alt }) => role === 'Figure' && /week|day/i.test(alt ?? ''),
      ).length;
    const long = Array.from({ length: 60 }, () => 'A remark of some length.');
    assert.ok(chartsOf(long) < chartsOf([]));
  });

  it('prints notices, notes, remarks and what to check', () => {
    const localization = localizationOf(silent, 'en');
    const view = viewOf(silent, localization);
    const text = textOf(
      pagesOf(
        {
          ...view,
          notices: ['Sunday is missing.'],
          remarks: ['A target was set.'],
          notes: {
            owner: {
              name: 'M. Virtanen',
              text: 'M. Virtanen is on it',
              since: 'on it since Tuesday',
            },
            notes: [{ id: '1', text: 'Two lanes closed.', signature: 'M. Virtanen · Tuesday' }],
          },
        },
        'A4',
        localization,
      ),
    );
    for (const part of ['Sunday is missing.', 'A target was set.', 'Two lanes closed.']) {
      assert.ok(text.includes(part), part);
    }
    const [checks] = view.surveys.flatMap((survey) => survey.checks ?? []);
    assert.ok(checks !== undefined && text.includes(checks.title));
  });

  it('is as in the golden file', () => {
    assertGolden('pdf-store.txt', goldenOf(englishPages(createStoreReport(1))));
  });
});
