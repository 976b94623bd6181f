// Queries for the feedback of a survey and the alerts of a folder, over ranges of time.
import { folderAlerts } from './model-alerts.ts';
import {
  invalid,
  isReversed,
  missing,
  pathOf,
  rangeOf,
  startingAt,
  type ModelQuery,
  type QueryPicks,
  type Caps,
  type FormattedRange,
} from './query-choices.ts';
import type { ModelRange, State, ModelSurvey } from './model-company.ts';
import type { Expected } from './compare-answers.ts';
import { followUps, openFeedback, rawResults, results, type Timed } from './model-feedback.ts';
import { folderOf, placeOf } from './model-structure.ts';
import { instantOf, spell, wallClock } from './model-zones.ts';

export type Endpoint = 'results' | 'rawresults' | 'openfeedback' | 'followup';

export function createFeedbackQuery(
  endpoint: Endpoint,
  picks: QueryPicks,
  caps: Caps,
  key: number,
  range: FormattedRange,
): ModelQuery {
  const { first, second, truncation } = picks;
  const parameters = {
    results: { truncate: picks.shout ? truncation?.toUpperCase() : truncation },
    rawresults: { followup: first, openfeedback: second },
    openfeedback: {},
    followup: {},
  }[endpoint];
  const dates = { date_start: range.startText, date_end: range.endText };
  const ask: ModelQuery = {
    path: pathOf(`/v1/surveys/${key}/${endpoint}`, { ...parameters, ...dates }),
    expected: (state) => {
      if (endpoint !== 'rawresults' && isReversed(range)) return invalid;
      const place = placeOf(state.company, key);
      if (place === undefined) return missing;
      return answer(endpoint, picks, caps, state, place.survey, range);
    },
  };
  const from = (ts: string): ModelQuery =>
    createFeedbackQuery(endpoint, picks, caps, key, startingAt(range, ts));
  return endpoint === 'rawresults' || endpoint === 'openfeedback' ? { ...ask, from } : ask;
}

function answer(
  endpoint: Endpoint,
  { first, second, truncation = 'day' }: QueryPicks,
  caps: Caps,
  state: State,
  survey: ModelSurvey,
  range: ModelRange,
): Expected {
  switch (endpoint) {
    case 'results':
      return { kind: 'body', body: results(state, survey, range, truncation) };
    case 'followup':
      return { kind: 'body', body: { meta: {}, data: followUps(state, survey, range) } };
    case 'openfeedback':
      return timed(openFeedback(state, survey, range), caps.openFeedback, range);
    case 'rawresults': {
      const switches = { followup: first === true, openfeedback: second === true };
      const cap = switches.openfeedback ? caps.rawWithOpenFeedback : caps.raw;
      return timed(rawResults(state, survey, range, switches), cap, range);
    }
  }
}

/** `zone`: where a local range is near the events. */
export function createAlertsQuery(
  picks: QueryPicks,
  caps: Caps,
  key: number,
  range: FormattedRange,
  zone: string,
): ModelQuery {
  // A local range cannot be continued.
  return picks.local && !picks.walk
    ? createLocalAlertsQuery(picks, caps, key, range, zone)
    : createAbsoluteAlertsQuery(picks, caps, key, range);
}

function createAbsoluteAlertsQuery(
  picks: QueryPicks,
  caps: Caps,
  key: number,
  range: FormattedRange,
): ModelQuery {
  const dates = { date_start: range.startText, date_end: range.endText };
  return {
    path: pathOf(`/v1/folders/${key}/alerts`, { child_folders: picks.first, ...dates }),
    expected: (state) => {
      if (isReversed(range)) return invalid;
      const folder = folderOf(state.company, key);
      if (folder === undefined) return missing;
      const alerts = folderAlerts(state, folder, picks.first === true, () => range);
      return { ...timed(alerts, caps.alerts, range), field: 'beginTime' };
    },
    from: (ts) => createAbsoluteAlertsQuery(picks, caps, key, startingAt(range, ts)),
  };
}

function createLocalAlertsQuery(
  { first }: QueryPicks,
  caps: Caps,
  key: number,
  range: ModelRange,
  zone: string,
): ModelQuery {
  const wall = (at: number | undefined): number | undefined =>
    at === undefined ? undefined : wallClock(zone, at);
  const { start, end } = rangeOf(wall(range.start), wall(range.end));
  const bareTime = (at: number | undefined): string | undefined =>
    at === undefined ? undefined : spell(at, 0, '', at % 1000 !== 0).slice(0, -'Z'.length);
  const dates = { local_date_start: bareTime(start), local_date_end: bareTime(end) };
  const rangeIn = ({ timeZone }: ModelSurvey): ModelRange =>
    rangeOf(
      start === undefined ? undefined : instantOf(timeZone, start),
      end === undefined ? undefined : instantOf(timeZone, end),
    );
  return {
    path: pathOf(`/v1/folders/${key}/alerts`, { child_folders: first, ...dates }),
    expected: (state) => {
      if (isReversed(rangeOf(start, end))) return invalid;
      const folder = folderOf(state.company, key);
      if (folder === undefined) return missing;
      const alerts = folderAlerts(state, folder, first === true, rangeIn);
      return { ...timed(alerts, caps.alerts, {}), field: 'beginTime', local: true };
    },
  };
}

function timed(
  items: readonly Timed[],
  cap: number,
  { start }: ModelRange,
): Extract<Expected, { kind: 'timed' }> {
  return { kind: 'timed', field: 'ts', all: items, cap, start, local: false };
}
