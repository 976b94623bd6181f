// The alerts of a folder, computed at every press by filtering the presses of its window.
import {
  buttonsOf,
  placedSurveys,
  questionOf,
  subtree,
  type ModelAlertSpecification,
  type ModelFolder,
  type ModelIndexType,
  type Placed,
  type ModelRange,
  type State,
  type ModelSurvey,
} from './model-company.ts';
import { linesOf, type Timed } from './model-feedback.ts';
import { minuteMs, parse, timestamp } from './model-zones.ts';

/** Without `end` it is open. A computed one has no key of the model's own. */
export interface Episode {
  readonly begin: number;
  readonly end?: number;
  readonly key?: number;
  readonly alertType: string;
  readonly specification: number;
  readonly parameters: object;
}

interface Response {
  readonly at: number;
  readonly r: number;
}

/** `rangeOf` is asked for each survey, since a local range differs by zone. */
export function folderAlerts(
  state: State,
  folder: ModelFolder,
  children: boolean,
  rangeOf: (survey: ModelSurvey) => ModelRange,
): readonly Timed[] {
  const directPlaces = placedSurveys({ ...folder, folders: [] });
  const places = children
    ? subtree(folder).flatMap((subfolder) => placedSurveys({ ...subfolder, folders: [] }))
    : directPlaces;
  return places
    .flatMap((place) => {
      const range = rangeOf(place.survey);
      return episodes(state, place.survey)
        .filter((episode) => intersects(episode, range))
        .map((episode) => ({ at: episode.begin, item: alertOf(state, place, episode) }));
    })
    .sort((a, b) => a.at - b.at);
}

export function episodes(state: State, survey: ModelSurvey): readonly Episode[] {
  if (state.readyAlerts !== undefined) {
    return state.readyAlerts
      .filter((alert) => alert.survey === survey.key)
      .map(({ key, alertType, alertSpecification, beginTime, endTime, parameters }) => ({
        key,
        alertType,
        specification: alertSpecification.key,
        begin: parse(beginTime),
        ...(endTime === undefined ? {} : { end: parse(endTime) }),
        parameters,
      }));
  }
  return (survey.alertSpecifications ?? []).flatMap((specification) =>
    computed(state, survey, specification),
  );
}

function computed(
  state: State,
  survey: ModelSurvey,
  specification: ModelAlertSpecification,
): readonly Episode[] {
  const responses = linesOf(state, survey)
    .flatMap((line): readonly Response[] => {
      if ('data' in line) return [];
      return [{ at: parse(line.ts), r: 'o' in line ? line.o.r : line.r }];
    })
    .sort((a, b) => a.at - b.at);
  const windowMs = specification.parameters.windowMin * minuteMs;
  const surveyEpisodes: Episode[] = [];
  let open: Episode | undefined;
  let last = -Infinity;
  const close = (end: number): void => {
    if (open !== undefined) surveyEpisodes.push(end <= state.now ? { ...open, end } : open);
    open = undefined;
  };
  for (const { at } of responses) {
    if (at >= last + windowMs) close(last + windowMs);
    const window = responses.filter((response) => at - windowMs < response.at && response.at <= at);
    const triggered = evaluate(survey, specification, window);
    if (triggered === undefined) close(at);
    else {
      open ??= {
        begin: at,
        alertType: specification.alertType,
        specification: specification.key,
        parameters: { ...specification.parameters, ...triggered },
      };
    }
    last = at;
  }
  close(last + windowMs);
  return surveyEpisodes;
}

/** The calculated values when the window meets the specification. */
function evaluate(
  survey: ModelSurvey,
  specification: ModelAlertSpecification,
  window: readonly Response[],
): object | undefined {
  const responses = window.length;
  switch (specification.alertType) {
    case 'negative': {
      const { threshold, countThreshold } = specification.parameters;
      const negativeResponses = window.filter(({ r }) => r === 0 || r === 1).length;
      const actual = (100 * negativeResponses) / responses;
      const isMet = actual >= threshold && responses >= countThreshold;
      return isMet ? { responses, actual, negativeResponses } : undefined;
    }
    case 'indexThreshold': {
      const { threshold, thresholdType, countThreshold = 1 } = specification.parameters;
      const actual = indexOf(survey.indexType, buttonsOf(survey), window);
      const isBeyond = thresholdType === 'under' ? actual < threshold : actual > threshold;
      return isBeyond && responses >= countThreshold ? { responses, actual } : undefined;
    }
    case 'feedbackCount': {
      const { countThreshold, responseFilter } = specification.parameters;
      const matching = window.filter(({ r }) => responseFilter.includes(r)).length;
      return matching >= countThreshold ? { responses: matching } : undefined;
    }
  }
}

/** Domain rules, section 1. */
export function indexOf(type: ModelIndexType, k: number, window: readonly { r: number }[]): number {
  const n = window.length;
  const total = window.reduce((sum, { r }) => sum + r, 0);
  switch (type) {
    case 'HAPPY':
      return (100 * total) / ((k - 1) * n);
    case 'AVERAGE':
      return 1 + total / n;
    case 'NPS': {
      const promoters = window.filter(({ r }) => r === k - 1).length;
      const detractors = window.filter(({ r }) => r < k - 2).length;
      return (100 * (promoters - detractors)) / n;
    }
  }
}

function intersects({ begin, end }: Episode, range: ModelRange): boolean {
  if (range.start !== undefined && range.start === range.end) return false;
  return (
    (range.end === undefined || begin < range.end) &&
    (range.start === undefined || end === undefined || end > range.start)
  );
}

function alertOf({ company }: State, { survey, folder }: Placed, episode: Episode): object {
  const { key, name, locale } = questionOf(company, survey);
  return {
    ...(episode.key === undefined ? {} : { key: episode.key }),
    alertType: episode.alertType,
    survey: {
      key: survey.key,
      question: { key, name, locale },
      folder: { key: folder.key, name: folder.name },
      timezone: survey.timeZone,
    },
    alertSpecification: { key: episode.specification },
    beginTime: timestamp(survey.timeZone, episode.begin),
    ...(episode.end === undefined ? {} : { endTime: timestamp(survey.timeZone, episode.end) }),
    parameters: episode.parameters,
  };
}
