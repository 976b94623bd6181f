// Views and their addresses: all that a person sees can be bookmarked and sent to somebody who may see it too.
// It hides the spelling, which is the part of the address behind #: no server ever hears of it.
import type { ReportPlace } from './api/api-client.ts';

export const SORTS = ['place', 'state', 'index', 'change', 'responses', 'alerts'] as const;
export type Sort = (typeof SORTS)[number];

export const SECTIONS = ['pdf', 'share', 'revisions'] as const;
/** What lies beside a report's figures. */
export type Section = (typeof SECTIONS)[number];

/** All reports of a week; null for the newest one that is over. */
export interface WeekView {
  readonly name: 'week';
  readonly week: string | null;
  readonly sort: Sort;
  readonly descending: boolean;
  /** Only those in this state; null for all. */
  readonly state: string | null;
  /** Only this folder and those below it; null for all. */
  readonly below: number | null;
}

export interface ReportView {
  readonly name: 'report';
  readonly week: string;
  readonly folder: number;
  /** Null for the one that stands. */
  readonly revision: number | null;
  readonly section: Section | null;
}

export interface SurveyView {
  readonly name: 'survey';
  readonly week: string;
  readonly folder: number;
  readonly survey: number;
  readonly revision: number | null;
}

/** An address that is none of ours. */
export interface LostView {
  readonly name: 'lost';
}

export type View = WeekView | ReportView | SurveyView | LostView;

export const NEWEST_WEEK: WeekView = {
  name: 'week',
  week: null,
  sort: 'place',
  descending: false,
  state: null,
  below: null,
};

/** The report of a folder; as it stands, unless one of its revisions is meant. */
export function reportAt(
  { week, folder }: ReportPlace,
  revision: number | null = null,
): ReportView {
  return { name: 'report', week, folder, revision, section: null };
}

/** The same for a survey of the folder. */
export function surveyAt(
  { week, folder }: ReportPlace,
  survey: number,
  revision: number | null = null,
): SurveyView {
  return { name: 'survey', week, folder, survey, revision };
}

/** The same place in another week: the report that stands there, or the week as it was sorted and narrowed. */
export function viewInWeek(view: View, week: string): View {
  switch (view.name) {
    case 'week':
      // Which states there are differs by week.
      return { ...view, week, state: null };
    case 'report':
      return { ...view, week, revision: null, section: view.section === 'pdf' ? 'pdf' : null };
    case 'survey':
      return { ...view, week, revision: null };
    case 'lost':
      return { ...NEWEST_WEEK, week };
  }
}

/** The address of a view, with its #. */
export function addressOf(view: View): string {
  switch (view.name) {
    case 'week': {
      const { week, sort, descending, state, below } = view;
      return spelt(week === null ? [] : [week], {
        sort: sort === 'place' ? null : sort,
        order: descending ? 'descending' : null,
        state,
        below,
      });
    }
    case 'report': {
      const { week, folder, revision, section } = view;
      return spelt([week, folder, ...(section === null ? [] : [section])], { revision });
    }
    case 'survey':
      return spelt([view.week, view.folder, 'survey', view.survey], { revision: view.revision });
    case 'lost':
      return spelt([], {});
  }
}

/** The view at an address; whatever it says, there is one. */
export function viewAt(hash: string): View {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [week, folder, ...rest] = path.split('/').filter((part) => part !== '');
  const asked = new URLSearchParams(query);
  if (week === undefined) return weekView(null, asked);
  if (!/^\d{4}-W\d{2}$/.test(week)) return { name: 'lost' };
  if (folder === undefined) return weekView(week, asked);
  const place = { week, folder: keyIn(folder), revision: keyIn(asked.get('revision')) };
  if (place.folder === null) return { name: 'lost' };
  return placeView({ ...place, folder: place.folder }, rest);
}

function weekView(week: string | null, asked: URLSearchParams): WeekView {
  return {
    name: 'week',
    week,
    sort: SORTS.find((sort) => sort === asked.get('sort')) ?? 'place',
    descending: asked.get('order') === 'descending',
    state: asked.get('state'),
    below: keyIn(asked.get('below')),
  };
}

function placeView(
  place: Pick<ReportView, 'week' | 'folder' | 'revision'>,
  [what, key, ...more]: readonly string[],
): View {
  if (what === undefined) return { name: 'report', ...place, section: null };
  if (more.length > 0) return { name: 'lost' };
  if (what === 'survey') {
    const survey = keyIn(key ?? null);
    return survey === null ? { name: 'lost' } : { name: 'survey', ...place, survey };
  }
  const section = SECTIONS.find((one) => one === what);
  return section === undefined || key !== undefined
    ? { name: 'lost' }
    : { name: 'report', ...place, section };
}

function spelt(
  path: readonly (string | number)[],
  query: Readonly<Record<string, string | number | null>>,
): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null) asked.set(name, String(value));
  }
  const words = asked.toString();
  return `#/${path.join('/')}${words === '' ? '' : `?${words}`}`;
}

function keyIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))
    ? Number(text)
    : null;
}
