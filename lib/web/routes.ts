// Views and their addresses. The hash holds the whole view, so that every view can be bookmarked and shared; servers
// do not receive it.
import type { SectionState } from '../view/report-view.ts';

export const REPORT_PANELS = [
  'share',
  'subscribe',
  'revisions',
  'settings',
  'table',
  'make',
  'owner',
  'notes',
] as const;
/** A dialog about a report. */
export type ReportPanel = (typeof REPORT_PANELS)[number];

export const LIST_GROUPS = ['state', 'region', 'responses'] as const;
/** How the places of a list are arranged. */
export type ListGroup = (typeof LIST_GROUPS)[number];

export interface ReportAddress {
  readonly week: string;
  readonly folder: number;
}

/** A folder with its list of places, or a place. */
export interface ReportRoute {
  readonly name: 'report';
  /** Null for the latest closed week. */
  readonly week: string | null;
  /** Null for the topmost folder that the token covers. */
  readonly folder: number | null;
  /** Null for the current revision. */
  readonly revision: number | null;
  readonly panel: ReportPanel | null;
  /** Filter by state; null shows all. */
  readonly state: SectionState | null;
  readonly group: ListGroup;
  readonly display: 'list' | 'heat';
}

/** Two to five places beside each other. */
export interface CompareRoute {
  readonly name: 'compare';
  readonly week: string;
  readonly folders: readonly number[];
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

export type View = ReportRoute | CompareRoute | SubscriptionsView | DeliveriesView | NotFoundView;

export const LATEST_WEEK: ReportRoute = {
  name: 'report',
  week: null,
  folder: null,
  revision: null,
  panel: null,
  state: null,
  group: 'state',
  display: 'list',
};

/** The report of a folder; the current revision by default. */
export function reportRoute(
  address: Pick<ReportRoute, 'week' | 'folder'>,
  revision: number | null = null,
): ReportRoute {
  return { ...LATEST_WEEK, week: address.week, folder: address.folder, revision };
}

/** The same view in another week; drops filters and revisions that exist only in one week. */
export function viewInWeek(view: View, week: string): View {
  switch (view.name) {
    case 'report':
      // The states that occur differ between weeks.
      return { ...view, week, revision: null, panel: null, state: null };
    case 'compare':
    case 'deliveries':
      return { ...view, week };
    case 'subscriptions':
    case 'notFound':
      return { ...LATEST_WEEK, week };
  }
}

/** What a reader with an access link sees at the address of a view: nothing but current reports. */
export function viewForReaders(view: View): View {
  switch (view.name) {
    case 'report':
      return { ...view, revision: null, panel: view.panel === 'table' ? 'table' : null };
    case 'subscriptions':
    case 'deliveries':
      return { name: 'notFound' };
    case 'compare':
    case 'notFound':
      return view;
  }
}

/** The address of a view, starting with #. */
export function viewHref(view: View): string {
  switch (view.name) {
    case 'report': {
      const { week, folder, revision, panel, state, group, display } = view;
      const path = [week, folder ?? (panel === null ? null : TOP), panel];
      return formatHash(
        path.filter((part) => part !== null),
        {
          revision,
          state,
          group: group === 'state' ? null : group,
          as: display === 'list' ? null : display,
        },
      );
    }
    case 'compare':
      return formatHash([view.week, view.name, view.folders.join(',')], {});
    case 'subscriptions':
      return formatHash([view.name, ...(view.all ? ['all'] : [])], {});
    case 'deliveries':
      return formatHash([view.week, view.name], {});
    case 'notFound':
      return formatHash([], {});
  }
}

/** Stands for the topmost folder where something follows it. */
const TOP = 'top';
/** More places can't be told apart. */
export const MAX_COMPARED = 5;

/** Parses any hash; invalid ones result in the notFound view. Addresses of earlier releases open what replaced their view. */
export function parseView(hash: string): View {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [week, folder, ...rest] = path.split('/').filter((part) => part !== '');
  const parameters = new URLSearchParams(query);
  if (week === 'subscriptions') return parseSubscriptionsView(folder, rest);
  if (week !== undefined && !/^\d{4}-W\d{2}$/.test(week)) return NOT_FOUND;
  const list = { ...LATEST_WEEK, week: week ?? null, ...parseList(parameters) };
  // Earlier releases had the folder of a list in the query.
  if (week === undefined || folder === undefined) {
    return { ...list, folder: parseKey(parameters.get('below')) };
  }
  if (folder === 'deliveries' && rest.length === 0) return { name: 'deliveries', week };
  if (folder === 'compare') return parseCompare(week, rest);
  const key = parseKey(folder);
  if (key === null && folder !== TOP) return NOT_FOUND;
  const panel = parsePanel(rest);
  if (panel === 'unknown') return NOT_FOUND;
  // In a mail, whose link to the report it is added to.
  const asksForOwner = panel === null && parameters.get('take') === '1';
  return {
    ...list,
    folder: key,
    revision: parseKey(parameters.get('revision')),
    panel: asksForOwner ? 'owner' : panel,
  };
}

const NOT_FOUND: NotFoundView = { name: 'notFound' };

function parseList(parameters: URLSearchParams): Pick<ReportRoute, 'state' | 'group' | 'display'> {
  return {
    state: STATES.find((state) => state === parameters.get('state')) ?? null,
    group: LIST_GROUPS.find((group) => group === parameters.get('group')) ?? 'state',
    display: parameters.get('as') === 'heat' ? 'heat' : 'list',
  };
}

const STATES = [
  'new',
  'noSignal',
  'still',
  'recovered',
  'better',
  'newPlace',
  'usual',
] as const satisfies readonly SectionState[];

/** Null without one. In earlier releases a survey had a page, and the PDF a panel. */
function parsePanel([segment, key, ...rest]: readonly string[]): ReportPanel | null | 'unknown' {
  if (segment === undefined) return null;
  if (segment === 'survey') return parseKey(key) === null || rest.length > 0 ? 'unknown' : null;
  if (key !== undefined) return 'unknown';
  if (segment === 'pdf') return null;
  return REPORT_PANELS.find((panel) => panel === segment) ?? 'unknown';
}

function parseCompare(week: string, [list, ...rest]: readonly string[]): View {
  const folders = [...new Set(list?.split(',').map(parseKey))];
  const isValid = rest.length === 0 && folders.length >= 2 && folders.length <= MAX_COMPARED;
  const keys = folders.filter((folder) => folder !== null);
  return isValid && keys.length === folders.length
    ? { name: 'compare', week, folders: keys }
    : NOT_FOUND;
}

function parseSubscriptionsView(filter: string | undefined, rest: readonly string[]): View {
  const isValid = (filter === undefined || filter === 'all') && rest.length === 0;
  return isValid ? { name: 'subscriptions', all: filter === 'all' } : NOT_FOUND;
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

function parseKey(text: string | null | undefined): number | null {
  const isKey = /^[1-9]\d{0,15}$/.test(text ?? '') && Number.isSafeInteger(Number(text));
  return isKey ? Number(text) : null;
}
