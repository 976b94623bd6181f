// What formulas speak of: the figures of a spot's page out of the report's JSON, and the entries that they give.
import type { Figures, GroupKey } from '../../../../../lib/domain/figures.ts';
import type { FollowUpOption, PooledOption } from '../../../../../lib/domain/follow-ups.ts';
import type {
  Report,
  SurveyAlert,
  SurveyWeek,
  TrendWeek,
  WeekdayHour,
} from '../../../../../lib/domain/report.ts';
import { en } from '../../../../../lib/i18n/en/report.ts';
import { sum, weekdayOf } from './recomputed.ts';
import type { Spot } from './text-positions.ts';
import { HIGHLIGHTS, PAIN_POINTS, isOfFigure } from './text-positions.ts';

/** What one thing of the JSON has in a spot. */
export interface Entry {
  /** From outside: their digits are no numbers of ours, and must be those of this entry. */
  readonly names: readonly string[];
  /** By the head of the column or the slot, '' where there are none. Only its numbers count. */
  readonly says: Readonly<Record<string, string>>;
}

export interface Formula {
  readonly name: string;
  readonly places: readonly Spot['place'][];
  readonly what: Spot['what'];
  under(section: string): boolean;
  entries(subject: Subject, spot: Spot): readonly Entry[];
}

/** Figures of one kind: the folder's pooled ones, or a survey's own. */
export interface Kind extends Figures, GroupKey {
  /** How many are pooled; null for a survey. */
  readonly surveys: number | null;
  readonly trend: readonly TrendWeek[];
  readonly hours: readonly WeekdayHour[];
}

export type Option = FollowUpOption | PooledOption;

export interface Subject {
  readonly report: Report;
  readonly survey: SurveyWeek | null;
  /** Of the spot's page; under a heading that names a kind, that alone. */
  readonly kinds: readonly Kind[];
  /** Under the heading of a list of follow-ups, that list. */
  readonly options: readonly Option[];
  /** Of the survey, or of all that the report has. */
  readonly alerts: readonly (SurveyAlert & { readonly of: SurveyWeek })[];
}

export function subjectOf({ survey, section }: Spot, report: Report): Subject {
  const surveys = survey === null ? report.surveys : [survey];
  const kinds = survey === null ? report.summary.groups.map(pooled) : [own(survey)];
  const named = kinds.filter((kind) => namesKind(section, kind));
  const { painPoints, highlights } = survey ?? report;
  return {
    report,
    survey,
    kinds: named.length > 0 ? named : kinds,
    options: (PAIN_POINTS.includes(section) ? painPoints : highlights) ?? [],
    alerts: surveys.flatMap((of) => (of.alerts ?? []).map((alert) => ({ ...alert, of }))),
  };
}

function pooled(group: Report['summary']['groups'][number]): Kind {
  return group;
}

function own(survey: SurveyWeek): Kind {
  const hours = survey.hours.map((cell) => ({ ...cell, weekday: weekdayOf(cell.date) }));
  return { ...survey, surveys: null, hours };
}

/** Whether a heading is a kind's name, or ends with it. */
function namesKind(section: string, { indexType, feedbackScale }: GroupKey): boolean {
  const words = (of: Readonly<Record<string, string>>, value: string): string => of[value] ?? value;
  const kind = `${words(en.indexNames, indexType)} · ${words(en.scaleNames, feedbackScale)}`;
  return section === kind || section.endsWith(` · ${kind}`);
}

// ── where ───────────────────────────────────────────────────────────────────────────────────────

export const FOLDER = ['front'] as const;
export const PAGES = ['front', 'survey'] as const;

/** Sections by what their headings say. */
export const under = {
  anywhere: () => true,
  head: (section: string) =>
    ['', en.partialHeading, en.emptyHeading].includes(section) || isOfFigure(section),
  days: isOneOf(en.days),
  hours: (section: string) => section.startsWith(en.heatMap),
  trend: (section: string) => section.startsWith(en.trend),
  followUps: isOneOf(...PAIN_POINTS, ...HIGHLIGHTS),
  ranking: (section: string) => section.startsWith(en.ranking) || section === en.movers,
} as const;

export function isOneOf(...headings: readonly string[]): (section: string) => boolean {
  return (section) => headings.includes(section);
}

// ── entries ─────────────────────────────────────────────────────────────────────────────────────

export function says(text: string, ...names: readonly string[]): Entry {
  return { names, says: { '': text } };
}

/** Things by their names; one without a name by its key. */
export function named(things: readonly { readonly key: number; readonly name: string }[]): Entry {
  return says(things.map(keyOf).join(' '), ...things.map(({ name }) => name));
}

export function keyOf({ key, name }: { readonly key: number; readonly name: string }): string {
  return name === '' ? String(key) : '';
}

export function nameOf({ key, question }: SurveyWeek): {
  readonly key: number;
  readonly name: string;
} {
  return { key, name: question.name };
}

/** What is said of a kind may name it. */
export function ofKind(
  { indexType, feedbackScale }: GroupKey,
  text: string,
  ...names: readonly string[]
): Entry {
  return says(text, indexType, feedbackScale, ...names);
}

/** Where something is: a survey below is named by the report of its folder alone, here it has both keys. */
export function placeSays(
  { folder, survey }: { readonly folder: number; readonly survey: number },
  report: Report,
  says: Readonly<Record<string, string>>,
): Entry {
  const own = report.surveys.find(({ key }) => key === survey);
  const child = report.subfolders.find(
    ({ key, summary: { openAlerts, quiet } }) =>
      key === folder || [...openAlerts, ...quiet].some((one) => one.survey === survey),
  );
  const place = child ?? report.folder;
  return {
    names: [place.name, own?.question.name ?? ''],
    says: {
      ...says,
      [en.columns.place]: keyOf(place),
      [en.columns.survey]: own === undefined ? `${survey} ${folder}` : keyOf(nameOf(own)),
    },
  };
}

/** With nothing to show on a page of its own. */
export function isSilent({ data, painPoints, highlights, alerts }: SurveyWeek): boolean {
  const named = [painPoints, highlights, alerts].some((list) => list !== null && list.length > 0);
  return sum(data) === 0 && !named;
}
