// The data that formulas use: the figures for the page of a spot, from the report's JSON, and the resulting entries.
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

/** The names and numbers that one item of the JSON has in a spot. */
export interface Entry {
  /** Names from outside, whose digits are not checked as numbers. */
  readonly names: readonly string[];
  /** The expected text by column head or slot, '' when there are none. Only its numbers are compared. */
  readonly says: Readonly<Record<string, string>>;
}

export interface Formula {
  readonly name: string;
  readonly places: readonly Spot['place'][];
  readonly what: Spot['what'];
  under(section: string): boolean;
  entries(subject: Subject, spot: Spot): readonly Entry[];
}

/** The figures of one kind: pooled for a folder, or of a survey. */
export interface Kind extends Figures, GroupKey {
  /** The number of pooled surveys; null for a survey. */
  readonly surveys: number | null;
  readonly trend: readonly TrendWeek[];
  readonly hours: readonly WeekdayHour[];
}

export type Option = FollowUpOption | PooledOption;

export interface Subject {
  readonly report: Report;
  readonly survey: SurveyWeek | null;
  /** The kinds of the page, or only the kind that the heading names. */
  readonly kinds: readonly Kind[];
  /** The list of follow-ups under its heading. */
  readonly options: readonly Option[];
  /** The alerts of the survey, or of all surveys of the report. */
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

/** Whether a heading is or ends with the name of a kind. */
function namesKind(section: string, { indexType, feedbackScale }: GroupKey): boolean {
  const labelFor = (of: Readonly<Record<string, string>>, value: string): string =>
    of[value] ?? value;
  const kind = `${labelFor(en.indexNames, indexType)} · ${labelFor(en.scaleNames, feedbackScale)}`;
  return section === kind || section.endsWith(` · ${kind}`);
}

// ── where ───────────────────────────────────────────────────────────────────────────────────────

export const FOLDER = ['front'] as const;
export const PAGES = ['front', 'survey'] as const;

/** Predicates for sections by heading. */
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

/** Items by name, or by key when they have no name. */
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

/** A text about a kind, which may name it. */
export function ofKind(
  { indexType, feedbackScale }: GroupKey,
  text: string,
  ...names: readonly string[]
): Entry {
  return says(text, indexType, feedbackScale, ...names);
}

/** The place of a survey: one in a subfolder has no name in this report and is shown with both keys. */
export function placeSays(
  { folder, survey }: { readonly folder: number; readonly survey: number },
  report: Report,
  says: Readonly<Record<string, string>>,
): Entry {
  const reportedSurvey = report.surveys.find(({ key }) => key === survey);
  const child = report.subfolders.find(
    ({ key, summary: { openAlerts, quiet } }) =>
      key === folder || [...openAlerts, ...quiet].some((one) => one.survey === survey),
  );
  const place = child ?? report.folder;
  return {
    names: [place.name, reportedSurvey?.question.name ?? ''],
    says: {
      ...says,
      [en.columns.place]: keyOf(place),
      [en.columns.survey]:
        reportedSurvey === undefined ? `${survey} ${folder}` : keyOf(nameOf(reportedSurvey)),
    },
  };
}

/** Whether a survey has no content for a page of its own. */
export function isSilent({ data, painPoints, highlights, alerts }: SurveyWeek): boolean {
  const named = [painPoints, highlights, alerts].some((list) => list !== null && list.length > 0);
  return sum(data) === 0 && !named;
}
