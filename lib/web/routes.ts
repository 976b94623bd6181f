// Views and their addresses. The hash holds the whole view, so that every view can be bookmarked and shared; servers
// do not receive it.

/** `place` is the tree; all others list the stores alone. */
export const SORT_COLUMNS = [
  'place',
  'name',
  'state',
  'index',
  'lost',
  'responses',
  'alerts',
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export const REPORT_PANELS = ['pdf', 'share', 'subscribe', 'revisions'] as const;
/** A panel next to a report's figures. */
export type ReportPanel = (typeof REPORT_PANELS)[number];

/** All reports of a week; `week` null is the latest closed week. */
export interface WeekView {
  readonly name: 'week';
  readonly week: string | null;
  readonly sort: SortColumn;
  readonly descending: boolean;
  /** Filter by state; null shows all. */
  readonly state: string | null;
  /** Filter by this folder and its descendants; null shows all. */
  readonly below: number | null;
}

export interface ReportAddress {
  readonly week: string;
  readonly folder: number;
}

export interface ReportView {
  readonly name: 'report';
  readonly week: string;
  readonly folder: number;
  /** Null for the current revision. */
  readonly revision: number | null;
  readonly panel: ReportPanel | null;
}

export interface SurveyView {
  readonly name: 'survey';
  readonly week: string;
  readonly folder: number;
  readonly survey: number;
  readonly revision: number | null;
}

/** Who gets which reports. */
export interface SubscriptionsView {
  readonly name: 'subscriptions';
  /** Whether to list those of all folders that the token covers; otherwise the user's own. */
  readonly all: boolean;
}

/** The messages about the reports of a week. */
export interface DeliveriesView {
  readonly name: 'deliveries';
  readonly week: string;
}

/** An invalid address. */
export interface NotFoundView {
  readonly name: 'notFound';
}

export type View =
  WeekView | ReportView | SurveyView | SubscriptionsView | DeliveriesView | NotFoundView;

export const LATEST_WEEK: WeekView = {
  name: 'week',
  week: null,
  sort: 'place',
  descending: false,
  state: null,
  below: null,
};

/** The report of a folder; the current revision by default. */
export function reportView(
  { week, folder }: ReportAddress,
  revision: number | null = null,
): ReportView {
  return { name: 'report', week, folder, revision, panel: null };
}

/** A survey in the report of a folder. */
export function surveyView(
  { week, folder }: ReportAddress,
  survey: number,
  revision: number | null = null,
): SurveyView {
  return { name: 'survey', week, folder, survey, revision };
}

/** The same view in another week; drops filters and revisions that exist only in one week. */
export function viewInWeek(view: View, week: string): View {
  switch (view.name) {
    case 'week':
      // The states that occur differ between weeks.
      return { ...view, week, state: null };
    case 'report':
      return { ...view, week, revision: null, panel: view.panel === 'pdf' ? 'pdf' : null };
    case 'survey':
      return { ...view, week, revision: null };
    case 'deliveries':
      return { ...view, week };
    case 'subscriptions':
    case 'notFound':
      return { ...LATEST_WEEK, week };
  }
}

/** The address of a view, starting with #. */
export function viewHref(view: View): string {
  switch (view.name) {
    case 'week': {
      const { week, sort, descending, state, below } = view;
      return formatHash(week === null ? [] : [week], {
        sort: sort === 'place' ? null : sort,
        order: descending ? 'descending' : null,
        state,
        below,
      });
    }
    case 'report': {
      const { week, folder, revision, panel } = view;
      return formatHash([week, folder, ...(panel === null ? [] : [panel])], { revision });
    }
    case 'survey':
      return formatHash([view.week, view.folder, 'survey', view.survey], {
        revision: view.revision,
      });
    case 'subscriptions':
      return formatHash([view.name, ...(view.all ? ['all'] : [])], {});
    case 'deliveries':
      return formatHash([view.week, view.name], {});
    case 'notFound':
      return formatHash([], {});
  }
}

/** Parses any hash; invalid ones result in the notFound view. */
export function parseView(hash: string): View {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [week, folder, ...rest] = path.split('/').filter((part) => part !== '');
  const parameters = new URLSearchParams(query);
  if (week === undefined) return parseWeekView(null, parameters);
  if (week === 'subscriptions') return parseSubscriptionsView(folder, rest);
  if (!/^\d{4}-W\d{2}$/.test(week)) return { name: 'notFound' };
  if (folder === undefined) return parseWeekView(week, parameters);
  if (folder === 'deliveries' && rest.length === 0) return { name: 'deliveries', week };
  const place = { week, folder: parseKey(folder), revision: parseKey(parameters.get('revision')) };
  if (place.folder === null) return { name: 'notFound' };
  return parseReportOrSurveyView({ ...place, folder: place.folder }, rest);
}

function parseWeekView(week: string | null, parameters: URLSearchParams): WeekView {
  return {
    name: 'week',
    week,
    sort: SORT_COLUMNS.find((sort) => sort === parameters.get('sort')) ?? 'place',
    descending: parameters.get('order') === 'descending',
    state: parameters.get('state'),
    below: parseKey(parameters.get('below')),
  };
}

function parseSubscriptionsView(filter: string | undefined, rest: readonly string[]): View {
  const isValid = (filter === undefined || filter === 'all') && rest.length === 0;
  return isValid ? { name: 'subscriptions', all: filter === 'all' } : { name: 'notFound' };
}

function parseReportOrSurveyView(
  place: Pick<ReportView, 'week' | 'folder' | 'revision'>,
  [segment, key, ...rest]: readonly string[],
): View {
  if (segment === undefined) return { name: 'report', ...place, panel: null };
  if (rest.length > 0) return { name: 'notFound' };
  if (segment === 'survey') {
    const survey = parseKey(key ?? null);
    return survey === null ? { name: 'notFound' } : { name: 'survey', ...place, survey };
  }
  const panel = REPORT_PANELS.find((name) => name === segment);
  return panel === undefined || key !== undefined
    ? { name: 'notFound' }
    : { name: 'report', ...place, panel };
}

function formatHash(
  path: readonly (string | number)[],
  query: Readonly<Record<string, string | number | null>>,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null) parameters.set(name, String(value));
  }
  const search = parameters.toString();
  return `#/${path.join('/')}${search === '' ? '' : `?${search}`}`;
}

function parseKey(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))
    ? Number(text)
    : null;
}
