// What must hold of whatever comes of changed answers: typed, valid, without a word that isn't ours, nothing lost or
// doubled. It reads the bodies by itself, naively, so that it shares no mistake with the client.
import { inspect } from 'node:util';
import { Failure } from '../../../../lib/shared/failure.ts';
import type { Report, SurveyWeek } from '../../../../lib/domain/report.ts';
import { MARK } from '../odd-texts.ts';
import { CLIENT_ID, TOKEN } from './fuzzed-company.ts';
import type { Made } from './fuzzed-run.ts';

const BASIC = Buffer.from(`${CLIENT_ID}:${TOKEN}`).toString('base64');
const SECRETS = [CLIENT_ID, TOKEN, BASIC, encodeURIComponent(TOKEN)];

/** Problems that name a value of the API, as they are told to. */
const NAMING: readonly string[] = ['TZ_UNKNOWN', 'ENUM_UNKNOWN', 'TZ_DRIFT'];
/** Nobody reads more of one. */
const MOST_MESSAGE = 500;

export function faultOfError(error: unknown): string | null {
  if (!(error instanceof Failure)) {
    return `an error without a type: ${error instanceof Error ? String(error.stack) : typeof error}`;
  }
  const told = [error.message, error.stack, JSON.stringify(error.facts), inspect(error.cause)];
  const text = told.join('\n');
  if (SECRETS.some((secret) => text.includes(secret))) return 'a secret in a failure';
  return text.includes(MARK) ? `a text of the API in a failure: ${text.slice(0, 300)}` : null;
}

/** The body that was last answered, by path; null for a path that was answered with none. */
export type Served = ReadonlyMap<string, string | null>;

export function faultOfWeek({ reports, invalid, texts }: Made, served: Served): string | null {
  if (invalid !== null) return `a report that its schema refuses: ${invalid}`;
  if (SECRETS.some((secret) => [...texts.values()].some((text) => text.includes(secret)))) {
    return 'a secret in a report';
  }
  for (const report of reports.values()) {
    const fault = faultOfProblems(report) ?? faultOfSums(report, reports);
    if (fault !== null) return `folder ${report.folder.key}: ${fault}`;
    for (const survey of report.surveys) {
      const one = faultOfSurvey(survey, report, served);
      if (one !== null) return `survey ${survey.key}: ${one}`;
    }
  }
  return faultOfTree(reports, served);
}

function faultOfProblems({ problems, status, summary }: Report): string | null {
  const isPartial = problems.some(({ missing }) => missing);
  const expected = isPartial ? 'partial' : summary.responses === 0 ? 'empty' : 'complete';
  if (status !== expected) return `${status} where it is ${expected}`;
  const long = problems.find(({ message }) => message.length > MOST_MESSAGE);
  if (long !== undefined) return `a message of ${long.message.length} characters: ${long.code}`;
  const telling = problems.find(
    ({ code, message }) => message.includes(MARK) && !NAMING.includes(code),
  );
  return telling === undefined ? null : `a text of the API in a message: ${telling.code}`;
}

/** A folder's figures are those of its own surveys and of the folders below it. */
function faultOfSums(report: Report, reports: ReadonlyMap<number, Report>): string | null {
  const below = report.subfolders.map(({ key }) => reports.get(key)?.summary.responses ?? NaN);
  const own = report.surveys.map(({ responses }) => responses);
  const total = [...below, ...own].reduce((sum, one) => sum + one, 0);
  if (total !== report.summary.responses)
    return `${report.summary.responses} responses, not ${total}`;
  const groups = report.summary.groups.reduce((sum, one) => sum + one.responses, 0);
  return groups === total ? null : `${groups} responses in its groups, not ${total}`;
}

const BUTTONS: Readonly<Record<string, number>> = { FOUR: 4, FIVE: 5, FIVE_REVERSED: 5 };

function faultOfSurvey(survey: SurveyWeek, { from, to }: Report, served: Served): string | null {
  const rows = lastOf(served, `/v1/surveys/${survey.key}/results?`);
  if (!Array.isArray(rows)) return 'figures without results';
  const k = BUTTONS[survey.feedbackScale] ?? Infinity;
  let expected = 0;
  for (const row of rows) {
    const { ts, data } = fieldsOf(row);
    if (typeof ts !== 'string' || !Array.isArray(data)) return 'a row that is none was passed over';
    const date = ts.slice(0, 10);
    if (date < from || date >= to) continue;
    for (const count of data.slice(0, k)) expected += Number(count);
  }
  const sums = {
    responses: survey.responses,
    data: sum(survey.data),
    days: sum(survey.days.map(({ responses }) => responses)),
    hours: sum(survey.hours.flatMap(({ data }) => data)),
    trend: survey.trend.at(-1)?.responses ?? NaN,
  };
  for (const [name, value] of Object.entries(sums)) {
    if (value !== expected) return `${value} responses in ${name}, where ${expected} were told`;
  }
  const alerts = (survey.alerts ?? []).map(({ key }) => key);
  return new Set(alerts).size === alerts.length ? null : 'an alert twice';
}

/** Every survey that the tree tells of is in one report, or in a problem, or was not active. */
function faultOfTree(reports: ReadonlyMap<number, Report>, served: Served): string | null {
  const kept = [...reports.values()].flatMap(({ surveys }) => surveys.map(({ key }) => key));
  if (new Set(kept).size < kept.length) return 'a survey in two reports';
  const problems = [...reports.values()].flatMap((report) => report.problems);
  const isLoud = problems.some(({ missing }) => missing);
  const told = surveysIn(lastOf(served, '/v1/folders?surveys=true'));
  const lost = told.filter((key) => !kept.includes(key));
  const unsaid = lost.filter((key) => !isLoud && isExpected(key, served));
  return unsaid.length === 0 ? null : `survey ${String(unsaid[0])} is lost without a word`;
}

/** Whether the survey is active by its own word, as far as that is as it was. */
function isExpected(key: number, served: Served): boolean {
  const { activePeriods } = fieldsOf(lastOf(served, `/v1/surveys/${key}`));
  return JSON.stringify(activePeriods ?? null).includes('"2030-01-01');
}

function surveysIn(folder: unknown): readonly number[] {
  const { surveys, folders } = fieldsOf(folder);
  const own = Array.isArray(surveys) ? surveys.map((one) => fieldsOf(one)['key']) : [];
  const below = Array.isArray(folders) ? folders.flatMap(surveysIn) : [];
  return [...own.flatMap((key) => (typeof key === 'number' ? [key] : [])), ...below];
}

function lastOf(served: Served, path: string): unknown {
  for (const [asked, body] of served) {
    if (asked !== path && !(path.endsWith('?') && asked.startsWith(path))) continue;
    return body === null ? null : parsed(body);
  }
  return null;
}

function parsed(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return value;
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
