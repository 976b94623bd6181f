// Reads the data of a folder's own surveys for a week. A survey that can't be read becomes a problem of the report:
// it never disappears silently and never ends the run.
import type { Week } from '../domain/calendar.ts';
import { daysFrom, isKnownZone, weeksFrom, zonedWeek } from '../domain/calendar.ts';
import { belongsInWeek } from '../domain/membership.ts';
import { historyMissingMessage, omittedRowsMessage, missingMessage } from '../domain/problems.ts';
import type { FolderName, ReportProblem } from '../domain/report.ts';
import { findAccepted } from '../domain/signals/accepted.ts';
import type { FolderSettings } from '../domain/signals/folder-settings.ts';
import { NO_SETTINGS } from '../domain/signals/folder-settings.ts';
import type { FigureRules, FolderSurvey } from '../domain/survey-week.ts';
import { createSurveyProblems, buildSurveyWeek } from '../domain/survey-week.ts';
import type { HourCheck, RangeCheck } from '../domain/requested-range.ts';
import {
  alertsToRequest,
  checkAlertRange,
  checkDays,
  checkHours,
  daysToRequest,
  hoursToRequest,
} from '../domain/requested-range.ts';
import { TREND_WEEKS } from '../domain/weeks-of-survey.ts';
import { describeWithoutAddress, endsRun, Failure } from '../shared/failure.ts';
import type { ConcurrencyLimits } from '../shared/concurrency-limits.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import type {
  Alert,
  DayCounts,
  FollowUps,
  HourCounts,
  Instant,
  SurveyDetails,
  SurveyInFolder,
} from '../domain/report-inputs.ts';
import type { FeedbackSource, Folder } from '../ports/feedback-source.ts';

export interface GatherSettings {
  /** The folders above the one that is read, root first. */
  readonly path: readonly FolderName[];
  /** What is accepted in the folder, and its targets; null when they can't be read. */
  readonly settings: FolderSettings | null;
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

/** The reporting API has the alerts of a survey that has moved in the folder where it is now. */
async function alertsOf(
  { key: survey, folder: current }: SurveyDetails,
  { key: folder }: Folder,
  { folderAlerts, source, week }: AlertSources,
): Promise<SurveyAlerts> {
  const ofSurvey = (outcome: FolderAlerts): readonly Alert[] | null =>
    outcome.ok ? outcome.value.items.filter((alert) => alert.survey === survey) : null;
  const alerts = ofSurvey(await folderAlerts);
  if (alerts?.length !== 0 || current.key === folder) return { alerts, failure: null };
  const elsewhere = await attempt(readAlerts(current, source, week));
  return { alerts: ofSurvey(elsewhere), failure: elsewhere.ok ? null : elsewhere.failure };
}

interface SurveyAlerts {
  /** Null when they can't be read. */
  readonly alerts: readonly Alert[] | null;
  /** Why those of another folder can't be read. */
  readonly failure: Failure | null;
}

type FolderAlerts = Outcome<Ranged<readonly Alert[]>>;

interface AlertSources {
  readonly folderAlerts: Promise<FolderAlerts>;
  readonly source: FeedbackSource;
  readonly week: Week;
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
  { week, asOf, rules, path, settings }: GatherSettings,
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
  const hasResponses = ({ monday }: Week): boolean =>
    daysFrom(monday).some((day) => daysWithResponses.has(day));
  const lastOfHistory = weeksFrom(week, -TREND_WEEKS);
  const mayHaveResponses = (past: Week): boolean =>
    past.monday <= lastOfHistory.monday || hasResponses(past);
  const ofFolder = settings ?? NO_SETTINGS;
  const closed = findAccepted(
    ofFolder.accepted,
    { folder: folder.key, survey: survey.key, kind: 'closed' },
    week.name,
  );
  if (!belongsInWeek(details.value, week, mayHaveResponses, closed?.week ?? null))
    return NOT_IN_WEEK;
  const readFollowUps = (ofWeek: Week): Promise<FollowUps> =>
    hasResponses(ofWeek)
      ? source.readFollowUps(survey.key, zonedWeek(ofWeek, survey.timeZone))
      : Promise.resolve(NO_FOLLOW_UPS);
  const [history, thisWeek, lastWeek] = await Promise.all([
    attempt(readHistory(survey, source, week)),
    attempt(readFollowUps(week)),
    attempt(readFollowUps(previousWeek)),
  ]);
  const { alerts, failure: alertsFailure } = await alertsOf(details.value, folder, {
    folderAlerts,
    source,
    week,
  });
  const ownSurvey = buildSurveyWeek(
    {
      // The tree that was read decides where a survey is counted, even if it has moved since.
      survey: { ...details.value, folder },
      hours: hours.value.items,
      history: history.ok ? history.value.items : null,
      followUps:
        thisWeek.ok && lastWeek.ok ? { week: thisWeek.value, previous: lastWeek.value } : null,
      alerts,
    },
    { week, asOf, rules, path, settings: ofFolder },
  );
  if (ownSurvey === null) {
    return history.ok
      ? NOT_IN_WEEK
      : failedSurvey(history.failure.code, describeWithoutAddress(history.failure));
  }
  const problems: ReportProblem[] = [];
  const failedFollowUps = [thisWeek, lastWeek].find((outcome) => !outcome.ok);
  if (failedFollowUps !== undefined) {
    const { failure } = failedFollowUps;
    const message = missingMessage('followUps', describeWithoutAddress(failure));
    problems.push(createProblem(failure.code, message, true));
  }
  if (!history.ok) {
    const message = historyMissingMessage(describeWithoutAddress(history.failure));
    problems.push(createProblem('HISTORY_MISSING', message, true));
  }
  if (alertsFailure !== null) {
    const message = missingMessage('alerts', describeWithoutAddress(alertsFailure));
    problems.push(createProblem(alertsFailure.code, message, true));
  }
  const answered = sumChecks([
    hours.value.answered,
    ...(history.ok ? [history.value.answered] : []),
  ]);
  if (answered.outside > 0) {
    const message = omittedRowsMessage('results', answered);
    problems.push(createProblem('ROWS_OUT_OF_RANGE', message, false));
  }
  return { survey: ownSurvey, failed: false, problems };
}

// ── the requests for a survey's facts, whose rows must be of the requested dates ────────────────

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

function sumChecks(checks: readonly RangeCheck[]): RangeCheck {
  return {
    rows: checks.reduce((sum, { rows }) => sum + rows, 0),
    outside: checks.reduce((sum, { outside }) => sum + outside, 0),
  };
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

async function readHistory(
  { key, timeZone }: SurveyInFolder,
  source: FeedbackSource,
  week: Week,
): Promise<Ranged<Iterable<DayCounts>>> {
  const range = daysToRequest(week, timeZone);
  const days = await source.readDailyCounts(key, range);
  return ranged(days, checkDays(days, range));
}

async function readAlerts(
  { key }: Pick<Folder, 'key'>,
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
