// The data that formulas use: the figures for the page of a spot, from the report's JSON, and the resulting entries.
import type { GroupKey } from '../../../../../lib/domain/figures.ts';
import type { JudgedFigures } from '../../../../../lib/domain/report.ts';
import type { ListedOption } from '../../../../../lib/domain/follow-ups.ts';
import type {
  PlaceName,
  Report,
  SurveyAlert,
  SurveyWeek,
  TrendWeek,
} from '../../../../../lib/domain/report.ts';
import { messagesFor } from '../../../../../lib/i18n/catalogues.ts';
import type { PartFigures } from './part-figures.ts';
import { groupParts, surveyParts } from './part-figures.ts';
import { sum } from './recomputed.ts';
import type { Spot } from './text-positions.ts';
import { HIGHLIGHTS, PAIN_POINTS, isOfFigure } from './text-positions.ts';

const en = messagesFor('en');

/** The names and numbers that one item of the JSON has in a spot. */
export interface ExpectedItem {
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
  entries(subject: Subject, spot: Spot): readonly ExpectedItem[];
}

/** The figures of one kind: pooled for a folder, or of a survey. */
export interface Kind extends JudgedFigures, GroupKey {
  /** The number of pooled surveys; null for a survey. */
  readonly surveys: number | null;
  readonly trend: readonly TrendWeek[];
  readonly week: PartFigures;
}

export interface Subject {
  readonly report: Report;
  readonly survey: SurveyWeek | null;
  /** The kinds of the page, or only the kind that the heading names. */
  readonly kinds: readonly Kind[];
  /** The list of follow-ups under its heading. */
  readonly options: readonly ListedOption[];
  /** The alerts of the survey, or of all surveys of the report. */
  readonly alerts: readonly (SurveyAlert & { readonly of: SurveyWeek })[];
}

export function subjectOf({ survey, section }: Spot, report: Report): Subject {
  const surveys = survey === null ? report.surveys : [survey];
  const kinds = survey === null ? report.summary.groups.map(pooled) : [own(survey)];
  const namedKinds = kinds.filter((kind) => namesKind(section, kind));
  const { painPoints, highlights } = survey ?? report;
  return {
    report,
    survey,
    kinds: namedKinds.length > 0 ? namedKinds : kinds,
    options: (PAIN_POINTS.includes(section) ? painPoints : highlights) ?? [],
    alerts: surveys.flatMap((of) => (of.alerts ?? []).map((alert) => ({ ...alert, of }))),
  };
}

function pooled(group: Report['summary']['groups'][number]): Kind {
  return { ...group, week: groupParts(group) };
}

function own(survey: SurveyWeek): Kind {
  return { ...survey, surveys: null, week: surveyParts(survey) };
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
  hours: (section: string) => section.startsWith(en.signals.partsOfWeek),
  trend: (section: string) => section.startsWith(en.trend),
  followUps: isOneOf(...PAIN_POINTS, ...HIGHLIGHTS),
  ranking: (section: string) => section.startsWith(en.ranking),
  funnel: (section: string) => section.startsWith(en.signals.funnel.title),
  why: (section: string) => section.startsWith(en.signals.why.title),
  list: isOneOf(...Object.values(en.signals.states)),
} as const;

export function isOneOf(...headings: readonly string[]): (section: string) => boolean {
  return (section) => headings.includes(section);
}

// ── entries ─────────────────────────────────────────────────────────────────────────────────────

export function says(text: string, ...names: readonly string[]): ExpectedItem {
  return { names, says: { '': text } };
}

/** Items by name, or by key when they have no name. */
export function named(
  things: readonly { readonly key: number; readonly name: string }[],
): ExpectedItem {
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
): ExpectedItem {
  return says(text, indexType, feedbackScale, ...names);
}

/** A folder of the subtree with its names; those without a place in the report are identified by their key. */
export function placeOf(folder: number, { folder: own, subfolders, summary }: Report): PlaceName {
  const place = summary.places.find((candidate) => candidate.folder.key === folder);
  const namedFolder = [own, ...subfolders].find(({ key }) => key === folder);
  return place ?? { folder: namedFolder ?? { key: folder, name: '' }, path: [], surveys: [] };
}

/** The place of a survey: one without a name is shown with both keys. */
export function placeSays(
  { folder, survey }: { readonly folder: number; readonly survey: number },
  report: Report,
  says: Readonly<Record<string, string>>,
): ExpectedItem {
  const place = placeOf(folder, report);
  const question = place.surveys.find(({ key }) => key === survey)?.name ?? '';
  return {
    names: [place.folder.name, ...place.path, question],
    says: {
      ...says,
      [en.columns.place]: keyOf(place.folder),
      [en.columns.survey]: question === '' ? `${survey} ${folder}` : '',
    },
  };
}

/** Whether a survey has no content for a page of its own. */
export function isSilent({ data, painPoints, highlights, alerts }: SurveyWeek): boolean {
  const hasEntries = [painPoints, highlights, alerts].some(
    (list) => list !== null && list.length > 0,
  );
  return sum(data) === 0 && !hasEntries;
}
