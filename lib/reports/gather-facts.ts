// Reads the data of a folder's own surveys for a week. A survey that can't be read becomes a problem of the report:
// it never disappears silently and never ends the run.
import type { HourCheck, RangeCheck } from '../domain/requested-range.ts';
import { checkAlertRange, checkHours } from '../domain/requested-range.ts';
import type { Week } from '../domain/calendar.ts';
import { daysFrom, isKnownZone, weeksFrom, zonedWeek } from '../domain/calendar.ts';
import { omittedRowsMessage, missingMessage } from '../domain/problems.ts';
import type { ReportProblem } from '../domain/report.ts';
import type { FigureRules, FolderSurvey } from '../domain/survey-week.ts';
import {
  alertsToRequest,
  hoursToRequest,
  createSurveyProblems,
  buildSurveyWeek,
} from '../domain/survey-week.ts';
import { describeWithoutAddress, endsRun, Failure } from '../shared/failure.ts';
import type { ConcurrencyLimits } from '../shared/concurrency-limits.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import type {
  Alert,
  FollowUps,
  HourCounts,
  Instant,
  SurveyInFolder,
} from '../domain/report-inputs.ts';
import type { FeedbackSource, Folder } from '../ports/feedback-source.ts';

export interface GatherSettings {
  readonly week: Week;
  readonly asOf: Instant;
  readonly rules: FigureRules;
  readonly limits: ConcurrencyLimits;
}

export interface GatheredFolder {
  /** The surveys that belong in the week. */
  readonly surveys: readonly FolderSurvey[];
  /** Other surveys that belong in it, or may, and could not be read. */
  readonly failed: readonly SurveyInFolder[];
  readonly problems: readonly ReportProblem[];
}

/** Fails only with errors that end a run (`endsRun`); every other failure becomes a problem of the survey or folder. */
export async function gatherFolder(
  folder: Folder,
  source: FeedbackSource,
  settings: GatherSettings,
): Promise<GatheredFolder> {
  if (folder.surveys.length === 0) return { surveys: [], failed: [], problems: [] };
  const alerts = attempt(readAlerts(folder, source, settings.week));
  const [alertsOutcome, ...gathered] = await settleAll([
    alerts,
    ...folder.surveys.map((survey) =>
      settings.limits.surveys(() => gatherSurvey(survey, folder, source, alerts, settings)),
    ),
  ]);
  const surveys = gathered.flatMap(({ survey }) => (survey === null ? [] : [survey]));
  return {
    surveys,
    failed: folder.surveys.filter((_, i) => gathered[i]?.failed === true),
    problems: [
      ...gathered.flatMap(({ problems }) => problems),
      ...(surveys.length === 0 ? [] : alertProblems(alertsOutcome, folder)),
    ],
  };
}

function alertProblems(
  outcome: Outcome<Ranged<unknown>>,
  { key }: Folder,
): readonly ReportProblem[] {
  if (!outcome.ok) {
    const message = missingMessage('alerts', describeWithoutAddress(outcome.failure));
    return [{ code: outcome.failure.code, folder: key, message, missing: true }];
  }
  const { answered } = outcome.value;
  if (answered.outside === 0) return [];
  const message = omittedRowsMessage('alerts', answered);
  return [{ code: 'ROWS_OUT_OF_RANGE', folder: key, message, missing: false }];
}

interface GatheredSurvey {
  readonly survey: FolderSurvey | null;
  readonly failed: boolean;
  readonly problems: readonly ReportProblem[];
}

const NO_FOLLOW_UPS: FollowUps = { painPoints: [], highlights: [] };
const NOT_IN_WEEK: GatheredSurvey = { survey: null, failed: false, problems: [] };

async function gatherSurvey(
  survey: SurveyInFolder,
  folder: Folder,
  source: FeedbackSource,
  folderAlerts: Promise<Outcome<Ranged<readonly Alert[]>>>,
  { week, asOf, rules }: GatherSettings,
): Promise<GatheredSurvey> {
  const createProblem = createSurveyProblems({ key: survey.key, folder });
  const failedSurvey = (code: string, reason: string): GatheredSurvey => ({
    survey: null,
    failed: true,
    problems: [createProblem(code, missingMessage('survey', reason), true)],
  });
  const unknownZone = (timeZone: string): GatheredSurvey =>
    failedSurvey(
      'TZ_UNKNOWN',
      `this runtime does not know its time zone ${JSON.stringify(timeZone)}`,
    );
  if (!isKnownZone(survey.timeZone)) return unknownZone(survey.timeZone);

  const [details, hours] = await Promise.all([
    attempt(source.readSurvey(survey.key)),
    attempt(readHours(survey, source, week)),
  ]);
  if (!details.ok)
    return failedSurvey(details.failure.code, describeWithoutAddress(details.failure));
  if (!isKnownZone(details.value.timeZone)) return unknownZone(details.value.timeZone);
  if (!hours.ok) return failedSurvey(hours.failure.code, describeWithoutAddress(hours.failure));

  const previousWeek = weeksFrom(week, -1);
  // A third of a company's surveys may be silent, and the reporting API has no follow-ups without responses.
  const { daysWithResponses } = hours.value.answered;
  const readFollowUps = (ofWeek: Week): Promise<FollowUps> =>
    daysFrom(ofWeek.monday).some((day) => daysWithResponses.has(day))
      ? source.readFollowUps(survey.key, zonedWeek(ofWeek, survey.timeZone))
      : Promise.resolve(NO_FOLLOW_UPS);
  const [thisWeek, lastWeek] = await Promise.all([
    attempt(readFollowUps(week)),
    attempt(readFollowUps(previousWeek)),
  ]);
  const alerts = await folderAlerts;
  const ownSurvey = buildSurveyWeek(
    {
      // The tree that was read decides where a survey is counted, even if it has moved since.
      survey: { ...details.value, folder },
      hours: hours.value.items,
      followUps:
        thisWeek.ok && lastWeek.ok ? { week: thisWeek.value, previous: lastWeek.value } : null,
      alerts: alerts.ok ? alerts.value.items.filter((alert) => alert.survey === survey.key) : null,
    },
    week,
    asOf,
    rules,
  );
  if (ownSurvey === null) return NOT_IN_WEEK;
  const failure = [thisWeek, lastWeek].flatMap((outcome) =>
    outcome.ok ? [] : [outcome.failure],
  )[0];
  const { answered } = hours.value;
  return {
    survey: ownSurvey,
    failed: false,
    problems: [
      ...(failure === undefined
        ? []
        : [
            createProblem(
              failure.code,
              missingMessage('followUps', describeWithoutAddress(failure)),
              true,
            ),
          ]),
      ...(answered.outside === 0
        ? []
        : [createProblem('ROWS_OUT_OF_RANGE', omittedRowsMessage('results', answered), false)]),
    ],
  };
}

// ── requests with a date range ──────────────────────────────────────────────────────────────────

interface Ranged<T, C extends RangeCheck = RangeCheck> {
  readonly items: T;
  readonly answered: C;
}

/** Fails with OUT_OF_RANGE when every received row is outside the requested dates. */
function ranged<T, C extends RangeCheck>(items: T, answered: C): Ranged<T, C> {
  const { rows, outside } = answered;
  if (rows > 0 && outside === rows) throw new Failure('OUT_OF_RANGE', { rows });
  return { items, answered };
}

async function readHours(
  { key, timeZone }: SurveyInFolder,
  source: FeedbackSource,
  week: Week,
): Promise<Ranged<Iterable<HourCounts>, HourCheck>> {
  const range = hoursToRequest(week, timeZone);
  const hours = await source.readHourlyCounts(key, range);
  return ranged(hours, checkHours(hours, range));
}

async function readAlerts(
  { key }: Folder,
  source: FeedbackSource,
  week: Week,
): Promise<Ranged<readonly Alert[]>> {
  const range = alertsToRequest(week);
  const alerts = await source.readAlerts(key, range, { childFolders: false });
  return ranged(alerts, checkAlertRange(alerts, range));
}

// ── outcome of one call ─────────────────────────────────────────────────────────────────────────

type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** Returns a Failure as a value; errors that end the run are thrown. */
async function attempt<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!(error instanceof Failure) || endsRun(error)) throw error;
    return { ok: false, failure: error };
  }
}
