// Checks the result of changed answers: typed failures, valid reports, no texts of the API in messages, no lost or
// duplicate data. Parses the bodies independently of the client.
import { inspect } from 'node:util';
import { Failure } from '../../../../lib/shared/failure.ts';
import type { Report, SurveyWeek } from '../../../../lib/domain/report.ts';
import { MARKER } from '../odd-texts.ts';
import { CLIENT_ID, TOKEN } from './fuzzed-company.ts';
import type { FuzzedReports } from './fuzzed-run.ts';

const BASIC = Buffer.from(`${CLIENT_ID}:${TOKEN}`).toString('base64');
const SECRETS = [CLIENT_ID, TOKEN, BASIC, encodeURIComponent(TOKEN)];

/** Codes of problems whose message contains a value of the API. */
const CODES_THAT_QUOTE_VALUES: readonly string[] = ['TZ_UNKNOWN', 'ENUM_UNKNOWN', 'TZ_DRIFT'];

const MAX_MESSAGE_LENGTH = 500;

export function findErrorFault(error: unknown): string | null {
  if (!(error instanceof Failure)) {
    return `an untyped error: ${error instanceof Error ? String(error.stack) : typeof error}`;
  }
  const errorTexts = [
    error.message,
    error.stack,
    JSON.stringify(error.facts),
    inspect(error.cause),
  ];
  const text = errorTexts.join('\n');
  if (SECRETS.some((secret) => text.includes(secret))) return 'a failure contains a secret';
  return text.includes(MARKER)
    ? `a failure contains a text of the API: ${text.slice(0, 300)}`
    : null;
}

/** The last body by path; null: answered without a body. */
export type AnsweredBodies = ReadonlyMap<string, string | null>;

export function findWeekFault(
  { reports, invalid, texts }: FuzzedReports,
  served: AnsweredBodies,
): string | null {
  if (invalid !== null) return `a report that violates its schema: ${invalid}`;
  if (SECRETS.some((secret) => [...texts.values()].some((text) => text.includes(secret)))) {
    return 'a report contains a secret';
  }
  for (const report of reports.values()) {
    const fault = findProblemFault(report) ?? findSumFault(report, reports);
    if (fault !== null) return `folder ${report.folder.key}: ${fault}`;
    for (const survey of report.surveys) {
      const surveyFault = findSurveyFault(survey, report, served);
      if (surveyFault !== null) return `survey ${survey.key}: ${surveyFault}`;
    }
  }
  return findTreeFault(reports, served);
}

function findProblemFault({ problems, status, summary }: Report): string | null {
  const isPartial = problems.some(({ missing }) => missing);
  const expected = isPartial ? 'partial' : summary.responses === 0 ? 'empty' : 'complete';
  if (status !== expected) return `status ${status}, expected ${expected}`;
  const longProblem = problems.find(({ message }) => message.length > MAX_MESSAGE_LENGTH);
  if (longProblem !== undefined)
    return `a message of ${longProblem.message.length} characters: ${longProblem.code}`;
  const leakingProblem = problems.find(
    ({ code, message }) => message.includes(MARKER) && !CODES_THAT_QUOTE_VALUES.includes(code),
  );
  return leakingProblem === undefined
    ? null
    : `a message contains a text of the API: ${leakingProblem.code}`;
}

/** The responses of a folder are the sum of its surveys and subfolders. */
function findSumFault(report: Report, reports: ReadonlyMap<number, Report>): string | null {
  const responsesBelow = report.subfolders.map(
    ({ key }) => reports.get(key)?.summary.responses ?? NaN,
  );
  const surveyResponses = report.surveys.map(({ responses }) => responses);
  const total = [...responsesBelow, ...surveyResponses].reduce(
    (sum, surveyFault) => sum + surveyFault,
    0,
  );
  if (total !== report.summary.responses)
    return `${report.summary.responses} responses, not ${total}`;
  const groups = report.summary.groups.reduce((sum, surveyFault) => sum + surveyFault.responses, 0);
  return groups === total ? null : `${groups} responses in its groups, not ${total}`;
}

const BUTTONS: Readonly<Record<string, number>> = { FOUR: 4, FIVE: 5, FIVE_REVERSED: 5 };

function findSurveyFault(
  survey: SurveyWeek,
  { from, to }: Report,
  served: AnsweredBodies,
): string | null {
  const rows = findLastBody(served, `/v1/surveys/${survey.key}/results?`, 'truncate=hour');
  if (!Array.isArray(rows)) return 'figures without an answer with results';
  const buttonCount = BUTTONS[survey.feedbackScale] ?? Infinity;
  let expected = 0;
  for (const row of rows) {
    const { ts, data } = fieldsOf(row);
    if (typeof ts !== 'string' || !Array.isArray(data)) return 'an invalid row was skipped';
    const date = ts.slice(0, 10);
    if (date < from || date >= to) continue;
    for (const count of data.slice(0, buttonCount)) expected += Number(count);
  }
  const sums = {
    responses: survey.responses,
    data: sum(survey.data),
    days: sum(survey.days.map(({ responses }) => responses)),
    hours: sum(survey.hours.flatMap(({ data }) => data)),
    trend: survey.trend.at(-1)?.responses ?? NaN,
  };
  for (const [name, value] of Object.entries(sums)) {
    if (value !== expected) return `${value} responses in ${name}, expected ${expected}`;
  }
  const alerts = (survey.alerts ?? []).map(({ key }) => key);
  return new Set(alerts).size === alerts.length ? null : 'a duplicate alert';
}

/** Every survey of the tree is in one report, or in a problem, or was not active. */
function findTreeFault(
  reports: ReadonlyMap<number, Report>,
  served: AnsweredBodies,
): string | null {
  const reportedSurveys = [...reports.values()].flatMap(({ surveys }) =>
    surveys.map(({ key }) => key),
  );
  if (new Set(reportedSurveys).size < reportedSurveys.length) return 'a survey in two reports';
  const problems = [...reports.values()].flatMap((report) => report.problems);
  const hasMissingData = problems.some(({ missing }) => missing);
  const errorTexts = listSurveys(findLastBody(served, '/v1/folders?surveys=true'));
  const missingSurveys = errorTexts.filter((key) => !reportedSurveys.includes(key));
  const unexplainedSurveys = missingSurveys.filter(
    (key) => !hasMissingData && isExpected(key, served),
  );
  return unexplainedSurveys.length === 0
    ? null
    : `survey ${String(unexplainedSurveys[0])} is missing without a problem`;
}

/** Whether the answered survey has its original active period. */
function isExpected(key: number, served: AnsweredBodies): boolean {
  const { activePeriods } = fieldsOf(findLastBody(served, `/v1/surveys/${key}`));
  return JSON.stringify(activePeriods ?? null).includes('"2030-01-01');
}

function listSurveys(folder: unknown): readonly number[] {
  const { surveys, folders } = fieldsOf(folder);
  const surveyKeys = Array.isArray(surveys)
    ? surveys.map((surveyFault) => fieldsOf(surveyFault)['key'])
    : [];
  const responsesBelow = Array.isArray(folders) ? folders.flatMap(listSurveys) : [];
  return [
    ...surveyKeys.flatMap((key) => (typeof key === 'number' ? [key] : [])),
    ...responsesBelow,
  ];
}

/** Of a path that ends with ?, with any query that has the parameter. */
function findLastBody(served: AnsweredBodies, path: string, parameter = ''): unknown {
  for (const [answeredPath, body] of served) {
    const isQueried = path.endsWith('?') && answeredPath.startsWith(path);
    if (answeredPath !== path && !(isQueried && answeredPath.includes(parameter))) continue;
    return body === null ? null : parseOrNull(body);
  }
  return null;
}

function parseOrNull(body: string): unknown {
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
