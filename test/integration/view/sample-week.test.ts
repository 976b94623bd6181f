// A week of the sample company on every surface: each names every place of the sections that are read first, with the numbers and
// in the order of the view. The page: test/e2e/web.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import type { Finding, ReportView, Section, SurveyView } from '../../../lib/view/report-view.ts';
import { MISSING_POPPLER } from '../pdf/printed-pages.ts';
import { listPrints } from '../pdf/sample-pages.ts';
import { STATE_WORDS } from '../../unit/i18n/state-words.ts';
import { assertPrinted, EXAMPLES, IS_PRINTED, readSampleWeek } from './sample-week.ts';
import { SURFACES, viewOf } from './surfaces.ts';

let reports: readonly Report[] = [];
let company: Report;

async function pdfText(report: Report, language: Language): Promise<string> {
  const renderer = pdfRenderer({ locale: language, paper: 'A4' });
  const { bytes } = await renderer.render(report, await jsonRenderer().render(report));
  return spawnSync('pdftotext', ['-raw', '-l', '1', '-', '-'], { input: bytes }).stdout.toString();
}

function normal(text: string): string {
  return withoutIsolates(text).replaceAll('\u2060', '').replaceAll(/\s+/g, ' ');
}

/** Names are cut where they are too long for a column. */
const NAME_START = 24;

/** Each place stands below the title of its section, in order, with the numbers of its row before the next place. */
function assertNamesPlaces(shown: string, view: ReportView): void {
  assert(view.kind === 'folder');
  const text = normal(shown);
  const sections = view.sections.filter(({ state }) => state !== 'usual');
  let position = 0;
  const find = (part: string): number => {
    const found = text.indexOf(normal(part), position);
    assert.notEqual(found, -1, `${part} after ${text.slice(position - 80, position)}`);
    return found;
  };
  for (const [i, { title, rows }] of sections.entries()) {
    position = find(title) + title.length;
    for (const [j, { name, now, was }] of rows.entries()) {
      position = find(name.slice(0, NAME_START)) + 1;
      const next = rows[j + 1]?.name.slice(0, NAME_START) ?? sections[i + 1]?.title;
      const end = next === undefined ? position + 300 : find(next);
      const entry = text.slice(position, end);
      for (const number of [now, was])
        assert.match(
          entry,
          new RegExp(`(?<![\\d.,])${number}(?![\\d.,]*\\d)`),
          `${name}: ${entry}`,
        );
    }
  }
}

/** Pairs of numbers with a dash between them. */
function rangesIn(text: string): readonly (readonly [number, number])[] {
  return Array.from(
    normal(text).matchAll(/([+\u2212]?\d+(?:[.,]\d+)?)\s?[–～~]\s?([+\u2212]?\d+(?:[.,]\d+)?)/g),
    ([, from = '', to = '']) => [numberOf(from), numberOf(to)],
  );
}

function numberOf(text: string): number {
  return Number(text.replace('\u2212', '-').replace(',', '.'));
}

function assertNoRangeAround(value: number | null, texts: readonly string[]): void {
  if (value === null) return;
  for (const [from, to] of texts.flatMap(rangesIn))
    assert.ok(value < from || value > to, `${value} in ${texts.join(' ')}`);
}

const ALARMING = ['new', 'noSignal', 'still'] as const;

function isAlarming({ state }: Pick<Section | Finding, 'state'>): boolean {
  return ALARMING.some((alarming) => alarming === state);
}

function assertFigure({ finding, figure, trend, parts }: SurveyView): void {
  if (!isAlarming(finding)) return;
  assertNoRangeAround(figure?.value ?? null, [
    ...[finding.headline, ...finding.details, ...parts],
    ...[figure?.compared ?? '', trend?.note ?? '', trend?.band?.label ?? ''],
  ]);
}

describe('a week of the sample company', () => {
  before(async () => {
    reports = await readSampleWeek();
    company = reports.find(({ folder: { path } }) => path.length === 0) ?? assert.fail();
  });

  it('has places in every section', () => {
    const view = viewOf(company, 'en');
    assert(view.kind === 'folder');
    assert.deepEqual(
      view.counts.filter(({ count }) => count === 0).map(({ state }) => state),
      [],
    );
  });

  for (const [name, surface] of Object.entries(SURFACES)) {
    it(`has every place that is not as usual on ${name}, in every language and part`, () => {
      for (const language of LANGUAGES)
        assertNamesPlaces(surface(company, language), viewOf(company, language));
      for (const report of reports.filter(({ subfolders }) => subfolders.length > 0))
        assertNamesPlaces(surface(report, 'en'), viewOf(report, 'en'));
    });
  }

  it(
    'has every place that is not as usual on page 1 of the PDF',
    { skip: MISSING_POPPLER },
    async () => {
      for (const report of reports.filter(({ subfolders }) => subfolders.length > 0))
        assertNamesPlaces(await pdfText(report, 'en'), viewOf(report, 'en'));
    },
  );

  describe('as PDF', { skip: MISSING_POPPLER }, () => {
    // The other languages and papers: printed-week.long.test.ts.
    for (const print of listPrints().filter(({ name }) => EXAMPLES.includes(name)))
      it(`${IS_PRINTED}: ${print.name}`, () => assertPrinted(print));
  });

  it('prints no range that contains the index of a place that is new, without a signal or still low', () => {
    for (const language of LANGUAGES) {
      for (const report of reports) {
        const view = viewOf(report, language);
        if (view.kind === 'place') for (const survey of view.surveys) assertFigure(survey);
        else
          for (const row of view.sections.filter(isAlarming).flatMap(({ rows }) => rows))
            assertNoRangeAround(row.values.now, [row.reason, row.shortReason]);
      }
    }
  });

  it('has no index, no buttons and no options of a survey with fewer than ten responses', () => {
    let [surveys, rows] = [0, 0];
    for (const report of reports) {
      const view = viewOf(report, 'en');
      if (view.kind === 'folder') {
        const few = view.sections.flatMap((section) =>
          section.rows.filter(({ responses }) => responses < 10),
        );
        rows += few.length;
        for (const { now, own, values } of few)
          assert.deepEqual([now, own, values.now], ['', '', null]);
        continue;
      }
      for (const survey of view.surveys) {
        const { responses } =
          report.surveys.find(({ key }) => key === survey.survey) ?? assert.fail();
        if (responses >= 10) continue;
        surveys += 1;
        assert.deepEqual(
          [survey.figure, survey.buttons, survey.painPoints, survey.highlights],
          [null, null, null, null],
        );
      }
    }
    assert.ok(surveys > 0 && rows > 0, `${surveys} surveys, ${rows} rows`);
  });

  it('says of no place the words of another state, in any language', () => {
    const levels = {
      new: 'new',
      noSignal: 'silent',
      still: 'still',
      recovered: 'recovered',
    } as const;
    for (const language of LANGUAGES) {
      for (const report of reports) {
        const view = viewOf(report, language);
        if (view.kind === 'folder') continue;
        for (const { finding } of view.surveys) {
          for (const [state, level] of Object.entries(levels)) {
            const says = STATE_WORDS[language][level].test(finding.headline);
            // A week without a response of a place that has few says so.
            const isFew = finding.state === 'few' && state === 'noSignal';
            if (state !== finding.state && !isFew)
              assert.ok(!says, `${finding.state}: ${finding.headline}`);
          }
        }
      }
    }
  });
});
