// The law of reconciliation: every number on front pages, in attention lists and in messages is the answer to a published
// query over the fact tables. Exceptions are which places a folder's list chooses, as it compares each with the others, places
// that are low for long, the contributions of surveys to a change, and the weekdays and hours that differ.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import { createReportMessage } from '../../../lib/delivery/report-message.ts';
import { messageTextsFor } from '../../../lib/delivery/message-texts.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { compareInOrder } from '../../../lib/domain/order.ts';
import { compareGroups } from '../../../lib/domain/ranking.ts';
import { toRankedLeaves } from '../../../lib/domain/signals/leaf-columns.ts';
import type { Entry } from '../../../lib/domain/signals/model.ts';
import { rankLeaves } from '../../../lib/domain/signals/standing.ts';
import { findManifest, readReport } from '../../../lib/reports/report-repository.ts';
import { listFolderKeys } from '../../../lib/reports/week-folders.ts';
import type { SampleReports } from '../../support/sample-reports.ts';
import { EUROPE } from '../../support/sample-reports.ts';
import type { Cell, FactDatabase, Row } from './fact-store.ts';
import { openFacts, queryFor } from './fact-store.ts';

export const WEEK = '2026-W46';
/** States of a survey's own level for which it is named. */
const FINDINGS: readonly (string | null)[] = ['silent', 'new', 'still', 'recovered', 'better'];
const DAY_MINUTES = 24 * 60;
const ROOT = 41_001;
const AIRPORT = 41_012;
/** Relative to the number, and at least of 1. */
const TOLERANCE = 1e-9;
/** pdftotext is part of poppler-utils. */
const MISSING_TOOL =
  spawnSync('pdftotext', ['-v']).status === 0 ? false : 'pdftotext is not installed';
const MESSAGE = {
  locale: 'en',
  reportUrl: null,
  pageUrl: null,
  placeUrls: new Map<number, string>(),
  notes: null,
  isUpdate: false,
};

export interface TestedCompany {
  readonly company: string;
  /** Those of the week among others. */
  readonly makeReports: () => Promise<SampleReports>;
  /** Whether the queries of stores are compared too: they are the same for each, and each takes time. */
  readonly hasStores: boolean;
}

/** Defines the tests of one company. */
export function testNumbers({ company, makeReports, hasStores }: TestedCompany): void {
  describe(`the numbers in the reports of ${company}`, () => {
    let facts: FactDatabase;
    let reports: readonly Report[];
    before(async () => {
      const { folder, repository } = await makeReports();
      const keys = await listFolderKeys(repository.store, WEEK);
      const manifests = await Promise.all(
        keys.map((key) => findManifest(repository, { week: WEEK, folder: key })),
      );
      const all = await Promise.all(
        manifests.flatMap((manifest) =>
          manifest === null ? [] : [readReport(repository, manifest)],
        ),
      );
      assert.ok(all.length > 80);
      reports = all.filter(({ subfolders }) => hasStores || subfolders.length > 0);
      facts = await openFacts(folder);
    });
    after(() => {
      facts.close();
    });
    const queries = new Map<string, Promise<readonly Row[]>>();
    const answers = (query: string, { week, folder: { key } }: Report): Promise<readonly Row[]> => {
      const sql = queryFor(query, { week, folder: key });
      const answer = queries.get(sql) ?? facts.ask(sql);
      queries.set(sql, answer);
      return answer;
    };

    it('region-week returns the figures of each kind of index that the report states', async () => {
      for (const report of reports) {
        assertRows(await answers('region-week', report), kindsOf(report), report);
      }
    });

    it('whom-to-call returns the figures of the places that the report lists', async () => {
      let entries = 0;
      for (const report of reports) {
        const rows = await answers('whom-to-call', report);
        for (const entry of report.summary.attention.entries) {
          const row = rows.find(({ survey }) => survey === entry.survey.key);
          // The folder's list also compares the place with others.
          if (row?.['finding'] !== entry.state) continue;
          assertRows([row], [entryCells(entry)], report);
          entries += 1;
        }
      }
      assert.ok(entries > 20);
    });

    it('whom-to-call returns the surveys whose own weeks say so, once each', async () => {
      for (const report of reports) {
        const rows = await answers('whom-to-call', report);
        assert.equal(new Set(rows.map(({ survey }) => survey)).size, rows.length);
        for (const { key, level, volume, badMinutes } of report.surveys) {
          const row = rows.find(({ survey }) => survey === key);
          const isLowVolume = volume?.verdict === 'low' && !volume.asLastYear;
          const isNamed =
            FINDINGS.includes(level.state) || isLowVolume || (badMinutes ?? 0) >= DAY_MINUTES;
          assert.equal(row !== undefined, isNamed, `survey ${key}`);
          if (row?.['finding'] === level.state) {
            assertRows([row], [{ since: level.since, weeks: level.weeks }], report);
          }
        }
      }
    });

    it('pain-points returns the follow-ups that the report states', async () => {
      for (const report of reports) {
        const options = [
          ...report.painPoints.map((option) => ({ kind: 'painPoint', ...option })),
          ...report.highlights.map((option) => ({ kind: 'highlight', ...option })),
        ].map(({ kind, key, name, responses, share, previousResponses, previousShare }) => ({
          kind,
          ...{ option: key, name, responses, share },
          previous_responses: previousResponses,
          previous_share: previousShare,
        }));
        assertRows(await answers('pain-points', report), options, report);
      }
    });

    it('alerts-of-week returns the alerts that the report states', async () => {
      for (const report of reports) {
        const rows = await answers('alerts-of-week', report);
        const { alerts, alarm } = report.summary;
        assertRows(
          [
            {
              started: sumOf(rows, 'started'),
              carriedOver: sumOf(rows, 'carried_over'),
              open: sumOf(rows, 'still_open'),
              badPlaces: sumOf(rows, 'bad_surveys'),
              longestBad: maxOf(rows, 'longest_bad_minutes'),
              goodPlaces: sumOf(rows, 'good_surveys'),
              longestGood: maxOf(rows, 'longest_good_minutes'),
            },
          ],
          [
            {
              ...alerts,
              badPlaces: alarm.bad.places,
              longestBad: alarm.bad.longest?.minutes ?? 0,
              goodPlaces: alarm.good.places,
              longestGood: alarm.good.longest?.minutes ?? 0,
            },
          ],
          report,
        );
      }
    });

    it('store-ranks returns the rankings that the report states', async () => {
      for (const report of reports) {
        const rows = await answers('store-ranks', report);
        for (const group of report.summary.groups) {
          const places = rankLeaves(toRankedLeaves(group.leaves), group)?.places ?? [];
          const ofKind = rows.filter(
            (row) =>
              row['index_type'] === group.indexType &&
              row['feedback_scale'] === group.feedbackScale,
          );
          const expected = places.map(({ folder: key, survey, index, responses, rank }) => ({
            folder: key,
            survey,
            score: index,
            responses,
            ...(rank === null ? {} : { rank_from: rank.from, rank_to: rank.to }),
          }));
          assertRows(bySurvey(ofKind), bySurvey(expected), report);
        }
      }
    });

    it('the tables of the earlier week have the trend that the report states', async () => {
      const range = { first_week: '2026-W34', last_week: WEEK };
      let weeks = 0;
      for (const report of reports) {
        const rows = await facts.ask(
          queryFor('region-trend', { ...range, folder: report.folder.key }),
        );
        for (const { trend, indexType, feedbackScale } of report.summary.groups) {
          const ofKind = rows.filter(
            (row) => row['index_type'] === indexType && row['feedback_scale'] === feedbackScale,
          );
          const storedWeeks = trend.filter(({ week }) =>
            ofKind.some((row) => row['week'] === week),
          );
          assertRows(
            ofKind,
            storedWeeks.map(({ week, index, responses }) => ({ week, score: index, responses })),
            report,
          );
          weeks += storedWeeks.length;
        }
      }
      assert.ok(weeks > reports.length, 'more than one week of some');
    });

    it('messages print what the queries return', async () => {
      for (const report of reports) {
        const { formats } = messageTextsFor(report, 'en');
        const { view } = createReportMessage(report, MESSAGE);
        const rows = await answers('region-week', report);
        if (view.kind === 'folder') {
          const responses = formats.count(sumOf(rows, 'responses'));
          assert.ok(view.figure === null || view.figure.responses.includes(responses), responses);
        } else if (view.surveys.length === 1) {
          const [row = assert.fail()] = rows;
          const figure = view.surveys[0]?.figure ?? null;
          const score = formats.index(numberOf(row['score']), String(row['index_type']));
          // A small place has the figure of its four weeks.
          if (figure === null || figure.label.endsWith('Last four weeks')) continue;
          assert.ok(figure.text.startsWith(score), figure.text);
        }
      }
    });

    it('front pages print what the queries return', { skip: MISSING_TOOL }, async () => {
      const renderer = pdfRenderer({ locale: 'en', paper: 'A4' });
      for (const report of reports) {
        if (![ROOT, EUROPE, AIRPORT].includes(report.folder.key)) continue;
        const json = await jsonRenderer().render(report);
        const { bytes } = await renderer.render(report, json, new Map());
        const text = textOfPages(bytes);
        const { formats } = messageTextsFor(report, 'en');
        const kinds = await answers('region-week', report);
        const responses = kinds.reduce((sum, row) => sum + numberOf(row['responses']), 0);
        assert.ok(text.includes(formats.count(responses)), `responses of ${report.folder.key}`);
        const listed = new Set(report.summary.attention.entries.map(({ survey }) => survey.key));
        for (const row of await answers('whom-to-call', report)) {
          if (!listed.has(numberOf(row['survey']))) continue;
          assert.ok(text.includes(String(row['store'])), String(row['store']));
        }
      }
    });
  });
}

/** Text of the first two pages. */
function textOfPages(pdf: Uint8Array): string {
  const { stdout } = spawnSync('pdftotext', ['-l', '2', '-', '-'], { input: pdf });
  return stdout.toString().replaceAll(/\s+/g, ' ');
}

function kindsOf({ summary }: Report): readonly Row[] {
  return summary.groups
    .toSorted((a, b) => compareInOrder(b.responses - a.responses, compareGroups(a, b)))
    .map((group) => ({
      index_type: group.indexType,
      feedback_scale: group.feedbackScale,
      surveys: group.surveys,
      responses: group.responses,
      previous_responses: group.previousResponses,
      score: group.index,
      previous_score: group.previousIndex,
      change: group.change,
      half_width: group.halfWidth,
      change_is_clear: group.changeIsClear,
      state: group.level.state,
      basis: group.level.basis,
      since: group.level.since,
      usual: group.level.usual,
      lower: group.level.lower,
      upper: group.level.upper,
      ...(isLow(group.level.state)
        ? { was: group.level.usual, lost: group.level.lossTotal }
        : { lost: null }),
    }));
}

function isLow(state: string | null): boolean {
  return state === 'new' || state === 'still';
}

/** What the list prints of a place, by its state. */
function entryCells({ state, folder, survey, figures, reason }: Entry): Row {
  const { since, weeks, basis, index, responses } = figures;
  return {
    folder: folder.key,
    survey: survey.key,
    responses,
    score: index,
    ...(isLow(state) ? { lost: figures.lossTotal } : { lost: null }),
    ...(isLow(state) || state === 'better'
      ? {
          ...{ was: figures.usual, since, weeks, basis },
          ...{ reason: reason?.kind ?? null },
          ...(reason !== null && 'option' in reason ? { reason_name: reason.option.name } : {}),
        }
      : {}),
    ...(state === 'recovered' ? { was: figures.was, low_weeks: weeks } : {}),
    ...(state === 'inAlarm' ? { bad_minutes: figures.badMinutes } : {}),
    ...(state === 'silent' ? { silence_weeks: figures.silentWeeks } : {}),
    ...(state === 'volumeLow' ? { volume_usual: figures.volumeUsual } : {}),
  };
}

function bySurvey(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => numberOf(a['survey']) - numberOf(b['survey']));
}

function numberOf(cell: Cell | undefined): number {
  return typeof cell === 'number' ? cell : Number.NaN;
}

function sumOf(rows: readonly Row[], name: string): number {
  return rows.reduce((total, row) => total + (row[name] === null ? 0 : numberOf(row[name])), 0);
}

function maxOf(rows: readonly Row[], name: string): number {
  return rows.reduce(
    (max, row) => (row[name] === null ? max : Math.max(max, numberOf(row[name]))),
    0,
  );
}

/** The rows in order, of which the expected columns are compared. */
function assertRows(
  actual: readonly Row[],
  expected: readonly Row[],
  { folder }: Pick<Report, 'folder'>,
): void {
  assert.equal(actual.length, expected.length, `rows of folder ${folder.key}`);
  expected.forEach((row, i) => {
    for (const [name, value] of Object.entries(row)) {
      const answer = actual[i]?.[name] ?? null;
      const isEqual =
        typeof value === 'number' && typeof answer === 'number'
          ? Math.abs(answer - value) <= TOLERANCE * Math.max(1, Math.abs(value))
          : answer === value;
      const difference = JSON.stringify({ folder: folder.key, row: i, name, answer, value });
      assert.ok(isEqual, difference);
    }
  });
}
