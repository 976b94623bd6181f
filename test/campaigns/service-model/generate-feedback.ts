// Random feedback, concentrated around borders of local periods, clock changes and other feedback.
import { fc } from '../../support/property-settings.ts';
import {
  buttonsOf,
  placedSurveys,
  questionOf,
  type ModelCompanyFile,
  type ModelLine,
  type ReadyAlert,
  type ModelSurvey,
} from './model-company.ts';
import { gaps, pick } from './generate-company.ts';
import {
  dayMs,
  hourMs,
  minuteMs,
  periodStart,
  spell,
  stretchAt,
  stretchesOf,
  truncations,
} from './model-zones.ts';

const earliest = Date.UTC(2010, 0, 10);
const latest = Date.UTC(2026, 5, 1);
const grains = 100_000;

const anchorPicks = fc.record({
  zone: fc.nat(5),
  border: fc.constantFrom('change', 'change', ...truncations, 'any'),
  grain: fc.nat(grains),
});

const coarse = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: -10, max: 10 }).map((n) => n * 15 * minuteMs) },
  { weight: 3, arbitrary: fc.constantFrom(...gaps, ...gaps.map((gap) => -gap)) },
  { weight: 1, arbitrary: fc.integer({ min: -40, max: 40 }).map((n) => n * dayMs) },
);
const fineOffset = fc.oneof(
  { weight: 5, arbitrary: fc.nat(6).map((n) => n * 1000) },
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 1, 999, 1001, 2999, 3001, -1000) },
);
const timePicks = fc.record({ anchor: fc.nat(1), coarse, fine: fineOffset });
const spelling = fc.record({ offset: fc.nat(5), colon: fc.boolean(), fraction: fc.boolean() });

const devices = ['a', 'b', 'A', 7, ''] as const;
const words = ['Fine', '', '😀', 'line\nbreak', ' "quoted" \\ ', '0', 'null', '\u2028é'] as const;

const linePicks = fc.record({
  survey: fc.nat(3),
  when: timePicks,
  spelling,
  shape: fc.constantFrom('press', 'press', 'press', 'press', 'press', 'press', 'hour', 'old'),
  r: fc.nat(4),
  counts: fc.array(fc.nat(9), { minLength: 5, maxLength: 5 }),
  device: fc.option(fc.constantFrom(...devices), { freq: 3, nil: undefined }),
  f: fc.option(fc.nat(5), { freq: 3, nil: undefined }),
  text: fc.option(fc.constantFrom(...words), { freq: 2, nil: undefined }),
  relevance: fc.option(fc.constantFrom(0, 1, 0.5, 0.1 + 0.2), { nil: undefined }),
  spam: fc.option(fc.boolean(), { nil: undefined }),
  /** With an id of its own, by which a line may come again. */
  hasId: fc.boolean(),
});

const readyPicks = fc.record({
  survey: fc.nat(3),
  when: timePicks,
  spelling,
  type: fc.constantFrom('negative', 'feedbackCount', 'moonPhase'),
  lasts: fc.option(fc.constantFrom(...gaps), { freq: 4, nil: undefined }),
});

export const feedbackPicks = fc.record({
  anchors: fc.array(anchorPicks, { minLength: 1, maxLength: 2 }),
  lines: fc.oneof(
    { weight: 3, arbitrary: fc.array(linePicks, { minLength: 4, maxLength: 20, size: 'max' }) },
    { weight: 1, arbitrary: fc.array(linePicks, { maxLength: 60, size: 'max' }) },
  ),
  ready: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc.array(readyPicks, { minLength: 1, maxLength: 8, size: 'max' }),
    },
  ),
  later: fc.constantFrom(0, 1000, 10 * minuteMs, hourMs, 3 * hourMs, 90 * dayMs),
});
export type FeedbackPicks = ReturnType<typeof feedbackPicks.generate>['value'];
type When = FeedbackPicks['lines'][number]['when'];

/** Never before anything that happens. */
export function clockOf(picks: FeedbackPicks, company: ModelCompanyFile): number {
  const zones = surveysOf(company).map(({ timeZone }) => timeZone);
  const times = [...picks.lines, ...(picks.ready ?? [])].map((choice) =>
    at(picks, zones, choice.when),
  );
  return Math.max(at(picks, zones, { anchor: 0, coarse: 0, fine: 0 }), ...times) + picks.later;
}

export function linesOf(picks: FeedbackPicks, company: ModelCompanyFile): readonly ModelLine[] {
  const surveys = surveysOf(company);
  if (surveys.length === 0) return [];
  const zones = surveys.map(({ timeZone }) => timeZone);
  return picks.lines.map((choice, index): ModelLine => {
    const survey = pick(surveys, choice.survey);
    const instant = at(picks, zones, choice.when);
    const k = buttonsOf(survey);
    const id = choice.hasId ? { id: index % 2 === 0 ? index : `id ${index}` } : {};
    const commonFields = { survey: survey.key, ts: show(survey, instant, choice), ...id };
    if (choice.shape === 'hour') return { ...commonFields, data: choice.counts.slice(0, k) };
    const r = choice.r % k;
    if (choice.shape === 'old') return { ...commonFields, o: { r, text: choice.text ?? 'Old' } };
    const { device, text, relevance, spam } = choice;
    const options = questionOf(company, survey).followUps;
    return {
      ...commonFields,
      r,
      ...(device === undefined ? {} : { device }),
      ...(choice.f === undefined || options.length === 0 ? {} : { f: pick(options, choice.f).key }),
      ...(text === undefined ? {} : { text }),
      ...(text === undefined || relevance === undefined ? {} : { relevance }),
      ...(text === undefined || spam === undefined ? {} : { spam }),
    };
  });
}

export function readyAlertsOf(
  picks: FeedbackPicks,
  company: ModelCompanyFile,
  now: number,
): readonly ReadyAlert[] | undefined {
  const surveys = surveysOf(company);
  if (surveys.length === 0) return undefined;
  const zones = surveys.map(({ timeZone }) => timeZone);
  return picks.ready?.map(({ survey: index, when: begin, type, lasts, ...choice }, key) => {
    const survey = pick(surveys, index);
    const beginsAt = at(picks, zones, begin);
    return {
      key: key + 1,
      alertType: type,
      survey: survey.key,
      alertSpecification: { key: survey.alertSpecifications?.[0]?.key ?? 1 },
      beginTime: show(survey, beginsAt, choice),
      ...(lasts === undefined
        ? {}
        : { endTime: show(survey, Math.min(beginsAt + lasts, now), choice) }),
      parameters: { negative: true, windowMin: 15, odd: ['kept', { as: null }] },
    };
  });
}

function at({ anchors }: FeedbackPicks, zones: readonly string[], time: When): number {
  const { zone: index, border, grain } = pick(anchors, time.anchor);
  const zone = zones.length === 0 ? 'UTC' : pick(zones, index);
  const base = earliest + Math.floor((grain / grains) * ((latest - earliest) / 1000)) * 1000;
  return anchorAt(zone, border, base, grain) + time.coarse + time.fine;
}

function anchorAt(
  zone: string,
  border: FeedbackPicks['anchors'][number]['border'],
  base: number,
  grain: number,
): number {
  if (border === 'any') return base;
  if (border !== 'change') return periodStart(zone, base, border);
  const changes = stretchesOf(zone).filter(({ from }) => earliest < from && from < latest);
  return changes.length === 0 ? base : pick(changes, grain).from;
}

function show(
  { timeZone }: ModelSurvey,
  instant: number,
  { spelling: { offset, colon, fraction } }: Pick<FeedbackPicks['lines'][number], 'spelling'>,
): string {
  const zoneOffset = stretchAt(timeZone, instant).offset;
  const offsets = [zoneOffset, zoneOffset, 0, 2 * hourMs, -3.5 * hourMs, 12.75 * hourMs];
  return spell(instant, pick(offsets, offset), colon ? ':' : '', fraction || instant % 1000 !== 0);
}

/** In the order of the picks, which is not that of the folders. */
function surveysOf(company: ModelCompanyFile): readonly ModelSurvey[] {
  return placedSurveys(company.root)
    .map(({ survey }) => survey)
    .sort((a, b) => a.key - b.key);
}
